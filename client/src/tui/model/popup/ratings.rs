//! The pages about how well people play: the leaders of a game, of all time or of this month, and the profile of a person.
//!
//! A page is asked of the server and shown when the answer comes; the line mode tells it instead.

use dicehall_engine::GameKind;
use dicehall_protocol::standing::THIS_MONTH;
use dicehall_protocol::{LeadersView, ProfileView, SessionCommand, WantedLeaders, WantedProfile};

use super::way::Way;

/// A page that can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingsPage {
    /// The leaders of a game.
    Leaders {
        /// Which game.
        game: GameKind,
        /// Of which month; `None` for all time.
        month: Option<String>,
    },
    /// The profile of the person with a name; `None` for one's own.
    Profile(Option<String>),
}

/// The answer of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingsTold {
    /// The leaders of a game.
    Leaders(LeadersView),
    /// The profile of a person.
    Profile(ProfileView),
}

/// A page with what was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratings {
    /// The page.
    pub page: RatingsPage,
    /// The answer.
    pub told: RatingsTold,
    /// The first line that is shown.
    pub scroll: usize,
}

impl RatingsPage {
    /// The pages that can be gone through from a game on; one's own profile is there for whoever has an account.
    pub fn all(first: GameKind, has_account: bool) -> Vec<Self> {
        let leaders = |game: GameKind| {
            [None, Some(THIS_MONTH.to_owned())].map(|month| Self::Leaders { game, month })
        };
        let others = GameKind::ALL.iter().filter(|it| **it != first);
        let own = has_account.then_some(Self::Profile(None));
        let others = others.flat_map(|it| leaders(*it));
        leaders(first)
            .into_iter()
            .chain(own)
            .chain(others)
            .collect()
    }

    /// The page beside this one; the first of them for a page that is not among them.
    pub fn beside(&self, way: Way, all: &[Self]) -> Option<Self> {
        let at = all.iter().position(|it| it == self);
        let next = at.map_or(0, |at| way.beside(at, all.len()));
        all.get(next).cloned()
    }

    /// The command that asks for it.
    pub fn asks(&self) -> SessionCommand {
        match self {
            Self::Leaders { game, month } => SessionCommand::Leaders(WantedLeaders {
                game: *game,
                month: month.clone(),
                limit: None,
            }),
            Self::Profile(name) => SessionCommand::Profile(WantedProfile {
                name: name.clone(),
                account: None,
            }),
        }
    }
}

impl Ratings {
    /// How many lines it has at most.
    pub fn lines(&self) -> usize {
        match &self.told {
            // The heading, and the row of the person.
            RatingsTold::Leaders(leaders) => leaders.rows.len() + 2,
            // Of each game the heading, the rating, the skill index, the course and an empty line.
            RatingsTold::Profile(profile) => {
                let games = profile.games.iter();
                games.map(|it| it.last.len() + 5).sum()
            }
        }
    }
}
