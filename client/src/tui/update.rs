//! The update function: it applies messages and link events to the model, and returns the effects
//! to carry out. Pure: time, luck and the network come as arguments.
//!
//! Called by the loops of the screens (`app`) and of the line mode (`plain`), and by the replays of
//! `cli::played::replay`. An event that comes late, twice or unexpectedly is harmless: it changes what it
//! can, and the server's next snapshot corrects the rest.

mod connection;
mod history;
mod kept;
mod keys;
mod link;
mod lobby;
mod play;
mod play_on;
mod popups;
mod record;
mod replay;
mod server;
mod talk;
#[cfg(test)]
mod tests;

use crossterm::event::{KeyEvent, KeyEventKind, MouseEventKind};
use dicehall_protocol::{ClientCommand, Code, Wanted};

use crate::net::link::{ClientCommandWithId, LinkEvent};
use crate::start::Start;
use crate::tui::keymap::KeyAction;
use crate::tui::message::{Effect, MachineEffect, Message};
use crate::tui::model::lesson::Welcome;
use crate::tui::model::popup::Popup;
use crate::tui::model::popup::review::ReviewPage;
use crate::tui::model::{Connection, LanList, Model, PENDING_MAX, Pending, Screen};

/// Begins the task with which the program was started.
pub fn begin(model: &mut Model, start: Start) -> Vec<Effect> {
    browsing_anew(model, |it| {
        if let Start::Replay(frames) = start {
            return replay::begin(it, frames);
        }
        if start == Start::Home && it.welcome == Welcome::Due {
            play::lesson::offer(it);
        }
        connection::begin(it, start);
    })
}

/// Applies a message.
pub fn update(model: &mut Model, message: Message) -> Vec<Effect> {
    browsing(model, |it| apply(it, message))
}

/// Applies an event of the link.
pub fn heard(model: &mut Model, event: LinkEvent) -> Vec<Effect> {
    browsing(model, |it| link::update(it, event))
}

/// Carries out a key's action, for an interface that has no keys.
pub fn act_on(model: &mut Model, action: KeyAction) -> Vec<Effect> {
    model.notice = None;
    browsing(model, |it| keys::act::run(it, action))
}

/// Carries out an action on a row of the list that is open.
pub fn act_on_row(model: &mut Model, row: usize, action: KeyAction) -> Vec<Effect> {
    if let Some(chosen) = model.row_mut() {
        *chosen = row;
    }
    act_on(model, action)
}

/// Runs a typed command.
pub fn run_typed(model: &mut Model, text: &str) -> Vec<Effect> {
    model.notice = None;
    browsing(model, |it| keys::typed::run(it, text))
}

/// Lists those lobbies of the server that are wanted.
pub fn list_wanted(model: &mut Model, wanted: Wanted) -> Vec<Effect> {
    browsing(model, |it| lobby::listing::want(it, wanted))
}

/// Leaves the server, for the home screen.
pub fn leave(model: &mut Model) -> Vec<Effect> {
    browsing(model, connection::go_home)
}

/// Answers the prompt that is open; an empty answer closes it.
pub fn answer(model: &mut Model, text: &str) -> Vec<Effect> {
    model.notice = None;
    browsing(model, |it| keys::prompt::answer(it, text))
}

/// Clears what the line mode has printed: the notice, the record of matches, and all popups that
/// ask nothing. A review that is still being made is waited for.
pub fn told(model: &mut Model) {
    model.notice = None;
    let is_coming = model.review.as_deref().is_some_and(ReviewPage::waits);
    let stays = |it: &Popup| matches!(it, Popup::Confirm(_)) || (is_coming && *it == Popup::Review);
    model.popups.retain(stays);
    if model.screen == Screen::Record {
        model.screen = Screen::Home;
    }
}

/// Drops a command that could not be sent, because the link's queue is full.
pub fn unsent(model: &mut Model, id: u64) {
    model.is_as_shown = false;
    if model.pending.remove(&id) == Some(Pending::Talk) {
        talk::refused(model, &Code::NotSaved, String::new());
    }
    if let Some(choices) = model.game_match_mut().and_then(|it| it.choices.as_mut()) {
        choices.sent = false;
    }
    model.warn(model.look.language.busy());
}

/// Applies a change, then starts or stops the search for nearby tables, depending on the screen.
fn browsing(model: &mut Model, change: impl FnOnce(&mut Model)) -> Vec<Effect> {
    let before = shows_nearby(model);
    browsing_since(before, model, change)
}

/// The same for a model that has just been made: no search runs yet.
fn browsing_anew(model: &mut Model, change: impl FnOnce(&mut Model)) -> Vec<Effect> {
    browsing_since(model.screen == Screen::Lan, model, change)
}

fn browsing_since(before: bool, model: &mut Model, change: impl FnOnce(&mut Model)) -> Vec<Effect> {
    model.is_as_shown = false;
    change(model);
    play::lesson::go_on(model);
    play::coach::go_on(model);
    match (before, shows_nearby(model)) {
        (false, true) => {
            model.lan = LanList::default();
            (model.home_row, model.home.row_is_chosen) = (0, false);
            model.on_machine(MachineEffect::BrowseLan);
            if model.home.looks_around {
                model.on_machine(MachineEffect::CountRecord);
            }
        }
        (true, false) => model.effects.push(Effect::StopBrowse),
        (false, false) | (true, true) => {}
    }
    std::mem::take(&mut model.effects)
}

/// Whether nearby tables are on the screen.
fn shows_nearby(model: &Model) -> bool {
    let at_home = model.screen == Screen::Home && model.connection == Connection::Idle;
    model.screen == Screen::Lan || (model.home.looks_around && at_home)
}

