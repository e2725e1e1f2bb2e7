//! A lobby's task alone, as a session sees it: mail in, frames out, its stream in the journal.

mod bots;
mod clocks;
mod dice;
mod late;
mod watchers;

use dicehall_engine::GameKind;
use dicehall_engine::lobby::{
    Clock, Event, Key, Newcomer, PeopleEvent, PlayerId, Request, Settings, TalkEvent,
};
use dicehall_protocol::decode_server;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use super::mail::{Admitted, Entry, MAIL_MAX, NewLobby, ReplyChannel, Return};
use super::outboxes::ROOM_FOR_ANSWERS;
use super::presence::arrival::Arrival;
use super::*;
use crate::archive::ArchiveWriter;
use crate::journal::faulty::{Fault, FaultyJournal};
use crate::lobby::outbox::tests::NoRoom;
use crate::lobby::outbox::{Inbox, OUTBOX_MAX, Outbound, outbox};
use crate::os::entropy::Entropy;

/// A lobby's task, and the means to reach it.
struct Bench {
    mailbox: mpsc::Sender<Mail>,
    status: watched::Receiver<Status>,
    journal: FaultyJournal,
    metrics: Arc<Metrics>,
    task: JoinSet<TaskEnd>,
}

/// The connection of a person who was let in.
struct Inside {
    connection: ConnectionId,
    outbox: Inbox,
}

const LAG: Duration = Duration::from_secs(20);
const HOST_KEY: Key = Key([1; 32]);

/// The parts of a new lobby's task, and the channels to it.
fn setup(
    journal: &FaultyJournal,
    metrics: &Arc<Metrics>,
) -> (TaskSetup, mpsc::Sender<Mail>, watched::Receiver<Status>) {
    let (mailbox, mail) = mpsc::channel(MAIL_MAX);
    let (shown, status) = watched::channel(Status::default());
    let grace_periods = GracePeriods {
        grace: Duration::from_secs(60),
        abandon_after: Duration::from_secs(600),
    };
    let entropy = Entropy::System;
    let pool = BotPool::start(1, entropy.clone(), metrics).unwrap();
    let services = Arc::new(LobbyServices {
        journal: AnyJournal::Faulty(journal.clone()),
        pool,
        entropy,
        grace_periods,
        spectator_timeout: LAG,
        metrics: Arc::clone(metrics),
        archive: ArchiveWriter::default(),
        standings: None,
    });
    let (code, latest, delay) = (code(), Arc::default(), Duration::ZERO);
    (
        TaskSetup {
            code,
            mailbox: mail,
            status: shown,
            services,
            latest,
            empty_since: None,
            delay,
        },
        mailbox,
        status,
    )
}

impl Bench {
    fn new() -> Self {
        Self::on(FaultyJournal::new())
    }

    fn on(journal: FaultyJournal) -> Self {
        Self::reopened(journal, 0)
    }

    /// A lobby that let in connections with numbers up to `latest` before its task failed.
    fn reopened(journal: FaultyJournal, latest: u64) -> Self {
        let metrics = Arc::new(Metrics::new());
        let (setup, mailbox, status) = setup(&journal, &metrics);
        let setup = TaskSetup {
            latest: Arc::new(latest.into()),
            ..setup
        };
        let mut task = JoinSet::new();
        task.spawn(run(setup));
        Self {
            mailbox,
            status,
            journal,
            metrics,
            task,
        }
    }

    async fn create(&self) -> Result<Inside, Refusal> {
        self.found_by(HOST_KEY).await
    }

    async fn found_by(&self, key: Key) -> Result<Inside, Refusal> {
        self.found_through(1, key).await
    }

