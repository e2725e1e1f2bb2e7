//! The origin that was given to a lobby: its next match goes on from there, in place of a deal.
//!
//! Part of the lobby's state. An origin comes in pieces, each of which the rules have allowed before it is decided; the
//! next match uses it up. Law kept here: only a person who is alone in the lobby gives an origin or starts from it, so
//! that nobody is dealt a position without having chosen it.

use std::sync::Arc;

use super::{Event, Lobby, ORIGINS_MAX, OriginEvent, PlayerId, Reject};
use crate::game::{ConfigError, State};
use crate::games::AnyState;
use crate::origin::{BadOrigin, Origin, OriginStep, follow};

/// An origin with the position that it leads to. Lobbies are copied, so it is kept behind an `Arc`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GivenOrigin {
    pub(crate) origin: Origin,
    pub(crate) state: AnyState,
}

impl Lobby {
    /// The origin from which the next match goes on, or the match that is starting.
    pub fn origin(&self) -> Option<&Origin> {
        self.given.as_ref().map(|it| &it.origin)
    }

    pub(super) fn set_origin(
        &self,
        player: PlayerId,
        origin: Origin,
    ) -> Result<Vec<Event>, Reject> {
        self.check_giver(player)?;
        self.check_new_origin(&origin)?;
        Ok(vec![OriginEvent::OriginSet { origin }.into()])
    }

    pub(super) fn extend_origin(
        &self,
        player: PlayerId,
        at: usize,
        steps: Vec<OriginStep>,
    ) -> Result<Vec<Event>, Reject> {
        self.check_giver(player)?;
        if self.origin().is_none_or(|it| it.steps.len() != at) {
            return Err(BadOrigin::Part.into());
        }
        self.check_more_origin(&steps)?;
        Ok(vec![OriginEvent::OriginExtended { steps }.into()])
    }

    /// Whether an event about origins is possible here.
    pub(super) fn may_happen_to_origin(&self, event: &OriginEvent) -> bool {
        let fits = match event {
            OriginEvent::OriginSet { origin } => self.check_new_origin(origin),
            OriginEvent::OriginExtended { steps } => self.check_more_origin(steps),
        };
        self.is_idle() && self.check_alone().is_ok() && fits.is_ok()
    }

    pub(super) fn apply_to_origin(&mut self, event: OriginEvent) {
        match event {
            OriginEvent::OriginSet { origin } => {
                self.origins = self.origins.saturating_add(1);
                let given = origin.position().map(|state| GivenOrigin { origin, state });
                self.given = given.ok().map(Arc::new);
            }
            OriginEvent::OriginExtended { steps } => {
                if let Some(given) = &mut self.given {
                    let GivenOrigin { origin, state } = Arc::make_mut(given);
                    for step in &steps {
                        match *step {
                            OriginStep::Acted(action) => state.act(action),
                            OriginStep::Rolled(chance) => state.resolve(chance),
                        }
                    }
                    origin.steps.extend(steps);
                }
            }
        }
    }

    /// Checks that the next match can go on from the origin, if there is one, with as many seats as are held.
    pub(super) fn check_origin(&self) -> Result<(), Reject> {
        let Some(given) = &self.given else {
            return Ok(());
        };
        self.check_alone()?;
        let (seats, wanted) = (self.held(), given.state.seats());
        if seats == wanted {
            return Ok(());
        }
        Err(ConfigError::Seats {
            game: "the earlier match",
            from: wanted,
            to: wanted,
            seats,
        }
        .into())
    }

    fn check_giver(&self, player: PlayerId) -> Result<(), Reject> {
        self.check_host(player)?;
        self.check_no_match()?;
        self.check_alone()
    }

    /// Checks that the person is alone in the lobby.
    fn check_alone(&self) -> Result<(), Reject> {
        if self.players.len() > 1 {
            return Err(Reject::NotAlone);
        }
        Ok(())
    }

    fn check_new_origin(&self, origin: &Origin) -> Result<(), Reject> {
        if self.origins >= ORIGINS_MAX {
            return Err(Reject::OriginsFull);
        }
        if self.game() != Some(origin.config.kind()) {
            return Err(BadOrigin::Game.into());
        }
        origin.position()?;
        Ok(())
    }

    fn check_more_origin(&self, steps: &[OriginStep]) -> Result<(), Reject> {
        let given = self.given.as_ref().ok_or(BadOrigin::Part)?;
        let mut state = given.state.clone();
        Ok(follow(&mut state, given.origin.steps.len(), steps)?)
    }
}
