//! Typed commands: everything that keys do, by words, and attacks by their coordinates.

use dicehall_engine::games::animal_shogi::Action as ShogiAction;
use dicehall_engine::games::animal_shogi::board::Square;
use dicehall_engine::games::territory::Territory;
use dicehall_engine::lobby::PlayerId;
use dicehall_engine::{AnyAction, BotSpec, GameKind, Seat};
use dicehall_protocol::text::clean_chat;
use dicehall_protocol::{ClientCommand, HolderView};

use super::{act, lobby, play, prompt};
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::place::{Board, ends, square_place};
use crate::tui::model::popup::PromptKind;
use crate::tui::model::switches::Switches;
use crate::tui::model::{Model, Scale, usual_settings};

/// The typed commands of every game and what they do, for the help; those on the board are in the words of each game.
pub const WORDS: &[(&str, &str)] = &[
    ("resign", "resign from the match (asks first)"),
    ("pause, continue", "ask for a pause, or to go on"),
    ("rematch", "agree to another match"),
    ("say TEXT", "say something to everyone"),
    ("zoom s|m|l|auto", "a small, medium or large board"),
    ("lobby, board", "show the lobby, or the board"),
    ("sit [1-4], watch", "sit down, or stand up"),
    ("ready, unready", "agree to start, or no longer"),
    ("start", "start the match (host)"),
    (
        "bot 2 hard",
        "put a bot on seat 2, or by name: paranoid:3 (host)",
    ),
    ("fill", "put a bot on every open seat (host)"),
    ("open 2, close 2", "open or close seat 2 (host)"),
    ("game NAME", "play another game (host)"),
    ("rules size=6,preset=book", "change the rules (host)"),
    (
        "map NAME",
        "Dice Wars on a shipped map, a number or a file (host)",
    ),
    ("pace 300", "how long bots wait, in milliseconds (host)"),
    (
        "clock 5m+10s",
        "time to think; or 30s/action, 2m/turn, off (host)",
    ),
    (
        "kick NAME, host NAME",
        "send somebody away, or make them host (host)",
    ),
    (
        "ban NAME, bans, unban NAME",
        "send somebody away for good; who was; lift it (host)",
    ),
    (
        "silence NAME, unsilence NAME",
        "keep somebody from speaking, or no longer (host)",
    ),
    (
        "password, password off",
        "ask newcomers for a password, or for none (host)",
    ),
    (
        "lock, unlock",
        "let nobody new in, or everybody again (host)",
    ),
    (
        "mute NAME, unmute NAME",
        "do not hear somebody, or again; nobody else is told",
    ),
    ("leave", "leave the lobby (asks first)"),
    ("help, quit", "this help; end the program"),
];

/// Runs a typed command.
pub(super) fn run(model: &mut Model, text: &str) -> Vec<Effect> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    if text.is_empty() {
        return Vec::new();
    }
    let cells = model.game_match().and_then(|it| places(it, text));
    match cells.as_deref() {
        Some([at]) => {
            let at = *at;
            // A cell of a grid is marked by its name.
            if model
                .game_match()
                .is_some_and(|it| matches!(it.board, Board::Grid(_)))
            {
                return play::attack(model, at, at);
            }
            if let Some(game_match) = model.game_match_mut() {
                game_match.cursor = at;
            }
            return Vec::new();
        }
        Some([from, to]) => {
            let (from, to) = (*from, *to);
            return play::attack(model, from, to);
        }
        Some(_) | None => {}
    }
    match word.to_ascii_lowercase().as_str() {
        "game" => game(model, rest),
        "map" => map(model, rest),
        "end" | "pass" | "e" => end(model),
        "say" | "chat" => clean_chat(rest).map_or_else(Vec::new, |text| {
            lobby::command(model, ClientCommand::Chat { text })
        }),
        "zoom" => zoom(model, rest),
        "quit" | "q" | "exit" => act::run(model, Action::Quit),
        "help" | "h" => act::run(model, Action::Help),
        "resign" => allowed(model, Action::Resign),
        "rematch" => allowed(model, Action::Rematch),
        "fill" => allowed(model, Action::FillBots),
        "log" => allowed(model, Action::Log),
        "lobby" | "board" => allowed(model, Action::ToLobby),
        "leave" => leave(model),
        "password" if rest.is_empty() => prompt::open(model, PromptKind::Password),
        "mute" => mute(model, rest, true),
        "unmute" => mute(model, rest, false),
        "bans" => bans(model),
        other => in_lobby(model, other, rest),
    }
}

/// The places that a text names, in the way of the game that is played.
fn places(game_match: &GameMatch, text: &str) -> Option<Vec<Territory>> {
    match game_match.board {
        Board::Hexes(_) => coordinates(game_match, text),
        Board::Map(_) => numbers(game_match, text),
        Board::Shogi(_) => shogi(text),
        Board::Grid(ref grid) => {
            let places = (0..=u8::MAX).map(Territory).take(grid.marks.len());
            let named = |it: &Territory| game_match.name(*it).eq_ignore_ascii_case(text);
            places.filter(named).map(|it| vec![it]).next()
        }
        Board::Unknown => None,
    }
}

