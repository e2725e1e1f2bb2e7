//! The file of a match that is over: JSON lines, each with the hash of the line before.
//!
//! Written by the server's archive, read by everybody who checks or replays a match. The first line is the header, the
//! last one the end; between them is one line for each event, as everybody was shown it. Law kept here: a match has one
//! possible file, and a line that is missing, cut off or changed is noticed. `docs/dice.md` explains the fields.

mod course;
pub mod luck;
pub mod name;
pub mod result;
pub mod segment;

use dicehall_engine::fair::MatchId;
use dicehall_engine::lobby::{PlayerId, Revision, Settings};
use dicehall_engine::{BotSpec, Origin, Outcome};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::server_message::EventView;
use crate::text::wording::in_words;

/// The number of the format, in the first line.
pub const MATCH_FORMAT: u32 = 1;
/// The number of the format of a match that went on from an earlier one: its first line has the origin as well.
pub const CONTINUED_FORMAT: u32 = 2;
/// The largest file that is read, in bytes: an event takes some hundred bytes, a match has some thousand events.
pub const MATCH_FILE_SIZE_MAX: u64 = 64 * 1024 * 1024;

/// The file of a match that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchFile {
    /// The facts that were known when the dice were sealed.
    pub header: Header,
    /// The events, in order.
    pub events: Vec<EventLine>,
    /// The outcome of the match.
    pub outcome: Outcome,
}

/// The facts that were known about a match when its dice were sealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`MATCH_FORMAT`], or [`CONTINUED_FORMAT`] if there is an origin.
    pub dicehall_match: u32,
    /// The name of the match.
    pub match_id: MatchId,
    /// When it was called, in seconds since 1970.
    pub begun_at: u64,
    /// The game with its switches, and the pace of bots.
    pub settings: Settings,
    /// The holders of the seats, from the first seat on.
    pub seats: Vec<SeatHolder>,
    /// The earlier match from which this one went on; `None` if this one was dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// The holder of a seat when the match was called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatHolder {
    /// A person.
    Human {
        /// The person's number in the lobby.
        player: PlayerId,
        /// The person's name.
        name: String,
    },
    /// A bot.
    Bot {
        /// The bot.
        bot: BotSpec,
    },
}

/// An event, as everybody was shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventLine {
    /// The lobby's revision after the event.
    pub revision: Revision,
    /// The event.
    pub event: EventView,
}

/// The first fault of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadLine {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault in words.
    pub what: String,
}

/// A line after the header: `H` is the hash of the line before, `E` the event, owned or borrowed.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line<H, E> {
    Event {
        before: H,
        revision: Revision,
        event: E,
    },
    End {
        before: H,
        events: usize,
        outcome: Outcome,
    },
}

/// A file as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The whole text.
    pub text: String,
    /// The hash of its last line: files with the same fingerprint are the same.
    pub fingerprint: String,
}

impl MatchFile {
    /// The text of the file.
    pub fn to_text(&self) -> String {
        self.written().text
    }

    /// The text of the file with its fingerprint; every line is hashed once.
    pub fn written(&self) -> Written {
        let mut text = json(&self.header);
        let mut before = hash(&text);
        text.push('\n');
        for EventLine { revision, event } in &self.events {
            let line = json(&Line::Event {
                before: before.as_str(),
                revision: *revision,
                event,
            });
            before = hash(&line);
            text.push_str(&line);
            text.push('\n');
        }
        let end = json(&Line::<_, &EventView>::End {
            before: before.as_str(),
            events: self.events.len(),
            outcome: self.outcome,
        });
        text.push_str(&end);
        text.push('\n');
        let fingerprint = hash(&end);
        Written { text, fingerprint }
    }

    /// Reads a file and checks that each line has the hash of the line before.
    pub fn from_text(text: &str) -> Result<Self, BadLine> {
        let mut lines = (1..).zip(text.split_inclusive('\n'));
        let (_, first) = lines.next().ok_or_else(|| bad(1, "the file is empty"))?;
        let header = header(first)?;
        let (mut events, mut above) = (Vec::new(), first);
        for (number, line) in lines.by_ref() {
            let read: Line<String, EventView> = read(number, line)?;
            let (Line::Event { before, .. } | Line::End { before, .. }) = &read;
            if *before != hash(above.trim_end_matches('\n')) {
                return Err(bad(number, "it does not follow the line before"));
            }
            above = line;
            match read {
                Line::Event {
                    revision, event, ..
                } => events.push(EventLine { revision, event }),
                Line::End { events: count, .. } if count != events.len() => {
                    return Err(bad(number, "the number of events is another"));
                }
                Line::End { outcome, .. } => {
                    return match lines.next() {
                        Some((number, _)) => Err(bad(number, "something stands after the end")),
                        None => Ok(Self {
                            header,
                            events,
                            outcome,
                        }),
                    };
                }
            }
        }
        Err(bad(events.len() + 2, "the end is missing"))
    }

