//! The advice that is given in known positions.

use super::*;
use crate::dice::SeededDice;
use crate::games::GameKind;
use crate::games::animal_shogi::{Ending, Placement};

const NODES: u64 = 20_000;

/// Positions of animal shogi that the side to move wins, but not soon.
const WON: [&str; 4] = [
    "gl1/1e1/LEG/3 b 2C",
    "g1e/1Cl/3/ELG b C",
    "1le/g1c/1EL/C1G b -",
    "g2/1lC/1Ee/1LG b c",
];

fn alone() -> Expert {
    Expert {
        nodes_max: NODES,
        table: None,
    }
}

/// A table in which sente wins: soonest by a step of a chick.
#[derive(Debug)]
struct GoteLoses;

impl Scores for GoteLoses {
    fn score(&self, placement: Placement) -> i16 {
        match placement.to_move().idx() {
            0 => 9,
            _ if placement.to_string().contains("/ELG w") => -8,
            _ => -10,
        }
    }
}

/// A board of three by three hexes for two seats whose turn has begun; the first seat is to move.
fn hexes(switches: &str, board: &str) -> (AnyConfig, AnyView) {
    let mut rules = GameKind::DiceOfDoom.default_rules();
    rules.set_switches(switches).unwrap();
    let Ok(AnyConfig::DiceOfDoom(mut config)) = rules.generate(2, &mut SeededDice::new(1)) else {
        panic!("another game");
    };
    board.clone_into(&mut config.board);
    let config = AnyConfig::DiceOfDoom(config);
    let view = config.start().unwrap().view();
    (config, view)
}

fn other(game: GameKind, position: &str) -> (AnyConfig, AnyView) {
    let config = game.default_rules().generate(2, &mut SeededDice::new(1));
    let config = config.unwrap();
    let mut view = config.start().unwrap().view();
    if let AnyView::TicTacToe(view) = &mut view {
        position.clone_into(&mut view.board);
    } else if let AnyView::AnimalShogi(view) = &mut view {
        position.clone_into(&mut view.position);
    }
    (config, view)
}

/// A position of which nothing is known that came before it.
fn seen(config: &AnyConfig, view: &AnyView) -> Seen {
    Seen {
        config: config.clone(),
        earlier: Vec::new(),
        view: view.clone(),
    }
}

#[track_caller]
fn check_outlook((config, view): &(AnyConfig, AnyView), expect: &str) {
    let outlook = outlook(config, view).unwrap();
    let gain = outlook
        .gain
        .map(|it| format!("+{} ({})", it.placed, it.kept));
    let threat = |it: &Threat| format!("{}>{} {:.2}", it.from.0, it.at.0, it.chance);
    let threats: Vec<String> = outlook.threats.iter().map(threat).collect();
    let gain = gain.unwrap_or_else(|| "?".to_owned());
    assert_eq!(format!("{gain}; {}", threats.join(", ")), expect);
}

#[track_caller]
fn check_advice((config, view): &(AnyConfig, AnyView), expect: &str) {
    let seen = seen(config, view);
    let advice = advise(&seen, &alone(), &mut SeededDice::new(1)).unwrap();
    assert_eq!(advice.values, []);
    assert_eq!(format!("{}: {:?}", advice.action, advice.why), expect);
}

/// Three by three hexes: the first seat above, the second below.
const EVEN: &str = "a1a1a3a1b5b3b1b1b1";

#[test]
fn what_the_end_of_a_turn_brings_is_what_the_rules_then_do() {
    for switches in [
        "size=3",
        "size=3,reinforcement=cluster",
        "size=3,reinforcement=random",
    ] {
        let (config, view) = hexes(switches, EVEN);
        let mut after = config.position(&view).unwrap();
        let dice = |it: &AnyState| it.view().on_territories().unwrap().standings[0].dice;
        let before = dice(&after);
        after.act(AnyAction::DiceOfDoom(Action::Pass));
        while let Some(chance) = after.roll(&mut SeededDice::new(3)) {
            after.resolve(chance);
        }
        let gain = outlook(&config, &view).unwrap().gain.unwrap();
        assert_eq!(gain.placed, dice(&after) - before, "{switches}");
        assert!(gain.placed > 0, "{switches}");
    }
}

