//! The witness: a client's own record of a match, and its verdict when the match is over and the
//! secret is revealed.
//!
//! Pure; the link passes on the server's messages. A client that did not see the match from its
//! first action on cannot audit it: a snapshot shows a position, but not the actions before it.

use dicehall_engine::audit::{AuditStep, Record, Verified, audit};
use dicehall_engine::fair::Secret;
use dicehall_engine::lobby::{PlayerId, Request};
use dicehall_engine::{AnyConfig, AnyRules, Origin, Outcome, Seat, SeatSet};
use dicehall_protocol::{
    AgreementView, ClientCommand, DiceEventView, EventView, HolderView, LobbyEventView, LobbyView,
    MatchEventView, MatchView, Played, ServerMessage, ShareView,
};

use super::{OwnShare, Players, Verdict, count, humans, parts, seat_of};
use crate::fair::agreement::{self, is_revealing, takes_back};
use crate::fair::sharer::MatchCommitment;

/// The most steps that are recorded; longer matches can only be audited from their files.
const STEPS_MAX: usize = 1_000_000;

/// A client's record of a match.
#[derive(Default)]
pub struct Witness {
    me: Option<PlayerId>,
    lobby: Option<LobbyView>,
    agreement: Option<AgreementView>,
    called: Option<Seating>,
    config: Option<AnyConfig>,
    /// The earlier match from which the next one is to go on: this client has sent it, and the
    /// server has accepted it.
    prepared: Option<Origin>,
    /// The earlier match from which the present match goes on; `None` if it does not.
    origin: Option<Origin>,
    steps: Vec<AuditStep>,
    /// The reason why the match cannot be audited; `None` if it can.
    gap: Option<String>,
    /// Whether events about the dice came out of order.
    is_disordered: bool,
    /// The agreement at the moment when all commitments had come, to which everybody is bound.
    pledge: Option<AgreementView>,
}

/// The seats, people and rules when the match was announced.
struct Seating {
    rules: AnyRules,
    players: Players,
    /// Whether this client saw the announcement, sat at the table, and acted itself.
    was_there: bool,
}

/// How this client came to know of a match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Learned {
    /// It saw the call.
    FromCall,
    /// A snapshot told of a match that was called before.
    FromSnapshot,
}

impl std::fmt::Debug for Witness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Witness(..)")
    }
}

impl Witness {
    /// Takes in a message; returns the verdict when a match is over and its secret was revealed.
    /// `given` is the last commitment of this client.
    pub fn heard(
        &mut self,
        message: &ServerMessage,
        given: Option<&MatchCommitment>,
    ) -> Option<Verdict> {
        let verdict = self.take_in(message, given);
        self.note_commitment(given);
        verdict
    }

    /// Takes in an action.
    pub fn played(&mut self, played: &Played) {
        let rolled = played.step.chances.iter();
        self.steps
            .push(AuditStep::Acted(played.seat, played.step.action));
        self.steps.extend(rolled.map(|it| AuditStep::Rolled(*it)));
        self.limit_steps();
    }

    /// Notes that the server has accepted a command of this client.
    pub fn note_accepted(&mut self, command: &ClientCommand) {
        if let ClientCommand::Lobby(Request::SetOrigin { origin }) = command {
            self.prepared = Some(origin.clone());
        } else if let ClientCommand::Lobby(Request::ExtendOrigin { steps, .. }) = command
            && let Some(origin) = &mut self.prepared
        {
            origin.steps.extend(steps);
        }
    }

