//! The grade of a seat: a letter for what its choices have cost in the mean.
//!
//! Called by whoever tells the result of a review. The limits are those between the rungs of the ladder, as `dicehall arena --review`
//! has measured them; docs/review.md has the figures.

use serde::{Deserialize, Serialize};

/// A grade, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "each is its letter")]
pub enum Grade {
    #[serde(rename = "A+")]
    APlus,
    A,
    #[serde(rename = "A-")]
    AMinus,
    #[serde(rename = "B+")]
    BPlus,
    B,
    #[serde(rename = "B-")]
    BMinus,
    C,
    D,
    E,
}

/// The grades with the most that a choice may cost in the mean, in chances to win; whoever errs more has the last one.
const GRADES: [(Grade, f64); 8] = [
    (Grade::APlus, 0.001),
    (Grade::A, 0.002),
    (Grade::AMinus, 0.004),
    (Grade::BPlus, 0.006),
    (Grade::B, 0.009),
    (Grade::BMinus, 0.013),
    (Grade::C, 0.020),
    (Grade::D, 0.040),
];

impl Grade {
    /// The grade for what a choice has cost in the mean; `None` where no choice was judged.
    pub fn of(error_per_choice: f64, decisions: u32) -> Option<Self> {
        if decisions == 0 {
            return None;
        }
        let reached = GRADES.iter().find(|it| error_per_choice <= it.1);
        Some(reached.map_or(Self::E, |it| it.0))
    }

    /// The letter.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::APlus => "A+",
            Self::A => "A",
            Self::AMinus => "A-",
            Self::BPlus => "B+",
            Self::B => "B",
            Self::BMinus => "B-",
            Self::C => "C",
            Self::D => "D",
            Self::E => "E",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_errs_more_has_no_better_grade() {
        let grades = [0.0, 0.003, 0.01, 0.5].map(|it| Grade::of(it, 1).map(Grade::as_str));
        assert_eq!(grades, [Some("A+"), Some("A-"), Some("B-"), Some("E")]);
        assert_eq!(Grade::of(0.0, 0), None);
    }
}
