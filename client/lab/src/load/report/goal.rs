//! The goal that the project has set itself for what an action costs, and whether a measurement has reached it.
//!
//! Called by `report`. Law kept here: only figures of a program that was built as packages are, at the tables that the goal
//! names, are held against it (`docs/performance.md`, "What it is").

use dicehall_engine::GameKind;
use dicehall_engine::build_profile::MEASURED;
use serde::Serialize;

use super::subject::Subject;

/// The number of tables for which the goal is set.
const TABLES: u16 = 64;
/// The number of seats of each.
const SEATS: u8 = 2;
/// The most processor time of an action in memory, as a ratio to the floor server's.
const RATIO_MAX: f64 = 2.0;
/// The same with the journal on disk.
const RATIO_WITH_JOURNAL_MAX: f64 = 2.6;

/// A goal, and whether it was reached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Goal {
    /// The most processor time of an action, as a ratio to the floor server's.
    pub(crate) cpu_ratio_max: f64,
    pub(crate) is_reached: bool,
}

impl Goal {
    /// The goal for these tables, held against the ratio that was measured; `None` if there is no goal for them, or the
    /// program was not built as it is measured.
    pub(crate) fn of(subject: &Subject, ratio: f64) -> Option<Self> {
        let is_named = subject.game == GameKind::DiceOfDoom
            && (subject.lobbies, subject.seats, subject.spectators) == (TABLES, SEATS, 0)
            && subject.rate.is_none()
            && subject.pinned;
        if !is_named || subject.profile != MEASURED {
            return None;
        }
        let cpu_ratio_max = if subject.journal? {
            RATIO_WITH_JOURNAL_MAX
        } else {
            RATIO_MAX
        };
        Some(Self {
            cpu_ratio_max,
            is_reached: ratio <= cpu_ratio_max,
        })
    }

    /// The goal in words.
    pub(crate) fn told(self) -> String {
        let Self {
            cpu_ratio_max,
            is_reached,
        } = self;
        let verdict = if is_reached { "reached" } else { "missed" };
        format!("goal: at most {cpu_ratio_max:.1} in processor time: {verdict}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(profile: &'static str, lobbies: u16, journal: Option<bool>) -> Subject {
        Subject {
            profile,
            game: GameKind::DiceOfDoom,
            lobbies,
            seats: 2,
            spectators: 0,
            rate: None,
            pinned: true,
            journal,
        }
    }

    #[test]
    fn figures_are_held_against_a_goal_only_if_the_program_was_built_as_packages_are() {
        let told = |profile, lobbies, journal, ratio| {
            Goal::of(&subject(profile, lobbies, journal), ratio).map(Goal::told)
        };
        let goal = |text: &str| Some(format!("goal: at most {text}"));
        let (memory, disk) = (Some(false), Some(true));
        assert_eq!(
            told("dist", 64, memory, 1.99),
            goal("2.0 in processor time: reached")
        );
        assert_eq!(
            told("dist", 64, memory, 2.01),
            goal("2.0 in processor time: missed")
        );
        assert_eq!(
            told("dist", 64, disk, 2.59),
            goal("2.6 in processor time: reached")
        );
        assert_eq!(told("release", 64, disk, 1.0), None);
        assert_eq!(told("debug", 64, disk, 1.0), None);
        assert_eq!(told("dist", 63, disk, 1.0), None, "other tables");
        assert_eq!(told("dist", 64, None, 1.0), None, "a server of others");
    }
}
