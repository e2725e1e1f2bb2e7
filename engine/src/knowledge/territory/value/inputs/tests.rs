//! The inputs: each equals a plain recount by its definition, in matches of both games.

use std::collections::BTreeSet;

use super::super::situation::Situation;
use super::*;
use crate::dice::{Dice, SeededDice, index_below};
use crate::game::{Game, Node, SEATS_MAX, State};
use crate::games::dice_of_doom::{Combat, DiceOfDoom, Rules};
use crate::games::dice_wars::{self, DiceWars};
use crate::games::territory::{Action, OnTerritories, Territory};

/// A board as plain lists: whoever owns a territory, and its dice.
struct Recount {
    neighbors: Vec<Vec<usize>>,
    owner: Vec<usize>,
    dice: Vec<u8>,
    most: u8,
    certain: bool,
}

impl Recount {
    fn of<S: OnTerritories>(state: &S, situation: &Situation) -> Self {
        let board = state.board();
        let number = |it: Territory| {
            let owner = board.owner(it).unwrap();
            let living = &situation.order[..usize::from(situation.living)];
            living.iter().position(|seat| *seat == owner).unwrap()
        };
        let graph = board.graph();
        Self {
            neighbors: graph
                .territories()
                .map(|it| graph.neighbors(it).iter().map(|it| it.idx()).collect())
                .collect(),
            owner: graph.territories().map(number).collect(),
            dice: graph.territories().map(|it| board.dice(it)).collect(),
            most: board.max_dice(),
            certain: state.attacks_are_certain(),
        }
    }

    fn own(&self, seat: usize) -> Vec<usize> {
        (0..self.owner.len())
            .filter(|it| self.owner[*it] == seat)
            .collect()
    }

