//! Edge cases of the dice of a match: the last moment, a crash between any two steps, people who try again.

use dicehall_engine::fair::{Commitment, MatchDice, MatchId, Party, Secret, commitment};
use dicehall_engine::lobby::{DiceEvent, MatchEvent, WantDice};
use dicehall_engine::{AnyConfig, Dice, Seat, State};
use tokio::time::sleep;

use super::*;

const GUEST_KEY: Key = Key([2; 32]);
/// The longest wait for people's commitments, and again for their shares, as documented, in milliseconds.
const WAIT_MS: u64 = 10_000;
/// The longer wait after a restart: the longest pause of the terminal client between two attempts, in milliseconds.
const RETURN_MS: u64 = 15_000;

/// Two people at a table, the host on the first seat.
struct Pair {
    bench: Bench,
    people: [Inside; 2],
    /// The frames that both were sent.
    frames: Vec<String>,
    asked: u64,
}

impl Pair {
    async fn seated() -> Self {
        let bench = Bench::new();
        let people = [
            bench.create().await.unwrap(),
            bench.enter("Guest", 2).await.unwrap(),
        ];
        let mut pair = Self {
            bench,
            people,
            frames: Vec::new(),
            asked: 0,
        };
        for number in 0..2 {
            assert_eq!(
                pair.ask(number, Request::TakeSeat { seat: None }).await,
                "accepted"
            );
        }
        pair
    }

    /// A pair whose host has called a match.
    async fn start() -> Self {
        let mut pair = Self::seated().await;
        pair.call().await;
        pair
    }

    /// The same two people, back on a server that starts with the journal of an earlier one.
    async fn back_on(journal: FaultyJournal) -> Self {
        let bench = Bench::on(journal);
        let people = [
            bench.resume(HOST_KEY).await.unwrap(),
            bench.resume(GUEST_KEY).await.unwrap(),
        ];
        Self {
            bench,
            people,
            frames: Vec::new(),
            asked: 1_000,
        }
    }

    async fn call(&mut self) {
        assert_eq!(
            self.ask(0, Request::Start { force: true }).await,
            "accepted"
        );
    }

    /// Sends a request; returns how it was answered.
    async fn ask(&mut self, number: usize, request: Request) -> String {
        self.asked += 1;
        let (from, asked) = (self.people[number].connection, self.asked);
        self.bench
            .post(Mail::Ask {
                from,
                id: asked,
                request: Box::new(request),
                commits: None,
            })
            .await;
        self.bench.settle().await;
        let mut answer = None;
        for message in self.read() {
            if let ServerMessage::Accepted { id, .. } = message
                && id == asked
            {
                answer = Some("accepted".to_owned());
            } else if let ServerMessage::Rejected { id, code, .. } = message
                && id == asked
            {
                answer = Some(code.to_string());
            }
        }
        answer.expect("every command is answered")
    }

    /// Commits to a share of which every byte is the same.
    async fn commit(&mut self, number: usize, byte: u8) -> String {
        let (match_id, _) = self.sealed().await;
        let commitment = bound(&match_id, number, byte);
        self.ask(
            number,
            Request::CommitShare {
                match_id,
                commitment,
            },
        )
        .await
    }

    async fn show(&mut self, number: usize, byte: u8) -> String {
        let (match_id, _) = self.sealed().await;
        self.ask(
            number,
            Request::ShowShare {
                match_id,
                share: Secret([byte; 32]),
            },
        )
        .await
    }

    /// Lets both give their shares, of twos and of threes; shares that were given cannot be changed.
    async fn give(&mut self) {
        for (number, byte) in [(0, 2), (1, 3)] {
            if self.story().await.contains(&format!("{number} committed")) {
                assert_eq!(self.commit(number, 9).await, "dice_not_awaited");
            }
            assert_eq!(self.commit(number, byte).await, "accepted");
        }
        for (number, byte) in [(0, 2), (1, 3)] {
            let was_shown = self.story().await.contains(&format!("{number} showed"));
            let refused = if was_shown {
                "dice_not_awaited"
            } else {
                "wrong_share"
            };
            assert_eq!(self.show(number, 9).await, refused);
            assert_eq!(self.show(number, byte).await, "accepted");
        }
    }

