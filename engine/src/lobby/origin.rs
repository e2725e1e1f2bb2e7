//! The origin that was given to a lobby: its next match goes on from there, in place of a deal.
//!
//! One part of the lobby's state: `evolve` changes it, everybody asks it. An origin comes in pieces, each of which the rules
//! have allowed before it is decided; the next match uses it up.

use std::sync::Arc;

use super::{ORIGINS_MAX, OriginEvent, Reject};
use crate::game::State;
use crate::games::{AnyState, GameKind};
use crate::origin::{BadOrigin, Origin, OriginStep, follow};

/// An origin with the position that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GivenOrigin {
    pub(super) origin: Origin,
    pub(super) state: AnyState,
}

/// The origin of the next match, or of the match that is starting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NextOrigin {
    /// `None` if the match is dealt. Lobbies are copied, so it is kept behind an `Arc`.
    given: Option<Arc<GivenOrigin>>,
    /// The number of origins that were given so far.
    count: u32,
}

impl NextOrigin {
    /// The origin, if there is one.
    pub(super) fn given(&self) -> Option<&GivenOrigin> {
        self.given.as_deref()
    }

    /// Takes the origin out, for the match that begins.
    pub(super) fn take(&mut self) -> Option<Arc<GivenOrigin>> {
        self.given.take()
    }

    /// Checks that an origin of a match of this game may be given.
    pub(super) fn check_new(&self, origin: &Origin, game: Option<GameKind>) -> Result<(), Reject> {
        if self.count >= ORIGINS_MAX {
            return Err(Reject::OriginsFull);
        }
        if game != Some(origin.config.kind()) {
            return Err(BadOrigin::Game.into());
        }
        origin.position()?;
        Ok(())
    }

    /// Checks that the origin may go on with these steps.
    pub(super) fn check_more(&self, steps: &[OriginStep]) -> Result<(), Reject> {
        let given = self.given().ok_or(BadOrigin::Part)?;
        let mut state = given.state.clone();
        Ok(follow(&mut state, given.origin.steps.len(), steps)?)
    }

    /// Applies an event of origins.
    pub(super) fn evolve(&mut self, event: OriginEvent) {
        match event {
            OriginEvent::OriginSet { origin } => {
                self.count = self.count.saturating_add(1);
                let given = origin.position().map(|state| GivenOrigin { origin, state });
                self.given = given.ok().map(Arc::new);
            }
            OriginEvent::OriginExtended { steps } => {
                if let Some(given) = &mut self.given {
                    Arc::make_mut(given).extend(steps);
                }
            }
        }
    }
}

impl GivenOrigin {
    fn extend(&mut self, steps: Vec<OriginStep>) {
        for step in &steps {
            match *step {
                OriginStep::Acted(action) => self.state.act(action),
                OriginStep::Rolled(chance) => self.state.resolve(chance),
            }
        }
        self.origin.steps.extend(steps);
    }
}
