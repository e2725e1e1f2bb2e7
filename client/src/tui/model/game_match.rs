//! The match on the screen: the position as the server told it, what may be chosen, the cursor, and the log.
//!
//! Law kept here: no rules. What may be attacked, and with which odds, is only what the server offers as choices.

use dicehall_engine::games::animal_shogi::Ending;
use dicehall_engine::games::dice_of_doom::hexagon::SIZE_MAX;
use dicehall_engine::games::territory::text::parse;
use dicehall_engine::games::territory::{
    Action, Chance, Faces, Standing, TERRITORY_DICE_MAX, Territory, View,
};
use dicehall_engine::lobby::Ply;
use dicehall_engine::{AnyAction, AnyChance, AnyConfig, AnyView, GameKind, Outcome, Seat};
use dicehall_protocol::{Choice, MatchView};

use super::lines::Lines;
use super::place::Board;
use crate::fair::audit::Verdict;

/// The match on the screen.
#[derive(Clone, Debug)]
pub struct GameMatch {
    /// Which game.
    pub game: GameKind,
    /// Hexes a side.
    pub size: u8,
    /// Owner and dice of every territory in index order; empty if the server's text cannot be read.
    pub cells: Vec<Cell>,
    /// Whose turn it is, and who stands how.
    pub view: Turn,
    /// What is on the screen in the middle: where places are, and what lies on them.
    pub board: Board,
    /// The last action of a game without dice: from where (itself for a mark or a drop) and to where.
    pub last: Option<(Territory, Territory)>,
    /// The number of actions so far.
    pub ply: Ply,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// What the check of the dice at the end has found.
    pub verdict: Option<Verdict>,
    /// What the person may choose.
    pub choices: Option<Choices>,
    /// How long everybody may think, if there is a clock.
    pub clocks: Option<Clocks>,
    /// The territory under the cursor.
    pub cursor: Territory,
    /// The territory that is to attack.
    pub source: Option<Territory>,
    /// The last battle.
    pub battle: Option<Battle>,
    /// The dice that roll at the moment, if they do; until they lie, the position before is shown.
    pub rolling: Option<Rolling>,
    /// Where the last turn that ended added dice.
    pub gained: Vec<Territory>,
    /// How many actions of a game without dice were seen.
    pub moves: u16,
    /// What happened, by rounds.
    pub log: Lines<LogLine>,
    /// The first line of the log that is shown beside the board, counted from the newest.
    pub log_scroll: usize,
}

/// A territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Whose it is.
    pub owner: Seat,
    /// How many dice are on it.
    pub dice: u8,
}

/// Dice that roll: only how a result is shown, which everybody was told already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolling {
    /// How long they still do.
    pub left_ms: u64,
    /// The territories before.
    pub cells: Vec<Cell>,
    /// How each seat stood before.
    pub standings: Vec<Standing>,
}

/// What the person may choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// The ply that an action must name.
    pub ply: Ply,
    /// Every legal action.
    pub all: Vec<Choice>,
    /// Whether one of them has been sent and not yet been answered.
    pub sent: bool,
}

/// How long everybody may think: what the server said, counted down since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What is left to each seat, in milliseconds.
    pub left_ms: Vec<u32>,
    /// Whose clock runs.
    pub running: Option<Seat>,
}

impl Clocks {
    /// Time has passed.
    pub fn pass(&mut self, elapsed_ms: u32) {
        let running = self
            .running
            .and_then(|seat| self.left_ms.get_mut(seat.idx()));
        if let Some(left_ms) = running {
            *left_ms = left_ms.saturating_sub(elapsed_ms);
        }
    }

    /// What is left to a seat, as minutes and seconds.
    pub fn text(&self, seat: Seat) -> Option<String> {
        let seconds = self.left_ms.get(seat.idx())?.div_ceil(1_000);
        Some(format!("{}:{:02}", seconds / 60, seconds % 60))
    }
}

/// An attack that may be chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attack {
    /// From where.
    pub from: Territory,
    /// Against what.
    pub to: Territory,
    /// The probability that it succeeds; absent if it always does.
    pub odds: Option<f64>,
    /// The size of the largest region if it succeeds.
    pub link: Option<u8>,
    /// What is sent to make it.
    pub action: AnyAction,
}

/// A battle that was fought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Battle {
    /// Who attacked.
    pub attacker: Seat,
    /// Who was attacked.
    pub defender: Seat,
    /// From where.
    pub from: Territory,
    /// Against what.
    pub to: Territory,
    /// Both sides' faces; absent where attacks always succeed.
    pub faces: Option<[Faces; 2]>,
    /// Whether the attacker took it.
    pub won: bool,
    /// What the odds were, if the person was told.
    pub odds: Option<f64>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// In which round.
    pub round: u16,
    /// What happened.
    pub entry: Entry,
}

