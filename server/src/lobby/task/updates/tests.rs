//! Whoever comes late and whoever returns is told the updates as they were sent.

use dicehall_engine::dice::SeededDice;
use dicehall_engine::fair::Secret;
use dicehall_engine::lobby::{
    Clock, Command, Key, Lobby, Newcomer, Request, Settings, Stamp, TalkEvent, WantDice,
};
use dicehall_engine::origin::{Origin, OriginStep};
use dicehall_engine::{GameKind, Seat, SeatSet, State};
use dicehall_protocol::limits::{HISTORY_CHAT_LINES, HISTORY_EVENTS_MIN};
use dicehall_protocol::{EventView, PastUpdate, Shown, decode_server};

use super::history::{MISSED_UPDATES_MAX, past_update};
use super::*;

/// A lobby with its updates, as people were told.
struct Table {
    lobby: Lobby,
    dice: SeededDice,
    updates: Updates,
    /// The updates as whoever comes late is told.
    told: Vec<PastUpdate>,
    /// The updates as they were sent, with the revision before each.
    sent: Vec<(Revision, Frame)>,
    /// The number of those in the short form.
    short: usize,
    /// The knowledge of somebody who was told all of them.
    client: Shown,
}

fn code() -> LobbyCode {
    "BBBBB".parse().unwrap()
}

fn context<'a>(lobby: &'a Lobby, is_connected: &'a dyn Fn(PlayerId) -> bool) -> ViewContext<'a> {
    ViewContext {
        code: code(),
        lobby,
        is_connected,
        rates: &(),
    }
}

fn ask(request: Request) -> Command {
    Command::Ask {
        player: PlayerId(0),
        stamp: Stamp::default(),
        request,
        commits: None,
    }
}

