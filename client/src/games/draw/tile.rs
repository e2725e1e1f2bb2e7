//! A hex or territory to be drawn: owner, dice, cursor, source, odds, and the traces of the last
//! events.

use dicehall_engine::Seat;
use ratatui::style::Style;

use super::heap::Sign;
use crate::games::board::{BoardContext, Watched};
use crate::games::place::Place;
use crate::graphics::palette::{Palette, Rgb};
use crate::graphics::text::percent;
use crate::graphics::theme::{EdgeRank, Look};

/// A territory to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// The owner; `None` for a place that is nobody's. Edges between tiles of different owners are
    /// borders.
    pub owner: Option<Seat>,
    /// The style of background and text, on a board of lines.
    pub fill: Style,
    /// Whether something else is chosen, for which this territory plays no part.
    pub is_dimmed: bool,
    /// The owner's mark.
    pub glyph: &'static str,
    /// The number of dice or the sign of a piece, in one character.
    pub count: char,
    /// The signs of several things that lie there; empty where there is at most one.
    pub heap: Vec<Sign>,
    /// The name to write on it, where there is room; empty for none.
    pub name: String,
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
    /// The words below mark and number instead of odds or pips; `None` for none.
    pub note: Option<Note>,
    /// The new owner, whose color it has while it is shown from its edge during a flip.
    pub band: Option<Seat>,
}

/// Words on a territory about what has happened there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// So many new dice have come.
    NewDice(usize),
    /// The match turned here.
    Turning(String),
}

impl Note {
    /// The words.
    pub fn text(&self) -> String {
        match self {
            Self::NewDice(count) => format!("+{count}"),
            Self::Turning(words) => words.clone(),
        }
    }
}

/// The mark of an endangered territory.
pub const DANGER: &str = "!";

/// The marked territories, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The one under the cursor.
    pub cursor: usize,
    /// The one with a ring: the source, or the one under the cursor if there is no source.
    pub ring: Option<usize>,
    /// The start and end of an arrow.
    pub arrow: Option<(usize, usize)>,
    /// Whether the cursor is shown.
    pub shows_cursor: bool,
}

impl Marked {
    /// Marks the source and its target; or the last battle, while there is nothing to choose.
    pub fn new(context: &BoardContext<'_>) -> Self {
        let cursor = context.cursor.idx();
        if context.is_over {
            return Self {
                cursor,
                ring: context.turning.map(|it| it.at.idx()),
                arrow: None,
                shows_cursor: false,
            };
        }
        let last = context.trail.battle.filter(|_| context.shows_last);
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
            shows_cursor: true,
        }
    }
}

impl Tile {
    /// A place of which only the owner is known.
    pub fn blank(look: Look, owner: Option<Seat>) -> Self {
        Self {
            owner,
            fill: owner.map_or_else(Style::new, |it| look.fill(it)),
            is_dimmed: false,
            glyph: owner.map_or("", |it| look.owner(it)),
            count: ' ',
            heap: Vec::new(),
            name: String::new(),
            pips: 0,
            brackets: None,
            odds: String::new(),
            chance: 0.0,
            is_in_danger: false,
            trail: "",
            rank: EdgeRank::Border,
            note: None,
            band: None,
        }
    }

    /// A number in one character.
    pub fn digit(number: u8) -> char {
        char::from_digit(u32::from(number), 17).map_or('?', |it| it.to_ascii_uppercase())
    }

    /// The owner's mark with the number or sign; empty for an empty place.
    pub fn sign(&self) -> String {
        format!("{}{}", self.glyph, self.count).trim().to_owned()
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

/// A place as it is drawn, without what lies on it.
pub fn tile_of(context: &BoardContext<'_>, at: Place, owner: Option<Seat>) -> Tile {
    let look = context.look;
    // Before a source is chosen, the odds of attacks from the territory under the cursor are shown.
    let attack = context.moves.iter().find(|it| it.to == at);
    let was_target = context.fought.is_some_and(|it| it.is_target(at));
    // After an attack whose dice lie the source plays no part any longer.
    let is_spent = context.fought.is_some() && context.moves.is_empty();
    let is_target = was_target || (attack.is_some() && context.source.is_some());
    let lit = context
        .trail
        .battle
        .filter(|_| context.watched != Watched::Off);
    let is_lit = lit.is_some_and(|it| it.from == at || it.to == at);
    let is_target = is_target || is_lit;
    let watched = lit.filter(|it| it.to == at && context.watched == Watched::Odds);
    let brackets = context.brackets(at);
    let rank = match brackets {
        Some(_) => EdgeRank::Selection,
        None if is_target => EdgeRank::Target,
        None => EdgeRank::Plain,
    };
    let chance = match watched {
        Some(battle) => Some(battle.chance()),
        None => attack.map(|it| it.odds),
    };
    let odds = chance.map(percent).unwrap_or_default();
    Tile {
        is_dimmed: lit.is_some() && !is_lit
            || !context.shows_last
                && !is_spent
                && context.source.is_some_and(|it| it != at)
                && !was_target
                && attack.is_none(),
        brackets,
        // A certain attack has room for the number only.
        odds: if odds.len() > 3 {
            odds.trim_end_matches('%').to_owned()
        } else {
            odds
        },
        chance: chance.map_or(0.0, |it| it.unwrap_or(1.0)),
        is_in_danger: context.endangered.contains(&at),
        trail: trail(context, at),
        note: note(context, at),
        band: context.flip.filter(|it| it.at == at).map(|it| it.to),
        rank,
        ..Tile::blank(look, owner)
    }
}

/// The words about what has happened at a place; `None` if there are none.
fn note(context: &BoardContext<'_>, at: Place) -> Option<Note> {
    let turning = context.turning.filter(|it| it.at == at);
    let fresh = context.fresh.iter().filter(|it| **it == at).count();
    let turned = turning.map(|it| Note::Turning(it.words.to_owned()));
    turned.or_else(|| (fresh > 0).then_some(Note::NewDice(fresh)))
}

/// The sign on a territory: an exclamation mark where the person is likely to lose it, a star on
/// the target of the last attack, a dot on its source, a plus where the last ended turn added dice.
fn trail(context: &BoardContext<'_>, at: Place) -> &'static str {
    match context.trail.battle {
        Some(_) | None if context.endangered.contains(&at) => DANGER,
        Some(battle) if battle.to == at => "*",
        Some(battle) if battle.from == at => ".",
        Some(_) | None if context.trail.gained.contains(&at) => "+",
        Some(_) | None => "",
    }
}
