//! Typed commands: all actions of the keys by their names, and attacks by their coordinates.

use dicehall_engine::games::dice_wars::MapChoice;
use dicehall_engine::lobby::{PlayerId, Request};
use dicehall_engine::{BotSpec, GameKind, Seat};
use dicehall_protocol::text::clean_chat;
use dicehall_protocol::{HolderView, SessionCommand};

use crate::games::place::Typed;
use crate::graphics::Scale;
use crate::lang::Language;
use crate::tui::keymap::KeyAction;
use crate::tui::keymap::abilities::can;
use crate::tui::keymap::help::is_command;
use crate::tui::keymap::phrases::{PHRASES, phrase};
use crate::tui::message::{LastChoice, MachineEffect};
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::lobby::ladder::USUAL_RUNG;
use crate::tui::model::popup::switches::Switches;
use crate::tui::model::popup::{Popup, PromptKind, Question};
use crate::tui::model::{Model, usual_settings};
use crate::tui::update::{
    keys::act, lobby, lobby::reacting, play, play::hint, popups::account, popups::ratings,
    server::whispers, talk, talk::mute,
};

/// Runs a typed command.
pub(in crate::tui::update) fn run(model: &mut Model, text: &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    if text.is_empty() {
        return;
    }
    match model.game_match().and_then(|it| it.typed(text)) {
        Some(Typed::Point(at)) => return play::point(model, at),
        Some(Typed::Move(from, to)) => return play::make_move(model, from, to),
        Some(Typed::Action(action)) => return play::act(model, action),
        None => {}
    }
    match word.to_ascii_lowercase().as_str() {
        "game" => game(model, rest),
        "map" => map(model, rest),
        "end" | "pass" | "e" => end(model),
        "say" | "chat" => say(model, rest),
        "w" | "whisper" => whispers::whisper(model, rest),
        "r" | "reply" => whispers::reply(model, rest),
        "phrase" => say_phrase(model, rest),
        "react" => reacting::react(model, rest),
        "zoom" => zoom(model, rest),
        "banter" => banter(model, rest),
        "quit" | "q" | "exit" => act::run(model, KeyAction::Quit),
        "help" | "h" => act::run(model, KeyAction::Help),
        "resign" => allowed(model, KeyAction::Resign),
        "hint" => act::run(model, KeyAction::Hint),
        "hints" => hint::switch(model, rest),
        "skip" => allowed(model, KeyAction::Skip),
        "standin" => allowed(model, KeyAction::StandIn),
        "rematch" => allowed(model, KeyAction::Rematch),
        "fill" => allowed(model, KeyAction::FillBots),
        "log" => allowed(model, KeyAction::Log),
        "ratings" => ratings::typed(model, rest),
        "profile" => ratings::profile(model, rest),
        "account" => account::typed(model, rest),
        "review" => allowed(model, KeyAction::Review),
        "lobby" | "board" => allowed(model, KeyAction::ToLobby),
        "leave" => leave(model),
        "password" if rest.is_empty() => model.ask(PromptKind::Password),
        "password" if rest == "off" => {
            lobby::command(model, SessionCommand::SetPassword { password: None });
        }
        "mute" => on_player(model, rest, mute::mute),
        "unmute" => on_player(model, rest, mute::unmute),
        "bans" => bans(model),
        other => in_lobby(model, other, rest),
    }
}

/// Says something to everybody. A line that begins like a command is one: it is carried out, or comes back.
pub(in crate::tui::update) fn say(model: &mut Model, line: &str) {
    match meant(line) {
        Meant::Command(command) => run(model, command),
        Meant::Unknown(word) => {
            model.warn(model.look.language.unknown_command(word));
            model.talk.back = Some(line.to_owned());
        }
        Meant::Words => {
            if let Some(text) = clean_chat(line) {
                talk::say(model, Request::Chat { text });
            }
        }
    }
}

/// The meaning of a chat line.
enum Meant<'a> {
    /// To say it.
    Words,
    /// To carry it out.
    Command(&'a str),
    /// To carry it out, though there is no such command.
    Unknown(&'a str),
}

/// The meaning of a chat line: one with `:` or `/` before a word is a command, but `:D` is a face.
fn meant(line: &str) -> Meant<'_> {
    let line = line.trim();
    let command = line.strip_prefix(':').or_else(|| line.strip_prefix('/'));
    let Some(command) = command.filter(|it| it.starts_with(|it: char| it.is_ascii_alphabetic()))
    else {
        return Meant::Words;
    };
    let word = command.split_whitespace().next().unwrap_or_default();
    let is_word = word.len() > 1 && word.chars().all(|it| it.is_ascii_alphanumeric());
    if is_command(&word.to_ascii_lowercase()) {
        Meant::Command(command)
    } else if !is_word {
        Meant::Words
    } else {
        Meant::Unknown(word)
    }
}