    /// Lets the person to move choose the last action, until something is rolled.
    async fn until_rolled(&mut self) {
        while !self.story().await.contains("rolled") {
            let lobby = Lobby::default().replay(self.bench.stream().await).unwrap();
            let (seat, state) = lobby.to_move().expect("the match runs");
            let (ply, action) = (lobby.ply(), *state.actions().last().unwrap());
            assert_eq!(
                self.ask(seat.idx(), Request::Act { ply, action }).await,
                "accepted"
            );
        }
    }

    /// The name of the match that was called last, and the server's secret.
    async fn sealed(&self) -> (MatchId, Secret) {
        self.seals().await.pop().expect("the dice are sealed")
    }

    async fn seals(&self) -> Vec<(MatchId, Secret)> {
        let seal = |event| {
            if let Event::Dice(DiceEvent::DiceSealed {
                match_id, secret, ..
            }) = event
            {
                Some((match_id, secret))
            } else {
                None
            }
        };
        self.bench
            .stream()
            .await
            .into_iter()
            .filter_map(seal)
            .collect()
    }

    /// The events about the dice of the last match, from the journal, in words.
    async fn story(&self) -> String {
        self.bench.story().await
    }

    #[track_caller]
    fn check<'a>(&'a self, expect: &'a str) -> impl Future<Output = ()> + 'a {
        let caller = std::panic::Location::caller();
        async move { assert_eq!(self.story().await, expect, "at {caller}") }
    }

    /// The messages that both were sent since the last call.
    fn read(&mut self) -> Vec<ServerMessage> {
        let mut messages = Vec::new();
        for person in &mut self.people {
            for frame in person.frames() {
                messages.push(decode_server(&frame).unwrap());
                self.frames.push(frame);
            }
        }
        messages
    }
}

impl Inside {
    /// Takes the frames from the outbox.
    fn frames(&mut self) -> Vec<String> {
        let mut frames = Vec::new();
        while let Some(outbound) = self.outbox.next_waiting() {
            if let Outbound::Frame(frame) = outbound {
                frames.push(frame.to_string());
            }
        }
        frames
    }
}

impl Bench {
    /// Waits until all mail, and everything that is due, has been handled.
    async fn settle(&self) {
        assert!(
            self.resume(Key([0; 32])).await.is_err(),
            "nobody has that key"
        );
    }

    /// The events about the dice of the last match, from the journal, in words.
    async fn story(&self) -> String {
        self.settle().await;
        let events = self.stream().await;
        let start = events
            .iter()
            .rposition(|it| *it == Event::Match(MatchEvent::MatchCalled))
            .expect("a match was called");
        events[start..]
            .iter()
            .filter_map(told)
            .collect::<Vec<_>>()
            .join(", ")
    }

    async fn stream(&self) -> Vec<Event> {
        self.journal.replay(code()).await.unwrap()
    }
}

async fn pass(ms: u64) {
    sleep(Duration::from_millis(ms)).await;
}

fn bound(match_id: &MatchId, number: usize, byte: u8) -> Commitment {
    commitment(
        match_id,
        Party::Seat(Seat::ALL[number]),
        &Secret([byte; 32]),
    )
}

/// An event about dice in words; `None` for other events.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "nothing else has anything to do with dice"
)]
fn told(event: &Event) -> Option<String> {
    Some(match event {
        Event::Dice(DiceEvent::DiceSealed { seats, .. }) => {
            seats
                .iter()
                .map(|it| it.number().to_string())
                .collect::<String>()
                + " asked"
        }
        Event::Dice(DiceEvent::ShareCommitted { seat, .. }) => {
            format!("{} committed", seat.number())
        }
        Event::Dice(DiceEvent::ShareShown { seat, .. }) => format!("{} showed", seat.number()),
        Event::Dice(DiceEvent::ShareMissed { seat }) => format!("{} missed", seat.number()),
        Event::Match(MatchEvent::MatchStarted { .. }) => "started".to_owned(),
        Event::Match(MatchEvent::Rolled { .. }) => "rolled".to_owned(),
        Event::Dice(DiceEvent::DiceOpened) => "opened".to_owned(),
        _ => return None,
    })
}

/// Secret, shares, start and rolls of a stream.
fn luck(events: &[Event]) -> Vec<&Event> {
    let is_luck = |it: &&Event| told(it).is_some_and(|it| !it.ends_with("committed"));
    events.iter().filter(is_luck).collect()
}

