//! Draws the review of a match over the whole screen: one seat's chance to win step by step, the seats with luck and costs, and the
//! costliest choices with better ones.
//!
//! All numbers are points: a hundred are a whole win. They come from the server, or from the engine for a replay.

mod graph;

use dicehall_engine::Seat;
use dicehall_engine::advice::review::grade::Grade;
use dicehall_protocol::{LostStep, ReviewProgress, ReviewView, ReviewedSeat};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::super::{panel, status_bar};
use crate::games::words::hints::{action_words, reason};
use crate::graphics::figures::{letter_lines, letters_width};
use crate::graphics::put::{clear, put, put_all};
use crate::graphics::text::{cut, mark, pad, plain, right, styled, wrap};
use crate::graphics::theme::{Glyphs, Look};
use crate::tui::geometry::hits::HitMap;
use crate::tui::geometry::{split_bottom, split_right, split_top};
use crate::tui::message::ReviewTold;
use crate::tui::model::Model;
use crate::tui::model::popup::review::ReviewPage;
use crate::tui::view::panel::{Rows, Section};

/// The width of the part about the seats, in a wide terminal and in a smaller one.
const SEATS_WIDTH: [u16; 2] = [38, 34];
/// The width from which on a terminal is wide.
const WIDE: u16 = 110;
/// The width below which only the seats are shown.
const NARROW: u16 = 64;
/// The height from which on there is room for a high graph.
const HIGH: u16 = 34;
/// The rows of the graph, in a high terminal and in a lower one.
const GRAPH_ROWS: [usize; 2] = [13, 6];
/// The cells of the bar of progress.
const BAR_CELLS: u32 = 32;

/// The width of a name in a sentence.
const NAME_WIDTH: usize = 20;
/// The width of the number of a costly choice.
const FLAG_WIDTH: usize = 3;
/// The width of a grade in large letters, with a gap.
const LETTERS_WIDTH: usize = 11;
/// The width of luck, cost and grade of a seat.
const NUMBERS_WIDTH: usize = 17;
/// The least luck that is told as such.
const LUCK_MIN: f64 = 0.0005;

/// A review that is there.
struct Shown<'a> {
    look: Look,
    page: &'a ReviewPage,
    review: &'a ReviewView,
}

/// Draws the review, or how far it has come.
pub(super) fn draw(model: &Model, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let Some(page) = model.review.as_deref() else {
        return;
    };
    let (look, area) = (model.look, frame.area());
    clear(frame, area);
    let palette = look.palette();
    frame
        .buffer_mut()
        .set_style(area, look.surface(palette.ground));
    let (heading, rest) = split_top(area, 1);
    frame
        .buffer_mut()
        .set_style(heading, look.surface(palette.panel));
    put(frame, title(look, page), heading);
    let (rest, hints) = split_bottom(rest, 1);
    let (body, status) = split_bottom(rest, 1);
    match (&page.told, page.made()) {
        (_, Some(review)) => Shown { look, page, review }.draw(frame, body),
        (ReviewTold::Coming(progress), None) => put_all(frame, coming(look, *progress), body),
        (_, None) => put_all(
            frame,
            vec![Line::from(format!(" {}", look.language.review_failed()))],
            body,
        ),
    }
    let said = page
        .chosen()
        .map(|it| format!(" {}", in_words(look, page, it)));
    let said = Line::from(cut(
        look,
        &said.unwrap_or_default(),
        usize::from(status.width),
    ));
    status_bar::status(model, frame, status, said);
    status_bar::hints(model, frame, hints, hits);
}

fn title(look: Look, page: &ReviewPage) -> Line<'static> {
    let game = page.config.kind();
    Line::from(vec![
        styled(
            format!(" {}  ", look.language.review_title()),
            look.strong(),
        ),
        styled(
            look.language.game_title(game.name(), game.title()),
            look.dim(),
        ),
    ])
}

fn coming(look: Look, progress: ReviewProgress) -> Vec<Line<'static>> {
    let ReviewProgress { done, steps } = progress;
    let language = look.language;
    if steps == 0 {
        return vec![
            Line::default(),
            Line::from(format!(" {}", language.review_waits())),
        ];
    }
    let full = usize::try_from(done.min(steps) * BAR_CELLS / steps).unwrap_or(0);
    let all = usize::try_from(BAR_CELLS).unwrap_or(0);
    let [on, off] = look.symbols().bar;
    vec![
        Line::default(),
        Line::from(format!(" {}", language.review_looks(done, steps))),
        Line::from(vec![
            plain(" "),
            styled(on.repeat(full), look.good()),
            styled(off.repeat(all - full), look.dim()),
        ]),
    ]
}

/// A choice in a sentence.
fn in_words(look: Look, page: &ReviewPage, it: &LostStep) -> String {
    let (board, arrow) = (page.board(it), look.symbols().arrow);
    let better = action_words(look.language, &board, it.best, arrow);
    let name = cut(look, page.name(it.seat), NAME_WIDTH);
    look.language
        .review_choice(name, it.step, points(it.error), better)
}

