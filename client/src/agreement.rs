//! What a client knows of how the dice of a match were agreed on: the snapshot's words, brought forward by events.
//!
//! Pure. The share and the record of a match both follow it.

use dicehall_engine::Seat;
use dicehall_protocol::{AgreementView, EventView, ShareView};

/// Brings an agreement forward by one event.
pub(crate) fn follow(agreement: &mut Option<AgreementView>, event: &EventView) {
    match event {
        EventView::MatchCalled => *agreement = None,
        EventView::DiceSealed { match_id, begun_at, commitment, seats } => {
            let fresh = |seat| ShareView { seat, commitment: None, share: None, missed: false };
            *agreement = Some(AgreementView {
                match_id: match_id.clone(),
                begun_at: *begun_at,
                commitment: *commitment,
                shares: seats.iter().map(fresh).collect(),
                secret: None,
                actions: 0,
            });
        }
        EventView::ShareCommitted { seat, commitment } => {
            change(agreement, *seat, |it| it.commitment = Some(*commitment));
        }
        EventView::ShareShown { seat, share } => change(agreement, *seat, |it| it.share = Some(*share)),
        EventView::ShareMissed { seat } => change(agreement, *seat, |it| it.missed = true),
        EventView::DiceOpened { secret } => {
            if let Some(agreement) = agreement {
                agreement.secret = Some(*secret);
            }
        }
        EventView::Acted { .. } => {
            if let Some(agreement) = agreement {
                agreement.actions = agreement.actions.saturating_add(1);
            }
        }
        EventView::TimedOut { .. }
        | EventView::PauseWanted { .. }
        | EventView::Paused
        | EventView::Continued
        | EventView::Created
        | EventView::Entered { .. }
        | EventView::Left { .. }
        | EventView::Kicked { .. }
        | EventView::Banned { .. }
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
        | EventView::MatchStarted { .. }
        | EventView::Rolled { .. }
        | EventView::HandedToBot { .. }
        | EventView::TakenBack { .. }
        | EventView::Resigned { .. }
        | EventView::Said { .. }
        | EventView::Ended { .. } => {}
    }
}

fn change(agreement: &mut Option<AgreementView>, seat: Seat, change: impl FnOnce(&mut ShareView)) {
    let share = agreement.iter_mut().flat_map(|it| &mut it.shares).find(|it| it.seat == seat);
    if let Some(share) = share {
        change(share);
    }
}
