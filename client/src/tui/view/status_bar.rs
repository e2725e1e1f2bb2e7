//! Draws the first line of every screen (the place and the connection) and the last two (the status
//! and the key hints).

mod heading;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::{lobby, question, seek_bar};
use crate::graphics::put::put;
use crate::graphics::text::{cut, plain, styled};
use crate::graphics::theme::Glyphs;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{columns, split_left, split_right};
use crate::tui::keymap::abilities::offered;
use crate::tui::keymap::{self, Binding, Context, Key, KeyAction};
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::popup::{Popup, Prompt, Question};
use crate::tui::model::replay::Seek;
use crate::tui::model::{Connection, Model, Screen, Server};
use heading::{match_heading, place_heading};

/// The narrowest terminal whose heading shows how many seats are ready.
const PILL_WIDTH_MIN: u16 = 60;

/// Draws the first line: the game or the program, and the connection; or what is wrong with it.
pub fn heading(model: &Model, frame: &mut Frame<'_>, area: Rect) {
    if let Some(banner) = banner(model) {
        let text = cut(model.look, &format!(" {banner}"), usize::from(area.width));
        frame.buffer_mut().set_style(area, model.look.chosen());
        put(frame, Line::styled(text, model.look.chosen()), area);
        return;
    }
    let unread = unread(model);
    let right = format!("{unread}{}", connection(model));
    let used = right.width() + 2;
    let room = usize::from(area.width).saturating_sub(right.width() + 1);
    let left = match model.screen {
        Screen::Match => match_heading(model, room),
        Screen::Home | Screen::Lan | Screen::Lobbies | Screen::Record | Screen::Lobby => {
            place_heading(model, room)
        }
    };
    let surface = model.look.surface(model.look.palette().panel);
    frame.buffer_mut().set_style(area, surface);
    put(frame, left, area);
    let (_, corner) = split_right(area, columns(right.width()));
    put(frame, Line::styled(right, model.look.dim()), corner);
    let (mark, _) = split_left(corner, columns(unread.width()));
    put(frame, Line::styled(unread, model.look.turn()), mark);
    if let (Screen::Lobby, Some(lobby)) = (model.screen, &model.lobby) {
        let text = lobby::ready(model.look.language, lobby);
        let (before, _) = split_right(area, columns(used));
        let (_, pill) = split_right(before, columns(text.width()));
        if area.width >= PILL_WIDTH_MIN {
            put(frame, Line::styled(text, model.look.key()), pill);
        }
    }
}

/// Draws the line above the hints: the prompt, or a notice, or else the screen's own line.
pub fn status(model: &Model, frame: &mut Frame<'_>, area: Rect, otherwise: Line<'_>) {
    if let Some(prompt) = &model.prompt {
        type_line(model, frame, area, prompt);
        return;
    }
    if let Some(Popup::Confirm(asked)) = model.popups.last()
        && *asked != Question::Trust
        && area.width >= question::QUESTION_WIDTH_MIN
    {
        let (title, text) = question::question_words(model, *asked);
        let line = vec![
            styled(format!(" {title} "), model.look.chosen()),
            plain(format!(" {text}")),
        ];
        put(frame, Line::from(line), area);
        return;
    }
    let line = match &model.notice {
        Some(notice) => {
            let style = if notice.bad {
                model.look.bad()
            } else {
                model.look.strong()
            };
            Line::styled(format!(" {}", notice.text), style)
        }
        None => otherwise,
    };
    put(frame, line, area);
}

