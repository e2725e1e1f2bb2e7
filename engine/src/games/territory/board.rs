//! The board of a game on territories: the owner and the dice of each territory.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::graph::{Graph, TERRITORIES_MAX, TerritorySet};
use super::{Action, Cell, Cells, Standing, Territory};
use crate::game::{SEATS_MAX, Seat, SeatSet};

/// Owners and dice on a graph of territories.
///
/// Invariants: every territory of the graph has exactly one owner and 1 to `max_dice` dice; the masks agree with the dice.
#[derive(PartialEq, Eq)]
pub struct Board {
    graph: Arc<Graph>,
    owned: [TerritorySet; SEATS_MAX],
    /// Territories with at least two dice, which can attack.
    armed: TerritorySet,
    dice: [u8; TERRITORIES_MAX],
    max_dice: u8,
}

impl Board {
    /// A board from the owner and the dice of each territory of the graph, in index order; `None` if the counts differ.
    ///
    /// # Panics
    /// If a territory does not have 1 to `max_dice` dice.
    pub fn new(graph: Arc<Graph>, max_dice: u8, held: &[(Seat, u8)]) -> Option<Self> {
        if held.len() != graph.len() {
            return None;
        }
        let owned = [TerritorySet::EMPTY; SEATS_MAX];
        let mut board = Self {
            graph,
            owned,
            armed: TerritorySet::EMPTY,
            dice: [0; TERRITORIES_MAX],
            max_dice,
        };
        for (territory, (owner, dice)) in (0..=u8::MAX).map(Territory).zip(held) {
            board.owned[owner.idx()] = board.owned[owner.idx()].with(territory);
            assert!(
                (1..=max_dice).contains(dice),
                "{dice} dice on {territory:?}"
            );
            board.set_dice(territory, *dice);
        }
        Some(board)
    }

    /// A successful attack: the defender's dice are gone, and all of the attacker's dice but one move in.
    pub fn capture(&mut self, from: Territory, to: Territory) {
        let attacker = self.owner(from);
        let attacker = attacker.unwrap_or_else(|| unreachable!("{from:?} is not on the board"));
        for owned in &mut self.owned {
            *owned = owned.without(to);
        }
        self.owned[attacker.idx()] = self.owned[attacker.idx()].with(to);
        self.set_dice(to, self.dice(from) - 1);
        self.set_dice(from, 1);
    }

    /// A failed attack: the source keeps one die.
    pub fn repel(&mut self, from: Territory) {
        self.set_dice(from, 1);
    }

    /// Moves dice of a seat between two of its territories that touch: all but one, or as many as there is room for. Does
    /// nothing and returns `false` if that is not possible, or if nothing would move.
    pub fn transfer(&mut self, seat: Seat, from: Territory, to: Territory) -> bool {
        let own = self.owned(seat);
        if !own.contains(from) || !own.contains(to) || !self.graph.touching(from).contains(to) {
            return false;
        }
        let moved = (self.dice(from) - 1).min(self.max_dice - self.dice(to));
        self.set_dice(from, self.dice(from) - moved);
        self.set_dice(to, self.dice(to) + moved);
        moved > 0
    }

    /// Adds one die, if there is room.
    pub fn add_die(&mut self, territory: Territory) {
        debug_assert!(self.dice(territory) < self.max_dice, "no room: {self:?}");
        self.set_dice(territory, self.dice(territory) + 1);
    }

    /// Gives one die each to the seat's territories that have room, in index order, until `count` are used up.
    pub fn reinforce_in_order(&mut self, seat: Seat, count: u8) {
        for territory in self.with_room(seat).into_iter().take(count.into()) {
            self.add_die(territory);
        }
    }

    /// The graph of the board.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The most dice that a territory of this board can hold.
    pub fn max_dice(&self) -> u8 {
        self.max_dice
    }

    /// The dice on a territory.
    pub fn dice(&self, territory: Territory) -> u8 {
        self.dice[territory.idx()]
    }

    /// The number of dice of a seat.
    pub fn dice_of(&self, seat: Seat) -> u16 {
        let owned = self.owned(seat).into_iter();
        owned.map(|it| u16::from(self.dice(it))).sum()
    }

