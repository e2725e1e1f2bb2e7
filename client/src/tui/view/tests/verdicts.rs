//! Tests of the screens' texts about the check of the dice at the end of a match.

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::{USUAL, check, check_with_styles, over};
use crate::fair::audit::{OwnShare, Verdict};
use crate::net::link::LinkEvent;
use crate::testing::{keys, screen};
use crate::tui::geometry::hits::Hit;
use crate::tui::message::Message;
use crate::tui::model::Model;
use crate::tui::model::popup::Popup;
use crate::tui::update::{heard, update};

/// The end of a match with this result of the check.
fn audited(verdict: Verdict) -> Model {
    let mut model = over();
    heard(&mut model, LinkEvent::Audited(verdict));
    model
}

fn wrong() -> Verdict {
    Verdict::Wrong("roll 17 is not what the dice show".to_owned())
}

/// The words in the popup on the screen, without its border and line breaks.
#[track_caller]
fn words(model: &mut Model, (width, height): (u16, u16), title: &str) -> String {
    let drawn = screen(model, width, height);
    let rows: Vec<Vec<char>> = drawn.lines().map(|it| it.chars().collect()).collect();
    let heading: Vec<char> = format!("┌ {title}").chars().collect();
    let found = rows
        .iter()
        .enumerate()
        .find_map(|(y, row)| Some((y, row.windows(heading.len()).position(|it| it == heading)?)));
    let (top, left) = found.unwrap_or_else(|| panic!("there is no {title:?}:\n{drawn}"));
    let right = (left..rows[top].len())
        .find(|x| rows[top][*x] == '┐')
        .unwrap();
    let inner = rows[top + 1..].iter().take_while(|row| row[left] != '└');
    let text: Vec<String> = inner
        .map(|row| row[left + 1..right].iter().collect())
        .collect();
    text.join(" ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

const OVER: &str = "The match is over";
const WRONG: &str = "The dice are wrong";
const LOG: &str = "Log";

#[test]
pub(super) fn good_dice_stand_in_the_summary_and_in_the_log() {
    let verified = Verdict::Verified {
        rolls: 42,
        own: OwnShare::Counted,
    };
    let mut model = audited(verified);
    check_with_styles("dice_verified", &mut model, USUAL);
    check("dice_verified_40x12", &mut model, (40, 12));
    keys(&mut model, "<Esc>");
    assert!(model.popups.is_empty(), "the board is not in view");
    keys(&mut model, "L");
    assert!(
        words(&mut model, USUAL, LOG).contains("dice verified: 42 rolls"),
        "it is not in the log"
    );
}

#[test]
pub(super) fn whatever_closes_the_card_the_hints_say_so() {
    let warns = |model: &Model| matches!(model.popups.last(), Some(Popup::Card { .. }));
    for key in ["<Enter>", " ", "<Esc>", "q"] {
        let mut model = audited(wrong());
        keys(&mut model, key);
        assert!(!warns(&model), "{key} does not close the card");
    }
    for (width, height) in [(80, 24), (120, 40)] {
        let mut model = audited(wrong());
        let drawn = screen(&mut model, width, height);
        let hints = drawn.lines().last().unwrap();
        assert!(
            hints.contains("Enter  close") && !hints.contains("choose"),
            "{hints}"
        );
        let word = model
            .hits
            .middle(Hit::Key(' '))
            .expect("the card's key can be clicked");
        let kind = MouseEventKind::Down(MouseButton::Left);
        let click = MouseEvent {
            kind,
            column: word.x,
            row: word.y,
            modifiers: KeyModifiers::NONE,
        };
        update(&mut model, Message::Mouse(click));
        assert!(!warns(&model), "a click does not close the card");
    }
}

#[test]
pub(super) fn wrong_dice_are_told_over_everything_else_in_words_that_need_no_manual() {
    let mut model = audited(wrong());
    check_with_styles("dice_wrong", &mut model, USUAL);
    check("dice_wrong_40x12", &mut model, (40, 12));
    for size in [(40, 12), (60, 20), USUAL, (120, 40)] {
        let told = words(&mut model, size, WRONG);
        for part in [
            "THE DICE ARE WRONG: roll 17 is not what the dice show.",
            "Do not trust this server",
            "`dicehall verify` checks the file of the match.",
        ] {
            assert!(told.contains(part), "{part:?} is not in {told}");
        }
    }
    // The summary behind it says it too, and so does the log.
    keys(&mut model, "<Esc>");
    check_with_styles("dice_wrong_summary", &mut model, USUAL);
    keys(&mut model, "<Esc>L");
    assert!(
        words(&mut model, USUAL, LOG).contains("THE DICE ARE WRONG: roll 17"),
        "it is not in the log"
    );
}

/// The words of the panel at the end of a match, without its line breaks.
fn beside_the_board(model: &mut Model) -> String {
    let drawn = screen(model, USUAL.0, USUAL.1);
    let rows: Vec<Vec<char>> = drawn.lines().map(|it| it.chars().collect()).collect();
    let heading: Vec<char> = "RESULT".chars().collect();
    let column = |row: &Vec<char>| row.windows(heading.len()).position(|it| it == heading);
    let left = rows.iter().find_map(column).unwrap();
    let parts = rows
        .iter()
        .map(|row| row.iter().skip(left).collect::<String>());
    parts
        .map(|it| it.trim().to_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
pub(super) fn what_became_of_the_own_share_and_why_nothing_can_be_told_is_said() {
    for (verdict, expect) in [
        (
            Verdict::Verified {
                rolls: 1,
                own: OwnShare::Missed,
            },
            "dice verified: 1 roll; but your share was missed and did not count",
        ),
        (
            Verdict::Verified {
                rolls: 7,
                own: OwnShare::NotAsked,
            },
            "dice verified: 7 rolls; but the server asked you for no share",
        ),
        (
            Verdict::Unknown("9 actions were played before you came".to_owned()),
            "dice not verified: 9 actions were played before you came",
        ),
    ] {
        let mut model = audited(verdict);
        let popup = words(&mut model, (40, 12), OVER);
        assert!(
            popup.contains(expect) && popup.ends_with("q home"),
            "{expect:?} is not in {popup}"
        );
        let panel = beside_the_board(&mut model);
        assert!(panel.contains(expect), "{expect:?} is not in {panel}");
    }
}
