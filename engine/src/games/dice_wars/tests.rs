//! Dice Wars by the rule book, and refusals of bad input.

use super::*;
use crate::conformance;
use crate::dice::{LoadedDice, SeededDice, Weighted};
use crate::game::perft::perft;
use crate::game::{Preview, State};
use crate::games::territory::testing::{play, stands};
use crate::games::territory::{Action, Chance, Territory, odds};

/// Four territories in a ring: 0 touches 1 and 2, 3 touches 1 and 2.
const RING: &str =
    r#"{"rows":["AABB","AABB","CCDD","CCDD"],"neighbors":[[1,2],[0,3],[0,3],[1,2]]}"#;
/// Five territories in a row.
const ROW: &str = r#"{"rows":["AAABBBCCCDDDEEE"],"neighbors":[[1],[0,2],[1,3],[2,4],[3]]}"#;

fn rules(switches: &str) -> Rules {
    let mut rules = Rules::STANDARD;
    for (switch, value) in switches.split(',').filter_map(|it| it.split_once('=')) {
        DiceWars::set_switch(&mut rules, switch, value).unwrap();
    }
    rules
}

fn start(switches: &str, map: &str, seats: u8, board: &str) -> Position {
    let Rules {
        max_dice,
        stock,
        rounds,
        ..
    } = rules(switches);
    let (map, board) = (serde_json::from_str(map).unwrap(), board.to_owned());
    DiceWars::start(&Config {
        map,
        max_dice,
        stock,
        rounds,
        seats,
        board,
        first: Seat::default(),
    })
    .unwrap()
}

/// Plays a script on the ring, or on the row if there are five territories. `before` is a board and perhaps each seat's
/// stock; `after` is both, then the status: `a`, `open a` at the start of a turn, `won ab`.
#[track_caller]
fn check(switches: &str, seats: u8, before: &str, script: &str, after: &str) {
    let (board, stocks) = before.split_once(' ').unwrap_or((before, ""));
    let mut position = start(
        switches,
        if board.len() > 8 { ROW } else { RING },
        seats,
        board,
    );
    for (own, given) in position.stock.iter_mut().zip(stocks.split_whitespace()) {
        *own = given.parse().unwrap();
    }
    play(&mut position, script);
    let view = position.view();
    let stocks: Vec<String> = view
        .standings
        .iter()
        .map(|it| it.reserve.to_string())
        .collect();
    assert_eq!(view.board, position.board.cells());
    let stands = stands(&position);
    assert_eq!(
        format!("{} {} {stands}", view.board, stocks.join(" ")),
        after
    );
}

#[test]
fn strictly_more_pips_capture_and_all_dice_but_one_move() {
    check("", 2, "a3a2b1b4", "0>2 222/5", "a1a2a2b4 0 0 a");
    check("", 2, "a8a2b8b4", "0>2 66666666/55555555", "a1a2a7b4 0 0 a");
}

#[test]
fn equal_pips_are_the_defenders_and_the_attack_is_lost() {
    check("", 2, "a3a2b1b4", "0>2 122/5", "a1a2b1b4 0 0 a");
    check("", 2, "a2a2b2b4", "0>2 66/66", "a1a2b2b4 0 0 a");
    check("", 2, "a3a2b1b4", "0>2", "a3a2b1b4 0 0 chance");
}

#[test]
fn only_neighbors_of_others_are_attacked_and_only_with_two_dice() {
    let actions = |board: &str| start("", RING, 2, board).actions();
    let attack = |from, to| Action::Attack {
        from: Territory(from),
        to: Territory(to),
    };
    assert_eq!(
        actions("a3a2b1b4"),
        [Action::Pass, attack(0, 2), attack(1, 3)]
    );
    assert_eq!(
        actions("a3b2b1a4"),
        [
            Action::Pass,
            attack(0, 1),
            attack(0, 2),
            attack(3, 1),
            attack(3, 2)
        ]
    );
    assert_eq!(
        actions("a1a1b1b4"),
        [Action::Pass],
        "a seat may always end its turn"
    );
    let position = start("", RING, 2, "a3a2b1b4");
    for action in [
        attack(0, 1),
        attack(0, 3),
        attack(2, 0),
        attack(0, 0),
        attack(0, 66),
        attack(64, 2),
    ] {
        assert!(!position.is_legal(action), "{action:?}");
    }
}

#[test]
fn no_attack_is_compulsory_and_a_turn_may_have_several() {
    check("", 2, "a1a1b1b1", ".; +0; +0", "a3a1b1b1 0 0 open b");
    check(
        "",
        3,
        "a8b1b1c8c8",
        "0>1 21111111/1; 1>2 2111111/1",
        "a1a1a6c8c8 0 0 0 a",
    );
}

