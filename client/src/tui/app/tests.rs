//! Tests of the loop with a scripted connector, a terminal in memory and a queue of keys; time is
//! paused.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Waker};
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use dicehall_engine::State;
use dicehall_engine::games::dice_wars::Shipped;
use dicehall_protocol::{LobbyCode, LobbyLine, Reply, ServerMessage, SessionCommand};
use ratatui::backend::TestBackend;
use tokio::sync::mpsc;

use super::*;
use crate::files::record::{MatchResult, PlayedMatch};
use crate::files::rights::OwnMachine;
use crate::net::link::{
    Around, CONTROL_MAX, ClientCommandWithId, Hosting, INCOMING_MAX, LAN_EVENTS_MAX, LanBrowse,
    LanEvent, Link, LinkControl, LinkEvent, OUTGOING_MAX, Target,
};
use crate::net::link_code::LinkCode;
use crate::testing::{RICH, Table, frames, lobby_line};
use crate::tui::message::MachineEffect;

/// The calls of the connector, as text.
type Calls = Arc<Mutex<Vec<String>>>;

/// The test's ends of the link and of the LAN search, as the connector gave them out last.
#[derive(Default)]
struct Ends {
    commands: Option<mpsc::Receiver<ClientCommandWithId>>,
    control: Option<mpsc::Receiver<LinkControl>>,
    events: Option<mpsc::Sender<LinkEvent>>,
    found: Option<mpsc::Sender<LanEvent>>,
}

#[derive(Clone, Default)]
struct Script {
    calls: Calls,
    ends: Arc<Mutex<Ends>>,
}

impl Script {
    fn link(&self, call: String) -> Link {
        self.calls.lock().unwrap().push(call);
        let (outgoing, commands) = mpsc::channel(OUTGOING_MAX);
        let (control, requests) = mpsc::channel(CONTROL_MAX);
        let (events, incoming) = mpsc::channel(INCOMING_MAX);
        let mut ends = self.ends.lock().unwrap();
        ends.commands = Some(commands);
        ends.control = Some(requests);
        ends.events = Some(events);
        Link {
            outgoing,
            control,
            incoming,
        }
    }

    fn say(&self, event: LinkEvent) {
        self.ends
            .lock()
            .unwrap()
            .events
            .as_ref()
            .unwrap()
            .try_send(event)
            .unwrap();
    }
}

impl Connector for Script {
    fn connect(&mut self, target: Target) -> Link {
        self.link(format!("connect {} as {}", target.address, target.name))
    }

    fn host_local(&mut self, hosting: Hosting, name: String, _own: OwnMachine) -> Link {
        self.link(format!("host {hosting:?} as {name}"))
    }

    fn browse_lan(&mut self, _around: Around, _own: OwnMachine) -> LanBrowse {
        self.calls.lock().unwrap().push("browse".to_owned());
        let (found, incoming) = mpsc::channel(LAN_EVENTS_MAX);
        self.ends.lock().unwrap().found = Some(found);
        LanBrowse { incoming }
    }
}

/// The loop, the connector's calls, and the sender of keys.
struct Stage {
    script: Script,
    keys: mpsc::Sender<io::Result<Input>>,
    app: App<'static, TestBackend, Keys>,
}

/// Terminal events from a queue.
struct Keys(mpsc::Receiver<io::Result<Input>>);

impl Stream for Keys {
    type Item = io::Result<Input>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context)
    }
}

fn stage() -> Stage {
    stage_with(Rights::owner())
}

