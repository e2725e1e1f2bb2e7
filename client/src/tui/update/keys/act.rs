//! Carries out actions; keys, clicks and typed commands all end up here.

use dicehall_engine::lobby::Request;
use dicehall_engine::{GameKind, Rung};

use crate::games::place::Direction;
use crate::start::{LobbyPlan, Start};
use crate::tui::geometry::Tab;
use crate::tui::keymap::abilities::{can, has_right};
use crate::tui::keymap::{KeyAction, help};
use crate::tui::message::{Effect, LastChoice, MachineEffect};
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::way::Way;
use crate::tui::model::popup::{Popup, PromptKind, Question};
use crate::tui::model::{Connection, Model, Pending, Purpose, Screen, Then};
use crate::tui::update::{
    connection, kept, keys::enter, keys::jump, lobby, lobby::absence, lobby::listing,
    lobby::people, lobby::reacting, lobby::skip, play, play::coach, play::hint, play::lesson,
    play_on, popups, popups::afterwards, popups::around, popups::ratings, popups::review, record,
    replay, talk::mute,
};

/// Carries out an action.
pub(in crate::tui::update) fn run(model: &mut Model, action: KeyAction) {
    if !can(model, action) {
        return refuse(model, action);
    }
    if change(model, action) {
        return;
    }
    match action {
        KeyAction::Up | KeyAction::Down => vertical(model, way(action)),
        KeyAction::PageUp | KeyAction::PageDown => page(model, way(action)),
        KeyAction::Choose => choose(model),
        KeyAction::Back => back(model),
        KeyAction::Yes | KeyAction::No => answer(model, action),
        KeyAction::Quit | KeyAction::Leave => afterwards::leave(model, action),
        KeyAction::Suspend | KeyAction::RetryNow => ask_program(model, action),
        KeyAction::Help => open_help(model),
        KeyAction::Log => toggle_log(model),
        KeyAction::Play => play_now(model),
        KeyAction::Rung(_) | KeyAction::NextRung => choose_rung(model, rung(model, action)),
        KeyAction::Host => enter::host(model),
        KeyAction::Tables => connection::go_to_door(model),
        KeyAction::Lan => show_lan(model),
        KeyAction::Address
        | KeyAction::Name
        | KeyAction::Chat
        | KeyAction::Typed
        | KeyAction::Search => ask_for_line(model, action),
        KeyAction::Watch => enter::watch(model),
        KeyAction::Create => lobby::create(model, LobbyPlan::open(model.game), Then::Wait),
        KeyAction::Refresh => lobby::list(model, model.lobbies.purpose),
        KeyAction::NextTab => next_tab(model),
        KeyAction::ToLobby => to_lobby(model),
        KeyAction::Seek(to) => replay::go(model, to),
        KeyAction::PlayOrPause | KeyAction::Luck => replay::toggle(model, action),
        KeyAction::PlayOn => play_on::open(model),
        KeyAction::Faster | KeyAction::Slower => replay::change_speed(model, action),
        KeyAction::Left
        | KeyAction::Right
        | KeyAction::UpLeft
        | KeyAction::UpRight
        | KeyAction::DownLeft
        | KeyAction::DownRight => play::step(model, direction(action)),
        KeyAction::FromHand(number) => play::take_number_from_hand(model, number),
        KeyAction::Jump => jump::begin(model),
        KeyAction::Skip | KeyAction::StandIn => ask_of_table(model, action),
        KeyAction::Hint | KeyAction::AllowHints => hint::press(model, action),
        KeyAction::React => reacting::begin(model),
        KeyAction::Next | KeyAction::Previous => play::go_around(model, way(action)),
        KeyAction::EndTurn => play::end_turn(model),
        KeyAction::Resign => ask(model, Question::Resign),
        KeyAction::ZoomIn | KeyAction::ZoomOut => zoom(model, action),
        KeyAction::Game => another_game(model),
        KeyAction::Settings => lobby::settings(model),
        KeyAction::ShowLink => model.popups.push(Popup::Link),
        KeyAction::Ready => lobby::toggle_ready(model),
        KeyAction::Start => lobby::start(model),
        KeyAction::Sit | KeyAction::Stand => sit_or_stand(model, action),
        KeyAction::SeatBot => lobby::bot_list(model),
        KeyAction::FillBots => lobby::fill_with_bots(model),
        KeyAction::OpenSeat | KeyAction::CloseSeat => open_or_close(model, action),
        KeyAction::Kick | KeyAction::Ban | KeyAction::HandOver => about_player(model, action),
        KeyAction::Mute | KeyAction::Silence => quiet(model, action),
        KeyAction::People | KeyAction::Leaders => show_people(model, action),
        KeyAction::OpenOnly | KeyAction::SharedOnly => listing::toggle(model, action),
        KeyAction::GoOn(way) => afterwards::go_on(model, way),
        KeyAction::Pause => lobby::toggle_pause(model),
        KeyAction::Rematch => rematch(model),
        KeyAction::WatchMatch | KeyAction::Review => look_back(model, action),
        KeyAction::Record => record::open(model),
        KeyAction::Tutorial | KeyAction::Coach => learn(model, action),
    }
}

