//! The seats of a lobby as rows: who holds each, and whether it is ready for a match.

use dicehall_engine::Seat;
use dicehall_protocol::{HolderView, RatingView, SeatView};
use ratatui::style::Style;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::NAME_WIDTH;
use crate::graphics::text::{cut, pad, plain, styled};
use crate::graphics::theme::{Glyphs, Look};
use crate::lang::Language;
use crate::tui::model::Model;
use crate::tui::model::lobby::ladder::{self, USUAL_RUNG, rating};
use crate::tui::model::lobby::{Lobby, RowAction};

/// The narrowest row that has names of full width, and the width of names in narrower ones.
const WIDTH_WITH_NAMES: usize = 60;
const NAME_WIDTH_MIN: usize = 16;

/// One row for each seat.
pub(super) fn seats(model: &Model, lobby: &Lobby, width: usize) -> Vec<Line<'static>> {
    let rows = Seat::ALL.into_iter().zip(&lobby.view.seats);
    rows.map(|(seat, view)| seat_row(model, lobby, seat, view, width))
        .collect()
}

/// The row of a seat: its mark in its color, the holder's name and kind, and whether the seat is
/// ready for a match.
fn seat_row(
    model: &Model,
    lobby: &Lobby,
    seat: Seat,
    view: &SeatView,
    width: usize,
) -> Line<'static> {
    let (look, holder) = (model.look, &view.holder);
    let is_chosen = lobby.row == seat.idx();
    let is_reversed = is_chosen && !look.has_shades();
    let plain_if_reversed = |style: Style| if is_reversed { Style::new() } else { style };
    let is_held = matches!(holder, HolderView::Human { .. } | HolderView::Bot { .. });
    let mark = format!(" {} ", look.owner(seat));
    let mark_style = if is_held { look.fill(seat) } else { look.dim() };
    let (name, about) = seat_words(look.language, lobby, seat, holder);
    let about = with_rating(look, view.rating, about, width);
    let (state, is_good) = seat_state(look, lobby, seat, holder);
    let name_style = if is_held { look.strong() } else { look.quiet() };
    let state_style = if is_good { look.good() } else { look.quiet() };
    let state = cut(look, &state, width / 2);
    let room = width.saturating_sub(6 + state.width());
    let name_width = if width < WIDTH_WITH_NAMES {
        NAME_WIDTH_MIN.min(room)
    } else {
        NAME_WIDTH.min(room)
    };
    let surface = match (is_chosen, look.has_shades()) {
        (true, _) => look.row(true),
        (false, true) => look.surface(look.palette().panel),
        (false, false) => Style::new(),
    };
    Line::from(vec![
        styled(
            look.pointer(is_chosen),
            plain_if_reversed(look.text(look.palette().turn)),
        ),
        styled(mark, plain_if_reversed(mark_style)),
        plain(" "),
        styled(pad(look, &name, name_width), plain_if_reversed(name_style)),
        styled(
            pad(look, &about, room.saturating_sub(name_width)),
            plain_if_reversed(look.quiet()),
        ),
        styled(state, plain_if_reversed(state_style)),
        plain(" "),
    ])
    .style(surface)
}

/// The words about a holder, with the rating before them: in a narrow row the mean alone.
fn with_rating(look: Look, rated: Option<RatingView>, about: String, width: usize) -> String {
    let rated = rated.map(|it| {
        if width < WIDTH_WITH_NAMES {
            it.mean.to_string()
        } else {
            rating(look, it)
        }
    });
    let about = Some(about).filter(|it| !it.is_empty());
    let told: Vec<String> = rated.into_iter().chain(about).collect();
    told.join(&look.language.between())
}

/// The name of a seat's holder, and its kind.
fn seat_words(
    language: Language,
    lobby: &Lobby,
    seat: Seat,
    holder: &HolderView,
) -> (String, String) {
    let game = lobby.view.settings.rules.kind();
    match holder {
        HolderView::Open => {
            let is_chosen = lobby.row == seat.idx();
            let enter = match lobby.usual_action().filter(|_| is_chosen) {
                Some(RowAction::Usual) => {
                    language.enter_seats(ladder::called(language, USUAL_RUNG))
                }
                Some(RowAction::Sit) => language.enter_to_sit(),
                Some(RowAction::Bot | RowAction::Open | RowAction::Ready(_)) | None => {
                    String::new()
                }
            };
            (language.seat_open(), enter)
        }
        HolderView::Closed => (language.seat_closed(), String::new()),
        HolderView::Bot { bot } => {
            let known = ladder::shown_as(language, *bot, game);
            let known = known.unwrap_or_else(|| bot.kind.name().to_owned());
            match bot.rung(game) {
                Some(rung) => (known, language.bot_level(rung.to_string())),
                None => (language.bot_named(known), bot.to_string()),
            }
        }
        HolderView::Human { player, .. } => {
            let you = (*player == lobby.you).then(|| language.label_you());
            let host = (lobby.view.host == Some(*player)).then(|| language.label_host());
            let about: Vec<String> = you.into_iter().chain(host).collect();
            (
                lobby.name(*player).to_owned(),
                about.join(&language.between()),
            )
        }
    }
}

/// Whether a seat is ready for a match, in a word, and whether that word is good news.
fn seat_state(look: Look, lobby: &Lobby, seat: Seat, holder: &HolderView) -> (String, bool) {
    let language = look.language;
    let ready = match look.glyphs {
        Glyphs::Ascii => language.state_ready(),
        Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks => {
            format!("✓ {}", language.state_ready())
        }
    };
    match holder {
        HolderView::Open | HolderView::Closed => (String::new(), false),
        HolderView::Bot { .. } => (ready, true),
        HolderView::Human {
            player,
            ready: is_ready,
            held_by_bot,
        } => {
            let is_gone = lobby.player(*player).is_some_and(|it| !it.connected);
            let is_host = lobby.view.host == Some(*player);
            let (state, is_good) = match (is_gone || *held_by_bot, *is_ready || is_host) {
                (true, _) => (language.state_away(), false),
                (false, true) => (ready, true),
                (false, false) => (language.state_not_ready(), false),
            };
            let time = lobby.game_match.as_ref().and_then(|it| it.time_left(seat));
            let left = time.map(|it| language.time_is_left(it));
            let told: Vec<String> = [Some(state), left].into_iter().flatten().collect();
            (told.join(&language.between()), is_good)
        }
    }
}
