//! Typed lines: each is an answer to a question, a question about the table, or a command, which is
//! carried out as on the screens.

use dicehall_engine::GameKind;
use dicehall_protocol::Wanted;

use super::narrator::your_turn;
use super::{answers, board, words};
use crate::games::place::Typed;
use crate::net::link::Hosting;
use crate::start::{LobbyPlan, Start};
use crate::tui::keymap::KeyAction;
use crate::tui::keymap::abilities::has_right;
use crate::tui::keymap::menu::HOME_ROWS;
use crate::tui::message::Effect;
use crate::tui::model::popup::{Popup, Prompt, PromptKind};
use crate::tui::model::{Model, Screen};
use crate::tui::update::{act_on, act_on_row, answer, begin, list_wanted, run_typed};

/// The result of a typed line.
#[derive(Debug, Default)]
pub(super) struct Reply {
    /// The lines to print at once.
    pub(super) lines: Vec<String>,
    /// The effects to carry out.
    pub(super) effects: Vec<Effect>,
    /// Whether the open list is to be printed again.
    pub(super) list_again: bool,
    /// Whether to switch to fewer words, or back; `None` for no change.
    pub(super) brief: Option<bool>,
    /// Whether the next line must wait for the person's next turn.
    pub(super) waits: bool,
}

/// Runs a typed line.
pub(super) fn run(model: &mut Model, line: &str) -> Reply {
    if let Some(Prompt { kind, .. }) = model.prompt {
        let effects = answer(model, line);
        let called = (kind == PromptKind::Name).then(|| model.look.language.called(&model.name));
        return Reply {
            effects,
            ..told(called.into_iter().collect())
        };
    }
    let text = line.trim().trim_start_matches(':').trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (word, rest) = (word.to_lowercase(), rest.trim());
    if let Some(Popup::Confirm(_)) = model.popups.last() {
        match word.as_str() {
            "yes" | "y" => return done(act_on(model, KeyAction::Yes)),
            "no" | "n" => {
                return Reply {
                    effects: act_on(model, KeyAction::No),
                    ..told(vec![model.look.language.not_done()])
                };
            }
            // Typing anything else answers the question with no.
            _ => drop(act_on(model, KeyAction::No)),
        }
    }
    if word.is_empty() {
        // A person who did not hear that it is their turn is told again.
        let asked = model.game_match().filter(|it| it.may_choose());
        return told(
            asked
                .map(|it| your_turn(it, model.look.language))
                .into_iter()
                .collect(),
        );
    }
    if let Some(reply) = anywhere(model, &word, rest) {
        return reply;
    }
    match model.screen {
        Screen::Home | Screen::Record => at_home(model, &word, rest),
        Screen::Lan | Screen::Lobbies => in_list(model, &word, rest),
        Screen::Lobby | Screen::Match => at_table(model, text, &word, rest),
    }
}

fn anywhere(model: &mut Model, word: &str, rest: &str) -> Option<Reply> {
    let lines = match word {
        "help" | "h" | "?" => answers::help(model, rest),
        "status" => answers::status(model),
        "rules" if rest.is_empty() => answers::rules(model),
        "retry" => return Some(done(act_on(model, KeyAction::RetryNow))),
        "quit" | "q" | "exit" => return Some(done(act_on(model, KeyAction::Quit))),
        "account" => return Some(done(run_typed(model, &format!("account {rest}")))),
        _ => return None,
    };
    Some(told(lines))
}

fn at_table(model: &mut Model, text: &str, word: &str, rest: &str) -> Reply {
    match word {
        "look" | "l" => return told(board::look(model, rest)),
        "targets" | "t" => return told(board::targets(model, rest)),
        "odds" => return told(board::odds(model, rest)),
        "log" => return told(answers::log(model, rest)),
        "talk" => return told(answers::talk(model, rest)),
        "seats" => return told(answers::seats(model)),
        "brief" | "full" => {
            let is_on = word == "brief";
            return Reply {
                brief: Some(is_on),
                ..told(vec![words::brief(model.look.language, is_on)])
            };
        }
        "wait" => {
            return Reply {
                waits: true,
                ..Reply::default()
            };
        }
        "start" => return done(act_on(model, KeyAction::Start)),
        "bot" if rest.is_empty() => return done(run_typed(model, "fill")),
        _ => {}
    }
    match model.game_match().and_then(|it| it.typed(text)) {
        Some(Typed::Point(_)) => told(board::look(model, text)),
        Some(Typed::Move(..) | Typed::Action(_)) => done(run_typed(model, text)),
        None if answers::is_command(word) => done(run_typed(model, text)),
        None => told(vec![model.look.language.no_command(word)]),
    }
}

