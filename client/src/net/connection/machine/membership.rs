//! A person's membership in a lobby: its proof, and the events that end it. Called by the machine; a membership
//! that has ended is not resumed.

use dicehall_engine::lobby::{PlayerId, Revision};
use dicehall_protocol::{EventView, Joined, LobbyEventView, Resume, ServerMessage};

/// A membership in a lobby, with its proof.
#[derive(Clone, Debug)]
pub(super) struct Membership {
    pub(super) resume: Resume,
    /// The person's id; `None` when the proof comes from an earlier run of the program.
    me: Option<PlayerId>,
}

impl Membership {
    /// A membership that began in an earlier run of the program.
    pub(super) const fn resumed(resume: Resume) -> Self {
        Self { resume, me: None }
    }

    /// A membership that has just begun.
    pub(super) fn begun(joined: &Joined) -> Self {
        let resume = Resume {
            lobby: joined.lobby,
            token: joined.token.clone(),
            revision: None,
            attempt: None,
        };
        Self {
            resume,
            me: Some(joined.player),
        }
    }

    /// Forgets what was seen, because nothing can be added to it: the next resume asks for a snapshot.
    pub(super) fn forget_revision(&mut self) {
        self.resume.revision = None;
    }

    /// Notes the revision that was seen last.
    pub(super) fn reach(&mut self, revision: Revision) {
        self.resume.revision = Some(revision);
    }

    /// Notes what a resume needs from a message; returns whether the membership has ended.
    pub(super) fn hear(&mut self, message: &ServerMessage) -> bool {
        if let ServerMessage::Snapshot { revision, you, .. } = message {
            self.reach(*revision);
            self.me = Some(*you);
        }
        let ServerMessage::Update {
            revision, events, ..
        } = message
        else {
            return false;
        };
        self.reach(*revision);
        events.iter().any(|it| ends_membership_of(self.me, it))
    }
}

/// Whether the event removes `me` from the lobby.
fn ends_membership_of(me: Option<PlayerId>, event: &EventView) -> bool {
    match event {
        EventView::Lobby(event) => matches!(event, LobbyEventView::Ended { .. }),
        EventView::People(event) => event.departed().is_some_and(|it| Some(it) == me),
        EventView::Seats(_)
        | EventView::Dice(_)
        | EventView::Match(_)
        | EventView::Votes(_)
        | EventView::Talk(_) => false,
    }
}
