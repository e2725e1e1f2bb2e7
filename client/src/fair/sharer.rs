//! The sharer: a client's part in making the dice. It commits to a share when its person agrees to
//! start, or else when asked, and reveals it when all commitments are known.
//!
//! Pure; the link, the load generator and the tests' player pass messages in and send what comes
//! back. Law kept here: a share is revealed only when nobody can commit any more, only if the
//! server showed exactly the commitment that was made, and in one agreement only. After another
//! seal, or after something was taken back, the share is another one. A share that was committed to
//! ahead counts only if the seal is the one that was announced, and only for the first such seal.

use dicehall_engine::Seat;
use dicehall_engine::fair::{Commitment, MatchId, Party, Secret, commitment, share};
use dicehall_engine::lobby::{EarlyCommitment, PlayerId, Request};
use dicehall_protocol::{
    AgreementView, ClientCommand, DiceEventView, EventView, HolderView, SeatView, ServerMessage,
};

use crate::fair::agreement::{self, is_revealing, takes_back};

/// A client's part in the dice.
pub struct Sharer {
    /// The secret from which all shares are derived.
    own: Secret,
    me: Option<PlayerId>,
    seats: Vec<SeatView>,
    agreement: Option<AgreementView>,
    /// The number of shares that were drawn so far.
    drawn: u64,
    /// The number of the share in this agreement.
    number: u64,
    /// The next match, as the server has announced it.
    next: Option<MatchCommitment>,
    /// The share to which this client has committed ahead, until a match is sealed.
    ahead: Option<Ahead>,
    /// The last command, so that none is sent twice on one connection.
    said: Option<Request>,
    /// The last commitment that was made, with its match.
    given: Option<MatchCommitment>,
}

/// A commitment, and the match that it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchCommitment {
    /// The match.
    pub match_id: MatchId,
    /// The hash that binds.
    pub commitment: Commitment,
}

