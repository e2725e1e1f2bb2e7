//! The clock of whoever is to move, as the task measures it.

use dicehall_engine::Seat;
use dicehall_engine::lobby::{Command, Stamp};

use super::*;

const SECOND: Duration = Duration::from_secs(1);

/// A lobby's task that nothing wakes, in a match of tic-tac-toe of two people with a clock that runs.
async fn timed_match() -> Box<LobbyTask> {
    let (setup, _, _) = setup(&FaultyJournal::new(), &Arc::new(Metrics::new()));
    let mut task = LobbyTask::open(setup).await.unwrap();
    let settings = Settings {
        rules: GameKind::TicTacToe.default_rules(),
        bot_pace_ms: 0,
        clock: "60s+0s".parse().unwrap(),
    };
    let sit = || Request::TakeSeat { seat: None };
    let made = [
        Command::Create {
            title: "T".to_owned(),
            settings,
            password: None,
        },
        Command::Enter(Newcomer::plain("Host", HOST_KEY)),
        Command::Enter(Newcomer::plain("Guest", Key([2; 32]))),
        ask(0, 0, sit()),
        ask(1, 0, sit()),
        ask(0, 0, Request::Start { force: true }),
    ];
    for command in made {
        assert!(task.stage_own(command.clone()), "{command:?}");
        task.stage_dice();
    }
    let seats = Seat::first(2).collect();
    assert!(task.stage_own(Command::MissShares { seats }));
    assert!(task.stage_own(Command::MissShares { seats }));
    task.stage_dice();
    assert!(task.lobby.to_move().is_some(), "the match has begun");
    task.arrange();
    task
}

fn ask(player: u32, spent_ms: u32, request: Request) -> Command {
    Command::Ask {
        player: PlayerId(player),
        stamp: Stamp { id: None, spent_ms },
        request,
    }
}

/// A pause that begins and ends within one batch, at the very moment at which the clock began to run: the clock that runs
/// afterwards has the same time left, and is another one.
#[tokio::test(start_paused = true)]
async fn a_clock_begins_anew_after_a_pause_that_nobody_noticed() {
    let mut task = timed_match().await;
    let before = task.lobby.want();
    for wanted in [true, false] {
        for player in 0..2 {
            assert!(task.stage_own(ask(player, 0, Request::Pause { wanted })));
        }
    }
    assert_eq!(task.lobby.want(), before);
    assert_eq!(task.spent_ms(Instant::now()), 0);
    // So long takes the append.
    tokio::time::sleep(3 * SECOND).await;
    task.arrange();
    assert_eq!(task.spent_ms(Instant::now()), 0);
    tokio::time::sleep(SECOND).await;
    assert_eq!(task.spent_ms(Instant::now()), 1_000);
}

/// The time that both are gone counts for nobody, however often it is heeded; before and after it the clock runs.
#[tokio::test(start_paused = true)]
async fn a_clock_stands_while_nobody_who_plays_is_there() {
    let mut task = timed_match().await;
    let watcher = Command::Enter(Newcomer::plain("Watcher", Key([3; 32])));
    assert!(task.stage_own(watcher));
    let connections = [0, 1].map(|it| task.presence.connect(PlayerId(it), Instant::now()));
    tokio::time::sleep(5 * SECOND).await;
    for connection in connections {
        assert_eq!(task.clocks_now().map(running), Some((Seat::new(0), 55_000)));
        task.presence.disconnect(connection, Instant::now());
    }
    for _ in 0..3 {
        task.arrange();
        tokio::time::sleep(10 * SECOND).await;
        assert_eq!(task.spent_ms(Instant::now()), 5_000);
        assert_eq!(task.clocks_now().map(running), Some((None, 55_000)));
        task.stage_due(Instant::now());
    }
    task.presence.connect(PlayerId(1), Instant::now());
    task.arrange();
    tokio::time::sleep(54 * SECOND).await;
    task.stage_time_up(Instant::now());
    assert_eq!(task.spent_ms(Instant::now()), 59_000);
    tokio::time::sleep(SECOND).await;
    task.stage_time_up(Instant::now());
    assert_eq!(
        task.clocks_now().map(running),
        Some((None, 0)),
        "time is up"
    );
}

/// Whose clock runs, and what is left to the first seat.
fn running(clocks: ServerMessage) -> (Option<Seat>, u32) {
    let ServerMessage::Clocks {
        left_ms, running, ..
    } = clocks
    else {
        panic!("no clocks: {clocks:?}")
    };
    (running, left_ms[0])
}
