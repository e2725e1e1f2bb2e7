//! The plan of a history: how many people, which game, which delays and waits. Drawn from its seed.

use dicehall_engine::dice::{SeededDice, pick};
use dicehall_engine::lobby::Settings;
use dicehall_engine::{BotSpec, Dice, GameKind};

use crate::table;

/// Every game; mostly small boards, on which matches end.
const GAMES: [&str; 12] = [
    "size=2",
    "size=2",
    "size=2",
    "size=2,max_dice=3",
    "size=2,reinforcement=random",
    "size=3,deal=even",
    "size=3,opening=free",
    "size=3,reinforcement=random,stuck=ends",
    "",
    "",
    "shogi",
    "wars",
];

/// The plan of a history, drawn from its seed.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) tables: usize,
    pub(super) people: usize,
    /// How often something breaks.
    pub(super) troubles: u64,
    pub(super) settings: Settings,
    /// Those of another game, with another number of seats.
    pub(super) others: Settings,
    pub(super) bot: BotSpec,
    /// The number of bytes that may be on the way in each direction of a connection.
    pub(super) room: usize,
    /// The longest time, in milliseconds, that a person reads nothing.
    pub(super) nap_ms_max: u64,
    /// Whether there is a peer that watches and reads nothing.
    pub(super) has_idle_peer: bool,
}

impl Plan {
    /// Draws a plan; one history in many is crowded.
    pub(super) fn draw(luck: &mut SeededDice, crowd: Option<usize>) -> Self {
        let small = 2 + usize::try_from(luck.below(4)).unwrap();
        let (people, tables) = match crowd {
            Some(people) => (people, people / 4),
            None => (small, 1 + usize::from(small > 3 && luck.below(3) == 0)),
        };
        let game = pick(&GAMES, luck).unwrap();
        let settings = settings(game, luck);
        let others = if settings.rules.kind().seats().1 > 2 {
            ["", "shogi"].as_slice()
        } else {
            &["size=2", "size=2,max_dice=3"]
        };
        let others = self::settings(pick(others, luck).unwrap(), luck);
        let bot = table::bot(if game.starts_with("size") {
            "paranoid:1"
        } else {
            "random"
        });
        Self {
            tables,
            people,
            troubles: 1 + luck.below(6),
            settings,
            others,
            bot,
            room: pick(&[700, 4_096, 65_536], luck).unwrap(),
            nap_ms_max: pick(&[200, 3_000, 40_000], luck).unwrap(),
            has_idle_peer: luck.below(4) == 0,
        }
    }
}

fn settings(game: &str, luck: &mut SeededDice) -> Settings {
    let rules = match game {
        "" => GameKind::TicTacToe.default_rules(),
        "shogi" => GameKind::AnimalShogi.default_rules(),
        "wars" => GameKind::DiceWars.default_rules(),
        switches => table::rules(switches),
    };
    let clock = pick(&["off", "off", "2s/action", "5s/turn", "9s+1s"], luck)
        .unwrap()
        .parse()
        .unwrap();
    Settings {
        rules,
        bot_pace_ms: pick(&[0, 50, 250], luck).unwrap(),
        clock,
    }
}
