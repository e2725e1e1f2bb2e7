//! The boards, one file for each kind.

pub mod hex;
