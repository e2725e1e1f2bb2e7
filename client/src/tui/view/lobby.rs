//! The lobby: who sits where, who is there, what was said, and by which rules.

use std::ops::Range;

use dicehall_engine::Seat;
use dicehall_engine::lobby::Phase;
use dicehall_protocol::{HolderView, PlayerView, SeatView};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};

use super::panel::{Rows, Section, inner_width, stack};
use crate::graphics::text::{cut, mark, pad, plain, styled, wrap};
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{rows, split_bottom, split_right};
use crate::tui::model::lobby::{ChatLine, Lobby};
use crate::tui::model::switches::Switches;
use crate::tui::model::{Model, bot_strength};

/// The columns of the rules beside everything else.
const RULES_WIDTH: u16 = 28;
/// The narrowest lobby that has them.
const WIDTH_WITH_RULES: u16 = 70;

/// The rows below which people and chat take turns.
const HEIGHT_WITH_ALL: u16 = 13;
/// The rows of chat that a long list of people leaves.
const CHAT_ROWS_MIN: u16 = 3;

/// Draws the lobby.
pub fn draw(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let Some(lobby) = &model.lobby else { return };
    let share = share_lines(model, lobby, area);
    let (main, below) = split_bottom(area, rows(share.len()));
    let rules = if area.width >= WIDTH_WITH_RULES {
        RULES_WIDTH
    } else {
        0
    };
    let (left, right) = split_right(main, rules);
    seats_and_people(model, lobby, frame, left, hits);
    let title = lobby.view.settings.rules.kind().title().to_uppercase();
    let rules = Section::new(title, Rows::Top, settings(model, lobby));
    stack(
        (model.look, model.look.palette().panel),
        frame,
        right,
        vec![rules],
    );
    frame.render_widget(Text::from(share), below);
}

/// What the lobby waits for.
pub fn explain(model: &Model) -> Line<'static> {
    let Some(lobby) = &model.lobby else {
        return Line::default();
    };
    let held =
        |it: &&SeatView| matches!(it.holder, HolderView::Human { .. } | HolderView::Bot { .. });
    let count = lobby.view.seats.iter().filter(held).count();
    let few = count < usize::from(lobby.view.settings.rules.kind().seats().0);
    let waiting: Vec<String> = lobby
        .not_ready()
        .into_iter()
        .map(|it| cut(model.look, lobby.name(it), 16))
        .collect();
    let text = if lobby.view.phase == Phase::Playing {
        "a match is running: m shows the board".to_owned()
    } else if lobby.view.phase == Phase::Starting {
        "the dice are being agreed on: the match begins in a moment".to_owned()
    } else if few {
        "more seats must be filled before a match can start".to_owned()
    } else if !waiting.is_empty() {
        format!("not ready: {}", waiting.join(", "))
    } else if lobby.is_host() {
        format!("{}: s starts the match", nobody_missing(lobby))
    } else {
        format!("{}: the host can start the match", nobody_missing(lobby))
    };
    Line::from(format!(" {text}"))
}

/// Who is still to come, where nobody who is there is waited for.
fn nobody_missing(lobby: &Lobby) -> String {
    let seats = lobby.view.seats.iter();
    match seats.filter(|it| it.holder == HolderView::Open).count() {
        0 => "everyone is ready".to_owned(),
        1 => "1 seat is open".to_owned(),
        open => format!("{open} seats are open"),
    }
}

