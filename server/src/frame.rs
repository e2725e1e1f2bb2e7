//! A text frame as it is written to a websocket: built once and shared by all receivers.
//!
//! A message that the earlier version of the protocol does not know has another form for that version's clients, which
//! is made only where there are such clients.
//!
//! The frames of a server are not masked (RFC 6455, section 5.1: I. Fette, A. Melnikov, "The WebSocket Protocol", 2011,
//! <https://www.rfc-editor.org/rfc/rfc6455>), so that everybody gets the same bytes. Lobbies and sessions make frames;
//! only a transport looks at the bytes.

use std::ops::Deref;
use std::sync::Arc;

use dicehall_protocol::OLDEST_VERSION;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};

use crate::count;

/// A text and, in the same memory, the header of its frame before it. As small as a pointer, because lists of frames have room
/// for more than are in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame(Arc<Parts>);

#[derive(Debug, PartialEq, Eq)]
struct Parts {
    bytes: Bytes,
    text: Utf8Bytes,
    earlier: Earlier,
}

/// The form of a message for clients of the earlier version of the protocol.
#[derive(Debug, PartialEq, Eq)]
enum Earlier {
    /// The same.
    Same,
    /// Another.
    Other(Frame),
    /// Another, which was not made because nobody was there to get it.
    Unmade,
}

impl Frame {
    /// The frame of a text, with no spare room, because feeds keep frames for long.
    pub(crate) fn new(text: &str) -> Self {
        Self::with(text, Earlier::Same)
    }

    /// The frame of a text that the earlier version does not know, with what its clients get instead, if that was made.
    pub(crate) fn in_two_forms(text: &str, earlier: Option<Self>) -> Self {
        Self::with(text, earlier.map_or(Earlier::Unmade, Earlier::Other))
    }

    /// The frame for a client that speaks this version; `None` if it was not made.
    pub(crate) fn for_version(&self, version: u32) -> Option<&Self> {
        match &self.0.earlier {
            Earlier::Other(earlier) if version <= OLDEST_VERSION => Some(earlier),
            Earlier::Unmade if version <= OLDEST_VERSION => None,
            Earlier::Same | Earlier::Other(_) | Earlier::Unmade => Some(self),
        }
    }

    /// Whether the earlier version has another form of it.
    pub(crate) fn has_two_forms(&self) -> bool {
        self.0.earlier != Earlier::Same
    }

    /// The bytes of the text in all its forms.
    pub(crate) fn size(&self) -> usize {
        let other = if let Earlier::Other(earlier) = &self.0.earlier {
            earlier.len()
        } else {
            0
        };
        self.len() + other
    }

    #[expect(
        clippy::expect_used,
        reason = "a header can be written to memory, and what follows it is the text"
    )]
    fn with(text: &str, earlier: Earlier) -> Self {
        let header = FrameHeader {
            opcode: OpCode::Data(Data::Text),
            ..FrameHeader::default()
        };
        let length = count::to_u64(text.len());
        let header_len = header.len(length);
        let mut bytes = Vec::with_capacity(header_len + text.len());
        header
            .format(length, &mut bytes)
            .expect("memory can be written");
        bytes.extend_from_slice(text.as_bytes());
        let bytes = Bytes::from(bytes);
        let text = bytes.slice(header_len..);
        let text = text.try_into().expect("it was a text before");
        Self(Arc::new(Parts {
            bytes,
            text,
            earlier,
        }))
    }

    /// The header and the text.
    pub(crate) fn bytes(&self) -> &Bytes {
        &self.0.bytes
    }
}

impl Deref for Frame {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The header of a text of that length, as RFC 6455 has it in section 5.2.
    #[track_caller]
    fn check(length: usize, header: &[u8]) {
        let text = "x".repeat(length);
        let frame = Frame::new(&text);
        assert_eq!(*frame, *text);
        assert_eq!(frame.bytes()[..header.len()], *header);
        assert_eq!(frame.bytes()[header.len()..], *text.as_bytes());
    }

    #[test]
    fn a_frame_is_whole_unmasked_and_of_text() {
        check(0, &[0x81, 0]);
        check(125, &[0x81, 125]);
        check(126, &[0x81, 126, 0, 126]);
        check(65_535, &[0x81, 126, 0xff, 0xff]);
        check(65_536, &[0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]);
    }
}