impl Table {
    /// A lobby in which somebody plays tic-tac-toe against a bot, from the position after two actions.
    fn new() -> Self {
        let mut table = Self {
            lobby: Lobby::default(),
            dice: SeededDice::new(7),
            updates: Updates::new(Revision(0), History::default()),
            told: Vec::new(),
            sent: Vec::new(),
            short: 0,
            client: Shown::default(),
        };
        let rules = GameKind::TicTacToe.default_rules();
        let config = rules.generate(2, &mut table.dice).unwrap();
        let mut state = config.start().unwrap();
        let steps = [(); 2].map(|()| {
            let action = state.actions()[0];
            state.act(action);
            OriginStep::Acted(action)
        });
        let settings = Settings {
            rules,
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        table.happen(Command::Create {
            title: "T".to_owned(),
            settings,
            password: None,
        });
        table.happen(Command::Enter(Newcomer::plain("Aki", Key([1; 32]))));
        table.happen(ask(Request::TakeSeat { seat: None }));
        table.happen(ask(Request::SeatBot {
            seat: Seat::ALL[1],
            bot: "random".parse().unwrap(),
        }));
        let origin = Origin {
            match_id: "earlier".to_owned().try_into().unwrap(),
            config,
            steps: steps.to_vec(),
        };
        table.happen(ask(Request::SetOrigin { origin }));
        table
    }

    fn happen(&mut self, command: Command) {
        let events = self.lobby.decide(command, &mut self.dice).unwrap();
        self.tell(&events);
    }

    fn tell(&mut self, events: &[Event]) {
        let (phase, shown) = (self.lobby.phase(), self.lobby.shown());
        for event in events {
            self.lobby.evolve(event.clone());
        }
        if events.iter().any(Event::is_shown) {
            // The person comes and goes.
            let is_there = !self.sent.len().is_multiple_of(3);
            let is_connected = move |_| is_there;
            let context = context(&self.lobby, &is_connected);
            let whole = context.update(events, phase);
            let frame = self.updates.tell(events, phase, context);
            let heard = decode_server(&frame).unwrap();
            self.short += usize::from(matches!(heard, ServerMessage::Played { .. }));
            assert_eq!(self.client.unfold(heard).as_ref(), Ok(&whole));
            self.told.extend(past_update(whole));
            self.sent.push((shown, frame));
        }
    }

    /// The updates that somebody is told again who has seen everything up to this revision.
    fn missed(&self, seen: Revision) -> Option<Vec<Frame>> {
        self.updates.missed(seen, context(&self.lobby, &|_| true))
    }

    /// The next command: a step of the dice, an action, or the start of a match.
    fn next(&self) -> Command {
        let want = self.lobby.want();
        if let Some(dice) = want.dice {
            return match dice {
                WantDice::Seal => Command::SealDice {
                    match_id: format!("m-{}", self.lobby.matches()).try_into().unwrap(),
                    begun_at: 0,
                    secret: Secret::ZERO,
                    connected: SeatSet::EMPTY,
                },
                WantDice::Deal => Command::Deal,
                WantDice::Open => Command::OpenDice,
                WantDice::Wait { .. } | WantDice::Miss { .. } => panic!("nobody was asked"),
            };
        }
        let ply = self.lobby.ply();
        match self.lobby.to_move() {
            None => ask(Request::Start { force: true }),
            Some((seat, state)) => {
                let action = state.actions()[0];
                want.bot.map_or_else(
                    || ask(Request::Act { ply, action }),
                    |_| Command::BotActed { seat, ply, action },
                )
            }
        }
    }

    /// Everything that somebody is told who asks until there is no more.
    fn whole(&self) -> Vec<PastUpdate> {
        let mut whole: Vec<PastUpdate> = Vec::new();
        loop {
            let before = whole.first().map(|it| it.revision);
            let piece = self.updates.before(code(), before);
            whole.splice(0..0, piece.updates);
            if !piece.has_earlier {
                return whole;
            }
        }
    }
}

/// Plays so many steps; somebody who comes then is told the end of the updates. Returns how many are forgotten.
#[track_caller]
fn check(steps: usize) -> usize {
    let mut table = Table::new();
    for _ in 0..steps {
        table.happen(table.next());
    }
    let whole = table.whole();
    let forgotten = table.told.len() - whole.len();
    assert_eq!(whole, table.told[forgotten..], "after {steps} steps");
    let events: usize = whole.iter().map(|it| it.events.len()).sum();
    let spare = events.saturating_sub(whole[0].events.len());
    let is_bounded = (spare..=events).contains(&HISTORY_EVENTS_MIN);
    assert!(forgotten == 0 || is_bounded, "{events} events are kept");
    forgotten
}

#[test]
fn whoever_comes_late_is_told_the_updates_as_they_were_sent() {
    for steps in [0, 2, 3, 4, 12, 90] {
        assert_eq!(check(steps), 0);
    }
}

#[test]
fn the_oldest_updates_are_forgotten_also_those_of_a_match_that_went_on() {
    for steps in (200..300).step_by(3).chain([600]) {
        check(steps);
    }
    assert!(check(600) > 0);
}

#[test]
fn chat_and_events_do_not_drop_each_other() {
    let mut table = Table::new();
    for line in 0..600 {
        let text = line.to_string();
        table.happen(ask(Request::Chat { text }));
        table.happen(table.next());
    }
    let is_line = |it: &PastUpdate| matches!(it.events[..], [EventView::Talk(_)]);
    let parted = |all: Vec<PastUpdate>| -> (Vec<_>, Vec<_>) { all.into_iter().partition(is_line) };
    let (told_lines, told) = parted(table.told.clone());
    let (lines, others) = parted(table.whole());
    assert_eq!(lines, told_lines[600 - HISTORY_CHAT_LINES..]);
    assert_eq!(others, told[told.len() - others.len()..]);
    assert!(others.iter().map(|it| it.events.len()).sum::<usize>() >= HISTORY_EVENTS_MIN);
}

/// Checks what somebody is told again after each of the last updates and between two: those that were sent since, if they
/// are few. Returns how many they may be.
#[track_caller]
fn check_missed(table: &Table) -> usize {
    let mut most = 0;
    assert_eq!(table.missed(table.lobby.shown()), Some(Vec::new()));
    for (at, (seen, _)) in table.sent.iter().enumerate() {
        let since: Vec<Frame> = table.sent[at..].iter().map(|it| it.1.clone()).collect();
        let size: usize = since.iter().map(|it| it.len()).sum();
        let is_little = since.len() <= MISSED_UPDATES_MAX && size <= MISSED_SIZE_MAX;
        let missed = table.missed(*seen);
        assert_eq!(missed, is_little.then_some(since), "after {seen:?}");
        most = most.max(missed.map_or(0, |it| it.len()));
    }
    most
}

#[test]
fn whoever_returns_is_told_again_exactly_what_was_sent() {
    let mut table = Table::new();
    let mut most = 0;
    for step in 0..90 {
        if step % 7 == 0 {
            let text = step.to_string();
            table.happen(ask(Request::Chat { text }));
        }
        table.happen(table.next());
        if step % 5 == 0 {
            most = most.max(check_missed(&table));
        }
    }
    assert!(most > 20, "{most}");
    assert!(table.short > 20, "{} in the short form", table.short);
}

#[test]
fn no_more_is_told_again_than_there_may_be() {
    let mut table = Table::new();
    for _ in 0..MISSED_UPDATES_MAX + 3 {
        let text = "x".to_owned();
        table.happen(ask(Request::Chat { text }));
    }
    assert_eq!(check_missed(&table), MISSED_UPDATES_MAX);
}

#[test]
fn what_is_not_known_needs_a_snapshot() {
    let mut table = Table::new();
    let begun = table.lobby.shown();
    let (player, text) = (PlayerId(0), "x".to_owned());
    let said = Event::Talk(TalkEvent::Said { player, text });
    table.tell(&[said.clone(), said]);
    let shown = table.lobby.shown();
    assert_eq!(table.missed(Revision(shown.0 - 1)), None);
    assert_eq!(table.missed(Revision(shown.0 + 1)), None);
    assert!(table.missed(begun).is_some());
    table.updates.opened_at = shown;
    assert_eq!(table.missed(begun), None);
}

#[test]
fn a_chat_line_that_is_forgotten_leaves_a_gap() {
    let mut table = Table::new();
    let text = "x".to_owned();
    table.happen(ask(Request::Chat { text }));
    let (begun, _) = table.sent[table.sent.len() - 1];
    assert!(table.missed(begun).is_some());
    for _ in 0..HISTORY_CHAT_LINES {
        let text = "y".to_owned();
        table.happen(ask(Request::Chat { text }));
    }
    assert_eq!(table.missed(begun), None);
}
