//! The match on the screen: the board as the server told it, the legal actions, the cursor, and the
//! log.
//!
//! Law kept here: no rules. The legal actions and their odds are those that the server sent.

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
    /// The game.
    pub game: GameKind,
    /// The configuration with which it began.
    pub config: AnyConfig,
    /// The position, as the server shows it.
    pub view: AnyView,
    /// The board: the positions of the places, the pieces on them, and the moves seen so far.
    pub board: Board,
    /// The seat to move; `None` when the match is over.
    pub to_move: Option<Seat>,
    /// The number of actions so far.
    pub ply: Ply,
    /// The outcome; `None` while the match runs.
    pub outcome: Option<Outcome>,
    /// The result of the check of the dice at the end; `None` before it.
    pub verdict: Option<Verdict>,
    /// The person's legal actions; `None` while the person may not choose.
    pub choices: Option<Choices>,
    /// The clocks of the seats; `None` without time control.
    pub clocks: Option<Clocks>,
    /// The place under the cursor.
    pub cursor: Place,
    /// The place from which a move is to be made, once chosen.
    pub source: Option<Place>,
    /// The attack that the person made last; it stays highlighted until the next key.
    pub fought: Option<Fought>,
    /// The player who has just lost the last territory, while that is shown.
    pub fall: Option<Fall>,
    /// The course of the match: the dice by rounds, and everybody's luck.
    pub course: Course,
    /// Whether Tab chose the source, so that the next Tab may choose another.
    pub tours: bool,
    /// The log of the match, by rounds.
    pub log: Lines<LogLine>,
    /// The first line of the log that is shown beside the board, counted from the newest.
    pub log_scroll: usize,
}

/// The person's legal actions.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// The ply that an action must name.
    pub ply: Ply,
    /// Every legal action.
    pub all: Vec<Choice>,
    /// Whether an action has been sent and not yet been answered.
    pub sent: bool,
}

/// The clocks of the seats: the times of the last message, counted down since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The time left to each seat, in milliseconds.
    pub left_ms: Vec<u32>,
    /// The seat whose clock runs; `None` if none does.
    pub running: Option<Seat>,
}

/// An elimination that is shown on the board for a while; the event itself has been told before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The seat that was eliminated.
    pub seat: Seat,
    /// The time for which it is still shown, in milliseconds.
    pub left_ms: u64,
}

impl Clocks {
    /// Counts the running clock down.
    pub fn pass(&mut self, elapsed_ms: u32) {
        let running = self
            .running
            .and_then(|seat| self.left_ms.get_mut(seat.idx()));
        if let Some(left_ms) = running {
            *left_ms = left_ms.saturating_sub(elapsed_ms);
        }
    }

    /// The time left to a seat, as minutes and seconds.
    pub fn text(&self, seat: Seat) -> Option<String> {
        let seconds = self.left_ms.get(seat.idx())?.div_ceil(1_000);
        Some(format!("{}:{:02}", seconds / 60, seconds % 60))
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// The round of the event.
    pub round: u16,
    /// The event.
    pub entry: Entry,
}

/// An event of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// The match began.
    Started,
    /// A seat attacked.
    Attacked(Battle),
    /// A seat moved, dropped or marked, in a game without dice.
    Moved {
        /// The seat.
        seat: Seat,
        /// The move in words, which need no knowledge of its notation.
        text: String,
    },
    /// A seat ended its turn.
    EndedTurn {
        /// The seat.
        seat: Seat,
        /// The places where dice were added, with their numbers.
        added: Vec<(Place, u8)>,
    },
    /// From now on a bot acts for a human who is absent.
    HandedToBot(Seat),
    /// The human is back and acts again.
    TakenBack(Seat),
    /// A seat resigned.
    Resigned(Seat),
    /// A seat's time was up.
    TimedOut(Seat),
    /// The match pauses.
    Paused,
    /// The match goes on after a pause.
    Continued,
    /// The match is over.
    Ended(Outcome),
    /// The dice of the match were checked.
    Audited(Verdict),
    /// The lines before this one were told later, in answer to a question.
    Earlier,
}

