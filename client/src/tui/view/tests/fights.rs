//! Tests of attacks: what is highlighted until the dice lie, and afterwards.

use dicehall_engine::advice::{Expert, Seen, advise};
use dicehall_engine::games::territory::{Action, Territory};
use dicehall_engine::{AnyAction, GameKind, State};
use dicehall_protocol::HolderView;

use super::*;
use crate::games::act::battle::Battle;
use crate::games::rolling::{FLIP_MS, ROLL_FRAME_MS};
use crate::graphics::text::percent;
use crate::tui::model::Server;

const LARGE: (u16, u16) = (120, 40);

/// A match with an attack of the person from the middle of the board, just told.
fn attacked(board: &str, size: (u16, u16)) -> Model {
    let mut table = Table::with_board(5, board);
    let mut model = joined(&table);
    (model.animation, model.size) = (true, size.into());
    keys(&mut model, "<Tab><Enter>");
    let fought = model.game_match().unwrap().fought.clone().unwrap().attack;
    let [from, to] = [fought.from, fought.to].map(|it| Territory(it.0));
    let attack = AnyAction::DiceOfDoom(Action::Attack { from, to });
    hear(&mut model, table.act(attack));
    hear(&mut model, table.choices());
    model
}

/// Lets time pass until the captured territory has its new color but is still shown from its edge.
fn flip(model: &mut Model) {
    let left = |model: &Model| {
        model
            .game_match()
            .unwrap()
            .rolling
            .as_ref()
            .unwrap()
            .left_ms
    };
    while left(model) > FLIP_MS {
        update(
            model,
            Message::Tick {
                elapsed_ms: ROLL_FRAME_MS,
            },
        );
    }
}

/// Lets time pass until the dice lie.
fn settle(model: &mut Model) {
    while let Some(elapsed_ms) = model.tick_ms() {
        update(model, Message::Tick { elapsed_ms });
    }
}

const BOARD: &str = "a1b2b3c2d1a2b4a4c2d3a3c1b2d2d4b1b2c3a2d1c2c1d3d2a1";

#[test]
pub(super) fn an_attack_stays_in_the_light_until_the_next_key() {
    for (name, size) in [("fight_80x24", USUAL), ("fight_120x40", LARGE)] {
        let mut model = attacked(BOARD, size);
        check(&format!("{name}_rolling"), &mut model, size);
        flip(&mut model);
        check(&format!("{name}_flipping"), &mut model, size);
        settle(&mut model);
        check(&format!("{name}_over"), &mut model, size);
    }
}

/// The text of the line below the board.
fn status(model: &mut Model, (width, height): (u16, u16)) -> String {
    let shown = screen(model, width, height);
    let lines: Vec<&str> = shown.lines().collect();
    lines[usize::from(height) - 2].trim().to_owned()
}

#[test]
fn the_line_below_the_board_tells_nothing_of_dice_that_still_roll() {
    let mut model = joined(&Table::with_board(5, BOARD));
    model.size = LARGE.into();
    keys(&mut model, "<Tab>");
    let before = status(&mut model, LARGE);
    assert!(before.contains("if won: group 3 → 5"), "{before}");
    let mut model = attacked(BOARD, LARGE);
    let mut frames = 0;
    while model.game_match().unwrap().rolling.is_some() {
        let told = status(&mut model, LARGE);
        assert_eq!(told, "▲ Aki rolls 4 against 2   a tie stays with bot Tiger");
        let elapsed_ms = ROLL_FRAME_MS;
        update(&mut model, Message::Tick { elapsed_ms });
        frames += 1;
    }
    assert!(frames > 3, "only {frames} pictures of a roll");
    let after = status(&mut model, LARGE);
    assert!(after.contains("You take"), "the attack must win: {after}");
}

#[test]
fn letters_stand_over_the_columns() {
    for size in [USUAL, (100, 30), LARGE, (200, 60)] {
        let mut model = joined(&Table::with_board(5, BOARD));
        model.size = size.into();
        let shown = screen(&mut model, size.0, size.1);
        let above = shown.lines().take(5).find(|it| {
            let words: Vec<&str> = it.split_whitespace().take(5).collect();
            words == ["a", "b", "c", "d", "e"]
        });
        assert!(above.is_some(), "no letters at {size:?}:\n{shown}");
    }
}

#[test]
pub(super) fn whoever_is_out_is_told_across_the_board() {
    for (name, size, colors, glyphs) in [
        ("fall_120x40", LARGE, ColorLevel::True, Glyphs::Quadrants),
        ("fall_ascii", USUAL, ColorLevel::None, Glyphs::Ascii),
    ] {
        let mut model = attacked("a4b1c3d2c2d3a1c1d1c2d1a2c3d3a1c1d1c2d2a1c1d1c2d2a1", size);
        (model.look.colors, model.look.glyphs) = (colors, glyphs);
        keys(&mut model, "<Left>");
        check(name, &mut model, size);
    }
}

