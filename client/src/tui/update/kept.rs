//! Tells the person where a match is kept, and what is not kept.
//!
//! Called by `update` and `link`. Law kept here: the loss of a kind of thing is told once.

use std::path::PathBuf;

use dicehall_files::Why;

use crate::files::keep::{KeptItem, NotKept};
use crate::tui::message::MachineEffect;
use crate::tui::model::Model;

/// Tells that something is not kept. The loss of a match is told for each.
pub(super) fn lost(model: &mut Model, not_kept: &NotKept) {
    let is_each = matches!(not_kept.what, KeptItem::Match | KeptItem::Record);
    if model.kept.told.insert(not_kept.what) || is_each {
        model.warn(not_kept.told(model.look.language));
    }
}

/// Tells that a match, by the name of its file, is not in the record; the result of the match tells it as well.
pub(super) fn unrecorded(model: &mut Model, (name, not_kept): (String, NotKept)) {
    lost(model, &not_kept);
    model.kept.unrecorded = Some((name, not_kept));
}

/// Notes what the embedded server says of a match file. The record then knows where it is.
pub(super) fn written(model: &mut Model, name: String, fault: Option<Why>) {
    let Some(folder) = model.kept.match_folder.clone() else {
        return;
    };
    let path = folder.join(&name);
    match &fault {
        None => model.on_machine(MachineEffect::RecordFile {
            name: name.clone(),
            path,
        }),
        Some(why) => lost(
            model,
            &NotKept {
                what: KeptItem::Match,
                why: why.clone(),
                path: Some(path),
            },
        ),
    }
    model.kept.reported = Some((name, fault));
}

/// Tells where the picture of the result is, or why there is none.
pub(super) fn card_written(model: &mut Model, written: Result<PathBuf, NotKept>) {
    let language = model.look.language;
    match written {
        Ok(path) => model.tell(language.card_written(path.display().to_string())),
        Err(not_kept) => model.warn(not_kept.told(language)),
    }
}

/// Shows the replay of the match that is over, or tells why there is none.
pub(super) fn watch(model: &mut Model) {
    if let Some(file) = model.match_file() {
        return model.on_machine(MachineEffect::WatchMatch(file));
    }
    let lost = model.not_kept();
    match lost.iter().find(|it| it.what == KeptItem::Match) {
        Some(it) => model.warn(it.told(model.look.language)),
        None => model.tell(model.look.language.match_not_yet()),
    }
}
