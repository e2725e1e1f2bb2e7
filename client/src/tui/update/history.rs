//! The history of the match: turns events into log lines, and shows the latest position on the
//! board.
//!
//! The dice added at the end of a turn are found by comparing the boards before and after it.

use dicehall_engine::games::territory::{Action, Chance, Roll};
use dicehall_engine::lobby::{Ply, Revision, SeatEvent};
use dicehall_engine::{AnyConfig, AnyView, Outcome};
use dicehall_protocol::{EventView, LobbyView, MatchEventView};

use crate::games::place::Place;
use crate::games::territory::{Battle, Cell, gained};
use crate::games::{dice_chance, ends};
use crate::lang::Language;
use crate::tui::model::game_match::{Entry, GameMatch};

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
    let mut entries = entries(game_match, &update.events, language);
    let round = game_match.round();
    if let Some(view) = &update.view {
        let before = game_match.board.dice().map(|it| it.cells.clone());
        game_match.show(view);
        add_gained(&mut entries, before.as_deref(), game_match);
    }
    for entry in &entries {
        remember(game_match, entry);
        game_match.record(round, entry.clone());
    }
    if let Some(dice) = game_match.board.dice() {
        game_match.course.note(round, &dice.standings);
    }
    if let (Some(ends), Some(moves)) = (
        last_ends(game_match, &update.events),
        game_match.board.moves_mut(),
    ) {
        moves.last = Some(ends);
    }
    let is_stale = |ply| ply != update.ply;
    if game_match
        .choices
        .as_ref()
        .is_some_and(|it| is_stale(it.ply))
    {
        game_match.forget_choices();
    }
    game_match.ply = update.ply;
    let over = end(game_match, update.outcome);
    begun.into_iter().chain(entries).chain(over).collect()
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

/// Fills in the dice added at the end of a turn: the difference of the boards, if the update tells
/// only that end.
fn add_gained(entries: &mut [Entry], before: Option<&[Cell]>, game_match: &GameMatch) {
    if let [Entry::EndedTurn { seat, added }] = entries
        && added.is_empty()
        && let (Some(before), Some(dice)) = (before, game_match.board.dice())
    {
        *added = gained(*seat, before, &dice.cells);
    }
}

/// Notes an entry for the board and the course of the match.
fn remember(game_match: &mut GameMatch, entry: &Entry) {
    if let Entry::Attacked(battle) = entry {
        game_match.course.rolled(battle);
    }
    if let (Entry::Moved { .. }, Some(moves)) = (entry, game_match.board.moves_mut()) {
        moves.count = moves.count.saturating_add(1);
    }
    let Some(dice) = game_match.board.dice_mut() else {
        return;
    };
    if let Entry::Attacked(battle) = entry {
        dice.battle = Some(*battle);
    }
    if let Entry::EndedTurn { added, .. } = entry {
        dice.gained = added.iter().map(|(at, _)| *at).collect();
    }
}

fn entries(game_match: &GameMatch, events: &[EventView], language: Language) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut cells = game_match
        .board
        .dice()
        .map_or_else(Vec::new, |it| it.cells.clone());
    for (at, event) in events.iter().enumerate() {
        match event {
            EventView::Match(MatchEventView::Acted { seat, action }) => {
                match action.on_territories() {
                    None => entries.push(Entry::Moved {
                        seat: *seat,
                        text: game_match.board.told(*action, language),
                    }),
                    Some(Action::Pass) => entries.push(Entry::EndedTurn {
                        seat: *seat,
                        added: Vec::new(),
                    }),
                    Some(attack @ Action::Attack { from, to }) => {
                        let owner = cells.get(to.idx()).map_or(*seat, |it| it.owner);
                        let roll = events.get(at + 1).and_then(roll);
                        let odds = odds(game_match, attack);
                        let ends = (from.into(), to.into());
                        let mut battle = Battle::new((*seat, owner), ends, roll, odds);
                        if let (true, Some(cell)) = (battle.won, cells.get_mut(to.idx())) {
                            cell.owner = *seat;
                            battle.is_fall = cells.iter().all(|it| it.owner != owner);
                        }
                        entries.push(Entry::Attacked(battle));
                    }
                }
            }
            EventView::Match(MatchEventView::Rolled { chance }) => {
                if let (Chance::Reinforce(at), Some(Entry::EndedTurn { added, .. })) =
                    (dice_chance(*chance), entries.last_mut())
                {
                    add(added, at.into());
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

/// The ends of the last action in a game without dice; both are the target for a piece dropped from
/// the hand.
fn last_ends(game_match: &GameMatch, events: &[EventView]) -> Option<(Place, Place)> {
    let acted = events.iter().rev().filter_map(|it| {
        if let EventView::Match(MatchEventView::Acted { action, .. }) = it {
            Some(*action)
        } else {
            None
        }
    });
    let mut without_dice = acted.filter(|it| it.on_territories().is_none());
    let (from, to) = ends(without_dice.next()?)?;
    let from_hand = from.idx() >= game_match.board.places();
    Some(if from_hand { (to, to) } else { (from, to) })
}

fn roll(event: &EventView) -> Option<Roll> {
    let EventView::Match(MatchEventView::Rolled { chance }) = event else {
        return None;
    };
    match dice_chance(*chance) {
        Chance::Battle(roll) => Some(roll),
        Chance::Reinforce(_) => None,
    }
}

/// The odds of an attack that the server had offered to the person; `None` if it was not offered.
fn odds(game_match: &GameMatch, attack: Action) -> Option<f64> {
    let mut offered = game_match.choices.iter().flat_map(|it| &it.all);
    offered
        .find(|it| it.action.on_territories() == Some(attack))?
        .odds
}

fn add(added: &mut Vec<(Place, u8)>, at: Place) {
    match added.iter_mut().find(|(territory, _)| *territory == at) {
        Some((_, count)) => *count = count.saturating_add(1),
        None => added.push((at, 1)),
    }
}
