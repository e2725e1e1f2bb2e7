//! The pictures of boards that were drawn last.
//!
//! Called by `draw`. While dice roll or a clock runs, a board looks the same in frame after frame, and at a door for ssh many
//! guests see the same one. Law kept here: a picture is shown again only if everything that it depends on is the same, so nobody
//! can tell whether it was drawn or kept.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use super::Ground;
use super::tile::{Marked, Tile};
use crate::games::board::PlaceArea;
use crate::graphics::Scale;
use crate::graphics::theme::Look;

/// The most cells of all pictures that are kept, of some 40 bytes each: a megabyte, and more than twenty boards in a terminal of 80
/// columns.
const CELLS_MAX: usize = 24_000;

/// The pictures that were drawn last in this program.
static PICTURES: Mutex<Pictures> = Mutex::new(Pictures(VecDeque::new()));

/// Everything that a picture depends on but the ground and the tiles.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setting {
    /// The abilities of the terminal, and the language.
    pub(super) look: Look,
    /// The size of the places.
    pub(super) scale: Scale,
    /// The marked places.
    pub(super) marked: Marked,
    /// Whether letters stand over the columns.
    pub(super) has_letters: bool,
    /// The area of the screen.
    pub(super) area: Rect,
}

/// A picture that was drawn.
struct Picture {
    ground: Ground,
    tiles: Vec<Tile>,
    setting: Setting,
    /// The cell that stood everywhere in the area before.
    under: Cell,
    /// The cells of the area, row by row.
    cells: Vec<Cell>,
    places: Vec<PlaceArea>,
}

/// The pictures that were drawn last, the newest first.
struct Pictures(VecDeque<Picture>);

/// A picture that is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    /// The ground: hexes or a map.
    pub(super) ground: &'a Ground,
    /// The tiles, one for each place.
    pub(super) tiles: &'a [Tile],
    /// Everything else.
    pub(super) setting: &'a Setting,
}

impl Question<'_> {
    /// Draws as `draw` does; returns the areas of the places. `draw` is not called if the same picture is kept.
    pub(super) fn draw_or_copy(
        self,
        buffer: &mut Buffer,
        draw: impl FnOnce(&mut Buffer) -> Vec<PlaceArea>,
    ) -> Vec<PlaceArea> {
        self.draw_or_copy_from(&PICTURES, buffer, draw)
    }

    fn draw_or_copy_from(
        self,
        pictures: &Mutex<Pictures>,
        buffer: &mut Buffer,
        draw: impl FnOnce(&mut Buffer) -> Vec<PlaceArea>,
    ) -> Vec<PlaceArea> {
        let area = self.setting.area;
        let under = only_cell(buffer, area).filter(|_| fits(area));
        let Some(under) = under else {
            return draw(buffer);
        };
        let kept = || pictures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(places) = kept().copy(|it| self.is_of(it, &under), buffer) {
            return places;
        }
        let places = draw(buffer);
        let rows = rows_of(buffer, area);
        let cells = rows.flat_map(|it| buffer.content[it].iter().cloned());
        kept().keep(Picture {
            ground: self.ground.clone(),
            tiles: self.tiles.to_vec(),
            setting: self.setting.clone(),
            under,
            cells: cells.collect(),
            places: places.clone(),
        });
        places
    }

    /// Whether a picture is the one that is asked for, on these cells.
    fn is_of(self, kept: &Picture, under: &Cell) -> bool {
        let is_like = kept.setting == *self.setting && kept.under == *under;
        is_like && kept.tiles == self.tiles && is_same(&kept.ground, self.ground)
    }
}

impl Pictures {
    /// Puts the picture that is asked for into a buffer; returns its places, or nothing if there is none.
    fn copy(
        &mut self,
        is_like: impl Fn(&Picture) -> bool,
        buffer: &mut Buffer,
    ) -> Option<Vec<PlaceArea>> {
        let at = self.0.iter().position(is_like)?;
        let picture = self.0.remove(at)?;
        let width = usize::from(picture.setting.area.width);
        for (row, cells) in rows_of(buffer, picture.setting.area).zip(picture.cells.chunks(width)) {
            buffer.content[row].clone_from_slice(cells);
        }
        let places = picture.places.clone();
        self.keep(picture);
        Some(places)
    }

    /// Keeps a picture in the place of those that were not asked for the longest.
    fn keep(&mut self, picture: Picture) {
        self.0.push_front(picture);
        let mut cells = 0;
        self.0.retain(|it| {
            cells += it.cells.len();
            cells <= CELLS_MAX
        });
    }
}

/// Whether a picture of this size is kept: one of more than half of all cells would leave no room for others.
fn fits(area: Rect) -> bool {
    usize::from(area.width) * usize::from(area.height) <= CELLS_MAX / 2
}

/// Whether boards on these grounds look the same; grounds that are not kept never do.
fn is_same(one: &Ground, other: &Ground) -> bool {
    match (one, other) {
        (Ground::Hexes(one), Ground::Hexes(other)) => one == other,
        (Ground::Map(one), Ground::Map(other)) => one == other,
        (Ground::Squares(_) | Ground::Hexes(_) | Ground::Map(_) | Ground::Nothing, _) => false,
    }
}

/// The cell that stands everywhere in an area of a buffer; `None` if there are several, and for an area that is empty or not
/// within the buffer.
fn only_cell(buffer: &Buffer, area: Rect) -> Option<Cell> {
    if area.is_empty() || buffer.area.intersection(area) != area {
        return None;
    }
    let first = &buffer[(area.x, area.y)];
    let mut cells = rows_of(buffer, area).flat_map(|it| &buffer.content[it]);
    cells.all(|it| it == first).then(|| first.clone())
}

