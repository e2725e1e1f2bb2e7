//! Two lists to choose from: the servers on the LAN, and the lobbies of a server.

use dicehall_protocol::{LobbyLine, VERSION};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::graphics::put::put;
use crate::graphics::text::{pad, right, wrap};
use crate::graphics::theme::Look;
use crate::lang::Language;
use crate::net::link::LanServer;
use crate::tui::geometry::hits::HitMap;
use crate::tui::geometry::{self, row_of, split_top};
use crate::tui::keymap::{Context, KeyAction, key_name};
use crate::tui::model::Model;
use crate::tui::model::lobby_list::nearby::free_seats;
use crate::tui::view::home::home_words as says;
use crate::tui::view::panel::list;

/// The width of the live columns: game, seats and round trip.
const LIVE_WIDTH: usize = 29;
/// The width of a rating in the last column.
const RATING_WIDTH: usize = 8;
/// The width of the column of a lobby's game.
const GAME_WIDTH: usize = 14;

/// Draws the servers on the LAN.
pub fn draw_servers(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let (look, language) = (model.look, model.look.language);
    let area = inset(area);
    let (header, rest) = split_top(area, 2);
    let name = usize::from(area.width)
        .saturating_sub(2 + 22 + 7 + LIVE_WIDTH)
        .max(8);
    let heading = format!(
        "  {}{}{}{}",
        pad(look, &language.list_server(), name),
        pad(look, &language.list_address(), 22),
        pad(look, &language.list_lobby(), 7),
        pad(look, &live_heading(look), LIVE_WIDTH)
    );
    put(frame, Line::styled(heading, model.look.strong()), header);
    let lines: Vec<String> = model
        .lan
        .servers
        .iter()
        .map(|it| server_line(model, it, name))
        .collect();
    let typed = language.list_type_address();
    let rows: Vec<String> = lines.into_iter().chain([typed]).collect();
    list(model.look, frame, rest, (&rows, model.lan.row), hits);
    let used = geometry::rows(rows.len() + 1);
    let (_, below) = split_top(rest, used);
    let key = || key_name(model, Context::Lan, KeyAction::Address);
    let text = match &model.lan.failed {
        Some(why) => [language.lan_failed(why), language.lan_failed_still(key())].join("\n\n"),
        None if model.lan.servers.is_empty() => [
            language.lan_nobody(),
            language.lan_how(),
            language.lan_address(key()),
        ]
        .join("\n\n"),
        None => String::new(),
    };
    explain(model, frame, below, &text);
}

/// Draws the lobbies of a server.
pub fn draw_lobbies(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let (look, language) = (model.look, model.look.language);
    let area = inset(area);
    let (header, rest) = split_top(area, 2);
    let lines = model.lobbies.lines.as_deref().unwrap_or_default();
    let is_rated = lines.iter().any(|it| it.rating.is_some());
    let title = usize::from(area.width)
        .saturating_sub(2 + 7 + GAME_WIDTH + 9 + 6 + bots_width(language) + 6 + 10)
        .max(8);
    let told = Some(language.list_rating()).filter(|_| is_rated);
    let heading = format!(
        "  {}{}{}{}{}{}{}{}",
        pad(look, &language.list_code(), 7),
        pad(look, &language.list_title(), title),
        pad(look, &language.list_game(), GAME_WIDTH),
        pad(look, "", 9),
        right(&language.list_people(), 6),
        right(&language.list_bots(), bots_width(language)),
        right(&language.list_open(), 6),
        right(&told.unwrap_or_default(), RATING_WIDTH),
    );
    put(frame, Line::styled(heading, model.look.strong()), header);
    let wanted = wanted_words(model);
    put(
        frame,
        Line::styled(format!("  {wanted}"), model.look.dim()),
        row_of(header, 1),
    );
    let Some(lines) = &model.lobbies.lines else {
        explain(model, frame, rest, &language.lobbies_asking());
        return;
    };
    if lines.is_empty() {
        let key = key_name(model, Context::Lobbies, KeyAction::Create);
        let text = if wanted.is_empty() {
            language.lobbies_none(key)
        } else {
            language.lobbies_none_such()
        };
        explain(model, frame, rest, &text);
        return;
    }
    let rows: Vec<String> = lines
        .iter()
        .map(|it| lobby_line(model, it, title))
        .collect();
    list(model.look, frame, rest, (&rows, model.lobbies.row), hits);
}

