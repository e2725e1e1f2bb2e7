//! Every sentence of the line mode, a function each, so that another language needs these files alone: here what answers a
//! typed line, below what is told of a table and of a match.
//!
//! Plain data in, a sentence out; nothing here knows the model. Who did something is [`Who`], because languages inflect.

mod game_match;
mod record;
mod table;

use std::fmt::Display;

pub(super) use game_match::*;
pub(super) use record::*;
pub(super) use table::*;

/// Who did something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// The person who reads.
    You,
    /// Somebody else, by name.
    Other(String),
}

/// An attack that may be chosen, as it is told.
#[derive(Debug)]
pub(super) struct Target<'a> {
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    pub(super) owner: &'a Who,
    /// The dice of both sides.
    pub(super) dice: [u8; 2],
    /// The chance to win, in percent; absent where the attack always succeeds.
    pub(super) percent: Option<String>,
    /// The largest region now, and if the attack wins.
    pub(super) link: Option<(u8, u8)>,
}

/// The words that are typed, and what they do; those of each game and of the host come after them.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    ("look", "the whole board in words"),
    ("look PLACE", "one place and what lies around it"),
    ("targets", "what you may choose, the best first"),
    ("targets PLACE", "what you may choose from one place"),
    ("odds FROM TO", "what one attack would mean"),
    ("status", "whose turn it is, and how everybody stands"),
    ("hint", "what an expert would do, where you play alone"),
    ("log 20", "the last 20 things that happened"),
    ("talk 20", "the last 20 things that were said"),
    (
        "brief",
        "hear in short what others do to each other; full tells everything again",
    ),
    ("rules", "the rules of the game"),
    ("seats", "who sits where, and who watches"),
    ("say TEXT", "say something to everyone; chat does the same"),
    ("ready", "agree to start"),
    ("start", "start the match, for the host"),
    ("bot", "put a bot on every open seat, for the host"),
    ("rematch", "agree to another match"),
    ("resign", "give the match up"),
    ("leave", "leave the lobby"),
    ("quit", "end the program"),
    ("retry", "try at once to connect again"),
    ("wait", "for scripts: the next line is for your next turn"),
    ("help all", "every command there is"),
];

/// What can be done where a game is to be chosen.
pub(super) const BEGIN: &[&str] = &[
    "Type a number, or the word after it.",
    "play NAME, host NAME and game NAME choose the game by its name; join ADDRESS and watch ADDRESS go to a server.",
];

/// What can be done with the list of the LAN.
pub(super) const LAN_HELP: &str = "Servers are told as they are found. Type a number to join, watch and a number to watch, join ADDRESS, or quit.";
/// What can be done with the list of lobbies.
pub(super) const LOBBIES_HELP: &str = "Type a number to enter, watch and a number to watch, new to make a lobby, list to hear them again, or quit.";
/// How a board says in a move that something is taken.
pub(super) const TAKES: &str = ", takes ";
/// What is asked for.
pub(super) const YES_OR_NO: &str = "Type yes or no.";
/// What is asked for when nobody is to see it.
pub(super) const SECRET: &str = "What you type can be seen here. An empty line is no answer.";
/// The end of the input.
pub(super) const FAREWELL: &str = "The input has ended. You leave.";

/// A text as a sentence: a capital at the start, a stop at the end.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let text: String = first.to_uppercase().chain(letters).collect();
    if text.ends_with(['.', '!', '?', ':']) {
        text
    } else {
        format!("{text}.")
    }
}

pub(super) fn not_your_turn() -> String {
    "It is not your turn.".to_owned()
}

pub(super) fn nothing_to_choose() -> String {
    "Nothing can be chosen there.".to_owned()
}

pub(super) fn no_board() -> String {
    "There is no board yet.".to_owned()
}

pub(super) fn no_lobby() -> String {
    "You are in no lobby.".to_owned()
}

pub(super) fn no_place(text: &str) -> String {
    format!("There is no place {text} on this board.")
}

pub(super) fn no_log() -> String {
    "Nothing has happened yet.".to_owned()
}

pub(super) fn no_luck() -> String {
    "There is no luck in this game.".to_owned()
}

pub(super) fn no_command(word: &str) -> String {
    format!("There is no command {word}. Type help.")
}

pub(super) fn command(word: &str, what: &str) -> String {
    format!("{word}: {what}.")
}

pub(super) fn no_number(number: usize) -> String {
    format!("There is no number {number} in the list.")
}

pub(super) fn target(target: &Target<'_>) -> String {
    let Target {
        from,
        to,
        owner,
        dice: [attack, defense],
        ..
    } = target;
    let percent = target
        .percent
        .as_ref()
        .map_or_else(|| "always wins".to_owned(), Clone::clone);
    let link = match target.link {
        Some((before, after)) if before != after => format!(", largest group {before} to {after}"),
        Some(_) | None => String::new(),
    };
    format!(
        "{from} {to}: {attack} dice against {defense} of {}, {percent}{link}.",
        owner.word("yours", owner.name())
    )
}

/// A move of a game without dice, as its board tells it; a drop with what is typed for it.
pub(super) fn possible(text: &str, typed: Option<&str>) -> String {
    let text = text.replace('-', " ").replace("drops ", "drop ");
    sentence(&typed.map_or_else(|| text.clone(), |it| format!("{text}, typed {it}")))
}

pub(super) fn if_lost(from: &str) -> String {
    format!("If it is lost, one die stays on {from}.")
}

