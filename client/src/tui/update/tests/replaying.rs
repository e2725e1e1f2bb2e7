//! Tests of replays: moving through the steps.

use super::*;
use crate::games;
use crate::start::ReplayFrames;
use crate::testing::{frames, replaying, screen};
use crate::tui::keymap::KeyAction;
use crate::tui::model::replay::Seek;

/// The frames of a match with so many steps.
fn film(steps: usize) -> ReplayFrames {
    let film = frames(Table::dealt(5), steps);
    assert_eq!(film.steps.len(), steps, "the match ended too soon");
    film
}

/// The time for which a step is shown at the usual speed, in milliseconds.
const USUAL_MS: u64 = 500;

fn shown(model: &Model) -> usize {
    model.replay.as_ref().unwrap().shown()
}

#[test]
fn every_key_goes_where_the_table_says() {
    let mut model = replaying(film(25));
    for (pressed, step) in [
        ("", 0),
        ("<Right>", 1),
        ("ll", 3),
        ("<Left>", 2),
        ("hhhh", 0),
        ("<PgDn>", 10),
        ("<PgDn><Right>", 21),
        ("<PgDn>", 25),
        ("<Right>", 25),
        ("<PgUp>", 15),
        ("<PgUp><PgUp>", 0),
        ("<End>", 25),
        ("<Home>", 0),
        ("G", 25),
        ("g", 0),
        ("<Enter><Tab>eRtcB", 0),
    ] {
        check(&mut model, pressed, &[]);
        assert_eq!(shown(&model), step, "{pressed}");
        assert!(
            model.prompt.is_none() && model.popups.is_empty(),
            "{pressed} opens something"
        );
    }
    for pressed in ["q", "<Esc>"] {
        assert_eq!(keys(&mut model, pressed), [Effect::Quit], "{pressed}");
    }
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(update(&mut model, Message::Key(control_c)), [Effect::Quit]);
}

#[test]
fn help_and_log_open_over_the_board_and_close_again() {
    let mut model = replaying(film(5));
    check(&mut model, "l?", &[]);
    let help = screen(&mut model, 80, 24);
    assert!(
        help.contains("ten steps back") && !help.contains("Typed commands"),
        "{help}"
    );
    check(&mut model, "<Esc>L", &[]);
    assert!(matches!(model.popups.as_slice(), [Popup::Log { .. }]));
    check(&mut model, "<Esc>l", &[]);
    assert!(model.popups.is_empty() && shown(&model) == 2);
}

#[test]
fn time_shows_the_next_step_while_it_plays_and_a_key_stops_it() {
    let mut model = replaying(film(4));
    let tick = |model: &mut Model| {
        update(
            model,
            Message::Tick {
                elapsed_ms: USUAL_MS,
            },
        );
        shown(model)
    };
    assert_eq!(
        (model.tick_ms(), tick(&mut model)),
        (None, 0),
        "it stands still"
    );
    keys(&mut model, " ");
    assert_eq!(
        (model.tick_ms(), tick(&mut model), tick(&mut model)),
        (Some(USUAL_MS), 1, 2)
    );
    assert!(screen(&mut model, 80, 24).contains("Space  pause"));
    keys(&mut model, " ");
    assert_eq!(
        (model.tick_ms(), tick(&mut model)),
        (None, 2),
        "it was paused"
    );
    keys(&mut model, " <Left>");
    assert_eq!(
        (model.tick_ms(), tick(&mut model)),
        (None, 1),
        "somebody looks at a step"
    );
    keys(&mut model, " ");
    assert_eq!(
        [tick(&mut model), tick(&mut model), tick(&mut model)],
        [2, 3, 4]
    );
    assert_eq!(
        (model.tick_ms(), tick(&mut model)),
        (None, 4),
        "it has come to its end"
    );
    keys(&mut model, " ");
    assert_eq!(
        (model.tick_ms(), shown(&model), tick(&mut model)),
        (Some(USUAL_MS), 0, 1)
    );
}

#[test]
fn help_stays_open_while_the_match_ends_behind_it() {
    let film = frames(Table::of(dicehall_engine::GameKind::TicTacToe, ""), 9);
    let last = film.steps.len();
    let mut model = replaying(film);
    keys(&mut model, "?");
    for _ in 0..last {
        keys(&mut model, "<Esc>l?");
    }
    assert_eq!(shown(&model), last);
    assert!(
        model.game_match().unwrap().outcome.is_some(),
        "the match is not over"
    );
    assert!(
        matches!(model.popups.as_slice(), [Popup::Help { .. }]),
        "{:?}",
        model.popups
    );
    keys(&mut model, "<Esc>");
    assert!(
        model.popups.is_empty(),
        "the summary of a match that just ended lies over the board"
    );
}

/// The whole screen of a step in a wide terminal, with the log.
fn picture(model: &mut Model) -> String {
    screen(model, 120, 40)
}

#[test]
fn whichever_way_a_step_is_reached_it_looks_the_same() {
    let seed = std::env::var("DICEHALL_SEED")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(20_261_121);
    println!("DICEHALL_SEED={seed}");
    let mut model = replaying(film(70));
    let mut pictures = vec![picture(&mut model)];
    for _ in 0..70 {
        keys(&mut model, "l");
        // Each step of this match is one action, and the server counted the actions.
        let actions = usize::try_from(model.game_match().unwrap().ply.0).unwrap();
        assert_eq!(actions, shown(&model), "another step is shown");
        pictures.push(picture(&mut model));
    }
    for at in (0..70).rev() {
        keys(&mut model, "h");
        assert_eq!(
            picture(&mut model),
            pictures[at],
            "step {at}, from the one after it"
        );
    }
    let mut dice = SeededDice::new(seed);
    for _ in 0..60 {
        let key = ["h", "l", "<PgUp>", "<PgDn>", "g", "G"][usize::try_from(dice.below(6)).unwrap()];
        keys(&mut model, key);
        let at = shown(&model);
        assert_eq!(picture(&mut model), pictures[at], "step {at}, by {key}");
    }
}

