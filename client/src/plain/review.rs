//! The review of a match in sentences: each seat, whether it was luck, and the costliest choices with better ones.

use dicehall_engine::Seat;
use dicehall_protocol::{LostStep, ReviewView, ReviewedSeat};

use crate::games::words::hints::{action_words, reason};
use crate::graphics::theme::Look;
use crate::tui::message::ReviewTold;
use crate::tui::model::Model;
use crate::tui::model::popup::review::ReviewPage;
use crate::tui::view::popup::review::{luck_told, points, signed};

/// The sentences of the review, once it is there.
pub(super) fn told(model: &Model) -> Vec<String> {
    let Some(page) = model.review.as_deref() else {
        return Vec::new();
    };
    let language = model.look.language;
    match &page.told {
        ReviewTold::Made(review) => sentences(model.look, page, review),
        ReviewTold::Failed => vec![language.review_failed()],
        ReviewTold::Coming(it) if it.steps == 0 => vec![language.review_waits()],
        ReviewTold::Coming(it) => vec![language.review_looks(it.done, it.steps)],
    }
}

fn sentences(look: Look, page: &ReviewPage, review: &ReviewView) -> Vec<String> {
    let language = look.language;
    let seat = |(seat, it): (Seat, &ReviewedSeat)| {
        let grade = it.grade.map_or("-", |it| it.as_str());
        let (luck, cost) = (signed(look, it.luck), points(it.error));
        language.review_seat_is(page.name(seat), luck, cost, grade)
    };
    let seats = Seat::ALL.into_iter().zip(&review.seats).map(seat);
    let own = review.seats.get(page.seat.idx());
    let luck = own.map(|it| luck_told(look, page.name(page.seat), review, it));
    let costly = (1..).zip(&review.costliest);
    let costly = costly.map(|(number, it)| choice(look, page, number, it));
    seats.chain(luck).chain(costly).collect()
}

fn choice(look: Look, page: &ReviewPage, number: usize, it: &LostStep) -> String {
    let (language, arrow) = (look.language, look.symbols().arrow);
    let board = page.board(it);
    let [done, better] = [it.action, it.best].map(|it| action_words(language, &board, it, arrow));
    let why = reason(language, it.why, arrow);
    let told = language.review_choice(page.name(it.seat), it.step, points(it.error), better);
    language.review_costly_is(number, told, done, why)
}
