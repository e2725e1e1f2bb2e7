//! The frames of a replay, made from a match file: the messages that a spectator received, with the
//! odds of each chosen action.
//!
//! Called by `replay`, and by `review` for the steps, for files that were audited, so everything in
//! them follows the rules and is not checked again here.

use std::ops::Range;
use std::path::Path;

use dicehall_engine::audit::Verified;
use dicehall_engine::fair::MatchId;
use dicehall_engine::game::Odds;
use dicehall_engine::lobby::{Phase, PlayerId, Ply, Revision, STAND_IN, SeatEvent};
use dicehall_engine::{AnyConfig, AnyState, Node, Origin, OriginStep, Outcome, Seat, State};
use dicehall_protocol::match_file::{EventLine, MatchFile, SeatHolder};
use dicehall_protocol::{
    Choice, DiceEventView, EventView, HolderView, LobbyCode, LobbyView, MatchEventView, PlayerView,
    SeatView, ServerMessage, offered,
};

use crate::fair::audit::{OwnShare, Verdict, file};
use crate::files::matches;
use crate::net::link::LinkEvent;
use crate::start::{Course, ReplayFrames};

/// The frames of a match, read from its file. The reason why there are none comes before the path, because the screen
/// cuts off what is too long.
pub(super) fn read(path: &Path) -> Result<ReplayFrames, String> {
    read_one(path, None).map_err(|why| format!("{why} ({})", path.display()))
}

/// The frames of a match, read from its file, or from a segment that has it; the error has no path.
pub(super) fn read_one(path: &Path, wanted: Option<&MatchId>) -> Result<ReplayFrames, String> {
    let (file, verified) = audited(path, wanted)?;
    of(&file, verified).ok_or_else(no_start)
}

/// A match as its file tells it, read and audited: the file, and how the match began and went on.
pub fn recorded(path: &Path, wanted: Option<&MatchId>) -> Result<(MatchFile, Origin), String> {
    let (file, _verified) = audited(path, wanted)?;
    let course = file.course().ok_or_else(no_start)?;
    Ok((file, course))
}

fn audited(path: &Path, wanted: Option<&MatchId>) -> Result<(MatchFile, Verified), String> {
    let text = matches::read(path, wanted)?;
    file::check(&text).map_err(|it| it.to_string())
}

fn no_start() -> String {
    "the match has no start".to_owned()
}

/// The frames of a match; `None` if the file has no start of a match.
pub(super) fn of(file: &MatchFile, verified: Verified) -> Option<ReplayFrames> {
    let events = whole(file);
    let begun = events.iter().position(|it| {
        matches!(
            it.event,
            EventView::Match(MatchEventView::MatchStarted { .. })
        )
    })?;
    let (before, after) = events.split_at(begun + 1);
    let ranges = cut(after);
    let EventView::Match(MatchEventView::MatchStarted { config }) = &before.last()?.event else {
        return None;
    };
    let state = config.start().ok()?;
    let mut table = Stage {
        state,
        lobby: lobby(file),
        ply: 0,
    };
    let opening = vec![
        heard(table.snapshot(watcher(file))),
        heard(table.update(before, None)),
    ];
    let mut steps = Vec::new();
    for (at, range) in (1..).zip(ranges.clone()) {
        let (lines, outcome) = (&after[range], (at == ranges.len()).then_some(file.outcome));
        let choice = table.choice(lines).map(heard);
        let update = heard(table.update(lines, outcome));
        steps.push(choice.into_iter().chain([update]).collect::<Vec<_>>());
    }
    let verdict = Verdict::Verified {
        rolls: verified.rolls,
        own: OwnShare::None,
    };
    steps.last_mut()?.push(LinkEvent::Audited(verdict));
    Some(ReplayFrames {
        opening,
        steps,
        course: course(file, config, after, &ranges),
    })
}

/// The actions and rolls of the match, and their number after each step.
fn course(
    file: &MatchFile,
    config: &AnyConfig,
    events: &[EventLine],
    ranges: &[Range<usize>],
) -> Course {
    let mut steps = Vec::new();
    let mut happened = vec![0];
    for range in ranges {
        steps.extend(events[range.clone()].iter().filter_map(EventLine::step));
        happened.push(steps.len());
    }
    let origin = Origin {
        match_id: file.header.match_id.clone(),
        config: config.clone(),
        steps,
    };
    Course { origin, happened }
}

