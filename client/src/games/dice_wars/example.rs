//! The example of Dice Wars that the home screen shows.

use dicehall_engine::games::dice_wars::{Config, Map};
use dicehall_engine::games::territory::Cells;
use dicehall_engine::{AnyConfig, AnyView};

use crate::games::place::map_layout::MapLayout;
use crate::games::territory::example_view;

/// The number of the map.
const MAP: u32 = 4;

/// A map on which everybody has the territories of a quarter.
pub(in crate::games) fn example() -> (AnyConfig, AnyView) {
    let map = Map::generated(MAP);
    let owners = MapLayout::new(&map.rows).map_or_else(Vec::new, |it| quarters(&it));
    let held = (0_u8..).zip(owners);
    let letters = held.flat_map(|(at, owner)| [b'a' + owner, b'1' + at * 5 % 7]);
    let board: String = letters.map(char::from).collect();
    let cells = Cells::parse(&board).unwrap_or_default();
    let config = AnyConfig::DiceWars(Config {
        map,
        max_dice: 8,
        stock: 0,
        rounds: 0,
        seats: 4,
        board,
        first: dicehall_engine::Seat::default(),
    });
    (config, AnyView::DiceWars(example_view(cells)))
}

/// In which quarter of the map each territory has its label.
fn quarters(layout: &MapLayout) -> Vec<u8> {
    let half_rows = layout.blocks.len() / layout.columns / 2;
    let half_columns = layout.columns / 2;
    let labels = layout.labels.iter();
    let quarter = |label: &usize| {
        let (row, column) = layout.row_and_column(*label);
        2 * u8::from(row >= half_rows) + u8::from(column >= half_columns)
    };
    labels.map(quarter).collect()
}
