//! The sentences of the line mode, made from those of the catalogue: here the answers to typed
//! lines, in the modules below the sentences about tables and matches.
//!
//! Plain data in, a sentence out; nothing here knows the model. The one who does something is a
//! [`Who`], because languages inflect.

mod game_match;
mod record;
mod table;

use dicehall_engine::GameKind;

use crate::lang::{Language, Sentence};

pub(super) use game_match::*;
pub(super) use record::*;
pub(super) use table::*;

/// The one who does something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// The person at the terminal.
    You,
    /// Somebody else, by name.
    Other(String),
}

/// A possible attack, to be told.
#[derive(Debug)]
pub(super) struct Target<'a> {
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    pub(super) owner: &'a Who,
    /// The dice of both sides.
    pub(super) dice: [u8; 2],
    /// The winning probability in words; `None` if the attack always succeeds.
    pub(super) chance: Option<String>,
    /// The size of the largest region now and after a victory; `None` if it is not known.
    pub(super) link: Option<(u8, u8)>,
}

/// A command as it is typed, and its explanation.
pub(super) type Command = (&'static str, Sentence);

/// The typed commands with their explanations; those of each game and of the host come after them.
pub(super) const COMMANDS: &[Command] = &[
    ("look", Language::does_look),
    ("look PLACE", Language::does_look_place),
    ("targets", Language::does_targets),
    ("targets PLACE", Language::does_targets_place),
    ("odds FROM TO", Language::does_odds),
    ("status", Language::does_status),
    ("hint", Language::does_hint),
    ("log 20", Language::does_log),
    ("talk 20", Language::does_talk),
    ("brief", Language::does_brief),
    ("rules", Language::does_rules),
    ("seats", Language::does_seats),
    ("say TEXT", Language::does_say),
    ("ready", Language::does_ready),
    ("start", Language::does_start),
    ("bot", Language::does_bot),
    ("rematch", Language::does_rematch),
    ("resign", Language::does_resign),
    ("leave", Language::does_leave),
    ("quit", Language::does_quit),
    ("retry", Language::does_retry),
    ("wait", Language::does_wait),
    ("help all", Language::does_help_all),
];

/// A text as a sentence: with a capital at the start and a stop at the end.
pub(super) fn sentence(language: Language, text: &str) -> String {
    let mut letters = text.trim().chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let mut text: String = first.to_uppercase().chain(letters).collect();
    if !text.ends_with(['.', '!', '?', ':', '。', '！', '？', '：']) {
        text.push_str(&language.stop());
    }
    text
}

pub(super) fn target(language: Language, target: &Target<'_>) -> String {
    let Target {
        from,
        to,
        owner,
        dice: [attack, defense],
        chance,
        link,
    } = target;
    let chance = chance.clone().unwrap_or_else(|| language.always_wins());
    let link = match link {
        Some((before, after)) if before != after => language.target_link(*before, *after),
        Some(_) | None => String::new(),
    };
    let who = owner.subject(language);
    let (places, chance) = (format!("{from} {to}"), format!("{chance}{link}"));
    language.target(places, *attack, *defense, owner.person(), who, chance)
}

/// A legal move of a game without dice, as its board tells it; a drop with the text to type.
pub(super) fn possible(language: Language, text: &str, typed: Option<&str>) -> String {
    let text = text.replace('-', " ").replace("drops ", "drop ");
    let typed = typed.map_or_else(String::new, |it| language.typed_as(it));
    sentence(language, &format!("{text}{typed}"))
}

pub(super) fn may_mark(language: Language, places: &[String]) -> String {
    language.may_mark(list(language, places))
}

/// Places of one owner in a row.
pub(super) fn run(language: Language, who: &Who, places: &[(String, u8)]) -> String {
    language.run(who.subject(language), with_dice(language, places))
}

/// The places of one owner.
pub(super) fn holds(
    language: Language,
    who: &Who,
    game: GameKind,
    places: &[(String, u8)],
) -> String {
    let held = with_dice(language, places);
    let person = who.person();
    language.holds(
        person,
        who.subject(language),
        places.len(),
        game.name(),
        held,
    )
}

pub(super) fn place_held(language: Language, place: &str, who: &Who, dice: u8) -> String {
    let dice = language.dice(dice);
    language.place_held(place, who.person(), who.subject(language), dice)
}

pub(super) fn neighbor(language: Language, place: &str, who: &Who, dice: u8) -> String {
    language.neighbor(place, who.person(), who.subject(language), dice)
}

/// A piece or mark, and whose it is.
pub(super) struct OwnedPiece {
    pub(super) owner: Who,
    pub(super) name: String,
}

/// One square, as a sentence.
pub(super) fn square_is(language: Language, place: &str, piece: Option<&OwnedPiece>) -> String {
    match piece {
        Some(OwnedPiece { owner, name }) => {
            language.square_is(place, owner.person(), owner.subject(language), name)
        }
        None => language.square_is_empty(place),
    }
}

/// A square in a row: its piece or mark with the owner, or that it is empty.
pub(super) fn square(language: Language, place: &str, piece: Option<&OwnedPiece>) -> String {
    match piece {
        Some(OwnedPiece { owner, name }) => {
            language.square_with(place, owner.person(), owner.subject(language), name)
        }
        None => language.square_empty(place),
    }
}

pub(super) fn in_hand(language: Language, who: &Who, pieces: &[(String, u8)]) -> String {
    let (person, who) = (who.person(), who.subject(language));
    if pieces.is_empty() {
        return language.nothing_in_hand(person, who);
    }
    let pieces: Vec<String> = pieces
        .iter()
        .map(|(it, number)| language.pieces(*number, it))
        .collect();
    language.in_hand(person, who, list(language, &pieces))
}

pub(super) fn brief(language: Language, is_on: bool) -> String {
    if is_on {
        language.brief_on()
    } else {
        language.brief_off()
    }
}

impl Who {
    /// The grammatical person as the catalogue names it: `you` or `other`.
    pub(super) const fn person(&self) -> &'static str {
        match self {
            Self::You => "you",
            Self::Other(_) => "other",
        }
    }

    /// The name as the subject at the start of a sentence.
    pub(super) fn subject(&self, language: Language) -> String {
        match self {
            Self::You => language.you(),
            Self::Other(name) => name.clone(),
        }
    }
}

/// Places with their dice; only the first is told in full.
fn with_dice(language: Language, places: &[(String, u8)]) -> String {
    let told = places
        .iter()
        .enumerate()
        .map(|(at, (name, dice))| match at {
            0 => language.first_with_dice(name, language.dice(*dice)),
            _ => language.with_dice(name, *dice),
        });
    told.collect::<Vec<_>>().join(&language.between())
}

/// Words one after the other.
fn list(language: Language, words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => {
            let first = first.join(&language.between());
            format!("{first}{}{last}", language.before_last())
        }
    }
}
