//! Tests with honest files, and with files in which one thing is wrong while all hashes fit: the
//! error, and its line.

mod unproven;

use dicehall_engine::fair::MatchId;
use dicehall_engine::lobby::{PeopleEvent, PlayerId, Revision, SeatEvent, TalkEvent};
use dicehall_engine::{BotSpec, GameKind, OriginStep, Outcome};
use dicehall_protocol::{DiceEventView, EnteredView, LobbyEventView, MatchEventView};

use super::*;
use crate::testing::match_file::{continued, match_of, origin};

const OTHER: Secret = Secret([9; 32]);
const AKI: Seat = Seat::ALL[0];
/// A seat that a bot holds.
const BOT: Seat = Seat::ALL[1];

fn honest() -> MatchFile {
    match_of(GameKind::DiceOfDoom, "size=3,rounds=3")
}

/// The index of the first event of a kind in a file.
fn place(file: &MatchFile, kind: &str) -> usize {
    let is_it = |it: &EventLine| {
        serde_json::to_string(&it.event)
            .unwrap()
            .contains(&format!("\"{kind}\""))
    };
    file.events
        .iter()
        .position(is_it)
        .unwrap_or_else(|| panic!("nothing is {kind}"))
}

/// Checks that a changed file is refused with these words, at the line of the first event of a
/// kind, or else at the end.
#[track_caller]
fn check(what: &str, change: impl FnOnce(&mut MatchFile), expect: &str, at: Option<&str>) {
    let mut file = honest();
    change(&mut file);
    let line = at.map_or(file.events.len() + 2, |kind| place(&file, kind) + 2);
    let found = super::check(&file.to_text()).expect_err(what);
    assert_eq!((found.what.as_str(), found.line), (expect, line), "{what}");
}

/// Checks that a file is refused at the line of an event inserted before the first one of a kind.
#[track_caller]
fn check_before(kind: &str, event: &EventView) {
    let mut file = honest();
    let at = place(&file, kind);
    insert(&mut file, at, event.clone());
    let found = super::check(&file.to_text()).expect_err(kind);
    let told = (found.what.as_str(), found.line);
    assert_eq!(
        told,
        ("this cannot happen here", at + 2),
        "{event:?} before {kind}"
    );
}

/// Inserts an event; the revisions are renumbered.
fn insert(file: &mut MatchFile, at: usize, event: EventView) {
    file.events.insert(
        at,
        EventLine {
            revision: Revision(0),
            event,
        },
    );
    renumber(file);
}

fn renumber(file: &mut MatchFile) {
    for (number, line) in (1..).zip(&mut file.events) {
        line.revision = Revision(number);
    }
}

#[test]
fn honest_files_of_every_game_are_fine() {
    for (game, switches) in [
        (GameKind::DiceOfDoom, "size=3,rounds=3"),
        (GameKind::DiceWars, "rounds=2"),
        (GameKind::AnimalShogi, ""),
        (GameKind::TicTacToe, ""),
    ] {
        let file = match_of(game, switches);
        let count = |kind: &str| {
            let text = file.to_text();
            u64::try_from(
                text.lines()
                    .filter(|it| it.contains(&format!("\"event\":{{\"{kind}\"")))
                    .count(),
            )
        };
        let (read, verified) = super::check(&file.to_text()).unwrap();
        assert_eq!(read, file);
        assert_eq!(
            (Ok(verified.rolls), Ok(verified.actions)),
            (count("rolled"), count("acted")),
            "{game:?}"
        );
    }
}

/// A match that a server has dealt so that one seat had the whole board.
const OVER_WHEN_DEALT: &str = include_str!("../../../../web/tests/over_when_dealt.jsonl");

#[test]
fn a_match_that_is_over_when_it_is_dealt_is_fine_and_its_winner_cannot_be_changed() {
    let (file, verified) = super::check(OVER_WHEN_DEALT).unwrap();
    assert_eq!((verified.rolls, verified.actions), (0, 0));
    let mut forged = file;
    forged.outcome.winners = SeatSet::EMPTY.with(AKI);
    let found = super::check(&forged.to_text()).unwrap_err();
    assert_eq!(found.what, "the match does not end as the record says");
}

