//! The report of a review: one JSON document, whose fields are a contract with scripts, or lines for people.
//!
//! Made by `dicehall review`. Chances, luck and errors are from 0 to 1, one number for each seat that plays.

mod text;

use std::io::{self, Write};

use dicehall_client::Failure;
use dicehall_client::document::Document;
use dicehall_client::games::words::hints::{action_words, reason};
use dicehall_client::games::{Board, board};
use dicehall_client::lang::Language;
use dicehall_engine::advice::review::grade::Grade;
use dicehall_engine::advice::review::whole::WholeReview;
use dicehall_engine::advice::review::{ReviewedStep, SeatSums};
use dicehall_engine::bots::{Lead, Payoffs, payoffs_of};
use dicehall_engine::{AnyAction, AnyState, Origin, OriginStep, Seat, State};
use dicehall_protocol::match_file::{MatchFile, SeatHolder};
use serde::Serialize;

/// The arrow between the places of an attack.
const ARROW: &str = ">";
/// The least lead over a chosen action that won nothing, with which the position is a puzzle: half a win is a draw.
const PUZZLE_LEAD: f64 = 0.5;

/// A review.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    #[serde(rename = "match")]
    match_id: String,
    pub(super) game: &'static str,
    /// The name and version of whatever tells the chances; null for a game without an expert.
    pub(super) judged_by: Option<String>,
    /// The most nodes for each choice.
    pub(super) nodes: u64,
    pub(super) seats: Vec<SeatReport>,
    pub(super) steps: Vec<StepReport>,
    /// The numbers of the steps whose choices cost the most, the costliest first.
    pub(super) costliest: Vec<usize>,
    /// Positions of animal shogi in which a win was missed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) puzzles: Vec<Puzzle>,
}

/// A seat.
#[derive(Debug, Serialize)]
pub(super) struct SeatReport {
    pub(super) name: String,
    /// Its share of the win.
    pub(super) result: f64,
    /// How much more than an equal share of the win the start has promised; null where nobody can tell.
    pub(super) deal: Option<f64>,
    /// The luck of all rolls.
    pub(super) luck: f64,
    /// The cost of all choices.
    pub(super) error: f64,
    /// The standard error of that, as far as it is known.
    pub(super) error_se: f64,
    /// The choices that were judged.
    pub(super) decisions: u32,
    pub(super) error_per_decision: f64,
    pub(super) grade: Option<Grade>,
}

/// A step.
#[derive(Debug, Serialize)]
pub(super) struct StepReport {
    /// Its number, from 1.
    pub(super) step: usize,
    /// The seat that chose or rolled, from 0.
    pub(super) seat: u8,
    /// The action, or null for a roll.
    action: Option<AnyAction>,
    pub(super) before: Option<Vec<f64>>,
    pub(super) after: Option<Vec<f64>>,
    /// The luck of each seat; null for a choice.
    pub(super) luck: Option<Vec<f64>>,
    /// The cost of the choice; null for a roll, and where there was no choice.
    pub(super) error: Option<f64>,
    /// The standard error of that; null where it is not known.
    pub(super) error_se: Option<f64>,
    /// The action that was best; null where nothing is known of the choice.
    best: Option<AnyAction>,
    /// The step in words, for people.
    #[serde(skip)]
    pub(super) told: String,
    /// The best action in words, if it is another one, and its reason.
    #[serde(skip)]
    pub(super) better: Option<[String; 2]>,
}

/// A position in which a win was missed: find it.
#[derive(Debug, Serialize)]
pub(super) struct Puzzle {
    /// The number of the step.
    pub(super) step: usize,
    /// The position, as `dicehall analyse` reads it.
    pub(super) position: String,
}

