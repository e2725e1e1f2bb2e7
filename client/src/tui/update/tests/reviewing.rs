//! Reviews: asked of the server at the end of a match, and of the engine in a replay.

use std::sync::Arc;

use dicehall_engine::GameKind;
use dicehall_engine::fair::MatchId;
use dicehall_protocol::{ReviewProgress, ReviewView};

use super::*;
use crate::testing::{frames, replaying};
use crate::tui::keymap::{Context, context};
use crate::tui::message::ReviewTold;
use crate::tui::model::popup::Popup;

const ASKED: &str = r#"{"review":{"match_id":"K7WQ2-1-00c0ffee00c0ffee","begun_at":1800000000}}"#;

/// A match that is over, at somebody else's server.
fn over() -> Model {
    let mut table = Table::of(GameKind::TicTacToe, "");
    let mut model = connected();
    hear(&mut model, table.snapshot());
    while let Some(action) = table.some_action() {
        hear(&mut model, table.act(action));
    }
    let match_id = MatchId::try_from("K7WQ2-1-00c0ffee00c0ffee".to_owned()).unwrap();
    model.lobby.as_mut().unwrap().seal(&match_id, 1_800_000_000);
    model
}

fn coming(done: u32) -> Reply {
    Reply::Reviewing(ReviewProgress { done, steps: 9 })
}

fn review() -> ReviewView {
    ReviewView {
        judged_by: None,
        nodes: 1,
        start: None,
        seats: Vec::new(),
        steps: Vec::new(),
        costliest: Vec::new(),
        rolls: Vec::new(),
    }
}

fn last_id(model: &Model) -> u64 {
    *model.pending.keys().next_back().unwrap()
}

/// Lets so many milliseconds pass; tells what is asked for.
fn pass(model: &mut Model, elapsed_ms: u64) -> Vec<String> {
    let effects = update(model, Message::Tick { elapsed_ms });
    effects.iter().map(short).collect()
}

#[test]
fn a_server_is_asked_each_second_until_the_review_is_there_and_then_never_again() {
    let mut model = over();
    check(&mut model, "v", &[ASKED]);
    assert_eq!(context(&model), Context::Review);
    // Nothing is asked twice at once.
    assert_eq!(pass(&mut model, 5_000), Vec::<String>::new());
    let id = last_id(&model);
    accept(&mut model, id, Some(coming(3)));
    assert_eq!(pass(&mut model, 600), Vec::<String>::new());
    assert_eq!(pass(&mut model, 600), [ASKED]);
    let id = last_id(&model);
    accept(&mut model, id, Some(Reply::Review(review())));
    assert_eq!(pass(&mut model, 5_000), Vec::<String>::new());
    assert!(!model.waits_for_review());
    check(&mut model, "<Esc>v", &[]);
    let made = model.review.as_deref().and_then(|it| it.made());
    assert_eq!(made, Some(&review()));
    assert_eq!(model.popups, [Popup::Outcome, Popup::Review]);
}

#[test]
fn nothing_is_asked_while_nobody_looks_and_it_goes_on_when_somebody_does() {
    let mut model = over();
    keys(&mut model, "v");
    let id = last_id(&model);
    accept(&mut model, id, Some(coming(3)));
    check(&mut model, "v", &[]);
    assert_eq!(context(&model), Context::Outcome);
    assert_eq!(pass(&mut model, 5_000), Vec::<String>::new());
    check(&mut model, "v", &[ASKED]);
}

#[test]
fn a_refusal_is_told_and_leads_back_to_the_result() {
    let mut model = over();
    keys(&mut model, "v");
    let id = last_id(&model);
    reject(&mut model, id, "no_match");
    assert_eq!(model.popups, [Popup::Outcome]);
    assert!(model.notice.as_ref().is_some_and(|it| it.bad));
    check(&mut model, "v", &[ASKED]);
}

#[test]
fn there_is_no_review_before_the_end_and_none_without_a_name_of_the_match() {
    let mut model = over();
    model.lobby.as_mut().unwrap().sealed = None;
    check(&mut model, "v", &[]);
    assert_eq!(model.popups, [Popup::Outcome]);
    let mut model = playing();
    let match_id = MatchId::try_from("K7WQ2-1-00c0ffee00c0ffee".to_owned()).unwrap();
    model.lobby.as_mut().unwrap().seal(&match_id, 1_800_000_000);
    check(&mut model, ":review<Enter>", &[]);
    assert!(model.popups.is_empty());
}

#[test]
fn a_replay_is_reviewed_by_the_engine_once_and_leads_to_the_choice_on_the_board() {
    let mut model = replaying(frames(Table::of(GameKind::DiceOfDoom, "size=4"), 40));
    check(&mut model, "v", &["review K7WQ2-3-5b0f2c7de1a94f36"]);
    let match_id = model.review.as_ref().unwrap().match_id.clone();
    let view = model.game_match().unwrap().view.clone();
    let choice = |step, seat: usize| dicehall_protocol::LostStep {
        step,
        seat: Seat::ALL[seat],
        view: view.clone(),
        action: GameKind::DiceOfDoom.pass().unwrap(),
        best: GameKind::DiceOfDoom.pass().unwrap(),
        why: dicehall_engine::advice::Why::Judged,
        error: 0.1,
        error_se: None,
    };
    let made = ReviewView {
        costliest: vec![choice(1, 0), choice(12, 1)],
        rolls: Vec::new(),
        ..review()
    };
    let told = ReviewTold::Made(Arc::new(made));
    let other = "K7WQ2-4-00c0ffee00c0ffee".to_owned().try_into().unwrap();
    let (of_other, failed) = (other, ReviewTold::Failed);
    update(
        &mut model,
        Message::Reviewed {
            match_id: of_other,
            told: failed,
        },
    );
    assert!(model.review.as_ref().unwrap().told != ReviewTold::Failed);
    update(&mut model, Message::Reviewed { match_id, told });
    check(&mut model, "<Esc>v<Down>", &[]);
    let page = model.review.as_ref().unwrap();
    assert_eq!((page.row, page.seat), (1, Seat::ALL[1]));
    check(&mut model, "<Enter>", &[]);
    assert!(model.popups.is_empty());
    // The next step is the one with the choice: it is the twelfth action or roll.
    let replay = model.replay.as_ref().unwrap();
    let happened = replay.origin().steps.len();
    assert!(happened < 12, "{happened}");
    keys(&mut model, "<Right>");
    let happened = model.replay.as_ref().unwrap().origin().steps.len();
    assert!(happened >= 12, "{happened}");
}

#[test]
fn seats_are_gone_through_and_the_first_follows_the_last() {
    let mut model = over();
    keys(&mut model, "v");
    let mut shown = Vec::new();
    for pressed in ["l", "l", "h"] {
        keys(&mut model, pressed);
        shown.push(model.review.as_ref().unwrap().seat.number());
    }
    assert_eq!(shown, [1, 0, 1]);
}
