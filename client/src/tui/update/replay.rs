//! Moving through a match that is over. What is shown comes about as it did for a spectator, from the same messages.

use std::sync::Arc;

use super::link;
use crate::net::link::LinkEvent;
use crate::start::ReplayFrames;
use crate::tui::keymap::KeyAction;
use crate::tui::model::game_match::{Entry, GameMatch};
use crate::tui::model::replay::{Replay, Seek};
use crate::tui::model::{Model, Screen};

/// Shows how the match began.
pub(super) fn begin(model: &mut Model, frames: Arc<ReplayFrames>) {
    tell(model, &frames.opening);
    model.animation = false;
    let rung = model.rung;
    let opened = model.lobby.clone();
    model.replay = opened.map(|it| Replay::new(frames, it, rung));
}

/// Goes to another step; what plays stands still.
pub(super) fn go(model: &mut Model, to: Seek) {
    if let Some(replay) = &mut model.replay {
        replay.plays = false;
        let wanted = replay.step_of(to);
        show(model, wanted);
    }
}

/// Plays or stands still, or shows who was lucky, or no longer.
pub(super) fn toggle(model: &mut Model, action: KeyAction) {
    if action == KeyAction::Luck {
        toggle_luck(model);
    } else {
        play_or_pause(model);
    }
}

/// Plays or stands still; what has come to its end plays from the start.
fn play_or_pause(model: &mut Model) {
    let Some(replay) = &mut model.replay else {
        return;
    };
    replay.plays = !replay.plays;
    if replay.plays && replay.shown() == replay.last() {
        show(model, 0);
    }
}

/// Plays faster or slower from now on.
pub(super) fn change_speed(model: &mut Model, action: KeyAction) {
    if let Some(replay) = &mut model.replay {
        replay.change_speed(action == KeyAction::Faster);
        let speed = replay.speed_text(model.look.language);
        model.tell(speed);
    }
}

/// Shows how lucky everybody has rolled, or no longer.
fn toggle_luck(model: &mut Model) {
    if let Some(replay) = &mut model.replay {
        replay.shows_luck = !replay.shows_luck;
    }
}

/// The time of a step is over: what plays goes on.
pub(super) fn play_on(model: &mut Model) {
    let Some(replay) = model.replay.as_ref().filter(|it| it.plays) else {
        return;
    };
    let wanted = replay.shown() + 1;
    show(model, wanted);
    if let Some(replay) = &mut model.replay {
        replay.plays = replay.shown() < replay.last();
    }
}

fn show(model: &mut Model, wanted: usize) {
    let Some(mut replay) = model.replay.take() else {
        return;
    };
    if let Some(table) = replay.rewind(wanted) {
        model.lobby = Some(table);
    }
    while replay.shown() < wanted
        && let Some(step) = replay.next_step()
    {
        tell(model, step);
        // A step looks the same whichever way and however late it is reached.
        if let Some(game_match) = model.game_match_mut() {
            game_match.fall = None;
        }
        if let Some(lobby) = &model.lobby {
            replay.advance(lobby);
        }
    }
    model.replay = Some(replay);
    if let Some(game_match) = model.game_match_mut() {
        point(game_match);
    }
}

/// Tells what a spectator was told. What lies over the board is the person's own affair.
fn tell(model: &mut Model, events: &[LinkEvent]) {
    let popups = std::mem::take(&mut model.popups);
    let effects = std::mem::take(&mut model.effects);
    for event in events {
        link::update(model, event.clone());
    }
    // There is no server for which anything could be done.
    model.effects = effects;
    model.popups = popups;
    model.notice = None;
    model.screen = Screen::Match;
}

/// Marks where the last action went, and, unless something else has happened since, where it came from.
fn point(game_match: &mut GameMatch) {
    let told = |it: &&Entry| !matches!(it, Entry::Ended(_) | Entry::Audited(_));
    let newest = game_match.log.newest().map(|it| &it.entry).find(told);
    let is_action = matches!(newest, Some(Entry::Attacked(_) | Entry::Moved { .. }));
    let battle = game_match.battle().map(|it| (it.from, it.to));
    let last = game_match.board.moves().and_then(|it| it.last);
    let Some((from, to)) = battle.or(last) else {
        return;
    };
    game_match.cursor = to;
    game_match.source = (is_action && from != to).then_some(from);
}
