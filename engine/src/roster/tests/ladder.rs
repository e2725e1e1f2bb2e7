//! The ladder of difficulty: how often a beginner wins, and that each rung is harder than the one below.

use super::*;

/// The matches of a rung of a dice game that searches, against three of the rung below.
const SEARCHED_MATCHES: u64 = 60;
/// The least odds of success at which the beginner attacks.
const BEGINNER_ODDS: f64 = 0.7;

/// The beginner's action: the attack with the best odds if they are good enough or no pass is legal, else the pass.
fn beginner(state: &AnyState) -> AnyAction {
    let odds = |action: &AnyAction| Some(state.preview(*action).odds?.probability());
    let actions = state.actions();
    let attacks = actions.iter().filter_map(|it| Some((*it, odds(it)?)));
    let best = attacks.max_by(|one, other| one.1.total_cmp(&other.1));
    let pass = actions.iter().find(|it| odds(it).is_none()).copied();
    let good = best.filter(|it| it.1 >= BEGINNER_ODDS);
    let (or_pass, or_any) = (good.map(|it| it.0).or(pass), best.map(|it| it.0));
    or_pass.or(or_any).unwrap()
}

/// The percentage of four-seat matches that a beginner wins, on every seat in turn, against three bots of a rung.
fn beginners_share(game: GameKind, rung: Rung, matches: u64) -> f64 {
    let bot = || player(BotSpec::on_rung(rung, game), game);
    let beginner: &dyn Fn() -> Player = &|| Box::new(|state, _| beginner(state));
    share_against_three(game, matches, beginner, &bot)
}

/// The share of the win of one bot that searches, as if it had met one of three equal others: one half if all are equal.
fn searched_share(game: GameKind, strong: BotSpec, weak: BotSpec) -> f64 {
    let (one, other) = (|| player(strong, game), || player(weak, game));
    let won = share_against_three(game, SEARCHED_MATCHES, &one, &other) / 100.0;
    won / (won + (1.0 - won) / 3.0)
}

/// The seeds are fixed, so the percentages are the same on every machine until a bot or the rules change.
#[test]
fn a_beginner_wins_most_matches_on_the_first_rung_and_fewer_on_each_above() {
    for game in [GameKind::DiceOfDoom, GameKind::DiceWars] {
        // The fourth rung searches, which takes too long for so many matches.
        let dice_rungs = &Rung::ALL[..3];
        let shares: Vec<f64> = dice_rungs
            .iter()
            .map(|it| beginners_share(game, *it, 800))
            .collect();
        assert!(shares[0] >= 50.0, "{game:?}: {shares:?}");
        assert!(
            shares.windows(2).all(|it| it[0] > it[1] + 2.0),
            "{game:?}: {shares:?}"
        );
    }
}

#[test]
fn each_rung_beats_the_one_below_it() {
    for (game, matches) in [
        (GameKind::DiceOfDoom, 200),
        (GameKind::DiceWars, 200),
        (GameKind::AnimalShogi, 200),
        (GameKind::TicTacToe, 300),
    ] {
        for pair in Rung::ALL.windows(2).take(3) {
            let [strong, weak] = [pair[1], pair[0]].map(|it| BotSpec::on_rung(it, game));
            let share = match (game, pair[1]) {
                (GameKind::DiceOfDoom | GameKind::DiceWars, Rung::Fourth) => {
                    searched_share(game, strong, weak)
                }
                _ => share(game, &strong.to_string(), &weak.to_string(), matches),
            };
            assert!(share > 0.5, "{game:?}: {strong} has {share} against {weak}");
        }
    }
}

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