#[test]
fn a_long_match_keeps_few_tables_and_goes_back_in_few_steps() {
    let short = film(40);
    // The match is made long by steps without events, since only their number matters here.
    let padding = std::iter::repeat_n(Vec::new(), 20_000);
    let steps = short.steps.into_iter().chain(padding).collect();
    let mut model = replaying(ReplayFrames {
        opening: short.opening,
        steps,
        course: short.course,
    });
    keys(&mut model, "G");
    assert_eq!(shown(&model), 20_040);
    let mut replay = model.replay.take().unwrap();
    assert!(
        (32..=65).contains(&replay.kept()),
        "{} tables are kept",
        replay.kept()
    );
    for wanted in [20_039, 12_345, 313, 312, 40, 1, 0] {
        replay.rewind(wanted);
        let told_again = wanted - replay.shown();
        assert!(
            told_again <= 20_040 / 60,
            "{told_again} steps are told again for {wanted}"
        );
    }
}

/// The steps at which turns and rounds begin, found by going step by step.
fn beginnings(model: &mut Model) -> [Vec<usize>; 2] {
    let now = |model: &Model| {
        let game_match = model.game_match().unwrap();
        let round = games::round(&game_match.view);
        (game_match.to_move, round)
    };
    keys(model, "g");
    let (mut turns, mut rounds) = (Vec::new(), Vec::new());
    let mut before = now(model);
    for step in 1..=model.replay.as_ref().unwrap().last() {
        keys(model, "l");
        let after = now(model);
        if after.0 != before.0 {
            turns.push(step);
            let first = after.1.is_none() && after.0 == Some(Seat::ALL[0]);
            if first || after.1 != before.1 {
                rounds.push(step);
            }
        }
        before = after;
    }
    [turns, rounds]
}

#[test]
fn turns_and_rounds_are_jumped_to_from_every_step() {
    for table in [
        Table::dealt(4),
        Table::of(dicehall_engine::GameKind::DiceWars, ""),
        Table::of(dicehall_engine::GameKind::AnimalShogi, ""),
        Table::of(dicehall_engine::GameKind::TicTacToe, ""),
    ] {
        let mut model = replaying(frames(table, 60));
        let [turns, rounds] = beginnings(&mut model);
        let last = model.replay.as_ref().unwrap().last();
        assert!(turns.len() > 3 && rounds.len() > 1, "{turns:?} {rounds:?}");
        for from in (0..=last).step_by(3) {
            for (back, on, beginnings) in [("[", "]", &turns), ("{", "}", &rounds)] {
                let jump = |model: &mut Model, key: &str| {
                    keys::act::run(model, KeyAction::Seek(Seek::Step(from)));
                    keys(model, key);
                    shown(model)
                };
                let before = beginnings.iter().rev().find(|it| **it < from);
                let after = beginnings.iter().find(|it| **it > from);
                assert_eq!(jump(&mut model, back), before.copied().unwrap_or(0));
                assert_eq!(jump(&mut model, on), after.copied().unwrap_or(last));
            }
        }
    }
}

#[test]
fn it_plays_as_fast_as_somebody_likes() {
    let mut model = replaying(film(4));
    keys(&mut model, " ");
    for (key, told, ms) in [
        (">", "4 steps a second", 250),
        (".", "10 steps a second", 100),
        (">", "10 steps a second", 100),
        ("<", "4 steps a second", 250),
        (",,,", "one step a second", 1_000),
    ] {
        keys(&mut model, key);
        assert_eq!(model.tick_ms(), Some(ms), "{key}");
        assert!(screen(&mut model, 80, 24).contains(told), "{key}");
    }
}

#[test]
fn a_click_on_the_bar_shows_the_step_that_it_stands_for() {
    let mut model = replaying(film(25));
    let click = |model: &mut Model, column: u16, row: u16| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        let event = MouseEvent {
            kind,
            column,
            row,
            modifiers,
        };
        update(model, Message::Mouse(event));
        shown(model)
    };
    draw(&mut model);
    let line = screen(&mut model, 80, 24);
    let line = line
        .lines()
        .find(|it| it.contains("step  0 of 25"))
        .unwrap();
    let first = line.chars().position(|it| "▄▁".contains(it)).unwrap();
    let first = u16::try_from(first).unwrap();
    assert_eq!(line.chars().filter(|it| "▄▁".contains(*it)).count(), 16);
    assert_eq!(click(&mut model, first + 15, 23), 25);
    assert_eq!(click(&mut model, first, 23), 0);
    let middle = click(&mut model, first + 8, 23);
    assert!((12..=15).contains(&middle), "{middle}");
    assert!(!model.replay.as_ref().unwrap().plays);
    assert!(screen(&mut model, 40, 12).contains("step 14 of 25"));
}

#[test]
fn luck_is_shown_as_far_as_it_was_rolled() {
    let mut model = replaying(film(25));
    keys(&mut model, "<PgDn>i");
    let then = screen(&mut model, 120, 40);
    assert!(then.contains("ATTACKS WON"), "{then}");
    keys(&mut model, "<PgDn>");
    assert_ne!(screen(&mut model, 120, 40), then);
    keys(&mut model, "<PgUp>");
    assert_eq!(screen(&mut model, 120, 40), then, "it goes back as well");
    keys(&mut model, "i");
    assert!(!screen(&mut model, 120, 40).contains("ATTACKS WON"));
}
