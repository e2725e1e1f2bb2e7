//! The record of one person: what was sent and received over all connections, to be compared with the journal.
//!
//! Used by every test that kills a server. The law: an accepted command is in the journal at the revision of the
//! answer, every command in the journal was sent, and the events that were shown are those of the journal.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use dicehall_engine::AnyAction;
use dicehall_engine::lobby::{Event, Lobby, MatchEvent, Phase, Ply, Request, Revision, TalkEvent};
use dicehall_protocol::{Choice, EventView, LobbyCode};
use dicehall_tests::journal;
use dicehall_tests::player::{Accepted, Player, Seen};
use dicehall_tests::shown::check_shown;

/// The record of one person.
#[derive(Debug, Default)]
pub(crate) struct Record {
    name: String,
    /// Whether the person starts a match whenever none is running.
    pub(crate) starts: bool,
    /// The number of revisions after which the person sends a chat line; `None` for a silent person.
    pub(crate) speaks_every: Option<u64>,
    spoke_at: u64,
    /// The revision after the last accepted command.
    granted: Revision,
    /// Accepted actions by ply, with the revision after each.
    accepted: BTreeMap<u32, (AnyAction, Revision)>,
    /// Actions whose answer was lost with the connection.
    unanswered: BTreeMap<u32, AnyAction>,
    /// Chat lines by number.
    lines: BTreeMap<u32, Line>,
    /// Every event that the person was shown, by revision.
    shown: BTreeMap<Revision, EventView>,
    /// The choices of the last action, for the case that it is refused.
    offered: Option<(Ply, Vec<Choice>)>,
    /// The number of events of earlier connections that are in the record.
    noted: usize,
}

/// The answer to a chat line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Unanswered,
    /// The revision after the line.
    Accepted(Revision),
    Refused,
}

