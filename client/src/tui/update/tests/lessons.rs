//! Tests of the tutorial: it is offered once, and advances by what the person does.

use super::*;
use crate::files::record::Sums;
use crate::start::Start;
use crate::tui::message::Message;
use crate::tui::model::lesson::coach::Coach;
use crate::tui::model::lesson::{Lesson, Welcome};
use crate::tui::model::lobby::Lobby;
use crate::tui::update::{begin, update};

/// The number of the step that is shown; 0 when there is none.
fn step(model: &Model) -> usize {
    model.lesson.map_or(0, Lesson::number)
}

#[test]
fn it_is_offered_at_the_first_start_and_never_again() {
    let mut model = home();
    model.welcome = Welcome::Due;
    let effects = begin(&mut model, Start::Home);
    let told: Vec<String> = effects.iter().map(short).collect();
    assert_eq!(told, ["remember Welcomed"]);
    let notice = &model.notice.as_ref().unwrap().text;
    assert!(notice.contains("t begins a tutorial"), "{notice}");
    let mut known = home();
    assert!(begin(&mut known, Start::Home).is_empty());
    assert!(known.notice.is_none());
}

#[test]
fn it_begins_a_match_of_dice_of_doom_against_one_bot_whatever_was_chosen() {
    let mut model = home();
    model.game = dicehall_engine::GameKind::TicTacToe;
    check(&mut model, "t", &["host Private as Aki"]);
    assert_eq!(step(&model), 1);
    let Some(crate::tui::model::Plan::Open {
        table,
        then: crate::tui::model::Then::Start,
    }) = &model.plan
    else {
        panic!("{:?}", model.plan)
    };
    let seats: Vec<bool> = table
        .seats
        .iter()
        .map(|it| matches!(it, SeatPlan::Me | SeatPlan::Bot(_)))
        .collect();
    assert_eq!(seats, [true, true, false, false]);
    assert_eq!(table.settings.rules.kind().name(), "dice-of-doom");
    // Going home or starting something else ends the tutorial.
    check(&mut model, "<Esc>", &["Disconnect"]);
    assert_eq!(step(&model), 0);
}

/// Makes the best attack, and tells the model of it.
fn attack(model: &mut Model, table: &mut Table) {
    let moves: Vec<_> = model.game_match().unwrap().moves().collect();
    let best = moves
        .iter()
        .max_by(|one, other| one.odds.partial_cmp(&other.odds).unwrap())
        .unwrap();
    let told = table.act(best.action);
    hear(model, told);
    if table.to_move() == model.lobby.as_ref().and_then(Lobby::my_seat) {
        hear(model, table.choices());
    }
}

#[test]
fn each_step_is_done_when_the_person_has_done_it() {
    let mut table = Table::with_board(6, crate::testing::BOARD_6);
    let mut model = joined(&table);
    model.lesson = Some(Lesson::Source);
    update(&mut model, Message::Focused(true));
    assert_eq!(step(&model), 1);
    check(&mut model, "<Tab>", &[]);
    assert_eq!(step(&model), 2, "a source is chosen");
    check(&mut model, "<Esc>", &[]);
    assert_eq!(step(&model), 1, "and let go of");
    check(&mut model, "<Tab>", &[]);
    attack(&mut model, &mut table);
    assert_eq!(step(&model), 3, "the first attack");
    attack(&mut model, &mut table);
    assert_eq!(step(&model), 4, "the second");
    let pass = AnyAction::DiceOfDoom(Action::Pass);
    let told = table.act(pass);
    hear(&mut model, told);
    assert_eq!(step(&model), 5, "the turn is over");
    let mine = model.lobby.as_ref().and_then(Lobby::my_seat);
    while table.to_move() != mine {
        assert_eq!(step(&model), 5);
        let told = table.act(pass);
        hear(&mut model, told);
    }
    hear(&mut model, table.choices());
    assert_eq!(step(&model), 6, "the next turn");
    let told = table.act(pass);
    hear(&mut model, told);
    assert_eq!(step(&model), 6, "until the match is over");
    while let Some(action) = table.some_action() {
        let told = table.act(action);
        hear(&mut model, told);
    }
    assert_eq!(step(&model), 0, "that was all");
    assert_eq!(model.welcome, Welcome::Learned);
    let notice = &model.notice.as_ref().unwrap().text;
    assert!(notice.contains("that was the tutorial"), "{notice}");
}

