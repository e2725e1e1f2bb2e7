//! What happened in the match: events become lines of the log, and the board shows the latest view.
//!
//! Where dice were added at the end of a turn is found by comparing the boards before and after it.

use dicehall_engine::games::territory::{Action, Chance, Faces, Roll, Territory};
use dicehall_engine::lobby::{Ply, SeatEvent};
use dicehall_engine::{AnyView, Outcome, Seat};
use dicehall_protocol::{EventView, MatchEventView};

use crate::tui::model::game_match::{
    Battle, Cell, Entry, GameMatch, territory_action, territory_chance,
};
use crate::tui::model::moves::told;
use crate::tui::model::place::{ends, held};

/// What an update says of a match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'a> {
    /// What happened, in order.
    pub(super) events: &'a [EventView],
    /// The position after it.
    pub(super) view: Option<&'a AnyView>,
    /// The number of actions so far.
    pub(super) ply: Ply,
    /// How the match ended, if it is over.
    pub(super) outcome: Option<Outcome>,
}

/// What is new about the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct News {
    /// It began.
    pub(super) started: bool,
    /// It is over, and was not before.
    pub(super) ended: bool,
    /// Dice were rolled for an attack by this seat.
    pub(super) rolled: Option<Seat>,
}

/// Applies an update to the match on the screen, or begins one.
pub(super) fn apply(shown: &mut Option<GameMatch>, step: &Step<'_>) -> News {
    let started = start(shown, step);
    let Some(game_match) = shown else {
        return News::default();
    };
    let mut entries = entries(game_match, step.events);
    let before = std::mem::take(&mut game_match.cells);
    let round = game_match.view.round;
    match step.view {
        Some(view) => game_match.show(view),
        None => game_match.cells.clone_from(&before),
    }
    if let [Entry::EndedTurn { seat, added }] = entries.as_mut_slice()
        && added.is_empty()
    {
        *added = gained(*seat, &before, &game_match.cells);
    }
    let mut rolled = None;
    for entry in entries {
        match &entry {
            Entry::Attacked(battle) if battle.faces.is_some() => {
                rolled = Some(battle.attacker);
                game_match.battle = Some(*battle);
            }
            Entry::Attacked(battle) => game_match.battle = Some(*battle),
            Entry::EndedTurn { added, .. } => {
                game_match.gained = added.iter().map(|(at, _)| *at).collect();
            }
            Entry::Moved { .. } => game_match.moves = game_match.moves.saturating_add(1),
            Entry::Started
            | Entry::HandedToBot(_)
            | Entry::TakenBack(_)
            | Entry::Resigned(_)
            | Entry::TimedOut(_)
            | Entry::Paused
            | Entry::Continued
            | Entry::Ended(_)
            | Entry::Audited(_) => {}
        }
        game_match.record(round, entry);
    }
    if !game_match.has_dice() {
        game_match.view.round = game_match.moves / 2 + 1;
    }
    if let Some(ends) = last_ends(step.events) {
        game_match.last = Some(ends);
    }
    if game_match
        .choices
        .as_ref()
        .is_some_and(|it| it.ply != step.ply)
    {
        game_match.forget_choices();
    }
    game_match.ply = step.ply;
    News {
        started,
        ended: end(game_match, step.outcome),
        rolled,
    }
}

fn start(shown: &mut Option<GameMatch>, step: &Step<'_>) -> bool {
    let config = step.events.iter().rev().find_map(|it| {
        if let EventView::Match(MatchEventView::MatchStarted { config }) = it {
            Some(config)
        } else {
            None
        }
    });
    let (Some(config), Some(view)) = (config, step.view) else {
        return false;
    };
    let mut game_match = GameMatch::from_view(config, view, step.ply);
    game_match.record(game_match.view.round, Entry::Started);
    *shown = Some(game_match);
    true
}

fn end(game_match: &mut GameMatch, outcome: Option<Outcome>) -> bool {
    let (Some(outcome), None) = (outcome, game_match.outcome) else {
        return false;
    };
    game_match.outcome = Some(outcome);
    game_match.forget_choices();
    game_match.record(game_match.view.round, Entry::Ended(outcome));
    true
}

