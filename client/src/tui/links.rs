//! The outside of an interface: the link to a server, the search on the LAN, map files, the record
//! of matches, experts and the clock.
//!
//! The loop of the screens (`app`) and that of the line mode carry out their effects here and
//! receive their events from here. Law kept here: what needs the person's own machine is done only with the proof that it is
//! theirs, and a guest is connected to nothing but the door.

mod reviewing;

use std::future::pending;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dicehall_engine::GameKind;
use dicehall_engine::advice::{Advice, Expert, advise};
use dicehall_engine::dice::SeededDice;
use dicehall_engine::fair::MatchId;
use dicehall_engine::lobby::Ply;
use dicehall_files::Why;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, sleep_until};

use crate::files::keep::{KeptItem, NotKept, at};
use crate::files::map_file;
use crate::files::record::{PlayedMatch, Record, RecordedMatch, Sums};
use crate::files::rights::{OwnMachine, Rights};
use crate::games::words::hints::HINT_NODES_MAX;
use crate::lang::Language;
use crate::net::host::TableStore;
use crate::net::link::{
    Around, Connector, LanBrowse, LanEvent, Link, LinkControl, LinkEvent, Target,
};
use crate::net::link_code::LinkCode;
use crate::net::loss::Loss;
use crate::tui::message::{Effect, MachineEffect, Message, ReviewTold};
use crate::tui::model::Model;
use crate::tui::update::{heard, unsent, update};
use reviewing::Reviewing;

/// The outside of an interface: link, LAN search, expert and clock.
pub struct Links {
    connector: Box<dyn Connector>,
    rights: Rights,
    link: Option<Link>,
    browse: Option<LanBrowse>,
    /// The table of animal shogi, for experts.
    tables: TableStore,
    /// The path of the record of matches; `None` if no record is kept.
    record: Option<PathBuf>,
    next_tick: Option<Tick>,
    /// The expert that thinks about the position of a ply.
    thinking: Option<(Ply, JoinHandle<Option<Advice>>)>,
    /// The review that is being made.
    reviewing: Option<Reviewing>,
}

/// An event from outside.
#[derive(Debug)]
pub enum Outside {
    /// An event of the link.
    Link(LinkEvent),
    /// An event of the search on the LAN.
    Lan(LanEvent),
    /// The advice of an expert on the position of a ply.
    Advice(Ply, Option<Advice>),
    /// The knowledge of the review of a match.
    Review(MatchId, ReviewTold),
    /// So many milliseconds have passed.
    Time(u64),
}

impl Outside {
    /// Applies the event to the model; returns the effects to carry out.
    pub fn apply(self, model: &mut Model) -> Vec<Effect> {
        match self {
            Self::Link(event) => heard(model, event),
            Self::Lan(event) => update(model, Message::Lan(event)),
            Self::Advice(ply, advice) => update(model, Message::Advised { ply, advice }),
            Self::Review(match_id, told) => update(model, Message::Reviewed { match_id, told }),
            Self::Time(elapsed_ms) => update(model, Message::Tick { elapsed_ms }),
        }
    }
}

/// The next tick: its moment, and the milliseconds that have passed by then.
#[derive(Clone, Copy)]
struct Tick {
    at: Instant,
    elapsed_ms: u64,
}

impl Links {
    /// Links without a connection, for somebody with these rights.
    pub fn new(connector: Box<dyn Connector>, rights: Rights, record: Option<PathBuf>) -> Self {
        Self {
            connector,
            rights,
            link: None,
            browse: None,
            tables: TableStore::default(),
            record,
            next_tick: None,
            thinking: None,
            reviewing: None,
        }
    }

    /// The same links, whose experts read the table of animal shogi in a folder if it is there.
    #[must_use]
    pub fn with_tables(self, folder: Option<&Path>) -> Self {
        let tables = folder.map(|it| TableStore::in_folder(it, false));
        Self {
            tables: tables.unwrap_or_default(),
            ..self
        }
    }

    /// The proof that the machine is the person's own; `None` for a guest, for whom nothing is done there.
    pub const fn own_machine(&self) -> Option<OwnMachine> {
        self.rights.own_machine()
    }