    /// The hash of the last line: files with the same fingerprint are the same.
    pub fn fingerprint(&self) -> String {
        self.written().fingerprint
    }
}

/// Whether a text is the one with this fingerprint: each line names the hash of the line before, and nothing is cut
/// off.
pub fn is_text_of(text: &str, fingerprint: &str) -> bool {
    let mut before: Option<String> = None;
    for line in text.split_inclusive('\n') {
        let Some(line) = line.strip_suffix('\n') else {
            return false;
        };
        let names = |it: &String| {
            let rest = line.strip_prefix("{\"before\":\"");
            rest.is_some_and(|rest| rest.starts_with(it.as_str()))
        };
        if !before.as_ref().is_none_or(names) {
            return false;
        }
        before = Some(hash(line));
    }
    before.is_some_and(|it| it == fingerprint)
}

fn header(line: &str) -> Result<Header, BadLine> {
    /// The field that every format has.
    #[derive(Deserialize)]
    struct Any {
        dicehall_match: u32,
    }
    match serde_json::from_str::<Any>(line) {
        Ok(Any {
            dicehall_match: format @ (MATCH_FORMAT | CONTINUED_FORMAT),
        }) => {
            let header: Header = read(1, line)?;
            match (format == CONTINUED_FORMAT, &header.origin) {
                (true, Some(_)) | (false, None) => Ok(header),
                (true, None) => Err(bad(1, "the earlier match is missing")),
                (false, Some(_)) => Err(bad(1, "a match of format 1 goes on from no other")),
            }
        }
        Ok(Any { dicehall_match }) => Err(bad(1, &format!("format {dicehall_match} is unknown"))),
        Err(_) => Err(bad(1, "this is not the file of a match")),
    }
}

/// Reads a line; refuses one that is not written exactly as this program writes it.
fn read<T: Serialize + for<'a> Deserialize<'a>>(number: usize, line: &str) -> Result<T, BadLine> {
    let Some(line) = line.strip_suffix('\n') else {
        return Err(bad(number, "it is cut off"));
    };
    let read: T = serde_json::from_str(line).map_err(|error| bad(number, &in_words(&error)))?;
    if json(&read) == line {
        Ok(read)
    } else {
        Err(bad(number, "it is not in the form in which it is written"))
    }
}

fn bad(line: usize, what: &str) -> BadLine {
    BadLine {
        line,
        what: what.to_owned(),
    }
}

fn hash(line: &str) -> String {
    base16ct::lower::encode_string(&Sha256::digest(line))
}

#[expect(
    clippy::expect_used,
    reason = "lines are trees of numbers, texts and lists: writing them cannot fail"
)]
fn json(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("lines can be written")
}

#[cfg(test)]
mod tests {
    use dicehall_engine::lobby::{Clock, Settings};
    use dicehall_engine::{GameKind, Seat, SeatSet};

    use super::*;
    use crate::server_message::DiceEventView;