#[test]
fn what_the_view_does_not_tell_is_not_told() {
    let captured = "size=3,reinforcement=captured,opening=free";
    let (config, mut view) = hexes(captured, EVEN);
    check_outlook(
        &(config.clone(), view.clone()),
        "+0 (0); 4>0 1.00, 4>1 1.00, 5>2 0.45, 4>3 1.00",
    );
    if let AnyView::DiceOfDoom(view) = &mut view {
        view.opening = false;
    }
    assert_eq!(outlook(&config, &view).unwrap().gain, None);
}

#[test]
fn an_expert_says_why_he_attacks_or_stops() {
    check_advice(
        &hexes("size=2", "a4a1a1b1"),
        "0-3: Attacks(Attack { chance: 0.9972993827160493, link: [3, 4], ends: Some(Seat(1)), threatens: false })",
    );
    check_advice(
        &hexes("size=3,opening=free", EVEN),
        "2-5: Attacks(Attack { chance: 0.45357510288065844, link: [4, 5], ends: None, threatens: true })",
    );
    // The chance is that of the attack itself, not of another one on the same territory.
    check_advice(
        &hexes("size=2", "a2a4a1b1"),
        "1-3: Attacks(Attack { chance: 0.9972993827160493, link: [3, 4], ends: Some(Seat(1)), threatens: false })",
    );
    // Nothing can be attacked, or only against four times as many dice.
    check_advice(&hexes("size=2,opening=free", "a1a1b1b1"), "pass: Only");
    check_advice(
        &hexes("size=2,opening=free", "a2a1b4b4"),
        "pass: Stops { gain: Some(Gain { placed: 2, kept: 0 }), best: Some(0.03587962962962963) }",
    );
}

#[test]
fn an_expert_says_why_he_moves_a_piece_or_marks_a_cell() {
    check_advice(&other(GameKind::TicTacToe, "xx.oo...."), "c1: Wins");
    check_advice(
        &other(GameKind::TicTacToe, "x.x.o...."),
        "b1: Prevents { losing: 5, others: 5 }",
    );
    check_advice(&other(GameKind::TicTacToe, "x...o...."), "b1: Solved(Draw)");
    check_advice(
        &other(GameKind::TicTacToe, "x....o..."),
        "c1: Solved(Win(5))",
    );
    check_advice(
        &other(GameKind::AnimalShogi, "gle/1c1/1C1/ELG b -"),
        "b3b2: Judged",
    );
}

#[test]
fn where_a_table_knows_the_position_every_action_has_its_value() {
    let (config, view) = other(GameKind::AnimalShogi, "gle/1c1/1C1/ELG b -");
    let expert = Expert {
        table: Some(Arc::new(GoteLoses)),
        ..alone()
    };
    let ask = |seen| advise(&seen, &expert, &mut SeededDice::new(1)).unwrap();
    let advice = ask(seen(&config, &view));
    assert_eq!(advice.action.to_string(), "b3b2");
    assert_eq!(advice.why, Why::Solved(Value::Win(9)));
    let values: Vec<String> = { advice.values.iter() }
        .map(|it| format!("{} {:?}", it.0, it.1))
        .collect();
    let expected = [
        "b3b2 Win(9)",
        "b4a3 Win(11)",
        "b4c3 Win(11)",
        "c4c3 Win(11)",
    ];
    assert_eq!(values, expected);
    // It is a table of one game.
    let (config, view) = other(GameKind::TicTacToe, "x...o....");
    assert_eq!(ask(seen(&config, &view)).values, []);
}

