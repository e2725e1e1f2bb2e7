//! The course of a match with dice: the dice of each seat round by round, who was eliminated when,
//! everybody's luck, and the number of attacks won beside the number expected from the odds.
//!
//! Filled by `update` as events come in, shown at the end of the match.

use std::cmp::Reverse;

use dicehall_engine::Seat;
use dicehall_engine::game::Odds;
use dicehall_engine::games::territory::Standing;
use dicehall_engine::games::territory::odds::exact;

use crate::games::act::battle::Battle;
use crate::games::luck::Luck;

/// The most rounds that are kept; matches of this program are shorter.
const ROUNDS_MAX: usize = 1_024;
/// The most places that are kept: one in each round for each pair of seats.
const CAPTURES_MAX: usize = 12 * ROUNDS_MAX;
/// The unit in which sums of odds are kept: billionths.
const PARTS: u64 = 1_000_000_000;

/// The course of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// The dice of each seat at the end of each round that was seen, the earliest round first.
    rounds: Vec<[u16; 4]>,
    /// The number of the last of these rounds.
    round: u16,
    luck: [Luck; 4],
    attacks: [Attacks; 4],
    luckiest: Option<Surprise>,
    unluckiest: Option<Surprise>,
    /// The eliminated seats with the round in which each lost its last territory, the earliest
    /// first.
    fallen: Vec<(Seat, u16)>,
    /// The least likely place that each seat has taken from each other one in each round.
    captures: Vec<Capture>,
}

/// A place that was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Capture {
    /// The round.
    round: u16,
    /// The battle.
    battle: Battle,
}

/// The number of a seat's attacks with dice, beside the number that the odds promised.
///
/// Sums are kept in whole billionths, so that they do not depend on the order of the attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attacks {
    /// The number of attacks made.
    pub made: u32,
    /// The number of attacks won.
    pub won: u32,
    /// The sum of the winning probabilities, in billionths.
    expected: u64,
    /// The sum of `p (1 - p)` over the winning probabilities `p`, in billionths.
    variance: u64,
}

/// An attack whose result was unlikely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surprise {
    /// The attack.
    pub battle: Battle,
    /// The odds of the attacker.
    odds: Odds,
}

/// The round in which a seat's share of all dice changed most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swing {
    /// The number of the round among those that were seen, from 1 on.
    pub round: usize,
    /// The seat.
    pub seat: Seat,
    /// The seat's share of all dice before and after the round, in percent.
    pub percent: [u16; 2],
}

