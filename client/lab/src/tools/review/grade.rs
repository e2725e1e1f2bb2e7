//! The grade of a seat: a letter for what its choices have cost in the mean.
//!
//! Called by the report of a review. The limits are those between the rungs of the ladder, as `dicehall arena --review` has measured
//! them; docs/review.md has the figures.

/// The grades with the most that a choice may cost in the mean, in chances to win; the best first.
const GRADES: [(&str, f64); 8] = [
    ("A+", 0.001),
    ("A", 0.002),
    ("A-", 0.004),
    ("B+", 0.006),
    ("B", 0.009),
    ("B-", 0.013),
    ("C", 0.020),
    ("D", 0.040),
];

/// The grade of whoever errs more than with every other grade.
const LAST: &str = "E";

/// The grade for what a choice has cost in the mean; `None` where no choice was judged.
pub(super) fn grade(error_per_choice: f64, decisions: u32) -> Option<&'static str> {
    if decisions == 0 {
        return None;
    }
    let reached = GRADES.iter().find(|it| error_per_choice <= it.1);
    Some(reached.map_or(LAST, |it| it.0))
}