/// A share to which this client has committed before the match was sealed.
struct Ahead {
    /// The match and the server's commitment, as they were announced.
    of: MatchCommitment,
    seat: Seat,
    number: u64,
    commitment: Commitment,
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
            drawn: 0,
            number: 0,
            next: None,
            ahead: None,
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
        self.next = None;
    }

    /// The commitment to send along with a command: with an agreement to start, if this client is
    /// seated and knows the next match. The same again for the same match and seat.
    pub fn commits(&mut self, command: &ClientCommand) -> Option<EarlyCommitment> {
        let ClientCommand::Lobby(request) = command else {
            return None;
        };
        let (of, seat) = (self.next.clone()?, self.my_seat()?);
        if !request.may_commit() {
            return None;
        }
        let is_known = |it: &Ahead| it.of == of && it.seat == seat;
        if !self.ahead.as_ref().is_some_and(is_known) {
            self.drawn += 1;
            let number = self.drawn;
            let share = share(&self.own, number, &of.match_id, &of.commitment);
            self.ahead = Some(Ahead {
                commitment: commitment(&of.match_id, Party::Seat(seat), &share),
                of,
                seat,
                number,
            });
        }
        self.ahead.as_ref().map(|it| EarlyCommitment {
            match_id: it.of.match_id.clone(),
            seat: it.seat,
            commitment: it.commitment,
        })
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
            self.given = Some(MatchCommitment {
                match_id: match_id.clone(),
                commitment: *commitment,
            });
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
        if let ServerMessage::NextMatch {
            match_id,
            commitment,
        } = message
        {
            self.next = Some(MatchCommitment {
                match_id: match_id.clone(),
                commitment: *commitment,
            });
            return false;
        }
        let ServerMessage::Update { events, lobby, .. } = message else {
            return false;
        };
        if let Some(lobby) = lobby {
            self.seats.clone_from(&lobby.seats);
        }
        for event in events {
            if let EventView::Dice(DiceEventView::DiceSealed {
                match_id,
                commitment,
                ..
            }) = event
            {
                self.draw(match_id, *commitment);
            }
            // Events out of order are reported at the end of the match, by the witness.
            let _is_in_order = agreement::follow(&mut self.agreement, event);
        }
        true
    }

    /// The last commitment of this client, with its match.
    pub fn given(&self) -> Option<&MatchCommitment> {
        self.given.as_ref()
    }

    /// Takes over the agreement of a snapshot: the known one at a later stage, or another one.
    fn look(&mut self, agreement: Option<&AgreementView>) {
        let goes_on = self
            .agreement
            .as_ref()
            .zip(agreement)
            .is_some_and(|(before, now)| !takes_back(before, now));
        if !goes_on && let Some(now) = agreement {
            self.draw(&now.match_id, now.commitment);
        }
        self.agreement = agreement.cloned();
    }

    /// Draws the share of another agreement: the one to which this client has committed ahead, if
    /// the match was sealed as it was announced. That share is never taken again.
    fn draw(&mut self, match_id: &MatchId, sealed: Commitment) {
        self.next = None;
        let ahead = self.ahead.take();
        let is_this = |it: &Ahead| it.of.match_id == *match_id && it.of.commitment == sealed;
        if let Some(ahead) = ahead.filter(is_this) {
            self.number = ahead.number;
            self.given = Some(MatchCommitment {
                match_id: ahead.of.match_id,
                commitment: ahead.commitment,
            });
        } else {
            self.drawn += 1;
            self.number = self.drawn;
        }
    }

    fn share(&self, agreement: &AgreementView) -> Secret {
        share(
            &self.own,
            self.number,
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
            notice: None,
            layout: None,
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

    fn announced(server: u8) -> ServerMessage {
        ServerMessage::NextMatch {
            match_id: MatchId::try_from("m-1".to_owned()).unwrap(),
            commitment: Commitment([server; 32]),
        }
    }

    fn agreeing(sharer: &mut Sharer) -> Option<Commitment> {
        let ready = Request::Ready { ready: true };
        sharer.commits(&ready.into()).map(|it| it.commitment)
    }

    /// A sharer that has committed to a share of the announced match, and the commitment.
    fn ahead() -> (Sharer, Commitment) {
        let mut sharer = sharer();
        assert_eq!(sharer.heard(&announced(1)), None);
        let mine = agreeing(&mut sharer).expect("the next match is known");
        (sharer, mine)
    }

    fn called(seals: &[u8], mine: Commitment) -> ServerMessage {
        let call = || EventView::Match(MatchEventView::MatchCalled);
        let mut events: Vec<EventView> = Vec::new();
        for server in seals {
            events.extend([call(), sealed(*server)]);
        }
        for (number, commitment) in [(0, mine), (1, Commitment([5; 32]))] {
            events.push(EventView::Dice(DiceEventView::ShareCommitted {
                seat: Seat::ALL[number],
                commitment,
            }));
        }
        update(events)
    }

    #[test]
    fn it_commits_when_its_person_agrees_to_start_and_shows_in_the_announced_match() {
        let mut unknowing = sharer();
        assert_eq!(agreeing(&mut unknowing), None, "no match is announced");
        let (mut it, mine) = ahead();
        for command in [
            Request::Start { force: true },
            Request::Rematch,
            Request::Ready { ready: true },
        ] {
            let commits = it.commits(&command.into()).unwrap();
            assert_eq!((commits.commitment, commits.seat), (mine, Seat::ALL[0]));
        }
        for command in [Request::Ready { ready: false }, Request::Resign] {
            assert_eq!(it.commits(&command.into()), None);
        }
        let shown = it.heard(&called(&[1], mine));
        let Some(Request::ShowShare { match_id, share }) = shown else {
            panic!("{shown:?}")
        };
        let party = Party::Seat(Seat::ALL[0]);
        assert_eq!(commitment(&match_id, party, &share), mine);
        let commitment = mine;
        let given = MatchCommitment {
            match_id,
            commitment,
        };
        assert_eq!(it.given(), Some(&given));
    }

    #[test]
    fn what_the_server_did_not_keep_is_committed_when_it_asks() {
        let (mut it, mine) = ahead();
        assert_eq!(commits(it.heard(&update(vec![sealed(1)]))), mine);
    }

    #[test]
    fn a_share_that_was_committed_to_ahead_is_shown_in_one_agreement_and_in_no_other() {
        for seals in [&[2][..], &[1, 1], &[2, 1], &[1, 2]] {
            let (mut it, mine) = ahead();
            assert_eq!(it.heard(&called(seals, mine)), None, "{seals:?}");
        }
        let (mut it, mine) = ahead();
        it.heard(&called(&[1], mine));
        it.heard(&announced(1));
        assert_ne!(agreeing(&mut it), Some(mine), "it may have been shown");
    }

    #[test]
    fn another_announcement_gets_another_share_and_the_first_is_not_shown_any_more() {
        let (mut it, mine) = ahead();
        it.heard(&announced(2));
        assert_ne!(agreeing(&mut it), Some(mine));
        assert_eq!(it.heard(&called(&[1], mine)), None);
    }

    #[test]
    fn another_seat_is_bound_by_another_share() {
        let (mut it, mine) = ahead();
        let ServerMessage::Snapshot {
            lobby: mut view, ..
        } = testing::snapshot_of_two()
        else {
            panic!("a snapshot is a snapshot")
        };
        view.seats.swap(0, 1);
        let ServerMessage::Update {
            revision,
            events,
            ply,
            ..
        } = update(Vec::new())
        else {
            panic!("an update is an update")
        };
        it.heard(&ServerMessage::Update {
            notice: None,
            layout: None,
            revision,
            events,
            lobby: Some(view),
            view: None,
            ply,
            outcome: None,
        });
        let ready = Request::Ready { ready: true };
        let commits = it.commits(&ready.into()).unwrap();
        assert_eq!(commits.seat, Seat::ALL[1]);
        assert_ne!(commits.commitment, mine);
    }

    #[test]
    fn whoever_missed_the_seal_shows_the_share_after_a_snapshot() {
        let (mut it, mine) = ahead();
        let mut witness = sharer();
        witness.heard(&called(&[1], mine));
        it.begin();
        assert_eq!(
            agreeing(&mut it),
            None,
            "it is announced on each connection"
        );
        assert!(matches!(
            it.heard(&snapshot_with(witness.agreement)),
            Some(Request::ShowShare { .. })
        ));
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
