//! The address for a browser, as text and as a QR code that a telephone's camera reads. Drawn by `popup`.

use qrcode::{Color as Module, EcLevel, QrCode};
use ratatui::style::{Color, Style};
use ratatui::text::Line;

use crate::graphics::text::styled;
use crate::graphics::theme::Glyphs;
use crate::tui::model::Model;

/// The width of the light margin around a code on each side, in modules. ISO/IEC 18004:2015 ("QR
/// Code bar code symbology specification") asks for 4; cameras manage with 2, and 80x24 has no room
/// for more.
const MARGIN: usize = 2;

/// The address, and below it the QR code if the terminal can draw one: dark on light, whatever the
/// theme. Last come the commands with the other addresses of a machine that is in several networks.
pub(super) fn lines(model: &Model) -> Vec<Line<'static>> {
    let Some(link) = model.page_link() else {
        return Vec::new();
    };
    let mut lines = vec![Line::from(styled(link.clone(), model.look.strong()))];
    let is_drawn = model.look.glyphs != Glyphs::Ascii;
    let code = QrCode::with_error_correction_level(link, EcLevel::L);
    if let Some(code) = code.ok().filter(|_| is_drawn) {
        let style = Style::new().fg(Color::Black).bg(Color::White);
        lines.push(Line::default());
        lines.extend(drawn(&code).into_iter().map(|it| Line::styled(it, style)));
    }
    lines.extend(other_ways(model));
    lines
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

/// The rows of a QR code, two modules high in each character.
fn drawn(code: &QrCode) -> Vec<String> {
    let width = code.width();
    let wide = width + 2 * MARGIN;
    let is_dark = |x: usize, y: usize| {
        let inside = |it: usize| it.checked_sub(MARGIN).filter(|it| *it < width);
        matches!((inside(x), inside(y)), (Some(x), Some(y)) if code[(x, y)] == Module::Dark)
    };
    let character = |x, y| match (is_dark(x, y), is_dark(x, y + 1)) {
        (false, false) => ' ',
        (true, false) => '▀',
        (false, true) => '▄',
        (true, true) => '█',
    };
    (0..wide)
        .step_by(2)
        .map(|y| (0..wide).map(|x| character(x, y)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_its_margin() {
        let code = QrCode::with_error_correction_level("http://192.0.2.7:4600/K7WQ2", EcLevel::L);
        let rows = drawn(&code.unwrap());
        let side = rows[0].chars().count();
        assert_eq!(rows.len(), side.div_ceil(2));
        assert!(rows[0].chars().all(|it| it == ' '), "the margin is light");
        // A finder pattern is a square of 7x7 modules around one of 3x3; two of the three are at
        // the top, one at the bottom.
        let corner = "█▀▀▀▀▀█";
        let begins = |row: &String| row.trim_start().starts_with(corner);
        assert!(
            begins(&rows[1]) && rows[1].trim_end().ends_with(corner),
            "{rows:#?}"
        );
        let lower = rows.iter().skip(2).filter(|it| begins(it));
        assert_eq!(lower.count(), 1, "one corner below: {rows:#?}");
        assert!(rows.iter().all(|it| it.chars().count() == side));
    }
}
