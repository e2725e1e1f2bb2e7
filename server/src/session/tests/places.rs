//! The places that a lobby, an address and a person may take: the tables of `docs/operations.md`, computed from the program, and
//! crowds that try to take more.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use dicehall_engine::GameKind;
use dicehall_engine::game::SEATS_MAX;
use dicehall_engine::lobby::{
    BANS_MAX, Event, PLAYERS_MAX, Revision, SILENCED_MAX, WATCHERS_MAX, WATCHERS_PER_ADDRESS_MAX,
};
use dicehall_protocol::LobbyCode;
use serde_json::json;

use crate::admission::gate::{
    CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS_MIN, STRANGERS_PER_ADDRESS_MAX,
};
use crate::admission::share::tests::{fill_all, one_after_the_other};
use crate::admission::token::Token;
use crate::journal::{AnyJournal, Journal, MemoryJournal};
use crate::lobby::directory::LOBBIES_PER_ADDRESS_MIN;
use crate::lobby::task::presence::WATCHER_AWAY_MS_MAX;
use crate::ops::options::Options;
use crate::os::memory;
use crate::session::limits::{
    CHAT_BURST, CREATIONS_PER_ADDRESS, CREATIONS_PER_MINUTE, LISTS_BURST, LISTS_PER_SECOND,
    PASSWORDS_PER_MINUTE, WRONG_CODES_PER_ADDRESS, WRONG_CODES_PER_MINUTE,
    WRONG_PASSWORDS_PER_MINUTE,
};
use crate::session::tests::harness::{Client, World};

const DOCUMENT: &str = include_str!("../../../../docs/operations.md");
/// The number of lobbies for which the document gives its figures.
const LOBBIES: usize = 1_000;

/// A number with a comma before its last three digits.
fn shown(number: usize) -> String {
    match (number / 1_000, number % 1_000) {
        (0, _) => number.to_string(),
        (thousands, rest) => format!("{thousands},{rest:03}"),
    }
}

#[track_caller]
fn check_table(lines: &[String]) {
    let table = lines.join("\n") + "\n\n";
    assert!(
        DOCUMENT.contains(&table),
        "docs/operations.md must have this table:\n\n{table}"
    );
}

#[test]
fn the_document_says_what_a_lobby_an_address_and_a_person_may_take() {
    let seats = GameKind::ALL.iter().map(|it| it.seats());
    let (fewest, most) = (
        seats.clone().map(|it| it.1).min().unwrap(),
        seats.map(|it| it.1).max().unwrap(),
    );
    assert_eq!(usize::from(most), SEATS_MAX);
    assert_eq!(BANS_MAX, SILENCED_MAX);
    let (lobbies, _) = one_after_the_other(1, LOBBIES, LOBBIES_PER_ADDRESS_MIN);
    let (connections, _) = one_after_the_other(1, CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS_MIN);
    let (all, away) = (shown(CONNECTIONS_MAX), WATCHER_AWAY_MS_MAX / 1_000);
    let (few, many) = (memory::LOBBIES_MIN, memory::LOBBIES_MAX / 1_000);
    let commands = Options::default().rate.unwrap().get();
    check_table(&[
        "| What | A lobby | A person | An address | The server |".to_owned(),
        "| --- | --- | --- | --- | --- |".to_owned(),
        format!("| seats | {fewest} to {most}, as its game has | 1 | | |"),
        format!("| people | {PLAYERS_MAX} | 1 lobby at a time | | |"),
        format!(
            "| of these, places to watch | {WATCHERS_MAX} | | {WATCHERS_PER_ADDRESS_MAX} in each lobby | |"
        ),
        format!("| to be away without a seat | | {away} s, then the person has left | | |"),
        format!("| people banned, people silenced | {BANS_MAX} each | | | |"),
        format!(
            "| lobbies | | | its share, at least {LOBBIES_PER_ADDRESS_MIN}: {lobbies} of {} | 1 for each MiB, {few} to {many},000 |",
            shown(LOBBIES)
        ),
        format!(
            "| connections | | | its share, at least {CONNECTIONS_PER_ADDRESS_MIN}: {connections} of {all} | {all} |"
        ),
        format!("| connections without a hello | | | {STRANGERS_PER_ADDRESS_MAX} | |"),
        format!("| new lobbies a minute | | {CREATIONS_PER_MINUTE} | {CREATIONS_PER_ADDRESS} | |"),
        format!(
            "| wrong codes a minute | | {WRONG_CODES_PER_MINUTE} | {WRONG_CODES_PER_ADDRESS} | |"
        ),
        format!(
            "| passwords a minute | | {PASSWORDS_PER_MINUTE}, right or wrong | {WRONG_PASSWORDS_PER_MINUTE} wrong ones | |"
        ),
        format!(
            "| commands a second | | {commands}, {} in a row | | |",
            2 * commands
        ),
        format!("| lists of lobbies a second | | {LISTS_PER_SECOND}, {LISTS_BURST} in a row | | |"),
        format!("| lines of talk a second | | 1, {CHAT_BURST} in a row | | |"),
    ]);
}