impl Record {
    /// The empty record of a person who starts no match and sends no lines.
    pub(crate) fn of(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// Sends one more line and waits for the answer; returns the revision after it.
    pub(crate) async fn last_word(&mut self, player: &mut Player) -> Revision {
        let command = self.line();
        let accepted = player.must(command.clone()).await;
        let revision = accepted.revision.unwrap();
        self.note_accepted(&command, &accepted);
        self.note_shown(&player.seen);
        revision
    }

    /// The person's next command.
    fn next_command(&mut self, seen: &mut Seen, is_answered: bool) -> Option<Request> {
        if let Some(choices) = seen.choices.take_if(|_| !seen.frozen) {
            // Every fourth ply is a pass, so that every seat comes to move.
            let ply = seen.ply;
            let action = choices[if ply.0 % 4 == 3 { 0 } else { choices.len() / 2 }].action;
            self.offered = Some((ply, choices));
            return Some(Request::Act { ply, action });
        }
        // An answer comes before the events of its command are shown.
        let is_idle = is_answered && seen.revision >= Some(self.granted);
        let is_between = matches!(seen.lobby.as_ref()?.phase, Phase::Waiting | Phase::Over);
        if self.starts && is_idle && is_between {
            return Some(Request::Start { force: true });
        }
        let revision = seen.revision?.0;
        if !is_idle || revision < self.spoke_at + self.speaks_every? {
            return None;
        }
        self.spoke_at = revision;
        Some(self.line())
    }

    fn line(&mut self) -> Request {
        let number = u32::try_from(self.lines.len()).unwrap();
        self.lines.insert(number, Line::Unanswered);
        Request::Chat {
            text: text(&self.name, number),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "nothing else has anything to be noted"
    )]
    fn note_accepted(&mut self, command: &Request, accepted: &Accepted) {
        let revision = accepted.revision.unwrap();
        self.granted = revision;
        match command {
            Request::Act { ply, action } => {
                let twice = self.accepted.insert(ply.0, (*action, revision));
                assert_eq!(twice, None, "ply {ply:?} was accepted twice");
            }
            Request::Chat { .. } => self.settle_line(Line::Accepted(revision)),
            _ => {}
        }
    }

    fn note_refused(&mut self, command: &Request) {
        if let Request::Chat { .. } = command {
            self.settle_line(Line::Refused);
        }
    }

    /// Records the answer to the last line; a line is sent only when the line before was answered.
    fn settle_line(&mut self, became: Line) {
        *self.lines.last_entry().unwrap().get_mut() = became;
    }

    fn note_shown(&mut self, seen: &Seen) {
        for (revision, event) in &seen.events[self.noted..] {
            let before = self.shown.insert(*revision, event.clone());
            assert!(
                before.is_none_or(|it| it == *event),
                "{revision:?} was shown twice and differently"
            );
        }
        self.noted = seen.events.len();
    }
}

/// Plays and keeps the record until the connection is lost, or `goes_on` is false.
pub(crate) async fn play(
    player: &mut Player,
    record: &mut Record,
    mut goes_on: impl FnMut(&Seen) -> ControlFlow<()>,
) {
    let mut waiting: BTreeMap<u64, Request> = BTreeMap::new();
    loop {
        if let Some(command) = record.next_command(&mut player.seen, waiting.is_empty()) {
            let id = player.try_send(command.clone()).await;
            // If sending breaks off, nobody knows whether the command arrived.
            waiting.insert(id.unwrap_or(u64::MAX), command);
            if id.is_none() {
                break;
            }
        }
        if goes_on(&player.seen).is_break() || player.next().await.is_none() {
            break;
        }
        settle(player, record, &mut waiting);
    }
    for command in waiting.into_values() {
        if let Request::Act { ply, action } = command {
            record.unanswered.insert(ply.0, action);
        }
    }
    record.note_shown(&player.seen);
}

/// Moves answered commands into the record.
fn settle(player: &mut Player, record: &mut Record, waiting: &mut BTreeMap<u64, Request>) {
    let ids: Vec<u64> = waiting.keys().copied().collect();
    for id in ids {
        let Some(answer) = player.take_answer(id) else {
            continue;
        };
        let command = waiting.remove(&id).unwrap();
        match answer {
            Ok(accepted) => record.note_accepted(&command, &accepted),
            // A person who is back may not have read yet that the match has begun.
            Err(refused) if matches!(command, Request::Start { .. }) => {
                let code = refused.code.as_str();
                let is_usual =
                    ["match_running", "not_saved", "frozen", "lobby_gone"].contains(&code);
                assert!(is_usual, "a start was refused: {refused:?}");
            }
            Err(refused) => {
                let lost = ["not_saved", "frozen", "lobby_gone"];
                let is_lost = lost.contains(&refused.code.as_str());
                assert!(is_lost, "{command:?} was refused: {refused:?}");
                record.note_refused(&command);
                if let Request::Act { ply, .. } = &command
                    && let Some((of, choices)) = record.offered.take()
                    && of == *ply
                    && player.seen.ply == of
                {
                    player.seen.choices.get_or_insert(choices);
                }
            }
        }
    }
}

/// Checks that the journal holds exactly the accepted commands, in order, and the events that everybody was shown;
/// returns the number of accepted actions.
#[track_caller]
pub(crate) fn check(
    data: &Path,
    lobby: LobbyCode,
    records: &[Record],
    players: &[Player],
) -> usize {
    check_events(&journal::events(data, lobby), lobby, records, players)
}

/// Checks the same of these events of the journal.
#[track_caller]
pub(crate) fn check_events(
    events: &[Event],
    lobby: LobbyCode,
    records: &[Record],
    players: &[Player],
) -> usize {
    let told: Vec<&Event> = events.iter().filter(|it| it.is_shown()).collect();
    check_actions(&told, records);
    check_lines(&told, records);
    for record in records {
        for (revision, shown) in &record.shown {
            check_shown(*revision, shown, event_at(&told, *revision));
        }
    }
    for player in players {
        let seen = player.seen.revision.unwrap();
        let replayed = replay_until(events, seen);
        assert_eq!(
            replayed.shown(),
            seen,
            "{lobby}: the journal ends before what was shown"
        );
        assert_eq!(player.seen.ply, replayed.ply(), "{lobby} {seen:?}");
        if replayed.game_match().is_some() {
            assert_eq!(player.seen.outcome, replayed.outcome(), "{lobby} {seen:?}");
        }
    }
    records.iter().map(|it| it.accepted.len()).sum()
}

/// Checks that every accepted action is at the revision of its answer, and that every action was sent by somebody.
fn check_actions(told: &[&Event], records: &[Record]) {
    let action = |event: &Event| {
        if let Event::Match(MatchEvent::Acted { action, .. }) = event {
            Some(*action)
        } else {
            None
        }
    };
    let acted: Vec<(usize, AnyAction)> = (1..)
        .zip(told)
        .filter_map(|(seq, event)| Some((seq, action(event)?)))
        .collect();
    for (ply, (action, revision)) in records.iter().flat_map(|it| &it.accepted) {
        let place = usize::try_from(*ply).unwrap();
        let found = acted.get(place).map(|it| it.1);
        assert_eq!(
            found,
            Some(*action),
            "ply {ply} was accepted and is not in the journal"
        );
        let until = usize::try_from(revision.0).unwrap();
        let durable = acted.iter().filter(|it| it.0 <= until).count();
        assert_eq!(
            durable,
            place + 1,
            "ply {ply} was accepted at {revision:?} and stands elsewhere"
        );
    }
    for (ply, (_, action)) in (0..).zip(&acted) {
        let accepted = |it: &Record| it.accepted.get(&ply).map(|it| it.0);
        let known = |it: &Record| accepted(it).as_ref().or(it.unanswered.get(&ply)) == Some(action);
        assert!(
            records.iter().any(known),
            "ply {ply} is in the journal, but nobody sent it: {action:?}"
        );
    }
}

/// Checks that every accepted line is at the revision of its answer; no line is doubled, reordered or made up.
fn check_lines(told: &[&Event], records: &[Record]) {
    let said = |event: &Event| {
        if let Event::Talk(TalkEvent::Said { text, .. }) = event {
            Some(text.clone())
        } else {
            None
        }
    };
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (seq, line) in (1..)
        .zip(told)
        .filter_map(|(seq, event)| Some((seq, said(event)?)))
    {
        let twice = places.insert(line.clone(), seq);
        assert_eq!(twice, None, "{line:?} was said twice");
    }
    let mut known = 0;
    for record in records {
        let mut last = 0;
        for (number, line) in &record.lines {
            let (said, became) = (text(&record.name, *number), *line);
            let place = places.get(&said).copied();
            let right = match became {
                Line::Unanswered => true,
                Line::Accepted(revision) => place == usize::try_from(revision.0).ok(),
                Line::Refused => place.is_none(),
            };
            assert!(right, "{said:?} is {became:?} and stands at {place:?}");
            assert!(
                place.is_none_or(|it| it > last),
                "{said:?} stands before an earlier line"
            );
            last = place.unwrap_or(last);
            known += usize::from(place.is_some());
        }
    }
    assert_eq!(
        known,
        places.len(),
        "the journal has lines that nobody said"
    );
}

fn text(name: &str, number: u32) -> String {
    format!("{name} says {number}")
}

/// The lobby at the revision that the person has seen.
fn replay_until(events: &[Event], seen: Revision) -> Lobby {
    let mut shown = 0;
    let earlier = events.iter().take_while(|it| {
        shown += u64::from(it.is_shown());
        shown <= seen.0
    });
    Lobby::default().replay(earlier.cloned()).unwrap()
}

fn event_at<'a>(told: &[&'a Event], revision: Revision) -> &'a Event {
    let event = told.get(usize::try_from(revision.0).unwrap() - 1);
    event.unwrap_or_else(|| panic!("{revision:?} was shown and is not in the journal"))
}
