//! What lies over a screen: questions, lists, help, the whole log, the end of a match.

use dicehall_engine::lobby::Settings;
use dicehall_engine::{Outcome, Seat};
use dicehall_protocol::text::clean;
use dicehall_protocol::{HolderView, SeatView};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::hits::{Hit, HitMap};
use super::layout::{centered, popup_rows, split_bottom};
use super::text::{cut, mark, pad, plain, styled, wrap};
use super::{help, log, panel};
use crate::fair::audit::Verdict;
use crate::tui::keymap::Action;
use crate::tui::model::Model;
use crate::tui::model::abilities::can;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::{BotChoice, Popup, Question};
use crate::tui::model::switches::Switches;
use crate::tui::model::words::words;
use crate::tui::theme::Look;

/// The widest popup that shows text.
const TEXT_WIDTH_MAX: u16 = 64;
/// The widest popup of all.
const WIDTH_MAX: u16 = 84;
/// From how many columns on questions fit into one line.
pub const QUESTION_WIDTH_MIN: u16 = 80;
/// The columns of a list of short rows.
const LIST_WIDTH: u16 = 48;
/// The columns of the end of a match.
const OUTCOME_WIDTH: u16 = 54;
/// What the chosen row of a list means: an empty row and two of text.
const HELP_ROWS: usize = 3;
/// Border and margins.
const AROUND: u16 = 4;

/// Draws the popup on top.
pub fn draw(model: &Model, popup: &Popup, frame: &mut Frame<'_>, hits: &mut HitMap) {
    match popup {
        Popup::Confirm(question) => {
            let (title, text) = question_words(model, *question);
            if frame.area().width >= QUESTION_WIDTH_MIN && *question != Question::Trust {
                // The line above the hints asks it, and the board stays in view.
                return;
            }
            card(
                model,
                frame,
                (title, &text),
                &[("y", "yes", 'y'), ("n", "no", 'n')],
                hits,
            );
        }
        Popup::Help { page, scroll } => {
            let title = help::title(model, *page);
            scrolled(
                model,
                frame,
                &title,
                (help::lines(model, *page), *scroll),
                hits,
            );
        }
        Popup::Log { scroll } => {
            let width = frame.area().width.min(WIDTH_MAX).saturating_sub(AROUND);
            let lines = log::lines(model, usize::from(width));
            scrolled(
                model,
                frame,
                "Log, the newest first",
                (lines, *scroll),
                hits,
            );
        }
        Popup::Bots { seat, bots, row } => draw_bots(model, frame, *seat, (bots, *row), hits),
        Popup::Settings { settings, row } => draw_settings(model, frame, (settings, *row), hits),
        Popup::Outcome => draw_outcome(model, frame, hits),
        Popup::Card { title, text } => {
            card(
                model,
                frame,
                (title, text),
                &[("Enter", "close", ' ')],
                hits,
            );
        }
    }
}

/// A key and what it does, as spans.
fn key(name: &'static str, does: &'static str, model: &Model) -> Vec<Span<'static>> {
    vec![
        styled(name, model.look.strong()),
        plain(format!(" {does}    ")),
    ]
}

/// A key of a card, what it does, and as which key a click on them counts.
type CardKey = (&'static str, &'static str, char);

