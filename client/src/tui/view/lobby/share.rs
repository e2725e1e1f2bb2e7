//! The ways to join the table: the command to type, and the address for a browser. Drawn by `lobby`, as lines at the bottom of
//! a small lobby and as a section of a large one.

use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::HEIGHT_WITH_ALL;
use crate::graphics::text::{cut, plain, styled, wrap_styled};
use crate::tui::keymap::{Context, KeyAction, key_name};
use crate::tui::model::Model;
use crate::tui::model::lobby::Lobby;
use crate::tui::view::panel::{Rows, Section};

/// The lines with the ways to join, of which a guest knows none; of a lobby that only this machine can join, a sentence and the address for a browser.
pub(super) fn lines(model: &Model, lobby: &Lobby, area: Rect) -> Vec<Line<'static>> {
    let language = model.look.language;
    if model.rights.door().is_some() {
        return Vec::new();
    }
    let Some(address) = model.share_address() else {
        let page = model
            .page_link()
            .map(|it| format!(" {}", language.browser_here(it)));
        let told = std::iter::once(format!(" {}", language.on_this_machine()));
        return told
            .chain(page.filter(|_| area.height >= HEIGHT_WITH_ALL))
            .map(|it| Line::styled(it, model.look.dim()))
            .collect();
    };
    let width = usize::from(area.width);
    if area.height < HEIGHT_WITH_ALL {
        let text = format!(" join {address} --lobby {}", lobby.view.lobby);
        return vec![Line::styled(
            cut(model.look, &text, width),
            model.look.strong(),
        )];
    }
    let command = format!("dicehall join {address} --lobby {}", lobby.view.lobby);
    let key = key_name(model, Context::Lobby, KeyAction::ShowLink);
    let page = model
        .page_link()
        .map(|it| (language.or_in_a_browser(key), it));
    let lead = if model.leads_here_only() {
        language.here_join_with()
    } else {
        language.others_join_with()
    };
    let ssh = model.ssh.as_ref();
    let ssh = ssh.map(|it| {
        (
            language.or_by_ssh(),
            format!("{}  {}", it.command, it.fingerprint),
        )
    });
    std::iter::once((lead, command))
        .chain(page)
        .chain(ssh)
        .flat_map(|(lead, way)| led(model, &format!(" {lead}  "), &way, width))
        .collect()
}

/// The ways to join as a section beside the board: the command, and the address for a browser. Not for a guest, who knows none.
pub(super) fn section(model: &Model, lobby: &Lobby, width: usize) -> Section<'static> {
    let (look, language) = (model.look, model.look.language);
    let code = lobby.view.lobby;
    let command = model
        .share_address()
        .map(|it| format!("dicehall join {it} --lobby {code}"));
    let ways = command.into_iter().chain(model.page_link());
    let mut lines: Vec<Line<'static>> = ways
        .flat_map(|it| wrap_styled(&it, width, look.strong()))
        .collect();
    lines.extend(ssh_way(model, width));
    if model.share_address().is_none() || model.is_here_only() {
        lines.extend(wrap_styled(&language.on_this_machine(), width, look.dim()));
    }
    let key = key_name(model, Context::Lobby, KeyAction::ShowLink);
    let aside = model.code_link().map(|_| language.ways_aside(key));
    Section::new(language.ways_heading(), Rows::Fit, lines).beside(aside.unwrap_or_default())
}

/// The command for guests who have nothing but ssh, and what their ssh shows when they come for the first time; nothing
/// without a door.
pub(in crate::tui::view) fn ssh_way(model: &Model, width: usize) -> Vec<Line<'static>> {
    let Some(way) = &model.ssh else {
        return Vec::new();
    };
    let look = model.look;
    [
        wrap_styled(&look.language.or_by_ssh(), width, look.dim()),
        wrap_styled(&way.command, width, look.strong()),
        wrap_styled(&way.fingerprint, width, look.dim()),
    ]
    .concat()
}

/// A label and a text, on one line if both fit.
fn led(model: &Model, lead: &str, text: &str, width: usize) -> Vec<Line<'static>> {
    let strong = model.look.strong();
    if lead.width() + text.width() <= width {
        return vec![Line::from(vec![
            plain(lead.to_owned()),
            styled(text.to_owned(), strong),
        ])];
    }
    let lead = Line::from(lead.to_owned());
    std::iter::once(lead)
        .chain(wrap_styled(text, width, strong))
        .collect()
}
