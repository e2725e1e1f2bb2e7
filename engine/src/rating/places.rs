//! The places of a match: in which order its seats were out of it, and who won.
//!
//! Called by the server's archive for the result of a match. Law kept here: places follow from what happened by the rules,
//! like everything that a result tells; nothing is believed that can be computed.
//!
//! A seat is out when it has fallen, when its human resigns, and when its human leaves it for good, whatever the bot that
//! takes it over makes of it; while a bot only stands in, the seat is in. Whoever is out later is placed before. Of the
//! seats that are in at the end the winners come first; the others are equal, because they had no reason to fight for the
//! second place.

use serde::{Deserialize, Serialize};

use crate::audit::AuditStep;
use crate::game::ending::ending;
use crate::game::{Seat, SeatSet, State};
use crate::games::AnyState;
use crate::origin;

/// How a human gave a match up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GivenUp {
    /// By resigning.
    Resigned,
    /// By leaving the seat for good.
    Left,
}

/// The place of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatPlace {
    /// 1 for the first; seats that are equal have the same, and the next counts them all.
    pub place: u8,
    /// How the human gave the match up; `None` if the seat fell before or was in to the end.
    pub given_up: Option<GivenUp>,
}

/// A match that is followed to its end.
struct Course {
    state: AnyState,
    humans: SeatSet,
    resigned: SeatSet,
    /// The seats that are out, the first first; those of one step are equal.
    out: Vec<Vec<Seat>>,
    given_up: Vec<(Seat, GivenUp)>,
    /// The seats that have won by the rules; `None` while the match goes on.
    winners: Option<SeatSet>,
}

/// The places of all seats, given the position in which a match began, the seats that humans held, and everything that
/// happened. Refuses steps that the rules do not allow, and a match that is not over.
pub fn places(
    start: AnyState,
    humans: SeatSet,
    steps: &[AuditStep],
) -> Result<Vec<SeatPlace>, &'static str> {
    let mut course = Course {
        winners: ending(&start, SeatSet::EMPTY, humans).map(|it| it.winners),
        state: start,
        humans,
        resigned: SeatSet::EMPTY,
        out: Vec::new(),
        given_up: Vec::new(),
    };
    for step in steps {
        // Whoever leaves after the end has given nothing up.
        if course.winners.is_some() {
            break;
        }
        course.take(*step)?;
    }
    let winners = course.winners.ok_or("the match is not over")?;
    Ok(course.placed(winners))
}

impl Course {
    fn take(&mut self, step: AuditStep) -> Result<(), &'static str> {
        match step {
            AuditStep::Acted(_, action) => origin::act(&mut self.state, action)?,
            AuditStep::Rolled(chance) => origin::resolve(&mut self.state, chance)?,
            AuditStep::Resigned(seat) => {
                self.resigned = self.resigned.with(seat);
                self.give_up(seat, GivenUp::Resigned);
            }
            AuditStep::Vacated(seat) => {
                self.humans = self.humans.without(seat);
                self.give_up(seat, GivenUp::Left);
            }
        }
        let fallen = self.state.fallen();
        let now: Vec<Seat> = fallen.iter().filter(|it| !self.is_out(*it)).collect();
        if !now.is_empty() {
            self.out.push(now);
        }
        let ended = ending(&self.state, self.resigned, self.humans);
        self.winners = ended.map(|it| it.winners);
        Ok(())
    }

    fn give_up(&mut self, seat: Seat, how: GivenUp) {
        if !self.is_out(seat) {
            self.out.push(vec![seat]);
            self.given_up.push((seat, how));
        }
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.out.iter().flatten().any(|it| *it == seat)
    }

    fn placed(&self, winners: SeatSet) -> Vec<SeatPlace> {
        // The later out, the better; in to the end is better still, and best is to win.
        let reached = |seat: Seat| match self.out.iter().position(|it| it.contains(&seat)) {
            Some(at) => at,
            None => self.out.len() + usize::from(winners.contains(seat)),
        };
        let seats = || Seat::first(self.state.seats());
        let placed = |seat: Seat| SeatPlace {
            place: seats()
                .filter(|it| reached(*it) > reached(seat))
                .fold(1, |place, _| place + 1),
            given_up: self.given_up.iter().find(|it| it.0 == seat).map(|it| it.1),
        };
        seats().map(placed).collect()
    }
}
