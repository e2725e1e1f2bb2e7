//! The places of a board: their names, rows and neighbors, and the cursor's steps between them.
//!
//! Made once for a match by its board; asked by the screens and the line mode. Law kept here: no
//! rules. Whether a move between two places is possible is told by the server.

use dicehall_engine::game::layout::{Cells, Spot};
use dicehall_engine::game::{Grid, Layout};

use super::map_layout::MapLayout;
use super::{Direction, Place, Typed, lands};

/// The places of a board. Those in the hand have the numbers after them.
#[derive(Clone, Debug)]
pub struct Places {
    /// The name of each place.
    pub names: Vec<String>,
    /// The next place in each direction, in the order of [`Direction::ALL`]; `None` at the edge.
    pub beside: Vec<[Option<Place>; 8]>,
    /// The places beside each place, where hexes or regions touch.
    pub neighbors: Vec<Vec<Place>>,
    /// The places row by row from the top, in the order in which they are read out; empty on a
    /// board without rows.
    pub rows: Vec<Vec<Place>>,
    /// The names of the kinds of pieces that can be in a hand.
    pub hand: Vec<String>,
    /// The cursor's first place: near the middle.
    pub first: Place,
    /// Whether letters can stand over the columns, in an additional row.
    pub has_letters: bool,
    /// Whether the name of a place alone makes a move, which has the place as both ends.
    pub is_marked_by_name: bool,
    /// Whether a captured place is animated as a tile that turns over.
    pub flips: bool,
}

impl Places {
    /// The places of a board with this layout.
    pub fn of(layout: &Layout) -> Self {
        let all = Place::all().take(layout.places());
        let names = all.map(|it| layout.name(it)).collect();
        match layout {
            Layout::Grid(grid) if grid.cells == Cells::Square => Self::of_squares(names, *grid),
            Layout::Grid(grid) => Self::of_hexes(names, *grid),
            Layout::Regions(regions) => match MapLayout::new(&regions.rows) {
                Some(map) => Self::of_map(names, &map),
                None => Self::new(Vec::new(), |_, _| None),
            },
            Layout::Text => Self::new(Vec::new(), |_, _| None),
        }
    }

    /// The same places with names that have initials, on a map.
    #[must_use]
    pub fn with_names(self, layout: &Layout) -> Self {
        let Layout::Regions(regions) = layout else {
            return self;
        };
        let names = MapLayout::new(&regions.rows).map(|it| lands::names(&it));
        Self {
            names: names.unwrap_or_else(|| self.names.clone()),
            ..self
        }
    }

    fn of_squares(names: Vec<String>, grid: Grid) -> Self {
        let spots = Place::all().take(names.len()).map(|at| {
            let Spot { column, row } = grid.spot(at);
            (i32::from(column), i32::from(row))
        });
        let spots: Vec<(i32, i32)> = spots.collect();
        Self::at_spots(names, &spots).in_rows(grid)
    }

    fn of_hexes(names: Vec<String>, grid: Grid) -> Self {
        const AROUND: [Direction; 6] = [
            Direction::UpLeft,
            Direction::UpRight,
            Direction::Left,
            Direction::Right,
            Direction::DownLeft,
            Direction::DownRight,
        ];
        let hexes = Self::new(names, |at, direction| beside_hex(grid, at, direction));
        let around = |at| {
            AROUND
                .iter()
                .filter_map(move |it| beside_hex(grid, at, *it))
        };
        Self {
            neighbors: hexes.all().map(|at| around(at).collect()).collect(),
            has_letters: true,
            ..hexes.in_rows(grid)
        }
    }

    fn of_map(names: Vec<String>, map: &MapLayout) -> Self {
        let all = || Place::all().take(names.len());
        let spots: Vec<(i32, i32)> = all().filter_map(|it| map.spot(it)).collect();
        Self {
            neighbors: all().map(|it| map.neighbors(it)).collect(),
            first: map.middle(),
            ..Self::at_spots(names, &spots)
        }
    }

    /// Places with these names, and the cursor's steps between them.
    fn new(names: Vec<String>, beside: impl Fn(Place, Direction) -> Option<Place>) -> Self {
        let all = Place::all().take(names.len());
        let beside = all.map(|at| Direction::ALL.map(|it| beside(at, it)));
        Self {
            beside: beside.collect(),
            names,
            neighbors: Vec::new(),
            rows: Vec::new(),
            hand: Vec::new(),
            first: Place(0),
            has_letters: false,
            is_marked_by_name: false,
            flips: false,
        }
    }

    /// Places at these points; a step goes to the nearest place ahead.
    fn at_spots(names: Vec<String>, spots: &[(i32, i32)]) -> Self {
        let others = |at: Place| {
            let all = Place::all().zip(spots.iter().copied());
            all.filter(move |(it, _)| *it != at)
        };
        Self::new(names, |at, direction| {
            direction.nearest(*spots.get(at.idx())?, others(at))
        })
    }

