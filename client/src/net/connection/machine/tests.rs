//! Tests of the state machine: inputs line by line, and the acts that follow.

use dicehall_engine::dice::SeededDice;
use dicehall_engine::lobby::{EndReason, PeopleEvent, PlayerId, Ply, Request, Revision};

use dicehall_protocol::{EventView, LobbyEventView, Password, RequestKey, SessionCommand};

mod life;
mod signing;

use super::attempts::*;
use super::unanswered::UNANSWERED_MAX;
use super::*;
use dicehall_engine::fair::Secret;

/// A machine, its clock, and its acts as text.
struct Bench {
    machine: Machine,
    now: Duration,
    luck: SeededDice,
}

/// When the links here begin, in milliseconds since 1970.
const BEGUN_MS: u64 = 1_800_000_000_000;

impl Bench {
    fn new() -> Self {
        Self::resuming(None)
    }

    fn resuming(resume: Option<Resume>) -> Self {
        Self::with(&["host:4600"], resume)
    }

    fn at(addresses: &[&str]) -> Self {
        Self::with(addresses, None)
    }

    fn with(addresses: &[&str], resume: Option<Resume>) -> Self {
        let addresses = addresses.iter().map(|it| (*it).to_owned()).collect();
        let machine = Machine::new(
            addresses,
            "Aki".to_owned(),
            resume,
            Sharer::new(Secret([3; 32])),
            Duration::from_millis(BEGUN_MS),
        );
        Self {
            machine,
            now: Duration::ZERO,
            luck: SeededDice::new(1),
        }
    }

    /// A machine that was welcomed.
    fn up() -> Self {
        let mut bench = Self::new();
        bench.check(Input::Due, "connecting 1, dial");
        bench.check(Input::Opened, "hello");
        bench.check(welcome(false), "connected, ping");
        bench
    }

    /// A machine that has joined a lobby.
    fn joined() -> Self {
        let mut bench = Self::up();
        bench.check(command(1), "send 1");
        bench.check(
            heard(accepted(1, Some(Reply::Joined(proof())))),
            "keep ABCDE secret, message",
        );
        bench
    }

    fn after(&mut self, millis: u64) -> &mut Self {
        self.now += ms(millis);
        self
    }

    /// Moves to a moment of the link's life.
    fn until(&mut self, millis: u64) -> &mut Self {
        self.now = ms(millis);
        self
    }

    fn handle(&mut self, input: Input) -> Vec<Act> {
        self.machine.handle(self.now, input, &mut self.luck)
    }

    #[track_caller]
    fn check(&mut self, input: Input, expect: &str) {
        let done: Vec<String> = self.handle(input).iter().map(word).collect();
        assert_eq!(done.join(", "), expect);
    }

    /// Loses the connection; returns the pause before the next attempt.
    #[track_caller]
    fn pause(&mut self, input: Input) -> u64 {
        let done = self.handle(input);
        let [Act::HangUp, Act::Tell(LinkEvent::Waiting { retry_ms, .. })] = &done[..] else {
            panic!("{done:?}")
        };
        *retry_ms
    }

    /// The resume in the hello of the next attempt; `None` if it does not resume.
    fn hello(&mut self) -> Option<Resume> {
        self.handle(Input::RetryNow);
        let done = self.handle(Input::Opened).remove(0);
        let Act::Send(ClientMessage::Hello { resume, .. }) = done else {
            panic!("{done:?}")
        };
        resume
    }
}

