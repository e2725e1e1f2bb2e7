//! The play of a match on territories: actions, chances, turns and the end, for both games.
//!
//! A position answers a few questions about its rules through [`OnTerritories`]; everything else follows here. All
//! actions take one path: an attack leads to a chance node, where as many dice are rolled as there were before the
//! attack.

use std::fmt;
use std::hash::Hash;

use super::{Action, Board, Chance, Standing, Territory, Turn, TurnStage, View, odds};
use crate::dice::{Dice, Weighted};
use crate::game::{Node, Outcome, Preview, Seat, SeatSet, State};

/// A position with a board of territories, and the ways in which the rules of its game differ from those of the other.
pub trait OnTerritories: Clone + Eq + Hash + fmt::Debug + Send + 'static {
    /// The owners and dice.
    fn board(&self) -> &Board;

    /// The turn: whose it is, and how far it has come.
    fn turn(&self) -> &Turn;

    /// The seat whose turn it is, or was when the match ended.
    fn to_move(&self) -> Seat {
        self.turn().to_move
    }

    /// The board and the turn, to be changed by this module alone.
    fn board_and_turn(&mut self) -> (&mut Board, &mut Turn);

    /// How a match goes on and ends.
    fn course(&self) -> Course;

    /// The last round; 0 means no limit.
    fn rounds(&self) -> u16;

    /// Whether reinforcement dice are placed at random, and not in index order.
    fn places_at_random(&self) -> bool;

    /// Whether a seat may pass before the first attack of its turn.
    fn opening_is_free(&self) -> bool {
        true
    }

    /// Whether an attack needs more dice than the defender has, and then succeeds without a roll.
    fn attacks_are_certain(&self) -> bool {
        false
    }

    /// The number of dice that the seat would get if it ended its turn, without its reserve.
    fn reinforcement(&self, seat: Seat) -> u8 {
        self.board().largest_region(seat)
    }

    /// The number of dice that the seat keeps because they found no room; zero where the rules keep none.
    fn reserve(&self, _seat: Seat) -> u8 {
        0
    }

    /// The most dice that a seat can keep because they found no room.
    fn reserve_max(&self) -> u8 {
        0
    }

    /// Sets the reserve of the seat to move to `left`, the rest of a reinforcement that found no room.
    fn keep_reserve(&mut self, _left: u8) {}

    /// Called when a turn begins.
    fn turn_begins(&mut self) {}

    /// Called when a territory with `dice` dice was captured.
    fn was_captured(&mut self, _dice: u8) {}

    /// Whether the turn must begin with an attack, and none has been made.
    fn must_attack(&self) -> bool {
        self.turn().opening && !self.opening_is_free() && has_attack(self)
    }
}

/// How a match goes on and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// The match ends as soon as a seat cannot attack at the start of its turn.
    StuckEnds,
    /// The match goes on until one seat owns everything; reinforcement dice are placed in index order.
    LastOwner,
    /// The match goes on until one seat owns everything; reinforcement dice are placed at random.
    Scattered,
}

/// Begins the turn of the seat to move, or of the next seat that owns a territory. The match may end with that.
pub(crate) fn begin_turn<P: OnTerritories>(position: &mut P) {
    position.turn_begins();
    let (course, rounds) = (position.course(), position.rounds());
    let (board, turn) = position.board_and_turn();
    turn.opening = true;
    turn.stage = TurnStage::Choice;
    let is_decided = match course {
        Course::StuckEnds => !board.can_attack(turn.to_move),
        Course::LastOwner | Course::Scattered => {
            for _ in 0..turn.seats {
                if board.owned(turn.to_move).is_empty() {
                    turn.advance();
                }
            }
            board.owners().len() < 2
        }
    };
    if is_decided || (rounds > 0 && turn.round > rounds) {
        turn.stage = TurnStage::Over;
    }
}

impl<P: OnTerritories> State for P {
    type Action = Action;
    type Chance = Chance;
    type View = View;

    fn seats(&self) -> u8 {
        self.turn().seats
    }

    fn node(&self) -> Node {
        match self.turn().stage {
            TurnStage::Choice => Node::Decision(self.turn().to_move),
            TurnStage::Battle { .. } | TurnStage::Reinforcement { .. } => Node::Chance,
            TurnStage::Over => Node::Terminal(outcome(self)),
        }
    }

    fn view(&self) -> View {
        let (board, turn) = (self.board(), self.turn());
        let is_over = turn.stage == TurnStage::Over;
        let round = match self.rounds() {
            last if is_over && last > 0 => turn.round.min(last),
            _ => turn.round,
        };
        let standing = |seat| Standing {
            reserve: self.reserve(seat),
            ..board.standing(seat)
        };
        View {
            board: board.cells(),
            to_move: (!is_over).then_some(turn.to_move),
            opening: turn.opening,
            round,
            standings: Seat::first(turn.seats).map(standing).collect(),
            outcome: is_over.then(|| outcome(self)),
        }
    }

