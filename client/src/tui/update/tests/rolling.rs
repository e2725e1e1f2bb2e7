//! Tests of rolling dice: the screen meanwhile, the duration, and the ways to cut them short.

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{BOT_PACE_MS, Request};

use super::*;
use crate::games::act::arriving::ARRIVE_MS_MAX;
use crate::games::act::battle::Side;
use crate::games::place::Place;
use crate::games::rolling::{FLIP_MS, ROLL_FRAME_MS, ROLL_MS_MAX, Rolling, roll_ms};
use crate::testing::screen;
use crate::tui::model::FALL_MS;

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
fn a_guest_of_a_door_sees_half_as_many_frames_of_as_long_a_roll() {
    let pauses = |mut model: Model| -> Vec<u64> {
        let mut pauses = Vec::new();
        while let Some(elapsed_ms) = model.tick_ms() {
            update(&mut model, Message::Tick { elapsed_ms });
            pauses.push(elapsed_ms);
            assert!(pauses.len() < 100, "it never ends");
        }
        pauses
    };
    let own = pauses(attacked(true));
    let mut guest = attacked(true);
    guest.rights = crate::files::rights::Rights::guest("192.0.2.7:4600");
    let guest = pauses(guest);
    assert!(
        own.len() > 8 && guest.len() <= own.len() / 2 + 2,
        "{own:?} {guest:?}"
    );
    let [own, guest] = [own, guest].map(|it| it.iter().sum::<u64>());
    assert!(
        (own..=own + 2 * ROLL_FRAME_MS).contains(&guest),
        "{own} {guest}"
    );
}

#[test]
fn the_result_is_shown_when_the_dice_lie() {
    let (mut model, still) = (attacked(true), attacked(false));
    let after = cells_of(&still);
    let mut faces = Vec::new();
    while model.tick_ms() == Some(ROLL_FRAME_MS) {
        let shown = screen(&mut model, 80, 24);
        assert!(
            shown.contains("ROLL b3 → c4") && shown.contains("rolls 5 against 4"),
            "{shown}"
        );
        assert!(
            !["won", "lost", "TAKEN", "HELD"]
                .iter()
                .any(|it| shown.contains(it)),
            "{shown}"
        );
        assert_ne!(cells_of(&model), after);
        let sides = shown.lines().skip_while(|it| !it.contains("ROLL")).skip(1);
        let sums = sides.take(12).map(|it| {
            it.chars()
                .skip(53)
                .collect::<String>()
                .trim_end()
                .to_owned()
        });
        faces.push(sums.collect::<Vec<_>>());
        tick(&mut model);
        let rolling = &model.game_match().unwrap().rolling;
        if rolling.as_ref().is_some_and(|it| it.left_ms <= FLIP_MS) {
            break;
        }
        assert!(faces.len() < 20, "they never lie");
    }
    let told: Vec<String> = faces.iter().map(|it| it.join("\n")).collect();
    insta::assert_snapshot!("dice_that_land", told.join("\n\n"));
    assert_ne!(cells_of(&model), after, "the hex flips first");
    tick(&mut model);
    tick(&mut model);
    assert_eq!(cells_of(&model), after);
    assert_eq!(
        screen(&mut model, 80, 24),
        screen(&mut still.clone(), 80, 24)
    );
}

#[test]
fn a_hex_that_is_taken_is_seen_from_its_edge_in_the_new_color() {
    let mut model = attacked(true);
    let mut bands = Vec::new();
    while let Some(rolling) = &model.game_match().unwrap().rolling {
        bands.push(rolling.flipping().map(|it| (it.at, it.to)));
        tick(&mut model);
    }
    bands.retain(Option::is_some);
    assert_eq!(bands, [Some((Place(20), Seat::ALL[0])); 2]);
    assert_eq!(cells_of(&model)[20].owner, Seat::ALL[0]);
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
    assert!(model.game_match().unwrap().rolling.is_some());
    update(&mut model, mouse(MouseEventKind::Down(MouseButton::Left)));
    assert!(model.game_match().unwrap().rolling.is_none());
    let mut model = attacked(true);
    keys(&mut model, "<Left>");
    assert!(model.game_match().unwrap().rolling.is_none());
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
        assert!(model.game_match().unwrap().rolling.is_none(), "{key}");
        assert_eq!(asked(&model), before, "{key} was pressed before the result");
        keys(&mut model, key);
        assert_ne!(asked(&model), before, "{key}");
    }
    let mut model = rolling();
    keys(&mut model, "<Tab>");
    assert_ne!(at(&model).1, None, "pointing decides nothing");
}

