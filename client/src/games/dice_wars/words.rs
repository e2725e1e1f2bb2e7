//! The words of Dice Wars.

use crate::games::words::{BoardKey, PlayedWith, Switch, Words};

/// How Dice Wars is spoken of.
pub const WORDS: Words = Words {
    place: "territory",
    verb: "attack",
    played_with: PlayedWith::Dice {
        columns: "area dice link",
    },
    keys: &[
        (
            BoardKey::Choose,
            "choose this territory of yours, then the one that it attacks",
        ),
        (
            BoardKey::Next,
            "the best attack, then the next; of the chosen one alone",
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
        ("12>7", "attack number 7 from number 12"),
        ("12", "move the cursor to number 12"),
        ("end", "end the turn, without a question"),
        ("map save FILE", "keep this map as JSON in a file"),
    ],
    rules: RULES,
    switches: &[
        Switch {
            name: "preset",
            label: "preset",
            values: &["standard", "book"],
            help: "standard ends after 200 rounds; book, as the original, has no last round. Both have a stock of 64.",
        },
        Switch {
            name: "map",
            label: "map",
            values: &[
                "drawn",
                "atoll",
                "isthmus",
                "crescent",
                "lakeland",
                "heartland",
                "1",
                "2",
                "3",
                "4",
                "5",
            ],
            help: "drawn: another one each match; or a shipped one, or the map of a number. :map takes any number or a file.",
        },
        Switch {
            name: "max_dice",
            label: "most dice",
            values: &["2", "3", "4", "5", "6", "7", "8", "12", "16"],
            help: "The most dice that a territory can hold.",
        },
        Switch {
            name: "stock",
            label: "stock",
            values: &["0", "8", "16", "32", "64"],
            help: "New dice that find no room wait here for the next turn: how many can.",
        },
        Switch {
            name: "rounds",
            label: "rounds",
            values: &["0", "10", "20", "50", "100", "200"],
            help: "The last round; then most territories win. 0 is no limit.",
        },
    ],
};

const RULES: &[&str] = &[
    "Dice Wars",
    "",
    "Every territory of the map belongs to somebody and holds dice. On your turn,",
    "attack as often as you like: from a territory of yours with two or more dice,",
    "any neighbor that is not yours. Both sides roll all their dice. More pips win;",
    "a tie is the defender's.",
    "",
    "  won    all attacking dice but one move in; the defender's are gone",
    "  lost   the attacking territory keeps one die",
    "",
    "When you end your turn you get as many dice as your largest group of connected",
    "territories is large (link). They fall on your land by chance; what finds no",
    "room goes to your stock and comes back with the next ones. The last one wins,",
    "or whoever has the most territories when the rounds are over.",
    "",
    "On the board",
    "",
    "  ring     the territory that is to attack, or the cursor; with lines « », [ ]",
    "  arrow    what it attacks, or what was attacked last; with lines * and .",
    "  ▲5       five dice; the line below the map tells the number: :12>7 attacks",
    "  72%      the chance to win an attack from the chosen territory",
    "",
    "The arrow keys go to the nearest label. :map save FILE keeps a map you like.",
];
