//! The match on the screen: the board as the server told it, what may be chosen, the cursor, and the log.
//!
//! Law kept here: no rules. What may be chosen, and with which odds, is only what the server offers.

use dicehall_engine::games::territory::Action;
use dicehall_engine::lobby::Ply;
use dicehall_engine::{AnyConfig, AnyView, GameKind, Outcome, Seat};
use dicehall_protocol::{Choice, MatchView};

use super::course::Course;
use super::lines::Lines;
use crate::fair::audit::Verdict;
use crate::games::place::{Fought, Move, Place};
use crate::games::territory::{Battle, Rolling};
use crate::games::{self, Board};

/// The match on the screen.
#[derive(Clone, Debug)]
pub struct GameMatch {
    /// Which game.
    pub game: GameKind,
    /// How it began.
    pub config: AnyConfig,
    /// The position, as the server shows it.
    pub view: AnyView,
    /// Where places are, what lies on them, and what was seen of the moves.
    pub board: Board,
    /// Whose turn it is; absent when the match is over.
    pub to_move: Option<Seat>,
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
    /// The place under the cursor.
    pub cursor: Place,
    /// The place from which something is to go.
    pub source: Option<Place>,
    /// The attack that the person made last; it stays in the light until the next key.
    pub fought: Option<Fought>,
    /// Who has just lost the last place, until it has been told for a while.
    pub fall: Option<Fall>,
    /// The dice by rounds, and how lucky everybody rolled.
    pub course: Course,
    /// Whether Tab chose the source, so that the next Tab may leave it.
    pub tours: bool,
    /// What happened, by rounds.
    pub log: Lines<LogLine>,
    /// The first line of the log that is shown beside the board, counted from the newest.
    pub log_scroll: usize,
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

/// Somebody is out: only how that is shown, which everybody was told already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// Who.
    pub seat: Seat,
    /// How long it is still told, in milliseconds.
    pub left_ms: u64,
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
        added: Vec<(Place, u8)>,
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
    /// What comes before this in the log was told by the server later.
    Earlier,
}

impl Entry {
    /// How the match ended, if this is its end.
    pub const fn outcome(&self) -> Option<Outcome> {
        if let Self::Ended(outcome) = self {
            Some(*outcome)
        } else {
            None
        }
    }

    /// The attack, if this is one.
    pub const fn attack(&self) -> Option<&Battle> {
        if let Self::Attacked(battle) = self {
            Some(battle)
        } else {
            None
        }
    }
}

impl GameMatch {
    /// A match as a snapshot shows it, after so many actions.
    pub fn from_snapshot(snapshot: &MatchView, actions: u32) -> Self {
        let mut game_match = Self::from_view(&snapshot.config, &snapshot.view, snapshot.ply);
        if let Some(moves) = game_match.board.moves_mut() {
            moves.count = u16::try_from(actions).unwrap_or(u16::MAX);
        }
        game_match.outcome = snapshot.outcome;
        game_match
    }

    /// A match that has just begun.
    pub fn from_view(config: &AnyConfig, view: &AnyView, ply: Ply) -> Self {
        let board = Board::new(config, view);
        Self {
            game: config.kind(),
            config: config.clone(),
            view: view.clone(),
            to_move: games::to_move(view),
            ply,
            outcome: None,
            verdict: None,
            choices: None,
            clocks: None,
            cursor: board.first_cursor(),
            source: None,
            fought: None,
            fall: None,
            course: Course::default(),
            tours: false,
            log: Lines::default(),
            log_scroll: 0,
            board,
        }
    }

    /// Shows another position of the same match.
    pub fn show(&mut self, view: &AnyView) {
        self.to_move = games::to_move(view);
        self.board.show(view);
        self.view = view.clone();
    }

    /// The round; in games without dice, the pair of moves.
    pub fn round(&self) -> u16 {
        match (self.board.dice(), self.board.moves()) {
            (Some(dice), _) => dice.round,
            (None, Some(moves)) => moves.count / 2 + 1,
            (None, None) => 1,
        }
    }

    /// The dice that roll at the moment, if they do.
    pub fn rolling(&self) -> Option<&Rolling> {
        self.board.dice()?.rolling.as_ref()
    }

