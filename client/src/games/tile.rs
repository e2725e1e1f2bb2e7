//! A hex or a territory as it is drawn: owner, dice, cursor, source, odds, and what happened last.

use ratatui::style::Style;

use super::board::BoardContext;
use super::place::Place;
use super::territory::{Cell, Territories};
use crate::graphics::text::percent;
use crate::graphics::theme::EdgeRank;

/// A territory to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Tile {
    /// The ground, and the text on it.
    pub fill: Style,
    /// Edges between tiles of different groups are borders.
    pub group: u8,
    /// The owner's mark.
    pub glyph: &'static str,
    /// The number of dice, in one character.
    pub count: char,
    /// The number of dice, as pips where there is room.
    pub pips: u8,
    /// What stands around glyph and count.
    pub brackets: Option<[&'static str; 2]>,
    /// The chance to win, in percent as text of at most three characters.
    pub odds: String,
    /// What the last attack left here.
    pub trail: &'static str,
    /// How its edges are to be drawn at least.
    pub rank: EdgeRank,
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
    // Before a source is taken, the odds of the territory under the cursor are shown.
    let attack = context.moves.iter().find(|it| it.to == at);
    let brackets = context.brackets(at);
    let rank = match (brackets, attack) {
        (Some(_), _) => EdgeRank::Selection,
        (None, Some(_)) if context.source.is_some() => EdgeRank::Target,
        (None, _) => EdgeRank::Plain,
    };
    let odds = attack.map(|it| percent(it.odds)).unwrap_or_default();
    Tile {
        fill: look.fill(cell.owner),
        group: cell.owner.number(),
        glyph: look.owner(cell.owner),
        count: char::from_digit(u32::from(cell.dice), 17).map_or('?', |it| it.to_ascii_uppercase()),
        pips: cell.dice,
        brackets,
        // A certain attack has room for its number alone.
        odds: if odds.len() > 3 {
            odds.trim_end_matches('%').to_owned()
        } else {
            odds
        },
        trail: trail(dice, at),
        rank,
    }
}

/// What happened last: a star where the last attack went, a dot where it came from, a plus where the last turn that
/// ended added dice.
fn trail(dice: &Territories, at: Place) -> &'static str {
    match dice.battle {
        Some(battle) if battle.to == at => "*",
        Some(battle) if battle.from == at => ".",
        Some(_) | None if dice.gained.contains(&at) => "+",
        Some(_) | None => "",
    }
}