/// Seats, people and chat, one below the other.
fn seats_and_people(
    model: &Model,
    lobby: &Lobby,
    frame: &mut Frame<'_>,
    area: Rect,
    hits: &mut HitMap,
) {
    let width = inner_width(area);
    let seats = seats(model, lobby, width);
    // What is left for people after the seats, the lines between the parts, and some chat.
    let taken = rows(seats.len()).saturating_add(4 + CHAT_ROWS_MIN);
    let room = usize::from(area.height.saturating_sub(taken)).max(1);
    let first = first_person(lobby, room);
    let people: Vec<Line<'static>> = people(model, lobby, width)
        .into_iter()
        .skip(first)
        .take(room)
        .collect();
    let people = Section::new("PEOPLE", Rows::Fit, people);
    let chat = Section::new("TALK", Rows::Bottom, chat(lobby, width)).beside("t to write");
    let on_people = lobby.row >= lobby.view.seats.len();
    let mut sections = vec![Section::new("SEATS", Rows::Fit, seats)];
    match (area.height >= HEIGHT_WITH_ALL, on_people) {
        (true, _) => sections.extend([people, chat]),
        (false, true) => sections.push(people),
        (false, false) => sections.push(chat),
    }
    let ground = model.look.palette().ground;
    let places = stack((model.look, ground), frame, area, sections);
    let seat_count = lobby.view.seats.len();
    click_rows(places.first(), 0..seat_count, hits);
    if on_people || area.height >= HEIGHT_WITH_ALL {
        click_rows(places.get(1), seat_count + first..lobby.rows(), hits);
    }
}

/// The first person that is shown, so that the chosen one is.
fn first_person(lobby: &Lobby, room: usize) -> usize {
    let chosen = lobby.row.saturating_sub(lobby.view.seats.len());
    (chosen + 1).saturating_sub(room)
}

/// Rows of a place that can be clicked.
fn click_rows(place: Option<&Rect>, rows: Range<usize>, hits: &mut HitMap) {
    let Some(place) = place else { return };
    for (place, row) in place.rows().zip(rows) {
        hits.add(place, Hit::Row(row));
    }
}

/// What was said and what happened, wrapped.
pub fn chat(lobby: &Lobby, width: usize) -> Vec<Line<'static>> {
    let mut newest: Vec<Line<'static>> = Vec::new();
    for line in lobby.chat.newest() {
        let text = match line {
            ChatLine::Said { name, text } => format!("{name}: {text}"),
            ChatLine::Happened(text) => format!("* {text}"),
        };
        newest.extend(wrap(&text, width).into_iter().rev().map(Line::from));
    }
    newest.reverse();
    newest
}

fn seats(model: &Model, lobby: &Lobby, width: usize) -> Vec<Line<'static>> {
    let rows = Seat::ALL.into_iter().zip(&lobby.view.seats);
    rows.map(|(seat, view)| {
        let (name, state) = seat_words(lobby, seat, &view.holder);
        let filled = matches!(
            view.holder,
            HolderView::Human { .. } | HolderView::Bot { .. }
        );
        let glyph = if filled {
            mark(model.look, seat)
        } else {
            plain(model.look.owner(seat))
        };
        row(
            model,
            lobby.row == seat.idx(),
            glyph,
            (&name, &state),
            width,
        )
    })
    .collect()
}

fn seat_words(lobby: &Lobby, seat: Seat, holder: &HolderView) -> (String, String) {
    let game = lobby.view.settings.rules.kind();
    match holder {
        HolderView::Open => {
            let hint = if lobby.my_seat().is_none() {
                "Enter sits down here"
            } else {
                ""
            };
            ("open".to_owned(), hint.to_owned())
        }
        HolderView::Closed => ("closed".to_owned(), String::new()),
        HolderView::Bot { bot } => {
            let name = match bot_strength(*bot, game) {
                Some(strength) => format!("bot {strength} ({bot})"),
                None => format!("bot {bot}"),
            };
            (name, String::new())
        }
        HolderView::Human {
            player,
            ready,
            held_by_bot,
        } => {
            let you = if *player == lobby.you { " (you)" } else { "" };
            let name = format!("{}{you}", lobby.seat_name(seat));
            let gone = lobby.player(*player).is_some_and(|it| !it.connected);
            let state = match (
                lobby.view.host == Some(*player),
                ready,
                *held_by_bot || gone,
            ) {
                (_, _, true) => "away",
                (true, ..) => "host",
                (false, true, false) => "ready",
                (false, false, false) => "not ready",
            };
            let time = lobby.game_match.as_ref().and_then(|it| it.time_left(seat));
            (
                name,
                time.map_or_else(|| state.to_owned(), |it| format!("{state}, {it} left")),
            )
        }
    }
}

