//! The animation of an attack: rolling dice, then the captured place turning over.
//!
//! Started by `update`, shown by the board and the panels. Law kept here: the result is known
//! already; until the animation ends, the board before it is shown.

use dicehall_engine::advice::Outlook;

use super::Board;
use super::act::battle::Side;
use super::board::Flip;

/// The longest animation of rolling dice, in milliseconds; with the flip after it an attack takes
/// at most 800.
pub const ROLL_MS_MAX: u64 = 720;
/// The time for which each picture of rolling dice is shown, in milliseconds.
pub const ROLL_FRAME_MS: u64 = 40;
/// The time for which a captured territory is shown from its edge after the dice lie, in
/// milliseconds: as long as two frames of the roll.
pub const FLIP_MS: u64 = 2 * ROLL_FRAME_MS;
/// The time after which each next die lies, in milliseconds, unless there is less for the whole roll.
const DIE_MS: u64 = ROLL_FRAME_MS;
/// The time for which the dice of a side turn before the first of them lies, counted in dice.
const TURNING_DICE: u64 = 3;

/// The animation of an attack whose result is already known.
#[derive(Clone, Debug)]
pub struct Rolling {
    /// The time for which the dice roll, in milliseconds.
    pub roll_ms: u64,
    /// The numbers of dice of the attacker and the defender.
    pub counts: [u8; 2],
    /// The place that flips after the roll; `None` if none does.
    pub flip: Option<Flip>,
    /// The rest of the animation, in milliseconds.
    pub left_ms: u64,
    /// The board before the attack.
    pub before: Board,
    /// The outlook for the person before the attack.
    pub outlook: Option<Outlook>,
}

impl Rolling {
    /// The position before an attack, with dice that do not roll yet.
    pub fn still(before: &Board, outlook: Option<&Outlook>) -> Self {
        Self {
            roll_ms: 0,
            counts: [0; 2],
            flip: None,
            left_ms: 0,
            before: before.clone(),
            outlook: outlook.cloned(),
        }
    }

    /// Starts the animation: the dice of both sides roll for so long, then something may flip.
    #[must_use]
    pub fn begin(self, counts: [u8; 2], roll_ms: u64, flip: Option<Flip>) -> Self {
        let left_ms = roll_ms + flip_ms(flip.is_some());
        Self {
            roll_ms,
            counts,
            flip,
            left_ms,
            ..self
        }
    }

    /// The place that is shown from its edge at the moment, if one is.
    pub fn flipping(&self) -> Option<Flip> {
        self.flip.filter(|_| self.left_ms <= FLIP_MS)
    }

    /// The time for which the dice have rolled, in milliseconds.
    fn rolled_ms(&self) -> u64 {
        (self.roll_ms + flip_ms(self.flip.is_some()))
            .saturating_sub(self.left_ms)
            .min(self.roll_ms)
    }

    /// The number of a side's dice that lie, from the left; `None` before they are thrown. The
    /// attacker's dice come first, and the defender's once those lie.
    pub fn lying(&self, side: Side) -> Option<u8> {
        let [attack, defense] = self.counts.map(u64::from);
        // The roll in steps, each of which lets a die lie or is as long as that.
        let first = TURNING_DICE + attack;
        let steps = first + TURNING_DICE + defense;
        let gone = self.rolled_ms() * steps / self.roll_ms.max(1);
        let (gone, count) = match side {
            Side::Attack => (gone, attack),
            Side::Defense => (gone.checked_sub(first)?, defense),
        };
        u8::try_from(gone.saturating_sub(TURNING_DICE).min(count)).ok()
    }
}

/// The time for which so many dice of both sides roll, in milliseconds: the more dice, the longer.
pub fn roll_ms([attack, defense]: [u8; 2]) -> u64 {
    let dice = 2 * TURNING_DICE + u64::from(attack) + u64::from(defense);
    (dice * DIE_MS).min(ROLL_MS_MAX)
}

/// The time of the flip after the dice lie, in milliseconds; 0 if nothing flips.
pub const fn flip_ms(flips: bool) -> u64 {
    if flips { FLIP_MS } else { 0 }
}
