//! The ticks: how often time passes for what the screens show, and what waits for it.
//!
//! Asked by the loops of the screens and of the line mode. Law kept here: while nothing moves and nothing is counted there is no
//! tick, so a program that only waits costs nothing.

use super::game_match::GameMatch;
use super::lobby::Lobby;
use super::popup::Popup;
use super::popup::review::ReviewPage;
use super::{COUNTDOWN_MS, Connection, Model, STAY_MS, Screen};
use crate::games::act::arriving::ARRIVE_FRAME_MS;
use crate::games::rolling::ROLL_FRAME_MS;

impl Model {
    /// The pause between two ticks in milliseconds; `None` while nothing counts down. There are
    /// ticks only while lobbies are listed, dice roll, a replay plays, or a clock or the pause
    /// before an attempt is counted down; and, far apart, on a big screen.
    pub fn tick_ms(&self) -> Option<u64> {
        if let Some(replay) = self.replay.as_ref().filter(|it| it.plays) {
            return Some(replay.step_ms());
        }
        let rolls = self.game_match().is_some_and(|it| it.rolling.is_some());
        let falls = self
            .game_match()
            .is_some_and(|it| it.fall.is_some() || it.incident.is_some());
        let arrive = self.game_match().is_some_and(|it| it.arriving.is_some());
        if rolls {
            Some(ROLL_FRAME_MS * self.frames_at_once())
        } else if arrive {
            Some(ARRIVE_FRAME_MS * self.frames_at_once())
        } else if falls {
            Some(COUNTDOWN_MS)
        } else if self.lists() {
            Some(self.lobbies.pause_ms())
        } else {
            let stays = self.shows_big_screen().then_some(STAY_MS);
            let counts = self.counts_down() || self.waits_for_review();
            counts.then_some(COUNTDOWN_MS).or(stays)
        }
    }

    /// So many frames of what moves become one: a program that draws for all guests of a door draws half as often.
    fn frames_at_once(&self) -> u64 {
        if self.rights.door().is_some() { 2 } else { 1 }
    }

    /// Whether the ticks do nothing but ask for the list of lobbies, so that what is shown stays as it is.
    pub fn only_lists(&self) -> bool {
        self.lists() && self.tick_ms() == Some(self.lobbies.pause_ms()) && !self.counts_down()
    }

    /// Whether the list of lobbies is on the screen and kept new.
    fn lists(&self) -> bool {
        self.is_connected() && self.screen == Screen::Lobbies
    }

    /// Whether somebody looks at a review that the server makes.
    pub fn waits_for_review(&self) -> bool {
        let is_shown = self.popups.contains(&Popup::Review) && self.is_connected();
        is_shown && self.review.as_deref().is_some_and(ReviewPage::waits)
    }

    /// Whether a clock, a pause or an answer that is late is counted.
    fn counts_down(&self) -> bool {
        let is_late = self.late_ms().is_some() || self.talk.pause_ms.is_some();
        let waits = matches!(self.connection, Connection::Waiting { .. }) || is_late;
        let counts = self.game_match().is_some_and(GameMatch::counts_down)
            || self.lobby.as_ref().is_some_and(Lobby::counts_down);
        waits || (self.is_connected() && counts)
    }
}
