//! The form of a multiplex: the one stream by which a node tells a relay all that it tells the relay's clients.
//!
//! A frame that several clients get is written once, with the list of those who get it, however many they are. Nobody
//! has to be told who belongs together: frames are recognized while they wait to be written. Pure; used by `net::multiplex`.
//! Law kept here: everybody hears everything in the order in which it was said to them.
//!
//! Each part is a length in four bytes and so many bytes. To the relay: the kind, the number of those who get it, their
//! numbers, each as the difference to the one before, and the rest is what is said. To the owner: pairs of a number and
//! how many frames that client has taken since the last time; none at all asks for a sign of life. Numbers are LEB128,
//! seven bits a byte, the lowest first.
//!
//! A lobby still hands every frame to every outbox, and knows neither
//! relays nor groups: so nothing needs to be told of who watches what, nothing of the order changes, people with
//! seats and without are the same, and what costs most, writing, is done once for each node. A list of those who get
//! a frame takes a byte each. How many frames are on the way to a client is counted, so its relay never has to drop
//! any: whoever reads too slowly makes the owner wait, as without a relay, and the lobby does what it does for slow
//! people.

use std::collections::BTreeMap;
use std::io;

use crate::frame::Frame;

/// The most frames that are on the way to a client, or wait at its relay: a client that takes no more has to wait at the
/// owner, which leaves out updates for a spectator. Fewer than an outbox holds.
pub(crate) const FRAMES_UNTAKEN_MAX: usize = 64;
/// The frames after which a relay tells that a client has taken them.
pub(crate) const TAKEN_AT_ONCE: u32 = 8;
/// The most bytes that wait for a relay; a multiplex with more is cut, and the relay's people return.
pub(crate) const MULTIPLEX_SIZE_MAX: usize = 1024 * 1024;
/// The most bytes of one part: a frame of 64 KiB, and the numbers of all who get it.
const PART_SIZE_MAX: usize = 256 * 1024;
/// The bytes that are counted for a part without what is said, and for each who gets it.
const PART_SIZE: usize = 16;

/// The number of a client among those of a multiplex.
pub(crate) type Member = u32;

/// Something that was read, and the number of bytes that it takes; `None` if it is not whole yet.
type Read<T> = io::Result<Option<(T, usize)>>;

/// A word to the relay of a client, or of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word<F> {
    /// A frame for the client.
    Frame(F),
    /// The connection is to be closed with this code; the client was told why.
    Closed(u16),
    /// Another node is to go on: the text of an `Onward`.
    Onward(String),
    /// The session is gone without a word.
    Gone,
    /// The node lives; for nobody.
    Alive,
}

/// The words that wait to be written.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    parts: Vec<Part>,
    /// The part of each frame that waits, by the frame's address, which belongs to it as long as it waits.
    by_frame: BTreeMap<usize, usize>,
    /// The part behind the last one that a client gets.
    behind: BTreeMap<Member, usize>,
    size: usize,
}

#[derive(Debug)]
struct Part {
    members: Vec<Member>,
    word: Word<Frame>,
}

/// The bytes to be written, the number of frames in them, and for how many clients these are.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct WordBytes {
    pub(crate) bytes: Vec<u8>,
    pub(crate) frames: u64,
    pub(crate) copies: u64,
}

impl Waiting {
    /// Adds a word for a client. A frame that waits already gets one more who hears it, if nothing that waits behind it is
    /// for the same client.
    pub(crate) fn push(&mut self, member: Member, word: Word<Frame>) {
        let behind = self.behind.get(&member).copied().unwrap_or_default();
        let address = match &word {
            Word::Frame(frame) => Some(frame.address()),
            Word::Closed(_) | Word::Onward(_) | Word::Gone | Word::Alive => None,
        };
        let known = address.and_then(|it| self.by_frame.get(&it).copied());
        let known = known.filter(|it| *it >= behind);
        let at = known.unwrap_or(self.parts.len());
        self.behind.insert(member, at + 1);
        self.size += PART_SIZE;
        if let Some(part) = self.parts.get_mut(at) {
            part.members.push(member);
            return;
        }
        if let Some(address) = address {
            self.by_frame.insert(address, at);
        }
        self.size += word.text().len();
        self.parts.push(Part {
            members: vec![member],
            word,
        });
    }