fn stage_with(rights: Rights) -> Stage {
    let script = Script::default();
    let (keys, events) = mpsc::channel(64);
    let options = Options {
        rights,
        name: "Aki".to_owned(),
        passwords: Passwords::default(),
        game: GameKind::DiceOfDoom,
        rung: Rung::Second,
        banter: true,
        recent: Vec::new(),
        remember: |_| Ok(()),
        look: RICH,
        look_choice: LookChoice::default(),
        mouse: false,
        animation: true,
        hints: true,
        notifier: Notifier::silent(),
        keys: Vec::new(),
        complaint: None,
        read_match: |path| match path.to_str() {
            Some("/matches/one.jsonl") => Ok(frames(Table::dealt(4), 5)),
            _ => Err("there is no such file".to_owned()),
        },
        record: None,
        welcome: Welcome::Told,
        coach: Coach::default(),
    };
    let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let app = App::new(terminal, Keys(events), options, Box::new(script.clone())).unwrap();
    Stage { script, keys, app }
}

impl Stage {
    fn press(&self, code: KeyCode) {
        self.keys
            .try_send(Ok(
                Event::Key(KeyEvent::new(code, KeyModifiers::NONE)).into()
            ))
            .unwrap();
    }

    /// Runs the loop until it has nothing to do, or ends.
    async fn settle(&mut self, start: Start) -> Option<Result<(), AppError>> {
        tokio::select! {
            biased;
            ended = self.app.run(start) => Some(ended),
            // Paused time advances only when everything waits.
            () = tokio::time::sleep(Duration::from_millis(1)) => None,
        }
    }

    /// Begins to join a lobby of a server, or to look at its list.
    async fn join(&mut self, address: &str, lobby: Option<LobbyCode>) {
        let address = address.to_owned();
        assert!(self.settle(Start::Join { address, lobby }).await.is_none());
    }

    /// Continues the loop after [`Stage::settle`].
    async fn go_on(&mut self) -> Option<Result<(), AppError>> {
        tokio::select! {
            biased;
            ended = self.app.go_on(Vec::new()) => Some(ended),
            () = tokio::time::sleep(Duration::from_millis(1)) => None,
        }
    }

    async fn do_all(&mut self, effects: Vec<Effect>) -> Option<Result<(), AppError>> {
        tokio::select! {
            biased;
            ended = self.app.go_on(effects) => Some(ended),
            () = tokio::time::sleep(Duration::from_millis(1)) => None,
        }
    }

    fn calls(&self) -> Vec<String> {
        self.script.calls.lock().unwrap().clone()
    }

    fn screen(&self) -> String {
        self.app.terminal.backend().to_string()
    }
}

#[tokio::test(start_paused = true)]
async fn keys_reach_the_connector_and_q_ends_the_loop() {
    let mut stage = stage();
    stage.press(KeyCode::Char('l'));
    stage.press(KeyCode::Esc);
    stage.press(KeyCode::Char('p'));
    stage.press(KeyCode::Char('q'));
    assert!(matches!(stage.settle(Start::Home).await, Some(Ok(()))));
    assert_eq!(stage.calls(), ["browse", "host Private as Aki"]);
}

#[tokio::test(start_paused = true)]
async fn a_match_is_watched_in_front_of_a_connection_that_goes_on() {
    let mut stage = stage();
    stage.join("192.0.2.7", "ATTJC".parse().ok()).await;
    let watch = |path: &str| vec![Effect::OnMachine(MachineEffect::WatchMatch(path.into()))];
    assert!(stage.do_all(watch("/matches/two.jsonl")).await.is_none());
    assert!(
        stage.screen().contains("no such file"),
        "{}",
        stage.screen()
    );
    assert!(stage.do_all(watch("/matches/one.jsonl")).await.is_none());
    assert!(stage.screen().contains("step 0 of 5"), "{}", stage.screen());
    stage.script.say(LinkEvent::Connected { resumed: false });
    assert!(stage.go_on().await.is_none());
    assert!(stage.screen().contains("step 0 of 5"), "{}", stage.screen());
    assert_eq!(stage.app.links.room(), Some(OUTGOING_MAX - 1));
    stage.press(KeyCode::Char('q'));
    assert!(stage.go_on().await.is_none(), "back, not out");
    assert!(stage.app.model.is_connected());
}

