//! Answers to questions about a table: seats, standings, events, rules.

use dicehall_engine::Seat;
use dicehall_engine::lobby::Phase;
use dicehall_protocol::HolderView;

use super::happened;
use super::narrator::{chat_line, seats_of};
use super::people::{playing, who};
use super::words::{self, Command};
use crate::games;
use crate::games::words::hints::{dangers, gain_words};
use crate::graphics::text::percent;
use crate::lang::Language;
use crate::tui::keymap::help::{self, TYPED};
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::switches::Switches;

/// The number of events that are told unless a number is typed.
const LOG_LINES: usize = 10;
/// The commands that only change a screen.
const OF_SCREENS: [&str; 3] = ["zoom", "lobby", "board"];
/// The typed texts that only move a cursor; the line mode has none.
const OF_CURSORS: [&str; 2] = ["b3", "12"];
/// The commands that are already in the short help.
const IN_SHORT: [&str; 7] = ["say", "help", "leave", "resign", "rematch", "start", "hint"];

/// The part of the rules' text that speaks of the screen in the middle of a paragraph.
const OF_SCREEN: &str = " (key c)";

/// The seat to move, and the standings.
pub(super) fn status(model: &Model) -> Vec<String> {
    let language = model.look.language;
    let mut lines = Vec::new();
    if !model.is_connected() {
        lines.push(language.not_connected());
    }
    let Some(lobby) = &model.lobby else {
        lines.push(language.no_lobby());
        return lines;
    };
    if lobby.is_frozen {
        lines.push(language.frozen());
    }
    let Some(game_match) = &lobby.game_match else {
        let game = lobby.view.settings.rules.kind();
        let title = language.game_title(game.name(), game.title());
        lines.push(language.waiting_for_start(title));
        lines.extend(seats_of(lobby));
        return lines;
    };
    let title = happened::title(game_match, language);
    lines.push(language.status_is(title, game_match.round()));
    lines.push(turn(lobby, game_match));
    if lobby.view.paused {
        lines.push(language.pauses());
    }
    if lobby.waits_for_players() {
        lines.push(language.waits_for_players());
    }
    if lobby.my_seat().is_none() {
        lines.push(language.is_watching());
    }
    lines.extend(happened::standings(lobby, game_match));
    lines.extend(what_if(language, game_match));
    let is_person = |it: &Seat| matches!(lobby.holder(*it), Some(HolderView::Human { .. }));
    let clocks = playing(lobby).filter(is_person).filter_map(|seat| {
        let time = game_match.time_left(seat)?;
        let who = who(lobby, seat);
        Some(language.time_left(who.person(), who.subject(language), time))
    });
    lines.extend(clocks);
    lines
}

/// The result of ending the turn now, and the endangered territories.
fn what_if(language: Language, game_match: &GameMatch) -> Vec<String> {
    let Some(outlook) = game_match.outlook() else {
        return Vec::new();
    };
    let gain = outlook
        .gain
        .map(|it| language.turn_brings(gain_words(language, it)));
    let name = |at| game_match.board.places().full_name(at);
    let dangers = dangers(outlook)
        .map(|(at, from, chance)| language.in_danger(name(at), name(from), percent(Some(chance))));
    gain.into_iter().chain(dangers).collect()
}

/// The last events of the match, the oldest first.
pub(super) fn log(model: &Model, text: &str) -> Vec<String> {
    let (Some(lobby), Some(game_match)) = (&model.lobby, model.game_match()) else {
        return vec![model.look.language.no_log()];
    };
    let number = text.parse().unwrap_or(LOG_LINES);
    let newest = game_match.log.newest().take(number);
    let mut lines: Vec<String> = newest
        .map(|it| happened::sentence(lobby, game_match, &it.entry))
        .collect();
    lines.reverse();
    if lines.is_empty() {
        return vec![model.look.language.no_log()];
    }
    lines
}

