//! The ladder of difficulty: which bot stands on which rung, and how careless it is.

use super::*;

#[test]
fn a_bot_is_found_on_its_rung_and_no_bot_stands_on_two() {
    for game in GameKind::ALL {
        for rung in Rung::ALL {
            let bot = BotSpec::on_rung(rung, *game);
            assert_eq!(bot.rung(*game), Some(rung), "{game:?}");
            assert_eq!(bot.check_game(*game), Ok(()));
        }
        let random = BotSpec::usual(BotKind::Random);
        assert_eq!(random.rung(*game), None);
    }
}

#[test]
fn a_careless_bot_chooses_now_and_then_without_a_thought() {
    let game = GameKind::TicTacToe;
    let state = |dice: &mut crate::dice::SeededDice| {
        let rules = game.default_rules();
        rules.generate(2, dice).unwrap().start().unwrap()
    };
    let thinks = |spec: &str| {
        let mut dice = crate::dice::SeededDice::new(5);
        let mut bot = SeatBot::new(spec.parse().unwrap(), game).unwrap();
        let state = state(&mut dice);
        let spent = |_| {
            let mut budget = Nodes::at_most(1_000);
            bot.choose(&state, &mut budget, &mut dice).unwrap();
            budget.spent() > 0
        };
        (0..400).map(spent).filter(|it| *it).count()
    };
    assert_eq!(thinks("mcts"), 400);
    assert_eq!(thinks("mcts:careless=100"), 0);
    let half = thinks("mcts:careless=50");
    assert!((160..240).contains(&half), "{half}");
}

/// The measured ratings of a game's ladder in the results of the laboratory: the first number of the third column.
fn measured(results: &str, game: GameKind) -> Vec<u16> {
    let head = format!("\n{}: ", game.name());
    let (_, section) = results.split_once(&head).unwrap();
    let table = section.lines().skip_while(|it| !it.starts_with("| 1 |"));
    let rows = table.take_while(|it| it.starts_with("| "));
    let rating = |row: &str| {
        let cell = row.split(" | ").nth(2).unwrap();
        cell.split(' ').next().unwrap().parse().unwrap()
    };
    rows.map(rating).collect()
}

#[test]
fn the_ratings_of_the_rungs_are_those_that_were_measured() {
    let results = include_str!("../../../training/RESULTS.md");
    for game in GameKind::ALL {
        let ours = Rung::ALL.map(|it| BotSpec::rating_on(it, *game).unwrap());
        assert_eq!(measured(results, *game), ours, "{game:?}");
    }
}
