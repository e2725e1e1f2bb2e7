//! The messages about the review of a match.

use dicehall_engine::advice::review::grade::Grade;
use dicehall_engine::advice::{Attack, Gain, Value, Why};
use dicehall_engine::games::territory::Action;
use dicehall_engine::{AnyAction, Seat};

use super::super::{attack, match_id, sample, view};
use crate::{
    ClientCommand, LostStep, Reply, ReviewProgress, ReviewStep, ReviewView, ReviewedSeat, RollStep,
    ServerMessage, SessionCommand, WantedReview,
};

/// The command that asks.
pub(super) fn commands() -> Vec<(&'static str, ClientCommand)> {
    let wanted = WantedReview {
        match_id: match_id(),
        begun_at: 1_800_000_000,
    };
    vec![sample("review", SessionCommand::Review(wanted))]
}

/// The answers: how far it has come, and all of it.
pub(super) fn answers() -> Vec<(&'static str, ServerMessage)> {
    let (done, steps) = (31, 108);
    let progress = ReviewProgress { done, steps };
    vec![
        ("accepted_reviewing", accepted(Reply::Reviewing(progress))),
        ("accepted_review", accepted(Reply::Review(review()))),
        (
            "accepted_review_rolls",
            accepted(Reply::Review(with_roll())),
        ),
    ]
}

fn accepted(reply: Reply) -> ServerMessage {
    ServerMessage::Accepted {
        id: 3,
        revision: None,
        reply: Some(reply),
    }
}

fn review() -> ReviewView {
    let step = |step, luck: Option<[f64; 2]>, error| ReviewStep {
        step,
        seat: Seat::ALL[0],
        after: Some(vec![0.5613, 0.4387]),
        luck: luck.map(|it| it.to_vec()),
        error,
    };
    let steps = vec![
        step(1, None, Some(0.0275)),
        step(2, Some([0.0613, -0.0613]), None),
        ReviewStep {
            after: None,
            ..step(3, None, None)
        },
    ];
    ReviewView {
        judged_by: Some("network ordered 0f3a, looking ahead 1".to_owned()),
        nodes: 9_000,
        start: Some(vec![0.5, 0.5]),
        seats: vec![
            seat(0.0613, 0.0275, Some(grade("B+"))),
            seat(-0.0613, 0.0, None),
        ],
        steps,
        costliest: costliest(),
        rolls: Vec::new(),
    }
}

/// A review that names a roll.
fn with_roll() -> ReviewView {
    let roll = RollStep {
        step: 2,
        seat: Seat::ALL[0],
        luck: 0.0613,
    };
    ReviewView {
        costliest: Vec::new(),
        rolls: vec![roll],
        ..review()
    }
}

fn seat(luck: f64, error: f64, grade: Option<Grade>) -> ReviewedSeat {
    ReviewedSeat {
        luck,
        error,
        error_se: 0.004,
        decisions: u32::from(grade.is_some()),
        grade,
    }
}

/// A choice for each form of a reason.
fn costliest() -> Vec<LostStep> {
    let attack_of = |ends| Attack {
        chance: 0.94,
        link: [3, 5],
        ends,
        threatens: true,
    };
    let gain = Gain { placed: 7, kept: 2 };
    let reasons = [
        Why::Attacks(attack_of(Some(Seat::ALL[1]))),
        Why::Attacks(attack_of(None)),
        Why::Stops {
            gain: Some(gain),
            best: Some(0.36),
        },
        Why::Stops {
            gain: None,
            best: None,
        },
        Why::Prevents {
            losing: 3,
            others: 4,
        },
        Why::Solved(Value::Win(5)),
        Why::Solved(Value::Draw),
        Why::Solved(Value::Loss(8)),
        Why::Only,
        Why::Wins,
        Why::Draws,
        Why::Judged,
    ];
    let choice = |why| LostStep {
        step: 1,
        seat: Seat::ALL[0],
        view: view(),
        action: attack(),
        best: AnyAction::DiceOfDoom(Action::Pass),
        why,
        error: 0.0275,
        error_se: matches!(why, Why::Judged).then_some(0.004),
    };
    reasons.into_iter().map(choice).collect()
}

fn grade(letter: &str) -> Grade {
    letter.to_owned().try_into().unwrap()
}
