//! The end of a match beside its board: the winner, the dice by round, the turning point,
//! everybody's luck, and the eliminations.

use std::path::Path;

use dicehall_engine::games::territory::odds::exact;
use dicehall_engine::{Outcome, Seat};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Shown;
use crate::graphics::text::{mark, pad, percent, plain, right, styled, wrap};
use crate::tui::geometry::{Tier, columns};
use crate::tui::model::game_match::course::Surprise;
use crate::tui::view::panel::{Rows, Section};
use crate::tui::view::popup::outcome;

/// The height of the graph in a wide terminal, and in a smaller one, where the standings are left out as well.
const GRAPH_ROWS: [usize; 2] = [6, 3];
/// The least number of rounds for a graph.
const ROUNDS_MIN: usize = 3;

impl Shown<'_> {
    /// The sections about a match that is over.
    pub fn result(&self, outcome: Outcome, width: usize) -> Vec<Section<'static>> {
        let (model, look) = (self.model, self.model.look);
        let mut result = vec![outcome::headline(model, self.lobby, outcome)];
        let name_width = width.saturating_sub(18);
        if self.is_wide() {
            let of = (self.game_match, outcome);
            result.extend(outcome::standings(model, self.lobby, of, name_width));
        }
        let told = outcome::who_did_what(model, self.lobby);
        let told = told.into_iter().flat_map(|it| wrap(&it, width));
        result.extend(told.map(|it| Line::styled(it, look.quiet())));
        let verdict = self.game_match.verdict.iter();
        let verdict: Vec<Line<'static>> = verdict
            .flat_map(|it| outcome::verdict(look, it, columns(width)))
            .collect();
        let mut sections = vec![Section::new(
            look.language.result_heading(),
            Rows::Fit,
            result,
        )];
        // Before everything that a small screen leaves out.
        sections.extend(self.not_kept(width));
        if !verdict.is_empty() {
            let heading = look.language.dice_heading();
            sections.push(Section::new(heading, Rows::Fit, verdict));
        }
        sections.extend(self.turning_point());
        sections.extend(self.graph(width));
        if self.is_wide() {
            sections.extend(self.luck(width));
            sections.extend(self.fallen());
        }
        sections.extend(self.kept_in(width));
        sections
    }

    /// The path of the match file, with the file's name on lines of its own.
    fn kept_in(&self, width: usize) -> Option<Section<'static>> {
        let look = self.model.look;
        let path = self.model.match_file()?;
        let parts = [path.parent(), path.file_name().map(Path::new)];
        let lines = parts
            .into_iter()
            .flatten()
            .flat_map(|it| wrap(&it.display().to_string(), width));
        let lines = lines.map(|it| Line::styled(it, look.dim())).collect();
        Some(Section::new(look.language.kept_heading(), Rows::Fit, lines))
    }

    /// The reports that the match is not kept in a file, or is not in the record.
    fn not_kept(&self, width: usize) -> Option<Section<'static>> {
        let look = self.model.look;
        let lines = outcome::not_kept(self.model, width);
        let heading = look.language.not_kept_heading();
        (!lines.is_empty()).then(|| Section::new(heading, Rows::Fit, lines))
    }

    fn is_wide(&self) -> bool {
        Tier::of(self.model.size) == Tier::Wide
    }

    /// The graph of the shares of all dice by round; `None` without colors.
    fn graph(&self, width: usize) -> Option<Section<'static>> {
        let look = self.model.look;
        let rounds = self.game_match.course.rounds();
        if look.parts().is_none() || rounds.len() < ROUNDS_MIN || width == 0 {
            return None;
        }
        let graph_rows = GRAPH_ROWS[usize::from(!self.is_wide())];
        let owner = |column: usize, half: usize| {
            let dice = rounds[column * (rounds.len() - 1) / width.saturating_sub(1).max(1)];
            let all: usize = dice.iter().map(|it| usize::from(*it)).sum();
            let wanted = (2 * half + 1) * all;
            let mut seen = 0;
            let below = Seat::ALL.into_iter().find(|it| {
                seen += usize::from(dice[it.idx()]);
                seen * 4 * graph_rows >= wanted
            });
            below.unwrap_or(Seat::ALL[0])
        };
        let fill = |seat: Seat| look.palette().owners[seat.idx()].fill;
        let lines = (0..graph_rows).map(|row| {
            let cells = (0..width).map(|column| {
                let [upper, lower] = [0, 1].map(|it| fill(owner(column, 2 * row + it)));
                Span::styled("▀", look.on(upper, lower))
            });
            Line::from(cells.collect::<Vec<_>>())
        });
        let lines = lines.chain(self.round_mark(width));
        let heading = look.language.share_heading();
        let section = Section::new(heading, Rows::Fit, lines.collect());
        Some(section.beside(look.language.share_rounds(rounds.len())))
    }

    /// The mark of the round of the turning point below the graph.
    fn round_mark(&self, width: usize) -> Option<Line<'static>> {
        let look = self.model.look;
        let course = &self.game_match.course;
        let round = course.swing()?.round;
        let last = course.rounds().len().checked_sub(1).filter(|it| *it > 0)?;
        let column = round.checked_sub(1)? * width.checked_sub(1)? / last;
        let told = look.language.round_number(round);
        let before = column + 2 + told.width() > width;
        let text = if before {
            right(&format!("{told} ↑"), column + 1)
        } else {
            format!("{}↑ {told}", " ".repeat(column))
        };
        Some(Line::styled(text, look.quiet()))
    }

    fn turning_point(&self) -> Option<Section<'static>> {
        let look = self.model.look;
        let swing = self.game_match.course.swing()?;
        let [before, after] = swing.percent;
        let line = Line::from(vec![
            mark(look, swing.seat),
            styled(
                format!(" {}", self.lobby.player_name(swing.seat)),
                look.strong(),
            ),
            styled(
                format!("  {before} {} {after} %", look.symbols().arrow),
                look.quiet(),
            ),
        ]);
        let took = self.game_match.course.turning().map(|it| {
            let place = self.game_match.name(it.to);
            let chance = it
                .counts()
                .map(|[attack, defense]| percent(Some(exact(attack, defense).probability())));
            let told = match chance {
                Some(chance) => look.language.turned_by_at(place, chance),
                None => look.language.turned_by(place),
            };
            Line::from(vec![mark(look, it.attacker), plain(format!(" {told}"))])
        });
        // In a wide terminal it stands below the luck of all.
        let luckiest = self
            .game_match
            .course
            .luckiest()
            .filter(|_| !self.is_wide());
        let luckiest = luckiest.map(|it| self.surprise(&look.language.luckiest(), it));
        let lines = [line].into_iter().chain(took).chain(luckiest).collect();
        let section = Section::new(look.language.turning_heading(), Rows::Fit, lines);
        Some(section.beside(look.language.round_number(swing.round)))
    }

    /// The attacks won by each seat, beside the expected number, and whether the difference is
    /// rare; then the two least likely rolls. `None` in games without attacks.
    pub(super) fn luck(&self, width: usize) -> Option<Section<'static>> {
        let count = self.game_match.board.standings().len();
        if count == 0 {
            return None;
        }
        let course = &self.game_match.course;
        let seats = Seat::ALL.into_iter().take(count);
        let mut lines: Vec<Line<'static>> = seats.map(|it| self.attacks(it, width)).collect();
        let language = self.model.look.language;
        let told = [
            (language.luckiest(), course.luckiest()),
            (language.unluckiest(), course.unluckiest()),
        ];
        lines.extend(
            told.into_iter()
                .filter_map(|(what, it)| Some(self.surprise(&what, it?))),
        );
        let section = Section::new(language.attacks_heading(), Rows::Fit, lines);
        Some(section.beside(language.attacks_columns()))
    }

    fn attacks(&self, seat: Seat, width: usize) -> Line<'static> {
        const NUMBERS_WIDTH: usize = 17;
        let look = self.model.look;
        let attacks = self.game_match.course.attacks(seat);
        let deviations = attacks.deviations();
        let style = match deviations {
            1.0.. => look.good(),
            ..=-1.0 => look.bad(),
            _ => look.quiet(),
        };
        let room = width.saturating_sub(NUMBERS_WIDTH + 2);
        let name = self.lobby.player_name_in(seat, room);
        Line::from(vec![
            mark(look, seat),
            styled(format!(" {}", pad(look, &name, room)), look.quiet()),
            plain(format!("{:>4}", attacks.won)),
            styled(format!("{:>6.1}", attacks.expected()), look.quiet()),
            styled(format!("{deviations:>+7.1}"), style),
        ])
    }

    fn surprise(&self, what: &str, surprise: Surprise) -> Line<'static> {
        let look = self.model.look;
        let battle = surprise.battle;
        let (from, to) = (
            self.game_match.name(battle.from),
            self.game_match.name(battle.to),
        );
        let arrow = look.symbols().arrow;
        // As in the log: what either side has rolled. Where the names are long, this is what a narrow panel cuts off.
        let sums = battle.faces.map_or_else(String::new, |[attack, defense]| {
            format!(" {}:{}", attack.pips(), defense.pips())
        });
        Line::from(vec![
            styled(format!("{what} "), look.dim()),
            styled(percent(Some(surprise.chance())), look.strong()),
            plain(" ".to_owned()),
            mark(look, battle.attacker),
            plain(format!(" {from}{arrow}{to}{sums}")),
        ])
    }

    /// The eliminated seats with the rounds, the earliest first.
    fn fallen(&self) -> Option<Section<'static>> {
        let look = self.model.look;
        let fallen = self.game_match.course.fallen();
        let lines = fallen.iter().map(|(seat, round)| {
            Line::from(vec![
                mark(look, *seat),
                styled(format!(" {}", self.lobby.player_name(*seat)), look.quiet()),
                plain(format!("  {}", look.language.round_number(*round))),
            ])
        });
        let lines: Vec<Line<'static>> = lines.collect();
        let heading = look.language.fallen_heading();
        (!lines.is_empty()).then(|| Section::new(heading, Rows::Fit, lines))
    }
}
