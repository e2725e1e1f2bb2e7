//! The position as hexes: owners, dice, the cursor, the source, its targets, and the last attack.

use dicehall_engine::games::territory::Territory;
use ratatui::Frame;
use ratatui::text::Line;

use crate::model::Model;
use crate::model::game_match::{Cell, GameMatch};
use crate::theme::EdgeRank;
use crate::view::board::hex::{Coordinates, Hex, HexBoard};
use crate::view::hits::{Hit, HitMap};
use crate::view::layout::Arrangement;
use crate::view::text::percent;

/// Draws the board.
pub fn draw(
    model: &Model,
    game_match: &GameMatch,
    parts: &Arrangement,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    if game_match.cells.is_empty() {
        frame.render_widget(Line::from(" this board cannot be drawn: is the server newer?"), parts.board);
        return;
    }
    let hexes = hexes(model, game_match);
    let board = HexBoard {
        look: model.look,
        scale: parts.scale,
        columns: usize::from(game_match.size),
        hexes: &hexes,
        focus: game_match.cursor.idx(),
        coordinates: if parts.letters { Coordinates::All } else { Coordinates::Rows },
    };
    board.draw(parts.board, frame.buffer_mut(), |index, area| {
        if let Ok(at) = u8::try_from(index) {
            hits.add(area, Hit::Territory(Territory(at)));
        }
    });
}

fn hexes(model: &Model, game_match: &GameMatch) -> Vec<Hex> {
    let places = (0..=u8::MAX).map(Territory);
    places.zip(&game_match.cells).map(|(at, cell)| hex(model, game_match, at, *cell)).collect()
}

fn hex(model: &Model, game_match: &GameMatch, at: Territory, cell: Cell) -> Hex {
    let look = model.look;
    let (cursor, source) = (game_match.cursor == at, game_match.source == Some(at));
    // Before a source is taken, the odds of the hex under the cursor are shown.
    let from = game_match.source.unwrap_or(game_match.cursor);
    let attack = game_match.attacks_from(from).find(|it| it.to == at);
    let target = attack.is_some() && game_match.source.is_some();
    let brackets = match (source, cursor) {
        (true, _) => Some(look.symbols().source),
        (false, true) => Some(["[", "]"]),
        (false, false) => None,
    };
    let rank = match (source || cursor, target) {
        (true, _) => EdgeRank::Selection,
        (false, true) => EdgeRank::Target,
        (false, false) => EdgeRank::Plain,
    };
    let odds = attack.map(|it| percent(it.odds)).unwrap_or_default();
    Hex {
        fill: look.fill(cell.owner),
        group: cell.owner.number(),
        glyph: look.owner(cell.owner),
        count: char::from_digit(u32::from(cell.dice), 17).map_or('?', |it| it.to_ascii_uppercase()),
        pips: cell.dice,
        brackets,
        // A certain attack has room for its number alone.
        odds: if odds.len() > 3 { odds.trim_end_matches('%').to_owned() } else { odds },
        trail: trail(game_match, at),
        rank,
    }
}

/// What happened last: a star where the last attack went, a dot where it came from, a plus where the last turn that
/// ended added dice.
fn trail(game_match: &GameMatch, at: Territory) -> &'static str {
    match game_match.battle {
        Some(battle) if battle.to == at => "*",
        Some(battle) if battle.from == at => ".",
        Some(_) | None if game_match.gained.contains(&at) => "+",
        Some(_) | None => "",
    }
}
