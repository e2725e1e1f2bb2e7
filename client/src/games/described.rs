//! The board of a game that has no board of its own, drawn from its layout and its marks.
//!
//! Law kept here: no game is known. What lies where comes from the view, what may be done from the
//! choices.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use dicehall_engine::game::{Layout, Mark, View};
use dicehall_engine::{AnyAction, AnyView, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::act::{Act, Told, Trail};
use super::board::{BoardContext, GameBoard, Labels, PlaceArea, PlaceContent};
use super::draw::Ground;
use super::draw::heap::{MORE, Sign};
use super::draw::tile::{Tile, tile_of};
use super::place::{Place, Places};
use crate::graphics::Scale;
use crate::graphics::canvas::cells;
use crate::graphics::text::{mark, styled};
use crate::graphics::theme::Look;
use crate::lang::Language;

/// The board of a match.
#[derive(Clone, Debug)]
pub struct Described {
    places: Arc<Places>,
    ground: Ground,
    marks: Vec<Mark>,
    /// The line about the position.
    text: String,
    /// Where something lies since the last change that did not lie there before; `None` if that is not one place.
    newest: Option<Place>,
}

impl Described {
    /// The board of a match.
    pub fn new(layout: &Layout, view: &AnyView) -> Self {
        let places = Arc::new(Places::of(layout));
        let mut board = Self {
            ground: Ground::new(layout, &places),
            places,
            marks: Vec::new(),
            text: String::new(),
            newest: None,
        };
        board.show(view);
        board
    }

    fn marks_at(&self, at: Place) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(move |it| it.place == at)
    }

    /// An action by its places, or by its name if it has none; with the marks after it, by what they show of it: where a stone
    /// has come to lie that fell, and what is gone.
    fn told_with(&self, action: AnyAction, after: Option<&[Mark]>, language: Language) -> String {
        let Some((from, to)) = action.ends() else {
            return action.to_string();
        };
        let name = self.places.name(to);
        if from == to {
            let fell = after.and_then(|it| self.newest_in(it));
            let fell = fell.filter(|_| after.is_some_and(|it| is_empty(it, to)));
            return language.told_mark(fell.map_or(name, |it| self.places.name(it)));
        }
        let piece = self.marks_at(from).next();
        let piece = piece.map_or_else(|| language.piece("piece"), |it| kind(it, language));
        if !self.places.contains(from) {
            return language.told_drop(piece, name);
        }
        let is_gone = |it: &&Mark| {
            let same = |other: &Mark| {
                (other.place, other.seat, other.glyph) == (it.place, it.seat, it.glyph)
            };
            after.is_some_and(|after| !after.iter().any(same))
        };
        let taken = self.marks_at(to).find(is_gone);
        let takes = taken.map(|it| language.told_takes(kind(it, language)));
        let (from, takes) = (self.places.name(from), takes.unwrap_or_default());
        language.told_move(piece, from, name, takes, String::new())
    }

    /// The one place of the board where something lies among these marks that does not lie there now.
    fn newest_in(&self, after: &[Mark]) -> Option<Place> {
        let is_new = |it: &&Mark| self.places.contains(it.place) && !self.marks.contains(it);
        let mut new = after.iter().filter(is_new).map(|it| it.place);
        new.next().filter(|_| new.next().is_none())
    }

    /// The traces of the last action, with the place where a stone has come to lie that fell.
    fn trail(&self, seen: &Trail) -> Trail {
        let fell = seen
            .last
            .is_some_and(|(from, to)| from == to && is_empty(&self.marks, to));
        let newest = self.newest.filter(|_| fell).map(|it| (it, it));
        Trail {
            last: newest.or(seen.last),
            ..seen.clone()
        }
    }

    /// The kinds of pieces in a seat's hand.
    fn in_hand(&self, seat: Seat) -> impl Iterator<Item = &Mark> {
        let held = move |it: &&Mark| !self.places.contains(it.place) && it.seat == Some(seat);
        self.marks.iter().filter(held)
    }

    /// The seats that have something in hand.
    fn hands(&self) -> impl Iterator<Item = Seat> {
        let has_some = |it: &Seat| self.in_hand(*it).next().is_some();
        Seat::ALL.into_iter().filter(has_some)
    }

    /// Gives the kinds of pieces that were seen in a hand their names.
    fn name_hand(&mut self) {
        let count = self.places.count();
        let mut names = self.places.hand.clone();
        for mark in &self.marks {
            let Some(kind) = mark.place.idx().checked_sub(count) else {
                continue;
            };
            names.resize(names.len().max(kind + 1), String::new());
            names[kind] = format!("{}*", glyph(mark));
        }
        if names != self.places.hand {
            Arc::make_mut(&mut self.places).hand = names;
        }
    }

    fn tile(&self, context: &BoardContext<'_>, at: Place) -> Tile {
        let all: Vec<&Mark> = self.marks_at(at).collect();
        let first = all.first().and_then(|it| it.seat);
        let owner = first.filter(|_| all.iter().all(|it| it.seat == first));
        let mut tile = tile_of(context, at, owner);
        // A choice that depends on no luck need not be called certain.
        if !context
            .moves
            .iter()
            .any(|it| it.to == at && it.odds.is_some())
        {
            tile.odds = String::new();
        }
        let is_last = context.trail.last.is_some_and(|it| it.1 == at);
        // A picture has no sign of its own for the last action.
        let last = if is_last && context.look.parts().is_some() {
            '*'
        } else {
            ' '
        };
        let (count, heap) = match all.as_slice() {
            [] => return tile,
            [one] => (sign(one).unwrap_or(last), Vec::new()),
            several => (
                MORE,
                several.iter().map(|it| signed(context.look, it)).collect(),
            ),
        };
        Tile {
            count,
            heap,
            trail: if is_last { "*" } else { tile.trail },
            ..tile
        }
    }

    /// Draws a seat's hand in a row; returns the areas of one's own pieces.
    fn draw_hand(
        &self,
        seat: Seat,
        context: &BoardContext<'_>,
        row: Rect,
        buffer: &mut Buffer,
    ) -> Vec<PlaceArea> {
        let look = context.look;
        let mut spans: Vec<Span<'static>> = vec![mark(look, seat)];
        let mut areas = Vec::new();
        for it in self.in_hand(seat) {
            let is_source = context.source == Some(it.place) && context.my_seat == Some(seat);
            let style = if is_source {
                look.chosen()
            } else {
                look.strong()
            };
            let x = row.x + cells(spans.iter().map(Span::width).sum());
            let text = format!(
                " {}{}{} ",
                glyph(it),
                look.symbols().times,
                it.count.unwrap_or(1)
            );
            let width = cells(text.chars().count());
            spans.push(styled(text, style));
            let area = Rect { x, width, ..row }.intersection(row);
            areas.extend((context.my_seat == Some(seat)).then_some((area, it.place)));
        }
        Line::from(spans).render(row, buffer);
        areas
    }
}

