//! The review of a match: each seat's chance to win step by step, the luck of every roll, and what every choice has cost.
//!
//! Called by `dicehall review` and by the arena. A review goes through the match one step at a time, so that whoever shows its
//! progress can stop it. Law kept here: a review depends on the match, the expert and the luck of its rollouts alone, and knows
//! of each step only what the table had seen until then.

pub mod grade;
#[cfg(test)]
mod tests;
pub mod whole;

use super::{Expert, Why, why};
use crate::bots::spec::BotKind;
use crate::bots::{Lead, Nodes, Payoffs};
use crate::dice::Dice;
use crate::game::{ConfigError, Node, SEATS_MAX, Seat, State, View};
use crate::games::{AnyAction, AnyChance, AnyConfig, AnyState, territory};
use crate::origin::OriginStep;
use crate::roster::SeatBot;

/// The nodes that always suffice to solve a position of tic-tac-toe, which the expert solves.
const SOLVING_NODES: u64 = 300_000;

/// A match that is reviewed.
#[derive(Debug)]
pub struct Review<'a> {
    config: &'a AnyConfig,
    steps: &'a [OriginStep],
    expert: Expert,
    /// Whether choices are judged as well as luck.
    judges_choices: bool,
    /// The expert's bot; `None` for a game without an expert.
    bot: Option<SeatBot>,
    state: AnyState,
    at: usize,
    /// Each seat's chance to win now, where it was computed for the step before.
    now: Option<Payoffs>,
}

/// A step of a match, and what the expert thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedStep {
    /// The step.
    pub step: OriginStep,
    /// The seat that chose or rolled.
    pub seat: Seat,
    /// Each seat's chance to win before the step; where luck is about to fall the mean over all results. `None` if the expert
    /// cannot tell.
    pub before: Option<Payoffs>,
    /// The same after the step.
    pub after: Option<Payoffs>,
    /// The luck of each seat, in chances to win; `None` for a choice.
    pub luck: Option<Payoffs>,
    /// By how much the best action leads the one that was chosen; `None` for a roll, where there was only one action, and where
    /// the expert cannot tell.
    pub lead: Option<Lead<AnyAction>>,
    /// The reason for the best action; `None` where no other one was found to be better.
    pub why: Option<Why>,
}

/// The sums of a seat over the steps of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatSums {
    /// The luck of all rolls, in chances to win.
    pub luck: f64,
    /// The part of it that came from where new dice were placed.
    pub placed: f64,
    /// The sum of all leads over the choices of the seat, in chances to win.
    pub error: f64,
    /// The square of the standard error of that, without the choices whose error is not known.
    pub variance: f64,
    /// The choices that were judged.
    pub decisions: u32,
}

impl SeatSums {
    /// Counts a step in the sums of every seat.
    pub fn count(sums: &mut [Self; SEATS_MAX], reviewed: &ReviewedStep) {
        if let Some(luck) = reviewed.luck {
            for (sums, luck) in sums.iter_mut().zip(luck) {
                sums.luck += luck;
                sums.placed += if reviewed.places() { luck } else { 0.0 };
            }
        }
        if let Some(lead) = &reviewed.lead {
            let own = &mut sums[reviewed.seat.idx()];
            own.error += lead.worth;
            own.variance += lead.error.unwrap_or_default().powi(2);
            own.decisions += 1;
        }
    }

    /// The mean of the leads over a choice of the seat; 0 if none was judged.
    pub fn error_per_choice(&self) -> f64 {
        self.error / f64::from(self.decisions.max(1))
    }
}

impl ReviewedStep {
    /// Whether luck chose where a new die is placed.
    pub fn places(&self) -> bool {
        match self.step {
            OriginStep::Acted(_) => false,
            OriginStep::Rolled(chance) => match chance.on_territories() {
                Some(territory::Chance::Reinforce(_)) => true,
                Some(territory::Chance::Battle(_)) | None => false,
            },
        }
    }
}