#[test]
fn reinforcement_is_the_largest_region_and_not_the_number_of_territories() {
    check("", 2, "a1b1b1a1", ".; +3", "a1b1b1a2 0 0 open b");
    check("", 2, "a1a1b1a1b1", ".; +0; +3", "a2a1b1a2b1 0 0 open b");
    check("", 2, "a1a1b1a1b1", ".; +0", "a2a1b1a1b1 0 0 chance");
}

#[test]
fn dice_fall_only_on_own_territories_with_room() {
    let mut position = start("max_dice=4", ROW, 2, "a4a3a1b1b1");
    position.act(Action::Pass);
    let chances: Vec<Weighted<Chance>> = [1, 2]
        .map(|at| Weighted {
            chance: Chance::Reinforce(Territory(at)),
            weight: 1,
        })
        .to_vec();
    assert_eq!(position.chances(), chances);
    for at in [0, 3, 4, 65] {
        assert!(
            !position.is_possible(Chance::Reinforce(Territory(at))),
            "{at}"
        );
    }
    let roll = position.roll(&mut LoadedDice::new([1]));
    assert_eq!(roll, Some(Chance::Reinforce(Territory(2))));
    position.resolve(Chance::Reinforce(Territory(1)));
    assert_eq!(position.chances(), chances[1..], "territory 1 is full now");
}

#[test]
fn what_finds_no_room_stays_in_stock() {
    check("max_dice=2", 2, "a2a2b1b1", ".", "a2a2b1b1 2 0 open b");
    check("max_dice=2", 2, "a2a1b1b1", ".; +1", "a2a2b1b1 1 0 open b");
    check(
        "max_dice=2",
        2,
        "a2a2b1b1",
        ".; .; +2; +3; .",
        "a2a2b2b2 4 0 open b",
    );
}

#[test]
fn the_stock_is_placed_with_the_next_reinforcement() {
    check(
        "",
        2,
        "a1a1b1b1 3",
        ".; +0; +0; +0; +1; +1",
        "a4a3b1b1 0 0 open b",
    );
    check(
        "max_dice=3",
        2,
        "a1a1b1b1 9",
        ".; +0; +0; +1; +1",
        "a3a3b1b1 7 0 open b",
    );
    check(
        "",
        2,
        "a1a1b1b1 0 1",
        ".; +0; +0; .; +2; +2; +2",
        "a3a1b4b1 0 0 open a",
    );
}

#[test]
fn a_stock_has_a_limit() {
    check("", 2, "a8a8b1b1 62", ".", "a8a8b1b1 64 0 open b");
    check("", 2, "a8a8b1b1 63", ".", "a8a8b1b1 64 0 open b");
    check("", 2, "a8a8b1b1 64", ".", "a8a8b1b1 64 0 open b");
    check("stock=1", 2, "a8a8b1b1", ".", "a8a8b1b1 1 0 open b");
    check("stock=0", 2, "a8a8b1b1", ".", "a8a8b1b1 0 0 open b");
    check("max_dice=16", 2, "aGaGb1b1 60", ".", "aGaGb1b1 62 0 open b");
    let full = ".; ".repeat(8) + ".";
    check(
        "max_dice=2,stock=7,rounds=0",
        2,
        "a2a2b2b2",
        &full,
        "a2a2b2b2 7 7 open b",
    );
}

#[test]
fn a_seat_without_territories_is_skipped_and_one_owner_has_won() {
    check(
        "",
        3,
        "a5b1c1c2",
        "0>1 21111/1; .; +0; +0",
        "a3a4c1c2 0 0 0 open c",
    );
    check("", 2, "a1a5a1b1", "1>3", "a1a5a1b1 0 0 chance");
}

#[test]
fn the_stock_of_a_seat_is_lost_with_its_last_territory() {
    check("", 3, "a5b1c1c2 3 4 5", "0>1 21111/1", "a1a4c1c2 3 0 5 a");
    check("", 3, "a5b1c1c2 3 4 5", "0>1 11111/6", "a1b1c1c2 3 4 5 a");
    check("", 2, "a5b1a1b2 3 4", "0>1 21111/1", "a1a4a1b2 3 4 a");
}

#[test]
fn the_last_capture_ends_the_match_at_once() {
    check("", 2, "a1a5a1b1", "1>3 61111/6", "a1a1a1a4 0 0 won a");
    check("", 3, "a1b5b1b1", "", "a1b5b1b1 0 0 0 open a");
    check(
        "",
        3,
        "a1b5b1b1",
        ".; +0; 1>0 66111/66",
        "b4b1b1b1 0 0 0 won b",
    );
}