#[test]
fn a_move_typed_before_the_result_is_known_follows_it() {
    let mut table = Table::of(GameKind::DiceOfDoom, "");
    while table.to_move() != Some(Seat::ALL[0]) {
        let action = table.some_action().unwrap();
        table.act(action);
    }
    let mut model = joined(&table);
    hear(&mut model, table.choices());
    let attacks: Vec<_> = model.game_match().unwrap().moves().collect();
    let first = attacks[0];
    let apart = |it: &&crate::games::place::Move| it.from != first.from && it.to != first.to;
    let second = *attacks.iter().find(apart).expect("two attacks apart");
    let typed = |model: &Model, it: crate::games::place::Move| {
        let name = |at| model.game_match().unwrap().name(at);
        format!(":{}{}<Enter>", name(it.from), name(it.to))
    };
    let line = typed(&model, first);
    assert_eq!(acts(&keys(&mut model, &line)), [first.action]);
    let line = typed(&model, second);
    assert_eq!(acts(&keys(&mut model, &line)), []);
    let told = table.act(first.action);
    let mut effects = hear(&mut model, told);
    effects.extend(hear(&mut model, table.choices()));
    assert_eq!(acts(&effects), [second.action]);
}

/// The actions in the commands sent.
fn acts(effects: &[Effect]) -> Vec<AnyAction> {
    let acted = effects.iter().filter_map(|it| {
        if let Effect::Send(sent) = it
            && let ClientCommand::Lobby(Request::Act { action, .. }) = &sent.command
        {
            return Some(*action);
        }
        None
    });
    acted.collect()
}

#[test]
fn nothing_rolls_for_who_does_not_want_it_nor_without_dice() {
    assert!(attacked(false).game_match().unwrap().rolling.is_none());
    let mut table = Table::of(GameKind::TicTacToe, "");
    let mut model = joined(&table);
    model.animation = true;
    let told = table.act(AnyAction::TicTacToe("b2".parse().unwrap()));
    hear(&mut model, told);
    assert_eq!(model.tick_ms(), None);
    let mut certain = Table::of(GameKind::DiceOfDoom, "combat=certain");
    let mut model = joined(&certain);
    model.animation = true;
    while model.game_match().unwrap().trail.battle.is_none() {
        let action = certain.some_action().unwrap();
        let told = certain.act(action);
        hear(&mut model, told);
    }
    assert!(model.game_match().unwrap().rolling.is_none());
}

#[test]
fn the_dice_of_bots_roll_no_longer_than_two_thirds_of_their_pause() {
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
                let rolling = &model.game_match().unwrap().rolling;
                return rolling.as_ref().map(|it| it.left_ms);
            }
        }
    };
    for pace in [2000, 400, 300] {
        let ms = rolls(pace).unwrap();
        let most = u64::from(pace) * 2 / 3;
        assert!(ms <= most && (ms > most / 2 || ms >= 320), "{ms} of {pace}");
    }
    assert_eq!(rolls(BOT_PACE_MS), Some(80));
    assert_eq!(rolls(100), None);
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
            let attacked = game.pass() != Some(action);
            let battle = game_match
                .trail
                .battle
                .filter(|_| attacked && mover != Some(person));
            if let Some(battle) = battle {
                let longest = &mut longest[usize::from(battle.defender != person)];
                let ms = game_match.rolling.as_ref().map(|it| it.left_ms);
                *longest = ms.max(*longest);
            }
        }
        longest
    };
    for game in [GameKind::DiceOfDoom, GameKind::DiceWars] {
        assert_eq!(rolls(game, BOT_PACE_MS), [Some(120), Some(80)], "{game:?}");
        assert_eq!(rolls(game, 0), [None, None], "{game:?}");
    }
    assert_eq!(rolls(GameKind::DiceWars, 300), [Some(280), Some(200)]);
    assert_eq!(rolls(GameKind::DiceOfDoom, 300), [Some(280), Some(200)]);
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
fn more_dice_roll_longer_and_none_longer_than_they_may() {
    let all = [[1, 1], [2, 1], [4, 2], [5, 5], [6, 6], [9, 9], [16, 16]].map(roll_ms);
    assert_eq!(all, [320, 360, 480, 640, 720, 720, 720]);
    assert!(ROLL_MS_MAX + FLIP_MS <= 800 && all.iter().all(|it| it % ROLL_FRAME_MS == 0));
}

