//! Counts the frames of a peer as their bytes come in, whatever their kind.
//!
//! `websocket` reads through it. The library answers pings, drops pongs and joins fragments by itself, so the session
//! never sees most frames of a flood, and cannot limit them. Law kept here: nothing that a peer sends is read without
//! limit. A piece of a frame that is smaller than any network makes it counts as a frame, because it costs as much.

use std::num::NonZeroU32;
use std::time::Duration;

use tokio::time::Instant;

/// The most frames for each command that a peer may send: fragments, pings, and pongs that nobody asked for.
const FRAMES_PER_COMMAND_MAX: u32 = 8;
/// The longest time whose frames may come at once, in milliseconds.
const BURST_MS_MAX: u64 = 2_000;
/// The fewest bytes of a piece of a frame that counts as nothing by itself: every network carries as many at once (the
/// smallest segment of TCP has 536).
const PIECE_SIZE_MIN: usize = 512;

/// The error of a stream whose peer has sent more frames than it may.
#[derive(Debug, thiserror::Error)]
#[error("more frames came than one connection may send")]
pub(crate) struct TooManyFrames;

/// The frames that a peer may still send.
#[derive(Debug)]
pub(crate) struct FrameMeter {
    place: ReadPosition,
    /// The time after which one more frame is allowed.
    each: Duration,
    /// When the allowance is whole again.
    whole_at: Instant,
}

/// The place in the stream of frames up to which it was read.
#[derive(Clone, Copy, Debug)]
enum ReadPosition {
    /// Before the first byte of a header.
    Start,
    /// Before the second byte, which tells the length, or in how many bytes it is told.
    Second,
    /// Within the bytes that tell the length.
    Length {
        missing: u8,
        told: u64,
        mask_size: u64,
    },
    /// Within the mask and the content, of which so many bytes are missing.
    Content(u64),
}

impl FrameMeter {
    /// A meter for a peer that may send so many commands a second.
    pub(crate) fn new(commands: NonZeroU32) -> Self {
        let frames = commands.get().saturating_mul(FRAMES_PER_COMMAND_MAX);
        Self {
            place: ReadPosition::Start,
            each: Duration::from_secs(1) / frames,
            whole_at: Instant::now(),
        }
    }

    /// Counts the frames that begin in these bytes; returns whether the peer may send as many.
    pub(crate) fn allows(&mut self, bytes: &[u8]) -> bool {
        let mut count = self.begun(bytes);
        if count == 0 && (1..PIECE_SIZE_MIN).contains(&bytes.len()) {
            count = 1;
        }
        let now = Instant::now();
        self.whole_at = self.whole_at.max(now) + self.each * count;
        self.whole_at <= now + Duration::from_millis(BURST_MS_MAX)
    }

    /// The number of frames that begin in these bytes, by their headers (RFC 6455, section 5.2).
    fn begun(&mut self, mut bytes: &[u8]) -> u32 {
        let mut count = 0;
        while let Some((byte, rest)) = bytes.split_first() {
            (self.place, bytes) = match self.place {
                ReadPosition::Start => {
                    count += 1;
                    (ReadPosition::Second, rest)
                }
                ReadPosition::Second => (ReadPosition::after_second(*byte), rest),
                ReadPosition::Length {
                    missing,
                    told,
                    mask_size,
                } => {
                    let told = told << 8 | u64::from(*byte);
                    (
                        ReadPosition::within_length(missing - 1, told, mask_size),
                        rest,
                    )
                }
                ReadPosition::Content(missing) => {
                    let here =
                        usize::try_from(missing).map_or(bytes.len(), |it| it.min(bytes.len()));
                    let left = missing - crate::metrics::count::to_u64(here);
                    (
                        ReadPosition::before_end(left),
                        bytes.get(here..).unwrap_or_default(),
                    )
                }
            };
        }
        count
    }
}

