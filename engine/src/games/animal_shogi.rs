//! Animal shogi (dobutsu shogi): catch the lion, or bring your own home.
//!
//! The game: Madoka Kitao (rules) and Maiko Fujita (pieces), "Dobutsu Shogi", Ladies Professional Shogi-players'
//! Association of Japan, 2008; <https://en.wikipedia.org/wiki/D%C5%8Dbutsu_sh%C5%8Dgi>.
//!
//! Sente is seat 0, moves first and up the board; gote is seat 1. A check need not be answered: the
//! match ends by capture, not by mate.
//!
//! A [`Placement`] is one `u64` and knows every rule but repetition; a [`Position`] adds the history for that. No part of
//! the history may be forgotten: captured pieces come back as drops and hens as chicks, so after any capture, drop or
//! promotion the match can still return to every earlier placement (a test plays such a line).

pub mod action;
pub mod board;
pub mod history;
pub mod kinds;
mod notation;
pub mod pieces;
pub mod placement;
mod repetition;
pub mod sets;
pub mod sides;
#[cfg(test)]
pub(crate) mod tests;

use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::game::ascii::ascii;
use crate::game::layout::{Cells, Order};
use crate::game::{
    self, ConfigError, Game, Grid, Layout, Mark, NoChance, Node, Outcome, Place, Seat, State,
    Switch, WholeStepOf,
};
use board::{Direction, FILES, RANKS, SQUARES, Square};
use history::History;
use pieces::{Hand, HandPiece, Kind};

pub use action::{Action, Ending};
pub use notation::NotAnAction;
pub use pieces::other;
pub use placement::Placement;
pub use repetition::Repetition;

/// The rules of animal shogi.
#[derive(Clone, Copy, Debug)]
pub struct AnimalShogi;

/// The switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    /// Which occurrence of the same board, hands and side to move draws.
    pub repetition: Repetition,
}

/// The complete start of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Config {
    /// The switches.
    pub rules: Rules,
    /// The first placement, in the notation of [`Placement::START`].
    #[serde(deserialize_with = "ascii")]
    pub position: String,
}

/// What the table sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The whole placement, in the notation of [`Placement::START`]; after a catch a lion is missing.
    #[serde(deserialize_with = "ascii")]
    pub position: String,
    /// Whose turn it is; absent when the match is over.
    pub to_move: Option<Seat>,
    /// The pieces on the board in the order of their squares' names.
    pub pieces: Vec<PieceView>,
    /// What seat 0 and seat 1 have in hand.
    pub hands: [Hand; 2],
    /// Whether the lion of the seat to move could be captured if the seat did nothing.
    pub check: bool,
    /// How often this board with these hands and this side to move has occurred, this time included.
    pub occurrences: u8,
    /// Why the match is over, if it is.
    pub ending: Option<Ending>,
    /// How the match ended, if it did.
    pub outcome: Option<Outcome>,
    /// The seat that wins with its next action unless that is prevented, if one does: by a catch or by entering.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_point: Option<Seat>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceView {
    /// Where it stands.
    pub square: Square,
    /// Whose it is.
    pub owner: Seat,
    /// What it is.
    pub kind: Kind,
    /// Where it may step to, as the dots on the real piece show it; some may lead off the board or onto an own piece.
    pub dots: Vec<Direction>,
}

/// A placement with the history that the rule of repetition needs.
#[derive(Debug, PartialEq, Eq)]
pub struct Position {
    placement: Placement,
    repetition: Repetition,
    occurrences: u8,
    ending: Option<Ending>,
    /// Every placement of the match so far, this one included.
    history: History,
}

impl Position {
    /// A match that begins with a placement.
    pub fn new(placement: Placement, repetition: Repetition) -> Self {
        let mut history = History::default();
        let occurrences = history.record(placement);
        Self {
            placement,
            repetition,
            occurrences,
            ending: placement.ending(),
            history,
        }
    }

    /// The placement without its history.
    pub fn placement(&self) -> Placement {
        self.placement
    }

    /// The number of times that this placement has occurred, this time included.
    pub fn occurrences(&self) -> u8 {
        self.occurrences
    }

    /// The placements that end the match as a draw if they occur once more, sorted.
    pub fn spent(&self) -> Vec<Placement> {
        let before_last = self.repetition.number() - 1;
        self.history.at_least(before_last)
    }

