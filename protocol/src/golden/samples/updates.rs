//! One update for each event of a lobby.

use dicehall_engine::Seat;
use dicehall_engine::fair::{Party, commitment};
use dicehall_engine::lobby::{
    EndReason, PeopleEvent, Phase, PlayerId, Ply, Reaction, Revision, SeatEvent, TalkEvent,
    VoteEvent,
};

use super::{
    SECRET, SHARE, attack, bot, config, lobby_view, match_id, outcome, pass, reinforce, roll, view,
};
use crate::{
    DiceEventView, EnteredView, EventView, History, LobbyEventView, LobbyView, MatchEventView,
    Notice, PastUpdate, ServerMessage, VERSION,
};

/// The updates, by the end of their file name.
pub(super) fn all() -> impl Iterator<Item = (&'static str, ServerMessage)> {
    events()
        .into_iter()
        .map(|(name, events)| (name, update(events)))
}

/// A past in which a person spoke, and a seat attacked and won.
pub(super) fn history() -> History {
    let past = |revision, events| PastUpdate {
        revision: Revision(revision),
        events,
        view: None,
        outcome: None,
    };
    let (player, text) = (PlayerId(1), "hello".to_owned());
    let acted = EventView::Match(MatchEventView::Acted {
        seat: Seat::ALL[0],
        action: attack(),
    });
    let rolled = EventView::Match(MatchEventView::Rolled { chance: roll() });
    History {
        updates: vec![
            past(28, vec![TalkEvent::Said { player, text }.into()]),
            PastUpdate {
                view: Some(view()),
                outcome: Some(outcome()),
                ..past(30, vec![acted, rolled])
            },
        ],
        has_earlier: true,
    }
}

/// One update for each event, or for events that come together.
#[expect(
    clippy::too_many_lines,
    reason = "a list with an entry for each kind of message"
)]
fn events() -> Vec<(&'static str, Vec<EventView>)> {
    let (seat, player, name) = (Seat::ALL[0], PlayerId(1), "Ben".to_owned());
    let acted = EventView::Match(MatchEventView::Acted {
        seat,
        action: attack(),
    });
    let bound = commitment(&match_id(), Party::Seat(seat), &SHARE);
    let sealed = EventView::Dice(DiceEventView::DiceSealed {
        match_id: match_id(),
        begun_at: 1_800_000_000,
        commitment: commitment(&match_id(), Party::Server, &SECRET),
        seats: [Seat::ALL[0], Seat::ALL[1]].into_iter().collect(),
    });
    let one = |name, event: EventView| (name, vec![event]);
    vec![
        one("created", LobbyEventView::Created.into()),
        one(
            "entered",
            PeopleEvent::Entered(EnteredView { player, name }).into(),
        ),
        one("left", PeopleEvent::Left { player }.into()),
        one("kicked", PeopleEvent::Kicked { player }.into()),
        one("banned", PeopleEvent::Banned { player }.into()),
        one("ban_lifted", PeopleEvent::BanLifted { player }.into()),
        one(
            "silence_changed",
            PeopleEvent::SilenceChanged {
                player,
                silenced: true,
            }
            .into(),
        ),
        one(
            "password_changed",
            LobbyEventView::PasswordChanged { has_password: true }.into(),
        ),
        one(
            "lock_changed",
            LobbyEventView::LockChanged { locked: true }.into(),
        ),
        one("seat_taken", SeatEvent::SeatTaken { seat, player }.into()),
        one("seat_left", SeatEvent::SeatLeft { seat }.into()),
        one(
            "bot_seated",
            SeatEvent::BotSeated { seat, bot: bot() }.into(),
        ),
        one("seat_opened", SeatEvent::SeatOpened { seat }.into()),
        one("seat_closed", SeatEvent::SeatClosed { seat }.into()),
        one("host_changed", PeopleEvent::HostChanged { player }.into()),
        one("settings_changed", LobbyEventView::SettingsChanged.into()),
        one(
            "ready_changed",
            SeatEvent::ReadyChanged { seat, ready: true }.into(),
        ),
        one("match_called", MatchEventView::MatchCalled.into()),
        ("dice_sealed", vec![sealed]),
        one(
            "share_committed",
            DiceEventView::ShareCommitted {
                seat,
                commitment: bound,
            }
            .into(),
        ),
        one(
            "share_shown",
            DiceEventView::ShareShown { seat, share: SHARE }.into(),
        ),
        one("share_missed", DiceEventView::ShareMissed { seat }.into()),
        one(
            "dice_opened",
            DiceEventView::DiceOpened { secret: SECRET }.into(),
        ),
        one(
            "match_started",
            MatchEventView::MatchStarted { config: config() }.into(),
        ),
        one(
            "acted_pass",
            MatchEventView::Acted {
                seat,
                action: pass(),
            }
            .into(),
        ),
        (
            "acted_attack",
            vec![acted, MatchEventView::Rolled { chance: roll() }.into()],
        ),
        one(
            "reinforced",
            MatchEventView::Rolled {
                chance: reinforce(),
            }
            .into(),
        ),
        one("handed_to_bot", SeatEvent::HandedToBot { seat }.into()),
        one("taken_back", SeatEvent::TakenBack { seat }.into()),
        one("resigned", MatchEventView::Resigned { seat }.into()),
        one("timed_out", MatchEventView::TimedOut { seat }.into()),
        one(
            "pause_wanted",
            MatchEventView::PauseWanted { seat, wanted: true }.into(),
        ),
        one("paused", MatchEventView::Paused.into()),
        one("continued", MatchEventView::Continued.into()),
        one(
            "skip_wanted",
            VoteEvent::SkipWanted {
                player,
                wanted: true,
            }
            .into(),
        ),
        one(
            "stand_in_wanted",
            VoteEvent::StandInWanted {
                player,
                seat,
                wanted: true,
            }
            .into(),
        ),
        one(
            "said",
            TalkEvent::Said {
                player,
                text: "gg".to_owned(),
            }
            .into(),
        ),
        one(
            "reacted",
            TalkEvent::Reacted {
                player,
                seat,
                reaction: Reaction::Clap,
            }
            .into(),
        ),
        one(
            "ended_empty",
            LobbyEventView::Ended {
                reason: EndReason::Empty,
            }
            .into(),
        ),
        one(
            "ended_abandoned",
            LobbyEventView::Ended {
                reason: EndReason::Abandoned,
            }
            .into(),
        ),
    ]
}