fn word(act: &Act) -> String {
    match act {
        Act::Dial(_) => "dial".to_owned(),
        Act::HangUp => "hang up".to_owned(),
        Act::Send(ClientMessage::Hello { resume: None, .. }) => "hello".to_owned(),
        Act::Send(ClientMessage::Hello {
            resume: Some(resume),
            ..
        }) => {
            format!("hello again at {:?}", resume.revision.map(|it| it.0))
        }
        Act::Send(ClientMessage::Command { id, .. }) => format!("send {id}"),
        Act::Ping => "ping".to_owned(),
        Act::Keep(lobby, token) => format!("keep {lobby} {token}"),
        Act::Forget => "forget".to_owned(),
        Act::Tell(LinkEvent::Connecting { attempt, .. }) => format!("connecting {attempt}"),
        Act::Tell(LinkEvent::Connected { resumed: true }) => "resumed".to_owned(),
        Act::Tell(LinkEvent::Connected { resumed: false }) => "connected".to_owned(),
        Act::Tell(LinkEvent::SignedIn(_)) => "signed in".to_owned(),
        Act::Tell(LinkEvent::NoKey) => "no key".to_owned(),
        Act::Tell(LinkEvent::Message(_)) => "message".to_owned(),
        Act::Tell(LinkEvent::Played(_)) => "played".to_owned(),
        Act::Tell(LinkEvent::Waiting { why, .. }) => format!("waiting because {why}"),
        Act::Tell(LinkEvent::Closed { code, .. }) => format!("closed {code}"),
        Act::Tell(LinkEvent::Stranger { address, .. }) => format!("stranger {address}"),
        Act::Tell(LinkEvent::Latency { ms }) => format!("latency {ms}"),
        Act::Tell(LinkEvent::MatchWritten { name, .. }) => format!("written {name}"),
        Act::Tell(LinkEvent::NotKept(it)) => format!("not kept {it:?}"),
        Act::Tell(LinkEvent::Late { is_late: true }) => "late".to_owned(),
        Act::Tell(LinkEvent::Late { is_late: false }) => "no longer late".to_owned(),
        Act::Tell(LinkEvent::Audited(verdict)) => verdict.to_string(),
        Act::Tell(LinkEvent::Listening { .. }) => "listening".to_owned(),
        Act::Tell(LinkEvent::Program(program)) => program.name.clone(),
    }
}

fn heard(message: ServerMessage) -> Input {
    Input::Heard(Box::new(message))
}

fn welcome(resumed: bool) -> Input {
    welcome_with(resumed.then(|| Renewed {
        token: "renewed".to_owned(),
        last_id: 40,
    }))
}

fn welcome_with(renewed: Option<Renewed>) -> Input {
    let (server, resumed) = ("test".to_owned(), renewed.is_some());
    heard(ServerMessage::Welcome {
        version: VERSION,
        server,
        resumed,
        renewed,
        notice: None,
        challenge: None,
    })
}

fn accepted(id: u64, reply: Option<Reply>) -> ServerMessage {
    ServerMessage::Accepted {
        id,
        revision: None,
        reply,
    }
}

fn closing(code: &str) -> Input {
    heard(ServerMessage::Closing {
        code: code.into(),
        message: format!("that is {code}"),
    })
}

fn update(revision: u64, event: EventView) -> Input {
    heard(ServerMessage::Update {
        notice: None,
        layout: None,
        revision: Revision(revision),
        events: vec![event],
        lobby: None,
        view: None,
        ply: Ply(0),
        outcome: None,
    })
}

/// A step of tic-tac-toe that leads to this revision, as a server tells it.
fn played(revision: u64) -> Input {
    let step = serde_json::json!({
        "type": "played",
        "revision": revision,
        "ply": 1,
        "seat": 0,
        "step": {
            "game": "tic-tac-toe",
            "action": "b2",
            "view": {"board": "....x....", "to_move": 1, "line": [], "outcome": null},
        },
    });
    heard(dicehall_protocol::decode_server(&step.to_string()).unwrap())
}

fn command(id: u64) -> Input {
    Input::Command(ClientCommandWithId {
        id,
        command: SessionCommand::ListLobbies.into(),
    })
}