    /// How often a placement has occurred in this match.
    pub fn times(&self, placement: Placement) -> usize {
        self.history.times(placement)
    }

    /// Notes that a placement had occurred before this one. One that would have ended the match by then is left out: the
    /// match goes on, so whoever tells of it is mistaken.
    fn recall(&mut self, earlier: Placement) {
        if self.times(earlier) + 1 >= usize::from(self.repetition.number()) {
            return;
        }
        // The present placement stays the last of the history, because a search takes back to it.
        self.history.take_back();
        self.history.record(earlier);
        self.occurrences = self.history.record(self.placement);
    }

    /// Why the match is over; `None` if it goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }
}

impl Game for AnimalShogi {
    type Rules = Rules;
    type Config = Config;
    type State = Position;
    type Step = WholeStepOf<Self>;

    const NAME: &'static str = "animal-shogi";
    const SEATS: std::ops::RangeInclusive<u8> = 2..=2;
    const HAS_LUCK: bool = false;
    const SWITCHES: &'static [Switch<Rules>] =
        &[Switch::new("repetition", &["3", "4"], |rules, value| {
            rules.repetition = Repetition::parse(value)?;
            Ok(())
        })];

    fn generate(rules: &Rules, _seats: u8, _dice: &mut dyn Dice) -> Result<Config, ConfigError> {
        Ok(Config {
            rules: *rules,
            position: Placement::START.to_owned(),
        })
    }

    fn begun_by(config: Config, first: Seat) -> Config {
        let side = if first == Seat::ALL[0] { " b " } else { " w " };
        let position = config.position.replace(" b ", side);
        Config { position, ..config }
    }

    fn start(config: &Config) -> Result<Position, ConfigError> {
        let position = Position::new(Placement::parse(&config.position)?, config.rules.repetition);
        if position.ending.is_some() {
            return Err(ConfigError::Position(
                "the match is over in this position".to_owned(),
            ));
        }
        Ok(position)
    }

    fn position(config: &Config, view: &View) -> Option<Position> {
        let placement = Placement::parse(&view.position).ok()?;
        let position = Position::new(placement, config.rules.repetition);
        position.ending().is_none().then_some(position)
    }

    fn recall(position: &mut Position, earlier: &View) {
        if let Ok(placement) = Placement::parse(&earlier.position) {
            position.recall(placement);
        }
    }

    fn layout(_config: &Config) -> Layout {
        Layout::Grid(Grid {
            order: Order::Columns,
            ..Grid::new(FILES, RANKS, Cells::Square)
        })
    }

    fn ends(action: Action) -> Option<(Place, Place)> {
        Some(match action {
            Action::Drop { piece, to } => (in_hand(piece), to.place()),
            Action::Move { from, to, .. } => (from.place(), to.place()),
        })
    }
}

/// The place in the hand from which a kind of piece is dropped: after the squares, in the order of the letters.
fn in_hand(piece: HandPiece) -> Place {
    let before = HandPiece::ALL.into_iter().take_while(|it| *it != piece);
    before.fold(Place(SQUARES), |at, _| Place(at.0 + 1))
}

impl game::View for View {
    fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    fn match_point(&self) -> Option<Seat> {
        self.match_point
    }

    fn marks(&self) -> Vec<Mark> {
        let mark =
            |it: &PieceView| Mark::of(it.square.place(), it.owner).with_glyph(it.kind.letter());
        let on_board = self.pieces.iter().map(mark);
        let held = |piece: HandPiece| {
            let seats = Seat::first(2).zip(self.hands);
            let some = seats.filter(move |(_, hand)| hand.count(piece) > 0);
            some.map(move |(seat, hand)| {
                let mark = Mark::of(in_hand(piece), seat);
                let mark = mark.with_glyph(piece.kind().letter());
                mark.counted(hand.count(piece))
            })
        };
        let in_hands = HandPiece::ALL.into_iter().flat_map(held);
        on_board.chain(in_hands).collect()
    }
}

impl State for Position {
    type Action = Action;
    type Chance = NoChance;
    type View = View;

    fn seats(&self) -> u8 {
        2
    }

    fn node(&self) -> Node {
        node(self.ending, self.placement)
    }

    fn view(&self) -> View {
        view(self.placement, self.ending, self.occurrences)
    }

