//! The commands of what is said to one person, and of hints.

use super::*;

/// The commands about whispers, and to listen.
pub(super) fn commands() -> [(&'static str, ClientCommand); 4] {
    let whisper = Request::Whisper {
        player: PlayerId(1),
        text: "let us both attack 君".to_owned(),
    };
    [
        sample("whisper", whisper),
        sample("listen", SessionCommand::Listen { after: None }),
        sample("listen_after", SessionCommand::Listen { after: Some(2) }),
        sample("allow_hints", Request::AllowHints { allowed: true }),
    ]
}
