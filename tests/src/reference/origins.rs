//! The origins of the reference lobby's matches: every step is checked against the rules again.

use dicehall_engine::lobby::ORIGINS_MAX;
use dicehall_engine::origin::ORIGIN_STEPS_MAX;
use dicehall_engine::{AnyState, Node, Origin, OriginStep, State};

use super::{Answer, Luck, Reference, ensure};

impl Reference {
    pub(super) fn set_origin(&mut self, origin: &Origin) -> Answer {
        self.check_alone()?;
        ensure(self.origins < ORIGINS_MAX, "origins_full")?;
        let game = self.settings.as_ref().map(|it| it.rules.kind());
        ensure(game == Some(origin.config.kind()), "bad_origin")?;
        position(origin)?;
        self.origins += 1;
        self.origin = Some(origin.clone());
        Ok(())
    }

    pub(super) fn extend_origin(&mut self, at: usize, steps: &[OriginStep]) -> Answer {
        self.check_alone()?;
        let mut origin = self.origin.clone().ok_or("bad_origin")?;
        ensure(origin.steps.len() == at, "bad_origin")?;
        origin.steps.extend(steps);
        position(&origin)?;
        self.origin = Some(origin);
        Ok(())
    }

    /// Checks that a match can begin with this number of seats.
    pub(super) fn check_origin(&self, count: usize) -> Answer {
        let Some(origin) = &self.origin else {
            return Ok(());
        };
        self.check_alone()?;
        let seats = position(origin)?.seats();
        ensure(usize::from(seats) == count, "bad_config")
    }

    fn check_alone(&self) -> Answer {
        ensure(self.people.len() == 1, "not_alone")
    }
}

impl Luck {
    /// The last position of the origin, if it is the origin of the match that began.
    pub(super) fn go_on(&mut self, origin: &Origin) -> Option<AnyState> {
        let begins = self.config.take()? == origin.config;
        position(origin).ok().filter(|_| begins)
    }
}

fn position(origin: &Origin) -> Result<AnyState, &'static str> {
    ensure(origin.steps.len() <= ORIGIN_STEPS_MAX, "origin_too_long")?;
    let mut position = origin.config.start().ok().ok_or("bad_origin")?;
    for step in &origin.steps {
        match *step {
            OriginStep::Acted(action) => {
                ensure(position.actions().contains(&action), "bad_origin")?;
                position.act(action);
            }
            OriginStep::Rolled(chance) => {
                let waits = position.node() == Node::Chance;
                ensure(waits && position.is_possible(chance), "bad_origin")?;
                position.resolve(chance);
            }
        }
    }
    let is_over = matches!(position.node(), Node::Terminal(_));
    ensure(!is_over, "bad_origin")?;
    Ok(position)
}
