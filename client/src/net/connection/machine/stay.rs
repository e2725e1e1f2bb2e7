//! Whether an event ends a person's stay in the lobby. Called by the machine: such a place is not returned to.

use dicehall_engine::lobby::PlayerId;
use dicehall_protocol::EventView;

/// Whether `me` is no longer in the lobby after the event.
pub(super) fn ends_stay_of(me: Option<PlayerId>, event: &EventView) -> bool {
    match event {
        EventView::Ended { .. } => true,
        EventView::Kicked { player }
        | EventView::Banned { player }
        | EventView::Left { player } => Some(*player) == me,
        EventView::Created
        | EventView::Entered { .. }
        | EventView::BanLifted { .. }
        | EventView::SilenceChanged { .. }
        | EventView::PasswordChanged { .. }
        | EventView::LockChanged { .. }
        | EventView::SeatTaken { .. }
        | EventView::SeatLeft { .. }
        | EventView::BotSeated { .. }
        | EventView::SeatOpened { .. }
        | EventView::SeatClosed { .. }
        | EventView::HostChanged { .. }
        | EventView::SettingsChanged
        | EventView::ReadyChanged { .. }
        | EventView::MatchCalled
        | EventView::DiceSealed { .. }
        | EventView::ShareCommitted { .. }
        | EventView::ShareShown { .. }
        | EventView::ShareMissed { .. }
        | EventView::DiceOpened { .. }
        | EventView::MatchStarted { .. }
        | EventView::Acted { .. }
        | EventView::Rolled { .. }
        | EventView::HandedToBot { .. }
        | EventView::TakenBack { .. }
        | EventView::Resigned { .. }
        | EventView::TimedOut { .. }
        | EventView::PauseWanted { .. }
        | EventView::Paused
        | EventView::Continued
        | EventView::Said { .. } => false,
    }
}
