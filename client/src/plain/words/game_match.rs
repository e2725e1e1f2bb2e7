//! Sentences about a match: its beginning, actions, turns and end.

use dicehall_engine::GameKind;

use super::{Who, list, sentence};
use crate::lang::Language;

/// An attack, to be told.
#[derive(Debug)]
pub(in crate::plain) struct Attack<'a> {
    pub(in crate::plain) who: &'a Who,
    pub(in crate::plain) from: &'a str,
    pub(in crate::plain) to: &'a str,
    /// The former owner of the attacked place.
    pub(in crate::plain) defender: &'a Who,
    /// The sums of both sides' pips; `None` where attacks always succeed.
    pub(in crate::plain) pips: Option<[u8; 2]>,
    pub(in crate::plain) won: bool,
}

/// The standing of a seat in a game with dice.
#[derive(Debug)]
pub(in crate::plain) struct Numbers {
    pub(in crate::plain) places: u8,
    pub(in crate::plain) dice: u16,
    pub(in crate::plain) link: u8,
    pub(in crate::plain) reserve: u8,
}

/// The beginning of a match: the person's part, if any, and the others.
pub(in crate::plain) fn match_begins(
    language: Language,
    game: &str,
    you: Option<&str>,
    others: &[String],
) -> String {
    let others = list(language, others);
    match you {
        Some(you) => language.match_begins(game, you, others),
        None => language.match_of_others(game, others),
    }
}

/// A name with additions: the strength of a bot, the pieces it plays with.
pub(in crate::plain) fn with_marks(language: Language, who: &Who, marks: &[&str]) -> String {
    if marks.is_empty() {
        return who.subject(language);
    }
    let marks = marks.join(&language.between());
    language.with_marks(who.subject(language), marks)
}

pub(in crate::plain) fn attacks(language: Language, attack: &Attack<'_>) -> String {
    let Attack {
        who, defender, to, ..
    } = attack;
    let begun = language.attack_begun(
        who.person(),
        who.subject(language),
        defender.person(),
        defender.subject(language),
        *to,
        attack.from,
    );
    match (attack.pips, attack.won) {
        (None, _) => language.attack_takes(begun, who.person()),
        (Some([attack, defense]), true) => language.attack_won(begun, attack, defense),
        (Some([attack, defense]), false) if attack == defense => {
            language.attack_tied(begun, attack, defense)
        }
        (Some([attack, defense]), false) => language.attack_lost(begun, attack, defense),
    }
}

pub(in crate::plain) fn has_places(
    language: Language,
    who: &Who,
    number: u8,
    game: GameKind,
) -> String {
    let places = language.places_of(number, game.name());
    language.has_places(who.person(), who.subject(language), places)
}

pub(in crate::plain) fn ends_turn(language: Language, who: &Who, added: &[(String, u8)]) -> String {
    let total: u32 = added.iter().map(|(_, dice)| u32::from(*dice)).sum();
    let (person, subject) = (who.person(), who.subject(language));
    if added.is_empty() {
        return language.ends_turn_empty(person, subject);
    }
    let places: Vec<String> = added
        .iter()
        .map(|(at, dice)| match dice {
            1 => at.clone(),
            _ => language.dice_on(*dice, at),
        })
        .collect();
    let places = places.join(&language.between());
    language.ends_turn(person, subject, language.dice(total), places)
}

/// The whole turn of somebody else: the number of attacks, of victories, and of new dice.
pub(in crate::plain) fn ends_turn_in_short(
    language: Language,
    who: &Who,
    (attacks, won): (u32, u32),
    dice: u32,
) -> String {
    let (person, subject) = (who.person(), who.subject(language));
    let dice = language.dice(dice);
    if attacks == 0 {
        return language.ends_turn_idle(person, subject, dice);
    }
    let attacks = language.attacks(attacks);
    language.ends_turn_in_short(person, subject, attacks, won, dice)
}

/// A move, drop or mark, made from the board's words, which English inflects:
/// `chick b3-b2, takes chick`, `drops chick on b2`, `marks b2`.
pub(in crate::plain) fn moves(language: Language, who: &Who, text: &str) -> String {
    let (person, subject) = (who.person(), who.subject(language));
    if language != Language::English {
        return language.moved(person, subject, text);
    }
    let text = text.replace('-', " to ");
    if let Some(rest) = text.strip_prefix("drops ") {
        return language.drops(person, subject, rest);
    }
    if let Some(rest) = text.strip_prefix("marks ") {
        return language.marks(person, subject, rest);
    }
    let takes = match who {
        Who::You => " and take ",
        Who::Other(_) => " and takes ",
    };
    let text = text
        .replace(", takes ", takes)
        .replace(", becomes ", ", which becomes ");
    language.moved(person, subject, text)
}

pub(in crate::plain) fn match_over(
    language: Language,
    winners: &[Who],
    why: Option<&str>,
) -> String {
    let why = why.map_or_else(String::new, |it| language.over_why(it));
    let names: Vec<String> = winners.iter().map(|it| it.subject(language)).collect();
    match winners {
        [] => language.over_drawn(why),
        [one] => language.over_won(one.person(), one.subject(language), why),
        _ => language.over_shared(list(language, &names), why),
    }
}

pub(in crate::plain) fn after_match(language: Language, may_rematch: bool) -> String {
    if may_rematch {
        language.may_rematch()
    } else {
        language.may_leave()
    }
}

pub(in crate::plain) fn stands(
    language: Language,
    who: &Who,
    numbers: &Numbers,
    game: GameKind,
) -> String {
    let Numbers {
        places,
        dice,
        link,
        reserve,
    } = numbers;
    let stock = match reserve {
        0 => String::new(),
        some => language.in_stock(*some),
    };
    let places = language.places_of(*places, game.name());
    let dice = language.dice(*dice);
    language.stands(who.subject(language), places, dice, *link, stock)
}

pub(in crate::plain) fn your_attacks(
    language: Language,
    number: usize,
    from: &str,
    to: &str,
    chance: Option<&str>,
) -> String {
    let chance = chance.map_or_else(|| language.always_wins(), |it| language.with_chance(it));
    language.your_attacks(language.attacks(number), from, to, chance)
}

pub(in crate::plain) fn your_moves(language: Language, number: usize, remark: &str) -> String {
    let remark = if remark.is_empty() {
        String::new()
    } else {
        language.remark(sentence(language, remark))
    };
    language.your_moves(language.moves(number), remark)
}
