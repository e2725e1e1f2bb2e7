//! The ladder of difficulty in words: the names and characters of each rung's bots, and the lines
//! that they say now and then.
//!
//! The lines and the names are in the catalogue; files and commands have the names in English. The engine decides which bot
//! stands on which rung.

use dicehall_engine::{BotSpec, GameKind, Rung};
use dicehall_protocol::{RatingView, SkillView};

use crate::graphics::theme::{Glyphs, Look};
use crate::lang::{Language, Sentence};
use crate::tui::model::bot_strength;

/// The rung to play against unless another is chosen.
pub const FIRST_RUNG: Rung = Rung::Second;

/// The rung of the bots that a host puts on open seats unless another is chosen.
pub const USUAL_RUNG: Rung = Rung::Third;

/// An occasion on which a bot of the ladder may say something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// It won an attack against the odds or against many dice.
    Took,
    /// It lost an attack with good odds.
    Failed,
    /// It lost its last territory.
    Fell,
    /// It won the match.
    Won,
    /// It lost the match.
    Lost,
}

/// The rung above; `None` for the last.
pub fn above(rung: Rung) -> Option<Rung> {
    let mut rungs = Rung::ALL.into_iter().skip_while(|it| *it != rung);
    rungs.nth(1)
}

/// The name of a rung's bots in English, by which files and commands know them.
pub const fn name(rung: Rung) -> &'static str {
    match rung {
        Rung::First => "Pebble",
        Rung::Second => "Fox",
        Rung::Third => "Heron",
        Rung::Fourth => "Tiger",
        Rung::Fifth => "Doom",
    }
}

/// The name of a rung's bots as it is shown.
pub fn called(language: Language, rung: Rung) -> String {
    language.rung_name(rung.number())
}

/// A rating in short, such as `1564 ±421`; of a bot without a margin.
pub fn rating(look: Look, rating: RatingView) -> String {
    match rating.margin {
        Some(margin) => give_or_take(look, rating.mean, margin),
        None => rating.mean.to_string(),
    }
}

/// A mean with its margin.
pub fn give_or_take(look: Look, mean: u32, margin: u32) -> String {
    let sign = if look.glyphs == Glyphs::Ascii {
        "+-"
    } else {
        "±"
    };
    format!("{mean} {sign}{margin}")
}

/// How somebody has played without the luck that is known, and what luck that was, in a sentence.
pub fn played_like(look: Look, skill: SkillView) -> String {
    let rating = give_or_take(look, skill.mean, skill.margin);
    look.language.played_like(rating, skill.luck)
}

/// The name of a bot in a game as it is shown: its name on the ladder, else its strength.
pub fn shown_as(language: Language, bot: BotSpec, game: GameKind) -> Option<String> {
    let strength = || bot_strength(bot, game).map(|it| language.strength_name(it));
    let rung = bot.rung(game).map(|it| called(language, it));
    rung.or_else(strength)
}

/// The name of a bot in a game, as files have it: its name on the ladder, else its strength.
pub fn known_as(bot: BotSpec, game: GameKind) -> Option<&'static str> {
    bot.rung(game).map(name).or_else(|| bot_strength(bot, game))
}

/// The character of a rung's bots, in a few words.
pub fn character(language: Language, rung: Rung) -> String {
    match rung {
        Rung::First => language.character_first(),
        Rung::Second => language.character_second(),
        Rung::Third => language.character_third(),
        Rung::Fourth => language.character_fourth(),
        Rung::Fifth => language.character_fifth(),
    }
}