/// A match of one's own on the person's turn, with hints.
fn alone(size: (u16, u16)) -> (Model, Table) {
    let table = Table::with_board(5, BOARD);
    let mut model = joined(&table);
    model.size = size.into();
    model.server = Some(Server::Private);
    let lobby = model.lobby.as_mut().unwrap();
    let bot = lobby.view.seats[1].holder.clone();
    lobby.view.seats[2].holder = bot;
    (model, table)
}

#[test]
pub(super) fn what_may_follow_is_marked_on_the_board() {
    for (name, size) in [("danger_80x24", USUAL), ("danger_120x40", LARGE)] {
        check(name, &mut alone(size).0, size);
    }
    for (name, colors, glyphs) in [
        ("danger_16", ColorLevel::Sixteen, Glyphs::Quadrants),
        ("danger_ascii", ColorLevel::None, Glyphs::Ascii),
    ] {
        let (mut model, _) = alone(USUAL);
        (model.look.colors, model.look.glyphs) = (colors, glyphs);
        check(name, &mut model, USUAL);
    }
    let mut wars = joined(&Table::of(GameKind::DiceWars, "map=atoll"));
    check("danger_on_a_map", &mut wars, LARGE);
    let (mut off, _) = alone(USUAL);
    keys(&mut off, ":hints off<Enter>");
    let shown = screen(&mut off, 80, 24);
    assert!(
        !shown.contains('!') && !shown.contains("if you end now"),
        "{shown}"
    );
}

#[test]
pub(super) fn a_hint_points_at_what_it_advises() {
    for (name, size) in [("hint_80x24", USUAL), ("hint_120x40", LARGE)] {
        let (mut model, table) = alone(size);
        keys(&mut model, "i");
        let advice = advise(
            &Seen {
                config: table.config.clone(),
                earlier: Vec::new(),
                view: table.state.view(),
            },
            &Expert {
                nodes_max: 2_000,
                table: None,
            },
            &mut SeededDice::new(1),
        );
        let ply = model.game_match().unwrap().ply;
        update(&mut model, Message::Advised { ply, advice });
        check(name, &mut model, size);
    }
}

#[test]
pub(super) fn an_attack_in_few_colors_and_in_letters() {
    for (name, colors, glyphs) in [
        ("fight_16", ColorLevel::Sixteen, Glyphs::Quadrants),
        ("fight_ascii", ColorLevel::None, Glyphs::Ascii),
    ] {
        let mut model = attacked(BOARD, USUAL);
        (model.look.colors, model.look.glyphs) = (colors, glyphs);
        check(&format!("{name}_rolling"), &mut model, USUAL);
        settle(&mut model);
        check(&format!("{name}_over"), &mut model, USUAL);
    }
}

/// A match of Dice Wars with the first attack of a seat, just told.
fn attacked_by(seat: Seat) -> (Model, Battle) {
    let mut table = Table::of(GameKind::DiceWars, "map=atoll");
    table.lobby.settings.bot_pace_ms = 2000;
    table.lobby.seats[2].holder = HolderView::Human {
        player: BO,
        ready: true,
        held_by_bot: false,
    };
    let mut model = joined(&table);
    model.animation = true;
    loop {
        let mover = table.to_move();
        let action = table.some_action().unwrap();
        let told = table.act(action);
        hear(&mut model, told);
        let battle = model.game_match().unwrap().trail.battle;
        match battle.filter(|it| mover == Some(seat) && it.attacker == seat) {
            Some(battle) => return (model, battle),
            None => settle(&mut model),
        }
    }
}

#[test]
pub(super) fn an_attack_of_somebody_else_is_lit_with_its_odds_while_the_dice_roll() {
    // Seat 1 has a bot, seat 2 somebody else.
    for (seat, stays) in [(Seat::ALL[1], true), (Seat::ALL[2], false)] {
        let (mut model, battle) = attacked_by(seat);
        let odds = format!(" {} ", percent(battle.chance()));
        let unlit = |model: &Model| {
            let mut model = model.clone();
            model.game_match_mut().unwrap().watches = false;
            screen_with_styles(&mut model, 120, 40)
        };
        let told = |shown: &str| shown.matches(&odds).count();
        let lit = screen_with_styles(&mut model, 120, 40);
        // The panel tells the odds too.
        assert_eq!(told(&lit), told(&unlit(&model)) + 1, "{odds}");
        check_with_styles(&format!("fight_watched_{stays}"), &mut model, LARGE);
        settle(&mut model);
        let shown = screen_with_styles(&mut model, 120, 40);
        assert_eq!(shown != unlit(&model), stays, "{seat:?}");
        assert_eq!(told(&shown), told(&unlit(&model)), "{odds}");
        let mut skipping = model.clone();
        keys(&mut skipping, "<Right>");
        assert!(!skipping.game_match().unwrap().watches);
    }
}
