//! A person's stay in a lobby: the proof of it, and what ends it. Called by the machine: what has ended is not resumed.

use dicehall_engine::lobby::PlayerId;
use dicehall_protocol::{EventView, Joined, LobbyEventView, Resume, ServerMessage};

/// The proof of being in a lobby.
#[derive(Clone, Debug)]
pub(super) struct Stay {
    pub(super) resume: Resume,
    /// `None` when the proof comes from an earlier run of the program.
    me: Option<PlayerId>,
}

impl Stay {
    /// A stay that an earlier run of the program has begun.
    pub(super) const fn resumed(resume: Resume) -> Self {
        Self { resume, me: None }
    }

    /// A stay that has just begun.
    pub(super) fn begun(joined: &Joined) -> Self {
        let resume = Resume {
            lobby: joined.lobby,
            token: joined.token.clone(),
            revision: None,
        };
        Self {
            resume,
            me: Some(joined.player),
        }
    }

    /// Notes what a resume must tell; whether the stay has ended.
    pub(super) fn hear(&mut self, message: &ServerMessage) -> bool {
        if let ServerMessage::Snapshot { revision, you, .. } = message {
            self.resume.revision = Some(*revision);
            self.me = Some(*you);
        }
        let ServerMessage::Update {
            revision, events, ..
        } = message
        else {
            return false;
        };
        self.resume.revision = Some(*revision);
        events.iter().any(|it| ends_stay_of(self.me, it))
    }
}

/// Whether `me` is no longer in the lobby after the event.
fn ends_stay_of(me: Option<PlayerId>, event: &EventView) -> bool {
    match event {
        EventView::Lobby(event) => matches!(event, LobbyEventView::Ended { .. }),
        EventView::People(event) => event.departed().is_some_and(|it| Some(it) == me),
        EventView::Seats(_) | EventView::Dice(_) | EventView::Match(_) | EventView::Talk(_) => {
            false
        }
    }
}
