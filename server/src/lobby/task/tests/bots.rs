//! Bots' answers that come late, and bots in a lobby that stands still.

use dicehall_engine::lobby::{Command, Stamp};
use dicehall_engine::{AnyAction, Seat, State};

use tokio::time::timeout_at;

use super::*;

/// The longest wait for a bot before the lobby acts in its place.
const WAITED_FOR: Duration = Duration::from_secs(30);

/// A lobby's task that does not run by itself, in a match of tic-tac-toe between a host who is away and a bot.
async fn away_from_a_match() -> Box<LobbyTask> {
    let (setup, _, _) = setup(&FaultyJournal::new(), &Arc::new(Metrics::new()));
    let mut task = LobbyTask::open(setup).await.unwrap();
    let settings = Settings {
        rules: GameKind::TicTacToe.default_rules(),
        bot_pace_ms: 0,
        clock: Clock::Off,
    };
    let bot = Request::SeatBot {
        seat: Seat::ALL[1],
        bot: "random".parse().unwrap(),
    };
    let asked = [
        Request::TakeSeat { seat: None },
        bot,
        Request::Start { force: true },
    ];
    let made = [
        Command::Create {
            title: "T".to_owned(),
            settings,
            password: None,
        },
        Command::Enter(Newcomer::plain("Host", HOST_KEY)),
    ];
    let away = Command::Absent {
        player: PlayerId(0),
    };
    for command in made.into_iter().chain(asked.map(ask)).chain([away]) {
        assert!(task.stage_own(command.clone()), "{command:?}");
        task.stage_dice();
    }
    assert!(task.lobby.to_move().is_some(), "the match has begun");
    task
}

fn ask(request: Request) -> Command {
    Command::Ask {
        player: PlayerId(0),
        stamp: Stamp::default(),
        request,
        commits: None,
    }
}

/// Lets the wanted bot finish thinking; returns its action.
async fn think(task: &mut LobbyTask) -> AnyAction {
    task.arrange();
    let turn = task.agenda.bot_turn.as_mut().expect("a bot is wanted");
    turn.answered().await;
    turn.chosen().expect("it has an answer")
}

/// The bot that stands in for the host has chosen when the host is back and makes another mark. Its action would be
/// legal for the bot that is to move then, but is not that bot's answer.
#[tokio::test(start_paused = true)]
async fn an_answer_to_an_earlier_position_is_not_played() {
    let mut task = away_from_a_match().await;
    let stale = think(&mut task).await;
    let (_, state) = task.lobby.to_move().unwrap();
    let action = state.actions().into_iter().find(|it| *it != stale).unwrap();
    let ply = task.lobby.ply();
    assert!(
        task.stage_own(ask(Request::Act { ply, action })),
        "the host is back"
    );
    let before = task.lobby.clone();
    task.stage_bot(Instant::now() + Duration::from_secs(3_600));
    assert_eq!(task.lobby, before);
    think(&mut task).await;
    task.stage_bot(Instant::now());
    assert_eq!(
        task.lobby.ply().0,
        ply.0 + 2,
        "the bot's own answer is played"
    );
}

#[tokio::test(start_paused = true)]
async fn a_bot_waits_in_a_lobby_that_stands_still() {
    let mut task = away_from_a_match().await;
    think(&mut task).await;
    let (ply, stood) = (task.lobby.ply(), Duration::from_secs(500));
    tokio::time::sleep(stood).await;
    task.postpone(stood);
    let due = task.agenda.bot_turn.as_ref().unwrap().next_due();
    assert_eq!(
        due,
        Instant::now(),
        "it was to act when the lobby stood still"
    );
    task.stage_bot(due);
    assert_eq!(task.lobby.ply().0, ply.0 + 1);
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_never_answers_is_waited_for_half_a_minute_and_something_legal_is_played() {
    let mut task = away_from_a_match().await;
    let (_mailbox, mail) = mpsc::channel(MAIL_MAX);
    task.mailbox = mail;
    let services = Arc::get_mut(&mut task.services).unwrap();
    let (pool, _positions) = BotPool::asleep(Entropy::System, &services.metrics);
    services.pool = pool;
    let mut due = Instant::now();
    let moment = Duration::from_millis(1);
    for acted in 0..3 {
        due += WAITED_FOR;
        assert!(timeout_at(due - moment, task.run()).await.is_err());
        assert_eq!(task.lobby.ply().0, acted, "it was not waited for");
        assert!(timeout_at(due + moment, task.run()).await.is_err());
        assert_eq!(task.lobby.ply().0, acted + 1, "it is waited for still");
    }
}
