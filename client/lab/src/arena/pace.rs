//! The pace of matches on territories: their numbers of rounds, and of rounds without an attack.
//!
//! Called by the arena for every match, and by its report. Games without rounds have no pace.

use dicehall_engine::games::territory::{Action, OnTerritories, Turn};
use dicehall_engine::{AnyAction, AnyState};

use crate::measure::count;

/// The pace of one match, while it is played and after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pace {
    /// The last round in which somebody acted; 0 in a game without rounds.
    rounds: u16,
    /// The last round in which somebody attacked.
    last_attack: u16,
    /// The number of rounds in which somebody attacked.
    busy: u16,
    /// Whether the match ended because the last round was over.
    reached_last: bool,
}

/// The paces of all matches, in any order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paces(Vec<Pace>);

impl Pace {
    /// Notes that the seat to move is about to act.
    pub(crate) fn acts(&mut self, state: &AnyState, action: AnyAction) {
        let Some((turn, _)) = turn_and_limit(state) else {
            return;
        };
        self.rounds = turn.round;
        if is_attack(action) && self.last_attack != turn.round {
            self.last_attack = turn.round;
            self.busy += 1;
        }
    }

    /// Notes that the match is over.
    pub(crate) fn ends(&mut self, state: &AnyState) {
        self.reached_last =
            turn_and_limit(state).is_some_and(|(turn, limit)| limit > 0 && turn.round > limit);
    }

    fn idle(&self) -> u16 {
        self.rounds - self.busy
    }
}

impl Paces {
    /// Adds the pace of a match.
    pub(crate) fn add(&mut self, pace: Pace) {
        self.0.push(pace);
    }

    /// Adds all paces of another list.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    /// The median number of rounds of a match; `None` in games without rounds.
    pub(crate) fn rounds_median(&self) -> Option<f64> {
        self.median(|it| it.rounds)
    }

    /// The median number of rounds without an attack; `None` in games without rounds.
    pub(crate) fn idle_rounds_median(&self) -> Option<f64> {
        self.median(Pace::idle)
    }

    /// The number of matches that ended because the last round was over.
    pub(crate) fn reached_last_round(&self) -> u64 {
        count(self.0.iter().filter(|it| it.reached_last).count())
    }

    /// The median of a number over all matches: the middle one, or the mean of the two in the
    /// middle.
    fn median(&self, number: impl Fn(&Pace) -> u16) -> Option<f64> {
        let with_rounds = self.0.iter().filter(|it| it.rounds > 0);
        let mut numbers: Vec<u16> = with_rounds.map(number).collect();
        numbers.sort_unstable();
        let above = numbers.get(numbers.len() / 2)?;
        let below = numbers.get((numbers.len() - 1) / 2)?;
        Some(f64::midpoint(f64::from(*below), f64::from(*above)))
    }
}

/// The turn of a match on territories, and its last round; `None` in other games.
fn turn_and_limit(state: &AnyState) -> Option<(&Turn, u16)> {
    if let AnyState::DiceOfDoom(position) = state {
        Some((position.turn(), position.rounds()))
    } else if let AnyState::DiceWars(position) = state {
        Some((position.turn(), position.rounds()))
    } else {
        None
    }
}

fn is_attack(action: AnyAction) -> bool {
    if let AnyAction::DiceOfDoom(action) | AnyAction::DiceWars(action) = action {
        action != Action::Pass
    } else {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehall_engine::games::dice_of_doom::{Combat, Config, Rules};
    use dicehall_engine::games::territory::Territory;
    use dicehall_engine::{AnyConfig, GameKind, Node, State};

    /// The pace of a match of three rounds on 2 x 2 hexes without rolls; `.` passes, `02` attacks hex 2 from hex 0.
    fn played(actions: &str) -> Pace {
        let rules = Rules {
            size: 2,
            combat: Combat::Certain,
            rounds: 3,
            ..Rules::STANDARD
        };
        let config = Config {
            rules,
            seats: 2,
            board: "a5a5b1b1".to_owned(),
            first: dicehall_engine::Seat::default(),
        };
        let mut state = AnyConfig::DiceOfDoom(config).start().unwrap();
        let mut pace = Pace::default();
        for it in actions.split(' ') {
            let action = match it.as_bytes() {
                [from, to] => Action::Attack {
                    from: Territory(from - b'0'),
                    to: Territory(to - b'0'),
                },
                _ => Action::Pass,
            };
            pace.acts(&state, AnyAction::DiceOfDoom(action));
            state.act(AnyAction::DiceOfDoom(action));
        }
        assert!(matches!(state.node(), Node::Terminal(_)), "{actions}");
        pace.ends(&state);
        pace
    }

    #[track_caller]
    fn check(actions: &str, rounds: u16, idle: u16, reached_last: bool) {
        let pace = played(actions);
        let told = (pace.rounds, pace.idle(), pace.reached_last);
        assert_eq!(told, (rounds, idle, reached_last), "{actions}");
    }

    #[test]
    fn a_round_is_idle_when_nobody_attacks_in_it() {
        check(". . . . . .", 3, 3, true);
        check("02 . . . . . .", 3, 2, true);
        check(". . 02 13", 2, 1, false);
        check("02 13", 1, 0, false);
        check(". . . . 02 13", 3, 2, false);
    }

    #[test]
    fn the_median_is_the_middle_or_between_the_two_in_the_middle() {
        let medians = |matches: &[&str]| {
            let paces = Paces(matches.iter().map(|it| played(it)).collect());
            (paces.rounds_median(), paces.idle_rounds_median())
        };
        let (short, middling, long) = ("02 13", ". . 02 13", ". . . . . .");
        assert_eq!(medians(&[long, short, middling]), (Some(2.0), Some(1.0)));
        assert_eq!(medians(&[long, middling]), (Some(2.5), Some(2.0)));
        assert_eq!(medians(&[]), (None, None));
    }

    #[test]
    fn matches_that_ended_with_the_last_round_are_counted_whoever_counted_them() {
        let mut paces = Paces(vec![played(". . . . . ."), played("02 13")]);
        paces.merge(&Paces(vec![played("02 . . . . . .")]));
        assert_eq!(paces.reached_last_round(), 2);
    }

    #[test]
    fn a_game_without_rounds_has_no_pace() {
        let rules = GameKind::TicTacToe.default_rules();
        let mut dice = dicehall_engine::dice::SeededDice::new(0);
        let state = rules.generate(2, &mut dice).unwrap().start().unwrap();
        let mut pace = Pace::default();
        pace.acts(&state, state.actions()[0]);
        pace.ends(&state);
        assert_eq!(pace, Pace::default());
        assert_eq!(Paces(vec![pace]).rounds_median(), None);
    }
}