/// Which lobbies are listed, and how many of how many; empty if all are.
fn wanted_words(model: &Model) -> String {
    let language = model.look.language;
    let list = &model.lobbies;
    let shown = list.lines.as_ref().map_or(0, Vec::len);
    let skipped = usize::try_from(list.wanted.skip.unwrap_or(0)).unwrap_or(usize::MAX);
    let all = usize::try_from(list.total.unwrap_or(0)).unwrap_or(usize::MAX);
    let game = list.wanted.game.map(|it| language.game_short(it.name()));
    let open = list.wanted.open.then(|| language.wants_open());
    let shared = list.wanted.shared.then(|| language.wants_shared());
    let part =
        (all > shown && shown > 0).then(|| language.list_part(skipped + 1, skipped + shown, all));
    let words = [game, open, shared, part].into_iter().flatten();
    words.collect::<Vec<_>>().join(&language.between())
}

/// The width of the column of bots, whose heading has no short form in some languages.
fn bots_width(language: Language) -> usize {
    language.list_bots().width() + 2
}

/// The headings of the live columns.
fn live_heading(look: Look) -> String {
    let language = look.language;
    format!(
        "{}{}{}",
        pad(look, &language.list_game(), 13),
        pad(look, &language.list_seats(), 9),
        right(&language.list_ping(), 5)
    )
}

fn server_line(model: &Model, server: &LanServer, name: usize) -> String {
    let code = server.lobby.map(|it| it.to_string()).unwrap_or_default();
    let live = if server.version == VERSION {
        live_words(model, server)
    } else {
        model.look.language.speaks_version(server.version)
    };
    let look = model.look;
    format!(
        "{}{}{}{}",
        pad(look, &server.name, name),
        pad(look, &server.address, 22),
        pad(look, &code, 7),
        pad(look, &live, LIVE_WIDTH)
    )
}

/// The live values of a server's table from the last visit: the announced table, else the first.
fn live_words(model: &Model, server: &LanServer) -> String {
    let Some(Some(visit)) = model.lan.visits.get(&server.address) else {
        return String::new();
    };
    let mut lines = visit.lobbies.iter();
    let announced = lines.find(|it| Some(it.lobby) == server.lobby);
    let Some(line) = announced.or(visit.lobbies.first()) else {
        return model.look.language.no_table();
    };
    let language = model.look.language;
    let seats = says::door_or_seats(language, line);
    let game = pad(model.look, &language.game_short(line.game.name()), 13);
    format!(
        "{game}{}{:>4} ms",
        pad(model.look, &seats, 9),
        visit.ping_ms
    )
}

fn lobby_line(model: &Model, line: &LobbyLine, title: usize) -> String {
    let (look, language) = (model.look, model.look.language);
    let bots = bots_width(language);
    let phase = language.lobby_phase(says::phase_code(line.phase));
    let door = says::door(language, line).map(|it| format!("  {it}"));
    // Nobody chooses a table by its rating that is not open.
    let rating = line.rating.map(|it| format!("{it:>RATING_WIDTH$}"));
    let last = door.or(rating).unwrap_or_default();
    format!(
        "{}{}{}{}{:>6}{:>bots$}{:>6}{last}",
        pad(look, line.lobby.as_str(), 7),
        pad(look, &line.title, title),
        pad(
            look,
            &says::game_in(language, line.game, GAME_WIDTH - 1),
            GAME_WIDTH
        ),
        pad(look, &phase, 9),
        line.humans,
        line.bots,
        free_seats(line)
    )
}

fn explain(model: &Model, frame: &mut Frame<'_>, area: Rect, text: &str) {
    let width = usize::from(area.width).saturating_sub(4).clamp(1, 72);
    for (at, line) in wrap(text, width).into_iter().enumerate() {
        let line = Line::styled(format!("  {line}"), model.look.dim());
        put(frame, line, row_of(area, at).intersection(area));
    }
}

fn inset(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        y: area.y + 1.min(area.height),
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(1),
    }
}
