//! The screen with the record of the person's matches.

use crate::files::record::{RecordedMatch, Summary};
use crate::tui::message::MachineEffect;
use crate::tui::model::popup::way::Way;
use crate::tui::model::{Model, RecordList, Screen};

/// The number of rows that a page key moves.
const PAGE_ROWS: usize = 10;

/// Opens the screen; the matches appear once they are read.
pub(super) fn open(model: &mut Model) {
    model.on_machine(MachineEffect::ReadRecord);
}

/// Shows the record that was read, or why it could not be.
pub(super) fn show(model: &mut Model, read: Result<Vec<RecordedMatch>, String>) {
    let (matches, failed) = match read {
        Ok(matches) => (matches, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    model.record = RecordList {
        summary: Summary::of(&matches),
        matches,
        row: 0,
        failed,
    };
    model.screen = Screen::Record;
}

/// Shows the replay of the chosen match.
pub(super) fn watch(model: &mut Model) {
    let Some(chosen) = model.record.matches.get(model.record.row) else {
        return;
    };
    match chosen.played.file.clone() {
        Some(file) => model.on_machine(MachineEffect::WatchMatch(file)),
        None => model.tell(model.look.language.record_elsewhere()),
    }
}

/// Moves a page up or down.
pub(super) fn page(model: &mut Model, way: Way) {
    let RecordList { matches, row, .. } = &mut model.record;
    let last = matches.len().saturating_sub(1);
    *row = match way {
        Way::Back => row.saturating_sub(PAGE_ROWS),
        Way::Forward => (*row + PAGE_ROWS).min(last),
    };
}