/// Draws the line of hints: as many keys of this screen as fit, and always the one for help. A
/// letter that does at the moment what a key before it does is left out.
pub fn hints(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let help_key = keymap::key_of(model, keymap::context(model), KeyAction::Help);
    let help_key = help_key.unwrap_or(Key::Char('?'));
    let [sign, word] = [keymap::name(help_key), model.look.language.key_help()];
    let [sign, word] = [sign, word].map(|it| format!(" {it} "));
    let pinned = format!("{sign}{word}");
    let surface = model.look.surface(model.look.palette().panel);
    frame.buffer_mut().set_style(area, surface);
    let room = usize::from(area.width).saturating_sub(pinned.width() + 1);
    let mut spans = vec![plain(" ")];
    let replay = model.replay.as_ref();
    if let Some(replay) = replay.filter(|_| model.popups.last() != Some(&Popup::Review)) {
        spans.extend(seek_bar::spans(model.look, replay, area, hits));
    }
    let mut used: usize = spans.iter().map(Span::width).sum();
    let mut told = Vec::new();
    for (keys, first, binding) in hint_list(model) {
        let hint = keymap::hint(model, binding);
        if matches!(first, Some(Key::Char(_))) && told.contains(&hint) {
            continue;
        }
        let width = keys.width() + 3 + hint.width();
        if used + width > room {
            break;
        }
        if let Some(Key::Char(key)) = first {
            let (_, from_hint) = split_left(area, columns(used));
            hits.add(split_left(from_hint, columns(width)).0, Hit::Key(key));
        }
        spans.push(styled(format!(" {keys} "), model.look.key()));
        spans.push(styled(format!(" {hint} "), model.look.quiet()));
        used += width + 1;
        told.push(hint);
    }
    put(frame, Line::from(spans), area);
    let (_, help) = split_right(area, columns(pinned.width()));
    let line = Line::from(vec![
        styled(sign, model.look.key()),
        styled(word, model.look.quiet()),
    ]);
    put(frame, line, help);
    if let Key::Char(key) = help_key {
        hits.add(help, Hit::Key(key));
    }
}

/// A sentence about a broken connection; `None` while it works.
fn banner(model: &Model) -> Option<String> {
    let language = model.look.language;
    match &model.connection {
        Connection::Idle => None,
        Connection::Connected { late_ms, .. } => {
            let is_frozen = model.lobby.as_ref().is_some_and(|it| it.is_frozen);
            let is_moving = model.game_match().is_some_and(GameMatch::is_unanswered);
            let seconds = late_ms.map(|it| it / 1000);
            match (is_frozen, seconds) {
                (true, _) => Some(language.banner_frozen()),
                (false, None) => None,
                (false, Some(seconds)) if is_moving => Some(language.banner_late_move(seconds)),
                (false, Some(seconds)) => Some(language.banner_late(seconds)),
            }
        }
        Connection::Connecting {
            address,
            attempt: 1,
        } => Some(language.banner_connecting(address)),
        Connection::Connecting { address, attempt } => {
            Some(language.banner_attempt(address, *attempt))
        }
        Connection::Waiting { left_ms, why } => {
            let seconds = left_ms.div_ceil(1000);
            let key = keymap::key_of(model, Context::Waiting, KeyAction::RetryNow);
            let key = key.map(keymap::name).unwrap_or_default();
            Some(language.banner_lost(why, seconds, key))
        }
    }
}

/// The mark of words that came while the chat was not on the screen.
fn unread(model: &Model) -> String {
    let unread = model.lobby.as_ref().map_or(0, |it| it.unread);
    if unread == 0 {
        return String::new();
    }
    format!(" {} ", model.look.language.talk_unread(unread))
}

/// The state of the connection, in a few characters.
fn connection(model: &Model) -> String {
    let language = model.look.language;
    let place = match &model.server {
        Some(Server::Private) | None => String::new(),
        Some(Server::Hosted { .. }) => format!("{} ", language.connection_host()),
        Some(Server::Remote { .. }) => format!("{} ", language.connection_net()),
    };
    match model.connection {
        Connection::Connected {
            latency_ms: Some(ms),
            ..
        } => format!("{ms} ms  {place}"),
        Connection::Connected {
            latency_ms: None, ..
        } => place,
        Connection::Idle if model.replay.is_some() => format!("{} ", language.connection_replay()),
        Connection::Idle | Connection::Connecting { .. } | Connection::Waiting { .. } => {
            String::new()
        }
    }
}

