//! The help as text: keys from the table, typed commands, the rules in short, and how often attacks win.
//!
//! `view` draws the lines in their styles; `update` asks how many there are, to scroll no further.

use dicehall_engine::Seat;

use super::{Binding, Context, Key, here, key_names};
use crate::games::words;
use crate::games::words::Words;
use crate::tui::model::popup::{HelpPage, Popup};
use crate::tui::model::{Model, Screen};

/// How often an attack wins, in percent, where that is not certain: rows by the attacker's dice from 2, columns by the defender's from 1.
const ODDS: [[u8; 9]; 8] = [
    [84, 44, 15, 4, 1, 0, 0, 0, 0],
    [97, 78, 45, 19, 6, 1, 0, 0, 0],
    [99, 94, 74, 46, 22, 8, 3, 1, 0],
    [99, 99, 91, 72, 46, 24, 10, 4, 1],
    [99, 99, 98, 88, 70, 47, 26, 12, 5],
    [99, 99, 99, 96, 86, 69, 47, 27, 14],
    [99, 99, 99, 99, 95, 84, 67, 47, 29],
    [99, 99, 99, 99, 98, 93, 83, 66, 47],
];

/// The typed commands of every game and what they do, for the help; those on the board are in the words of each game.
pub const TYPED: &[(&str, &str)] = &[
    ("resign", "resign from the match (asks first)"),
    ("pause, continue", "ask for a pause, or to go on"),
    ("rematch", "agree to another match"),
    ("hint", "what an expert would do, where you play alone"),
    ("hints on, hints off", "tell what may follow, or do not"),
    ("say TEXT", "say something to everyone"),
    ("phrase 1-6", "say a quick phrase; phrase alone lists them"),
    ("zoom xs|s|m|l|xl|xxl|auto", "a smaller or larger board"),
    ("lobby, board", "show the lobby, or the board"),
    ("sit [1-4], watch", "sit down, or stand up"),
    ("ready, unready", "agree to start, or no longer"),
    ("start", "start the match (host)"),
    (
        "bot 2 hard",
        "put a bot on seat 2, or by name: paranoid:3 (host)",
    ),
    ("fill", "put a bot on every open seat (host)"),
    ("open 2, close 2", "open or close seat 2 (host)"),
    ("game NAME", "play another game (host)"),
    ("rules size=6,preset=book", "change the rules (host)"),
    (
        "map NAME",
        "Dice Wars on a shipped map, a number or a file (host)",
    ),
    ("pace 300", "how long bots pause, at any time, in ms (host)"),
    (
        "clock 5m+10s",
        "time to think; or 30s/action, 2m/turn, off (host)",
    ),
    (
        "kick NAME, host NAME",
        "send somebody away, or make them host (host)",
    ),
    (
        "ban NAME, bans, unban NAME",
        "send somebody away for good; who was; lift it (host)",
    ),
    (
        "silence NAME, unsilence NAME",
        "keep somebody from speaking, or no longer (host)",
    ),
    (
        "password, password off",
        "ask newcomers for a password, or for none (host)",
    ),
    (
        "lock, unlock",
        "let nobody new in, or everybody again (host)",
    ),
    (
        "mute NAME, unmute NAME",
        "do not hear somebody, or again; nobody else is told",
    ),
    (
        "banter off, banter on",
        "whether bots talk when you play alone",
    ),
    ("leave", "leave the lobby (asks first)"),
    ("help, quit", "this help; end the program"),
];

/// The columns of the keys before what they do.
const KEYS_WIDTH: usize = 16;
/// The columns of a typed command before what it does.
const TYPED_WIDTH: usize = 25;

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
    /// A heading.
    Strong(String),
    /// A sentence, or nothing.
    Plain(String),
    /// What matters less.
    Dim(&'static str),
    /// Something to press or to type, in so many columns, and what it does.
    Entry(String, usize, &'static str),
}

/// The pages that there are: odds only where something is attacked.
pub fn pages(model: &Model) -> &'static [HelpPage] {
    if words(model.game_at_hand()).has_dice() {
        &[HelpPage::Keys, HelpPage::Rules, HelpPage::Odds]
    } else {
        &[HelpPage::Keys, HelpPage::Rules]
    }
}

/// The heading of a page.
pub fn title(model: &Model, page: HelpPage) -> String {
    let name = match page {
        HelpPage::Keys => "Keys",
        HelpPage::Rules => "Rules",
        HelpPage::Odds => "Odds",
    };
    let pages = pages(model);
    let at = pages.iter().position(|it| *it == page).unwrap_or(0);
    format!("{name} ({} of {})", at + 1, pages.len())
}

/// The lines of a page.
pub fn lines(model: &Model, page: HelpPage) -> Vec<HelpLine> {
    match page {
        HelpPage::Keys => keys(model),
        HelpPage::Rules => rules(model),
        HelpPage::Odds => odds(),
    }
}

