//! The record of the person's matches: what they say in sum, and each of them, the last one first.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::panel::{Rows, Section, inner_width, list, stack};
use crate::files::record::{MatchResult, RecordedMatch, Sum, Summary, day};
use crate::graphics::put::{put, put_lines};
use crate::graphics::text::{cut, pad, plain, styled, wrap};
use crate::graphics::theme::Look;
use crate::tui::geometry::hits::HitMap;
use crate::tui::geometry::{split_right, split_top};
use crate::tui::model::{Model, RecordList};

/// The columns of the panel with the sums.
const SUMS_WIDTH: u16 = 33;
/// The narrowest terminal that has it.
const WIDTH_WITH_SUMS: u16 = 76;
/// The columns of a date.
const DAY_WIDTH: usize = 11;
/// The columns of a game.
const GAME_WIDTH: usize = 13;
/// The columns of a result.
const RESULT_WIDTH: usize = 9;
/// The columns of the numbers of a line of the sums.
const NUMBERS_WIDTH: usize = 11;
const NOTHING: &str = "No match yet. Every match that you play to its end is counted here, alone or with others, and can be \
    watched again if it was played on this machine.";

/// Draws the record.
pub fn draw(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let look = model.look;
    let RecordList {
        matches,
        summary,
        row,
        failed,
    } = &model.record;
    let has_sums = area.width >= WIDTH_WITH_SUMS && !matches.is_empty();
    let (main, sums) = split_right(area, if has_sums { SUMS_WIDTH } else { 0 });
    if has_sums {
        let sections = sections(look, summary, inner_width(sums));
        stack((look, look.palette().panel), frame, sums, sections);
    }
    let main = Rect {
        x: main.x + 1,
        y: main.y + 1,
        width: main.width.saturating_sub(2),
        height: main.height.saturating_sub(1),
    };
    let width = usize::from(main.width);
    if let Some(why) = failed.as_deref().or(matches.is_empty().then_some(NOTHING)) {
        let lines = wrap(why, width).into_iter().map(Line::from);
        put_lines(frame, lines.collect(), main);
        return;
    }
    let (heading, rest) = split_top(main, 1);
    let names = format!("  {}", columns(look, ["day", "game", "result", "against"]));
    put(
        frame,
        Line::styled(cut(look, &names, width), look.dim()),
        heading,
    );
    let rows: Vec<String> = matches.iter().map(|it| row_text(look, it)).collect();
    list(look, frame, rest, (&rows, *row), hits);
}

fn row_text(look: Look, recorded: &RecordedMatch) -> String {
    let played = &recorded.played;
    let day = day(recorded.ended_at_ms);
    let others = match &played.bots {
        Some(bots) => format!("{} {bots}", played.others.len()),
        None => played.others.join(", "),
    };
    columns(
        look,
        [&day, played.game.title(), result(played.result), &others],
    )
}

fn columns(look: Look, [day, game, result, others]: [&str; 4]) -> String {
    format!(
        "{}{}{}{others}",
        pad(look, day, DAY_WIDTH),
        pad(look, game, GAME_WIDTH),
        pad(look, result, RESULT_WIDTH),
    )
}

const fn result(result: MatchResult) -> &'static str {
    match result {
        MatchResult::Won => "won",
        MatchResult::Shared => "shared",
        MatchResult::Lost => "lost",
        MatchResult::Resigned => "resigned",
    }
}

/// All matches, then those of each game by opponents.
fn sections(look: Look, summary: &Summary, width: usize) -> Vec<Section<'static>> {
    let all = Sum {
        played: summary.played,
        won: summary.won,
    };
    let mut lines = vec![sum_line(look, "all", all, width)];
    lines.push(Line::styled(streaks(summary), look.quiet()));
    let mut sections = vec![Section::new("ALL MATCHES", Rows::Fit, lines).beside("won of")];
    for (game, groups) in &summary.games {
        let lines = groups.iter().map(|(bots, sum)| {
            let against = bots
                .as_ref()
                .map_or_else(|| "people, mixed".to_owned(), |it| format!("bots: {it}"));
            sum_line(look, &against, *sum, width)
        });
        let title = game.title().to_uppercase();
        sections.push(Section::new(title, Rows::Fit, lines.collect()));
    }
    if summary.luck.dice > 0 {
        sections.push(luck(look, summary));
    }
    sections
}

fn sum_line(look: Look, name: &str, Sum { played, won }: Sum, width: usize) -> Line<'static> {
    let percent = won * 100 / played.max(1);
    Line::from(vec![
        styled(
            pad(look, name, width.saturating_sub(NUMBERS_WIDTH + 6)),
            look.quiet(),
        ),
        plain(format!("{:>NUMBERS_WIDTH$}", format!("{won} of {played}"))),
        styled(format!("{percent:>4} %"), look.strong()),
    ])
}

fn streaks(Summary { streak, best, .. }: &Summary) -> String {
    let now = match streak {
        0 => "no match".to_owned(),
        1.. => format!("{streak} won in a row"),
        _ => format!("{} without a win", -streak),
    };
    format!("{now}; best streak {best}")
}

fn luck(look: Look, summary: &Summary) -> Section<'static> {
    let deviations = summary.luck.deviations();
    let style = match deviations {
        1.0.. => look.good(),
        ..=-1.0 => look.bad(),
        _ => look.quiet(),
    };
    let pips = format!("{:+.0} pips", summary.luck.pips_over_mean());
    let line = Line::from(vec![
        styled(pips, style),
        Span::raw(format!(" in {} dice", summary.luck.dice)),
    ]);
    Section::new("LUCK", Rows::Fit, vec![line]).beside(format!("{deviations:+.1} sigma"))
}
