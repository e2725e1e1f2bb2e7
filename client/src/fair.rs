//! The dice that a client checks: its share in them, how they were agreed on, and whether they were kept to.

pub(crate) mod agreement;
pub mod audit;
pub mod sharer;
