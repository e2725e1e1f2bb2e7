//! The list of lobbies that people choose from: its order, its length, and one list from those of several nodes.
//!
//! Called by the directory, and by sessions of a server that shares the lobbies with others. Law kept here: a list has at
//! most [`LOBBY_LIST_MAX`] lines and names no lobby twice.

use std::collections::BTreeMap;

use dicehall_engine::lobby::Phase;
use dicehall_protocol::limits::LOBBY_LIST_MAX;
use dicehall_protocol::{Found, LobbyCode, LobbyLine, Wanted};

/// The place of a lobby in the list: those that can be joined come first.
pub(crate) fn rank(line: &LobbyLine) -> (bool, bool) {
    let is_busy = matches!(line.phase, Phase::Starting | Phase::Playing);
    (is_busy, line.open == 0)
}

/// One list of this node's lobbies and those of others. A lobby that has just come from another node is listed as this
/// node knows it.
pub(crate) fn merged(own: Vec<LobbyLine>, others: &[LobbyLine]) -> Vec<LobbyLine> {
    if others.is_empty() {
        return own;
    }
    let others = others.iter().map(|it| (it.lobby, it.clone()));
    let mut lines: BTreeMap<LobbyCode, LobbyLine> = others.collect();
    lines.extend(own.into_iter().map(|it| (it.lobby, it)));
    let mut lines: Vec<LobbyLine> = lines.into_values().collect();
    lines.sort_by_key(rank);
    lines.truncate(LOBBY_LIST_MAX);
    lines
}

/// The lobbies that were found here, followed by those of other nodes; which of theirs is newer is not known.
pub(crate) fn with_others(own: Found, wanted: &Wanted, others: &[LobbyLine]) -> Found {
    let Found { mut lobbies, total } = own;
    let is_new = |it: &&LobbyLine| !lobbies.iter().any(|own| own.lobby == it.lobby);
    let others: Vec<&LobbyLine> = others
        .iter()
        .filter(|it| it.is_wanted(wanted))
        .filter(is_new)
        .collect();
    let skipped = wanted.skip.unwrap_or(0).saturating_sub(total);
    let (all, skipped) = (others.len(), usize::try_from(skipped).unwrap_or(usize::MAX));
    let room = LOBBY_LIST_MAX.saturating_sub(lobbies.len());
    let shown = others.into_iter().skip(skipped).take(room).cloned();
    lobbies.extend(shown.collect::<Vec<_>>());
    Found {
        lobbies,
        total: total.saturating_add(u32::try_from(all).unwrap_or(u32::MAX)),
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;

    use super::*;

    /// The lines of a text such as `ABCDE 1 playing`: the code, the open seats and the phase.
    fn lines(text: &str) -> Vec<LobbyLine> {
        let line = |text: &str| {
            let [lobby, open, phase] = text.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{text}")
            };
            LobbyLine {
                lobby: lobby.parse().unwrap(),
                title: phase.to_owned(),
                game: GameKind::DiceOfDoom,
                phase: if phase == "playing" {
                    Phase::Playing
                } else {
                    Phase::Waiting
                },
                humans: 1,
                bots: 0,
                open: open.parse().unwrap(),
                has_password: false,
                locked: false,
                rating: None,
            }
        };
        text.split(", ")
            .filter(|it| !it.is_empty())
            .map(line)
            .collect()
    }

    #[track_caller]
    fn check(own: &str, others: &str, expect: &str) {
        let merged = merged(lines(own), &lines(others));
        let told = merged.iter();
        let told = told.map(|it| format!("{} {} {}", it.lobby, it.open, it.title));
        assert_eq!(told.collect::<Vec<_>>().join(", "), expect);
    }

    #[test]
    fn lobbies_that_can_be_joined_come_first_whoever_has_them() {
        check("", "", "");
        check("BBBBB 1 here", "", "BBBBB 1 here");
        check(
            "BBBBB 1 here, CCCCC 0 playing",
            "DDDDD 0 playing, AAAAA 0 there, EEEEE 2 there, FFFFF 1 playing",
            "BBBBB 1 here, EEEEE 2 there, AAAAA 0 there, FFFFF 1 playing, CCCCC 0 playing, DDDDD 0 playing",
        );
    }

    #[test]
    fn a_lobby_that_two_nodes_name_is_listed_once_as_this_node_knows_it() {
        check("AAAAA 1 here", "AAAAA 3 playing", "AAAAA 1 here");
        check("", "AAAAA 1 first, AAAAA 1 last", "AAAAA 1 last");
    }

    #[test]
    fn what_other_nodes_have_follows_what_was_found_here() {
        let own = || Found {
            lobbies: lines("BBBBB 1 here, CCCCC 1 here"),
            total: 2,
        };
        let others = lines("AAAAA 1 there, BBBBB 1 there, DDDDD 0 there, EEEEE 2 there");
        let found = |own, skip| {
            let wanted = Wanted {
                open: true,
                skip,
                ..Wanted::default()
            };
            let found = with_others(own, &wanted, &others);
            let codes = found.lobbies.iter().map(|it| it.lobby.to_string());
            (codes.collect::<Vec<_>>().join(" "), found.total)
        };
        assert_eq!(
            found(own(), None),
            ("BBBBB CCCCC AAAAA EEEEE".to_owned(), 4)
        );
        let none = Found {
            lobbies: Vec::new(),
            total: 2,
        };
        assert_eq!(found(none, Some(3)).0, "BBBBB EEEEE");
    }

    #[test]
    fn a_list_has_an_end() {
        let many = |first: u8| {
            let code = |it: u8| LobbyCode::from_draws([first, it / 31, it % 31, 0, 0]);
            let mut lines: Vec<_> = (0..100).map(|_| lines("AAAAA 1 x").remove(0)).collect();
            for (number, line) in lines.iter_mut().enumerate() {
                line.lobby = code(u8::try_from(number).unwrap());
            }
            lines
        };
        let merged = merged(many(1), &many(0));
        assert_eq!(merged.len(), LOBBY_LIST_MAX);
        let codes: Vec<_> = merged.iter().map(|it| it.lobby).collect();
        let mut first: Vec<_> = many(0).iter().map(|it| it.lobby).collect();
        first.sort_unstable();
        assert_eq!(codes, first, "in the order of their codes");
    }
}