/// The last messages and the notices of who came and went, the oldest first.
pub(super) fn talk(model: &Model, text: &str) -> Vec<String> {
    let number = text.parse().unwrap_or(LOG_LINES);
    let lobby = model.lobby.iter();
    let newest = lobby.flat_map(|lobby| {
        let newest = lobby.chat.newest().take(number);
        newest.map(|it| chat_line(lobby, it))
    });
    let mut lines: Vec<String> = newest.collect();
    lines.reverse();
    if lines.is_empty() {
        return vec![model.look.language.no_talk()];
    }
    lines
}

/// The seats and their holders.
pub(super) fn seats(model: &Model) -> Vec<String> {
    let lobby = model.lobby.as_ref();
    lobby.map_or_else(|| vec![model.look.language.no_lobby()], seats_of)
}

/// The rules of the game, with the settings of this table.
pub(super) fn rules(model: &Model) -> Vec<String> {
    let language = model.look.language;
    let rules = games::rules(model.game_at_hand(), language);
    let mut lines = paragraphs(language, &rules);
    if let Some(lobby) = &model.lobby {
        let settings = &lobby.view.settings;
        let switches = Switches::of(settings.rules.kind());
        let values = switches.map(|it| (it.name, Switches::value(settings, &it)));
        lines.push(words::switches(language, &values.collect::<Vec<_>>()));
        let hints = lobby.hints_allowed.then(|| language.hints_allowed());
        lines.extend(hints.map(|it| words::sentence(language, &it)));
    }
    lines
}

/// The typed commands: the usual ones, or all.
pub(super) fn help(model: &Model, text: &str) -> Vec<String> {
    let language = model.look.language;
    let game = games::words(model.game_at_hand());
    let on_board = game
        .typed
        .iter()
        .filter(|(word, _)| !OF_CURSORS.contains(word));
    let line = |(word, what): &Command| language.command_line(*word, what(language));
    let mut lines: Vec<String> = on_board.chain(words::COMMANDS).map(line).collect();
    if text == "all" {
        let is_other = |it: &str| !OF_SCREENS.contains(&it) && !IN_SHORT.contains(&it);
        let others = TYPED.iter().filter(|(it, _)| is_other(first_word(it)));
        lines.extend(others.map(line));
    }
    lines
}

/// Whether the lobby has a command of this name.
pub(super) fn is_command(word: &str) -> bool {
    help::is_command(word) && !OF_SCREENS.contains(&word)
}

fn first_word(text: &str) -> &str {
    text.split([' ', ',']).next().unwrap_or_default()
}

fn turn(lobby: &Lobby, game_match: &GameMatch) -> String {
    match (lobby.view.phase, game_match.to_move) {
        (Phase::Playing, Some(seat)) => happened::of(lobby, seat, Language::turn_of),
        (Phase::Playing | Phase::Waiting | Phase::Starting | Phase::Over | Phase::Ended, _) => {
            lobby.language.is_over()
        }
    }
}

/// The rules without the parts about the screen; each paragraph and each item of a list is a line.
fn paragraphs(language: Language, rules: &str) -> Vec<String> {
    let heading = language.on_the_board();
    let of_screen = |it: &&str| *it == heading || it.contains("[ ]");
    let between = language.line_join();
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for text in rules.lines().take_while(|it| !of_screen(it)) {
        let is_item = text.starts_with(' ');
        match lines
            .last_mut()
            .filter(|_| goes_on && !is_item && !text.is_empty())
        {
            Some(line) => {
                line.push_str(&between);
                line.push_str(text);
            }
            None => lines.push(match text.trim().split_once("  ") {
                Some((what, is)) => format!("{what}: {}", is.trim()),
                None => text.trim().to_owned(),
            }),
        }
        goes_on = !is_item && !text.is_empty();
    }
    lines.retain(|it| !it.is_empty());
    for line in &mut lines {
        *line = line.replace(OF_SCREEN, "");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_in_paragraphs_and_without_the_screen() {
        let rules = [
            "A game",
            "",
            "Two",
            "lines.",
            "",
            "  item  one",
            "  item  two",
            "After.",
            "",
            "On the board",
            "  [ ] no",
        ];
        let told = paragraphs(Language::English, &rules.join("\n"));
        assert_eq!(
            told,
            ["A game", "Two lines.", "item: one", "item: two", "After."]
        );
    }
}