#[test]
fn the_document_says_what_many_addresses_leave_of_a_server() {
    let lobbies = |addresses| one_after_the_other(addresses, LOBBIES, LOBBIES_PER_ADDRESS_MIN).1;
    let connections =
        |addresses| one_after_the_other(addresses, CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS_MIN).1;
    let fill_lobbies = fill_all(LOBBIES, LOBBIES_PER_ADDRESS_MIN);
    let fill_connections = fill_all(CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS_MIN);
    let rows = [1, 4, 17, 40, fill_connections, fill_lobbies].map(|addresses| {
        let left = [lobbies(addresses), connections(addresses)];
        let next = [lobbies(addresses + 1), connections(addresses + 1)];
        format!(
            "| {addresses} | {} | {} | {} | {} |",
            shown(left[0]),
            left[0] - next[0],
            shown(left[1]),
            left[1] - next[1],
        )
    });
    let head = format!(
        "| Addresses that take all they may, one after the other | lobbies left, of {} | the next one may make \
         | connections left, of {} | the next one may open |",
        shown(LOBBIES),
        shown(CONNECTIONS_MAX)
    );
    let line = "| --- | --- | --- | --- | --- |".to_owned();
    let table: Vec<String> = [head, line].into_iter().chain(rows).collect();
    check_table(&table);
    let fill_few = fill_all(100, LOBBIES_PER_ADDRESS_MIN);
    for sentence in [
        format!(
            "needs {fill_lobbies} addresses to fill all lobbies and {fill_connections} to fill all connections"
        ),
        format!("on a server for 100, {fill_few} addresses"),
    ] {
        assert!(
            DOCUMENT.contains(&sentence),
            "docs/operations.md must say: {sentence}"
        );
    }
}

/// Somebody from this address who asks to come in: the answer.
async fn comes(world: &mut World, ip: IpAddr, (name, code): (&str, &str), answer: &str) -> Client {
    let mut client = world.connect_from(ip, 1_000);
    client.greet(name).await;
    client.ask(1, json!({"join_lobby": {"lobby": code}})).await;
    client.hears(&[answer]).await;
    client
}

#[tokio::test(start_paused = true)]
async fn strangers_who_come_in_and_vanish_keep_a_lobby_full_for_a_minute_only() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let code = host.code.clone();
    let from = IpAddr::from([127, 0, 0, 1]);
    // The host watches, too; the last strangers are seated, because there is no other place.
    for number in 1..PLAYERS_MAX {
        let name = format!("stranger {number}");
        drop(comes(&mut world, from, (&name, &code), "accepted 1 joined").await);
    }
    drop(comes(&mut world, from, ("Bo", &code), "rejected 1 lobby_full").await);
    let minute = Duration::from_millis(WATCHER_AWAY_MS_MAX + 1_000);
    let told = host.stay(minute).await;
    // Those who sit have a place as long as the lobby.
    let gone = told.iter().filter(|it| it.ends_with(" left")).count();
    assert_eq!(gone, WATCHERS_MAX - 1, "{told:?}");
    comes(&mut world, from, ("Bo", &code), "accepted 1 joined").await;
}

#[tokio::test(start_paused = true)]
async fn one_address_has_a_quarter_of_the_places_to_watch() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    for seat in 0..SEATS_MAX {
        let id = 2 + u64::try_from(seat).unwrap();
        host.ask(id, json!({"close_seat": {"seat": seat}})).await;
        host.hears(&["accepted *", "update * seat_closed"]).await;
    }
    let (one, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
    let mut inside = Vec::new();
    for number in 0..WATCHERS_PER_ADDRESS_MAX {
        let who = (&*format!("pupil {number}"), &*host.code);
        inside.push(comes(&mut world, one, who, "accepted 1 joined").await);
    }
    let code = host.code.as_str();
    comes(&mut world, one, ("Bo", code), "rejected 1 address_full").await;
    comes(&mut world, other, ("Bo", code), "accepted 1 joined").await;
}

/// The first releases let people sit on all four seats, whatever was played.
#[tokio::test(start_paused = true)]
async fn a_table_for_two_at_which_an_earlier_release_seated_three_is_started() {
    let token = |number: u8| Token::from_bytes([number; 16]);
    let enters = |player: u8, name: &str| {
        let entered = json!({"player": player, "name": name, "key": token(player).key()});
        json!({"entered": entered})
    };
    let sits = |player: u8, seat: u8| json!({"seat_taken": {"seat": seat, "player": player}});
    let settings = json!({"rules": GameKind::TicTacToe.default_rules(), "bot_pace_ms": 0});
    let written = json!([
        {"created": {"title": "Old", "settings": settings}},
        enters(0, "Aki"), enters(1, "Bo"), enters(2, "Cleo"),
        sits(0, 0), sits(1, 3), sits(2, 2),
    ]);
    let events: Vec<Event> = serde_json::from_value(written).unwrap();
    let journal = AnyJournal::Memory(MemoryJournal::default());
    let code: LobbyCode = "ZZZZZ".parse().unwrap();
    journal.append(code, Revision(0), &events).await.unwrap();
    let mut world = World::with(journal, NonZeroU32::new(20)).await;
    let mut host = world.connect();
    (host.code, host.token) = (code.to_string(), token(0).to_text());
    let mut host = world.resume(&host, None).await;
    host.hears(&["welcome back", "snapshot 7"]).await;
    host.hears(&["presence 1 gone", "presence 2 gone"]).await;
    host.ask(1, json!({"start": {"force": true}})).await;
    let called = "update 10 seat_taken+seat_left+match_called";
    host.hears(&["accepted 1", called]).await;
}
