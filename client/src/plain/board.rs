//! The board in words: all of it, one place, and the legal moves.
//!
//! Called by typed commands. Law kept here: no rules. The legal moves and their odds are those that
//! the server sent.

use dicehall_engine::Seat;

use super::people::who;
use super::words::{self, OwnedPiece, Target, Who};
use crate::games::board::PlaceContent;
use crate::games::place::{Move, Place, Typed};
use crate::graphics::text::percent;
use crate::lang::Language;
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;

/// The description of the whole board, or of one place.
pub(super) fn look(model: &Model, text: &str) -> Vec<String> {
    let Some((lobby, game_match)) = playing(model) else {
        return vec![model.look.language.no_board()];
    };
    if text.is_empty() {
        return whole(lobby, game_match);
    }
    match point(game_match, text) {
        Some(at) => place(lobby, game_match, at),
        None => vec![model.look.language.no_place(text)],
    }
}

/// The legal moves, the best first; only from one place if it is named.
pub(super) fn targets(model: &Model, text: &str) -> Vec<String> {
    let Some((lobby, game_match)) = playing(model) else {
        return vec![model.look.language.no_board()];
    };
    if !game_match.may_choose() {
        return vec![model.look.language.not_your_turn()];
    }
    let from = point(game_match, text);
    if from.is_none() && !text.is_empty() {
        return vec![model.look.language.no_place(text)];
    }
    let moves = best_first(game_match);
    let moves: Vec<Move> = moves
        .into_iter()
        .filter(|it| from.is_none_or(|from| it.from == from))
        .collect();
    if let (true, Some(names)) = (moves.is_empty(), game_match.names(lobby.language)) {
        return vec![words::sentence(
            lobby.language,
            &lobby.language.choose_name(names),
        )];
    }
    if moves.is_empty() {
        return vec![model.look.language.nothing_to_choose()];
    }
    if moves.iter().all(|it| it.from == it.to) {
        let places: Vec<String> = moves.iter().map(|it| game_match.name(it.to)).collect();
        return vec![words::may_mark(lobby.language, &places)];
    }
    // Without odds, captures are told first.
    let is_quiet = |it: &Move| owner(game_match, it.to).is_none();
    let mut moves = moves;
    moves.sort_by_key(is_quiet);
    moves.iter().map(|it| told(lobby, game_match, it)).collect()
}

/// The odds and results of one attack, or of every attack on a place.
pub(super) fn odds(model: &Model, text: &str) -> Vec<String> {
    let Some((lobby, game_match)) = playing(model) else {
        return vec![model.look.language.no_board()];
    };
    if !game_match.game.has_luck() {
        return vec![model.look.language.no_luck()];
    }
    if !game_match.may_choose() {
        return vec![model.look.language.not_your_turn()];
    }
    let is_meant = |it: &Move| match game_match.board.places().typed(text) {
        Some(Typed::Move(from, to)) => it.from == from && it.to == to,
        Some(Typed::Point(to)) => it.to == to,
        Some(Typed::Action(_)) | None => false,
    };
    let meant: Vec<Move> = best_first(game_match)
        .into_iter()
        .filter(is_meant)
        .collect();
    let Some(first) = meant.first() else {
        return vec![model.look.language.nothing_to_choose()];
    };
    let lost = (meant.len() == 1).then(|| lobby.language.if_lost(game_match.name(first.from)));
    let told = meant.iter().map(|it| told(lobby, game_match, it));
    told.chain(lost).collect()
}

/// All legal moves: sorted by the winning probability, then by the size of the largest region.
pub(super) fn best_first(game_match: &GameMatch) -> Vec<Move> {
    let mut moves: Vec<Move> = game_match.moves().collect();
    let chance = |it: &Move| it.odds.unwrap_or(1.0);
    moves.sort_by(|one, other| {
        chance(other)
            .total_cmp(&chance(one))
            .then(other.link.cmp(&one.link))
    });
    moves
}

/// The place that a text names.
pub(super) fn point(game_match: &GameMatch, text: &str) -> Option<Place> {
    match game_match.board.places().typed(text)? {
        Typed::Point(at) => Some(at),
        Typed::Move(from, to) => (from == to).then_some(to),
        Typed::Action(_) => None,
    }
}

/// The winning probability in words; `None` if the attack always succeeds.
pub(super) fn chance(language: Language, odds: Option<f64>) -> Option<String> {
    let text = percent(Some(odds?)).replace('%', "");
    Some(match text.strip_prefix('<') {
        Some(least) => language.under(least),
        None => language.percent(text),
    })
}

fn playing(model: &Model) -> Option<(&Lobby, &GameMatch)> {
    Some((model.lobby.as_ref()?, model.game_match()?))
}

