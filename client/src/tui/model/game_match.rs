//! The match on the screen: the board as the server told it, the legal actions, the cursor, and the
//! log.
//!
//! Law kept here: no rules. The legal actions and their odds are those that the server sent.

pub mod course;
pub mod earlier;
pub mod lines;
pub(super) mod worth;

use dicehall_engine::advice::{Outlook, Seen};
use dicehall_engine::game::View;
use dicehall_engine::lobby::Ply;
use dicehall_engine::{AnyAction, AnyConfig, AnyView, GameKind, Outcome, Seat};
use dicehall_protocol::{Choice, MatchView};

use crate::fair::audit::Verdict;
use crate::games::act::arriving::Arriving;
use crate::games::act::battle::Battle;
use crate::games::act::incident::Incident;
use crate::games::act::{Act, Told, Trail};
use crate::games::board::{Cell, GameBoard};
use crate::games::place::{Fought, Move, Place, Typed};
use crate::games::rolling::Rolling;
use crate::games::{self, Board};
use crate::lang::Language;
use course::Course;
use lines::Lines;

/// The match on the screen.
#[derive(Clone, Debug)]
pub struct GameMatch {
    /// The game.
    pub game: GameKind,
    /// The configuration with which it began.
    pub config: AnyConfig,
    /// The position, as the server shows it.
    pub view: AnyView,
    /// The positions before it, in games without luck, where a position may come again; empty in others.
    pub earlier: Lines<AnyView>,
    /// The board: the positions of the places, and the pieces on them.
    pub board: Board,
    /// The traces of the last actions on the board.
    pub trail: Trail,
    /// The animation of rolling dice; until it ends, the board before is shown. `None` while no
    /// dice roll.
    pub rolling: Option<Rolling>,
    /// The animation of new dice. `None` while none come.
    pub arriving: Option<Arriving>,
    /// The number of actions of all seats so far.
    pub acts: u16,
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
    /// Whether the last battle is somebody else's whose dice have rolled on the screen.
    pub watches: bool,
    /// The move that the person has typed before the result of the last attack was known.
    pub queued: Option<QueuedMove>,
    /// The player who has just lost the last territory, while that is shown.
    pub fall: Option<Fall>,
    /// The changes by the last battles beyond their places, while that is told.
    pub incident: Option<ToldIncident>,
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
    /// The engine's outlook on the position; `None` in games without one, and if it is not wanted.
    pub outlook: Option<Outlook>,
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

/// The change that a battle has made, while that is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToldIncident {
    /// The change.
    pub what: Incident,
    /// The time for which it is still told, in milliseconds.
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
        self.left_ms.get(seat.idx()).copied().map(minutes)
    }
}