/// Shows the match that is over again, step by step, or its review.
fn look_back(model: &mut Model, action: KeyAction) {
    if action == KeyAction::Review {
        review::open(model);
    } else {
        kept::watch(model);
    }
}

/// Shows who is here, or who plays the game best.
fn show_people(model: &mut Model, action: KeyAction) {
    if action == KeyAction::People {
        people::toggle(model);
    } else {
        ratings::open(model);
    }
}

/// Tells why an action is not carried out.
fn refuse(model: &mut Model, action: KeyAction) {
    let language = model.look.language;
    model.tell(
        if model.rights.door().is_some() && !has_right(model, action) {
            language.not_for_guests()
        } else {
            language.cannot_now()
        },
    );
}

/// Asks for what only the program around the screens can do.
fn ask_program(model: &mut Model, action: KeyAction) {
    let effect = if action == KeyAction::Suspend {
        Effect::OnMachine(MachineEffect::Suspend)
    } else {
        Effect::RetryNow
    };
    model.effects.push(effect);
}

/// Begins the tutorial, or lets the coach speak or be silent.
fn learn(model: &mut Model, action: KeyAction) {
    if action == KeyAction::Tutorial {
        lesson::begin(model);
    } else {
        coach::toggle(model);
    }
}

/// The direction of an action that moves the cursor on the board.
fn direction(action: KeyAction) -> Direction {
    let directions = [
        (KeyAction::Left, Direction::Left),
        (KeyAction::UpLeft, Direction::UpLeft),
        (KeyAction::UpRight, Direction::UpRight),
        (KeyAction::DownLeft, Direction::DownLeft),
        (KeyAction::DownRight, Direction::DownRight),
    ];
    let found = directions.into_iter().find(|it| it.0 == action);
    found.map_or(Direction::Right, |it| it.1)
}

/// Asks the table to skip what bots do, or to let a bot play for somebody who is gone; or takes that back.
fn ask_of_table(model: &mut Model, action: KeyAction) {
    if action == KeyAction::Skip {
        skip::skip(model);
    } else {
        absence::toggle_stand_in(model);
    }
}

/// Sits down, or stands up to watch.
fn sit_or_stand(model: &mut Model, action: KeyAction) {
    if action == KeyAction::Sit {
        lobby::sit(model);
    } else {
        lobby::command(model, Request::Spectate);
    }
}

/// Opens or closes the chosen seat.
fn open_or_close(model: &mut Model, action: KeyAction) {
    let request = if action == KeyAction::OpenSeat {
        |seat| Request::OpenSeat { seat }
    } else {
        |seat| Request::CloseSeat { seat }
    };
    lobby::with_seat(model, request);
}

/// Hides the words of the chosen person, from this person alone or from all.
fn quiet(model: &mut Model, action: KeyAction) {
    if action == KeyAction::Mute {
        mute::toggle(model);
    } else {
        people::silence(model);
    }
}