fn whole(lobby: &Lobby, game_match: &GameMatch) -> Vec<String> {
    let language = lobby.language;
    let rows = &game_match.board.places().rows;
    if rows.is_empty() {
        return by_owner(lobby, game_match);
    }
    let told = (1_usize..).zip(rows).map(|(number, row)| {
        let parts = if row.iter().all(|it| game_match.cell(*it).is_some()) {
            runs(lobby, game_match, row).join(&language.between_owners())
        } else {
            let squares = row.iter().map(|it| square(lobby, game_match, *it));
            squares.collect::<Vec<_>>().join(&language.between())
        };
        language.row(number, parts)
    });
    let seats = Seat::ALL.into_iter().take(lobby.view.seats.len());
    let has_hands = !game_match.board.places().hand.is_empty();
    let hands = seats.filter(|_| has_hands).map(|seat| {
        let held = game_match.board.hand(seat, language);
        words::in_hand(language, &who(lobby, seat), &held)
    });
    told.chain(hands).collect()
}

/// The places of a row, with neighbors of the same owner joined.
fn runs(lobby: &Lobby, game_match: &GameMatch, row: &[Place]) -> Vec<String> {
    let owner = |at: &Place| owner(game_match, *at);
    row.chunk_by(|one, other| owner(one) == owner(other))
        .filter_map(|run| {
            let owner = who(lobby, owner(run.first()?)?);
            Some(words::run(
                lobby.language,
                &owner,
                &with_dice(game_match, run),
            ))
        })
        .collect()
}

fn by_owner(lobby: &Lobby, game_match: &GameMatch) -> Vec<String> {
    let all: Vec<Place> = game_match.board.places().all().collect();
    let told = Seat::ALL.into_iter().filter_map(|seat| {
        let own = |it: &&Place| owner(game_match, **it) == Some(seat);
        let own: Vec<Place> = all.iter().filter(own).copied().collect();
        let own = with_dice(game_match, &own);
        (!own.is_empty())
            .then(|| words::holds(lobby.language, &who(lobby, seat), game_match.game, &own))
    });
    told.collect()
}

fn with_dice(game_match: &GameMatch, places: &[Place]) -> Vec<(String, u8)> {
    let named = |it: &Place| (game_match.name(*it), dice(game_match, *it));
    places.iter().map(named).collect()
}

fn place(lobby: &Lobby, game_match: &GameMatch, at: Place) -> Vec<String> {
    let Some(cell) = game_match.cell(at) else {
        let name = game_match.name(at);
        return squares(lobby, game_match, at, |it| {
            words::square_is(lobby.language, &name, it.as_ref())
        });
    };
    let neighbors = game_match.board.places().neighbors.get(at.idx());
    let beside: Vec<String> = neighbors
        .into_iter()
        .flatten()
        .filter_map(|it| {
            let owner = who(lobby, owner(game_match, *it)?);
            let name = game_match.name(*it);
            Some(words::neighbor(
                lobby.language,
                &name,
                &owner,
                dice(game_match, *it),
            ))
        })
        .collect();
    let name = game_match.name(at);
    vec![
        words::place_held(lobby.language, &name, &who(lobby, cell.owner), cell.dice),
        lobby
            .language
            .beside_it(beside.join(&lobby.language.between_owners())),
    ]
}

fn square(lobby: &Lobby, game_match: &GameMatch, at: Place) -> String {
    let name = game_match.name(at);
    let told = squares(lobby, game_match, at, |it| {
        words::square(lobby.language, &name, it.as_ref())
    });
    told.join(&lobby.language.between())
}

/// Tells of each piece or mark on a square, and whose it is, or that there is none.
fn squares(
    lobby: &Lobby,
    game_match: &GameMatch,
    at: Place,
    tell: impl Fn(Option<OwnedPiece>) -> String,
) -> Vec<String> {
    let held = game_match.board.held(at, lobby.language);
    let pieces = held
        .into_iter()
        .flat_map(PlaceContent::each)
        .filter_map(|it| {
            Some(tell(Some(OwnedPiece {
                owner: who(lobby, it.owner()?),
                name: it.counted(lobby.language)?,
            })))
        });
    let told: Vec<String> = pieces.collect();
    if told.is_empty() {
        return vec![tell(None)];
    }
    told
}

/// The owner of a place, or of the piece on it.
fn owner(game_match: &GameMatch, at: Place) -> Option<Seat> {
    game_match.board.held(at, Language::default())?.owner()
}

fn dice(game_match: &GameMatch, at: Place) -> u8 {
    game_match.cell(at).map_or(0, |it| it.dice)
}

/// A legal move in words.
fn told(lobby: &Lobby, game_match: &GameMatch, it: &Move) -> String {
    let board = &game_match.board;
    if !it.is_attack() {
        let is_drop = !board.places().contains(it.from);
        let typed = format!("{}{}", game_match.name(it.from), game_match.name(it.to));
        let text = board.told(it.action, lobby.language);
        return words::possible(lobby.language, &text, is_drop.then_some(typed.as_str()));
    }
    let owner = owner(game_match, it.to).map(|it| who(lobby, it));
    let before = lobby.my_seat().and_then(|it| game_match.link(it));
    let target = Target {
        from: &game_match.name(it.from),
        to: &game_match.name(it.to),
        owner: &owner.unwrap_or(Who::You),
        dice: [dice(game_match, it.from), dice(game_match, it.to)],
        chance: chance(lobby.language, it.odds),
        link: before.zip(it.link),
    };
    words::target(lobby.language, &target)
}
