//! The files of the matches in a stream: their content, their names, and how they are written. Used by the archive.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use dicehall_engine::lobby::{DiceEvent, Event, Holder, Lobby, MatchEvent, Revision, SeatEvent};
use dicehall_protocol::match_file::name::file_name;
use dicehall_protocol::match_file::{
    CONTINUED_FORMAT, EventLine, Header, MATCH_FORMAT, MatchFile, SeatHolder,
};

use crate::translate::event_view;

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

    /// The file of the match, from the events after the start; `None` if they do not complete it.
    pub(super) fn file(self, events: &[Event]) -> Option<MatchFile> {
        let mut record = Record {
            lobby: *self.0,
            open: None,
        };
        events.iter().find_map(|it| record.note(it))
    }
}

/// The matches of a stream that are over and whose dice were agreed on.
pub(crate) fn of_stream(events: &[Event]) -> impl Iterator<Item = MatchFile> {
    let mut record = Record {
        lobby: Lobby::default(),
        open: None,
    };
    events.iter().filter_map(move |it| record.note(it))
}

/// A lobby that is replayed, and the part of its match that has been read.
struct Record {
    lobby: Lobby,
    open: Option<(Header, Vec<EventLine>)>,
}

impl Record {
    /// Applies an event; returns the file of the match that it completes, if any.
    fn note(&mut self, event: &Event) -> Option<MatchFile> {
        let Self { lobby, open } = self;
        let is_of_match = is_of_match(lobby, event);
        lobby.evolve(event.clone());
        if *event == Event::Match(MatchEvent::MatchCalled) {
            *open = None;
        }
        if matches!(event, Event::Dice(DiceEvent::DiceSealed { .. })) {
            *open = header(lobby).map(|it| (it, Vec::new()));
        }
        if let Some((_, lines)) = open.as_mut().filter(|_| is_of_match) {
            let revision = lobby.shown();
            lines.extend(event_view(lobby, event).map(|event| EventLine { revision, event }));
        }
        if *event != Event::Dice(DiceEvent::DiceOpened) {
            return None;
        }
        let (header, events) = open.take()?;
        Some(MatchFile {
            header,
            events,
            outcome: lobby.outcome()?,
        })
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
        | Event::Origins(_)
        | Event::Talk(_)
        | Event::Aside(_)
        | Event::Private(_) => false,
    }
}

/// The name of a match's file.
pub(super) fn name(header: &Header) -> String {
    file_name(header.begun_at, &header.match_id)
}

/// When a written file is on the disk, and not only in the system's cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Durability {
    /// Before the write returns. A file that exists is left alone, because it could not be written again.
    AtOnce,
    /// Some seconds later, when it is [synchronized](synchronize), before its lobby is removed from the journal. Until
    /// then a crash of the machine may leave an incomplete file, so a file that exists is compared with the journal,
    /// and written again if it differs.
    Later,
}

/// Writes a file under a temporary name and renames it, so that readers, and a process that starts after a kill, find
/// it complete or not at all. A crash of the machine may undo the renaming; then the file is missing, and is written at
/// the next start.
pub(super) fn put(
    folder: &Path,
    name: &str,
    file: &MatchFile,
    durability: Durability,
) -> Result<PathBuf, String> {
    let path = folder.join(name);
    let wrong = |error: io::Error| format!("{}: {error}", path.display());
    let is_there = path.exists();
    if is_there && durability == Durability::AtOnce {
        return Ok(path);
    }
    let text = file.to_text();
    if is_there && fs::read(&path).map_err(wrong)? == text.as_bytes() {
        return Ok(path);
    }
    write(folder, &path, &text, durability).map_err(wrong)?;
    Ok(path)
}

/// Synchronizes files and their folder to the disk. A file that cannot be synchronized is removed, because it may look
/// complete until the system drops its cache; a file that does not exist any more was removed on purpose.
pub(super) fn synchronize<'a>(
    folder: &Path,
    names: impl IntoIterator<Item = &'a String>,
) -> Result<(), String> {
    let wrong = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    for name in names {
        let path = folder.join(name);
        let file = match File::options().write(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            opened => opened.map_err(|error| wrong(&path, error))?,
        };
        if let Err(error) = file.sync_all() {
            fs::remove_file(&path).map_err(|error| wrong(&path, error))?;
            return Err(wrong(&path, error));
        }
    }
    for folder in [Some(folder), folder.parent()].into_iter().flatten() {
        synchronize_names(folder).map_err(|error| wrong(folder, error))?;
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
pub(super) fn copy(from: &Path, to: &Path, name: &str) -> Result<PathBuf, String> {
    let (source, path) = (from.join(name), to.join(name));
    if path.exists() {
        return Ok(path);
    }
    let text =
        fs::read_to_string(&source).map_err(|error| format!("{}: {error}", source.display()))?;
    write(to, &path, &text, Durability::AtOnce)
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

fn write(folder: &Path, path: &Path, text: &str, durability: Durability) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let passing = path.with_extension("part");
    let mut part = File::create(&passing)?;
    part.write_all(text.as_bytes())?;
    if durability == Durability::AtOnce {
        part.sync_all()?;
    }
    fs::rename(&passing, path)
}