fn entries(game_match: &GameMatch, events: &[EventView]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut cells = game_match.cells.clone();
    for (at, event) in events.iter().enumerate() {
        match event {
            EventView::Match(MatchEventView::Acted { seat, action }) => {
                match territory_action(*action) {
                    None => entries.push(Entry::Moved {
                        seat: *seat,
                        text: told(&game_match.board, *action),
                    }),
                    Some(Action::Pass) => entries.push(Entry::EndedTurn {
                        seat: *seat,
                        added: Vec::new(),
                    }),
                    Some(Action::Attack { from, to }) => {
                        let roll = events.get(at + 1).and_then(roll);
                        let battle = battle(game_match, &cells, (*seat, from, to), roll);
                        if let (true, Some(cell)) = (battle.won, cells.get_mut(to.idx())) {
                            cell.owner = *seat;
                        }
                        entries.push(Entry::Attacked(battle));
                    }
                }
            }
            EventView::Match(MatchEventView::Rolled { chance }) => {
                if let (Some(Chance::Reinforce(at)), Some(Entry::EndedTurn { added, .. })) =
                    (territory_chance(*chance), entries.last_mut())
                {
                    add(added, at);
                }
            }
            EventView::Seats(SeatEvent::HandedToBot { seat }) => {
                entries.push(Entry::HandedToBot(*seat));
            }
            EventView::Seats(SeatEvent::TakenBack { seat }) => {
                entries.push(Entry::TakenBack(*seat));
            }
            EventView::Match(MatchEventView::Resigned { seat }) => {
                entries.push(Entry::Resigned(*seat));
            }
            EventView::Match(MatchEventView::TimedOut { seat }) => {
                entries.push(Entry::TimedOut(*seat));
            }
            EventView::Match(MatchEventView::Paused) => entries.push(Entry::Paused),
            EventView::Match(MatchEventView::Continued) => entries.push(Entry::Continued),
            EventView::Match(_)
            | EventView::Seats(_)
            | EventView::Lobby(_)
            | EventView::People(_)
            | EventView::Dice(_)
            | EventView::Talk(_) => {}
        }
    }
    entries
}

/// From where to where the last action in a game without dice went; a drop comes from where it goes.
fn last_ends(events: &[EventView]) -> Option<(Territory, Territory)> {
    let mut without_dice = events.iter().rev().filter_map(|it| {
        if let EventView::Match(MatchEventView::Acted { action, .. }) = it {
            Some(*action)
        } else {
            None
        }
    });
    let (from, to) = ends(without_dice.find(|it| territory_action(*it).is_none())?)?;
    Some(if held(from).is_some() {
        (to, to)
    } else {
        (from, to)
    })
}

fn roll(event: &EventView) -> Option<Roll> {
    let EventView::Match(MatchEventView::Rolled { chance }) = event else {
        return None;
    };
    match territory_chance(*chance) {
        Some(Chance::Battle(roll)) => Some(roll),
        Some(Chance::Reinforce(_)) | None => None,
    }
}

fn battle(
    game_match: &GameMatch,
    cells: &[Cell],
    (attacker, from, to): (Seat, Territory, Territory),
    roll: Option<Roll>,
) -> Battle {
    let offered = game_match.choices.iter().flat_map(|it| &it.all);
    let odds = offered
        .filter(|it| territory_action(it.action) == Some(Action::Attack { from, to }))
        .find_map(|it| it.odds);
    Battle {
        attacker,
        defender: cells.get(to.idx()).map_or(attacker, |it| it.owner),
        from,
        to,
        faces: roll.map(|it| -> [Faces; 2] { [it.attack, it.defense] }),
        won: roll.is_none_or(Roll::captures),
        odds,
    }
}

/// Where the seat has more dice than before.
fn gained(seat: Seat, before: &[Cell], after: &[Cell]) -> Vec<(Territory, u8)> {
    let indexed = (0..=u8::MAX).map(Territory).zip(before.iter().zip(after));
    let own = indexed
        .filter(|(_, (old, new))| old.owner == seat && new.owner == seat && new.dice > old.dice);
    own.map(|(at, (old, new))| (at, new.dice - old.dice))
        .collect()
}

fn add(added: &mut Vec<(Territory, u8)>, at: Territory) {
    match added.iter_mut().find(|(territory, _)| *territory == at) {
        Some((_, count)) => *count = count.saturating_add(1),
        None => added.push((at, 1)),
    }
}