/// A request to enter a lobby, with a key drawn by the task.
fn join(id: u64, lobby: &str, password: Option<&str>, key: u8) -> Input {
    let (lobby, password) = (
        lobby.parse().unwrap(),
        password.map(|it| Password(it.to_owned())),
    );
    let command = SessionCommand::JoinLobby {
        lobby,
        password,
        key: Some(RequestKey([key; 16])),
    };
    Input::Command(ClientCommandWithId {
        id,
        command: command.into(),
    })
}

fn lost() -> Input {
    Input::Lost(Loss::Cut)
}

fn proof() -> Joined {
    Joined {
        lobby: "ABCDE".parse().unwrap(),
        player: PlayerId(3),
        token: "secret".to_owned(),
    }
}

#[test]
fn it_connects_says_hello_and_passes_messages_on() {
    let mut bench = Bench::up();
    bench.check(
        update(1, EventView::Lobby(LobbyEventView::Created)),
        "message",
    );
    bench.check(command(7), "send 7");
    bench.check(heard(accepted(7, None)), "message");
}

#[test]
fn a_step_that_does_not_follow_leads_to_a_return_that_asks_for_a_snapshot() {
    let mut bench = Bench::up();
    bench.check(command(7), "send 7");
    let joined = accepted(7, Some(Reply::Joined(proof())));
    bench.handle(heard(joined));
    bench.check(
        update(41, EventView::Lobby(LobbyEventView::Created)),
        "message",
    );
    bench.check(played(42), "played");
    bench.check(
        played(44),
        "hang up, waiting because what happened at revision 44 does not follow from what was shown",
    );
    bench.check(Input::RetryNow, "connecting 1, dial");
    bench.check(Input::Opened, "hello again at None");
}

#[test]
fn an_address_that_never_answers_is_tried_three_times() {
    let mut bench = Bench::new();
    bench.check(Input::Due, "connecting 1, dial");
    bench.check(lost(), "hang up, waiting because the connection was cut");
    bench
        .after(PAUSE_MS_MAX)
        .check(Input::Due, "connecting 2, dial");
    bench
        .after(CONNECT_MS_MAX)
        .check(Input::Due, "hang up, waiting because there is no answer");
    bench
        .after(PAUSE_MS_MAX)
        .check(Input::Due, "connecting 3, dial");
    bench.check(lost(), "hang up, closed unreachable");
    assert_eq!(bench.machine.deadline(), None);
    bench.after(PAUSE_MS_MAX).check(Input::Due, "");
    bench.check(Input::RetryNow, "");
}

#[test]
fn every_wait_has_an_end() {
    let mut bench = Bench::new();
    bench.check(Input::Due, "connecting 1, dial");
    assert_eq!(bench.machine.deadline(), Some(ms(CONNECT_MS_MAX)));
    bench.after(1000).check(Input::Opened, "hello");
    assert_eq!(bench.machine.deadline(), Some(ms(1000 + WELCOME_MS_MAX)));
    bench.after(WELCOME_MS_MAX - 1).check(Input::Due, "");
    bench
        .after(1)
        .check(Input::Due, "hang up, waiting because there is no answer");
    assert!(
        bench
            .machine
            .deadline()
            .is_some_and(|it| it <= bench.now + ms(PAUSE_MS_MAX))
    );
}

#[test]
fn pauses_double_up_to_a_limit_and_the_first_is_short() {
    let mut bench = Bench::up();
    let mut pauses = vec![bench.pause(lost())];
    for _ in 0..10 {
        bench.handle(Input::RetryNow);
        pauses.push(bench.pause(lost()));
    }
    for (pause, longest) in pauses
        .iter()
        .zip([250, 500, 1000, 2000, 4000, 5000, 5000, 5000, 5000])
    {
        assert!((longest / 2..=longest).contains(pause), "{pauses:?}");
    }
    assert!(
        pauses[5..].iter().any(|it| *it != pauses[5]),
        "there is luck in the pauses: {pauses:?}"
    );
}