impl Course {
    /// Notes the standings in a round; the last call for a round counts.
    pub fn note(&mut self, round: u16, standings: &[Standing]) {
        self.note_fallen(round, standings);
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

    /// Counts a battle of a round.
    pub fn fought(&mut self, round: u16, battle: &Battle) {
        self.rolled(battle);
        if battle.won {
            self.note_capture(Capture {
                round,
                battle: *battle,
            });
        }
    }

    fn note_capture(&mut self, fresh: Capture) {
        let sides = |it: &Capture| (it.round, it.battle.attacker, it.battle.defender);
        let first = self.captures.partition_point(|it| it.round < fresh.round);
        let mut known = self.captures.iter_mut().skip(first);
        if let Some(kept) = known.find(|it| sides(it) == sides(&fresh)) {
            if chance(&fresh.battle) < chance(&kept.battle) {
                *kept = fresh;
            }
        } else if self.captures.len() < CAPTURES_MAX {
            self.captures.push(fresh);
        }
    }

    /// The battle at the turning point: the least likely one in that round by which the seat won a place, or lost one if its
    /// share shrank. `None` if none was seen.
    pub fn turning(&self) -> Option<Battle> {
        let swing = self.swing()?;
        let count = u16::try_from(self.rounds.len()).ok()?;
        let before_first = self.round.checked_sub(count)?;
        let round = before_first + u16::try_from(swing.round).ok()?;
        let grew = swing.percent[1] > swing.percent[0];
        let concerns = |it: &&Battle| {
            let seat = if grew { it.attacker } else { it.defender };
            seat == swing.seat
        };
        let battles = self.captures.iter().filter(|it| it.round == round);
        battles
            .map(|it| &it.battle)
            .filter(concerns)
            .min_by(|one, other| chance(one).total_cmp(&chance(other)))
            .copied()
    }

    /// Counts a battle in which both sides have rolled.
    fn rolled(&mut self, battle: &Battle) {
        let seats = [battle.attacker, battle.defender];
        for (seat, faces) in seats.into_iter().zip(battle.faces.into_iter().flatten()) {
            self.luck[seat.idx()].add(faces.count().into(), faces.pips().into());
        }
        if let Some(surprise) = Surprise::of(battle) {
            self.attacks[battle.attacker.idx()].add(surprise.odds, battle.won);
            self.note_surprise(surprise);
        }
    }

    fn note_surprise(&mut self, fresh: Surprise) {
        let (kept, is_greater) = if fresh.battle.won {
            let kept = &mut self.luckiest;
            let is_greater = kept.is_none_or(|it| fresh.chance() < it.chance());
            (kept, is_greater)
        } else {
            let kept = &mut self.unluckiest;
            let is_greater = kept.is_none_or(|it| fresh.chance() > it.chance());
            (kept, is_greater)
        };
        if is_greater {
            *kept = Some(fresh);
        }
    }

    fn note_fallen(&mut self, round: u16, standings: &[Standing]) {
        for (seat, standing) in Seat::ALL.into_iter().zip(standings) {
            let is_known = self.fallen.iter().any(|it| it.0 == seat);
            if standing.territories == 0 && !is_known {
                self.fallen.push((seat, round));
            }
        }
    }

    /// The counted attacks of a seat.
    pub const fn attacks(&self, seat: Seat) -> Attacks {
        self.attacks[seat.idx()]
    }

    /// The attack that was won against the longest odds.
    pub const fn luckiest(&self) -> Option<Surprise> {
        self.luckiest
    }

    /// The attack that was lost with the best odds.
    pub const fn unluckiest(&self) -> Option<Surprise> {
        self.unluckiest
    }

    /// The eliminated seats with the round in which each lost its last territory, the earliest
    /// first.
    pub fn fallen(&self) -> &[(Seat, u16)] {
        &self.fallen
    }

    /// Puts an earlier course before this one; the round in which they meet is counted once.
    pub fn follow(&mut self, mut earlier: Self) {
        let count = u16::try_from(self.rounds.len()).unwrap_or(u16::MAX);
        let first = (self.round + 1).saturating_sub(count);
        if earlier.round == first {
            earlier.rounds.pop();
        }
        earlier.rounds.append(&mut self.rounds);
        earlier.rounds.truncate(ROUNDS_MAX);
        self.rounds = earlier.rounds;
        self.round = self.round.max(earlier.round);
        for (luck, earlier) in self.luck.iter_mut().zip(earlier.luck) {
            luck.add(earlier.dice, earlier.pips);
        }
        for (attacks, earlier) in self.attacks.iter_mut().zip(earlier.attacks) {
            attacks.made += earlier.made;
            attacks.won += earlier.won;
            attacks.expected += earlier.expected;
            attacks.variance += earlier.variance;
        }
        let later = std::mem::replace(&mut self.captures, std::mem::take(&mut earlier.captures));
        for capture in later {
            self.note_capture(capture);
        }
        let surprises = [earlier.luckiest, earlier.unluckiest];
        for surprise in surprises.into_iter().flatten() {
            self.note_surprise(surprise);
        }
        let fallen = std::mem::take(&mut self.fallen).into_iter();
        let later = fallen.filter(|it| !earlier.fallen.iter().any(|known| known.0 == it.0));
        self.fallen = earlier.fallen.iter().copied().chain(later).collect();
    }

    /// The dice of each seat, round by round.
    pub fn rounds(&self) -> &[[u16; 4]] {
        &self.rounds
    }

    /// The luck of a seat's rolls.
    pub const fn luck(&self, seat: Seat) -> Luck {
        self.luck[seat.idx()]
    }

    /// The turning point, as far as the dice show it: the round in which a seat's share of all dice
    /// changed most, the first round and seat of several.
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
            .min_by_key(|it| Reverse(it.size()))
    }
}

impl Attacks {
    fn add(&mut self, odds: Odds, won: bool) {
        let parts = odds.favorable * u128::from(PARTS) / odds.total;
        let parts = u64::try_from(parts).unwrap_or(PARTS).min(PARTS);
        self.made += 1;
        self.won += u32::from(won);
        self.expected += parts;
        self.variance += parts * (PARTS - parts) / PARTS;
    }

    /// The expected number of attacks won.
    pub fn expected(self) -> f64 {
        number(self.expected)
    }

