//! The match on the screen: the position as the server told it, what may be chosen, the cursor, and the log.
//!
//! Law kept here: no rules. What may be attacked, and with which odds, is only what the server offers as choices.

use dicehall_engine::games::animal_shogi::board::{Direction, FILES, SQUARES, Square};
use dicehall_engine::games::animal_shogi::pieces::Held;
use dicehall_engine::games::animal_shogi::{Action as ShogiAction, Ending};
use dicehall_engine::games::territory::text::parse;
use dicehall_engine::games::territory::{Action, Chance, Faces, Standing, TERRITORY_DICE_MAX, Territory};
use dicehall_engine::games::tic_tac_toe::{self, CELLS};
use dicehall_engine::lobby::Ply;
use dicehall_engine::{AnyAction, AnyChance, AnyConfig, AnyView, GameKind, Outcome, Seat};
use dicehall_protocol::{Choice, MatchView};

use super::lines::Lines;
use super::shape::Shape;

/// The match on the screen.
#[derive(Clone, Debug)]
pub struct GameMatch {
    /// Which game.
    pub game: GameKind,
    /// What its board is made of.
    pub shape: Shape,
    /// Owner and dice of every territory in index order; empty if the server's text cannot be read, and without dice.
    pub cells: Vec<Cell>,
    /// The pieces, in games that have them.
    pub pieces: Pieces,
    /// The position.
    pub view: Position,
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
    /// Where the last turn that ended added dice; with pieces, the squares of the last move.
    pub gained: Vec<Territory>,
    /// What happened, by rounds.
    pub log: Lines<LogLine>,
    /// The first line of the log that is shown beside the board, counted from the newest.
    pub log_scroll: usize,
}

/// Whose turn it is and how the seats stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Whose turn it is; absent when the match is over.
    pub to_move: Option<Seat>,
    /// Whether nothing has been done in this turn.
    pub opening: bool,
    /// The round, from 1.
    pub round: u16,
    /// How each seat stands, in games with territories.
    pub standings: Vec<Standing>,
}

/// The pieces on a board of squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// What stands on each square, by rows from the top.
    pub on_board: Vec<Option<Piece>>,
    /// How many chicks, elephants and giraffes the first and the second seat have in hand.
    pub hands: [[u8; 3]; 2],
    /// The squares of the line that won.
    pub line: Vec<Territory>,
    /// Whether the seat to move is in check.
    pub check: bool,
    /// Why the match is over.
    pub ending: Option<Ending>,
}

/// A piece on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is.
    pub owner: Seat,
    /// What it is, as a letter.
    pub letter: char,
    /// Where it may step to.
    pub dots: Vec<Direction>,
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

/// An attack, a move or a drop that may be chosen.
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
    /// What is sent.
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
    /// A seat ended its turn.
    EndedTurn {
        /// Who.
        seat: Seat,
        /// Where dice were added, and how many.
        added: Vec<(Territory, u8)>,
    },
    /// A seat moved a piece or set a mark.
    Moved {
        /// Who.
        seat: Seat,
        /// What, as people write it.
        text: String,
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
        let shape = Shape::of(config);
        Self {
            game: config.kind(),
            cells: cells(view, &shape),
            pieces: pieces(view),
            view: standing_view(view, ply),
            ply,
            outcome: None,
            choices: None,
            cursor: shape.middle(),
            shape,
            source: None,
            battle: None,
            gained: Vec::new(),
            log: Lines::default(),
            log_scroll: 0,
        }
    }

    /// Shows another position of the same match.
    pub fn show(&mut self, view: &AnyView, ply: Ply) {
        self.view = standing_view(view, ply);
        self.cells = cells(view, &self.shape);
        self.pieces = pieces(view);
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
        all.filter_map(|it| match place_action(it.action) {
            Action::Pass => None,
            Action::Attack { from, to } => {
                Some(Attack { from, to, odds: it.odds, link: it.link, action: it.action })
            }
        })
    }

    /// The attacks from one territory.
    pub fn attacks_from(&self, from: Territory) -> impl Iterator<Item = Attack> {
        self.attacks().filter(move |it| it.from == from)
    }

    /// The source that is taken, or the only one that there is.
    pub fn taken(&self) -> Option<Territory> {
        self.source.or_else(|| self.shape.only_source())
    }

    /// Whether the board has territories with dice.
    pub const fn has_dice(&self) -> bool {
        match self.game {
            GameKind::DiceOfDoom | GameKind::DiceWars => true,
            GameKind::AnimalShogi | GameKind::TicTacToe => false,
        }
    }

    /// What people call a place.
    pub fn place(&self, at: Territory) -> String {
        self.shape.name(at)
    }

    /// The piece on a square.
    pub fn piece(&self, at: Territory) -> Option<&Piece> {
        self.pieces.on_board.get(at.idx()).and_then(Option::as_ref)
    }

    /// The attack that Enter would make.
    pub fn attack_on(&self, to: Territory) -> Option<Attack> {
        let source = self.taken()?;
        self.attacks_from(source).find(|it| it.to == to)
    }

    /// Whether the turn may be ended.
    pub fn may_end_turn(&self) -> bool {
        let all = self.choices.iter().filter(|it| !it.sent).flat_map(|it| &it.all);
        all.into_iter().any(|it| place_action(it.action) == Action::Pass)
    }

    /// Whether it is the person's turn, and nothing has been sent that is not answered.
    pub fn may_choose(&self) -> bool {
        self.choices.as_ref().is_some_and(|it| !it.sent)
    }
}

