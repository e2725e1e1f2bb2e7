//! Maps of Dice Wars, drawn for people: `dicehall map`.

use std::io::{self, Write};

use dicehall_engine::Seat;
use dicehall_engine::games::dice_wars::{Map, Shipped};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::games::draw::map_widget::{MapWidget, map_size};
use crate::games::draw::tile::Tile;
use crate::games::place::map_layout::MapLayout;
use crate::graphics::LineScale;
use crate::graphics::palette::ColorLevel;
use crate::graphics::theme::Look;

/// Prints the maps that are shipped.
pub(crate) fn list(json: bool, out: &mut impl Write) -> io::Result<()> {
    let names: Vec<&str> = Shipped::ALL.iter().map(|it| it.name()).collect();
    if json {
        return writeln!(out, "{}", serde_json::json!({ "maps": names }));
    }
    for which in Shipped::ALL {
        writeln!(
            out,
            "{}: {} territories",
            which.name(),
            which.map().neighbors.len()
        )?;
    }
    writeln!(
        out,
        "Any number from 0 to 4294967295 is a map, too: dicehall map 4711"
    )
}

/// Prints a map as the screens draw it, with the numbers of its territories.
pub(crate) fn draw(map: &Map, look: Look, out: &mut impl Write) -> io::Result<()> {
    let board = MapLayout::new(&map.rows).ok_or_else(|| io::Error::other("the map has no rows"))?;
    let size = map_size(LineScale::Medium, &board);
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.width, size.height));
    let look = Look {
        colors: ColorLevel::None,
        ..look
    };
    let territory = Tile {
        glyph: "",
        ..Tile::blank(look, Some(Seat::ALL[0]))
    };
    let territories = vec![territory; board.labels.len()];
    let widget = MapWidget {
        look,
        scale: LineScale::Medium,
        map: &board,
        territories: &territories,
        focus: 0,
    };
    (&widget).render(buffer.area, &mut buffer);
    for y in 0..size.height {
        let line: String = (0..size.width)
            .filter_map(|x| Some(buffer.cell((x, y))?.symbol()))
            .collect();
        writeln!(out, "{}", line.trim_end())?;
    }
    let name = if map.name.is_empty() {
        "no name"
    } else {
        &map.name
    };
    writeln!(out, "{name}: {} territories", map.neighbors.len())
}

#[cfg(test)]
mod tests {
    use crate::graphics::theme::Glyphs;

    use super::*;

    #[test]
    fn a_map_is_drawn_with_its_numbers() {
        let map: Map =
            serde_json::from_str(r#"{"name":"two","neighbors":[[1],[0]],"rows":["AAA~","~BBB"]}"#)
                .unwrap();
        let look = Look {
            colors: ColorLevel::None,
            glyphs: Glyphs::Ascii,
            ..Look::default()
        };
        let mut out = Vec::new();
        draw(&map, look, &mut out).unwrap();
        let drawn = String::from_utf8(out).unwrap();
        let expect = "+--------+\n|    0   |~~\n+--+-----+--+\n ~~|    1   |\n   +--------+\ntwo: 2 territories\n";
        assert_eq!(drawn, expect, "\n{drawn}");
    }
}
