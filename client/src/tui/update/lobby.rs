//! Making, entering, filling and leaving lobbies.

pub(super) mod absence;
pub(super) mod listing;
pub(super) mod people;
pub(super) mod reacting;
pub(super) mod skip;

use std::path::Path;

use dicehall_engine::games::dice_wars::MapChoice;
use dicehall_engine::lobby::{Phase, PlayerId, Request, Settings};
use dicehall_engine::{BotKind, BotSpec, GameKind, Rung, Seat};
use dicehall_files::Why;
use dicehall_protocol::text::clean_title;
use dicehall_protocol::{ClientCommand, HolderView, LobbyLine, SessionCommand};

use super::connection::{self, go_home};
use super::{play_on, send, talk};
use crate::files::keep::at;
use crate::games::dice_wars;
use crate::start::{LobbyPlan, SeatPlan};
use crate::tui::keymap::KeyAction;
use crate::tui::keymap::abilities::can;
use crate::tui::message::MachineEffect;
use crate::tui::model::lobby::ladder::USUAL_RUNG;
use crate::tui::model::lobby::{Lobby, RowAction};
use crate::tui::model::popup::continued::Continued;
use crate::tui::model::popup::{BotChoice, Popup, Question};
use crate::tui::model::{Model, Pending, Plan, Purpose, Screen, Server, Then};

/// Makes a lobby; its seats are filled when the server has made it.
pub(super) fn create(model: &mut Model, table: LobbyPlan, then: Then) {
    let title = model.look.language.table_of(&model.name);
    let settings = table.settings.clone();
    let password = model.passwords.asked.clone();
    send(
        model,
        SessionCommand::CreateLobby {
            title,
            settings,
            password,
            key: None,
        },
        Pending::Open { table, then },
    );
}

/// Fills a lobby that was just made; if its first match goes on from an earlier one, the steps of
/// that one are sent first.
pub(super) fn prepare(model: &mut Model, table: LobbyPlan, then: Then) {
    let parts = table.origin.as_deref().and_then(play_on::parts);
    let Some((last, earlier)) = parts.as_deref().and_then(<[Request]>::split_last) else {
        return fill(model, &table, then);
    };
    for part in earlier {
        command(model, part.clone());
    }
    // The last part is accepted only after all parts before it.
    send(model, last.clone(), Pending::Origin { table, then });
}

/// The server has accepted the earlier match: the next match goes on from it.
pub(super) fn go_on(model: &mut Model, table: &LobbyPlan, then: Then) {
    model.continued = Continued::Next;
    fill(model, table, then);
}

/// Assigns the seats of a lobby that was just made, allows hints if wanted, and starts the match if
/// wanted.
fn fill(model: &mut Model, table: &LobbyPlan, then: Then) {
    if table.hints {
        command(model, Request::AllowHints { allowed: true });
    }
    let plans = table
        .seats
        .iter()
        .copied()
        .chain(std::iter::repeat(SeatPlan::Closed));
    for (seat, plan) in Seat::ALL.into_iter().zip(plans) {
        let command = match plan {
            SeatPlan::Me => Request::TakeSeat { seat: Some(seat) },
            SeatPlan::Open => continue,
            SeatPlan::Closed => Request::CloseSeat { seat },
            SeatPlan::Bot(bot) => Request::SeatBot { seat, bot },
        };
        self::command(model, command);
    }
    if then == Then::Start {
        command(model, Request::Start { force: true });
    }
}

/// Takes the first open seat, if there is one.
pub(super) fn sit_anywhere(model: &mut Model) {
    let any = Request::TakeSeat { seat: None };
    send(model, any, Pending::SitAnywhere);
}

/// Asks for the server's lobbies and shows them.
pub(super) fn list(model: &mut Model, purpose: Purpose) {
    model.screen = Screen::Lobbies;
    model.lobbies.purpose = purpose;
    send(model, model.lobbies.asks(), Pending::List);
}

