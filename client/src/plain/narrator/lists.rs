//! The screens that are lists, as sentences: home, the record, the lobbies of a server.
//!
//! Called by the narrator when such a screen has come or changed.

use dicehall_protocol::LobbyLine;

use crate::files::record::{Sum, day};
use crate::lang::Language;
use crate::plain::words;
use crate::tui::keymap::abilities::has_right;
use crate::tui::keymap::menu::{HOME_ROWS, HomeRow};
use crate::tui::model::{Model, RecordList, lobby::ladder};

/// The number of the last matches of the record that are printed.
const RECORD_MATCHES: usize = 10;

/// The rows of the home screen.
pub(super) fn home(model: &Model) -> Vec<String> {
    let language = model.look.language;
    let offered = |it: &(usize, HomeRow)| has_right(model, it.1.action);
    let rows = (1_usize..).zip(HOME_ROWS).filter(offered);
    let rows = rows.map(move |(number, row)| {
        let told = [Some(row.label), row.hint].into_iter().flatten();
        let told: Vec<String> = told.map(|it| it(language)).collect();
        let text = told.join(&language.between());
        language.numbered(number, words::sentence(language, &text))
    });
    let chosen = [game_chosen(model), opponents(model)];
    let help = [language.begin_numbers(), language.begin_words()];
    chosen.into_iter().chain(rows).chain(help).collect()
}

/// The name of the bots to play against.
pub(super) fn opponents(model: &Model) -> String {
    let (language, rung) = (model.look.language, model.rung);
    language.opponents(
        ladder::called(language, rung),
        ladder::character(language, rung),
    )
}

/// The summary of the record, and its last matches.
pub(super) fn record(language: Language, record: &RecordList) -> Vec<String> {
    let RecordList {
        matches,
        summary,
        failed,
        ..
    } = record;
    if let Some(why) = failed {
        return vec![words::sentence(language, why)];
    }
    if matches.is_empty() {
        return vec![language.no_record()];
    }
    let groups = summary.games.iter().flat_map(|(game, groups)| {
        let told = |(bots, sum): (&Option<String>, &Sum)| {
            words::won_against(language, *game, bots.as_deref(), *sum)
        };
        groups.iter().map(told)
    });
    let last = matches.iter().take(RECORD_MATCHES);
    let last = last.map(|it| words::match_of_record(language, &day(it.ended_at_ms), &it.played));
    let sum = language.record_won(summary.won, summary.played, summary.best);
    std::iter::once(sum).chain(groups).chain(last).collect()
}

/// The name of the game that is played alone.
pub(super) fn game_chosen(model: &Model) -> String {
    let language = model.look.language;
    language.game_chosen(language.game_title(model.game.name(), model.game.title()))
}

/// That there are more lobbies than were listed.
pub(super) fn further(model: &Model) -> Option<String> {
    let skipped = usize::try_from(model.lobbies.wanted.skip.unwrap_or(0)).ok()?;
    let shown = skipped + model.lobbies.lines.as_ref()?.len();
    let all = usize::try_from(model.lobbies.total?).ok()?;
    (all > shown).then(|| model.look.language.lobbies_further(all - shown))
}

/// The lobbies, by the numbers by which they are chosen.
pub(super) fn lobbies(language: Language, all: &[LobbyLine]) -> Vec<String> {
    let help = language.lobbies_help();
    if all.is_empty() {
        return vec![language.no_lobbies(help)];
    }
    let told = (1_usize..)
        .zip(all)
        .map(|(number, it)| words::lobby_line(language, number, it));
    std::iter::once(language.lobbies(all.len(), help))
        .chain(told)
        .collect()
}
