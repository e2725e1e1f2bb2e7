//! Draws the lobby: seats, people, chat and rules.

pub mod big;
mod evening;
mod large;
mod seats;
pub(in crate::tui::view) mod share;

use std::ops::Range;

use dicehall_engine::lobby::Phase;
use dicehall_protocol::{HolderView, PlayerView, SeatView};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::panel::{Rows, Section, inner_width, stack};
use crate::graphics::put::put_lines;
use crate::graphics::text::{cut, pad, plain, styled, wrap};
use crate::lang::Language;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{rows, split_bottom, split_right};
use crate::tui::keymap::abilities::{knows_of_hints, may_allow_hints};
use crate::tui::keymap::{Context, KeyAction, key_name};
use crate::tui::model::Model;
use crate::tui::model::lobby::ladder::{self, USUAL_RUNG};
use crate::tui::model::lobby::{ChatLine, Lobby};
use crate::tui::model::popup::switches::Switches;
use seats::seats;

/// The width of the rules beside the other parts.
const RULES_WIDTH: u16 = 28;
/// The narrowest lobby that shows the rules.
const WIDTH_WITH_RULES: u16 = 70;

/// The width of the name of a seat's holder.
const NAME_WIDTH: usize = 17;
/// The height below which only one of people and chat is shown.
const HEIGHT_WITH_ALL: u16 = 13;
/// The rows of chat that remain below a long list of people.
const CHAT_ROWS_MIN: u16 = 3;

/// Draws the lobby.
pub fn draw(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let Some(lobby) = &model.lobby else { return };
    if large::fits(area) {
        return large::draw(model, lobby, frame, area, hits);
    }
    let share = share::lines(model, lobby, area);
    let (main, below) = split_bottom(area, rows(share.len()));
    let rules = if area.width >= WIDTH_WITH_RULES {
        RULES_WIDTH
    } else {
        0
    };
    let (left, right) = split_right(main, rules);
    seats_and_people(model, lobby, frame, left, hits);
    let language = model.look.language;
    let game = lobby.view.settings.rules.kind();
    let title = language
        .game_title(game.name(), game.title())
        .to_uppercase();
    let key = lobby
        .is_host()
        .then(|| language.rules_aside(key_name(model, Context::Lobby, KeyAction::Settings)));
    let settings = settings(model, lobby, inner_width(right));
    let rules = Section::new(title, Rows::Top, settings).beside(key.unwrap_or_default());
    stack(
        (model.look, model.look.palette().panel),
        frame,
        right,
        vec![rules],
    );
    put_lines(frame, share, below);
}

/// The line that says what the lobby waits for.
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
    let language = model.look.language;
    let key = |action| key_name(model, Context::Lobby, action);
    let is_open = |it: &SeatView| it.holder == HolderView::Open;
    let may_fill = lobby.is_host() && lobby.view.seats.iter().any(is_open);
    let text = if lobby.view.phase == Phase::Playing {
        language.waits_running(key_name(model, Context::Lobby, KeyAction::ToLobby))
    } else if lobby.view.phase == Phase::Starting {
        language.waits_starting()
    } else if few && may_fill {
        language.not_yet_few(
            key(KeyAction::FillBots),
            ladder::called(language, USUAL_RUNG),
        )
    } else if few {
        language.waits_seats()
    } else if lobby.not_ready().contains(&lobby.you) {
        language.not_yet_you(key(KeyAction::Ready))
    } else if !waiting.is_empty() && lobby.is_host() {
        let names = waiting.join(&language.between());
        language.not_yet_people(names, key(KeyAction::Start))
    } else if !waiting.is_empty() {
        language.waits_people(waiting.join(&language.between()))
    } else {
        let open = lobby.view.seats.iter().filter(|it| is_open(it));
        let missing = language.missing_seats(open.count());
        if lobby.is_host() {
            language.waits_host(missing, key_name(model, Context::Lobby, KeyAction::Start))
        } else {
            language.waits_guest(missing)
        }
    };
    Line::from(format!(" {text}"))
}

