//! The panel of the last roll: the dice of both sides as they turn, land and win or lose, with their sums.
//!
//! Drawn beside the board, in the largest form for which there is room. Law kept here: the result is told when all dice
//! lie.

use dicehall_engine::Seat;
use dicehall_engine::games::territory::Faces;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Shown;
use crate::games::act::battle::{Battle, Side};
use crate::games::rolling::ROLL_FRAME_MS;
use crate::graphics::dice::{Die, DieSize, DieState, dice_lines};
use crate::graphics::figures::number_lines;
use crate::graphics::palette::{DIE, PIP};
use crate::graphics::text::{cut, mark, pad, percent, plain, styled, wrap};
use crate::graphics::theme::Glyphs;
use crate::tui::view::panel::{Rows, Section};

/// The columns of a die that is drawn as a number.
const CHIP_WIDTH: usize = 3;
/// The columns of the mark and the sum beside dice.
const BESIDE_WIDTH: usize = 4;
/// The width from which on dice are large, where they fit.
const LARGE_WIDTH_MIN: usize = 28;
/// The width from which on dice are huge, where they fit.
const HUGE_WIDTH_MIN: usize = 40;

/// The room for a panel, in columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    /// The columns.
    pub width: usize,
    /// The rows.
    pub height: usize,
}

/// The place of names and sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Above the dice of each side.
    Above,
    /// Above dice in one row, behind those in several.
    Mixed,
    /// Behind the dice.
    Behind,
}

/// One side of a battle as it is shown.
#[derive(Clone, Debug)]
struct RolledSide {
    seat: Seat,
    dice: Vec<Die>,
    /// The sum of the dice that lie; `None` before the first.
    sum: Option<u8>,
    /// Whether all dice lie.
    is_complete: bool,
    has_lost: bool,
}

