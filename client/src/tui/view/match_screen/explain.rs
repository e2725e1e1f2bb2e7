//! The line below the board: what the cursor is on, and what an attack would mean.

use dicehall_engine::Seat;
use ratatui::text::{Line, Span};

use crate::games::hints::gain_words;
use crate::games::place::{Move, Place};
use crate::games::words;
use crate::graphics::text::{cut, mark, percent, plain, styled};
use crate::lang::Language;
use crate::tui::keymap::KeyAction;
use crate::tui::keymap::abilities::can;
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::Popup;
use crate::tui::view::log;

/// The columns of a name in this line.
const NAME_WIDTH: usize = 16;

/// What the cursor is on, or what the match waits for, in full or in short; in a match that is over, what happened last.
pub fn line(model: &Model, lobby: &Lobby, game_match: &GameMatch, width: u16) -> Line<'static> {
    if model.replay.is_some() {
        return happened(model, width);
    }
    let lengths = [Length::WithGain, Length::Full, Length::Short];
    let mut lines = lengths
        .map(|it| written(model, lobby, game_match, it))
        .into_iter();
    let fits = |it: &Line<'static>| it.width() <= usize::from(width);
    let fitting = lines.find(fits);
    fitting.unwrap_or_else(|| written(model, lobby, game_match, Length::Short))
}

fn happened(model: &Model, width: u16) -> Line<'static> {
    let mut line = log::last(model, usize::from(width).saturating_sub(1)).unwrap_or_default();
    line.spans.insert(0, plain(" "));
    line
}

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    WithGain,
    Full,
    Short,
}

fn written(model: &Model, lobby: &Lobby, game_match: &GameMatch, length: Length) -> Line<'static> {
    let mut spans = vec![plain(" ")];
    let cursor = game_match.cursor;
    if game_match.fought.is_some() && game_match.outcome.is_none() {
        fight(model, lobby, game_match, length, &mut spans);
    } else if !game_match.has_dice() && game_match.outcome.is_none() {
        without_dice(model, lobby, game_match, &mut spans);
    } else if let Some(attack) = game_match.move_to(cursor) {
        this_attack(model, lobby, game_match, (attack, length), &mut spans);
    } else if game_match.outcome.is_some() {
        spans.push(plain(over(model)));
    } else if game_match.may_choose() {
        spans.extend(hex(model, game_match, cursor));
        my_turn(lobby, game_match, length, &mut spans);
    } else {
        spans.extend(hex(model, game_match, cursor));
        spans.push(plain("  "));
        waiting(model, lobby, game_match, &mut spans);
    }
    Line::from(spans)
}

/// The attack that the person has made: what it is until the dice lie, then what came of it.
fn fight(
    model: &Model,
    lobby: &Lobby,
    game_match: &GameMatch,
    length: Length,
    spans: &mut Vec<Span<'static>>,
) {
    let lies = !game_match.awaits_dice() && game_match.rolling().is_none();
    let told = game_match.battle().filter(|_| lies);
    let Some(attack) = game_match.fought.as_ref().map(|it| it.attack) else {
        return;
    };
    let Some(battle) = told else {
        return this_attack(model, lobby, game_match, (attack, length), spans);
    };
    let [from, to] = [attack.from, attack.to].map(|it| game_match.name(it));
    if battle.won {
        spans.push(styled(format!("You take {to}."), model.look.strong()));
        spans.push(plain(format!("  {from} keeps 1 die")));
    } else {
        spans.push(styled(format!("{to} holds."), model.look.strong()));
        spans.push(plain(format!("  {from} drops to 1 die")));
    }
    if game_match.may_choose() {
        spans.push(styled("   Tab goes on", model.look.quiet()));
        let gain = gain(game_match).filter(|_| length == Length::WithGain);
        spans.extend(gain.map(|it| styled(it, model.look.quiet())));
    }
}

/// What can be done on a board that is over. The summary in front of it tells its own keys.
fn over(model: &Model) -> String {
    let kept = model
        .match_file()
        .map_or_else(String::new, |it| format!("kept in {}", it.display()));
    if model.popups.last() == Some(&Popup::Outcome) {
        return if kept.is_empty() {
            "the match is over".to_owned()
        } else {
            kept
        };
    }
    if can(model, KeyAction::Rematch) {
        "the match is over   r rematch   B lobby".to_owned()
    } else {
        "the match is over   B lobby".to_owned()
    }
}

/// What Enter would do in a game without dice.
fn without_dice(
    model: &Model,
    lobby: &Lobby,
    game_match: &GameMatch,
    spans: &mut Vec<Span<'static>>,
) {
    let cursor = game_match.cursor;
    let here = game_match.name(cursor);
    spans.push(styled(format!("{here}  "), model.look.strong()));
    if !game_match.may_choose() {
        return waiting(model, lobby, game_match, spans);
    }
    let count = game_match.moves_from(cursor).count();
    let thing = |at| {
        let language = model.look.language;
        let piece = game_match.board.piece(at, language);
        piece.unwrap_or_else(|| language.piece("piece"))
    };
    let text = match (game_match.move_to(cursor), game_match.source) {
        (Some(attack), _) if attack.from == attack.to => "Enter marks this cell".to_owned(),
        (Some(attack), _) => format!(
            "Enter: {}",
            game_match.board.told(attack.action, model.look.language)
        ),
        (None, Some(source)) => {
            format!(
                "the {} cannot go here: + marks where it can, Esc puts it down",
                thing(source)
            )
        }
        (None, None) if count > 0 => {
            let squares = if count == 1 {
                "1 square"
            } else {
                &format!("{count} squares")
            };
            format!(
                "your {} can go to {squares}: Enter picks it up",
                thing(cursor)
            )
        }
        (None, None) => "nothing to choose here: Tab goes to where something is".to_owned(),
    };
    spans.push(plain(text));
}