fn type_line(model: &Model, frame: &mut Frame<'_>, area: Rect, prompt: &Prompt) {
    let label = prompt.kind.label(model.look.language);
    let room = usize::from(area.width).saturating_sub(label.width() + 2);
    let scroll = prompt.input.visual_scroll(room);
    let typed = if prompt.kind.is_secret() {
        "*".repeat(prompt.input.value().width())
    } else {
        prompt.input.value().to_owned()
    };
    let visible: String = skip_columns(&typed, scroll);
    let line = Line::from(vec![
        plain(" "),
        styled(label.as_str(), model.look.strong()),
        if prompt.is_selected {
            styled(visible, model.look.chosen())
        } else {
            plain(visible)
        },
    ]);
    put(frame, line, area);
    let column = 1 + label.width() + prompt.input.visual_cursor().saturating_sub(scroll);
    let x = area.x.saturating_add(columns(column));
    frame.set_cursor_position(Position::new(x.min(area.right().saturating_sub(1)), area.y));
}

/// A text without its first so many columns.
fn skip_columns(text: &str, columns: usize) -> String {
    let mut skipped = 0;
    let rest = text.chars().skip_while(|it| {
        let here = skipped;
        skipped += unicode_width::UnicodeWidthChar::width(*it).unwrap_or(0);
        here < columns
    });
    rest.collect()
}

/// The hints of a screen in the order of the table: the text of the keys, the first key, and the
/// binding.
fn hint_list(model: &Model) -> Vec<(String, Option<Key>, &'static Binding)> {
    let waiting = matches!(model.connection, Connection::Waiting { .. });
    let here = keymap::context(model);
    let contexts = waiting
        .then_some(Context::Waiting)
        .into_iter()
        .chain([here]);
    let lines = contexts.flat_map(|context| keymap::here(model, context));
    let hinted = lines.filter(|(it, _)| it.hint.is_some() && it.action != KeyAction::Help);
    let useful = hinted.filter(|(it, _)| offered(model, it.action));
    let shown = |(it, keys): (&'static Binding, &[Key])| {
        (shown_keys(model, it, keys), keys.first().copied(), it)
    };
    useful.map(shown).collect()
}

/// The key shown for a binding: its first, but for moving all of them.
fn shown_keys(model: &Model, binding: &Binding, keys: &[Key]) -> String {
    let usual = keys == binding.keys;
    let moves =
        usual && binding.action == KeyAction::Left && binding.contexts.contains(&Context::Match);
    if moves {
        return format!("{} hl yu bn", model.look.symbols().arrow_keys);
    }
    let arrow = |unicode: &str, ascii: &str| match model.look.glyphs {
        Glyphs::Ascii => ascii.to_owned(),
        Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks => unicode.to_owned(),
    };
    if let KeyAction::Seek(to) = binding.action
        && usual
    {
        let both = [
            (Seek::Before, arrow("←/→", "Left/Right")),
            (Seek::TurnBefore, "[ ]".to_owned()),
            (Seek::RoundBefore, "{ }".to_owned()),
        ];
        if let Some((_, keys)) = both.into_iter().find(|(it, _)| *it == to) {
            return keys;
        }
    }
    let at_home = usual && binding.contexts.contains(&Context::Home);
    if at_home && binding.action == KeyAction::Left {
        return arrow("←→", "Left/Right");
    }
    if usual && matches!(binding.action, KeyAction::Rung(_)) {
        return "1-5".to_owned();
    }
    match keys.first() {
        Some(Key::Code(crossterm::event::KeyCode::Left)) => arrow("←", "Left"),
        Some(Key::Code(crossterm::event::KeyCode::Right)) => arrow("→", "Right"),
        Some(key) => keymap::name(*key),
        None => String::new(),
    }
}
