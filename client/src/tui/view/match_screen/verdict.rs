//! The result of the last roll in words: taken or held, and by how much.
//!
//! Drawn by the panel of the roll. Law kept here: nothing is told before all dice lie.

use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::Shown;
use crate::games::act::battle::Battle;
use crate::graphics::palette::INK;
use crate::graphics::text::styled;

impl Shown<'_> {
    /// The result with its margin, once all dice lie.
    pub(super) fn verdict(&self, battle: &Battle) -> Line<'static> {
        let look = self.model.look;
        if self.rolls() {
            return Line::default();
        }
        let (told, style) = self.result_words(battle);
        let color = if battle.won {
            look.palette().good
        } else {
            look.palette().bad
        };
        let pill = if look.has_shades() {
            look.on(INK, color).add_modifier(Modifier::BOLD)
        } else {
            style.add_modifier(Modifier::REVERSED)
        };
        let margin = format!("  {}", self.margin(battle));
        Line::from(vec![
            styled(format!(" {told} "), pill),
            styled(margin, look.quiet()),
        ])
    }

    /// Whether the place was taken or held, and the style of that.
    pub(super) fn result_words(&self, battle: &Battle) -> (String, Style) {
        let look = self.model.look;
        if battle.won {
            (look.language.verdict_taken(), look.good())
        } else {
            (look.language.verdict_held(), look.bad())
        }
    }

    /// The difference between the sums, in words.
    pub(super) fn margin(&self, battle: &Battle) -> String {
        let language = self.model.look.language;
        let sums = battle.faces.map(|it| it.map(|it| i64::from(it.pips())));
        match sums.map(|[attack, defense]| attack - defense) {
            Some(0) => language.a_tie(),
            Some(margin) => language.by_margin(margin.abs()),
            None => language.without_a_roll(),
        }
    }

    /// Whether dice still roll.
    pub(super) fn rolls(&self) -> bool {
        self.game_match.rolling.is_some()
    }
}
