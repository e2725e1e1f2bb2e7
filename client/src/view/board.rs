//! The boards, one file for each kind.

mod canvas;
pub mod hex;
pub mod map;
pub mod squares;
