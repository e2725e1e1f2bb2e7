//! A person as a witness of the dice: every match that was seen whole must verify, with the client's own audit.

use dicehall_client::fair::audit::{OwnShare, Verdict};
use dicehall_client::fair::sharer::MatchCommitment;
use dicehall_engine::dice::pick;
use dicehall_engine::fair::{Commitment, MatchId, Party, Secret, commitment};
use dicehall_engine::lobby::{EarlyCommitment, Request};
use dicehall_engine::{Dice, Seat};
use dicehall_protocol::{ClientCommand, DiceEventView, EventView, MatchView, ServerMessage};

use super::{Person, Season};

/// A person's notes about dice, besides the client's own audit.
#[derive(Debug, Default)]
pub(super) struct Dicing {
    /// The match whose dice were sealed last.
    match_id: Option<MatchId>,
    /// Whether the person came after the match had begun.
    is_late: bool,
    /// The last match for which the person gave a share, and the share if it was given rashly.
    given: Option<(MatchId, Option<(Secret, Commitment)>)>,
}

impl Person {
    /// Checks the client's verdict at the end of a match.
    pub(super) fn witness(&mut self, message: &ServerMessage) {
        self.note_dicing(message);
        let rash = self
            .dicing
            .given
            .as_ref()
            // The commitment to another match may have come with the agreement to start.
            .filter(|(id, _)| Some(id) == self.dicing.match_id.as_ref())
            .and_then(|(id, rash)| {
                Some(MatchCommitment {
                    match_id: id.clone(),
                    commitment: rash.as_ref()?.1,
                })
            });
        let given = rash.as_ref().or_else(|| self.sharer.given());
        let Some(verdict) = self.witness.heard(message, given) else {
            return;
        };
        let name = self.name();
        match verdict {
            Verdict::Verified { rolls, own } => {
                assert_ne!(own, OwnShare::NotGiven, "{name} has given a share");
                let match_id = self
                    .dicing
                    .match_id
                    .as_ref()
                    .expect("a match that is over was sealed");
                self.world.witnessed(match_id, rolls);
            }
            Verdict::Unknown(why) => {
                assert!(
                    self.dicing.is_late,
                    "{name} has seen the whole match: {why}"
                );
                self.world.count(|it| it.latecomers += 1);
            }
            Verdict::Wrong(fault) => panic!("{name}: the dice are wrong: {fault}"),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "nothing else tells of a match"
    )]
    fn note_dicing(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Snapshot {
                agreement,
                game_match,
                ..
            } => {
                let has_resigned = |it: &MatchView| !it.resigned.is_empty();
                self.dicing.is_late = agreement.as_ref().is_some_and(|it| it.actions > 0)
                    || game_match.as_ref().is_some_and(has_resigned);
                self.dicing.match_id = agreement.as_ref().map(|it| it.match_id.clone());
            }
            ServerMessage::Update { events, .. } => {
                for event in events {
                    if let EventView::Dice(DiceEventView::DiceSealed { match_id, .. }) = event {
                        (self.dicing.match_id, self.dicing.is_late) =
                            (Some(match_id.clone()), false);
                    }
                }
            }
            _ => {}
        }
    }

    /// The commitment that goes along with a command. In a storm somebody may commit to anything, to another match or
    /// for another seat.
    pub(super) fn commits(&mut self, command: &ClientCommand) -> Option<EarlyCommitment> {
        let mut commits = self.sharer.commits(command)?;
        self.world
            .count(|it| it.sign("somebody commits when agreeing to start"));
        if self.world.season() == Season::Storm {
            match self.luck.below(24) {
                0 => commits.commitment = Commitment([7; 32]),
                1 => commits.seat = pick(&Seat::ALL, &mut self.luck)?,
                2 => commits.match_id = self.dicing.match_id.clone()?,
                _ => {}
            }
        }
        Some(commits)
    }

    /// The person's requests about dice; in a storm a share may be shown before it is known who else gives one.
    pub(super) fn rashly(&mut self, part: Request) -> Vec<Request> {
        let Request::CommitShare { match_id, .. } = &part else {
            return vec![part];
        };
        let known = self.dicing.given.take().filter(|(id, _)| id == match_id);
        let (_, rash) = known.unwrap_or_else(|| (match_id.clone(), self.draw_rashly(match_id)));
        self.dicing.given = Some((match_id.clone(), rash));
        let Some((share, commitment)) = rash else {
            return vec![part];
        };
        let commit = Request::CommitShare {
            match_id: match_id.clone(),
            commitment,
        };
        vec![
            commit,
            Request::ShowShare {
                match_id: match_id.clone(),
                share,
            },
        ]
    }

    fn draw_rashly(&mut self, match_id: &MatchId) -> Option<(Secret, Commitment)> {
        let is_rash = self.world.season() == Season::Storm && self.luck.below(8) == 0;
        let seat = self.seen.seat().filter(|_| is_rash)?;
        let share = Secret(std::array::from_fn(|_| {
            u8::try_from(self.luck.below(256)).unwrap()
        }));
        Some((share, commitment(match_id, Party::Seat(seat), &share)))
    }
}
