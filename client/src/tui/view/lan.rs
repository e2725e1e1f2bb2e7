//! Two lists to choose from: the servers on the LAN, and the lobbies of a server.

use dicehall_engine::lobby::Phase;
use dicehall_protocol::{LobbyLine, VERSION};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::home_words as says;
use super::panel::list;
use crate::graphics::put::put;
use crate::graphics::text::{pad, wrap};
use crate::net::link::LanServer;
use crate::tui::geometry::hits::HitMap;
use crate::tui::geometry::{self, row_of, split_top};
use crate::tui::model::Model;

/// The columns of what is live: game, seats and round trip.
const LIVE_WIDTH: usize = 29;

const NOBODY: &str = "Nobody has announced a game yet; this list fills by itself.\n\n\
    Somebody on this network starts one with: dicehall host\n\n\
    Announcements do not reach everywhere (guest Wi-Fi, VPN, containers). An address always works: press a and type \
    what the host's screen shows, such as 192.0.2.7:4600.";
const NO_LOBBY: &str = "There is no lobby on this server yet. Press n to make one.";

/// Draws the servers on the LAN.
pub fn draw_servers(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let area = inset(area);
    let (header, rest) = split_top(area, 2);
    let name = usize::from(area.width)
        .saturating_sub(2 + 22 + 7 + LIVE_WIDTH)
        .max(8);
    let heading = format!(
        "  {}{}{}{}",
        pad(model.look, "server", name),
        pad(model.look, "address", 22),
        pad(model.look, "lobby", 7),
        pad(model.look, "game         seats     ping", LIVE_WIDTH)
    );
    put(frame, Line::styled(heading, model.look.strong()), header);
    let lines: Vec<String> = model
        .lan
        .servers
        .iter()
        .map(|it| server_line(model, it, name))
        .collect();
    let typed = "type an address ...".to_owned();
    let rows: Vec<String> = lines.into_iter().chain([typed]).collect();
    list(model.look, frame, rest, (&rows, model.lan.row), hits);
    let used = geometry::rows(rows.len() + 1);
    let (_, below) = split_top(rest, used);
    let text = match &model.lan.failed {
        Some(why) => format!(
            "There can be no search on this machine: {why}\n\nAn address can still be typed: press a."
        ),
        None if model.lan.servers.is_empty() => NOBODY.to_owned(),
        None => String::new(),
    };
    explain(model, frame, below, &text);
}

/// Draws the lobbies of a server.
pub fn draw_lobbies(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let area = inset(area);
    let (header, rest) = split_top(area, 2);
    let title = usize::from(area.width)
        .saturating_sub(2 + 7 + 14 + 9 + 18 + 10)
        .max(8);
    let heading = format!(
        "  {}{}{}{}people  bots  open",
        pad(model.look, "code", 7),
        pad(model.look, "title", title),
        pad(model.look, "game", 14),
        pad(model.look, "", 9)
    );
    put(frame, Line::styled(heading, model.look.strong()), header);
    let Some(lines) = &model.lobbies.lines else {
        explain(model, frame, rest, "asking the server ...");
        return;
    };
    if lines.is_empty() {
        explain(model, frame, rest, NO_LOBBY);
        return;
    }
    let rows: Vec<String> = lines
        .iter()
        .map(|it| lobby_line(model, it, title))
        .collect();
    list(model.look, frame, rest, (&rows, model.lobbies.row), hits);
}

fn server_line(model: &Model, server: &LanServer, name: usize) -> String {
    let code = server.lobby.map(|it| it.to_string()).unwrap_or_default();
    let live = if server.version == VERSION {
        live_words(model, server)
    } else {
        format!("speaks v{}", server.version)
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

/// What a visit to a server has told of its table: the one that was announced, or else the first.
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
    let phase = match line.phase {
        Phase::Waiting => "waiting",
        Phase::Starting => "starting",
        Phase::Playing => "playing",
        Phase::Over => "over",
        Phase::Ended => "ended",
    };
    let door = match (line.locked, line.has_password) {
        (true, _) => "  locked",
        (false, true) => "  password",
        (false, false) => "",
    };
    format!(
        "{}{}{}{}{:>6}{:>6}{:>6}{door}",
        pad(model.look, line.lobby.as_str(), 7),
        pad(model.look, &line.title, title),
        pad(model.look, line.game.title(), 14),
        pad(model.look, phase, 9),
        line.humans,
        line.bots,
        line.open
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
