//! The teller of a lobby: the frames in which its updates and choices are told, in the short form of the present version
//! of the protocol wherever there is one.
//!
//! A lobby's task owns one. The long form, for clients of the earlier version, is made only once such a client has come
//! in.

use dicehall_protocol::{OLDEST_VERSION, ServerMessage, Shown, brief, encode_server};

use super::encode;
use crate::frame::Frame;

/// The teller of a lobby.
#[derive(Debug, Default)]
pub(super) struct Teller {
    /// The part that everybody has been shown, to which the next update adds.
    shown: Shown,
    /// Whether a client of the earlier version has come in.
    tells_earlier: bool,
}

impl Teller {
    /// Notes the version of a client that comes in.
    pub(super) fn note_version(&mut self, version: u32) {
        self.tells_earlier |= version <= OLDEST_VERSION;
    }

    /// The frame of an update, which is told to everybody.
    pub(super) fn frame(&mut self, update: &ServerMessage) -> Frame {
        let Some(brief) = self.shown.fold(update) else {
            return encode(update);
        };
        let earlier = self.tells_earlier.then(|| encode(update));
        Frame::in_two_forms(&encode_server(&brief), earlier)
    }
}

/// The frame of choices, for a client that speaks this version.
pub(super) fn choices_frame(choices: &ServerMessage, version: u32) -> Frame {
    let brief = brief(choices).filter(|_| version > OLDEST_VERSION);
    encode(brief.as_ref().unwrap_or(choices))
}
