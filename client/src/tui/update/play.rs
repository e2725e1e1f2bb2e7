//! Playing on the board: the cursor, the source, and the moves made with them.

pub(super) mod coach;
pub(super) mod hint;
pub(super) mod lesson;

use dicehall_engine::AnyAction;
use dicehall_engine::lobby::Request;

use super::try_send;
use crate::games;
use crate::games::place::{Direction, Move, Place};
use crate::graphics::Scale;
use crate::lang::Language;
use crate::tui::keymap::{Context, KeyAction, key_name};
use crate::tui::model::game_match::{GameMatch, QueuedMove};
use crate::tui::model::popup::way::Way;
use crate::tui::model::popup::{Popup, Question};
use crate::tui::model::{Model, Pending};

/// The winning probability from which on an attack is good enough to be asked about.
const GOOD_ODDS: f64 = 0.7;

/// The number of lines by which the wheel and the page keys scroll the log beside the board.
const SCROLL_LINES: usize = 3;

/// Moves the cursor in a direction, if there is a place.
pub(super) fn step(model: &mut Model, direction: Direction) {
    if let Some(game_match) = model.game_match_mut()
        && let Some(to) = game_match
            .board
            .places()
            .beside(game_match.cursor, direction)
    {
        game_match.cursor = to;
    }
}

/// Moves the cursor to a typed place.
pub(super) fn point(model: &mut Model, at: Place) {
    if let Some(game_match) = model.game_match_mut() {
        game_match.cursor = at;
    }
}

/// Moves the cursor to the next or previous attack, the best first; in games without attacks, to
/// the next or previous place that can be chosen.
pub(super) fn go_around(model: &mut Model, way: Way) {
    let language = model.look.language;
    let key = key_name(model, Context::Match, KeyAction::EndTurn);
    let Some(game_match) = model.game_match_mut() else {
        return;
    };
    let found = if game_match.moves().any(|it| it.is_attack()) {
        tour(game_match, way)
    } else {
        visit(game_match, way)
    };
    let words = games::words(game_match.game).choice;
    match (found, game_match.may_choose()) {
        (true, _) => {}
        (false, true) => model.tell((words.none_left)(language, &key)),
        (false, false) => model.tell_to_wait(),
    }
}

/// Takes the territory under the cursor as the source and moves to its best target; with a source,
/// attacks.
pub(super) fn choose(model: &mut Model) {
    let before = model.game_match().and_then(|it| it.source);
    point_out(model);
    let Some(game_match) = model.game_match_mut() else {
        return;
    };
    if let Some(source) = game_match.source.filter(|it| before != Some(*it))
        && let Some(best) = game_match.best_from(source).first()
        && best.is_attack()
    {
        game_match.cursor = best.to;
    }
}

/// Takes the place under the cursor as the source, or makes the move to it.
pub(super) fn point_out(model: &mut Model) {
    let language = model.look.language;
    let Some(game_match) = model.game_match_mut() else {
        return;
    };
    let cursor = game_match.cursor;
    if let Some(attack) = game_match.move_to(cursor) {
        return act(model, attack.action);
    }
    if game_match.source == Some(cursor) {
        game_match.source = None;
    } else if game_match.moves_from(cursor).next().is_some() {
        game_match.source = Some(cursor);
        game_match.tours = false;
        model.notice = None;
    } else if game_match.may_choose() {
        let why = why_not(game_match, language);
        model.tell(why);
    } else {
        model.tell_to_wait();
    }
}

/// Moves the cursor to a place that can be chosen, at the beginning of a turn.
pub(super) fn settle(game_match: &mut GameMatch) {
    if game_match.moves_from(game_match.cursor).next().is_none()
        && let Some(best) = game_match.best_first().first()
    {
        game_match.cursor = best.from;
    }
}

/// Makes a typed move from one place to another.
pub(super) fn make_move(model: &mut Model, from: Place, to: Place) {
    let language = model.look.language;
    let Some(game_match) = model.game_match_mut() else {
        return;
    };
    let found = game_match.moves_from(from).find(|it| it.to == to);
    if let Some(attack) = found {
        game_match.cursor = to;
        return act(model, attack.action);
    }
    if game_match.awaits_dice() {
        game_match.queued = Some(QueuedMove { from, to });
        return model.tell(language.move_queued());
    }
    if !game_match.may_choose() {
        return model.tell_to_wait();
    }
    let words = games::words(game_match.game).choice;
    model.warn((words.impossible)(language));
}

/// Makes the move that was typed before the result of the last attack was known.
pub(super) fn make_queued(model: &mut Model) {
    let queued = model.game_match_mut().and_then(|it| it.queued.take());
    if let Some(QueuedMove { from, to }) = queued {
        make_move(model, from, to);
    }
}

/// Takes a kind of piece in hand by its number, to be dropped.
pub(super) fn take_number_from_hand(model: &mut Model, number: u8) {
    let place = model
        .game_match()
        .and_then(|it| it.board.places().in_hand(number));
    if let Some(it) = place {
        take_from_hand(model, it);
    }
}

/// Takes a kind of piece in hand as the source of a drop.
pub(super) fn take_from_hand(model: &mut Model, place: Place) {
    let language = model.look.language;
    let Some(game_match) = model.game_match_mut() else {
        return;
    };
    if game_match.source == Some(place) {
        game_match.source = None;
    } else if game_match.moves_from(place).next().is_some() {
        game_match.source = Some(place);
        game_match.tours = false;
        model.notice = None;
    } else if game_match.may_choose() {
        model.tell(language.none_in_hand());
    } else {
        model.tell_to_wait();
    }
}