/// Checks that the first match has started with the deal that follows from the secret and these shares.
async fn check_dealt(pair: &Pair, shares: [Secret; 2]) {
    check_dealt_to(pair, shares, Seat::ALL[0]).await;
}

/// Checks that a match that this seat begins has started with the deal that follows from the secret and these shares.
async fn check_dealt_to(pair: &Pair, shares: [Secret; 2], first: Seat) {
    let (match_id, secret) = pair.sealed().await;
    let mut dice = MatchDice::new(&secret, &match_id, &shares);
    dice.begin_roll(0);
    let expect: AnyConfig = GameKind::DiceOfDoom
        .default_rules()
        .generate(2, &mut dice)
        .unwrap()
        .begun_by(first);
    let started = Event::Match(MatchEvent::MatchStarted { config: expect });
    assert!(
        pair.bench.stream().await.contains(&started),
        "the start is another than {started:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn what_has_not_come_after_ten_seconds_counts_as_zero_and_is_marked() {
    let mut pair = Pair::start().await;
    assert_eq!(pair.commit(0, 2).await, "accepted");
    pass(WAIT_MS - 1).await;
    pair.check("01 asked, 0 committed").await;
    pass(1).await;
    pair.check("01 asked, 0 committed, 1 missed").await;
    assert_eq!(pair.commit(1, 3).await, "dice_not_awaited");
    pass(WAIT_MS - 1).await;
    pair.check("01 asked, 0 committed, 1 missed").await;
    pass(1).await;
    pair.check("01 asked, 0 committed, 1 missed, 0 missed, started")
        .await;
    assert_eq!(pair.show(0, 2).await, "dice_not_awaited");
    check_dealt(&pair, [Secret::ZERO; 2]).await;
}

#[tokio::test(start_paused = true)]
async fn what_was_missed_is_shown_to_everybody_and_to_whoever_comes_later() {
    let mut pair = Pair::start().await;
    pair.commit(0, 2).await;
    pass(WAIT_MS).await;
    pass(WAIT_MS).await;
    pair.check("01 asked, 0 committed, 1 missed, 0 missed, started")
        .await;
    pair.read();
    let shown = |frame: &&String| frame.contains("\"share_missed\"");
    assert_eq!(
        pair.frames.iter().filter(shown).count(),
        4,
        "both are told of both"
    );
    let late = pair.bench.enter("Late", 3).await.unwrap().frames();
    let ServerMessage::Snapshot { agreement, .. } = decode_server(&late[0]).unwrap() else {
        panic!("a snapshot comes first, not {late:?}")
    };
    let shares: Vec<(bool, bool)> = agreement
        .unwrap()
        .shares
        .iter()
        .map(|it| (it.commitment.is_some(), it.missed))
        .collect();
    assert_eq!(shares, [(true, true), (false, true)]);
}

#[tokio::test(start_paused = true)]
async fn whoever_is_not_connected_is_not_asked() {
    let mut pair = Pair::seated().await;
    pair.bench
        .post(Mail::Disconnected {
            from: pair.people[1].connection,
        })
        .await;
    pair.call().await;
    pair.check("0 asked").await;
}

#[tokio::test(start_paused = true)]
async fn a_share_that_comes_at_the_last_moment_counts_beside_one_that_does_not_come() {
    let mut pair = Pair::start().await;
    pair.commit(0, 2).await;
    pair.commit(1, 3).await;
    pass(WAIT_MS - 1).await;
    assert_eq!(pair.show(1, 3).await, "accepted");
    pass(1).await;
    pair.check("01 asked, 0 committed, 1 committed, 1 showed, 0 missed, started")
        .await;
    check_dealt(&pair, [Secret::ZERO, Secret([3; 32])]).await;
}

#[tokio::test(start_paused = true)]
async fn nothing_that_people_do_makes_anybody_wait_longer() {
    let mut pair = Pair::start().await;
    pair.commit(0, 2).await;
    for second in 0..9 {
        assert_eq!(
            pair.ask(
                1,
                Request::Chat {
                    text: "wait".to_owned()
                }
            )
            .await,
            "accepted"
        );
        assert_eq!(pair.commit(0, 2).await, "accepted");
        assert_eq!(pair.commit(0, 4).await, "dice_not_awaited");
        assert_eq!(pair.show(0, 2).await, "dice_not_awaited");
        pair.bench
            .enter(&format!("Guest {second}"), 10 + second)
            .await
            .unwrap();
        pass(1_000).await;
    }
    pair.bench
        .post(Mail::Disconnected {
            from: pair.people[1].connection,
        })
        .await;
    pair.people[1] = pair.bench.resume(GUEST_KEY).await.unwrap();
    pass(999).await;
    pair.check("01 asked, 0 committed").await;
    pass(1).await;
    pair.check("01 asked, 0 committed, 1 missed").await;
}

#[tokio::test(start_paused = true)]
async fn no_time_passes_for_shares_while_the_journal_cannot_be_written() {
    let pair = Pair::start().await;
    pass(WAIT_MS / 2).await;
    pair.bench.journal.set(Fault::Io);
    let (match_id, _) = pair.sealed().await;
    let request = Request::CommitShare {
        commitment: bound(&match_id, 0, 2),
        match_id,
    };
    let from = pair.people[0].connection;
    pair.bench
        .post(Mail::Ask {
            from,
            id: 500,
            request: Box::new(request),
            commits: None,
        })
        .await;
    pass(9 * WAIT_MS).await;
    let status = pair.bench.status.clone();
    let before = status.borrow().revision;
    pair.bench.journal.set(Fault::None);
    status.wait_for(|it| it.revision > before).await.unwrap();
    pass(WAIT_MS / 2 - 1).await;
    pair.check("01 asked, 0 committed").await;
    pass(1).await;
    pair.check("01 asked, 0 committed, 1 missed").await;
}

#[tokio::test(start_paused = true)]
async fn whoever_commits_at_the_last_moment_has_the_whole_time_to_show() {
    let mut pair = Pair::start().await;
    pair.commit(0, 2).await;
    let (match_id, _) = pair.sealed().await;
    let Pair {
        bench: Bench { journal, .. },
        ..
    } = pair;
    let (setup, _mailbox, _status) = setup(&journal, &Arc::new(Metrics::new()));
    let mut task = LobbyTask::open(setup).await.expect("the stream is sound");
    let (reply, guest) = reply();
    let returning = Return {
        key: GUEST_KEY,
        next: Key([99; 32]),
        seen: None,
        reply,
    };
    task.stage_mail(Mail::Return(Box::new(returning)));
    task.commit().await.expect("the journal is sound");
    task.deliver();
    task.arrange();
    let from = guest.admitted().await.unwrap().connection;
    let request = Request::CommitShare {
        commitment: bound(&match_id, 1, 3),
        match_id,
    };
    task.stage_mail(Mail::Ask {
        from,
        id: 600,
        request: Box::new(request),
        commits: None,
    });
    // The time for commitments is over before the task looks at what is due.
    task.stage_due(Instant::now() + Duration::from_millis(WAIT_MS));
    let both = Seat::first(2).collect();
    assert_eq!(
        task.lobby.want().dice,
        Some(WantDice::Wait {
            seats: both,
            revealing: true
        })
    );
}

#[tokio::test(start_paused = true)]
async fn whoever_goes_in_a_new_lobby_makes_nobody_wait_longer() {
    let mut pair = Pair::start().await;
    assert_eq!(pair.commit(0, 2).await, "accepted");
    pair.bench
        .post(Mail::Disconnected {
            from: pair.people[0].connection,
        })
        .await;
    assert_eq!(pair.commit(1, 3).await, "accepted");
    pass(WAIT_MS - 1).await;
    pair.check("01 asked, 0 committed, 1 committed").await;
    pass(1).await;
    pair.check("01 asked, 0 committed, 1 committed, 0 missed, 1 missed, started")
        .await;
}

/// A server that has just started again, with a journal in which a match was called.
async fn restarted() -> Bench {
    let Pair {
        bench: Bench { journal, .. },
        ..
    } = Pair::start().await;
    let bench = Bench::on(journal);
    assert_eq!(bench.story().await, "01 asked");
    bench
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_nobody_is_waited_for_in_vain_before_everybody_could_be_back() {
    let bench = restarted().await;
    pass(RETURN_MS + WAIT_MS - 1).await;
    assert_eq!(bench.story().await, "01 asked");
    pass(1).await;
    assert_eq!(bench.story().await, "01 asked, 0 missed, 1 missed, started");
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_the_last_who_comes_back_has_the_whole_time() {
    let bench = restarted().await;
    let host = bench.resume(HOST_KEY).await.unwrap();
    pass(RETURN_MS).await;
    let guest = bench.resume(GUEST_KEY).await.unwrap();
    let mut pair = Pair {
        bench,
        people: [host, guest],
        frames: Vec::new(),
        asked: 1_000,
    };
    assert_eq!(pair.commit(0, 2).await, "accepted");
    pass(WAIT_MS - 1).await;
    assert_eq!(pair.commit(1, 3).await, "accepted");
    pair.check("01 asked, 0 committed, 1 committed").await;
    pass(WAIT_MS).await;
    pair.check("01 asked, 0 committed, 1 committed, 0 missed, 1 missed, started")
        .await;
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_the_usual_time_begins_when_everybody_is_back() {
    let bench = restarted().await;
    pass(RETURN_MS / 3).await;
    let people = [
        bench.resume(HOST_KEY).await.unwrap(),
        bench.resume(GUEST_KEY).await.unwrap(),
    ];
    let pair = Pair {
        bench,
        people,
        frames: Vec::new(),
        asked: 1_000,
    };
    pass(WAIT_MS - 1).await;
    pair.check("01 asked").await;
    pass(1).await;
    pair.check("01 asked, 0 missed, 1 missed, started").await;
}

#[tokio::test(start_paused = true)]
async fn a_crash_between_any_two_steps_changes_no_die_and_gives_nobody_a_second_choice() {
    let mut pair = Pair::start().await;
    pair.give().await;
    pair.until_rolled().await;
    let whole = pair.bench.stream().await;
    let place = |wanted: fn(&Event) -> bool| whole.iter().position(wanted).unwrap();
    let sealed = place(|it| matches!(it, Event::Dice(DiceEvent::DiceSealed { .. })));
    // An action and its roll are one append.
    let acted = place(|it| matches!(it, Event::Match(MatchEvent::Rolled { .. }))) - 1;
    assert!(acted - sealed > 5, "{whole:?}");
    for kept in sealed + 1..=acted {
        let journal = FaultyJournal::new();
        journal
            .append(code(), Revision(0), &whole[..kept])
            .await
            .unwrap();
        let mut again = Pair::back_on(journal).await;
        again.give().await;
        again.until_rolled().await;
        let events = again.bench.stream().await;
        assert_eq!(
            luck(&events),
            luck(&whole),
            "after a crash behind {:?}",
            whole[kept - 1]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn no_two_matches_have_one_secret_or_one_name() {
    let mut seals = Vec::new();
    for _ in 0..2 {
        let mut pair = Pair::start().await;
        for first in Seat::first(2) {
            pair.give().await;
            check_dealt_to(&pair, [Secret([2; 32]), Secret([3; 32])], first).await;
            assert_eq!(pair.ask(1, Request::Resign).await, "accepted");
            pair.call().await;
        }
        seals.extend(pair.seals().await);
    }
    assert_eq!(seals.len(), 6);
    for (at, (match_id, secret)) in seals.iter().enumerate() {
        let is_other = |it: &(MatchId, Secret)| it.0 != *match_id && it.1 != *secret;
        assert!(
            seals[..at].iter().all(is_other),
            "{match_id} has something of an earlier match"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn no_frame_has_the_secret_before_the_match_is_over() {
    let mut pair = Pair::start().await;
    let (_, secret) = pair.sealed().await;
    let secret = String::from(secret);
    pair.give().await;
    pair.until_rolled().await;
    let late = pair.bench.enter("Late", 3).await.unwrap();
    let again = pair.bench.resume(GUEST_KEY).await.unwrap();
    pair.bench.settle().await;
    for mut person in [late, again] {
        pair.frames.extend(person.frames());
    }
    let snapshots = pair
        .frames
        .iter()
        .filter(|it| it.contains("\"snapshot\""))
        .count();
    assert_eq!(snapshots, 4, "{:?}", pair.frames);
    assert!(
        !pair.frames.iter().any(|it| it.contains(&secret)),
        "{:?}",
        pair.frames
    );
    pair.ask(0, Request::Resign).await;
    assert!(
        pair.frames
            .iter()
            .any(|it| it.contains("dice_opened") && it.contains(&secret)),
        "it is shown then"
    );
}
