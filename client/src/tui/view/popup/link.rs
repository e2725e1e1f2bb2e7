//! The address for a browser, as text and as a QR code. Drawn by `popup`.

use ratatui::text::Line;

use crate::graphics::text::styled;
use crate::tui::model::Model;
use crate::tui::view::code;
use crate::tui::view::lobby::share::ssh_way;

/// So many columns has a line about ssh, which is more than a fingerprint.
const SSH_WIDTH_MAX: usize = 70;

/// The address, and below it the QR code if the terminal can draw one: dark on light, whatever the
/// theme, and if other machines can reach it. Last come the commands with the other addresses of a machine that is in several networks.
pub(super) fn lines(model: &Model) -> Vec<Line<'static>> {
    let Some(link) = model.page_link() else {
        return Vec::new();
    };
    let mut lines = vec![Line::from(styled(link.clone(), model.look.strong()))];
    let code = model.code_link();
    let code = code.map_or_else(Vec::new, |it| code::lines(model.look, &it));
    if !code.is_empty() {
        lines.push(Line::default());
        lines.extend(code);
    }
    lines.extend(ssh_way(model, SSH_WIDTH_MAX));
    lines.extend(program(model));
    lines.extend(other_ways(model));
    lines
}

/// The command that fetches the program from this machine, and the number that proves it to be this one.
fn program(model: &Model) -> Vec<Line<'static>> {
    let (Some(page), Some(program)) = (&model.page, &model.program) else {
        return Vec::new();
    };
    let lead = Line::styled(model.look.language.program_here(), model.look.dim());
    let fetch = Line::from(format!("curl -O {page}/get/{}", program.name));
    let proof = Line::styled(format!("SHA-256 {}", program.sha256), model.look.dim());
    vec![lead, fetch, proof]
}

fn other_ways(model: &Model) -> Vec<Line<'static>> {
    let addresses = model.other_addresses();
    let Some(lobby) = model.lobby.as_ref().filter(|_| !addresses.is_empty()) else {
        return Vec::new();
    };
    let lead = Line::styled(model.look.language.other_ways(), model.look.dim());
    let code = lobby.view.lobby;
    let ways = addresses
        .iter()
        .map(|it| Line::from(format!("dicehall join {it} --lobby {code}")));
    [Line::default(), lead].into_iter().chain(ways).collect()
}
