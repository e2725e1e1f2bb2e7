//! How well people play, as a server tells it: the ratings at a table, the leaders of a game, and the profile of a person.
//!
//! Asked by clients of servers that keep accounts. Law kept here: numbers are rounded for people by the server, so that every
//! client shows the same; `docs/ratings.md` says what they mean.

use dicehall_engine::GameKind;
use dicehall_engine::lobby::AccountId;
use serde::{Deserialize, Serialize};

/// The word for the month that it is at the server, in UTC.
pub const THIS_MONTH: &str = "this";

/// Whether a text names a month, such as `2027-01`.
pub fn is_month(text: &str) -> bool {
    let Some((year, month)) = text.split_once('-') else {
        return false;
    };
    let digits = |it: &str, count| it.len() == count && it.bytes().all(|it| it.is_ascii_digit());
    digits(year, 4) && digits(month, 2) && month.parse().is_ok_and(|it: u8| (1..=12).contains(&it))
}

/// How well somebody plays a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingView {
    /// The likeliest strength, on the scale of the game's ladder.
    pub mean: u32,
    /// How far the interval that has the strength with a probability of 95 % reaches to each side; absent for a bot, whose
    /// strength was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<u32>,
    /// The mean before the match that has ended at this table; absent if that was not rated, and before its result is
    /// there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u32>,
}

/// Why a match is not rated: the first reason that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NotRated {
    /// It went on from an earlier match.
    Origin,
    /// Its rules are not the usual ones of the game.
    Rules,
    /// The host allowed hints.
    Hints,
    /// A guest played, of whom nobody knows who it is.
    Guest,
    /// A bot played that stands on no rung of the ladder.
    Bot,
    /// Bots alone played.
    BotsAlone,
    /// Somebody held two seats.
    Twice,
}

/// Whose leaders are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WantedLeaders {
    /// Of which game.
    pub game: GameKind,
    /// By the matches of one month alone, in which everybody begins anew: `2027-01`, or [`THIS_MONTH`]; absent for all matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<String>,
    /// How many at most; absent for as many as there is room for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// The leaders of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeadersView {
    /// How many rated matches there were.
    pub matches: u32,
    /// How many people have played one.
    pub people: u32,
    /// The first of them, the one first who is surest to be good: whose interval has the highest lower end.
    pub rows: Vec<LeadersRow>,
    /// The row of the receiver, wherever that is; absent for a guest and for somebody without a rated match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yours: Option<LeadersRow>,
}

/// A person among the leaders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeadersRow {
    /// 1 for the first.
    pub place: u32,
    /// The name in the person's last rated match.
    pub name: String,
    /// The likeliest strength.
    pub mean: u32,
    /// How far the interval of 95 % reaches to each side.
    pub margin: u32,
    /// How many rated matches.
    pub matches: u32,
    /// How many of them with the first place, alone or shared.
    pub won: u32,
    /// How well the person has played without the luck that is known; absent in games without rolls, and until the luck of a few
    /// matches is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<SkillView>,
}

/// Whose profile is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WantedProfile {
    /// The person for whom a name is kept that looks like this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The person with this account, if there is no name. With neither it is the receiver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
}

/// How well a person plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileView {
    /// The name in the person's last rated match, or the name that was asked for.
    pub name: String,
    /// The games of which the person has played a rated match.
    pub games: Vec<ProfileGame>,
}

/// How well a person plays a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileGame {
    /// Which.
    pub game: GameKind,
    /// The place among the leaders of all time, 1 for the first.
    pub place: u32,
    /// The likeliest strength.
    pub mean: u32,
    /// How far the interval of 95 % reaches to each side.
    pub margin: u32,
    /// How many rated matches.
    pub matches: u32,
    /// How many of them with the first place, alone or shared.
    pub won: u32,
    /// How well the person has played without the luck that is known; absent in games without rolls, and until the luck of a few
    /// matches is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<SkillView>,
    /// The means after matches, the oldest first: after each, or after as many of them as there is room for.
    pub course: Vec<u32>,
    /// The latest matches, the latest first.
    pub last: Vec<PastMatch>,
}

/// How well a person plays without the luck that is known: "played like 1640 with the luck of 1580".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SkillView {
    /// The likeliest strength, on the scale of the ratings.
    pub mean: u32,
    /// How far the interval of 95 % reaches to each side.
    pub margin: u32,
    /// The rating to which the same luck would have lifted somebody of the mean strength.
    pub luck: u32,
    /// How many matches it is known of.
    pub matches: u32,
}

/// A rated match of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastMatch {
    /// When it was called, in seconds since 1970.
    pub begun_at: u64,
    /// The place of the person; seats that are equal have the same.
    pub place: u8,
    /// The mean before it.
    pub before: u32,
    /// The mean after it.
    pub after: u32,
    /// Who else has played, by seat.
    pub others: Vec<PastOpponent>,
}

/// Somebody with whom a person has played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastOpponent {
    /// The name of a person; absent for a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The rung of a bot, from 1; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rung: Option<u8>,
    /// The place.
    pub place: u8,
}

impl LeadersView {
    /// The names of people.
    pub(crate) fn names(&mut self) -> impl Iterator<Item = &mut String> {
        let rows = self.rows.iter_mut().chain(&mut self.yours);
        rows.map(|it| &mut it.name)
    }
}

impl ProfileView {
    /// The names of people.
    pub(crate) fn names(&mut self) -> impl Iterator<Item = &mut String> {
        let past = self.games.iter_mut().flat_map(|it| &mut it.last);
        let others = past.flat_map(|it| &mut it.others);
        let others = others.filter_map(|it| it.name.as_mut());
        std::iter::once(&mut self.name).chain(others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_four_digits_and_two() {
        for month in ["2027-01", "2027-12", "1970-10"] {
            assert!(is_month(month), "{month}");
        }
        for not in [
            "x",
            "",
            "2027",
            "2027-13",
            "2027-00",
            "2027-1",
            "27-01",
            "2027-01-01",
            "2027_01",
            "this",
        ] {
            assert!(!is_month(not), "{not}");
        }
    }
}
