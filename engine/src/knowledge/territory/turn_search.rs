//! The search of the mover's own turn: attacks one after the other with their exact odds, each end of the turn judged by
//! the value of the position after it.
//!
//! Called by the truncated rollouts, by the search of transfers and by the training. The choice is an expectimax over the next own attacks: an attack is worth its odds times the
//! worth of both results, and each result is worth the better of ending the turn there and attacking on. At each
//! position only the attacks that look best without going on are followed.

#[cfg(test)]
mod tests;

use super::value::Valuer;
use crate::bots::{Bot, Budget, OutOfBudget, copy_over, visit};
use crate::dice::Dice;
use crate::game::{Node, Seat, State};
use crate::games::territory::{Action, Chance, OnTerritories, Roll, Territory};

/// How far a turn is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The attacks in a row that are looked ahead.
    pub attacks: usize,
    /// The attacks at a position that are followed further.
    pub beam: usize,
}

/// An action with its worth to the mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The action.
    pub action: Action,
    /// Its worth: the mean of both results, each weighed by its odds.
    pub worth: f64,
    /// The worth of a success; of an action that needs no luck, the worth itself.
    pub won: f64,
    /// The worth of a failure; of an action that needs no luck, the worth itself.
    pub lost: f64,
}

/// The searcher, with buffers that live as long as it does.
#[derive(Debug)]
pub struct TurnSearch<S: State> {
    valuer: Valuer,
    reach: Reach,
    layers: Vec<Layer<S>>,
}

/// The buffers of one attack in a row.
#[derive(Debug)]
struct Layer<S: State> {
    actions: Vec<Action>,
    lines: Vec<Line>,
    won: Option<S>,
    lost: Option<S>,
    after: Option<S>,
    failure: Option<Failure>,
}

/// The worth of losing the attack that was searched last. It is the same for every attack from there with as many attacks
/// left, since the losing territory keeps one die and the other all of its dice.
#[derive(Clone, Copy, Debug)]
struct Failure {
    from: Territory,
    /// The attacks that the mover may make after it.
    attacks: usize,
    worth: f64,
}

/// A search that is going on.
struct Search<'a, S: State> {
    valuer: &'a mut Valuer,
    beam: usize,
    layers: &'a mut Vec<Layer<S>>,
    mover: Seat,
    budget: &'a mut dyn Budget,
}

impl Line {
    /// An action that needs no luck, or of whose luck nothing is known.
    pub fn sure(action: Action, worth: f64) -> Self {
        Self {
            action,
            worth,
            won: worth,
            lost: worth,
        }
    }

    /// An attack that succeeds with these odds.
    pub fn attack(action: Action, odds: f64, won: f64, lost: f64) -> Self {
        Self {
            action,
            worth: odds * won + (1.0 - odds) * lost,
            won,
            lost,
        }
    }

    /// How much better than expected the result of the attack was. The mean over all luck is zero.
    pub fn luck(&self, has_won: bool) -> f64 {
        let result = if has_won { self.won } else { self.lost };
        result - self.worth
    }
}

impl<S: OnTerritories> TurnSearch<S> {
    /// A searcher.
    pub fn new(valuer: Valuer, reach: Reach) -> Self {
        Self {
            valuer,
            reach,
            layers: Vec::new(),
        }
    }

    /// The actions with their worth, the best first; as many as the budget allows.
    pub fn lines(&mut self, state: &S, budget: &mut dyn Budget) -> Vec<Line> {
        let Node::Decision(mover) = state.node() else {
            return Vec::new();
        };
        let mut layer = self.layers.pop().unwrap_or_default();
        let mut search = Search {
            valuer: &mut self.valuer,
            beam: self.reach.beam,
            layers: &mut self.layers,
            mover,
            budget,
        };
        // When the budget breaks, what has been found until then counts.
        if search
            .search(state, self.reach.attacks, &mut layer)
            .is_err()
        {
            sort(&mut layer.lines);
        }
        let lines = layer.lines.clone();
        self.layers.push(layer);
        lines
    }
}

impl<S: OnTerritories> Bot<S> for TurnSearch<S> {
    fn choose(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        _dice: &mut dyn Dice,
    ) -> Option<Action> {
        let actions = state.actions();
        if actions.len() < 2 {
            return actions.first().copied();
        }
        let best = self.lines(state, budget).first().map(|it| it.action);
        best.or_else(|| actions.first().copied())
    }
}

