//! The card of a result: a picture of the last position, the winner and the course of the match that one posts without
//! explanation.
//!
//! Called by the main loop. Laws kept here: no address and no path is in it; it is drawn from the model alone.

use dicehall_protocol::HolderView;
use ratatui::layout::Size;

use super::match_screen;
use crate::graphics::palette::ColorLevel;
use crate::graphics::svg;
use crate::graphics::theme::Glyphs;
use crate::tui::model::Model;
use crate::tui::model::kept::Kept;
use crate::tui::model::popup::Popup;

/// The size of the picture, in cells.
const SIZE: Size = Size::new(80, 28);

/// The name of the card's file and its picture as SVG; `None` if no match is over.
pub fn picture(model: &Model) -> Option<(String, String)> {
    model.game_match()?.outcome?;
    let card = simplified(model);
    let buffer = svg::cells(SIZE, |frame| match_screen::draw_card(&card, frame)).ok()?;
    Some((name(model), svg::picture(&buffer)))
}

/// The name of the file; the same match always has the same.
fn name(model: &Model) -> String {
    let file = model.lobby.as_ref().and_then(|it| it.file_name.as_deref());
    let stem = file.and_then(|it| it.split('.').next()).unwrap_or("match");
    format!("dicehall-{stem}.svg")
}

/// The model as the card shows it: in all colors, without paths, and without what people want next.
fn simplified(model: &Model) -> Model {
    let mut card = model.clone();
    card.size = SIZE;
    card.look.colors = ColorLevel::True;
    if card.look.glyphs == Glyphs::Ascii {
        card.look.glyphs = Glyphs::Quadrants;
    }
    card.popups = vec![Popup::Outcome];
    card.kept = Kept::default();
    let seats = card.lobby.iter_mut().flat_map(|it| &mut it.view.seats);
    for seat in seats {
        if let HolderView::Human { ready, .. } = &mut seat.holder {
            *ready = false;
        }
    }
    card
}
