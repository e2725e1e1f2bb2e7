//! The steps of a history: who did what at which moment. A failure prints the last of them.

use std::fmt;
use std::time::Duration;

/// The most characters of a step that are printed.
const TOLD_CHARS_MAX: usize = 220;

/// A step: something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The simulated time since the beginning.
    pub at: Duration,
    /// The person or thing that it concerns.
    pub who: Who,
    /// The step in words.
    pub what: String,
}

/// Somebody in a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person, by number.
    Person(usize),
    /// The journal: something has become durable.
    Journal,
    /// The simulation, which breaks things and starts servers.
    Fate,
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(number) => write!(f, "p{number}"),
            Self::Journal => f.write_str("journal"),
            Self::Fate => f.write_str("fate"),
        }
    }
}

/// The last steps of a history in the order of time, a line each.
pub(super) fn tell_last(mut steps: Vec<Step>, count: usize) -> String {
    steps.sort_by_key(|it| it.at);
    let last = steps.split_off(steps.len().saturating_sub(count));
    last.iter().map(line).collect()
}

fn line(Step { at, who, what }: &Step) -> String {
    let mut told: String = what.chars().take(TOLD_CHARS_MAX).collect();
    if told.len() < what.len() {
        told.push_str(" ...");
    }
    format!(
        "{:>9.3} s  {:<8}{told}\n",
        at.as_secs_f64(),
        who.to_string()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_steps_are_told_in_the_order_of_time_and_shortened() {
        let step = |ms, who, what: &str| Step {
            at: Duration::from_millis(ms),
            who,
            what: what.to_owned(),
        };
        let steps = vec![
            step(5, Who::Fate, "the server starts"),
            step(2_017, Who::Person(3), &"x".repeat(TOLD_CHARS_MAX + 1)),
            step(1_020, Who::Journal, "7CQK after 4: [Created]"),
        ];
        let long = "x".repeat(TOLD_CHARS_MAX);
        let expect = format!(
            "    1.020 s  journal 7CQK after 4: [Created]\n    2.017 s  p3      {long} ...\n"
        );
        assert_eq!(tell_last(steps, 2), expect);
    }
}
