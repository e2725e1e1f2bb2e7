//! The checks of dice by the client: its own share, the agreement on them, and the audit at the end
//! of a match.

pub(crate) mod agreement;
pub mod audit;
pub mod sharer;
