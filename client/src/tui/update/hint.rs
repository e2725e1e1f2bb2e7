//! The hint: what an expert would do is asked for, and shown when it comes.
//!
//! Called for the key and for the answer. Law kept here: the position may have changed meanwhile, and then the answer is
//! forgotten. Only who plays alone is helped: at a table with others a server would have to allow it.

use dicehall_engine::advice::{Advice, outlook};
use dicehall_engine::lobby::Ply;

use crate::games::ends;
use crate::games::hints::hint;
use crate::tui::keymap::abilities::{may_ask, plays_alone};
use crate::tui::message::{Effect, Position};
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;

/// Asks for what an expert would do.
pub(super) fn ask(model: &mut Model) {
    if !model.hints {
        return model.tell(model.look.language.hints_are_off());
    }
    let Some(game_match) = model.game_match().filter(|_| may_ask(model)) else {
        let alone = plays_alone(model);
        return model.tell(if alone {
            model.look.language.hint_on_turn()
        } else {
            model.look.language.hint_alone()
        });
    };
    let ply = game_match.ply;
    let position = Position {
        config: game_match.config.clone(),
        view: game_match.view.clone(),
    };
    model.effects.push(Effect::Advise {
        ply,
        position: Box::new(position),
    });
    model.tell(model.look.language.expert_thinks());
}

/// Shows what an expert would do, if that is still the question: the source is taken and the cursor goes where it leads.
pub(super) fn advised(model: &mut Model, ply: Ply, advice: Option<Advice>) {
    let (language, arrow) = (model.look.language, model.look.symbols().arrow);
    let is_open = |it: &&mut GameMatch| it.ply == ply && it.may_choose();
    let Some(game_match) = model.game_match_mut().filter(is_open) else {
        return;
    };
    let Some(advice) = advice else {
        return model.tell(model.look.language.no_hint());
    };
    if let Some((from, to)) = ends(advice.action) {
        game_match.source = (from != to).then_some(from);
        game_match.cursor = to;
        game_match.tours = true;
    } else {
        game_match.source = None;
    }
    let told = hint(language, &game_match.board, advice, arrow);
    model.tell(told);
}

/// Turns hints on or off, and what else is told of what follows.
pub(super) fn switch(model: &mut Model, text: &str) {
    match text {
        "on" => model.hints = true,
        "off" => model.hints = false,
        _ => return model.warn(model.look.language.hints_how()),
    }
    look_ahead(model);
    model.tell(if model.hints {
        model.look.language.hints_on()
    } else {
        model.look.language.hints_off()
    });
}

/// What the position means for the person, if it is the person's turn and wanted.
pub(super) fn look_ahead(model: &mut Model) {
    let is_wanted = model.hints;
    let Some(game_match) = model.game_match_mut() else {
        return;
    };
    let found = Some(&*game_match)
        .filter(|it| is_wanted && it.may_choose())
        .and_then(|it| outlook(&it.config, &it.view));
    if let Some(dice) = game_match.board.dice_mut() {
        dice.outlook = found;
    }
}