impl Shown<'_> {
    /// The last battle; in other games the last action.
    pub(super) fn roll(&self, room: Room) -> Section<'static> {
        let Some(battle) = &self.game_match.trail.battle else {
            return self.last_action();
        };
        let sides = self.sides(battle);
        let mut lines = self
            .drawn(&sides, room)
            .unwrap_or_else(|| self.chips(&sides, room.width));
        let has_row = lines.len() < room.height;
        if has_row {
            lines.push(self.verdict(battle));
        }
        self.titled(battle, lines, room.width, has_row)
    }

    /// The section with its title; where the verdict has no row of its own, it stands beside the title.
    fn titled(
        &self,
        battle: &Battle,
        lines: Vec<Line<'static>>,
        width: usize,
        has_row: bool,
    ) -> Section<'static> {
        let look = self.model.look;
        let language = look.language;
        let [from, to] = [battle.from, battle.to].map(|it| self.game_match.name(it));
        let attack = format!("{from} {} {to}", look.symbols().arrow);
        let odds = battle.chance();
        let odds = odds.map(|it| language.to_win_at(percent(Some(it))));
        let (aside, style) = if has_row || self.rolls() {
            (odds.unwrap_or_default(), look.quiet())
        } else {
            let (told, style) = self.result_words(battle);
            (format!("{told} {}", self.margin(battle)), style)
        };
        let fits = |it: &String| it.width() + 1 + aside.width() <= width;
        let titles = [language.roll_of(&attack), attack.clone()];
        let fitting = titles.iter().find(|it| fits(it));
        let aside_fits = fitting.is_some();
        let title = fitting.cloned().unwrap_or(attack);
        let section = Section::new(title, Rows::Fit, lines);
        if aside_fits {
            section.beside(aside).in_style(style)
        } else {
            section
        }
    }

    /// The new dice that come, those that have come first; `None` while none do, and while others roll.
    pub(super) fn new_dice(&self, width: usize) -> Option<Section<'static>> {
        let look = self.model.look;
        let arriving = self
            .game_match
            .arriving
            .as_ref()
            .filter(|_| !self.rolls())?;
        let come = arriving.come();
        let names = come
            .iter()
            .map(|it| format!("+1 {}", self.game_match.name(*it)));
        let told = wrap(&names.collect::<Vec<_>>().join("  "), width).into_iter();
        let mut lines: Vec<Line<'static>> = told
            .map(|it| Line::styled(it, look.text(look.palette().turn)))
            .collect();
        let most = width / DieSize::Small.width();
        let left = arriving.count().saturating_sub(come.len()).min(most);
        let die = Die {
            face: 5,
            state: DieState::Lying,
        };
        lines.extend(dice_lines(
            look,
            DieSize::Small,
            arriving.seat,
            &vec![die; left],
        ));
        let language = look.language;
        let section = Section::new(language.new_dice_heading(), Rows::Fit, lines);
        Some(section.beside(language.new_dice_come(come.len(), arriving.count())))
    }

    /// Both sides of a battle; none if nothing was rolled.
    fn sides(&self, battle: &Battle) -> Vec<RolledSide> {
        let sides = [
            (Side::Attack, battle.attacker),
            (Side::Defense, battle.defender),
        ];
        let rolling = self.game_match.rolling.as_ref();
        let both = sides.into_iter().zip(battle.faces.into_iter().flatten());
        let side = |((side, seat), faces): ((Side, Seat), Faces)| {
            let count = faces.count();
            let lying = rolling
                .map_or(Some(count), |it| it.lying(side))
                .unwrap_or(0);
            let lost = battle.won == (side == Side::Defense);
            let dice = (0..).zip(faces.iter());
            RolledSide {
                seat,
                dice: dice
                    .map(|(at, face)| self.die((at, face), at < lying, lost))
                    .collect(),
                sum: (lying > 0).then(|| faces.iter().take(lying.into()).sum()),
                is_complete: lying == count,
                has_lost: lost && rolling.is_none(),
            }
        };
        both.map(side).collect()
    }

    /// A die by its number and face. While it turns, it shows another face in every second frame.
    fn die(&self, (at, face): (u8, u8), lies: bool, lost: bool) -> Die {
        let left_ms = self.game_match.rolling.as_ref().map(|it| it.left_ms);
        match left_ms {
            Some(left_ms) if !lies => {
                let frame = left_ms / (2 * ROLL_FRAME_MS) * 5;
                let turned = frame + u64::from(at) * 3 + u64::from(at) * u64::from(at);
                Die {
                    face: u8::try_from(turned % 6 + 1).unwrap_or(1),
                    state: DieState::Turning,
                }
            }
            Some(_) => Die {
                face,
                state: DieState::Lying,
            },
            None => Die {
                face,
                state: if lost {
                    DieState::Lost
                } else {
                    DieState::Lying
                },
            },
        }
    }

    /// Both sides as dice, in the largest form that fits; `None` if none does.
    fn drawn(&self, sides: &[RolledSide], room: Room) -> Option<Vec<Line<'static>>> {
        let look = self.model.look;
        let forms = [
            (DieSize::Huge, Form::Above),
            (DieSize::Huge, Form::Mixed),
            (DieSize::Large, Form::Above),
            (DieSize::Large, Form::Mixed),
            (DieSize::Small, Form::Above),
            (DieSize::Small, Form::Mixed),
            (DieSize::Small, Form::Behind),
        ];
        let suits = |it: &(DieSize, Form)| {
            let least = match it.0 {
                DieSize::Small => 0,
                DieSize::Large => LARGE_WIDTH_MIN,
                DieSize::Huge => HUGE_WIDTH_MIN,
            };
            it.0.can_show(look) && room.width >= least
        };
        let mut forms = forms.into_iter().filter(suits);
        let [first, second] = sides else {
            return None;
        };
        forms.find_map(|(size, form)| {
            let [first, second] = [first, second].map(|it| self.block(it, size, form, room.width));
            let (mut lines, second) = (first?, second?);
            let used = lines.len() + second.len();
            if used > room.height {
                return None;
            }
            // A row between the sides, if one for the verdict is left as well.
            if used + 2 <= room.height {
                lines.push(Line::default());
            }
            lines.extend(second);
            Some(lines)
        })
    }

    /// The lines of a side in a form; `None` if it is too wide for that.
    fn block(
        &self,
        side: &RolledSide,
        size: DieSize,
        form: Form,
        width: usize,
    ) -> Option<Vec<Line<'static>>> {
        let look = self.model.look;
        let in_row = (width / size.width()).max(1);
        let rows: Vec<&[Die]> = side.dice.chunks(in_row).collect();
        let last = rows.last().map_or(0, |it| it.len()) * size.width();
        let free = width.checked_sub(last)?;
        let above = form == Form::Above || (form == Form::Mixed && rows.len() == 1);
        if !above && free < BESIDE_WIDTH {
            return None;
        }
        let mut lines = if above {
            self.heading(side, width)
        } else {
            Vec::new()
        };
        for dice in &rows {
            lines.extend(dice_lines(look, size, side.seat, dice));
        }
        let dice_rows = rows.len() * size.rows();
        let at = lines.len().checked_sub(size.rows().min(dice_rows))?;
        if !above {
            for (line, beside) in lines.iter_mut().skip(at).zip(self.beside(side, free)) {
                line.extend(beside);
            }
        }
        Some(lines)
    }

    /// The name of a side and the number of its dice, with the sum in large numerals.
    fn heading(&self, side: &RolledSide, width: usize) -> Vec<Line<'static>> {
        let look = self.model.look;
        let count = look.language.dice(side.dice.len());
        let style = sum_style(side, look.strong(), look.dim());
        if look.glyphs == Glyphs::Ascii {
            let sum = Self::sum(side);
            let room = width.saturating_sub(2 + sum.width());
            let name = self.lobby.player_name_in(side.seat, room);
            return vec![Line::from(vec![
                mark(look, side.seat),
                styled(
                    format!(" {}", pad(look, &name, room.saturating_sub(1))),
                    look.quiet(),
                ),
                styled(format!(" {sum}"), style),
            ])];
        }
        let numerals = side.sum.map(|it| it.to_string()).unwrap_or_default();
        // The gap after the last numeral is left out.
        let wide = (numerals.len() * 4).saturating_sub(1);
        let room = width.saturating_sub(wide + 1);
        let name = self.lobby.player_name_in(side.seat, room.saturating_sub(2));
        let name = cut(look, &name, room.saturating_sub(2));
        let words = [
            vec![
                mark(look, side.seat),
                styled(format!(" {name}"), look.strong()),
            ],
            vec![styled(cut(look, &count, room), look.dim())],
            Vec::new(),
        ];
        let lines = number_lines(&numerals, style.remove_modifier(Modifier::BOLD));
        let joined = words.into_iter().zip(lines).map(|(mut words, numbers)| {
            let used: usize = words.iter().map(Span::width).sum();
            words.push(plain(" ".repeat(width.saturating_sub(used + wide))));
            let style = numbers.style;
            words.extend(numbers.into_iter().map(|it| it.patch_style(style)));
            Line::from(words)
        });
        joined.collect()
    }

    /// The mark and the sum of a side behind its dice, and the name in the next line.
    fn beside(&self, side: &RolledSide, free: usize) -> [Vec<Span<'static>>; 2] {
        let look = self.model.look;
        let style = sum_style(side, look.strong(), look.dim());
        let sum = side.sum.map_or_else(|| "?".to_owned(), |it| it.to_string());
        let indent = usize::from(free > BESIDE_WIDTH);
        let room = free.saturating_sub(indent);
        let name = self.lobby.player_name_in(side.seat, room);
        [
            vec![
                plain(" ".repeat(indent)),
                mark(look, side.seat),
                styled(format!("{sum:>3}"), style),
            ],
            vec![
                plain(" ".repeat(indent)),
                styled(cut(look, &name, room), look.dim()),
            ],
        ]
    }

    /// Both sides with a number for each die, in a line each.
    fn chips(&self, sides: &[RolledSide], width: usize) -> Vec<Line<'static>> {
        let look = self.model.look;
        let line = |side: &RolledSide| {
            let columns = width.saturating_sub(7);
            let airy = side.dice.len() * (CHIP_WIDTH + 1) <= columns && look.has_shades();
            let mut spans = vec![mark(look, side.seat), plain(" ")];
            for die in &side.dice {
                if look.has_shades() {
                    spans.push(styled(format!(" {} ", die.face), look.on(PIP, DIE)));
                    spans.extend(airy.then(|| plain(" ")));
                } else {
                    spans.push(styled(format!("{} ", die.face), look.strong()));
                }
            }
            let used: usize = spans.iter().map(Span::width).sum();
            spans.push(plain(" ".repeat((columns + 2).saturating_sub(used))));
            spans.push(styled(Self::sum(side), look.strong()));
            Line::from(spans)
        };
        sides.iter().map(line).collect()
    }

    /// The sum of a side, in four columns; while dice roll, the sum of those that lie and a sign that more follow.
    fn sum(side: &RolledSide) -> String {
        match side.sum {
            Some(sum) if side.is_complete => format!("={sum:>3}"),
            Some(sum) => format!("={sum:>2}+"),
            None => "=  ?".to_owned(),
        }
    }
}

/// The style of the sum of a side: the second one once it has lost.
const fn sum_style(side: &RolledSide, strong: Style, lost: Style) -> Style {
    if side.has_lost { lost } else { strong }
}