impl Entry {
    /// The outcome, if this is the end of the match.
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
    /// The match of a snapshot, after so many actions.
    pub fn from_snapshot(snapshot: &MatchView, actions: u32) -> Self {
        let mut game_match = Self::from_view(&snapshot.config, &snapshot.view, snapshot.ply);
        if let Some(moves) = game_match.board.moves_mut() {
            moves.count = u16::try_from(actions).unwrap_or(u16::MAX);
        }
        game_match.outcome = snapshot.outcome;
        game_match
    }

    /// A match that has just begun, or is seen for the first time.
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

    /// The number of the round; in games without dice, of the pair of moves.
    pub fn round(&self) -> u16 {
        match (self.board.dice(), self.board.moves()) {
            (Some(dice), _) => dice.round,
            (None, Some(moves)) => moves.count / 2 + 1,
            (None, None) => 1,
        }
    }

    /// The dice that are rolling; `None` if none are.
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

    /// The log as it is shown, the newest line first: without the results of dice that still roll.
    pub fn shown_log(&self) -> impl Iterator<Item = &LogLine> {
        self.log
            .newest()
            .skip(usize::from(self.rolling().is_some()))
    }

    /// Drops the legal actions: the person may not choose any longer.
    pub fn forget_choices(&mut self) {
        self.choices = None;
        self.source = None;
        if let Some(dice) = self.board.dice_mut() {
            dice.outlook = None;
        }
    }

    /// The legal moves from one place to another.
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

    /// The legal moves from one place.
    pub fn moves_from(&self, from: Place) -> impl Iterator<Item = Move> {
        self.moves().filter(move |it| it.from == from)
    }

    /// The moves that the board highlights: those from the source, or else from the place under the
    /// cursor. After an attack they are the former targets until the dice lie, and then none,
    /// because the odds have changed.
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

    /// Highlights an attack that is being sent.
    pub fn fight(&mut self, attack: Move) {
        let targets = self.moves_from(attack.from).collect();
        self.fought = Some(Fought { attack, targets });
    }

    /// Whether an attack was sent whose result is not known yet.
    pub fn awaits_dice(&self) -> bool {
        self.fought.is_some() && self.choices.as_ref().is_some_and(|it| it.sent)
    }

    /// The place that is highlighted as the source.
    pub fn source_shown(&self) -> Option<Place> {
        let fought = self.fought.as_ref();
        self.source.or(fought.map(|it| it.attack.from))
    }

    /// The move that Enter would make to a place.
    pub fn move_to(&self, to: Place) -> Option<Move> {
        let source = self.source.unwrap_or(to);
        self.moves_from(source).find(|it| it.to == to)
    }

    /// The places from which a move is possible, or to which one from the source is, each once and
    /// in order.
    pub fn stops(&self) -> Vec<Place> {
        let mut stops: Vec<Place> = match self.source {
            Some(source) => self.moves_from(source).map(|it| it.to).collect(),
            None => self.moves().map(|it| it.from).collect(),
        };
        stops.sort_unstable();
        stops.dedup();
        stops
    }

    /// The time left to a seat, as minutes and seconds, while a match with time control runs.
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

    /// The name of a place on this board.
    pub fn name(&self, at: Place) -> String {
        self.board.name(at)
    }

    /// Whether the turn may be ended.
    pub fn may_end_turn(&self) -> bool {
        self.offered()
            .any(|it| it.action.on_territories() == Some(Action::Pass))
    }

    /// Whether it is the person's turn and no sent action waits for an answer.
    pub fn may_choose(&self) -> bool {
        self.choices.as_ref().is_some_and(|it| !it.sent)
    }

    /// Whether a sent action waits for its answer.
    pub fn is_unanswered(&self) -> bool {
        self.choices.as_ref().is_some_and(|it| it.sent)
    }

    /// The legal actions; none while a sent action waits for its answer.
    fn offered(&self) -> impl Iterator<Item = &Choice> {
        let open = self.choices.iter().filter(|it| !it.sent);
        open.flat_map(|it| &it.all)
    }
}