impl<S: OnTerritories> Search<'_, S> {
    /// The worth of a position to the mover, who may make so many attacks more.
    fn best(&mut self, state: &S, attacks: usize) -> Result<f64, OutOfBudget> {
        if state.node() != Node::Decision(self.mover) {
            return self.judge(state);
        }
        let mut layer = self.layers.pop().unwrap_or_default();
        let worth = if attacks == 0 {
            self.worth_of_ending(state, &mut layer.after)
        } else {
            self.search(state, attacks, &mut layer)
        };
        self.layers.push(layer);
        worth
    }

    /// Fills `layer.lines`; returns the worth of the best.
    fn search(
        &mut self,
        state: &S,
        attacks: usize,
        layer: &mut Layer<S>,
    ) -> Result<f64, OutOfBudget> {
        layer.lines.clear();
        layer.failure = None;
        state.actions_into(&mut layer.actions);
        for at in 0..layer.actions.len() {
            let action = layer.actions[at];
            let line = self.line(state, action, 0, layer)?;
            layer.lines.push(line);
        }
        sort(&mut layer.lines);
        if attacks > 1 {
            self.follow(state, attacks - 1, layer)?;
            sort(&mut layer.lines);
        }
        Ok(layer.lines.first().map_or(0.0, |it| it.worth))
    }

    /// Looks further after the attacks that look best.
    fn follow(
        &mut self,
        state: &S,
        attacks: usize,
        layer: &mut Layer<S>,
    ) -> Result<(), OutOfBudget> {
        let mut left = self.beam;
        for at in 0..layer.lines.len() {
            let action = layer.lines[at].action;
            if action == Action::Pass || left == 0 {
                continue;
            }
            left -= 1;
            layer.lines[at] = self.line(state, action, attacks, layer)?;
        }
        Ok(())
    }

    /// An action with its worth if the mover may make so many attacks more after it.
    fn line(
        &mut self,
        state: &S,
        action: Action,
        attacks: usize,
        layer: &mut Layer<S>,
    ) -> Result<Line, OutOfBudget> {
        let Action::Attack { from, to } = action else {
            let worth = self.worth_of_ending(state, &mut layer.after)?;
            return Ok(Line::sure(action, worth));
        };
        let (attackers, defenders) = (state.board().dice(from), state.board().dice(to));
        let won = copy_over(&mut layer.won, state);
        won.act(action);
        if state.attacks_are_certain() {
            return Ok(Line::sure(action, self.best(won, attacks)?));
        }
        won.resolve(Chance::Battle(Roll::won(attackers, defenders)));
        let won = self.best(won, attacks)?;
        let roll = Roll::lost(attackers, defenders);
        if roll.captures() {
            // With so many dice the attack cannot fail.
            return Ok(Line::sure(action, won));
        }
        let lost = match layer.failure {
            Some(known) if known.from == from && known.attacks == attacks => known.worth,
            _ => {
                let lost = copy_over(&mut layer.lost, state);
                lost.act(action);
                lost.resolve(Chance::Battle(roll));
                self.best(lost, attacks)?
            }
        };
        layer.failure = Some(Failure {
            from,
            attacks,
            worth: lost,
        });
        let odds = f64::from(self.valuer.success(attackers, defenders));
        Ok(Line::attack(action, odds, won, lost))
    }

    /// The worth of ending the turn, less what the pass wastes.
    fn worth_of_ending(&mut self, state: &S, after: &mut Option<S>) -> Result<f64, OutOfBudget> {
        let after = copy_over(after, state);
        after.act(Action::Pass);
        Ok(self.judge(after)? - self.valuer.waste(state, Action::Pass))
    }

    fn judge(&mut self, state: &S) -> Result<f64, OutOfBudget> {
        visit(self.budget)?;
        Ok(self.valuer.value(state)[self.mover.idx()])
    }
}

impl<S: State> Default for Layer<S> {
    fn default() -> Self {
        Self {
            actions: Vec::new(),
            lines: Vec::new(),
            won: None,
            lost: None,
            after: None,
            failure: None,
        }
    }
}

/// Sorts by worth, the best first; equal ones stay in the game's order.
fn sort(lines: &mut [Line]) {
    lines.sort_by(|a, b| b.worth.total_cmp(&a.worth));
}
