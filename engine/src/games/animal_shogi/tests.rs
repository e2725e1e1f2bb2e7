//! Animal shogi against the rule book; `reference` compares it with numbers of two independent programs.

mod attacks;
pub(crate) mod reference;

use std::hash::{DefaultHasher, Hash, Hasher};

use super::*;
use crate::conformance;
use crate::dice::{SeededDice, pick};

/// Plays `moves` and compares what the table then sees: the placement, and how the match stands.
#[track_caller]
fn check(from: &str, moves: &str, expect: &str) {
    let view = play(Position::new(placement(from), Repetition::Third), moves).view();
    let name = |seat: Seat| ["sente", "gote"][seat.idx()];
    let stands = match (view.to_move, view.outcome, view.ending) {
        (Some(seat), None, None) => format!("{} moves", name(seat)),
        (None, Some(Outcome { winners }), Some(ending)) => {
            format!(
                "{} by {ending:?}",
                winners.iter().next().map_or("nobody", name)
            )
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(format!("{}: {stands}", view.position), expect);
}

#[track_caller]
pub(crate) fn play(mut position: Position, moves: &str) -> Position {
    for text in moves.split_whitespace() {
        let action = text.parse().unwrap();
        assert!(
            position.is_legal(action),
            "{text} in {}",
            position.placement()
        );
        position.act(action);
    }
    position
}

#[track_caller]
pub(crate) fn placement(text: &str) -> Placement {
    Placement::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

pub(crate) fn start(repetition: Repetition) -> Position {
    Position::new(placement(START), repetition)
}

fn texts(actions: &[Action]) -> Vec<String> {
    actions.iter().map(ToString::to_string).collect()
}

fn actions(position: &str) -> String {
    texts(&placement(position).actions()).join(" ")
}

/// Placements of random matches.
pub(crate) fn random_placements(matches: u64) -> Vec<Placement> {
    let mut seen = Vec::new();
    for seed in 0..matches {
        let mut dice = SeededDice::new(seed);
        let mut position = start(Repetition::Third);
        while let Some(action) = pick(&position.actions(), &mut dice) {
            seen.push(position.placement());
            position.act(action);
        }
    }
    seen
}

pub(crate) const START: &str = Placement::START;

#[test]
fn pieces_step_as_their_dots_show() {
    assert_eq!(actions(START), "b3b2 b4a3 b4c3 c4c3");
    assert_eq!(actions("gle/1c1/1C1/ELG w -"), "a1a2 b1a2 b1c2 b2b3");
    let sente = "a4b3 b2a1 b2a2 b2b1 b2b3 b2c1 b2c2 b4b3 c4b3 c4c3";
    assert_eq!(actions("l1g/1H1/h1e/EGL b -"), sente);
    let gote = "a1a2 a1b1 a1b2 a3a2 a3a4 a3b3 a3b4 c1b1 c1c2 c3b2 c3b4";
    assert_eq!(actions("l1g/1H1/h1e/EGL w -"), gote);
}

#[test]
fn a_captured_piece_comes_to_hand_and_a_hen_as_a_chick() {
    check(START, "b3b2", "gle/1C1/3/ELG w C: gote moves");
    check(START, "b3b2 b1b2", "g1e/1l1/3/ELG b Cc: sente moves");
    check(
        "l1g/1H1/h1e/EGL w -",
        "a1b2",
        "2g/1l1/h1e/EGL b c: sente moves",
    );
    check(
        "l1g/1H1/h1e/EGL w -",
        "c3b4 b2c1",
        "l1H/3/h2/EeL w Gg: gote moves",
    );
}

#[test]
fn a_chick_becomes_a_hen_when_it_moves_to_the_far_rank_but_not_when_it_is_dropped_there() {
    check(
        "l1g/2C/3/EGL b Ce",
        "c2c1+",
        "l1H/3/3/EGL w GCe: gote moves",
    );
    check("1lg/C2/3/EGL b Ce", "a2a1+", "Hlg/3/3/EGL w Ce: gote moves");
    check("1lg/C2/3/EGL b Ce", "C*a1", "Clg/C2/3/EGL w e: gote moves");
    check(
        "3/lEG/2c/Lg1 w ec",
        "c3c4+",
        "3/lEG/3/Lgh b ec: sente moves",
    );
    let may_step = |text: &str| {
        !placement(text)
            .targets("a1".parse().unwrap(), Seat::ALL[0])
            .is_empty()
    };
    assert!(!may_step("C1l/C2/3/EGL b ge") && may_step("H1l/C2/3/EGL b ge"));
}

/// Two chicks on a file, a chick on the far rank and a drop that mates are all allowed.
#[test]
fn drops_go_to_every_empty_square() {
    let drops = "C*a1 C*a2 C*a3 C*a4 C*b2 C*b3 C*c2 C*c3 E*a1 E*a2 E*a3 E*a4 E*b2 E*b3 E*c2 E*c3";
    assert_eq!(
        actions("1lg/3/3/1GL b E2Ce"),
        format!("{drops} b4a4 b4b3 c4b3 c4c3")
    );
    check(
        "1lg/3/3/1GL b E2Ce",
        "C*c2 E*b3 C*c3",
        "1lg/2C/1eC/1GL w E: gote moves",
    );
}

#[test]
fn who_captures_the_lion_wins_and_a_check_may_be_ignored() {
    check(START, "b3b2 a1a2", "1le/gC1/3/ELG b C: sente moves");
    check(START, "b3b2 a1a2 b2b1+", "1He/g2/3/ELG w C: sente by Catch");
    check(
        "1l1/2L/3/1EG b GE2c",
        "c2c1 b1c1",
        "2l/3/3/1EG b GE2c: gote by Catch",
    );
}

#[test]
fn a_lion_on_the_far_rank_wins_at_once_unless_it_can_be_captured_there() {
    check(
        "l2/2L/3/1EG b GE2c",
        "c2c1",
        "l1L/3/3/1EG w GE2c: sente by Try",
    );
    check(
        "eg1/3/l2/2L w GE2c",
        "a3a4",
        "eg1/3/3/l1L b GE2c: gote by Try",
    );
    check(
        "1l1/2L/3/1EG b GE2c",
        "c2c1",
        "1lL/3/3/1EG w GE2c: gote moves",
    );
}

#[test]
fn a_lion_that_could_be_captured_on_the_far_rank_and_was_not_wins_even_if_the_other_tries_too() {
    check(
        "1l1/2L/3/1EG b GE2c",
        "c2c1 C*a2",
        "1lL/c2/3/1EG b GEc: sente by LateTry",
    );
    check(
        "1g1/2L/l2/2G b 2E2c",
        "c2c1 a3a4",
        "1gL/3/3/l1G b 2E2c: sente by LateTry",
    );
    check(
        "1gL/3/l2/2G w 2E2c",
        "b1c1",
        "2g/3/l2/2G b 2E2c: gote by Catch",
    );
}

#[test]
fn who_cannot_move_loses() {
    check(
        "3/1cc/egl/Leg w -",
        "",
        "3/1cc/egl/Leg w -: sente by NoMove",
    );
}

#[test]
fn nothing_is_legal_after_the_end() {
    const SHUFFLE: &str = "c4c3 a1a2 c3c4 a2a1 ";
    let shuffle = SHUFFLE.repeat(2);
    for (from, moves) in [
        (START, "b3b2 a1a2 b2b1+"),
        ("l2/2L/3/1EG b GE2c", "c2c1"),
        ("1l1/2L/3/1EG b GE2c", "c2c1 C*a2"),
        (START, shuffle.as_str()),
    ] {
        let over = play(Position::new(placement(from), Repetition::Third), moves);
        assert_eq!(over.actions(), []);
        let mut possible = 0;
        for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
            let action = Action::Move {
                from,
                to,
                promotes: false,
            };
            let seat = over.placement().to_move();
            let own = over.placement().pieces(seat).contains(from);
            possible += usize::from(own && over.placement().targets(from, seat).contains(to));
            assert!(!over.is_legal(action), "{action} after {moves}");
            assert_eq!(
                over.placement().is_legal(action),
                over.placement().actions().contains(&action)
            );
        }
        assert!(possible > 0, "{moves}: some piece could still step");
    }
}

/// The line goes back to the start through two captures and two drops: no history may be dropped at a capture.
#[test]
fn a_placement_recurs_after_captures_and_drops() {
    const LOOP: &str = "b3b2 b1b2 C*b3 b2c2 c4c3 c2b1 c3c4 C*b2 ";
    check(START, LOOP, "gle/1c1/1C1/ELG b -: sente moves");
    check(
        START,
        &LOOP.repeat(2),
        "gle/1c1/1C1/ELG b -: nobody by Repetition",
    );
    let later = play(start(Repetition::Fourth), &LOOP.repeat(2));
    assert_eq!((later.occurrences(), later.ending()), (3, None));
    let drawn = play(later, LOOP);
    assert_eq!(
        (drawn.occurrences(), drawn.ending()),
        (4, Some(Ending::Repetition))
    );
}

#[test]
fn histories_are_equal_whatever_their_order_and_differ_otherwise() {
    let (giraffes, lions) = ("c4c3 a1a2 c3c4 a2a1 ", "b4a3 b1c2 a3b4 c2b1 ");
    let one = play(start(Repetition::Fourth), &format!("{giraffes}{lions}"));
    let other = play(start(Repetition::Fourth), &format!("{lions}{giraffes}"));
    assert_eq!(one, other);
    assert_eq!(hash(&one), hash(&other));
    let longer = play(start(Repetition::Fourth), &format!("{giraffes}{giraffes}"));
    assert_eq!(
        (longer.placement(), longer.occurrences()),
        (one.placement(), one.occurrences())
    );
    assert_ne!(longer, one, "other placements have occurred twice");
    assert_ne!(start(Repetition::Third), start(Repetition::Fourth));
    let mut copy = start(Repetition::Third);
    copy.clone_from(&one);
    assert_eq!(copy, one);
}

fn hash(position: &Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn actions_are_listed_in_the_order_of_their_texts() {
    for it in random_placements(20) {
        let actions = it.actions();
        assert!(
            texts(&actions).is_sorted() && actions.is_sorted(),
            "{it}: {actions:?}"
        );
    }
}

#[test]
fn what_random_matches_lead_to_is_written_as_it_is_read() {
    for it in random_placements(20) {
        assert_eq!(placement(&it.to_string()), it);
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let refused = |text: &str| Placement::parse(text).unwrap_err().to_string();
    assert_eq!(refused("g1e/1c1/1C1/ELG b -"), "gote has one lion, not 0");
    assert_eq!(refused("gle/LcL/1C1/E1G b -"), "sente has one lion, not 2");
    assert_eq!(
        refused("gle/ccC/3/ELG b -"),
        "there are 2 chicks and hens on the board and in hand, not 3"
    );
    assert_eq!(
        refused("gle/1c1/1C1/ELG b G"),
        "there are 2 giraffes on the board and in hand, not 3"
    );
    assert_eq!(
        refused("gl1/1c1/1C1/ELG b -"),
        "there are 2 elephants on the board and in hand, not 1"
    );
    assert_eq!(
        refused("gle/1x1/1C1/ELG b -"),
        "'x' is no piece: L, E, G, C and H are"
    );
    assert_eq!(
        refused("gle/1c0/1C1/ELG b -"),
        "'0' is no piece: L, E, G, C and H are"
    );
    assert_eq!(
        refused("gle/1c/1C1/ELG b -"),
        "rank 2 does not have 3 squares"
    );
    assert_eq!(
        refused("gle/1c1/2C1/ELG b -"),
        "rank 3 does not have 3 squares"
    );
    assert_eq!(
        refused("gle/1c1/1C1 b -"),
        "a board has 4 ranks, with / between"
    );
    assert_eq!(
        refused("gle/1c1/1C1/ELG s -"),
        "the side to move is b (sente) or w (gote)"
    );
    let three_parts = "a position is a board, b or w, and the hands, with one space between";
    assert_eq!(refused("gle/1c1/1C1/ELG b"), three_parts);
    assert_eq!(refused("gle/1c1/1C1/ELG b  -"), three_parts);
    let hands =
        |letter: char| format!("{letter:?} is nothing in hand: G, E and C are, and 2 before them");
    assert_eq!(refused("gle/1c1/3/ELG b H"), hands('H'));
    assert_eq!(refused("gle/1c1/3/ELG b L"), hands('L'));
    assert_eq!(refused("gle/1c1/3/ELG b 1C"), hands('1'));
    assert_eq!(refused("gle/3/3/ELG b 22C"), hands('2'));
    assert_eq!(
        refused("gle/1c1/3/ELG b C2"),
        "a count in hand needs a piece after it"
    );
    assert_eq!(
        refused("gle/3/3/ELG b CC"),
        "this position is written gle/3/3/ELG b 2C"
    );
    assert_eq!(
        refused("1l1/3/3/ELG b ceg"),
        "there are 2 chicks and hens on the board and in hand, not 1"
    );
    assert_eq!(
        refused("1l1/C2/3/ELG b ceg"),
        "this position is written 1l1/C2/3/ELG b gec"
    );
    assert_eq!(
        refused("gle/12/111/ELG b Cc"),
        "this position is written gle/3/3/ELG b Cc"
    );
}

#[test]
fn a_match_starts_neither_from_its_end_nor_with_an_unknown_switch() {
    let start = |position: &str| {
        AnimalShogi::start(&Config {
            rules: Rules::default(),
            position: position.to_owned(),
        })
        .map(|it| it.placement())
        .map_err(|it| it.to_string())
    };
    assert_eq!(start(START), Ok(placement(START)));
    assert_eq!(
        start("l1L/3/3/1EG w GE2c"),
        Err("the match is over in this position".to_owned())
    );
    assert_eq!(
        start(""),
        Err("a position is a board, b or w, and the hands, with one space between".to_owned())
    );
    let mut rules = Rules::default();
    AnimalShogi::set_switch(&mut rules, "repetition", "4").unwrap();
    assert_eq!(rules.repetition, Repetition::Fourth);
    let mut refused = |switch: &str, value: &str| {
        AnimalShogi::set_switch(&mut rules, switch, value)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused("repetition", "5"),
        "repetition cannot be 5; possible: 3, 4"
    );
    assert_eq!(
        refused("rounds", "5"),
        "there is no switch \"rounds\"; possible: repetition"
    );
}

#[test]
fn an_action_has_exactly_one_text() {
    for square in Square::all() {
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    for text in ["b3b2", "b2b1+", "C*b2", "E*a1", "G*c4"] {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        assert_eq!(
            serde_json::to_string(&text.parse::<Action>().unwrap()).unwrap(),
            format!("{text:?}")
        );
    }
    for text in [
        "", "b3", "b3b", "b3b2b1", "b3b2++", "b3b2 ", " b3b2", "B3B2", "d1a1", "a0a1", "a5a4",
        "b2b2", "c*b2", "H*b2", "L*b2", "C*b2+", "CC*b2", "C*d2", "*b2", "C*", "C**b2", "b3*b2",
        "+", "ä1b2", "b3ä",
    ] {
        assert_eq!(text.parse::<Action>(), Err(NotAnAction), "{text:?}");
        assert!(
            serde_json::from_str::<Action>(&format!("{text:?}")).is_err(),
            "{text:?}"
        );
    }
}

#[test]
fn a_move_says_whether_a_chick_becomes_a_hen() {
    let legal = |position: &str, action: &str| {
        let placement = placement(position);
        let action = action.parse().unwrap();
        assert_eq!(
            placement.is_legal(action),
            placement.actions().contains(&action),
            "{action} in {position}"
        );
        placement.is_legal(action)
    };
    assert!(legal("1lg/C2/3/EGL b Ce", "a2a1+") && !legal("1lg/C2/3/EGL b Ce", "a2a1"));
    assert!(legal(START, "c4c3") && !legal(START, "c4c3+") && !legal(START, "b3b2+"));
    assert!(!legal(START, "b2b3") && !legal(START, "C*b2") && !legal("gle/3/1C1/ELG b c", "C*b2"));
    assert!(legal("gle/3/1C1/ELG w c", "C*b2") && !legal("gle/3/1C1/ELG w c", "C*b3"));
}

#[test]
fn the_view_tells_a_client_everything_it_draws() {
    let view = play(start(Repetition::Third), "b3b2").view();
    let json = serde_json::to_value(&view).unwrap();
    assert_eq!(serde_json::from_value::<View>(json.clone()).unwrap(), view);
    assert_eq!(json["position"], "gle/1C1/3/ELG w C");
    assert_eq!(
        (&json["to_move"], &json["check"], &json["occurrences"]),
        (&1.into(), &true.into(), &1.into())
    );
    assert!(json["ending"].is_null() && json["outcome"].is_null());
    assert_eq!(
        json["hands"][0],
        serde_json::json!({"giraffe": 0, "elephant": 0, "chick": 1})
    );
    let dots = |piece: usize| {
        let it = &json["pieces"][piece];
        let dots: Vec<&str> = it["dots"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap())
            .collect();
        format!(
            "{} {} {}: {}",
            it["square"],
            it["owner"],
            it["kind"],
            dots.join(" ")
        )
        .replace('"', "")
    };
    let all: Vec<String> = (0..7).map(dots).collect();
    assert_eq!(json["pieces"].as_array().unwrap().len(), all.len());
    assert_eq!(
        all,
        [
            "a1 1 giraffe: n e s w",
            "a4 0 elephant: ne se sw nw",
            "b1 1 lion: n ne e se s sw w nw",
            "b2 0 chick: n",
            "b4 0 lion: n ne e se s sw w nw",
            "c1 1 elephant: ne se sw nw",
            "c4 0 giraffe: n e s w",
        ]
    );
    let hens = Position::new(placement("l1g/1H1/h1e/EGL b -"), Repetition::Third)
        .view()
        .pieces;
    let turned = |owner: usize| {
        let hen = hens
            .iter()
            .find(|it| it.kind == Kind::Hen && it.owner.idx() == owner)
            .unwrap();
        serde_json::to_string(&hen.dots).unwrap()
    };
    assert_eq!(turned(0), r#"["n","ne","e","s","w","nw"]"#);
    assert_eq!(turned(1), r#"["n","e","se","s","sw","w"]"#);
}

#[test]
fn rules_and_configurations_are_read_as_they_are_written() {
    let text = format!(r#"{{"rules":{{"repetition":4}},"position":"{START}"}}"#);
    let config: Config = serde_json::from_str(&text).unwrap();
    assert_eq!(config.rules.repetition, Repetition::Fourth);
    assert_eq!(serde_json::to_string(&config).unwrap(), text);
    let why = serde_json::from_str::<Rules>(r#"{"repetition":2}"#)
        .unwrap_err()
        .to_string();
    assert!(
        why.starts_with("repetition cannot be 2; possible: 3, 4"),
        "{why}"
    );
    let generated = AnimalShogi::generate(&config.rules, 2, &mut SeededDice::new(0)).unwrap();
    assert_eq!(generated, config);
}

#[test]
fn animal_shogi_obeys_the_law_book() {
    conformance::check(20, |_| start(Repetition::Third));
    conformance::check(20, |_| start(Repetition::Fourth));
    conformance::check(20, |_| placement(START));
}

#[test]
fn a_match_point_is_a_lion_that_can_be_caught_or_can_enter() {
    for (from, moves, expect) in [
        (START, "", None),
        // The chick checks the lion, and can be taken.
        (START, "b3b2", Some(0)),
        (START, "b3b2 a1a2", Some(0)),
        // One step from the far rank, which nobody guards; then gote is to move and far away.
        ("3/L2/2l/3 b GECgec", "", Some(0)),
        ("3/L2/2l/3 w GECgec", "", Some(1)),
        ("3/2l/L2/3 w GECgec", "", None),
    ] {
        let view = play(Position::new(placement(from), Repetition::Third), moves).view();
        let found = view.match_point.map(Seat::number);
        assert_eq!(found, expect, "{from} {moves}");
        assert_eq!(game::View::match_point(&view), view.match_point);
    }
}