#[test]
fn attempts_count_anew_after_a_success_but_pauses_only_after_one_that_lasted() {
    let mut bench = Bench::up();
    for longest in [250, 500, 1000] {
        let pause = bench.pause(lost());
        assert!((longest / 2..=longest).contains(&pause), "{pause}");
        bench.check(Input::RetryNow, "connecting 1, dial");
        bench.handle(Input::Opened);
        bench.check(welcome(false), "connected, ping");
    }
    let pause = bench.after(STABLE_MS).pause(lost());
    assert!(pause <= 250, "{pause}");
}

#[test]
fn after_half_an_hour_alone_it_gives_up() {
    let mut bench = Bench::up();
    bench.pause(lost());
    bench.after(GIVE_UP_MS - 1).handle(Input::Due);
    bench.pause(lost());
    bench.after(1).handle(Input::RetryNow);
    bench.check(lost(), "hang up, closed unreachable");
}

#[test]
fn a_loss_in_a_lobby_is_followed_by_a_resume_from_the_last_revision() {
    let mut bench = Bench::joined();
    bench.check(
        update(41, EventView::Lobby(LobbyEventView::Created)),
        "message",
    );
    bench.check(lost(), "hang up, waiting because the connection was cut");
    bench.check(Input::RetryNow, "connecting 1, dial");
    bench.check(Input::Opened, "hello again at Some(41)");
    bench.check(welcome(true), "keep ABCDE renewed, resumed, ping");
    bench.check(
        update(42, EventView::Lobby(LobbyEventView::Created)),
        "message",
    );
    bench.pause(lost());
    let resume = bench.hello().unwrap();
    assert_eq!(
        (resume.token.as_str(), resume.revision),
        ("renewed", Some(Revision(42)))
    );
}

#[test]
fn a_refused_resume_is_forgotten() {
    let mut bench = Bench::joined();
    bench.pause(lost());
    assert!(bench.hello().is_some());
    bench.check(welcome(false), "forget, connected, ping");
    bench.pause(lost());
    assert_eq!(bench.hello(), None);
    // A server may also close the connection instead of welcoming the client.
    let mut bench = Bench::joined();
    bench.pause(lost());
    assert!(bench.hello().is_some());
    bench.check(closing("no_such_lobby"), "message");
    bench.check(
        lost(),
        "hang up, forget, waiting because that is no_such_lobby",
    );
    assert_eq!(bench.hello(), None);
}

#[test]
fn a_resume_that_cannot_be_decided_yet_is_tried_again() {
    for code in [
        "frozen",
        "not_saved",
        "lobby_gone",
        "shutting_down",
        "lobby_failed",
    ] {
        let mut bench = Bench::joined();
        bench.pause(lost());
        assert!(bench.hello().is_some());
        bench.check(closing(code), "message");
        bench.check(lost(), &format!("hang up, waiting because that is {code}"));
        assert!(bench.hello().is_some(), "{code}");
    }
}

#[test]
fn what_was_not_answered_is_said_again_in_order_once_the_new_token_is_kept() {
    let mut bench = Bench::joined();
    bench.check(command(2), "send 2");
    bench.check(command(3), "send 3");
    bench.check(command(4), "send 4");
    bench.check(heard(accepted(3, None)), "message");
    bench.pause(lost());
    // This command was on its way to the link when the connection broke.
    bench.check(command(5), "");
    assert!(bench.hello().is_some());
    bench.check(
        welcome(true),
        "keep ABCDE renewed, resumed, ping, send 2, send 4, send 5",
    );
    bench.check(heard(accepted(2, None)), "message");
    bench.pause(lost());
    assert!(bench.hello().is_some());
    bench.check(
        welcome(true),
        "keep ABCDE renewed, resumed, ping, send 4, send 5",
    );
}

#[test]
fn nothing_is_said_again_to_a_server_that_does_not_know_us() {
    let mut bench = Bench::joined();
    bench.check(command(2), "send 2");
    bench.pause(lost());
    assert!(bench.hello().is_some());
    bench.check(welcome(false), "forget, connected, ping");
    bench.pause(lost());
    assert_eq!(bench.hello(), None);
    bench.check(welcome(false), "connected, ping");
}

