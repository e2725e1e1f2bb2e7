//! Playing on from a step of a replay: the choices before it, the plan of the new match, and the
//! commands that tell the server the actions so far.
//!
//! The engine decides whether a match can go on. Law kept here: a match that cannot go on is
//! refused in words before anything begins.

use std::sync::Arc;

use dicehall_engine::lobby::{BOT_PACE_MS, Clock, Request, Settings};
use dicehall_engine::origin::BadOrigin;
use dicehall_engine::{BotSpec, Origin, OriginStep, Seat, State};
use dicehall_protocol::HolderView;
use dicehall_protocol::limits::FRAME_SIZE_MAX;
use serde::Serialize;

use crate::start::{LobbyPlan, SeatPlan};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::Popup;
use crate::tui::model::popup::continued::PlayOn;
use crate::tui::model::replay::Replay;

/// The size of a frame without the earlier match or its steps, in bytes: names of fields and a few
/// numbers.
const FRAME_REST: usize = 256;
/// The most commands that send an earlier match: together with those that fill the seats, fewer
/// than a server accepts in a row.
const PARTS_MAX: usize = 24;

/// Opens the choice of the seat and of the bots on the other seats, or tells why the match cannot
/// go on from this step.
pub(super) fn open(model: &mut Model) {
    let Some(origin) = model.replay.as_ref().map(Replay::origin) else {
        return;
    };
    let language = model.look.language;
    match origin.position() {
        Err(BadOrigin::Over) => model.tell(language.play_on_over()),
        Err(BadOrigin::TooLong) => model.tell(language.play_on_long()),
        Err(other) => model.warn(other.to_string()),
        Ok(_) if parts(&origin).is_none() => model.tell(language.play_on_long()),
        Ok(state) => {
            let seats = seats(model, state.seats());
            let person = |it: &Seat| {
                model
                    .lobby
                    .as_ref()
                    .is_some_and(|lobby| is_human(lobby, *it))
            };
            let chosen = seats.iter().position(person).unwrap_or(0);
            let rung = model.replay.as_ref().map_or(model.rung, |it| it.rung);
            model.popups.push(Popup::PlayOn(PlayOn {
                seats,
                chosen,
                rung,
                row: 0,
            }));
        }
    }
}

/// Begins the match with these choices.
pub(super) fn begin(model: &mut Model, choice: &PlayOn) {
    if let Some(replay) = &mut model.replay {
        replay.rung = choice.rung;
        replay.plays = false;
    }
    let plan = plan(model, choice);
    model
        .effects
        .extend(plan.map(|it| Effect::PlayOn(Box::new(it))));
}

fn plan(model: &Model, choice: &PlayOn) -> Option<LobbyPlan> {
    let (replay, lobby) = (model.replay.as_ref()?, model.lobby.as_ref()?);
    let rules = lobby.view.settings.rules.clone();
    let mine = choice.seat()?;
    let bot = SeatPlan::Bot(BotSpec::on_rung(choice.rung, rules.kind()));
    let plan = |seat| if seat == mine { SeatPlan::Me } else { bot };
    let origin = replay.origin();
    let played = origin.config.start().ok()?.seats();
    let seats = Seat::ALL.into_iter().take(played.into());
    Some(LobbyPlan {
        settings: Settings {
            rules,
            bot_pace_ms: BOT_PACE_MS,
            clock: Clock::Off,
        },
        seats: seats.map(plan).collect(),
        hints: false,
        origin: Some(Arc::new(origin)),
    })
}

/// The seats that are not out.
fn seats(model: &Model, played: u8) -> Vec<Seat> {
    let is_out = |seat: &Seat| model.game_match().is_some_and(|it| it.is_out(*seat));
    let seats = Seat::ALL.into_iter().take(played.into());
    seats.filter(|it| !is_out(it)).collect()
}

fn is_human(lobby: &Lobby, seat: Seat) -> bool {
    matches!(lobby.holder(seat), Some(HolderView::Human { .. }))
}

/// The commands that send an earlier match, each small enough for a frame; `None` if there are too
/// many.
pub(super) fn parts(origin: &Origin) -> Option<Vec<Request>> {
    let mut rest = origin.steps.as_slice();
    let begun = Origin {
        match_id: origin.match_id.clone(),
        config: origin.config.clone(),
        steps: Vec::new(),
    };
    let room = (FRAME_SIZE_MAX - FRAME_REST).checked_sub(size(&begun))?;
    let first = take_part(&mut rest, room).to_vec();
    let mut at = first.len();
    let mut parts = vec![Request::SetOrigin {
        origin: Origin {
            steps: first,
            ..begun
        },
    }];
    while !rest.is_empty() {
        let steps = take_part(&mut rest, FRAME_SIZE_MAX - FRAME_REST).to_vec();
        if steps.is_empty() || parts.len() == PARTS_MAX {
            return None;
        }
        let next = at + steps.len();
        parts.push(Request::ExtendOrigin { at, steps });
        at = next;
    }
    Some(parts)
}

/// The longest part of the steps that fits into so many bytes; the rest is left in `rest`.
fn take_part<'a>(rest: &mut &'a [OriginStep], room: usize) -> &'a [OriginStep] {
    let mut used = 0;
    let fits = |it: &&OriginStep| {
        // A comma stands between two steps.
        used += size(it) + 1;
        used <= room
    };
    let count = rest.iter().take_while(fits).count();
    let (part, left) = rest.split_at(count);
    *rest = left;
    part
}

/// The size of a value as JSON, in bytes; the largest number if it cannot be written.
fn size(of: &impl Serialize) -> usize {
    serde_json::to_string(of).map_or(usize::MAX, |it| it.len())
}

#[cfg(test)]
mod tests;
