//! A link as a QR code that a telephone's camera reads, in half blocks. Drawn in the lobby and in the popup of the link.

use qrcode::{Color as Module, EcLevel, QrCode};
use ratatui::style::{Color, Style};
use ratatui::text::Line;

use crate::graphics::theme::{Glyphs, Look};

/// The width of the light margin around a code on each side, in modules. ISO/IEC 18004:2015 ("QR
/// Code bar code symbology specification") asks for 4; cameras manage with 2, and 80x24 has no room
/// for more.
const MARGIN: usize = 2;

/// The code of a link, dark on light whatever the theme; none if the terminal cannot draw one.
pub(super) fn lines(look: Look, link: &str) -> Vec<Line<'static>> {
    let code = QrCode::with_error_correction_level(link, EcLevel::L);
    let Some(code) = code.ok().filter(|_| look.glyphs != Glyphs::Ascii) else {
        return Vec::new();
    };
    let style = Style::new().fg(Color::Black).bg(Color::White);
    let rows = drawn(&code).into_iter();
    rows.map(|it| Line::styled(it, style)).collect()
}

/// The same of twice the size: each module is two columns wide and a row high.
pub(super) fn large_lines(look: Look, link: &str) -> Vec<Line<'static>> {
    let code = QrCode::with_error_correction_level(link, EcLevel::L);
    let Some(code) = code.ok().filter(|_| look.glyphs != Glyphs::Ascii) else {
        return Vec::new();
    };
    let style = Style::new().fg(Color::Black).bg(Color::White);
    let wide = code.width() + 2 * MARGIN;
    let module = |x, y| {
        if is_dark(&code, [x, y]) {
            "██"
        } else {
            "  "
        }
    };
    let row = |y| (0..wide).map(|x| module(x, y)).collect::<String>();
    (0..wide).map(|y| Line::styled(row(y), style)).collect()
}

/// Whether a module is dark, counted from the corner of the margin.
fn is_dark(code: &QrCode, [x, y]: [usize; 2]) -> bool {
    let inside = |it: usize| it.checked_sub(MARGIN).filter(|it| *it < code.width());
    matches!((inside(x), inside(y)), (Some(x), Some(y)) if code[(x, y)] == Module::Dark)
}

/// The rows of a QR code, two modules high in each character.
fn drawn(code: &QrCode) -> Vec<String> {
    let wide = code.width() + 2 * MARGIN;
    let character = |x, y| match (is_dark(code, [x, y]), is_dark(code, [x, y + 1])) {
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
