//! The knowledge of a scripted player from the messages that it received, and the laws that hold for each of them.

use dicehall_engine::lobby::{PlayerId, Ply, Revision};
use dicehall_engine::{AnyConfig, AnyView, Outcome, Seat, SeatSet};
use dicehall_protocol::{
    Choice, EventView, HolderView, Joined, LobbyView, MatchEventView, Resume, ServerMessage,
    choices_of,
};

/// The knowledge of a client from the messages that it received.
#[derive(Debug, Default)]
pub struct Seen {
    /// Whether the welcome said that the seat was resumed.
    pub resumed: bool,
    /// The last revision.
    pub revision: Option<Revision>,
    /// The player's number in the lobby.
    pub you: Option<PlayerId>,
    /// Proof of having been in the lobby.
    pub joined: Option<Joined>,
    /// The lobby with its seats and people.
    pub lobby: Option<LobbyView>,
    /// The start of the match.
    pub config: Option<AnyConfig>,
    /// The position.
    pub view: Option<AnyView>,
    /// The number of actions so far.
    pub ply: Ply,
    /// The seats that have resigned.
    pub resigned: SeatSet,
    /// How the match ended.
    pub outcome: Option<Outcome>,
    /// The choices, until something happens.
    pub choices: Option<Vec<Choice>>,
    /// The time left to each seat, and whose clock runs, by the last clocks message.
    pub clocks: Option<(Vec<u32>, Option<Seat>)>,
    /// Every event with the revision after it.
    pub events: Vec<(Revision, EventView)>,
    /// Presence messages: the person, and whether connected.
    pub presence: Vec<(PlayerId, bool)>,
    /// The codes of errors about frames that were not messages.
    pub errors: Vec<String>,
    /// The code with which the server closed the connection.
    pub closing: Option<String>,
    /// Whether the connection is over.
    pub closed: bool,
    /// The number of snapshots.
    pub snapshots: u32,
    /// Whether the lobby stands still because the server cannot write its journal.
    pub frozen: bool,
    /// How often the lobby was frozen.
    pub freezes: u32,
}

impl Seen {
    /// The knowledge of a player who has just entered.
    pub(crate) fn of(joined: Joined) -> Self {
        Self {
            joined: Some(joined),
            ..Self::default()
        }
    }

    /// The player's seat.
    pub fn seat(&self) -> Option<Seat> {
        let (lobby, you) = (self.lobby.as_ref()?, self.you?);
        let is_mine = |it: &Seat| matches!(lobby.seats[it.idx()].holder, HolderView::Human { player, .. } if player == you);
        Seat::ALL.into_iter().find(is_mine)
    }

    /// The proof with which a player who has lost the connection comes back; `None` if the player was in no lobby.
    pub(crate) fn resume(&self, joined: Option<&Joined>) -> Option<Resume> {
        joined.map(|it| Resume {
            lobby: it.lobby,
            token: it.token.clone(),
            revision: self.revision,
            attempt: None,
        })
    }

    /// Takes in a message that is not an answer, and checks that it can follow the ones before.
    pub(crate) fn note(&mut self, name: &str, message: &ServerMessage) {
        match message {
            ServerMessage::Snapshot {
                revision,
                you,
                lobby,
                game_match,
                ..
            } => {
                assert!(
                    Some(*revision) >= self.revision,
                    "{name}: the snapshot goes back from {:?}",
                    self.revision
                );
                self.revision = Some(*revision);
                self.you = Some(*you);
                self.lobby = Some(lobby.clone());
                self.snapshots += 1;
                self.frozen = false;
                self.choices = None;
                if let Some(it) = game_match {
                    self.config = Some(it.config.clone());
                    self.view = Some(it.view.clone());
                    (self.ply, self.resigned, self.outcome) = (it.ply, it.resigned, it.outcome);
                }
            }
            ServerMessage::Update {
                revision,
                events,
                lobby,
                view,
                ply,
                outcome,
                ..
            } => {
                self.note_events(name, *revision, events);
                self.lobby = lobby.clone().or(self.lobby.take());
                self.view = view.clone().or(self.view.take());
                self.note_ply(name, *ply);
                self.outcome = *outcome;
            }
            ServerMessage::Offered { ply, offer, .. } => {
                self.note_choices(name, *ply, choices_of(offer.clone()));
            }
            ServerMessage::Clocks {
                ply,
                left_ms,
                running,
            } => {
                assert_eq!(*ply, self.ply, "{name}: the clocks are for another ply");
                self.clocks = Some((left_ms.clone(), *running));
            }
            ServerMessage::Frozen { frozen } => {
                self.frozen = *frozen;
                self.freezes += u32::from(*frozen);
            }
            ServerMessage::Presence {
                player, connected, ..
            } => {
                self.presence.push((*player, *connected));
            }
            ServerMessage::Error { code, .. } => self.errors.push(code.to_string()),
            ServerMessage::Closing { code, .. } => self.closing = Some(code.to_string()),
            ServerMessage::Welcome { .. }
            | ServerMessage::Whispered { .. }
            | ServerMessage::Hints { .. }
            | ServerMessage::NextMatch { .. }
            | ServerMessage::Accepted { .. }
            | ServerMessage::Rejected { .. }
            // What was heard has its full form.
            | ServerMessage::Played { .. } => {}
        }
    }

    fn note_choices(&mut self, name: &str, ply: Ply, choices: Vec<Choice>) {
        assert_eq!(ply, self.ply, "{name}: the choices are for another ply");
        assert!(!choices.is_empty(), "{name}: there is nothing to choose");
        self.choices = Some(choices);
    }

    fn note_ply(&mut self, name: &str, ply: Ply) {
        let before = std::mem::replace(&mut self.ply, ply);
        assert!(
            ply >= before,
            "{name}: the ply goes back from {before:?} to {ply:?}"
        );
        if ply > before {
            self.choices = None;
        }
    }

    fn note_events(&mut self, name: &str, revision: Revision, events: &[EventView]) {
        let count = u64::try_from(events.len()).unwrap();
        assert!(count > 0, "{name}: an update without events");
        let before = self
            .revision
            .unwrap_or_else(|| panic!("{name}: an update before the snapshot"));
        assert_eq!(
            revision.0,
            before.0 + count,
            "{name}: revisions have a gap after {before:?}"
        );
        for (number, event) in (before.0 + 1..).zip(events) {
            if *event == EventView::Match(MatchEventView::MatchCalled) {
                (self.config, self.view) = (None, None);
            }
            if let EventView::Match(MatchEventView::MatchStarted { config }) = event {
                self.config = Some(config.clone());
                (self.resigned, self.outcome, self.choices) = (SeatSet::EMPTY, None, None);
            }
            if let EventView::Match(MatchEventView::Resigned { seat }) = event {
                self.resigned = self.resigned.with(*seat);
            }
            self.events.push((Revision(number), event.clone()));
        }
        self.revision = Some(revision);
    }
}
