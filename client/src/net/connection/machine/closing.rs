//! What a server's closing code says about trying again. Called by the machine alone.

/// Whether a resume that ended with this closing code may succeed later.
pub(super) fn is_passing(code: &str) -> bool {
    matches!(
        code,
        "frozen" | "lobby_failed" | "not_saved" | "lobby_gone" | "shutting_down"
    )
}

/// Whether trying again after this closing code is no use.
pub(super) fn is_final(code: &str) -> bool {
    matches!(code, "wrong_version" | "kicked" | "replaced")
}