/// The events of a match. For a match that went on from an earlier one, the earlier events are
/// inserted after its start; then all revisions are renumbered, because two events with the same
/// one would be taken for one.
fn whole(file: &MatchFile) -> Vec<EventLine> {
    if file.header.origin.is_none() {
        return file.events.clone();
    }
    let mut events = Vec::new();
    for line in &file.events {
        events.push(line.clone());
        if let EventView::Match(MatchEventView::MatchStarted { .. }) = line.event {
            let earlier = file.header.origin.as_ref().map_or_else(Vec::new, told);
            events.extend(earlier.into_iter().map(|event| EventLine {
                revision: line.revision,
                event: EventView::Match(event),
            }));
        }
    }
    for (number, line) in (1..).zip(&mut events) {
        line.revision = Revision(number);
    }
    events
}

/// The events of an earlier match, as its table received them.
fn told(origin: &Origin) -> Vec<MatchEventView> {
    let Ok(mut state) = origin.config.start() else {
        return Vec::new();
    };
    let mut events = Vec::new();
    for step in &origin.steps {
        match *step {
            OriginStep::Acted(action) => {
                if let Node::Decision(seat) = state.node() {
                    events.push(MatchEventView::Acted { seat, action });
                }
                state.act(action);
            }
            OriginStep::Rolled(chance) => {
                events.push(MatchEventView::Rolled { chance });
                state.resolve(chance);
            }
        }
    }
    events
}

fn heard(message: ServerMessage) -> LinkEvent {
    LinkEvent::Message(Box::new(message))
}

/// The ranges of events that make the steps: an action with the rolls that it caused, the end with
/// the revealed dice; events without a line in the log belong to the step after them.
fn cut(lines: &[EventLine]) -> Vec<Range<usize>> {
    let (mut steps, mut begun) = (Vec::<Range<usize>>::new(), 0);
    for (at, line) in lines.iter().enumerate() {
        let rolls = matches!(
            lines.get(at + 1).map(|it| &it.event),
            Some(EventView::Match(MatchEventView::Rolled { .. }))
        );
        if has_a_line(&line.event) && !rolls {
            steps.push(begun..at + 1);
            begun = at + 1;
        }
    }
    let rest = &lines[begun..];
    let only_opens = rest
        .iter()
        .all(|it| matches!(it.event, EventView::Dice(DiceEventView::DiceOpened { .. })));
    match steps.last_mut() {
        Some(last) if only_opens => last.end = lines.len(),
        Some(_) | None => steps.push(begun..lines.len()),
    }
    steps
}

/// Whether an event has a line in the log.
const fn has_a_line(event: &EventView) -> bool {
    matches!(
        event,
        EventView::Match(
            MatchEventView::Acted { .. }
                | MatchEventView::Rolled { .. }
                | MatchEventView::Resigned { .. }
                | MatchEventView::TimedOut { .. }
                | MatchEventView::Paused
                | MatchEventView::Continued
        ) | EventView::Seats(SeatEvent::HandedToBot { .. } | SeatEvent::TakenBack { .. })
    )
}

/// The position and the lobby after some events.
struct Stage {
    state: AnyState,
    lobby: LobbyView,
    ply: u32,
}

impl Stage {
    fn snapshot(&self, you: PlayerId) -> ServerMessage {
        let (lobby, game_match, agreement) = (self.lobby.clone(), None, None);
        ServerMessage::Snapshot {
            revision: Revision(0),
            you,
            lobby,
            game_match,
            agreement,
        }
    }

    /// The action that is chosen, with the odds known to its seat; `None` if these events have
    /// none.
    fn choice(&self, lines: &[EventLine]) -> Option<ServerMessage> {
        let acted = |it: &EventLine| {
            if let EventView::Match(MatchEventView::Acted { action, .. }) = it.event {
                Some(action)
            } else {
                None
            }
        };
        let action = lines.iter().find_map(acted)?;
        let odds = self.state.preview(action).odds.map(Odds::probability)?;
        let choice = Choice {
            action,
            odds: Some(odds),
            link: None,
        };
        offered(Ply(self.ply), &[choice])
    }

    /// The update with these events, and with the outcome if the match ended.
    fn update(&mut self, lines: &[EventLine], outcome: Option<Outcome>) -> ServerMessage {
        let before = self.lobby.clone();
        for line in lines {
            self.follow(&line.event);
        }
        if outcome.is_some() {
            self.lobby.phase = Phase::Over;
        }
        ServerMessage::Update {
            notice: None,
            layout: None,
            revision: lines.last().map_or(Revision(0), |it| it.revision),
            events: lines.iter().map(|it| it.event.clone()).collect(),
            lobby: (self.lobby != before).then(|| self.lobby.clone()),
            view: Some(self.state.view()),
            ply: Ply(self.ply),
            outcome,
        }
    }

