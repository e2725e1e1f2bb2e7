//! Cuts the bytes of a terminal into pieces: characters, sequences, strings and pasted text.
//!
//! Called by the stage between the terminal and the keymap. Laws kept here: the same bytes make the
//! same pieces, however they are split; and whatever a terminal sends without end is bounded in
//! memory. The forms are those of ECMA-48 and of xterm (Thomas E. Dickey and others: "`XTerm` Control
//! Sequences", <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>). A parser for the output
//! of programs does not fit, because keys break its rules: Alt is an escape before any character,
//! and what follows an escape alone depends on the time.
//!
//! The input of the terminal is taken apart by our own code in 250 lines. `crossterm` takes an escape that comes
//! alone for a key at once, takes answers it does not know for Alt and letters, and does not tell the place of a
//! key. `termina`, the library of Helix, does not know all strings, and drops the place as well. `vte`, the
//! tokenizer of Alacritty, is made for the output of programs: it swallows what follows an escape that is neither
//! ASCII nor printable, as Alt with a letter or Backspace is, keeps strings of any length, and does not tell whether
//! something has begun. One stage with times as arguments is tested on every split of what terminals send.

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;
/// Ends a string or a sequence that is to be ignored.
const CANCEL: [u8; 2] = [0x18, 0x1a];
/// The sequence at the end of pasted text.
const PASTE_END: &[u8] = b"\x1b[201~";

/// The most bytes of a sequence that are kept; a longer one is no sequence that we know.
const SEQUENCE_BYTES_MAX: usize = 256;
/// The most bytes of a string that are kept; the rest is read and dropped.
const STRING_BYTES_MAX: usize = 4096;
/// The most bytes of pasted text that are kept: more than any line takes.
const PASTE_BYTES_MAX: usize = 64 * 1024;

/// A piece of a terminal's input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A character, which may be a control character, pressed with Alt or not.
    Char { character: char, alt: bool },
    /// The key Esc.
    Escape,
    /// A control sequence: what follows `ESC [`, with its last byte.
    Sequence(Vec<u8>),
    /// The byte after `ESC O`.
    Single(u8),
    /// The byte after `ESC [ [`, with which the console of Linux tells its first function keys.
    Console(u8),
    /// The three bytes of a mouse report in the oldest form, which are no text.
    Mouse([u8; 3]),
    /// A string: the byte that opened it after the escape, and what it holds.
    Text { opener: u8, text: Vec<u8> },
    /// Pasted text.
    Paste(Vec<u8>),
}

/// The missing part of the piece that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// Nothing has begun.
    Nothing,
    /// An escape has come: it is the key, or the beginning of something.
    AfterEscape,
    /// The rest of a character, sequence or string.
    Rest,
    /// The rest of pasted text.
    PasteRest,
}

/// The cutter, with the piece that has begun.
#[derive(Debug, Default)]
pub(super) struct Cutter {
    state: State,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Ground,
    Character {
        bytes: Vec<u8>,
        length: usize,
        alt: bool,
    },
    Escape,
    Sequence(Vec<u8>),
    Single,
    Console,
    Mouse(Vec<u8>),
    Text {
        opener: u8,
        text: Vec<u8>,
        escaped: bool,
    },
    Paste(Vec<u8>),
}

impl Cutter {
    /// Takes the next byte; a byte that ends one thing and begins another may complete two pieces.
    pub(super) fn push(&mut self, byte: u8, pieces: &mut Vec<Piece>) {
        self.state = match std::mem::take(&mut self.state) {
            State::Ground => begin(byte, false, pieces),
            State::Escape => after_escape(byte, pieces),
            State::Character { bytes, length, alt } => {
                character(bytes, byte, (length, alt), pieces)
            }
            State::Sequence(content) => sequence(content, byte, pieces),
            State::Single => one_more(byte, Piece::Single, pieces),
            State::Console => one_more(byte, Piece::Console, pieces),
            State::Mouse(bytes) => mouse(bytes, byte, pieces),
            State::Text {
                opener,
                text,
                escaped,
            } => string((opener, text, escaped), byte, pieces),
            State::Paste(text) => paste(text, byte, pieces),
        };
    }

    /// The missing part of the piece that has begun.
    pub(super) fn missing(&self) -> Missing {
        match self.state {
            State::Ground => Missing::Nothing,
            State::Escape => Missing::AfterEscape,
            State::Paste(_) => Missing::PasteRest,
            State::Character { .. }
            | State::Sequence(_)
            | State::Single
            | State::Console
            | State::Mouse(_)
            | State::Text { .. } => Missing::Rest,
        }
    }

