//! How a match with dice went: the dice of each seat round by round, and how lucky everybody rolled.
//!
//! Written by `update` as things are told, shown at the end of the match.

use dicehall_engine::Seat;
use dicehall_engine::games::territory::Standing;

use crate::games::luck::Luck;
use crate::games::territory::Battle;

/// The rounds that are kept; the matches of this program are shorter.
const ROUNDS_MAX: usize = 1_024;

/// How a match went.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The dice of each seat at the end of each round that was seen, the first one first.
    rounds: Vec<[u16; 4]>,
    /// In which round the last of them was.
    round: u16,
    luck: [Luck; 4],
}

/// The round in which the share of a seat changed most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swing {
    /// The number of the round among those that were seen, from 1 on.
    pub round: usize,
    /// Whose share.
    pub seat: Seat,
    /// Its share of all dice before and after, in percent.
    pub percent: [u16; 2],
}

impl Course {
    /// How everybody stands in a round; the last word of a round counts.
    pub fn note(&mut self, round: u16, standings: &[Standing]) {
        let mut dice = [0; 4];
        for (dice, standing) in dice.iter_mut().zip(standings) {
            *dice = standing.dice;
        }
        if self.round == round {
            self.rounds.pop();
        }
        if self.rounds.len() < ROUNDS_MAX {
            self.rounds.push(dice);
        }
        self.round = round;
    }

    /// Both sides of a battle have rolled.
    pub fn rolled(&mut self, battle: &Battle) {
        let seats = [battle.attacker, battle.defender];
        for (seat, faces) in seats.into_iter().zip(battle.faces.into_iter().flatten()) {
            let dice = u32::try_from(faces.iter().count()).unwrap_or(0);
            self.luck[seat.idx()].add(dice, u32::from(faces.pips()));
        }
    }

    /// The dice of each seat, round by round.
    pub fn rounds(&self) -> &[[u16; 4]] {
        &self.rounds
    }

    /// How lucky a seat rolled.
    pub const fn luck(&self, seat: Seat) -> Luck {
        self.luck[seat.idx()]
    }

    /// Where it was decided, as far as that can be seen: the round in which the share of one seat changed most.
    pub fn swing(&self) -> Option<Swing> {
        let pairs = (2..).zip(self.rounds.iter().zip(self.rounds.iter().skip(1)));
        let swings = pairs.flat_map(|(round, (before, after))| {
            Seat::ALL.into_iter().map(move |seat| Swing {
                round,
                seat,
                percent: [percent(*before, seat), percent(*after, seat)],
            })
        });
        swings
            .filter(|it| it.size() > 0)
            .max_by_key(|it| (it.size(), usize::MAX - it.round))
    }
}

impl Swing {
    const fn size(&self) -> u16 {
        self.percent[0].abs_diff(self.percent[1])
    }
}

/// The share of a seat, in percent.
fn percent(dice: [u16; 4], seat: Seat) -> u16 {
    let all: u16 = dice.iter().sum();
    dice[seat.idx()] * 100 / all.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings(dice: [u16; 4]) -> Vec<Standing> {
        let standing = |dice| Standing {
            territories: 1,
            dice,
            link: 1,
            reserve: 0,
        };
        dice.map(standing).to_vec()
    }

    #[test]
    fn the_last_word_of_a_round_counts_and_the_largest_change_is_the_turning_point() {
        let mut course = Course::default();
        for (round, dice) in [
            (1, [5, 5, 5, 5]),
            (1, [6, 4, 5, 5]),
            (2, [6, 3, 5, 6]),
            (3, [12, 1, 1, 6]),
            (4, [14, 0, 0, 6]),
        ] {
            course.note(round, &standings(dice));
        }
        assert_eq!(
            course.rounds(),
            [[6, 4, 5, 5], [6, 3, 5, 6], [12, 1, 1, 6], [14, 0, 0, 6]]
        );
        let swing = course.swing().unwrap();
        assert_eq!(
            (swing.round, swing.seat, swing.percent),
            (3, Seat::ALL[0], [30, 60])
        );
    }
}
