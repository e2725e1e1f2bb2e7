//! The sharer: a client's part in making the dice. It commits to a share when asked, and reveals it
//! when all commitments are known.
//!
//! Pure; the link, the load generator and the tests' player pass messages in and send what comes
//! back. Law kept here: a share is revealed only when nobody can commit any more, only if the
//! server showed exactly the commitment that was made, and in one agreement only. After another
//! seal, or after something was taken back, the share is another one.

use dicehall_engine::Seat;
use dicehall_engine::fair::{Commitment, MatchId, Party, Secret, commitment, share};
use dicehall_engine::lobby::{PlayerId, Request};
use dicehall_protocol::{
    AgreementView, DiceEventView, EventView, HolderView, SeatView, ServerMessage,
};

use crate::fair::agreement::{self, is_revealing, takes_back};

/// A client's part in the dice.
pub struct Sharer {
    /// The secret from which all shares are derived.
    own: Secret,
    me: Option<PlayerId>,
    seats: Vec<SeatView>,
    agreement: Option<AgreementView>,
    /// The number of agreements so far.
    agreements: u64,
    /// The last command, so that none is sent twice on one connection.
    said: Option<Request>,
    /// The last commitment that was made, with its match.
    given: Option<(MatchId, Commitment)>,
}

impl std::fmt::Debug for Sharer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sharer(..)")
    }
}

impl Sharer {
    /// A sharer whose shares are derived from a secret that nobody else has.
    pub const fn new(own: Secret) -> Self {
        Self {
            own,
            me: None,
            seats: Vec::new(),
            agreement: None,
            agreements: 0,
            said: None,
            given: None,
        }
    }

    /// A sharer with a secret from the system's random generator.
    pub fn from_system() -> Self {
        Self::new(Secret(rand::random()))
    }

    /// Begins a connection: commands sent on the one before may not have arrived.
    pub fn begin(&mut self) {
        self.said = None;
    }

    /// Takes in a message; returns the command to send, if any.
    pub fn heard(&mut self, message: &ServerMessage) -> Option<Request> {
        if !self.take_in(message) {
            return None;
        }
        let command = self.part()?;
        if self.said.as_ref() == Some(&command) {
            return None;
        }
        if let Request::CommitShare {
            match_id,
            commitment,
        } = &command
        {
            self.given = Some((match_id.clone(), *commitment));
        }
        self.said = Some(command.clone());
        Some(command)
    }

    /// Takes in a message; returns whether the agreement may now wait for something else.
    fn take_in(&mut self, message: &ServerMessage) -> bool {
        if let ServerMessage::Snapshot {
            you,
            lobby,
            agreement,
            ..
        } = message
        {
            self.me = Some(*you);
            self.seats.clone_from(&lobby.seats);
            self.look(agreement.as_deref());
            return true;
        }
        let ServerMessage::Update { events, lobby, .. } = message else {
            return false;
        };
        if let Some(lobby) = lobby {
            self.seats.clone_from(&lobby.seats);
        }
        for event in events {
            self.agreements += u64::from(matches!(
                event,
                EventView::Dice(DiceEventView::DiceSealed { .. })
            ));
            // Events out of order are reported at the end of the match, by the witness.
            let _is_in_order = agreement::follow(&mut self.agreement, event);
        }
        true
    }

    /// The last commitment of this client, with its match.
    pub fn given(&self) -> Option<&(MatchId, Commitment)> {
        self.given.as_ref()
    }

    /// Takes over the agreement of a snapshot: the known one at a later stage, or another one.
    fn look(&mut self, agreement: Option<&AgreementView>) {
        let goes_on = self
            .agreement
            .as_ref()
            .zip(agreement)
            .is_some_and(|(before, now)| !takes_back(before, now));
        self.agreements += u64::from(!goes_on);
        self.agreement = agreement.cloned();
    }

    fn share(&self, agreement: &AgreementView) -> Secret {
        share(
            &self.own,
            self.agreements,
            &agreement.match_id,
            &agreement.commitment,
        )
    }

