//! Advances the tutorial from step to step by what the person does in the match.
//!
//! Called after every message. Law kept here: it changes nothing in the match, which is a match
//! like any other.

use std::sync::Arc;

use dicehall_engine::{BotSpec, Rung};

use crate::games::{TAUGHT, taught};
use crate::start::{LobbyPlan, SeatPlan, Start};
use crate::tui::message::{LastChoice, MachineEffect};
use crate::tui::model::Model;
use crate::tui::model::lesson::{Lesson, Welcome};
use crate::tui::model::lobby::Lobby;
use crate::tui::update::connection;

/// The rung of the tutorial's bot.
const OPPONENT: Rung = Rung::First;

/// Tells once that there is a tutorial.
pub(in crate::tui::update) fn offer(model: &mut Model) {
    model.tell(model.look.language.offers_tutorial());
    model.on_machine(MachineEffect::Remember(LastChoice::Welcomed));
}

/// Begins the tutorial: a match against one weak bot.
pub(in crate::tui::update) fn begin(model: &mut Model) {
    connection::begin(model, Start::Play(plan()));
    model.lesson = Some(Lesson::Source);
}

/// Advances to the step that fits the screen.
pub(in crate::tui::update) fn go_on(model: &mut Model) {
    while let Some(lesson) = model.lesson {
        let next = after(model, lesson);
        if next == Some(lesson) {
            return;
        }
        model.lesson = next;
        if next.is_none() {
            model.tell(model.look.language.lesson_over());
            model.welcome = Welcome::Learned;
            model.on_machine(MachineEffect::Remember(LastChoice::Learned));
        }
    }
}

/// The step that follows from the screen: the same while it is not done, `None` after the last.
fn after(model: &Model, lesson: Lesson) -> Option<Lesson> {
    let (Some(game_match), Some(mine)) = (
        model.game_match(),
        model.lobby.as_ref().and_then(Lobby::my_seat),
    ) else {
        return Some(lesson);
    };
    let attacks = game_match.course.attacks(mine).made;
    let is_mine = game_match.to_move == Some(mine);
    let has_turn = is_mine && game_match.may_choose();
    match lesson {
        _ if game_match.outcome.is_some() => None,
        // However the turn was ended, the step about the others follows.
        Lesson::Source | Lesson::Target | Lesson::Roll | Lesson::End if !is_mine && attacks > 0 => {
            Some(Lesson::Others)
        }
        Lesson::Source if attacks > 0 || game_match.source.is_some() => Some(Lesson::Target),
        Lesson::Target if attacks > 0 => Some(Lesson::Roll),
        Lesson::Target if has_turn && game_match.source.is_none() => Some(Lesson::Source),
        Lesson::Roll if attacks > 1 => Some(Lesson::End),
        Lesson::Roll if has_turn && game_match.moves().next().is_none() => Some(Lesson::End),
        Lesson::Others if has_turn => Some(Lesson::Win),
        Lesson::Source
        | Lesson::Target
        | Lesson::Roll
        | Lesson::End
        | Lesson::Others
        | Lesson::Win => Some(lesson),
    }
}

fn plan() -> LobbyPlan {
    let bot = SeatPlan::Bot(BotSpec::on_rung(OPPONENT, TAUGHT));
    let mut plan = LobbyPlan::open(TAUGHT);
    plan.seats = [SeatPlan::Me, bot, SeatPlan::Closed, SeatPlan::Closed].into();
    plan.origin = taught().map(Arc::new);
    plan
}
