//! The whispers of a lobby, and whether they are delivered to the two people whom they concern, and to nobody else.

use std::slice;

use dicehall_engine::lobby::{AsideEvent, Event, PlayerId, Revision};
use dicehall_protocol::{Reply, ServerMessage, Whisper};

/// The whispers, without their numbers, each with the number of durable appends with it.
#[derive(Debug, Default)]
pub(super) struct Whispers(Vec<(Whisper, usize)>);

impl Whispers {
    /// Takes in a durable event.
    pub(super) fn note(&mut self, event: &Event, revision: Revision, stamp: usize) {
        if let Event::Aside(AsideEvent::Whispered { player, to, text }) = event {
            let whisper = Whisper {
                number: 0,
                revision,
                player: *player,
                to: *to,
                text: text.clone(),
            };
            self.0.push((whisper, stamp));
        }
    }

    /// Checks the whispers in a message: each concerns the receiver, is as in the journal, and has the number that it
    /// has for that person.
    pub(super) fn check(&self, you: PlayerId, message: &ServerMessage, stamp: usize) {
        let mine = self
            .0
            .iter()
            .filter(|(it, _)| it.player == you || it.to == you);
        for told in told(message) {
            let found = usize::try_from(told.number - 1)
                .ok()
                .and_then(|number| mine.clone().nth(number));
            let (whisper, durable) = found.unwrap_or_else(|| panic!("{you:?} hears of {told:?}"));
            let number = told.number;
            assert_eq!(
                *told,
                Whisper {
                    number,
                    ..whisper.clone()
                }
            );
            assert!(*durable <= stamp, "{told:?} is told before it is durable");
        }
    }
}

/// The whispers in a message.
fn told(message: &ServerMessage) -> &[Whisper] {
    if let ServerMessage::Whispered { whisper } = message {
        return slice::from_ref(whisper);
    }
    if let ServerMessage::Accepted {
        reply: Some(Reply::Listening(listening)),
        ..
    } = message
    {
        return &listening.whispers;
    }
    &[]
}
