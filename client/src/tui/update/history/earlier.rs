//! The lobby's past, from before the person came or while the connection was lost: asked for after
//! a snapshot, told by the server in pieces, and inserted before the lines seen since.
//!
//! Law kept here: no line is shown twice, and lines that came later are marked as such. A server
//! that does not know the question refuses it; then the past is not shown.

use dicehall_engine::lobby::{PeopleEvent, Ply, Revision};
use dicehall_protocol::text::clean_name;
use dicehall_protocol::{
    EventView, History, MatchEventView, MatchView, PastUpdate, PlayerView, SessionCommand,
};

use crate::lang::Language;
use crate::tui::model::game_match::course::Course;
use crate::tui::model::game_match::earlier::{Earlier, Totals};
use crate::tui::model::game_match::{Entry, GameMatch, LogLine};
use crate::tui::model::lobby::Lobby;
use crate::tui::model::{Model, Pending};
use crate::tui::update::history::{self, LobbyUpdate};
use crate::tui::update::{send, talk::notes};

/// The revision up to which a lobby has no past to ask for: its maker has come in and nothing else
/// has happened.
const FRESH: Revision = Revision(2);
/// The most answers that are asked for after a snapshot; a server of this release needs fewer.
const ANSWERS_MAX: usize = 8;

/// Asks for the past that the last snapshot does not tell; `seen` is the last revision known before
/// it.
pub(in crate::tui::update) fn ask(
    model: &mut Model,
    seen: Revision,
    game_match: Option<MatchView>,
) {
    let Some(lobby) = &mut model.lobby else {
        return;
    };
    let until = lobby.revision;
    if until <= FRESH || seen >= until {
        return;
    }
    let mut totals = Totals {
        chat: lobby.chat.total(),
        ..Totals::default()
    };
    let mut course = Course::default();
    if let Some(shown) = &mut lobby.game_match {
        totals.log = shown.log.total();
        totals.acts = shown.acts;
        totals.positions = shown.earlier.total();
        course = std::mem::take(&mut shown.course);
    }
    lobby.earlier = Some(Earlier {
        seen,
        until,
        game_match,
        totals,
        course,
        updates: Vec::new(),
        answers: 0,
    });
    ask_before(model, Revision(until.0.saturating_add(1)));
}

/// Drops the past of the match, because another match has begun.
pub(in crate::tui::update) fn forget_match(lobby: &mut Lobby) {
    if let Some(earlier) = &mut lobby.earlier {
        earlier.game_match = None;
    }
}

/// Takes in a piece of the past; then asks for the one before, or shows all if there is none.
pub(in crate::tui::update) fn answered(model: &mut Model, history: History) {
    let earlier = model.lobby.as_mut().and_then(|it| it.earlier.as_mut());
    let Some(earlier) = earlier else { return };
    let has_earlier = history.has_earlier && !history.updates.is_empty();
    add(earlier, history.updates);
    let oldest = earlier.updates.first().map(|it| it.revision);
    match oldest.filter(|it| has_earlier && *it > earlier.seen) {
        Some(before) if earlier.answers < ANSWERS_MAX => ask_before(model, before),
        Some(_) | None => tell(model),
    }
}

/// Shows the pieces that have come; no more are asked for.
pub(in crate::tui::update) fn tell(model: &mut Model) {
    let Some(lobby) = &mut model.lobby else {
        return;
    };
    let Some(mut earlier) = lobby.earlier.take() else {
        return;
    };
    tell_talk(lobby, &earlier);
    tell_match(lobby, &mut earlier);
    if let (Some(shown), Some(_)) = (&mut lobby.game_match, &earlier.game_match) {
        shown.course.follow(std::mem::take(&mut earlier.course));
    }
}

fn ask_before(model: &mut Model, before: Revision) {
    let before = Some(before);
    send(model, SessionCommand::History { before }, Pending::Earlier);
}

/// Adds a piece before those that came earlier; pieces out of order are left out.
fn add(earlier: &mut Earlier, piece: Vec<PastUpdate>) {
    earlier.answers += 1;
    let first = earlier.updates.first();
    let limit = first.map_or(earlier.until.0.saturating_add(1), |it| it.revision.0);
    let mut last = Revision(0);
    let piece = piece.into_iter().filter(|it| {
        let in_order = it.revision > last && it.revision.0 < limit;
        last = it.revision.max(last);
        in_order
    });
    let piece: Vec<PastUpdate> = piece.collect();
    earlier.updates.splice(0..0, piece);
}