#[test]
fn the_attacker_s_dice_lie_before_the_defender_s_are_thrown() {
    let before = playing().game_match().unwrap().board.clone();
    let mut rolling = Rolling::still(&before, None).begin([4, 4], ROLL_MS_MAX, None);
    let mut told = Vec::new();
    while rolling.left_ms > 0 {
        let [attack, defense] = [Side::Attack, Side::Defense].map(|it| rolling.lying(it));
        assert!(defense.is_none() || attack == Some(4), "{rolling:?}");
        told.push((attack.unwrap(), defense));
        rolling.left_ms -= ROLL_FRAME_MS;
    }
    assert_eq!(told.first(), Some(&(0, None)));
    assert!(told.windows(2).all(|it| it[0] <= it[1]), "{told:?}");
    assert_eq!(told.last(), Some(&(4, Some(3))));
}

/// The end of a turn of the person that brings three dice.
fn reinforced(animation: bool) -> Model {
    reinforced_at(animation).0
}

/// The same, with the table, at which the next seat has an attack.
fn reinforced_at(animation: bool) -> (Model, Table) {
    let mut table = Table::with_board(5, &("a1a1a1b2b1".to_owned() + &"c1d1c1d1b1".repeat(4)));
    let mut model = joined(&table);
    model.animation = animation;
    hear(&mut model, table.choices());
    let pass = AnyAction::DiceOfDoom(Action::Pass);
    let told = table.act(pass);
    hear(&mut model, told);
    (model, table)
}

/// The dice of the person as they are shown.
fn dice_shown(model: &Model) -> u16 {
    model.game_match().unwrap().shown_board().standings()[0].dice
}

#[test]
fn new_dice_come_one_by_one_and_a_key_lets_all_come() {
    let after = dice_shown(&reinforced(false));
    let mut model = reinforced(true);
    let (mut counts, mut ms) = (Vec::new(), 0);
    while let Some(arriving) = &model.game_match().unwrap().arriving {
        let come = arriving.come().len();
        counts.push((come, dice_shown(&model)));
        let shown = screen(&mut model, 80, 24);
        assert!(
            shown.contains("NEW DICE") && shown.contains("+1"),
            "{shown}"
        );
        let elapsed_ms = model.tick_ms().unwrap();
        update(&mut model, Message::Tick { elapsed_ms });
        ms += elapsed_ms;
        assert!(ms <= ARRIVE_MS_MAX);
    }
    counts.dedup();
    let first = after + 1 - u16::try_from(counts.len()).unwrap();
    let steps = (1..).zip(first..=after).take(counts.len());
    assert!(counts.len() > 1, "{counts:?}");
    assert_eq!(counts, steps.collect::<Vec<_>>());
    assert_eq!(dice_shown(&model), after);
    let mut hasty = reinforced(true);
    keys(&mut hasty, "<Left>");
    assert!(hasty.game_match().unwrap().arriving.is_none());
    assert_eq!(dice_shown(&hasty), after);
}

#[test]
fn the_next_attack_is_shown_on_a_board_to_which_all_new_dice_have_come() {
    let after = dice_shown(&reinforced(false));
    let (mut model, mut table) = reinforced_at(true);
    assert!(dice_shown(&model) < after);
    let attack = table.some_action().unwrap();
    assert!(matches!(
        attack,
        AnyAction::DiceOfDoom(Action::Attack { .. })
    ));
    let told = table.act(attack);
    hear(&mut model, told);
    let arriving = model.game_match().unwrap().arriving.as_ref().unwrap();
    assert!(arriving.board().is_none());
    assert_eq!(arriving.come().len(), arriving.count());
}

/// Checks that the screen tells something from the moment on when all dice lie, and for a while.
#[track_caller]
fn check_told_for_a_while(model: &mut Model, told: &str) {
    let is_told = |model: &mut Model| screen(model, 80, 24).contains(told);
    assert!(!is_told(model));
    while model.game_match().unwrap().rolling.is_some() {
        tick(model);
    }
    let mut ms = 0;
    while let Some(elapsed_ms) = model.tick_ms() {
        assert!(is_told(model));
        update(model, Message::Tick { elapsed_ms });
        ms += elapsed_ms;
    }
    assert_eq!(ms, FALL_MS);
    assert!(!is_told(model));
}

#[test]
fn what_a_battle_has_changed_is_told_when_the_dice_lie_and_for_a_while() {
    let mut model = attacked(true);
    check_told_for_a_while(&mut model, "is cut in two:");
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
    let mut model = fallen();
    let told = "■ Bo is out";
    check_told_for_a_while(&mut model, told);
    let log = screen(&mut model, 120, 40);
    assert!(log.contains("won, ■ is out"), "{log}");
    // The first key ends the roll, the second closes the message.
    let mut hasty = fallen();
    keys(&mut hasty, "<Left>");
    assert!(screen(&mut hasty, 80, 24).contains(told));
    keys(&mut hasty, "<Left>");
    assert!(!screen(&mut hasty, 80, 24).contains(told));
    assert_eq!(hasty.tick_ms(), None);
}