/// The end of a turn as an action of a game, where turns are ended.
pub const fn pass_action(game: GameKind) -> Option<AnyAction> {
    match game {
        GameKind::DiceOfDoom => Some(AnyAction::DiceOfDoom(Action::Pass)),
        GameKind::DiceWars => Some(AnyAction::DiceWars(Action::Pass)),
        GameKind::AnimalShogi | GameKind::TicTacToe => None,
    }
}

/// An action of any game as one on places: pieces go from their square or from the hand.
pub fn place_action(action: AnyAction) -> Action {
    match action {
        AnyAction::DiceOfDoom(action) | AnyAction::DiceWars(action) => action,
        AnyAction::AnimalShogi(ShogiAction::Move { from, to, .. }) => {
            Action::Attack { from: shogi_place(from), to: shogi_place(to) }
        }
        AnyAction::AnimalShogi(ShogiAction::Drop { piece, to }) => {
            let number = match piece {
                Held::Chick => 0,
                Held::Elephant => 1,
                Held::Giraffe => 2,
            };
            Action::Attack { from: Territory(SQUARES + number), to: shogi_place(to) }
        }
        AnyAction::TicTacToe(cell) => Action::Attack { from: Territory(CELLS), to: mark_place(cell) },
    }
}

/// A chance of a game on territories.
pub const fn territory_chance(chance: AnyChance) -> Option<Chance> {
    match chance {
        AnyChance::DiceOfDoom(chance) | AnyChance::DiceWars(chance) => Some(chance),
        AnyChance::AnimalShogi(_) | AnyChance::TicTacToe(_) => None,
    }
}

/// An action as the log writes it; attacks and ends of turns have lines of their own.
pub fn notation(action: AnyAction) -> Option<String> {
    match action {
        AnyAction::DiceOfDoom(_) | AnyAction::DiceWars(_) => None,
        AnyAction::AnimalShogi(action) => Some(action.to_string()),
        AnyAction::TicTacToe(cell) => Some(cell.to_string()),
    }
}

/// Squares are numbered by rows here.
fn shogi_place(square: Square) -> Territory {
    Territory(square.rank() * FILES + square.file())
}

fn mark_place(cell: tic_tac_toe::Cell) -> Territory {
    let numbers = (0..CELLS).filter(|it| tic_tac_toe::Cell::new(*it) == Some(cell));
    Territory(numbers.last().unwrap_or(0))
}

fn standing_view(view: &AnyView, ply: Ply) -> Position {
    // Where there are no rounds, both sides move once in each.
    let round = u16::try_from(ply.0 / 2 + 1).unwrap_or(u16::MAX);
    let moves = |to_move| Position { to_move, opening: true, round, standings: Vec::new() };
    match view {
        AnyView::DiceOfDoom(view) | AnyView::DiceWars(view) => Position {
            to_move: view.to_move,
            opening: view.opening,
            round: view.round,
            standings: view.standings.clone(),
        },
        AnyView::AnimalShogi(view) => moves(view.to_move),
        AnyView::TicTacToe(view) => moves(view.to_move),
    }
}

fn cells(view: &AnyView, shape: &Shape) -> Vec<Cell> {
    let board = match view {
        AnyView::DiceOfDoom(view) | AnyView::DiceWars(view) => &view.board,
        AnyView::AnimalShogi(_) | AnyView::TicTacToe(_) => return Vec::new(),
    };
    let seats = u8::try_from(Seat::ALL.len()).unwrap_or(u8::MAX);
    let held = parse(board, seats, TERRITORY_DICE_MAX).unwrap_or_default();
    if held.len() != shape.len() {
        return Vec::new();
    }
    held.into_iter().map(|(owner, dice)| Cell { owner, dice }).collect()
}

fn pieces(view: &AnyView) -> Pieces {
    match view {
        AnyView::DiceOfDoom(_) | AnyView::DiceWars(_) => Pieces::default(),
        AnyView::AnimalShogi(view) => {
            let mut on_board = vec![None; usize::from(SQUARES)];
            for it in &view.pieces {
                let piece = Piece { owner: it.owner, letter: it.kind.letter(), dots: it.dots.clone() };
                on_board[shogi_place(it.square).idx()] = Some(piece);
            }
            let hands = view.hands.map(|it| [it.chick, it.elephant, it.giraffe]);
            Pieces { on_board, hands, line: Vec::new(), check: view.check, ending: view.ending }
        }
        AnyView::TicTacToe(view) => {
            let mark = |it: char| {
                let (seat, letter) = match it {
                    'x' => (0, 'X'),
                    'o' => (1, 'O'),
                    _ => return None,
                };
                Some(Piece { owner: Seat::ALL[seat], letter, dots: Vec::new() })
            };
            let on_board = view.board.chars().map(mark).collect();
            let line = view.line.iter().copied().map(mark_place).collect();
            Pieces { on_board, line, ..Pieces::default() }
        }
    }
}