    /// The command for which the agreement waits, if it waits for this client.
    fn part(&self) -> Option<Request> {
        let agreement = self.agreement.as_ref()?;
        let seat = self.my_seat()?;
        let mine = agreement.shares.iter().find(|it| it.seat == seat)?;
        if mine.missed || mine.share.is_some() {
            return None;
        }
        let match_id = agreement.match_id.clone();
        let share = self.share(agreement);
        let commitment = commitment(&match_id, Party::Seat(seat), &share);
        match mine.commitment {
            None => Some(Request::CommitShare {
                match_id,
                commitment,
            }),
            Some(shown) => {
                let is_mine = shown == commitment;
                (is_revealing(agreement) && is_mine)
                    .then_some(Request::ShowShare { match_id, share })
            }
        }
    }

    fn my_seat(&self) -> Option<Seat> {
        let is_mine = |it: &SeatView| match it.holder {
            HolderView::Human { player, .. } => Some(player) == self.me,
            HolderView::Open | HolderView::Closed | HolderView::Bot { .. } => false,
        };
        Seat::ALL
            .into_iter()
            .zip(&self.seats)
            .find(|(_, it)| is_mine(it))
            .map(|(seat, _)| seat)
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::game::SeatSet;
    use dicehall_engine::lobby::{Ply, Revision};
    use dicehall_protocol::MatchEventView;

    use super::*;
    use crate::testing;

    /// A sharer on seat 0 of a lobby with two humans.
    fn sharer() -> Sharer {
        let mut sharer = Sharer::new(Secret([9; 32]));
        sharer.heard(&testing::snapshot_of_two());
        sharer
    }

    fn update(events: Vec<EventView>) -> ServerMessage {
        let (revision, ply) = (Revision(9), Ply(0));
        ServerMessage::Update {
            revision,
            events,
            lobby: None,
            view: None,
            ply,
            outcome: None,
        }
    }

    fn sealed(server: u8) -> EventView {
        EventView::Dice(DiceEventView::DiceSealed {
            match_id: MatchId::try_from("m-1".to_owned()).unwrap(),
            begun_at: 0,
            commitment: Commitment([server; 32]),
            seats: Seat::first(2).collect::<SeatSet>(),
        })
    }

    fn committed(number: usize, commitment: Commitment) -> ServerMessage {
        update(vec![EventView::Dice(DiceEventView::ShareCommitted {
            seat: Seat::ALL[number],
            commitment,
        })])
    }

    #[track_caller]
    fn commits(command: Option<Request>) -> Commitment {
        match command {
            Some(Request::CommitShare { commitment, .. }) => commitment,
            other => panic!("{other:?} is no commitment"),
        }
    }

    #[test]
    fn it_commits_when_it_is_asked_and_shows_when_every_commitment_is_known() {
        let mut sharer = sharer();
        let mine = commits(sharer.heard(&update(vec![
            EventView::Match(MatchEventView::MatchCalled),
            sealed(1),
        ])));
        assert_eq!(
            sharer.heard(&committed(0, mine)),
            None,
            "the other commitment is missing"
        );
        let shown = sharer.heard(&committed(1, Commitment([5; 32])));
        let Some(Request::ShowShare { match_id, share }) = shown else {
            panic!("{shown:?}")
        };
        assert_eq!(
            commitment(&match_id, Party::Seat(Seat::ALL[0]), &share),
            mine
        );
        assert_eq!(
            sharer.heard(&update(Vec::new())),
            None,
            "nothing is said twice"
        );
    }

    #[test]
    fn it_does_not_wait_for_whoever_missed_and_says_nothing_after_missing_itself() {
        let mut it = sharer();
        let mine = commits(it.heard(&update(vec![sealed(1)])));
        it.heard(&committed(0, mine));
        let missed = |number: usize| {
            update(vec![EventView::Dice(DiceEventView::ShareMissed {
                seat: Seat::ALL[number],
            })])
        };
        assert!(matches!(
            it.heard(&missed(1)),
            Some(Request::ShowShare { .. })
        ));
        let mut late = sharer();
        commits(late.heard(&update(vec![sealed(1)])));
        assert_eq!(late.heard(&missed(0)), None);
        assert_eq!(late.heard(&committed(1, mine)), None);
    }

    #[test]
    fn it_shows_nothing_for_a_commitment_that_it_did_not_make() {
        let mut sharer = sharer();
        commits(sharer.heard(&update(vec![sealed(1)])));
        sharer.heard(&committed(0, Commitment([6; 32])));
        assert_eq!(sharer.heard(&committed(1, Commitment([5; 32]))), None);
    }

    #[test]
    fn a_server_that_seals_again_gets_another_share() {
        let mut sharer = sharer();
        let one = commits(sharer.heard(&update(vec![sealed(1)])));
        let two = commits(sharer.heard(&update(vec![
            EventView::Match(MatchEventView::MatchCalled),
            sealed(2),
        ])));
        assert_ne!(one, two);
    }

    #[test]
    fn a_server_that_seals_again_with_the_same_words_gets_another_share() {
        let mut sharer = sharer();
        let one = commits(sharer.heard(&update(vec![sealed(1)])));
        let two = commits(sharer.heard(&update(vec![
            EventView::Match(MatchEventView::MatchCalled),
            sealed(1),
        ])));
        assert_ne!(one, two, "the first share may have been shown");
    }

    fn snapshot_with(agreement: Option<AgreementView>) -> ServerMessage {
        let ServerMessage::Snapshot {
            revision,
            you,
            lobby,
            game_match,
            ..
        } = testing::snapshot_of_two()
        else {
            panic!("a snapshot is a snapshot")
        };
        ServerMessage::Snapshot {
            revision,
            you,
            lobby,
            game_match,
            agreement: agreement.map(Box::new),
        }
    }

    #[test]
    fn whoever_comes_back_says_again_what_did_not_arrive() {
        let mut sharer = sharer();
        let mine = commits(sharer.heard(&update(vec![sealed(1)])));
        let unheard = snapshot_with(sharer.agreement.clone());
        sharer.begin();
        assert_eq!(commits(sharer.heard(&unheard)), mine);
        sharer.heard(&committed(0, mine));
        assert!(matches!(
            sharer.heard(&committed(1, Commitment([5; 32]))),
            Some(Request::ShowShare { .. })
        ));
        let unheard = snapshot_with(sharer.agreement.clone());
        sharer.begin();
        assert!(matches!(
            sharer.heard(&unheard),
            Some(Request::ShowShare { .. })
        ));
    }

    #[test]
    fn a_server_that_takes_back_what_it_showed_gets_no_share() {
        for change in [
            |it: &mut AgreementView| it.commitment = Commitment([9; 32]),
            |it: &mut AgreementView| it.shares[1].commitment = Some(Commitment([9; 32])),
        ] {
            let mut sharer = sharer();
            let mine = commits(sharer.heard(&update(vec![sealed(1)])));
            sharer.heard(&committed(0, mine));
            sharer.heard(&committed(1, Commitment([5; 32])));
            let mut changed = sharer.agreement.clone().unwrap();
            change(&mut changed);
            sharer.begin();
            assert_eq!(sharer.heard(&snapshot_with(Some(changed))), None);
        }
    }

    #[test]
    fn spectators_and_the_unasked_say_nothing() {
        let mut spectator = Sharer::new(Secret([9; 32]));
        assert_eq!(spectator.heard(&update(vec![sealed(1)])), None);
        let mut sharer = sharer();
        let EventView::Dice(DiceEventView::DiceSealed {
            match_id,
            begun_at,
            commitment,
            ..
        }) = sealed(1)
        else {
            unreachable!()
        };
        let seats = SeatSet::EMPTY.with(Seat::ALL[1]);
        let others = EventView::Dice(DiceEventView::DiceSealed {
            match_id,
            begun_at,
            commitment,
            seats,
        });
        assert_eq!(sharer.heard(&update(vec![others])), None);
    }
}
