//! The clock of the seat to move, as the task measures it.

use dicehall_engine::Seat;
use dicehall_engine::lobby::{Command, Stamp};

use super::*;

const SECOND: Duration = Duration::from_secs(1);

/// A lobby's task that does not run by itself, in a match of tic-tac-toe of two people with a running clock.
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
    ];
    for command in made {
        assert!(task.stage_own(command.clone()), "{command:?}");
        task.stage_dice();
    }
    begin(&mut task);
    task
}

/// Starts a match in which nobody shows a share.
fn begin(task: &mut LobbyTask) {
    assert!(task.stage_own(ask(0, 0, Request::Start { force: true })));
    task.stage_dice();
    let seats = Seat::first(2).collect();
    assert!(task.stage_own(Command::MissShares { seats }));
    assert!(task.stage_own(Command::MissShares { seats }));
    task.stage_dice();
    assert!(task.lobby.to_move().is_some(), "the match has begun");
    task.arrange();
}

fn ask(player: u32, spent_ms: u32, request: Request) -> Command {
    Command::Ask {
        player: PlayerId(player),
        stamp: Stamp {
            spent_ms,
            ..Stamp::default()
        },
        request,
        commits: None,
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
    assert_eq!(task.moment().spent_ms, 0);
    // The append takes this long.
    tokio::time::sleep(3 * SECOND).await;
    task.arrange();
    assert_eq!(task.moment().spent_ms, 0);
    tokio::time::sleep(SECOND).await;
    assert_eq!(task.moment().spent_ms, 1_000);
}

/// The time in which both are gone counts for nobody, however often the task looks at it; before and after that the
/// clock runs.
#[tokio::test(start_paused = true)]
async fn a_clock_stands_while_nobody_who_plays_is_there() {
    let mut task = timed_match().await;
    let watcher = Command::Enter(Newcomer::plain("Watcher", Key([3; 32])));
    assert!(task.stage_own(watcher));
    let connections = [0, 1].map(|it| task.presence.connect(PlayerId(it), Instant::now()));
    tokio::time::sleep(5 * SECOND).await;
    for connection in connections {
        assert_eq!(
            task.moment().clocks().map(running),
            Some((Seat::new(0), 55_000))
        );
        task.presence.disconnect(connection, Instant::now());
    }
    for _ in 0..3 {
        task.arrange();
        tokio::time::sleep(10 * SECOND).await;
        assert_eq!(task.moment().spent_ms, 5_000);
        assert_eq!(task.moment().clocks().map(running), Some((None, 55_000)));
        task.stage_due(Instant::now());
    }
    task.presence.connect(PlayerId(1), Instant::now());
    task.arrange();
    tokio::time::sleep(54 * SECOND).await;
    task.stage_time_up(Instant::now());
    assert_eq!(task.moment().spent_ms, 59_000);
    tokio::time::sleep(SECOND).await;
    task.stage_time_up(Instant::now());
    assert_eq!(
        task.moment().clocks().map(running),
        Some((None, 0)),
        "time is up"
    );
}

/// A person who is away until a bot holds the seat, and is back before it acts, again and again, has only the time that
/// was left.
#[tokio::test(start_paused = true)]
async fn a_seat_that_is_taken_back_gives_no_time_anew() {
    let mut task = timed_match().await;
    let player = PlayerId(0);
    for player in [0, 1].map(PlayerId) {
        task.presence.connect(player, Instant::now());
    }
    task.arrange();
    for round in 1..=5 {
        tokio::time::sleep(11 * SECOND).await;
        assert!(task.stage_own(Command::Absent { player }));
        task.arrange();
        assert_eq!(task.moment().clocks().map(|it| running(it).0), Some(None));
        // A bot's thinking time counts for nobody.
        tokio::time::sleep(SECOND).await;
        task.stage_time_up(Instant::now());
        assert!(task.stage_own(Command::Returned { player }));
        task.arrange();
        let left = 60_000 - 11_000 * round;
        let told = task.moment().clocks().map(running);
        assert_eq!(told, Some((Seat::new(0), left)));
    }
    tokio::time::sleep(5 * SECOND).await;
    task.stage_time_up(Instant::now());
    assert_eq!(task.moment().clocks().map(running), Some((None, 0)));
}

/// The time that the journal takes for the return of a seat counts for nobody: only then does anybody know of it.
#[tokio::test(start_paused = true)]
async fn a_clock_runs_on_when_the_return_of_its_seat_is_durable() {
    let mut task = timed_match().await;
    let player = PlayerId(0);
    let from = [0, 1].map(|it| task.presence.connect(PlayerId(it), Instant::now()))[0];
    task.arrange();
    tokio::time::sleep(11 * SECOND).await;
    assert!(task.stage_own(Command::Absent { player }));
    task.arrange();
    assert!(task.stage_own(Command::Returned { player }));
    let (id, before) = (7, None);
    task.stage_all(&mut vec![Mail::History { from, id, before }]);
    // The append takes this long.
    tokio::time::sleep(3 * SECOND).await;
    task.arrange();
    tokio::time::sleep(SECOND).await;
    assert_eq!(task.moment().spent_ms, 12_000);
}

/// The clock of a match that is over has no effect on the next match, though both may wait for the same ply.
#[tokio::test(start_paused = true)]
async fn another_match_begins_with_all_of_its_time() {
    let mut task = timed_match().await;
    for player in [0, 1].map(PlayerId) {
        task.presence.connect(player, Instant::now());
    }
    task.arrange();
    tokio::time::sleep(11 * SECOND).await;
    assert!(task.stage_own(ask(0, 0, Request::Resign)));
    task.stage_dice();
    task.arrange();
    begin(&mut task);
    assert_eq!(task.moment().spent_ms, 0);
    // The other seat begins.
    assert_eq!(
        task.moment().clocks().map(running),
        Some((Seat::new(1), 60_000))
    );
}

/// The seat whose clock runs, and the time left to the first seat.
fn running(clocks: ServerMessage) -> (Option<Seat>, u32) {
    let ServerMessage::Clocks {
        left_ms, running, ..
    } = clocks
    else {
        panic!("no clocks: {clocks:?}")
    };
    (running, left_ms[0])
}