/// Asks whether to do something to the chosen person (remove, ban, make host).
fn about_player(model: &mut Model, action: KeyAction) {
    let question = if action == KeyAction::Kick {
        Question::Kick
    } else if action == KeyAction::Ban {
        Question::Ban
    } else {
        Question::HandOver
    };
    lobby::ask_about_player(model, question);
}

/// Changes the chosen value of the home screen or popup; returns whether the action does that here.
fn change(model: &mut Model, action: KeyAction) -> bool {
    let sideways = matches!(action, KeyAction::Left | KeyAction::Right);
    if model.screen == Screen::Lobbies && action == KeyAction::Game {
        listing::another_game(model);
    } else if on_home(model) && action == KeyAction::Game {
        choose_game(model, Way::Forward);
    } else if on_home(model) && sideways {
        choose_beside(model, way(action));
    } else if sideways && !model.popups.is_empty() {
        popups::sideways(model, way(action));
    } else {
        return false;
    }
    true
}

/// Which way a key goes.
fn way(action: KeyAction) -> Way {
    let goes_back = matches!(
        action,
        KeyAction::Up | KeyAction::Left | KeyAction::PageUp | KeyAction::Previous
    );
    if goes_back { Way::Back } else { Way::Forward }
}

fn answer(model: &mut Model, action: KeyAction) {
    if action == KeyAction::Yes {
        popups::yes(model);
    } else {
        popups::no(model);
    }
}

/// Opens the settings to be changed, with another game in its row.
fn another_game(model: &mut Model) {
    if model.lobby.is_some() {
        lobby::settings(model);
        popups::sideways(model, Way::Forward);
    }
}

fn zoom(model: &mut Model, action: KeyAction) {
    if action == KeyAction::ZoomIn {
        play::zoom_in(model);
    } else {
        play::zoom_out(model);
    }
}

fn on_home(model: &Model) -> bool {
    model.screen == Screen::Home && model.popups.is_empty()
}

/// Chooses the next or previous game to play or host.
fn choose_game(model: &mut Model, way: Way) {
    model.game = way.next(model.game, GameKind::ALL);
    let chosen = LastChoice::Game(model.game);
    model.on_machine(MachineEffect::Remember(chosen));
}

/// Chooses the next or previous game; on the row of the opponents, the next or previous rung.
fn choose_beside(model: &mut Model, way: Way) {
    if around::action(model) == Some(KeyAction::NextRung) {
        return choose_rung(model, Some(way.next(model.rung, &Rung::ALL)));
    }
    choose_game(model, way);
}

/// The rung that an action means; `None` if it means none.
fn rung(model: &Model, action: KeyAction) -> Option<Rung> {
    if let KeyAction::Rung(number) = action {
        return Rung::ALL.get(usize::from(number)).copied();
    }
    Some(Way::Forward.next(model.rung, &Rung::ALL))
}

/// Chooses the rung to play against; at a table, that of the bot on the chosen seat.
fn choose_rung(model: &mut Model, rung: Option<Rung>) {
    if let Some(rung) = rung {
        if model.screen == Screen::Lobby {
            return lobby::seat_bot(model, rung);
        }
        model.rung = rung;
        model.on_machine(MachineEffect::Remember(LastChoice::Rung(rung)));
    }
}

/// Starts a match against bots of the chosen rung.
fn play_now(model: &mut Model) {
    let plan = LobbyPlan::quick(model.game, model.rung);
    connection::begin(model, Start::Play(plan));
}

fn show(model: &mut Model, screen: Screen) {
    model.screen = screen;
}

fn show_lan(model: &mut Model) {
    show(model, Screen::Lan);
}

fn ask(model: &mut Model, question: Question) {
    model.popups.push(Popup::Confirm(question));
}

fn close(model: &mut Model) {
    model.popups.pop();
}

/// Moves one row or place up or down.
fn vertical(model: &mut Model, way: Way) {
    let by = way.rows(1);
    if !model.popups.is_empty() {
        return popups::step(model, by);
    }
    if model.screen == Screen::Match {
        return play::step(
            model,
            match way {
                Way::Back => Direction::Up,
                Way::Forward => Direction::Down,
            },
        );
    }
    if model.screen == Screen::Home {
        return around::step(model, by);
    }
    let rows = rows(model);
    if let Some(row) = model.row_mut() {
        *row = way.beside(*row, rows);
    }
}