/// A time that is left, as minutes and seconds.
pub fn minutes(left_ms: u32) -> String {
    let seconds = left_ms.div_ceil(1_000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A move that is made as soon as the person may choose again in the same turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuedMove {
    /// The place that it leads from.
    pub from: Place,
    /// The place that it leads to.
    pub to: Place,
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
    /// A seat acted.
    Acted(Told),
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

    /// The action, if a seat acted.
    pub const fn told(&self) -> Option<&Told> {
        if let Self::Acted(told) = self {
            Some(told)
        } else {
            None
        }
    }

    /// The attack, if this is one.
    pub const fn attack(&self) -> Option<&Battle> {
        if let Self::Acted(Told::Attacked(battle)) = self {
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
        game_match.acts = u16::try_from(actions).unwrap_or(u16::MAX);
        game_match.outcome = snapshot.outcome;
        game_match
    }

    /// A match that has just begun, or is seen for the first time.
    pub fn from_view(config: &AnyConfig, view: &AnyView, ply: Ply) -> Self {
        let board = games::board(config, view);
        Self {
            game: config.kind(),
            config: config.clone(),
            view: view.clone(),
            earlier: Lines::default(),
            to_move: view.to_move(),
            ply,
            outcome: None,
            verdict: None,
            choices: None,
            clocks: None,
            cursor: board.places().first,
            source: None,
            fought: None,
            watches: false,
            queued: None,
            fall: None,
            incident: None,
            course: Course::default(),
            tours: false,
            log: Lines::default(),
            log_scroll: 0,
            board,
            trail: Trail::default(),
            rolling: None,
            arriving: None,
            acts: 0,
        }
    }

    /// Shows the position after some actions, if it was told; tells what each of them did.
    pub fn follow(
        &mut self,
        acts: &[Act],
        view: Option<&AnyView>,
        language: Language,
    ) -> Vec<Told> {
        let told = self.board.follow(acts, view, language);
        let count = u16::try_from(acts.len()).unwrap_or(u16::MAX);
        self.acts = self.acts.saturating_add(count);
        for (act, told) in acts.iter().zip(&told) {
            let ends = act.action.ends();
            let on_board = |(from, to)| {
                (
                    if self.board.places().contains(from) {
                        from
                    } else {
                        to
                    },
                    to,
                )
            };
            self.trail.note(told, ends.map(on_board));
        }
        if let Some(view) = view {
            self.to_move = view.to_move();
            let before = std::mem::replace(&mut self.view, view.clone());
            if !acts.is_empty() && !self.game.has_luck() {
                self.earlier.push(before);
            }
        }
        told
    }

    /// Everything that was seen of the match, for an expert.
    pub fn seen(&self) -> Seen {
        Seen {
            config: self.config.clone(),
            earlier: self.earlier.newest().cloned().collect(),
            view: self.view.clone(),
        }
    }

    /// The number of the round; in games that count none, of the pair of actions.
    pub fn round(&self) -> u16 {
        games::round(&self.view).unwrap_or(self.acts / 2 + 1)
    }

    /// The board as shown: while dice roll, the one before the attack; while new dice come, the one with
    /// those that have come.
    pub fn shown_board(&self) -> &dyn GameBoard {
        let before = self.rolling.as_ref().map(|it| &it.before);
        let between = || self.arriving.as_ref().and_then(Arriving::board);
        before.or_else(between).unwrap_or(&self.board).as_ref()
    }

    /// The outlook on the position as shown.
    pub fn outlook(&self) -> Option<&Outlook> {
        match &self.rolling {
            Some(rolling) => rolling.outlook.as_ref(),
            None => self.choices.as_ref()?.outlook.as_ref(),
        }
    }

    /// The owner and dice of a territory as shown; `None` for other places.
    pub fn cell(&self, at: Place) -> Option<Cell> {
        self.shown_board().held(at, Language::default())?.cell()
    }

    /// The size of a seat's largest group as shown; `None` in games without groups.
    pub fn link(&self, seat: Seat) -> Option<u8> {
        let standing = self.shown_board().standings().get(seat.idx())?;
        Some(standing.link)
    }

    /// Whether a seat has lost all its territories.
    pub fn is_out(&self, seat: Seat) -> bool {
        let standing = self.board.standings().get(seat.idx());
        standing.is_some_and(|it| it.territories == 0)
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
        self.log.newest().skip(usize::from(self.rolling.is_some()))
    }

    /// Drops the legal actions: the person may not choose any longer.
    pub fn forget_choices(&mut self) {
        self.choices = None;
        self.source = None;
    }

    /// The legal moves from one place to another.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.offered().filter_map(|it| {
            let (from, to) = it.action.ends()?;
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
            Some(fought) if self.awaits_dice() || self.rolling.is_some() => fought.targets.clone(),
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

    /// The name of a place on this board.
    pub fn name(&self, at: Place) -> String {
        self.board.places().name(at)
    }

    /// Whether the turn may be ended.
    pub fn may_end_turn(&self) -> bool {
        let pass = self.game.pass();
        self.offered().any(|it| Some(it.action) == pass)
    }

    /// The meaning of a typed text: a place, a move, or the name of an action.
    pub fn typed(&self, text: &str) -> Option<Typed> {
        match self.board.places().typed(text) {
            Some(Typed::Point(at)) if self.moves_from(at).any(|it| it.to == at) => {
                Some(Typed::Move(at, at))
            }
            None => {
                let mut named = self.named();
                let called = named.find(|it| it.to_string().eq_ignore_ascii_case(text));
                called.map(Typed::Action)
            }
            on_board => on_board,
        }
    }

    /// The legal actions that have no place and end no turn: they are chosen by their names.
    fn named(&self) -> impl Iterator<Item = AnyAction> {
        let pass = self.game.pass();
        let actions = self.offered().map(|it| it.action);
        actions.filter(move |it| it.ends().is_none() && Some(*it) != pass)
    }

    /// The names of the actions that are chosen by them; `None` if there are none.
    pub fn names(&self, language: Language) -> Option<String> {
        let names: Vec<String> = self.named().map(|it| it.to_string()).collect();
        (!names.is_empty()).then(|| names.join(&language.between()))
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
