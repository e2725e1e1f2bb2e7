//! The tutorial goes from step to step by what the person does in the match.
//!
//! Called after every message. Law kept here: it only looks; the match is a match like any other.

use dicehall_engine::{BotSpec, GameKind, Rung};

use super::connection;
use crate::start::{LobbyPlan, SeatPlan, Start};
use crate::tui::message::{Effect, LastChoice};
use crate::tui::model::lesson::Lesson;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::{Model, PLAY_PACE_MS};

/// The rung whose bot the tutorial is played against.
const OPPONENT: Rung = Rung::First;

/// Says once that there is a tutorial.
pub(super) fn offer(model: &mut Model) {
    model.tell(model.look.language.offers_tutorial());
    model.effects.push(Effect::Remember(LastChoice::Welcomed));
}

/// Begins the tutorial: a match against one weak bot.
pub(super) fn begin(model: &mut Model) {
    connection::begin(model, Start::Play(plan()));
    model.lesson = Some(Lesson::Source);
}

/// Goes on as far as what is on the screen shows.
pub(super) fn go_on(model: &mut Model) {
    while let Some(lesson) = model.lesson {
        let next = after(model, lesson);
        if next == Some(lesson) {
            return;
        }
        model.lesson = next;
        if next.is_none() {
            model.tell(model.look.language.lesson_over());
        }
    }
}

/// The step after what is on the screen; the same as long as it is not done, `None` after the last.
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
        // A turn that was ended, however that came, teaches what follows it.
        Lesson::Source | Lesson::Target | Lesson::Roll | Lesson::End if !is_mine && attacks > 0 => {
            Some(Lesson::Others)
        }
        Lesson::Source if attacks > 0 || game_match.source.is_some() => Some(Lesson::Target),
        Lesson::Target if attacks > 0 => Some(Lesson::Roll),
        Lesson::Target if has_turn && game_match.source.is_none() => Some(Lesson::Source),
        Lesson::Roll if attacks > 1 => Some(Lesson::End),
        Lesson::Roll if has_turn && game_match.moves().next().is_none() => Some(Lesson::End),
        Lesson::Others if has_turn => Some(Lesson::Win),
        Lesson::Win if !is_mine => None,
        Lesson::Source
        | Lesson::Target
        | Lesson::Roll
        | Lesson::End
        | Lesson::Others
        | Lesson::Win => Some(lesson),
    }
}

fn plan() -> LobbyPlan {
    let game = GameKind::DiceOfDoom;
    let bot = SeatPlan::Bot(BotSpec::on_rung(OPPONENT, game));
    let mut plan = LobbyPlan::open(game);
    plan.seats = [SeatPlan::Me, bot, SeatPlan::Closed, SeatPlan::Closed].into();
    plan.settings.bot_pace_ms = PLAY_PACE_MS;
    plan
}
