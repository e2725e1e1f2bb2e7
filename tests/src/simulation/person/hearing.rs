//! A person's reading of frames: each must follow from those before, and from what is durable.

use dicehall_protocol::{ClientCommand, Reply, ServerMessage, SessionCommand, encode_server};

use super::socket::{self, Socket};
use super::{Person, Seen};
use crate::simulation::oracle::ShownFrame;

impl Person {
    /// The next message, checked; `None` at the end of the connection.
    pub(super) async fn hear(&mut self, socket: &mut Socket) -> Option<ServerMessage> {
        let (text, message) = socket::hear(&self.world, self.number, socket).await?;
        let (text, message) = self.unfolded(text, message);
        self.note(&text, &message, socket.get_ref().stamp());
        let share = self.sharer.heard(&message);
        self.witness(&message);
        if let Some(share) = share {
            for part in self.rashly(share) {
                // If the connection is gone, the next read notices that.
                self.ask(socket, part).await.ok();
            }
        }
        Some(message)
    }

    /// The message in its full form, and its text in that form.
    fn unfolded(&mut self, text: String, message: ServerMessage) -> (String, ServerMessage) {
        let is_short = matches!(message, ServerMessage::Played { .. });
        let unfolded = self.shown.unfold(message);
        let name = self.name();
        let message = unfolded.unwrap_or_else(|error| panic!("{name}: {error}: {text}"));
        if !is_short {
            return (text, message);
        }
        self.world.count(|it| it.sign("a change is told"));
        (encode_server(&message), message)
    }

    fn note(&mut self, text: &str, message: &ServerMessage, stamp: usize) {
        if let ServerMessage::Rejected { id, code, .. } = message {
            let asked = self.answered(*id, text);
            self.note_not_entered(&asked, code.as_str());
            self.note_rejected(*id, &asked, code.as_str());
            return;
        }
        let ServerMessage::Accepted {
            id,
            revision,
            reply,
        } = message
        else {
            self.check(text, message, stamp);
            if matches!(message, ServerMessage::Whispered { .. }) {
                self.world.count(|it| it.sign("somebody is whispered to"));
            }
            let name = self.name();
            return self.seen.note(&name, message);
        };
        let asked = self.answered(*id, text);
        if let Some(Reply::Joined(joined)) = reply {
            self.seen = Seen::of(joined.clone());
            self.joined = Some(joined.clone());
            self.world.found(self.table, joined.lobby);
            self.world.place(self.number, Some(joined.lobby));
            self.note_entered(joined, &asked);
        }
        if matches!(reply, Some(Reply::Listening(it)) if !it.whispers.is_empty()) {
            self.world
                .count(|it| it.sign("somebody hears a whisper late"));
        }
        if matches!(reply, Some(Reply::History(it)) if it.updates.len() > 1) {
            self.world.count(|it| it.sign("somebody hears of the past"));
        }
        let happens = asked != SessionCommand::ListLobbies.into();
        assert_eq!(revision.is_some(), happens, "{}: {text}", self.name());
        self.check(text, message, stamp);
        self.note_heard(*id, &asked);
        self.note_accepted(asked);
    }

    /// The command with the id that is answered.
    fn answered(&mut self, id: u64, text: &str) -> ClientCommand {
        let asked = self.open.remove(&id);
        asked.unwrap_or_else(|| panic!("{}: {id} is not open: {text}", self.name()))
    }

    fn check(&self, text: &str, message: &ServerMessage, stamp: usize) {
        let mut happened = matches!(message, ServerMessage::Update { .. });
        if let ServerMessage::Accepted { id, revision, .. } = message {
            // A request for history is answered anew at any time.
            happened = revision.is_some() && !self.kept.was_repeated(*id);
        }
        let is_still = self.seen.frozen;
        assert!(
            !(happened && is_still),
            "{}: a frozen lobby goes on: {text}",
            self.name()
        );
        if let Some(joined) = &self.joined {
            let mut oracle = self.world.oracle();
            let frame = ShownFrame {
                text,
                message,
                stamp,
            };
            oracle.check(joined.lobby, joined.player, &frame, self.seen.revision);
        }
    }
}
