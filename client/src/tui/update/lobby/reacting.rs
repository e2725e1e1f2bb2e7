//! Reactions to whoever holds a seat: sending one, and showing those of others for a moment. Called for typed commands, for the
//! key, and by `server`.

use dicehall_engine::Seat;
use dicehall_engine::lobby::{PlayerId, Reaction, Request};
use dicehall_protocol::HolderView;

use crate::tui::model::Model;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::lobby::reactions::{named, told};
use crate::tui::model::popup::{Prompt, PromptKind};
use crate::tui::update::lobby::command;

/// Shows what somebody did at whoever holds a seat, and says it in the chat; nothing of muted people.
pub(in crate::tui::update) fn show(
    lobby: &mut Lobby,
    player: PlayerId,
    seat: Seat,
    reaction: Reaction,
) {
    if lobby.is_muted(player) {
        return;
    }
    lobby.reactions.show(seat, reaction);
    let (name, to) = (lobby.name(player).to_owned(), lobby.seat_name(seat));
    lobby.note(told(lobby.language, reaction, &name, &to));
}

/// Begins a typed line with the list of reactions.
pub(in crate::tui::update) fn begin(model: &mut Model) {
    model.prompt = Some(Prompt::with(PromptKind::Typed, "react "));
}

/// Sends a reaction, by its name or number; without a name of somebody to whoever is to move. It is for the moment: one that
/// the server does not take now is not sent again.
pub(in crate::tui::update) fn react(model: &mut Model, rest: &str) {
    let language = model.look.language;
    let Some(lobby) = &model.lobby else {
        return model.warn(language.in_no_lobby());
    };
    let (first, to) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let seat = if to.trim().is_empty() {
        lobby.reacts_to()
    } else {
        seat_of(lobby, to.trim())
    };
    match (named(first), seat) {
        (Some(reaction), Some(seat)) => command(model, Request::React { seat, reaction }),
        (None, _) => model.warn(language.react_how()),
        (Some(_), None) => model.warn(language.not_here(to.trim())),
    }
}

/// The seat of a name or of a number.
fn seat_of(lobby: &Lobby, to: &str) -> Option<Seat> {
    let number = to.parse::<u8>().ok().and_then(|it| it.checked_sub(1));
    let by_number = number.and_then(Seat::new);
    let is_named = |seat: &Seat| lobby.seat_name(*seat).to_lowercase() == to.to_lowercase();
    let seat = by_number.or_else(|| Seat::ALL.into_iter().find(is_named));
    seat.filter(|it| is_held(lobby, *it))
}

fn is_held(lobby: &Lobby, seat: Seat) -> bool {
    matches!(
        lobby.holder(seat),
        Some(HolderView::Human { .. } | HolderView::Bot { .. })
    )
}