/// Ends the turn, asking first if good attacks remain.
pub(super) fn end_turn(model: &mut Model) {
    let Some(game_match) = model.game_match() else {
        return;
    };
    if !game_match.may_end_turn() {
        if game_match.game.pass().is_none() {
            model.tell(model.look.language.every_action_ends());
        } else if game_match.may_choose() {
            model.tell(model.look.language.attack_first());
        } else {
            model.tell_to_wait();
        }
        return;
    }
    match end_question(game_match) {
        Some(question) => model.popups.push(Popup::Confirm(question)),
        None => end_turn_at_once(model),
    }
}

/// Ends the turn without asking.
pub(super) fn end_turn_at_once(model: &mut Model) {
    if let Some(action) = model
        .game_match()
        .filter(|it| it.may_end_turn())
        .and_then(|it| it.game.pass())
    {
        act(model, action);
    }
}

/// Larger hexes than those on the screen.
pub(super) fn zoom_in(model: &mut Model) {
    let shown = model.shown_scale();
    zoom(model, Scale::ALL.into_iter().find(|it| *it > shown));
}

/// Smaller hexes than those on the screen.
pub(super) fn zoom_out(model: &mut Model) {
    let shown = model.shown_scale();
    zoom(model, Scale::ALL.into_iter().rfind(|it| *it < shown));
}

fn zoom(model: &mut Model, next: Option<Scale>) {
    let shown = model.shown_scale();
    let wanted = next.unwrap_or(shown);
    model.zoom = Some(wanted);
    if model.shown_scale() != wanted {
        model.zoom = Some(shown);
        model.tell(model.look.language.no_larger_board());
    }
}

/// Scrolls the log beside the board; its newest line is at the top.
pub(super) fn scroll_log(model: &mut Model, way: Way) {
    if let Some(game_match) = model.game_match_mut() {
        let most = game_match.log.len().saturating_sub(1);
        let scroll = game_match.log_scroll;
        let scrolled = match way {
            Way::Back => scroll.saturating_sub(SCROLL_LINES),
            Way::Forward => scroll + SCROLL_LINES,
        };
        game_match.log_scroll = scrolled.min(most);
    }
}

/// Moves to the next attack: of the source that the person chose, else of all sources. Returns
/// whether there is one.
fn tour(game_match: &mut GameMatch, way: Way) -> bool {
    let by_hand = game_match.source.filter(|_| !game_match.tours);
    let moves = match by_hand {
        Some(source) => game_match.best_from(source),
        None => game_match.best_first(),
    };
    let here = (game_match.source, game_match.cursor);
    let at = moves.iter().position(|it| (Some(it.from), it.to) == here);
    let Some(next) = around(&moves, at, way) else {
        return false;
    };
    game_match.tours = by_hand.is_none();
    game_match.source = Some(next.from);
    game_match.cursor = next.to;
    true
}

/// Moves to the next place from which a move is possible, or to which one from the source is.
/// Returns whether there is one.
fn visit(game_match: &mut GameMatch, way: Way) -> bool {
    let stops = game_match.stops();
    let cursor = game_match.cursor;
    let found = match way {
        Way::Forward => stops.iter().find(|it| **it > cursor).or(stops.first()),
        Way::Back => stops.iter().rfind(|it| **it < cursor).or(stops.last()),
    };
    let found = found.copied();
    game_match.cursor = found.unwrap_or(cursor);
    found.is_some()
}

/// The move after or before one of the list, around its ends; the first or the last if none is chosen.
fn around(moves: &[Move], at: Option<usize>, way: Way) -> Option<Move> {
    let next = match (at, way) {
        (Some(at), _) => way.beside(at, moves.len()),
        (None, Way::Forward) => 0,
        (None, Way::Back) => moves.len().saturating_sub(1),
    };
    moves.get(next).copied()
}

/// Sends an action; nothing else can be chosen until it is answered.
pub(super) fn act(model: &mut Model, action: AnyAction) {
    let Some(game_match) = model.game_match() else {
        return;
    };
    let Some(ply) = game_match.choices.as_ref().map(|it| it.ply) else {
        return;
    };
    let attack = game_match
        .moves()
        .find(|it| it.action == action && it.is_attack());
    let sent = try_send(model, Request::Act { ply, action }, Pending::Act);
    if let (true, Some(game_match)) = (sent, model.game_match_mut()) {
        game_match.source = None;
        if let Some(attack) = attack {
            game_match.fight(attack);
        }
        if let Some(choices) = &mut game_match.choices {
            choices.sent = true;
        }
    }
}

fn why_not(game_match: &GameMatch, language: Language) -> String {
    let words = games::words(game_match.game).choice;
    match game_match.source {
        Some(_) => (words.out_of_reach)(language),
        None => (words.none_here)(language, game_match.game.name()),
    }
}

fn end_question(game_match: &GameMatch) -> Option<Question> {
    let mut attacks = game_match.moves();
    let good = attacks.any(|it| it.odds.is_none_or(|odds| odds >= GOOD_ODDS));
    let asks = if games::opens_turn(&game_match.view) {
        Question::EndUnused
    } else {
        Question::EndWithGoodAttacks
    };
    good.then_some(asks)
}
