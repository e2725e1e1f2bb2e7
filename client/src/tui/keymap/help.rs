//! The help as text: the rules in short with the legend of the board, how often attacks win, keys from the table, typed
//! commands, and the rules in full.
//!
//! `view` draws the lines in their styles; `update` asks how many there are, to scroll no further.

use dicehall_engine::Seat;
use ratatui::text::Line;

use super::abilities::has_right;
use super::{Binding, Context, Key, here, key_names};
use crate::games::sample::legend;
use crate::games::words::Words;
use crate::games::{self, words};
use crate::graphics::text::right;
use crate::lang::{Language, Sentence};
use crate::tui::geometry::popup_width;
use crate::tui::model::popup::{HelpPage, Popup};
use crate::tui::model::{Model, Screen};

/// The chance of an attack in percent; only what cannot fail has 100. Rows by the attacker's dice from 2,
/// columns by the defender's from 1.
const ODDS: [[u8; 9]; 8] = [
    [84, 44, 15, 4, 1, 0, 0, 0, 0],
    [97, 78, 45, 19, 6, 1, 0, 0, 0],
    [99, 94, 74, 46, 22, 8, 3, 1, 0],
    [99, 99, 91, 72, 46, 24, 10, 4, 1],
    [99, 99, 98, 88, 70, 47, 26, 12, 5],
    [100, 99, 99, 96, 86, 69, 47, 27, 14],
    [100, 99, 99, 99, 95, 84, 67, 47, 29],
    [100, 99, 99, 99, 98, 93, 83, 66, 47],
];

/// The typed commands of every game with their explanations, for the help; each game's board
/// commands are in its words.
pub const TYPED: &[(&str, Sentence)] = &[
    ("resign", Language::types_resign),
    ("pause, continue", Language::types_pause),
    ("skip", Language::press_skip),
    ("standin", Language::press_stand_in),
    ("rematch", Language::types_rematch),
    ("hint", Language::does_hint),
    ("hints on, hints off", Language::types_hints),
    ("hints allow, hints forbid", Language::types_allow_hints),
    ("say TEXT", Language::types_say),
    ("w NAME TEXT, whisper NAME TEXT", Language::types_whisper),
    ("r TEXT, reply TEXT", Language::types_reply),
    ("phrase 1-6", Language::types_phrase),
    ("react laugh NAME", Language::types_react),
    ("ratings [GAME] [month]", Language::types_ratings),
    ("profile [NAME]", Language::types_profile),
    ("account, account keep", Language::types_account),
    (
        "account link, account use CODE",
        Language::types_account_link,
    ),
    (
        "account rescue, account revoke KEY",
        Language::types_account_keys,
    ),
    ("account forget", Language::types_account_forget),
    ("review", Language::press_review),
    ("zoom xs..xxxl|auto", Language::types_zoom),
    ("lobby, board", Language::types_lobby),
    ("sit [1-4], watch", Language::types_sit),
    ("ready, unready", Language::types_ready),
    ("start", Language::types_start),
    ("bot 2 hard", Language::types_bot),
    ("fill", Language::types_fill),
    ("open 2, close 2", Language::types_open),
    ("game NAME", Language::types_game),
    ("rules size=6,preset=book", Language::types_rules),
    ("map NAME", Language::types_map),
    ("pace 300", Language::types_pace),
    ("clock 5m+10s", Language::types_clock),
    ("kick NAME, host NAME", Language::types_kick),
    ("ban NAME, bans, unban NAME", Language::types_ban),
    ("silence NAME, unsilence NAME", Language::types_silence),
    ("password, password off", Language::types_password),
    ("lock, unlock", Language::types_lock),
    ("mute NAME, unmute NAME", Language::types_mute),
    ("banter off, banter on", Language::types_banter),
    ("leave", Language::types_leave),
    ("help, quit", Language::types_help),
];

/// Commands that the list names by another word.
const ALSO: [&str; 5] = ["chat", "end", "pass", "e", "exit"];

/// Whether there is a typed command of this name.
pub fn is_command(word: &str) -> bool {
    let first = |it: &'static str| it.split([' ', ',']).next().unwrap_or_default();
    let mut listed = TYPED.iter().flat_map(|(words, _)| words.split(", "));
    ALSO.contains(&word) || listed.any(|it| first(it) == word)
}

/// The width of the column of keys.
const KEYS_WIDTH: usize = 16;
/// The width of the column of typed commands.
const TYPED_WIDTH: usize = 25;

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
    /// A heading.
    Strong(String),
    /// A sentence, or an empty line.
    Plain(String),
    /// A less important line.
    Dim(String),
    /// A key or command, the width of its column, and its explanation.
    Entry(String, usize, String),
    /// A line with pictures.
    Drawn(Line<'static>),
}

