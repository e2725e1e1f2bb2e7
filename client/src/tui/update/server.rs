//! Applies the server's messages to the model.

mod kept_lobby;
mod operator;
pub(super) mod refusals;
pub(super) mod twice;
pub(super) mod whispers;

use dicehall_engine::lobby::{PeopleEvent, Phase, Ply, Revision, TalkEvent};
use dicehall_protocol::text::clean;
use dicehall_protocol::{
    Choice, DiceEventView, EnteredView, EventView, LobbyEventView, MatchEventView, MatchView,
    Reply, ServerMessage, choices_of,
};

use super::connection::go_home;
use super::history::arrivals::show_new_dice;
use super::history::incidents::{note_incident, standings};
use super::history::rolls::{leave_other_fights, show_roll, still};
use super::history::{self, LobbyUpdate};
use super::{
    history::earlier, history::played, lobby, lobby::absence, lobby::reacting, lobby::skip, play,
    play::hint, popups::account, popups::ratings, popups::review, talk, talk::banter, talk::calls,
    talk::notes,
};
use crate::fair::audit::Verdict;
use crate::files::choices::visited;
use crate::games;
use crate::tui::keymap::{Context, KeyAction, key_name};
use crate::tui::message::{LastChoice, MachineEffect};
use crate::tui::model::game_match::{Choices, Clocks, Entry, GameMatch};
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::Popup;
use crate::tui::model::{Model, Pending, Purpose, Screen, Server};
use kept_lobby::keep_known;

/// Applies a message of the server.
pub(super) fn update(model: &mut Model, message: ServerMessage) {
    apply(model, message);
    if model.is_big_screen {
        lobby::hand_on(model);
    }
}

fn apply(model: &mut Model, message: ServerMessage) {
    match message {
        // The link handles the rest of the greeting; its result comes as an event of the link.
        ServerMessage::Welcome { notice, .. } => {
            notice.and_then(|it| operator::heard(model, &it));
        }
        // The link answers the first by itself, and tells the second as an event of its own.
        ServerMessage::NextMatch { .. } | ServerMessage::Played { .. } => {}
        ServerMessage::Accepted { id, reply, .. } => accepted(model, id, reply),
        ServerMessage::Rejected {
            id, code, message, ..
        } => refusals::rejected(model, id, &code, &clean(&message)),
        ServerMessage::Snapshot {
            revision,
            you,
            lobby,
            game_match,
            agreement,
        } => {
            let mut entered = Lobby::new(you, revision, lobby);
            let actions = agreement.as_ref().map_or(0, |it| it.actions);
            entered.language = model.look.language;
            if let Some(it) = &agreement {
                entered.seal(&it.match_id, it.begun_at);
            }
            let shown = |it| GameMatch::from_snapshot(it, actions);
            entered.game_match = game_match.as_ref().map(shown);
            snapshot(model, entered, game_match);
        }
        ServerMessage::Update {
            layout: _,
            revision,
            events,
            lobby,
            view,
            ply,
            outcome,
            notice,
        } => {
            let said = notice.and_then(|it| operator::heard(model, &it));
            let update = LobbyUpdate {
                revision,
                events,
                lobby,
                view,
                ply,
                outcome,
            };
            changed(model, update, said.as_deref());
        }
        ServerMessage::Hints { allowed } => hint::allowed(model, allowed),
        ServerMessage::Whispered { whisper } => whispers::heard(model, &whisper),
        ServerMessage::Offered { ply, offer, .. } => choose(model, ply, choices_of(offer)),
        ServerMessage::Clocks {
            left_ms, running, ..
        } => {
            if let Some(game_match) = model.game_match_mut() {
                game_match.clocks = Some(Clocks { left_ms, running });
            }
        }
        ServerMessage::Presence {
            player,
            connected,
            bot_in_ms,
        } => absence::presence(model, player, connected, bot_in_ms),
        ServerMessage::Frozen { frozen } => freeze(model, frozen),
        ServerMessage::Error { message, .. } => model.warn(clean(&message)),
        ServerMessage::Closing { code, message } => {
            let words = super::connection::server_closing(model.look.language, &code)
                .unwrap_or_else(|| clean(&message));
            model.warn(words);
        }
    }
}

/// Notes whether the lobby cannot write its journal; what was held back meanwhile goes on afterwards.
fn freeze(model: &mut Model, frozen: bool) {
    if let Some(lobby) = &mut model.lobby {
        lobby.is_frozen = frozen;
    }
    if !frozen {
        whispers::thawed(model);
        talk::go_on(model);
    }
}

/// Shows whether the dice of the match that is over were those agreed on; the person must confirm a
/// failed check.
pub(super) fn audited(model: &mut Model, verdict: Verdict) {
    if verdict.is_alarming() {
        let language = model.look.language;
        let text = language.do_not_trust(verdict.told(language));
        model.warn(verdict.told(language));
        model.popups.push(Popup::Card {
            title: language.dice_wrong_card(),
            text,
        });
    }
    if let Some(game_match) = model.game_match_mut() {
        game_match.record(game_match.round(), Entry::Audited(verdict.clone()));
        game_match.verdict = Some(verdict);
    }
}

