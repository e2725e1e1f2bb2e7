//! A player by rules of thumb for games on territories: link own land, take land that own land covers, keep a guard.
//!
//! Source: *CDW マップ戦略アルゴリズムを製作中* (The map strategy of CDW, in progress), 2021, <https://sinsei.space/blog/12149>, about
//! the computer player of a remake of Dice Wars. Four stages are tried for each own territory; the first attack that a
//! stage allows is made. The player never searches and draws no dice. Where the code and the text of the source differ,
//! the text is followed; every tie goes to the lower index. Other readings of the source change next to nothing:
//! `engine/training/RESULTS.md` has the figures.

#[cfg(test)]
mod tests;

use crate::bots::{Bot, Budget};
use crate::dice::Dice;
use crate::game::{Node, Seat, State};
use crate::games::territory::{Action, Board, OnTerritories, Territory, TerritorySet};

/// The player that follows the four stages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strategist;

impl<S: OnTerritories> Bot<S> for Strategist {
    fn choose(
        &mut self,
        state: &S,
        _budget: &mut dyn Budget,
        _dice: &mut dyn Dice,
    ) -> Option<Action> {
        let Node::Decision(mover) = state.node() else {
            return None;
        };
        if let Some(attack) = Plan::new(state, mover).attack() {
            return Some(attack);
        }
        if state.is_legal(Action::Pass) {
            return Some(Action::Pass);
        }
        // A turn that must begin with an attack begins with the attack whose lead in dice is greatest, the first among
        // equals.
        state
            .actions()
            .into_iter()
            .rev()
            .max_by_key(|it| lead(state.board(), *it))
    }
}

/// The number of dice that the attacker has more than the defender.
fn lead(board: &Board, action: Action) -> i16 {
    match action {
        Action::Pass => i16::MIN,
        Action::Attack { from, to } => i16::from(board.dice(from)) - i16::from(board.dice(to)),
    }
}

/// A board as the stages see it, for one seat.
struct Plan<'a, S> {
    state: &'a S,
    board: &'a Board,
    mover: Seat,
    enemies: TerritorySet,
    /// The territories that the mover may attack.
    targets: TerritorySet,
    /// The number of dice that an attacker must have more than the defender.
    caution: u8,
}

/// The territories that must be guarded after an attack.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    None,
    Source,
    SourceAndReserve,
}

impl<'a, S: OnTerritories> Plan<'a, S> {
    fn new(state: &'a S, mover: Seat) -> Self {
        let board = state.board();
        let enemies = board.enemies(mover);
        let targets = match dominant(board) {
            Some(seat) if seat != mover => board.owned(seat),
            Some(_) | None => enemies,
        };
        let caution = match board.max_dice() {
            0..=8 => 0,
            9..=15 => 1,
            16.. => 2,
        };
        Self {
            state,
            board,
            mover,
            enemies,
            targets,
            caution,
        }
    }

    /// The first attack that a stage allows; sources with few enemy neighbors come first.
    fn attack(&self) -> Option<Action> {
        let mut sources: Vec<Territory> = self
            .board
            .owned(self.mover)
            .into_iter()
            .filter(|it| self.exposure(*it) > 0)
            .collect();
        sources.sort_by_key(|it| self.exposure(*it));
        sources.into_iter().find_map(|from| {
            let to = if self.exposure(from) == 1 {
                self.only_neighbor(from)
            } else {
                self.among_several(from)
            };
            to.map(|to| Action::Attack { from, to })
        })
    }

    /// Stage 1: a source with one enemy neighbor needs no guard, but must hold what it takes.
    fn only_neighbor(&self, from: Territory) -> Option<Territory> {
        let to = self.around(from).first()?;
        let threat = self.most_dice(self.around(to));
        let strong = self.dice(from) >= self.dice(to) + self.caution;
        let holds = self.dice(from) > threat + u8::from(threat > 8);
        (self.may_attack(from, to) && (self.is_full(from) || (strong && holds))).then_some(to)
    }