/// A heading, a wrapped text, and keys below it.
fn card(
    model: &Model,
    frame: &mut Frame<'_>,
    (title, text): (&str, &str),
    keys: &[CardKey],
    hits: &mut HitMap,
) {
    let width = TEXT_WIDTH_MAX.min(frame.area().width);
    let mut lines: Vec<Line<'static>> = wrap(text, usize::from(width.saturating_sub(AROUND)))
        .into_iter()
        .map(Line::from)
        .collect();
    lines.push(Line::default());
    let shown: Vec<Vec<Span<'static>>> = keys
        .iter()
        .map(|(name, does, _)| key(name, does, model))
        .collect();
    let width_of =
        |spans: &[Span<'static>]| u16::try_from(Line::from(spans.to_vec()).width()).unwrap_or(0);
    let widths: Vec<u16> = shown.iter().map(|it| width_of(it)).collect();
    lines.push(Line::from(shown.concat()));
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
    let area = centered(frame.area(), width, height);
    let inner = panel::popup(model.look, frame, area, title);
    // Where the text is longer than the terminal, the keys stay.
    let most = usize::from(inner.height);
    if lines.len() > most && most > 0 {
        let last = lines.pop().unwrap_or_default();
        lines.truncate(most - 1);
        lines.push(last);
    }
    let last = inner.y + u16::try_from(lines.len().saturating_sub(1)).unwrap_or(0);
    frame.render_widget(Paragraph::new(lines), inner);
    let mut x = inner.x;
    for ((_, _, click), width) in keys.iter().zip(widths) {
        let width = width.min(inner.right().saturating_sub(x));
        hits.add(
            Rect {
                x,
                y: last,
                width,
                height: 1,
            },
            Hit::Key(*click),
        );
        x += width;
    }
}

/// Lines in a popup as high as the terminal allows.
fn scrolled(
    model: &Model,
    frame: &mut Frame<'_>,
    title: &str,
    (lines, scroll): (Vec<Line<'static>>, usize),
    hits: &mut HitMap,
) {
    let rows = popup_rows(frame.area().as_size());
    let height = u16::try_from(lines.len().min(rows) + 2).unwrap_or(u16::MAX);
    let area = centered(frame.area(), WIDTH_MAX, height);
    let inner = panel::popup(model.look, frame, area, title);
    let more = lines.len() > scroll + rows;
    let shown: Vec<Line<'static>> = lines.into_iter().skip(scroll).take(rows).collect();
    frame.render_widget(Paragraph::new(shown), inner);
    let keys = if more || scroll > 0 {
        " up/down scroll, Esc closes "
    } else {
        " Esc closes "
    };
    let bottom = Rect {
        y: area.bottom().saturating_sub(1),
        height: 1,
        x: inner.x,
        width: inner.width,
    };
    frame.render_widget(Line::styled(keys, model.look.dim()), bottom);
    hits.add(area, Hit::Log);
}

fn draw_bots(
    model: &Model,
    frame: &mut Frame<'_>,
    seat: Seat,
    (bots, chosen): (&[BotChoice], usize),
    hits: &mut HitMap,
) {
    let rows: Vec<Line<'static>> = bots
        .iter()
        .map(|it| {
            let strength = pad(model.look, it.strength.unwrap_or(""), 9);
            Line::from(format!("{strength} {}", it.bot))
        })
        .collect();
    let title = format!("A bot for seat {}", seat.number() + 1);
    list(model, frame, (&title, ""), (rows, chosen), hits);
}

fn draw_settings(
    model: &Model,
    frame: &mut Frame<'_>,
    (settings, chosen): (&Settings, usize),
    hits: &mut HitMap,
) {
    let switches = Switches::of(settings.rules.kind());
    let help = Switches::of(settings.rules.kind())
        .nth(chosen)
        .map_or("", |it| it.help);
    let rows = switches.enumerate().map(|(at, switch)| {
        let value = Switches::value(settings, switch);
        let value = if at == chosen {
            format!("< {value} >")
        } else {
            format!("  {value}")
        };
        Line::from(format!("{} {value}", pad(model.look, switch.label, 15)))
    });
    let title = "Rules: left and right change, Enter takes";
    list(model, frame, (title, help), (rows.collect(), chosen), hits);
}

/// Rows of which one is chosen, and below them, where there is room, what that one means.
fn list(
    model: &Model,
    frame: &mut Frame<'_>,
    (title, help): (&str, &str),
    (rows, chosen): (Vec<Line<'static>>, usize),
    hits: &mut HitMap,
) {
    let visible = popup_rows(frame.area().as_size()).max(1);
    let width = if help.is_empty() {
        LIST_WIDTH
    } else {
        TEXT_WIDTH_MAX
    };
    let footer = if help.is_empty() || rows.len() + HELP_ROWS > visible {
        0
    } else {
        HELP_ROWS
    };
    let height = u16::try_from(rows.len().min(visible) + footer + 2).unwrap_or(u16::MAX);
    let area = centered(frame.area(), width, height);
    let inner = panel::popup(model.look, frame, area, title);
    if footer > 0 {
        let below = split_bottom(inner, u16::try_from(HELP_ROWS - 1).unwrap_or(0)).1;
        let lines = wrap(help, usize::from(below.width))
            .into_iter()
            .map(|it| Line::styled(it, model.look.dim()));
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), below);
    }
    let first = (chosen + 1).saturating_sub(visible);
    for (at, row) in rows.into_iter().enumerate().skip(first).take(visible) {
        let y = inner.y + u16::try_from(at - first).unwrap_or(0);
        let place = Rect {
            y,
            height: 1,
            ..inner
        };
        let style = if at == chosen {
            model.look.chosen()
        } else {
            Style::new()
        };
        let sign = if at == chosen { "> " } else { "  " };
        let text = pad(
            model.look,
            &format!("{sign}{row}"),
            usize::from(inner.width),
        );
        frame.render_widget(Line::styled(text, style), place);
        hits.add(place, Hit::Row(at));
    }
}

fn draw_outcome(model: &Model, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let (Some(lobby), Some(game_match)) = (&model.lobby, model.game_match()) else {
        return;
    };
    let Some(outcome) = game_match.outcome else {
        return;
    };
    let look = model.look;
    let mut lines = vec![headline(model, lobby, outcome), Line::default()];
    let name_width = 20.min(usize::from(frame.area().width).saturating_sub(22));
    let heading = format!(
        "{:>width$}",
        words(game_match.game).columns,
        width = name_width + 17
    );
    if game_match.has_dice() {
        lines.push(Line::styled(heading, look.dim()));
    } else if let Some(why) = game_match.ending() {
        lines.insert(1, Line::from(format!("{why}.")));
    }
    let mut order: Vec<usize> = (0..game_match.view.standings.len().min(Seat::ALL.len())).collect();
    let rank = |at: &usize| {
        let standing = game_match.view.standings[*at];
        (
            outcome.winners.contains(Seat::ALL[*at]),
            standing.territories,
            standing.dice,
        )
    };
    order.sort_by_key(|at| std::cmp::Reverse(rank(at)));
    for at in order {
        let (seat, standing) = (Seat::ALL[at], game_match.view.standings[at]);
        let name = pad(look, &lobby.seat_name(seat), name_width);
        let star = if outcome.winners.contains(seat) {
            "*"
        } else {
            " "
        };
        lines.push(Line::from(vec![
            plain(star),
            plain(" "),
            mark(look, seat),
            plain(format!(
                " {name} {:>3}{:>5}{:>5}",
                standing.territories, standing.dice, standing.link
            )),
        ]));
    }
    lines.extend(who_did_what(model, lobby).into_iter().map(Line::from));
    let inner_width = OUTCOME_WIDTH.min(frame.area().width).saturating_sub(AROUND);
    lines.extend(
        game_match
            .verdict
            .iter()
            .flat_map(|it| verdict(look, it, inner_width)),
    );
    lines.push(Line::default());
    let rematch = can(model, Action::Rematch).then(|| key("r", "rematch", model));
    let keys = rematch
        .into_iter()
        .chain([key("l", "lobby", model), key("q", "quit", model)]);
    lines.push(Line::from(keys.flatten().collect::<Vec<_>>()));
    if lines.len() + 2 > usize::from(frame.area().height) {
        lines.retain(|it| it.width() > 0);
    }
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
    let area = centered(frame.area(), OUTCOME_WIDTH, height);
    let title = if game_match.has_dice() {
        format!("The match is over after round {}", game_match.view.round)
    } else {
        "The match is over".to_owned()
    };
    let inner = panel::popup(look, frame, area, &title);
    let last = inner.y + u16::try_from(lines.len().saturating_sub(1)).unwrap_or(0);
    frame.render_widget(Paragraph::new(lines), inner);
    if can(model, Action::Rematch) && last < inner.bottom() {
        hits.add(
            Rect {
                y: last,
                height: 1,
                width: 9.min(inner.width),
                ..inner
            },
            Hit::Key('r'),
        );
    }
}

/// Whether the dice were what was agreed on.
fn verdict(look: Look, verdict: &Verdict, width: u16) -> Vec<Line<'static>> {
    let style = if verdict.is_alarming() {
        look.bad()
    } else {
        look.dim()
    };
    let lines = wrap(&verdict.to_string(), usize::from(width));
    lines
        .into_iter()
        .map(|it| Line::styled(it, style))
        .collect()
}

