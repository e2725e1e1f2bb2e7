//! A lobby's life: seats, bots, hosts, people who come, go and are sent away.

use std::time::Duration;

use dicehall_engine::lobby::{PeopleEvent, Phase, PlayerId, Request};
use dicehall_protocol::{HolderView, LobbyCode, SessionCommand};
use dicehall_server::Options;
use dicehall_tests::player::{Player, start_match};
use dicehall_tests::server::{TestServer, quick_options};
use dicehall_tests::table::{bot, seat, settings};

use super::SMALL;

/// Checks the seats, as text with the number of the person or the bot's name: `0 random - x`.
#[track_caller]
fn check_seats(player: &Player, expect: &str) {
    let lobby = player.seen.lobby.as_ref().unwrap();
    let shown = lobby.seats.iter().map(|it| match &it.holder {
        HolderView::Open => "-".to_owned(),
        HolderView::Closed => "x".to_owned(),
        HolderView::Human {
            player,
            ready,
            held_by_bot,
        } => {
            format!(
                "{}{}{}",
                player.0,
                if *ready { "!" } else { "" },
                if *held_by_bot { "(bot)" } else { "" }
            )
        }
        HolderView::Bot { bot } => bot.to_string(),
    });
    assert_eq!(shown.collect::<Vec<_>>().join(" "), expect);
}

/// Waits until all players have seen the same revision.
async fn agree(players: &mut [&mut Player]) {
    let latest = players.iter().filter_map(|it| it.seen.revision).max();
    for player in players {
        player
            .until("the latest revision", |it| it.seen.revision == latest)
            .await;
    }
}

