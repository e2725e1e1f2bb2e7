//! A text frame as it is written to a websocket: built once and shared by all receivers.
//!
//! The frames of a server are not masked (RFC 6455, section 5.1: I. Fette, A. Melnikov, "The WebSocket Protocol", 2011,
//! <https://www.rfc-editor.org/rfc/rfc6455>), so that everybody gets the same bytes. Lobbies and sessions make frames;
//! only a transport looks at the bytes.

use std::ops::Deref;
use std::sync::Arc;

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
}

impl Frame {
    /// The frame of a text, with no spare room, because feeds keep frames for long.
    #[expect(
        clippy::expect_used,
        reason = "a header can be written to memory, and what follows it is the text"
    )]
    pub(crate) fn new(text: &str) -> Self {
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
        Self(Arc::new(Parts { bytes, text }))
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