#[tokio::test(start_paused = true)]
async fn commands_go_through_the_link_in_order() {
    let mut stage = stage();
    stage.join("192.0.2.7", "ATTJC".parse().ok()).await;
    stage.script.say(LinkEvent::Connected { resumed: false });
    assert!(stage.go_on().await.is_none());
    let sent = stage
        .script
        .ends
        .lock()
        .unwrap()
        .commands
        .as_mut()
        .unwrap()
        .try_recv()
        .unwrap();
    let lobby = "ATTJC".parse().unwrap();
    assert_eq!(
        sent,
        ClientCommandWithId {
            id: 1,
            command: SessionCommand::JoinLobby {
                lobby,
                password: None,
                key: None
            }
            .into()
        }
    );
}

#[tokio::test(start_paused = true)]
async fn a_pause_is_counted_down_by_the_clock_and_cut_short_by_a_key() {
    let mut stage = stage();
    stage.join("a", None).await;
    stage.script.say(LinkEvent::Waiting {
        retry_ms: 5_000,
        why: crate::net::loss::Loss::Cut,
    });
    let watch = async {
        tokio::select! {
            biased;
            ended = stage.app.go_on(Vec::new()) => panic!("ended: {ended:?}"),
            () = tokio::time::sleep(Duration::from_millis(2_500)) => {}
        }
    };
    watch.await;
    assert!(
        stage.screen().contains("again in 3 s"),
        "{}",
        stage.screen()
    );
    stage.press(KeyCode::Char('r'));
    assert!(stage.go_on().await.is_none());
    let request = stage
        .script
        .ends
        .lock()
        .unwrap()
        .control
        .as_mut()
        .unwrap()
        .try_recv();
    assert_eq!(request, Ok(LinkControl::RetryNow));
}

/// Answers each command about the list of lobbies with the list for its number; ends with the last.
async fn tell_lists(script: Script, lists: Vec<Vec<LobbyLine>>) {
    let commands = script.ends.lock().unwrap().commands.take();
    let mut commands = commands.unwrap();
    for list in lists {
        let asked = commands.recv().await.unwrap();
        script.say(LinkEvent::Message(Box::new(ServerMessage::Accepted {
            id: asked.id,
            revision: None,
            reply: Some(Reply::Lobbies(list)),
        })));
    }
    script.ends.lock().unwrap().commands = Some(commands);
    tokio::time::sleep(Duration::from_millis(1)).await;
}

#[tokio::test(start_paused = true)]
async fn a_list_that_stays_the_same_is_asked_for_and_not_drawn_again() {
    let mut stage = stage();
    stage.join("192.0.2.7", None).await;
    stage.script.say(LinkEvent::Connected { resumed: false });
    assert!(stage.go_on().await.is_none());
    let frames = |stage: &mut Stage| stage.app.terminal.get_frame().count();
    let (one, other) = (lobby_line("ATTJC"), lobby_line("BBBBB"));
    for (lists, drawn) in [
        (vec![vec![one.clone()]; 1], 1),
        (vec![vec![one.clone()]; 20], 0),
        (vec![vec![one, other]; 20], 1),
    ] {
        let before = frames(&mut stage);
        let told = tell_lists(stage.script.clone(), lists);
        tokio::select! {
            biased;
            ended = stage.app.go_on(Vec::new()) => panic!("ended: {ended:?}"),
            () = told => {}
        }
        // The loop draws once whenever it is begun here.
        assert_eq!(frames(&mut stage) - before, 1 + drawn);
    }
    assert!(stage.screen().contains("BBBBB"), "{}", stage.screen());
}

#[tokio::test(start_paused = true)]
async fn a_link_that_ends_without_a_word_is_explained() {
    let mut stage = stage();
    stage.join("a", None).await;
    stage.script.ends.lock().unwrap().events = None;
    assert!(stage.go_on().await.is_none());
    assert!(
        stage.screen().contains("Connection closed"),
        "{}",
        stage.screen()
    );
    assert!(!stage.app.links.has_link());
}

