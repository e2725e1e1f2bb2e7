//! The feed of a lobby: its latest updates, so that people who return get exactly what they missed, or else a snapshot.
//!
//! A lobby's task owns one. It keeps encoded messages: the same bytes that everybody else got.

use std::collections::VecDeque;

use dicehall_engine::lobby::Revision;
use prometheus_client::metrics::gauge::Gauge;

use crate::count;
use crate::frame::Frame;

/// The most updates that a feed keeps.
pub(crate) const FEED_UPDATES_MAX: usize = 64;
/// The most bytes of updates that a feed keeps, but always the newest: some turns of a small game, some actions of a large one.
/// Whoever has missed more gets a snapshot, which is no longer.
const FEED_SIZE_MAX: usize = 8 * 1024;

/// The latest updates, oldest first.
#[derive(Debug)]
pub(crate) struct Feed {
    latest: Revision,
    updates: VecDeque<Update>,
    /// The bytes in them.
    size: usize,
    /// The number of updates in all feeds together.
    kept: Gauge,
}

#[derive(Debug)]
struct Update {
    /// The revision before the first of its events.
    before: Revision,
    frame: Frame,
}

impl Feed {
    /// An empty feed that begins after `latest`.
    pub(crate) fn starting_after(latest: Revision, kept: Gauge) -> Self {
        Self {
            latest,
            updates: VecDeque::new(),
            size: 0,
            kept,
        }
    }

    /// Adds the update that leads to `revision`.
    pub(crate) fn push(&mut self, revision: Revision, frame: Frame) {
        self.size += frame.size();
        while self.updates.len() >= FEED_UPDATES_MAX || self.size > FEED_SIZE_MAX {
            let Some(oldest) = self.updates.pop_front() else {
                break;
            };
            self.size -= oldest.frame.size();
            self.kept.dec();
        }
        self.kept.inc();
        self.updates.push_back(Update {
            before: self.latest,
            frame,
        });
        self.latest = revision;
    }

    /// The updates after `seen` for a client that speaks this version; `None` if the feed does not reach back that far, or
    /// not in that version, or if `seen` is in the future.
    pub(crate) fn after(&self, seen: Revision, version: u32) -> Option<Vec<Frame>> {
        if seen == self.latest {
            return Some(Vec::new());
        }
        let first = self.updates.iter().position(|it| it.before == seen)?;
        self.updates
            .iter()
            .skip(first)
            .map(|it| it.frame.for_version(version).cloned())
            .collect()
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.kept.dec_by(count::to_i64(self.updates.len()));
    }
}

#[cfg(test)]
mod tests {
    use dicehall_protocol::{OLDEST_VERSION, VERSION};

    use super::*;

    /// Checks the updates after `seen`, as text, in a feed that begins at revision 10 and grows by two events an
    /// update.
    #[track_caller]
    fn check(updates: u64, seen: u64, expect: Option<&str>) {
        let kept = Gauge::default();
        let mut feed = Feed::starting_after(Revision(10), kept.clone());
        for count in 1..=updates {
            feed.push(
                Revision(10 + 2 * count),
                Frame::new(&(10 + 2 * count).to_string()),
            );
        }
        let missed = feed.after(Revision(seen), VERSION).map(|it| {
            it.iter()
                .map(|it| it.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        });
        assert_eq!(missed.as_deref(), expect, "{updates} updates, seen {seen}");
        assert_eq!(
            kept.get(),
            i64::try_from(feed.updates.len()).unwrap(),
            "what is kept is counted"
        );
        drop(feed);
        assert_eq!(kept.get(), 0, "and what is dropped is not");
    }

    #[test]
    fn whoever_has_seen_everything_misses_nothing() {
        check(0, 10, Some(""));
        check(3, 16, Some(""));
    }

    #[test]
    fn exactly_the_missed_updates_are_given() {
        check(3, 14, Some("16"));
        check(3, 10, Some("12 14 16"));
    }

    #[test]
    fn what_the_feed_does_not_cover_needs_a_snapshot() {
        check(0, 9, None);
        check(3, 8, None);
        check(3, 11, None);
        check(3, 17, None);
        check(3, 18, None);
    }

    #[test]
    fn the_oldest_update_is_forgotten_first() {
        let max = u64::try_from(FEED_UPDATES_MAX).unwrap();
        let all = |from: u64, to: u64| {
            (from..=to)
                .map(|it| (10 + 2 * it).to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        check(max, 10, Some(&all(1, max)));
        check(max + 1, 10, None);
        check(max + 1, 12, Some(&all(2, max + 1)));
    }

    #[test]
    fn each_version_gets_its_own_form_or_nothing() {
        let mut feed = Feed::starting_after(Revision(0), Gauge::default());
        feed.push(Revision(1), Frame::in_two_forms("unmade", None));
        feed.push(
            Revision(2),
            Frame::in_two_forms("new", Some(Frame::new("old"))),
        );
        feed.push(Revision(3), Frame::new("same"));
        let after = |seen, version| {
            let missed = feed.after(Revision(seen), version)?;
            Some(
                missed
                    .iter()
                    .map(|it| it.to_string())
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        };
        assert_eq!(after(0, VERSION).as_deref(), Some("unmade new same"));
        assert_eq!(after(0, OLDEST_VERSION), None);
        assert_eq!(after(1, OLDEST_VERSION).as_deref(), Some("old same"));
        assert_eq!(feed.size, "unmade".len() + "newold".len() + "same".len());
    }

    /// Updates of these lengths come; those that are kept at the end, the oldest first.
    #[track_caller]
    fn check_lengths(come: &[usize], stay: &[usize]) {
        let kept = Gauge::default();
        let mut feed = Feed::starting_after(Revision(0), kept.clone());
        for (count, length) in (1..).zip(come) {
            feed.push(Revision(count), Frame::new(&"x".repeat(*length)));
        }
        let lengths: Vec<usize> = feed.updates.iter().map(|it| it.frame.len()).collect();
        assert_eq!(lengths, stay, "{come:?}");
        assert_eq!(kept.get(), i64::try_from(stay.len()).unwrap());
    }

    #[test]
    fn no_more_bytes_are_kept_than_there_may_be_but_for_the_newest_update() {
        let (half, most) = (FEED_SIZE_MAX / 2, FEED_SIZE_MAX);
        check_lengths(&[half, half], &[half, half]);
        check_lengths(&[half, half, 1], &[half, 1]);
        check_lengths(&[1, half, half, half], &[half, half]);
        check_lengths(&[half, most], &[most]);
        check_lengths(&[half, most + 1], &[most + 1]);
        check_lengths(&[half, most + 1, 1, 2], &[1, 2]);
    }
}