    async fn found_through(&self, number: u64, key: Key) -> Result<Inside, Refusal> {
        let settings = Settings {
            rules: GameKind::DiceOfDoom.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let (reply, inside) = reply_of(number);
        let entry = entry("Host", key, reply);
        self.post(Mail::Create(Box::new(NewLobby {
            title: "T".to_owned(),
            settings,
            password: None,
            entry,
        })))
        .await;
        inside.admitted().await
    }

    async fn enter(&self, name: &str, key: u8) -> Result<Inside, Refusal> {
        self.enter_through(1, name, key).await
    }

    async fn enter_through(&self, number: u64, name: &str, key: u8) -> Result<Inside, Refusal> {
        let (reply, inside) = reply_of(number);
        self.post(Mail::Enter(Box::new(entry(name, Key([key; 32]), reply))))
            .await;
        inside.admitted().await
    }

    async fn resume(&self, key: Key) -> Result<Inside, Refusal> {
        let (reply, inside) = reply();
        let next = Key([99; 32]);
        self.post(Mail::Return(Box::new(Return {
            key,
            next,
            seen: None,
            reply,
        })))
        .await;
        inside.admitted().await
    }

    async fn chat(&self, from: ConnectionId, id: u64) {
        self.post(Mail::Ask {
            from,
            id,
            request: Box::new(Request::Chat {
                text: "x".to_owned(),
            }),
            commits: None,
        })
        .await;
    }

    async fn sit(&self, from: ConnectionId) {
        self.post(Mail::Ask {
            from,
            id: 900,
            request: Box::new(Request::TakeSeat { seat: None }),
            commits: None,
        })
        .await;
    }

    async fn post(&self, mail: Mail) {
        self.mailbox.send(mail).await.unwrap();
    }
}

fn code() -> LobbyCode {
    "AAAAA".parse().unwrap()
}

/// A person who wants to enter. The token in the answer is the request's own key, because these tests do not depend on
/// the difference.
fn entry(name: &str, key: Key, reply: ReplyChannel) -> Entry {
    Entry {
        newcomer: Newcomer::plain(name, key),
        next: key,
        reply,
    }
}

struct Waiting {
    outbox: Inbox,
    answer: oneshot::Receiver<Result<Admitted, Refusal>>,
}

fn reply() -> (ReplyChannel, Waiting) {
    reply_of(1)
}

/// The reply channel of the connection with this number, and its other end.
fn reply_of(number: u64) -> (ReplyChannel, Waiting) {
    reply_to(Arrival::numbered(number))
}

fn reply_to(arrival: Arrival) -> (ReplyChannel, Waiting) {
    let (sender, outbox) = outbox(Arc::new(NoRoom));
    let (done, answer) = oneshot::channel();
    (
        ReplyChannel {
            arrival,
            places: None,
            outbox: sender,
            done,
        },
        Waiting { outbox, answer },
    )
}

impl Waiting {
    async fn admitted(self) -> Result<Inside, Refusal> {
        let Admitted { connection, .. } = self.answer.await.expect("every mail is answered")?;
        Ok(Inside {
            connection,
            outbox: self.outbox,
        })
    }
}

impl Inside {
    /// Takes everything from the outbox, in short, but for the name of the next match.
    fn heard(&mut self) -> String {
        let mut heard = Vec::new();
        while let Some(outbound) = self.outbox.next_waiting() {
            heard.push(match outbound {
                Outbound::Frame(frame) => {
                    let message = decode_server(&frame).unwrap();
                    if matches!(message, ServerMessage::NextMatch { .. }) {
                        continue;
                    }
                    shorten(&message)
                }
                Outbound::Dismissed => "dismissed".to_owned(),
                Outbound::Close(refusal) => format!("close {}", refusal.code),
            });
        }
        heard.join(", ")
    }
}

fn shorten(message: &ServerMessage) -> String {
    match message {
        ServerMessage::Accepted { id, .. } => format!("accepted {id}"),
        ServerMessage::Rejected { id, code, .. } => format!("rejected {id} {code}"),
        ServerMessage::Snapshot { revision, .. } => format!("snapshot {}", revision.0),
        ServerMessage::Update { revision, .. } => format!("update {}", revision.0),
        ServerMessage::Frozen { frozen } => format!("frozen {frozen}"),
        ServerMessage::Presence {
            player, connected, ..
        } => {
            format!("presence {} {connected}", player.0)
        }
        ServerMessage::Welcome { .. }
        | ServerMessage::Clocks { .. }
        | ServerMessage::Whispered { .. }
        | ServerMessage::Hints { .. }
        | ServerMessage::NextMatch { .. }
        | ServerMessage::Played { .. }
        | ServerMessage::Offered { .. }
        | ServerMessage::Error { .. }
        | ServerMessage::Closing { .. } => panic!("a lobby does not say {message:?} here"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_batch_is_decided_in_order_and_answered_in_order() {
    let bench = Bench::new();
    let mut host = bench.create().await.unwrap();
    assert_eq!(host.heard(), "snapshot 2");
    // The task cannot run between these calls, so they are one batch.
    bench.chat(host.connection, 1).await;
    let (reply, newcomer) = reply();
    bench
        .post(Mail::Enter(Box::new(entry("New", Key([2; 32]), reply))))
        .await;
    bench.chat(host.connection, 2).await;
    let mut newcomer = newcomer.admitted().await.unwrap();
    assert_eq!(newcomer.heard(), "snapshot 4, update 5");
    assert_eq!(
        host.heard(),
        "accepted 1, update 3, update 4, accepted 2, update 5"
    );
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_cannot_be_saved_waits_and_what_comes_later_is_refused() {
    let bench = Bench::new();
    let mut host = bench.create().await.unwrap();
    host.heard();
    bench.journal.set(Fault::Io);
    let batch = u64::try_from(BATCH_MAX).unwrap();
    for id in 0..batch + 2 {
        bench.chat(host.connection, id).await;
    }
    let refused = bench.enter("New", 2).await;
    assert_eq!(refused.err(), Some(Refusal::FROZEN));
    assert_eq!(
        host.heard(),
        format!(
            "frozen true, rejected {batch} frozen, rejected {} frozen",
            batch + 1
        )
    );
    assert_eq!(bench.status.borrow().revision, Revision(2));
    bench.journal.set(Fault::Unknown);
    bench
        .status
        .clone()
        .wait_for(|it| it.revision == Revision(2 + batch))
        .await
        .unwrap();
    tokio::task::yield_now().await;
    let told: Vec<String> = (0..batch)
        .map(|id| format!("accepted {id}, update {}", id + 3))
        .collect();
    assert_eq!(host.heard(), format!("frozen false, {}", told.join(", ")));
    assert_eq!(bench.journal.count(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_somebody_else_has_overtaken_is_refused_whole_and_so_is_what_waits() {
    let mut bench = Bench::new();
    let mut host = bench.create().await.unwrap();
    host.heard();
    let intruder = Event::Talk(TalkEvent::Said {
        player: PlayerId(0),
        text: "from elsewhere".to_owned(),
    });
    bench
        .journal
        .append(code(), Revision(3), &[intruder])
        .await
        .unwrap();
    for id in 0..40 {
        bench.chat(host.connection, id).await;
    }
    let (reply, newcomer) = reply();
    bench
        .post(Mail::Enter(Box::new(entry("New", Key([2; 32]), reply))))
        .await;
    let exit = bench.task.join_next().await.unwrap().unwrap();
    assert!(
        matches!(
            exit,
            TaskEnd::Failed(JournalError::Conflict {
                expected: 3,
                found: 4,
                ..
            })
        ),
        "{exit:?}"
    );
    assert_eq!(newcomer.admitted().await.err(), Some(Refusal::NOT_SAVED));
    let refused: Vec<String> = (0..40)
        .map(|id| format!("rejected {id} not_saved"))
        .collect();
    assert_eq!(
        host.heard(),
        format!("{}, close lobby_failed", refused.join(", "))
    );
    assert_eq!(bench.status.borrow().revision, Revision(2));
}

#[tokio::test(start_paused = true)]
async fn a_refused_command_needs_no_journal() {
    let bench = Bench::new();
    let mut host = bench.create().await.unwrap();
    host.heard();
    bench.journal.set(Fault::Io);
    bench
        .post(Mail::Ask {
            from: host.connection,
            id: 1,
            request: Box::new(Request::Resign),
            commits: None,
        })
        .await;
    let returned = bench.resume(Key([9; 32])).await;
    assert_eq!(returned.err(), Some(Refusal::NO_SUCH_TOKEN));
    assert_eq!(host.heard(), "rejected 1 no_match");
}

#[tokio::test(start_paused = true)]
async fn a_goodbye_of_an_earlier_connection_changes_nothing() {
    let bench = Bench::new();
    let mut host = bench.create().await.unwrap();
    let mut old = bench.enter("Guest", 2).await.unwrap();
    let mut new = bench.resume(Key([2; 32])).await.unwrap();
    bench
        .post(Mail::Disconnected {
            from: old.connection,
        })
        .await;
    bench.chat(old.connection, 1).await;
    bench
        .post(Mail::Leave {
            from: old.connection,
            id: 3,
            done: oneshot::channel().0,
        })
        .await;
    bench.chat(new.connection, 2).await;
    bench.resume(HOST_KEY).await.unwrap();
    assert_eq!(old.heard(), "snapshot 3, close replaced");
    assert_eq!(new.heard(), "snapshot 3, accepted 2, update 4");
    assert_eq!(
        host.heard(),
        "snapshot 2, update 3, update 4, close replaced"
    );
    assert_eq!(new.connection.player, PlayerId(1));
}

#[tokio::test(start_paused = true)]
async fn whoever_has_stopped_waiting_is_not_let_in() {
    let bench = Bench::new();
    let mut host = bench.create().await.unwrap();
    let (reply, newcomer) = reply();
    bench
        .post(Mail::Enter(Box::new(entry("New", Key([2; 32]), reply))))
        .await;
    drop(newcomer);
    bench.chat(host.connection, 1).await;
    bench.resume(HOST_KEY).await.unwrap();
    assert_eq!(
        host.heard(),
        "snapshot 2, accepted 1, update 3, close replaced"
    );
}

#[tokio::test(start_paused = true)]
async fn a_full_outbox_ends_its_session_and_nobody_elses() {
    let bench = Bench::new();
    let mut host = bench.create().await.unwrap();
    let mut slow = bench.enter("Slow", 2).await.unwrap();
    bench.sit(slow.connection).await;
    let mut heard = String::new();
    for id in 0..u64::try_from(OUTBOX_MAX).unwrap() {
        bench.chat(host.connection, id).await;
        if id % 16 == 0 {
            bench.enter("Slow", 3).await.err();
            heard += &host.heard();
        }
    }
    bench.enter("Slow", 3).await.err();
    heard += &host.heard();
    assert_eq!(heard.matches("presence 1 false").count(), 1);
    assert!(slow.heard().ends_with("close too_slow"));
    assert!(slow.outbox.is_closed());
    assert!(!host.outbox.is_closed());
}

#[tokio::test(start_paused = true)]
async fn whoever_returns_while_the_old_connection_is_given_up_keeps_the_new_one() {
    let bench = Bench::new();
    let mut host = bench.create().await.unwrap();
    let slow = bench.enter("Slow", 2).await.unwrap();
    bench.sit(slow.connection).await;
    // The snapshot, two messages about the seat, the name of the next match, and the last place, which is kept for the
    // message that ends the connection.
    for id in 0..u64::try_from(OUTBOX_MAX - 5).unwrap() {
        bench.chat(host.connection, id).await;
        bench.enter("Slow", 3).await.err();
        host.heard();
    }
    assert!(!slow.outbox.is_closed());
    // One batch: the message for which there is no room, and the return.
    bench.chat(host.connection, 900).await;
    let mut new = bench.resume(Key([2; 32])).await.unwrap();
    assert!(slow.outbox.is_closed());
    new.heard();
    bench.chat(host.connection, 901).await;
    bench.enter("Slow", 3).await.err();
    assert_eq!(new.heard(), format!("update {}", OUTBOX_MAX + 1));
    assert_eq!(
        host.heard(),
        "accepted 900, update 256, accepted 901, update 257"
    );
}

#[tokio::test(start_paused = true)]
async fn what_a_lobby_refuses_is_counted_by_its_code() {
    let mut bench = Bench::new();
    let host = bench.create().await.unwrap();
    bench
        .post(Mail::Ask {
            from: host.connection,
            id: 1,
            request: Box::new(Request::Resign),
            commits: None,
        })
        .await;
    tokio::task::yield_now().await;
    bench.journal.set(Fault::Io);
    bench.chat(host.connection, 2).await;
    tokio::task::yield_now().await;
    bench.chat(host.connection, 3).await;
    assert_eq!(bench.enter("New", 3).await.err(), Some(Refusal::FROZEN));
    bench.journal.set(Fault::None);
    let intruder = Event::Talk(TalkEvent::Said {
        player: PlayerId(0),
        text: "from elsewhere".to_owned(),
    });
    bench
        .journal
        .append(code(), Revision(3), &[intruder])
        .await
        .unwrap();
    bench.task.join_next().await.unwrap().unwrap();
    let text = bench.metrics.render().unwrap();
    for code in ["no_match", "frozen", "not_saved"] {
        let line = format!("dicehall_refusals_total{{kind=\"{code}\"}} 1\n");
        assert!(text.contains(&line), "{line} is not in\n{text}");
    }
}

/// Fills the outbox of a spectator beyond its limit; returns the revision of the lobby.
async fn overrun(bench: &Bench, host: &mut Inside) -> u64 {
    let count = u64::try_from(OUTBOX_MAX).unwrap();
    for id in 0..count {
        bench.chat(host.connection, id).await;
        if id % 16 == 0 {
            bench.enter("Slow", 3).await.err();
            host.heard();
        }
    }
    bench.enter("Slow", 3).await.err();
    assert!(!host.heard().contains("presence"), "nobody is gone");
    3 + count
}

#[tokio::test(start_paused = true)]
async fn a_spectator_who_falls_behind_gets_the_newest_position_and_then_every_update() {
    let bench = Bench::new();
    let mut host = bench.create().await.unwrap();
    let mut slow = bench.enter("Slow", 2).await.unwrap();
    let revision = overrun(&bench, &mut host).await;
    // Answers are not left out, even now.
    bench.chat(slow.connection, 700).await;
    bench.enter("Slow", 3).await.err();
    let held = slow.heard();
    assert!(held.ends_with("accepted 700"), "{held}");
    let updates = held.matches("update").count();
    // The snapshot takes one more place.
    assert_eq!(updates + 1, OUTBOX_MAX - ROOM_FOR_ANSWERS);
    // The task looks at the spectator by itself, though nothing happens in the lobby.
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(slow.heard(), format!("snapshot {}", revision + 1));
    bench.chat(host.connection, 701).await;
    bench.enter("Slow", 3).await.err();
    assert_eq!(slow.heard(), format!("update {}", revision + 2));
}

#[tokio::test(start_paused = true)]
async fn a_spectator_who_reads_nothing_at_all_is_lost_in_the_end() {
    let bench = Bench::new();
    let mut host = bench.create().await.unwrap();
    let mut slow = bench.enter("Slow", 2).await.unwrap();
    overrun(&bench, &mut host).await;
    tokio::time::sleep(LAG * 9 / 10).await;
    assert!(!slow.outbox.is_closed());
    // A spectator who reads a little gets the whole time once more.
    slow.outbox.next_waiting().unwrap();
    tokio::time::sleep(LAG * 9 / 10).await;
    assert_eq!(host.heard(), "");
    tokio::time::sleep(LAG / 5).await;
    assert!(slow.heard().ends_with("close too_slow"));
    assert!(slow.outbox.is_closed());
    assert_eq!(host.heard(), "presence 1 false");
}

#[tokio::test(start_paused = true)]
async fn a_lobby_that_is_not_made_ends() {
    let mut bench = Bench::new();
    bench.journal.set(Fault::Io);
    let (reply, creator) = reply();
    drop(creator);
    let settings = Settings {
        rules: GameKind::DiceOfDoom.default_rules(),
        bot_pace_ms: 0,
        clock: Clock::Off,
    };
    let entry = entry("Host", HOST_KEY, reply);
    bench
        .post(Mail::Create(Box::new(NewLobby {
            title: "T".to_owned(),
            settings,
            password: None,
            entry,
        })))
        .await;
    assert!(matches!(
        bench.task.join_next().await.unwrap().unwrap(),
        TaskEnd::Ended
    ));
}

#[tokio::test(start_paused = true)]
async fn a_lobby_is_not_made_twice() {
    let bench = Bench::new();
    let first = bench.create().await.unwrap();
    assert_eq!(
        bench.found_by(Key([9; 32])).await.err(),
        Some(Refusal::CODE_TAKEN)
    );
    assert_eq!(
        bench.create().await.unwrap().connection.player,
        first.connection.player,
        "the same request again"
    );
    let again = Bench::on(bench.journal.clone());
    assert_eq!(
        again.found_by(Key([9; 32])).await.err(),
        Some(Refusal::CODE_TAKEN)
    );
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_contradicts_the_rules_is_corrupt() {
    let journal = FaultyJournal::new();
    let events = [Event::People(PeopleEvent::Left {
        player: PlayerId(0),
    })];
    journal.append(code(), Revision(0), &events).await.unwrap();
    let mut bench = Bench::on(journal);
    let exit = bench.task.join_next().await.unwrap().unwrap();
    assert!(
        matches!(exit, TaskEnd::Failed(JournalError::Corrupt { seq: 1, .. })),
        "{exit:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_ends_within_a_batch_is_corrupt() {
    let journal = FaultyJournal::new();
    let bench = Bench::on(journal.clone());
    bench.create().await.unwrap();
    let created: Vec<Event> = journal
        .since(0)
        .into_iter()
        .flat_map(|it| it.events)
        .collect();
    let torn = FaultyJournal::new();
    let half = [
        created,
        vec![Event::People(PeopleEvent::Left {
            player: PlayerId(0),
        })],
    ]
    .concat();
    torn.append("AAAAA".parse().unwrap(), Revision(0), &half)
        .await
        .unwrap();
    let mut bench = Bench::on(torn);
    let exit = bench.task.join_next().await.unwrap().unwrap();
    assert!(
        matches!(exit, TaskEnd::Failed(JournalError::Corrupt { .. })),
        "{exit:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn nobody_hears_that_a_lobby_has_ended_before_it_cannot_be_reached() {
    let (setup, mailbox, status) = setup(&FaultyJournal::new(), &Arc::new(Metrics::new()));
    let mut task = LobbyTask::open(setup)
        .await
        .expect("there is no stream yet");
    let (reply, host) = reply();
    let settings = Settings {
        rules: GameKind::DiceOfDoom.default_rules(),
        bot_pace_ms: 0,
        clock: Clock::Off,
    };
    let entry = entry("Host", HOST_KEY, reply);
    task.stage_mail(Mail::Create(Box::new(NewLobby {
        title: "T".to_owned(),
        settings,
        password: None,
        entry,
    })));
    task.commit().await.expect("the journal is sound");
    task.deliver();
    let mut host = host.admitted().await.unwrap();
    assert!(!mailbox.is_closed());
    task.stage_mail(Mail::Leave {
        from: host.connection,
        id: 1,
        done: oneshot::channel().0,
    });
    task.commit().await.expect("the journal is sound");
    assert_eq!(host.heard(), "snapshot 2", "the leaver is not answered yet");
    assert!(mailbox.is_closed() && status.borrow().line.is_none());
    task.deliver();
    assert_eq!(host.heard(), "accepted 1, dismissed");
}

#[tokio::test(start_paused = true)]
async fn nobody_to_reach_it_stops_the_task_and_keeps_the_lobby() {
    let bench = Bench::new();
    bench.create().await.unwrap();
    let Bench {
        mailbox,
        journal,
        mut task,
        ..
    } = bench;
    drop(mailbox);
    assert!(matches!(
        task.join_next().await.unwrap().unwrap(),
        TaskEnd::Stopped
    ));
    assert_eq!(journal.running().await.unwrap().len(), 1);
}