/// Inserts chat lines and notices of the past before those seen since.
fn tell_talk(lobby: &mut Lobby, earlier: &Earlier) {
    let mut then = Lobby::new(lobby.you, lobby.revision, lobby.view.clone());
    then.language = lobby.language;
    then.muted.clone_from(&lobby.muted);
    let unseen = earlier
        .updates
        .iter()
        .filter(|it| it.revision > earlier.seen);
    for event in unseen.flat_map(|it| &it.events) {
        introduce(&mut then, event);
        match event {
            EventView::Lobby(event) => notes::door(&mut then, event),
            EventView::People(event) => notes::person(&mut then, event),
            EventView::Talk(event) => notes::talk(&mut then, event),
            EventView::Seats(_)
            | EventView::Dice(_)
            | EventView::Match(_)
            | EventView::Votes(_) => {}
        }
    }
    if then.chat.is_empty() {
        return;
    }
    then.note(then.language.earlier_mark());
    let heard_since = lobby.chat.total() - earlier.totals.chat;
    lobby.chat.insert_before(heard_since, then.chat);
}

/// Adds a person who came in and has left since, so that their lines have a name.
fn introduce(then: &mut Lobby, event: &EventView) {
    if let EventView::People(PeopleEvent::Entered(it)) = event
        && then.player(it.player).is_none()
        && let Some(name) = clean_name(&it.name)
    {
        then.view.players.push(PlayerView {
            player: it.player,
            name,
            connected: false,
            silenced: false,
            account: None,
        });
    }
}

/// Inserts the past of the match into its log, before the lines seen since.
fn tell_match(lobby: &mut Lobby, earlier: &mut Earlier) {
    let language = lobby.language;
    let (Some(shown), Some(snapshot)) = (&mut lobby.game_match, &earlier.game_match) else {
        return;
    };
    let Some(past) = Past::of(earlier, snapshot, language) else {
        return;
    };
    let seen_since = shown.log.total() - earlier.totals.log;
    if past.is_another {
        shown.log.keep_last(seen_since);
        earlier.course = Course::default();
    }
    let since = shown.earlier.total() - earlier.totals.positions;
    if past.is_another {
        shown.earlier.keep_last(since);
    }
    let mut positions = past.game_match.earlier;
    positions.keep_last(positions.total() - past.known_positions);
    shown.earlier.insert_before(since, positions);
    let mut lines = past.game_match.log;
    lines.keep_last(lines.total() - past.known);
    if lines.is_empty() {
        return;
    }
    let round = lines.newest().next().map_or(1, |it| it.round);
    lines.push(LogLine {
        round,
        entry: Entry::Earlier,
    });
    shown.log.insert_before(seen_since, lines);
    shown.course.follow(past.game_match.course);
    if seen_since == 0 {
        shown.trail.recall(&past.game_match.trail);
        if shown.acts == 0 {
            shown.acts = past.game_match.acts;
        }
    }
}

/// The match as it came about, as far as the server has told it.
struct Past {
    game_match: GameMatch,
    /// The number of lines of its log that were seen before.
    known: usize,
    /// The number of its positions that were seen before.
    known_positions: usize,
    /// Whether it began after the lines seen before; then those belong to another match.
    is_another: bool,
}

impl Past {
    /// Follows the updates from the beginning of the match. If that is missing, the first position
    /// in the updates is the start, and what came before it is not told.
    fn of(earlier: &Earlier, snapshot: &MatchView, language: Language) -> Option<Self> {
        let begins = |it: &PastUpdate| {
            it.events
                .iter()
                .any(|it| matches!(it, EventView::Match(MatchEventView::MatchStarted { .. })))
        };
        let begun = earlier.updates.iter().rposition(begins);
        let mut shown = None;
        let (mut known, mut known_positions) = (0, 0);
        for (at, update) in earlier.updates.iter().enumerate().skip(begun.unwrap_or(0)) {
            match (&shown, &update.view) {
                (None, Some(view)) if !begins(update) => {
                    let mut first = GameMatch::from_view(&snapshot.config, view, snapshot.ply);
                    let later = actions(&earlier.updates[at + 1..]);
                    first.acts = earlier.totals.acts.saturating_sub(later);
                    shown = Some(first);
                }
                (None, None) => {}
                (Some(_), _) | (None, Some(_)) => {
                    history::apply(&mut shown, &lobby_update(update), language);
                }
            }
            if let (Some(shown), true) = (&mut shown, update.revision <= earlier.seen) {
                known = shown.log.total();
                known_positions = shown.earlier.total();
                shown.course = Course::default();
            }
        }
        let started = begun.and_then(|at| earlier.updates.get(at));
        Some(Self {
            game_match: shown?,
            known,
            known_positions,
            is_another: started.is_some_and(|it| it.revision > earlier.seen),
        })
    }
}

/// The number of actions in these updates.
fn actions(updates: &[PastUpdate]) -> u16 {
    let events = updates.iter().flat_map(|it| &it.events);
    let is_action = |it: &&EventView| matches!(it, EventView::Match(MatchEventView::Acted { .. }));
    u16::try_from(events.filter(is_action).count()).unwrap_or(u16::MAX)
}

fn lobby_update(update: &PastUpdate) -> LobbyUpdate {
    LobbyUpdate {
        revision: update.revision,
        events: update.events.clone(),
        lobby: None,
        view: update.view.clone(),
        ply: Ply(0),
        outcome: update.outcome,
    }
}
