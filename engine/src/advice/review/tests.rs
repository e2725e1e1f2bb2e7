//! Reviews of matches whose luck and errors are known, and of whole matches of bots.

use std::ops::ControlFlow;

use super::whole::{WholeReview, nodes_for_choice};
use super::*;
use crate::bots::rung::Rung;
use crate::bots::spec::BotSpec;
use crate::dice::SeededDice;
use crate::games::GameKind;
use crate::roster::SeatBot;

fn expert(nodes_max: u64) -> Expert {
    Expert {
        nodes_max,
        table: None,
    }
}

fn reviewed(config: &AnyConfig, steps: &[OriginStep], nodes: u64) -> Vec<ReviewedStep> {
    let mut review = Review::new(config, steps, expert(nodes)).unwrap();
    let mut dice = SeededDice::new(7);
    let mut all = Vec::new();
    while let Some(step) = review.next(&mut dice) {
        all.push(step);
    }
    all
}

fn sums(all: &[ReviewedStep]) -> [SeatSums; SEATS_MAX] {
    let mut sums = [SeatSums::default(); SEATS_MAX];
    for it in all {
        SeatSums::count(&mut sums, it);
    }
    sums
}

/// A match of bots; each of the two holds every other seat.
fn matched(game: GameKind, bots: [BotSpec; 2], seed: u64) -> (AnyConfig, Vec<OriginStep>) {
    let mut dice = SeededDice::new(seed);
    let (_, seats) = game.seats();
    let config = game.default_rules().generate(seats, &mut dice).unwrap();
    let mut players = bots.map(|it| SeatBot::new(it, game).unwrap());
    let (mut state, mut steps) = (config.start().unwrap(), Vec::new());
    loop {
        let step = match state.node() {
            Node::Terminal(_) => return (config, steps),
            Node::Chance => OriginStep::Rolled(state.roll(&mut dice).unwrap()),
            Node::Decision(seat) => {
                let player = &mut players[seat.idx() % 2];
                let mut nodes = player.nodes();
                OriginStep::Acted(player.choose(&state, &mut nodes, &mut dice).unwrap())
            }
        };
        match step {
            OriginStep::Acted(action) => state.act(action),
            OriginStep::Rolled(chance) => state.resolve(chance),
        }
        steps.push(step);
    }
}

fn cells(cells: &[&str]) -> (AnyConfig, Vec<OriginStep>) {
    let config = GameKind::TicTacToe.default_rules();
    let config = config.generate(2, &mut SeededDice::new(0)).unwrap();
    let action = |it: &&str| OriginStep::Acted(AnyAction::TicTacToe(it.parse().unwrap()));
    (config, cells.iter().map(action).collect())
}

