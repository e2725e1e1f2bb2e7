//! Two lists to choose from: the servers on the LAN, and the lobbies of a server.

use dicehall_engine::lobby::Phase;
use dicehall_protocol::{LobbyLine, VERSION};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::graphics::text::{pad, wrap};
use crate::net::link::LanServer;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{split_bottom, split_top};
use crate::tui::model::Model;

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
        .saturating_sub(2 + 22 + 7 + 15)
        .max(8);
    let heading = format!(
        "  {}{}{}",
        pad(model.look, "server", name),
        pad(model.look, "address", 22),
        "lobby"
    );
    frame.render_widget(Line::styled(heading, model.look.strong()), header);
    let lines: Vec<String> = model
        .lan
        .servers
        .iter()
        .map(|it| server_line(model, it, name))
        .collect();
    let typed = "type an address ...".to_owned();
    let rows: Vec<String> = lines.into_iter().chain([typed]).collect();
    list(model, frame, rest, (&rows, model.lan.row), hits);
    let used = u16::try_from(rows.len() + 1).unwrap_or(u16::MAX);
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
        .saturating_sub(2 + 7 + 9 + 24)
        .max(8);
    let heading = format!(
        "  {}{}{}people  bots  open",
        pad(model.look, "code", 7),
        pad(model.look, "title", title),
        pad(model.look, "", 10)
    );
    frame.render_widget(Line::styled(heading, model.look.strong()), header);
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
    list(model, frame, rest, (&rows, model.lobbies.row), hits);
}

fn server_line(model: &Model, server: &LanServer, name: usize) -> String {
    let code = server.lobby.map(|it| it.to_string()).unwrap_or_default();
    let version = if server.version == VERSION {
        String::new()
    } else {
        format!("speaks v{}", server.version)
    };
    let look = model.look;
    format!(
        "{}{}{}{version}",
        pad(look, &server.name, name),
        pad(look, &server.address, 22),
        pad(look, &code, 7)
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
        "{}{}{}{:>6}{:>6}{:>6}{door}",
        pad(model.look, line.lobby.as_str(), 7),
        pad(model.look, &line.title, title),
        pad(model.look, phase, 10),
        line.humans,
        line.bots,
        line.open
    )
}

/// Rows of which one is chosen, scrolled so that it can be seen.
fn list(
    model: &Model,
    frame: &mut Frame<'_>,
    area: Rect,
    (rows, chosen): (&[String], usize),
    hits: &mut HitMap,
) {
    let visible = usize::from(area.height).max(1);
    let first = (chosen + 1).saturating_sub(visible);
    for (at, row) in rows.iter().enumerate().skip(first).take(visible) {
        let offset = u16::try_from(at - first).unwrap_or(u16::MAX);
        let place = Rect {
            y: area.y + offset,
            height: 1.min(area.height),
            ..area
        };
        let sign = if at == chosen { ">" } else { " " };
        let style = if at == chosen {
            model.look.chosen()
        } else {
            Style::new()
        };
        let text = pad(
            model.look,
            &format!("{sign} {row}"),
            usize::from(area.width),
        );
        frame.render_widget(Line::styled(text, style), place);
        hits.add(place, Hit::Row(at));
    }
}

fn explain(model: &Model, frame: &mut Frame<'_>, area: Rect, text: &str) {
    let width = usize::from(area.width).saturating_sub(4).clamp(1, 72);
    let (mut rest, _) = split_bottom(area, 0);
    for line in wrap(text, width) {
        let (place, below) = split_top(rest, 1);
        rest = below;
        frame.render_widget(Line::styled(format!("  {line}"), model.look.dim()), place);
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
