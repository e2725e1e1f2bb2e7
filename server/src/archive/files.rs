//! The files of the matches in a stream: what stands in them, how they are called, and how they get to the disk.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use dicehall_engine::lobby::{Event, Holder, Lobby};
use dicehall_protocol::match_file::{EventLine, Header, MATCH_FORMAT, MatchFile, SeatHolder};

use super::keep::moment;
use crate::session::translate::event_view;

/// The matches of a stream that are over and whose dice were agreed on.
pub(super) fn of_stream(events: Vec<Event>) -> Vec<MatchFile> {
    let mut lobby = Lobby::default();
    let mut open: Option<(Header, Vec<EventLine>)> = None;
    let mut files = Vec::new();
    for event in events {
        let is_of_match = is_of_match(&lobby, &event);
        lobby.evolve(event.clone());
        if event == Event::MatchCalled {
            open = None;
        }
        if matches!(event, Event::DiceSealed { .. }) {
            open = header(&lobby).map(|it| (it, Vec::new()));
        }
        if let Some((_, lines)) = open.as_mut().filter(|_| is_of_match) {
            let revision = lobby.shown();
            lines.extend(event_view(&lobby, &event).map(|event| EventLine { revision, event }));
        }
        if event == Event::DiceOpened
            && let (Some((header, events)), Some(outcome)) = (open.take(), lobby.outcome())
        {
            files.push(MatchFile { header, events, outcome });
        }
    }
    files
}

fn header(lobby: &Lobby) -> Option<Header> {
    let agreement = lobby.agreement()?;
    let holder = |it: &Holder| match it {
        Holder::Human { player, .. } => {
            let name = lobby.players().get(player).map(|it| it.name.clone()).unwrap_or_default();
            Some(SeatHolder::Human { player: *player, name })
        }
        Holder::Bot(bot) => Some(SeatHolder::Bot { bot: *bot }),
        Holder::Open | Holder::Closed => None,
    };
    Some(Header {
        dicehall_match: MATCH_FORMAT,
        match_id: agreement.match_id.clone(),
        begun_at: agreement.begun_at,
        settings: lobby.settings()?.clone(),
        seats: lobby.seats().iter().filter_map(holder).collect(),
    })
}

/// Whether the event belongs to the record of a match; what people say and who watches does not.
fn is_of_match(lobby: &Lobby, event: &Event) -> bool {
    match event {
        Event::DiceSealed { .. }
        | Event::ShareCommitted { .. }
        | Event::ShareShown { .. }
        | Event::ShareMissed { .. }
        | Event::MatchStarted { .. }
        | Event::Acted { .. }
        | Event::Rolled { .. }
        | Event::HandedToBot { .. }
        | Event::TakenBack { .. }
        | Event::Resigned { .. }
        | Event::TimedOut { .. }
        | Event::PauseWanted { .. }
        | Event::Paused { .. }
        | Event::Continued
        | Event::SeatLeft { .. }
        | Event::DiceOpened => true,
        Event::Left { player } | Event::Kicked { player } | Event::Banned { player } => {
            lobby.seat_of(*player).is_some()
        }
        Event::Created { .. }
        | Event::Entered { .. }
        | Event::SeatTaken { .. }
        | Event::BotSeated { .. }
        | Event::SeatOpened { .. }
        | Event::SeatClosed { .. }
        | Event::HostChanged { .. }
        | Event::SettingsChanged { .. }
        | Event::ReadyChanged { .. }
        | Event::MatchCalled
        | Event::BanLifted { .. }
        | Event::SilenceChanged { .. }
        | Event::PasswordChanged { .. }
        | Event::LockChanged { .. }
        | Event::KeyOffered { .. }
        | Event::KeyConfirmed { .. }
        | Event::Answered { .. }
        | Event::Said { .. }
        | Event::Ended { .. } => false,
    }
}

/// When a match was called, so that names are in order of time, and its own name.
pub(super) fn name(header: &Header) -> String {
    format!("{}-{}.jsonl", moment(header.begun_at), header.match_id)
}

/// Writes a file under a passing name first, so that it is there whole or not at all.
pub(super) fn put(folder: &Path, name: &str, file: &MatchFile) -> Result<PathBuf, String> {
    let path = folder.join(name);
    if path.exists() {
        return Ok(path);
    }
    write(folder, &path, &file.to_text()).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

fn write(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let passing = path.with_extension("part");
    let mut part = File::create(&passing)?;
    part.write_all(text.as_bytes())?;
    part.sync_all()?;
    fs::rename(&passing, path)?;
    File::open(folder)?.sync_all()
}