/// The lines of which the opponents of a rung say one on an occasion.
pub const fn lines(rung: Rung, occasion: Occasion) -> Sentence {
    match (rung, occasion) {
        (Rung::First, Occasion::Took) => Language::banter_first_took,
        (Rung::First, Occasion::Failed) => Language::banter_first_failed,
        (Rung::First, Occasion::Fell) => Language::banter_first_fell,
        (Rung::First, Occasion::Won) => Language::banter_first_won,
        (Rung::First, Occasion::Lost) => Language::banter_first_lost,
        (Rung::Second, Occasion::Took) => Language::banter_second_took,
        (Rung::Second, Occasion::Failed) => Language::banter_second_failed,
        (Rung::Second, Occasion::Fell) => Language::banter_second_fell,
        (Rung::Second, Occasion::Won) => Language::banter_second_won,
        (Rung::Second, Occasion::Lost) => Language::banter_second_lost,
        (Rung::Third, Occasion::Took) => Language::banter_third_took,
        (Rung::Third, Occasion::Failed) => Language::banter_third_failed,
        (Rung::Third, Occasion::Fell) => Language::banter_third_fell,
        (Rung::Third, Occasion::Won) => Language::banter_third_won,
        (Rung::Third, Occasion::Lost) => Language::banter_third_lost,
        (Rung::Fourth, Occasion::Took) => Language::banter_fourth_took,
        (Rung::Fourth, Occasion::Failed) => Language::banter_fourth_failed,
        (Rung::Fourth, Occasion::Fell) => Language::banter_fourth_fell,
        (Rung::Fourth, Occasion::Won) => Language::banter_fourth_won,
        (Rung::Fourth, Occasion::Lost) => Language::banter_fourth_lost,
        (Rung::Fifth, Occasion::Took) => Language::banter_fifth_took,
        (Rung::Fifth, Occasion::Failed) => Language::banter_fifth_failed,
        (Rung::Fifth, Occasion::Fell) => Language::banter_fifth_fell,
        (Rung::Fifth, Occasion::Won) => Language::banter_fifth_won,
        (Rung::Fifth, Occasion::Lost) => Language::banter_fifth_lost,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use unicode_width::UnicodeWidthStr;

    use super::*;

    /// The width of the panel in which characters are shown, in columns.
    const TEMPER_WIDTH_MAX: usize = 30;

    #[test]
    fn english_names_are_those_in_files_and_every_language_has_its_own() {
        for rung in Rung::ALL {
            assert_eq!(called(Language::English, rung), name(rung));
            let all: BTreeSet<String> = Language::ALL.map(|it| called(it, rung)).into();
            assert_eq!(all.len(), Language::ALL.len(), "{all:?}");
        }
        let bot = BotSpec::for_game("normal", GameKind::DiceOfDoom).unwrap();
        let shown = |language| shown_as(language, bot, GameKind::DiceOfDoom).unwrap();
        assert_eq!(Language::ALL.map(shown), ["normal", "中級", "普通"]);
    }

    #[test]
    fn a_bot_is_known_by_its_rung_before_its_strength() {
        let known = |text: &str| {
            let bot = BotSpec::for_game(text, GameKind::DiceOfDoom).unwrap();
            known_as(bot, GameKind::DiceOfDoom)
        };
        assert_eq!(known("expert"), Some("Doom"), "it stands on the fifth rung");
        assert_eq!(known("normal"), Some("normal"));
        assert_eq!(known("mcts:nodes=77"), None);
    }

    #[test]
    fn every_rung_has_a_name_a_temper_and_something_of_its_own_to_say() {
        let names: BTreeSet<&str> = Rung::ALL.map(name).into();
        for language in Language::ALL {
            let characters: BTreeSet<String> = Rung::ALL.map(|it| character(language, it)).into();
            assert_eq!((names.len(), characters.len()), (5, 5));
            assert!(characters.iter().all(|it| it.width() <= TEMPER_WIDTH_MAX));
        }
        let occasions = [
            Occasion::Took,
            Occasion::Failed,
            Occasion::Fell,
            Occasion::Won,
            Occasion::Lost,
        ];
        for language in Language::ALL {
            let said: Vec<String> = Rung::ALL
                .into_iter()
                .flat_map(|rung| occasions.map(|it| lines(rung, it)(language)))
                .collect();
            assert!(!said.iter().any(String::is_empty), "{said:?}");
            let all: Vec<&str> = said.iter().flat_map(|it| it.lines()).collect();
            let unique: BTreeSet<&&str> = all.iter().collect();
            assert_eq!(unique.len(), all.len(), "nobody repeats another");
            assert!(all.iter().all(|it| it.width() <= 60), "{all:?}");
        }
    }
}
