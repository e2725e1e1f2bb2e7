//! The names of people in sentences: "you", other people by their names, bots by their seats.

use dicehall_engine::Seat;
use dicehall_engine::lobby::PlayerId;
use dicehall_protocol::{HolderView, PlayerView};

use super::words::Who;
use crate::lang::{Language, Sentence};
use crate::tui::model::lobby::Lobby;

/// The holder of a seat. Bots may have the same name, so a bot is named by its seat.
pub(super) fn who(lobby: &Lobby, seat: Seat) -> Who {
    if lobby.my_seat() == Some(seat) {
        return Who::You;
    }
    match lobby.holder(seat) {
        Some(HolderView::Human { player, .. }) => Who::Other(lobby.name(*player).to_owned()),
        Some(HolderView::Bot { .. } | HolderView::Open | HolderView::Closed) | None => {
            Who::Other(lobby.language.bot_on_seat(seat.number() + 1))
        }
    }
}

/// A person.
pub(super) fn person(lobby: &Lobby, player: PlayerId) -> Who {
    if player == lobby.you {
        Who::You
    } else {
        Who::Other(lobby.name(player).to_owned())
    }
}

/// The holder of a seat, with everything that matters before a match.
pub(super) fn seat(lobby: &Lobby, seat: Seat) -> String {
    let name = lobby.seat_name(seat);
    let Some(HolderView::Human {
        player,
        ready,
        held_by_bot,
    }) = lobby.holder(seat)
    else {
        return name;
    };
    let away = lobby.player(*player).is_some_and(|it| !it.connected);
    let resigned = lobby
        .view
        .seats
        .get(seat.idx())
        .is_some_and(|it| it.resigned);
    let marks: [(bool, Sentence); 6] = [
        (*player == lobby.you, Language::mark_you),
        (lobby.view.host == Some(*player), Language::mark_host),
        (*ready, Language::mark_ready),
        (away, Language::mark_away),
        (*held_by_bot, Language::mark_bot),
        (resigned, Language::mark_resigned),
    ];
    let marks = marks.into_iter().filter(|(is, _)| *is);
    let marks = marks.map(|(_, it)| it(lobby.language));
    std::iter::once(name).chain(marks).collect()
}

/// The names of all others who have no seat.
pub(super) fn watchers(lobby: &Lobby) -> Vec<String> {
    let standing = |it: &&PlayerView| lobby.seat_of(it.player).is_none() && it.player != lobby.you;
    let name = |it: &PlayerView| it.name.clone();
    lobby
        .view
        .players
        .iter()
        .filter(standing)
        .map(name)
        .collect()
}

/// The seats that take part in a match.
pub(super) fn playing(lobby: &Lobby) -> impl Iterator<Item = Seat> {
    Seat::ALL.into_iter().filter(|it| {
        let holder = lobby.holder(*it);
        matches!(
            holder,
            Some(HolderView::Human { .. } | HolderView::Bot { .. })
        )
    })
}
