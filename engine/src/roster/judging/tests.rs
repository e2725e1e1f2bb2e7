//! The luck of rolls against the mean over all faces, chances that add up to one, and what choices cost where that is known.

use super::*;
use crate::bots::Nodes;
use crate::bots::spec::{BotKind, BotSpec};
use crate::dice::{SeededDice, pick};
use crate::games::territory::{Action, Chance, Faces, Roll, Territory};
use crate::games::tic_tac_toe::Position;
use crate::games::{GameKind, animal_shogi, dice_of_doom};

/// The most dice in a battle of which every face is tried: 6^6 cases.
const DICE_MAX: u8 = 6;
/// The nodes of a question.
const NODES: u64 = 6_000;

fn judge(kind: BotKind, game: GameKind) -> SeatBot {
    SeatBot::new(BotSpec::usual(kind), game).unwrap()
}

fn nodes() -> Nodes {
    Nodes::at_most(NODES)
}

/// Plays a match at random; tells `look` every position.
fn play(game: GameKind, switches: &str, seed: u64, mut look: impl FnMut(&AnyState)) {
    let mut rules = game.default_rules();
    rules.set_switches(switches).unwrap();
    let mut dice = SeededDice::new(seed);
    let mut state = rules.generate(3, &mut dice).unwrap().start().unwrap();
    for _ in 0..120 {
        look(&state);
        match state.node() {
            Node::Terminal(_) => return,
            Node::Chance => state.resolve(state.roll(&mut dice).unwrap()),
            Node::Decision(_) => state.act(pick(&state.actions(), &mut dice).unwrap()),
        }
    }
}

/// Every result of so many dice.
fn all_faces(count: u8) -> Vec<Faces> {
    let cases = 6_u32.pow(count.into());
    let faces = |case: u32| {
        let of = |at: u8| u8::try_from(case / 6_u32.pow(at.into()) % 6 + 1).unwrap();
        Faces::try_from((0..count).map(of).collect::<Vec<u8>>()).unwrap()
    };
    (0..cases).map(faces).collect()
}

/// Every result of the roll that is due, each as likely as every other; `None` if they are too many.
fn results(state: &AnyState) -> Option<Vec<AnyChance>> {
    let is_of_wars = matches!(state, AnyState::DiceWars(_));
    let of = |it: Chance| {
        if is_of_wars {
            AnyChance::DiceWars(it)
        } else {
            AnyChance::DiceOfDoom(it)
        }
    };
    let chances = state.chances();
    match chances.first()?.chance.on_territories()? {
        Chance::Reinforce(_) => Some(chances.iter().map(|it| it.chance).collect()),
        Chance::Battle(roll) if roll.attack.count() + roll.defense.count() > DICE_MAX => None,
        Chance::Battle(roll) => {
            let defenses = all_faces(roll.defense.count());
            let attacks = all_faces(roll.attack.count()).into_iter();
            let rolls = attacks.flat_map(|attack| {
                let roll = move |defense: &Faces| Roll {
                    attack,
                    defense: *defense,
                };
                defenses.iter().map(roll).collect::<Vec<Roll>>()
            });
            Some(rolls.map(|it| of(Chance::Battle(it))).collect())
        }
    }
}

/// Adds up the luck of every result of the roll that is due.
fn check_luck(bot: &mut SeatBot, state: &AnyState, results: &[AnyChance]) {
    let mut sums = [0.0; SEATS_MAX];
    let mut known: Vec<(AnyState, Payoffs)> = Vec::new();
    for chance in results {
        let mut after = state.clone();
        after.resolve(*chance);
        let kept = known.iter().find(|it| it.0 == after).map(|it| it.1);
        let luck = kept.unwrap_or_else(|| {
            let worth = bot.roll_worth(state, *chance, &mut nodes(), &mut SeededDice::new(0));
            let worth = worth.unwrap();
            if after.node() != Node::Chance {
                let chances = bot.chances(&after, &mut nodes(), &mut SeededDice::new(0));
                assert_eq!(Some(worth.after), chances, "{state:?}");
            }
            known.push((after, worth.luck()));
            worth.luck()
        });
        assert!(
            luck.iter().sum::<f64>().abs() < 1e-9,
            "{luck:?} in {state:?}"
        );
        sums.iter_mut()
            .zip(luck)
            .for_each(|(sum, luck)| *sum += luck);
    }
    let count = f64::from(u32::try_from(results.len()).unwrap());
    assert!(
        sums.iter().all(|it| (it / count).abs() < 1e-9),
        "{sums:?} in {state:?}"
    );
}