    /// Stages 2 to 4, in order.
    fn among_several(&self, from: Territory) -> Option<Territory> {
        let links = |it: &Territory| {
            let own = self
                .board
                .graph()
                .touching(*it)
                .and(self.board.owned(self.mover));
            !own.without(from).is_empty()
        };
        let is_covered = |it: &Territory| (1..=2).contains(&self.exposure(*it));
        let all = |_: &Territory| true;
        self.stage(from, links, Guard::None)
            .or_else(|| self.stage(from, is_covered, Guard::Source))
            .or_else(|| self.stage(from, all, Guard::SourceAndReserve))
    }

    /// The first candidate that is not full and passes the check; if there is none, the first candidate of all, full or
    /// not, if it passes.
    fn stage(
        &self,
        from: Territory,
        is_candidate: impl Fn(&Territory) -> bool,
        guard: Guard,
    ) -> Option<Territory> {
        let mut candidates: Vec<Territory> =
            self.around(from).into_iter().filter(is_candidate).collect();
        candidates.sort_by_key(|it| self.exposure(*it));
        let head = candidates.first().copied();
        let with_room = candidates.into_iter().filter(|it| !self.is_full(*it));
        with_room
            .chain(head)
            .find(|to| self.passes(from, *to, guard))
    }

    fn passes(&self, from: Territory, to: Territory, guard: Guard) -> bool {
        let strong = self.is_full(from) || self.dice(from) > self.dice(to) + self.caution;
        let guarded = match guard {
            Guard::None => true,
            Guard::Source => self.is_guarded(from, to),
            Guard::SourceAndReserve => self.is_guarded(from, to) && self.refills(from, to),
        };
        strong && guarded && self.may_attack(from, to)
    }

    /// Check A: neither the territory that stays behind nor the one that is taken falls at once. A single die is no
    /// threat, because an attacker has at least two.
    fn is_guarded(&self, from: Territory, to: Territory) -> bool {
        let behind = self.most_dice(self.around(from).without(to));
        let ahead = self.most_dice(self.around(to));
        let stays = self.dice(from) > behind + u8::from(behind > 8);
        let holds = self.dice(from) > ahead - u8::from(ahead > 8);
        self.is_full(from) || (stays && holds)
    }

    /// Check B: the reinforcement at the end of the turn fills all own territories but these two, and outweighs the
    /// threat that is left.
    fn refills(&self, from: Territory, to: Territory) -> bool {
        let brought = u16::from(self.state.reinforcement(self.mover))
            + u16::from(self.state.reserve(self.mover));
        let others = self.board.owned(self.mover).without(from).without(to);
        let missing: u16 = others
            .into_iter()
            .map(|it| u16::from(self.board.max_dice() - self.dice(it)))
            .sum();
        let behind = self.most_dice(self.around(from).without(to));
        brought >= missing + u16::from(behind)
    }

    /// Whether an attack is legal, and not left out because the weaker seats spare each other while one seat is
    /// dominant.
    fn may_attack(&self, from: Territory, to: Territory) -> bool {
        self.targets.contains(to) && self.state.is_legal(Action::Attack { from, to })
    }

    /// The neighbors of a territory that the mover does not own.
    fn around(&self, territory: Territory) -> TerritorySet {
        self.board.graph().touching(territory).and(self.enemies)
    }

    /// The number of neighbors of a territory that the mover does not own.
    fn exposure(&self, territory: Territory) -> u8 {
        self.around(territory).len()
    }

    fn most_dice(&self, territories: TerritorySet) -> u8 {
        territories
            .into_iter()
            .map(|it| self.dice(it))
            .max()
            .unwrap_or(0)
    }

    fn dice(&self, territory: Territory) -> u8 {
        self.board.dice(territory)
    }

    fn is_full(&self, territory: Territory) -> bool {
        self.dice(territory) >= self.board.max_dice()
    }
}

/// The seat that has more than half of all dice on the board: the other seats do not attack each other then.
fn dominant(board: &Board) -> Option<Seat> {
    let dice = |seat| board.dice_of(seat);
    let all: u16 = board.owners().iter().map(dice).sum();
    board.owners().iter().find(|seat| 2 * dice(*seat) > all)
}