    /// The same places in the rows of a grid, in the middle of which the cursor begins.
    fn in_rows(self, grid: Grid) -> Self {
        let place = |row, column| grid.place(Spot { column, row });
        let row = |row| {
            (0..grid.columns)
                .filter_map(move |it| place(row, it))
                .collect()
        };
        let middle = place(grid.rows / 2, grid.columns / 2);
        Self {
            rows: (0..grid.rows).map(row).collect(),
            first: middle.unwrap_or(Place(0)),
            ..self
        }
    }

    /// Whether places have names with initials, by which one jumps to them: those of a map that has names.
    pub fn has_names(&self) -> bool {
        let first = self.names.first();
        self.rows.is_empty() && first.is_some_and(|it| !is_number(it))
    }

    /// The number of places that the cursor can be on.
    pub const fn count(&self) -> usize {
        self.names.len()
    }

    /// Every place that the cursor can be on.
    pub fn all(&self) -> impl Iterator<Item = Place> + use<> {
        Place::all().take(self.count())
    }

    /// Whether a place is on the board, and not in a hand.
    pub fn contains(&self, at: Place) -> bool {
        at.idx() < self.count()
    }

    /// The name of a place or of a kind of piece in the hand; empty beyond these.
    pub fn name(&self, at: Place) -> String {
        let mut all = self.names.iter().chain(&self.hand);
        all.nth(at.idx()).cloned().unwrap_or_default()
    }

    /// The name of a place for texts in which a bare number could mean something else.
    pub fn full_name(&self, at: Place) -> String {
        let name = self.name(at);
        if is_number(&name) {
            return format!("#{name}");
        }
        name
    }

    /// The next place in a direction; `None` at the edge.
    pub fn beside(&self, at: Place, direction: Direction) -> Option<Place> {
        let index = Direction::ALL.iter().position(|it| *it == direction)?;
        *self.beside.get(at.idx())?.get(index)?
    }

    /// The place of a kind of piece in one's own hand, by its number from 0 on.
    pub fn in_hand(&self, number: u8) -> Option<Place> {
        let at = self.count() + usize::from(number);
        let is_known = usize::from(number) < self.hand.len();
        u8::try_from(at).ok().filter(|_| is_known).map(Place)
    }

    /// The meaning of one or two names: `b3`, `b3c4`, `b3 c4`, `b3-c4`, `12>7`, `C*b2`; the sign of
    /// a promotion may follow. `None` if it has none.
    pub fn typed(&self, text: &str) -> Option<Typed> {
        let text = text.trim_end_matches('+');
        let names = text.split([' ', '-', '>', ',', '#']);
        let names: Vec<&str> = names.filter(|it| !it.is_empty()).collect();
        match names.as_slice() {
            [name] => match self.named(name).filter(|it| self.contains(*it)) {
                Some(at) if self.is_marked_by_name => Some(Typed::Move(at, at)),
                Some(at) => Some(Typed::Point(at)),
                None => (1..name.len()).find_map(|it| {
                    let (from, to) = name.split_at_checked(it)?;
                    self.between(from, to).filter(|_| !is_number(from))
                }),
            },
            [from, to] => self.between(from, to),
            _ => None,
        }
    }

    /// The move between two named places, of which the second is on the board.
    fn between(&self, from: &str, to: &str) -> Option<Typed> {
        let (from, to) = (self.named(from)?, self.named(to)?);
        let is_move = self.contains(to) && !self.is_marked_by_name;
        is_move.then_some(Typed::Move(from, to))
    }

    /// The place or the kind of piece in the hand with this name, in letters of any case. Places with initials are also known
    /// by their numbers, and by the beginnings of their names.
    fn named(&self, name: &str) -> Option<Place> {
        let mut all = Place::all().zip(self.names.iter().chain(&self.hand));
        let exact = all.find(|(_, it)| it.eq_ignore_ascii_case(name));
        let exact = exact.map(|(at, _)| at);
        if !self.has_names() {
            return exact;
        }
        let number = || name.parse().ok().map(Place).filter(|it| self.contains(*it));
        exact.or_else(number).or_else(|| self.begun(name))
    }

    /// The only place whose name begins with these letters, of which there are at least two.
    fn begun(&self, letters: &str) -> Option<Place> {
        const LETTERS_MIN: usize = 2;
        if letters.len() < LETTERS_MIN {
            return None;
        }
        let begins = |name: &String| {
            let start = name.get(..letters.len());
            start.is_some_and(|it| it.eq_ignore_ascii_case(letters))
        };
        let mut found = self.all().zip(&self.names).filter(|it| begins(it.1));
        let first = found.next().map(|it| it.0);
        first.filter(|_| found.next().is_none())
    }
}

