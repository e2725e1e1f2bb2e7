//! The names of bots: `NAME[:LEVEL][:key=value]...`, for example `paranoid:2:odds=table`.
//!
//! A lobby journals its bots by these names. `roster` says which games a bot plays, and builds the player.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The most actions of a hundred that a bot may choose at random: all of them.
pub const CARELESS_MAX: u8 = 100;

/// The algorithm of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotKind {
    /// Any legal action, drawn evenly.
    Random,
    /// Depth-limited expectimax that assumes that all other seats play against it: the player of the published program.
    Paranoid,
    /// Monte-Carlo tree search.
    Mcts,
    /// Judges positions on territories by a network that learned from matches; searches as far as that helps.
    Value,
    /// Rules of thumb for territories: links own land, takes what has a covered back, keeps a guard.
    Strategist,
    /// Scores the first actions of many playouts.
    Rollout,
    /// Iterative deepening: alpha-beta for two seats, max-n for more.
    Expectimax,
    /// Plays by the solution where the budget suffices to solve the position, and as [`BotKind::Expectimax`] where not;
    /// for games without luck.
    Perfect,
}

impl BotKind {
    /// Every algorithm, in the order in which they are listed.
    pub const ALL: &'static [Self] = &[
        Self::Random,
        Self::Paranoid,
        Self::Strategist,
        Self::Rollout,
        Self::Expectimax,
        Self::Mcts,
        Self::Value,
        Self::Perfect,
    ];

    /// The name on the wire and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Paranoid => "paranoid",
            Self::Mcts => "mcts",
            Self::Value => "value",
            Self::Strategist => "strategist",
            Self::Rollout => "rollout",
            Self::Expectimax => "expectimax",
            Self::Perfect => "perfect",
        }
    }

    /// The lowest, usual and highest level; `None` for an algorithm without levels.
    pub const fn levels(self) -> Option<(u8, u8, u8)> {
        match self {
            Self::Random
            | Self::Strategist
            | Self::Rollout
            | Self::Expectimax
            | Self::Mcts
            | Self::Value
            | Self::Perfect => None,
            Self::Paranoid => Some((1, 2, 6)),
        }
    }
}

/// A strength that people ask for; each game has its own bot for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Plays like a person who has just read the rules.
    Easy,
    /// Plays like a person who looks one choice ahead.
    Normal,
    /// Plays like a person who thinks.
    Hard,
    /// The best that there is.
    Expert,
}

impl Strength {
    /// Every strength, the weakest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Normal, Self::Hard, Self::Expert];

    /// The name on the command line and on screens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }
}

/// The odds that a searcher uses for battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OddsKind {
    /// The exact odds.
    #[default]
    Exact,
    /// The two-digit table of the published program, where it has an entry.
    Table,
}

/// A bot with its level and settings; on the wire and on the command line a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct BotSpec {
    /// The algorithm.
    pub kind: BotKind,
    /// Its level; zero for an algorithm without levels.
    pub level: u8,
    /// The odds that its search uses.
    pub odds: OddsKind,
    /// The most nodes it may visit for one action; `None` means its own usual limit.
    pub nodes: Option<u32>,
    /// How many of a hundred actions it chooses at random: any legal one, drawn evenly.
    pub careless: u8,
}

/// Why a text names no bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchBot {
    /// No algorithm has this name.
    #[error("there is no bot {name:?}; possible: {}", names())]
    Name {
        /// The name that was given.
        name: String,
    },
    /// A strength, which is another bot in each game, and no game is known.
    #[error("{name:?} is another bot in each game; name one of {}", kinds())]
    Strength {
        /// The name of the strength.
        name: &'static str,
    },
    /// The algorithm has no such level.
    #[error("{name} has no level {given:?}; possible: {possible}")]
    Level {
        /// The algorithm.
        name: &'static str,
        /// The value that was given.
        given: String,
        /// The values that there are.
        possible: String,
    },
    /// The setting is unknown or cannot have that value.
    #[error(
        "{0:?} is no setting of a bot; possible: odds=exact, odds=table, nodes=1 to 4294967295, careless=0 to 100"
    )]
    Setting(String),
    /// The bot does not play this game.
    #[error("{bot} does not play {game}")]
    Game {
        /// The algorithm.
        bot: &'static str,
        /// The game.
        game: &'static str,
    },
}

impl BotSpec {
    /// An algorithm at its usual level.
    pub const fn usual(kind: BotKind) -> Self {
        let level = match kind.levels() {
            Some((_, usual, _)) => usual,
            None => 0,
        };
        Self {
            kind,
            level,
            odds: OddsKind::Exact,
            nodes: None,
            careless: 0,
        }
    }

    /// An algorithm at a level.
    pub const fn at_level(kind: BotKind, level: u8) -> Self {
        Self {
            level,
            ..Self::usual(kind)
        }
    }