    /// Carries out an effect that needs no machine of one's own. Effects on the terminal are left to the caller.
    pub fn carry_out(&mut self, effect: Effect, model: &mut Model) {
        match effect {
            Effect::Connect(target) => {
                // The old connection ends before the new one begins.
                self.link = None;
                let address = self.rights.dialed(target.address);
                self.link = Some(self.connector.connect(Target { address, ..target }));
            }
            Effect::Disconnect => self.link = None,
            Effect::Send(command) => {
                let id = command.id;
                let sent = self
                    .link
                    .as_ref()
                    .is_some_and(|it| it.outgoing.try_send(command).is_ok());
                if !sent {
                    unsent(model, id);
                }
            }
            Effect::RetryNow => {
                if let Some(link) = &self.link {
                    // If the queue is full it already holds the same request.
                    link.control.try_send(LinkControl::RetryNow).ok();
                }
            }
            Effect::SignIn(wish) => {
                if let Some(link) = &self.link {
                    // If the queue is full, the link is busy with earlier requests, and the person asks again.
                    link.control.try_send(LinkControl::SignIn(wish)).ok();
                }
            }
            Effect::StopBrowse => self.browse = None,
            // Bots think on threads of their own, so that the screens stay responsive. An expert
            // that still thinks about an earlier question is not waited for.
            Effect::Advise { ply, seen } => {
                let mut dice = SeededDice::new(u64::from(ply.0));
                let tables = self.tables.clone();
                let think = move || {
                    let is_solved = seen.config.kind() == GameKind::AnimalShogi;
                    let table = is_solved.then(|| tables.ask()).flatten();
                    let nodes_max = HINT_NODES_MAX;
                    let expert = Expert { nodes_max, table };
                    advise(&seen, &expert, &mut dice)
                };
                self.thinking = Some((ply, spawn_blocking(think)));
            }
            Effect::Review(origin) => {
                self.reviewing = Some(Reviewing::begin(*origin, self.tables.clone()));
            }
            Effect::Notify(_) | Effect::PlayOn(_) | Effect::OnMachine(_) | Effect::Quit => {}
        }
    }

    /// Carries out an effect on the person's own machine; returns the message that follows from it at once, if any. What
    /// only the caller can do is left to it.
    pub fn on_machine(
        &mut self,
        effect: MachineEffect,
        own: OwnMachine,
        model: &Model,
    ) -> Option<Message> {
        match effect {
            MachineEffect::HostLocal { hosting, name } => {
                self.link = None;
                self.link = Some(self.connector.host_local(hosting, name, own));
            }
            MachineEffect::BrowseLan => {
                let around = Around {
                    known: model.home.recent.clone(),
                };
                self.browse = Some(self.connector.browse_lan(around, own));
            }
            MachineEffect::ReadMap(text) => {
                return Some(Message::MapRead(
                    map_file::choice(&text).map_err(|it| it.to_string()),
                ));
            }
            MachineEffect::WriteMap { path, map } => {
                let fault = map_file::write(&path, &map).err();
                return Some(Message::MapWritten { path, fault });
            }
            MachineEffect::Record(played) => return self.add_to_record(&played),
            MachineEffect::RecordFile { name, path } => self.note_file(&name, &path),
            MachineEffect::ReadRecord => return Some(self.show_record(model.look.language)),
            MachineEffect::CountRecord => return Some(Message::Counted(self.count_record())),
            MachineEffect::WatchMatch(_)
            | MachineEffect::WriteCard
            | MachineEffect::Remember(_)
            | MachineEffect::Suspend => {}
        }
        None
    }

    /// The record of matches, or why it cannot be read.
    fn show_record(&self, language: Language) -> Message {
        Message::RecordRead(self.read_record().map_err(|why| {
            let told = language.record_unread(language.why(&why));
            at(language, told, self.record.as_deref())
        }))
    }

