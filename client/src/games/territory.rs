//! The board of the games on territories: owners and dice on hexes or on a map, and how attacks and ends of turns are
//! told.

use std::sync::Arc;

use dicehall_engine::game::Layout;
use dicehall_engine::games::territory::{Action, Cells, Chance, Roll, Standing, Territory, View};
use dicehall_engine::{AnyView, Outcome, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::act::battle::Battle;
use super::act::{Act, Told};
use super::board::{BoardContext, Cell, GameBoard, Labels, PlaceArea, PlaceContent};
use super::draw::Ground;
use super::draw::tile::{Tile, tile_of};
use super::place::{Place, Places};
use crate::graphics::Scale;
use crate::graphics::theme::Look;
use crate::lang::Language;

/// The board of a match.
#[derive(Clone, Debug)]
pub struct Territories {
    places: Arc<Places>,
    ground: Ground,
    /// The name of the map; `None` on hexes.
    map: Option<String>,
    /// The owner and dice of each territory in index order; empty if the server's text cannot be
    /// read.
    cells: Vec<Cell>,
    standings: Vec<Standing>,
    outcome: Option<Outcome>,
}

impl Territories {
    /// A board of hexes, which turn over when they are captured.
    pub fn of_hexes(layout: &Layout, view: &View) -> Self {
        let places = Places {
            flips: true,
            ..Places::of(layout)
        };
        Self::new(layout, places, None, view)
    }

    /// A map with its name.
    pub fn of_map(layout: &Layout, name: &str, view: &View) -> Self {
        let places = Places::of(layout).with_names(layout);
        Self::new(layout, places, Some(name.to_owned()), view)
    }

    fn new(layout: &Layout, places: Places, map: Option<String>, view: &View) -> Self {
        let places = Arc::new(places);
        let mut board = Self {
            ground: Ground::new(layout, &places),
            places,
            map,
            cells: Vec::new(),
            standings: Vec::new(),
            outcome: None,
        };
        board.read(view);
        board
    }

    /// The name that is written on a territory; none on hexes, which have letters and numbers at the edge.
    fn land(&self, at: Place) -> String {
        let is_named = self.places.has_names();
        let name = is_named.then(|| self.places.name(at));
        name.unwrap_or_default()
    }

    fn read(&mut self, view: &View) {
        self.cells = cells(&view.board, self.places.count());
        self.standings.clone_from(&view.standings);
        self.outcome = view.outcome;
    }
}

impl GameBoard for Territories {
    fn places(&self) -> &Places {
        &self.places
    }

    fn show(&mut self, view: &AnyView) {
        if let Some(view) = view.on_territories() {
            self.read(view);
        }
    }

    fn follow(&mut self, acts: &[Act], view: Option<&AnyView>, _language: Language) -> Vec<Told> {
        let mut cells = self.cells.clone();
        let mut told: Vec<Told> = acts.iter().map(|it| tell(it, &mut cells)).collect();
        if let Some(view) = view {
            let before = std::mem::take(&mut self.cells);
            self.show(view);
            // Dice that come without luck are in no event.
            if let [Told::EndedTurn { seat, added }] = told.as_mut_slice()
                && added.is_empty()
            {
                *added = gained(*seat, &before, &self.cells);
            }
        }
        told
    }

    fn add_die(&mut self, at: Place) {
        let Some(cell) = self.cells.get_mut(at.idx()) else {
            return;
        };
        cell.dice = cell.dice.saturating_add(1);
        if let Some(standing) = self.standings.get_mut(cell.owner.idx()) {
            standing.dice = standing.dice.saturating_add(1);
        }
    }

    fn held(&self, at: Place, _language: Language) -> Option<PlaceContent> {
        self.cells.get(at.idx()).copied().map(PlaceContent::Dice)
    }

    fn standings(&self) -> &[Standing] {
        &self.standings
    }

    fn ending(&self, language: Language) -> Option<String> {
        let owners = self.standings.iter().filter(|it| it.territories > 0);
        let words = match (self.outcome?.winners.iter().count(), owners.count()) {
            (1, 1) => language.end_last_owner(),
            (1, _) => language.end_most_land(),
            (_, _) => language.end_same_land(),
        };
        Some(words)
    }

    fn labels(&self, look: Look) -> Labels {
        let rows = self.places.rows.len();
        let variant = match &self.map {
            Some(name) => look
                .language
                .on_map(look.language.switch_value(name.as_str())),
            None => format!(" {rows}{}{rows}", look.symbols().times),
        };
        Labels {
            variant,
            ..Labels::default()
        }
    }

    fn size(&self, look: Look, scale: Scale) -> Size {
        self.ground.size(look, scale)
    }

    fn draw(&self, context: &BoardContext<'_>, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        let cells = Place::all().zip(&self.cells);
        let tile = |(at, cell): (Place, &Cell)| Tile {
            count: Tile::digit(cell.dice),
            pips: cell.dice,
            name: self.land(at),
            ..tile_of(context, at, Some(cell.owner))
        };
        let tiles: Vec<Tile> = cells.map(tile).collect();
        self.ground.draw(&tiles, context, area, buffer)
    }
}

/// The view of a position in the first round of which only owners and dice matter; for examples.
pub(super) const fn example_view(board: Cells) -> View {
    View {
        board,
        to_move: None,
        opening: false,
        round: 1,
        standings: Vec::new(),
        outcome: None,
    }
}

/// Tells an action, and changes the owner of the territory that it captures.
fn tell(act: &Act, cells: &mut [Cell]) -> Told {
    let seat = act.seat;
    match act.action.on_territories() {
        Some(Action::Attack { from, to }) => Told::Attacked(fight(act, [from, to], cells)),
        Some(Action::Pass) => Told::EndedTurn {
            seat,
            added: reinforced(act),
        },
        None => Told::Action {
            seat,
            text: act.action.to_string(),
        },
    }
}

fn fight(act: &Act, [from, to]: [Territory; 2], cells: &mut [Cell]) -> Battle {
    let defender = cells.get(to.idx()).map_or(act.seat, |it| it.owner);
    let roll = match act.chances.first().and_then(|it| it.on_territories()) {
        Some(Chance::Battle(roll)) => Some(roll),
        Some(Chance::Reinforce(_)) | None => None,
    };
    let won = roll.is_none_or(Roll::captures);
    let mut is_fall = false;
    if let (true, Some(cell)) = (won, cells.get_mut(to.idx())) {
        cell.owner = act.seat;
        is_fall = cells.iter().all(|it| it.owner != defender);
    }
    Battle {
        attacker: act.seat,
        defender,
        from: from.into(),
        to: to.into(),
        faces: roll.map(|it| [it.attack, it.defense]),
        won,
        odds: act.odds,
        is_fall,
    }
}

/// The territories to which luck has added dice, with the numbers.
fn reinforced(act: &Act) -> Vec<(Place, u8)> {
    let mut added: Vec<(Place, u8)> = Vec::new();
    for chance in &act.chances {
        let Some(Chance::Reinforce(at)) = chance.on_territories() else {
            continue;
        };
        let at = Place::from(at);
        match added.iter_mut().find(|(territory, _)| *territory == at) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => added.push((at, 1)),
        }
    }
    added
}

/// The territories on which a seat has more dice than before, with the differences.
fn gained(seat: Seat, before: &[Cell], after: &[Cell]) -> Vec<(Place, u8)> {
    let pairs = Place::all().zip(before.iter().zip(after));
    let own = pairs
        .filter(|(_, (old, new))| old.owner == seat && new.owner == seat && new.dice > old.dice);
    own.map(|(at, (old, new))| (at, new.dice - old.dice))
        .collect()
}

/// The owners and dice of a board; none unless there are as many as the board has places.
fn cells(board: &Cells, places: usize) -> Vec<Cell> {
    if board.len() == places {
        board.to_vec()
    } else {
        Vec::new()
    }
}
