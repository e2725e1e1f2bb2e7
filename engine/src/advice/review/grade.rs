//! The grade of a seat: a letter for what its choices have cost in the mean.
//!
//! Called by whoever tells the result of a review. The limits are those between the rungs of the ladder, as `dicehall arena --review`
//! has measured them; docs/review.md has the figures.

use serde::{Deserialize, Serialize};

/// The grades, the best first, with the most that a choice may cost in the mean, in chances to win.
const GRADES: [(&str, f64); 9] = [
    ("A+", 0.001),
    ("A", 0.002),
    ("A-", 0.004),
    ("B+", 0.006),
    ("B", 0.009),
    ("B-", 0.013),
    ("C", 0.020),
    ("D", 0.040),
    ("E", f64::INFINITY),
];

/// A grade, by its number from the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(with = "String", extend("enum" = ["A+", "A", "A-", "B+", "B", "B-", "C", "D", "E"]))
)]
pub struct Grade(usize);

/// A text that is no grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a grade is a letter from A to E, or A or B with a sign")]
pub struct NotAGrade;

impl Grade {
    /// The grade for what a choice has cost in the mean; `None` where no choice was judged.
    pub fn of(error_per_choice: f64, decisions: u32) -> Option<Self> {
        if decisions == 0 {
            return None;
        }
        let reached = GRADES.iter().position(|it| error_per_choice <= it.1);
        reached.map(Self)
    }

    /// The letter, with its sign.
    pub fn as_str(self) -> &'static str {
        GRADES.get(self.0).map_or("", |it| it.0)
    }
}

impl TryFrom<String> for Grade {
    type Error = NotAGrade;

    fn try_from(text: String) -> Result<Self, NotAGrade> {
        let found = GRADES.iter().position(|it| it.0 == text);
        found.map(Self).ok_or(NotAGrade)
    }
}

impl From<Grade> for &'static str {
    fn from(grade: Grade) -> Self {
        grade.as_str()
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

    #[test]
    fn every_grade_is_read_as_it_is_written_and_nothing_else_is() {
        for (text, _) in GRADES {
            let read = Grade::try_from(text.to_owned());
            assert_eq!(read.map(Grade::as_str), Ok(text));
        }
        for text in ["", "F", "a", "A ", "C+"] {
            assert_eq!(Grade::try_from(text.to_owned()), Err(NotAGrade));
        }
    }
}
