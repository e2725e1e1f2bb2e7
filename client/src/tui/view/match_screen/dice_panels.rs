//! The panels of attacks to be chosen: the one under the cursor with its odds, and all of its source.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Shown;
use crate::games::draw::tile::odds_color;
use crate::games::place::{Move, Place};
use crate::graphics::figures::number_lines;
use crate::graphics::text::{mark, pad, percent, plain, styled};
use crate::graphics::theme::{Glyphs, Look};
use crate::tui::view::panel::{Rows, Section};

/// The columns of the name of a hex, with the gap after it.
const HEX_WIDTH: usize = 3;
/// The same for a territory of a map.
const LAND_WIDTH: usize = 6;

impl Shown<'_> {
    /// The attack under the cursor and all attacks of the source; empty while nothing can be
    /// chosen.
    pub fn aim(&self, width: usize) -> Vec<Section<'static>> {
        let source = self.game_match.source_shown();
        let from = source.unwrap_or(self.game_match.cursor);
        let mut attacks = self.game_match.moves_shown();
        attacks.retain(Move::is_attack);
        let chance = |it: &Move| it.odds.unwrap_or(1.0);
        attacks.sort_by(|one, other| chance(other).total_cmp(&chance(one)));
        let told = self.game_match.fought.is_some() && !self.game_match.awaits_dice();
        if attacks.is_empty() || told {
            return Vec::new();
        }
        let cursor = self.game_match.cursor;
        let aimed = |it: &&Move| source.is_some() && it.to == cursor;
        let attack = attacks.iter().find(aimed).copied();
        let targets = attacks.iter().map(|it| self.target(it, width)).collect();
        let language = self.model.look.language;
        let title = language.targets_of(self.game_match.name(from));
        let targets = Section::new(title, Rows::Fit, targets).beside(language.targets_columns());
        attack
            .map(|it| self.attack(it))
            .into_iter()
            .chain([targets])
            .collect()
    }

    /// The winning probability in large numerals, and the results of victory and defeat.
    fn attack(&self, attack: Move) -> Section<'static> {
        let look = self.model.look;
        let [from, to] = [attack.from, attack.to].map(|it| self.game_match.name(it));
        let language = look.language;
        let title = language.attack_of(format!("{from} {} {to}", look.symbols().arrow));
        let chance = look.text(odds_color(look.palette(), attack.odds.unwrap_or(1.0)));
        let text = percent(attack.odds);
        let against = [attack.from, attack.to].map(|it| self.dice_at(it));
        let words = [
            vec![plain(language.to_win())],
            [
                against[0].clone(),
                vec![plain(format!(" {} ", language.versus()))],
                against[1].clone(),
            ]
            .concat(),
        ];
        // Tutorial and coach take the room of the numerals; the line below the board shows the results.
        let has_lesson = self.model.lesson.is_some() || self.model.coach.said.is_some();
        let is_small = look.glyphs == Glyphs::Ascii || text.contains('<') || has_lesson;
        let mut lines = if is_small {
            let [win, versus] = words;
            let first = [vec![styled(format!("{text} "), chance)], win].concat();
            vec![Line::from(first), Line::from(versus)]
        } else {
            let mut numbers = number_lines(&text, chance);
            for (line, words) in numbers.iter_mut().zip(words) {
                line.push_span(plain(" "));
                line.extend(words);
            }
            numbers.into()
        };
        if !has_lesson {
            lines.push(self.if_won(attack));
        }
        if attack.odds.is_some() && !has_lesson {
            lines.push(Line::from(vec![
                styled(language.label_lost(), look.bad()),
                styled(format!("  {}", language.keeps_one(from)), look.quiet()),
            ]));
        }
        Section::new(title, Rows::Fit, lines)
    }

    fn if_won(&self, attack: Move) -> Line<'static> {
        let look = self.model.look;
        let language = look.language;
        // The label of the other result is as wide as this one, or a column wider.
        let label = pad(look, &language.label_won(), language.label_lost().width());
        let mut spans = vec![styled(label, look.good())];
        if let Some(link) = attack.link {
            spans.push(styled(format!("  {} ", language.link_word()), look.quiet()));
            spans.push(styled(self.link_change(link), look.strong()));
        }
        Line::from(spans)
    }

    /// The size of the person's largest group, before and after the attack.
    fn link_change(&self, link: u8) -> String {
        let mine = self.lobby.my_seat();
        let standings = self.game_match.board.standings();
        let before = mine.and_then(|it| standings.get(it.idx()));
        let arrow = self.model.look.symbols().arrow;
        before.map_or_else(
            || link.to_string(),
            |it| format!("{}{arrow}{link}", it.link),
        )
    }

    /// The owner's mark and the dice of a place.
    fn dice_at(&self, at: Place) -> Vec<Span<'static>> {
        let look = self.model.look;
        let cell = self.game_match.cell(at);
        cell.map_or_else(Vec::new, |it| {
            vec![styled(
                format!("{}{}", look.owner(it.owner), it.dice),
                look.owned(it.owner),
            )]
        })
    }

    /// The row of a target: owner, dice, bar, winning probability, and the largest group after it.
    fn target(&self, attack: &Move, width: usize) -> Line<'static> {
        let look = self.model.look;
        let chance = attack.odds.unwrap_or(1.0);
        let cell = self.game_match.cell(attack.to);
        let mut spans = Vec::new();
        let name_width = if self.game_match.board.places().has_names() {
            LAND_WIDTH
        } else {
            HEX_WIDTH
        };
        if let Some(cell) = cell {
            let name = pad(look, &self.game_match.name(attack.to), name_width);
            spans.push(mark(look, cell.owner));
            spans.push(styled(format!(" {name}"), look.strong()));
            spans.push(styled(format!("{:<2} ", cell.dice), look.dim()));
        }
        let link = attack
            .link
            .map_or_else(String::new, |it| self.link_change(it));
        let numbers = format!(" {:>4}{link:>6}", percent(attack.odds));
        let used: usize = spans.iter().map(Span::width).sum();
        let room = width.saturating_sub(used + numbers.chars().count());
        spans.extend(Self::bar(look, chance, room));
        spans.push(plain(numbers));
        let is_aimed = attack.to == self.game_match.cursor;
        if is_aimed && !look.has_shades() {
            // A reversed row has one color from end to end.
            spans = spans.into_iter().map(|it| plain(it.content)).collect();
        }
        Line::from(spans).style(look.row(is_aimed))
    }

    /// A probability as a bar of so many columns.
    fn bar(look: Look, chance: f64, columns: usize) -> [Span<'static>; 2] {
        let [full, empty] = look.symbols().bar;
        let filled = (1..=columns)
            .filter(|it| reaches(chance, *it, columns))
            .count();
        [
            styled(
                full.repeat(filled),
                look.text(odds_color(look.palette(), chance)),
            ),
            styled(empty.repeat(columns - filled), look.dim()),
        ]
    }
}

/// Whether a share of all columns covers the first so many, the last of them by at least half.
fn reaches(share: f64, columns: usize, all: usize) -> bool {
    let count = |it: usize| u32::try_from(it).map_or(0.0, f64::from);
    share * count(all) + 0.5 >= count(columns)
}