fn keys(model: &Model) -> Vec<HelpLine> {
    let context = context_below(model);
    let game = words(model.game_at_hand());
    let on_board = context == Context::Match;
    let here = here(model, context).filter(|(it, _)| !on_board || !it.action.is_useless_in(game));
    let key_line = |(it, keys): (&'static Binding, &[Key])| {
        HelpLine::Entry(key_names(keys), KEYS_WIDTH, sentence(model, context, it))
    };
    let mut lines: Vec<HelpLine> = here.map(key_line).collect();
    lines.push(HelpLine::blank());
    if context != Context::Replay {
        lines.extend(typed(game));
    }
    lines.push(HelpLine::Dim(if pages(model).len() > 2 {
        "left and right: rules, odds; / searches and does"
    } else {
        "right: the rules; / searches and does"
    }));
    lines
}

/// What a line of the table does in a context, in the words of the game.
pub fn sentence(model: &Model, context: Context, binding: &'static Binding) -> &'static str {
    let on_board = context == Context::Match;
    let key = binding.action.on_board().filter(|_| on_board);
    let own = key.and_then(|it| words(model.game_at_hand()).key(it));
    own.unwrap_or(binding.help)
}

/// What can be typed, and what the mouse does.
fn typed(game: &Words) -> impl Iterator<Item = HelpLine> {
    const MOUSE: &str =
        "The mouse points, clicks, scrolls, and lets go (right); Shift selects text.";
    let entries = game
        .typed
        .iter()
        .chain(TYPED)
        .map(|(word, what)| HelpLine::Entry((*word).to_owned(), TYPED_WIDTH, what));
    std::iter::once(HelpLine::Strong("Typed commands, after :".to_owned()))
        .chain(entries)
        .chain([HelpLine::blank(), HelpLine::Plain(MOUSE.to_owned())])
}

/// The rules, with the signs that this terminal shows.
fn rules(model: &Model) -> Vec<HelpLine> {
    let [open, close] = model.look.symbols().source;
    let sign = model.look.owner(Seat::ALL[0]);
    let shown = |it: &&str| it.replace('«', open).replace('»', close).replace('▲', sign);
    let rules = words(model.game_at_hand()).rules.iter();
    rules.map(|it| HelpLine::Plain(shown(it))).collect()
}

fn odds() -> Vec<HelpLine> {
    const HEADING: &str = "attacker   defender's dice";
    const TIE: &str = "Equal stacks win a little less than half the time: a tie is the defender's.";
    let mut lines = vec![
        HelpLine::Plain("How often an attack wins, in percent, rounded.".to_owned()),
        HelpLine::blank(),
        HelpLine::Strong(HEADING.to_owned()),
        HelpLine::Strong(format!(
            "    dice {}",
            columns((1..=9).map(|it: u8| it.to_string()))
        )),
    ];
    for (dice, row) in (2..).zip(ODDS) {
        let cells = row.map(|it| {
            if it == 0 {
                "<1".to_owned()
            } else {
                it.to_string()
            }
        });
        lines.push(HelpLine::Plain(format!("{dice:>8} {}", columns(cells))));
    }
    lines.push(HelpLine::blank());
    lines.push(HelpLine::Plain(TIE.to_owned()));
    lines
}

/// Numbers below each other.
fn columns(numbers: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = numbers.into_iter().map(|it| format!("{it:>5}")).collect();
    cells.concat()
}

/// The context that the help is for: that of the screen or popup under it.
pub fn context_below(model: &Model) -> Context {
    match model.screen {
        Screen::Match if model.replay.is_some() => Context::Replay,
        Screen::Match if model.popups.contains(&Popup::Outcome) => Context::Outcome,
        Screen::Home => Context::Home,
        Screen::Lan => Context::Lan,
        Screen::Lobbies => Context::Lobbies,
        Screen::Record => Context::Record,
        Screen::Lobby => Context::Lobby,
        Screen::Match => Context::Match,
    }
}

impl HelpLine {
    const fn blank() -> Self {
        Self::Plain(String::new())
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::games::territory::odds::exact;

    use super::*;
    use crate::graphics::text::percent;

    #[test]
    fn the_printed_odds_are_those_of_the_board() {
        for (attackers, row) in (2_u8..).zip(ODDS) {
            for (defenders, printed) in (1_u8..).zip(row) {
                let odds = percent(Some(exact(attackers, defenders).probability()));
                let printed = if printed == 0 {
                    "<1".to_owned()
                } else {
                    printed.to_string()
                };
                assert_eq!(
                    format!("{printed}%"),
                    odds,
                    "{attackers} against {defenders}"
                );
            }
        }
    }
}