    /// The number of attacks won beyond the expected number, in standard deviations; two in either
    /// direction are rare.
    pub fn deviations(self) -> f64 {
        if self.variance > 0 {
            (f64::from(self.won) - self.expected()) / number(self.variance).sqrt()
        } else {
            0.0
        }
    }
}

impl Surprise {
    /// A battle with its exact odds; `None` if nothing was rolled.
    fn of(battle: &Battle) -> Option<Self> {
        let [attack, defense] = battle.counts()?;
        Some(Self {
            battle: *battle,
            odds: exact(attack, defense),
        })
    }

    /// The winning probability of the attacker.
    pub fn chance(&self) -> f64 {
        self.odds.probability()
    }
}

impl Swing {
    const fn size(&self) -> u16 {
        self.percent[0].abs_diff(self.percent[1])
    }
}

/// The winning probability of an attack; 1 if nothing was rolled.
fn chance(battle: &Battle) -> f64 {
    Surprise::of(battle).map_or(1.0, |it| it.chance())
}

/// Billionths as a number.
fn number(parts: u64) -> f64 {
    let whole = u32::try_from(parts / PARTS).unwrap_or(u32::MAX);
    let rest = u32::try_from(parts % PARTS).unwrap_or(0);
    f64::from(whole) + f64::from(rest) / f64::from(u32::try_from(PARTS).unwrap_or(u32::MAX))
}

/// The share of a seat of all dice, in percent.
fn percent(dice: [u16; 4], seat: Seat) -> u16 {
    let all: u16 = dice.iter().sum();
    dice[seat.idx()] * 100 / all.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::place::Place;
    use dicehall_engine::games::territory::{Faces, Roll};

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

    #[test]
    fn whoever_has_no_territory_left_has_fallen_in_that_round_and_once() {
        let mut course = Course::default();
        let stands = |territories: [u8; 4]| {
            let standing = |territories| Standing {
                territories,
                dice: 1,
                link: 1,
                reserve: 0,
            };
            territories.map(standing).to_vec()
        };
        for (round, territories) in [(1, [3, 2, 1, 1]), (4, [5, 2, 0, 1]), (6, [6, 0, 0, 1])] {
            course.note(round, &stands(territories));
        }
        assert_eq!(course.fallen(), [(Seat::ALL[2], 4), (Seat::ALL[1], 6)]);
    }

    /// The course of attacks given as text, such as `65:1` for a six and a five against a one.
    fn fought(attacks: &[&str]) -> Course {
        let mut course = Course::default();
        for attack in attacks {
            let (attack, defense) = attack.split_once(':').unwrap();
            let faces = |it: &str| {
                let faces: Vec<u8> = it.bytes().map(|it| it - b'0').collect();
                Faces::try_from(faces).unwrap()
            };
            let roll = Roll {
                attack: faces(attack),
                defense: faces(defense),
            };
            course.rolled(&Battle {
                attacker: Seat::ALL[0],
                defender: Seat::ALL[1],
                from: Place(0),
                to: Place(1),
                faces: Some([roll.attack, roll.defense]),
                won: roll.captures(),
                odds: None,
                is_fall: false,
            });
        }
        course
    }

    #[test]
    fn attacks_are_measured_against_their_odds() {
        // One die against one wins 15 times in 36; two against one, 181 times in 216.
        let course = fought(&["6:1", "1:6", "66:1", "11:6"]);
        let attacks = course.attacks(Seat::ALL[0]);
        let expected = 2.0 * 15.0 / 36.0 + 2.0 * 181.0 / 216.0;
        assert!((attacks.expected() - expected).abs() < 1e-6, "{attacks:?}");
        assert_eq!((attacks.made, attacks.won), (4, 2));
        let variance: f64 = 2.0 * (15.0 * 21.0) / 1_296.0 + 2.0 * (181.0 * 35.0) / 46_656.0;
        let deviations = (2.0 - expected) / variance.sqrt();
        assert!(
            (attacks.deviations() - deviations).abs() < 1e-6,
            "{attacks:?}"
        );
        assert_eq!(course.attacks(Seat::ALL[1]), Attacks::default());
        let dice = |it: Option<Surprise>| it.and_then(|it| it.battle.counts());
        assert_eq!(dice(course.luckiest()), Some([1, 1]));
        assert_eq!(dice(course.unluckiest()), Some([2, 1]));
    }
}
