//! The commands about the origin of the next match. Called by `decide`; replay asks the checks.
//!
//! Law kept here: only a person who is alone in the lobby gives an origin or starts from it, so that nobody is dealt a
//! position without having chosen it.

use crate::game::{ConfigError, State};
use crate::lobby::{Event, Lobby, OriginEvent, PlayerId, Reject};
use crate::origin::{BadOrigin, Origin, OriginStep};

impl Lobby {
    pub(super) fn set_origin(
        &self,
        player: PlayerId,
        origin: Origin,
    ) -> Result<Vec<Event>, Reject> {
        self.check_giver(player)?;
        self.origin.check_new(&origin, self.game())?;
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
        self.origin.check_more(&steps)?;
        Ok(vec![OriginEvent::OriginExtended { steps }.into()])
    }

    /// Checks that the next match can go on from the origin, if there is one, with as many seats as are held.
    pub(super) fn check_origin(&self) -> Result<(), Reject> {
        let Some(given) = self.origin.given() else {
            return Ok(());
        };
        self.check_alone()?;
        let (seats, wanted) = (self.seats.held(), given.state.seats());
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

    /// Checks that the person is alone in the lobby.
    pub(in crate::lobby) fn check_alone(&self) -> Result<(), Reject> {
        if self.players().len() > 1 {
            return Err(Reject::NotAlone);
        }
        Ok(())
    }

    fn check_giver(&self, player: PlayerId) -> Result<(), Reject> {
        self.check_host(player)?;
        self.check_no_match()?;
        self.check_alone()
    }
}