#[test]
fn what_the_dice_come_from_is_reckoned_again() {
    let secret = "the server's secret does not fit its commitment";
    check(
        "another secret",
        |it| {
            it.events.last_mut().unwrap().event =
                EventView::Dice(DiceEventView::DiceOpened { secret: OTHER });
        },
        secret,
        Some("dice_opened"),
    );
    let share = "the share of seat 0 does not fit its commitment";
    check(
        "another share",
        |it| {
            let at = place(it, "share_shown");
            it.events[at].event = EventView::Dice(DiceEventView::ShareShown {
                seat: AKI,
                share: OTHER,
            });
        },
        share,
        Some("share_shown"),
    );
    let start = "the start of the match does not follow from the dice";
    check(
        "the share is left out",
        |it| {
            let at = place(it, "share_shown");
            it.events[at].event = EventView::Dice(DiceEventView::ShareMissed { seat: AKI });
        },
        start,
        Some("match_started"),
    );
    check(
        "other rules than the lobby's",
        |it| {
            it.header
                .settings
                .rules
                .set_switches("deal=random")
                .unwrap();
        },
        start,
        Some("match_started"),
    );
    check(
        "a seat too few",
        |it| it.header.seats.truncate(3),
        start,
        Some("match_started"),
    );
    let name = |name: &str| MatchId::try_from(name.to_owned()).unwrap();
    check(
        "the name of another match",
        |it| {
            it.header.match_id = name("K7WQ2-4-5b0f2c7de1a94f36");
            let at = place(it, "dice_sealed");
            if let EventView::Dice(DiceEventView::DiceSealed { match_id, .. }) =
                &mut it.events[at].event
            {
                *match_id = name("K7WQ2-4-5b0f2c7de1a94f36");
            }
        },
        secret,
        Some("dice_opened"),
    );
}

/// The indices of the events of a kind in a file.
fn places_of(file: &MatchFile, is_it: impl Fn(&MatchEventView) -> bool) -> Vec<usize> {
    let events = file.events.iter().enumerate();
    events
        .filter(|(_, line)| matches!(&line.event, EventView::Match(event) if is_it(event)))
        .map(|(at, _)| at)
        .collect()
}

#[test]
fn rolls_are_reckoned_again() {
    let mut swapped = honest();
    let rolls = places_of(&swapped, |it| matches!(it, MatchEventView::Rolled { .. }));
    let first = swapped.events[rolls[0]].event.clone();
    let other = *rolls
        .iter()
        .find(|it| swapped.events[**it].event != first)
        .unwrap();
    swapped.events[rolls[0]].event = swapped.events[other].event.clone();
    let found = super::check(&swapped.to_text()).unwrap_err();
    assert_eq!(
        (found.what.as_str(), found.line),
        ("roll 1 is not what the dice show", rolls[0] + 2)
    );
}

#[test]
fn actions_are_checked_against_the_rules() {
    let mut marked = match_of(GameKind::TicTacToe, "");
    let acted = places_of(&marked, |it| matches!(it, MatchEventView::Acted { .. }));
    let EventView::Match(MatchEventView::Acted { action: taken, .. }) =
        marked.events[acted[0]].event
    else {
        panic!("it is an action")
    };
    if let EventView::Match(MatchEventView::Acted { action, .. }) =
        &mut marked.events[acted[1]].event
    {
        *action = taken;
    }
    let found = super::check(&marked.to_text()).unwrap_err();
    assert_eq!(
        (found.what.as_str(), found.line),
        ("the rules do not allow the action", acted[1] + 2)
    );
}

#[test]
fn what_happened_is_reckoned_again() {
    check(
        "somebody else acts",
        |it| {
            let at = place(it, "acted");
            if let EventView::Match(MatchEventView::Acted { seat, .. }) = &mut it.events[at].event {
                *seat = BOT;
            }
        },
        "seat 1 is not to move",
        Some("acted"),
    );
    let nobody = Outcome {
        winners: SeatSet::EMPTY,
    };
    check(
        "nobody wins",
        |it| it.outcome = nobody,
        "the match does not end as the record says",
        None,
    );
    check(
        "somebody resigns who cannot",
        |it| {
            let at = place(it, "acted");
            insert(
                it,
                at,
                EventView::Match(MatchEventView::Resigned { seat: BOT }),
            );
        },
        "seat 1 cannot resign",
        Some("resigned"),
    );
}

