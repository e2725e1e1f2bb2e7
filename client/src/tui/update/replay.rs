//! Moves through a replay. Each step is shown by applying the messages that a spectator was sent.

use std::sync::Arc;

use super::link;
use crate::games::act::Told;
use crate::net::link::LinkEvent;
use crate::start::ReplayFrames;
use crate::tui::keymap::KeyAction;
use crate::tui::model::game_match::{Entry, GameMatch};
use crate::tui::model::replay::{Replay, Seek};
use crate::tui::model::{Model, Screen};

/// Shows the beginning of the match.
pub(super) fn begin(model: &mut Model, frames: Arc<ReplayFrames>) {
    tell(model, &frames.opening);
    model.animation = false;
    let rung = model.rung;
    let opened = model.lobby.clone();
    model.replay = opened.map(|it| Replay::new(frames, it, rung));
}

/// Goes to another step and stops playing.
pub(super) fn go(model: &mut Model, to: Seek) {
    if let Some(replay) = &mut model.replay {
        replay.plays = false;
        let wanted = replay.step_of(to);
        show(model, wanted);
    }
}

/// Starts or stops playing, or shows or hides the luck of the players.
pub(super) fn toggle(model: &mut Model, action: KeyAction) {
    if action == KeyAction::Luck {
        toggle_luck(model);
    } else {
        play_or_pause(model);
    }
}

/// Starts or stops playing; at the end of the match it starts again from the beginning.
fn play_or_pause(model: &mut Model) {
    let Some(replay) = &mut model.replay else {
        return;
    };
    replay.plays = !replay.plays;
    if replay.plays && replay.shown() == replay.last() {
        show(model, 0);
    }
}

/// Increases or decreases the speed.
pub(super) fn change_speed(model: &mut Model, action: KeyAction) {
    if let Some(replay) = &mut model.replay {
        if action == KeyAction::Faster {
            replay.faster();
        } else {
            replay.slower();
        }
        let speed = replay.speed_text(model.look.language);
        model.tell(speed);
    }
}

/// Shows or hides the luck of the players.
fn toggle_luck(model: &mut Model) {
    if let Some(replay) = &mut model.replay {
        replay.shows_luck = !replay.shows_luck;
    }
}

/// Goes to the next step after the time of the shown one is over.
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
        // A step looks the same however it is reached, so the highlights are reset.
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

/// Applies the messages that a spectator was sent. Popups and the like over the board stay as the
/// person has them.
fn tell(model: &mut Model, events: &[LinkEvent]) {
    let popups = std::mem::take(&mut model.popups);
    let effects = std::mem::take(&mut model.effects);
    for event in events {
        link::update(model, event.clone());
    }
    // There is no server to which an effect could be sent.
    model.effects = effects;
    model.popups = popups;
    model.notice = None;
    model.screen = Screen::Match;
}

/// Highlights the target of the last action, and also its source unless something else has happened
/// since.
fn point(game_match: &mut GameMatch) {
    let told = |it: &&Entry| !matches!(it, Entry::Ended(_) | Entry::Audited(_));
    let newest = game_match.log.newest().map(|it| &it.entry).find(told);
    let is_action = matches!(
        newest,
        Some(Entry::Acted(Told::Attacked(_) | Told::Action { .. }))
    );
    let Some((from, to)) = game_match.trail.last else {
        return;
    };
    game_match.cursor = to;
    game_match.source = (is_action && from != to).then_some(from);
}