#[test]
fn a_match_that_is_over_is_no_lesson() {
    let (mut model, mut table) = played(0);
    model.lesson = Some(Lesson::Roll);
    while let Some(action) = table.some_action() {
        let told = table.act(action);
        hear(&mut model, told);
    }
    assert_eq!(step(&model), 0);
}

#[test]
fn whoever_has_played_nothing_finds_the_tutorial_first() {
    let mut model = home();
    update(&mut model, Message::Counted(Sums::new()));
    check(&mut model, "<Enter>", &["host Private as Aki"]);
    assert_eq!(step(&model), 1);
    let mut learned = home();
    learned.welcome = Welcome::Learned;
    update(&mut learned, Message::Counted(Sums::new()));
    keys(&mut learned, "<Enter>");
    assert_eq!(step(&learned), 0, "it plays");
}

#[test]
fn the_tutorial_is_won_by_the_best_attacks() {
    for seed in 0..5 {
        let mut table = Table::taught(seed);
        while table.outcome().is_none() {
            let action = table.learned_action().unwrap();
            table.act(action);
        }
        let outcome = table.outcome().unwrap();
        assert_eq!(outcome.winners.iter().next(), Some(Seat::ALL[0]), "{seed}");
    }
}

#[test]
fn the_coach_speaks_in_a_first_match_and_never_again() {
    let mut table = Table::with_board(6, crate::testing::BOARD_6);
    let mut model = joined(&table);
    let game = dicehall_engine::GameKind::DiceOfDoom;
    assert_eq!(model.coach.said, None, "in other interfaces it is silent");
    model.coach = Coach::new(Vec::new(), false);
    update(&mut model, Message::Focused(true));
    assert_eq!(model.coach.said, Some(0));
    check(&mut model, "<Tab>", &[]);
    assert_eq!(model.coach.said, Some(1));
    check(&mut model, "<Esc>", &[]);
    assert_eq!(model.coach.said, Some(0));
    check(&mut model, "<Tab>", &[]);
    attack(&mut model, &mut table);
    assert_eq!(model.coach.said, Some(2));
    attack(&mut model, &mut table);
    assert_eq!(model.coach.said, Some(3));
    let pass = AnyAction::DiceOfDoom(Action::Pass);
    let told = table.act(pass);
    hear(&mut model, told);
    let mine = model.lobby.as_ref().and_then(Lobby::my_seat);
    while table.to_move() != mine {
        assert_eq!(model.coach.said, Some(4));
        let told = table.act(pass);
        hear(&mut model, told);
    }
    hear(&mut model, table.choices());
    assert_eq!(model.coach.said, Some(5));
    let told = table.act(pass);
    let effects: Vec<String> = hear(&mut model, told).iter().map(short).collect();
    assert_eq!(effects, ["remember Coached(DiceOfDoom)"]);
    assert_eq!(
        (model.coach.said, &model.coach.coached),
        (None, &vec![game])
    );
}

#[test]
fn whoever_knows_how_to_play_sends_the_coach_away_and_calls_it_back() {
    let mut model = playing();
    model.coach = Coach::new(Vec::new(), false);
    update(&mut model, Message::Focused(true));
    assert_eq!(model.coach.said, Some(0));
    check(&mut model, "K", &["remember Knows(true)"]);
    assert_eq!(model.coach.said, None);
    check(&mut model, "K", &["remember Knows(false)"]);
    assert_eq!(model.coach.said, Some(0));
}
