//! The player of the published program: every rating of the reference data, to nine significant digits.

mod ladder;
// Hundreds of matches of bots that search: `.ci/run` plays them.
#[cfg(feature = "long-tests")]
mod strength;

use serde::Deserialize;

use super::*;
use crate::game::Seat;
use crate::games::dice_of_doom::{Position, Rules};

#[derive(Deserialize)]
struct Reference {
    id: u32,
    size: u8,
    players: u8,
    max_dice: u8,
    to_move: u8,
    board: String,
    table1: Option<Vec<f64>>,
    table1_best: Option<usize>,
    table1_best_start: Option<usize>,
    table2: Option<Vec<f64>>,
    table2_best: Option<usize>,
    table2_best_start: Option<usize>,
    exact1: Vec<f64>,
    exact1_best: usize,
    exact1_best_start: Option<usize>,
    exact2: Vec<f64>,
    exact2_best: usize,
    exact2_best_start: Option<usize>,
}

impl Reference {
    fn state(&self, opening: bool) -> AnyState {
        let rules = Rules {
            size: self.size,
            max_dice: self.max_dice,
            ..Rules::BOOK
        };
        let (seats, to_move) = (self.players, self.to_move);
        AnyState::DiceOfDoom(Position::of(rules, seats, &self.board, to_move, opening))
    }

    #[track_caller]
    fn check(&self, bot: &str, ratings: &[f64], best: usize, best_at_start: Option<usize>) {
        let bot = SeatBot::new(bot.parse().unwrap(), GameKind::DiceOfDoom).unwrap();
        let spec = bot.spec();
        let ours = { bot }.ratings(&self.state(false)).unwrap();
        assert_eq!(ours.len(), ratings.len(), "board {}, {spec}", self.id);
        for (at, (ours, theirs)) in ours.iter().zip(ratings).enumerate() {
            let close = (ours - theirs).abs() <= 1e-9 * theirs.abs().max(1e-3);
            assert!(
                close,
                "board {}, {spec}, rating {at}: {ours} is not {theirs}",
                self.id
            );
        }
        for (opening, expected) in [(false, Some(best)), (true, best_at_start)] {
            let state = self.state(opening);
            let mut bot = SeatBot::new(spec, GameKind::DiceOfDoom).unwrap();
            let chosen = bot.choose(
                &state,
                &mut Nodes::unlimited(),
                &mut crate::dice::SeededDice::new(0),
            );
            let expected = expected.and_then(|it| self.state(false).actions().get(it).copied());
            assert_eq!(
                chosen, expected,
                "board {}, {spec}, start of a turn: {opening}",
                self.id
            );
        }
    }
}

#[test]
fn every_rating_and_choice_equals_the_reference() {
    let text = include_str!("../../../tests/reference/dice/boards.json");
    let boards: Vec<Reference> = serde_json::from_str(text).unwrap();
    assert_eq!(boards.len(), 206);
    for it in boards {
        it.check(
            "paranoid:1",
            &it.exact1,
            it.exact1_best,
            it.exact1_best_start,
        );
        it.check(
            "paranoid:2",
            &it.exact2,
            it.exact2_best,
            it.exact2_best_start,
        );
        if let (Some(table1), Some(best)) = (&it.table1, it.table1_best) {
            it.check("paranoid:1:odds=table", table1, best, it.table1_best_start);
        }
        if let (Some(table2), Some(best)) = (&it.table2, it.table2_best) {
            it.check("paranoid:2:odds=table", table2, best, it.table2_best_start);
        }
    }
}

#[test]
fn every_bot_that_plays_a_game_chooses_a_legal_action() {
    for game in GameKind::ALL {
        for kind in BotKind::ALL.iter().filter(|it| it.plays(*game)) {
            let mut dice = crate::dice::SeededDice::new(1);
            let mut state = game
                .default_rules()
                .generate(2, &mut dice)
                .unwrap()
                .start()
                .unwrap();
            // A match may begin with a roll.
            while let Some(chance) = state.roll(&mut dice) {
                state.resolve(chance);
            }
            let mut bot = SeatBot::new(BotSpec::usual(*kind), *game).unwrap();
            let chosen = bot.choose(&state, &mut Nodes::at_most(1_000), &mut dice);
            assert!(
                chosen.is_some_and(|it| state.is_legal(it)),
                "{kind:?} in {game:?}: {chosen:?}"
            );
            let ratings = bot.ratings(&state).map(|it| it.len());
            assert!(
                ratings.is_none_or(|it| it == state.actions().len()),
                "{kind:?} in {game:?}"
            );
        }
    }
}

#[test]
fn the_exact_player_solves_what_fits_and_hands_over_what_does_not() {
    let start = |game: GameKind| {
        game.default_rules()
            .generate(2, &mut crate::dice::SeededDice::new(0))
            .unwrap()
            .start()
            .unwrap()
    };
    let bot = |game| SeatBot::new(BotSpec::usual(BotKind::Perfect), game).unwrap();
    let solution = bot(GameKind::TicTacToe)
        .solution(&start(GameKind::TicTacToe), &mut Nodes::at_most(100_000))
        .expect("tic-tac-toe fits");
    assert_eq!(
        (solution.value, solution.actions.len()),
        (crate::bots::perfect::Value::Draw, 9)
    );
    let shogi = start(GameKind::AnimalShogi);
    assert_eq!(
        bot(GameKind::AnimalShogi).solution(&shogi, &mut Nodes::at_most(2_000)),
        None
    );
    let mut budget = Nodes::at_most(4_000);
    let spec: BotSpec = "perfect:nodes=4000".parse().unwrap();
    let mut bot = SeatBot::new(spec, GameKind::AnimalShogi).unwrap();
    let chosen = bot.choose(&shogi, &mut budget, &mut crate::dice::SeededDice::new(0));
    assert!(chosen.is_some_and(|it| shogi.is_legal(it)));
    assert!(
        budget.spent() > 3_000,
        "the search after the solver had its half: {}",
        budget.spent()
    );
}