/// An update with the fields that change with such events: a new board, the new seats, or nothing more.
fn update(events: Vec<EventView>) -> ServerMessage {
    let in_match = events.iter().any(|it| {
        matches!(
            it,
            EventView::Match(
                MatchEventView::Acted { .. }
                    | MatchEventView::Rolled { .. }
                    | MatchEventView::MatchStarted { .. }
            )
        )
    });
    let said = events
        .iter()
        .any(|it| matches!(it, EventView::Talk(_) | EventView::Dice(_)));
    let called = events.contains(&EventView::Match(MatchEventView::MatchCalled));
    let resigned = events
        .iter()
        .any(|it| matches!(it, EventView::Match(MatchEventView::Resigned { .. })));
    let paused = events.contains(&EventView::Match(MatchEventView::Paused));
    let is_started =
        |it: &EventView| matches!(it, EventView::Match(MatchEventView::MatchStarted { .. }));
    let begins = events.iter().any(is_started);
    ServerMessage::Update {
        revision: Revision(42),
        events,
        layout: begins.then(|| config().layout()),
        lobby: (!in_match && !said).then(|| {
            let phase = if called {
                Phase::Starting
            } else {
                Phase::Playing
            };
            LobbyView {
                paused,
                ..lobby_view(phase)
            }
        }),
        view: in_match.then(view),
        ply: Ply(8),
        outcome: resigned.then(outcome),
        notice: None,
    }
}

/// The messages in which whoever operates the server says something.
pub(super) fn notices() -> Vec<(&'static str, ServerMessage)> {
    vec![
        (
            "welcome_notice",
            ServerMessage::Welcome {
                version: VERSION,
                server: "Dicehall 0.1.0".to_owned(),
                resumed: false,
                renewed: None,
                notice: Some(Notice {
                    text: Some("Tournament on Sunday at six.".to_owned()),
                    ends_in_ms: None,
                }),
                challenge: None,
            },
        ),
        (
            "update_notice",
            ServerMessage::Update {
                revision: Revision(42),
                events: Vec::new(),
                layout: None,
                lobby: None,
                view: None,
                ply: Ply(8),
                outcome: None,
                notice: Some(Notice {
                    text: Some("We install an update.".to_owned()),
                    ends_in_ms: Some(600_000),
                }),
            },
        ),
    ]
}
