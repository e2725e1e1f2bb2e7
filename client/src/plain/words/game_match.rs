//! Sentences of a match: how it begins, what everybody does, whose turn it is, how it ends.

use super::{TAKES, Who, count, list, plural, sentence};

/// An attack, as it is told.
#[derive(Debug)]
pub(in crate::plain) struct Attack<'a> {
    pub(in crate::plain) who: &'a Who,
    pub(in crate::plain) from: &'a str,
    pub(in crate::plain) to: &'a str,
    /// Whose that was.
    pub(in crate::plain) defender: &'a Who,
    /// The pips of both sides; absent where attacks always succeed.
    pub(in crate::plain) pips: Option<[u8; 2]>,
    pub(in crate::plain) won: bool,
}

/// How a seat stands in a game with dice.
#[derive(Debug)]
pub(in crate::plain) struct Numbers {
    pub(in crate::plain) places: u8,
    pub(in crate::plain) dice: u16,
    pub(in crate::plain) link: u8,
    pub(in crate::plain) reserve: u8,
}

/// A match begins: how the person plays in it, if at all, and everybody else.
pub(in crate::plain) fn match_begins(game: &str, you: Option<&str>, others: &[String]) -> String {
    let others = list(others);
    let who = match you {
        Some(you) => format!("{you} play against {others}"),
        None => format!("{others} play"),
    };
    format!("The match begins: {game}. {who}.")
}

/// Somebody with what is to be known of them: how strong a bot is, what is played with.
pub(in crate::plain) fn with_marks(who: &Who, marks: &[&str]) -> String {
    if marks.is_empty() {
        return who.subject();
    }
    format!("{} ({})", who.subject(), marks.join(", "))
}

pub(in crate::plain) fn match_runs(game: &str, round: u16) -> String {
    format!("A match is running: {game}, round {round}. Type look for the board.")
}

pub(in crate::plain) fn match_was(game: &str) -> String {
    format!("The last match here, {game}, is over. Type look for its board.")
}

pub(in crate::plain) fn attacks(attack: &Attack<'_>) -> String {
    let Attack { who, from, to, .. } = attack;
    let (attacks, whose) = (who.does("attack", "attacks"), attack.defender.whose());
    let begun = format!("{attacks} {whose} {to} from {from}");
    match (attack.pips, attack.won) {
        (None, _) => format!("{begun} and {}.", who.word("take it", "takes it")),
        (Some([attack, defense]), true) => format!("{begun}: {attack} to {defense}, won."),
        (Some([attack, defense]), false) if attack == defense => {
            format!("{begun}: {attack} to {defense}, lost, since a tie is the defender's.")
        }
        (Some([attack, defense]), false) => format!("{begun}: {attack} to {defense}, lost."),
    }
}

pub(in crate::plain) fn has_places(who: &Who, number: u8, place: &str) -> String {
    format!("{} {}.", who.does("have", "has"), count(number, place))
}

pub(in crate::plain) fn is_out(who: &Who, place: &str) -> String {
    format!("{} no {} left.", who.does("have", "has"), plural(place))
}

pub(in crate::plain) fn ends_turn(who: &Who, added: &[(String, u8)]) -> String {
    let total: u32 = added.iter().map(|(_, dice)| u32::from(*dice)).sum();
    let ends = who.does("end", "ends");
    if added.is_empty() {
        return format!(
            "{ends} {} turn and {} no dice.",
            who.word("your", "the"),
            who.word("get", "gets")
        );
    }
    let places: Vec<String> = added
        .iter()
        .map(|(at, dice)| match dice {
            1 => at.clone(),
            _ => format!("{dice} on {at}"),
        })
        .collect();
    format!(
        "{ends} {} turn and {} {}: {}.",
        who.word("your", "the"),
        who.word("get", "gets"),
        count(total, "die"),
        places.join(", ")
    )
}