fn accepted(model: &mut Model, id: u64, reply: Option<Reply>) {
    let pending = model.pending.remove(&id);
    model.asked.remove(&id);
    if let Some(Pending::Account(wish)) = pending {
        return account::told(model, &wish, reply);
    }
    match reply {
        Some(Reply::Lobbies(lines)) => lobby::listed(model, lines, None),
        Some(Reply::Found(found)) => lobby::listed(model, found.lobbies, Some(found.total)),
        Some(Reply::History(past)) => earlier::answered(model, past),
        Some(Reply::Listening(it)) => whispers::listening(model, &it),
        Some(it @ (Reply::Leaders(_) | Reply::Profile(_))) => {
            ratings::answered(model, pending.as_ref(), it);
        }
        Some(it @ (Reply::Reviewing(_) | Reply::Review(_))) => review::answered(model, it),
        Some(Reply::Joined(_) | Reply::Account(_) | Reply::LinkCode(_) | Reply::RescueCodes(_))
        | None => {}
    }
    match pending {
        Some(Pending::Open { table, then }) => lobby::prepare(model, table, then),
        Some(Pending::Origin { table, then }) => lobby::go_on(model, &table, then),
        Some(Pending::Enter {
            purpose: Purpose::Sit,
            ..
        }) => lobby::sit_anywhere(model),
        Some(Pending::Leave) => lobby::left(model),
        Some(Pending::Talk) => talk::accepted(model),
        Some(
            Pending::Enter {
                purpose: Purpose::Watch,
                ..
            }
            | Pending::List
            | Pending::SitAnywhere
            | Pending::Act
            | Pending::Earlier
            | Pending::Ratings(_)
            | Pending::Account(_)
            | Pending::Review
            | Pending::Listen
            | Pending::Other,
        )
        | None => {}
    }
}

/// Shows the whole lobby anew; chat and log are kept.
/// Tells where a browser finds a table of one's own: the match there begins at once, without the lobby that shows it.
fn tell_of_page(model: &mut Model) {
    let link = model.page_link();
    if let (Some(Server::Private), Some(link)) = (&model.server, link) {
        model.tell(model.look.language.browser_here(link));
    }
}

fn snapshot(model: &mut Model, mut entered: Lobby, game_match: Option<MatchView>) {
    let running = entered.view.phase == Phase::Playing;
    let returning = model
        .lobby
        .take()
        .filter(|it| it.view.lobby == entered.view.lobby);
    let is_new = returning.is_none();
    let seen = returning.as_ref().map_or(Revision(0), |it| it.revision);
    let had_match = returning.as_ref().is_some_and(|it| it.game_match.is_some());
    if let Some(before) = returning {
        keep_known(&mut entered, before);
    }
    entered.row = entered.row.min(entered.rows().saturating_sub(1));
    let over = game_match.as_ref().is_some_and(|it| it.outcome.is_some());
    let keep = model.screen == Screen::Match && had_match && (running || over);
    model.lobby = Some(entered);
    let ended = game_match.as_ref().and_then(|it| it.outcome);
    let ended = ended.map(Entry::Ended);
    played::note(model, ended.as_slice());
    if running || keep {
        model.screen = Screen::Match;
    } else {
        model.screen = Screen::Lobby;
    }
    remember_server(model);
    earlier::ask(model, seen, game_match);
    if is_new {
        whispers::listen(model);
        tell_of_page(model);
    }
    lobby::offer_earlier(model);
    talk::go_on(model);
}

/// Remembers the server of others at whose table the person is, to list it first on the home
/// screen. A guest knows the way to the door without.
fn remember_server(model: &mut Model) {
    let Some(Server::Remote { address }) = &model.server else {
        return;
    };
    if model.rights.door().is_none() && model.home.recent.first() != Some(address) {
        let address = address.clone();
        visited(&mut model.home.recent, address.clone());
        let chosen = LastChoice::Server(address);
        model.on_machine(MachineEffect::Remember(chosen));
    }
}