#[test]
fn the_header_belongs_to_the_events_and_nothing_is_missing() {
    let header = "the header is of another match than the events";
    check("another time", |it| it.header.begun_at += 1, header, None);
    let name = MatchId::try_from("K7WQ2-4-5b0f2c7de1a94f36".to_owned()).unwrap();
    check("another name", |it| it.header.match_id = name, header, None);
    check(
        "no secret",
        |it| drop(it.events.pop()),
        "the server's secret is missing",
        None,
    );
    check(
        "no start",
        |it| it.events.truncate(3),
        "the server's secret is missing",
        None,
    );
    check(
        "nothing at all",
        |it| it.events.clear(),
        "the agreement on the dice is missing",
        None,
    );
    let revision = "its revision does not follow the one before";
    let at = honest().events[1].revision;
    check(
        "a revision twice",
        |it| it.events[2].revision = at,
        revision,
        Some("share_shown"),
    );
    check(
        "revision 0",
        |it| it.events[0].revision = Revision(0),
        revision,
        Some("dice_sealed"),
    );
}

#[test]
fn the_agreement_has_one_order() {
    let file = honest();
    let event = |kind: &str| file.events[place(&file, kind)].event.clone();
    let sealed = event("dice_sealed");
    // Nothing may come before the seal, and there is only one seal.
    check_before("dice_sealed", &event("share_committed"));
    check_before(
        "dice_sealed",
        &EventView::Seats(SeatEvent::HandedToBot { seat: AKI }),
    );
    check_before("share_committed", &sealed);
    check_before("acted", &sealed);
    // Commitment, share and start must come in this order and once each.
    check_before("share_committed", &event("share_shown"));
    check_before("share_committed", &event("match_started"));
    check_before("share_shown", &event("share_committed"));
    check_before("share_shown", &event("match_started"));
    check_before("match_started", &event("share_shown"));
    check_before(
        "match_started",
        &EventView::Dice(DiceEventView::ShareMissed { seat: AKI }),
    );
    check_before("match_started", &event("acted"));
    check_before("match_started", &event("rolled"));
    check_before("match_started", &event("dice_opened"));
    check_before(
        "match_started",
        &EventView::Match(MatchEventView::Resigned { seat: AKI }),
    );
    check_before("acted", &event("match_started"));
    // The secret must come last.
    let mut file = honest();
    let end = file.events.len();
    insert(&mut file, end, EventView::Match(MatchEventView::Paused));
    let found = super::check(&file.to_text()).unwrap_err();
    assert_eq!(
        (found.what.as_str(), found.line),
        ("this cannot happen here", end + 2)
    );
}

#[test]
fn only_humans_are_asked_leave_and_are_stood_in_for() {
    check(
        "a bot is asked for a share",
        |it| {
            if let EventView::Dice(DiceEventView::DiceSealed { seats, .. }) =
                &mut it.events[0].event
            {
                *seats = seats.with(BOT);
            }
        },
        "this cannot happen here",
        Some("dice_sealed"),
    );
    check(
        "who gave a share is called a bot",
        |it| {
            it.header.seats[0] = SeatHolder::Bot {
                bot: BotSpec::usual(dicehall_engine::BotKind::Random),
            }
        },
        "this cannot happen here",
        Some("dice_sealed"),
    );
    let stranger = PlayerId(77);
    for event in [
        EventView::Seats(SeatEvent::HandedToBot { seat: BOT }),
        EventView::Seats(SeatEvent::TakenBack { seat: BOT }),
        EventView::Seats(SeatEvent::SeatLeft { seat: BOT }),
        EventView::People(PeopleEvent::Left { player: stranger }),
        EventView::People(PeopleEvent::Kicked { player: stranger }),
        EventView::People(PeopleEvent::Banned { player: stranger }),
    ] {
        check_before("acted", &event);
    }
    let mut twice = honest();
    let at = place(&twice, "acted");
    insert(
        &mut twice,
        at,
        EventView::Seats(SeatEvent::HandedToBot { seat: AKI }),
    );
    assert!(
        super::check(&twice.to_text()).is_ok(),
        "a bot may act for whoever is absent"
    );
    insert(
        &mut twice,
        at,
        EventView::Seats(SeatEvent::HandedToBot { seat: AKI }),
    );
    assert_eq!(super::check(&twice.to_text()).unwrap_err().line, at + 3);
}

