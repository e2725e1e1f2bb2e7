//! The traces of the last actions on a board, as far as they were seen.
//!
//! Kept by the match, drawn by its board.

use super::Told;
use super::battle::Battle;
use crate::games::place::Place;

/// The traces of the last actions.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// The source and target of the last action on places; a mark or a drop has its target as
    /// both. `None` before the first.
    pub last: Option<(Place, Place)>,
    /// The last battle.
    pub battle: Option<Battle>,
    /// The places to which the last ended turn added dice.
    pub gained: Vec<Place>,
}

impl Trail {
    /// The trail of a board on which nothing has happened.
    pub const NONE: &Self = &Self {
        last: None,
        battle: None,
        gained: Vec::new(),
    };

    /// Notes an action with its source and target.
    pub fn note(&mut self, told: &Told, ends: Option<(Place, Place)>) {
        self.last = ends.or(self.last);
        match told {
            Told::Attacked(battle) => self.battle = Some(*battle),
            Told::EndedTurn { added, .. } => self.gained = added.iter().map(|it| it.0).collect(),
            Told::Action { .. } => {}
        }
    }

    /// Takes over what an earlier board of the match has shown.
    pub const fn recall(&mut self, before: &Self) {
        self.last = before.last;
        self.battle = before.battle;
    }
}