fn end(model: &mut Model) {
    if model.game_match().is_some_and(GameMatch::may_end_turn) {
        return play::end_turn_at_once(model);
    }
    play::end_turn(model);
}

fn game(model: &mut Model, name: &str) {
    match (name.parse::<GameKind>(), model.lobby.is_some()) {
        (Ok(game), true) => lobby::change_settings(model, usual_settings(game)),
        (Ok(game), false) => {
            model.game = game;
            let chosen = LastChoice::Game(game);
            model.on_machine(MachineEffect::Remember(chosen));
        }
        (Err(why), _) => model.warn(why.to_string()),
    }
}

/// Says the quick phrase of a number; without a number, lists the phrases.
fn say_phrase(model: &mut Model, number: &str) {
    let language = model.look.language;
    if let Some(text) = phrase(language, number) {
        return talk::say(model, Request::Chat { text });
    }
    let numbered = PHRASES.iter().zip(1..);
    let list: Vec<String> = numbered
        .map(|(it, at)| format!("{at} {}", it(language)))
        .collect();
    model.popups.push(Popup::Card {
        title: language.phrases_card(),
        text: list.join("  "),
    });
}

/// Chooses a map, or saves the present one.
fn map(model: &mut Model, rest: &str) {
    let save = rest
        .strip_prefix("save")
        .filter(|it| it.is_empty() || it.starts_with(' '));
    let is_guest = model.rights.own_machine().is_none();
    match save {
        _ if model.lobby.is_none() => model.warn(model.look.language.in_no_lobby()),
        Some(_) if is_guest => model.warn(model.look.language.not_for_guests()),
        // The maps that have names and numbers are in the program; all others are in files.
        None if is_guest => {
            let map = MapChoice::parse(rest).map_err(|it| it.to_string());
            lobby::play_on(model, map);
        }
        Some(path) => lobby::save_map(model, path.trim()),
        None => model.on_machine(MachineEffect::ReadMap(rest.to_owned())),
    }
}

fn zoom(model: &mut Model, size: &str) {
    model.zoom = match size {
        "xs" => Some(Scale::Tiny),
        "s" => Some(Scale::Small),
        "m" => Some(Scale::Medium),
        "l" => Some(Scale::Large),
        "xl" => Some(Scale::Huge),
        "xxl" => Some(Scale::Giant),
        "xxxl" => Some(Scale::Vast),
        "auto" | "" => None,
        _ => {
            model.warn(model.look.language.zoom_how());
            model.zoom
        }
    };
}

/// Switches the lines of the ladder's bots on or off.
fn banter(model: &mut Model, wanted: &str) {
    model.banter = match wanted {
        "on" => true,
        "off" => false,
        _ => return model.warn(model.look.language.banter_how()),
    };
    let chosen = LastChoice::Banter(model.banter);
    model.on_machine(MachineEffect::Remember(chosen));
    model.tell(if model.banter {
        model.look.language.banter_on()
    } else {
        model.look.language.banter_off()
    });
}

fn allowed(model: &mut Model, action: KeyAction) {
    if can(model, action) {
        return act::run(model, action);
    }
    model.warn(model.look.language.cannot_now());
}

fn leave(model: &mut Model) {
    if model.lobby.is_some() {
        model.popups.push(Popup::Confirm(Question::Leave));
    }
}

