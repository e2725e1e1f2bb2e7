//! The client's view of the agreement on a match's dice: taken from a snapshot, then advanced by
//! events.
//!
//! Pure; both the client's share and its record of the match use it. Law kept here: commitments of
//! the server cannot be taken back, and all commitments come before any share.

use dicehall_engine::Seat;
use dicehall_protocol::{AgreementView, DiceEventView, EventView, MatchEventView, ShareView};

/// Whether a server that now shows `now` takes back what it showed of the same match in `before`.
pub(crate) fn takes_back(before: &AgreementView, now: &AgreementView) -> bool {
    let is_same_seal = (&before.match_id, before.begun_at, before.commitment)
        == (&now.match_id, now.begun_at, now.commitment);
    let seats = |it: &AgreementView| it.shares.iter().map(|it| it.seat).collect::<Vec<_>>();
    let keeps = |(before, now): (&ShareView, &ShareView)| match before {
        ShareView { share: Some(_), .. } | ShareView { missed: true, .. } => before == now,
        ShareView { commitment, .. } => commitment.is_none() || *commitment == now.commitment,
    };
    !is_same_seal
        || seats(before) != seats(now)
        || !before.shares.iter().zip(&now.shares).all(keeps)
}

/// Whether every commitment has come or was missed, so that shares may be revealed.
pub(crate) fn is_revealing(agreement: &AgreementView) -> bool {
    agreement
        .shares
        .iter()
        .all(|it| it.missed || it.commitment.is_some())
}

/// Advances an agreement by one event; returns whether the event is in order: a seal, then
/// commitments, then shares.
#[must_use]
pub(crate) fn follow(agreement: &mut Option<AgreementView>, event: &EventView) -> bool {
    match event {
        EventView::Dice(event) => return follow_dice(agreement, event),
        EventView::Match(MatchEventView::MatchCalled) => *agreement = None,
        EventView::Match(_)
        | EventView::Lobby(_)
        | EventView::People(_)
        | EventView::Seats(_)
        | EventView::Votes(_)
        | EventView::Talk(_) => {}
    }
    true
}

fn follow_dice(agreement: &mut Option<AgreementView>, event: &DiceEventView) -> bool {
    let may_show = agreement.as_ref().is_some_and(is_revealing);
    match event {
        DiceEventView::DiceSealed {
            match_id,
            begun_at,
            commitment,
            seats,
        } => {
            let fresh = |seat| ShareView {
                seat,
                commitment: None,
                share: None,
                missed: false,
            };
            let sealed = AgreementView {
                match_id: match_id.clone(),
                begun_at: *begun_at,
                commitment: *commitment,
                shares: seats.iter().map(fresh).collect(),
                secret: None,
                actions: 0,
            };
            agreement.replace(sealed).is_none()
        }
        DiceEventView::ShareCommitted { seat, commitment } => change(agreement, *seat, |it| {
            it.commitment.replace(*commitment).is_none()
        }),
        DiceEventView::ShareShown { seat, share } => {
            change(agreement, *seat, |it| it.share.replace(*share).is_none()) && may_show
        }
        DiceEventView::ShareMissed { seat } => change(agreement, *seat, |it| {
            it.missed = true;
            it.share.is_none() && (may_show || it.commitment.is_none())
        }),
        DiceEventView::DiceOpened { secret } => agreement
            .as_mut()
            .is_some_and(|it| it.secret.replace(*secret).is_none()),
    }
}

/// Changes the share of a seat that was asked and has not missed; returns whether there is such a
/// share and the change is allowed.
fn change(
    agreement: &mut Option<AgreementView>,
    seat: Seat,
    change: impl FnOnce(&mut ShareView) -> bool,
) -> bool {
    let share = agreement
        .iter_mut()
        .flat_map(|it| &mut it.shares)
        .find(|it| it.seat == seat && !it.missed);
    share.is_some_and(change)
}

#[cfg(test)]
mod tests {
    use dicehall_engine::fair::{Commitment, MatchId, Secret};
    use dicehall_engine::game::SeatSet;

    use super::*;

    const BOUND: Commitment = Commitment([5; 32]);
    const SHARE: Secret = Secret([6; 32]);