pub(super) fn may_mark(places: &[String]) -> String {
    format!("You may mark {}.", list(places))
}

pub(super) fn row(number: usize, rest: &str) -> String {
    format!("Row {number}: {rest}.")
}

/// Places of one owner in a row.
pub(super) fn run(who: &Who, places: &[(String, u8)]) -> String {
    format!("{} {}", who.subject(), with_dice(places))
}

/// Every place of one owner.
pub(super) fn holds(who: &Who, place: &str, places: &[(String, u8)]) -> String {
    let holds = who.does("hold", "holds");
    let place = match places {
        [_] => place.to_owned(),
        _ => plural(place),
    };
    format!("{holds} {place} {}.", with_dice(places))
}

pub(super) fn place_held(place: &str, who: &Who, dice: u8) -> String {
    format!("{place} is {}, with {}.", who.owned(), count(dice, "die"))
}

pub(super) fn beside(neighbors: &[String]) -> String {
    format!("Beside it: {}.", neighbors.join("; "))
}

pub(super) fn neighbor(place: &str, who: &Who, dice: u8) -> String {
    format!("{place} {} with {dice}", who.owned())
}

/// One square, as a sentence.
pub(super) fn square_is(place: &str, piece: Option<(&Who, &str)>) -> String {
    match piece {
        Some((who, piece)) => format!("{place} is {} {piece}.", who.whose()),
        None => format!("{place} is empty."),
    }
}

/// A square in a row: its piece or mark and whose it is, or nothing.
pub(super) fn square(place: &str, piece: Option<(&Who, &str)>) -> String {
    match piece {
        Some((who, piece)) => format!("{place} {} {piece}", who.whose()),
        None => format!("{place} empty"),
    }
}

pub(super) fn in_hand(who: &Who, pieces: &[(&str, u8)]) -> String {
    if pieces.is_empty() {
        return format!("{} nothing in hand.", who.does("have", "has"));
    }
    let pieces: Vec<String> = pieces
        .iter()
        .map(|(it, number)| count(*number, it))
        .collect();
    format!("{} {} in hand.", who.does("have", "has"), list(&pieces))
}

pub(super) fn turn_brings(gain: &str) -> String {
    format!(
        "If you end your turn now: {}.",
        gain.trim_start_matches('+')
    )
}

pub(super) fn in_danger(at: &str, from: &str, percent: &str) -> String {
    format!("{at} is in danger: an attack from {from} wins {percent}.")
}

pub(super) fn status(game: &str, round: u16) -> String {
    format!("{game}, round {round}.")
}

pub(super) fn waiting_for_start(game: &str) -> String {
    format!("{game}: the match has not begun.")
}

pub(super) fn no_talk() -> String {
    "Nothing has been said yet.".to_owned()
}

pub(super) fn earlier_told() -> String {
    "What happened before is told by log and talk.".to_owned()
}

pub(super) fn earlier() -> String {
    "That was earlier, as the server tells it.".to_owned()
}

pub(super) fn is_over() -> String {
    "The match is over.".to_owned()
}

pub(super) fn is_watching() -> String {
    "You are watching.".to_owned()
}

pub(super) fn brief(is_on: bool) -> String {
    if is_on {
        "What others do to each other is told in short. Type full to hear everything.".to_owned()
    } else {
        "Everything is told.".to_owned()
    }
}

pub(super) fn not_done() -> String {
    "Nothing is done.".to_owned()
}

pub(super) fn called(name: &str) -> String {
    format!("You are called {name}.")
}

pub(super) fn not_connected() -> String {
    "Not connected.".to_owned()
}

impl Who {
    /// The person or the name, and the verb that fits.
    fn does(&self, you: &str, other: &str) -> String {
        format!("{} {}", self.subject(), self.word(you, other))
    }

    /// As the subject at the start of a sentence.
    pub(super) fn subject(&self) -> String {
        match self {
            Self::You => "You".to_owned(),
            Self::Other(name) => name.clone(),
        }
    }

    fn whose(&self) -> String {
        match self {
            Self::You => "your".to_owned(),
            Self::Other(name) => format!("{name}'s"),
        }
    }

    fn owned(&self) -> String {
        match self {
            Self::You => "yours".to_owned(),
            Self::Other(name) => format!("{name}'s"),
        }
    }

    const fn word<'a>(&self, you: &'a str, other: &'a str) -> &'a str {
        match self {
            Self::You => you,
            Self::Other(_) => other,
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::You => "",
            Self::Other(name) => name,
        }
    }
}

/// Places with their dice; the first says in full what the others say in short.
fn with_dice(places: &[(String, u8)]) -> String {
    let told = places
        .iter()
        .enumerate()
        .map(|(at, (name, dice))| match at {
            0 => format!("{name} with {}", count(*dice, "die")),
            _ => format!("{name} with {dice}"),
        });
    told.collect::<Vec<_>>().join(", ")
}

/// So many of something.
fn count(number: impl TryInto<u64> + Display + Copy, word: &str) -> String {
    if number.try_into().is_ok_and(|it| it == 1) {
        format!("1 {word}")
    } else {
        format!("{number} {}", plural(word))
    }
}

fn plural(word: &str) -> String {
    match word {
        "die" => "dice".to_owned(),
        "hex" => "hexes".to_owned(),
        "territory" => "territories".to_owned(),
        "lobby" => "lobbies".to_owned(),
        "match" => "matches".to_owned(),
        word => format!("{word}s"),
    }
}

/// Words one after the other.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
