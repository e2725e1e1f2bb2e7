//! The evening of a lobby as everybody in it sees it. Called for every view of a lobby.

use dicehall_engine::lobby::{Evening, EveningHolder, EveningRow};
use dicehall_protocol::{EveningHolderView, EveningRowView, EveningView};

/// The evening; `None` before a match has ended.
pub(super) fn evening_view(evening: &Evening) -> Option<EveningView> {
    let matches = evening.matches();
    let rows = || evening.rows().into_iter().map(row_view).collect();
    (matches > 0).then(|| EveningView {
        matches,
        rows: rows(),
    })
}

fn row_view(row: &EveningRow) -> EveningRowView {
    EveningRowView {
        who: holder_view(&row.holder),
        played: row.played,
        won: row.won,
        drawn: row.drawn,
    }
}

fn holder_view(holder: &EveningHolder) -> EveningHolderView {
    match holder {
        EveningHolder::Human(name) => EveningHolderView::Human { name: name.clone() },
        EveningHolder::Rung(rung, number) => EveningHolderView::Rung {
            rung: rung.number(),
            number: *number,
        },
        EveningHolder::Bot(bot, number) => EveningHolderView::Bot {
            bot: *bot,
            number: *number,
        },
    }
}