fn changed(model: &mut Model, mut update: LobbyUpdate, said: Option<&str>) {
    let pause_key = key_name(model, Context::Match, KeyAction::Pause);
    let Some(lobby) = &mut model.lobby else {
        return;
    };
    if update.revision <= lobby.revision {
        // Nothing has happened, but people are known better, or the next match is rated or not.
        let is_refreshed = update.revision == lobby.revision && update.events.is_empty();
        if let Some(view) = update.lobby.take().filter(|_| is_refreshed) {
            lobby.replace(view);
        }
        return;
    }
    lobby.revision = update.revision;
    let settings = lobby.view.settings.clone();
    let farewell = lobby_events(lobby, &update.events, &pause_key);
    if let Some(view) = update.lobby.take() {
        lobby.replace(view);
    }
    if lobby.view.settings != settings {
        notes::settings(lobby, &settings);
        model.continued = model.continued.after_change();
    }
    if let Some(farewell) = farewell {
        let told = [Some(farewell.as_str()), said];
        let told: Vec<&str> = told.into_iter().flatten().collect();
        return leave_for_good(model, told.join(" "));
    }
    let standings = standings(lobby.game_match.as_ref());
    let before = lobby
        .game_match
        .as_ref()
        .filter(|_| model.animation)
        .map(still);
    let entries = history::apply(&mut lobby.game_match, &update, model.look.language);
    lobby.note_players(&entries);
    lobby.settle_skips();
    show_new_dice(lobby, &entries, before.as_ref().map(|it| &it.before));
    show_roll(lobby, &entries, before);
    note_incident(lobby, &entries, &standings);
    leave_other_fights(lobby, &entries);
    if entries.contains(&Entry::Started) {
        earlier::forget_match(lobby);
        notes::begins(lobby);
    }
    played::note(model, &entries);
    banter::tell(model, &entries);
    calls::mentioned(model, &update.events);
    calls::unread(model, &update.events);
    if entries.contains(&Entry::Started) {
        model.continued = model.continued.after_start();
        model.screen = Screen::Match;
        model.popups.clear();
        model.notice = None;
        calls::started(model);
    }
    if entries.iter().any(|it| matches!(it, Entry::Ended(_))) && model.screen == Screen::Match {
        model.popups.clear();
        model.popups.push(Popup::Outcome);
        skip::arrive(model);
    }
}

/// Leaves the lobby, because the person is no longer in it, and tells why.
fn leave_for_good(model: &mut Model, why: String) {
    if model.is_connected() {
        lobby::left(model);
    } else {
        go_home(model);
    }
    model.popups.push(Popup::Card {
        title: model.look.language.lobby_card(),
        text: why,
    });
}

/// Adds events about people and seats to the chat; returns why the person is no longer in the
/// lobby, if that is so.
fn lobby_events(lobby: &mut Lobby, events: &[EventView], pause_key: &str) -> Option<String> {
    let language = lobby.language;
    let mut farewell = None;
    for event in events {
        match event {
            EventView::Lobby(LobbyEventView::Ended { .. }) => {
                farewell = farewell.or_else(|| Some(language.lobby_ended()));
            }
            EventView::Lobby(event) => notes::door(lobby, event),
            EventView::People(event) => {
                farewell = farewell.or_else(|| farewell_of(lobby, event));
                notes::person(lobby, event);
            }
            EventView::Talk(TalkEvent::Reacted {
                player,
                seat,
                reaction,
            }) => reacting::show(lobby, *player, *seat, *reaction),
            EventView::Talk(event) => notes::talk(lobby, event),
            EventView::Votes(event) => notes::vote(lobby, *event),
            EventView::Match(MatchEventView::PauseWanted { seat, wanted }) => {
                let asked = lobby.my_seat().is_some_and(|it| it != *seat);
                let key = if asked {
                    language.p_agrees(pause_key)
                } else {
                    String::new()
                };
                let name = lobby.seat_name(*seat);
                lobby.note(if *wanted {
                    language.asks_pause(name, key)
                } else {
                    language.wants_on(name, key)
                });
            }
            EventView::Dice(DiceEventView::DiceSealed {
                match_id, begun_at, ..
            }) => lobby.seal(match_id, *begun_at),
            EventView::Match(_) | EventView::Seats(_) | EventView::Dice(_) => {}
        }
    }
    farewell
}

fn farewell_of(lobby: &Lobby, event: &PeopleEvent<EnteredView>) -> Option<String> {
    let player = lobby.you;
    if *event == (PeopleEvent::Kicked { player }) {
        Some(lobby.language.sent_away())
    } else if *event == (PeopleEvent::Banned { player }) {
        Some(lobby.language.kept_out())
    } else {
        None
    }
}

fn choose(model: &mut Model, ply: Ply, choices: Vec<Choice>) {
    let is_present = |it: &&mut GameMatch| ply >= it.ply;
    let Some(game_match) = model.game_match_mut().filter(is_present) else {
        return;
    };
    let turn_begins = games::opens_turn(&game_match.view) && game_match.choices.is_none();
    game_match.choices = Some(Choices {
        ply,
        all: choices,
        sent: false,
        outlook: None,
    });
    if game_match
        .source
        .is_some_and(|from| game_match.moves_from(from).next().is_none())
    {
        game_match.source = None;
    }
    if turn_begins {
        game_match.queued = None;
        play::settle(game_match);
    }
    model.notice.take_if(|it| it.until_turn);
    hint::look_ahead(model);
    play::make_queued(model);
    if turn_begins {
        calls::turn(model);
    }
    skip::arrive(model);
}