/// The turn of somebody else as a whole: how many attacks, how many of them won, how many dice.
pub(in crate::plain) fn ends_turn_in_short(
    who: &Who,
    (attacks, won): (u32, u32),
    dice: u32,
) -> String {
    let ends = who.does("end", "ends");
    let dice = count(dice, "die");
    if attacks == 0 {
        return format!("{ends} the turn without an attack and gets {dice}.");
    }
    let attacks = count(attacks, "attack");
    format!("{ends} the turn after {attacks}, {won} won, and gets {dice}.")
}

/// A move, drop or mark, from the words of the board: `chick b3-b2, takes chick`, `drops chick on b2`, `marks b2`.
pub(in crate::plain) fn moves(who: &Who, text: &str) -> String {
    let text = text.replace('-', " to ");
    for (you, other) in [("drop ", "drops "), ("mark ", "marks ")] {
        if let Some(rest) = text.strip_prefix(other) {
            return format!("{}{rest}.", who.does(you, other));
        }
    }
    let text = text
        .replace(TAKES, who.word(" and take ", " and takes "))
        .replace(", becomes ", ", which becomes ");
    format!("{} {text}.", who.does("move", "moves"))
}

pub(in crate::plain) fn bot_takes_over(who: &Who) -> String {
    format!("A bot plays for {}.", who.word("you", who.name()))
}

pub(in crate::plain) fn is_back(who: &Who) -> String {
    format!("{} back.", who.does("are", "is"))
}

pub(in crate::plain) fn resigns(who: &Who) -> String {
    format!("{}.", who.does("resign", "resigns"))
}

pub(in crate::plain) fn out_of_time(who: &Who) -> String {
    format!("{} run out of time: a bot acts.", who.does("have", "has"))
}

pub(in crate::plain) fn pauses(goes_on: bool) -> String {
    if goes_on {
        "The match goes on.".to_owned()
    } else {
        "The match pauses.".to_owned()
    }
}

pub(in crate::plain) fn match_over(winners: &[Who], why: Option<&str>) -> String {
    let why = why.map_or_else(String::new, |it| format!(" {it}."));
    let names: Vec<String> = winners.iter().map(Who::subject).collect();
    let won = match winners {
        [] => "nobody wins".to_owned(),
        [Who::You] => "you win".to_owned(),
        [one] => one.does("win", "wins"),
        _ => format!("{} share the win", list(&names)),
    };
    format!("The match is over: {won}.{why}")
}

pub(in crate::plain) fn after_match(may_rematch: bool) -> &'static str {
    if may_rematch {
        "Type rematch for another match, or quit."
    } else {
        "Type leave or quit to go."
    }
}

pub(in crate::plain) fn stands(who: &Who, numbers: &Numbers, place: &str) -> String {
    let Numbers {
        places,
        dice,
        link,
        reserve,
    } = numbers;
    let waiting = match reserve {
        0 => String::new(),
        some => format!(", {some} in stock"),
    };
    format!(
        "{}: {}, {}, largest group {link}{waiting}",
        who.subject(),
        count(*places, place),
        count(*dice, "die"),
    )
}

pub(in crate::plain) fn time_left(who: &Who, time: &str) -> String {
    format!("{} {time} left.", who.does("have", "has"))
}

pub(in crate::plain) fn turn_of(who: &Who) -> String {
    format!("It is {} turn.", who.whose())
}

pub(in crate::plain) fn your_attacks(
    number: usize,
    best: (&str, &str),
    percent: Option<&str>,
) -> String {
    let (from, to) = best;
    let attacks = count(number, "attack");
    let chance = percent.map_or_else(|| "always wins".to_owned(), |it| format!("with {it}"));
    format!("Your turn: {attacks}, the best is {from} {to} {chance}.")
}

pub(in crate::plain) fn your_end() -> String {
    "Your turn: nothing is left to attack. Type end.".to_owned()
}

pub(in crate::plain) fn your_moves(number: usize, remark: &str) -> String {
    let remark = if remark.is_empty() {
        String::new()
    } else {
        format!(" {}", sentence(remark))
    };
    format!("Your turn: {}.{remark}", count(number, "move"))
}