#[test]
fn after_a_restart_of_the_program_numbers_go_on_where_they_were() {
    let resume = Resume {
        lobby: "ABCDE".parse().unwrap(),
        token: "old".to_owned(),
        revision: None,
        attempt: None,
    };
    let mut bench = Bench::resuming(Some(resume));
    bench.handle(Input::Due);
    bench.handle(Input::Opened);
    bench.check(welcome(true), "keep ABCDE renewed, resumed, ping");
    bench.check(command(1), "send 41");
    let answers = bench.handle(heard(accepted(41, None)));
    let [Act::Tell(LinkEvent::Message(message))] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert_eq!(
        **message,
        accepted(1, None),
        "the screens know their own numbers"
    );
    assert!(bench.machine.unanswered.waiting.is_empty());
}

#[test]
fn every_attempt_to_resume_has_a_higher_number_than_the_one_before() {
    let mut bench = Bench::joined();
    let mut last = BEGUN_MS;
    for _ in 0..3 {
        bench.pause(lost());
        let attempt = bench.hello().and_then(|it| it.attempt).unwrap();
        assert!(
            attempt > last || attempt == BEGUN_MS,
            "{attempt} after {last}"
        );
        let clock_ms = BEGUN_MS + u64::try_from(bench.now.as_millis()).unwrap();
        assert!(attempt >= clock_ms, "{attempt} at {clock_ms}");
        last = attempt;
    }
}

#[test]
fn a_proof_from_an_earlier_run_is_used_at_once() {
    let resume = Resume {
        lobby: "ABCDE".parse().unwrap(),
        token: "old".to_owned(),
        revision: None,
        attempt: None,
    };
    let mut bench = Bench::resuming(Some(resume));
    bench.check(Input::Due, "connecting 1, dial");
    bench.check(Input::Opened, "hello again at None");
    bench.check(welcome(true), "keep ABCDE renewed, resumed, ping");
}

#[test]
fn who_leaves_or_is_sent_away_has_nothing_to_resume() {
    let leave = || {
        Input::Command(ClientCommandWithId {
            id: 9,
            command: Request::Leave.into(),
        })
    };
    let mut bench = Bench::joined();
    bench.check(leave(), "send 9");
    bench.check(heard(accepted(9, None)), "forget, message");
    let mut bench = Bench::joined();
    bench.check(
        update(
            5,
            EventView::People(PeopleEvent::Kicked {
                player: PlayerId(4),
            }),
        ),
        "message",
    );
    bench.check(
        update(
            6,
            EventView::People(PeopleEvent::Kicked {
                player: PlayerId(3),
            }),
        ),
        "forget, message",
    );
    let mut bench = Bench::joined();
    bench.check(
        update(
            5,
            EventView::Lobby(LobbyEventView::Ended {
                reason: EndReason::Empty,
            }),
        ),
        "forget, message",
    );
    bench.pause(lost());
    assert_eq!(bench.hello(), None);
}

#[test]
fn some_closings_are_final_and_others_are_not() {
    for code in ["wrong_version", "replaced", "server_banned"] {
        let mut bench = Bench::joined();
        bench.check(closing(code), "message");
        bench.check(lost(), &format!("hang up, closed {code}"));
        bench.after(PAUSE_MS_MAX).check(Input::Due, "");
    }
    let mut bench = Bench::joined();
    bench.check(closing("kicked"), "message");
    bench.check(lost(), "hang up, forget, closed kicked");
    let mut bench = Bench::joined();
    bench.check(closing("shutdown"), "message");
    bench.check(lost(), "hang up, waiting because that is shutdown");
}

