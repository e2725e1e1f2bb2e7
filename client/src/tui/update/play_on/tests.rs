//! Tests of the commands that send an earlier match: each fits into a frame, and together they
//! contain all of it.

use dicehall_engine::GameKind;
use dicehall_engine::origin::ORIGIN_STEPS_MAX;
use dicehall_protocol::{ClientCommand, ClientMessage};

use super::*;
use crate::testing::{Table, frames};

/// An earlier match with so many steps; the steps of a real match are repeated until there are
/// enough.
fn origin(game: GameKind, switches: &str, steps: usize) -> Origin {
    let mut origin = frames(Table::of(game, switches), usize::MAX).course.origin;
    let all = origin.steps.clone();
    origin.steps = all.into_iter().cycle().take(steps).collect();
    origin
}

/// The earlier match that the commands contain together, and their number.
#[track_caller]
fn told(origin: &Origin) -> Option<(Origin, usize)> {
    let parts = parts(origin)?;
    let count = parts.len();
    let mut whole: Option<Origin> = None;
    for part in parts {
        let command = ClientCommand::Lobby(part.clone());
        let message = ClientMessage::Command {
            id: u64::MAX,
            command,
            commits: None,
        };
        let frame = serde_json::to_string(&message).unwrap();
        assert!(frame.len() <= FRAME_SIZE_MAX, "{} bytes", frame.len());
        match (part, &mut whole) {
            (Request::SetOrigin { origin }, None) => whole = Some(origin),
            (Request::ExtendOrigin { at, steps }, Some(whole)) => {
                assert_eq!(at, whole.steps.len());
                whole.steps.extend(steps);
            }
            (other, _) => panic!("{other:?}"),
        }
    }
    whole.map(|it| (it, count))
}

#[test]
fn a_match_is_told_in_parts_each_of_which_fits_into_a_frame() {
    for (game, switches, steps, parts) in [
        (GameKind::TicTacToe, "", 0, 1),
        (GameKind::TicTacToe, "", 5, 1),
        (GameKind::AnimalShogi, "", 300, 1),
        (GameKind::DiceOfDoom, "", 1, 1),
        (GameKind::DiceOfDoom, "", 700, 3),
        (GameKind::DiceWars, "map=atoll", 700, 3),
    ] {
        let origin = origin(game, switches, steps);
        let (told, count) = told(&origin).unwrap();
        assert_eq!(told, origin);
        assert_eq!(count, parts, "{game:?} {steps}");
    }
}

#[test]
fn what_takes_too_many_commands_is_not_told() {
    let longest = |steps| origin(GameKind::DiceOfDoom, "", steps);
    let bytes = size(&longest(ORIGIN_STEPS_MAX).steps);
    let most = bytes.div_ceil(FRAME_SIZE_MAX - FRAME_REST) + 1;
    let told = told(&longest(ORIGIN_STEPS_MAX));
    assert_eq!(told.is_some(), most <= PARTS_MAX, "{most}");
    assert_eq!(parts(&longest(10 * ORIGIN_STEPS_MAX)), None);
}
