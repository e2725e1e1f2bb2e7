//! The part that games with dice on territories share: owners and dice, battles, and their
//! animation.

use dicehall_engine::Seat;
use dicehall_engine::advice::Outlook;
use dicehall_engine::games::territory::text::parse;
use dicehall_engine::games::territory::{Action, Faces, Roll, Standing, TERRITORY_DICE_MAX, View};

use super::hints::dangers;
use super::place::Place;

/// The position of a match with dice, and the last events seen.
#[derive(Clone, Debug)]
pub struct Territories {
    /// The owner and dice of each territory in index order; empty if the server's text cannot be
    /// read.
    pub cells: Vec<Cell>,
    /// The standing of each seat.
    pub standings: Vec<Standing>,
    /// Whether the turn has just begun.
    pub opening: bool,
    /// The number of the round.
    pub round: u16,
    /// The last battle.
    pub battle: Option<Battle>,
    /// The animation of rolling dice; until it ends, the position before is shown. `None` while no
    /// dice roll.
    pub rolling: Option<Rolling>,
    /// The territories to which the last ended turn added dice.
    pub gained: Vec<Place>,
    /// The engine's outlook on the position for the person; `None` unless it is their turn.
    pub outlook: Option<Outlook>,
}

/// A territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The owner.
    pub owner: Seat,
    /// The number of dice.
    pub dice: u8,
}

/// The longest animation of rolling dice, in milliseconds; with the flip after it an attack takes
/// at most 700.
pub const ROLL_MS_MAX: u64 = 490;
/// The time for which each picture of rolling dice is shown, in milliseconds.
pub const ROLL_FRAME_MS: u64 = 70;
/// The time for which a captured territory is shown from its edge after the dice lie, in
/// milliseconds: as long as two frames of the roll.
pub const FLIP_MS: u64 = 2 * ROLL_FRAME_MS;
/// The part of the roll in which the attacker's dice roll, in percent.
const ATTACK_PERCENT: u64 = 40;

/// A side of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The attacker.
    Attack,
    /// The defender.
    Defense,
}

/// The animation of an attack whose result is already known: rolling dice, then the flip of the
/// captured territory.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolling {
    /// The time for which the dice roll, in milliseconds.
    pub roll_ms: u64,
    /// The territory that flips after the roll, with its new owner; `None` if none does.
    pub flip: Option<(Place, Seat)>,
    /// The rest of the animation, in milliseconds.
    pub left_ms: u64,
    /// The territories before the attack.
    pub cells: Vec<Cell>,
    /// The standings before the attack.
    pub standings: Vec<Standing>,
    /// The outlook for the person before the attack.
    pub outlook: Option<Outlook>,
}

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

/// The view of a position in the first round of which only owners and dice matter; for examples.
pub(super) const fn example_view(board: String) -> View {
    View {
        board,
        to_move: None,
        opening: false,
        round: 1,
        standings: Vec::new(),
        outcome: None,
    }
}

impl Territories {
    /// The position of a match on a board with so many places.
    pub fn new(view: &View, places: usize) -> Self {
        Self {
            cells: cells(&view.board, places),
            standings: view.standings.clone(),
            opening: view.opening,
            round: view.round,
            battle: None,
            rolling: None,
            gained: Vec::new(),
            outlook: None,
        }
    }

    /// Shows another position of the same match.
    pub fn show(&mut self, view: &View, places: usize) {
        self.cells = cells(&view.board, places);
        self.standings.clone_from(&view.standings);
        self.opening = view.opening;
        self.round = view.round;
    }

    /// The territories as shown: while dice roll, those before the attack.
    pub fn shown_cells(&self) -> &[Cell] {
        self.rolling.as_ref().map_or(&self.cells, |it| &it.cells)
    }

    /// The standings as shown.
    pub fn shown_standings(&self) -> &[Standing] {
        self.rolling
            .as_ref()
            .map_or(&self.standings, |it| &it.standings)
    }

    /// The outlook on the position as shown.
    pub fn shown_outlook(&self) -> Option<&Outlook> {
        let before = self.rolling.as_ref().map(|it| &it.outlook);
        before.unwrap_or(&self.outlook).as_ref()
    }

    /// Whether a territory of the person is endangered if it stays as it is.
    pub fn is_in_danger(&self, at: Place) -> bool {
        let mut dangers = self.shown_outlook().into_iter().flat_map(dangers);
        dangers.any(|it| it.0 == at)
    }

    /// A territory as shown; `None` if it is not on the board.
    pub fn cell(&self, at: Place) -> Option<Cell> {
        self.shown_cells().get(at.idx()).copied()
    }
}