#[test]
fn after_the_last_round_most_territories_win_then_most_dice() {
    check(
        "rounds=1",
        2,
        "a5a1a1b1",
        ".; +0; +0; +0; .; +3",
        "a8a1a1b2 0 0 won a",
    );
    check(
        "rounds=1",
        2,
        "a1a1b1b1",
        ".; +0; +0; .; +2; +2",
        "a3a1b3b1 0 0 won ab",
    );
    check(
        "rounds=1",
        2,
        "a1a1b2b1",
        ".; +0; +0; .; +2; +2",
        "a3a1b4b1 0 0 won b",
    );
    check(
        "rounds=2",
        2,
        "a1a1b1b1",
        ".; +0; +0; .; +2; +2",
        "a3a1b3b1 0 0 open a",
    );
    check("rounds=1", 2, "a8a8b8b8 9", ".; .", "a8a8b8b8 11 2 won ab");
    check(
        "rounds=1",
        4,
        "a1b1c1d2",
        ".; +0; .; +1; .; +2; .; +3",
        "a2b2c2d3 0 0 0 0 won d",
    );
}

#[test]
fn a_round_is_one_turn_of_every_seat_that_is_left() {
    let gone = "0>1 21111111/1; .; +0; +0";
    check(
        "rounds=1",
        3,
        "a8b1c1c2",
        &format!("{gone}; .; +2; +2"),
        "a3a7c3c2 0 0 0 won a",
    );
    check(
        "rounds=1",
        3,
        "a1b8c1c2",
        ".; +0; 1>0 61111111/66",
        "b7b1c1c2 0 0 0 b",
    );
    let first_gone = ".; +0; 1>0 61111111/66; .; +0; +1; .; +2; +2";
    check(
        "rounds=1",
        3,
        "a1b8c1c2",
        first_gone,
        "b8b2c3c2 0 0 0 won b",
    );
    let view = |rounds: &str| {
        let mut position = start(rounds, RING, 2, "a8a8b8b8");
        (0..2).for_each(|_| position.act(Action::Pass));
        position.view().round
    };
    assert_eq!(
        (view("rounds=1"), view("rounds=2"), view("rounds=0")),
        (1, 2, 2)
    );
}

#[test]
fn the_view_counts_what_everybody_has() {
    let position = start("", ROW, 3, "a4b2b3a1c8");
    let shown: Vec<(u8, u16, u8)> = position
        .view()
        .standings
        .iter()
        .map(|it| (it.territories, it.dice, it.link))
        .collect();
    assert_eq!(shown, [(2, 5, 1), (2, 5, 2), (1, 8, 1)]);
}

#[test]
fn a_preview_says_odds_and_link() {
    let position = start("", ROW, 2, "a3b1a1b1b1");
    let preview = position.preview(Action::Attack {
        from: Territory(0),
        to: Territory(1),
    });
    assert_eq!(
        (preview.link, preview.odds),
        (Some(3), Some(odds::exact(3, 1)))
    );
    assert_eq!(position.preview(Action::Pass), Preview::default());
}

/// The numbers for depth 1 and 2 were counted by hand (1: four ways to place two dice, two results of two attacks; 2:
/// `4 * 8` after a pass, 27 + 2 after a capture, 4 + 2 after a repelled attack), that for depth 3 by an independent program.
#[test]
fn perft_on_the_ring() {
    let position = start("", RING, 2, "a2a2b2b2");
    let counts: Vec<u64> = (0..=3)
        .map(|depth| perft(&position, depth).unwrap())
        .collect();
    assert_eq!(counts, [1, 4 + 2 * 2, 4 * 8 + 2 * (29 + 6), 858]);
}

/// Single dice cannot attack, so there is one action, after which each of ten dice goes to any of ten territories: the
/// orders of placing them are 10 to the 10th, too many to visit one by one, and lead to 92,378 boards.
#[test]
fn perft_counts_orders_without_walking_through_each() {
    let neighbors: Vec<Vec<u8>> = (0..=10_u8)
        .map(|it| {
            [it.checked_sub(1), Some(it + 1).filter(|it| *it <= 10)]
                .into_iter()
                .flatten()
                .collect()
        })
        .collect();
    let rows = ["AAABBBCCCDDDEEE~", "~~~~~~~~~~~~~FFF", "KKKJJJIIIHHHGGG~"];
    let map = serde_json::json!({"rows": rows, "neighbors": neighbors}).to_string();
    let position = start("max_dice=16", &map, 2, &("a1".repeat(10) + "b1"));
    assert_eq!(perft(&position, 1), Some(10_u64.pow(10)));
}

