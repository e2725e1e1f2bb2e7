//! The course of a match, out of its file: how it began, and every action and roll.
//!
//! Called by whoever reviews a match or shows it again. Law kept here: nothing is checked against the rules; whoever reads a stranger's file audits it
//! first.

use dicehall_engine::{AnyConfig, Origin, OriginStep};

use super::{EventLine, MatchFile};
use crate::server_message::{EventView, MatchEventView};

impl MatchFile {
    /// The start of the match and all of its steps, those of an earlier match from which it went on among them; `None` for a file
    /// without a start.
    pub fn course(&self) -> Option<Origin> {
        let mut started = self.events.iter().filter_map(start);
        let earlier = self.header.origin.as_ref().map(|it| it.steps.clone());
        let mut steps = earlier.unwrap_or_default();
        steps.extend(self.events.iter().filter_map(EventLine::step));
        Some(Origin {
            match_id: self.header.match_id.clone(),
            config: started.next()?.clone(),
            steps,
        })
    }
}

/// The configuration with which a match starts; `None` for another event.
const fn start(line: &EventLine) -> Option<&AnyConfig> {
    if let EventView::Match(MatchEventView::MatchStarted { config }) = &line.event {
        return Some(config);
    }
    None
}

impl EventLine {
    /// The step that the event means; `None` if it changes no position.
    pub fn step(&self) -> Option<OriginStep> {
        if let EventView::Match(MatchEventView::Acted { action, .. }) = self.event {
            return Some(OriginStep::Acted(action));
        }
        if let EventView::Match(MatchEventView::Rolled { chance }) = self.event {
            return Some(OriginStep::Rolled(chance));
        }
        None
    }
}
