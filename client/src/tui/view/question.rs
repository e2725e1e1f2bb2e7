//! The words of the questions that are asked before something is done.

use dicehall_protocol::text::clean;

use crate::games::hints::gain_words;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::Question;
use crate::tui::model::{Model, Server};

/// From how many columns on questions fit into one line.
pub const QUESTION_WIDTH_MIN: u16 = 80;

/// A heading and a text that ask for a yes or a no.
pub fn question_words(model: &Model, question: Question) -> (&'static str, String) {
    let name = |player| model.lobby.as_ref().map_or("", |it| it.name(player));
    match question {
        Question::Quit => (
            "Quit?",
            going(model, "A bot plays for you until you come back."),
        ),
        Question::Resign if model.lobby.as_ref().is_some_and(Lobby::is_last_human) => {
            ("Resign?", "The match ends, and the others win.".to_owned())
        }
        Question::Resign => (
            "Resign?",
            "A bot plays on in your place, and you cannot win.".to_owned(),
        ),
        Question::EndUnused => (
            "End the turn?",
            with_gain(model, "You have not attacked, and you could."),
        ),
        Question::EndWithGoodAttacks => (
            "End the turn?",
            with_gain(model, "Attacks that win half the time are left."),
        ),
        Question::Leave if model.is_playing() => (
            "Leave?",
            going(
                model,
                "You give up your seat for good: a bot plays it to the end.",
            ),
        ),
        Question::Leave => ("Leave?", going(model, "You leave this lobby.")),
        Question::GoOn => ("Go on?", go_on(model)),
        Question::NewTable => (
            "Open a new one?",
            "You leave your earlier table for good.".to_owned(),
        ),
        Question::Trust => {
            let (address, fingerprint) = model
                .stranger
                .as_ref()
                .map_or((String::new(), String::new()), |it| {
                    (clean(&it.address), it.fingerprint.grouped())
                });
            let text = format!(
                "{address} is new here, and nobody vouches for its certificate. Ask whoever runs it whether this is \
                 its fingerprint:\n\n{fingerprint}\n\nTrust it from now on?"
            );
            ("Trust this server?", text)
        }
        Question::StartUnready => (
            "Start?",
            "Not everyone is ready. Start all the same?".to_owned(),
        ),
        Question::Kick(player) => (
            "Send away?",
            format!("{} is sent out of the lobby.", name(player)),
        ),
        Question::Ban(player) => (
            "Send away for good?",
            format!("{} cannot come back into this lobby.", name(player)),
        ),
        Question::HandOver(player) => (
            "Hand over?",
            format!("{} becomes host in your place.", name(player)),
        ),
    }
}

/// A sentence, and what the end of the turn brings.
fn with_gain(model: &Model, text: &str) -> String {
    let dice = model.game_match().and_then(|it| it.board.dice());
    let gain = dice.and_then(|it| it.outlook.as_ref()?.gain);
    gain.map_or_else(
        || text.to_owned(),
        |it| format!("{text} You get {}.", gain_words(it).trim_start_matches('+')),
    )
}

/// What happens when the person goes: to the table, if it is on this machine, or else to the seat.
fn going(model: &Model, elsewhere: &str) -> String {
    let text = match &model.server {
        Some(Server::Private) if model.is_playing() => "The match so far is not kept.",
        Some(Server::Hosted { .. }) if model.has_guests() => {
            "Everybody is cut off: the table is on your machine."
        }
        Some(Server::Hosted { .. }) if model.is_playing() => {
            "The match stops: the table is on your machine."
        }
        Some(Server::Private | Server::Hosted { .. } | Server::Remote { .. }) | None => elsewhere,
    };
    text.to_owned()
}

/// What goes on at the table of an earlier run.
fn go_on(model: &Model) -> String {
    let runs = model.lobby.as_ref().is_some_and(Lobby::is_playing);
    let what = if runs {
        "A match of yours still runs here"
    } else {
        "A table of yours is still here"
    };
    format!("{what}: y goes on with it, n opens a new one.")
}
