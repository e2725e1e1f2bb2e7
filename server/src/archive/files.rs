//! The files of the matches in a stream: their content, their names, and how one is written on its own. Used by the
//! archive.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use dicehall_engine::lobby::{DiceEvent, Event, Holder, Lobby, MatchEvent, Revision, SeatEvent};
use dicehall_files::write::replace;
use dicehall_files::{Readers, Why};
use dicehall_protocol::match_file::name::file_name;
use dicehall_protocol::match_file::{
    CONTINUED_FORMAT, EventLine, Header, MATCH_FORMAT, MatchFile, SeatHolder,
};

use super::results::TableFacts;
use crate::refusal::translate::event_view;

/// The folder of the files in a server's data directory.
pub const FOLDER: &str = "matches";

/// A copy of a lobby that has called a match, just before its dice are sealed; the events after it are those of the
/// match.
#[derive(Clone, Debug)]
pub(crate) struct MatchStart(Box<Lobby>);

impl MatchStart {
    /// Copies a lobby that is about to seal the dice of a match.
    pub(crate) fn new(lobby: &Lobby) -> Self {
        Self(Box::new(lobby.clone()))
    }

    /// The index, in a whole stream, of the first event of a match that is not over; `None` if there is no such match.
    pub(crate) fn begins_at(events: &[Event]) -> Option<usize> {
        let sealed = events
            .iter()
            .rposition(|it| matches!(it, Event::Dice(DiceEvent::DiceSealed { .. })))?;
        (!events[sealed..].contains(&Event::Dice(DiceEvent::DiceOpened))).then_some(sealed)
    }

    /// The revision of the stream at which the match begins.
    pub(super) fn revision(&self) -> Revision {
        self.0.revision()
    }

    /// The match, from the events after the start; `None` if they do not complete it.
    pub(super) fn finish(self, events: &[Event]) -> Option<FinishedMatch> {
        let mut record = Record {
            lobby: *self.0,
            open: None,
        };
        events.iter().find_map(|it| record.note(it))
    }
}

/// A match that is over.
#[derive(Clone, Debug)]
pub(super) struct FinishedMatch {
    /// Its file.
    pub(super) file: MatchFile,
    /// The facts that its result needs besides.
    pub(super) facts: TableFacts,
}

/// The matches of a stream that are over and whose dice were agreed on.
pub(super) fn of_stream(events: &[Event]) -> impl Iterator<Item = FinishedMatch> {
    let mut record = Record {
        lobby: Lobby::default(),
        open: None,
    };
    events.iter().filter_map(move |it| record.note(it))
}

/// A lobby that is replayed, and the part of its match that has been read.
struct Record {
    lobby: Lobby,
    open: Option<Open>,
}

/// A match that is not over.
struct Open {
    header: Header,
    events: Vec<EventLine>,
    facts: TableFacts,
}

impl Record {
    /// Applies an event; returns the match that it completes, if any.
    fn note(&mut self, event: &Event) -> Option<FinishedMatch> {
        let Self { lobby, open } = self;
        let is_of_match = is_of_match(lobby, event);
        lobby.evolve(event.clone());
        if *event == Event::Match(MatchEvent::MatchCalled) {
            *open = None;
        }
        if matches!(event, Event::Dice(DiceEvent::DiceSealed { .. })) {
            *open = header(lobby).map(|header| Open {
                header,
                events: Vec::new(),
                facts: TableFacts::of(lobby),
            });
        }
        if let Some(Open { events, .. }) = open.as_mut().filter(|_| is_of_match) {
            let revision = lobby.shown();
            events.extend(event_view(lobby, event).map(|event| EventLine { revision, event }));
        }
        if *event != Event::Dice(DiceEvent::DiceOpened) {
            return None;
        }
        let Open {
            header,
            events,
            facts,
        } = open.take()?;
        let outcome = lobby.outcome()?;
        let file = MatchFile {
            header,
            events,
            outcome,
        };
        Some(FinishedMatch { file, facts })
    }
}

