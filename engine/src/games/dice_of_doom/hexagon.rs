//! The board of Dice of Doom: `size` x `size` hexes, each row shifted half a hex to the left of the one above.

use crate::games::territory::{Graph, Territory};

/// The smallest board.
pub const SIZE_MIN: u8 = 2;
/// The largest board: 64 hexes.
pub const SIZE_MAX: u8 = 8;

/// The hexes of a board with 2 to 8 a side; index = row * size + column, neighbors in the published program's order.
///
/// # Panics
/// If `size` is not the size of a board.
pub fn graph(size: u8) -> Graph {
    assert!(
        (SIZE_MIN..=SIZE_MAX).contains(&size),
        "a board of size {size}"
    );
    let neighbors = (0..size * size)
        .map(|index| neighbors(size, index / size, index % size))
        .collect();
    Graph::new(neighbors).unwrap_or_else(|| unreachable!("hexes name each other as neighbors"))
}

/// The neighbors of a hex that are on the board, in this order: above, below, above left, left, right, below right.
fn neighbors(size: u8, row: u8, column: u8) -> Vec<Territory> {
    const OFFSETS: [(i8, i8); 6] = [(-1, 0), (1, 0), (-1, -1), (0, -1), (0, 1), (1, 1)];
    let on_board = |at: u8, by: i8| at.checked_add_signed(by).filter(|it| *it < size);
    OFFSETS
        .iter()
        .filter_map(|(down, right)| {
            Some(Territory(
                on_board(row, *down)? * size + on_board(column, *right)?,
            ))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn neighbors_equal_the_reference_in_order() {
        let text = include_str!("../../../../tests/reference/dice/neighbours.json");
        let reference: BTreeMap<u8, Vec<Vec<u8>>> = serde_json::from_str(text).unwrap();
        assert_eq!(reference.len(), 5);
        for (size, hexes) in reference {
            let graph = graph(size);
            let ours: Vec<Vec<u8>> = graph
                .territories()
                .map(|it| graph.neighbors(it).iter().map(|it| it.0).collect())
                .collect();
            assert_eq!(ours, hexes, "size {size}");
        }
    }
}
