//! The end of a match beside its board: who won, the dice by round, where it turned, and how lucky everybody was.

use std::path::Path;

use dicehall_engine::{Outcome, Seat};
use ratatui::text::{Line, Span};

use super::Shown;
use crate::graphics::text::{mark, plain, styled, wrap};
use crate::tui::view::panel::{Rows, Section};
use crate::tui::view::popup::outcome;

/// The rows of the graph.
const GRAPH_ROWS: usize = 6;
/// The fewest rounds that make a graph.
const ROUNDS_MIN: usize = 3;

impl Shown<'_> {
    /// What is told of a match that is over.
    pub fn result(&self, outcome: Outcome, width: usize) -> Vec<Section<'static>> {
        let (model, look) = (self.model, self.model.look);
        let mut result = vec![outcome::headline(model, self.lobby, outcome)];
        if let Some(why) = self.game_match.board.ending() {
            result.push(Line::styled(format!("{why}."), look.quiet()));
        }
        let name_width = width.saturating_sub(18);
        result.extend(outcome::standings(
            model,
            self.lobby,
            (self.game_match, outcome),
            name_width,
        ));
        let told = outcome::who_did_what(model, self.lobby);
        result.extend(told.into_iter().map(|it| Line::styled(it, look.quiet())));
        let verdict = self.game_match.verdict.iter();
        let columns = u16::try_from(width).unwrap_or(u16::MAX);
        let verdict: Vec<Line<'static>> = verdict
            .flat_map(|it| outcome::verdict(look, it, columns))
            .collect();
        let mut sections = vec![Section::new("RESULT", Rows::Fit, result)];
        if !verdict.is_empty() {
            sections.push(Section::new("DICE", Rows::Fit, verdict));
        }
        sections.extend(self.graph(width));
        sections.extend(self.turning_point());
        sections.extend(self.luck(width));
        sections.extend(self.kept_in(width));
        sections
    }

    /// Where the match is kept, its name on lines of its own so that it can be read.
    fn kept_in(&self, width: usize) -> Option<Section<'static>> {
        let look = self.model.look;
        let path = self.model.match_file()?;
        let parts = [path.parent(), path.file_name().map(Path::new)];
        let lines = parts
            .into_iter()
            .flatten()
            .flat_map(|it| wrap(&it.display().to_string(), width));
        let lines = lines.map(|it| Line::styled(it, look.dim())).collect();
        Some(Section::new("KEPT IN", Rows::Fit, lines))
    }

    /// The share of all dice by round, where there are colors to draw it with.
    fn graph(&self, width: usize) -> Option<Section<'static>> {
        let look = self.model.look;
        let rounds = self.game_match.course.rounds();
        if look.parts().is_none() || rounds.len() < ROUNDS_MIN || width == 0 {
            return None;
        }
        let owner = |column: usize, half: usize| {
            let dice = rounds[column * (rounds.len() - 1) / width.saturating_sub(1).max(1)];
            let all: usize = dice.iter().map(|it| usize::from(*it)).sum();
            let wanted = (2 * half + 1) * all;
            let mut seen = 0;
            let below = Seat::ALL.into_iter().find(|it| {
                seen += usize::from(dice[it.idx()]);
                seen * 4 * GRAPH_ROWS >= wanted
            });
            below.unwrap_or(Seat::ALL[0])
        };
        let fill = |seat: Seat| look.palette().owners[seat.idx()].fill;
        let lines = (0..GRAPH_ROWS).map(|row| {
            let cells = (0..width).map(|column| {
                let [upper, lower] = [0, 1].map(|it| fill(owner(column, 2 * row + it)));
                Span::styled("▀", look.on(upper, lower))
            });
            Line::from(cells.collect::<Vec<_>>())
        });
        let section = Section::new("SHARE OF ALL DICE", Rows::Fit, lines.collect());
        Some(section.beside(format!("round 1 - {}", rounds.len())))
    }

    fn turning_point(&self) -> Option<Section<'static>> {
        let look = self.model.look;
        let swing = self.game_match.course.swing()?;
        let [before, after] = swing.percent;
        let line = Line::from(vec![
            mark(look, swing.seat),
            styled(
                format!(" {}", self.lobby.seat_name(swing.seat)),
                look.strong(),
            ),
            styled(
                format!("  {before} {} {after} %", look.symbols().arrow),
                look.quiet(),
            ),
        ]);
        let section = Section::new("THE TURNING POINT", Rows::Fit, vec![line]);
        Some(section.beside(format!("round {}", swing.round)))
    }

    /// Pips over the average of each seat, and whether that is rare.
    fn luck(&self, width: usize) -> Option<Section<'static>> {
        const NUMBERS_WIDTH: usize = 14;
        let look = self.model.look;
        let dice = self.game_match.board.dice()?;
        let seats = Seat::ALL.into_iter().take(dice.standings.len());
        let lines: Vec<Line<'static>> = seats
            .map(|seat| {
                let luck = self.game_match.course.luck(seat);
                let deviations = luck.deviations();
                let style = match deviations {
                    1.0.. => look.good(),
                    ..=-1.0 => look.bad(),
                    _ => look.quiet(),
                };
                let name = self.lobby.seat_name(seat);
                let room = width.saturating_sub(NUMBERS_WIDTH + 2);
                Line::from(vec![
                    mark(look, seat),
                    styled(
                        format!(" {}", crate::graphics::text::pad(look, &name, room)),
                        look.quiet(),
                    ),
                    styled(format!("{:>+7.1}", luck.pips_over_mean()), style),
                    plain(format!("{deviations:>+7.1}")),
                ])
            })
            .collect();
        let section = Section::new("LUCK", Rows::Fit, lines);
        Some(section.beside("pips  sigma"))
    }
}