/// What happened in a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// It began.
    Started,
    /// A seat attacked.
    Attacked(Battle),
    /// A seat moved, dropped or marked.
    Moved {
        /// Who.
        seat: Seat,
        /// What, in words that need no rule book.
        text: String,
    },
    /// A seat ended its turn.
    EndedTurn {
        /// Who.
        seat: Seat,
        /// Where dice were added, and how many.
        added: Vec<(Territory, u8)>,
    },
    /// A bot acts for an absent human.
    HandedToBot(Seat),
    /// The human is back.
    TakenBack(Seat),
    /// A seat gave the match up.
    Resigned(Seat),
    /// A seat's time was up.
    TimedOut(Seat),
    /// The match pauses.
    Paused,
    /// It goes on.
    Continued,
    /// It is over.
    Ended(Outcome),
    /// Its dice were checked.
    Audited(Verdict),
}

/// What every game's view says of the turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The board of a dice game, as text; empty in the others.
    pub board: String,
    /// Whose turn it is; absent when the match is over.
    pub to_move: Option<Seat>,
    /// Whether the turn has just begun.
    pub opening: bool,
    /// The round; in games without dice, the pair of plies.
    pub round: u16,
    /// How each seat stands; empty in games without dice.
    pub standings: Vec<Standing>,
}

impl GameMatch {
    /// A match as a snapshot shows it.
    pub fn from_snapshot(snapshot: &MatchView) -> Self {
        let mut game_match = Self::from_view(&snapshot.config, &snapshot.view, snapshot.ply);
        game_match.outcome = snapshot.outcome;
        game_match
    }

    /// A match that has just begun.
    pub fn from_view(config: &AnyConfig, view: &AnyView, ply: Ply) -> Self {
        let (game, size) = (config.kind(), hex_size(config));
        let board = Board::new(config, view);
        let view = turn(view, 1);
        let cells = cells(&view, board.places());
        let cursor = board.first_cursor();
        Self {
            game,
            size,
            cells,
            view,
            board,
            last: None,
            ply,
            outcome: None,
            verdict: None,
            choices: None,
            clocks: None,
            cursor,
            source: None,
            battle: None,
            rolling: None,
            gained: Vec::new(),
            moves: 0,
            log: Lines::default(),
            log_scroll: 0,
        }
    }

    /// Shows another position of the same match.
    pub fn show(&mut self, view: &AnyView) {
        let round = self.view.round;
        self.view = turn(view, round);
        self.board.show(view);
        self.cells = cells(&self.view, self.board.places());
    }

    /// Adds a line to the log.
    pub fn record(&mut self, round: u16, entry: Entry) {
        if self.log_scroll > 0 {
            self.log_scroll += 1;
        }
        self.log.push(LogLine { round, entry });
    }

    /// There is nothing to choose any longer.
    pub fn forget_choices(&mut self) {
        self.choices = None;
        self.source = None;
    }

    /// The territories as they are shown: while dice roll, those before.
    pub fn shown_cells(&self) -> &[Cell] {
        self.rolling.as_ref().map_or(&self.cells, |it| &it.cells)
    }

    /// How each seat is shown to stand.
    pub fn shown_standings(&self) -> &[Standing] {
        self.rolling
            .as_ref()
            .map_or(&self.view.standings, |it| &it.standings)
    }

    /// A territory as it is shown, if it is on the board.
    pub fn cell(&self, at: Territory) -> Option<Cell> {
        self.shown_cells().get(at.idx()).copied()
    }

    /// What may be chosen from one place to another: attacks, steps, drops, and marks (from a cell to itself).
    pub fn attacks(&self) -> impl Iterator<Item = Attack> {
        let all = self
            .choices
            .iter()
            .filter(|it| !it.sent)
            .flat_map(|it| &it.all);
        all.filter_map(|it| {
            let (from, to) = super::place::ends(it.action)?;
            Some(Attack {
                from,
                to,
                odds: it.odds,
                link: it.link,
                action: it.action,
            })
        })
    }

    /// What is left to a seat to think, as minutes and seconds, while the match runs with a clock.
    pub fn time_left(&self, seat: Seat) -> Option<String> {
        self.clocks
            .as_ref()
            .filter(|_| self.outcome.is_none())?
            .text(seat)
    }