/// The number of seats that are ready for a match, for the heading.
pub fn ready(language: Language, lobby: &Lobby) -> String {
    let open = |it: &&SeatView| it.holder != HolderView::Closed;
    let is_ready = |it: &SeatView| match it.holder {
        HolderView::Bot { .. } => true,
        HolderView::Human { player, ready, .. } => ready || lobby.view.host == Some(player),
        HolderView::Open | HolderView::Closed => false,
    };
    let all = lobby.view.seats.iter().filter(open).count();
    let count = lobby.view.seats.iter().filter(|it| is_ready(it)).count();
    format!(" {} ", language.ready_of(count, all))
}

/// Draws seats, people and chat, one below the other.
fn seats_and_people(
    model: &Model,
    lobby: &Lobby,
    frame: &mut Frame<'_>,
    area: Rect,
    hits: &mut HitMap,
) {
    let width = inner_width(area);
    let seats = seats(model, lobby, width);
    // The rest for people, after the seats, the lines between the parts, and some chat.
    let taken = rows(seats.len()).saturating_add(4 + CHAT_ROWS_MIN);
    let room = usize::from(area.height.saturating_sub(taken)).max(1);
    let first = first_person(lobby, room);
    let people: Vec<Line<'static>> = people(model, lobby, width)
        .into_iter()
        .skip(first)
        .take(room)
        .collect();
    let language = model.look.language;
    let people = Section::new(language.people_heading(), Rows::Fit, people);
    let chat = chat(lobby, width);
    let aside = language.talk_aside(key_name(model, Context::Lobby, KeyAction::Chat));
    let chat = Section::new(language.talk_heading(), Rows::Bottom, chat).beside(aside);
    let on_people = lobby.row >= lobby.view.seats.len();
    let seats = Section::new(language.seats_heading(), Rows::Fit, seats);
    let mut sections = vec![seats.beside(outlook(language, lobby))];
    match (area.height >= HEIGHT_WITH_ALL, on_people) {
        (true, _) => sections.extend([people, chat]),
        (false, true) => sections.push(people),
        (false, false) => sections.push(chat),
    }
    let ground = model.look.palette().ground;
    let places = stack((model.look, ground), frame, area, sections);
    let chat_at = if area.height >= HEIGHT_WITH_ALL {
        Some(2)
    } else {
        Some(1).filter(|_| !on_people)
    };
    if let Some(chat) = chat_at.and_then(|it| places.get(it)) {
        hits.add(*chat, Hit::Chat);
    }
    let seat_count = lobby.view.seats.len();
    click_rows(places.first(), 0..seat_count, hits);
    if on_people || area.height >= HEIGHT_WITH_ALL {
        click_rows(places.get(1), seat_count + first..lobby.rows(), hits);
    }
}

/// Whether the next match is rated, in a few words; empty where nothing is rated, or a match is played.
fn outlook(language: Language, lobby: &Lobby) -> String {
    let rated = lobby.view.rated.then(|| language.is_rated());
    let unrated = lobby.why_not_rated().map(|it| language.is_unrated(it));
    rated.or(unrated).unwrap_or_default()
}

/// The first visible person, such that the chosen one is visible.
fn first_person(lobby: &Lobby, room: usize) -> usize {
    let chosen = lobby.row.saturating_sub(lobby.view.seats.len());
    (chosen + 1).saturating_sub(room)
}

/// Makes the rows of an area clickable.
fn click_rows(place: Option<&Rect>, rows: Range<usize>, hits: &mut HitMap) {
    let Some(place) = place else { return };
    for (place, row) in place.rows().zip(rows) {
        hits.add(place, Hit::Row(row));
    }
}

/// The lines of the chat, wrapped.
pub fn chat(lobby: &Lobby, width: usize) -> Vec<Line<'static>> {
    let mut newest: Vec<Line<'static>> = Vec::new();
    for line in lobby.chat.newest() {
        let (text, style) = match line {
            ChatLine::Said { name, text } => (format!("{name}: {text}"), Style::new()),
            ChatLine::Whispered {
                name,
                is_mine,
                text,
            } => (
                whisper(lobby.language, name, *is_mine, text),
                Style::new().italic(),
            ),
            ChatLine::Happened(text) => (format!("* {text}"), Style::new()),
        };
        let lines = wrap(&text, width).into_iter().rev();
        newest.extend(lines.map(|it| Line::styled(it, style)));
    }
    newest.reverse();
    newest
}

