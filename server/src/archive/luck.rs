//! The luck of rated matches: what their dice were worth to each seat, so that ratings can be told without it.
//!
//! Made by the thread of the reviews, one match at a time, whenever no review is wanted; a review that is asked for meanwhile is
//! made in between. Laws kept here: luck is made from the file of a match, after its result is there, and nobody waits for it; a match
//! that cannot be reviewed is told once and left, also if that panics; what a killed server has not made is made after its next start.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use dicehall_engine::advice::Expert;
use dicehall_engine::advice::review::whole::WholeReview;
use dicehall_protocol::match_file::luck::MatchLuck;
use dicehall_protocol::match_file::name::file_name;

use super::finder::Finder;
use super::results::ResultStore;
use super::shared_results::SharedResults;
use super::standings::{MatchKey, Standings};

/// Whatever makes the luck of matches, and writes it beside their results.
#[derive(Debug)]
pub(crate) struct LuckMaker {
    standings: Standings,
    store: ResultStore,
    /// The results of all nodes of a cluster.
    shared: Option<SharedResults>,
}

impl LuckMaker {
    /// For the file of these standings; in a cluster the luck comes into it by way of what all nodes share.
    pub(crate) fn new(standings: Standings, shared: Option<SharedResults>) -> Self {
        Self {
            store: ResultStore::new(standings.path().to_owned()),
            standings,
            shared,
        }
    }

    /// Makes the luck of the next match whose luck is missing; returns whether there was one. `step` is called after each step of
    /// the match, and ends the work by breaking.
    pub(super) fn make_next(
        &mut self,
        finder: &Finder,
        step: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> bool {
        let Some(key) = self.standings.next_without_luck() else {
            return false;
        };
        let made = catch_unwind(AssertUnwindSafe(|| self.make(&key, finder, step)));
        let made = made.unwrap_or_else(|_panic| Err("the review panicked".to_owned()));
        if let Err(why) = made {
            let name = file_name(key.begun_at, &key.match_id);
            tracing::warn!(name, why, "the luck of a match is missing");
        }
        true
    }

    /// Makes the luck of a match; of one without a file nothing is known.
    fn make(
        &mut self,
        key: &MatchKey,
        finder: &Finder,
        step: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), String> {
        let Some(origin) = finder.course(&file_name(key.begun_at, &key.match_id))? else {
            return Ok(());
        };
        let expert = Expert {
            nodes_max: 0,
            table: None,
        };
        let mut told = |_done| step();
        let review = WholeReview::of(&origin.config, &origin.steps, expert, &mut told);
        let Some(review) = review.map_err(|error| error.to_string())? else {
            return Ok(());
        };
        if review.steps.len() < origin.steps.len() {
            return Err("the rules do not allow a step".to_owned());
        }
        let luck = MatchLuck::of(&key.match_id, &review).ok_or("nobody can judge it")?;
        if let Some(shared) = &self.shared {
            return shared.put_luck(&luck);
        }
        let written = self
            .standings
            .add_luck(&luck, || self.store.add_luck(&luck));
        written.map_err(|error| error.to_string())
    }
}
