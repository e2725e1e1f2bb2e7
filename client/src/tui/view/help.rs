//! The help: keys from the table, typed commands, the rules in short, and how often attacks win.

use dicehall_engine::{GameKind, Seat};
use ratatui::text::Line;

use super::text::{pad, plain, styled};
use crate::tui::keymap::{self, Binding, Context};
use crate::tui::model::popup::{HelpPage, Popup};
use crate::tui::model::words::words;
use crate::tui::model::{Model, Screen};
use crate::tui::update::WORDS;

/// How often an attack wins, in percent: rows by the attacker's dice from 2, columns by the defender's from 1.
const ODDS: [[u8; 9]; 8] = [
    [84, 44, 15, 4, 1, 0, 0, 0, 0],
    [97, 78, 45, 19, 6, 1, 0, 0, 0],
    [100, 94, 74, 46, 22, 8, 3, 1, 0],
    [100, 99, 91, 72, 46, 24, 10, 4, 1],
    [100, 100, 98, 88, 70, 47, 26, 12, 5],
    [100, 100, 99, 96, 86, 69, 47, 27, 14],
    [100, 100, 100, 99, 95, 84, 67, 47, 29],
    [100, 100, 100, 100, 98, 93, 83, 66, 47],
];

/// The rules of the game that is played, is chosen in the lobby, or is played next.
fn game(model: &Model) -> GameKind {
    let lobby = model.lobby.as_ref();
    let playing = model.game_match().map(|it| it.game);
    playing
        .or(lobby.map(|it| it.view.settings.rules.kind()))
        .unwrap_or(model.game)
}

/// The pages that there are: odds only where something is attacked.
pub fn pages(model: &Model) -> &'static [HelpPage] {
    if words(game(model)).has_dice() {
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
pub fn lines(model: &Model, page: HelpPage) -> Vec<Line<'static>> {
    match page {
        HelpPage::Keys => keys(model),
        HelpPage::Rules => rules(model),
        HelpPage::Odds => odds(model),
    }
}

fn keys(model: &Model) -> Vec<Line<'static>> {
    let context = context_below(model);
    let game = words(game(model));
    let on_board = context == Context::Match;
    let here = keymap::BINDINGS
        .iter()
        .filter(|it| it.contexts.contains(&context));
    let useful = here.filter(|it| !on_board || !game.useless.contains(&it.action));
    let mut lines: Vec<Line<'static>> = useful
        .map(|it| {
            key_line(
                model,
                it,
                game.key(it.action).filter(|_| on_board).unwrap_or(it.help),
            )
        })
        .collect();
    lines.push(Line::default());
    if context != Context::Replay {
        typed(model, &mut lines);
    }
    let more = if pages(model).len() > 2 {
        "left and right: rules, odds"
    } else {
        "right: the rules"
    };
    lines.push(Line::styled(more, model.look.dim()));
    lines
}

/// What can be typed, and what the mouse does.
fn typed(model: &Model, lines: &mut Vec<Line<'static>>) {
    lines.push(Line::styled("Typed commands, after :", model.look.strong()));
    lines.extend(
        words(game(model))
            .typed
            .iter()
            .chain(WORDS)
            .map(|(word, what)| {
                Line::from(vec![
                    styled(pad(model.look, word, 25), model.look.strong()),
                    plain(*what),
                ])
            }),
    );
    lines.push(Line::default());
    lines.push(Line::from(
        "The mouse points, clicks and scrolls; hold Shift to select text as usual.",
    ));
}

fn key_line(model: &Model, binding: &Binding, help: &'static str) -> Line<'static> {
    let names: Vec<String> = binding.keys.iter().map(|it| keymap::name(*it)).collect();
    let keys = pad(model.look, &names.join(", "), 16);
    Line::from(vec![styled(keys, model.look.strong()), plain(help)])
}

fn rules(model: &Model) -> Vec<Line<'static>> {
    let [open, close] = model.look.symbols().source;
    let sign = model.look.owner(Seat::ALL[0]);
    let shown = |it: &&str| it.replace('«', open).replace('»', close).replace('▲', sign);
    words(game(model))
        .rules
        .iter()
        .map(|it| Line::from(shown(it)))
        .collect()
}

fn odds(model: &Model) -> Vec<Line<'static>> {
    let mut lines = vec![
        Line::from("How often an attack wins, in percent, rounded."),
        Line::default(),
        Line::styled("attacker   defender's dice", model.look.strong()),
    ];
    lines.push(Line::styled(
        format!("    dice {}", columns(1..=9)),
        model.look.strong(),
    ));
    for (dice, row) in (2..).zip(ODDS) {
        lines.push(Line::from(format!("{dice:>8} {}", columns(row))));
    }
    lines.push(Line::default());
    lines.push(Line::from(
        "Equal stacks win a little less than half the time: a tie is the defender's.",
    ));
    lines
}

/// Numbers below each other.
fn columns(numbers: impl IntoIterator<Item = u8>) -> String {
    let cells: Vec<String> = numbers.into_iter().map(|it| format!("{it:>5}")).collect();
    cells.concat()
}

/// The context that the help is for: that of the screen or popup under it.
fn context_below(model: &Model) -> Context {
    let at_the_end = model.popups.contains(&Popup::Outcome);
    match model.screen {
        Screen::Match if model.replay.is_some() => Context::Replay,
        Screen::Match if at_the_end => Context::Outcome,
        Screen::Home => Context::Home,
        Screen::Lan => Context::Lan,
        Screen::Lobbies => Context::Lobbies,
        Screen::Lobby => Context::Lobby,
        Screen::Match => Context::Match,
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::games::territory::odds::exact;

    use super::*;

    #[test]
    fn the_printed_odds_are_the_exact_ones_rounded() {
        for (attackers, row) in (2_u8..).zip(ODDS) {
            for (defenders, printed) in (1_u8..).zip(row) {
                let percent = exact(attackers, defenders).probability() * 100.0;
                assert_eq!(
                    format!("{printed}"),
                    format!("{percent:.0}"),
                    "{attackers} against {defenders}"
                );
            }
        }
    }

    #[test]
    fn every_line_fits_the_popup_of_the_usual_terminal() {
        let mut model = crate::testing::home();
        for game in GameKind::ALL {
            model.game = *game;
            for page in pages(&model) {
                for line in lines(&model, *page) {
                    assert!(line.width() <= 78, "{page:?}: {line}");
                }
            }
            assert_eq!(lines(&model, HelpPage::Rules)[0].to_string(), game.title());
        }
    }
}