    /// An algorithm at its usual level that visits at most this many nodes.
    pub const fn with_nodes(kind: BotKind, nodes: u32) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::usual(kind)
        }
    }

    /// The same bot with settings as they follow its name: a level or `name=value`, separated by colons.
    pub(crate) fn with(mut self, settings: &str) -> Result<Self, NoSuchBot> {
        let wrong = |part: &str| NoSuchBot::Setting(part.to_owned());
        for part in settings.split(':') {
            match part.split_once('=') {
                None => self.level = level(self.kind, part)?,
                Some(("odds", "exact")) => self.odds = OddsKind::Exact,
                Some(("odds", "table")) => self.odds = OddsKind::Table,
                Some(("nodes", count)) => {
                    let count = count.parse().ok().filter(|it| *it > 0);
                    self.nodes = Some(count.ok_or_else(|| wrong(part))?);
                }
                Some(("careless", share)) => {
                    let share = share.parse().ok().filter(|it| *it <= CARELESS_MAX);
                    self.careless = share.ok_or_else(|| wrong(part))?;
                }
                Some(_) => return Err(wrong(part)),
            }
        }
        Ok(self)
    }

    /// The same bot, choosing `careless` of a hundred actions at random.
    #[must_use]
    pub const fn careless(self, careless: u8) -> Self {
        Self { careless, ..self }
    }
}

impl FromStr for BotSpec {
    type Err = NoSuchBot;

    fn from_str(text: &str) -> Result<Self, NoSuchBot> {
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name, Some(settings)),
            None => (text, None),
        };
        if let Some(strength) = Strength::ALL.into_iter().find(|it| it.name() == name) {
            let name = strength.name();
            return Err(NoSuchBot::Strength { name });
        }
        let kind = BotKind::ALL.iter().copied().find(|it| it.name() == name);
        let spec = Self::usual(kind.ok_or_else(|| NoSuchBot::Name {
            name: name.to_owned(),
        })?);
        settings.map_or(Ok(spec), |it| spec.with(it))
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if self.kind.levels().is_some() {
            write!(f, ":{}", self.level)?;
        }
        if self.odds == OddsKind::Table {
            f.write_str(":odds=table")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, ":nodes={nodes}")?;
        }
        if self.careless > 0 {
            write!(f, ":careless={}", self.careless)?;
        }
        Ok(())
    }
}

impl From<BotSpec> for String {
    fn from(spec: BotSpec) -> Self {
        spec.to_string()
    }
}

impl TryFrom<String> for BotSpec {
    type Error = NoSuchBot;

    fn try_from(text: String) -> Result<Self, NoSuchBot> {
        text.parse()
    }
}

fn level(kind: BotKind, given: &str) -> Result<u8, NoSuchBot> {
    let refused = |possible: String| NoSuchBot::Level {
        name: kind.name(),
        given: given.to_owned(),
        possible,
    };
    let Some((from, _, to)) = kind.levels() else {
        return Err(refused("none".to_owned()));
    };
    let parsed = given.parse().ok().filter(|it| (from..=to).contains(it));
    parsed.ok_or_else(|| refused(format!("{from} to {to}")))
}

fn kinds() -> String {
    let names: Vec<&str> = BotKind::ALL.iter().map(|it| it.name()).collect();
    names.join(", ")
}

fn names() -> String {
    let names: Vec<&str> = BotKind::ALL
        .iter()
        .map(|it| it.name())
        .chain(Strength::ALL.map(Strength::name))
        .collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Result<&str, &str>) {
        let parsed: Result<BotSpec, NoSuchBot> = text.parse();
        let shown = parsed.map(|it| it.to_string()).map_err(|it| it.to_string());
        assert_eq!(shown.as_deref().map_err(String::as_str), expect);
    }

    #[test]
    fn a_bots_name_is_read_and_written() {
        check("random", Ok("random"));
        check("paranoid", Ok("paranoid:2"));
        check("strategist", Ok("strategist"));
        check(
            "paranoid:3:odds=table:nodes=500",
            Ok("paranoid:3:odds=table:nodes=500"),
        );
        check("strategist:careless=40", Ok("strategist:careless=40"));
        check("mcts:careless=0:nodes=9", Ok("mcts:nodes=9"));
        check("value:nodes=800", Ok("value:nodes=800"));
    }

    #[test]
    fn a_wrong_name_is_refused_with_what_there_is() {
        check(
            "clever",
            Err(
                "there is no bot \"clever\"; possible: random, paranoid, strategist, rollout, expectimax, mcts, value, perfect, easy, normal, hard, expert",
            ),
        );
        check(
            "expert:nodes=9",
            Err(
                "\"expert\" is another bot in each game; name one of random, paranoid, strategist, rollout, expectimax, mcts, value, perfect",
            ),
        );
        check(
            "paranoid:7",
            Err("paranoid has no level \"7\"; possible: 1 to 6"),
        );
        check(
            "strategist:1",
            Err("strategist has no level \"1\"; possible: none"),
        );
        check("random:1", Err("random has no level \"1\"; possible: none"));
        let settings = "possible: odds=exact, odds=table, nodes=1 to 4294967295, careless=0 to 100";
        check(
            "paranoid:nodes=0",
            Err(&format!("\"nodes=0\" is no setting of a bot; {settings}")),
        );
        check(
            "paranoid:luck=9",
            Err(&format!("\"luck=9\" is no setting of a bot; {settings}")),
        );
        check(
            "random:careless=101",
            Err(&format!(
                "\"careless=101\" is no setting of a bot; {settings}"
            )),
        );
    }
}
