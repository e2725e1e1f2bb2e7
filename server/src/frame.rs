//! A text frame as it is written to a websocket: built once and shared by all receivers.
//!
//! A message that the earlier version of the protocol does not know has another form for that version's clients, which
//! is made only where there are such clients.
//!
//! The frames of a server are not masked (RFC 6455, section 5.1: I. Fette, A. Melnikov, "The WebSocket Protocol", 2011,
//! <https://www.rfc-editor.org/rfc/rfc6455>), so that everybody gets the same bytes. Lobbies and sessions make frames;
//! only a transport looks at the bytes.

use dicehall_protocol::OLDEST_VERSION;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use triomphe::ThinArc;

use crate::count;

/// The bytes of a frame, in one piece of memory that its holders share. As small as a pointer, because lists of frames have
/// room for more than are in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame(ThinArc<Form, u8>);

/// The facts about a frame that are kept beside its bytes.
#[derive(Debug, PartialEq, Eq)]
struct Form {
    /// Where the text begins.
    text_at: usize,
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
    /// The frame of a text.
    pub(crate) fn new(text: &str) -> Self {
        Self::with(text, Earlier::Same)
    }

    /// The frame of a text that the earlier version does not know, with what its clients get instead, if that was made.
    pub(crate) fn in_two_forms(text: &str, earlier: Option<Self>) -> Self {
        Self::with(text, earlier.map_or(Earlier::Unmade, Earlier::Other))
    }

    /// A frame of any kind that was built elsewhere, with its header.
    pub(crate) fn built(bytes: &[u8]) -> Self {
        let form = Form {
            text_at: bytes.len(),
            earlier: Earlier::Same,
        };
        Self(ThinArc::from_header_and_slice(form, bytes))
    }

    /// The frame for a client that speaks this version; `None` if it was not made.
    pub(crate) fn for_version(&self, version: u32) -> Option<&Self> {
        match &self.form().earlier {
            Earlier::Other(earlier) if version <= OLDEST_VERSION => Some(earlier),
            Earlier::Unmade if version <= OLDEST_VERSION => None,
            Earlier::Same | Earlier::Other(_) | Earlier::Unmade => Some(self),
        }
    }

    /// Whether the earlier version has another form of it.
    pub(crate) fn has_two_forms(&self) -> bool {
        self.form().earlier != Earlier::Same
    }

    /// The bytes of the text in all its forms.
    pub(crate) fn size(&self) -> usize {
        let other = if let Earlier::Other(earlier) = &self.form().earlier {
            earlier.text().len()
        } else {
            0
        };
        self.text().len() + other
    }

    /// The header and the text.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0.slice
    }

    /// The bytes of the text, which is UTF-8.
    pub(crate) fn text(&self) -> &[u8] {
        self.bytes().get(self.form().text_at..).unwrap_or_default()
    }

    fn form(&self) -> &Form {
        &self.0.header.header
    }

    #[expect(clippy::expect_used, reason = "a header can be written to memory")]
    fn with(text: &str, earlier: Earlier) -> Self {
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
        let form = Form { text_at, earlier };
        Self(ThinArc::from_header_and_slice(form, &bytes))
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