/// Who gave up, and who wants a rematch.
fn who_did_what(model: &Model, lobby: &Lobby) -> Vec<String> {
    let names = |which: &dyn Fn(&SeatView) -> bool| {
        let seats = Seat::ALL
            .into_iter()
            .zip(&lobby.view.seats)
            .filter(|(_, it)| which(it));
        let names: Vec<String> = seats
            .map(|(it, _)| cut(model.look, &lobby.seat_name(it), 20))
            .collect();
        names.join(", ")
    };
    let gave_up = names(&|it| it.resigned);
    let agree = names(&|it| matches!(it.holder, HolderView::Human { ready: true, .. }));
    let told = [(gave_up, "gave up"), (agree, "wants a rematch")];
    told.into_iter()
        .filter(|it| !it.0.is_empty())
        .map(|(who, what)| format!("{who} {what}"))
        .collect()
}

/// Who won, from the person's own point of view.
fn headline(model: &Model, lobby: &Lobby, outcome: Outcome) -> Line<'static> {
    let look = model.look;
    let winners: Vec<Seat> = outcome.winners.iter().collect();
    let mine = lobby.my_seat();
    let text = match (winners.as_slice(), mine) {
        ([], _) => return Line::styled("Nobody wins.", look.strong()),
        ([only], Some(seat)) if *only == seat => return Line::styled("You win!", look.good()),
        (many, Some(seat)) if many.contains(&seat) => {
            return Line::styled("You share the win!", look.good());
        }
        ([_], _) => " wins.",
        _ => " share the win.",
    };
    let mut spans = Vec::new();
    for (at, seat) in winners.iter().enumerate() {
        spans.push(plain(if at == 0 { "" } else { ", " }));
        spans.push(mark(look, *seat));
        spans.push(plain(format!(
            " {}",
            cut(look, &lobby.seat_name(*seat), 20)
        )));
    }
    spans.push(plain(text));
    Line::from(spans)
}