/// The end of a match of animal shogi in which one side follows the hints of an expert, and whether that side has won; the
/// expert knows the past of the match, or not.
fn followed(position: &str, expert: &Expert, knows_past: bool) -> (Ending, bool) {
    let (config, view) = other(GameKind::AnimalShogi, position);
    let mut state = config.position(&view).unwrap();
    let defender = BotSpec::for_game("hard", GameKind::AnimalShogi).unwrap();
    let mut defender = SeatBot::new(defender, GameKind::AnimalShogi).unwrap();
    let mut all = Vec::new();
    let Node::Decision(winner) = state.node() else {
        panic!("the match is over")
    };
    while let Node::Decision(mover) = state.node() {
        let view = state.view();
        let action = if mover == winner {
            let mut asked = seen(&config, &view);
            if knows_past {
                asked.earlier = all.clone();
            }
            let mut dice = SeededDice::new(u64::try_from(all.len()).unwrap());
            advise(&asked, expert, &mut dice).unwrap().action
        } else {
            let mut nodes = defender.nodes();
            let chosen = defender.choose(&state, &mut nodes, &mut SeededDice::new(1));
            chosen.unwrap()
        };
        all.push(view);
        state.act(action);
    }
    let AnyView::AnimalShogi(view) = state.view() else {
        panic!("another game")
    };
    let winners = view.outcome.unwrap().winners;
    (view.ending.unwrap(), winners.contains(winner))
}

#[test]
fn whoever_follows_the_hints_in_a_won_position_does_not_repeat_himself_into_a_draw() {
    for position in WON {
        let (ending, _) = followed(position, &alone(), true);
        assert_ne!(ending, Ending::Repetition, "{position}");
    }
}

#[test]
fn a_hint_that_knows_the_past_wins_where_one_that_does_not_repeats_itself_into_a_draw() {
    // Found among positions after random moves: with few nodes the expert does not see the win before it has to leave the circle.
    let expert = Expert {
        nodes_max: 500,
        table: None,
    };
    for position in [
        "H1e/gl1/3/ELG w c",
        "lgc/c1E/2e/L1G b -",
        "g1e/l2/1G1/EL1 w Cc",
    ] {
        let without = followed(position, &expert, false);
        assert_eq!(without, (Ending::Repetition, false), "{position}");
        let with = followed(position, &expert, true);
        assert_eq!(with, (Ending::Catch, true), "{position}");
    }
}

#[test]
fn where_a_repetition_draws_at_once_the_hint_says_so() {
    let (config, view) = other(GameKind::AnimalShogi, "gle/1c1/1C1/ELG b -");
    let mut state = config.position(&view).unwrap();
    let mut asked = seen(&config, &view);
    for action in "c4c3 a1a2 c3c4 a2a1 c4c3 a1a2".split(' ') {
        asked.earlier.push(state.view());
        state.act(AnyAction::AnimalShogi(action.parse().unwrap()));
    }
    asked.view = state.view();
    let known = asked.config.position(&asked.view).unwrap();
    let home = AnyAction::AnimalShogi("c3c4".parse().unwrap());
    // The giraffe's way home brings a position for the third time only after gote's.
    assert!(!draws_at_once(&known, home));
    let mut asked_again = asked.clone();
    state.act(home);
    asked_again.earlier.push(asked.view);
    asked_again.view = state.view();
    let mut known = asked_again.config.position(&asked_again.view).unwrap();
    let home = AnyAction::AnimalShogi("a2a1".parse().unwrap());
    assert!(!draws_at_once(&known, home));
    for earlier in &asked_again.earlier {
        known.recall(earlier);
    }
    assert!(draws_at_once(&known, home));
    let told = why(
        &asked_again.config,
        &asked_again.view,
        &known,
        home,
        &alone(),
    );
    assert_eq!(told, Why::Draws);
    // What would have ended the match before is not believed.
    let first = asked_again.earlier[0].clone();
    let mut twice = known.clone();
    for _ in 0..300 {
        twice.recall(&first);
    }
    assert_eq!(twice, known);
}

#[test]
fn where_nobody_is_to_move_nothing_is_told() {
    let (config, view) = other(GameKind::TicTacToe, "xxxoo....");
    assert_eq!(
        advise(&seen(&config, &view), &alone(), &mut SeededDice::new(1)),
        None
    );
    assert_eq!(outlook(&config, &view), None);
}