    /// The owner of a territory; `None` off the board.
    pub fn owner(&self, territory: Territory) -> Option<Seat> {
        Seat::ALL
            .into_iter()
            .find(|seat| self.owned(*seat).contains(territory))
    }

    /// The owner and the dice of each territory.
    pub fn cells(&self) -> Cells {
        let cell = |at| {
            let owner = self.owner(at);
            let owner = owner.unwrap_or_else(|| unreachable!("{at:?} has no owner"));
            let dice = self.dice(at);
            Cell { owner, dice }
        };
        self.graph.territories().map(cell).collect()
    }

    /// The territories of a seat.
    pub fn owned(&self, seat: Seat) -> TerritorySet {
        self.owned[seat.idx()]
    }

    /// The territories of all other seats.
    pub fn enemies(&self, seat: Seat) -> TerritorySet {
        self.owned
            .iter()
            .fold(TerritorySet::EMPTY, |all, owned| all.or(*owned))
            .minus(self.owned(seat))
    }

    /// The seats that own a territory.
    pub fn owners(&self) -> SeatSet {
        Seat::ALL
            .into_iter()
            .filter(|seat| !self.owned(*seat).is_empty())
            .collect()
    }

    /// The seat's territories with room for another die.
    pub fn with_room(&self, seat: Seat) -> TerritorySet {
        self.owned(seat)
            .into_iter()
            .filter(|it| self.dice(*it) < self.max_dice)
            .collect()
    }

    /// Whether the seat can attack at all.
    pub fn can_attack(&self, seat: Seat) -> bool {
        let enemies = self.enemies(seat);
        self.owned(seat)
            .and(self.armed)
            .into_iter()
            .any(|from| !self.graph.touching(from).and(enemies).is_empty())
    }

    /// Whether `from` may attack `to` for `seat`.
    pub fn is_attack(&self, seat: Seat, from: Territory, to: Territory) -> bool {
        self.owned(seat).and(self.armed).contains(from)
            && self
                .graph
                .touching(from)
                .and(self.enemies(seat))
                .contains(to)
    }

    /// Adds the seat's attacks, by source, then in the graph's neighbor order.
    pub fn attacks_into(&self, seat: Seat, out: &mut Vec<Action>) {
        let enemies = self.enemies(seat);
        for from in self.owned(seat).and(self.armed) {
            if self.graph.touching(from).and(enemies).is_empty() {
                continue;
            }
            let targets = self
                .graph
                .neighbors(from)
                .iter()
                .filter(|to| enemies.contains(**to));
            out.extend(targets.map(|to| Action::Attack { from, to: *to }));
        }
    }

    /// The size of the seat's largest region: a largest set of its territories that are connected.
    pub fn largest_region(&self, seat: Seat) -> u8 {
        self.graph.largest_region(self.owned(seat))
    }

    /// The standing of a seat: its territories, dice and links.
    pub fn standing(&self, seat: Seat) -> Standing {
        Standing {
            territories: self.owned(seat).len(),
            dice: self.dice_of(seat),
            link: self.largest_region(seat),
            reserve: 0,
        }
    }

    fn set_dice(&mut self, territory: Territory, dice: u8) {
        self.dice[territory.idx()] = dice;
        self.armed = if dice > 1 {
            self.armed.with(territory)
        } else {
            self.armed.without(territory)
        };
    }
}

impl Clone for Board {
    fn clone(&self) -> Self {
        let graph = Arc::clone(&self.graph);
        Self {
            graph,
            owned: self.owned,
            armed: self.armed,
            dice: self.dice,
            max_dice: self.max_dice,
        }
    }

    /// Copies `source` over this board. A search does that all the time between positions of one match, which share the
    /// graph, so its reference count is touched only if it is another graph.
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.graph, &source.graph) {
            self.graph = Arc::clone(&source.graph);
        }
        self.owned = source.owned;
        self.armed = source.armed;
        self.dice = source.dice;
        self.max_dice = source.max_dice;
    }
}

impl Hash for Board {
    /// The graph is left out: boards of one match share it, and equal boards hash equal without it.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.owned.hash(state);
        self.dice.hash(state);
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.cells())
    }
}