#[tokio::test(start_paused = true)]
async fn a_terminal_that_is_gone_ends_the_loop() {
    let mut stage = stage();
    let (keys, _) = mpsc::channel(1);
    stage.keys = keys;
    assert!(matches!(
        stage.settle(Start::Home).await,
        Some(Err(AppError::TerminalGone))
    ));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_drawn_while_nothing_happens() {
    let mut stage = stage();
    assert!(stage.settle(Start::Home).await.is_none());
    let frames = stage.app.terminal.get_frame().count();
    let idle = async {
        tokio::select! {
            biased;
            ended = stage.app.step() => panic!("something happened: {:?}", ended.ok()),
            () = tokio::time::sleep(Duration::from_secs(3_600)) => {}
        }
    };
    idle.await;
    assert_eq!(stage.app.terminal.get_frame().count(), frames);
}

/// A window that takes a frame only when the test says so.
#[derive(Default)]
struct Slow {
    is_ready: AtomicBool,
    told: Mutex<Vec<String>>,
    waker: Mutex<Option<Waker>>,
}

impl Slow {
    fn take(&self) {
        self.is_ready.store(true, Ordering::SeqCst);
        if let Some(waker) = self.waker.lock().unwrap().take() {
            waker.wake();
        }
    }
}

impl Window for Slow {
    fn size(&self) -> io::Result<Size> {
        Ok(Size::new(80, 24))
    }

    fn tell(&self, text: &str) -> io::Result<()> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.push(text.to_owned());
        Ok(())
    }

    fn poll_ready(&self, context: &mut Context<'_>) -> Poll<()> {
        if self.is_ready.load(Ordering::SeqCst) {
            return Poll::Ready(());
        }
        *self.waker.lock().unwrap() = Some(context.waker().clone());
        Poll::Pending
    }
}

#[tokio::test(start_paused = true)]
async fn the_next_frame_is_drawn_when_the_terminal_has_taken_the_last() {
    let window: &'static Slow = Box::leak(Box::default());
    window.take();
    let Stage { script, keys, app } = stage();
    let app = app.in_window(window);
    let mut stage = Stage { script, keys, app };
    assert!(stage.settle(Start::Home).await.is_none());
    let frames = stage.app.terminal.get_frame().count();
    let before = stage.screen();
    window.is_ready.store(false, Ordering::SeqCst);
    stage.press(KeyCode::Char('?'));
    assert!(stage.go_on().await.is_none());
    assert_eq!(stage.app.terminal.get_frame().count(), frames);
    assert_eq!(stage.screen(), before, "drawn before the last was taken");
    tokio::select! {
        biased;
        ended = stage.app.go_on(Vec::new()) => panic!("ended: {ended:?}"),
        () = async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            window.take();
            tokio::time::sleep(Duration::from_millis(1)).await;
        } => {}
    }
    assert_eq!(stage.app.terminal.get_frame().count(), frames + 1);
    assert_ne!(stage.screen(), before);
}

#[tokio::test(start_paused = true)]
async fn a_burst_costs_one_frame() {
    let mut stage = stage();
    assert!(stage.settle(Start::Home).await.is_none());
    let frames = stage.app.terminal.get_frame().count();
    for _ in 0..40 {
        stage.press(KeyCode::Down);
    }
    assert!(stage.go_on().await.is_none());
    let drawn = stage.app.terminal.get_frame().count() - frames;
    assert!(drawn <= 2, "{drawn} frames for one burst");
}

