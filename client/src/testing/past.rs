//! Test only: the past of a match, as the server keeps it for people who come late.

use dicehall_engine::fair::Commitment;
use dicehall_engine::lobby::TalkEvent;
use dicehall_protocol::{
    AgreementView, EventView, History, MatchEventView, PastUpdate, Reply, ServerMessage,
};

use super::{BO, Table, hear};
use crate::tui::model::{Model, Pending};

/// The updates of a match from its start, with talk in between, and the snapshot after each.
pub(crate) struct Film {
    pub(crate) told: Vec<ServerMessage>,
    pub(crate) after: Vec<ServerMessage>,
}

impl Film {
    pub(crate) fn of(mut table: Table, actions: usize) -> Self {
        let mut film = Self {
            told: Vec::new(),
            after: Vec::new(),
        };
        film.says(&mut table, "before the match");
        let config = table.config.clone();
        let begins = EventView::Match(MatchEventView::MatchStarted { config });
        let told = table.update(vec![begins]);
        film.push(&table, told);
        for number in 0..actions {
            let Some(action) = table.some_action() else {
                break;
            };
            let told = table.act(action);
            film.push(&table, told);
            if number % 5 == 0 {
                film.says(&mut table, &format!("line {number}"));
            }
        }
        film
    }

    fn push(&mut self, table: &Table, told: ServerMessage) {
        self.told.push(told);
        self.after.push(snapshot(table));
    }

    fn says(&mut self, table: &mut Table, text: &str) {
        let (player, text) = (BO, text.to_owned());
        let told = happens(table, TalkEvent::Said { player, text });
        self.push(table, told);
    }

    /// The updates in the form in which the server keeps them.
    pub(crate) fn past(&self) -> Vec<PastUpdate> {
        self.told.iter().map(past).collect()
    }
}

/// Lets an event outside of the match happen; returns the update.
pub(crate) fn happens(table: &mut Table, event: impl Into<EventView>) -> ServerMessage {
    let mut told = table.update(vec![event.into()]);
    if let ServerMessage::Update { view, outcome, .. } = &mut told {
        (*view, *outcome) = (None, None);
    }
    told
}

/// A snapshot of the match, with its number of actions.
fn snapshot(table: &Table) -> ServerMessage {
    let mut snapshot = table.snapshot();
    if let ServerMessage::Snapshot { agreement, .. } = &mut snapshot {
        *agreement = Some(Box::new(AgreementView {
            match_id: "ATTJC-1-5b0f2c7de1a94f36".to_owned().try_into().unwrap(),
            begun_at: 0,
            commitment: Commitment([0; 32]),
            shares: Vec::new(),
            secret: None,
            actions: table.ply,
        }));
    }
    snapshot
}

/// An update in the form in which the server keeps it.
pub(crate) fn past(told: &ServerMessage) -> PastUpdate {
    let ServerMessage::Update {
        revision,
        events,
        view,
        outcome,
        ..
    } = told.clone()
    else {
        panic!("no update: {told:?}")
    };
    PastUpdate {
        revision,
        events,
        view,
        outcome,
    }
}

/// Answers a request for the past with all these updates at once.
pub(crate) fn tell_past(model: &mut Model, updates: Vec<PastUpdate>) {
    let mut pending = model.pending.iter();
    let asked = pending.find(|(_, it)| **it == Pending::Earlier);
    let (id, has_earlier) = (*asked.unwrap().0, false);
    let history = History {
        updates,
        has_earlier,
    };
    hear(
        model,
        ServerMessage::Accepted {
            id,
            revision: None,
            reply: Some(Reply::History(history)),
        },
    );
}
