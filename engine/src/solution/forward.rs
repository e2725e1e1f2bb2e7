//! The first look at every position: who wins at once, and how many moves of the others do not lose at once.
//!
//! A position is an immediate win if its mover can take the lion or make a safe try. Otherwise its moves are counted that
//! leave the other side without an immediate win; a position without such a move is lost in two.

use super::change::{captured, changes};
use super::frame::{Frame, SLOTS, is_in_domain};
use super::geometry::{SQUARES, reach_of_lion};
use super::index::{Index, Pairs, Row};
use super::pair::Family;
use super::threat::{CATCH, NOTHING, Threat};

/// Where a move arrives, as a row of [`Seen`] wants it: a slot, or [`WITHIN`], or [`DROP`] and a slot.
type Arrival = u8;
/// The move changes its own pair alone.
const WITHIN: usize = SLOTS;
/// A piece is dropped on a slot, which has to be free.
const DROP: usize = WITHIN + 1;
/// Ways to arrive.
const ARRIVALS: usize = DROP + SLOTS;

/// The threats of the waiting side that a pair contributes to after a move of another pair arrives somewhere; [`CATCH`]
/// where the move cannot be made. Captures are taken into account.
type Seen = [u8; ARRIVALS];

/// The tables of one frame.
#[derive(Debug)]
pub struct Forward {
    /// Threats of the side to move: of its lions and of each family's pairs.
    own_lions: u8,
    own: [Vec<u8>; 3],
    /// Threats of the waiting side, of the lions.
    enemy_lions: u8,
    seen: [Vec<Seen>; 3],
    /// The moves of each family's pairs.
    moves: [Vec<Vec<Move>>; 3],
    lions: Vec<LionMove>,
}

/// A move of a pair.
#[derive(Clone, Copy, Debug)]
struct Move {
    arrival: Arrival,
    /// The pair's part in the waiting side's threats after the move.
    threat: u8,
}

/// A move of the lion.
#[derive(Debug)]
struct LionMove {
    lions: u8,
    /// The part of each family's pairs in the threats after the move, captures included; [`CATCH`] if an own piece is in the way.
    seen: [Vec<u8>; 3],
}

/// The part of a row of positions that does not depend on the chicks.
#[derive(Debug)]
pub struct RowView {
    own: u8,
    /// The moves of giraffes and elephants.
    moves: Vec<Move>,
    /// For each move of the lion, what all but the chicks contribute.
    lions: Vec<(usize, u8)>,
    /// The part of all pairs but the chicks in the threats after a move of a chick.
    seen: Seen,
}

impl Forward {
    /// The tables of a frame.
    pub fn new(frame: &Frame) -> Self {
        let own = Threat {
            frame,
            lions: frame.lions,
            side: 0,
        };
        let enemy = Threat { side: 1, ..own };
        Self {
            own_lions: own.of_lions(),
            own: Family::ALL.map(|it| threats(&own, it)),
            enemy_lions: enemy.of_lions(),
            seen: Family::ALL.map(|it| seen(&enemy, it)),
            moves: Family::ALL.map(|it| moves(&enemy, it)),
            lions: lion_moves(frame),
        }
    }

    /// Whether the side to move can end the match at once.
    pub fn is_immediate_win(&self, pairs: Pairs) -> bool {
        let threats = self.own_lions
            | self.own[0][pairs.giraffes]
            | self.own[1][pairs.elephants]
            | self.own[2][pairs.chicks];
        threats != NOTHING
    }

    /// Prepares a row for everything but counting.
    pub fn view_threats(&self, row: &Row, view: &mut RowView) {
        let seen = [&self.seen[0][row.giraffes], &self.seen[1][row.elephants]];
        view.own = self.own_lions | self.own[0][row.giraffes] | self.own[1][row.elephants];
        view.seen = std::array::from_fn(|it| self.enemy_lions | seen[0][it] | seen[1][it]);
    }

    /// Prepares a row.
    pub fn view(&self, row: &Row, view: &mut RowView) {
        self.view_threats(row, view);
        let seen = [&self.seen[0][row.giraffes], &self.seen[1][row.elephants]];
        view.moves.clear();
        let giraffes = self.moves[0][row.giraffes].iter().map(|it| (it, seen[1]));
        let elephants = self.moves[1][row.elephants].iter().map(|it| (it, seen[0]));
        for (it, other) in giraffes.chain(elephants) {
            let threat = self.enemy_lions | it.threat | other[usize::from(it.arrival)];
            if threat & CATCH == 0 {
                view.moves.push(Move { threat, ..*it });
            }
        }
        view.lions.clear();
        for (number, it) in self.lions.iter().enumerate() {
            let threat = it.lions | it.seen[0][row.giraffes] | it.seen[1][row.elephants];
            if threat & CATCH == 0 {
                view.lions.push((number, threat));
            }
        }
    }

    /// Whether every position of a row is an immediate win.
    pub fn is_won(view: &RowView) -> bool {
        view.own & CATCH != 0
    }

    /// Whether a position of a row is an immediate win.
    #[inline]
    pub fn is_won_with(&self, view: &RowView, chicks: usize) -> bool {
        view.own | self.own[2][chicks] != NOTHING
    }