/// One or two territories of a map by number, such as `12`, `12>7`, `12-7`, `12 7`.
fn numbers(game_match: &GameMatch, text: &str) -> Option<Vec<Territory>> {
    let parts = text
        .split([' ', '-', '>', ',', '#'])
        .filter(|it| !it.is_empty());
    let known = |it: &str| {
        it.parse::<u8>()
            .ok()
            .filter(|it| usize::from(*it) < game_match.board.places())
            .map(Territory)
    };
    let places: Vec<Territory> = parts.map(known).collect::<Option<_>>()?;
    (1..=2).contains(&places.len()).then_some(places)
}

/// A square, a step or a drop of animal shogi: `b3`, `b3b2`, `b2b1+` (the sign may be left out), `C*b2`.
fn shogi(text: &str) -> Option<Vec<Territory>> {
    if let Ok(square) = text.to_ascii_lowercase().parse::<Square>() {
        return Some(vec![square_place(Some(square))]);
    }
    let written = match text.split_once('*') {
        Some((piece, to)) => format!("{}*{}", piece.to_ascii_uppercase(), to.to_ascii_lowercase()),
        None => text.to_ascii_lowercase().replace([' ', '-', '>'], ""),
    };
    let action = written.parse::<ShogiAction>().ok()?;
    let (from, to) = ends(AnyAction::AnimalShogi(action))?;
    Some(vec![from, to])
}

/// One or two territories such as `b3`, `b3c4`, `b3 c4`, `b3-c4`; `None` if the text is anything else.
fn coordinates(game_match: &GameMatch, text: &str) -> Option<Vec<Territory>> {
    let separators = [' ', '-', '>', ','];
    let plain: Vec<char> = text.chars().filter(|it| !separators.contains(it)).collect();
    if plain.len() != 2 && plain.len() != 4 {
        return None;
    }
    plain
        .chunks(2)
        .map(|it| coordinate(game_match.size, it[0], it[1]))
        .collect()
}

fn coordinate(size: u8, column: char, row: char) -> Option<Territory> {
    let column = u8::try_from(column.to_ascii_lowercase())
        .ok()?
        .checked_sub(b'a')?;
    let row = u8::try_from(row.to_digit(10)?).ok()?.checked_sub(1)?;
    (column < size && row < size).then(|| Territory(row * size + column))
}

fn end(model: &mut Model) -> Vec<Effect> {
    if model.game_match().is_some_and(GameMatch::may_end_turn) {
        return play::end_turn_at_once(model);
    }
    play::end_turn(model)
}

fn game(model: &mut Model, name: &str) -> Vec<Effect> {
    match (name.parse::<GameKind>(), model.lobby.is_some()) {
        (Ok(game), true) => lobby::change_settings(model, usual_settings(game)),
        (Ok(game), false) => {
            model.game = game;
            Vec::new()
        }
        (Err(why), _) => {
            model.warn(why.to_string());
            Vec::new()
        }
    }
}

/// Plays on a map, or keeps the one that is played on.
fn map(model: &mut Model, rest: &str) -> Vec<Effect> {
    let save = rest
        .strip_prefix("save")
        .filter(|it| it.is_empty() || it.starts_with(' '));
    match save {
        _ if model.lobby.is_none() => {
            model.warn("you are in no lobby");
            Vec::new()
        }
        Some(path) => lobby::save_map(model, path.trim()),
        None => vec![Effect::ReadMap(rest.to_owned())],
    }
}

fn zoom(model: &mut Model, size: &str) -> Vec<Effect> {
    model.zoom = match size {
        "s" => Some(Scale::Small),
        "m" => Some(Scale::Medium),
        "l" => Some(Scale::Large),
        "auto" | "" => None,
        _ => {
            model.warn("zoom s, m, l or auto");
            model.zoom
        }
    };
    Vec::new()
}

fn allowed(model: &mut Model, action: Action) -> Vec<Effect> {
    if crate::tui::model::abilities::can(model, action) {
        return act::run(model, action);
    }
    model.warn("that cannot be done now");
    Vec::new()
}

fn leave(model: &mut Model) -> Vec<Effect> {
    if model.lobby.is_some() {
        model.popups.push(crate::tui::model::popup::Popup::Confirm(
            crate::tui::model::popup::Question::Leave,
        ));
    }
    Vec::new()
}

