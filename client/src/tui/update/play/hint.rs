//! Hints: asks an expert for advice on a move, and shows the advice when it comes.
//!
//! Called for the key and for the answer. Law kept here: advice on a position that has changed
//! meanwhile is dropped. Somebody who plays alone may always ask; at a table with others the host
//! must have allowed it, and everybody there is told.

use dicehall_engine::advice::{Advice, outlook};
use dicehall_engine::lobby::{Ply, Request};

use crate::games::words::hints::hint;
use crate::tui::keymap::abilities::{host_allows, may_ask, plays_alone};
use crate::tui::keymap::{Context, KeyAction, key_name};
use crate::tui::message::Effect;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::{Model, Server};
use crate::tui::update::lobby;

/// Asks an expert for advice, or changes whether people may.
pub(in crate::tui::update) fn press(model: &mut Model, action: KeyAction) {
    if action == KeyAction::AllowHints {
        return toggle(model);
    }
    ask(model);
}

/// Asks an expert for advice.
pub(in crate::tui::update) fn ask(model: &mut Model) {
    if !model.hints {
        return model.tell(model.look.language.hints_are_off());
    }
    let Some(game_match) = model.game_match().filter(|_| may_ask(model)) else {
        let has_hints = plays_alone(model) || host_allows(model);
        return model.tell(if has_hints {
            model.look.language.hint_on_turn()
        } else {
            model.look.language.hint_alone()
        });
    };
    let ply = game_match.ply;
    let seen = Box::new(game_match.seen());
    model.effects.push(Effect::Advise { ply, seen });
    model.tell(model.look.language.expert_thinks());
}

/// Shows the advice if the position is still the same: chooses its source and moves the cursor to
/// its target.
pub(in crate::tui::update) fn advised(model: &mut Model, ply: Ply, advice: Option<Advice>) {
    let (language, arrow) = (model.look.language, model.look.symbols().arrow);
    let is_open = |it: &&mut GameMatch| it.ply == ply && it.may_choose();
    let Some(game_match) = model.game_match_mut().filter(is_open) else {
        return;
    };
    let Some(advice) = advice else {
        return model.tell(model.look.language.no_hint());
    };
    if let Some((from, to)) = advice.action.ends() {
        game_match.source = (from != to).then_some(from);
        game_match.cursor = to;
        game_match.tours = true;
    } else {
        game_match.source = None;
    }
    let told = hint(language, &game_match.board, &advice, arrow);
    model.tell(told);
}

/// Switches hints and the other forecasts on or off.
pub(in crate::tui::update) fn switch(model: &mut Model, text: &str) {
    match text {
        "on" => model.hints = true,
        "off" => model.hints = false,
        "allow" => return change_allowed(model, Request::AllowHints { allowed: true }),
        "forbid" => return change_allowed(model, Request::AllowHints { allowed: false }),
        _ => return model.warn(model.look.language.hints_how()),
    }
    look_ahead(model);
    let told = if model.hints {
        hints_on(model)
    } else {
        model.look.language.hints_off()
    };
    model.tell(told);
}

fn hints_on(model: &Model) -> String {
    let key = key_name(model, Context::Match, KeyAction::Hint);
    model.look.language.hints_on(key)
}

/// Toggles whether the host allows hints to whoever plays.
fn toggle(model: &mut Model) {
    let allowed = model.lobby.as_ref().is_some_and(|it| it.hints_allowed);
    change_allowed(model, Request::AllowHints { allowed: !allowed });
}

fn change_allowed(model: &mut Model, change: Request) {
    if model.server == Some(Server::Private) {
        let told = hints_on(model);
        return model.tell(told);
    }
    if model.tells_no_asides {
        return model.warn(model.look.language.no_hints_here());
    }
    lobby::command(model, change);
}

/// Notes whether the host allows hints, as the server says.
pub(in crate::tui::update) fn allowed(model: &mut Model, allowed: bool) {
    let Some(lobby) = &mut model.lobby else {
        return;
    };
    if lobby.hints_allowed == allowed {
        return;
    }
    lobby.hints_allowed = allowed;
    lobby.note(if allowed {
        lobby.language.hints_allowed()
    } else {
        lobby.language.hints_forbidden()
    });
}

/// Computes what the position means for the person, if it is their turn and hints are on.
pub(in crate::tui::update) fn look_ahead(model: &mut Model) {
    let is_wanted = model.hints;
    let Some(game_match) = model.game_match_mut() else {
        return;
    };
    let found = Some(&*game_match)
        .filter(|it| is_wanted && it.may_choose())
        .and_then(|it| outlook(&it.config, &it.view));
    if let Some(choices) = &mut game_match.choices {
        choices.outlook = found;
    }
}
