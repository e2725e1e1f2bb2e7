//! Dice that roll: what is shown meanwhile, for how long, and what cuts it short.

use dicehall_engine::GameKind;

use super::*;
use crate::testing::screen;
use crate::tui::model::{ROLL_FRAME_MS, ROLL_MS_MAX};

/// An attack by the person, just told; dice roll if that is wanted.
fn attacked(animation: bool) -> Model {
    let mut table = Table::with_board(6, crate::testing::BOARD_6);
    let mut model = joined(&table);
    model.animation = animation;
    let attack = AnyAction::DiceOfDoom(Action::Attack {
        from: Territory(13),
        to: Territory(20),
    });
    let told = table.act(attack);
    hear(&mut model, told);
    model
}

fn tick(model: &mut Model) {
    update(
        model,
        Message::Tick {
            elapsed_ms: ROLL_FRAME_MS,
        },
    );
}

#[test]
fn the_result_is_shown_when_the_dice_lie() {
    let (mut model, still) = (attacked(true), attacked(false));
    let after = dice_of(&still).shown_cells();
    let mut faces = Vec::new();
    while model.tick_ms() == Some(ROLL_FRAME_MS) {
        let shown = screen(&mut model, 80, 24);
        assert!(
            shown.contains("ROLL b3 → c4") && shown.contains("=  ?") && shown.contains("..."),
            "{shown}"
        );
        assert!(
            !shown.contains("won") && !shown.contains("lost") && !shown.contains("WON"),
            "{shown}"
        );
        assert_ne!(dice_of(&model).shown_cells(), after);
        faces.push(
            shown
                .lines()
                .find(|it| it.contains('?'))
                .unwrap()
                .to_owned(),
        );
        tick(&mut model);
        assert!(faces.len() < 10, "they never lie");
    }
    assert_eq!(
        u64::try_from(faces.len()).unwrap(),
        ROLL_MS_MAX / ROLL_FRAME_MS
    );
    assert!(faces.windows(2).all(|it| it[0] != it[1]), "{faces:?}");
    assert_eq!(dice_of(&model).shown_cells(), after);
    assert_eq!(
        screen(&mut model, 80, 24),
        screen(&mut still.clone(), 80, 24)
    );
}

#[test]
fn a_key_or_a_click_cuts_it_short_and_pointing_does_not() {
    let mut model = attacked(true);
    let mouse = |kind| {
        Message::Mouse(MouseEvent {
            kind,
            column: 0,
            row: 0,
            modifiers: KeyModifiers::NONE,
        })
    };
    update(&mut model, mouse(MouseEventKind::Moved));
    assert!(model.game_match().unwrap().rolling().is_some());
    update(&mut model, mouse(MouseEventKind::Down(MouseButton::Left)));
    assert!(model.game_match().unwrap().rolling().is_none());
    let mut model = attacked(true);
    keys(&mut model, "<Left>");
    assert_eq!(model.tick_ms(), None);
}

#[test]
fn nothing_rolls_for_who_does_not_want_it_nor_without_dice() {
    assert_eq!(attacked(false).tick_ms(), None);
    let mut table = Table::of(GameKind::TicTacToe, "");
    let mut model = joined(&table);
    model.animation = true;
    let told = table.act(AnyAction::TicTacToe("b2".parse().unwrap()));
    hear(&mut model, told);
    assert_eq!(model.tick_ms(), None);
    let mut certain = Table::of(GameKind::DiceOfDoom, "combat=certain");
    let mut model = joined(&certain);
    model.animation = true;
    while model.game_match().unwrap().battle().is_none() {
        let action = certain.some_action().unwrap();
        let told = certain.act(action);
        hear(&mut model, told);
    }
    assert_eq!(model.tick_ms(), None);
}

#[test]
fn the_dice_of_bots_roll_no_longer_than_half_of_their_pause() {
    let rolls = |pace: u16| {
        let mut table = Table::of(GameKind::DiceWars, "map=atoll");
        table.lobby.settings.bot_pace_ms = pace;
        let mut model = joined(&table);
        model.animation = true;
        loop {
            let seat = table.to_move();
            let action = table.some_action().unwrap();
            let told = table.act(action);
            hear(&mut model, told);
            let attacked = !matches!(action, AnyAction::DiceWars(Action::Pass));
            if attacked && seat != Some(Seat::ALL[0]) {
                return model.game_match().unwrap().rolling().map(|it| it.left_ms);
            }
        }
    };
    assert_eq!(rolls(1000), Some(ROLL_MS_MAX));
    assert_eq!(rolls(400), Some(200));
    assert_eq!(rolls(300), None);
    assert_eq!(rolls(0), None);
}

#[test]
fn the_last_dice_of_a_match_lie_at_once() {
    let mut table = Table::dealt(2);
    let mut model = joined(&table);
    model.animation = true;
    while let Some(action) = table.some_action() {
        let told = table.act(action);
        hear(&mut model, told);
    }
    assert!(model.game_match().unwrap().outcome.is_some());
    assert_eq!(model.tick_ms(), None);
}
