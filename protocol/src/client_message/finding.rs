//! The search among a server's lobbies: which are wanted. Asked by clients, carried out by the server.

use dicehall_engine::GameKind;
use serde::{Deserialize, Serialize};

/// Which lobbies are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wanted {
    /// Only those in which this game is chosen; absent for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameKind>,
    /// Only those with an open seat that are not locked.
    #[serde(default, skip_serializing_if = "is_not")]
    pub open: bool,
    /// Only those that are not one person's alone, with bots or behind a lock.
    #[serde(default, skip_serializing_if = "is_not")]
    pub shared: bool,
    /// How many of the newest are left out; absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<u32>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the serializer passes a reference"
)]
pub(crate) fn is_not(flag: &bool) -> bool {
    !*flag
}
