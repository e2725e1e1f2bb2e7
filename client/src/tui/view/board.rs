//! One widget per kind of board.

pub mod canvas;
pub mod grid;
pub mod hex;
pub mod map;
pub mod shogi;