#[tokio::test(start_paused = true)]
async fn neither_keys_nor_the_network_are_left_waiting_while_the_other_always_has_something() {
    for many_keys in [true, false] {
        let mut stage = stage();
        assert!(stage.settle(Start::Lan).await.is_none());
        let found = stage.script.ends.lock().unwrap().found.clone().unwrap();
        let (keys, news) = if many_keys { (30, 1) } else { (1, 30) };
        for _ in 0..keys {
            stage.press(KeyCode::Down);
        }
        for _ in 0..news {
            found
                .try_send(LanEvent::Lost {
                    key: "attic".to_owned(),
                })
                .unwrap();
        }
        for _ in 0..2 {
            stage.app.step().await.unwrap();
        }
        let waiting = (
            stage.keys.max_capacity() - stage.keys.capacity(),
            found.max_capacity() - found.capacity(),
        );
        assert_eq!(waiting, (keys - 1, news - 1));
    }
}

#[tokio::test(start_paused = true)]
async fn dice_roll_for_a_moment_and_then_nothing_is_drawn_any_more() {
    let mut stage = stage();
    let mut table = Table::dealt(5);
    stage.join("a", None).await;
    stage.script.say(LinkEvent::Connected { resumed: false });
    stage
        .script
        .say(LinkEvent::Message(Box::new(table.snapshot())));
    assert!(stage.go_on().await.is_none());
    let frames = |stage: &mut Stage| stage.app.terminal.get_frame().count();
    let before = frames(&mut stage);
    let action = table
        .state
        .actions()
        .into_iter()
        .find(|it| table.state.preview(*it).odds.is_some());
    stage
        .script
        .say(LinkEvent::Message(Box::new(table.act(action.unwrap()))));
    tokio::select! {
        biased;
        ended = stage.app.go_on(Vec::new()) => panic!("ended: {ended:?}"),
        () = tokio::time::sleep(Duration::from_secs(3_600)) => {}
    }
    assert!(stage.app.model.game_match().unwrap().rolling.is_none());
    let drawn = frames(&mut stage) - before;
    assert!((6..=24).contains(&drawn), "{drawn} frames");
}

#[tokio::test(start_paused = true)]
async fn a_match_that_is_over_plays_two_steps_a_second_and_draws_nothing_between_them() {
    let mut stage = stage();
    let frames = frames(Table::dealt(5), 6);
    assert!(
        stage
            .settle(Start::Replay(Arc::new(frames)))
            .await
            .is_none()
    );
    let frames = |stage: &mut Stage| stage.app.terminal.get_frame().count();
    let before = frames(&mut stage);
    stage.press(KeyCode::Char(' '));
    for (ms, shown) in [
        (400, "step 0 of 6"),
        (700, "step 2 of 6"),
        (3_600_000, "step 6 of 6"),
    ] {
        tokio::select! {
            biased;
            ended = stage.app.go_on(Vec::new()) => panic!("ended: {ended:?}"),
            () = tokio::time::sleep(Duration::from_millis(ms)) => {}
        }
        assert!(
            stage.screen().contains(shown),
            "after {ms} ms:\n{}",
            stage.screen()
        );
    }
    let drawn = frames(&mut stage) - before;
    // A frame for the key, one for each step, and one whenever the loop was begun anew here.
    assert!(drawn <= 1 + 6 + 3, "{drawn} frames");
    stage.press(KeyCode::Esc);
    assert!(matches!(stage.go_on().await, Some(Ok(()))));
    assert!(
        stage.calls().is_empty(),
        "a match that is over needs no server"
    );
}

/// The screen in front, and whether there is a match behind it.
fn in_front(stage: &Stage) -> &'static str {
    match (&stage.app.model.replay, stage.app.model.screen) {
        (Some(_), _) => "replay",
        (None, Screen::Home) => "home",
        (None, Screen::Record) => "record",
        (None, _) => "other",
    }
}

fn watch_one() -> Vec<Effect> {
    vec![Effect::OnMachine(MachineEffect::WatchMatch(
        "/matches/one.jsonl".into(),
    ))]
}