/// The number of rows of the list on the screen.
fn rows(model: &Model) -> usize {
    match model.screen {
        Screen::Home => around::choices(model).len(),
        Screen::Lan => model.lan.servers.len() + 1,
        Screen::Lobbies => model.lobbies.lines.as_ref().map_or(0, Vec::len),
        Screen::Record => model.record.matches.len(),
        Screen::Lobby => model.lobby.as_ref().map_or(0, Lobby::rows),
        Screen::Match => 0,
    }
}

fn page(model: &mut Model, way: Way) {
    if !model.popups.is_empty() {
        return popups::page(model, way);
    }
    if model.screen == Screen::Record {
        return record::page(model, way);
    }
    if model.screen == Screen::Lobbies {
        return listing::page(model, way);
    }
    play::scroll_log(model, way);
}

fn choose(model: &mut Model) {
    if model.popups.last() == Some(&Popup::Review) {
        if let Some(step) = review::step_on_board(model) {
            replay::go(model, step);
        }
        return;
    }
    if !model.popups.is_empty() {
        return popups::choose(model);
    }
    match model.screen {
        Screen::Home => match around::action(model) {
            Some(action) => run(model, action),
            None => around::enter(model),
        },
        Screen::Lan => enter::enter_server(model, Purpose::Sit),
        Screen::Lobbies => lobby::enter(model, model.lobbies.purpose),
        Screen::Record => record::watch(model),
        Screen::Lobby => lobby::choose(model),
        Screen::Match => play::choose(model),
    }
}

fn back(model: &mut Model) {
    if model.popups.pop().is_some() {
        return;
    }
    match model.screen {
        Screen::Home if model.connection == Connection::Idle => {}
        Screen::Home | Screen::Lan | Screen::Lobbies | Screen::Record => {
            connection::go_home(model);
        }
        Screen::Lobby => ask(model, Question::Leave),
        Screen::Match => match model.game_match_mut() {
            Some(game_match) if game_match.outcome.is_some() => model.popups.push(Popup::Outcome),
            Some(game_match) => game_match.source = None,
            None => {}
        },
    }
}

fn open_help(model: &mut Model) {
    if let Some(Popup::Help { .. }) = model.popups.last() {
        return close(model);
    }
    if let Some(page) = help::pages(model).first().copied() {
        model.popups.push(Popup::Help { page, scroll: 0 });
    }
}

fn toggle_log(model: &mut Model) {
    if let Some(Popup::Log { .. }) = model.popups.last() {
        return close(model);
    }
    model.popups.push(Popup::Log { scroll: 0 });
}

fn next_tab(model: &mut Model) {
    model.tab = match model.tab {
        Tab::Board => Tab::Players,
        Tab::Players => Tab::Log,
        Tab::Log => Tab::Chat,
        Tab::Chat => Tab::Board,
    };
}

/// Opens the prompt that an action needs.
fn ask_for_line(model: &mut Model, action: KeyAction) {
    const LINES: [(KeyAction, PromptKind); 5] = [
        (KeyAction::Address, PromptKind::Address),
        (KeyAction::Name, PromptKind::Name),
        (KeyAction::Chat, PromptKind::Chat),
        (KeyAction::Typed, PromptKind::Typed),
        (KeyAction::Search, PromptKind::Search),
    ];
    for (_, kind) in LINES.iter().filter(|it| it.0 == action) {
        model.ask(*kind);
    }
}

fn rematch(model: &mut Model) {
    model.tell(model.look.language.agreed_rematch());
    crate::tui::update::send(model, Request::Rematch, Pending::Other);
}

/// Switches between the board and the lobby.
fn to_lobby(model: &mut Model) {
    if model.popups.last() == Some(&Popup::Outcome) {
        model.popups.pop();
        return show(model, Screen::Lobby);
    }
    let other = if model.screen == Screen::Match {
        Screen::Lobby
    } else {
        Screen::Match
    };
    show(model, other);
}
