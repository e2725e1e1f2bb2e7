//! The audit of a match file: its form, the order of the agreement, and everything that the engine
//! can recompute.
//!
//! Called by `dicehall verify`, and by `dicehall replay` before it shows a match.

use dicehall_engine::lobby::SeatEvent;

use dicehall_engine::audit::{Fault, Record, Verified, audit};
use dicehall_engine::fair::Secret;
use dicehall_engine::{AnyConfig, Seat, SeatSet};
use dicehall_protocol::match_file::{BadLine, EventLine, Header, MatchFile, SeatHolder};
use dicehall_protocol::{AgreementView, DiceEventView, EventView, MatchEventView};

use super::{Players, count, humans, parts, seat_of};
use crate::fair::agreement;

/// Audits the text of a match file; an error names the line.
pub fn check(text: &str) -> Result<(MatchFile, Verified), BadLine> {
    let file = MatchFile::from_text(text)?;
    let mut reading = Reading::new(&file.header);
    for (line, event) in (2..).zip(&file.events) {
        reading
            .take(line, event)
            .map_err(|what| BadLine { line, what })?;
    }
    let end = file.events.len() + 2;
    let record = reading
        .record(&file)
        .map_err(|what| BadLine { line: end, what })?;
    match audit(&record) {
        Ok(verified) => Ok((file, verified)),
        Err(fault) => {
            let line = reading.line_of(&file, &fault).unwrap_or(end);
            Err(BadLine {
                line,
                what: fault.to_string(),
            })
        }
    }
}

/// The state while a file is read: everything that its lines have said so far.
struct Reading {
    players: Players,
    agreement: Option<AgreementView>,
    config: Option<AnyConfig>,
    secret: Option<Secret>,
    steps: Vec<dicehall_engine::audit::AuditStep>,
    /// The line numbers of the steps.
    lines: Vec<usize>,
    revision: u64,
    /// The seats for whose humans bots act, as far as is known.
    handed: SeatSet,
    /// The seats whose humans act themselves, as far as is known; at the start neither list has
    /// any.
    present: SeatSet,
}

impl Reading {
    fn new(header: &Header) -> Self {
        let player = |it: &SeatHolder| match it {
            SeatHolder::Human { player, .. } => Some(*player),
            SeatHolder::Bot { .. } => None,
        };
        Self {
            players: header.seats.iter().map(player).collect(),
            agreement: None,
            config: None,
            secret: None,
            steps: Vec::new(),
            lines: Vec::new(),
            revision: 0,
            handed: SeatSet::EMPTY,
            present: SeatSet::EMPTY,
        }
    }

    fn take(
        &mut self,
        line: usize,
        EventLine { revision, event }: &EventLine,
    ) -> Result<(), String> {
        if revision.0 <= self.revision {
            return Err("its revision does not follow the one before".to_owned());
        }
        self.revision = revision.0;
        if !self.may_follow(event) || !agreement::follow(&mut self.agreement, event) {
            return Err("this cannot happen here".to_owned());
        }
        match event {
            EventView::Match(MatchEventView::MatchStarted { config }) => {
                self.config = Some(config.clone());
            }
            EventView::Dice(DiceEventView::DiceOpened { secret }) => self.secret = Some(*secret),
            EventView::Seats(SeatEvent::HandedToBot { seat }) => {
                (self.handed, self.present) =
                    (self.handed.with(*seat), self.present.without(*seat));
            }
            EventView::Seats(SeatEvent::TakenBack { seat }) => {
                (self.handed, self.present) =
                    (self.handed.without(*seat), self.present.with(*seat));
            }
            EventView::Match(_)
            | EventView::Dice(_)
            | EventView::Seats(_)
            | EventView::People(_)
            | EventView::Lobby(_)
            | EventView::Votes(_)
            | EventView::Talk(_) => {}
        }
        if let Some(step) = event.step(|it| seat_of(&self.players, it)) {
            self.steps.push(step);
            self.lines.push(line);
        }
        Ok(())
    }

