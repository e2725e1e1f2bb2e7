//! The part that games with dice on territories share: owners and dice, battles, and how they are told.

use dicehall_engine::Seat;
use dicehall_engine::advice::Outlook;
use dicehall_engine::games::territory::text::parse;
use dicehall_engine::games::territory::{Action, Faces, Roll, Standing, TERRITORY_DICE_MAX, View};

use super::hints::dangers;
use super::place::Place;

/// The position of a match with dice, and what was seen last.
#[derive(Clone, Debug)]
pub struct Territories {
    /// Owner and dice of every territory in index order; empty if the server's text cannot be read.
    pub cells: Vec<Cell>,
    /// How each seat stands.
    pub standings: Vec<Standing>,
    /// Whether the turn has just begun.
    pub opening: bool,
    /// The round.
    pub round: u16,
    /// The last battle.
    pub battle: Option<Battle>,
    /// The dice that roll at the moment, if they do; until they lie, the position before is shown.
    pub rolling: Option<Rolling>,
    /// Where the last turn that ended added dice.
    pub gained: Vec<Place>,
    /// What the position means for the person, on the person's turn.
    pub outlook: Option<Outlook>,
}

/// A territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Whose it is.
    pub owner: Seat,
    /// How many dice are on it.
    pub dice: u8,
}

/// The longest that dice are shown to roll, in milliseconds; with the flip after it an attack ends within 700.
pub const ROLL_MS_MAX: u64 = 490;
/// How long each picture of rolling dice is shown, in milliseconds.
pub const ROLL_FRAME_MS: u64 = 70;
/// How long a territory that was taken is seen from its edge once the dice lie, in milliseconds: one picture.
pub const FLIP_MS: u64 = 2 * ROLL_FRAME_MS;
/// The part of that time in which the attacker's dice roll, in percent.
const ATTACK_PERCENT: u64 = 40;

/// A side of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Whoever attacks.
    Attack,
    /// Whoever is attacked.
    Defense,
}

/// Dice that roll, and the flip of what they took: only how a result is shown, which everybody was told already.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolling {
    /// How long the dice roll.
    pub roll_ms: u64,
    /// What flips afterwards, and to whom, if something does.
    pub flip: Option<(Place, Seat)>,
    /// How long all of it still takes.
    pub left_ms: u64,
    /// The territories before.
    pub cells: Vec<Cell>,
    /// How each seat stood before.
    pub standings: Vec<Standing>,
    /// What the position before meant for the person.
    pub outlook: Option<Outlook>,
}

/// A battle that was fought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Battle {
    /// Who attacked.
    pub attacker: Seat,
    /// Who was attacked.
    pub defender: Seat,
    /// From where.
    pub from: Place,
    /// Against what.
    pub to: Place,
    /// Both sides' faces; absent where attacks always succeed.
    pub faces: Option<[Faces; 2]>,
    /// Whether the attacker took it.
    pub won: bool,
    /// What the odds were, if the person was told.
    pub odds: Option<f64>,
    /// Whether it took the last territory of whoever was attacked.
    pub is_fall: bool,
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

    /// Takes over another position of the same match.
    pub fn show(&mut self, view: &View, places: usize) {
        self.cells = cells(&view.board, places);
        self.standings.clone_from(&view.standings);
        self.opening = view.opening;
        self.round = view.round;
    }

    /// The territories as they are shown: while dice roll, those before.
    pub fn shown_cells(&self) -> &[Cell] {
        self.rolling.as_ref().map_or(&self.cells, |it| &it.cells)
    }

    /// How each seat is shown to stand.
    pub fn shown_standings(&self) -> &[Standing] {
        self.rolling
            .as_ref()
            .map_or(&self.standings, |it| &it.standings)
    }

    /// What the position that is shown means for the person.
    pub fn shown_outlook(&self) -> Option<&Outlook> {
        let before = self.rolling.as_ref().map(|it| &it.outlook);
        before.unwrap_or(&self.outlook).as_ref()
    }

    /// Whether a territory of the person is likely to fall if it stays as it is.
    pub fn is_in_danger(&self, at: Place) -> bool {
        let mut dangers = self.shown_outlook().into_iter().flat_map(dangers);
        dangers.any(|it| it.0 == at)
    }

    /// A territory as it is shown, if it is on the board.
    pub fn cell(&self, at: Place) -> Option<Cell> {
        self.shown_cells().get(at.idx()).copied()
    }
}

impl Battle {
    /// What follows from a roll; without one the attack has succeeded.
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

    /// How long its dice roll, in milliseconds: the closer it was, the longer.
    pub fn roll_ms(&self) -> u64 {
        /// From how far off an even chance on how many frames are left out.
        const LEFT_OUT: [(f64, u64); 4] = [(0.4, 4), (0.3, 3), (0.2, 2), (0.1, 1)];
        // Of an attack whose chance was not told nothing is known.
        const USUAL: f64 = 0.75;
        let far = (self.odds.unwrap_or(USUAL) - 0.5).abs();
        let frames = LEFT_OUT.iter().find(|(from, _)| far >= *from);
        ROLL_MS_MAX - ROLL_FRAME_MS * frames.map_or(0, |it| it.1)
    }
}

impl Rolling {
    /// The position before an attack, of which nothing rolls yet.
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

    /// Begins: dice roll for so long, and then something may flip.
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

    /// Who takes a territory that is seen from its edge at the moment, in the middle of its flip.
    pub fn band(&self, at: Place) -> Option<Seat> {
        let (flipping, to) = self.flip?;
        (at == flipping && self.left_ms <= FLIP_MS).then_some(to)
    }

    /// How long the dice have rolled.
    fn rolled_ms(&self) -> u64 {
        (self.roll_ms + flip_ms(self.flip.is_some()))
            .saturating_sub(self.left_ms)
            .min(self.roll_ms)
    }

    /// Of so many dice of a side how many lie, from the left; `None` before they are thrown. The attacker's come first, and the
    /// defender's when those lie.
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

/// How long what was attacked flips after the dice lie, in milliseconds: not at all if it was not taken.
pub const fn flip_ms(flips: bool) -> u64 {
    if flips { FLIP_MS } else { 0 }
}

/// Where an attack comes from and goes to.
pub fn ends(action: Action) -> Option<(Place, Place)> {
    match action {
        Action::Pass => None,
        Action::Attack { from, to } => Some((from.into(), to.into())),
    }
}

/// Where a seat has more dice than before, and how many more.
pub fn gained(seat: Seat, before: &[Cell], after: &[Cell]) -> Vec<(Place, u8)> {
    let pairs = Place::all().zip(before.iter().zip(after));
    let own = pairs
        .filter(|(_, (old, new))| old.owner == seat && new.owner == seat && new.dice > old.dice);
    own.map(|(at, (old, new))| (at, new.dice - old.dice))
        .collect()
}

/// Owners and dice, if there are as many as the board has places.
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
