//! A text frame as it is written to a websocket: built once and shared by all receivers.
//!
//! The frames of a server are not masked (RFC 6455, section 5.1: I. Fette, A. Melnikov, "The WebSocket Protocol", 2011,
//! <https://www.rfc-editor.org/rfc/rfc6455>), so that everybody gets the same bytes. Lobbies and sessions make frames;
//! only a transport looks at the bytes.

use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use triomphe::ThinArc;

use crate::metrics::count;

/// The bytes of a frame, in one piece of memory that its holders share. As small as a pointer, because lists of frames have
/// room for more than are in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame(ThinArc<TextAt, u8>);

/// Where the text begins.
type TextAt = usize;

impl Frame {
    /// The frame of a text.
    #[expect(clippy::expect_used, reason = "a header can be written to memory")]
    pub(crate) fn new(text: &str) -> Self {
        let header = FrameHeader {
            opcode: OpCode::Data(Data::Text),
            ..FrameHeader::default()
        };
        let length = count::to_u64(text.len());
        let text_at = header.len(length);
        let mut bytes = Vec::with_capacity(text_at + text.len());
        header
            .format(length, &mut bytes)
            .expect("memory can be written");
        bytes.extend_from_slice(text.as_bytes());
        Self(ThinArc::from_header_and_slice(text_at, &bytes))
    }

    /// A frame of any kind that was built elsewhere, with its header.
    pub(crate) fn built(bytes: &[u8]) -> Self {
        Self(ThinArc::from_header_and_slice(bytes.len(), bytes))
    }

    /// The header and the text.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0.slice
    }

    /// The bytes of the text, which is UTF-8.
    pub(crate) fn text(&self) -> &[u8] {
        self.bytes().get(self.0.header.header..).unwrap_or_default()
    }

    /// A number that no other frame has as long as this one is there; all clones have the same.
    pub(crate) fn address(&self) -> usize {
        self.bytes().as_ptr().addr()
    }
}

impl AsRef<[u8]> for Frame {
    /// The bytes of the text.
    fn as_ref(&self) -> &[u8] {
        self.text()
    }
}

#[cfg(test)]
impl std::ops::Deref for Frame {
    type Target = str;

    fn deref(&self) -> &str {
        std::str::from_utf8(self.text()).expect("a frame that was built here is text")
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

    #[test]
    fn a_frame_that_was_built_elsewhere_is_left_as_it_is() {
        let pong = [0x8a, 1, 7];
        assert_eq!(Frame::built(&pong).bytes(), pong);
    }
}
