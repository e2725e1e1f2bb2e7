//! The words of Dice of Doom.

use crate::games::words::{BoardKey, PlayedWith, Switch, Words};

/// How Dice of Doom is spoken of.
pub const WORDS: Words = Words {
    place: "hex",
    verb: "attack",
    played_with: PlayedWith::Dice {
        columns: "hex dice link",
    },
    keys: &[
        (
            BoardKey::Choose,
            "choose this hex of yours, then the hex that it attacks",
        ),
        (
            BoardKey::Next,
            "the best attack, then the next; of the chosen hex, if one is",
        ),
        (BoardKey::Previous, "the attack before"),
        (BoardKey::EndTurn, "end the turn and get your dice"),
    ],
    useless: &[
        BoardKey::FromHand(0),
        BoardKey::FromHand(1),
        BoardKey::FromHand(2),
    ],
    typed: &[
        ("b3c4", "attack c4 from b3: column letter, row number"),
        ("b3", "move the cursor to b3"),
        ("end", "end the turn, without a question"),
    ],
    rules: RULES,
    switches: &[
        Switch {
            name: "preset",
            label: "preset",
            values: &["standard", "book"],
            help: "standard is fair to play; book is exactly as published. Sets all rows below but size and most dice.",
        },
        Switch {
            name: "size",
            label: "board size",
            values: &["2", "3", "4", "5", "6", "7", "8"],
            help: "Hexes a side: 5 is a quick match, 8 a long one.",
        },
        Switch {
            name: "max_dice",
            label: "most dice",
            values: &["2", "3", "4", "5", "6", "7", "8", "9"],
            help: "The most dice that a hex can hold.",
        },
        Switch {
            name: "deal",
            label: "deal",
            values: &["even", "random"],
            help: "even: as many hexes and dice for everyone. random: drawn, so luck decides more.",
        },
        Switch {
            name: "opening",
            label: "first attack",
            values: &["free", "compulsory"],
            help: "Whether a turn may end without an attack, or must begin with one.",
        },
        Switch {
            name: "stuck",
            label: "cannot attack",
            values: &["passes", "ends"],
            help: "What happens to a seat that cannot attack: it only passes, or the match ends.",
        },
        Switch {
            name: "combat",
            label: "combat",
            values: &["dice", "certain"],
            help: "dice: both sides roll. certain: more dice always win, without a roll.",
        },
        Switch {
            name: "reinforcement",
            label: "new dice",
            values: &["cluster", "captured", "random"],
            help: "At the end of a turn: by the largest group in order, by what was captured, or placed at random.",
        },
        Switch {
            name: "rounds",
            label: "rounds",
            values: &["0", "10", "20", "50", "100", "200"],
            help: "The last round; then most hexes win. 0 is no limit.",
        },
    ],
};

const RULES: &[&str] = &[
    "Dice of Doom",
    "",
    "Every hex belongs to somebody and holds dice. On your turn, attack as often",
    "as you like: from a hex of yours with two or more dice, any neighbor that is",
    "not yours. Both sides roll all their dice. More pips win; a tie is the",
    "defender's.",
    "",
    "  won    all attacking dice but one move in; the defender's are gone",
    "  lost   the attacking hex keeps one die",
    "",
    "When you end your turn you get new dice: as many as your largest group of",
    "connected hexes is large. The panel calls that number link. A hex holds only",
    "so many dice. A seat without hexes is out. The last one wins, or whoever has",
    "the most hexes when the rounds are over.",
    "",
    "A lobby can choose other rules (key c). With the preset \"book\" a turn must",
    "begin with an attack, and a seat that cannot attack ends the match.",
    "",
    "On the board",
    "",
    "  b3       column b, row 3: letters above, numbers at the left; columns lean",
    "  ring     the hex that is to attack, or the cursor; with lines « » and [ ]",
    "  arrow    what it attacks, or what was attacked last; with lines * and .",
    "  72%      the chance to win an attack from the source",
    "           (small hexes have no room for the sign)",
    "",
    "Ending a turn asks first only if you have not attacked and could, or if an",
    "attack is left that wins at least half the time. :end never asks.",
];
