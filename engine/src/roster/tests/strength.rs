//! How strong the bots are, by whole matches: each strength and each rung beats the one below it, and a beginner wins on the
//! first rung.
//!
//! They take a minute and a half, and belong to the feature `long-tests`. The seeds are fixed, so the percentages are the
//! same on every machine until a bot or the rules change.

use super::*;

/// The matches of a rung of a dice game that searches, against three of the rung below.
const SEARCHED_MATCHES: u64 = 60;
/// The least odds of success at which the beginner attacks.
const BEGINNER_ODDS: f64 = 0.7;

/// The share of two-seat matches that `strong` wins against `weak`; a shared win or a draw counts half.
fn share(game: GameKind, strong: &str, weak: &str, matches: u64) -> f64 {
    let bots = [strong, weak].map(|it| BotSpec::for_game(it, game).unwrap());
    let mut share = 0.0;
    for number in 0..matches {
        let mut dice = crate::dice::SeededDice::new(number);
        let strong_seat = usize::try_from(number % 2).unwrap();
        let mut players =
            [0, 1].map(|seat| SeatBot::new(bots[usize::from(seat != strong_seat)], game).unwrap());
        let mut state = game
            .default_rules()
            .generate(2, &mut dice)
            .unwrap()
            .start()
            .unwrap();
        let winners = loop {
            match state.node() {
                crate::game::Node::Terminal(outcome) => break outcome.winners,
                crate::game::Node::Chance => state.resolve(state.roll(&mut dice).unwrap()),
                crate::game::Node::Decision(seat) => {
                    let player = &mut players[seat.idx()];
                    let mut budget = player.nodes();
                    state.act(player.choose(&state, &mut budget, &mut dice).unwrap());
                }
            }
        };
        share += match (winners.contains(Seat::ALL[strong_seat]), winners.len()) {
            (true, 1) => 1.0,
            (false, 1) => 0.0,
            _ => 0.5,
        };
    }
    share / f64::from(u32::try_from(matches).unwrap())
}

#[test]
fn each_strength_beats_the_one_below_it() {
    for (game, strong, weak, matches) in [
        (GameKind::DiceOfDoom, "normal", "easy", 60),
        (GameKind::DiceOfDoom, "hard", "normal", 60),
        (GameKind::DiceWars, "normal", "easy", 200),
        (GameKind::DiceWars, "hard", "normal", 200),
        (GameKind::AnimalShogi, "normal", "easy", 40),
        (GameKind::AnimalShogi, "hard", "normal", 40),
        (GameKind::TicTacToe, "normal", "easy", 100),
        (GameKind::TicTacToe, "hard", "normal", 100),
        (GameKind::TicTacToe, "expert", "hard", 100),
    ] {
        let share = share(game, strong, weak, matches);
        assert!(share > 0.5, "{game:?}: {strong} has {share} against {weak}");
    }
}

/// Chooses the actions of a seat in one match, with the match's luck.
type Player = Box<dyn FnMut(&AnyState, &mut crate::dice::SeededDice) -> AnyAction>;

/// A player for a match, which chooses as a bot does.
fn player(spec: BotSpec, game: GameKind) -> Player {
    let mut bot = SeatBot::new(spec, game).unwrap();
    Box::new(move |state, dice| {
        let mut budget = bot.nodes();
        bot.choose(state, &mut budget, dice).unwrap()
    })
}

/// The percentage of four-seat matches that one player wins, on every seat in turn, against three others. Each match has
/// new players.
fn share_against_three(
    game: GameKind,
    matches: u64,
    lone: &dyn Fn() -> Player,
    other: &dyn Fn() -> Player,
) -> f64 {
    let mut share = 0.0;
    for seed in 0..matches {
        let mut dice = crate::dice::SeededDice::new(seed);
        let mine = Seat::ALL[usize::try_from(seed % 4).unwrap()];
        let mut players = Seat::ALL.map(|it| if it == mine { lone() } else { other() });
        let rules = game.default_rules();
        let mut state = rules.generate(4, &mut dice).unwrap().start().unwrap();
        let winners = loop {
            match state.node() {
                crate::game::Node::Terminal(outcome) => break outcome.winners,
                crate::game::Node::Chance => state.resolve(state.roll(&mut dice).unwrap()),
                crate::game::Node::Decision(seat) => {
                    let action = players[seat.idx()](&state, &mut dice);
                    state.act(action);
                }
            }
        };
        if winners.contains(mine) {
            share += 100.0 / f64::from(winners.len());
        }
    }
    share / f64::from(u32::try_from(matches).unwrap())
}

/// An equal player would win 25 %. The seeds are fixed; engine/training/RESULTS.md has the results of more matches, with more nodes.
#[test]
fn the_learned_bot_wins_twice_its_share_against_three_weaker_ones() {
    for (game, lone, others, matches) in [
        (GameKind::DiceOfDoom, "value:nodes=4000", "strategist", 24),
        (GameKind::DiceOfDoom, "value:nodes=4000", "paranoid:2", 24),
        (GameKind::DiceWars, "value:nodes=4000", "strategist", 24),
    ] {
        let bot = |name| player(BotSpec::for_game(name, game).unwrap(), game);
        let share = share_against_three(game, matches, &|| bot(lone), &|| bot(others));
        assert!(
            share >= 50.0,
            "{game:?}: {lone} has {share} against three {others}"
        );
    }
}

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
