//! Every number of the reference data: counts, values of positions, an optimal match, repetitions.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;
use crate::game::SeatSet;
use crate::game::perft::perft;

/// Last plies that are looked at one by one for one position; deeper counts compare only the number of sequences.
const TALLIED_PLIES_MAX: u64 = 700_000;
/// Sequences that are counted for one position.
const COUNTED_PLIES_MAX: u64 = 20_000_000;

#[derive(Deserialize)]
struct Counted {
    sfen: String,
    official: Vec<Level>,
    strict_nodes: Option<Vec<u64>>,
}

#[derive(Deserialize)]
struct Level {
    depth: u32,
    #[serde(flatten)]
    tally: Tally,
}

/// The kinds of last plies of all sequences of one length, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
struct Tally {
    nodes: u64,
    captures: u64,
    promotions: u64,
    drops: u64,
    catches: u64,
    tries: u64,
    late_tries: u64,
}

#[derive(Deserialize)]
struct Valued {
    sfen: String,
    value: String,
    score: i32,
    moves: BTreeMap<String, i32>,
}

#[derive(Deserialize)]
struct Played {
    sfen: String,
    score: i32,
    #[serde(rename = "move")]
    action: String,
}

#[derive(Deserialize)]
struct Repeated {
    name: String,
    start: String,
    moves: Vec<String>,
    start_position_occurs_at_plies: Option<Vec<usize>>,
    third_occurrence_ply: Option<usize>,
    fourth_occurrence_ply: Option<usize>,
    r#final: Option<String>,
}

fn counted() -> Vec<Counted> {
    serde_json::from_str(include_str!(
        "../../../../../tests/reference/shogi/perft.json"
    ))
    .unwrap()
}

fn valued() -> Vec<Valued> {
    serde_json::from_str(include_str!(
        "../../../../../tests/reference/shogi/values.json"
    ))
    .unwrap()
}

/// The reference positions with their scores.
pub(crate) fn scores() -> Vec<(String, i32)> {
    valued().into_iter().map(|it| (it.sfen, it.score)).collect()
}

fn after(placement: Placement, action: Action) -> Placement {
    let mut next = placement;
    next.act(action);
    next
}

fn tally(placement: Placement, depth: u32, sum: &mut Tally) {
    for action in placement.actions() {
        let next = after(placement, action);
        if depth > 1 {
            tally(next, depth - 1, sum);
            continue;
        }
        sum.nodes += 1;
        match action {
            Action::Drop { .. } => sum.drops += 1,
            Action::Move { to, promotes, .. } => {
                sum.captures += u64::from(placement.piece(to).is_some());
                sum.promotions += u64::from(promotes);
            }
        }
        match next.ending() {
            Some(Ending::Catch) => sum.catches += 1,
            Some(Ending::Try) => sum.tries += 1,
            Some(Ending::LateTry) => sum.late_tries += 1,
            Some(Ending::NoMove | Ending::Repetition) | None => {}
        }
    }
}

/// Sequences in which no move leaves the own lion capturable.
fn strict_perft(placement: Placement, depth: u32) -> u64 {
    let mover = placement.to_move();
    let successors = placement
        .actions()
        .into_iter()
        .map(|it| after(placement, it));
    let allowed = successors.filter(|it| !it.in_check(mover));
    if depth == 1 {
        allowed.count().try_into().unwrap()
    } else {
        allowed.map(|it| strict_perft(it, depth - 1)).sum()
    }
}

#[test]
fn sequences_of_actions_are_as_many_as_the_reference_counts() {
    let positions = counted();
    assert_eq!(positions.len(), 26);
    for Counted { sfen, official, .. } in positions {
        let start = placement(&sfen);
        for Level {
            depth,
            tally: expected,
        } in official
        {
            if expected.nodes <= COUNTED_PLIES_MAX {
                assert_eq!(start.perft(depth), expected.nodes, "{sfen}, depth {depth}");
            }
            if expected.nodes <= TALLIED_PLIES_MAX {
                let mut ours = Tally::default();
                tally(start, depth, &mut ours);
                assert_eq!(ours, expected, "{sfen}, depth {depth}");
            }
        }
    }
}

#[test]
fn sequences_that_keep_the_lion_safe_are_as_many_as_the_reference_counts() {
    for Counted {
        sfen, strict_nodes, ..
    } in counted()
    {
        for (depth, expected) in (1..).zip(strict_nodes.unwrap_or_default()) {
            if expected <= TALLIED_PLIES_MAX {
                assert_eq!(
                    strict_perft(placement(&sfen), depth),
                    expected,
                    "{sfen}, depth {depth}"
                );
            }
        }
    }
}