fn apply(model: &mut Model, message: Message) {
    match message {
        Message::Key(event) => pressed(model, &event),
        Message::KeyOfLayout { event, base } => pressed(model, &keys::meant(model, event, base)),
        Message::Mouse(event) => {
            // Whoever clicks while dice roll has not yet seen the board that the click would fall
            // on.
            let cut = matches!(event.kind, MouseEventKind::Down(_)) && move_on(model);
            if !cut {
                keys::mouse::update(model, event);
            }
        }
        Message::Paste(text) => keys::prompt::paste(model, &text),
        Message::Resized(size) => model.size = size,
        Message::Focused(focused) => model.focused = focused,
        Message::Drawn(hits) => {
            model.hits = hits;
            talk::calls::note_read(model);
        }
        Message::Lan(event) => popups::around::discovered(model, event),
        Message::MapRead(map) => lobby::play_on(model, map),
        Message::CardWritten(written) => kept::card_written(model, written),
        Message::MapWritten { path, fault } => lobby::map_written(model, &path, fault),
        Message::NoMatch(why) => model.warn(why),
        Message::NotKept(it) => kept::lost(model, &it),
        Message::NotRecorded(it) => kept::unrecorded(model, *it),
        Message::Counted(sums) => popups::around::counted(model, sums),
        Message::RecordRead(read) => record::show(model, read),
        Message::Advised { ply, advice } => play::hint::advised(model, ply, advice),
        Message::Reviewed { match_id, told } => popups::review::made(model, &match_id, told),
        Message::Tick { elapsed_ms } => {
            count_down(&mut model.connection, elapsed_ms);
            if model.talk.pass(elapsed_ms) {
                talk::go_on(model);
            }
            let elapsed = u32::try_from(elapsed_ms).unwrap_or(u32::MAX);
            if let Some(lobby) = &mut model.lobby {
                lobby.pass(elapsed);
            }
            if let Some(clocks) = model.game_match_mut().and_then(|it| it.clocks.as_mut()) {
                // Whatever is longer than any clock has run leaves nothing.
                clocks.pass(elapsed);
            }
            if model.is_big_screen {
                model.shown_ms = model.shown_ms.saturating_add(elapsed_ms);
            }
            roll_on(model, elapsed_ms);
            replay::play_on(model);
            popups::review::pass(model, elapsed_ms);
            lobby::list_again(model, elapsed_ms);
        }
    }
}

/// Applies a key. Some terminals also report its release, which is no second press.
fn pressed(model: &mut Model, event: &KeyEvent) {
    if event.kind != KeyEventKind::Release {
        model.lobbies.same = 0;
        let cut = move_on(model);
        keys::press(model, event, cut);
    }
}

/// Lets time pass for the connection: until the next attempt, or while an answer is late.
const fn count_down(connection: &mut Connection, elapsed_ms: u64) {
    match connection {
        Connection::Waiting { left_ms, .. } => *left_ms = left_ms.saturating_sub(elapsed_ms),
        Connection::Connected {
            late_ms: Some(late_ms),
            ..
        } => *late_ms = late_ms.saturating_add(elapsed_ms),
        Connection::Connected { late_ms: None, .. }
        | Connection::Idle
        | Connection::Connecting { .. } => {}
    }
}

/// Advances the rolling dice and the new ones by the time that has passed, and the message that a player is out.
fn roll_on(model: &mut Model, elapsed_ms: u64) {
    let Some(game_match) = model.game_match_mut() else {
        return;
    };
    let told = [
        game_match.fall.as_mut().map(|it| &mut it.left_ms),
        game_match.incident.as_mut().map(|it| &mut it.left_ms),
    ];
    match &mut game_match.rolling {
        Some(rolling) => rolling.left_ms = rolling.left_ms.saturating_sub(elapsed_ms),
        None => {
            for left_ms in told.into_iter().flatten() {
                *left_ms = left_ms.saturating_sub(elapsed_ms);
            }
        }
    }
    if let Some(arriving) = &mut game_match.arriving {
        arriving.pass(elapsed_ms);
    }
    game_match.arriving.take_if(|it| it.left_ms == 0);
    game_match.rolling.take_if(|it| it.left_ms == 0);
    game_match.fall.take_if(|it| it.left_ms == 0);
    game_match.incident.take_if(|it| it.left_ms == 0);
}

/// Ends the animation, because the person does something: rolling dice lie at once, new ones have come, and the
/// last attack is no longer highlighted. Returns whether dice were rolling.
fn move_on(model: &mut Model) -> bool {
    let Some(game_match) = model.game_match_mut() else {
        return false;
    };
    if !game_match.awaits_dice() {
        game_match.fought = None;
    }
    if game_match.rolling.is_none() {
        game_match.fall = None;
        game_match.incident = None;
    }
    game_match.watches = false;
    game_match.arriving = None;
    game_match.rolling.take().is_some()
}

/// Sends a command and remembers the purpose of its answer.
fn send(model: &mut Model, command: impl Into<ClientCommand>, pending: Pending) {
    try_send(model, command, pending);
}

/// Sends a command; returns whether it will be sent, or is on its way already.
fn try_send(model: &mut Model, command: impl Into<ClientCommand>, pending: Pending) -> bool {
    let command = command.into();
    if !model.is_connected() {
        model.warn(model.look.language.not_sent_offline());
        return false;
    }
    if model.pending.len() >= PENDING_MAX {
        model.warn(model.look.language.not_sent_unanswered());
        return false;
    }
    if server::twice::is_asked(model, &command) {
        return true;
    }
    let id = model.next_id;
    model.next_id += 1;
    model.pending.insert(id, pending);
    model.asked.retain(|id, _| model.pending.contains_key(id));
    model.asked.insert(id, command.clone());
    model
        .effects
        .push(Effect::Send(ClientCommandWithId { id, command }));
    true
}
