//! The texts of questions that are asked before something is done.

use dicehall_protocol::text::clean;

use crate::games::words::hints::gain_words;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::Question;
use crate::tui::model::{Model, Server};

/// The width from which on a question fits into one line.
pub const QUESTION_WIDTH_MIN: u16 = 80;

/// A heading and a text that ask for a yes or a no.
pub fn question_words(model: &Model, question: Question) -> (String, String) {
    let language = model.look.language;
    let name = |player| model.lobby.as_ref().map_or("", |it| it.name(player));
    match question {
        Question::Quit => (language.ask_quit(), going(model, language.bot_until_back())),
        Question::Resign if model.lobby.as_ref().is_some_and(Lobby::is_last_human) => {
            (language.ask_resign(), language.match_ends())
        }
        Question::Resign => (language.ask_resign(), language.bot_in_place()),
        Question::EndUnused => (language.ask_end(), with_gain(model, language.unused_turn())),
        Question::EndWithGoodAttacks => (
            language.ask_end(),
            with_gain(model, language.good_attacks()),
        ),
        Question::Leave if model.is_playing() => {
            (language.ask_leave(), going(model, language.seat_given_up()))
        }
        Question::Leave => (language.ask_leave(), going(model, language.you_leave())),
        Question::GoOn => (language.ask_go_on(), go_on(model)),
        Question::NewTable => (language.ask_new(), language.leave_earlier()),
        Question::Trust => {
            let (address, fingerprint) = model
                .stranger
                .as_ref()
                .map_or((String::new(), String::new()), |it| {
                    (clean(&it.address), it.fingerprint.grouped())
                });
            let text = format!(
                "{}\n\n{fingerprint}\n\n{}",
                language.trust_text(address),
                language.trust_now()
            );
            (language.ask_trust(), text)
        }
        Question::StartUnready => (language.ask_start(), language.start_unready()),
        Question::Kick(player) => (language.ask_kick(), language.is_sent_out(name(player))),
        Question::Ban(player) => (language.ask_ban(), language.cannot_return(name(player))),
        Question::Forget => (language.account_ask_forget(), language.account_forgets()),
        Question::HandOver(player) => (
            language.ask_hand_over(),
            language.becomes_host(name(player)),
        ),
    }
}

/// A text, followed by the dice that the end of the turn brings.
fn with_gain(model: &Model, text: String) -> String {
    let language = model.look.language;
    let outlook = model.game_match().and_then(GameMatch::outlook);
    match outlook.and_then(|it| it.gain) {
        Some(gain) => language.with_gain(text, gain_words(language, gain)),
        None => text,
    }
}

/// The consequence of quitting: for the whole table if the server is on this machine, else
/// (`elsewhere`) for the seat.
fn going(model: &Model, elsewhere: String) -> String {
    let language = model.look.language;
    match &model.server {
        Some(Server::Private) if model.is_playing() => language.not_kept(),
        Some(Server::Hosted { .. }) if model.has_guests() => language.all_cut_off(),
        Some(Server::Hosted { .. }) if model.is_playing() => language.match_stops(),
        Some(Server::Private | Server::Hosted { .. } | Server::Remote { .. }) | None => elsewhere,
    }
}

/// The progress at the table of an earlier run.
fn go_on(model: &Model) -> String {
    let runs = model.lobby.as_ref().is_some_and(Lobby::is_playing);
    if runs {
        model.look.language.still_runs()
    } else {
        model.look.language.still_here()
    }
}