    fn take_in(
        &mut self,
        message: &ServerMessage,
        given: Option<&MatchCommitment>,
    ) -> Option<Verdict> {
        if let ServerMessage::Snapshot {
            you,
            lobby,
            game_match,
            agreement,
            ..
        } = message
        {
            self.me = Some(*you);
            self.lobby = Some(lobby.clone());
            if !self.has_seen(agreement.as_deref(), game_match.as_ref()) {
                self.begin_at(agreement.as_deref(), game_match.as_ref());
            }
        }
        let ServerMessage::Update {
            events,
            lobby,
            outcome,
            ..
        } = message
        else {
            return None;
        };
        if let Some(lobby) = lobby {
            self.lobby = Some(lobby.clone());
        }
        let mut verdict = None;
        for event in events {
            self.event(event);
            if let EventView::Dice(DiceEventView::DiceOpened { secret }) = event {
                verdict = Some(self.verdict(*secret, *outcome, given));
                self.steps = Vec::new();
            }
        }
        verdict
    }

    /// Whether this client has seen all of a match that goes on from the origin that it has sent.
    /// The earlier match counts as one action.
    fn has_seen(&self, agreement: Option<&AgreementView>, game_match: Option<&MatchView>) -> bool {
        let (Some(known), Some(shown), Some(_)) = (&self.agreement, agreement, &self.origin) else {
            return false;
        };
        let acted = self
            .steps
            .iter()
            .filter(|it| matches!(it, AuditStep::Acted(..)));
        let resigned = game_match.is_none_or(|it| !it.resigned.is_empty());
        !resigned
            && known.match_id == shown.match_id
            && usize::try_from(shown.actions) == Ok(acted.count() + 1)
    }

    /// Begins a record at a snapshot. A snapshot shows no steps, so the record is complete only if
    /// there are none yet.
    fn begin_at(&mut self, agreement: Option<&AgreementView>, game_match: Option<&MatchView>) {
        let unseen = agreement.map_or(0, |it| it.actions);
        let resigned = game_match.is_some_and(|it| !it.resigned.is_empty());
        self.gap = (unseen > 0 || resigned).then(|| {
            format!("{unseen} actions were played before you came; the file of the match has them")
        });
        self.agreement = agreement.cloned();
        self.config = game_match.map(|it| it.config.clone());
        self.is_disordered = false;
        (self.prepared, self.origin) = (None, None);
        self.steps.clear();
        self.note_table(Learned::FromSnapshot);
    }

    /// Notes the pledge. The pledge for the match of this client's own share is kept, whatever the
    /// server says of other matches meanwhile.
    fn note_commitment(&mut self, given: Option<&MatchCommitment>) {
        let Some(agreement) = self.agreement.as_ref().filter(|it| is_revealing(it)) else {
            return;
        };
        let is_kept = |it: &AgreementView| {
            it.match_id == agreement.match_id
                || given.is_some_and(|given| given.match_id == it.match_id)
        };
        if !self.pledge.as_ref().is_some_and(is_kept) {
            self.pledge = Some(agreement.clone());
        }
    }

    fn note_table(&mut self, learned: Learned) {
        let me = self.me;
        self.called = self.lobby.as_ref().map(|lobby| {
            let holders = lobby.seats.iter().map(|it| &it.holder);
            let sits = |it: &HolderView| {
                matches!(it, HolderView::Human { player, held_by_bot: false, .. } if Some(*player) == me)
            };
            let plays = |it: &&HolderView| !matches!(it, HolderView::Open | HolderView::Closed);
            let human = |it: &HolderView| match it {
                HolderView::Human { player, .. } => Some(*player),
                HolderView::Bot { .. } | HolderView::Open | HolderView::Closed => None,
            };
            Seating {
                rules: lobby.settings.rules.clone(),
                was_there: learned == Learned::FromCall && holders.clone().any(sits),
                players: holders.filter(plays).map(human).collect(),
            }
        });
    }