/// Where the rows of an area stand among the cells of a buffer.
fn rows_of(buffer: &Buffer, area: Rect) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
    let (whole, width) = (buffer.area, usize::from(area.width));
    (area.top()..area.bottom()).map(move |y| {
        let above = usize::from(y - whole.y) * usize::from(whole.width);
        let from = above + usize::from(area.x - whole.x);
        from..from + width
    })
}

#[cfg(test)]
mod tests {
    use dicehall_engine::Seat;
    use ratatui::style::Color;

    use super::*;
    use crate::games::draw::hexagons::Field;
    use crate::games::place::Place;
    use crate::games::place::map_layout::MapLayout;
    use crate::graphics::palette::ColorLevel;

    const AREA: Rect = Rect::new(2, 1, 20, 8);

    fn ground() -> Ground {
        Ground::Hexes(Field {
            columns: 2,
            rows: 1,
            leans_right: false,
        })
    }

    fn setting() -> Setting {
        Setting {
            look: Look::default(),
            scale: Scale::Small,
            marked: Marked {
                cursor: 0,
                ring: None,
                arrow: None,
                shows_cursor: true,
            },
            has_letters: false,
            area: AREA,
        }
    }

    fn tiles() -> Vec<Tile> {
        let owner = |it: usize| Seat::ALL.get(it).copied();
        let blank = |it| Tile::blank(Look::default(), owner(it));
        vec![blank(0), blank(1)]
    }

    fn buffer() -> Buffer {
        Buffer::empty(Rect::new(0, 0, 30, 12))
    }

    fn question<'a>(ground: &'a Ground, tiles: &'a [Tile], setting: &'a Setting) -> Question<'a> {
        Question {
            ground,
            tiles,
            setting,
        }
    }

    /// Asks for a picture whose drawing is a word; returns whether it was drawn for this.
    fn is_drawn(pictures: &Mutex<Pictures>, question: Question<'_>, buffer: &mut Buffer) -> bool {
        let area = question.setting.area;
        let mut was_drawn = false;
        let places = question.draw_or_copy_from(pictures, buffer, |it| {
            was_drawn = true;
            it.set_string(area.x, area.y + 1, "picture", Color::Red);
            vec![(area, Place(1))]
        });
        assert_eq!(places, [(area, Place(1))]);
        assert_eq!(buffer[(area.x, area.y + 1)].symbol(), "p");
        was_drawn
    }

    #[test]
    fn the_same_picture_is_drawn_once_and_looks_the_same() {
        let pictures = Mutex::new(Pictures(VecDeque::new()));
        let (ground, tiles, setting) = (ground(), tiles(), setting());
        let question = question(&ground, &tiles, &setting);
        let (mut first, mut second) = (buffer(), buffer());
        assert!(is_drawn(&pictures, question, &mut first));
        assert!(!is_drawn(&pictures, question, &mut second));
        assert_eq!(first, second);
    }

    #[test]
    fn whatever_differs_is_drawn() {
        let pictures = Mutex::new(Pictures(VecDeque::new()));
        let ask = |ground: &Ground, tiles: &[Tile], setting: &Setting, mut buffer: Buffer| {
            is_drawn(&pictures, question(ground, tiles, setting), &mut buffer)
        };
        let usual = setting();
        ask(&ground(), &tiles(), &usual, buffer());
        let mut other = [(); 5].map(|()| usual.clone());
        other[0].look.colors = ColorLevel::True;
        other[1].scale = Scale::Large;
        other[2].marked.cursor = 1;
        other[3].has_letters = true;
        other[4].area.x = 3;
        for setting in other {
            assert!(ask(&ground(), &tiles(), &setting, buffer()), "{setting:?}");
        }
        let mut fuller = tiles();
        fuller[1].count = '7';
        assert!(ask(&ground(), &fuller, &usual, buffer()));
        let map = MapLayout::new(&["ab"]).map(std::sync::Arc::new);
        assert!(ask(&Ground::Map(map.unwrap()), &tiles(), &usual, buffer()));
        let mut colored = buffer();
        colored.set_style(colored.area, Color::Blue);
        assert!(ask(&ground(), &tiles(), &usual, colored));
        let mut written = buffer();
        written.set_string(5, 5, "x", Color::Blue);
        assert!(
            ask(&ground(), &tiles(), &usual, written),
            "on several cells"
        );
        assert!(!ask(&ground(), &tiles(), &usual, buffer()), "still kept");
    }

    #[test]
    fn only_the_last_ones_are_kept_and_none_that_is_too_large() {
        let pictures = Mutex::new(Pictures(VecDeque::new()));
        let ask = |setting: &Setting, mut buffer: Buffer| {
            let (ground, tiles) = (&ground(), &tiles()[..]);
            is_drawn(&pictures, question(ground, tiles, setting), &mut buffer)
        };
        let count = CELLS_MAX / usize::try_from(AREA.area()).unwrap();
        for cursor in 0..=count {
            let mut setting = setting();
            setting.marked.cursor = cursor;
            assert!(ask(&setting, buffer()));
            assert!(!ask(&setting, buffer()));
        }
        assert_eq!(pictures.lock().unwrap().0.len(), count);
        assert!(ask(&setting(), buffer()), "the first is gone");
        let area = Rect::new(0, 0, 440, 190);
        let large = Setting { area, ..setting() };
        assert!(ask(&large, Buffer::empty(area)));
        assert!(ask(&large, Buffer::empty(area)));
    }
}
