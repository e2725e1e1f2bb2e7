//! The history of the match: turns events into log lines, and shows the latest position on the
//! board, which tells what each action did.

pub(super) mod arrivals;
pub(super) mod earlier;
pub(super) mod incidents;
pub(super) mod played;
pub(super) mod rolls;

use dicehall_engine::lobby::{Ply, Revision, SeatEvent};
use dicehall_engine::{AnyAction, AnyConfig, AnyView, Outcome};
use dicehall_protocol::{EventView, LobbyView, MatchEventView, Played};

use super::talk::banter;
use crate::games::act::{Act, Told};
use crate::lang::Language;
use crate::tui::model::Model;
use crate::tui::model::game_match::{Entry, GameMatch};
use arrivals::show_new_dice;
use incidents::{note_incident, standings};
use rolls::{leave_other_fights, show_roll, still};

/// The content of an update.
pub(super) struct LobbyUpdate {
    pub(super) revision: Revision,
    /// The events, in order.
    pub(super) events: Vec<EventView>,
    pub(super) lobby: Option<LobbyView>,
    /// The position after the events, if it has changed.
    pub(super) view: Option<AnyView>,
    /// The number of actions so far.
    pub(super) ply: Ply,
    /// The outcome, if the match is over.
    pub(super) outcome: Option<Outcome>,
}

/// Applies an update to the match on the screen, or begins one; returns the new log entries.
pub(super) fn apply(
    shown: &mut Option<GameMatch>,
    update: &LobbyUpdate,
    language: Language,
) -> Vec<Entry> {
    let begun = start(shown, update);
    let Some(game_match) = shown else {
        return Vec::new();
    };
    let round = game_match.round();
    let acts = acts(game_match, &update.events);
    let told = game_match.follow(&acts, update.view.as_ref(), language);
    let entries = entries(&update.events, told);
    record(game_match, round, &entries);
    reach(game_match, update.ply);
    let over = end(game_match, update.outcome);
    begun.into_iter().chain(entries).chain(over).collect()
}

/// Shows an action.
pub(super) fn acted(model: &mut Model, played: &Played) {
    let Some(lobby) = &mut model.lobby else {
        return;
    };
    if played.revision <= lobby.revision {
        return;
    }
    lobby.revision = played.revision;
    let Some(game_match) = &mut lobby.game_match else {
        return;
    };
    let standings = standings(Some(game_match));
    let before = model.animation.then(|| still(game_match));
    let entries = play(game_match, played, model.look.language);
    lobby.settle_skips();
    show_new_dice(lobby, &entries, before.as_ref().map(|it| &it.before));
    show_roll(lobby, &entries, before);
    note_incident(lobby, &entries, &standings);
    leave_other_fights(lobby, &entries);
    banter::tell(model, &entries);
}

/// Applies an action to the match on the screen; returns its log entry.
fn play(game_match: &mut GameMatch, played: &Played, language: Language) -> Vec<Entry> {
    let round = game_match.round();
    let step = &played.step;
    let act = Act {
        seat: played.seat,
        action: step.action,
        odds: odds(game_match, step.action),
        chances: step.chances.clone(),
    };
    let told = game_match.follow(&[act], Some(&step.view), language);
    let entries: Vec<Entry> = told.into_iter().map(Entry::Acted).collect();
    record(game_match, round, &entries);
    reach(game_match, played.ply);
    entries
}

/// Adds entries to the log and to the course of the match; they happened in this round.
fn record(game_match: &mut GameMatch, round: u16, entries: &[Entry]) {
    for entry in entries {
        if let Some(battle) = entry.attack() {
            game_match.course.fought(round, battle);
        }
        game_match.record(round, entry.clone());
    }
    let standings = game_match.board.standings();
    if !standings.is_empty() {
        game_match.course.note(round, standings);
    }
}

/// Notes the number of actions so far; choices for another ply are stale.
fn reach(game_match: &mut GameMatch, ply: Ply) {
    let choices = game_match.choices.as_ref();
    if choices.is_some_and(|it| it.ply != ply) {
        game_match.forget_choices();
    }
    game_match.ply = ply;
}

/// The configuration of the match that began last among these events, if one did.
fn started(events: &[EventView]) -> Option<&AnyConfig> {
    events.iter().rev().find_map(|it| {
        if let EventView::Match(MatchEventView::MatchStarted { config }) = it {
            Some(config)
        } else {
            None
        }
    })
}

fn start(shown: &mut Option<GameMatch>, update: &LobbyUpdate) -> Option<Entry> {
    let (config, view) = (started(&update.events)?, update.view.as_ref()?);
    let mut game_match = GameMatch::from_view(config, view, update.ply);
    game_match.record(game_match.round(), Entry::Started);
    *shown = Some(game_match);
    Some(Entry::Started)
}

fn end(game_match: &mut GameMatch, outcome: Option<Outcome>) -> Option<Entry> {
    let (Some(outcome), None) = (outcome, game_match.outcome) else {
        return None;
    };
    game_match.outcome = Some(outcome);
    game_match.forget_choices();
    game_match.record(game_match.round(), Entry::Ended(outcome));
    Some(Entry::Ended(outcome))
}

/// The actions among these events, with the odds that had been offered and the luck that followed.
fn acts(game_match: &GameMatch, events: &[EventView]) -> Vec<Act> {
    let mut acts: Vec<Act> = Vec::new();
    for event in events {
        if let EventView::Match(MatchEventView::Acted { seat, action }) = event {
            acts.push(Act {
                seat: *seat,
                action: *action,
                odds: odds(game_match, *action),
                chances: Vec::new(),
            });
        }
        if let EventView::Match(MatchEventView::Rolled { chance }) = event
            && let Some(act) = acts.last_mut()
        {
            act.chances.push(*chance);
        }
    }
    acts
}

/// The odds of an action, if they had been offered.
fn odds(game_match: &GameMatch, action: AnyAction) -> Option<f64> {
    let mut all = game_match.choices.iter().flat_map(|it| &it.all);
    all.find(|it| it.action == action)?.odds
}

/// The entries of these events, of which `told` are the actions.
fn entries(events: &[EventView], told: Vec<Told>) -> Vec<Entry> {
    let mut told = told.into_iter();
    let entry = |event: &EventView| match event {
        EventView::Match(MatchEventView::Acted { .. }) => told.next().map(Entry::Acted),
        EventView::Seats(SeatEvent::HandedToBot { seat }) => Some(Entry::HandedToBot(*seat)),
        EventView::Seats(SeatEvent::TakenBack { seat }) => Some(Entry::TakenBack(*seat)),
        EventView::Match(MatchEventView::Resigned { seat }) => Some(Entry::Resigned(*seat)),
        EventView::Match(MatchEventView::TimedOut { seat }) => Some(Entry::TimedOut(*seat)),
        EventView::Match(MatchEventView::Paused) => Some(Entry::Paused),
        EventView::Match(MatchEventView::Continued) => Some(Entry::Continued),
        EventView::Match(_)
        | EventView::Seats(_)
        | EventView::Lobby(_)
        | EventView::People(_)
        | EventView::Dice(_)
        | EventView::Votes(_)
        | EventView::Talk(_) => None,
    };
    events.iter().filter_map(entry).collect()
}
