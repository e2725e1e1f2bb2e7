//! The meaning of the pieces of a terminal's input: keys, mouse, focus, pasted text, and answers.
//!
//! Called by the stage. Whatever is not known means nothing, so that it never counts as keys. The
//! forms are those of xterm; keys also come in the form of kitty (Kovid Goyal: "Comprehensive
//! keyboard handling in terminals", <https://sw.kovidgoyal.net/kitty/keyboard-protocol/>).

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::answer::{Answer, Rgb16};
use super::named_keys;
use super::pieces::Piece;
use super::pointer;

/// Something that a terminal has sent.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Heard {
    /// An event.
    Event(Input),
    /// An answer to a question.
    Answer(Answer),
}

/// An event of the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The event in the words of the terminal library.
    pub event: Event,
    /// The character that the key has on an American keyboard, with Shift or without; `None` if the
    /// terminal does not tell it.
    pub base: Option<char>,
}

#[cfg(unix)]
impl Heard {
    /// Whether this is the answer to the question that ends every batch.
    pub(super) fn is_last_answer(&self) -> bool {
        matches!(self, Self::Answer(Answer::Attributes(_)))
    }
}

impl From<Event> for Input {
    fn from(event: Event) -> Self {
        Self { event, base: None }
    }
}

/// The meaning of a piece, which may be more than one event or nothing.
pub(super) fn heard(piece: &Piece) -> Vec<Heard> {
    let input = match piece {
        Piece::Char { character, alt } => key_of_character(*character, *alt),
        Piece::Escape => Some(plain(KeyCode::Esc)),
        Piece::Single(byte) => named_keys::of_letter(*byte).map(plain),
        Piece::Console(byte) => named_keys::of_console(*byte).map(plain),
        Piece::Mouse(bytes) => pointer::oldest(*bytes).map(Event::Mouse),
        Piece::Paste(text) => Some(Event::Paste(String::from_utf8_lossy(text).into_owned())),
        Piece::Text { opener, text } => {
            return answer_of_text(*opener, text)
                .map(Heard::Answer)
                .into_iter()
                .collect();
        }
        Piece::Sequence(content) => {
            return Sequence::of(content)
                .map(|it| it.heard())
                .unwrap_or_default();
        }
    };
    input
        .map(|it| Heard::Event(it.into()))
        .into_iter()
        .collect()
}