impl ReadPosition {
    fn after_second(byte: u8) -> Self {
        let mask_size = if byte & 0x80 == 0 { 0 } else { 4 };
        match byte & 0x7f {
            126 => Self::within_length(2, 0, mask_size),
            127 => Self::within_length(8, 0, mask_size),
            length => Self::before_end(mask_size + u64::from(length)),
        }
    }

    fn within_length(missing: u8, told: u64, mask_size: u64) -> Self {
        match missing {
            0 => Self::before_end(told.saturating_add(mask_size)),
            _ => Self::Length {
                missing,
                told,
                mask_size,
            },
        }
    }

    const fn before_end(missing: u64) -> Self {
        match missing {
            0 => Self::Start,
            _ => Self::Content(missing),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Control, Data, OpCode};

    use super::*;

    fn meter(commands: u32) -> FrameMeter {
        FrameMeter::new(NonZeroU32::new(commands).unwrap())
    }

    /// A frame as a client sends it, written by the library.
    fn frame(opcode: OpCode, is_final: bool, size: usize) -> Vec<u8> {
        let mut frame = match opcode {
            OpCode::Data(_) => Frame::message(vec![7; size], opcode, is_final),
            OpCode::Control(Control::Ping) => Frame::ping(vec![7; size]),
            OpCode::Control(_) => Frame::pong(vec![7; size]),
        };
        frame.header_mut().mask = Some([1, 2, 3, 4]);
        let mut bytes = Vec::new();
        frame.format(&mut bytes).unwrap();
        bytes
    }

    /// The bytes are read at once, then in pieces of one size after the other.
    #[tokio::test(start_paused = true)]
    async fn frames_are_counted_wherever_reading_stops_in_them() {
        let text = OpCode::Data(Data::Text);
        let frames = [
            frame(text, false, 1),
            frame(OpCode::Data(Data::Continue), false, 0),
            frame(OpCode::Control(Control::Ping), true, 125),
            frame(OpCode::Data(Data::Continue), true, 126),
            frame(OpCode::Control(Control::Pong), true, 0),
            frame(text, true, 65_535),
            frame(text, true, 65_536),
        ];
        let bytes = frames.concat();
        for size in [bytes.len(), 1, 2, 3, 7, 1_024] {
            let mut meter = meter(20);
            let begun: u32 = bytes.chunks(size).map(|it| meter.begun(it)).sum();
            assert_eq!(begun, 7, "in pieces of {size} bytes");
            assert!(matches!(meter.place, ReadPosition::Start));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn eight_frames_are_allowed_for_each_command_and_those_of_two_seconds_at_once() {
        let pong = frame(OpCode::Control(Control::Pong), true, 0);
        let mut meter = meter(20);
        assert!((0..320).all(|_| meter.allows(&pong)));
        assert!(!meter.allows(&pong));
        advance(Duration::from_secs(1)).await;
        assert!((0..159).all(|_| meter.allows(&pong)));
        assert!(!meter.allows(&pong));
    }

    #[tokio::test(start_paused = true)]
    async fn a_frame_in_crumbs_costs_as_many_frames_and_one_in_segments_costs_one() {
        let large = frame(OpCode::Data(Data::Text), true, 16 * 1024);
        let mut segments = meter(20);
        let whole_at = segments.whole_at;
        assert!(large.chunks(536).all(|it| segments.allows(it)));
        // The end of the frame is a small piece.
        assert_eq!(segments.whole_at, whole_at + 2 * segments.each);
        let mut crumbs = meter(20);
        let taken = large.chunks(1).take_while(|it| crumbs.allows(it)).count();
        assert_eq!(taken, 320);
    }

    #[tokio::test(start_paused = true)]
    async fn the_longest_frame_that_can_be_told_of_is_no_overflow() {
        let mut meter = meter(20);
        let header = [0x82, 0xff, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0];
        assert_eq!(meter.begun(&header), 1);
        assert!(matches!(meter.place, ReadPosition::Content(missing) if missing > u64::MAX - 8));
    }
}
