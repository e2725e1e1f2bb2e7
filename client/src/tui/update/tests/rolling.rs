//! Tests of rolling dice: the screen meanwhile, the duration, and the ways to cut them short.

use dicehall_engine::GameKind;

use super::*;
use crate::games::place::Place;
use crate::games::territory::{Battle, FLIP_MS, ROLL_FRAME_MS, ROLL_MS_MAX, Rolling, Side};
use crate::testing::screen;
use crate::tui::model::{FALL_MS, PLAY_PACE_MS};

/// An attack by the person that was just told; with animation, its dice roll.
fn attacked(animation: bool) -> Model {
    attacked_at(animation).0
}

/// The same, with the table.
fn attacked_at(animation: bool) -> (Model, Table) {
    let mut table = Table::with_board(6, crate::testing::BOARD_6);
    let mut model = joined(&table);
    model.animation = animation;
    let attack = AnyAction::DiceOfDoom(Action::Attack {
        from: Territory(13),
        to: Territory(20),
    });
    let told = table.act(attack);
    hear(&mut model, told);
    (model, table)
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
            shown.contains("ROLL b3 → c4") && shown.contains("..."),
            "{shown}"
        );
        assert!(
            !shown.contains("won") && !shown.contains("lost") && !shown.contains("WON"),
            "{shown}"
        );
        assert_ne!(dice_of(&model).shown_cells(), after);
        let sides = shown.lines().skip_while(|it| !it.contains("ROLL")).skip(1);
        let sums = sides
            .take(2)
            .map(|it| it.chars().skip(53).collect::<String>());
        faces.push(sums.collect::<Vec<_>>());
        tick(&mut model);
        if dice_of(&model)
            .rolling
            .as_ref()
            .is_some_and(|it| it.left_ms <= FLIP_MS)
        {
            break;
        }
        assert!(faces.len() < 10, "they never lie");
    }
    assert!(faces.windows(2).all(|it| it[0] != it[1]), "{faces:#?}");
    let told: Vec<String> = faces.iter().map(|it| it.join("|")).collect();
    insta::assert_snapshot!("dice_that_land", told.join("\n"));
    assert_ne!(dice_of(&model).shown_cells(), after, "the hex flips first");
    tick(&mut model);
    tick(&mut model);
    assert_eq!(dice_of(&model).shown_cells(), after);
    assert_eq!(
        screen(&mut model, 80, 24),
        screen(&mut still.clone(), 80, 24)
    );
}

