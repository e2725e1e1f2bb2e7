//! The match on the screen: the position as the server told it, what may be chosen, the cursor, and the log.
//!
//! Law kept here: no rules. What may be attacked, and with which odds, is only what the server offers as choices.

use dicehall_engine::games::dice_of_doom::hex::SIZE_MAX;
use dicehall_engine::games::territory::text::parse;
use dicehall_engine::games::territory::{Action, Chance, Faces, TERRITORY_DICE_MAX, Territory, View};
use dicehall_engine::lobby::Ply;
use dicehall_engine::{AnyAction, AnyChance, AnyConfig, AnyView, GameKind, Outcome, Seat};
use dicehall_protocol::{Choice, MatchView};

use super::lines::Lines;

/// The match on the screen.
#[derive(Clone, Debug)]
pub struct GameMatch {
    /// Which game.
    pub game: GameKind,
    /// Hexes a side.
    pub size: u8,
    /// Owner and dice of every territory in index order; empty if the server's text cannot be read.
    pub cells: Vec<Cell>,
    /// The position.
    pub view: View,
    /// The number of actions so far.
    pub ply: Ply,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// What the person may choose.
    pub choices: Option<Choices>,
    /// The territory under the cursor.
    pub cursor: Territory,
    /// The territory that is to attack.
    pub source: Option<Territory>,
    /// The last battle.
    pub battle: Option<Battle>,
    /// Where the last turn that ended added dice.
    pub gained: Vec<Territory>,
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
    /// It is over.
    Ended(Outcome),
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
        let (game, size) = shape(config);
        let size = size.clamp(1, SIZE_MAX);
        let view = territory_view(view).clone();
        let cells = cells(&view, size);
        Self {
            game,
            size,
            cells,
            view,
            ply,
            outcome: None,
            choices: None,
            cursor: Territory(size / 2 * size + size / 2),
            source: None,
            battle: None,
            gained: Vec::new(),
            log: Lines::default(),
            log_scroll: 0,
        }
    }

    /// Shows another position of the same match.
    pub fn show(&mut self, view: &AnyView) {
        self.view = territory_view(view).clone();
        self.cells = cells(&self.view, self.size);
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

    /// A territory, if it is on the board.
    pub fn cell(&self, at: Territory) -> Option<Cell> {
        self.cells.get(at.idx()).copied()
    }

    /// The attacks that may be chosen.
    pub fn attacks(&self) -> impl Iterator<Item = Attack> {
        let all = self.choices.iter().filter(|it| !it.sent).flat_map(|it| &it.all);
        all.filter_map(|it| match territory_action(it.action) {
            Action::Pass => None,
            Action::Attack { from, to } => Some(Attack { from, to, odds: it.odds, link: it.link }),
        })
    }

    /// The attacks from one territory.
    pub fn attacks_from(&self, from: Territory) -> impl Iterator<Item = Attack> {
        self.attacks().filter(move |it| it.from == from)
    }

    /// The attack that Enter would make.
    pub fn attack_on(&self, to: Territory) -> Option<Attack> {
        let source = self.source?;
        self.attacks_from(source).find(|it| it.to == to)
    }

    /// Whether the turn may be ended.
    pub fn may_end_turn(&self) -> bool {
        let all = self.choices.iter().filter(|it| !it.sent).flat_map(|it| &it.all);
        all.into_iter().any(|it| territory_action(it.action) == Action::Pass)
    }

    /// Whether it is the person's turn, and nothing has been sent that is not answered.
    pub fn may_choose(&self) -> bool {
        self.choices.as_ref().is_some_and(|it| !it.sent)
    }
}

/// The attack as an action of a game.
pub const fn attack_action(game: GameKind, from: Territory, to: Territory) -> AnyAction {
    match game {
        GameKind::DiceOfDoom => AnyAction::DiceOfDoom(Action::Attack { from, to }),
    }
}

/// The end of a turn as an action of a game.
pub const fn pass_action(game: GameKind) -> AnyAction {
    match game {
        GameKind::DiceOfDoom => AnyAction::DiceOfDoom(Action::Pass),
    }
}

/// An action of a game on territories.
pub const fn territory_action(action: AnyAction) -> Action {
    match action {
        AnyAction::DiceOfDoom(action) => action,
    }
}

/// A chance of a game on territories.
pub const fn territory_chance(chance: AnyChance) -> Chance {
    match chance {
        AnyChance::DiceOfDoom(chance) => chance,
    }
}

const fn territory_view(view: &AnyView) -> &View {
    match view {
        AnyView::DiceOfDoom(view) => view,
    }
}

const fn shape(config: &AnyConfig) -> (GameKind, u8) {
    match config {
        AnyConfig::DiceOfDoom(config) => (GameKind::DiceOfDoom, config.rules.size),
    }
}

fn cells(view: &View, size: u8) -> Vec<Cell> {
    let seats = u8::try_from(Seat::ALL.len()).unwrap_or(u8::MAX);
    let held = parse(&view.board, seats, TERRITORY_DICE_MAX).unwrap_or_default();
    if held.len() != usize::from(size) * usize::from(size) {
        return Vec::new();
    }
    held.into_iter().map(|(owner, dice)| Cell { owner, dice }).collect()
}
