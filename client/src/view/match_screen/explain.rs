//! The line below the board: what the cursor is on, and what an attack would mean.

use dicehall_engine::Seat;
use dicehall_engine::games::territory::Territory;
use ratatui::text::{Line, Span};

use crate::model::Model;
use crate::model::game_match::{Attack, GameMatch};
use crate::model::lobby::Lobby;
use crate::view::text::{cut, mark, percent, place, plain, styled};

/// The columns of a name in this line.
const NAME_WIDTH: usize = 16;

/// What the cursor is on, or what the match waits for.
pub fn line(model: &Model, lobby: &Lobby, game_match: &GameMatch) -> Line<'static> {
    let mut spans = vec![plain(" ")];
    let cursor = game_match.cursor;
    if let Some(attack) = game_match.attack_on(cursor) {
        this_attack(model, lobby, game_match, attack, &mut spans);
    } else if game_match.outcome.is_some() {
        spans.push(plain("the match is over   r rematch   B lobby"));
    } else if game_match.may_choose() {
        spans.extend(hex(model, game_match, cursor));
        my_turn(lobby, game_match, &mut spans);
    } else {
        spans.extend(hex(model, game_match, cursor));
        spans.push(plain("  "));
        waiting(model, lobby, game_match, &mut spans);
    }
    Line::from(spans)
}

/// Owner's mark, dice and name of a hex.
fn hex(model: &Model, game_match: &GameMatch, at: Territory) -> Vec<Span<'static>> {
    let Some(cell) = game_match.cell(at) else { return Vec::new() };
    let name = place(game_match.size, at);
    vec![mark(model.look, cell.owner), plain(format!("{} {name}", cell.dice))]
}

fn this_attack(
    model: &Model,
    lobby: &Lobby,
    game_match: &GameMatch,
    attack: Attack,
    spans: &mut Vec<Span<'static>>,
) {
    let from = place(game_match.size, attack.from);
    spans.extend(hex(model, game_match, attack.from));
    spans.push(plain(format!(" {} ", model.look.symbols().arrow)));
    spans.extend(hex(model, game_match, attack.to));
    match attack.odds {
        Some(odds) => {
            spans.push(styled(format!("  win {}", percent(Some(odds))), model.look.strong()));
            spans.push(plain(format!("  lose {}: {from} drops to 1", percent(Some(1.0 - odds)))));
        }
        None => spans.push(styled("  always wins", model.look.strong())),
    }
    let link = lobby.my_seat().and_then(|it| link(game_match, it));
    if let (Some(before), Some(after)) = (link, attack.link) {
        let arrow = model.look.symbols().arrow;
        let change =
            if before == after { format!("stays {after}") } else { format!("{before} {arrow} {after}") };
        spans.push(plain(format!("  if won: link {change}")));
    }
}

fn my_turn(lobby: &Lobby, game_match: &GameMatch, spans: &mut Vec<Span<'static>>) {
    let cursor = game_match.cursor;
    if game_match.attacks().next().is_none() {
        spans.push(plain("  nothing is left to attack: e ends the turn"));
        return;
    }
    if game_match.source.is_some() {
        spans.push(plain("  no target of the source: Tab goes to one, Esc lets go"));
        return;
    }
    let count = game_match.attacks_from(cursor).count();
    let mine = lobby.my_seat() == game_match.cell(cursor).map(|it| it.owner);
    let text = match (count, mine) {
        (0, true) => "  cannot attack: Tab goes to the next that can".to_owned(),
        (0, false) => "  Tab goes to a hex of yours that can attack".to_owned(),
        (1, _) => "  can attack 1 hex: Enter takes it as the source".to_owned(),
        (count, _) => format!("  can attack {count} hexes: Enter takes it as the source"),
    };
    spans.push(plain(text));
}

fn waiting(model: &Model, lobby: &Lobby, game_match: &GameMatch, spans: &mut Vec<Span<'static>>) {
    if lobby.my_seat().is_none() {
        spans.push(plain("you are watching"));
        return;
    }
    let sent = game_match.choices.as_ref().is_some_and(|it| it.sent);
    match game_match.view.to_move {
        Some(_) if sent => spans.push(plain("waiting for the dice")),
        Some(seat) => {
            spans.push(plain("waiting for "));
            spans.push(mark(model.look, seat));
            spans.push(plain(format!(" {}", cut(model.look, &lobby.seat_name(seat), NAME_WIDTH))));
        }
        None => {}
    }
}

fn link(game_match: &GameMatch, seat: Seat) -> Option<u8> {
    game_match.view.standings.get(seat.idx()).map(|it| it.link)
}