/// Runs a command of the lobby; the server decides whether it is allowed.
fn in_lobby(model: &mut Model, word: &str, rest: &str) {
    let command = match word {
        "ready" => Ok(Request::Ready { ready: true }),
        "unready" => Ok(Request::Ready { ready: false }),
        "watch" => Ok(Request::Spectate),
        "start" => Ok(Request::Start { force: false }),
        "sit" if rest.is_empty() => Ok(Request::TakeSeat { seat: None }),
        "sit" => seat(model.look.language, rest).map(|seat| Request::TakeSeat { seat: Some(seat) }),
        "open" => seat(model.look.language, rest).map(|seat| Request::OpenSeat { seat }),
        "close" => seat(model.look.language, rest).map(|seat| Request::CloseSeat { seat }),
        "bot" => bot(model, rest),
        "rules" => rules(model, rest),
        "pace" => switch(model, "pace", rest),
        "clock" => switch(model, "clock", rest),
        "pause" => Ok(Request::Pause { wanted: true }),
        "continue" => Ok(Request::Pause { wanted: false }),
        "kick" => player(model, rest).map(|player| Request::Kick { player }),
        "host" => player(model, rest).map(|player| Request::HandOverHost { player }),
        "ban" => player(model, rest).map(|player| Request::Ban { player }),
        "unban" => banned(model, rest).map(|player| Request::LiftBan { player }),
        "silence" => player(model, rest).map(|player| Request::Silence {
            player,
            silenced: true,
        }),
        "unsilence" => player(model, rest).map(|player| Request::Silence {
            player,
            silenced: false,
        }),
        // A password that was typed visibly is no longer secret, so it is refused.
        "password" => Err(model.look.language.password_alone()),
        "lock" => Ok(Request::Lock { locked: true }),
        "unlock" => Ok(Request::Lock { locked: false }),
        _ => Err(model.look.language.unknown_command(word)),
    };
    match command {
        Ok(command) => lobby::command(model, command),
        Err(why) => model.warn(why),
    }
}

fn seat(language: Language, text: &str) -> Result<Seat, String> {
    let number = text.parse::<u8>().ok().and_then(|it| it.checked_sub(1));
    number
        .and_then(Seat::new)
        .ok_or_else(|| language.seats_numbered())
}

fn bot(model: &Model, text: &str) -> Result<Request, String> {
    let lobby = lobby_of(model)?;
    let (first, name) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let seat = seat(model.look.language, first)?;
    let game = lobby.view.settings.rules.kind();
    let bot = match name.trim() {
        // In every game a bot of the ladder, with which a match can be rated.
        "" => Ok(BotSpec::on_rung(USUAL_RUNG, game)),
        name => BotSpec::for_game(name, game),
    };
    let bot = bot.map_err(|it| it.to_string())?;
    match lobby.holder(seat) {
        Some(HolderView::Human { .. }) => Err(model.look.language.seat_has_person()),
        Some(HolderView::Open | HolderView::Closed | HolderView::Bot { .. }) | None => {
            Ok(Request::SeatBot { seat, bot })
        }
    }
}

fn rules(model: &Model, list: &str) -> Result<Request, String> {
    let mut settings = lobby_of(model)?.view.settings.clone();
    settings
        .rules
        .set_switches(list)
        .map_err(|it| it.to_string())?;
    Ok(Request::ChangeSettings { settings })
}

fn switch(model: &Model, name: &str, value: &str) -> Result<Request, String> {
    let mut settings = lobby_of(model)?.view.settings.clone();
    Switches::set(&mut settings, name, value)?;
    Ok(Request::ChangeSettings { settings })
}

fn on_player(model: &mut Model, name: &str, change: fn(&mut Model, PlayerId)) {
    match player(model, name) {
        Ok(player) => change(model, player),
        Err(why) => model.warn(why),
    }
}

/// Lists who is banned.
fn bans(model: &mut Model) {
    let names: Vec<&str> = model
        .lobby
        .iter()
        .flat_map(|it| &it.view.bans)
        .map(|it| it.name.as_str())
        .collect();
    let text = if names.is_empty() {
        model.look.language.nobody_banned()
    } else {
        names.join(", ")
    };
    model.tell(model.look.language.banned_are(text));
}

fn banned(model: &Model, name: &str) -> Result<PlayerId, String> {
    let mut bans = lobby_of(model)?.view.bans.iter();
    let found = bans.find(|it| it.name.eq_ignore_ascii_case(name));
    let player = found.map(|it| it.player);
    player.ok_or_else(|| model.look.language.not_banned(name))
}

fn player(model: &Model, name: &str) -> Result<PlayerId, String> {
    let mut players = lobby_of(model)?.view.players.iter();
    let found = players.find(|it| it.name.eq_ignore_ascii_case(name));
    let player = found.map(|it| it.player);
    player.ok_or_else(|| model.look.language.not_here(name))
}

/// The lobby that the person is in, or that there is none.
fn lobby_of(model: &Model) -> Result<&Lobby, String> {
    let lobby = model.lobby.as_ref();
    lobby.ok_or_else(|| model.look.language.in_no_lobby())
}