impl Battle {
    /// A battle with this roll; without one the attack has succeeded.
    pub fn new(
        (attacker, defender): (Seat, Seat),
        (from, to): (Place, Place),
        roll: Option<Roll>,
        odds: Option<f64>,
    ) -> Self {
        Self {
            attacker,
            defender,
            from,
            to,
            faces: roll.map(|it| [it.attack, it.defense]),
            won: roll.is_none_or(Roll::captures),
            odds,
            is_fall: false,
        }
    }

    /// The time for which its dice roll, in milliseconds: the more even the odds, the longer.
    pub fn roll_ms(&self) -> u64 {
        /// The distances of the odds from an even chance, from the largest, with the numbers of
        /// frames left out there.
        const LEFT_OUT: [(f64, u64); 4] = [(0.4, 4), (0.3, 3), (0.2, 2), (0.1, 1)];
        // The odds assumed for an attack whose odds were not told.
        const USUAL: f64 = 0.75;
        let far = (self.odds.unwrap_or(USUAL) - 0.5).abs();
        let frames = LEFT_OUT.iter().find(|(from, _)| far >= *from);
        ROLL_MS_MAX - ROLL_FRAME_MS * frames.map_or(0, |it| it.1)
    }
}

impl Rolling {
    /// The position before an attack, with dice that do not roll yet.
    pub fn still(before: &Territories) -> Self {
        Self {
            roll_ms: 0,
            flip: None,
            left_ms: 0,
            cells: before.cells.clone(),
            standings: before.standings.clone(),
            outlook: before.outlook.clone(),
        }
    }

    /// Starts the animation: dice roll for so long, then something may flip.
    #[must_use]
    pub fn begin(self, roll_ms: u64, flip: Option<(Place, Seat)>) -> Self {
        let left_ms = roll_ms + flip_ms(flip.is_some());
        Self {
            roll_ms,
            flip,
            left_ms,
            ..self
        }
    }

    /// The new owner of a territory that is shown from its edge at the moment; `None` for other
    /// territories.
    pub fn band(&self, at: Place) -> Option<Seat> {
        let (flipping, to) = self.flip?;
        (at == flipping && self.left_ms <= FLIP_MS).then_some(to)
    }

    /// The time for which the dice have rolled, in milliseconds.
    fn rolled_ms(&self) -> u64 {
        (self.roll_ms + flip_ms(self.flip.is_some()))
            .saturating_sub(self.left_ms)
            .min(self.roll_ms)
    }

    /// The number of a side's dice that lie, from the left; `None` before they are thrown. The
    /// attacker's dice come first, and the defender's once those lie.
    pub fn lying(&self, side: Side, count: usize) -> Option<usize> {
        let gone = self.rolled_ms();
        let first = self.roll_ms * ATTACK_PERCENT / 100;
        let (gone, all) = match side {
            Side::Attack => (gone, first),
            Side::Defense => (gone.checked_sub(first)?, self.roll_ms - first),
        };
        let count_ms = u64::try_from(count).ok()? * gone;
        let lying = usize::try_from(count_ms / all.max(1)).ok()?;
        Some(lying.min(count))
    }
}

/// The time of the flip after the dice lie, in milliseconds; 0 if nothing flips.
pub const fn flip_ms(flips: bool) -> u64 {
    if flips { FLIP_MS } else { 0 }
}

/// The attacking and the attacked territory; `None` for the end of a turn.
pub fn ends(action: Action) -> Option<(Place, Place)> {
    match action {
        Action::Pass => None,
        Action::Attack { from, to } => Some((from.into(), to.into())),
    }
}

/// The territories on which a seat has more dice than before, with the differences.
pub fn gained(seat: Seat, before: &[Cell], after: &[Cell]) -> Vec<(Place, u8)> {
    let pairs = Place::all().zip(before.iter().zip(after));
    let own = pairs
        .filter(|(_, (old, new))| old.owner == seat && new.owner == seat && new.dice > old.dice);
    own.map(|(at, (old, new))| (at, new.dice - old.dice))
        .collect()
}

/// The owners and dice of a board written as text; empty unless there are as many as the board has
/// places.
fn cells(board: &str, places: usize) -> Vec<Cell> {
    const SEATS: u8 = 4;
    let held = parse(board, SEATS, TERRITORY_DICE_MAX).unwrap_or_default();
    if held.len() != places {
        return Vec::new();
    }
    held.into_iter()
        .map(|(owner, dice)| Cell { owner, dice })
        .collect()
}