/// The next hex in a direction. Up and down go to the right and to the left by turns, so that the
/// cursor stays in its column.
fn beside_hex(grid: Grid, at: Place, direction: Direction) -> Option<Place> {
    let Spot { column, row } = grid.spot(at);
    // The steps to the columns of the hexes above and below; each row is shifted against the one above.
    let ([up_left, up_right], [down_left, down_right]) = match grid.cells {
        Cells::HexRight => ([0, 1], [-1, 0]),
        Cells::HexLeft | Cells::Square => ([-1, 0], [0, 1]),
    };
    let is_even = row.is_multiple_of(2);
    let ways: &[(i8, i8)] = match direction {
        Direction::Left => &[(0, -1)],
        Direction::Right => &[(0, 1)],
        Direction::UpLeft => &[(-1, up_left)],
        Direction::UpRight => &[(-1, up_right)],
        Direction::DownLeft => &[(1, down_left)],
        Direction::DownRight => &[(1, down_right)],
        Direction::Up if is_even => &[(-1, up_right), (-1, up_left)],
        Direction::Up => &[(-1, up_left), (-1, up_right)],
        Direction::Down if is_even => &[(1, down_right), (1, down_left)],
        Direction::Down => &[(1, down_left), (1, down_right)],
    };
    ways.iter().find_map(|(down, right)| {
        grid.place(Spot {
            column: column.checked_add_signed(*right)?,
            row: row.checked_add_signed(*down)?,
        })
    })
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use dicehall_engine::game::Regions;

    use super::*;

    fn squares() -> Places {
        Places {
            hand: vec!["C*".to_owned()],
            ..Places::of(&Layout::squares(3, 4))
        }
    }

    #[test]
    fn names_are_typed_alone_joined_and_apart() {
        let numbers: Vec<String> = (0..20).map(|it| it.to_string()).collect();
        let map = Places::new(numbers, |_, _| None);
        let moved = |from, to| Some(Typed::Move(Place(from), Place(to)));
        let squares = squares();
        for (text, expect) in [
            ("B3", Some(Typed::Point(Place(7)))),
            ("b3b2", moved(7, 4)),
            ("b3-b2", moved(7, 4)),
            ("b2b1+", moved(4, 1)),
            ("c*a1", moved(12, 0)),
            ("c*", None),
            ("a1C*", None),
            ("d1", None),
            ("b3 b2 b1", None),
            ("schön", None),
        ] {
            assert_eq!(squares.typed(text), expect, "{text}");
        }
        for (text, expect) in [
            ("12>7", moved(12, 7)),
            ("#12", Some(Typed::Point(Place(12)))),
            ("127", None),
            ("12 20", None),
        ] {
            assert_eq!(map.typed(text), expect, "{text}");
        }
        let marks = Places {
            is_marked_by_name: true,
            ..squares
        };
        assert_eq!(
            [marks.typed("b2"), marks.typed("b2b3")],
            [moved(4, 4), None]
        );
    }

    #[test]
    fn a_place_with_an_initial_is_known_by_name_number_and_first_letters() {
        let map = ["AABB", "AABB", "CCDD", "CCDD"].map(str::to_owned).to_vec();
        let layout = Layout::Regions(Regions { rows: map });
        let map = Places::of(&layout).with_names(&layout);
        assert_eq!(map.names, ["Alder", "Birch", "Cove", "Dune"]);
        let moved = |from, to| Some(Typed::Move(Place(from), Place(to)));
        for (text, expect) in [
            ("cove", Some(Typed::Point(Place(2)))),
            ("2", Some(Typed::Point(Place(2)))),
            ("co", Some(Typed::Point(Place(2)))),
            ("c", None),
            ("4", None),
            ("Alder Birch", moved(0, 1)),
            ("alderbirch", moved(0, 1)),
            ("albi", moved(0, 1)),
            ("0>3", moved(0, 3)),
            ("99", None),
        ] {
            assert_eq!(map.typed(text), expect, "{text}");
        }
    }

    #[test]
    fn hexes_touch_six_others_whichever_way_the_rows_are_shifted() {
        for (cells, expect) in [
            (Cells::HexRight, ["b1", "c1", "a2", "c2", "a3", "b3"]),
            (Cells::HexLeft, ["a1", "b1", "a2", "c2", "b3", "c3"]),
        ] {
            let places = Places::of(&Layout::Grid(Grid::new(3, 3, cells)));
            let around = places.neighbors[4].iter().map(|it| places.name(*it));
            assert_eq!(around.collect::<Vec<_>>(), expect);
        }
    }

    #[test]
    fn places_are_found_by_name_by_step_and_in_the_hand() {
        let squares = squares();
        let names = [0, 4, 11, 12, 13].map(|it| squares.name(Place(it)));
        assert_eq!(names, ["a1", "b2", "c4", "C*", ""]);
        assert_eq!(
            [squares.in_hand(0), squares.in_hand(1)],
            [Some(Place(12)), None]
        );
        let beside = |direction| squares.beside(Place(0), direction);
        assert_eq!(beside(Direction::Right), Some(Place(1)));
        assert_eq!(beside(Direction::Up), None);
        assert_eq!(squares.rows.len(), 4);
    }
}