#[test]
fn the_deal_draws_map_owners_and_dice_and_gives_earlier_seats_more() {
    let map = MapChoice::Inline(serde_json::from_str(ROW).unwrap());
    let rules = Rules {
        map,
        max_dice: 4,
        ..Rules::STANDARD
    };
    // The shuffle draws below 5, 4, 3, 2 and leaves the order alone; then 6 dice for a, 4 for b.
    let mut dice = LoadedDice::new([4, 3, 2, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0]);
    let config = DiceWars::generate(&rules, 2, &mut dice).unwrap();
    assert_eq!(config.board, "a4b3a2b3a3");
    assert!(dice.is_empty());
}

#[test]
fn a_drawn_map_is_in_the_configuration_with_its_number() {
    let config = |switches: &str, seed| {
        DiceWars::generate(&rules(switches), 4, &mut SeededDice::new(seed)).unwrap()
    };
    let drawn: Vec<Map> = (0..5).map(|seed| config("", seed).map).collect();
    for map in &drawn {
        assert_eq!(*map, Map::generated(map.name.parse().unwrap()));
    }
    assert!(
        drawn.iter().any(|it| *it != drawn[0]),
        "the dice draw the map"
    );
    assert_eq!(config("map=77", 1).map, Map::generated(77));
    assert_eq!(config("map=4294967295", 1).map.name, "4294967295");
    assert_eq!(config("map=lakeland", 1).map, Shipped::Lakeland.map());
    assert_ne!(
        config("map=lakeland", 1).board,
        config("map=lakeland", 2).board
    );
}

#[test]
fn a_configuration_that_is_written_and_read_again_starts_the_same_match() {
    for seed in 0..20 {
        let config = DiceWars::generate(&Rules::STANDARD, 3, &mut SeededDice::new(seed)).unwrap();
        let again: Config = serde_json::from_str(&serde_json::to_string(&config).unwrap()).unwrap();
        assert_eq!(again, config, "seed {seed}");
        assert_eq!(
            DiceWars::start(&again),
            DiceWars::start(&config),
            "seed {seed}"
        );
    }
}

#[test]
fn impossible_configurations_are_refused_with_the_reason() {
    let sound = Config {
        map: serde_json::from_str(RING).unwrap(),
        max_dice: 8,
        stock: 64,
        rounds: 200,
        seats: 2,
        board: "a1b1a1b1".to_owned(),
        first: Seat::default(),
    };
    assert!(DiceWars::start(&sound).is_ok());
    let refused = |change: &dyn Fn(&mut Config)| {
        let mut config = sound.clone();
        change(&mut config);
        DiceWars::start(&config).unwrap_err().to_string()
    };
    assert_eq!(
        refused(&|it| it.max_dice = 17),
        "max_dice cannot be 17; possible: 2 to 16"
    );
    assert_eq!(
        refused(&|it| it.max_dice = 1),
        "max_dice cannot be 1; possible: 2 to 16"
    );
    assert_eq!(
        refused(&|it| it.stock = 65),
        "stock cannot be 65; possible: 0 to 64"
    );
    assert_eq!(
        refused(&|it| it.rounds = 1_001),
        "rounds cannot be 1001; possible: 0 (no limit) to 1000"
    );
    assert_eq!(
        refused(&|it| it.seats = 5),
        "dice-wars is played by 2 to 4 seats, not 5"
    );
    assert_eq!(
        refused(&|it| it.seats = 1),
        "dice-wars is played by 2 to 4 seats, not 1"
    );
    let board = |text: &'static str| refused(&|it| text.clone_into(&mut it.board));
    assert_eq!(board("a1b1a1"), "the map has 4 territories, the board 3");
    assert_eq!(
        board("a1b1a1c1"),
        "c1 is no territory: owner a to b, then dice 1 to 8"
    );
    assert_eq!(
        board("a1b1a1b9"),
        "b9 is no territory: owner a to b, then dice 1 to 8"
    );
    let rows = refused(&|it| it.map.rows.clear());
    assert_eq!(rows, "a map has 1 to 10 rows of 1 to 17 blocks, not 0 of 0");
    let border = refused(&|it| it.map.rows.swap(0, 3));
    assert_eq!(border, "territory 0 (A) is not in one piece");
}

