//! The answers to people's latest commands, so that a command that is sent again is answered again and not carried out
//! again.
//!
//! A lobby's task owns one. Ids belong to a person, not to a connection: a client that lost its connection before the
//! answer came sends the command again after its return. After a restart the stream tells which commands had effects; a
//! command that had none, or was refused, may be decided anew, because deciding it twice does no harm.

use std::collections::{BTreeMap, VecDeque};

use dicehall_engine::lobby::{Event, PlayerId, PrivateEvent, Revision};

use crate::frame::Frame;
use crate::lobby::task::encode;
use crate::refusal::translate;

/// The most answers that are remembered for one person.
pub(in crate::lobby::task) const COMMANDS_REMEMBERED_MAX: usize = 64;

/// The latest answers of everybody in the lobby.
#[derive(Debug, Default)]
pub(in crate::lobby::task) struct Answers {
    people: BTreeMap<PlayerId, Memory>,
}

/// The answer to a command, as far as it is known.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::lobby::task) enum Known {
    /// The command was never seen.
    New,
    /// The command was answered with this frame.
    Answered(Frame),
    /// The command may have been seen, but answers as old as its own are forgotten.
    TooOld,
}

#[derive(Debug, Default)]
struct Memory {
    /// In the order of the ids. A list without gaps, because a map of so many is half empty.
    answers: VecDeque<(u64, KeptAnswer)>,
    /// The highest id whose answer is forgotten.
    forgotten: Option<u64>,
}

#[derive(Clone, Debug)]
enum KeptAnswer {
    Accepted(Revision),
    Said(Frame),
}

impl Answers {
    /// The answers that follow from a stream.
    pub(in crate::lobby::task) fn of_stream(events: &[Event]) -> Self {
        let mut answers = Self::default();
        let mut shown = Revision(0);
        for event in events {
            shown.0 += u64::from(event.is_shown());
            if let Event::Private(PrivateEvent::Answered { player, id }) = event {
                answers.put(*player, *id, KeptAnswer::Accepted(shown));
            }
            if let Some(player) = event.departed() {
                answers.forget(player);
            }
        }
        answers
    }

    /// The answer to a command of a person, as far as it is remembered.
    pub(in crate::lobby::task) fn known(&self, player: PlayerId, id: u64) -> Known {
        let Some(memory) = self.people.get(&player) else {
            return Known::New;
        };
        match memory.answer(id) {
            Some(KeptAnswer::Accepted(revision)) => {
                Known::Answered(encode(&translate::accepted(id, *revision)))
            }
            Some(KeptAnswer::Said(frame)) => Known::Answered(frame.clone()),
            None if memory.forgotten.is_some_and(|it| id <= it) => Known::TooOld,
            None => Known::New,
        }
    }

    /// The highest id that the person has used; zero if there is none.
    pub(in crate::lobby::task) fn last_id(&self, player: PlayerId) -> u64 {
        let memory = self.people.get(&player);
        memory
            .and_then(|it| it.answers.back())
            .map_or(0, |(id, _)| *id)
    }

    /// Remembers that a command was carried out.
    pub(in crate::lobby::task) fn accept(&mut self, player: PlayerId, id: u64, revision: Revision) {
        self.put(player, id, KeptAnswer::Accepted(revision));
    }

    /// Remembers any other answer to a command.
    pub(in crate::lobby::task) fn say(&mut self, player: PlayerId, id: u64, frame: Frame) {
        self.put(player, id, KeptAnswer::Said(frame));
    }

    /// Forgets a person who is no longer in the lobby.
    pub(in crate::lobby::task) fn forget(&mut self, player: PlayerId) {
        self.people.remove(&player);
    }

    fn put(&mut self, player: PlayerId, id: u64, answer: KeptAnswer) {
        self.people.entry(player).or_default().put(id, answer);
    }
}

impl Memory {
    /// The place of an id among the others, or the place where it would be.
    fn place(&self, id: u64) -> Result<usize, usize> {
        self.answers.binary_search_by_key(&id, |it| it.0)
    }

