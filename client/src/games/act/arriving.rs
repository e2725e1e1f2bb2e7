//! The animation of new dice at the end of a turn: they come to the board one by one.
//!
//! Started by `update`, shown by the board and a panel. Law kept here: the position after them is known already; the next
//! action ends it, and only the signs of what came stay for their time.

use dicehall_engine::Seat;

use crate::games::Board;
use crate::games::place::Place;

/// The longest time in which new dice come, in milliseconds.
pub const ARRIVE_MS_MAX: u64 = 600;
/// The time after which the next die comes, in milliseconds, if there is enough for all.
pub const ARRIVE_DIE_MS: u64 = 120;
/// The same for the dice of bots, which come twice as fast.
pub const ARRIVE_BOT_DIE_MS: u64 = 60;
/// The time for which each picture of new dice is shown, in milliseconds.
pub const ARRIVE_FRAME_MS: u64 = 60;

/// New dice that come.
#[derive(Clone, Debug)]
pub struct Arriving {
    /// The seat whose dice they are.
    pub seat: Seat,
    /// The rest of the animation, in milliseconds.
    pub left_ms: u64,
    /// The whole of it, in milliseconds.
    all_ms: u64,
    /// The place of each die, in the order in which they come.
    dice: Vec<Place>,
    /// The dice that have come.
    come: usize,
    /// The board with these dice; `None` once something else has happened on it.
    board: Option<Board>,
}

impl Arriving {
    /// Dice that come to these places on a board within a time, the first of them at once.
    pub fn begin(seat: Seat, before: &Board, dice: Vec<Place>, all_ms: u64) -> Self {
        let mut arriving = Self {
            seat,
            left_ms: all_ms,
            all_ms,
            dice,
            come: 0,
            board: Some(before.clone()),
        };
        arriving.come_on();
        arriving
    }

    /// Lets time pass.
    pub fn pass(&mut self, elapsed_ms: u64) {
        self.left_ms = self.left_ms.saturating_sub(elapsed_ms);
        self.come_on();
    }

    /// Ends the animation, because the board changes: all dice have come.
    pub fn settle(&mut self) {
        self.board = None;
        self.come = self.dice.len();
    }

    /// The board at the moment; `None` if it is that of the match.
    pub const fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// The place of each die that has come.
    pub fn come(&self) -> &[Place] {
        self.dice.get(..self.come).unwrap_or_default()
    }

    /// The number of all dice.
    pub const fn count(&self) -> usize {
        self.dice.len()
    }

    fn come_on(&mut self) {
        let count = u64::try_from(self.dice.len()).unwrap_or(u64::MAX);
        let gone_ms = self.all_ms - self.left_ms.min(self.all_ms);
        let due = count.saturating_mul(gone_ms) / self.all_ms.max(1) + 1;
        let due = usize::try_from(due)
            .unwrap_or(usize::MAX)
            .min(self.dice.len());
        if let Some(board) = &mut self.board {
            for at in self.dice.iter().take(due).skip(self.come) {
                board.add_die(*at);
            }
        }
        self.come = self.come.max(due);
    }
}