    /// Adds a match to the record; returns the message that it is not there, if that fails.
    fn add_to_record(&self, played: &PlayedMatch) -> Option<Message> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now_ms = now.map_or(0, |it| i64::try_from(it.as_millis()).unwrap_or(i64::MAX));
        let record = self.record.as_ref().ok_or(Why::NoHome);
        let added = record.and_then(|it| Record::open(it)?.add(played, now_ms));
        let not_kept = NotKept {
            what: KeptItem::Record,
            why: added.err()?,
            path: self.record.clone(),
        };
        let name = played.name.clone();
        Some(Message::NotRecorded(Box::new((name, not_kept))))
    }

    /// Notes where the file of a match is. A record that cannot be written was told when the match was added.
    fn note_file(&self, name: &str, path: &Path) {
        let noted = self.record.as_ref().map(|it| {
            let mut record = Record::open(it)?;
            record.note_file(name, path)
        });
        if let Some(Err(why)) = noted {
            tracing::debug!(%why, "the record does not know where the file of a match is");
        }
    }

    /// The counted record. If it cannot be read the counts are zero; the record's own screen tells
    /// why.
    fn count_record(&self) -> Sums {
        let open = |path| Record::open_existing(path)?.map_or(Ok(Sums::new()), |it| it.sums());
        let counted = self.record.as_deref().map(open);
        counted.and_then(Result::ok).unwrap_or_default()
    }

    fn read_record(&self) -> Result<Vec<RecordedMatch>, Why> {
        let record = self
            .record
            .as_deref()
            .map(Record::open_existing)
            .transpose()?;
        record.flatten().map_or(Ok(Vec::new()), |it| it.matches())
    }

    /// Waits for the next event: first the link, then the LAN search, then the clock. The clock
    /// runs only while something counts down, and as often as that needs.
    pub async fn next(&mut self, tick_ms: Option<u64>) -> Outside {
        self.arm_clock(tick_ms);
        let tick = self.next_tick;
        tokio::select! {
            biased;
            event = next_event(&mut self.link) => Outside::Link(event),
            event = next_discovery(&mut self.browse) => Outside::Lan(event),
            (ply, advice) = next_advice(&mut self.thinking) => Outside::Advice(ply, advice),
            (match_id, told) = reviewing::next(&mut self.reviewing) => Outside::Review(match_id, told),
            elapsed_ms = tick_at(tick) => {
                self.next_tick = None;
                Outside::Time(elapsed_ms)
            }
        }
    }

    /// Whether there is a link.
    pub const fn has_link(&self) -> bool {
        self.link.is_some()
    }

    /// The number of commands that the link can take at the moment; `None` without a link.
    #[cfg(test)]
    pub(crate) fn room(&self) -> Option<usize> {
        self.link.as_ref().map(|it| it.outgoing.capacity())
    }

    fn arm_clock(&mut self, wanted: Option<u64>) {
        if self.next_tick.map(|it| it.elapsed_ms) != wanted {
            let now = Instant::now();
            let tick = |elapsed_ms| Tick {
                at: now + Duration::from_millis(elapsed_ms),
                elapsed_ms,
            };
            self.next_tick = wanted.map(tick);
        }
    }
}

impl std::fmt::Debug for Links {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Links").finish_non_exhaustive()
    }
}

/// The next event of the link; a link that ends without an event counts as closed.
async fn next_event(link: &mut Option<Link>) -> LinkEvent {
    let Some(open) = link else {
        return pending().await;
    };
    if let Some(event) = open.incoming.recv().await {
        return event;
    }
    *link = None;
    LinkEvent::Closed {
        code: LinkCode::Unreachable(Loss::Cut),
        message: String::new(),
    }
}

async fn next_discovery(browse: &mut Option<LanBrowse>) -> LanEvent {
    let Some(open) = browse else {
        return pending().await;
    };
    if let Some(event) = open.incoming.recv().await {
        return event;
    }
    *browse = None;
    pending().await
}

/// The advice of the expert; `None` if its thread failed.
async fn next_advice(
    thinking: &mut Option<(Ply, JoinHandle<Option<Advice>>)>,
) -> (Ply, Option<Advice>) {
    let Some((ply, thought)) = thinking else {
        return pending().await;
    };
    let found = (*ply, thought.await.ok().flatten());
    *thinking = None;
    found
}

async fn tick_at(tick: Option<Tick>) -> u64 {
    let Some(Tick { at, elapsed_ms }) = tick else {
        return pending().await;
    };
    sleep_until(at).await;
    elapsed_ms
}
