//! The result of a match that is over: who was at which place, and whether it is rated.
//!
//! Written by the server's archive, read by whoever lists results or folds them into ratings. Law kept here: a result
//! follows from the match file, the accounts of its people and whether hints were allowed, so it can be made again and is
//! the same. `docs/ratings.md` explains the fields.

use dicehall_engine::fair::MatchId;
use dicehall_engine::rating::places::GivenUp;
use dicehall_engine::rating::{RatedPlayer, RatedSeat};
use dicehall_engine::{AnyRules, BotSpec, Rung};
use serde::{Deserialize, Serialize};

use super::name::moment;
use crate::standing::NotRated;

/// The number of the format, in each result.
pub const RESULT_FORMAT: u32 = 1;
/// The seconds of a day.
const DAY: u64 = 24 * 60 * 60;

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// [`RESULT_FORMAT`].
    pub dicehall_result: u32,
    /// The name of the match, which begins with the code of its lobby.
    pub match_id: MatchId,
    /// When it was called, in seconds since 1970.
    pub begun_at: u64,
    /// The game with its switches.
    pub rules: AnyRules,
    /// The seats that played, from the first seat on.
    pub seats: Vec<SeatResult>,
    /// Why the match is not rated; `None` if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<NotRated>,
}

/// A seat of a match that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatResult {
    /// Who held it when the match was called.
    pub holder: ResultHolder,
    /// The place, 1 for the winner; seats that are equal have the same, and the next counts them all.
    pub place: u8,
    /// How the person gave the match up; `None` if the seat fell before or was in to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_up: Option<GivenUp>,
}

/// Who held a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ResultHolder {
    /// A person.
    Person {
        /// The name at the table.
        name: String,
        /// The account; `None` for a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        account: Option<String>,
    },
    /// A bot.
    Bot {
        /// The bot.
        bot: BotSpec,
        /// The rung of the ladder on which it stood then, from 1; `None` if it stood on none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rung: Option<u8>,
    },
}

impl MatchResult {
    /// The result as a line of JSON, without the end of the line.
    pub fn to_json(&self) -> String {
        super::json(self)
    }

    /// The seats for the fold of ratings; `None` if the match is not rated.
    pub fn rated_seats(&self) -> Option<Vec<RatedSeat>> {
        let seats = self.seats.iter().map(SeatResult::rated);
        self.unrated.is_none().then(|| seats.collect())?
    }

    /// The day on which the match was called, counted from 1970, in UTC.
    pub fn day(&self) -> u64 {
        self.begun_at / DAY
    }

    /// The month in which the match was called, such as `2027-01`, in UTC.
    pub fn month(&self) -> String {
        month_of(self.begun_at)
    }
}

/// The month of a moment in seconds since 1970, such as `2027-01`, in UTC.
pub fn month_of(seconds: u64) -> String {
    let moment = moment(seconds);
    let (year, rest) = moment.split_at(moment.find('T').unwrap_or_default().saturating_sub(4));
    format!("{year}-{}", rest.get(..2).unwrap_or_default())
}

impl SeatResult {
    /// The seat for the fold; `None` for a guest and a bot that is on no rung, who are in no rated match.
    fn rated(&self) -> Option<RatedSeat> {
        let player = match &self.holder {
            ResultHolder::Person { account, .. } => RatedPlayer::Person(account.clone()?),
            ResultHolder::Bot { rung, .. } => {
                let rung = (*rung)?;
                let found = Rung::ALL.into_iter().find(|it| it.number() == rung);
                RatedPlayer::Rung(found?)
            }
        };
        let place = self.place;
        Some(RatedSeat { player, place })
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;

    use super::*;

    fn result() -> MatchResult {
        let person = |name: &str, account: Option<&str>| ResultHolder::Person {
            name: name.to_owned(),
            account: account.map(str::to_owned),
        };
        let seat = |holder, place, given_up| SeatResult {
            holder,
            place,
            given_up,
        };
        let bot = |bot: &str, rung| ResultHolder::Bot {
            bot: bot.parse().unwrap(),
            rung,
        };
        MatchResult {
            dicehall_result: RESULT_FORMAT,
            match_id: MatchId::try_from("K7WQ2-1-5b0f".to_owned()).unwrap(),
            begun_at: 1_800_000_000,
            rules: GameKind::TicTacToe.default_rules(),
            seats: vec![
                seat(person("Aki", Some("00112233aabbccdd")), 1, None),
                seat(person("Ben", None), 4, Some(GivenUp::Left)),
                seat(bot("random", None), 3, None),
                seat(bot("perfect", Some(5)), 2, None),
            ],
            unrated: Some(NotRated::Guest),
        }
    }

    #[test]
    fn a_day_and_a_month_are_those_of_utc() {
        // `date -u -d 2027-01-15T08:00:00 +%s`, and the last second of that month.
        let at = |begun_at| {
            let result = MatchResult {
                begun_at,
                ..result()
            };
            (result.day(), result.month())
        };
        assert_eq!(at(1_800_000_000), (20_833, "2027-01".to_owned()));
        assert_eq!(at(1_801_439_999), (20_849, "2027-01".to_owned()));
        assert_eq!(at(1_801_440_000), (20_850, "2027-02".to_owned()));
    }

    #[test]
    fn the_form_of_a_result_is_frozen() {
        let expect = r#"{"dicehall_result":1,"match_id":"K7WQ2-1-5b0f","begun_at":1800000000,"rules":{"game":"tic-tac-toe","rules":{}},"seats":[{"holder":{"person":{"name":"Aki","account":"00112233aabbccdd"}},"place":1},{"holder":{"person":{"name":"Ben"}},"place":4,"given_up":"left"},{"holder":{"bot":{"bot":"random"}},"place":3},{"holder":{"bot":{"bot":"perfect","rung":5}},"place":2}],"unrated":"guest"}"#;
        assert_eq!(result().to_json(), expect);
        assert_eq!(
            serde_json::from_str::<MatchResult>(expect).unwrap(),
            result()
        );
        let rated = MatchResult {
            unrated: None,
            ..result()
        };
        assert!(!rated.to_json().contains("unrated"));
        assert_eq!(
            serde_json::from_str::<MatchResult>(&rated.to_json()).unwrap(),
            rated
        );
    }
}