/// Asks again for the list of lobbies after a while, because people may have come or gone.
pub(super) fn list_again(model: &mut Model, elapsed_ms: u64) {
    let asked = model.pending.values().any(|it| *it == Pending::List);
    let shown = model.screen == Screen::Lobbies && model.is_connected();
    if shown && !asked && elapsed_ms >= model.lobbies.pause_ms() {
        list(model, model.lobbies.purpose);
    }
    model.is_as_shown = model.only_lists();
}

/// Shows the server's lobbies, of which there may be more. A server that cannot be searched lists all. A guest who comes
/// in by a door enters the only one.
pub(super) fn listed(model: &mut Model, mut lines: Vec<LobbyLine>, total: Option<u32>) {
    lines.retain(|it| it.is_wanted(&model.lobbies.wanted));
    for line in &mut lines {
        line.title = clean_title(&line.title).unwrap_or_default();
    }
    let is_same = model.lobbies.has(&lines, total);
    model.is_as_shown = model.only_lists() && is_same;
    model.lobbies.compared(is_same);
    model.lobbies.total = total;
    model.lobbies.row = model.lobbies.row.min(lines.len().saturating_sub(1));
    let plan = model.plan.take_if(|it| matches!(it, Plan::List { .. }));
    let only = lines.first().map(|it| it.lobby);
    let only = only.filter(|_| lines.len() == 1 && plan.is_some());
    model.lobbies.lines = Some(lines);
    if let Some(only) = only {
        connection::enter(model, only, model.lobbies.purpose);
    }
}

/// Returns to the screen where lobbies are chosen, after the person has left one.
pub(super) fn left(model: &mut Model) {
    talk::give_back(model);
    model.lobby = None;
    model.popups.clear();
    match model.server {
        Some(Server::Remote { .. }) => {
            model.lobbies = model.lobbies.anew();
            list(model, model.lobbies.purpose);
        }
        Some(Server::Hosted { .. }) if matches!(model.plan, Some(Plan::Open { .. })) => {
            if let Some(Plan::Open { table, then }) = model.plan.take() {
                create(model, table, then);
            }
        }
        Some(Server::Private | Server::Hosted { .. }) | None => go_home(model),
    }
}

/// Offers the table of an earlier run to a person who wants to host, if something still goes on
/// there.
pub(super) fn offer_earlier(model: &mut Model) {
    let hosts = matches!(model.server, Some(Server::Hosted { .. }));
    let (true, Some(Plan::Open { .. }), Some(lobby)) = (hosts, &model.plan, &model.lobby) else {
        return;
    };
    let runs = matches!(lobby.view.phase, Phase::Starting | Phase::Playing);
    if runs || lobby.view.players.len() > 1 {
        model.popups.push(Popup::Confirm(Question::GoOn));
    } else {
        leave_earlier(model);
    }
}

/// Leaves the table of an earlier run; after that the planned one is opened.
pub(super) fn leave_earlier(model: &mut Model) {
    send(model, Request::Leave, Pending::Leave);
}

/// Enters the lobby that is chosen in the list.
pub(super) fn enter(model: &mut Model, purpose: Purpose) {
    let lines = model.lobbies.lines.iter().flatten();
    let Some(lobby) = lines.map(|it| it.lobby).nth(model.lobbies.row) else {
        model.tell(model.look.language.no_lobby_to_enter());
        return;
    };
    model.lobbies.purpose = purpose;
    connection::enter(model, lobby, purpose);
}

/// Carries out the usual action on the chosen row.
pub(super) fn choose(model: &mut Model) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    let Some((seat, _)) = lobby.chosen_seat() else {
        return;
    };
    match lobby.usual_action() {
        Some(RowAction::Bot) => bot_list(model),
        Some(RowAction::Usual) => seat_bot(model, USUAL_RUNG),
        Some(RowAction::Sit) => take(model, seat),
        Some(RowAction::Open) => command(model, Request::OpenSeat { seat }),
        Some(RowAction::Ready(ready)) => command(model, Request::Ready { ready }),
        None => model.tell(model.look.language.host_changes_seat()),
    }
}