    fn follow(&mut self, event: &EventView) {
        match event {
            EventView::Match(event) => self.follow_match(event),
            EventView::Seats(SeatEvent::HandedToBot { seat }) => {
                self.change(*seat, |it| set_held_by_bot(it, true));
            }
            EventView::Seats(SeatEvent::TakenBack { seat }) => {
                self.change(*seat, |it| set_held_by_bot(it, false));
            }
            EventView::Seats(SeatEvent::SeatLeft { seat }) => self.change(*seat, vacate),
            EventView::People(event) => {
                if let Some(player) = event.departed() {
                    self.lobby
                        .seats
                        .iter_mut()
                        .filter(|it| holds(it, player))
                        .for_each(vacate);
                    self.lobby.players.retain(|it| it.player != player);
                }
            }
            EventView::Seats(_)
            | EventView::Lobby(_)
            | EventView::Dice(_)
            | EventView::Votes(_)
            | EventView::Talk(_) => {}
        }
    }

    fn follow_match(&mut self, event: &MatchEventView) {
        match event {
            MatchEventView::Acted { action, .. } => {
                self.state.act(*action);
                self.ply = self.ply.saturating_add(1);
            }
            MatchEventView::Rolled { chance } => self.state.resolve(*chance),
            MatchEventView::Resigned { seat } => self.change(*seat, |it| it.resigned = true),
            MatchEventView::PauseWanted { seat, wanted } => {
                self.change(*seat, |it| it.wants_pause = *wanted);
            }
            MatchEventView::Paused => self.lobby.paused = true,
            MatchEventView::Continued => self.lobby.paused = false,
            MatchEventView::MatchCalled
            | MatchEventView::MatchStarted { .. }
            | MatchEventView::TimedOut { .. } => {}
        }
    }

    fn change(&mut self, seat: Seat, change: impl FnOnce(&mut SeatView)) {
        if let Some(seat) = self.lobby.seats.get_mut(seat.idx()) {
            change(seat);
        }
    }
}

fn set_held_by_bot(seat: &mut SeatView, by_bot: bool) {
    if let HolderView::Human { held_by_bot, .. } = &mut seat.holder {
        *held_by_bot = by_bot;
    }
}

/// Notes that a bot plays on for a human who has left for good.
fn vacate(seat: &mut SeatView) {
    seat.holder = HolderView::Bot { bot: STAND_IN };
    seat.wants_pause = false;
}

fn holds(seat: &SeatView, wanted: PlayerId) -> bool {
    matches!(seat.holder, HolderView::Human { player, .. } if player == wanted)
}

/// The lobby when the match was announced.
fn lobby(file: &MatchFile) -> LobbyView {
    let holder = |it: &SeatHolder| match it {
        SeatHolder::Human { player, .. } => HolderView::Human {
            player: *player,
            ready: false,
            held_by_bot: false,
        },
        SeatHolder::Bot { bot } => HolderView::Bot { bot: *bot },
    };
    let seat = |it| SeatView {
        holder: holder(it),
        resigned: false,
        wants_pause: false,
        wants_skip: false,
        bot_wanted_by: Vec::new(),
        rating: None,
    };
    let person = |it: &SeatHolder| match it {
        SeatHolder::Human { player, name } => Some(PlayerView {
            player: *player,
            name: name.clone(),
            connected: true,
            silenced: false,
            account: None,
        }),
        SeatHolder::Bot { .. } => None,
    };
    let (code, title) = names(&file.header.match_id);
    LobbyView {
        lobby: code,
        title,
        settings: file.header.settings.clone(),
        phase: Phase::Playing,
        paused: false,
        host: None,
        seats: file.header.seats.iter().map(seat).collect(),
        players: file.header.seats.iter().filter_map(person).collect(),
        has_password: false,
        locked: false,
        bans: Vec::new(),
        evening: None,
        rated: false,
        unrated: None,
    }
}

/// The lobby's code, on which nothing on the board depends, and the name of the match: the code
/// with the match's number.
fn names(id: &MatchId) -> (LobbyCode, String) {
    let mut parts = id.as_str().split('-');
    let code = parts.next().unwrap_or_default();
    let title = parts
        .next()
        .map_or_else(|| code.to_owned(), |number| format!("{code}-{number}"));
    (
        code.parse()
            .unwrap_or_else(|_not_a_code| LobbyCode::from_draws([0; 5])),
        title,
    )
}

/// The id of the replay's spectator, which nobody at the table has.
#[expect(
    clippy::expect_used,
    reason = "a match has fewer people than there are numbers"
)]
fn watcher(file: &MatchFile) -> PlayerId {
    let is_held = |wanted: &PlayerId| {
        let is_same =
            |it: &SeatHolder| matches!(it, SeatHolder::Human { player, .. } if player == wanted);
        file.header.seats.iter().any(is_same)
    };
    let mut numbers = (0..=u32::MAX).map(PlayerId);
    numbers
        .find(|it| !is_held(it))
        .expect("a number that nobody has")
}
