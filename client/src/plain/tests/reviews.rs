//! The review of a match in sentences: told once it is there, and how far it has come meanwhile.

use dicehall_engine::advice::Why;
use dicehall_engine::fair::MatchId;
use dicehall_protocol::{LostStep, Reply, ReviewProgress, ReviewView, ReviewedSeat};

use super::*;

fn seat(luck: f64, error: f64, grade: &str) -> ReviewedSeat {
    ReviewedSeat {
        luck,
        error,
        error_se: 0.0,
        decisions: 3,
        grade: Some(grade.to_owned().try_into().unwrap()),
    }
}

/// A review in which the bot has given a draw away.
fn review(model: &Model) -> ReviewView {
    let [action, best] = ["b1", "a1"].map(|it| AnyAction::TicTacToe(it.parse().unwrap()));
    let lost = LostStep {
        step: 2,
        seat: Seat::ALL[1],
        view: model.game_match().unwrap().view.clone(),
        action,
        best,
        why: Why::Wins,
        error: 0.5,
        error_se: Some(0.0),
    };
    ReviewView {
        judged_by: None,
        nodes: 1,
        start: None,
        seats: vec![seat(-0.11, 0.0, "A+"), seat(0.11, 0.5, "E")],
        steps: Vec::new(),
        costliest: vec![lost],
        rolls: Vec::new(),
    }
}

fn accepted(reader: &Reader, reply: Reply) -> ServerMessage {
    ServerMessage::Accepted {
        id: *reader.model.pending.keys().next_back().unwrap(),
        revision: None,
        reply: Some(reply),
    }
}

#[test]
fn a_review_is_told_once_it_is_there_and_how_far_it_has_come_once_for_each_answer() {
    let mut table = Table::of(GameKind::TicTacToe, "");
    let mut model = connected();
    hear(&mut model, table.snapshot());
    while let Some(action) = table.some_action() {
        hear(&mut model, table.act(action));
    }
    let match_id = MatchId::try_from("K7WQ2-1-00c0ffee00c0ffee".to_owned()).unwrap();
    model.lobby.as_mut().unwrap().seal(&match_id, 1_800_000_000);
    let mut reader = Reader::of(model);
    let asked = reader.types("review");
    assert!(asked.contains("{\"review\":{\"match_id\""), "{asked}");
    assert!(asked.ends_with("The review waits for its turn."), "{asked}");
    let (done, steps) = (3, 9);
    let coming = Reply::Reviewing(ReviewProgress { done, steps });
    let message = accepted(&reader, coming);
    assert_eq!(reader.is_told(message), "Looked at 3 of 9 steps.");
    assert_eq!(reader.hears(), "");
    let again = update(&mut reader.model, Message::Tick { elapsed_ms: 1_000 });
    assert!(matches!(again[..], [Effect::Send(_)]), "{again:?}");
    let review = Reply::Review(review(&reader.model));
    let message = accepted(&reader, review);
    let told = reader.is_told(message);
    for expect in [
        "Aki: luck −11.0, lost by choices 0.0 points, grade A+.",
        "grade E.",
        "1. bot easy gave 50.0 points away in step 2; better: marks a1 (it wins at once), instead of marks b1.",
    ] {
        assert!(told.contains(expect), "{expect}: {told}");
    }
    assert_eq!(reader.hears(), "");
}