impl Shown<'_> {
    /// The graph and the costliest choices at the left, the seats at the right.
    fn draw(&self, frame: &mut Frame<'_>, area: Rect) {
        let is_wide = area.width >= WIDE;
        let seats_width = if area.width < NARROW {
            area.width
        } else {
            SEATS_WIDTH[usize::from(!is_wide)]
        };
        let (left, right) = split_right(area, seats_width);
        let (look, palette) = (self.look, self.look.palette());
        let sections = self.seats(panel::inner_width(right));
        panel::stack((look, palette.panel), frame, right, sections);
        if left.width > 0 {
            let is_high = area.height >= HIGH;
            let (width, rows) = (panel::inner_width(left), GRAPH_ROWS[usize::from(!is_high)]);
            let sections = vec![
                self.chances(width, rows),
                self.greatest_costs(width, is_high),
            ];
            panel::stack((look, palette.ground), frame, left, sections);
        }
    }

    fn chances(&self, width: usize, rows: usize) -> Section<'static> {
        let (look, page) = (self.look, self.page);
        let lines = graph::lines(look, page, self.review, width, rows);
        let name = cut(look, page.name(page.seat), NAME_WIDTH);
        let title = look.language.review_chance(look.owner(page.seat), name);
        let aside = look.language.review_told_apart();
        let has_room = title.width() + aside.width() < width;
        let section = Section::new(title, Rows::Fit, lines);
        if has_room {
            section.beside(aside)
        } else {
            section
        }
    }

    fn greatest_costs(&self, width: usize, is_high: bool) -> Section<'static> {
        let language = self.look.language;
        let steps = self.review.costliest.iter();
        let steps = steps.map(|it| language.review_step(it.step));
        let label = steps.chain([language.review_better()]);
        let label = label.map(|it| it.width()).max().unwrap_or(0);
        let mut lines = Vec::new();
        for (at, it) in self.review.costliest.iter().enumerate() {
            if at > 0 && is_high {
                lines.push(Line::default());
            }
            lines.push(self.done(at, it, width, label));
            lines.extend(self.best(it, width, label));
        }
        if lines.is_empty() {
            lines.push(Line::styled(language.review_no_cost(), self.look.quiet()));
        }
        Section::new(language.review_costliest(), Rows::Top, lines)
    }

    /// A costly choice: what it was and has cost.
    fn done(&self, at: usize, it: &LostStep, width: usize, label: usize) -> Line<'static> {
        let (look, page) = (self.look, self.page);
        let cost = cost(look, it.error, it.error_se);
        let step = pad(look, &look.language.review_step(it.step), label + 1);
        let room = width.saturating_sub(FLAG_WIDTH + label + 2 + cost.width());
        let action = action_words(
            look.language,
            &page.board(it),
            it.action,
            look.symbols().arrow,
        );
        let who = cut(
            look,
            page.name(it.seat),
            room.saturating_sub(action.width() + 4),
        );
        let done = cut(look, &format!(" {who}: {action}"), room.saturating_sub(2));
        let is_chosen = at == page.row;
        let flag = if is_chosen { look.turn() } else { look.key() };
        Line::from(vec![
            styled(format!(" {} ", at + 1), flag),
            styled(format!(" {step}"), look.quiet()),
            mark(look, it.seat),
            styled(pad(look, &done, room.saturating_sub(1)), look.strong()),
            styled(cost, look.bad()),
        ])
    }

    /// A better choice, and below it why it is better.
    fn best(&self, it: &LostStep, width: usize, label: usize) -> [Line<'static>; 2] {
        let (look, language, arrow) = (self.look, self.look.language, self.look.symbols().arrow);
        let better = action_words(language, &self.page.board(it), it.best, arrow);
        let what = pad(look, &language.review_better(), label);
        let room = width.saturating_sub(FLAG_WIDTH + label + 2);
        let why = reason(language, it.why, arrow);
        let why = cut(look, &why, width.saturating_sub(FLAG_WIDTH + 1));
        let left = " ".repeat(FLAG_WIDTH + 1);
        [
            Line::from(vec![
                styled(format!("{left}{what} "), look.quiet()),
                styled(cut(look, &better, room), look.good()),
            ]),
            Line::styled(format!("{left}{why}"), look.quiet()),
        ]
    }

    /// The grade of the shown seat, all seats, and whether it was luck.
    fn seats(&self, width: usize) -> Vec<Section<'static>> {
        let (look, language, page) = (self.look, self.look.language, self.page);
        let seats = Seat::ALL.into_iter().zip(&self.review.seats);
        let rows = seats.map(|(seat, it)| self.seat(seat, it, width)).collect();
        let table = Section::new(language.review_seats(), Rows::Fit, rows);
        let table = table.beside(language.review_columns());
        let Some(own) = self.review.seats.get(page.seat.idx()) else {
            return vec![table];
        };
        let text = |it: &str| -> Vec<Line<'static>> {
            let lines = wrap(it, width).into_iter();
            lines.map(|it| Line::styled(it, look.quiet())).collect()
        };
        let name = cut(look, page.name(page.seat), NAME_WIDTH);
        let luck = text(&luck_told(look, &name, self.review, own));
        let mut sure = text(&error_told(look, self.review, own));
        let judge = self.review.judged_by.clone();
        sure.extend(
            judge
                .into_iter()
                .flat_map(|it| text(&language.review_judged(it))),
        );
        vec![
            self.grade(own),
            table,
            Section::new(language.review_robbed(), Rows::Fit, luck),
            Section::new(language.review_sure(), Rows::Fit, sure),
        ]
    }

    /// A grade in large letters, and what it means.
    fn grade(&self, own: &ReviewedSeat) -> Section<'static> {
        let (look, language) = (self.look, self.look.language);
        let each = own.error / f64::from(own.decisions.max(1));
        let told = language.review_each(points(each));
        let letter = own.grade.map_or("-", Grade::as_str);
        let is_large = look.glyphs != Glyphs::Ascii && letters_width(letter, 1).is_some();
        let (large, width) = if is_large {
            (letter_lines(letter, 1, 0), LETTERS_WIDTH)
        } else {
            (vec![letter.to_owned()], letter.width() + 2)
        };
        let middle = large.len() / 2;
        let line = |(at, large): (usize, String)| {
            let told = if at == middle { told.as_str() } else { "" };
            Line::from(vec![
                styled(pad(look, &large, width), look.good()),
                styled(told.to_owned(), look.quiet()),
            ])
        };
        let lines = large.into_iter().enumerate().map(line).collect();
        Section::new(language.review_grade(), Rows::Fit, lines)
    }

    /// A seat: its luck, what its choices have cost, and its grade.
    fn seat(&self, seat: Seat, it: &ReviewedSeat, width: usize) -> Line<'static> {
        let (look, page) = (self.look, self.page);
        let luck_style = match it.luck {
            LUCK_MIN.. => look.good(),
            luck if luck <= -LUCK_MIN => look.bad(),
            _ => look.quiet(),
        };
        let is_shown = seat == page.seat;
        let name_style = if is_shown {
            look.strong()
        } else {
            look.quiet()
        };
        let name_width = width.saturating_sub(NUMBERS_WIDTH + 2);
        let name = pad(look, &cut(look, page.name(seat), name_width), name_width);
        let grade = it.grade.map_or("-", Grade::as_str);
        Line::from(vec![
            mark(look, seat),
            styled(format!(" {name}"), name_style),
            styled(right(&signed(look, it.luck), 6), luck_style),
            styled(right(&points(it.error), 7), look.strong()),
            styled(format!("  {grade:<2}"), look.strong()),
        ])
    }
}