impl GameBoard for Described {
    fn places(&self) -> &Places {
        &self.places
    }

    fn show(&mut self, view: &AnyView) {
        let marks = view.marks();
        if marks != self.marks {
            self.newest = self.newest_in(&marks);
            self.marks = marks;
        }
        view.text().clone_into(&mut self.text);
        self.name_hand();
    }

    fn follow(&mut self, acts: &[Act], view: Option<&AnyView>, language: Language) -> Vec<Told> {
        // Only of a single action is it known that the position followed from it.
        let after = view.map(View::marks).filter(|_| acts.len() == 1);
        let told = acts.iter().map(|it| Told::Action {
            seat: it.seat,
            text: self.told_with(it.action, after.as_deref(), language),
        });
        let told = told.collect();
        if let Some(view) = view {
            self.show(view);
        }
        told
    }

    fn told(&self, action: AnyAction, language: Language) -> String {
        self.told_with(action, None, language)
    }

    fn held(&self, at: Place, language: Language) -> Option<PlaceContent> {
        let on_board = self.places.contains(at);
        let held = self.marks_at(at).map(|it| PlaceContent::Piece {
            owner: it.seat.filter(|_| on_board),
            name: kind(it, language),
            count: it.count,
        });
        let mut held: Vec<PlaceContent> = held.collect();
        if held.len() > 1 {
            return Some(PlaceContent::Pieces(held));
        }
        held.pop()
    }

    fn hand(&self, seat: Seat, _language: Language) -> Vec<(String, u8)> {
        let held = self.in_hand(seat);
        held.map(|it| (glyph(it).to_string(), it.count.unwrap_or(1)))
            .collect()
    }

    fn labels(&self, _look: Look) -> Labels {
        Labels {
            remark: Line::from(self.text.clone()),
            ..Labels::default()
        }
    }

    fn size(&self, look: Look, scale: Scale) -> Size {
        let Size { width, height } = self.ground.size(look, scale);
        Size::new(width, height + cells(self.hands().count()))
    }

    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        let trail = self.trail(context.trail);
        let context = &BoardContext {
            trail: &trail,
            ..*context
        };
        let tiles: Vec<Tile> = self.places.all().map(|it| self.tile(context, it)).collect();
        let hands: Vec<Seat> = self.hands().collect();
        let below = cells(hands.len()).min(area.height);
        let (height, y) = (area.height - below, area.bottom() - below);
        let board = Rect { height, ..area };
        let mut areas = self.ground.draw(&tiles, context, board, buffer);
        for (row, seat) in (Rect {
            y,
            height: below,
            ..area
        })
        .rows()
        .zip(hands)
        {
            areas.extend(self.draw_hand(seat, context, row, buffer));
        }
        areas
    }
}

/// The sign of a kind of piece.
fn glyph(mark: &Mark) -> char {
    mark.glyph.map_or('*', char::from)
}

/// The kind of a piece in a word.
fn kind(mark: &Mark, language: Language) -> String {
    let glyph = mark.glyph.map(|it| char::from(it).to_string());
    glyph.unwrap_or_else(|| language.piece("piece"))
}

/// The kind or the number of what lies at a place, in one character.
fn sign(mark: &Mark) -> Option<char> {
    let glyph = mark.glyph.map(char::from);
    glyph.or_else(|| mark.count.map(Tile::digit))
}

/// The owner's mark and the sign of one of several things at a place.
fn signed(look: Look, mark: &Mark) -> Sign {
    let owner = mark.seat.map_or("", |it| look.owner(it));
    Sign {
        owner: mark.seat,
        text: owner.chars().chain(sign(mark)).collect(),
    }
}

fn is_empty(marks: &[Mark], at: Place) -> bool {
    !marks.iter().any(|it| it.place == at)
}