    fn event(&mut self, event: &EventView) {
        self.is_disordered |=
            !agreement::follow(&mut self.agreement, event) || self.asks_nobody(event);
        if *event == EventView::Match(MatchEventView::MatchCalled) {
            (self.config, self.gap, self.is_disordered) = (None, None, false);
            self.origin = self.prepared.take();
            self.steps.clear();
            self.note_table(Learned::FromCall);
        }
        if *event == EventView::Lobby(LobbyEventView::SettingsChanged) {
            self.prepared = None;
        }
        if let EventView::Match(MatchEventView::MatchStarted { config }) = event {
            self.config = Some(config.clone());
        }
        let players = self.called.as_ref().map_or(&[][..], |it| &it.players);
        self.steps.extend(event.step(|it| seat_of(players, it)));
        self.limit_steps();
    }

    fn limit_steps(&mut self) {
        if self.steps.len() > STEPS_MAX {
            self.steps.clear();
            self.gap = Some("the match is too long to be remembered; its file has it".to_owned());
        }
    }

    /// Whether the server asks for the share of a seat that no human holds.
    fn asks_nobody(&self, event: &EventView) -> bool {
        let EventView::Dice(DiceEventView::DiceSealed { seats, .. }) = event else {
            return false;
        };
        let humans = self
            .called
            .as_ref()
            .map_or(SeatSet::EMPTY, |it| humans(&it.players));
        seats.iter().any(|it| !humans.contains(it))
    }

    fn verdict(
        &self,
        secret: Secret,
        outcome: Option<Outcome>,
        given: Option<&MatchCommitment>,
    ) -> Verdict {
        if let Some(why) = &self.gap {
            return Verdict::Unknown(why.clone());
        }
        let (Some(agreement), Some(called), Some(config), Some(outcome)) =
            (&self.agreement, &self.called, &self.config, outcome)
        else {
            return Verdict::Unknown("the start of the match was not seen".to_owned());
        };
        if self.is_disordered {
            return Verdict::Wrong(
                "the dice were agreed on in another order than they must be".to_owned(),
            );
        }
        let pledge = self
            .pledge
            .as_ref()
            .filter(|it| it.match_id == agreement.match_id);
        if pledge.is_some_and(|it| takes_back(it, agreement)) {
            return Verdict::Wrong("the server took back what everybody was bound to".to_owned());
        }
        let own = match self.own_share(agreement, called, given) {
            Ok(own) => own,
            Err(fault) => return Verdict::Wrong(fault),
        };
        let record = Record {
            match_id: agreement.match_id.clone(),
            commitment: agreement.commitment,
            secret,
            shares: parts(agreement),
            rules: called.rules.clone(),
            seats: count(&called.players),
            humans: humans(&called.players),
            config: config.clone(),
            origin: self.origin.clone(),
            steps: self.steps.clone(),
            outcome,
        };
        match audit(&record) {
            Ok(Verified { rolls, .. }) => Verdict::Verified { rolls, own },
            Err(fault) => Verdict::Wrong(fault.to_string()),
        }
    }

    /// Whether this client's own share is in the dice; the error is a fault if the server counted
    /// another share.
    fn own_share(
        &self,
        agreement: &AgreementView,
        called: &Seating,
        given: Option<&MatchCommitment>,
    ) -> Result<OwnShare, String> {
        let seat: Option<Seat> = self.me.and_then(|me| seat_of(&called.players, me));
        let Some(seat) = seat else {
            return Ok(OwnShare::None);
        };
        let given = given.filter(|it| it.match_id == agreement.match_id);
        let given = given.map(|it| it.commitment);
        match agreement.shares.iter().find(|it| it.seat == seat) {
            Some(ShareView { missed: true, .. }) => Ok(OwnShare::Missed),
            Some(ShareView { commitment, .. }) if given.is_some() && *commitment != given => {
                Err("the server counted another share than this client gave".to_owned())
            }
            Some(_) if given.is_none() => Ok(OwnShare::NotGiven),
            Some(_) => Ok(OwnShare::Counted),
            None if called.was_there => Ok(OwnShare::NotAsked),
            None => Ok(OwnShare::None),
        }
    }
}

#[cfg(test)]
mod tests;
