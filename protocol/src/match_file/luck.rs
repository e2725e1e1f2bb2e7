//! The luck of a rated match that is over: what its deal and its rolls were worth to each seat.
//!
//! Written by the server's archive beside the results, read by whoever folds them into ratings. Laws kept here: luck is counted in
//! whole parts of a win, so its sums have no order; the line says who has judged. `docs/ratings.md` explains the fields.

use dicehall_engine::advice::review::SeatSums;
use dicehall_engine::advice::review::whole::WholeReview;
use dicehall_engine::fair::MatchId;
use dicehall_engine::game::SEATS_MAX;
use dicehall_engine::rating::skill::WIN_PARTS;
use serde::{Deserialize, Serialize};

/// The number of the format, in each line.
pub const LUCK_FORMAT: u32 = 1;

/// The luck of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchLuck {
    /// [`LUCK_FORMAT`].
    pub dicehall_luck: u32,
    /// The name of the match.
    pub match_id: MatchId,
    /// The name and version of whatever has judged.
    pub judged_by: String,
    /// The seats that played, from the first seat on.
    pub seats: Vec<SeatLuck>,
}

/// The luck of a seat, in parts of a win ([`WIN_PARTS`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatLuck {
    /// How much more than an equal share of the win the start has promised.
    pub deal: i32,
    /// The luck of all rolls.
    pub rolls: i32,
}

impl MatchLuck {
    /// The luck of a match by its review; `None` if nobody can tell it.
    pub fn of(match_id: &MatchId, review: &WholeReview) -> Option<Self> {
        let mut sums = [SeatSums::default(); SEATS_MAX];
        for it in &review.steps {
            SeatSums::count(&mut sums, it);
        }
        let share = 1.0 / f64::from(review.playing);
        let seats = review.start?.into_iter().zip(sums);
        let seat = |(start, sums): (f64, SeatSums)| SeatLuck {
            deal: parts(start - share),
            rolls: parts(sums.luck),
        };
        Some(Self {
            dicehall_luck: LUCK_FORMAT,
            match_id: match_id.clone(),
            judged_by: review.judged_by.clone()?,
            seats: seats.take(usize::from(review.playing)).map(seat).collect(),
        })
    }

    /// The luck of each seat, of the deal and of all rolls together.
    pub fn by_seat(&self) -> Vec<i32> {
        let seats = self.seats.iter();
        seats.map(|it| it.deal.saturating_add(it.rolls)).collect()
    }

    /// The luck as a line of JSON, without the end of the line.
    pub fn to_json(&self) -> String {
        super::json(self)
    }
}

/// A share of a win in whole parts.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "the luck of a match is a few wins at most, and a cast ends at the ends of the range"
)]
fn parts(share: f64) -> i32 {
    (share * f64::from(WIN_PARTS)).round() as i32
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use dicehall_engine::advice::Expert;

    use super::*;
    use crate::match_file::MatchFile;

    /// The review of the match of a picture, of luck alone.
    fn review(game: &str) -> WholeReview {
        let pictures = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures/matches");
        let text = std::fs::read_to_string(format!("{pictures}/{game}.jsonl")).unwrap();
        let origin = MatchFile::from_text(&text).unwrap().course().unwrap();
        let expert = Expert {
            nodes_max: 0,
            table: None,
        };
        let mut go_on = |_| ControlFlow::Continue(());
        let whole = WholeReview::of(&origin.config, &origin.steps, expert, &mut go_on).unwrap();
        whole.unwrap()
    }

    fn id() -> MatchId {
        MatchId::try_from("K7WQ2-1-5b0f".to_owned()).unwrap()
    }

    #[test]
    fn the_luck_of_all_seats_is_none_and_leads_from_an_equal_share_to_the_last_chances() {
        for game in ["dice-wars", "dice-of-doom"] {
            let review = review(game);
            let luck = MatchLuck::of(&id(), &review).unwrap();
            assert!(
                luck.judged_by.contains("looking ahead"),
                "{}",
                luck.judged_by
            );
            assert_eq!(luck.seats.len(), usize::from(review.playing));
            let sum = |of: &dyn Fn(&SeatLuck) -> i32| luck.seats.iter().map(of).sum::<i32>();
            // Each number is rounded by itself.
            assert!(
                sum(&|it| it.deal).abs() <= 4 && sum(&|it| it.rolls).abs() <= 4,
                "{luck:?}"
            );
            let rolled = luck.seats.iter().any(|it| it.rolls.abs() > 100);
            assert!(rolled, "{luck:?}");
        }
    }

    #[test]
    fn the_form_of_the_luck_is_frozen() {
        let seats = [(-20, 1_234), (20, -1_234)].map(|(deal, rolls)| SeatLuck { deal, rolls });
        let luck = MatchLuck {
            dicehall_luck: LUCK_FORMAT,
            match_id: id(),
            judged_by: "network ordered 0f3a, looking ahead 1".to_owned(),
            seats: seats.to_vec(),
        };
        let expect = r#"{"dicehall_luck":1,"match_id":"K7WQ2-1-5b0f","judged_by":"network ordered 0f3a, looking ahead 1","seats":[{"deal":-20,"rolls":1234},{"deal":20,"rolls":-1234}]}"#;
        assert_eq!(luck.to_json(), expect);
        assert_eq!(serde_json::from_str::<MatchLuck>(expect).unwrap(), luck);
        assert_eq!(luck.by_seat(), [1_214, -1_214]);
    }
}