/// Puts a bot of a rung on the chosen seat.
pub(super) fn seat_bot(model: &mut Model, rung: Rung) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    if let Some((seat, _)) = lobby.chosen_seat() {
        let bot = BotSpec::on_rung(rung, lobby.view.settings.rules.kind());
        command(model, Request::SeatBot { seat, bot });
    }
}

/// Sits down on the chosen seat if it is open, else on the first open seat.
pub(super) fn sit(model: &mut Model) {
    let chosen = model.lobby.as_ref().and_then(|it| it.chosen_seat());
    match chosen {
        Some((seat, HolderView::Open)) => take(model, seat),
        Some(_) | None => sit_anywhere(model),
    }
}

/// Opens the list of bots for the chosen seat.
pub(super) fn bot_list(model: &mut Model) {
    if !can(model, KeyAction::SeatBot) {
        model.tell(model.look.language.host_seats_bots());
        return;
    }
    let Some(lobby) = &model.lobby else {
        return;
    };
    let Some((seat, holder)) = lobby.chosen_seat() else {
        return;
    };
    let bots = bots(lobby.view.settings.rules.kind());
    let held = match holder {
        HolderView::Bot { bot } => Some(*bot),
        HolderView::Open | HolderView::Closed | HolderView::Human { .. } => Some(BotSpec::on_rung(
            USUAL_RUNG,
            lobby.view.settings.rules.kind(),
        )),
    };
    let row = bots.iter().position(|it| Some(it.bot) == held).unwrap_or(0);
    model.popups.push(Popup::Bots { seat, bots, row });
}

/// Puts a bot of the usual rung on every open seat.
pub(super) fn fill_with_bots(model: &mut Model) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    let bot = BotSpec::on_rung(USUAL_RUNG, lobby.view.settings.rules.kind());
    let open: Vec<Seat> = Seat::ALL
        .into_iter()
        .filter(|it| lobby.holder(*it) == Some(&HolderView::Open))
        .collect();
    for seat in open {
        command(model, Request::SeatBot { seat, bot });
    }
}

/// Sends new settings. The server puts bots of the same rungs on the seats of those that do not play the new game, and moves the
/// people from seats that it does not have.
pub(super) fn change_settings(model: &mut Model, settings: Settings) {
    if model.lobby.is_some() {
        command(model, Request::ChangeSettings { settings });
    }
}

/// Plays on a map: the game that has maps, with its other rules as they are.
pub(super) fn play_on(model: &mut Model, map: Result<MapChoice, String>) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    let mut settings = lobby.view.settings.clone();
    match map {
        Ok(map) => {
            settings.rules = dice_wars::on_map(settings.rules, map);
            change_settings(model, settings);
        }
        Err(why) => model.warn(why),
    }
}

/// Saves the map of the match, or of the lobby's rules, in a file.
pub(super) fn save_map(model: &mut Model, path: &str) {
    let lobby = model.lobby.as_ref();
    let named = lobby.and_then(|it| dice_wars::map_of(&it.view.settings.rules));
    let played_on = model
        .game_match()
        .and_then(|it| dice_wars::map_played(&it.config).cloned());
    let map = played_on.or(named);
    match (map, path) {
        (_, "") => model.warn(model.look.language.map_save_where()),
        (None, _) => model.warn(model.look.language.no_map_yet()),
        (Some(map), path) => {
            model.on_machine(MachineEffect::WriteMap {
                path: path.to_owned(),
                map: Box::new(map),
            });
        }
    }
}