#[tokio::test(start_paused = true)]
async fn a_match_is_played_on_in_front_of_its_replay_and_the_way_back_is_the_same() {
    let mut stage = stage();
    assert!(stage.settle(Start::Home).await.is_none());
    stage.app.model.screen = Screen::Record;
    assert!(stage.do_all(watch_one()).await.is_none());
    stage.press(KeyCode::Right);
    stage.press(KeyCode::Char('p'));
    assert!(stage.go_on().await.is_none());
    assert!(
        stage.screen().contains("Play on from here"),
        "{}",
        stage.screen()
    );
    stage.press(KeyCode::Enter);
    assert!(stage.go_on().await.is_none());
    assert_eq!(stage.calls().last().unwrap(), "host Private as Aki");
    assert!(stage.app.model.replay.is_none() && stage.app.model.animation);
    stage.script.say(LinkEvent::Connected { resumed: false });
    assert!(stage.go_on().await.is_none());
    assert!(
        stage.app.model.is_connected(),
        "the server speaks to the match in front"
    );
    stage.press(KeyCode::Char('q'));
    assert!(stage.go_on().await.is_none(), "back, not out");
    assert!(stage.screen().contains("step 1 of 5"), "{}", stage.screen());
    assert!(!stage.app.links.has_link(), "the server is gone");
    stage.press(KeyCode::Char('q'));
    assert!(stage.go_on().await.is_none());
    assert_eq!(in_front(&stage), "record");
    stage.press(KeyCode::Char('q'));
    assert!(stage.go_on().await.is_none());
    stage.press(KeyCode::Char('q'));
    assert!(matches!(stage.go_on().await, Some(Ok(()))));
}

#[tokio::test(start_paused = true)]
async fn a_replay_alone_is_come_back_to_and_left_for_good() {
    let mut stage = stage();
    let film = Start::Replay(Arc::new(frames(Table::dealt(4), 5)));
    assert!(stage.settle(film).await.is_none());
    stage.press(KeyCode::Char('p'));
    stage.press(KeyCode::Enter);
    assert!(stage.go_on().await.is_none());
    assert_eq!(stage.calls(), ["host Private as Aki"]);
    // The server cannot be started: the person reads so before the replay is shown again.
    let closed = LinkEvent::Closed {
        code: LinkCode::HostFailed,
        message: "no port".to_owned(),
    };
    stage.script.say(closed);
    assert!(stage.go_on().await.is_none());
    assert!(stage.screen().contains("no port"), "{}", stage.screen());
    stage.press(KeyCode::Enter);
    assert!(stage.go_on().await.is_none());
    assert_eq!(in_front(&stage), "replay");
    stage.press(KeyCode::Char('q'));
    assert!(matches!(stage.go_on().await, Some(Ok(()))));
}

#[tokio::test(start_paused = true)]
async fn the_match_behind_a_replay_makes_room_but_a_table_with_others_does_not() {
    let mut stage = stage();
    stage.join("192.0.2.7", None).await;
    stage.script.say(LinkEvent::Connected { resumed: false });
    assert!(stage.do_all(watch_one()).await.is_none());
    stage.press(KeyCode::Char('p'));
    stage.press(KeyCode::Enter);
    assert!(stage.go_on().await.is_none());
    assert!(
        stage.screen().contains("at a table with others"),
        "{}",
        stage.screen()
    );
    assert_eq!((in_front(&stage), stage.calls().len()), ("replay", 1));
    assert!(stage.app.links.has_link());

    let mut stage = self::stage();
    assert!(stage.settle(Start::Home).await.is_none());
    stage.press(KeyCode::Char('p'));
    assert!(stage.go_on().await.is_none());
    stage.script.say(LinkEvent::Connected { resumed: false });
    assert!(stage.do_all(watch_one()).await.is_none());
    stage.press(KeyCode::Char('p'));
    stage.press(KeyCode::Enter);
    assert!(stage.go_on().await.is_none());
    assert_eq!(stage.calls().last().unwrap(), "host Private as Aki");
    // A match that was played on is watched again, and played on again: Esc still leads back in one
    // step.
    stage.script.say(LinkEvent::Connected { resumed: false });
    assert!(stage.do_all(watch_one()).await.is_none());
    stage.press(KeyCode::Char('p'));
    stage.press(KeyCode::Enter);
    assert!(stage.go_on().await.is_none());
    assert_eq!(in_front(&stage), "home");
    for expect in ["replay", "home"] {
        stage.press(KeyCode::Char('q'));
        assert!(stage.go_on().await.is_none(), "{expect}");
        assert_eq!(in_front(&stage), expect);
    }
    assert_eq!(stage.app.model.connection, Connection::Idle);
    assert!(stage.app.replayed.is_none() && stage.app.behind.is_none());
    stage.press(KeyCode::Char('q'));
    assert!(matches!(stage.go_on().await, Some(Ok(()))));
}