    fn region(&self, start: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::from([start]);
        loop {
            let more: Vec<usize> = found
                .iter()
                .flat_map(|it| self.neighbors[*it].clone())
                .filter(|it| self.owner[*it] == self.owner[start] && !found.contains(it))
                .collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }

    /// The regions of a seat, largest first; of equal ones, that with the lowest index first.
    fn regions(&self, seat: usize) -> Vec<BTreeSet<usize>> {
        let all: BTreeSet<BTreeSet<usize>> = self
            .own(seat)
            .into_iter()
            .map(|it| self.region(it))
            .collect();
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by_key(|it| (usize::MAX - it.len(), *it.first().unwrap()));
        all
    }

    fn odds(&self, attackers: u8, defenders: u8) -> f32 {
        match (attackers, self.certain) {
            (0 | 1, _) => 0.0,
            (_, true) => f32::from(u8::from(attackers > defenders)),
            (_, false) => narrow(odds::exact(attackers, defenders).probability()),
        }
    }

    /// The dice of the neighbors of a territory that `which` owns, most first.
    fn around(&self, territory: usize, which: impl Fn(usize) -> bool) -> Vec<u8> {
        let mut dice: Vec<u8> = self.neighbors[territory]
            .iter()
            .filter(|it| which(self.owner[**it]))
            .map(|it| self.dice[*it])
            .collect();
        dice.sort_unstable_by(|a, b| b.cmp(a));
        dice
    }

    /// For each territory of `defender` that `attacker` can attack: the best odds to take it, and to hold it as well.
    fn attacks(&self, attacker: usize, defender: usize) -> Vec<(usize, f32, f32)> {
        let mut found = Vec::new();
        for at in self.own(defender) {
            let with = self
                .around(at, |it| it == attacker)
                .first()
                .copied()
                .unwrap_or(0);
            if with < 2 {
                continue;
            }
            let taken = self.odds(with, self.dice[at]);
            let back = self
                .around(at, |it| it != attacker)
                .first()
                .copied()
                .unwrap_or(0);
            found.push((at, taken, taken * (1.0 - self.odds(back, with - 1))));
        }
        found
    }

    fn loss(&self, at: usize) -> f32 {
        let enemy = self.around(at, |it| it != self.owner[at]).first().copied();
        self.odds(enemy.unwrap_or(0), self.dice[at])
    }

    fn seat(&self, seat: usize, situation: &Situation) -> Vec<f32> {
        let (land, danger) = (self.land(seat, situation), self.danger(seat));
        let inputs = [land, danger, self.prospects(seat, situation)].concat();
        assert_eq!(inputs.len(), SEAT_INPUTS);
        inputs
    }

    /// The units in which territories and dice are counted.
    fn units(&self) -> (f32, f32) {
        let k = 4.0 / count(self.owner.len());
        (k, k / f32::from(self.most))
    }

    /// Own territories beside others'.
    fn border(&self, seat: usize) -> Vec<usize> {
        let mut own = self.own(seat);
        own.retain(|it| !self.enemies(*it, seat).is_empty());
        own
    }

    fn enemies(&self, at: usize, seat: usize) -> Vec<u8> {
        self.around(at, |it| it != seat)
    }

    fn dice(&self, of: &[usize]) -> f32 {
        of.iter().map(|it| f32::from(self.dice[*it])).sum()
    }

    /// The inputs about what the seat owns and what is in stock.
    fn land(&self, seat: usize, situation: &Situation) -> Vec<f32> {
        let (k, kd) = self.units();
        let (own, border, regions) = (self.own(seat), self.border(seat), self.regions(seat));
        let room = f32::from(self.most) * count(own.len()) - self.dice(&own);
        let reserve = f32::from(situation.reserve[seat]);
        let last = seat + 1 == usize::from(situation.living);
        let placed = if last { situation.to_place } else { 0 };
        let waiting = reserve + f32::from(placed);
        let everywhere: Vec<usize> = (0..self.owner.len()).collect();
        let with = |dice: u8| count(own.iter().filter(|it| self.dice[**it] == dice).count());
        vec![
            1.0,
            count(own.len()) * k,
            self.dice(&own) * kd,
            self.dice(&own) * 2.0 / self.dice(&everywhere),
            count(regions.first().map_or(0, BTreeSet::len)) * k,
            count(regions.get(1).map_or(0, BTreeSet::len)) * k,
            count(regions.len()) * k,
            count(border.len()) * k,
            self.dice(&border) * kd,
            with(self.most) * k,
            with(1) * k,
            room * kd,
            reserve * kd,
            waiting.min(room) * kd,
        ]
    }

    /// The inputs about what the seat may lose.
    fn danger(&self, seat: usize) -> Vec<f32> {
        let (k, kd) = self.units();
        let (border, regions) = (self.border(seat), self.regions(seat));
        let largest = regions.first().cloned().unwrap_or_default();
        let lost_dice = |it: &usize| self.loss(*it) * f32::from(self.dice[*it]);
        let which =
            |keep: &dyn Fn(usize) -> bool| count(border.iter().filter(|it| keep(**it)).count());
        vec![
            border.iter().map(|it| self.loss(*it)).sum::<f32>() * k,
            largest.iter().map(|it| self.loss(*it)).sum::<f32>() * k,
            border.iter().map(lost_dice).sum::<f32>() * kd,
            which(&|it| self.enemies(it, seat)[0] > self.dice[it]) * k,
            which(&|it| *self.enemies(it, seat).last().unwrap() < self.dice[it]) * k,
        ]
    }

    /// The inputs about what the seat may win.
    fn prospects(&self, seat: usize, situation: &Situation) -> Vec<f32> {
        let k = self.units().0;
        let border = self.border(seat);
        let sources = border.iter().filter(|it| self.dice[**it] > 1).count();
        let attacks: Vec<_> = (0..usize::from(situation.living))
            .filter(|it| *it != seat)
            .flat_map(|it| self.attacks(seat, it))
            .collect();
        let grown = |at: usize| {
            let joined: BTreeSet<usize> = self.neighbors[at]
                .iter()
                .filter(|it| self.owner[**it] == seat)
                .flat_map(|it| self.region(*it))
                .collect();
            count(joined.len()) + 1.0 - count(self.regions(seat)[0].len())
        };
        let best =
            |of: &dyn Fn(&(usize, f32, f32)) -> f32| attacks.iter().map(of).fold(0.0_f32, f32::max);
        vec![
            count(sources) * k,
            match sources {
                0 => 1.0,
                1 => 0.3,
                _ => 0.0,
            },
            attacks.iter().map(|it| it.1).sum::<f32>() * k,
            count(attacks.iter().filter(|it| it.1 >= 0.5).count()) * k,
            attacks.iter().map(|it| it.2).sum::<f32>() * k,
            best(&|it| it.1),
            best(&|it| it.2),
            best(&|it| grown(it.0) * it.1) * k,
        ]
    }

    fn inputs(&self, situation: &Situation) -> Vec<f32> {
        let living = usize::from(situation.living);
        let k = 4.0 / count(self.owner.len());
        let mut inputs = Vec::new();
        for seat in 0..SEATS_MAX {
            if seat < living {
                inputs.extend(self.seat(seat, situation));
            } else {
                inputs.extend([0.0; SEAT_INPUTS]);
            }
        }
        for attacker in 0..SEATS_MAX {
            for defender in (0..SEATS_MAX).filter(|it| *it != attacker) {
                let attacks = self.attacks(attacker, defender);
                inputs.push(attacks.iter().map(|it| it.1).sum::<f32>() * k);
                inputs.push(attacks.iter().map(|it| it.2).sum::<f32>() * k);
            }
        }
        let rivals = (1..living).map(|it| self.own(it).len()).max().unwrap_or(0);
        let lead = count(self.own(0).len()) - count(rivals);
        inputs.extend([
            1.0,
            flag(living == 2),
            flag(living == 3),
            f32::from(situation.to_place) * k,
            f32::from(situation.brings) * k,
            flag(situation.opening),
            flag(situation.must_attack),
            situation.rounds_left.map_or(0.0, |it| 1.0 / f32::from(it)),
            lead * k,
            if lead == 0.0 { 0.0 } else { lead.signum() },
        ]);
        inputs
    }
}

fn count(it: usize) -> f32 {
    f32::from(u16::try_from(it).unwrap())
}

#[track_caller]
fn check_inputs<S: OnTerritories>(state: &S, counter: &mut Counter) {
    let Some(situation) = Situation::of(state) else {
        return;
    };
    let expected = Recount::of(state, &situation).inputs(&situation);
    let counted = counter.count(state.board(), &situation);
    assert_eq!(expected.len(), INPUTS);
    for (at, (counted, expected)) in counted.iter().zip(&expected).enumerate() {
        assert!(
            (counted - expected).abs() < 1e-4,
            "input {at} is {counted}, not {expected}, in {state:?}"
        );
    }
}

/// Plays a match in which attacks are preferred, and checks the inputs at each decision and each placement of dice.
fn check_match<G: Game<State: OnTerritories>>(rules: &G::Rules, seats: u8, seed: u64) {
    let mut dice = SeededDice::new(seed);
    let config = G::generate(rules, seats, &mut dice).unwrap();
    check_rest(G::start(&config).unwrap(), &mut dice);
}

fn check_rest<S: OnTerritories>(mut state: S, dice: &mut SeededDice) {
    let mut counter = Counter::new(state.attacks_are_certain());
    for _ in 0..400 {
        match state.node() {
            Node::Terminal(_) => return,
            Node::Chance => {
                if state.turn().to_place() > 0 {
                    check_inputs(&state, &mut counter);
                }
                state.resolve(state.roll(dice).unwrap());
            }
            Node::Decision(_) => {
                check_inputs(&state, &mut counter);
                let actions = state.actions();
                let passes = actions.contains(&Action::Pass) && dice.below(3) == 0;
                state.act(if passes {
                    Action::Pass
                } else {
                    actions[index_below(actions.len(), dice)]
                });
            }
        }
    }
}

#[test]
fn every_input_equals_a_plain_recount() {
    for (seats, seed) in [(2, 1), (3, 2), (4, 3), (4, 4)] {
        check_match::<DiceOfDoom>(&Rules::BOOK, seats, seed);
        check_match::<DiceOfDoom>(&Rules::STANDARD, seats, seed);
        let certain = Rules {
            combat: Combat::Certain,
            size: 4,
            max_dice: 9,
            ..Rules::STANDARD
        };
        check_match::<DiceOfDoom>(&certain, seats, seed);
        check_match::<DiceWars>(&dice_wars::Rules::STANDARD, seats, seed);
    }
}

#[test]
fn seats_come_in_the_order_of_turns_without_those_that_are_out() {
    let rules = Rules {
        size: 2,
        ..Rules::STANDARD
    };
    let position = crate::games::dice_of_doom::Position::of(rules, 4, "d3b2d1a1", 3, true);
    let situation = Situation::of(&position).unwrap();
    let order: Vec<u8> = situation.order[..3].iter().map(|it| it.number()).collect();
    assert_eq!((order, situation.living), (vec![3, 0, 1], 3));
    assert_eq!(
        (situation.rounds_left, situation.opening),
        (Some(100), true)
    );
}
