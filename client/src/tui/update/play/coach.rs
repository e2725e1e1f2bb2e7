//! Lets the coach speak: from sentence to sentence by what the person does in the first match of a game.
//!
//! Called after every message, and for the key that sends the coach away or calls it back. Law kept here: it changes nothing
//! in the match.

use crate::games::words;
use crate::games::words::tips::{Moment, Tip};
use crate::tui::keymap::{Context, KeyAction, key_name};
use crate::tui::message::{Effect, LastChoice, MachineEffect};
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;

/// Sends the coach away for good, or calls it back.
pub(in crate::tui::update) fn toggle(model: &mut Model) {
    let game = model.game_at_hand();
    let language = model.look.language;
    let coach = &mut model.coach;
    coach.is_on = !coach.is_on;
    coach.said = None;
    coach.coached.retain(|it| *it != game);
    let knows = !coach.is_on;
    let told = if knows {
        language.coach_away(key_name(model, Context::Match, KeyAction::Coach))
    } else {
        language.coach_back()
    };
    model.tell(told);
    model.on_machine(MachineEffect::Remember(LastChoice::Knows(knows)));
}

/// Goes on to the sentence that fits the screen.
pub(in crate::tui::update) fn go_on(model: &mut Model) {
    let game = model.game_at_hand();
    let tips = words(game).tips;
    let is_silent = !model.coach.is_on || model.lesson.is_some() || model.replay.is_some();
    let is_watched = model.game_match().is_none() || my_seat(model).is_none();
    if is_silent || is_watched || tips.is_empty() || model.coach.coached.contains(&game) {
        model.coach.said = None;
        return;
    }
    let mut said = model.coach.said.or_else(|| has_turn(model).then_some(0));
    while let Some(at) = said {
        let next = tips.get(at).and_then(|it| after(model, *it, at));
        if next == said {
            break;
        }
        said = next;
    }
    if said.is_none() && model.coach.said.is_some() {
        model.coach.coached.push(game);
        let all = Effect::OnMachine(MachineEffect::Remember(LastChoice::Coached(game)));
        model.effects.push(all);
    }
    model.coach.said = said;
}

/// The sentence that follows: the same while its deed is not done, `None` when the match is over.
fn after(model: &Model, tip: Tip, at: usize) -> Option<usize> {
    let (game_match, mine) = (model.game_match()?, my_seat(model)?);
    if game_match.outcome.is_some() {
        return None;
    }
    let attacks = game_match.course.attacks(mine).made;
    let is_mine = game_match.to_move == Some(mine);
    let has_turn = has_turn(model);
    let is_done = match tip.moment {
        Moment::Choose => game_match.source.is_some() || attacks > 0 || !is_mine,
        Moment::Aim if has_turn && attacks == 0 && game_match.source.is_none() => {
            return Some(at.saturating_sub(1));
        }
        Moment::Aim => attacks > 0 || !is_mine,
        Moment::Acted => {
            attacks > 1 || !is_mine || (has_turn && game_match.moves().next().is_none())
        }
        Moment::End | Moment::Again => !is_mine,
        Moment::Others => has_turn,
    };
    Some(at + usize::from(is_done))
}

fn has_turn(model: &Model) -> bool {
    let may_choose = model.game_match().is_some_and(GameMatch::may_choose);
    may_choose && my_seat(model).is_some()
}

fn my_seat(model: &Model) -> Option<dicehall_engine::Seat> {
    model.lobby.as_ref().and_then(Lobby::my_seat)
}