fn plain(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

/// The key that types a character in a terminal without further protocols.
fn key_of_character(character: char, alt: bool) -> Option<Event> {
    let (code, modifiers) = match character {
        '\r' => (KeyCode::Enter, KeyModifiers::NONE),
        '\t' => (KeyCode::Tab, KeyModifiers::NONE),
        '\u{8}' | '\u{7f}' => (KeyCode::Backspace, KeyModifiers::NONE),
        '\0' => (KeyCode::Char(' '), KeyModifiers::CONTROL),
        '\u{1}'..='\u{1a}' => (
            KeyCode::Char(moved(character, 'a', 1)?),
            KeyModifiers::CONTROL,
        ),
        '\u{1c}'..='\u{1f}' => (
            KeyCode::Char(moved(character, '4', 0x1c)?),
            KeyModifiers::CONTROL,
        ),
        _ => (KeyCode::Char(character), shift_of(character)),
    };
    let alt = if alt {
        KeyModifiers::ALT
    } else {
        KeyModifiers::NONE
    };
    Some(Event::Key(KeyEvent::new(code, modifiers | alt)))
}

/// The character as far behind `first` as a control character is behind `zero`.
fn moved(character: char, first: char, zero: u32) -> Option<char> {
    char::from_u32(u32::from(character) - zero + u32::from(first))
}

/// Capitals are typed with Shift.
fn shift_of(character: char) -> KeyModifiers {
    if character.is_uppercase() {
        KeyModifiers::SHIFT
    } else {
        KeyModifiers::NONE
    }
}

fn answer_of_text(opener: u8, text: &[u8]) -> Option<Answer> {
    let text = str::from_utf8(text).ok()?;
    match opener {
        b'P' => text
            .strip_prefix(">|")
            .map(|it| Answer::Version(it.to_owned())),
        b']' => {
            let (number, color) = text.split_once(';')?;
            let color = Rgb16::of(color)?;
            match number {
                "10" => Some(Answer::Text(color)),
                "11" => Some(Answer::Ground(color)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A control sequence, taken apart.
struct Sequence {
    /// The sign before the parameters, which makes the sequence private.
    private: Option<u8>,
    /// The parameters, each with its parts; what was left out is `None`.
    parameters: Vec<Vec<Option<u32>>>,
    /// The bytes between the parameters and the last byte.
    intermediates: Vec<u8>,
    last: u8,
}

impl Sequence {
    fn of(content: &[u8]) -> Option<Self> {
        let (last, rest) = content.split_last()?;
        let private = rest.first().copied().filter(|it| b"<=>?".contains(it));
        let rest = &rest[usize::from(private.is_some())..];
        let end = rest.iter().position(|it| (0x20..=0x2f).contains(it));
        let (parameters, intermediates) = rest.split_at(end.unwrap_or(rest.len()));
        let parameters = str::from_utf8(parameters).ok()?;
        let parts = |it: &str| it.split(':').map(|it| it.parse().ok()).collect();
        Some(Self {
            private,
            parameters: if parameters.is_empty() {
                Vec::new()
            } else {
                parameters.split(';').map(parts).collect()
            },
            intermediates: intermediates.to_vec(),
            last: *last,
        })
    }

    /// A part of a parameter, both counted from 0.
    fn part(&self, parameter: usize, part: usize) -> Option<u32> {
        *self.parameters.get(parameter)?.get(part)?
    }

    fn heard(&self) -> Vec<Heard> {
        let answer = match (self.private, self.intermediates.as_slice(), self.last) {
            (Some(b'?'), [], b'c') => Some(Answer::Attributes(self.numbers())),
            (Some(b'?'), [], b'u') => Some(Answer::Keyboard(self.part(0, 0).unwrap_or(0))),
            (Some(b'?'), [b'$'], b'y') => self.mode(),
            (None, [], b'R') if self.parameters.len() == 2 => self.part(1, 0).map(Answer::Column),
            (None, [], b'u') => return self.keys_of_kitty(),
            _ => None,
        };
        if let Some(answer) = answer {
            return vec![Heard::Answer(answer)];
        }
        self.event()
            .map(|it| Heard::Event(it.into()))
            .into_iter()
            .collect()
    }

    fn numbers(&self) -> Vec<u32> {
        let numbers = self.parameters.iter().filter_map(|it| *it.first()?);
        numbers.collect()
    }

    fn mode(&self) -> Option<Answer> {
        Some(Answer::Mode {
            number: self.part(0, 0)?,
            state: self.part(1, 0)?,
        })
    }

    fn event(&self) -> Option<Event> {
        match (self.private, self.intermediates.as_slice(), self.last) {
            (Some(b'<'), [], b'M' | b'm') => {
                let numbers = [self.part(0, 0)?, self.part(1, 0)?, self.part(2, 0)?];
                pointer::numbered(numbers, self.last == b'm').map(Event::Mouse)
            }
            (None, [], b'M') => {
                let numbers = [
                    self.part(0, 0)?.checked_sub(32)?,
                    self.part(1, 0)?,
                    self.part(2, 0)?,
                ];
                pointer::numbered(numbers, false).map(Event::Mouse)
            }
            (None, [], b'I') if self.parameters.is_empty() => Some(Event::FocusGained),
            (None, [], b'O') if self.parameters.is_empty() => Some(Event::FocusLost),
            (None, [], b'~') if self.part(0, 0) == Some(27) => {
                // The form of xterm for keys with modifiers.
                let character = char::from_u32(self.part(2, 0)?)?;
                Some(self.key(named_keys::of_character(character, self.modifiers())))
            }
            (None, [], b'~') => Some(self.key(named_keys::of_number(self.part(0, 0)?)?)),
            (None, [], b'Z') => Some(Event::Key(KeyEvent::new(
                KeyCode::BackTab,
                KeyModifiers::SHIFT,
            ))),
            (None, [], letter) => Some(self.key(named_keys::of_letter(letter)?)),
            _ => None,
        }
    }

    /// A key with the modifiers and the kind of press that the second parameter tells.
    fn key(&self, code: KeyCode) -> Event {
        Event::Key(KeyEvent::new_with_kind(code, self.modifiers(), self.kind()))
    }

    fn modifiers(&self) -> KeyModifiers {
        const BITS: [(u32, KeyModifiers); 6] = [
            (1, KeyModifiers::SHIFT),
            (2, KeyModifiers::ALT),
            (4, KeyModifiers::CONTROL),
            (8, KeyModifiers::SUPER),
            (16, KeyModifiers::HYPER),
            (32, KeyModifiers::META),
        ];
        let mask = self.part(1, 0).unwrap_or(1).saturating_sub(1);
        let set = BITS.iter().filter(|(bit, _)| mask & bit != 0);
        set.fold(KeyModifiers::NONE, |all, (_, it)| all | *it)
    }

    fn kind(&self) -> KeyEventKind {
        match self.part(1, 1) {
            Some(2) => KeyEventKind::Repeat,
            Some(3) => KeyEventKind::Release,
            _ => KeyEventKind::Press,
        }
    }

    /// The keys of a report in kitty's form: one, or one for each character of the text that it
    /// typed.
    fn keys_of_kitty(&self) -> Vec<Heard> {
        let (modifiers, kind) = (self.modifiers(), self.kind());
        let is_command = modifiers.intersects(!KeyModifiers::SHIFT);
        let text = self.parameters.get(2).into_iter().flatten();
        let text: Vec<char> = text
            .filter_map(|it| char::from_u32((*it)?))
            .filter(|it| !it.is_control())
            .collect();
        let base = self.base(modifiers);
        let key = |code, modifiers| {
            let event = Event::Key(KeyEvent::new_with_kind(code, modifiers, kind));
            Heard::Event(Input { event, base })
        };
        if !text.is_empty() && !is_command {
            let typed = text
                .into_iter()
                .map(|it| key(KeyCode::Char(it), shift_of(it)));
            return typed.collect();
        }
        let code = self.code_of_kitty(modifiers);
        code.map(|it| key(it, modifiers)).into_iter().collect()
    }

    /// The key of a report in kitty's form that typed nothing.
    fn code_of_kitty(&self, modifiers: KeyModifiers) -> Option<KeyCode> {
        let number = self.part(0, 0)?;
        if named_keys::is_kittys_own(number) {
            return named_keys::of_kitty(number);
        }
        let character = char::from_u32(number).filter(|it| *it != '\0')?;
        let shifted = if modifiers.contains(KeyModifiers::SHIFT) {
            let told = self.part(0, 1).and_then(char::from_u32);
            told.or_else(|| character.to_uppercase().next())
        } else {
            None
        };
        Some(named_keys::of_character(
            shifted.unwrap_or(character),
            modifiers,
        ))
    }

    /// The character of the key on an American keyboard.
    fn base(&self, modifiers: KeyModifiers) -> Option<char> {
        let base = char::from_u32(self.part(0, 2)?)?;
        let is_shifted = modifiers.contains(KeyModifiers::SHIFT);
        Some(if is_shifted {
            named_keys::with_shift(base)
        } else {
            base
        })
    }
}
