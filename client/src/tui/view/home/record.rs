//! Draws the record of the person's matches: a summary, and each match, the most recent first.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::files::record::{MatchResult, RecordedMatch, Sum, Summary, day};
use crate::graphics::put::{put, put_lines};
use crate::graphics::text::{cut, pad, plain, right, styled, wrap};
use crate::graphics::theme::Look;
use crate::lang::Language;
use crate::tui::geometry::hits::HitMap;
use crate::tui::geometry::{split_right, split_top};
use crate::tui::model::{Model, RecordList};
use crate::tui::view::home::home_words::game_in;
use crate::tui::view::panel::{Rows, Section, inner_width, list, stack};

/// The width of the panel with the summary.
const SUMS_WIDTH: u16 = 33;
/// The narrowest terminal that shows the panel.
const WIDTH_WITH_SUMS: u16 = 76;
/// The width of a date.
const DAY_WIDTH: usize = 11;
/// The width of a game's name.
const GAME_WIDTH: usize = 13;
/// The width of a result.
const RESULT_WIDTH: usize = 9;
/// The width of the numbers in a line of the summary.
const NUMBERS_WIDTH: usize = 11;

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
    let language = look.language;
    let none = || matches.is_empty().then(|| language.record_nothing());
    if let Some(why) = failed.clone().or_else(none) {
        let lines = wrap(&why, width).into_iter().map(Line::from);
        put_lines(frame, lines.collect(), main);
        return;
    }
    let (heading, rest) = split_top(main, 1);
    let names = [
        language.record_day(),
        language.record_game(),
        language.record_result(),
        language.record_others(),
    ];
    let names = format!("  {}", columns(look, names.each_ref().map(String::as_str)));
    put(
        frame,
        Line::styled(cut(look, &names, width), look.dim()),
        heading,
    );
    let rows: Vec<String> = matches.iter().map(|it| row_text(look, it)).collect();
    list(look, frame, rest, (&rows, *row), hits);
}

fn row_text(look: Look, recorded: &RecordedMatch) -> String {
    let language = look.language;
    let played = &recorded.played;
    let day = day(recorded.ended_at_ms);
    let others = match &played.bots {
        Some(bots) => language.others_bots(played.others.len(), bots),
        None => played.others.join(&language.between()),
    };
    let game = game_in(language, played.game, GAME_WIDTH - 1);
    let result = language.result_word(result(played.result));
    columns(look, [&day, &game, &result, &others])
}

fn columns(look: Look, [day, game, result, others]: [&str; 4]) -> String {
    format!(
        "{}{}{}{others}",
        pad(look, day, DAY_WIDTH),
        pad(look, game, GAME_WIDTH),
        pad(look, result, RESULT_WIDTH),
    )
}

/// The name of a result in the catalogue.
const fn result(result: MatchResult) -> &'static str {
    match result {
        MatchResult::Won => "won",
        MatchResult::Shared => "shared",
        MatchResult::Lost => "lost",
        MatchResult::Resigned => "resigned",
    }
}

/// The sections of the summary: all matches, then those of each game by opponents.
fn sections(look: Look, summary: &Summary, width: usize) -> Vec<Section<'static>> {
    let all = Sum {
        played: summary.played,
        won: summary.won,
    };
    let language = look.language;
    let mut lines = vec![sum_line(look, &language.record_sum(), all, width)];
    lines.push(Line::styled(streaks(language, summary), look.quiet()));
    let first = Section::new(language.record_all(), Rows::Fit, lines);
    let mut sections = vec![first.beside(language.record_columns())];
    for (game, groups) in &summary.games {
        let lines = groups.iter().map(|(bots, sum)| {
            let against = bots
                .as_ref()
                .map_or_else(|| language.record_mixed(), |it| language.record_of_bots(it));
            sum_line(look, &against, *sum, width)
        });
        let title = language
            .game_title(game.name(), game.title())
            .to_uppercase();
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
        plain(right(&look.language.won_of(won, played), NUMBERS_WIDTH)),
        styled(format!("{percent:>4} %"), look.strong()),
    ])
}

fn streaks(language: Language, Summary { streak, best, .. }: &Summary) -> String {
    let kind = match streak {
        0 => "none",
        1.. => "won",
        _ => "other",
    };
    let now = language.streak_now(kind, streak.abs());
    language.streak_best(now, *best)
}

fn luck(look: Look, summary: &Summary) -> Section<'static> {
    let deviations = summary.luck.deviations();
    let style = match deviations {
        1.0.. => look.good(),
        ..=-1.0 => look.bad(),
        _ => look.quiet(),
    };
    let language = look.language;
    let pips = language.luck_pips(format!("{:+.0}", summary.luck.pips_over_mean()));
    let line = Line::from(vec![
        styled(pips, style),
        Span::raw(format!(" {}", language.luck_of(summary.luck.dice))),
    ]);
    let sigma = language.luck_sigma(format!("{deviations:+.1}"));
    Section::new(language.luck_heading(), Rows::Fit, vec![line]).beside(sigma)
}
