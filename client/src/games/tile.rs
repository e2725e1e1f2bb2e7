//! A hex or territory to be drawn: owner, dice, cursor, source, odds, and the traces of the last
//! events.

use dicehall_engine::Seat;
use ratatui::style::Style;

use super::board::BoardContext;
use super::place::Place;
use super::territory::{Cell, Territories};
use crate::graphics::palette::{Palette, Rgb};
use crate::graphics::text::percent;
use crate::graphics::theme::{EdgeRank, Look};

/// A territory to be drawn.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The owner. Edges between tiles of different owners are borders.
    pub owner: Seat,
    /// The style of background and text, on a board of lines.
    pub fill: Style,
    /// Whether something else is chosen, for which this territory plays no part.
    pub is_dimmed: bool,
    /// The owner's mark.
    pub glyph: &'static str,
    /// The number of dice, in one character.
    pub count: char,
    /// The number of dice to draw as pips, where there is room.
    pub pips: u8,
    /// The brackets around mark and number; `None` if it is not marked.
    pub brackets: Option<[&'static str; 2]>,
    /// The winning probability in percent, as text of at most three characters; empty if it cannot
    /// be attacked.
    pub odds: String,
    /// The winning probability, from 0 to 1.
    pub chance: f64,
    /// Whether it is the person's and endangered if it stays as it is.
    pub is_in_danger: bool,
    /// The sign of the last event here; empty if there was none.
    pub trail: &'static str,
    /// The least style of its edges; a neighbor may have a stronger one.
    pub rank: EdgeRank,
    /// The new owner, whose color it has while it is shown from its edge during a flip.
    pub band: Option<Seat>,
}

/// The mark of an endangered territory.
pub const DANGER: &str = "!";

/// The marked territories, by their indices.
#[derive(Clone, Copy, Debug)]
pub struct Marked {
    /// The one under the cursor.
    pub cursor: usize,
    /// The one with a ring: the source, or the one under the cursor if there is no source.
    pub ring: Option<usize>,
    /// The start and end of an arrow.
    pub arrow: Option<(usize, usize)>,
}

impl Marked {
    /// Marks the source and its target; or the last battle, while there is nothing to choose.
    pub fn new(dice: &Territories, context: &BoardContext<'_>) -> Self {
        let cursor = context.cursor.idx();
        let last = dice.battle.filter(|_| context.shows_last);
        let source = context.source.or(last.map(|it| it.from)).map(Place::idx);
        let aims = context.moves.iter().any(|it| it.to == context.cursor);
        let to = match context.source {
            Some(_) if context.fought.is_some() => context.fought.map(|it| it.attack.to.idx()),
            Some(_) => (aims || context.shows_last).then_some(cursor),
            None => last.map(|it| it.to.idx()),
        };
        Self {
            cursor,
            ring: source.or(Some(cursor)),
            arrow: source.zip(to),
        }
    }
}

impl Tile {
    /// A territory of which only the owner is known.
    pub fn blank(look: Look, owner: Seat) -> Self {
        Self {
            owner,
            fill: look.fill(owner),
            is_dimmed: false,
            glyph: look.owner(owner),
            count: ' ',
            pips: 0,
            brackets: None,
            odds: String::new(),
            chance: 0.0,
            is_in_danger: false,
            trail: "",
            rank: EdgeRank::Border,
            band: None,
        }
    }
}

/// The color for a winning probability, from bad to good.
pub const fn odds_color(palette: &Palette, chance: f64) -> Rgb {
    if chance >= 0.6 {
        palette.good
    } else if chance >= 0.4 {
        palette.owners[1].text
    } else {
        palette.bad
    }
}

/// All territories as they are drawn, in index order.
pub fn tiles(dice: &Territories, context: &BoardContext<'_>) -> Vec<Tile> {
    Place::all()
        .zip(dice.shown_cells())
        .map(|(at, cell)| tile(dice, context, at, *cell))
        .collect()
}

fn tile(dice: &Territories, context: &BoardContext<'_>, at: Place, cell: Cell) -> Tile {
    let look = context.look;
    // Before a source is chosen, the odds of attacks from the territory under the cursor are shown.
    let attack = context.moves.iter().find(|it| it.to == at);
    let was_target = context.fought.is_some_and(|it| it.is_target(at));
    let is_target = was_target || (attack.is_some() && context.source.is_some());
    let brackets = context.brackets(at);
    let rank = match brackets {
        Some(_) => EdgeRank::Selection,
        None if is_target => EdgeRank::Target,
        None => EdgeRank::Plain,
    };
    let odds = attack.map(|it| percent(it.odds)).unwrap_or_default();
    Tile {
        is_dimmed: !context.shows_last
            && context.source.is_some_and(|it| it != at)
            && !was_target
            && attack.is_none(),
        count: char::from_digit(u32::from(cell.dice), 17).map_or('?', |it| it.to_ascii_uppercase()),
        pips: cell.dice,
        brackets,
        // A certain attack has room for the number only.
        odds: if odds.len() > 3 {
            odds.trim_end_matches('%').to_owned()
        } else {
            odds
        },
        chance: attack.map_or(0.0, |it| it.odds.unwrap_or(1.0)),
        is_in_danger: dice.is_in_danger(at),
        trail: trail(dice, at),
        band: dice.rolling.as_ref().and_then(|it| it.band(at)),
        rank,
        ..Tile::blank(look, cell.owner)
    }
}

/// The sign on a territory: an exclamation mark where the person is likely to lose it, a star on
/// the target of the last attack, a dot on its source, a plus where the last ended turn added dice.
fn trail(dice: &Territories, at: Place) -> &'static str {
    match dice.battle {
        Some(_) | None if dice.is_in_danger(at) => DANGER,
        Some(battle) if battle.to == at => "*",
        Some(battle) if battle.from == at => ".",
        Some(_) | None if dice.gained.contains(&at) => "+",
        Some(_) | None => "",
    }
}