/// A heading and a text that ask for a yes or a no.
pub fn question_words(model: &Model, question: Question) -> (&'static str, String) {
    let name = |player| model.lobby.as_ref().map_or("", |it| it.name(player));
    match question {
        Question::Quit => (
            "Quit?",
            "A match is running; a bot plays for you until you come back.".to_owned(),
        ),
        Question::Resign if model.lobby.as_ref().is_some_and(Lobby::is_last_human) => {
            ("Resign?", "The match ends, and the others win.".to_owned())
        }
        Question::Resign => (
            "Resign?",
            "A bot plays on in your place, and you cannot win.".to_owned(),
        ),
        Question::EndUnused => (
            "End the turn?",
            "You have not attacked in this turn, and you could.".to_owned(),
        ),
        Question::EndWithGoodAttacks => (
            "End the turn?",
            "There are attacks left that win at least half the time.".to_owned(),
        ),
        Question::Leave if model.is_playing() => (
            "Leave?",
            "You give up your seat for good: a bot plays it to the end.".to_owned(),
        ),
        Question::Leave => ("Leave?", "You leave this lobby.".to_owned()),
        Question::Trust => {
            let (address, fingerprint) = model
                .stranger
                .as_ref()
                .map_or((String::new(), String::new()), |it| {
                    (clean(&it.address), it.fingerprint.grouped())
                });
            let text = format!(
                "{address} is new here, and nobody vouches for its certificate. Ask whoever runs it whether this is \
                 its fingerprint:\n\n{fingerprint}\n\nTrust it from now on?"
            );
            ("Trust this server?", text)
        }
        Question::StartUnready => (
            "Start?",
            "Not everyone is ready. Start all the same?".to_owned(),
        ),
        Question::Kick(player) => (
            "Send away?",
            format!("{} is sent out of the lobby.", name(player)),
        ),
        Question::Ban(player) => (
            "Send away for good?",
            format!("{} cannot come back into this lobby.", name(player)),
        ),
        Question::HandOver(player) => (
            "Hand over?",
            format!("{} becomes host in your place.", name(player)),
        ),
    }
}
