//! The panels of games with dice: the attack under the cursor, its odds, the last roll, and the
//! seats' shares of the dice.

use dicehall_engine::Seat;
use dicehall_engine::games::territory::Faces;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Shown;
use crate::games::place::Move;
use crate::games::territory::{Battle, ROLL_FRAME_MS, Side, Territories};
use crate::games::tile::odds_color;
use crate::graphics::figures::{DIE_WIDTH, die_lines, has_dice, number_lines};
use crate::graphics::palette::{DIE, PIP};
use crate::graphics::text::{mark, pad, percent, plain, styled};
use crate::graphics::theme::{Glyphs, Look};
use crate::tui::view::panel::{Rows, Section};

/// The width of a face.
const CHIP_WIDTH: usize = 3;

impl Shown<'_> {
    /// The attack under the cursor and all attacks of the source; empty while nothing can be
    /// chosen.
    pub fn aim(&self, width: usize) -> Vec<Section<'static>> {
        let source = self.game_match.source_shown();
        let from = source.unwrap_or(self.game_match.cursor);
        let mut attacks = self.game_match.moves_shown();
        let chance = |it: &Move| it.odds.unwrap_or(1.0);
        attacks.sort_by(|one, other| chance(other).total_cmp(&chance(one)));
        let told = self.game_match.fought.is_some() && !self.game_match.awaits_dice();
        if !self.game_match.has_dice() || attacks.is_empty() || told {
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
        // The tutorial takes the room of the numerals; the line below the board shows the results.
        let has_lesson = self.model.lesson.is_some();
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
        let standings = self.game_match.board.dice().map(|it| &it.standings);
        let mine = self.lobby.my_seat();
        let before = standings
            .zip(mine)
            .and_then(|(all, seat)| all.get(seat.idx()));
        let arrow = self.model.look.symbols().arrow;
        before.map_or_else(
            || link.to_string(),
            |it| format!("{}{arrow}{link}", it.link),
        )
    }

    /// The owner's mark and the dice of a place.
    fn dice_at(&self, at: crate::games::place::Place) -> Vec<Span<'static>> {
        let look = self.model.look;
        let cell = self.game_match.board.dice().and_then(|it| it.cell(at));
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
        let cell = self
            .game_match
            .board
            .dice()
            .and_then(|it| it.cell(attack.to));
        let mut spans = Vec::new();
        if let Some(cell) = cell {
            let name = pad(look, &self.game_match.name(attack.to), 3);
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

    /// The last battle, in a line for each side.
    pub fn roll(&self, width: usize) -> Section<'static> {
        if !self.game_match.has_dice() {
            return self.last_action();
        }
        let Some(battle) = self.game_match.battle() else {
            return Section::new(
                self.model.look.language.last_roll_heading(),
                Rows::Fit,
                self.no_roll(),
            );
        };
        let look = self.model.look;
        let mut lines: Vec<Line<'static>> = sides(battle)
            .map(|(side, seat, faces)| {
                let mut spans = vec![mark(look, seat), plain(" ")];
                spans.extend(self.chips(side, faces, width.saturating_sub(7)));
                spans.push(styled(self.pips(side, faces), look.strong()));
                Line::from(spans)
            })
            .collect();
        lines.push(self.verdict(battle));
        let rolls = if self.rolls() { "..." } else { "" };
        Section::new(self.roll_title(battle), Rows::Fit, lines).beside(rolls)
    }

    /// The last battle with the faces of its dice.
    pub fn full_roll(&self, width: usize) -> Section<'static> {
        let look = self.model.look;
        let battle = self
            .game_match
            .battle()
            .filter(|_| self.game_match.has_dice());
        let most = (width + 1) / (DIE_WIDTH + 1);
        let fits = |it: &Battle| sides(it).all(|(_, _, faces)| faces.iter().count() <= most);
        let Some(battle) = battle.filter(|it| has_dice(look) && fits(it)) else {
            return self.roll(width);
        };
        let mut lines: Vec<Line<'static>> = Vec::new();
        for (side, seat, faces) in sides(battle) {
            let shown = self.faces(side, faces);
            let dice: Vec<_> = shown
                .iter()
                .map(|it| die_lines(look, *it, look.palette().panel))
                .collect();
            for row in 0..4 {
                let spans = dice.iter().flat_map(|it| [it[row].clone(), plain(" ")]);
                lines.push(Line::from(spans.collect::<Vec<_>>()));
            }
            let name = pad(look, &self.lobby.seat_name_in(seat, 14), 14);
            lines.push(Line::from(vec![
                mark(look, seat),
                styled(format!(" {name}"), look.quiet()),
                styled(self.pips(side, faces), look.strong()),
            ]));
            lines.push(Line::default());
        }
        lines.push(self.verdict(battle));
        let rolls = if self.rolls() { "..." } else { "" };
        Section::new(self.roll_title(battle), Rows::Fit, lines).beside(rolls)
    }

    fn roll_title(&self, battle: &Battle) -> String {
        let [from, to] = [battle.from, battle.to].map(|it| self.game_match.name(it));
        let look = self.model.look;
        let attack = format!("{from} {} {to}", look.symbols().arrow);
        look.language.roll_of(attack)
    }

    fn rolls(&self) -> bool {
        self.game_match.rolling().is_some()
    }

    /// The visible faces of a side. While dice roll, those that do not lie yet change in every
    /// frame; before the throw there are none.
    fn faces(&self, side: Side, faces: Faces) -> Vec<u8> {
        let faces: Vec<u8> = faces.iter().collect();
        let Some(rolling) = self.game_match.rolling() else {
            return faces;
        };
        let Some(lying) = rolling.lying(side, faces.len()) else {
            return vec![0; faces.len()];
        };
        let frame = usize::try_from(rolling.left_ms / ROLL_FRAME_MS).unwrap_or(0);
        let tumbling =
            |at: usize| u8::try_from((frame * 5 + at * 3 + at * at) % 6 + 1).unwrap_or(1);
        let shown = faces.iter().enumerate();
        shown
            .map(|(at, face)| if at < lying { *face } else { tumbling(at) })
            .collect()
    }

    /// The faces of a side in boxes, in exactly this many columns.
    fn chips(&self, side: Side, faces: Faces, columns: usize) -> Vec<Span<'static>> {
        let look = self.model.look;
        let faces = self.faces(side, faces);
        let airy = faces.len() * (CHIP_WIDTH + 1) <= columns && look.has_shades();
        let mut spans = Vec::new();
        let mut used = 0;
        for face in faces {
            // A die has no face before it is thrown.
            let face = match face {
                0 if look.has_shades() => " ".to_owned(),
                0 => "-".to_owned(),
                face => face.to_string(),
            };
            let text = if look.has_shades() {
                format!(" {face} ")
            } else {
                format!("{face} ")
            };
            used += text.len() + usize::from(airy);
            let style = if look.has_shades() {
                look.on(PIP, DIE)
            } else {
                look.strong()
            };
            spans.push(styled(text, style));
            if airy {
                spans.push(plain(" "));
            }
        }
        spans.push(plain(" ".repeat(columns.saturating_sub(used))));
        spans
    }

    /// The sum of a side, in four columns; while dice roll, the sum of those that lie and a sign
    /// that more follow.
    fn pips(&self, side: Side, faces: Faces) -> String {
        let count = faces.iter().count();
        let rolling = self.game_match.rolling();
        let lying = rolling.map_or(Some(count), |it| it.lying(side, count));
        let sum: u8 = faces.iter().take(lying.unwrap_or(0)).sum();
        match lying {
            Some(lying) if lying == count => format!("={sum:>3}"),
            Some(lying) if lying > 0 => format!("={sum:>2}+"),
            Some(_) | None => "=  ?".to_owned(),
        }
    }

    /// The dice of all seats as one bar, with the percentages if there is room.
    pub fn share(&self, dice: &Territories, width: usize) -> Line<'static> {
        let look = self.model.look;
        let standings = dice.shown_standings();
        let total: usize = standings.iter().map(|it| usize::from(it.dice)).sum();
        let total = total.max(1);
        let mut spans = Vec::new();
        let (mut seen, mut drawn) = (0, 0);
        for (seat, standing) in Seat::ALL.into_iter().zip(standings) {
            seen += usize::from(standing.dice);
            let until = seen * width / total;
            let columns = until - drawn;
            let percent = usize::from(standing.dice) * 100 / total;
            let texts = [
                format!("{}{percent}%", look.owner(seat)),
                look.owner(seat).to_owned(),
                String::new(),
            ];
            let text = texts.into_iter().find(|it| it.chars().count() <= columns);
            let text = text.unwrap_or_default();
            spans.push(styled(format!("{text:^columns$}"), look.fill(seat)));
            drawn = until;
        }
        Line::from(spans)
    }

    fn no_roll(&self) -> Vec<Line<'static>> {
        // A person who came later has not seen the dice before.
        let look = self.model.look;
        vec![Line::styled(look.language.no_roll_seen(), look.dim())]
    }

    fn verdict(&self, battle: &Battle) -> Line<'static> {
        let look = self.model.look;
        if self.rolls() {
            return Line::default();
        }
        let (to, language) = (self.game_match.name(battle.to), look.language);
        let (verb, style) = if battle.won {
            (language.place_taken(to), look.good())
        } else {
            (language.place_holds(to), look.bad())
        };
        let margin = battle
            .faces
            .map(|[attack, defense]| i16::from(attack.pips()) - i16::from(defense.pips()));
        let margin = match margin {
            Some(0) => language.a_tie(),
            Some(margin) => language.by_margin(i64::from(margin.abs())),
            None => language.without_a_roll(),
        };
        let odds = battle.odds.map(|it| language.odds_were(percent(Some(it))));
        let told: Vec<String> = [Some(margin), odds].into_iter().flatten().collect();
        let told = told.join(&language.between());
        Line::from(vec![
            styled(verb, style),
            styled(format!("  {told}"), look.quiet()),
        ])
    }
}

/// Whether a share of all columns covers the first so many, the last of them by at least half.
fn reaches(share: f64, columns: usize, all: usize) -> bool {
    let count = |it: usize| u32::try_from(it).map_or(0.0, f64::from);
    share * count(all) + 0.5 >= count(columns)
}

/// Both seats of a battle with their faces; empty if nothing was rolled.
fn sides(battle: &Battle) -> impl Iterator<Item = (Side, Seat, Faces)> {
    let sides = [
        (Side::Attack, battle.attacker),
        (Side::Defense, battle.defender),
    ];
    let both = battle
        .faces
        .into_iter()
        .flat_map(move |faces| sides.into_iter().zip(faces));
    both.map(|((side, seat), faces)| (side, seat, faces))
}