    /// Adds a sign of life.
    pub(crate) fn push_alive(&mut self) {
        self.size += PART_SIZE;
        self.parts.push(Part {
            members: Vec::new(),
            word: Word::Alive,
        });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The bytes in it, with what they cost.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Everything that waits, as it is written.
    pub(crate) fn write(self) -> WordBytes {
        let mut written = WordBytes::default();
        for Part { mut members, word } in self.parts {
            if let Word::Frame(_) = word {
                written.frames += 1;
                written.copies += crate::metrics::count::to_u64(members.len());
            }
            members.sort_unstable();
            let mut body = vec![word.kind()];
            put_number(&mut body, u32::try_from(members.len()).unwrap_or(u32::MAX));
            let mut before = 0;
            for member in members {
                put_number(&mut body, member - before);
                before = member;
            }
            match &word {
                Word::Closed(code) => body.extend_from_slice(&code.to_be_bytes()),
                Word::Frame(_) | Word::Onward(_) | Word::Gone | Word::Alive => {
                    body.extend_from_slice(word.text());
                }
            }
            put_part(&mut written.bytes, &body);
        }
        written
    }
}

impl<F: AsRef<[u8]>> Word<F> {
    fn text(&self) -> &[u8] {
        match self {
            Self::Frame(frame) => frame.as_ref(),
            Self::Onward(text) => text.as_bytes(),
            Self::Closed(_) | Self::Gone | Self::Alive => &[],
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Self::Alive => 0,
            Self::Frame(_) => 1,
            Self::Closed(_) => 2,
            Self::Onward(_) => 3,
            Self::Gone => 4,
        }
    }
}

/// Reads the next word in these bytes, and who gets it.
pub(crate) fn read_word(bytes: &[u8]) -> Read<(Vec<Member>, Word<String>)> {
    let Some((body, size)) = read_part(bytes)? else {
        return Ok(None);
    };
    let (kind, mut rest) = body.split_first().ok_or_else(garbled)?;
    let count = take_number(&mut rest)?;
    let (mut members, mut last) = (Vec::new(), 0_u32);
    for _ in 0..count {
        last = last
            .checked_add(take_number(&mut rest)?)
            .ok_or_else(garbled)?;
        members.push(last);
    }
    let text = || String::from_utf8(rest.to_vec()).map_err(io::Error::other);
    let word = match kind {
        0 => Word::Alive,
        1 => Word::Frame(text()?),
        2 => Word::Closed(u16::from_be_bytes(
            rest.try_into().map_err(io::Error::other)?,
        )),
        3 => Word::Onward(text()?),
        4 => Word::Gone,
        _ => return Err(garbled()),
    };
    Ok(Some(((members, word), size)))
}

/// Writes how many frames clients have taken.
pub(crate) fn write_taken(taken: &BTreeMap<Member, u32>) -> Vec<u8> {
    let (mut bytes, mut body) = (Vec::new(), Vec::new());
    for (member, count) in taken {
        put_number(&mut body, *member);
        put_number(&mut body, *count);
    }
    put_part(&mut bytes, &body);
    bytes
}

/// Reads how many frames clients have taken.
pub(crate) fn read_taken(bytes: &[u8]) -> Read<Vec<(Member, u32)>> {
    let Some((mut body, size)) = read_part(bytes)? else {
        return Ok(None);
    };
    let mut taken = Vec::new();
    while !body.is_empty() {
        taken.push((take_number(&mut body)?, take_number(&mut body)?));
    }
    Ok(Some((taken, size)))
}

fn put_part(bytes: &mut Vec<u8>, body: &[u8]) {
    let length = u32::try_from(body.len()).unwrap_or(u32::MAX);
    bytes.extend_from_slice(&length.to_be_bytes());
    bytes.extend_from_slice(body);
}

fn read_part(bytes: &[u8]) -> Read<&[u8]> {
    let Some((length, rest)) = bytes.split_first_chunk() else {
        return Ok(None);
    };
    let length = usize::try_from(u32::from_be_bytes(*length)).map_err(io::Error::other)?;
    if length > PART_SIZE_MAX {
        return Err(garbled());
    }
    let body = rest.get(..length);
    Ok(body.map(|it| (it, 4 + length)))
}

fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

fn take_number(bytes: &mut &[u8]) -> io::Result<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let (byte, rest) = bytes.split_first().ok_or_else(garbled)?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(garbled())
}

