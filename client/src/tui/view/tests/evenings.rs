//! The lobby after some matches: who has won how many of them.

use dicehall_protocol::{EveningHolderView, EveningRowView, EveningView, LobbyView};

use super::*;

/// An evening of two matches: Aki has won one, and a bot of the third rung the other.
pub(super) fn two_matches() -> EveningView {
    let row = |who, won, drawn| EveningRowView {
        who,
        played: 2,
        won,
        drawn,
    };
    let (aki, bo) = ("Aki".to_owned(), "Bo".to_owned());
    let (rung, number) = (3, 1);
    EveningView {
        matches: 2,
        rows: vec![
            row(EveningHolderView::Human { name: aki }, 1, 0),
            row(EveningHolderView::Rung { rung, number }, 1, 0),
            row(EveningHolderView::Human { name: bo }, 0, 1),
        ],
    }
}

#[test]
fn the_lobby_tells_who_has_won_how_many_matches() {
    let mut model = in_lobby();
    model.lobby.as_mut().unwrap().replace(LobbyView {
        evening: Some(two_matches()),
        ..lobby_view()
    });
    check("lobby_evening", &mut model, USUAL);
    check("lobby_evening_120x40", &mut model, (120, 40));
    check("lobby_evening_200x60", &mut model, (200, 60));
    let shown = screen(&mut model, 120, 40);
    for row in ["Heron", "TONIGHT", "won draw"] {
        assert!(shown.contains(row), "{row}: {shown}");
    }
}