    /// Gives up waiting: an escape was the key, pasted text ends here, and the beginning of anything
    /// else is dropped.
    pub(super) fn give_up(&mut self) -> Option<Piece> {
        match std::mem::take(&mut self.state) {
            State::Escape => Some(Piece::Escape),
            State::Paste(mut text) => {
                text.truncate(PASTE_BYTES_MAX);
                Some(Piece::Paste(text))
            }
            State::Ground
            | State::Character { .. }
            | State::Sequence(_)
            | State::Single
            | State::Console
            | State::Mouse(_)
            | State::Text { .. } => None,
        }
    }
}

/// The first byte of a piece, or the one after the escape that stands for Alt.
fn begin(byte: u8, alt: bool, pieces: &mut Vec<Piece>) -> State {
    let length = match byte {
        ESCAPE => return State::Escape,
        0x00..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        // No character begins with such a byte.
        _ => return State::Ground,
    };
    if length == 1 {
        let character = char::from(byte);
        pieces.push(Piece::Char { character, alt });
        return State::Ground;
    }
    let bytes = vec![byte];
    State::Character { bytes, length, alt }
}

fn after_escape(byte: u8, pieces: &mut Vec<Piece>) -> State {
    match byte {
        ESCAPE => {
            pieces.push(Piece::Escape);
            State::Escape
        }
        b'[' => State::Sequence(Vec::new()),
        b'O' => State::Single,
        b']' | b'P' | b'X' | b'^' | b'_' => State::Text {
            opener: byte,
            text: Vec::new(),
            escaped: false,
        },
        _ => begin(byte, true, pieces),
    }
}

fn character(
    mut bytes: Vec<u8>,
    byte: u8,
    (length, alt): (usize, bool),
    pieces: &mut Vec<Piece>,
) -> State {
    if !(0x80..=0xbf).contains(&byte) {
        return begin(byte, false, pieces);
    }
    bytes.push(byte);
    if bytes.len() < length {
        return State::Character { bytes, length, alt };
    }
    let text = str::from_utf8(&bytes).unwrap_or_default();
    let characters = text.chars();
    pieces.extend(characters.map(|character| Piece::Char { character, alt }));
    State::Ground
}

fn sequence(mut content: Vec<u8>, byte: u8, pieces: &mut Vec<Piece>) -> State {
    match byte {
        b'[' if content.is_empty() => return State::Console,
        b'M' if content.is_empty() => return State::Mouse(Vec::new()),
        0x20..=0x3f => {
            if content.len() < SEQUENCE_BYTES_MAX {
                content.push(byte);
            }
            return State::Sequence(content);
        }
        0x40..=0x7e => {}
        _ if CANCEL.contains(&byte) => return State::Ground,
        // What is no part of a sequence ends it, and is itself.
        _ => return begin(byte, false, pieces),
    }
    if content == b"200" && byte == b'~' {
        return State::Paste(Vec::new());
    }
    if content.len() < SEQUENCE_BYTES_MAX {
        content.push(byte);
        pieces.push(Piece::Sequence(content));
    }
    State::Ground
}

fn one_more(byte: u8, piece: fn(u8) -> Piece, pieces: &mut Vec<Piece>) -> State {
    if byte == ESCAPE {
        return State::Escape;
    }
    pieces.push(piece(byte));
    State::Ground
}

fn mouse(mut bytes: Vec<u8>, byte: u8, pieces: &mut Vec<Piece>) -> State {
    bytes.push(byte);
    match <[u8; 3]>::try_from(bytes) {
        Ok(whole) => {
            pieces.push(Piece::Mouse(whole));
            State::Ground
        }
        Err(bytes) => State::Mouse(bytes),
    }
}

fn string(
    (opener, mut text, escaped): (u8, Vec<u8>, bool),
    byte: u8,
    pieces: &mut Vec<Piece>,
) -> State {
    let is_over = byte == BELL || (escaped && byte == b'\\');
    if is_over {
        pieces.push(Piece::Text { opener, text });
        return State::Ground;
    }
    if escaped {
        // An escape before anything else ends the string as well, and begins something new.
        return after_escape(byte, pieces);
    }
    if CANCEL.contains(&byte) {
        return State::Ground;
    }
    if byte != ESCAPE && text.len() < STRING_BYTES_MAX {
        text.push(byte);
    }
    State::Text {
        opener,
        text,
        escaped: byte == ESCAPE,
    }
}

fn paste(mut text: Vec<u8>, byte: u8, pieces: &mut Vec<Piece>) -> State {
    text.push(byte);
    if text.ends_with(PASTE_END) {
        text.truncate(text.len() - PASTE_END.len());
        text.truncate(PASTE_BYTES_MAX);
        pieces.push(Piece::Paste(text));
        return State::Ground;
    }
    if text.len() > PASTE_BYTES_MAX + PASTE_END.len() {
        // The last bytes are kept, because the end may be among them.
        text.remove(PASTE_BYTES_MAX);
    }
    State::Paste(text)
}