fn garbled() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "what comes over the multiplex cannot be read",
    )
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use dicehall_engine::Dice;
    use dicehall_engine::dice::SeededDice;

    use super::*;

    /// All words in these bytes.
    fn words(mut bytes: &[u8]) -> Vec<(Vec<Member>, Word<String>)> {
        let mut words = Vec::new();
        while let Some(((members, word), size)) = read_word(bytes).unwrap() {
            words.push((members, word));
            bytes = &bytes[size..];
        }
        assert!(bytes.is_empty(), "something is left: {bytes:?}");
        words
    }

    fn frame(text: &str) -> Word<Frame> {
        Word::Frame(Frame::new(text))
    }

    #[test]
    fn what_many_hear_is_written_once() {
        let mut waiting = Waiting::default();
        let updates = [frame("one"), frame("two")];
        // A lobby tells each what was gathered, one person after the other.
        for member in [300, 7, 9] {
            for update in &updates {
                waiting.push(member, update.clone());
            }
        }
        let written = waiting.write();
        assert_eq!((written.frames, written.copies), (2, 6));
        let all = vec![7, 9, 300];
        let told = |text: &str| (all.clone(), Word::Frame(text.to_owned()));
        assert_eq!(words(&written.bytes), [told("one"), told("two")]);
    }

    #[test]
    fn a_frame_overtakes_nothing_that_is_for_the_same_client() {
        let mut waiting = Waiting::default();
        let update = frame("update");
        waiting.push(1, update.clone());
        waiting.push(2, frame("answer"));
        waiting.push(2, update.clone());
        waiting.push(3, update.clone());
        // The same to the same again is something else.
        waiting.push(1, update);
        let told = |members: &[Member], text: &str| {
            let word = Word::Frame(text.to_owned());
            (members.to_vec(), word)
        };
        let expect = [
            told(&[1], "update"),
            told(&[2], "answer"),
            told(&[1, 2, 3], "update"),
        ];
        assert_eq!(words(&waiting.write().bytes), expect);
    }

    #[test]
    fn every_word_comes_as_it_was_said() {
        let mut waiting = Waiting::default();
        let said = [
            Word::Onward("{}".to_owned()),
            Word::Closed(4_000),
            Word::Gone,
        ];
        for (member, word) in (1..).zip(said) {
            waiting.push(member << 8, word);
        }
        waiting.push_alive();
        assert!(!waiting.is_empty() && waiting.size() >= 4 * PART_SIZE + 2);
        let heard = words(&waiting.write().bytes);
        let expect = [
            (vec![256], Word::Onward("{}".to_owned())),
            (vec![512], Word::Closed(4_000)),
            (vec![768], Word::Gone),
            (vec![], Word::Alive),
        ];
        assert_eq!(heard, expect);
        let taken = BTreeMap::from([(0, 1), (u32::MAX, 127), (128, 16_384)]);
        let bytes = write_taken(&taken);
        let (read, size) = read_taken(&bytes).unwrap().unwrap();
        assert_eq!((BTreeMap::from_iter(read), size), (taken, bytes.len()));
        assert_eq!(read_taken(&bytes[..size - 1]).unwrap(), None);
    }

    #[test]
    fn what_cannot_be_read_is_an_error_and_no_panic() {
        let too_long = u32::try_from(PART_SIZE_MAX + 1).unwrap().to_be_bytes();
        assert!(read_word(&too_long).is_err() && read_taken(&too_long).is_err());
        for body in [
            &[][..],
            &[9, 0],
            &[1, 2, 1],
            &[2, 1, 1, 0],
            &[1, 1, 0xff, 0xff, 0xff, 0xff, 0xff],
            &[1, 0, 0xff],
        ] {
            let mut bytes = Vec::new();
            put_part(&mut bytes, body);
            assert!(read_word(&bytes).is_err(), "{body:?}");
        }
    }

    /// Random words to some clients, taken out at random times: each hears what was said to it, in order.
    #[test]
    fn in_random_histories_everybody_hears_everything_in_order() {
        for seed in 0..200 {
            let mut luck = SeededDice::new(seed);
            let mut heard = vec![VecDeque::new(); 5];
            let mut said = heard.clone();
            let (mut waiting, mut latest) = (Waiting::default(), VecDeque::new());
            for number in 0..200 {
                let mut below = |count| usize::try_from(luck.below(count)).unwrap();
                if latest.is_empty() || below(3) == 0 {
                    latest.push_front(Frame::new(&number.to_string()));
                    latest.truncate(4);
                }
                let frame = latest[below(4).min(latest.len() - 1)].clone();
                let member = below(5);
                said[member].push_back(frame.to_string());
                waiting.push(u32::try_from(member).unwrap(), Word::Frame(frame));
                if below(20) == 0 || number == 199 {
                    for (members, word) in words(&std::mem::take(&mut waiting).write().bytes) {
                        for member in members {
                            let queue = &mut heard[usize::try_from(member).unwrap()];
                            queue.push_back(String::from_utf8(word.text().to_vec()).unwrap());
                        }
                    }
                }
            }
            assert_eq!(heard, said, "seed {seed}");
        }
    }
}