    /// The threat of the waiting side now: 0 nothing, 1 a try alone, 2 take the lion.
    #[inline]
    pub fn check(&self, view: &RowView, chicks: usize) -> usize {
        let threat = view.seen[WITHIN] | self.seen[2][chicks][WITHIN];
        if threat & CATCH != 0 {
            2
        } else {
            usize::from(threat != NOTHING)
        }
    }

    /// The number of moves that leave the other side without an immediate win; `None` if the side to move has one.
    #[inline]
    pub fn count(&self, view: &RowView, chicks: usize) -> Option<u8> {
        if self.is_won_with(view, chicks) {
            return None;
        }
        let seen = &self.seen[2][chicks];
        let mut count = 0;
        for it in &view.moves {
            count += u8::from(it.threat | seen[usize::from(it.arrival)] == NOTHING);
        }
        for (number, threat) in &view.lions {
            count += u8::from(threat | self.lions[*number].seen[2][chicks] == NOTHING);
        }
        for it in &self.moves[2][chicks] {
            count += u8::from(it.threat | view.seen[usize::from(it.arrival)] == NOTHING);
        }
        Some(count)
    }
}

#[cfg(test)]
impl Forward {
    /// As [`Forward::count`], for a position by itself.
    pub(super) fn count_alone(&self, index: &Index, pairs: Pairs) -> Option<u8> {
        let row = &index.rows()[index.row_number(pairs.giraffes, pairs.elephants)];
        let mut view = RowView::new();
        self.view(row, &mut view);
        if Self::is_won(&view) {
            None
        } else {
            self.count(&view, pairs.chicks)
        }
    }
}

impl RowView {
    /// To be filled by [`Forward::view`].
    pub const fn new() -> Self {
        Self {
            own: 0,
            moves: Vec::new(),
            lions: Vec::new(),
            seen: [0; ARRIVALS],
        }
    }
}

impl Default for RowView {
    fn default() -> Self {
        Self::new()
    }
}

impl Index {
    /// The pairs of a row and one of its pairs of chicks.
    pub fn in_row(row: &Row, chicks: u16) -> Pairs {
        Pairs {
            giraffes: row.giraffes,
            elephants: row.elephants,
            chicks: chicks.into(),
        }
    }
}

fn threats(threat: &Threat<'_>, family: Family) -> Vec<u8> {
    (0..family.pairs())
        .map(|it| threat.of_pair(family, it))
        .collect()
}

/// A piece of the side to move that stands on a slot.
fn is_own(family: Family, pair: usize, slot: usize) -> bool {
    family
        .pieces(pair)
        .into_iter()
        .any(|it| it.slot == Some(slot) && it.side == 0)
}

/// The part of a pair in the threats when the side to move arrives on a slot.
fn seen_at(threat: &Threat<'_>, family: Family, pair: usize, slot: usize) -> u8 {
    if is_own(family, pair, slot) {
        return CATCH;
    }
    let after = captured(family, pair, slot, 0).unwrap_or(pair);
    threat.of_pair(family, after)
}

fn seen(threat: &Threat<'_>, family: Family) -> Vec<Seen> {
    let seen = |pair, arrival| {
        if arrival < WITHIN {
            return seen_at(threat, family, pair, arrival);
        }
        let is_taken =
            arrival >= DROP && family.slots(pair).unwrap_or(!0) >> (arrival - DROP) & 1 == 1;
        threat.of_pair(family, pair) | if is_taken { CATCH } else { 0 }
    };
    (0..family.pairs())
        .map(|pair| std::array::from_fn(|arrival| seen(pair, arrival)))
        .collect()
}

fn moves(threat: &Threat<'_>, family: Family) -> Vec<Vec<Move>> {
    let mut moves = vec![Vec::new(); family.pairs()];
    for it in changes(threat.frame, family, 0) {
        let arrival = match it.from {
            None => DROP + it.to,
            Some(_) if it.takes => WITHIN,
            Some(_) => it.to,
        };
        let threat = threat.of_pair(family, it.after);
        // A threat that the move itself leaves open stays open, whatever the others do.
        if threat & CATCH == 0 {
            let arrival = u8::try_from(arrival).unwrap_or(u8::MAX);
            moves[it.before].push(Move { arrival, threat });
        }
    }
    moves
}

fn lion_moves(frame: &Frame) -> Vec<LionMove> {
    let [own, enemy] = frame.lions;
    let targets =
        (0..SQUARES).filter(|it| reach_of_lion(own) >> it & 1 == 1 && is_in_domain([*it, enemy]));
    targets
        .filter_map(|to| {
            let slot = frame.slot(to)?;
            let threat = Threat {
                frame,
                lions: [to, enemy],
                side: 1,
            };
            let seen = |family: Family| {
                (0..family.pairs())
                    .map(|pair| seen_at(&threat, family, pair, slot))
                    .collect()
            };
            Some(LionMove {
                lions: threat.of_lions(),
                seen: Family::ALL.map(seen),
            })
        })
        .collect()
}