fn people(model: &Model, lobby: &Lobby, width: usize) -> Vec<Line<'static>> {
    let first = lobby.view.seats.len();
    let rows = lobby.view.players.iter().enumerate();
    rows.map(|(at, player)| {
        let you = if player.player == lobby.you {
            " (you)"
        } else {
            ""
        };
        let name = format!("{}{you}", player.name);
        row(
            model,
            lobby.row == first + at,
            plain(" "),
            (&name, &person_words(lobby, player)),
            width,
        )
    })
    .collect()
}

fn person_words(lobby: &Lobby, player: &PlayerView) -> String {
    let place = match lobby.seat_of(player.player) {
        Some(seat) => format!("seat {}", seat.number() + 1),
        None => "watching".to_owned(),
    };
    let host = if lobby.view.host == Some(player.player) {
        ", host"
    } else {
        ""
    };
    let away = if player.connected { "" } else { ", away" };
    let heard = match (player.silenced, lobby.is_muted(player.player)) {
        (true, _) => ", silenced",
        (false, true) => ", muted",
        (false, false) => "",
    };
    format!("{place}{host}{away}{heard}")
}

fn row(
    model: &Model,
    chosen: bool,
    glyph: Span<'static>,
    (name, state): (&str, &str),
    width: usize,
) -> Line<'static> {
    let state_width = 22.min(width / 2);
    let name_width = width.saturating_sub(state_width + 4);
    Line::from(vec![
        plain(if chosen {
            model.look.symbols().pointer
        } else {
            " "
        }),
        glyph,
        plain(" "),
        styled(pad(model.look, name, name_width), model.look.row(chosen)),
        plain(" "),
        styled(cut(model.look, state, state_width), model.look.dim()),
    ])
}

fn settings(model: &Model, lobby: &Lobby) -> Vec<Line<'static>> {
    let settings = &lobby.view.settings;
    // The first switch is the game, whose name is the heading.
    let switches = Switches::of(settings.rules.kind()).skip(1);
    let mut lines: Vec<Line<'static>> = switches
        .map(|switch| {
            let value = Switches::value(settings, switch);
            Line::from(vec![
                plain(format!(" {}", pad(model.look, switch.label, 15))),
                plain(value),
            ])
        })
        .collect();
    if lobby.view.has_password {
        lines.push(Line::from(" newcomers need a password"));
    }
    if lobby.view.locked {
        lines.push(Line::from(" nobody new is let in"));
    }
    if lobby.is_host() {
        lines.push(Line::default());
        lines.push(Line::styled(" c changes them", model.look.dim()));
    }
    lines
}

/// How others join: the command to type, or that only this machine can.
fn share_lines(model: &Model, lobby: &Lobby, area: Rect) -> Vec<Line<'static>> {
    let Some(address) = model.share_address() else {
        return vec![Line::styled(
            " This lobby is on your machine alone.",
            model.look.dim(),
        )];
    };
    let width = usize::from(area.width);
    if area.height < HEIGHT_WITH_ALL {
        let text = format!(" join {address} --lobby {}", lobby.view.lobby);
        return vec![Line::styled(
            cut(model.look, &text, width),
            model.look.strong(),
        )];
    }
    let command = format!("dicehall join {address} --lobby {}", lobby.view.lobby);
    let lead = " Others join with:  ";
    if lead.len() + command.len() <= width {
        return vec![Line::from(vec![
            plain(lead),
            styled(command, model.look.strong()),
        ])];
    }
    let lines = wrap(&command, width)
        .into_iter()
        .map(|it| Line::styled(it, model.look.strong()));
    std::iter::once(Line::from(lead)).chain(lines).collect()
}
