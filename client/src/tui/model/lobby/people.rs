//! The list of people, in which the host has all powers at any time: everybody in the lobby, whoever is banned, and the
//! door.

use dicehall_engine::lobby::PlayerId;

use crate::tui::model::lobby::Lobby;

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// Somebody in the lobby.
    Person(PlayerId),
    /// Somebody who is no longer let in.
    Banned(PlayerId),
    /// Whether somebody new is let in.
    Lock,
    /// The lobby's password.
    Password,
}

/// The rows of a lobby; those of the door only for its host.
pub fn rows(lobby: &Lobby) -> Vec<Row> {
    let people = lobby.view.players.iter().map(|it| Row::Person(it.player));
    let banned = lobby.view.bans.iter().map(|it| Row::Banned(it.player));
    let door = [Row::Lock, Row::Password];
    let door = door.into_iter().filter(|_| lobby.is_host());
    people.chain(banned).chain(door).collect()
}

/// The row that is chosen; the last one if there are fewer by now.
pub fn chosen(lobby: &Lobby, row: usize) -> Option<Row> {
    let rows = rows(lobby);
    rows.get(row).or(rows.last()).copied()
}
