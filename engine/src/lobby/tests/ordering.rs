//! The orders of whoever operates the server.

use super::*;
use crate::lobby::Order;

/// The order of words such as `kick A rude`.
#[track_caller]
pub(super) fn order_of(words: &[&str]) -> Order {
    match words {
        ["close", why @ ..] => Order::Close { why: why.join(" ") },
        ["kick", player] => Order::Kick {
            player: player_of(player),
            why: None,
        },
        ["kick", player, why @ ..] => Order::Kick {
            player: player_of(player),
            why: Some(why.join(" ")),
        },
        ["say", text @ ..] => Order::Announce {
            text: text.join(" "),
        },
        other => panic!("no order: {other:?}"),
    }
}

#[test]
fn an_order_closes_the_lobby_whoever_is_in_it() {
    check(
        "match",
        "order close for the night",
        "announced for the night; ended Abandoned",
    );
    check(
        "match; order close now",
        "order say hello",
        "refused lobby_ended",
    );
    check("", "order close now", "refused not_created");
}

#[test]
fn an_order_sends_anybody_away_even_the_host() {
    check("lobby", "order kick B", "B kicked");
    check(
        "lobby",
        "order kick A rude words",
        "announced rude words; A kicked; B is host",
    );
    check("create; enter A", "order kick A", "A kicked; ended Empty");
    check("lobby", "order kick D", "refused no_such_player");
    check_table("table; order kick A", "waiting, host B: - B - -");
}

#[test]
fn what_is_said_by_order_changes_nothing() {
    let mut table = Table::after("match");
    let before = looks(&table.lobby);
    let shown = table.lobby.shown();
    assert_eq!(table.step("order say hello all"), "announced hello all");
    assert_eq!((looks(&table.lobby), table.lobby.shown()), (before, shown));
}
