//! The ladder of difficulty in words: what the bots of each rung are called, how they are, and what they say now and then.
//!
//! Every text of the ladder stands here. Which bot stands on a rung is the engine's to say.

use dicehall_engine::Rung;

use crate::lang::Language;

/// The rung that somebody who has chosen none plays against.
pub const FIRST_RUNG: Rung = Rung::Second;

/// When a bot of the ladder may say something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// It took a place against the odds, or from many dice.
    Took,
    /// It attacked with good odds and lost.
    Failed,
    /// Its last place is gone.
    Fell,
    /// It won the match.
    Won,
    /// It lost the match.
    Lost,
}

/// What the bots of a rung are called, in every language.
pub const fn name(rung: Rung) -> &'static str {
    match rung {
        Rung::First => "Pebble",
        Rung::Second => "Fox",
        Rung::Third => "Heron",
        Rung::Fourth => "Tiger",
        Rung::Fifth => "Doom",
    }
}

/// How they are, in a few words.
pub fn temper(language: Language, rung: Rung) -> String {
    match rung {
        Rung::First => language.temper_first(),
        Rung::Second => language.temper_second(),
        Rung::Third => language.temper_third(),
        Rung::Fourth => language.temper_fourth(),
        Rung::Fifth => language.temper_fifth(),
    }
}

/// What they say on an occasion: one of these.
pub const fn lines(rung: Rung, occasion: Occasion) -> &'static [&'static str] {
    match (rung, occasion) {
        (Rung::First, Occasion::Took) => &["Oh! Was that me?", "I rolled. It worked."],
        (Rung::First, Occasion::Failed) => &["Bump.", "I meant to do that. I think."],
        (Rung::First, Occasion::Fell) => &["Plop."],
        (Rung::First, Occasion::Won) => &["I won? Does anybody have a witness?"],
        (Rung::First, Occasion::Lost) => &["Again? I like being thrown."],
        (Rung::Second, Occasion::Took) => &["Mine. You were looking away.", "Thank you kindly."],
        (Rung::Second, Occasion::Failed) => &["I saw a butterfly.", "It was only a feint."],
        (Rung::Second, Occasion::Fell) => &["Remember me to the hens."],
        (Rung::Second, Occasion::Won) => &["Nobody saw me coming. Not even I."],
        (Rung::Second, Occasion::Lost) => &["Those grapes were sour anyway."],
        (Rung::Third, Occasion::Took) => &["One waits. Then one does not.", "Caught."],
        (Rung::Third, Occasion::Failed) => {
            &["A ripple. It will pass.", "I stood on the wrong leg."]
        }
        (Rung::Third, Occasion::Fell) => &["I go where the water is quiet."],
        (Rung::Third, Occasion::Won) => &["Patience. You saw how it is done."],
        (Rung::Third, Occasion::Lost) => &["Well waited. I learn from you."],
        (Rung::Fourth, Occasion::Took) => &["As it should be.", "You left your back open."],
        (Rung::Fourth, Occasion::Failed) => &["The odds were right. The dice were not.", "Noted."],
        (Rung::Fourth, Occasion::Fell) => &["You have earned that."],
        (Rung::Fourth, Occasion::Won) => &["A clean hunt."],
        (Rung::Fourth, Occasion::Lost) => &["I know when I have been hunted."],
        (Rung::Fifth, Occasion::Took) => &["I saw this twelve rolls ago.", "It was written."],
        (Rung::Fifth, Occasion::Failed) => &["Even this was counted in.", "How very unlikely."],
        (Rung::Fifth, Occasion::Fell) => &["In most worlds I am still here."],
        (Rung::Fifth, Occasion::Won) => &["You did well to last."],
        (Rung::Fifth, Occasion::Lost) => &["I did not see that one. Tell nobody."],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use unicode_width::UnicodeWidthStr;

    use super::*;

    /// The columns of the panel in which tempers are shown.
    const TEMPER_WIDTH_MAX: usize = 30;

    #[test]
    fn every_rung_has_a_name_a_temper_and_something_of_its_own_to_say() {
        let names: BTreeSet<&str> = Rung::ALL.map(name).into();
        for language in Language::ALL {
            let tempers: BTreeSet<String> = Rung::ALL.map(|it| temper(language, it)).into();
            assert_eq!((names.len(), tempers.len()), (5, 5));
            assert!(tempers.iter().all(|it| it.width() <= TEMPER_WIDTH_MAX));
        }
        let occasions = [
            Occasion::Took,
            Occasion::Failed,
            Occasion::Fell,
            Occasion::Won,
            Occasion::Lost,
        ];
        let all: Vec<&str> = Rung::ALL
            .into_iter()
            .flat_map(|rung| occasions.map(|it| lines(rung, it)))
            .inspect(|it| assert!(!it.is_empty()))
            .flatten()
            .copied()
            .collect();
        let unique: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(unique.len(), all.len(), "nobody repeats another");
        assert!(all.iter().all(|it| it.width() <= 60), "{all:?}");
    }
}