/// Three roads to one number: the fast count, the general one on placements, and the one on positions with a history.
#[test]
fn the_fast_count_agrees_with_the_general_one() {
    for Counted { sfen, .. } in counted() {
        let start = placement(&sfen);
        for depth in 0..=3 {
            assert_eq!(
                Some(start.perft(depth)),
                perft(&start, depth),
                "{sfen}, depth {depth}"
            );
            let position = Position::new(start, Repetition::Third);
            assert_eq!(
                Some(start.perft(depth)),
                perft(&position, depth),
                "{sfen}, depth {depth}"
            );
        }
    }
}

/// A score counts plies to the end: +1 wins with the next move; after -2 the other side can win at once.
#[test]
fn actions_and_immediate_wins_agree_with_the_solved_positions() {
    let positions = valued();
    assert_eq!(positions.len(), 316);
    for Valued {
        sfen,
        value,
        score,
        moves,
    } in positions
    {
        let start = placement(&sfen);
        let ours = start.actions();
        assert_eq!(
            texts(&ours),
            moves.keys().cloned().collect::<Vec<_>>(),
            "{sfen}"
        );
        let wins_at_once = |from: Placement| {
            from.actions()
                .into_iter()
                .any(|it| after(from, it).outcome() == Some(won_by(from.to_move())))
        };
        for (action, score) in ours.into_iter().zip(moves.into_values()) {
            let next = after(start, action);
            assert_eq!(
                next.outcome() == Some(won_by(start.to_move())),
                score == 1,
                "{action} in {sfen}"
            );
            let loses = next.ending().is_none() && wins_at_once(next);
            assert_eq!(loses, score == -2, "{action} in {sfen}");
        }
        assert_eq!(wins_at_once(start), score == 1, "{sfen}");
        assert_eq!(
            value,
            ["loss", "draw", "win"][usize::try_from(score.signum() + 1).unwrap()],
            "{sfen}"
        );
    }
}

fn won_by(seat: Seat) -> Outcome {
    Outcome {
        winners: SeatSet::EMPTY.with(seat),
    }
}

#[test]
fn the_optimal_match_is_legal_and_ends_as_told() {
    let text = include_str!("../../../../../tests/reference/shogi/optimal_line.json");
    let line: Vec<Played> = serde_json::from_str(text).unwrap();
    assert_eq!(line.len(), 78);
    let mut position = Position::new(placement(START), Repetition::Third);
    for (
        Played {
            sfen,
            score,
            action,
        },
        left,
    ) in line.into_iter().zip((1..=78).rev())
    {
        assert_eq!(
            (position.placement().to_string(), score.abs()),
            (sfen, left)
        );
        assert_eq!(position.ending(), None);
        position = play(position, &action);
    }
    assert_eq!(position.ending(), Some(Ending::Catch));
    assert_eq!(position.node(), Node::Terminal(won_by(Seat::ALL[1])));
}

#[test]
fn repetitions_are_counted_as_the_reference_counts_them() {
    let text = include_str!("../../../../../tests/reference/shogi/repetition.json");
    let lines: Vec<Repeated> = serde_json::from_str(text).unwrap();
    assert_eq!(lines.len(), 2);
    for it in lines {
        for repetition in [Repetition::Third, Repetition::Fourth] {
            check_repetition(&it, repetition);
        }
    }
}

fn check_repetition(line: &Repeated, repetition: Repetition) {
    let drawn_at = match repetition {
        Repetition::Third => line.third_occurrence_ply,
        Repetition::Fourth => line.fourth_occurrence_ply,
    };
    let start = placement(&line.start);
    let mut position = Position::new(start, repetition);
    let mut occurs_at = vec![0];
    for (ply, action) in (1..).zip(&line.moves) {
        position = play(position, action);
        if position.placement() == start {
            occurs_at.push(ply);
            assert_eq!(
                usize::from(position.occurrences()),
                occurs_at.len(),
                "{}",
                line.name
            );
        }
        let ending = (Some(ply) == drawn_at).then_some(Ending::Repetition);
        assert_eq!(position.ending(), ending, "{}, ply {ply}", line.name);
        if ending.is_some() {
            assert_eq!(
                position.node(),
                Node::Terminal(Outcome {
                    winners: SeatSet::EMPTY
                })
            );
            assert_eq!(position.actions(), []);
            return;
        }
    }
    let expected = line
        .start_position_occurs_at_plies
        .clone()
        .unwrap_or_else(|| vec![0]);
    assert_eq!(occurs_at, expected, "{}", line.name);
    if let Some(last) = &line.r#final {
        assert_eq!(
            (position.placement().to_string(), position.occurrences()),
            (last.clone(), 1)
        );
    }
}

#[test]
fn every_position_of_the_reference_is_written_as_it_is_read() {
    let texts = counted()
        .into_iter()
        .map(|it| it.sfen)
        .chain(valued().into_iter().map(|it| it.sfen));
    for text in texts {
        assert_eq!(placement(&text).to_string(), text);
    }
}