/// An effect of each kind on the machine of whoever runs the program; a map is written into the folder.
fn machine_effects(folder: &Path) -> Vec<MachineEffect> {
    let name = "one.jsonl".to_owned();
    let path = PathBuf::from("/matches/one.jsonl");
    let played = PlayedMatch {
        name: name.clone(),
        game: GameKind::TicTacToe,
        others: Vec::new(),
        bots: None,
        result: MatchResult::Won,
        rounds: 1,
        dice: 0,
        pips: 0,
        file: None,
    };
    vec![
        MachineEffect::HostLocal {
            hosting: Hosting::Private,
            name: "Aki".to_owned(),
        },
        MachineEffect::BrowseLan,
        MachineEffect::ReadMap("map.json".to_owned()),
        MachineEffect::WriteMap {
            path: folder.join("map.json").display().to_string(),
            map: Box::new(Shipped::ALL[0].map().clone()),
        },
        MachineEffect::Record(Box::new(played)),
        MachineEffect::RecordFile {
            name,
            path: path.clone(),
        },
        MachineEffect::ReadRecord,
        MachineEffect::CountRecord,
        MachineEffect::WriteCard,
        MachineEffect::Suspend,
        MachineEffect::Remember(LastChoice::Knows(true)),
        MachineEffect::WatchMatch(path),
    ]
}

#[tokio::test(start_paused = true)]
async fn nothing_is_done_on_the_machine_of_whoever_lets_a_guest_in() {
    for is_owner in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let rights = if is_owner {
            Rights::owner()
        } else {
            Rights::guest("attic:4600")
        };
        let mut stage = stage_with(rights);
        if !is_owner {
            stage.app.remember = |chosen| panic!("{chosen:?} is kept");
            stage.app.read_match = |path| panic!("{} is read", path.display());
        }
        stage.join("attic:4600", None).await;
        for effect in machine_effects(folder.path()) {
            assert!(
                stage
                    .do_all(vec![Effect::OnMachine(effect)])
                    .await
                    .is_none()
            );
        }
        let done = if is_owner { 2 } else { 0 };
        assert_eq!(stage.calls().len(), 1 + done, "{:?}", stage.calls());
        assert_eq!(folder.path().join("map.json").exists(), is_owner);
        assert_eq!(stage.app.behind.is_some(), is_owner, "a replay is shown");
    }
}

#[tokio::test(start_paused = true)]
async fn a_guest_is_connected_to_the_door_whatever_is_asked_for() {
    let mut stage = stage_with(Rights::guest("attic:4600"));
    let target = Target {
        address: "cellar:4600".to_owned(),
        name: "Aki".to_owned(),
        lobby: None,
        trust: None,
    };
    assert!(stage.do_all(vec![Effect::Connect(target)]).await.is_none());
    assert_eq!(stage.calls(), ["connect attic:4600 as Aki"]);
}