    /// The pass first, then attacks by source index and in neighbor order.
    fn actions_into(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.turn().stage != TurnStage::Choice {
            return;
        }
        if !self.turn().opening || self.opening_is_free() {
            out.push(Action::Pass);
        }
        attacks_into(self, out);
        if out.is_empty() {
            out.push(Action::Pass);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        if self.turn().stage != TurnStage::Choice {
            return false;
        }
        match action {
            Action::Pass => !self.must_attack(),
            Action::Attack { from, to } => {
                let board = self.board();
                board.is_attack(self.turn().to_move, from, to)
                    && (!self.attacks_are_certain() || board.dice(from) > board.dice(to))
            }
        }
    }

    fn act(&mut self, action: Action) {
        debug_assert!(self.is_legal(action), "{action:?} in {self:?}");
        match action {
            Action::Pass => pass(self),
            Action::Attack { from, to } => {
                let turn = self.board_and_turn().1;
                turn.opening = false;
                turn.stage = TurnStage::Battle { from, to };
                if self.attacks_are_certain() {
                    settle(self, from, to, Battle::Won);
                }
            }
        }
    }

    fn chances_into(&self, out: &mut Vec<Weighted<Chance>>) {
        self.turn().chances_into(self.board(), out);
    }

    fn roll(&self, dice: &mut dyn Dice) -> Option<Chance> {
        self.turn().roll(self.board(), dice)
    }

    fn is_possible(&self, chance: Chance) -> bool {
        self.turn().is_possible(self.board(), chance)
    }

    fn resolve(&mut self, chance: Chance) {
        debug_assert!(self.is_possible(chance), "{chance:?} in {self:?}");
        match (self.turn().stage, chance) {
            (TurnStage::Battle { from, to }, Chance::Battle(roll)) => {
                let captures = roll.captures();
                let battle = if captures { Battle::Won } else { Battle::Lost };
                settle(self, from, to, battle);
            }
            (TurnStage::Reinforcement { left }, Chance::Reinforce(at)) => {
                self.board_and_turn().0.add_die(at);
                place_or_end_turn(self, left - 1);
            }
            (TurnStage::Choice | TurnStage::Over, _)
            | (TurnStage::Battle { .. }, Chance::Reinforce(_))
            | (TurnStage::Reinforcement { .. }, Chance::Battle(_)) => {
                unreachable!("{chance:?} is not what {self:?} waits for")
            }
        }
    }

    fn fallen(&self) -> SeatSet {
        let owners = self.board().owners();
        let has_nothing = |it: &Seat| !owners.contains(*it);
        Seat::first(self.seats()).filter(has_nothing).collect()
    }

    fn preview(&self, action: Action) -> Preview {
        let Action::Attack { from, to } = action else {
            return Preview::default();
        };
        let board = self.board();
        let won = board.owned(self.turn().to_move).with(to);
        Preview {
            odds: (!self.attacks_are_certain())
                .then(|| odds::exact(board.dice(from), board.dice(to))),
            link: Some(board.graph().largest_region(won)),
        }
    }
}

/// The result of an attack.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Battle {
    Won,
    Lost,
}

fn settle<P: OnTerritories>(position: &mut P, from: Territory, to: Territory, battle: Battle) {
    let (board, turn) = position.board_and_turn();
    turn.stage = TurnStage::Choice;
    if battle == Battle::Lost {
        board.repel(from);
        return;
    }
    let dice = board.dice(to);
    board.capture(from, to);
    position.was_captured(dice);
    if position.course() != Course::StuckEnds && position.board().owners().len() < 2 {
        position.board_and_turn().1.stage = TurnStage::Over;
    }
}

/// Reinforces the seat to move and ends its turn.
fn pass<P: OnTerritories>(position: &mut P) {
    let seat = position.turn().to_move;
    let count = position.reinforcement(seat);
    if position.places_at_random() {
        let count = count + position.reserve(seat);
        place_or_end_turn(position, count);
    } else {
        position.board_and_turn().0.reinforce_in_order(seat, count);
        end_turn(position);
    }
}

fn place_or_end_turn<P: OnTerritories>(position: &mut P, left: u8) {
    let seat = position.turn().to_move;
    if left > 0 && !position.board().with_room(seat).is_empty() {
        position.keep_reserve(0);
        position.board_and_turn().1.stage = TurnStage::Reinforcement { left };
    } else {
        position.keep_reserve(left);
        end_turn(position);
    }
}

fn end_turn<P: OnTerritories>(position: &mut P) {
    position.board_and_turn().1.advance();
    begin_turn(position);
}

fn has_attack<P: OnTerritories>(position: &P) -> bool {
    if !position.attacks_are_certain() {
        return position.board().can_attack(position.turn().to_move);
    }
    let mut attacks = Vec::new();
    attacks_into(position, &mut attacks);
    !attacks.is_empty()
}

/// Adds the attacks of the seat to move, by source and in neighbor order.
fn attacks_into<P: OnTerritories>(position: &P, out: &mut Vec<Action>) {
    let board = position.board();
    board.attacks_into(position.turn().to_move, out);
    if position.attacks_are_certain() {
        out.retain(|action| match action {
            Action::Pass => true,
            Action::Attack { from, to } => board.dice(*from) > board.dice(*to),
        });
    }
}

/// The outcome by territories: the seats with the most win; where the match goes on until one seat owns everything, the
/// most dice break a tie.
pub(crate) fn outcome<P: OnTerritories>(position: &P) -> Outcome {
    let rank = |seat: Seat| {
        let standing = position.board().standing(seat);
        let dice = match position.course() {
            Course::StuckEnds => 0,
            Course::LastOwner | Course::Scattered => standing.dice,
        };
        (standing.territories, dice)
    };
    let seats = position.turn().seats;
    let best = Seat::first(seats).map(rank).max();
    Outcome {
        winners: Seat::first(seats)
            .filter(|seat| Some(rank(*seat)) == best)
            .collect(),
    }
}