#[test]
fn the_luck_of_all_results_of_a_roll_adds_up_to_nothing_for_every_seat() {
    let mut counts = [0, 0];
    for (game, switches) in [
        (GameKind::DiceWars, ""),
        (GameKind::DiceOfDoom, "size=5"),
        (GameKind::DiceOfDoom, "size=4,reinforcement=random"),
        (GameKind::DiceOfDoom, "preset=book,size=4"),
    ] {
        let mut bot = judge(BotKind::Value, game);
        play(game, switches, 4, |state| {
            let Some(results) = results(state) else {
                return;
            };
            counts[usize::from(state.chances().len() > 2)] += 1;
            check_luck(&mut bot, state, &results);
        });
    }
    assert!(
        counts.iter().all(|it| *it > 20),
        "battles and dice that are placed: {counts:?}"
    );
}

#[test]
fn the_chances_of_all_seats_add_up_to_one_everywhere() {
    for (game, switches) in [
        (GameKind::DiceWars, "rounds=2"),
        (GameKind::DiceOfDoom, "size=3"),
        (GameKind::DiceOfDoom, "size=2,combat=certain"),
    ] {
        let mut bot = judge(BotKind::Value, game);
        play(game, switches, 9, |state| {
            let chances = bot.chances(state, &mut nodes(), &mut SeededDice::new(0));
            let chances = chances.unwrap();
            assert!(
                (chances.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                "{chances:?}"
            );
            assert!(
                chances.iter().all(|it| (0.0..=1.0).contains(it)),
                "{chances:?}"
            );
        });
    }
}

fn of_cells(board: &str) -> AnyState {
    AnyState::TicTacToe(Position::parse(board).unwrap())
}

#[track_caller]
fn check_cells(board: &str, chosen: &str, worth: f64, best: Option<&str>) {
    let mut bot = judge(BotKind::Perfect, GameKind::TicTacToe);
    let (mut nodes, mut dice) = (Nodes::at_most(1_000_000), SeededDice::new(0));
    let chosen = AnyAction::TicTacToe(chosen.parse().unwrap());
    let lead = bot
        .lead(&of_cells(board), chosen, &mut nodes, &mut dice)
        .unwrap();
    assert_eq!((lead.worth, lead.error), (worth, Some(0.0)), "{board}");
    assert_eq!(
        lead.best.to_string(),
        best.map_or(chosen.to_string(), str::to_owned)
    );
}

#[test]
fn tic_tac_toe_is_exact() {
    let mut bot = judge(BotKind::Perfect, GameKind::TicTacToe);
    let mut chances = |board| {
        bot.chances(
            &of_cells(board),
            &mut Nodes::unlimited(),
            &mut SeededDice::new(0),
        )
    };
    assert_eq!(chances("........."), Some([0.5, 0.5, 0.0, 0.0]));
    // An edge beside a marked corner's edge loses to whoever took the middle.
    assert_eq!(chances("xo......."), Some([1.0, 0.0, 0.0, 0.0]));
    // The winner's third in a row is what the other one has to prevent.
    check_cells("xx.oo....", "c2", 0.5, Some("c1"));
    check_cells("xx.oo....", "a3", 1.0, Some("c1"));
    check_cells("xx.oo....", "c1", 0.0, None);
    check_cells("x........", "b1", 0.5, Some("b2"));
    check_cells("x........", "b2", 0.0, None);
}

#[test]
fn without_a_table_animal_shogi_is_judged_by_a_search_whose_error_is_not_known() {
    // The chick has come to the lion, which or whose elephant has to catch it.
    let position = animal_shogi::Placement::parse("gle/1C1/3/ELG w C").unwrap();
    let position = animal_shogi::Position::new(position, animal_shogi::Repetition::Third);
    let state = AnyState::AnimalShogi(position);
    let mut bot = judge(BotKind::Mcts, GameKind::AnimalShogi);
    let mut dice = SeededDice::new(1);
    let chances = bot.chances(&state, &mut nodes(), &mut dice).unwrap();
    assert!(
        chances.iter().take(2).all(|it| (0.1..0.9).contains(it)),
        "{chances:?}"
    );
    assert!((chances[0] + chances[1] - 1.0).abs() < 1e-9, "{chances:?}");
    let idle = AnyAction::AnimalShogi("a1a2".parse().unwrap());
    let lead = bot.lead(&state, idle, &mut nodes(), &mut dice).unwrap();
    assert!(lead.worth > 0.3 && lead.error.is_none(), "{lead:?}");
    assert!(lead.best.to_string().ends_with("b2"), "{lead:?}");
}

#[test]
fn an_attack_without_hope_costs_chances_and_the_best_action_nothing() {
    let mut bot = judge(BotKind::Value, GameKind::DiceOfDoom);
    let rules = dice_of_doom::Rules {
        size: 4,
        ..dice_of_doom::Rules::STANDARD
    };
    let state = dice_of_doom::Position::of(rules, 2, "a2b5a1a1a1a1a1a1b1b1b1b1b1b1b1b1", 0, false);
    let state = AnyState::DiceOfDoom(state);
    let (mut nodes, mut dice) = (Nodes::at_most(60_000), SeededDice::new(1));
    let hopeless = AnyAction::DiceOfDoom(Action::Attack {
        from: Territory(0),
        to: Territory(1),
    });
    let lead = bot.lead(&state, hopeless, &mut nodes, &mut dice).unwrap();
    let error = lead.error.unwrap();
    assert!(lead.worth > 4.0 * error && error > 0.0, "{lead:?}");
}

#[test]
fn a_pass_that_only_makes_a_sure_win_later_costs_nothing() {
    let rules = dice_of_doom::Rules {
        size: 4,
        ..dice_of_doom::Rules::STANDARD
    };
    let board = "a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5b1";
    let state = dice_of_doom::Position::of(rules, 2, board, 0, false);
    let state = AnyState::DiceOfDoom(state);
    let mut bot = judge(BotKind::Value, GameKind::DiceOfDoom);
    let (mut nodes, mut dice) = (nodes(), SeededDice::new(1));
    let pass = AnyAction::DiceOfDoom(Action::Pass);
    let lead = bot.lead(&state, pass, &mut nodes, &mut dice).unwrap();
    assert!(lead.worth < 0.005, "{lead:?}");
}

#[test]
fn the_judge_is_named_with_its_version() {
    let of = |game: GameKind| {
        let config = game
            .default_rules()
            .generate(2, &mut SeededDice::new(1))
            .unwrap();
        let kind = if BotKind::Perfect.plays(game) {
            BotKind::Perfect
        } else {
            BotKind::Value
        };
        judge(kind, game).judged_by(&config.start().unwrap())
    };
    assert!(
        of(GameKind::DiceWars).starts_with("network scattered "),
        "{}",
        of(GameKind::DiceWars)
    );
    assert!(of(GameKind::DiceOfDoom).starts_with("network standard "));
    let with_version = "network scattered 01234567, looking ahead 1";
    assert_eq!(of(GameKind::DiceWars).len(), with_version.len());
    assert_eq!(of(GameKind::TicTacToe), "perfect");
}