#[test]
fn the_words_of_a_server_are_passed_on_once() {
    let greeting = |text: &str| {
        heard(ServerMessage::Welcome {
            version: VERSION,
            server: "test".to_owned(),
            resumed: false,
            renewed: None,
            notice: Some(Notice {
                text: Some(text.to_owned()),
                ends_in_ms: None,
            }),
            challenge: None,
        })
    };
    let mut bench = Bench::new();
    bench.check(Input::Due, "connecting 1, dial");
    bench.check(Input::Opened, "hello");
    bench.check(greeting("hello"), "connected, ping, message");
    bench.pause(lost());
    bench.hello();
    bench.check(greeting("hello"), "connected, ping");
    bench.pause(lost());
    bench.hello();
    bench.check(greeting("good night"), "connected, ping, message");
}

#[test]
fn only_so_many_commands_wait_for_their_answers() {
    let mut bench = Bench::up();
    for id in 0..UNANSWERED_MAX {
        assert!(bench.machine.takes_commands());
        bench.handle(command(u64::try_from(id).unwrap()));
    }
    assert!(!bench.machine.takes_commands());
    bench.handle(heard(accepted(3, None)));
    assert!(bench.machine.takes_commands());
    bench.handle(command(99));
    assert!(!bench.machine.takes_commands());
    bench.pause(lost());
    assert!(!bench.machine.takes_commands(), "they are to be said again");
    bench.hello();
    bench.check(welcome(false), "connected, ping");
    assert!(
        bench.machine.takes_commands(),
        "nobody will answer what was lost"
    );
}

#[test]
fn a_hello_that_the_server_does_not_take_is_final() {
    let mut bench = Bench::new();
    bench.handle(Input::Due);
    bench.handle(Input::Opened);
    let error = ServerMessage::Error {
        code: "bad_name".into(),
        message: "no".to_owned(),
    };
    bench.check(heard(error), "hang up, closed bad_name");
}

#[test]
fn a_server_that_does_not_welcome_first_is_left() {
    let mut bench = Bench::new();
    bench.handle(Input::Due);
    bench.handle(Input::Opened);
    bench.check(
        update(1, EventView::Lobby(LobbyEventView::Created)),
        "hang up, waiting because no Dicehall server answers there",
    );
    bench.check(welcome(false), "");
}

#[test]
fn what_a_person_must_decide_and_what_will_never_work_is_not_tried_again() {
    let fingerprint = "00".repeat(32).parse().unwrap();
    for (input, expect) in [
        (Input::Stranger(fingerprint), "hang up, stranger host:4600"),
        (
            Input::Refused {
                code: LinkCode::NoTls,
                message: String::new(),
            },
            "hang up, closed no_tls",
        ),
    ] {
        let mut bench = Bench::new();
        bench.check(Input::Due, "connecting 1, dial");
        bench.check(input, expect);
        assert_eq!(bench.machine.deadline(), None);
    }
}

#[test]
fn a_request_to_come_in_keeps_its_key_until_it_is_granted() {
    let mut bench = Bench::up();
    let check = |bench: &mut Bench, input: Input, expect: u8| {
        let acts = bench.handle(input);
        let [Act::Send(ClientMessage::Command { command, .. })] = &acts[..] else {
            panic!("{acts:?}")
        };
        let mut command = command.clone();
        assert_eq!(
            entering::key_of(&mut command),
            Some(&mut Some(RequestKey([expect; 16])))
        );
    };
    check(&mut bench, join(1, "ABCDE", None, 1), 1);
    bench.handle(lost());
    assert!(bench.hello().is_none());
    bench.check(welcome(false), "connected, ping");
    check(&mut bench, join(2, "ABCDE", Some("sesame"), 2), 1);
    check(&mut bench, join(3, "FGHJK", None, 3), 3);
    check(&mut bench, join(4, "FGHJK", None, 4), 3);
    bench.check(
        heard(accepted(4, Some(Reply::Joined(proof())))),
        "keep ABCDE secret, message",
    );
    check(&mut bench, join(5, "FGHJK", None, 5), 5);
}