/// A whisper: it is marked by its words, and also by its style if the terminal has one.
fn whisper(language: Language, name: &str, is_mine: bool, text: &str) -> String {
    if is_mine {
        language.you_whisper_to(name, text)
    } else {
        language.whispers_to_you(name, text)
    }
}

fn people(model: &Model, lobby: &Lobby, width: usize) -> Vec<Line<'static>> {
    let first = lobby.view.seats.len();
    let rows = lobby.watchers().enumerate();
    rows.map(|(at, player)| {
        let name = if player.player == lobby.you {
            model.look.language.name_you(&player.name)
        } else {
            player.name.clone()
        };
        let words = person_words(model.look.language, lobby, player);
        person_row(model, lobby.row == first + at, &name, &words, width)
    })
    .collect()
}

/// The words about a person in the lobby.
pub fn person_words(language: Language, lobby: &Lobby, player: &PlayerView) -> String {
    let place = match lobby.seat_of(player.player) {
        Some(seat) => language.seat_number(seat.number() + 1),
        None => language.is_spectator(),
    };
    let is_host = lobby.view.host == Some(player.player);
    let host = is_host.then(|| language.label_host());
    let away = (!player.connected).then(|| language.state_away());
    let heard = match (player.silenced, lobby.is_muted(player.player)) {
        (true, _) => Some(language.is_silenced()),
        (false, true) => Some(language.is_muted()),
        (false, false) => None,
    };
    let told = [Some(place), host, away, heard].into_iter().flatten();
    told.collect::<Vec<_>>().join(&language.between())
}

fn person_row(
    model: &Model,
    is_chosen: bool,
    name: &str,
    words: &str,
    width: usize,
) -> Line<'static> {
    let look = model.look;
    let room = width.saturating_sub(5);
    let name_width = NAME_WIDTH.min(room);
    Line::from(vec![
        styled(look.pointer(is_chosen), look.text(look.palette().turn)),
        plain("    "),
        plain(pad(look, name, name_width)),
        plain(pad(look, words, room - name_width)),
    ])
    .style(look.row(is_chosen))
}

fn settings(model: &Model, lobby: &Lobby, width: usize) -> Vec<Line<'static>> {
    let (look, settings) = (model.look, &lobby.view.settings);
    // The first switch is the game, which the heading names.
    let switches = Switches::of(settings.rules.kind()).skip(1);
    let mut lines: Vec<Line<'static>> = switches
        .map(|switch| {
            let value = Switches::shown(settings, &switch, look.language);
            let label = width.saturating_sub(value.width());
            Line::from(vec![
                styled(pad(look, &switch.label(look.language), label), look.quiet()),
                styled(value, look.strong()),
            ])
        })
        .collect();
    lines.extend(hints(model, lobby, width));
    if lobby.view.has_password {
        lines.push(Line::from(look.language.needs_password()));
    }
    if lobby.view.locked {
        lines.push(Line::from(look.language.lets_nobody_in()));
    }
    lines
}

/// Whether whoever plays may ask an expert, with the host's key for it.
fn hints(model: &Model, lobby: &Lobby, width: usize) -> Option<Line<'static>> {
    let (look, language) = (model.look, model.look.language);
    let label = if may_allow_hints(model) {
        language.rule_hints_key(key_name(model, Context::Lobby, KeyAction::AllowHints))
    } else {
        language.rule_hints()
    };
    let value = if lobby.hints_allowed {
        language.rule_hints_allowed()
    } else {
        language.rule_hints_off()
    };
    let room = width.saturating_sub(value.width());
    knows_of_hints(model).then(|| {
        Line::from(vec![
            styled(pad(look, &label, room), look.quiet()),
            styled(value, look.strong()),
        ])
    })
}