/// Owner's mark, dice and name of a hex.
fn hex(model: &Model, game_match: &GameMatch, at: Place) -> Vec<Span<'static>> {
    let Some(cell) = game_match.board.dice().and_then(|it| it.cell(at)) else {
        return Vec::new();
    };
    let name = game_match.board.full_name(at);
    vec![
        mark(model.look, cell.owner),
        plain(format!("{} {name}", cell.dice)),
    ]
}

fn this_attack(
    model: &Model,
    lobby: &Lobby,
    game_match: &GameMatch,
    (attack, length): (Move, Length),
    spans: &mut Vec<Span<'static>>,
) {
    spans.extend(hex(model, game_match, attack.from));
    spans.push(plain(format!(" {} ", model.look.symbols().arrow)));
    spans.extend(hex(model, game_match, attack.to));
    match attack.odds {
        Some(odds) => {
            spans.push(styled(
                format!("  win {}", percent(Some(odds))),
                model.look.strong(),
            ));
            if length != Length::Short {
                spans.push(plain(format!(
                    "  lose {}: it drops to 1",
                    percent(Some(1.0 - odds))
                )));
            }
        }
        None => spans.push(styled("  always wins", model.look.strong())),
    }
    let link = lobby.my_seat().and_then(|it| link(game_match, it));
    if let (Some(before), Some(after)) = (link, attack.link) {
        let arrow = model.look.symbols().arrow;
        let change = if before == after {
            format!("stays {after}")
        } else {
            format!("{before} {arrow} {after}")
        };
        let lead = if length == Length::Short {
            "  link"
        } else {
            "  if won: link"
        };
        spans.push(plain(format!("{lead} {change}")));
    }
}

fn my_turn(lobby: &Lobby, game_match: &GameMatch, length: Length, spans: &mut Vec<Span<'static>>) {
    let (cursor, place) = (game_match.cursor, words(game_match.game).place);
    let count = game_match.moves_from(cursor).count();
    let cell = game_match.board.dice().and_then(|it| it.cell(cursor));
    let owner = cell.map(|it| it.owner);
    let mine = lobby.my_seat() == owner;
    let none_left = game_match.moves().next().is_none();
    let (full, short) = match (none_left, game_match.source, count, mine) {
        (true, ..) => (
            "nothing is left to attack: e ends the turn".to_owned(),
            "nothing left: e ends it",
        ),
        (_, Some(source), ..) if source == cursor => (
            "attacks from here: Tab goes to a target, Esc lets go".to_owned(),
            "Tab: its targets",
        ),
        (_, Some(_), ..) => (
            format!(
                "cannot be attacked from the chosen {place}: Tab goes to one that can, Esc lets go"
            ),
            "out of reach: Tab, Esc",
        ),
        (_, None, 0, true) => (
            "cannot attack: Tab goes to the best attack".to_owned(),
            "cannot attack: Tab",
        ),
        (_, None, 0, false) => ("Tab goes to the best attack".to_owned(), "Tab: best attack"),
        (_, None, 1, _) => (
            format!("can attack 1 {place}: Enter chooses it"),
            "Enter chooses it",
        ),
        (_, None, count, _) => (
            format!("can attack {count} neighbors: Enter chooses it"),
            "Enter chooses it",
        ),
    };
    let text = if length == Length::Short {
        short.to_owned()
    } else {
        full
    };
    spans.push(plain(format!("  {text}")));
    if length == Length::WithGain {
        spans.extend(gain(game_match).map(plain));
    }
}

/// What the end of the turn brings now.
fn gain(game_match: &GameMatch) -> Option<String> {
    let dice = game_match.board.dice()?;
    let gain = gain_words(Language::English, dice.shown_outlook()?.gain?);
    Some(format!("   +{gain} if you end now"))
}

fn waiting(model: &Model, lobby: &Lobby, game_match: &GameMatch, spans: &mut Vec<Span<'static>>) {
    if lobby.my_seat().is_none() {
        spans.push(plain("you are watching"));
        return;
    }
    let sent = game_match.choices.as_ref().is_some_and(|it| it.sent);
    match game_match.to_move {
        Some(_) if sent => spans.push(plain("waiting for the dice")),
        Some(seat) => {
            spans.push(plain("waiting for "));
            spans.push(mark(model.look, seat));
            spans.push(plain(format!(
                " {}",
                cut(model.look, &lobby.seat_name(seat), NAME_WIDTH)
            )));
        }
        None => {}
    }
}

fn link(game_match: &GameMatch, seat: Seat) -> Option<u8> {
    let standings = &game_match.board.dice()?.standings;
    standings.get(seat.idx()).map(|it| it.link)
}