impl<'a> Review<'a> {
    /// A review that is about to begin. An expert without nodes judges no choices.
    pub fn new(
        config: &'a AnyConfig,
        steps: &'a [OriginStep],
        expert: Expert,
    ) -> Result<Self, ConfigError> {
        let state = config.start()?;
        let bot = expert.bot(state.kind());
        let solves = bot
            .as_ref()
            .is_some_and(|it| it.spec().kind == BotKind::Perfect);
        let least = if solves { SOLVING_NODES } else { 0 };
        Ok(Self {
            config,
            steps,
            judges_choices: expert.nodes_max > 0,
            expert: Expert {
                nodes_max: expert.nodes_max.max(least),
                ..expert
            },
            bot,
            state,
            at: 0,
            now: None,
        })
    }

    /// The name and version of whatever judges; `None` for a game without an expert.
    pub fn judged_by(&self) -> Option<String> {
        let bot = self.bot.as_ref()?;
        if self.expert.knows(self.state.kind()) {
            return Some("the table of all positions".to_owned());
        }
        Some(bot.judged_by(&self.state))
    }

    /// Each seat's chance to win in the position that the review has come to.
    pub fn chances(&mut self, dice: &mut dyn Dice) -> Option<Payoffs> {
        if self.now.is_none() {
            let mut nodes = self.nodes();
            self.now = self.bot.as_mut()?.chances(&self.state, &mut nodes, dice);
        }
        self.now
    }

    /// The position that the review has come to.
    pub fn state(&self) -> &AnyState {
        &self.state
    }

    /// Reviews the next step; `None` after the last, and at one that the rules do not allow.
    pub fn next(&mut self, dice: &mut dyn Dice) -> Option<ReviewedStep> {
        let step = *self.steps.get(self.at)?;
        let reviewed = match (step, self.state.node()) {
            (OriginStep::Acted(action), Node::Decision(seat)) if self.state.is_legal(action) => {
                self.choice(action, seat, dice)
            }
            (OriginStep::Rolled(chance), Node::Chance) if self.state.is_possible(chance) => {
                self.roll(chance, dice)
            }
            (OriginStep::Acted(_) | OriginStep::Rolled(_), _) => return None,
        };
        self.at += 1;
        Some(reviewed)
    }

    fn choice(&mut self, action: AnyAction, seat: Seat, dice: &mut dyn Dice) -> ReviewedStep {
        let before = self.chances(dice);
        let lead = self.lead(action, dice);
        let why = lead.filter(|it| it.best != action).map(|it| {
            let view = self.state.view();
            why(self.config, &view, &self.state, it.best, &self.expert)
        });
        if let Some(bot) = &mut self.bot {
            bot.watch(&self.state, action);
        }
        self.state.act(action);
        self.now = None;
        ReviewedStep {
            step: OriginStep::Acted(action),
            seat,
            before,
            after: self.chances(dice),
            luck: None,
            lead,
            why,
        }
    }

    fn lead(&mut self, chosen: AnyAction, dice: &mut dyn Dice) -> Option<Lead<AnyAction>> {
        if !self.state.has_choice() || !self.judges_choices {
            return None;
        }
        let mut nodes = self.nodes();
        self.bot
            .as_mut()?
            .lead(&self.state, chosen, &mut nodes, dice)
    }

    fn roll(&mut self, chance: AnyChance, dice: &mut dyn Dice) -> ReviewedStep {
        let (seat, mut nodes) = (self.seat_of_roll(), self.nodes());
        let bot = self.bot.as_mut();
        let worth = bot.and_then(|it| it.roll_worth(&self.state, chance, &mut nodes, dice));
        self.state.resolve(chance);
        // Where more dice are to be placed, the mean over their results is another estimate.
        self.now = worth
            .map(|it| it.after)
            .filter(|_| self.state.node() != Node::Chance);
        ReviewedStep {
            step: OriginStep::Rolled(chance),
            seat,
            before: worth.map(|it| it.before),
            after: worth.map(|it| it.after),
            luck: worth.map(|it| it.luck()),
            lead: None,
            why: None,
        }
    }

    /// The seat whose turn it is while luck falls.
    fn seat_of_roll(&self) -> Seat {
        self.state.view().to_move().unwrap_or_default()
    }

    /// The expert's budget for one question.
    fn nodes(&self) -> Nodes {
        Nodes::at_most(self.expert.nodes_max)
    }
}
