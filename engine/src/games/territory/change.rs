//! The change of a view: what one action has changed of a board of territories.
//!
//! A part of a [`TerritoryStep`](super::TerritoryStep). Law kept here: to apply a change one need not know a rule, only
//! that a text and a list are changed at places, and an object in its fields.

use serde::{Deserialize, Serialize};

use super::{Cell, Cells, Standing, View};
use crate::game::Seat;

/// The change of a view of a board of territories; an absent part is as before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerritoryChange {
    /// The characters of the board that have changed: where they begin, and what stands there now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub board: Vec<(u16, Cell)>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// Whether no attack has been made in this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<bool>,
    /// The round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// The numbers that have changed of seats' standings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub standings: Vec<(u8, StandingChange)>,
}

/// The numbers of a standing that have changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingChange {
    /// How many territories the seat owns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub territories: Option<u8>,
    /// How many dice it has on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<u16>,
    /// The size of its largest region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<u8>,
    /// Reinforcements that wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve: Option<u8>,
}

/// The characters of a territory on a board.
const CELL: u16 = 2;

impl TerritoryChange {
    /// The change that leads from one view to another; `None` if only the whole view can tell it.
    pub(crate) fn between(before: &View, after: &View) -> Option<Self> {
        let is_same_shape = before.board.len() == after.board.len()
            && before.standings.len() == after.standings.len()
            && before.outcome == after.outcome;
        let to_move = changed(before.to_move, after.to_move);
        if !is_same_shape || to_move == Some(None) {
            return None;
        }
        let standings = (0..).zip(before.standings.iter().zip(&after.standings));
        let standings = standings.filter(|(_, (before, after))| before != after);
        Some(Self {
            board: changed_cells(&before.board, &after.board),
            to_move: to_move.flatten(),
            opening: changed(before.opening, after.opening),
            round: changed(before.round, after.round),
            standings: standings
                .map(|(seat, (before, after))| (seat, StandingChange::between(*before, *after)))
                .collect(),
        })
    }

    /// The view after the change; `None` if the change does not fit the view.
    pub(crate) fn applied_to(&self, before: &View) -> Option<View> {
        let mut board = before.board.clone();
        for (at, cell) in &self.board {
            let is_cell = at.is_multiple_of(CELL);
            let at = usize::from(*at / CELL);
            *board.get_mut(at).filter(|_| is_cell)? = *cell;
        }
        let mut standings = before.standings.clone();
        for (seat, change) in &self.standings {
            change.apply(standings.get_mut(usize::from(*seat))?);
        }
        Some(View {
            board,
            to_move: self.to_move.or(before.to_move),
            opening: self.opening.unwrap_or(before.opening),
            round: self.round.unwrap_or(before.round),
            standings,
            outcome: before.outcome,
        })
    }
}

impl StandingChange {
    fn between(before: Standing, after: Standing) -> Self {
        Self {
            territories: changed(before.territories, after.territories),
            dice: changed(before.dice, after.dice),
            link: changed(before.link, after.link),
            reserve: changed(before.reserve, after.reserve),
        }
    }

    fn apply(self, standing: &mut Standing) {
        standing.territories = self.territories.unwrap_or(standing.territories);
        standing.dice = self.dice.unwrap_or(standing.dice);
        standing.link = self.link.unwrap_or(standing.link);
        standing.reserve = self.reserve.unwrap_or(standing.reserve);
    }
}

/// The territories that differ between two boards of the same length, each with the place of its first character.
fn changed_cells(before: &Cells, after: &Cells) -> Vec<(u16, Cell)> {
    let places = (0..).step_by(CELL.into());
    let cells = places.zip(before.iter().zip(after.iter()));
    let differing = cells.filter(|(_, (before, after))| before != after);
    differing.map(|(at, (_, after))| (at, *after)).collect()
}

/// The value after, if it is another than before.
fn changed<T: PartialEq + Copy>(before: T, after: T) -> Option<T> {
    (before != after).then_some(after)
}