/// Tells where a map is kept, or why it is not.
pub(super) fn map_written(model: &mut Model, path: &str, fault: Option<Why>) {
    let language = model.look.language;
    match fault {
        None => model.tell(language.map_kept(path)),
        Some(why) => {
            let told = language.map_not_kept(language.why(&why));
            model.warn(at(language, told, Some(Path::new(path))));
        }
    }
}

/// Asks for a pause, or takes the request back.
pub(super) fn toggle_pause(model: &mut Model) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    let mine = lobby
        .my_seat()
        .and_then(|seat| lobby.view.seats.get(seat.idx()));
    let wanted = !mine.is_some_and(|it| it.wants_pause);
    command(model, Request::Pause { wanted });
}

/// Says that the person is ready, or no longer.
pub(super) fn toggle_ready(model: &mut Model) {
    let ready = model.lobby.as_ref().is_some_and(|it| !it.is_ready());
    command(model, Request::Ready { ready });
}

/// Sends a request about the chosen seat.
pub(super) fn with_seat(model: &mut Model, wanted: fn(Seat) -> Request) {
    let seat = model
        .lobby
        .as_ref()
        .and_then(|it| it.chosen_seat())
        .map(|(seat, _)| seat);
    if let Some(it) = seat {
        command(model, wanted(it));
    }
}

/// Opens the settings to be changed.
pub(super) fn settings(model: &mut Model) {
    if let Some(lobby) = &model.lobby {
        let settings = Box::new(lobby.view.settings.clone());
        model.popups.push(Popup::Settings { settings, row: 0 });
    }
}

/// Starts the match, asking first if somebody is not ready.
pub(super) fn start(model: &mut Model) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    if lobby.not_ready().is_empty() {
        return command(model, Request::Start { force: false });
    }
    model.popups.push(Popup::Confirm(Question::StartUnready));
}

/// Asks before somebody is removed or made host.
pub(super) fn ask_about_player(model: &mut Model, question: fn(PlayerId) -> Question) {
    let chosen = model.chosen_player().map(|it| it.player);
    if let Some(player) = chosen {
        model.popups.push(Popup::Confirm(question(player)));
    }
}

/// Gives the host's part of a big screen to a person who is there, because a host starts the matches.
pub(super) fn hand_on(model: &mut Model) {
    let Some(player) = model.lobby.as_ref().and_then(Lobby::next_host) else {
        return;
    };
    let is_asked =
        |it: &ClientCommand| matches!(it, ClientCommand::Lobby(Request::HandOverHost { .. }));
    let waits = |(id, it): (&u64, &ClientCommand)| is_asked(it) && model.pending.contains_key(id);
    if !model.asked.iter().any(waits) {
        command(model, Request::HandOverHost { player });
    }
}

/// Sends a command whose effect is seen in the lobby, so that its answer needs no handling.
pub(super) fn command(model: &mut Model, command: impl Into<ClientCommand>) {
    send(model, command, Pending::Other);
}

/// The bots that play a game, those of the ladder first.
pub(super) fn bots(game: GameKind) -> Vec<BotChoice> {
    let of_ladder = Rung::ALL.into_iter().map(|rung| BotChoice {
        rung: Some(rung),
        bot: BotSpec::on_rung(rung, game),
    });
    let mut bots: Vec<BotChoice> = of_ladder.collect();
    for kind in BotKind::ALL.iter().filter(|it| it.plays(game)) {
        for bot in levels(*kind) {
            if !bots.iter().any(|it| it.bot == bot) {
                bots.push(BotChoice { rung: None, bot });
            }
        }
    }
    bots
}

fn levels(kind: BotKind) -> Vec<BotSpec> {
    match kind.levels() {
        None => vec![BotSpec::usual(kind)],
        Some((from, _, to)) => (from..=to)
            .map(|level| BotSpec::at_level(kind, level))
            .collect(),
    }
}

fn take(model: &mut Model, seat: Seat) {
    command(model, Request::TakeSeat { seat: Some(seat) });
}