#[test]
fn rules_that_no_match_can_follow_are_refused_before_the_deal() {
    let refused = |rules: &Rules, seats| {
        DiceWars::generate(rules, seats, &mut SeededDice::new(0))
            .unwrap_err()
            .to_string()
    };
    let inline = |map: &str| Rules {
        map: MapChoice::Inline(serde_json::from_str(map).unwrap()),
        ..rules("")
    };
    let three = inline(r#"{"rows":["AAABBBCCC"],"neighbors":[[1],[0,2],[1]]}"#);
    assert_eq!(
        refused(&three, 4),
        "a map of 3 territories is too small for 4 seats"
    );
    assert_eq!(
        refused(&Rules { stock: 65, ..three }, 2),
        "stock cannot be 65; possible: 0 to 64"
    );
    let torn = inline(r#"{"rows":["AAABBB"],"neighbors":[[],[]]}"#);
    assert_eq!(
        refused(&torn, 2),
        "territory 1 cannot be reached from territory 0"
    );
}

#[test]
fn switches_are_read_and_refused_with_what_there_is() {
    let set = |list: &str| {
        let mut all = crate::GameKind::DiceWars.default_rules();
        all.set_switches(list)
            .map(|()| serde_json::to_string(&all).unwrap())
            .map_err(|it| it.to_string())
    };
    let json = |rules: &str| Ok(format!(r#"{{"game":"dice-wars","rules":{rules}}}"#));
    assert_eq!(
        set(""),
        json(r#"{"map":"drawn","max_dice":8,"stock":64,"rounds":200}"#)
    );
    let all = "preset=book,map=77,max_dice=16,stock=0";
    assert_eq!(
        set(all),
        json(r#"{"map":77,"max_dice":16,"stock":0,"rounds":0}"#)
    );
    let atoll = "map=atoll,rounds=9,preset=standard";
    assert_eq!(
        set(atoll),
        json(r#"{"map":"atoll","max_dice":8,"stock":64,"rounds":200}"#)
    );
    let maps = "drawn, 0 to 4294967295, atoll, isthmus, crescent, lakeland, heartland";
    assert_eq!(
        set("map=moon"),
        Err(format!("map cannot be moon; possible: {maps}"))
    );
    assert_eq!(
        set("map=4294967296"),
        Err(format!("map cannot be 4294967296; possible: {maps}"))
    );
    assert_eq!(
        set("preset=old"),
        Err("preset cannot be old; possible: book, standard".to_owned())
    );
    assert_eq!(
        set("max_dice=1"),
        Err("max_dice cannot be 1; possible: 2 to 16".to_owned())
    );
    let there_is = "there is no switch \"size\"; possible: preset, map, max_dice, stock, rounds";
    assert_eq!(set("size=5"), Err(there_is.to_owned()));
    for shipped in Shipped::ALL {
        assert!(maps.contains(shipped.name()));
        assert_eq!(
            MapChoice::parse(shipped.name()),
            Ok(MapChoice::Shipped(*shipped))
        );
    }
}

#[test]
fn the_map_in_rules_is_a_number_a_name_or_a_whole_map() {
    let read = |json: &str| {
        serde_json::from_str::<Rules>(json)
            .map(|it| it.map)
            .map_err(|it| it.to_string())
    };
    assert_eq!(read("{}"), Ok(MapChoice::Drawn));
    assert_eq!(read(r#"{"map":"drawn"}"#), Ok(MapChoice::Drawn));
    assert_eq!(read(r#"{"map":7}"#), Ok(MapChoice::Number(7)));
    assert_eq!(
        read(r#"{"map":"atoll"}"#),
        Ok(MapChoice::Shipped(Shipped::Atoll))
    );
    let whole: Map = serde_json::from_str(RING).unwrap();
    assert_eq!(
        read(&format!(r#"{{"map":{RING}}}"#)),
        Ok(MapChoice::Inline(whole.clone()))
    );
    let rules = Rules {
        map: MapChoice::Inline(whole),
        ..Rules::STANDARD
    };
    assert_eq!(
        serde_json::from_str::<Rules>(&serde_json::to_string(&rules).unwrap()).unwrap(),
        rules
    );
    assert!(
        read(r#"{"map":"moon"}"#)
            .unwrap_err()
            .starts_with("map cannot be moon; possible: drawn")
    );
    assert!(read(r#"{"map":-1}"#).is_err());
    assert!(read(r#"{"maps":1}"#).is_err());
}

#[test]
fn every_rule_set_obeys_the_law_book() {
    for switches in [
        "",
        "preset=book,map=atoll",
        "max_dice=2,stock=0",
        "max_dice=16,rounds=12",
        "map=7,stock=3,max_dice=3",
        "map=heartland,max_dice=4",
    ] {
        for seats in 2..=4 {
            conformance::check(2, |dice| {
                DiceWars::start(&DiceWars::generate(&rules(switches), seats, dice).unwrap())
                    .unwrap()
            });
        }
    }
}