#[test]
fn a_lost_draw_costs_half_a_win_and_nothing_in_it_is_luck() {
    // The second seat may not answer the middle at an edge; then everything is forced.
    let (config, steps) = cells(&["b2", "b1", "a1", "c3", "a2", "a3", "c2"]);
    let all = reviewed(&config, &steps, 1_000);
    let errors: Vec<f64> = all.iter().map(|it| it.lead.unwrap().worth).collect();
    assert_eq!(errors, [0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert!(all.iter().all(|it| it.luck.is_none()));
    assert_eq!(all[1].before, Some([0.5, 0.5, 0.0, 0.0]));
    assert_eq!(all[1].after, Some([1.0, 0.0, 0.0, 0.0]));
    assert!(all[1].why.is_some() && all[0].why.is_none());
    let [first, second, ..] = sums(&all);
    assert_eq!((first.decisions, first.error), (4, 0.0));
    assert_eq!(
        (second.decisions, second.error_per_choice()),
        (3, 0.5 / 3.0)
    );
}

#[test]
fn a_step_that_the_rules_do_not_allow_ends_the_review() {
    let (config, steps) = cells(&["b2", "b1", "b2", "c3"]);
    assert_eq!(reviewed(&config, &steps, 1_000).len(), 2);
}

#[test]
fn an_expert_without_nodes_tells_luck_alone() {
    let rung = BotSpec::on_rung(Rung::Third, GameKind::DiceWars);
    let (config, steps) = matched(GameKind::DiceWars, [rung, rung], 3);
    let all = reviewed(&config, &steps, 0);
    assert_eq!(all.len(), steps.len());
    assert!(all.iter().all(|it| it.lead.is_none()));
    for (it, step) in all.iter().zip(&steps) {
        assert_eq!(it.luck.is_some(), matches!(step, OriginStep::Rolled(_)));
        let (before, after) = (it.before.unwrap(), it.after.unwrap());
        let luck = it.luck.unwrap_or_default();
        for seat in 0..SEATS_MAX {
            let is_luck =
                it.luck.is_none() || (after[seat] - before[seat] - luck[seat]).abs() < 1e-12;
            assert!(is_luck, "{it:?}");
        }
    }
    let sums = sums(&all);
    assert!(
        sums.iter().map(|it| it.luck).sum::<f64>().abs() < 1e-9,
        "{sums:?}"
    );
    assert!(
        sums.iter()
            .any(|it| it.placed.abs() > 1e-9 && (it.placed - it.luck).abs() > 1e-9),
        "{sums:?}"
    );
}

#[test]
fn the_first_rung_errs_more_than_the_bot_of_the_last_one() {
    let hasty = BotSpec::with_nodes(BotKind::Value, 1_500);
    for game in [GameKind::DiceOfDoom, GameKind::DiceWars] {
        let first = BotSpec::on_rung(Rung::First, game);
        let mut errors = [SeatSums::default(); 2];
        for seed in 0..2 {
            let (config, steps) = matched(game, [first, hasty], seed);
            for (seat, of_seat) in sums(&reviewed(&config, &steps, 3_000)).iter().enumerate() {
                errors[seat % 2].error += of_seat.error;
                errors[seat % 2].decisions += of_seat.decisions;
            }
        }
        let [first, last] = errors.map(|it| it.error_per_choice());
        assert!(first > 1.5 * last, "{}: {first} and {last}", game.name());
    }
}

#[test]
fn the_same_luck_of_the_rollouts_gives_the_same_review() {
    let rung = BotSpec::on_rung(Rung::First, GameKind::DiceOfDoom);
    let (config, mut steps) = matched(GameKind::DiceOfDoom, [rung, rung], 5);
    steps.truncate(30);
    assert_eq!(
        reviewed(&config, &steps, 900),
        reviewed(&config, &steps, 900)
    );
}

#[test]
fn long_matches_get_fewer_nodes_for_each_choice() {
    let steps = |count| vec![OriginStep::Acted(GameKind::DiceWars.pass().unwrap()); count];
    let nodes = [1, 200, 5_000].map(|it| nodes_for_choice(&steps(it), 5_000_000));
    assert_eq!(nodes, [50_000, 25_000, 3_000]);
}

#[test]
fn a_whole_review_has_the_same_steps_and_the_positions_of_the_costliest_choices() {
    let (config, steps) = cells(&["a1", "c1", "b1", "b2", "a2", "a3"]);
    let mut heard = Vec::new();
    let mut told = |done| {
        heard.push(done);
        ControlFlow::Continue(())
    };
    let whole = WholeReview::of(&config, &steps, expert(900), &mut told);
    let whole = whole.unwrap().unwrap();
    assert_eq!(heard, [1, 2, 3, 4, 5, 6]);
    assert_eq!(whole.steps, reviewed(&config, &steps, 900));
    // A win was turned into a loss; of the choices that cost half a win the first ones are told.
    let costs = whole.costliest.iter().map(|it| {
        let lead = whole.steps[it.at].lead.unwrap();
        (it.at, lead.worth)
    });
    let costs: Vec<(usize, f64)> = costs.collect();
    assert_eq!(costs, [(2, 1.0), (1, 0.5), (3, 0.5)]);
    let costliest = &whole.costliest[0];
    let mut state = config.start().unwrap();
    for step in &steps[..costliest.at] {
        if let OriginStep::Acted(action) = step {
            state.act(*action);
        }
    }
    assert_eq!(costliest.view, state.view());
}

#[test]
fn a_review_that_is_stopped_is_none() {
    let (config, steps) = cells(&["b2", "a1", "c2", "a2"]);
    let mut told = |done| match done {
        3 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let whole = WholeReview::of(&config, &steps, expert(900), &mut told);
    assert_eq!(whole.unwrap(), None);
}