/// Whether the dice or the choices have cost more, in a sentence.
pub fn luck_told(look: Look, name: &str, review: &ReviewView, own: &ReviewedSeat) -> String {
    let rolls = review.steps.iter().any(|it| it.luck.is_some());
    let kind = match own.luck {
        _ if !rolls => "none",
        0.0.. => "lucky",
        luck if -luck > own.error => "robbed",
        _ => "own",
    };
    look.language
        .review_luck_was(kind, name, points(own.luck.abs()), points(own.error))
}

/// How sure it is what the choices of a seat have cost, in a sentence.
fn error_told(look: Look, review: &ReviewView, own: &ReviewedSeat) -> String {
    let mut errors = review.costliest.iter().map(|it| it.error_se);
    let kind = match own.error_se {
        0.0 if errors.any(|it| it.is_none()) => "unknown",
        0.0 => "exact",
        _ => "known",
    };
    look.language
        .review_sure_is(kind, give_or_take(look, own.error_se))
}

/// A share of a win in points.
pub fn points(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// Points with their sign; none where they are less than the last digit.
pub fn signed(look: Look, share: f64) -> String {
    let text = points(share.abs());
    match share {
        _ if text == "0.0" => text,
        0.0.. => format!("+{text}"),
        _ => format!("{}{text}", minus(look)),
    }
}

fn cost(look: Look, share: f64, error: Option<f64>) -> String {
    let lost = format!("{}{}", minus(look), points(share));
    match error {
        Some(error) if error > 0.0 => format!("{lost} {}", give_or_take(look, error)),
        Some(_) => lost,
        None => format!("~{lost}"),
    }
}

fn give_or_take(look: Look, error: f64) -> String {
    let sign = if look.glyphs == Glyphs::Ascii {
        "+-"
    } else {
        "±"
    };
    format!("{sign}{}", points(error))
}

fn minus(look: Look) -> &'static str {
    if look.glyphs == Glyphs::Ascii {
        "-"
    } else {
        "−"
    }
}
