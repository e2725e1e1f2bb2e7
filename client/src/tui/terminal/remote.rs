//! A terminal behind a connection: bytes and times go in, events and bytes come out.
//!
//! Used by the door, one for each guest. Pure: whoever has the connection reads, writes and waits. Law kept here: nothing of
//! the process is asked, and nothing of another terminal is known.

use super::Abilities;
use super::answer::{Answers, LAST_QUESTION, questions};
use super::decode::{Heard, Input};
use super::modes::{KEYBOARD, turn_off, turn_on, wanted};
use super::stage::Stage;

/// How long an escape waits for what it may begin: the parts of a sequence come in one message of ssh, so this need be
/// no longer than two messages are apart.
const ESCAPE_WAIT_MS: u64 = 40;

/// A terminal behind a connection.
#[derive(Debug)]
pub struct Remote {
    stage: Stage,
    answers: Answers,
    modes: u8,
}

impl Remote {
    /// A terminal of which nothing is known, and the bytes that set its modes and ask what it can do.
    pub fn begin(mouse: bool, title: bool) -> (Self, Vec<u8>) {
        let remote = Self {
            stage: Stage::waiting(ESCAPE_WAIT_MS),
            answers: Answers::default(),
            modes: wanted(mouse, title),
        };
        let mut bytes = Vec::new();
        // Writing to memory does not fail.
        turn_on(remote.modes, &mut bytes).ok();
        bytes.extend_from_slice(questions(true).as_bytes());
        (remote, bytes)
    }

    /// Takes bytes that came at this time; returns the events among them. An answer is never an event, however late it is.
    pub fn feed(&mut self, bytes: &[u8], now_ms: u64) -> Vec<Input> {
        let heard = self.stage.feed(bytes, now_ms);
        self.sort(heard)
    }

    /// When [`expire`](Self::expire) has something to give up; `None` if nothing has begun.
    pub fn due_ms(&self) -> Option<u64> {
        self.stage.due_ms()
    }

    /// Gives up waiting for the rest of something that has begun, if it is time to.
    pub fn expire(&mut self, now_ms: u64) -> Vec<Input> {
        let heard = self.stage.expire(now_ms);
        self.sort(heard)
    }

    /// Whether all questions so far are answered.
    pub const fn has_answered(&self) -> bool {
        self.answers.are_complete
    }

    /// The abilities that it has told, and the bytes that make use of its keyboard.
    pub fn abilities(&mut self) -> (Abilities, Vec<u8>) {
        let mut bytes = Vec::new();
        if self.answers.has_keyboard {
            self.modes |= KEYBOARD;
            turn_on(KEYBOARD, &mut bytes).ok();
        }
        (Abilities::of(&self.answers), bytes)
    }

    /// The bytes that give the terminal back, with a last question: what was under way has come when it is answered.
    pub fn end(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        turn_off(self.modes, &mut bytes).ok();
        if self.answers.are_complete {
            bytes.extend_from_slice(LAST_QUESTION.as_bytes());
            self.answers.are_complete = false;
        } else {
            // Whoever has never answered is not waited for.
            self.answers.are_complete = true;
        }
        bytes
    }

    /// The bytes that give a terminal back of which nobody knows any more which modes are set.
    pub fn restored() -> Vec<u8> {
        let mut bytes = Vec::new();
        turn_off(wanted(true, true), &mut bytes).ok();
        bytes
    }

    fn sort(&mut self, heard: Vec<Heard>) -> Vec<Input> {
        let mut events = Vec::new();
        for heard in heard {
            match heard {
                Heard::Event(input) => events.push(input),
                Heard::Answer(answer) => self.answers.take(answer),
            }
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{Event, KeyCode};

    use super::*;

    fn keys(events: &[Input]) -> Vec<KeyCode> {
        let key = |it: &Input| match &it.event {
            Event::Key(key) => Some(key.code),
            Event::Mouse(_)
            | Event::Paste(_)
            | Event::Resize(..)
            | Event::FocusGained
            | Event::FocusLost => None,
        };
        events.iter().filter_map(key).collect()
    }

    #[test]
    fn two_terminals_know_nothing_of_each_other() {
        let (mut one, asked) = Remote::begin(true, true);
        let (mut other, _) = Remote::begin(false, false);
        assert!(asked.ends_with(LAST_QUESTION.as_bytes()));
        assert_eq!(keys(&one.feed(b"\x1b[?31u\x1b[?2026;2$y\x1b", 0)), []);
        assert_eq!(
            keys(&other.feed(b"[A", 1)),
            [KeyCode::Char('['), KeyCode::Char('A')]
        );
        assert_eq!(keys(&one.feed(b"[A\x1b[?62;22c", 2)), [KeyCode::Up]);
        assert!(one.has_answered() && !other.has_answered());
        let (told, bytes) = one.abilities();
        assert!(told.synchronizes && told.has_keyboard && !bytes.is_empty());
        let (told, bytes) = other.abilities();
        assert!(!told.synchronizes && !told.has_keyboard && bytes.is_empty());
        assert_ne!(one.end(), other.end());
    }

    #[test]
    fn an_escape_alone_is_a_key_after_forty_milliseconds() {
        let (mut remote, _) = Remote::begin(true, true);
        assert_eq!(keys(&remote.feed(b"\x1b", 1_000)), []);
        assert_eq!(remote.due_ms(), Some(1_040));
        assert_eq!(keys(&remote.expire(1_039)), []);
        assert_eq!(keys(&remote.expire(1_040)), [KeyCode::Esc]);
        assert_eq!(remote.due_ms(), None);
    }

    #[test]
    fn what_is_answered_late_is_no_key() {
        let (mut remote, _) = Remote::begin(true, true);
        remote.abilities();
        let late = b"\x1bP>|XTerm(380)\x1b\\\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[1;20R\x1b[?62c";
        assert_eq!(keys(&remote.feed(late, 5_000)), []);
        assert!(remote.has_answered());
        assert!(remote.end().ends_with(LAST_QUESTION.as_bytes()));
        assert!(!remote.has_answered(), "the last question is open");
        remote.feed(b"\x1b[?62c", 6_000);
        assert!(remote.has_answered());
    }
}