/// Runs a line on the home screen: a row by its number, or by its word.
fn at_home(model: &mut Model, word: &str, rest: &str) -> Reply {
    if let Ok(number) = word.parse::<usize>() {
        let row = number.checked_sub(1).and_then(|it| HOME_ROWS.get(it));
        let row = row.filter(|it| has_right(model, it.action));
        return match row.map(|it| it.action) {
            None => told(vec![model.look.language.no_number(number)]),
            Some(KeyAction::Help) => told(answers::help(model, "")),
            Some(action) => done(act_on(model, action)),
        };
    }
    let game = match rest.parse::<GameKind>() {
        Ok(game) => game,
        Err(why) if matches!(word, "play" | "host" | "game") && !rest.is_empty() => {
            return told(vec![words::sentence(model.look.language, &why.to_string())]);
        }
        Err(_) => model.game,
    };
    let address = rest.to_owned();
    let start = match word {
        "play" => Start::Play(LobbyPlan::quick(game, model.rung)),
        "host" => Start::Host {
            table: LobbyPlan::open(game),
            hosting: Hosting::Public {
                listen: None,
                announce: true,
                page: true,
                program: true,
            },
        },
        "join" if !rest.is_empty() => Start::Join {
            address,
            lobby: None,
        },
        "watch" if !rest.is_empty() => Start::Watch {
            address,
            lobby: None,
        },
        "lan" | "join" | "watch" => return done(act_on(model, KeyAction::Lan)),
        "record" => return done(act_on(model, KeyAction::Record)),
        "name" => return done(act_on(model, KeyAction::Name)),
        "game" if !rest.is_empty() => return done(run_typed(model, &format!("game {rest}"))),
        "game" => return done(act_on(model, KeyAction::Game)),
        _ => return told(vec![model.look.language.no_command(word)]),
    };
    done(begin(model, start))
}

/// Runs a line on the list of servers on the LAN, or of lobbies of a server.
fn in_list(model: &mut Model, word: &str, rest: &str) -> Reply {
    let (number, action) = match word {
        "watch" => (rest, KeyAction::Watch),
        "join" | "sit" => (rest, KeyAction::Choose),
        _ => (word, KeyAction::Choose),
    };
    if let Ok(number) = number.parse::<usize>() {
        let lobbies = || model.lobbies.lines.as_ref().map_or(0, Vec::len);
        let is_lan = model.screen == Screen::Lan;
        let rows = if is_lan {
            model.lan.servers.len()
        } else {
            lobbies()
        };
        let Some(row) = number.checked_sub(1).filter(|it| *it < rows) else {
            return told(vec![model.look.language.no_number(number)]);
        };
        return done(act_on_row(model, row, action));
    }
    match word {
        "list" | "more"
            if model.screen == Screen::Lobbies && (word == "more" || !rest.is_empty()) =>
        {
            let Some(effects) = list_some(model, word, rest) else {
                return told(vec![model.look.language.list_how()]);
            };
            Reply {
                list_again: true,
                ..done(effects)
            }
        }
        "list" if model.screen == Screen::Lobbies => Reply {
            list_again: true,
            ..done(act_on(model, KeyAction::Refresh))
        },
        "list" => Reply {
            list_again: true,
            ..Reply::default()
        },
        "new" if model.screen == Screen::Lobbies => new_lobby(model, rest),
        "home" => done(act_on(model, KeyAction::Back)),
        "join" | "watch" if model.screen == Screen::Lan && !rest.is_empty() => {
            at_home(model, word, rest)
        }
        _ => told(vec![model.look.language.no_command(word)]),
    }
}

/// Makes a lobby for the game that is named, or for the one that was chosen last.
fn new_lobby(model: &mut Model, game: &str) -> Reply {
    if !game.is_empty() {
        match game.parse::<GameKind>() {
            Ok(game) => model.game = game,
            Err(why) => return told(vec![words::sentence(model.look.language, &why.to_string())]),
        }
    }
    done(act_on(model, KeyAction::Create))
}

/// Lists some of a server's lobbies: those of a game, with open seats, of several people, all of them, or further ones;
/// `None` if the words name none of these.
fn list_some(model: &mut Model, word: &str, rest: &str) -> Option<Vec<Effect>> {
    if word == "more" {
        return Some(act_on(model, KeyAction::PageDown));
    }
    let before = model.lobbies.wanted;
    let wanted = match rest {
        "all" => Wanted::default(),
        "open" => Wanted {
            open: true,
            ..before
        },
        "shared" => Wanted {
            shared: true,
            ..before
        },
        game => Wanted {
            game: Some(game.parse().ok()?),
            ..before
        },
    };
    Some(list_wanted(model, wanted))
}

fn told(lines: Vec<String>) -> Reply {
    Reply {
        lines,
        ..Reply::default()
    }
}

fn done(effects: Vec<Effect>) -> Reply {
    Reply {
        effects,
        ..Reply::default()
    }
}