/// The pages of the help: at a table first what the game is about, elsewhere first the keys. The page of odds is there
/// only for games with attacks, the rules in full only where the first rules are short.
pub fn pages(model: &Model) -> Vec<HelpPage> {
    let game = words(model.game_at_hand());
    let is_at_table =
        matches!(model.screen, Screen::Lobby | Screen::Match) && model.replay.is_none();
    let keys = Some(HelpPage::Keys);
    let odds = game.choice.has_odds.then_some(HelpPage::Odds);
    let full = game.brief.map(|_| HelpPage::Full);
    let pages = [
        keys.filter(|_| !is_at_table),
        Some(HelpPage::Rules),
        odds,
        keys.filter(|_| is_at_table),
        full,
    ];
    pages.into_iter().flatten().collect()
}

/// The heading of a page.
pub fn title(model: &Model, page: HelpPage) -> String {
    let language = model.look.language;
    let name = match page {
        HelpPage::Keys => language.help_keys(),
        HelpPage::Rules => language.help_rules(),
        HelpPage::Odds => language.help_odds(),
        HelpPage::Full => language.help_full(),
    };
    let pages = pages(model);
    let at = pages.iter().position(|it| *it == page).unwrap_or(0);
    language.help_page(name, at + 1, pages.len())
}

/// The lines of a page.
pub fn lines(model: &Model, page: HelpPage) -> Vec<HelpLine> {
    match page {
        HelpPage::Keys => keys(model),
        HelpPage::Rules => rules(model),
        HelpPage::Odds => odds(model.look.language),
        HelpPage::Full => full(model),
    }
}

fn keys(model: &Model) -> Vec<HelpLine> {
    let context = context_below(model);
    let game = words(model.game_at_hand());
    let on_board = context == Context::Match;
    let here = here(model, context).filter(|(it, _)| {
        has_right(model, it.action) && (!on_board || !it.action.is_useless_in(game))
    });
    let key_line = |(it, keys): (&'static Binding, &[Key])| {
        HelpLine::Entry(key_names(keys), KEYS_WIDTH, sentence(model, context, it))
    };
    let mut lines: Vec<HelpLine> = here.map(key_line).collect();
    lines.push(HelpLine::blank());
    if context != Context::Replay {
        lines.extend(typed(game, model.look.language));
    }
    lines.push(HelpLine::Dim(model.look.language.help_more()));
    lines
}

/// The explanation of a binding in a context, in the words of the game.
pub fn sentence(model: &Model, context: Context, binding: &'static Binding) -> String {
    let on_board = context == Context::Match;
    let key = binding.action.on_board().filter(|_| on_board);
    let own = key.and_then(|it| words(model.game_at_hand()).key(it));
    own.unwrap_or(binding.help)(model.look.language)
}

/// The lines about typed commands and the mouse.
fn typed(game: &Words, language: Language) -> impl Iterator<Item = HelpLine> {
    let entries =
        game.typed.iter().chain(TYPED).map(move |(word, what)| {
            HelpLine::Entry((*word).to_owned(), TYPED_WIDTH, what(language))
        });
    std::iter::once(HelpLine::Strong(language.help_typed()))
        .chain(entries)
        .chain([HelpLine::blank(), HelpLine::Plain(language.help_mouse())])
}

/// The rules in a few sentences, and the legend of the board.
fn rules(model: &Model) -> Vec<HelpLine> {
    let (game, language) = (model.game_at_hand(), model.look.language);
    let Some(brief) = words(game).brief else {
        return full(model);
    };
    let mut lines = vec![
        HelpLine::Strong(language.game_title(game.name(), game.title())),
        HelpLine::blank(),
    ];
    let told = brief(language);
    lines.extend(told.lines().map(|it| HelpLine::Plain(it.to_owned())));
    let legend = legend::lines(game, model.look, popup_width(model.size));
    if !legend.is_empty() {
        lines.extend([
            HelpLine::blank(),
            HelpLine::Strong(language.on_the_board()),
            HelpLine::blank(),
        ]);
        lines.extend(legend.into_iter().map(HelpLine::Drawn));
    }
    lines
}

/// The rules in full, drawn with the glyphs of this terminal.
fn full(model: &Model) -> Vec<HelpLine> {
    let [open, close] = model.look.symbols().source;
    let sign = model.look.owner(Seat::ALL[0]);
    let shown = |it: &str| it.replace('«', open).replace('»', close).replace('▲', sign);
    let rules = games::rules(model.game_at_hand(), model.look.language);
    rules.lines().map(|it| HelpLine::Plain(shown(it))).collect()
}

fn odds(language: Language) -> Vec<HelpLine> {
    let defenders = columns((1..=9).map(|it: u8| it.to_string()));
    let mut lines = vec![
        HelpLine::Plain(language.odds_title()),
        HelpLine::blank(),
        HelpLine::Strong(language.odds_heading()),
        HelpLine::Strong(format!("{} {defenders}", right(&language.odds_dice(), 8))),
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
    lines.push(HelpLine::Plain(language.odds_tie()));
    lines
}

/// Numbers aligned in columns.
fn columns(numbers: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = numbers.into_iter().map(|it| format!("{it:>5}")).collect();
    cells.concat()
}

/// The context that the help explains: that of the screen or popup below it.
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
