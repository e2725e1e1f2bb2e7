//! Rebuilds a lobby from its stream: the state, the answers and the history for its task, or the status alone, without a task.
//!
//! Law kept here: a stream is checked against the rules event by event, and the history after the restart has the updates
//! that were sent before it. Only the end of the stream is kept as the history, so a long stream costs no more than its
//! replay.

use dicehall_engine::lobby::replay::ReplayError;
use dicehall_engine::lobby::{Event, Lobby, MatchEvent, PeopleEvent};
use dicehall_protocol::LobbyCode;
use dicehall_protocol::limits::{HISTORY_CHAT_LINES, HISTORY_EVENTS_MIN};

use super::Status;
use super::requesting::answers::Answers;
use super::requesting::asides::Asides;
use super::updates::history::{History, is_talk, is_talk_alone};
use crate::archive::MatchStart;
use crate::journal::{AnyJournal, Journal, JournalError};
use crate::refusal::translate::ViewContext;

/// A lobby rebuilt from its stream.
pub(super) struct Replayed {
    /// The state of the lobby.
    pub(super) lobby: Lobby,
    /// The latest updates.
    pub(super) history: History,
    /// The answers to people's latest commands.
    pub(super) answers: Answers,
    /// The whispers, and who listens.
    pub(super) asides: Asides,
    /// The copy of the lobby at the start of the match that is not over, for the match's file.
    pub(super) start: Option<MatchStart>,
}

/// A lobby as its stream leaves it, seen without its task.
#[derive(Debug)]
pub(crate) struct Look {
    /// How it stands.
    pub(crate) status: Status,
    /// Whether it has something to do though nobody is there.
    pub(crate) is_busy: bool,
}

/// Looks at a lobby in the journal, of which nothing is kept; fails where [`replay`] does.
pub(crate) async fn look(journal: &AnyJournal, code: LobbyCode) -> Result<Look, JournalError> {
    let events = journal.replay(code).await?;
    let lobby = Lobby::default();
    let lobby = lobby
        .replay(events)
        .map_err(|it| contradiction(code, &it))?;
    check_whole(code, &lobby)?;
    Ok(Look {
        status: Status::of(code, &lobby),
        is_busy: lobby.want().dice.is_some(),
    })
}

/// Rebuilds a lobby from its stream for its task, which is going to write it; fails if the stream contradicts the rules.
pub(super) async fn replay(
    journal: &AnyJournal,
    code: LobbyCode,
) -> Result<Replayed, JournalError> {
    let events = journal.open_stream(code).await?;
    let answers = Answers::of_stream(&events);
    let asides = Asides::of_stream(&events);
    let sealed = MatchStart::begins_at(&events);
    let mut rebuilding = Rebuilding::of(&events);
    let mut start = None;
    for (at, event) in events.into_iter().enumerate() {
        if sealed == Some(at) {
            start = Some(MatchStart::new(&rebuilding.lobby));
        }
        let followed = rebuilding.follow(code, event);
        followed.map_err(|it| contradiction(code, &it))?;
    }
    let Rebuilding { lobby, history, .. } = rebuilding;
    check_whole(code, &lobby)?;
    Ok(Replayed {
        lobby,
        history,
        answers,
        asides,
        start,
    })
}

/// The stream contradicts the rules.
fn contradiction(lobby: LobbyCode, error: &ReplayError) -> JournalError {
    JournalError::Corrupt {
        lobby,
        seq: error.revision + 1,
        what: error.to_string(),
    }
}

fn check_whole(code: LobbyCode, lobby: &Lobby) -> Result<(), JournalError> {
    if lobby.is_whole() {
        return Ok(());
    }
    Err(JournalError::Corrupt {
        lobby: code,
        seq: lobby.revision().0,
        what: "the stream ends within a batch".to_owned(),
    })
}

/// A lobby that is being rebuilt from its stream, event by event, with its history.
#[derive(Debug, Default)]
struct Rebuilding {
    /// The lobby after the events so far.
    lobby: Lobby,
    /// The updates so far.
    history: History,
    /// The events since the lobby was last whole, which belong to one update.
    step: Vec<Event>,
    /// The number of events that were applied.
    count: usize,
    told: KeptHistory,
}

/// The parts of a stream that are kept as the history.
#[derive(Clone, Copy, Debug, Default)]
struct KeptHistory {
    /// The index of the first event from which everything is kept.
    all: usize,
    /// The index of the first event from which chat lines are kept.
    talk: usize,
}

impl Rebuilding {
    /// The start, before the first event of this stream.
    fn of(stream: &[Event]) -> Self {
        Self {
            told: KeptHistory::of(stream),
            ..Self::default()
        }
    }

    /// Applies the next event.
    fn follow(&mut self, code: LobbyCode, event: Event) -> Result<(), ReplayError> {
        if self.count == self.told.all {
            self.history.begin(&self.lobby);
        }
        let from = if is_talk(&event) {
            self.told.talk
        } else {
            self.told.all
        };
        if self.count >= from {
            self.step.push(event.clone());
        }
        self.count += 1;
        self.lobby = std::mem::take(&mut self.lobby).replay([event])?;
        if self.lobby.is_whole() {
            self.keep(code);
        }
        Ok(())
    }

    /// Keeps the step that has just ended. Who was connected then is not known.
    fn keep(&mut self, code: LobbyCode) {
        let step = std::mem::take(&mut self.step);
        if !step.iter().any(Event::is_shown) {
            return;
        }
        if !is_talk_alone(&step) {
            return self.history.push(&step, &self.lobby, Box::default());
        }
        let context = ViewContext {
            code,
            lobby: &self.lobby,
            is_connected: &|_| false,
            rates: &(),
        };
        let update = context.update(&step, self.lobby.phase());
        self.history.keep_talk(update);
    }
}

impl KeptHistory {
    fn of(stream: &[Event]) -> Self {
        let talk = stream
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, it)| is_talk(it));
        let talk = talk.take(HISTORY_CHAT_LINES).last();
        let mut all = stream.len();
        let mut count = 0;
        // Events that follow from the event before them belong to the same update.
        while all > 0 && (count < HISTORY_EVENTS_MIN || stream.get(all).is_some_and(follows)) {
            all -= 1;
            let event = stream.get(all);
            count += usize::from(event.is_some_and(|it| it.is_shown() && !is_talk(it)));
        }
        Self {
            all,
            talk: talk.map_or(stream.len(), |(at, _)| at),
        }
    }
}

/// Whether the event may be a consequence of the one before it.
fn follows(event: &Event) -> bool {
    matches!(
        event,
        Event::Match(MatchEvent::Rolled { .. })
            | Event::People(PeopleEvent::HostChanged { .. })
            | Event::Lobby(_)
    )
}