    /// Whether an event is in order: first the agreement, in its own order; then the match, then
    /// the secret.
    fn may_follow(&self, event: &EventView) -> bool {
        let is_human = |seat: &Seat| humans(&self.players).contains(*seat);
        let Some(agreement) = &self.agreement else {
            return matches!(event, EventView::Dice(DiceEventView::DiceSealed { seats, .. }) if seats.iter().all(|it| is_human(&it)));
        };
        let is_settled = agreement
            .shares
            .iter()
            .all(|it| it.missed || it.share.is_some());
        if self.secret.is_some() {
            return false;
        }
        match event {
            EventView::Dice(event) => match event {
                DiceEventView::DiceSealed { .. } => false,
                DiceEventView::ShareCommitted { .. }
                | DiceEventView::ShareShown { .. }
                | DiceEventView::ShareMissed { .. } => true,
                DiceEventView::DiceOpened { .. } => self.config.is_some(),
            },
            EventView::Match(event) => match event {
                MatchEventView::MatchCalled => false,
                MatchEventView::MatchStarted { .. } => is_settled && self.config.is_none(),
                MatchEventView::Acted { .. }
                | MatchEventView::Rolled { .. }
                | MatchEventView::Resigned { .. }
                | MatchEventView::TimedOut { .. }
                | MatchEventView::PauseWanted { .. }
                | MatchEventView::Paused
                | MatchEventView::Continued => self.config.is_some(),
            },
            EventView::Seats(SeatEvent::HandedToBot { seat }) => {
                is_human(seat) && !self.handed.contains(*seat)
            }
            EventView::Seats(SeatEvent::TakenBack { seat }) => {
                is_human(seat) && !self.present.contains(*seat)
            }
            EventView::Seats(SeatEvent::SeatLeft { seat }) => is_human(seat),
            EventView::People(event) => event
                .departed()
                .is_some_and(|it| self.players.contains(&Some(it))),
            EventView::Seats(_)
            | EventView::Lobby(_)
            | EventView::Votes(_)
            | EventView::Talk(_) => false,
        }
    }

    fn record(&self, file: &MatchFile) -> Result<Record, String> {
        let missing = |what: &str| format!("{what} is missing");
        let agreement = self
            .agreement
            .as_ref()
            .ok_or_else(|| missing("the agreement on the dice"))?;
        if agreement.match_id != file.header.match_id || agreement.begun_at != file.header.begun_at
        {
            return Err("the header is of another match than the events".to_owned());
        }
        Ok(Record {
            match_id: agreement.match_id.clone(),
            commitment: agreement.commitment,
            secret: self.secret.ok_or_else(|| missing("the server's secret"))?,
            shares: parts(agreement),
            rules: file.header.settings.rules.clone(),
            seats: count(&self.players),
            humans: humans(&self.players),
            config: self
                .config
                .clone()
                .ok_or_else(|| missing("the start of the match"))?,
            origin: file.header.origin.clone(),
            steps: self.steps.clone(),
            outcome: file.outcome,
        })
    }

    /// The line of the file in which a fault is.
    fn line_of(&self, file: &MatchFile, fault: &Fault) -> Option<usize> {
        let first = |wanted: &dyn Fn(&EventView) -> bool| {
            file.events
                .iter()
                .position(|it| wanted(&it.event))
                .map(|at| at + 2)
        };
        match fault {
            Fault::Secret => {
                first(&|it| matches!(it, EventView::Dice(DiceEventView::DiceOpened { .. })))
            }
            Fault::Share(of) => first(
                &|it| matches!(it, EventView::Dice(DiceEventView::ShareShown { seat, .. }) if seat == of),
            ),
            Fault::Origin(_) => Some(1),
            Fault::Start | Fault::Elsewhere => {
                first(&|it| matches!(it, EventView::Match(MatchEventView::MatchStarted { .. })))
            }
            Fault::AuditStep { at, .. } => self.lines.get(*at).copied(),
            Fault::Outcome => None,
        }
    }
}

#[cfg(test)]
mod tests;
