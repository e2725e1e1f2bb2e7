//! Moving through a match that is over.

use super::*;
use crate::start::ReplayFrames;
use crate::testing::{frames, replaying, screen};
use crate::tui::model::replay::STEP_MS;

/// A match of so many steps.
fn film(steps: usize) -> ReplayFrames {
    let film = frames(Table::dealt(5), steps);
    assert_eq!(film.steps.len(), steps, "the match ended too soon");
    film
}

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
        ("<Enter><Tab>eRtcB:", 0),
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
                elapsed_ms: STEP_MS,
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
        (Some(STEP_MS), 1, 2)
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
        (Some(STEP_MS), 0, 1)
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

/// Everything that a step shows: in the wide terminal, with the log.
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
        // Every step of this match is one action, which the server counted.
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
    // A long match is made of steps that tell nothing more: only how many there are matters here.
    let padding = std::iter::repeat_n(Vec::new(), 20_000);
    let steps = short.steps.into_iter().chain(padding).collect();
    let mut model = replaying(ReplayFrames {
        opening: short.opening,
        steps,
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
