//! Real sockets, a whole server: matches are played to the end, connections are lost and resumed, people come and go.

mod addresses;
mod lobby_life;
mod programs_play;
mod refusals;
mod relays;
mod seats;
mod verdicts;

use dicehall_engine::lobby::{PeopleEvent, Phase, Request, TalkEvent};
use dicehall_engine::{AnyView, Outcome};
use dicehall_protocol::{
    ClientMessage, EnteredView, EventView, HolderView, Joined, MatchEventView, Resume, VERSION,
    encode_client,
};
use dicehall_tests::bounded;
use dicehall_tests::player::{Player, Seen, start_match};
use dicehall_tests::programs::{self, BotProcess};
use dicehall_tests::server::{TestServer, quick_options};
use dicehall_tests::table::bot;
use futures_util::{SinkExt, StreamExt};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

/// Switches for a board on which four seats play a match of some dozens of actions.
const SMALL: &str = "preset=standard,size=4,rounds=15";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_seats_play_a_match_through_losses_and_all_see_the_same_end() {
    // Built before anybody is connected: nobody answers pings while this waits for a compiler.
    programs::program("dicehall");
    let server = TestServer::start(quick_options()).await;
    let (address, homes) = (
        server.address(),
        [TempDir::new().unwrap(), TempDir::new().unwrap()],
    );
    let mut host = Player::connect(&address, "Hoshi").await;
    let lobby = host.create(SMALL).await;
    host.must(Request::TakeSeat { seat: None }).await;
    let mut guest = Player::connect(&address, "Guest").await;
    guest.join(lobby).await;
    guest.must(Request::TakeSeat { seat: None }).await;
    guest.must(Request::Ready { ready: true }).await;
    let mut watcher = Player::connect(&address, "Watcher").await;
    watcher.join(lobby).await;
    let steady = BotProcess::start(&homes[0], &address, lobby, "paranoid:1", "Steady");
    let doomed = BotProcess::start(&homes[1], &address, lobby, "random", "Doomed");
    host.until("everyone to be ready", |it| count_ready(&it.seen) == 3)
        .await;
    start_match(&mut [&mut host, &mut guest]).await;

    let mut games = JoinSet::new();
    games.spawn(async move {
        host.play().await;
        host
    });
    games.spawn(async move {
        watcher
            .until("the end of the match", |it| it.seen.outcome.is_some())
            .await;
        watcher
    });
    // The guest's connection breaks in the middle of the match, and so does a program that plays.
    guest
        .until("the match to begin", |it| it.seen.view.is_some())
        .await;
    guest.play_while(|seen| seen.ply.0 < 6).await;
    let guest = guest.vanish();
    doomed.kill().await;
    let doomed = BotProcess::start(&homes[1], &address, lobby, "random", "Doomed");
    let mut guest = guest.resume(&address).await;
    assert!(guest.seen.resumed, "the token is good");
    games.spawn(async move {
        guest.play().await;
        guest
    });

    let ended: Vec<Player> = games.join_all().await;
    let ends: Vec<End> = ended.iter().map(|it| End::of(&it.seen)).collect();
    assert_eq!(ends.len(), 3);
    assert!(
        ends.iter().all(|it| *it == ends[0]),
        "not everyone has seen the same end: {ends:#?}"
    );
    assert!(!ends[0].outcome.winners.is_empty(), "somebody has won");
    for bot in [steady, doomed] {
        assert!(
            bot.terminate().await.success(),
            "a bot that is asked to end ends well"
        );
    }
    drop(ended);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_fill_the_empty_seats_and_finish_what_a_human_began() {
    let server = TestServer::start(quick_options()).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    host.create(SMALL).await;
    host.must(Request::TakeSeat { seat: None }).await;
    for (seat, name) in [(1, "paranoid:2"), (2, "paranoid:1"), (3, "random")] {
        let seat = dicehall_tests::table::seat(seat);
        host.must(Request::SeatBot {
            seat,
            bot: bot(name),
        })
        .await;
    }
    host.must(Request::Start { force: false }).await;
    host.until("the match to begin", |it| it.seen.view.is_some())
        .await;
    host.play_while(|seen| seen.ply.0 < 5).await;
    host.must(Request::Resign).await;
    host.until("the end of the match", |it| it.seen.outcome.is_some())
        .await;
    let winners = host.seen.outcome.unwrap().winners;
    assert!(
        !winners.contains(host.seen.seat().unwrap()),
        "who resigns does not win"
    );
    assert!(host.seen.resigned.contains(host.seen.seat().unwrap()));
    // The same people play again.
    host.must(Request::Rematch).await;
    host.until("the next match", |it| {
        it.seen.outcome.is_none() && it.seen.resigned.is_empty()
    })
    .await;
    let outcome = host.play().await;
    assert!(!outcome.winners.is_empty());
    assert_eq!(host.seen.lobby.as_ref().unwrap().phase, Phase::Over);
    let started = host
        .seen
        .events
        .iter()
        .filter(|(_, it)| matches!(it, EventView::Match(MatchEventView::MatchStarted { .. })));
    assert_eq!(started.count(), 2);
    host.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_returns_gets_exactly_what_was_missed_or_a_snapshot() {
    let server = TestServer::start(quick_options()).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    let lobby = host.create(SMALL).await;
    let mut guest = Player::connect(&server.address(), "Guest").await;
    guest.join(lobby).await;
    host.until("the guest", |it| {
        it.seen.events.iter().any(|(_, it)| is_entry(it))
    })
    .await;
    let guest = guest.vanish();
    host.until("the guest to be gone", |it| {
        it.seen.presence.last().is_some_and(|it| !it.1)
    })
    .await;
    for text in ["one", "two"] {
        host.must(Request::Chat {
            text: text.to_owned(),
        })
        .await;
    }

    let mut guest = guest.resume(&server.address()).await;
    assert!(guest.seen.resumed);
    guest
        .until("what was missed", |it| said(&it.seen) == ["one", "two"])
        .await;
    assert_eq!(guest.seen.snapshots, 0, "two updates need no snapshot");
    host.until("the guest to be back", |it| {
        it.seen.presence.last().is_some_and(|it| it.1)
    })
    .await;

    // A client whose revision is not in the stream gets a snapshot; the older connection is told why it ends.
    let mut again = Player::resume(&server.address(), "Guest", &guest.joined()).await;
    again.until("a snapshot", |it| it.seen.snapshots == 1).await;
    assert_eq!(again.seen.revision, host.seen.revision);
    assert_eq!(guest.until_closed().await.as_deref(), Some("replaced"));
    // The end of the old connection does not affect the new one.
    again
        .must(Request::Chat {
            text: "three".to_owned(),
        })
        .await;
    host.until("the guest's word", |it| {
        said(&it.seen).contains(&"three".to_owned())
    })
    .await;
    assert_eq!(
        host.seen.presence.last().map(|it| it.1),
        Some(true),
        "the guest counts as gone"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_is_older_takes_no_place_from_a_newer_one_however_late_it_speaks() {
    let server = TestServer::start(quick_options()).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    let lobby = host.create(SMALL).await;
    let mut guest = Player::connect(&server.address(), "Guest").await;
    guest.join(lobby).await;
    let joined = guest.joined();
    let mut older = Player::silent(&server.address(), "Guest").await;
    let mut newer = Player::resume(&server.address(), "Guest", &joined).await;
    assert_eq!(guest.until_closed().await.as_deref(), Some("replaced"));
    older.say(&hello_with(&joined)).await;
    assert_eq!(older.until_closed().await.as_deref(), Some("replaced"));
    newer
        .must(Request::Chat {
            text: "still here".to_owned(),
        })
        .await;
    host.until("the guest's word", |it| said(&it.seen) == ["still here"])
        .await;
    assert_eq!(host.seen.presence, [], "the guest has never been gone");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_that_was_used_for_something_else_before_is_as_new_as_its_websocket() {
    let server = TestServer::start(quick_options()).await;
    let mut kept = TcpStream::connect(server.address()).await.unwrap();
    kept.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        .await
        .unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\nok") {
        assert_ne!(
            bounded("an answer", kept.read_buf(&mut answer))
                .await
                .unwrap(),
            0
        );
    }
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    host.create(SMALL).await;
    let url = format!("ws://{}/ws", server.address());
    let (mut back, _) = bounded("a websocket", client_async(url, kept))
        .await
        .unwrap();
    back.send(Message::text(hello_with(&host.joined())))
        .await
        .unwrap();
    let welcome = bounded("a welcome", back.next()).await.unwrap().unwrap();
    assert!(
        welcome.to_text().unwrap().contains("\"resumed\":true"),
        "{welcome}"
    );
    assert_eq!(host.until_closed().await.as_deref(), Some("replaced"));
    server.stop().await;
}

/// The hello of a person who comes back with this token.
fn hello_with(joined: &Joined) -> String {
    let resume = Resume {
        lobby: joined.lobby,
        token: joined.token.clone(),
        revision: None,
        attempt: None,
    };
    let (version, name) = (VERSION, "Again".to_owned());
    encode_client(&ClientMessage::Hello {
        version,
        name,
        resume: Some(resume),
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stops_says_so() {
    let server = TestServer::start(quick_options()).await;
    let mut host = Player::connect(&server.address(), "Hoshi").await;
    host.create(SMALL).await;
    let mut stranger = Player::connect(&server.address(), "Stranger").await;
    let ((), words) = tokio::join!(server.stop(), async {
        (host.until_closed().await, stranger.until_closed().await)
    });
    assert_eq!(
        words,
        (
            Some("shutting_down".to_owned()),
            Some("shutting_down".to_owned())
        )
    );
}

/// The facts about a match that all clients must agree on when it is over.
#[derive(Debug, PartialEq)]
struct End {
    view: AnyView,
    outcome: Outcome,
    ply: u32,
}

impl End {
    fn of(seen: &Seen) -> Self {
        let (view, outcome) = (seen.view.clone().unwrap(), seen.outcome.unwrap());
        Self {
            view,
            outcome,
            ply: seen.ply.0,
        }
    }
}

/// The number of seated humans who are ready.
fn count_ready(seen: &Seen) -> usize {
    let seats = seen.lobby.iter().flat_map(|it| &it.seats);
    seats
        .filter(|it| matches!(it.holder, HolderView::Human { ready: true, .. }))
        .count()
}

fn said(seen: &Seen) -> Vec<String> {
    let said = |event: &EventView| {
        if let EventView::Talk(TalkEvent::Said { text, .. }) = event {
            Some(text.clone())
        } else {
            None
        }
    };
    seen.events.iter().filter_map(|(_, it)| said(it)).collect()
}

fn is_entry(event: &EventView) -> bool {
    matches!(event, EventView::People(PeopleEvent::Entered(EnteredView { name, .. })) if name == "Guest")
}