#[test]
fn the_exact_player_has_half_of_its_nodes_for_solving_and_the_rest_for_a_search() {
    let start = |game: GameKind| {
        game.default_rules()
            .generate(2, &mut crate::dice::SeededDice::new(0))
            .unwrap()
            .start()
            .unwrap()
    };
    let choose = |bot: &str, game, nodes| {
        let mut budget = Nodes::at_most(nodes);
        let mut bot = SeatBot::new(bot.parse().unwrap(), game).unwrap();
        (
            bot.choose(
                &start(game),
                &mut budget,
                &mut crate::dice::SeededDice::new(0),
            ),
            budget.spent(),
        )
    };
    let searched = choose("expectimax", GameKind::AnimalShogi, 1_500);
    assert_eq!(
        choose("perfect:nodes=3000", GameKind::AnimalShogi, 3_000),
        (searched.0, 1_500 + searched.1)
    );
    assert_ne!(
        searched.0,
        start(GameKind::AnimalShogi).actions().first().copied()
    );
    let mut budget = Nodes::unlimited();
    let mut solver = SeatBot::new(BotSpec::usual(BotKind::Perfect), GameKind::TicTacToe).unwrap();
    solver
        .solution(&start(GameKind::TicTacToe), &mut budget)
        .unwrap();
    assert_eq!(
        choose("perfect", GameKind::TicTacToe, 100_000).1,
        budget.spent(),
        "nothing is searched besides"
    );
}

#[test]
fn an_expert_is_the_player_that_thinks_longest() {
    for game in GameKind::ALL {
        let nodes = |it| {
            let spec = BotSpec::for_game(it, *game).unwrap();
            let searches = matches!(spec.kind, BotKind::Mcts | BotKind::Value | BotKind::Perfect);
            (searches, if searches { node_limit(spec, *game) } else { 0 })
        };
        assert!(
            nodes("expert").0 && nodes("expert").1 > nodes("hard").1,
            "{game:?}"
        );
    }
}

#[test]
fn nobody_beats_the_exact_player_at_tic_tac_toe() {
    for seed in 0..30 {
        let mut dice = crate::dice::SeededDice::new(seed);
        let game = GameKind::TicTacToe;
        let mut state = game
            .default_rules()
            .generate(2, &mut dice)
            .unwrap()
            .start()
            .unwrap();
        let mut bots =
            ["perfect", "rollout"].map(|it| SeatBot::new(it.parse().unwrap(), game).unwrap());
        let mine = usize::try_from(seed % 2).unwrap();
        while let crate::game::Node::Decision(seat) = state.node() {
            let bot = &mut bots[(seat.idx() + mine) % 2];
            let mut budget = bot.nodes();
            let action = bot.choose(&state, &mut budget, &mut dice).unwrap();
            state.act(action);
        }
        let crate::game::Node::Terminal(outcome) = state.node() else {
            panic!("it is over")
        };
        let other = Seat::ALL[1 - mine];
        assert!(!outcome.winners.contains(other), "seed {seed}");
    }
}

#[test]
fn a_strength_names_the_best_choice_for_each_game() {
    let check = |game, names: [&str; 4]| {
        let named = ["easy", "normal", "hard", "expert"]
            .map(|it| BotSpec::for_game(it, game).unwrap().to_string());
        assert_eq!(named, names);
    };
    check(
        GameKind::DiceOfDoom,
        ["random", "paranoid:2", "mcts:nodes=20000", "value"],
    );
    check(
        GameKind::DiceWars,
        ["random", "paranoid:1", "strategist", "value"],
    );
    check(
        GameKind::AnimalShogi,
        ["random", "rollout", "paranoid:3", "mcts"],
    );
    check(
        GameKind::TicTacToe,
        ["random", "rollout", "mcts:nodes=300", "perfect"],
    );
}

/// A table in which every position is drawn.
#[derive(Debug)]
struct Drawn;

impl Scores for Drawn {
    fn score(&self, _placement: animal_shogi::Placement) -> i16 {
        0
    }
}

#[test]
fn the_exact_player_asks_the_table_if_there_is_one_and_no_other_bot_does() {
    let start = |game: GameKind| {
        let config = { game.default_rules() }.generate(2, &mut crate::dice::SeededDice::new(0));
        config.unwrap().start().unwrap()
    };
    let solution = |bot: &str, game| {
        let spec: BotSpec = bot.parse().unwrap();
        let mut bot = SeatBot::with_table(spec, game, Some(Arc::new(Drawn))).unwrap();
        let solution = bot.solution(&start(game), &mut Nodes::at_most(0));
        (spec.asks_table(game), solution.map(|it| it.value))
    };
    let drawn = Some(crate::bots::perfect::Value::Draw);
    assert_eq!(solution("perfect", GameKind::AnimalShogi), (true, drawn));
    assert_eq!(
        solution("perfect:careless=5", GameKind::AnimalShogi),
        (true, drawn)
    );
    assert_eq!(solution("perfect", GameKind::TicTacToe), (false, None));
    assert_eq!(solution("mcts", GameKind::AnimalShogi), (false, None));
}
