//! The words of a screen's first line: where one is, or which match it is and whose turn.
//!
//! Called by the status bar, which draws them.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::games;
use crate::graphics::text::{cut, mark, plain, styled};
use crate::tui::keymap::{self, Context, KeyAction};
use crate::tui::model::{Model, Screen};

/// The name of a screen without a match.
pub(super) fn place_heading(model: &Model, room: usize) -> Line<'static> {
    let language = model.look.language;
    let text = match (&model.lobby, model.screen) {
        (Some(lobby), Screen::Lobby) => {
            language.place_lobby(&lobby.view.title, lobby.view.lobby.as_str())
        }
        (_, Screen::Lan) => language.place_lan(),
        (_, Screen::Lobbies) => language.place_lobbies(),
        (_, Screen::Record) => language.place_record(),
        (_, Screen::Home | Screen::Lobby | Screen::Match) => {
            format!("Dicehall {}", env!("CARGO_PKG_VERSION"))
        }
    };
    let text = format!(" {text}");
    Line::from(styled(cut(model.look, &text, room), model.look.strong()))
}

/// The game, what is known of its match, and whose turn it is.
pub(super) fn match_heading(model: &Model, room: usize) -> Line<'static> {
    let (Some(lobby), Some(game_match)) = (&model.lobby, model.game_match()) else {
        return Line::default();
    };
    let look = model.look;
    let name = format!(
        " {} ",
        look.language
            .game_title(game_match.game.name(), game_match.game.title())
    );
    let dot = look.symbols().dot;
    let round = match games::round(&game_match.view) {
        Some(round) => format!(" {dot} {}", look.language.round_number(round)),
        None => String::new(),
    };
    let variant = game_match.board.labels(look).variant;
    let hints = if lobby.hints_allowed {
        format!(" {dot} {}", look.language.hints_mark())
    } else {
        String::new()
    };
    let full = format!("{variant} {dot} {}{round}{hints}", lobby.view.title);
    let whose = whose_turn(model);
    let taken = name.width() + whose.iter().map(Span::width).sum::<usize>() + 1;
    let free = room.saturating_sub(taken);
    let short = format!("{variant}{round}{hints}");
    let texts = [
        full,
        short,
        format!("{variant}{round}"),
        round,
        String::new(),
    ];
    let text = texts
        .into_iter()
        .find(|it| it.width() <= free)
        .unwrap_or_default();
    let between = " ".repeat(free.saturating_sub(text.width()));
    let mut spans = vec![
        styled(name, look.strong()),
        styled(text, look.dim()),
        plain(between),
    ];
    spans.extend(whose);
    Line::from(spans)
}

/// The seat to move, or that the match is over.
fn whose_turn(model: &Model) -> Vec<Span<'static>> {
    let (Some(lobby), Some(game_match)) = (&model.lobby, model.game_match()) else {
        return Vec::new();
    };
    let (look, language) = (model.look, model.look.language);
    if lobby.view.paused && game_match.outcome.is_none() {
        let key = keymap::key_of(model, Context::Match, KeyAction::Pause);
        let goes_on = language.pill_goes_on(key.map(keymap::name).unwrap_or_default());
        return vec![
            styled(format!(" {} ", language.pill_paused()), look.turn()),
            plain(format!(" {goes_on} ")),
        ];
    }
    if lobby.waits_for_players() {
        return vec![
            styled(format!(" {} ", language.pill_waits()), look.turn()),
            plain(format!(" {} ", language.nobody_plays())),
        ];
    }
    let time = |seat| {
        game_match
            .time_left(seat)
            .map_or_else(String::new, |it| format!(" {it}"))
    };
    match (game_match.outcome, game_match.to_move) {
        (Some(_), _) => vec![styled(format!(" {} ", language.pill_over()), look.chosen())],
        (None, Some(seat)) if lobby.my_seat() == Some(seat) && game_match.is_unanswered() => {
            let text = format!(" {} {} ", look.owner(seat), language.pill_under_way());
            vec![styled(text, look.quiet())]
        }
        (None, Some(seat)) if lobby.my_seat() == Some(seat) => {
            let text = language.pill_your_turn();
            let text = format!(" {} {text}{} ", look.owner(seat), time(seat));
            vec![styled(text, look.turn())]
        }
        (None, Some(seat)) => {
            let told = language.to_move(cut(look, &lobby.seat_name(seat), 16));
            vec![
                mark(look, seat),
                styled(format!(" {told}"), look.quiet()),
                styled(format!("{} ", time(seat)), look.strong()),
            ]
        }
        (None, None) => Vec::new(),
    }
}