    /// The last battle, in a game with dice.
    pub fn battle(&self) -> Option<&Battle> {
        self.board.dice()?.battle.as_ref()
    }

    /// Adds a line to the log.
    pub fn record(&mut self, round: u16, entry: Entry) {
        if self.log_scroll > 0 {
            self.log_scroll += 1;
        }
        self.log.push(LogLine { round, entry });
    }

    /// The log as it is shown, the newest line first: while dice roll, what they did is not told yet.
    pub fn shown_log(&self) -> impl Iterator<Item = &LogLine> {
        self.log
            .newest()
            .skip(usize::from(self.rolling().is_some()))
    }

    /// There is nothing to choose any longer.
    pub fn forget_choices(&mut self) {
        self.choices = None;
        self.source = None;
        if let Some(dice) = self.board.dice_mut() {
            dice.outlook = None;
        }
    }

    /// What may be chosen, from one place to another.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.offered().filter_map(|it| {
            let (from, to) = games::ends(it.action)?;
            Some(Move {
                from,
                to,
                odds: it.odds,
                link: it.link,
                action: it.action,
            })
        })
    }

    /// What may be chosen from one place.
    pub fn moves_from(&self, from: Place) -> impl Iterator<Item = Move> {
        self.moves().filter(move |it| it.from == from)
    }

    /// What the board shows of moves: what may be chosen from the source, or else from the place under the cursor. Of an
    /// attack that was made, all that could be attacked until the dice lie, and then nothing: the odds are no longer so. What
    /// could be attacked stays in the light until the next key all the same, which costs nothing to draw.
    pub fn moves_shown(&self) -> Vec<Move> {
        match &self.fought {
            Some(fought) if self.awaits_dice() || self.rolling().is_some() => {
                fought.targets.clone()
            }
            Some(_) => Vec::new(),
            None => self
                .moves_from(self.source.unwrap_or(self.cursor))
                .collect(),
        }
    }

    /// An attack is sent: it stays in the light.
    pub fn fight(&mut self, attack: Move) {
        let targets = self.moves_from(attack.from).collect();
        self.fought = Some(Fought { attack, targets });
    }

    /// Whether an attack of the person was sent of which nothing has been told.
    pub fn awaits_dice(&self) -> bool {
        self.fought.is_some() && self.choices.as_ref().is_some_and(|it| it.sent)
    }

    /// The place that is shown as the source.
    pub fn source_shown(&self) -> Option<Place> {
        let fought = self.fought.as_ref();
        self.source.or(fought.map(|it| it.attack.from))
    }

    /// The move that Enter would make.
    pub fn move_to(&self, to: Place) -> Option<Move> {
        let source = self.source.unwrap_or(to);
        self.moves_from(source).find(|it| it.to == to)
    }

    /// The places from which something can be moved, or to which from the source, each once and in order.
    pub fn stops(&self) -> Vec<Place> {
        let mut stops: Vec<Place> = match self.source {
            Some(source) => self.moves_from(source).map(|it| it.to).collect(),
            None => self.moves().map(|it| it.from).collect(),
        };
        stops.sort_unstable();
        stops.dedup();
        stops
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

    /// Whether the game is played with dice on territories.
    pub fn has_dice(&self) -> bool {
        self.board.dice().is_some()
    }

    /// What people call a place.
    pub fn name(&self, at: Place) -> String {
        self.board.name(at)
    }

    /// Whether the turn may be ended.
    pub fn may_end_turn(&self) -> bool {
        self.offered()
            .any(|it| games::dice_action(it.action) == Some(Action::Pass))
    }

    /// Whether it is the person's turn, and nothing has been sent that is not answered.
    pub fn may_choose(&self) -> bool {
        self.choices.as_ref().is_some_and(|it| !it.sent)
    }

    /// Whether an action was sent that is not answered.
    pub fn is_unanswered(&self) -> bool {
        self.choices.as_ref().is_some_and(|it| it.sent)
    }

    /// What may be chosen, unless something was and is not yet answered.
    fn offered(&self) -> impl Iterator<Item = &Choice> {
        let open = self.choices.iter().filter(|it| !it.sent);
        open.flat_map(|it| &it.all)
    }
}