    fn answer(&self, id: u64) -> Option<&KeptAnswer> {
        let known = self.answers.get(self.place(id).ok()?);
        known.map(|(_, answer)| answer)
    }

    fn put(&mut self, id: u64, answer: KeptAnswer) {
        let place = match self.place(id) {
            Ok(known) => {
                self.answers.remove(known);
                known
            }
            Err(new) if self.answers.len() < COMMANDS_REMEMBERED_MAX => new,
            Err(0) => return self.forget(id),
            Err(new) => {
                let oldest = self.answers.pop_front();
                if let Some((id, _)) = oldest {
                    self.forget(id);
                }
                new - 1
            }
        };
        self.answers.insert(place, (id, answer));
    }

    fn forget(&mut self, id: u64) {
        self.forgotten = self.forgotten.max(Some(id));
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::lobby::{PeopleEvent, TalkEvent};

    use super::*;

    const AKI: PlayerId = PlayerId(0);
    const BEN: PlayerId = PlayerId(1);

    /// Checks the answer to Aki's command, as far as it is known, in short.
    #[track_caller]
    fn check(answers: &Answers, id: u64, expect: &str) {
        let known = match answers.known(AKI, id) {
            Known::New => "new".to_owned(),
            Known::Answered(frame) => frame.to_string(),
            Known::TooOld => "too old".to_owned(),
        };
        assert_eq!(known, expect, "command {id}");
    }

    fn accepted(id: u64, revision: u64) -> String {
        format!(r#"{{"type":"accepted","id":{id},"revision":{revision}}}"#)
    }

    #[test]
    fn a_command_is_new_until_it_is_answered() {
        let mut answers = Answers::default();
        check(&answers, 7, "new");
        answers.accept(AKI, 7, Revision(3));
        answers.say(AKI, 8, Frame::new("no"));
        answers.accept(BEN, 9, Revision(4));
        check(&answers, 6, "new");
        check(&answers, 7, &accepted(7, 3));
        check(&answers, 8, "no");
        check(&answers, 9, "new");
        assert_eq!(
            (
                answers.last_id(AKI),
                answers.last_id(BEN),
                answers.last_id(PlayerId(2))
            ),
            (8, 9, 0)
        );
    }

    #[test]
    fn the_oldest_are_forgotten_and_too_old_from_then_on() {
        let mut answers = Answers::default();
        let max = u64::try_from(COMMANDS_REMEMBERED_MAX).unwrap();
        for id in 1..=max {
            answers.accept(AKI, 10 * id, Revision(id));
        }
        check(&answers, 5, "new");
        check(&answers, 10, &accepted(10, 1));
        answers.accept(AKI, 10 * (max + 1), Revision(9));
        check(&answers, 5, "too old");
        check(&answers, 10, "too old");
        check(&answers, 11, "new");
        check(&answers, 20, &accepted(20, 2));
        answers.accept(AKI, 11, Revision(9));
        check(&answers, 11, "too old");
        check(&answers, 12, "new");
    }

    #[test]
    fn a_stream_restores_what_had_consequences() {
        let said = |player| {
            Event::Talk(TalkEvent::Said {
                player,
                text: "x".to_owned(),
            })
        };
        let answered = |player, id| Event::Private(PrivateEvent::Answered { player, id });
        let key = dicehall_engine::lobby::Key([1; 32]);
        let stream = [
            said(AKI),
            answered(AKI, 4),
            Event::Private(PrivateEvent::KeyOffered { player: AKI, key }),
            said(AKI),
            said(BEN),
            answered(BEN, 5),
            said(AKI),
            answered(AKI, 6),
        ];
        let answers = Answers::of_stream(&stream);
        check(&answers, 4, &accepted(4, 1));
        check(&answers, 5, "new");
        check(&answers, 6, &accepted(6, 4));
        for departure in [
            Event::People(PeopleEvent::Left { player: AKI }),
            Event::People(PeopleEvent::Kicked { player: AKI }),
            Event::People(PeopleEvent::Banned { player: AKI }),
        ] {
            let gone = [stream.to_vec(), vec![departure]].concat();
            check(&Answers::of_stream(&gone), 6, "new");
        }
    }
}