    /// Whether a clock counts down.
    pub fn counts_down(&self) -> bool {
        self.outcome.is_none() && self.clocks.as_ref().is_some_and(|it| it.running.is_some())
    }

    /// The attacks from one territory.
    pub fn attacks_from(&self, from: Territory) -> impl Iterator<Item = Attack> {
        self.attacks().filter(move |it| it.from == from)
    }

    /// The attack that Enter would make.
    pub fn attack_on(&self, to: Territory) -> Option<Attack> {
        let source = self.source.unwrap_or(to);
        self.attacks_from(source).find(|it| it.to == to)
    }

    /// Whether the game is played with dice on territories.
    pub fn has_dice(&self) -> bool {
        super::words::words(self.game).has_dice()
    }

    /// Why a match without dice ended, as a sentence.
    pub fn ending(&self) -> Option<&'static str> {
        match &self.board {
            Board::Shogi(view) => view.ending.map(ending_words),
            Board::Grid(grid) => grid.ending,
            Board::Hexes(_) | Board::Map(_) | Board::Unknown => None,
        }
    }

    /// What people call a place.
    pub fn name(&self, at: Territory) -> String {
        self.board.name(at)
    }

    /// Whether the turn may be ended.
    pub fn may_end_turn(&self) -> bool {
        let all = self
            .choices
            .iter()
            .filter(|it| !it.sent)
            .flat_map(|it| &it.all);
        all.into_iter()
            .any(|it| territory_action(it.action) == Some(Action::Pass))
    }

    /// Whether it is the person's turn, and nothing has been sent that is not answered.
    pub fn may_choose(&self) -> bool {
        self.choices.as_ref().is_some_and(|it| !it.sent)
    }
}

const fn ending_words(ending: Ending) -> &'static str {
    match ending {
        Ending::Catch => "The lion is caught",
        Ending::Try => "The lion came home (a try)",
        Ending::LateTry => "The lion came home and was not caught (a try)",
        Ending::NoMove => "The side to move cannot",
        Ending::Repetition => "The same position came too often",
    }
}

/// The action that ends a turn, in games where turns are ended.
pub const fn pass_action(game: GameKind) -> Option<AnyAction> {
    match game {
        GameKind::DiceOfDoom => Some(AnyAction::DiceOfDoom(Action::Pass)),
        GameKind::DiceWars => Some(AnyAction::DiceWars(Action::Pass)),
        GameKind::AnimalShogi | GameKind::TicTacToe => None,
    }
}

/// An action on territories; `None` in other games.
pub const fn territory_action(action: AnyAction) -> Option<Action> {
    match action {
        AnyAction::DiceOfDoom(action) | AnyAction::DiceWars(action) => Some(action),
        AnyAction::AnimalShogi(_) | AnyAction::TicTacToe(_) => None,
    }
}

/// What dice decided.
pub const fn territory_chance(chance: AnyChance) -> Option<Chance> {
    match chance {
        AnyChance::DiceOfDoom(chance) | AnyChance::DiceWars(chance) => Some(chance),
        AnyChance::AnimalShogi(none) | AnyChance::TicTacToe(none) => match none {},
    }
}

/// Hexes a side; 1 where there are none.
fn hex_size(config: &AnyConfig) -> u8 {
    match config {
        AnyConfig::DiceOfDoom(config) => config.rules.size.clamp(1, SIZE_MAX),
        AnyConfig::DiceWars(_) | AnyConfig::AnimalShogi(_) | AnyConfig::TicTacToe(_) => 1,
    }
}

fn turn(view: &AnyView, round: u16) -> Turn {
    let without_dice = |to_move| Turn {
        to_move,
        round,
        ..Turn::default()
    };
    match view {
        AnyView::DiceOfDoom(view) | AnyView::DiceWars(view) => {
            let View {
                board,
                to_move,
                opening,
                round,
                standings,
                outcome: _,
            } = view.clone();
            Turn {
                board,
                to_move,
                opening,
                round,
                standings,
            }
        }
        AnyView::AnimalShogi(view) => without_dice(view.to_move),
        AnyView::TicTacToe(view) => without_dice(view.to_move),
    }
}

/// Owners and dice, if there are as many as the board has places.
fn cells(view: &Turn, places: usize) -> Vec<Cell> {
    let seats = u8::try_from(Seat::ALL.len()).unwrap_or(u8::MAX);
    let held = parse(&view.board, seats, TERRITORY_DICE_MAX).unwrap_or_default();
    if held.len() != places {
        return Vec::new();
    }
    held.into_iter()
        .map(|(owner, dice)| Cell { owner, dice })
        .collect()
}
