//! The events of a lobby as everybody may see them: without passwords, keys, addresses, and the secret of the dice before the
//! end.
//!
//! Made by the server from the engine's events, and sent in updates, in the history, and in match files.

use dicehall_engine::audit::AuditStep;
use dicehall_engine::fair::{Commitment, MatchId, Secret};
use dicehall_engine::grouped;
use dicehall_engine::lobby::{EndReason, PeopleEvent, PlayerId, SeatEvent, TalkEvent, VoteEvent};
use dicehall_engine::{AnyAction, AnyChance, AnyConfig, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use strum::VariantNames;

#[cfg(feature = "schema")]
use crate::flat_choice::flat_choice;

grouped! {
    /// An event, as everyone may see it.
    pub enum EventView {
        /// The lobby itself.
        Lobby(LobbyEventView),
        /// The people in it.
        People(PeopleEvent<EnteredView>),
        /// Who holds which seat.
        Seats(SeatEvent),
        /// The agreement on the dice of a match.
        Dice(DiceEventView),
        /// The match.
        Match(MatchEventView),
        /// The votes of people about how it goes on.
        Votes(VoteEvent),
        /// The talk between people.
        Talk(TalkEvent),
    }
}

/// The lobby's events, without its password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "each is the engine's event of the same name, which explains its fields"
)]
pub enum LobbyEventView {
    /// The lobby was made.
    Created,
    /// The host changed the settings.
    SettingsChanged,
    /// Whoever comes in must know another password, or none.
    PasswordChanged { has_password: bool },
    /// Nobody new is let in, or everybody again.
    LockChanged { locked: bool },
    /// The lobby ended.
    Ended { reason: EndReason },
}

/// A person who came in, without key and address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline, description = ""))]
#[expect(missing_docs, reason = "the engine explains the fields")]
pub struct EnteredView {
    pub player: PlayerId,
    pub name: String,
}

/// The events of the agreement on dice; the secret is shown only at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "each is the engine's event of the same name, which explains its fields"
)]
pub enum DiceEventView {
    /// The server bound itself to a secret, and asks these seats for their shares.
    DiceSealed {
        match_id: MatchId,
        begun_at: u64,
        commitment: Commitment,
        seats: SeatSet,
    },
    /// A seat bound itself to its share.
    ShareCommitted { seat: Seat, commitment: Commitment },
    /// A seat showed its share.
    ShareShown { seat: Seat, share: Secret },
    /// A share did not come in time and counts as zero.
    ShareMissed { seat: Seat },
    /// The secret of the match that ended is shown.
    DiceOpened { secret: Secret },
}

/// The events of a match, without the times that the clocks show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "each is the engine's event of the same name, which explains its fields"
)]
pub enum MatchEventView {
    /// A match is to begin.
    MatchCalled,
    /// A match began.
    MatchStarted { config: AnyConfig },
    /// A seat chose.
    Acted { seat: Seat, action: AnyAction },
    /// Nature chose.
    Rolled { chance: AnyChance },
    /// A seat gave the match up.
    Resigned { seat: Seat },
    /// A seat's time is up: a bot makes the action or the rest of the turn.
    TimedOut { seat: Seat },
    /// A seat wants the match to pause, or no longer.
    PauseWanted { seat: Seat, wanted: bool },
    /// The match pauses.
    Paused,
    /// The match goes on.
    Continued,
}

impl EventView {
    /// The step of the match in the event, given who sat where when the match was called; `None` if it has none.
    pub fn step(&self, seat_of: impl FnOnce(PlayerId) -> Option<Seat>) -> Option<AuditStep> {
        match self {
            Self::Match(event) => match event {
                MatchEventView::Acted { seat, action } => Some(AuditStep::Acted(*seat, *action)),
                MatchEventView::Rolled { chance } => Some(AuditStep::Rolled(*chance)),
                MatchEventView::Resigned { seat } => Some(AuditStep::Resigned(*seat)),
                MatchEventView::MatchCalled
                | MatchEventView::MatchStarted { .. }
                | MatchEventView::TimedOut { .. }
                | MatchEventView::PauseWanted { .. }
                | MatchEventView::Paused
                | MatchEventView::Continued => None,
            },
            Self::Seats(SeatEvent::SeatLeft { seat }) => Some(AuditStep::Vacated(*seat)),
            Self::People(event) => seat_of(event.departed()?).map(AuditStep::Vacated),
            Self::Seats(_) | Self::Lobby(_) | Self::Dice(_) | Self::Votes(_) | Self::Talk(_) => {
                None
            }
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for EventView {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EventView".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        const ORDER: &str = "created entered left kicked banned ban_lifted silence_changed password_changed lock_changed \
             seat_taken seat_left bot_seated seat_opened seat_closed host_changed settings_changed ready_changed \
             match_called dice_sealed share_committed share_shown share_missed dice_opened match_started acted rolled \
             handed_to_bot taken_back resigned timed_out pause_wanted paused continued skip_wanted stand_in_wanted said \
             reacted ended";
        let groups = [
            LobbyEventView::json_schema(generator),
            PeopleEvent::<EnteredView>::json_schema(generator),
            SeatEvent::json_schema(generator),
            DiceEventView::json_schema(generator),
            MatchEventView::json_schema(generator),
            VoteEvent::json_schema(generator),
            TalkEvent::json_schema(generator),
        ];
        flat_choice("What happened, as everyone may see it.", ORDER, &groups)
    }
}
