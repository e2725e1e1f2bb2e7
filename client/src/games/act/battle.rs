//! A battle for a place: who attacked whom from where, with which dice, and how it ended.

use dicehall_engine::Seat;
use dicehall_engine::games::territory::Faces;
use dicehall_engine::games::territory::odds::exact;

use crate::games::place::Place;

/// A battle that was fought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Battle {
    /// The seat that attacked.
    pub attacker: Seat,
    /// The seat that was attacked.
    pub defender: Seat,
    /// The attacking territory.
    pub from: Place,
    /// The attacked territory.
    pub to: Place,
    /// The faces of the attacker and the defender; `None` where attacks always succeed.
    pub faces: Option<[Faces; 2]>,
    /// Whether the attacker captured the territory.
    pub won: bool,
    /// The odds of the attack; `None` if the server did not tell them to the person.
    pub odds: Option<f64>,
    /// Whether the defender lost the last territory by it.
    pub is_fall: bool,
}

impl Battle {
    /// The chance of the attacker before the roll; `None` where attacks always succeed.
    pub fn chance(&self) -> Option<f64> {
        let exact = |[attack, defense]: [u8; 2]| exact(attack, defense).probability();
        self.odds.or_else(|| self.counts().map(exact))
    }

    /// The numbers of dice of both sides; `None` if nothing was rolled.
    pub fn counts(&self) -> Option<[u8; 2]> {
        self.faces.map(|it| it.map(Faces::count))
    }
}

/// A side of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The attacker.
    Attack,
    /// The defender.
    Defense,
}