fn header(lobby: &Lobby) -> Option<Header> {
    let (agreement, origin) = (lobby.agreement()?, lobby.origin().cloned());
    let holder = |it: &Holder| match it {
        Holder::Human { player, .. } => {
            let Some(person) = lobby.players().get(player) else {
                unreachable!("whoever holds a seat is in the lobby")
            };
            Some(SeatHolder::Human {
                player: *player,
                name: person.name.clone(),
            })
        }
        Holder::Bot(bot) => Some(SeatHolder::Bot { bot: *bot }),
        Holder::Open | Holder::Closed => None,
    };
    Some(Header {
        dicehall_match: if origin.is_some() {
            CONTINUED_FORMAT
        } else {
            MATCH_FORMAT
        },
        match_id: agreement.match_id.clone(),
        begun_at: agreement.begun_at,
        settings: lobby.settings()?.clone(),
        seats: lobby.seats().iter().filter_map(holder).collect(),
        origin,
    })
}

/// Whether the event belongs to the record of a match; talk and spectators do not.
fn is_of_match(lobby: &Lobby, event: &Event) -> bool {
    match event {
        Event::Dice(_) => true,
        Event::Match(event) => *event != MatchEvent::MatchCalled,
        Event::Seats(event) => matches!(
            event,
            SeatEvent::SeatLeft { .. }
                | SeatEvent::HandedToBot { .. }
                | SeatEvent::TakenBack { .. }
        ),
        Event::People(event) => event
            .departed()
            .is_some_and(|it| lobby.seat_of(it).is_some()),
        Event::Lobby(_)
        | Event::Ahead(_)
        | Event::Origins(_)
        | Event::Votes(_)
        | Event::Talk(_)
        | Event::Aside(_)
        | Event::Private(_) => false,
    }
}

/// The name of a match's file.
pub(super) fn name(header: &Header) -> String {
    file_name(header.begun_at, &header.match_id)
}

/// Why a file of a match was not written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", path.display())]
pub(super) struct FileFault {
    pub(super) path: PathBuf,
    pub(super) why: Why,
}

impl FileFault {
    /// The fault of a file.
    pub(super) fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self {
            path: path.to_owned(),
            why: Why::of(&error),
        }
    }
}

/// Writes a file of its own for a match, unless it is there. Readers, and a process that starts after a kill, find it
/// complete or not at all; the disk has it when this returns.
pub(super) fn put(folder: &Path, name: &str, text: &str) -> Result<PathBuf, FileFault> {
    let path = folder.join(name);
    if !path.exists() {
        write(folder, &path, text).map_err(FileFault::of(&path))?;
    }
    Ok(path)
}

/// Makes sure that the file of an earlier release is on the disk with this text: a crash of the machine may have left
/// less.
pub(super) fn renew(folder: &Path, name: &str, text: &str) -> Result<(), FileFault> {
    let path = folder.join(name);
    let renewed = fs::read(&path).and_then(|found| {
        if found == text.as_bytes() {
            File::options().write(true).open(&path)?.sync_all()
        } else {
            write(folder, &path, text)
        }
    });
    renewed.map_err(FileFault::of(&path))
}

/// Synchronizes the names in a folder to the disk, and the name of the folder.
pub(super) fn synchronize_folder(folder: &Path) -> Result<(), FileFault> {
    for folder in [Some(folder), folder.parent()].into_iter().flatten() {
        synchronize_names(folder).map_err(FileFault::of(folder))?;
    }
    Ok(())
}

/// Synchronizes the names in a folder, on systems where a program can and must do that.
#[cfg(unix)]
fn synchronize_names(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        opened => opened?.sync_all(),
    }
}

#[cfg(not(unix))]
fn synchronize_names(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Copies a file from one folder into another, unless it is there.
pub(super) fn copy(from: &Path, to: &Path, name: &str) -> Result<PathBuf, FileFault> {
    let source = from.join(name);
    let text = fs::read_to_string(&source).map_err(FileFault::of(&source))?;
    put(to, name, &text)
}

fn write(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    replace(path, text.as_bytes(), Readers::Usual)
}