#[test]
fn a_bot_may_have_acted_for_somebody_since_before_the_match() {
    let mut file = honest();
    let at = place(&file, "acted");
    insert(
        &mut file,
        at,
        EventView::Seats(SeatEvent::TakenBack { seat: AKI }),
    );
    assert!(
        super::check(&file.to_text()).is_ok(),
        "nobody says who was there when the match began"
    );
    insert(
        &mut file,
        at,
        EventView::Seats(SeatEvent::TakenBack { seat: AKI }),
    );
    assert_eq!(
        super::check(&file.to_text()).unwrap_err().line,
        at + 3,
        "nobody comes back twice"
    );
}

#[test]
fn what_belongs_in_no_file_is_found() {
    let said = EventView::Talk(TalkEvent::Said {
        player: PlayerId(0),
        text: "hello".to_owned(),
    });
    let entered = EventView::People(PeopleEvent::Entered(EnteredView {
        player: PlayerId(0),
        name: "Aki".to_owned(),
    }));
    for event in [
        said,
        entered,
        EventView::Lobby(LobbyEventView::Created),
        EventView::Match(MatchEventView::MatchCalled),
        EventView::Lobby(LobbyEventView::SettingsChanged),
    ] {
        check_before("acted", &event);
    }
}

/// Checks the error and its line for the file of a match that went on from an earlier one, after a
/// change.
#[track_caller]
fn check_continued(change: impl FnOnce(&mut MatchFile), expect: Option<(&str, usize)>) {
    let mut file = continued(&honest(), 9);
    change(&mut file);
    let found = super::check(&file.to_text());
    let found = found.err().map(|it| (it.what, it.line));
    assert_eq!(
        found.as_ref().map(|(what, line)| (what.as_str(), *line)),
        expect
    );
}

fn origin_of(file: &mut MatchFile) -> &mut dicehall_engine::Origin {
    file.header.origin.as_mut().unwrap()
}

#[test]
fn a_match_that_went_on_from_an_earlier_one_is_fine() {
    check_continued(|_| (), None);
    let (_, verified) = super::check(&continued(&honest(), 9).to_text()).unwrap();
    assert!(verified.rolls > 1, "nothing was rolled");
}

#[test]
fn an_earlier_match_that_was_changed_is_found_in_the_first_line() {
    let roll = |file: &mut MatchFile| {
        let steps = &origin_of(file).steps;
        let is_roll = |it: &OriginStep| matches!(it, OriginStep::Rolled(_));
        steps.iter().position(is_roll).unwrap()
    };
    let at = roll(&mut continued(&honest(), 9));
    let illegal = "of the earlier match: the rules do not allow the action";
    let unasked = "of the earlier match: nothing is to be rolled";
    check_continued(
        |it| drop(origin_of(it).steps.drain(at..=at)),
        Some((&format!("step {at} {illegal}"), 1)),
    );
    check_continued(
        |it| {
            let again = origin_of(it).steps[at];
            origin_of(it).steps.insert(at, again);
        },
        Some((&format!("step {} {unasked}", at + 1), 1)),
    );
}

#[test]
fn dice_after_the_earlier_match_that_were_changed_are_found_at_their_line() {
    let file = continued(&honest(), 9);
    let rolls: Vec<usize> = (0..file.events.len())
        .filter(|it| {
            let event = &file.events[*it].event;
            matches!(event, EventView::Match(MatchEventView::Rolled { .. }))
        })
        .collect();
    let differs = |it: &&usize| file.events[**it].event != file.events[rolls[0]].event;
    let other = *rolls.iter().find(differs).unwrap();
    let at = rolls[0];
    check_continued(
        |it| it.events[at].event = file.events[other].event.clone(),
        Some(("roll 1 is not what the dice show", at + 2)),
    );
}

#[test]
fn a_match_cannot_go_on_from_one_that_began_otherwise() {
    let other = match_of(GameKind::DiceOfDoom, "size=4,rounds=3");
    let start = place(&continued(&honest(), 9), "match_started") + 2;
    check_continued(
        |it| it.header.origin = Some(origin(&other, 0)),
        Some((
            "the match does not go on from where the earlier one stands",
            start,
        )),
    );
}