#[test]
fn a_hex_that_is_taken_is_seen_from_its_edge_in_the_new_color() {
    let mut model = attacked(true);
    let mut bands = Vec::new();
    while let Some(rolling) = dice_of(&model).rolling.clone() {
        let mut others = Place::all().take(36).filter(|it| *it != Place(20));
        assert!(others.all(|it| rolling.band(it).is_none()));
        bands.push(rolling.band(Place(20)));
        tick(&mut model);
    }
    bands.retain(Option::is_some);
    assert_eq!(bands, [Some(Seat::ALL[0]); 2]);
    assert_eq!(dice_of(&model).cells[20].owner, Seat::ALL[0]);
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
fn a_key_that_cuts_it_short_decides_nothing() {
    let asked = |model: &Model| (model.next_id, model.popups.len(), at(model).1);
    let rolling = || {
        let (mut model, table) = attacked_at(true);
        hear(&mut model, table.choices());
        model
    };
    for key in ["e", "<Enter>"] {
        let mut model = rolling();
        model.game_match_mut().unwrap().cursor = Place(20);
        let before = asked(&model);
        keys(&mut model, key);
        assert_eq!(model.tick_ms(), None, "{key}");
        assert_eq!(asked(&model), before, "{key} was pressed before the result");
        keys(&mut model, key);
        assert_ne!(asked(&model), before, "{key}");
    }
    let mut model = rolling();
    keys(&mut model, "<Tab>");
    assert_ne!(at(&model).1, None, "pointing decides nothing");
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
    // The odds of other people's attacks were not sent.
    assert_eq!(rolls(2000), Some(350));
    assert_eq!(rolls(400), Some(200));
    assert_eq!(rolls(300), Some(150));
    assert_eq!(rolls(200), None);
    assert_eq!(rolls(0), None);
}

#[test]
fn the_dice_of_bots_that_attack_the_person_are_seen_at_any_pace() {
    const ACTIONS: usize = 300;
    // The longest animation of an attack, and of what follows it; on the person, and on others.
    let rolls = |game: GameKind, pace: u16| {
        let mut longest = [None; 2];
        let mut table = Table::of(game, "");
        table.lobby.settings.bot_pace_ms = pace;
        let mut model = joined(&table);
        model.animation = true;
        let person = Seat::ALL[0];
        for _ in 0..ACTIONS {
            let Some(action) = table.some_action() else {
                break;
            };
            let mover = table.to_move();
            let told = table.act(action);
            hear(&mut model, told);
            let game_match = model.game_match().unwrap();
            let attacked = action.on_territories().is_some_and(|it| it != Action::Pass);
            let battle = game_match
                .battle()
                .filter(|_| attacked && mover != Some(person));
            if let Some(battle) = battle {
                let longest = &mut longest[usize::from(battle.defender != person)];
                let ms = game_match.rolling().map(|it| it.left_ms);
                *longest = ms.max(*longest);
            }
        }
        longest
    };
    for game in [GameKind::DiceOfDoom, GameKind::DiceWars] {
        assert_eq!(rolls(game, PLAY_PACE_MS), [Some(140), None], "{game:?}");
        assert_eq!(rolls(game, 0), [None, None], "{game:?}");
    }
    assert_eq!(rolls(GameKind::DiceWars, 300), [Some(280), Some(150)]);
    assert_eq!(rolls(GameKind::DiceOfDoom, 300), [Some(280), Some(150)]);
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

#[test]
fn a_close_fight_rolls_longer_and_none_longer_than_it_may() {
    let ms = |odds| {
        let mut battle = *attacked(false).game_match().unwrap().battle().unwrap();
        battle.odds = odds;
        Battle::roll_ms(&battle)
    };
    let all = [0.5, 0.41, 0.65, 0.28, 0.85, 0.99, 0.02].map(|it| ms(Some(it)));
    assert_eq!(all, [490, 490, 420, 350, 280, 210, 210]);
    assert_eq!(ms(None), 350);
    let longest = all.into_iter().max().unwrap();
    assert_eq!(longest, ROLL_MS_MAX);
    assert!(longest + FLIP_MS <= 700 && all.iter().all(|it| it % ROLL_FRAME_MS == 0));
}

#[test]
fn the_attacker_s_dice_lie_before_the_defender_s_are_thrown() {
    let before = dice_of(&playing()).clone();
    let mut rolling = Rolling::still(&before).begin(ROLL_MS_MAX, None);
    let mut told = Vec::new();
    while rolling.left_ms > 0 {
        let [attack, defense] = [Side::Attack, Side::Defense].map(|it| rolling.lying(it, 4));
        assert!(defense.is_none() || attack == Some(4), "{rolling:?}");
        told.push((attack.unwrap(), defense));
        rolling.left_ms -= ROLL_FRAME_MS;
    }
    assert_eq!(told.first(), Some(&(0, None)));
    assert!(told.windows(2).all(|it| it[0] <= it[1]), "{told:?}");
    assert_eq!(told.last(), Some(&(4, Some(3))));
}

/// A match in which Bo has just lost the last hex.
fn fallen() -> Model {
    let mut table = Table::with_board(2, "a5b1c1d1");
    let mut model = joined(&table);
    model.animation = true;
    let attack = Action::Attack {
        from: Territory(0),
        to: Territory(2),
    };
    let told = table.act(AnyAction::DiceOfDoom(attack));
    hear(&mut model, told);
    let choices = table.choices();
    hear(&mut model, choices);
    model
}

#[test]
fn who_loses_the_last_hex_is_told_on_the_board_when_the_dice_lie_and_for_a_while() {
    let is_told = |model: &mut Model| screen(model, 80, 24).contains("■ Bo is out");
    let mut model = fallen();
    assert!(!is_told(&mut model));
    while model.game_match().unwrap().rolling().is_some() {
        tick(&mut model);
    }
    let mut ms = 0;
    while let Some(elapsed_ms) = model.tick_ms() {
        assert!(is_told(&mut model));
        update(&mut model, Message::Tick { elapsed_ms });
        ms += elapsed_ms;
    }
    assert_eq!(ms, FALL_MS);
    assert!(!is_told(&mut model));
    let log = screen(&mut model, 120, 40);
    assert!(log.contains("won, ■ is out"), "{log}");
    // The first key ends the roll, the second closes the message.
    let mut hasty = fallen();
    keys(&mut hasty, "<Left>");
    assert!(is_told(&mut hasty));
    keys(&mut hasty, "<Left>");
    assert!(!is_told(&mut hasty));
    assert_eq!(hasty.tick_ms(), None);
}
