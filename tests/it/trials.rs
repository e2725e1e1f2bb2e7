//! The rules and matches by which each game is tested: by the law book (`conformance`) and by transcripts
//! (`playthroughs`).

use dicehall_engine::GameKind;

/// The tests of one game.
#[derive(Clone, Copy)]
pub(crate) struct Trials {
    /// The rules under which it is checked: every preset, and every switch that changes the play.
    pub(crate) presets: &'static [&'static str],
    /// The matches that are written as transcripts.
    pub(crate) playthroughs: &'static [Playthrough],
    /// The keys that play a turn in a terminal and do nothing once the match is over.
    pub(crate) keys: &'static str,
}

/// The match of one transcript.
pub(crate) struct Playthrough {
    /// The name of the transcript's file.
    pub(crate) name: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) seats: u8,
    pub(crate) seed: u64,
}

/// The tests of a game.
pub(crate) fn trials(game: GameKind) -> Trials {
    let own = OWN.iter().find(|it| it.0 == game);
    own.map_or(PLAIN, |it| it.1)
}

/// The tests of the games that have more than one preset, or matches that are written.
const OWN: &[(GameKind, Trials)] = &[
    (GameKind::DiceOfDoom, DICE_OF_DOOM),
    (GameKind::DiceWars, DICE_WARS),
    (GameKind::AnimalShogi, ANIMAL_SHOGI),
    (GameKind::TicTacToe, TIC_TAC_TOE),
];

/// The tests of every other game: its default rules; the cursor goes on to the next place, where something may be done.
const PLAIN: Trials = Trials {
    presets: &[""],
    playthroughs: &[],
    keys: "\t\r",
};

const DICE_OF_DOOM: Trials = Trials {
    presets: &[
        "preset=book",
        "preset=standard",
        "preset=standard,reinforcement=random,size=4",
        "preset=book,combat=certain,reinforcement=captured,size=3",
        "preset=standard,opening=compulsory,max_dice=9,size=6,rounds=20",
    ],
    playthroughs: &[
        play("dice-of-doom-book", "preset=book,size=4", 3, 4),
        play(
            "dice-of-doom-standard",
            "preset=standard,size=3,rounds=6",
            3,
            1,
        ),
        play(
            "dice-of-doom-random-reinforcement",
            "size=2,reinforcement=random,rounds=5",
            2,
            5,
        ),
        play(
            "dice-of-doom-certain",
            "size=3,combat=certain,reinforcement=captured,rounds=4",
            4,
            2,
        ),
    ],
    keys: "e",
};

const DICE_WARS: Trials = Trials {
    presets: &[
        "",
        "preset=book,map=isthmus,max_dice=4",
        "max_dice=16,stock=0,rounds=10",
        "max_dice=2,stock=64,rounds=0",
    ],
    playthroughs: &[
        play("dice-wars", "map=isthmus,rounds=1", 4, 1),
        play(
            "dice-wars-small-stock",
            "map=heartland,max_dice=3,stock=1,rounds=1",
            2,
            2,
        ),
    ],
    keys: "e",
};

const ANIMAL_SHOGI: Trials = Trials {
    presets: &["repetition=3", "repetition=4"],
    playthroughs: &[
        play("animal-shogi-catch", "repetition=3", 2, 6),
        play("animal-shogi-late-try", "repetition=4", 2, 9),
    ],
    keys: "R",
};

const TIC_TAC_TOE: Trials = Trials {
    presets: &[""],
    playthroughs: &[
        play("tic-tac-toe-won", "", 2, 1),
        play("tic-tac-toe-drawn", "", 2, 3),
    ],
    keys: "\t\r",
};

const fn play(name: &'static str, rules: &'static str, seats: u8, seed: u64) -> Playthrough {
    Playthrough {
        name,
        rules,
        seats,
        seed,
    }
}
