//! Tests of a match: the cursor, attacks, the end of a turn, typed commands, the mouse.

use dicehall_engine::{AnyView, GameKind};

use super::*;
use crate::games::words;

#[test]
fn a_source_is_taken_and_its_target_attacked() {
    let mut model = playing();
    check(&mut model, ":b3<Enter><Enter>", &[]);
    assert_eq!(at(&model), (19, Some(13)), "on the best target");
    check(
        &mut model,
        "<Right><Enter>",
        &[r#"{"act":{"ply":0,"action":{"game":"dice-of-doom","action":[13,20]}}}"#],
    );
    check(&mut model, "<Enter>e<Tab>", &[]);
    assert!(
        !model.game_match().unwrap().may_choose(),
        "one action at a time"
    );
}

#[test]
fn what_cannot_attack_is_no_source() {
    let mut model = playing();
    check(&mut model, ":b1<Enter><Enter>", &[]);
    assert_eq!(at(&model), (1, None));
    assert!(model.notice.is_some());
    check(&mut model, ":b3<Enter><Enter>:f6<Enter><Enter>", &[]);
    assert_eq!(at(&model), (35, Some(13)));
    check(&mut model, "<Esc>", &[]);
    assert_eq!(at(&model), (35, None));
}

#[test]
fn keys_move_over_the_hexes() {
    let moves = |from: &str, pressed: &str| {
        let mut model = playing();
        keys(&mut model, &format!(":{from}<Enter>{pressed}"));
        let game_match = model.game_match().unwrap();
        game_match.name(game_match.cursor)
    };
    for (pressed, expect) in [
        ("h", "b3"),
        ("<Left>", "b3"),
        ("l", "d3"),
        ("<Right>", "d3"),
        ("y", "b2"),
        ("u", "c2"),
        ("b", "c4"),
        ("n", "d4"),
    ] {
        assert_eq!(moves("c3", pressed), expect, "{pressed}");
    }
    assert_eq!(
        moves("c3", "<Up><Up>"),
        "b1",
        "up goes right and left by turns"
    );
    assert_eq!(
        moves("c5", "<Up><Up><Down><Down>"),
        "c5",
        "down is the way back"
    );
    assert_eq!(moves("a1", "<Left>"), "a1", "the board ends");
    assert_eq!(moves("a2", "k"), "a1");
}

#[test]
fn tab_goes_from_the_best_attack_to_the_worst_and_around() {
    let mut model = playing();
    let tour = |model: &mut Model, key: &str, count: usize| -> Vec<(u8, Option<u8>)> {
        let presses = 0..count;
        presses
            .map(|_| {
                keys(model, key);
                at(model)
            })
            .collect()
    };
    let best: Vec<(u8, Option<u8>)> = {
        let moves = model.game_match().unwrap().best_first();
        moves.iter().map(|it| (it.to.0, Some(it.from.0))).collect()
    };
    let count = best.len();
    assert_eq!(tour(&mut model, "<Tab>", count), best);
    assert_eq!(tour(&mut model, "<Tab>", 1), best[..1], "around");
    assert_eq!(tour(&mut model, "<BackTab>", 1), best[count - 1..]);
    keys(&mut model, "<Esc>:b3<Enter><Enter>");
    let of_b3: Vec<_> = best.into_iter().filter(|it| it.1 == Some(13)).collect();
    assert_eq!(at(&model), of_b3[0], "the best target");
    assert_eq!(tour(&mut model, "<Tab>", 2), of_b3[1..3]);
    assert_eq!(tour(&mut model, "<Tab>", 1), of_b3[..1], "of b3 alone");
}

#[test]
fn what_wins_often_and_joins_regions_comes_before_what_seldom_wins() {
    let mut model = playing();
    let choices = model.game_match_mut().unwrap().choices.as_mut().unwrap();
    choices.all.retain(|it| it.odds.is_some());
    let offers = [(0.04, 9), (0.99, 2), (0.9, 8), (0.5, 2)];
    choices.all.truncate(offers.len());
    for (choice, (odds, link)) in choices.all.iter_mut().zip(offers) {
        choice.odds = Some(odds);
        choice.link = Some(link);
    }
    let moves = model.game_match().unwrap().best_first();
    let odds: Vec<Option<f64>> = moves.iter().map(|it| it.odds).collect();
    assert_eq!(odds, [0.9, 0.99, 0.5, 0.04].map(Some));
}

#[test]
fn from_the_turn_to_the_best_attack_it_takes_two_keys() {
    let best = |model: &Model| {
        let best = model.game_match().unwrap().best_first()[0];
        format!(
            r#"{{"act":{{"ply":0,"action":{{"game":"dice-of-doom","action":[{},{}]}}}}}}"#,
            best.from.0, best.to.0
        )
    };
    for pressed in ["<Tab><Enter>", "<Enter><Enter>"] {
        let mut model = playing();
        let expect = best(&model);
        check(&mut model, pressed, &[&expect]);
    }
}

#[test]
fn a_turn_begins_where_something_can_be_chosen() {
    let model = playing();
    let game_match = model.game_match().unwrap();
    assert_eq!(game_match.cursor, game_match.best_first()[0].from);
    let mut moved = playing();
    keys(&mut moved, ":b1<Enter>");
    let table = Table::with_board(6, crate::testing::BOARD_6);
    hear(&mut moved, table.choices());
    assert_eq!(at(&moved), (1, None), "later it stays where it is");
}

#[test]
fn the_line_below_the_board_knows_that_what_is_chosen_has_targets() {
    let mut model = playing();
    keys(&mut model, ":b3<Enter><Enter>:b3<Enter>");
    let screen = crate::testing::screen(&mut model, 80, 24);
    assert!(screen.contains("b3  attacks from here"), "{screen}");
}

/// Marks the turn as begun, so that its end is not asked about.
fn opened(model: &mut Model) {
    let AnyView::DiceOfDoom(view) = &mut model.game_match_mut().unwrap().view else {
        panic!("another game")
    };
    view.opening = false;
}

#[test]
fn ending_a_turn_asks_only_when_there_is_something_to_lose() {
    let pass = r#"{"act":{"ply":0,"action":{"game":"dice-of-doom","action":"pass"}}}"#;
    let mut unused = playing();
    check(&mut unused, "e", &[]);
    assert_eq!(unused.popups, [Popup::Confirm(Question::EndUnused)]);
    check(&mut unused, "n", &[]);
    check(&mut unused, "ey", &[pass]);

    let mut good = playing();
    opened(&mut good);
    check(&mut good, "e", &[]);
    assert_eq!(good.popups, [Popup::Confirm(Question::EndWithGoodAttacks)]);

    let mut bad = playing();
    opened(&mut bad);
    let game_match = bad.game_match_mut().unwrap();
    for choice in &mut game_match.choices.as_mut().unwrap().all {
        choice.odds = choice.odds.map(|_| 0.49);
    }
    check(&mut bad, "e", &[pass]);

    let mut nothing = playing();
    let choices: &mut Choices = nothing.game_match_mut().unwrap().choices.as_mut().unwrap();
    choices.all.retain(|it| it.odds.is_none());
    check(&mut nothing, "e", &[pass]);

    let mut compelled = playing();
    let choices = compelled
        .game_match_mut()
        .unwrap()
        .choices
        .as_mut()
        .unwrap();
    choices.all.retain(|it| it.odds.is_some());
    check(&mut compelled, "e", &[]);
    assert!(compelled.popups.is_empty() && compelled.notice.is_some());

    check(&mut playing(), ":end<Enter>", &[pass]);
}

#[test]
fn typed_commands() {
    let act = r#"{"act":{"ply":0,"action":{"game":"dice-of-doom","action":[13,20]}}}"#;
    for typed in ["b3c4", "b3 c4", "B3-C4", "b3>c4"] {
        check(&mut playing(), &format!(":{typed}<Enter>"), &[act]);
    }
    check(&mut playing(), ":b3b1<Enter>", &[]);
    check(&mut playing(), ":z9<Enter>", &[]);
    check(&mut playing(), ":<Enter>", &[]);
    check(&mut playing(), ":quit<Enter>y", &["Quit"]);
    check(&mut playing(), ":resign<Enter>y", &[r#""resign""#]);
    check(
        &mut playing(),
        ":say hi<Enter>",
        &[r#"{"chat":{"text":"hi"}}"#],
    );
    check(
        &mut playing(),
        ":phrase 2<Enter>",
        &[r#"{"chat":{"text":"Well played!"}}"#],
    );
    let mut asked = playing();
    check(&mut asked, ":phrase 7<Enter>", &[]);
    let Some(Popup::Card { text, .. }) = asked.popups.last() else {
        panic!("no list of phrases: {:?}", asked.popups)
    };
    assert!(text.starts_with("1 Good luck, have fun!  2 Well"), "{text}");
    check(&mut playing(), ":rematch<Enter>", &[]);
    check(
        &mut in_lobby(),
        ":bot 2 easy<Enter>",
        &[r#"{"seat_bot":{"seat":1,"bot":"random"}}"#],
    );
    check(&mut in_lobby(), ":bot 3 easy<Enter>", &[]);
    check(&mut in_lobby(), ":bot 2 clever<Enter>", &[]);
    check(
        &mut in_lobby(),
        ":sit 4<Enter>",
        &[r#"{"take_seat":{"seat":3}}"#],
    );
    check(&mut in_lobby(), ":sit 5<Enter>", &[]);
    check(
        &mut in_lobby(),
        ":kick bo<Enter>",
        &[r#"{"kick":{"player":2}}"#],
    );
    check(&mut in_lobby(), ":kick nobody<Enter>", &[]);
    check(&mut in_lobby(), ":pace 6000<Enter>", &[]);
    check(&mut in_lobby(), ":dance<Enter>", &[]);
    let mut zoomed = playing();
    keys(&mut zoomed, ":zoom s<Enter>");
    assert_eq!(zoomed.zoom, Some(Scale::Small));
    let mut rules = in_lobby();
    let effects = keys(&mut rules, ":rules preset=book,size=4<Enter>");
    let sent = short(&effects[0]);
    assert!(
        sent.contains(r#""size":4"#) && sent.contains(r#""stuck":"ends""#),
        "{sent}"
    );
    keys(&mut rules, ":rules size=99<Enter>");
    assert!(
        rules
            .notice
            .as_ref()
            .is_some_and(|it| it.text.contains("2 to 8")),
        "{:?}",
        rules.notice
    );
}

#[test]
fn every_typed_command_of_the_help_is_known() {
    let of_games = GameKind::ALL
        .iter()
        .flat_map(|game| words(*game).typed.iter().map(move |it| (*game, it.0)));
    let in_all = crate::tui::keymap::help::TYPED
        .iter()
        .map(|it| (GameKind::DiceOfDoom, it.0));
    let examples = of_games
        .chain(in_all)
        .flat_map(|(game, words)| words.split(", ").map(move |it| (game, it)));
    for (game, example) in examples {
        let typed = example
            .replace("TEXT", "hi")
            .replace("s|m|l|auto", "m")
            .replace(" [1-4]", " 1");
        let typed = typed.replace("NAME", "Bo");
        let mut model = joined(&Table::of(game, ""));
        keys(&mut model, &format!(":{typed}<Enter>"));
        let unknown = model
            .notice
            .is_some_and(|it| it.text.contains("there is no command"));
        assert!(!unknown, "{typed}");
    }
}

#[test]
fn quitting_asks_while_a_match_runs_and_twice_is_an_answer() {
    check(&mut playing(), "\u{3}", &[]);
    check(&mut playing(), "\u{3}n", &[]);
    check(&mut playing(), "\u{3}y", &["Quit"]);
    let control_c = || Message::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let mut model = playing();
    keys(&mut model, "tabc");
    assert_eq!(update(&mut model, control_c()), []);
    assert_eq!(update(&mut model, control_c()), [Effect::Quit]);
    assert_eq!(update(&mut in_lobby(), control_c()), [Effect::Quit]);
}

#[test]
fn only_presses_and_repeats_count() {
    let key = |kind| {
        Message::Key(KeyEvent::new_with_kind(
            KeyCode::Char('l'),
            KeyModifiers::NONE,
            kind,
        ))
    };
    let mut model = playing();
    keys(&mut model, ":a1<Enter>");
    for (kind, expect) in [
        (KeyEventKind::Press, 1),
        (KeyEventKind::Release, 1),
        (KeyEventKind::Repeat, 2),
    ] {
        update(&mut model, key(kind));
        assert_eq!(at(&model).0, expect, "{kind:?}");
    }
}

#[test]
fn in_a_terminal_that_is_too_small_only_the_way_out_is_open() {
    let mut model = playing();
    keys(&mut model, ":b3<Enter>");
    model.size = ratatui::layout::Size::new(20, 5);
    check(&mut model, "<Enter>e", &[]);
    assert_eq!(at(&model), (13, None));
    check(&mut model, "\u{3}", &[]);
    assert!(crate::testing::screen(&mut model, 20, 5).contains("quit? y or n"));
    check(&mut model, "ny", &[]);
    check(&mut model, "\u{3}y", &["Quit"]);
}

#[test]
fn the_mouse_selects_attacks_points_and_scrolls() {
    let mut model = playing();
    draw(&mut model);
    let mouse = |model: &mut Model, kind, index| {
        let place = model.hits.middle(Hit::Place(Place(index))).unwrap();
        let event = MouseEvent {
            kind,
            column: place.x,
            row: place.y,
            modifiers: KeyModifiers::NONE,
        };
        let effects = update(model, Message::Mouse(event));
        draw(model);
        effects
    };
    let click = MouseEventKind::Down(MouseButton::Left);
    mouse(&mut model, MouseEventKind::Moved, 30);
    assert_eq!(at(&model), (30, None));
    mouse(&mut model, click, 13);
    assert_eq!(at(&model), (13, Some(13)));
    mouse(&mut model, click, 35);
    assert_eq!(at(&model), (35, None), "a click elsewhere lets go");
    mouse(&mut model, click, 13);
    let effects = mouse(&mut model, click, 20);
    assert_eq!(effects.iter().map(short).collect::<Vec<_>>().len(), 1);
}

#[test]
fn the_wheel_scrolls_the_log_and_hints_can_be_clicked() {
    let (mut model, _) = played(12);
    // Where the dice take the room of the log, it stands below the board.
    model.size = (120, 40).into();
    draw(&mut model);
    let place = model.hits.middle(Hit::Log).unwrap();
    let wheel = |kind| {
        Message::Mouse(MouseEvent {
            kind,
            column: place.x,
            row: place.y,
            modifiers: KeyModifiers::NONE,
        })
    };
    update(&mut model, wheel(MouseEventKind::ScrollDown));
    assert_eq!(model.game_match().unwrap().log_scroll, 3);
    update(&mut model, wheel(MouseEventKind::ScrollUp));
    assert_eq!(model.game_match().unwrap().log_scroll, 0);
    let help = model.hits.middle(Hit::Key('?')).unwrap();
    let kind = MouseEventKind::Down(MouseButton::Left);
    let click = MouseEvent {
        kind,
        column: help.x,
        row: help.y,
        modifiers: KeyModifiers::NONE,
    };
    update(&mut model, Message::Mouse(click));
    assert!(matches!(
        model.popups.last(),
        Some(Popup::Help {
            page: HelpPage::Rules,
            ..
        })
    ));
}

#[test]
fn spectators_of_a_match_can_look_around_and_nothing_else() {
    let table = Table::dealt(5);
    let mut model = connected();
    let ServerMessage::Snapshot {
        revision,
        lobby,
        game_match,
        ..
    } = table.snapshot()
    else {
        panic!()
    };
    hear(
        &mut model,
        ServerMessage::Snapshot {
            revision,
            you: MEI,
            lobby,
            game_match,
            agreement: None,
        },
    );
    check(&mut model, "<Left><Enter>e<Tab>R", &[]);
    assert!(model.popups.is_empty());
    check(&mut model, "\u{3}", &["Quit"]);
}
