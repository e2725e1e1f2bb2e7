//! The commands about matches that are over: their files are exported, replayed and verified, and the
//! person's record of them is shown.

pub(super) mod export;
pub(super) mod record;
pub(super) mod replay;
pub(super) mod verify;