impl Report {
    /// The report of a match and its review.
    pub(super) fn new(
        file: &MatchFile,
        origin: &Origin,
        review: &WholeReview,
    ) -> Result<Self, Failure> {
        let mut state = origin.config.start().map_err(Failure::failed)?;
        let mut board = board(&origin.config, &state.view());
        let (mut reports, mut puzzles) = (Vec::new(), Vec::new());
        for (number, it) in (1..).zip(&review.steps) {
            puzzles.extend(puzzle(number, &state, it));
            reports.push(StepReport::new(number, it, &state, &board));
            follow(&mut state, it.step);
            board.show(&state.view());
        }
        Ok(Self {
            match_id: file.header.match_id.as_str().to_owned(),
            game: state.kind().name(),
            judged_by: review.judged_by.clone(),
            nodes: review.nodes_max,
            seats: seats(file, review),
            costliest: review.costliest.iter().map(|it| it.at + 1).collect(),
            steps: reports,
            puzzles,
        })
    }
}

impl Document for Report {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        text::write(self, out)
    }
}

fn seats(file: &MatchFile, review: &WholeReview) -> Vec<SeatReport> {
    let (start, mut sums) = (review.start, [SeatSums::default(); 4]);
    for it in &review.steps {
        SeatSums::count(&mut sums, it);
    }
    let holders = &file.header.seats;
    let playing = u8::try_from(holders.len()).unwrap_or(u8::MAX);
    let results = payoffs_of(file.outcome, playing);
    let seat = |(seat, holder): (Seat, &SeatHolder)| {
        let own = sums[seat.idx()];
        SeatReport {
            name: name(seat, holder),
            result: results[seat.idx()],
            deal: start.map(|it| it[seat.idx()] - 1.0 / f64::from(playing)),
            luck: own.luck,
            error: own.error,
            error_se: own.variance.sqrt(),
            decisions: own.decisions,
            error_per_decision: own.error_per_choice(),
            grade: Grade::of(own.error_per_choice(), own.decisions),
        }
    };
    Seat::first(playing).zip(holders).map(seat).collect()
}

fn name(seat: Seat, holder: &SeatHolder) -> String {
    match holder {
        SeatHolder::Human { name, .. } => name.clone(),
        SeatHolder::Bot { bot } => format!("{bot} on seat {}", seat.number() + 1),
    }
}

impl StepReport {
    fn new(step: usize, it: &ReviewedStep, state: &AnyState, board: &Board) -> Self {
        let numbers = |of: Payoffs| of[..usize::from(state.seats())].to_vec();
        Self {
            step,
            seat: it.seat.number(),
            action: action(it.step),
            before: it.before.map(numbers),
            after: it.after.map(numbers),
            luck: it.luck.map(numbers),
            error: it.lead.map(|it| it.worth),
            error_se: it.lead.and_then(|it| it.error),
            best: it.lead.map(|it| it.best),
            told: told(it, board),
            better: told_best(it, board),
        }
    }
}

const fn action(step: OriginStep) -> Option<AnyAction> {
    match step {
        OriginStep::Acted(action) => Some(action),
        OriginStep::Rolled(_) => None,
    }
}

fn told(it: &ReviewedStep, board: &Board) -> String {
    match it.step {
        OriginStep::Acted(action) => action_words(Language::English, board, action, ARROW),
        OriginStep::Rolled(_) if it.places() => "a new die".to_owned(),
        OriginStep::Rolled(_) => "roll".to_owned(),
    }
}

fn told_best(it: &ReviewedStep, board: &Board) -> Option<[String; 2]> {
    let (Lead { best, .. }, why) = (it.lead?, it.why?);
    let action = action_words(Language::English, board, best, ARROW);
    Some([action, reason(Language::English, why, ARROW)])
}

/// The position, if the mover missed a win in animal shogi.
fn puzzle(step: usize, state: &AnyState, it: &ReviewedStep) -> Option<Puzzle> {
    let AnyState::AnimalShogi(position) = state else {
        return None;
    };
    it.lead
        .filter(|it| it.error == Some(0.0) && it.worth >= PUZZLE_LEAD)?;
    let was_won = it.before?[it.seat.idx()] >= 1.0;
    was_won.then(|| Puzzle {
        step,
        position: position.placement().to_string(),
    })
}

fn follow(state: &mut AnyState, step: OriginStep) {
    match step {
        OriginStep::Acted(action) => state.act(action),
        OriginStep::Rolled(chance) => state.resolve(chance),
    }
}
