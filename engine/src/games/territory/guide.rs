//! What Monte-Carlo search knows of a board of territories: which attacks look good, and what a position is worth.

use std::ops::ControlFlow;

use super::evaluate::OnTerritories;
use super::{Action, odds};
use crate::bots::mcts::Guide;
use crate::bots::{Budget, Payoffs, sample};
use crate::dice::Dice;
use crate::game::{Node, Seat, Weighted};

/// Guides a search on territories.
pub struct TerritoryGuide {
    pub plies: u32,
    pub temper: f64,
    pub table: Vec<f32>,
    pub actions: Vec<Action>,
    pub weights: Vec<f64>,
    pub chances: Vec<Weighted<super::Chance>>,
    pub floor: f64,
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub mode: u32,
}

fn param(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

impl TerritoryGuide {
    pub fn new() -> Self {
        let mut table = vec![0.0; 17 * 17];
        for a in 1..17_u8 {
            for d in 1..17_u8 {
                table[usize::from(a) * 17 + usize::from(d)] = odds::exact(a, d).probability() as f32;
            }
        }
        Self {
            plies: param("PLIES", 30.0) as u32,
            temper: param("TEMPER", 1.0),
            table,
            actions: vec![],
            weights: vec![],
            chances: vec![],
            floor: param("FLOOR", 0.4),
            a: param("PA", 1.0),
            b: param("PB", 0.1),
            c: param("PC", 0.3),
            mode: param("MODE", 0.0) as u32,
        }
    }

    fn win(&self, a: u8, d: u8) -> f64 {
        f64::from(self.table[usize::from(a) * 17 + usize::from(d)])
    }

    fn attraction<S: OnTerritories>(&self, state: &S, action: Action) -> f64 {
        if self.mode & 1 == 1 {
            return 1.0;
        }
        match action {
            Action::Pass => self.c,
            Action::Attack { from, to } => {
                let b = state.board();
                let (a, d) = (b.dice(from), b.dice(to));
                let p = self.win(a, d);
                if p < self.floor {
                    return 0.02 * p;
                }
                // threatened after capture?
                p * p * (0.3 + f64::from(d) * 0.15)
            }
        }
    }

    /// Features of each seat.
    pub fn features<S: OnTerritories>(state: &S) -> [[f64; 12]; 4] {
        let board = state.board();
        let n = board.graph().len() as f64;
        let mut out = [[0.0; 12]; 4];
        let mover = match state.node() {
            Node::Decision(s) => s.idx(),
            _ => 0,
        };
        let k = usize::from(state.seats());
        let mut all = 0.0;
        for seat in Seat::first(state.seats()) {
            all += f64::from(board.standing(seat).dice);
        }
        for seat in Seat::first(state.seats()) {
            let s = board.standing(seat);
            let f = &mut out[seat.idx()];
            let e = board.enemies(seat);
            let (mut thr, mut good, mut front, mut full) = (0.0, 0.0, 0.0, 0.0);
            for t in board.owned(seat) {
                let touch = board.graph().touching(t).and(e);
                if board.dice(t) == board.max_dice() {
                    full += 1.0;
                }
                if touch.is_empty() {
                    continue;
                }
                front += 1.0;
                if touch.into_iter().any(|o| board.dice(o) > board.dice(t)) {
                    thr += 1.0;
                }
                if touch.into_iter().any(|o| board.dice(o) < board.dice(t)) {
                    good += 1.0;
                }
            }
            f[0] = f64::from(s.territories) / n;
            f[1] = f64::from(s.dice) / all;
            f[2] = f64::from(s.link) / n;
            f[3] = thr / n;
            f[4] = good / n;
            f[5] = front / n;
            f[6] = f64::from(u8::from(board.can_attack(seat)));
            let order = (seat.idx() + k - mover) % k;
            f[7 + order] = 1.0;
            f[11] = full / n;
        }
        out
    }

    /// An estimate of each seat's chance to win.
    fn estimate<S: OnTerritories>(&self, state: &S) -> Payoffs {
        if self.mode & 8 == 8 {
            const B: [f64; 15] = [
                1.384, 8.58, 2.67, -4.343, 0.482, 0.057, -0.152, 0.707, 0.078, -0.167, -0.661, 7.176, -1.31,
                0.074, -1.187,
            ];
            const S: [f64; 15] = [
                0.809, 6.003, 4.446, -3.684, 1.138, -1.511, -0.281, 0.575, 0.066, -0.169, -0.482, -0.549,
                -1.873, 0.986, 0.02,
            ];
            let w = if self.mode & 16 == 16 { &S } else { &B };
            let f = Self::features(state);
            let mut out = [0.0; 4];
            let mut sum = 0.0;
            for seat in Seat::first(state.seats()) {
                let f = &f[seat.idx()];
                if f[0] == 0.0 {
                    continue;
                }
                let mut z = 0.0;
                for i in 0..12 {
                    z += w[i] * f[i];
                }
                z += w[12] * f[0] * f[0] + w[13] * f[1] * f[1] + w[14] * f[0] * f[6];
                let e = z.exp();
                out[seat.idx()] = e;
                sum += e;
            }
            for o in &mut out {
                *o /= sum;
            }
            return out;
        }
        let board = state.board();
        let mut out = [0.0; 4];
        let mut sum = 0.0;
        let total_t = board.graph().len() as f64;
        let mut dice_all = 0.0;
        let mut st = [(0.0, 0.0, 0.0); 4];
        for seat in Seat::first(state.seats()) {
            let s = board.standing(seat);
            st[seat.idx()] = (f64::from(s.territories), f64::from(s.dice), f64::from(s.link));
            dice_all += f64::from(s.dice);
        }
        for seat in Seat::first(state.seats()) {
            let (t, d, l) = st[seat.idx()];
            if t == 0.0 {
                continue;
            }
            let x = self.a * 10.0 * t / total_t
                + self.b * 100.0 * d / dice_all
                + self.temper * 10.0 * l / total_t;
            let w = (x * 0.5).exp();
            out[seat.idx()] = w;
            sum += w;
        }
        for o in &mut out {
            *o /= sum;
        }
        out
    }
}

impl<S: OnTerritories> Guide<S> for TerritoryGuide {
    fn model(&mut self, state: &S) -> Option<Action> {
        if self.mode & 32 == 0 {
            return None;
        }
        use crate::bots::Bot;
        let mut bot = crate::bots::paranoid::Paranoid::new(
            if self.mode & 64 == 64 { 2 } else { 1 },
            super::evaluate::StaticScore { odds: crate::bot_spec::OddsKind::Exact },
        );
        bot.choose(state, &mut crate::bots::Nodes::unlimited(), &mut crate::dice::SeededDice::new(0))
    }

    fn priors(&mut self, state: &S, actions: &[Action], out: &mut Vec<f64>) {
        out.clear();
        let mut sum = 0.0;
        for a in actions {
            let w = if self.mode & 2 == 2 { 1.0 } else { self.attraction(state, *a) + 0.02 };
            sum += w;
            out.push(w);
        }
        for o in out.iter_mut() {
            *o /= sum;
        }
    }

    fn judge(&mut self, state: &mut S, budget: &mut dyn Budget, dice: &mut dyn Dice) -> Payoffs {
        let mut plies = 0;
        loop {
            match state.node() {
                Node::Terminal(_) => return <Self as Guide<S>>::payoffs(self, state),
                Node::Chance => {
                    state.chances_into(&mut self.chances);
                    if let Some(c) = sample(&self.chances, dice) {
                        state.resolve(c);
                    }
                }
                Node::Decision(_) => {
                    if plies >= self.plies {
                        return self.estimate(state);
                    }
                    plies += 1;
                    if let ControlFlow::Break(()) = budget.spend(1) {
                        return self.estimate(state);
                    }
                    let mut actions = std::mem::take(&mut self.actions);
                    state.actions_into(&mut actions);
                    let mut weights = std::mem::take(&mut self.weights);
                    weights.clear();
                    let mut sum = 0.0;
                    if self.mode & 4 == 4 {
                        let Node::Decision(me) = state.node() else { unreachable!() };
                        let mut best = (f64::NEG_INFINITY, actions[0]);
                        for a in &actions {
                            let v = match a {
                                Action::Pass => {
                                    if actions.len() == 1 {
                                        0.0
                                    } else {
                                        let mut b = state.board().clone();
                                        let k = b.largest_region(me);
                                        b.reinforce_in_order(me, k);
                                        f64::from(super::evaluate::static_score(&b, me))
                                    }
                                }
                                Action::Attack { from, to } => {
                                    let b0 = state.board();
                                    let p = self.win(b0.dice(*from), b0.dice(*to));
                                    let mut b = b0.clone();
                                    b.capture(*from, *to);
                                    let w = f64::from(super::evaluate::static_score(&b, me));
                                    b.clone_from(b0);
                                    b.repel(*from);
                                    p * w + (1.0 - p) * f64::from(super::evaluate::static_score(&b, me))
                                }
                            };
                            if v > best.0 {
                                best = (v, *a);
                            }
                        }
                        let _ = budget.spend(8);
                        state.act(best.1);
                        self.actions = actions;
                        self.weights = weights;
                        continue;
                    }
                    for a in &actions {
                        sum += self.attraction(state, *a) + 1e-6;
                        weights.push(sum);
                    }
                    let x = dice.below(1 << 30) as f64 / (1u64 << 30) as f64 * sum;
                    let i = weights.iter().position(|w| x < *w).unwrap_or(0);
                    state.act(actions[i]);
                    self.actions = actions;
                    self.weights = weights;
                }
            }
        }
    }

    fn payoffs(&self, state: &S) -> Payoffs {
        let mut out = [0.0; 4];
        if let Node::Terminal(o) = state.node() {
            for s in o.winners.iter() {
                out[s.idx()] = 1.0 / f64::from(o.winners.len());
            }
        }
        out
    }
}
