//! Tests of the command palette, the person's own keys, the jump labels, and the right button of
//! the mouse.

use super::*;
use crate::tui::keymap::palette::{chosen, found};
use crate::tui::keymap::{Context, KeyAction, jump, remap};
use crate::tui::model::popup::PromptKind;

/// The entries found for a text, the best first, with `>` before the one that Enter takes; at most
/// `most` lines.
fn listed(model: &mut Model, text: &str, most: usize) -> String {
    keys(model, &format!(":{text}"));
    let at = chosen(model);
    let lines = found(model).into_iter().enumerate().take(most);
    let lines = lines.map(|(row, it)| {
        let sign = if at == Some(row) { ">" } else { " " };
        format!("{sign} {} | {}", it.name, it.says)
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn at_the_mouse(model: &mut Model, kind: MouseEventKind, (column, row): (u16, u16)) {
    let modifiers = KeyModifiers::NONE;
    update(
        model,
        Message::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers,
        }),
    );
}

fn in_lobby_with(pressed: &str) -> Model {
    let mut model = in_lobby();
    keys(&mut model, pressed);
    model
}

#[test]
fn a_few_letters_find_what_can_be_done() {
    let best = |model: &mut Model, text: &str| listed(model, text, 1);
    assert_eq!(
        best(&mut playing(), "resi"),
        "> R, :resign | resign from the match"
    );
    assert_eq!(best(&mut playing(), "larg"), "> +, = | a larger board");
    assert_eq!(best(&mut playing(), "whole log"), "> L | the whole log");
    assert_eq!(
        best(&mut home(), "lan"),
        "> l | show what is hosted on the LAN"
    );
    assert_eq!(
        best(&mut in_lobby(), "change the ru"),
        "> c | change the rules (host)"
    );
    assert_eq!(
        best(&mut in_lobby(), "well pl"),
        "> phrase 2 | say: Well played!"
    );
    assert_eq!(
        best(&mut playing(), "R"),
        "> R, :resign | resign from the match"
    );
    assert_eq!(
        best(&mut playing(), "endtrn"),
        "> e, :end | end the turn and get your dice"
    );
    assert_eq!(best(&mut playing(), "xyzzy"), "");
    // Letters that are scattered over a sentence do not match it.
    for scattered in ["eiot", "eifm", "nomt", "aeoh"] {
        assert_eq!(best(&mut playing(), scattered), "", "{scattered}");
    }
}

#[test]
fn a_place_that_is_mistyped_is_told_and_opens_nothing() {
    for text in ["b9", "b1c9", "l1", "z9 a1", "lob1"] {
        let mut model = playing();
        keys(&mut model, &format!(":{text}"));
        assert_eq!(chosen(&model), None, "{text}");
        keys(&mut model, "<Enter>");
        let told = model.notice.as_ref().map(|it| it.text.as_str());
        assert!(
            told.is_some_and(|it| it.contains("no command")),
            "{text}: {told:?}"
        );
        assert!(model.popups.is_empty() && model.screen == Screen::Match);
    }
}

#[test]
fn only_what_can_be_done_now_is_found() {
    let has = |model: &mut Model, says: &str| {
        keys(model, ":");
        found(model).iter().any(|it| it.says.contains(says))
    };
    assert!(has(&mut playing(), "end the turn"));
    assert!(!has(&mut home(), "end the turn"));
    assert!(!has(&mut playing(), "start the match"));
    assert!(has(&mut in_lobby(), "change the rules (host)"));
    let mut guest = in_lobby();
    guest.lobby.as_mut().unwrap().view.host = Some(BO);
    assert!(!has(&mut guest, "(host)"));
    // The search in the help finds everything that the help lists, possible or not.
    let mut guest = in_lobby();
    guest.lobby.as_mut().unwrap().view.host = Some(BO);
    keys(&mut guest, "?/");
    assert!(found(&guest).iter().any(|it| it.says.contains("(host)")));
}

#[test]
fn enter_does_what_is_marked_and_runs_what_is_a_command_as_typed() {
    check(&mut playing(), ":resig<Enter>y", &[r#""resign""#]);
    check(&mut playing(), ":resign<Enter>y", &[r#""resign""#]);
    check(&mut playing(), ":<Enter>", &[]);
    check(
        &mut in_lobby(),
        ":well pl<Enter>",
        &[r#"{"chat":{"text":"Well played!"}}"#],
    );
    // A command is run even if other entries match it.
    let mut typed = in_lobby();
    keys(&mut typed, ":kick bo");
    assert_eq!(chosen(&typed), None);
    check(&mut typed, "<Enter>", &[r#"{"kick":{"player":2}}"#]);
    let about = found(&in_lobby_with(":kick bo"));
    assert_eq!(about.first().map(|it| it.name.as_str()), Some(":kick NAME"));
    // A command that needs more words goes into the prompt.
    let mut on = in_lobby();
    check(&mut on, ":how long bots<Enter>", &[]);
    let prompt = on.prompt.as_ref().unwrap();
    assert_eq!(
        (prompt.kind, prompt.input.value()),
        (PromptKind::Typed, "pace ")
    );
    // The arrow keys choose a row, whatever is typed.
    let mut down = home();
    keys(&mut down, ":host<Down>");
    let row = chosen(&down).unwrap();
    assert_eq!(row, 1);
    keys(&mut down, "<Up><Up>");
    assert_eq!(chosen(&down).unwrap(), found(&down).len() - 1);
    keys(&mut down, "s");
    assert_eq!(chosen(&down), Some(0), "another text, another choice");
}

#[test]
fn nothing_is_found_is_told_as_an_unknown_command() {
    let mut model = playing();
    check(&mut model, ":xyzzy<Enter>", &[]);
    let notice = model.notice.unwrap();
    assert!(
        notice.bad && notice.text.contains("no command xyzzy"),
        "{notice:?}"
    );
    let mut model = playing();
    check(&mut model, "?/xyzzy<Enter>", &[]);
    assert!(model.notice.is_some_and(|it| it.bad));
}

#[test]
fn the_help_is_searched_and_does_what_is_found() {
    let mut model = playing();
    check(&mut model, "?/resig<Enter>", &[]);
    assert_eq!(model.popups, [Popup::Confirm(Question::Resign)]);
    let mut model = playing();
    check(&mut model, "?/<Esc>", &[]);
    let help = matches!(model.popups.last(), Some(Popup::Help { .. }));
    assert!(help && model.prompt.is_none(), "{:?}", model.popups);
}

#[test]
fn a_click_does_what_is_on_the_row_and_the_wheel_chooses() {
    let mut model = playing();
    keys(&mut model, ":resig");
    draw(&mut model);
    let row = model.hits.middle(Hit::Row(0)).unwrap();
    let left = MouseEventKind::Down(MouseButton::Left);
    at_the_mouse(&mut model, left, (row.x, row.y));
    assert_eq!(model.popups, [Popup::Confirm(Question::Resign)]);
    let mut model = playing();
    keys(&mut model, ":");
    at_the_mouse(&mut model, MouseEventKind::ScrollDown, (40, 12));
    at_the_mouse(&mut model, MouseEventKind::ScrollDown, (40, 12));
    assert_eq!(chosen(&model), Some(1));
}

#[test]
fn keys_of_ones_own_work_and_stand_in_hints_and_help() {
    let mut model = playing();
    let table = "[match]\nlog = \"F2\"\nchat = \"x\"\nhelp = \"!\""
        .parse()
        .unwrap();
    let (changes, warnings) = remap::read(&table);
    assert_eq!(warnings, [""; 0]);
    model.keys = changes;
    let screen = crate::testing::screen(&mut model, 120, 40);
    let hints = screen.lines().last().unwrap();
    assert!(hints.ends_with("!  help"), "{hints}");
    check(&mut model, "t", &[]);
    assert_eq!(model.prompt.as_ref().map(|it| it.kind), None);
    check(&mut model, "x", &[]);
    assert_eq!(
        model.prompt.take().map(|it| it.kind),
        Some(PromptKind::Chat)
    );
    check(&mut model, "?", &[]);
    assert_eq!(model.popups, []);
    check(&mut model, "!<Right><Right>", &[]);
    let screen = crate::testing::screen(&mut model, 120, 60);
    let line = |says: &str| {
        let found = screen.lines().find(|it| it.contains(says));
        found.unwrap_or_default().to_owned()
    };
    assert!(line("the whole log").contains("F2"), "{screen}");
    assert!(
        line("say something to everyone").contains("x  "),
        "{screen}"
    );
}

#[test]
fn sentences_name_the_keys_that_the_person_has() {
    let mut model = playing();
    let table =
        "[match]\nend-turn = \"x\"\nhint = \"F3\"\n[lobby]\nchat = \"F4\"\nsettings = \"z\""
            .parse()
            .unwrap();
    let (changes, warnings) = remap::read(&table);
    assert_eq!(warnings, [""; 0]);
    model.keys = changes.clone();
    model
        .game_match_mut()
        .unwrap()
        .choices
        .as_mut()
        .unwrap()
        .all
        .clear();
    keys(&mut model, "<Tab>");
    let told = |model: &Model| model.notice.as_ref().unwrap().text.clone();
    assert_eq!(told(&model), "nothing is left to attack: x ends the turn");
    keys(&mut model, ":hints on<Enter>");
    assert_eq!(told(&model), "hints are on: F3 asks the expert");
    let mut lobby = in_lobby();
    lobby.keys = changes;
    let shown = crate::testing::screen(&mut lobby, 120, 40);
    let is_told = shown.contains("z changes") && shown.contains("F4 to write");
    assert!(is_told, "{shown}");
}

#[test]
fn every_action_has_one_line_in_each_place_so_that_its_name_is_enough() {
    for (place, context) in remap::CONTEXTS {
        let free = remap::here(context).filter(|(_, it)| remap::is_free(it));
        let mut names: Vec<String> = free.map(|(_, it)| remap::action_name(it.action)).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{place}: {names:?}");
    }
    let changes = remap::read(&"[card]\nback = \"c\"".parse().unwrap()).0;
    let event = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::NONE);
    let found = crate::tui::keymap::find(&changes, Context::Card, &event);
    assert_eq!(found, Some(KeyAction::Back));
}

#[test]
fn a_label_jumps_to_its_place_and_chooses() {
    let mut model = playing();
    check(&mut model, "f", &[]);
    let labels = jump::labels(&model);
    let places: Vec<Place> = labels.iter().map(|it| it.0).collect();
    assert_eq!(places, model.game_match().unwrap().stops());
    let (from, label) = labels.last().unwrap().clone();
    check(&mut model, &label, &[]);
    let game_match = model.game_match().unwrap();
    assert_eq!(
        (game_match.source, model.jump.as_deref()),
        (Some(from), None)
    );
    // With a source chosen, the labels are on its targets, and typing a label attacks.
    check(&mut model, "f", &[]);
    let (to, label) = jump::labels(&model)[0].clone();
    let act = format!(
        r#"{{"act":{{"ply":0,"action":{{"game":"dice-of-doom","action":[{},{}]}}}}}}"#,
        from.0, to.0
    );
    check(&mut model, &label, &[&act]);
}

#[test]
fn the_initial_of_a_land_jumps_there_and_again_to_the_next_one() {
    let table = Table::of(dicehall_engine::GameKind::DiceWars, "map=isthmus");
    let mut model = joined(&table);
    let labels = jump::labels(&model);
    let named = |initial: &str| -> Vec<Place> {
        let all = labels.iter().filter(|it| it.1 == initial);
        all.map(|it| it.0).collect()
    };
    let is_pair = |initial: &String| named(initial).len() == 2;
    let mut initials = labels.iter().map(|it| it.1.clone());
    let initial = initials.find(is_pair).expect("two lands with one initial");
    let mut seen = Vec::new();
    for _ in 0..3 {
        check(&mut model, &format!("f{initial}"), &[]);
        seen.push(model.game_match().unwrap().cursor);
    }
    let [first, second] = named(&initial)[..] else {
        panic!("two lands")
    };
    assert!(seen == [first, second, first] || seen == [second, first, second]);
}

#[test]
fn labels_are_left_by_esc_by_what_is_none_and_when_it_is_not_ones_turn() {
    let mut model = playing();
    check(&mut model, "f<Esc>", &[]);
    assert_eq!((model.jump.as_deref(), model.notice.as_ref()), (None, None));
    check(&mut model, "fm", &[]);
    assert_eq!(model.jump, None, "there are fewer places than letters");
    assert!(
        model
            .notice
            .as_ref()
            .is_some_and(|it| it.text.contains("no such label"))
    );
    check(&mut model, "f:", &[]);
    assert!(model.prompt.is_some(), "other keys do what they always do");
    let mut waiting = joined(&Table::dealt(5));
    waiting.game_match_mut().unwrap().choices = None;
    check(&mut waiting, "f", &[]);
    assert_eq!(waiting.jump, None);
}

#[test]
fn a_piece_in_hand_has_a_label_as_well() {
    let table = Table::shogi("1l1/2e/1L1/E1G b GCc");
    let mut model = joined(&table);
    hear(&mut model, table.choices());
    check(&mut model, "f", &[]);
    let places = model.game_match().unwrap().board.places();
    let labels = jump::labels(&model);
    let hand = labels.iter().find(|it| !places.contains(it.0)).cloned();
    let (place, label) = hand.expect("a chick in hand");
    check(&mut model, &label, &[]);
    assert_eq!(model.game_match().unwrap().source, Some(place));
}

#[test]
fn the_right_button_lets_go() {
    let mut model = playing();
    check(&mut model, "<Tab>", &[]);
    assert!(model.game_match().unwrap().source.is_some());
    at_the_mouse(&mut model, MouseEventKind::Down(MouseButton::Right), (1, 1));
    assert_eq!(model.game_match().unwrap().source, None);
    check(&mut model, "f", &[]);
    at_the_mouse(&mut model, MouseEventKind::Down(MouseButton::Right), (1, 1));
    assert_eq!(model.jump, None);
}
