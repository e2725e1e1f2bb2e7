//! The review of a replayed match, which the engine makes on a thread of its own.
//!
//! Called by `links`. Laws kept here: what is told of it waits in a queue with a limit, and a review that nobody waits for any more ends
//! at its next step.

use std::future::pending;
use std::ops::ControlFlow;
use std::sync::Arc;

use dicehall_engine::advice::Expert;
use dicehall_engine::advice::review::whole::{WholeReview, nodes_for_choice};
use dicehall_engine::fair::MatchId;
use dicehall_engine::{GameKind, Origin};
use dicehall_protocol::{ReviewProgress, ReviewView};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;

use crate::net::host::TableStore;
use crate::tui::message::ReviewTold;

/// The nodes for all choices of a match: a few seconds.
const MATCH_NODES: u64 = 1_000_000;
/// The messages about a review that wait to be shown; how far it has come is left out when there is no room.
const TOLD_MAX: usize = 2;
/// How often it is told how far a review has come, at most.
const PARTS: usize = 100;

/// A review that is being made; dropping it ends it.
#[derive(Debug)]
pub(super) struct Reviewing {
    match_id: MatchId,
    told: Receiver<ReviewTold>,
}

impl Reviewing {
    /// Begins the review of a match.
    pub(super) fn begin(origin: Origin, tables: TableStore) -> Self {
        let (tell, told) = channel(TOLD_MAX);
        let match_id = origin.match_id.clone();
        spawn_blocking(move || {
            let review = review(&origin, &tables, &tell);
            // Whoever asked may have gone.
            tell.blocking_send(review).ok();
        });
        Self { match_id, told }
    }
}

/// The next message about a review; waits for ever without one.
pub(super) async fn next(reviewing: &mut Option<Reviewing>) -> (MatchId, ReviewTold) {
    let Some(open) = reviewing else {
        return pending().await;
    };
    let told = open.told.recv().await.unwrap_or(ReviewTold::Failed);
    let match_id = open.match_id.clone();
    if !matches!(told, ReviewTold::Coming(_)) {
        *reviewing = None;
    }
    (match_id, told)
}

fn review(origin: &Origin, tables: &TableStore, tell: &Sender<ReviewTold>) -> ReviewTold {
    let is_solved = origin.config.kind() == GameKind::AnimalShogi;
    let expert = Expert {
        nodes_max: nodes_for_choice(&origin.steps, MATCH_NODES),
        table: is_solved.then(|| tables.ask()).flatten(),
    };
    let all = origin.steps.len();
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let mut heard = |done: usize| {
        if done.is_multiple_of(all.div_ceil(PARTS).max(1)) {
            let (done, steps) = (number(done), number(all));
            let progress = ReviewProgress { done, steps };
            tell.try_send(ReviewTold::Coming(progress)).ok();
        }
        if tell.is_closed() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let review = WholeReview::of(&origin.config, &origin.steps, expert, &mut heard);
    let review = review.ok().flatten();
    review.map_or(ReviewTold::Failed, |it| {
        ReviewTold::Made(Arc::new(ReviewView::of(&it)))
    })
}