    /// In the order of the actions' texts: drops by piece and square, then moves by square of origin and of arrival.
    fn actions_into(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.ending.is_none() {
            self.placement.actions_into(out);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        self.ending.is_none() && self.placement.is_legal(action)
    }

    fn act(&mut self, action: Action) {
        debug_assert!(self.is_legal(action), "{action} in {self:?}");
        self.placement.act(action);
        self.occurrences = self.history.record(self.placement);
        self.ending = self.placement.ending();
        if self.ending.is_none() && self.occurrences >= self.repetition.number() {
            self.ending = Some(Ending::Repetition);
        }
    }

    /// The history keeps everything; the mark is its length.
    fn keep(&self, _room: &mut Option<Self>) -> usize {
        self.history.count()
    }

    fn mark(&self) -> Option<usize> {
        Some(self.history.count())
    }

    fn take_back(&mut self, _room: &Option<Self>, mark: usize) {
        while self.history.count() > mark {
            if let Some((placement, occurrences)) = self.history.take_back() {
                self.placement = placement;
                self.occurrences = occurrences;
                // A seat acted there.
                self.ending = None;
            }
        }
    }

    /// The placement itself, and the sum of the hashes of all that have occurred.
    fn fingerprint(&self) -> u128 {
        let rule = u64::from(self.repetition.number());
        let past = self.history.digest().wrapping_add(rule);
        u128::from(self.placement.bits()) << 64 | u128::from(past)
    }

    fn has_choice(&self) -> bool {
        self.ending.is_none() && self.placement.has_choice()
    }
}

/// The game without repetition, which may go on for ever: what an exact solver and the counts of tests work on.
impl State for Placement {
    type Action = Action;
    type Chance = NoChance;
    type View = View;

    fn seats(&self) -> u8 {
        2
    }

    fn node(&self) -> Node {
        node(self.ending(), *self)
    }

    fn view(&self) -> View {
        view(*self, self.ending(), 1)
    }

    fn actions_into(&self, out: &mut Vec<Action>) {
        Self::actions_into(*self, out);
    }

    fn is_legal(&self, action: Action) -> bool {
        Self::is_legal(*self, action)
    }

    fn act(&mut self, action: Action) {
        Self::act(self, action);
    }
}

fn node(ending: Option<Ending>, placement: Placement) -> Node {
    let seat = placement.to_move();
    ending.map_or(Node::Decision(seat), |it| Node::Terminal(it.outcome(seat)))
}

fn view(placement: Placement, ending: Option<Ending>, occurrences: u8) -> View {
    let seat = placement.to_move();
    let piece_view = |square| {
        let piece = placement.piece(square)?;
        Some(PieceView {
            square,
            owner: piece.owner,
            kind: piece.kind,
            dots: piece.dots().collect(),
        })
    };
    View {
        position: placement.to_string(),
        to_move: ending.is_none().then_some(seat),
        pieces: Square::all().filter_map(piece_view).collect(),
        hands: [Seat::ALL[0], Seat::ALL[1]].map(|it| placement.hand(it)),
        check: ending.is_none() && placement.in_check(seat),
        occurrences,
        ending,
        outcome: ending.map(|it| it.outcome(seat)),
        match_point: match_point(placement).filter(|_| ending.is_none()),
    }
}

/// The seat that wins with its next action: that to move, else the other if it were to move.
fn match_point(placement: Placement) -> Option<Seat> {
    let is_won = |it: Placement, seat| it.outcome().is_some_and(|it| it.winners.contains(seat));
    let wins = |it: &Placement| {
        let seat = it.to_move();
        let mut actions = Vec::new();
        it.actions_into(&mut actions);
        // A lion that has entered while it could be caught has won when it is its side's turn again.
        let has_won = is_won(*it, seat);
        has_won
            || actions.into_iter().any(|action| {
                let mut after = *it;
                after.act(action);
                is_won(after, seat)
            })
    };
    let all = [placement, placement.passed()];
    all.iter().find(|it| wins(it)).map(|it| it.to_move())
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            history: self.history.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let mut history = std::mem::take(&mut self.history);
        history.clone_from(&source.history);
        *self = Self { history, ..*source };
    }
}

/// Equal positions have equal histories, but hashing what two histories of one placement seldom share is enough.
impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.placement.hash(state);
        self.occurrences.hash(state);
        self.history.count().hash(state);
    }
}