async fn enter(server: &TestServer, lobby: LobbyCode, name: &str) -> Player {
    let mut player = Player::connect(&server.address(), name).await;
    player.join(lobby).await;
    player
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_arranges_the_table() {
    let server = TestServer::start(quick_options()).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    let lobby = host.create(SMALL).await;
    let mut guest = enter(&server, lobby, "Guest").await;
    host.must(Request::TakeSeat { seat: None }).await;
    guest
        .must(Request::TakeSeat {
            seat: Some(seat(3)),
        })
        .await;
    host.must(Request::SeatBot {
        seat: seat(1),
        bot: bot("random"),
    })
    .await;
    host.must(Request::CloseSeat { seat: seat(2) }).await;
    guest.must(Request::Ready { ready: true }).await;
    agree(&mut [&mut host, &mut guest]).await;
    check_seats(&host, "0 random x 1!");

    // The host opens a seat and seats another bot; when the settings change, everybody must agree again.
    host.must(Request::OpenSeat { seat: seat(2) }).await;
    host.must(Request::SeatBot {
        seat: seat(1),
        bot: bot("paranoid:2"),
    })
    .await;
    host.must(Request::ChangeSettings {
        settings: settings("preset=book,size=3"),
    })
    .await;
    agree(&mut [&mut host, &mut guest]).await;
    check_seats(&guest, "0 paranoid:2 - 1");
    assert_eq!(
        guest.seen.lobby.as_ref().unwrap().settings,
        settings("preset=book,size=3")
    );
    guest.must(Request::Spectate).await;
    agree(&mut [&mut host, &mut guest]).await;
    check_seats(&host, "0 paranoid:2 - -");

    // The seats that are held move together when the match starts.
    host.must(Request::TakeSeat {
        seat: Some(seat(3)),
    })
    .await;
    start_match(&mut [&mut host, &mut guest]).await;
    check_seats(&host, "paranoid:2 0 - -");
    assert!(guest.seen.view.is_some(), "a spectator sees the match");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_outlives_its_host_but_not_its_people() {
    let server = TestServer::start(quick_options()).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    let lobby = host.create(SMALL).await;
    let mut second = enter(&server, lobby, "Second").await;
    let mut third = enter(&server, lobby, "Third").await;
    third.must(Request::TakeSeat { seat: None }).await;
    agree(&mut [&mut host, &mut second, &mut third]).await;

    host.must(Request::HandOverHost {
        player: PlayerId(1),
    })
    .await;
    agree(&mut [&mut host, &mut second, &mut third]).await;
    check_host(&third, 1);
    // The host leaves: a seated person becomes host before a spectator does.
    second.must(Request::Leave).await;
    third
        .until("the next host", |it| {
            it.seen
                .lobby
                .as_ref()
                .is_some_and(|it| it.host == Some(PlayerId(2)))
        })
        .await;
    third
        .must(Request::Kick {
            player: PlayerId(0),
        })
        .await;
    host.until("to be sent away", |it| {
        it.seen.events.iter().any(|(_, it)| is_kick(it))
    })
    .await;
    assert_eq!(
        host.lobbies().await.len(),
        1,
        "who was sent away is still on the server"
    );
    assert_eq!(third.seen.lobby.as_ref().unwrap().players.len(), 1);

    // A person who has left and comes back is a new person.
    second.join(lobby).await;
    assert_eq!(second.seen.you, Some(PlayerId(3)));
    second.must(Request::Leave).await;
    third.must(Request::Leave).await;
    assert!(host.lobbies().await.is_empty(), "an empty lobby is no more");
    let late = host
        .ask(SessionCommand::JoinLobby {
            lobby,
            password: None,
            key: None,
        })
        .await
        .unwrap_err();
    assert_eq!(late.code, "no_such_lobby");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_holds_the_seat_of_whoever_is_gone_until_the_human_returns() {
    let server = TestServer::start(Options {
        grace: Duration::from_millis(50),
        ..quick_options()
    })
    .await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    let lobby = host.create("preset=standard,size=5,rounds=100").await;
    let mut guest = enter(&server, lobby, "Guest").await;
    host.must(Request::TakeSeat { seat: None }).await;
    guest.must(Request::TakeSeat { seat: None }).await;
    start_match(&mut [&mut host, &mut guest]).await;
    let guest = guest.vanish();
    host.until("the bot to take over", |it| holds(it, 1)).await;
    check_seats(&host, "0 1(bot) - -");
    let guest = guest.resume(&server.address()).await;
    assert!(guest.seen.resumed);
    host.until("the human to take the seat back", |it| !holds(it, 1))
        .await;
    check_seats(&host, "0 1 - -");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_shows_every_lobby_and_how_it_stands() {
    let server = TestServer::start(quick_options()).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    let lobby = host.create(SMALL).await;
    host.must(Request::TakeSeat { seat: None }).await;
    host.must(Request::SeatBot {
        seat: seat(1),
        bot: bot("random"),
    })
    .await;
    host.must(Request::CloseSeat { seat: seat(2) }).await;
    let mut stranger = Player::connect(&server.address(), "Stranger").await;
    let line = stranger.lobbies().await.remove(0);
    assert_eq!(
        (line.lobby, line.title.as_str(), line.phase),
        (lobby, "Test", Phase::Waiting)
    );
    assert_eq!((line.humans, line.bots, line.open), (1, 1, 1));
    start_match(&mut [&mut host]).await;
    assert_eq!(stranger.lobbies().await[0].phase, Phase::Playing);
    server.stop().await;
}

#[track_caller]
fn check_host(player: &Player, expect: u32) {
    assert_eq!(
        player.seen.lobby.as_ref().unwrap().host,
        Some(PlayerId(expect))
    );
}

fn is_kick(event: &dicehall_protocol::EventView) -> bool {
    matches!(
        event,
        dicehall_protocol::EventView::People(PeopleEvent::Kicked { .. })
    )
}

/// Whether a bot holds the seat of the person with this number.
fn holds(player: &Player, number: u32) -> bool {
    let seats = player.seen.lobby.iter().flat_map(|it| &it.seats);
    seats.filter(|it| {
        matches!(it.holder, HolderView::Human { player, held_by_bot: true, .. } if player == PlayerId(number))
    }).count() == 1
}