    fn file() -> MatchFile {
        let settings = Settings {
            rules: GameKind::TicTacToe.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let match_id = MatchId::try_from("M-1".to_owned()).unwrap();
        let bot = "random".parse().unwrap();
        let human = SeatHolder::Human {
            player: PlayerId(3),
            name: "Aki".to_owned(),
        };
        let seats = vec![human, SeatHolder::Bot { bot }];
        let header = Header {
            dicehall_match: MATCH_FORMAT,
            match_id,
            begun_at: 7,
            settings,
            seats,
            origin: None,
        };
        let event = |revision, seat: usize| EventLine {
            revision: Revision(revision),
            event: EventView::Dice(DiceEventView::ShareMissed {
                seat: Seat::ALL[seat],
            }),
        };
        let outcome = Outcome {
            winners: SeatSet::EMPTY.with(Seat::ALL[1]),
        };
        MatchFile {
            header,
            events: vec![event(4, 0), event(5, 1)],
            outcome,
        }
    }

    /// Checks the fault of the file after a change.
    #[track_caller]
    fn check(change: impl FnOnce(String) -> String, expect: &str) {
        let honest = file().to_text();
        let text = change(honest.clone());
        assert_ne!(text, honest, "nothing was changed");
        let found = MatchFile::from_text(&text).unwrap_err().to_string();
        assert!(
            found.starts_with(expect),
            "{found:?} does not begin with {expect:?}"
        );
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let text = file().to_text();
        assert_eq!(MatchFile::from_text(&text), Ok(file()));
        assert_eq!(text.lines().count(), 4);
        assert_eq!(file().fingerprint().len(), 64);
    }

    #[test]
    fn the_form_is_frozen() {
        let text = file().to_text();
        let expect = [
            r#"{"dicehall_match":1,"match_id":"M-1","begun_at":7,"settings":{"rules":{"game":"tic-tac-toe","rules":{}},"bot_pace_ms":0},"seats":[{"human":{"player":3,"name":"Aki"}},{"bot":{"bot":"random"}}]}"#,
            r#"{"before":"HASH","revision":4,"event":{"share_missed":{"seat":0}}}"#,
            r#"{"before":"HASH","revision":5,"event":{"share_missed":{"seat":1}}}"#,
            r#"{"before":"HASH","events":2,"outcome":{"winners":[1]}}"#,
        ];
        for (number, (line, expect)) in text.lines().zip(expect).enumerate() {
            let before = number
                .checked_sub(1)
                .map_or(String::new(), |it| hash(text.lines().nth(it).unwrap()));
            assert_eq!(line, expect.replace("HASH", &before));
        }
        // The expected hashes are those of `sha256sum`.
        assert_eq!(
            hash("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn a_match_that_went_on_from_an_earlier_one_has_a_format_of_its_own() {
        let mut continued = file();
        continued.header.dicehall_match = CONTINUED_FORMAT;
        continued.header.origin = Some(origin());
        let text = continued.to_text();
        assert_eq!(MatchFile::from_text(&text), Ok(continued));
        let expect = r#""seats":[{"human":{"player":3,"name":"Aki"}},{"bot":{"bot":"random"}}],"origin":{"match_id":"M-0","config":{"game":"tic-tac-toe","config":{}},"steps":[{"acted":{"game":"tic-tac-toe","action":"b2"}}]}}"#;
        let first = text.lines().next().unwrap();
        assert!(first.starts_with(r#"{"dicehall_match":2,"#) && first.ends_with(expect));
        let dealt = MatchFile::from_text(&text.replace("match\":2", "match\":1"));
        let expect = "line 1: a match of format 1 goes on from no other";
        assert_eq!(dealt.unwrap_err().to_string(), expect);
    }

    fn origin() -> Origin {
        let json = r#"{"match_id":"M-0","config":{"game":"tic-tac-toe","config":{}},"steps":[{"acted":{"game":"tic-tac-toe","action":"b2"}}]}"#;
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn whatever_is_missing_or_changed_shows() {
        check(
            |it| it.replace("Aki", "Ben"),
            "line 2: it does not follow the line before",
        );
        check(
            |it| it.replace("\"revision\":4", "\"revision\":3"),
            "line 3: it does not follow",
        );
        check(
            |it| it.replace("\"events\":2", "\"events\":1"),
            "line 4: the number of events is another",
        );
        check(
            |it| {
                it.lines()
                    .take(3)
                    .fold(String::new(), |all, line| all + line + "\n")
            },
            "line 4: the end is missing",
        );
        check(
            |it| {
                it.lines()
                    .skip(1)
                    .fold(String::new(), |all, line| all + line + "\n")
            },
            "line 1: this is not",
        );
        check(|it| it.trim_end().to_owned(), "line 4: it is cut off");
        check(|it| it[..it.len() - 9].to_owned(), "line 4: it is cut off");
        check(
            |it| it.clone() + &it,
            "line 5: something stands after the end",
        );
        check(
            |it| it.replace("\"begun_at\":7", "\"begun_at\": 7"),
            "line 1: it is not in the form",
        );
        check(
            |it| it.replace("\"begun_at\":7", "\"begun_at\":7,\"x\":1"),
            "line 1: there is no x here; possible: dicehall_match, match_id",
        );
        check(
            |it| it.replace("match\":1", "match\":2"),
            "line 1: the earlier match is missing",
        );
        check(
            |it| it.replace("match\":1", "match\":3"),
            "line 1: format 3 is unknown",
        );
        check(|_| String::new(), "line 1: the file is empty");
        check(
            |_| "hello\n".to_owned(),
            "line 1: this is not the file of a match",
        );
    }
}