/// Commands of the lobby; whether they are allowed is the server's to say.
fn in_lobby(model: &mut Model, word: &str, rest: &str) -> Vec<Effect> {
    let command = match word {
        "ready" => Ok(ClientCommand::Ready { ready: true }),
        "unready" => Ok(ClientCommand::Ready { ready: false }),
        "watch" => Ok(ClientCommand::Spectate),
        "start" => Ok(ClientCommand::Start { force: false }),
        "sit" if rest.is_empty() => Ok(ClientCommand::TakeSeat { seat: None }),
        "sit" => seat(rest).map(|seat| ClientCommand::TakeSeat { seat: Some(seat) }),
        "open" => seat(rest).map(|seat| ClientCommand::OpenSeat { seat }),
        "close" => seat(rest).map(|seat| ClientCommand::CloseSeat { seat }),
        "bot" => bot(model, rest),
        "rules" => rules(model, rest),
        "pace" => switch(model, "pace", rest),
        "clock" => switch(model, "clock", rest),
        "pause" => Ok(ClientCommand::Pause { wanted: true }),
        "continue" => Ok(ClientCommand::Pause { wanted: false }),
        "kick" => player(model, rest).map(|player| ClientCommand::Kick { player }),
        "host" => player(model, rest).map(|player| ClientCommand::HandOverHost { player }),
        "ban" => player(model, rest).map(|player| ClientCommand::Ban { player }),
        "unban" => banned(model, rest).map(|player| ClientCommand::LiftBan { player }),
        "silence" => player(model, rest).map(|player| ClientCommand::Silence {
            player,
            silenced: true,
        }),
        "unsilence" => player(model, rest).map(|player| ClientCommand::Silence {
            player,
            silenced: false,
        }),
        "password" if rest == "off" => Ok(ClientCommand::SetPassword { password: None }),
        // What was typed in the open is no secret any more.
        "password" => Err("type password alone; you are asked for it, unseen".to_owned()),
        "lock" => Ok(ClientCommand::Lock { locked: true }),
        "unlock" => Ok(ClientCommand::Lock { locked: false }),
        _ => Err(format!("there is no command {word}; ? lists what there is")),
    };
    match command {
        Ok(command) => lobby::command(model, command),
        Err(why) => {
            model.warn(why);
            Vec::new()
        }
    }
}

fn seat(text: &str) -> Result<Seat, String> {
    let number = text.parse::<u8>().ok().and_then(|it| it.checked_sub(1));
    number
        .and_then(Seat::new)
        .ok_or_else(|| "seats are numbered 1 to 4".to_owned())
}

fn bot(model: &Model, text: &str) -> Result<ClientCommand, String> {
    let lobby = model.lobby.as_ref().ok_or("you are in no lobby")?;
    let (first, name) = text
        .split_once(char::is_whitespace)
        .unwrap_or((text, "normal"));
    let seat = seat(first)?;
    let game = lobby.view.settings.rules.kind();
    let bot = BotSpec::for_game(name.trim(), game).map_err(|it| it.to_string())?;
    match lobby.holder(seat) {
        Some(HolderView::Human { .. }) => Err("a person holds that seat".to_owned()),
        Some(HolderView::Open | HolderView::Closed | HolderView::Bot { .. }) | None => {
            Ok(ClientCommand::SeatBot { seat, bot })
        }
    }
}

fn rules(model: &Model, list: &str) -> Result<ClientCommand, String> {
    let lobby = model.lobby.as_ref().ok_or("you are in no lobby")?;
    let mut settings = lobby.view.settings.clone();
    settings
        .rules
        .set_switches(list)
        .map_err(|it| it.to_string())?;
    Ok(ClientCommand::ChangeSettings { settings })
}

fn switch(model: &Model, name: &str, value: &str) -> Result<ClientCommand, String> {
    let lobby = model.lobby.as_ref().ok_or("you are in no lobby")?;
    let mut settings = lobby.view.settings.clone();
    Switches::set(&mut settings, name, value)?;
    Ok(ClientCommand::ChangeSettings { settings })
}

fn mute(model: &mut Model, name: &str, muted: bool) -> Vec<Effect> {
    match player(model, name) {
        Ok(player) => lobby::mute(model, player, muted),
        Err(why) => {
            model.warn(why);
            Vec::new()
        }
    }
}

/// Who was sent away for good.
fn bans(model: &mut Model) -> Vec<Effect> {
    let names: Vec<&str> = model
        .lobby
        .iter()
        .flat_map(|it| &it.view.bans)
        .map(|it| it.name.as_str())
        .collect();
    let text = if names.is_empty() {
        "nobody".to_owned()
    } else {
        names.join(", ")
    };
    model.tell(format!("sent away for good: {text}"));
    Vec::new()
}

fn banned(model: &Model, name: &str) -> Result<PlayerId, String> {
    let lobby = model.lobby.as_ref().ok_or("you are in no lobby")?;
    let found = lobby
        .view
        .bans
        .iter()
        .find(|it| it.name.eq_ignore_ascii_case(name));
    found
        .map(|it| it.player)
        .ok_or_else(|| format!("nobody called {name} was sent away for good"))
}

fn player(model: &Model, name: &str) -> Result<PlayerId, String> {
    let lobby = model.lobby.as_ref().ok_or("you are in no lobby")?;
    let found = lobby
        .view
        .players
        .iter()
        .find(|it| it.name.eq_ignore_ascii_case(name));
    found
        .map(|it| it.player)
        .ok_or_else(|| format!("nobody here is called {name}"))
}
