//! Asks for the review of a match, of the server or for a replay of the engine, and shows what is told.

use std::sync::Arc;

use dicehall_engine::Seat;
use dicehall_engine::fair::MatchId;
use dicehall_protocol::{Reply, ReviewProgress, SessionCommand, WantedReview};

use crate::tui::message::{Effect, ReviewTold};
use crate::tui::model::popup::Popup;
use crate::tui::model::popup::review::{REVIEW_MS, ReviewPage};
use crate::tui::model::replay::{Replay, Seek};
use crate::tui::model::{Model, Pending};
use crate::tui::update::popups::around;
use crate::tui::update::send;

/// The width from which on a bot is named without the word for one.
const BOT_WIDTH: usize = 8;

/// Shows the review of the match that is over or replayed; asks for it unless it is known.
pub(in crate::tui::update) fn open(model: &mut Model) {
    let replayed = model.replay.as_ref().map(Replay::whole);
    let wanted = model.lobby.as_ref().and_then(|it| it.sealed.clone());
    let wanted = wanted.filter(|_| replayed.is_none());
    let replayed_id = replayed.as_ref().map(|it| it.match_id.clone());
    let Some(match_id) = replayed_id.or_else(|| Some(wanted.as_ref()?.match_id.clone())) else {
        return model.tell(model.look.language.cannot_now());
    };
    let of_match = |it: &ReviewPage| it.match_id == match_id && it.told != ReviewTold::Failed;
    if !model.review.as_deref().is_some_and(of_match) {
        model.review = begun(model, match_id, wanted).map(Box::new);
        if let Some(origin) = replayed {
            model.effects.push(Effect::Review(Box::new(origin)));
        }
    }
    if model.review.as_deref().is_some_and(ReviewPage::waits) {
        ask(model);
    }
    model.popups.push(Popup::Review);
}

/// A review of which nothing is known yet.
fn begun(model: &Model, match_id: MatchId, wanted: Option<WantedReview>) -> Option<ReviewPage> {
    let (lobby, game_match) = (model.lobby.as_ref()?, model.game_match()?);
    let seats = Seat::ALL.into_iter().take(lobby.view.seats.len());
    Some(ReviewPage {
        match_id,
        wanted,
        config: game_match.config.clone(),
        names: seats
            .map(|it| lobby.player_name_in(it, BOT_WIDTH))
            .collect(),
        told: ReviewTold::Coming(ReviewProgress { done: 0, steps: 0 }),
        seat: lobby.my_seat().unwrap_or_default(),
        row: 0,
        pause_ms: REVIEW_MS,
    })
}

fn ask(model: &mut Model) {
    let Some(page) = &mut model.review else {
        return;
    };
    page.pause_ms = REVIEW_MS;
    if let Some(wanted) = page.wanted.clone() {
        send(model, SessionCommand::Review(wanted), Pending::Review);
    }
}

/// Notes the answer of a server that was asked for the review.
pub(in crate::tui::update) fn answered(model: &mut Model, reply: Reply) {
    if let Reply::Reviewing(progress) = reply {
        told(model, ReviewTold::Coming(progress));
    } else if let Reply::Review(review) = reply {
        told(model, ReviewTold::Made(Arc::new(review)));
    }
}

/// Notes what was told of the review.
fn told(model: &mut Model, told: ReviewTold) {
    if let Some(page) = &mut model.review {
        page.told = told;
    }
}

/// Notes what was made of a replayed match, unless another one is shown by now.
pub(in crate::tui::update) fn made(model: &mut Model, match_id: &MatchId, known: ReviewTold) {
    let of_match = |it: &ReviewPage| it.match_id == *match_id && it.wanted.is_none();
    if model.review.as_deref().is_some_and(of_match) {
        told(model, known);
    }
}

/// Notes that there is no review.
pub(in crate::tui::update) fn refused(model: &mut Model, why: String) {
    model.popups.retain(|it| *it != Popup::Review);
    model.review = None;
    model.warn(why);
}

/// Asks again when it is time, as long as somebody looks.
pub(in crate::tui::update) fn pass(model: &mut Model, elapsed_ms: u64) {
    if !model.waits_for_review() {
        return;
    }
    let is_asked = model.pending.values().any(|it| *it == Pending::Review);
    let Some(page) = model.review.as_mut().filter(|_| !is_asked) else {
        return;
    };
    page.pause_ms = page.pause_ms.saturating_sub(elapsed_ms);
    if page.pause_ms == 0 {
        ask(model);
    }
}

/// Chooses another one of the costliest choices.
pub(super) fn step(model: &mut Model, by: isize) {
    if let Some(page) = &mut model.review {
        let rows = page.made().map_or(0, |it| it.costliest.len());
        page.row = around(page.row, rows, by);
        if let Some(seat) = page.chosen().map(|it| it.seat) {
            page.seat = seat;
        }
    }
}

/// Closes the review of a replay; the step before which the chosen choice was made. `None` elsewhere.
pub(in crate::tui::update) fn step_on_board(model: &mut Model) -> Option<Seek> {
    let chosen = model.review.as_deref().and_then(ReviewPage::chosen)?;
    let step = usize::try_from(chosen.step).ok()?;
    let shown = model.replay.as_ref()?.shown_before(step);
    model.popups.retain(|it| *it != Popup::Review);
    Some(Seek::Step(shown))
}