    /// An event of seat 0 or 1, from a short text such as `1 committed`.
    fn event(text: &str) -> EventView {
        let (seat, what) = text.split_once(' ').unwrap();
        let seat = Seat::new(seat.parse().unwrap()).unwrap();
        match what {
            "committed" => EventView::Dice(DiceEventView::ShareCommitted {
                seat,
                commitment: BOUND,
            }),
            "shown" => EventView::Dice(DiceEventView::ShareShown { seat, share: SHARE }),
            "missed" => EventView::Dice(DiceEventView::ShareMissed { seat }),
            other => panic!("no event: {other}"),
        }
    }

    fn sealed() -> EventView {
        let match_id = MatchId::try_from("m-1".to_owned()).unwrap();
        let seats = Seat::first(2).collect::<SeatSet>();
        EventView::Dice(DiceEventView::DiceSealed {
            match_id,
            begun_at: 7,
            commitment: BOUND,
            seats,
        })
    }

    /// The agreement after a seal and these events, and whether the last one is in order; all
    /// events before it are.
    #[track_caller]
    fn after(script: &str) -> (AgreementView, bool) {
        let mut agreement = None;
        assert!(follow(&mut agreement, &sealed()), "a seal may come first");
        let mut is_in_order = true;
        for step in script.split("; ").filter(|it| !it.is_empty()) {
            assert!(is_in_order, "{script}: something before {step}");
            is_in_order = follow(&mut agreement, &event(step));
        }
        (agreement.unwrap(), is_in_order)
    }

    #[test]
    fn commitments_come_before_shares_and_each_comes_once() {
        for fine in [
            "0 committed; 1 committed; 1 shown; 0 shown",
            "0 committed; 1 missed; 0 shown",
            "0 missed; 1 missed",
        ] {
            assert!(after(fine).1, "{fine}");
        }
        for wrong in [
            "0 committed; 0 committed",
            "0 committed; 0 shown",
            "0 committed; 1 missed; 1 committed",
            "0 committed; 1 missed; 0 shown; 1 shown",
            "0 committed; 1 committed; 0 shown; 0 shown",
            "0 committed; 1 committed; 0 shown; 0 missed",
            "0 committed; 1 committed; 0 shown; 1 committed",
            "0 committed; 0 missed",
            "0 missed; 0 missed",
            "2 committed",
        ] {
            assert!(!after(wrong).1, "{wrong}");
        }
        let mut agreement = Some(after("").0);
        assert!(!follow(&mut agreement, &sealed()), "a match is sealed once");
        let opened = EventView::Dice(DiceEventView::DiceOpened { secret: SHARE });
        assert!(
            follow(&mut agreement, &opened) && !follow(&mut agreement, &opened),
            "and opened once"
        );
    }

    #[test]
    fn what_was_shown_is_not_taken_back() {
        let both = "0 committed; 1 committed; 0 shown";
        for (before, now) in [
            ("", both),
            ("0 committed", both),
            ("0 committed", "0 committed; 1 missed"),
            (both, both),
        ] {
            assert!(
                !takes_back(&after(before).0, &after(now).0),
                "{before} -> {now}"
            );
        }
        for (before, now) in [
            (both, "0 committed; 1 committed"),
            ("0 committed", ""),
            ("0 missed", ""),
            ("0 missed", "0 committed"),
        ] {
            assert!(
                takes_back(&after(before).0, &after(now).0),
                "{before} -> {now}"
            );
        }
        for change in [
            |it: &mut AgreementView| it.match_id = MatchId::try_from("m-2".to_owned()).unwrap(),
            |it: &mut AgreementView| it.begun_at = 8,
            |it: &mut AgreementView| it.commitment = Commitment([4; 32]),
            |it: &mut AgreementView| it.shares[0].share = None,
            |it: &mut AgreementView| it.shares[0].share = Some(Secret::ZERO),
            |it: &mut AgreementView| it.shares[0].missed = true,
            |it: &mut AgreementView| it.shares[1].commitment = Some(Commitment([4; 32])),
            |it: &mut AgreementView| it.shares.truncate(1),
        ] {
            let mut now = after(both).0;
            change(&mut now);
            assert!(takes_back(&after(both).0, &now), "{now:?}");
        }
    }
}
