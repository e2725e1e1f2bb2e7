//! The presence of a lobby's people: who is connected, and since when the others have been gone.
//!
//! Presence is not an event: only its consequences are. A lobby's task asks what is due, and tells the rules. While
//! nobody is connected no absence is counted: everybody's grace time begins when the first person is back, so that a
//! failure of the network or of the server gives no seat to a bot.

pub(crate) mod arrival;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use dicehall_engine::lobby::PlayerId;
use tokio::time::Instant;

use arrival::{Arrival, Arrivals};

/// The longest time that somebody who is away and holds no seat stays in the lobby, in milliseconds. Whoever comes back
/// later comes in again.
pub(crate) const WATCHER_AWAY_MS_MAX: u64 = 60_000;

/// A connection of a person to a lobby. The epoch grows with every connection, so that mail from a replaced connection
/// is recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionId {
    /// The person.
    pub(crate) player: PlayerId,
    /// The number of the connection among those of the lobby.
    pub(crate) epoch: u64,
}

/// How long people may be gone before something happens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GracePeriods {
    /// The time until a bot holds the seat.
    pub(crate) grace: Duration,
    /// The time until a lobby to which nobody is connected ends.
    pub(crate) abandon_after: Duration,
}

/// The people who are connected, and the absences of the others.
#[derive(Debug)]
pub(super) struct Presence {
    grace_periods: GracePeriods,
    last_epoch: u64,
    /// The latest connection of each person who is connected.
    connected: BTreeMap<PlayerId, u64>,
    /// The people who are not connected, until nothing more is due for them.
    gone: BTreeMap<PlayerId, Gone>,
    arrivals: Arrivals,
    /// Since when nobody has been connected; `None` if somebody is.
    empty_since: Option<Instant>,
    /// Whether somebody has come who had seen more of the lobby than there is.
    has_seen_more: bool,
}

#[derive(Clone, Copy, Debug)]
struct Gone {
    since: Instant,
    is_absent: bool,
}

/// A change that is due because time has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// The person has been gone for the whole grace time.
    Absent(PlayerId),
    /// A person without a seat has been gone so long that the place is needed for others.
    Lost(PlayerId),
    /// Nobody was connected for too long.
    Abandoned,
}

impl Presence {
    /// A lobby to which nobody is connected: the known people were there until `now`, through connections with numbers
    /// up to `latest`.
    pub(super) fn new(
        grace_periods: GracePeriods,
        known: impl Iterator<Item = PlayerId>,
        latest: Arc<AtomicU64>,
        now: Instant,
    ) -> Self {
        let gone = known
            .map(|player| {
                (
                    player,
                    Gone {
                        since: now,
                        is_absent: false,
                    },
                )
            })
            .collect();
        Self {
            grace_periods,
            last_epoch: 0,
            connected: BTreeMap::new(),
            gone,
            arrivals: Arrivals::new(latest),
            empty_since: Some(now),
            has_seen_more: false,
        }
    }

    /// Begins a connection of a person; an earlier one counts no more.
    pub(super) fn connect(&mut self, player: PlayerId, now: Instant) -> ConnectionId {
        self.last_epoch += 1;
        if self.connected.is_empty() {
            for gone in self.gone.values_mut() {
                gone.since = now;
            }
        }
        self.connected.insert(player, self.last_epoch);
        self.gone.remove(&player);
        self.empty_since = None;
        ConnectionId {
            player,
            epoch: self.last_epoch,
        }
    }

    /// The newest connections.
    pub(super) fn arrivals(&self) -> &Arrivals {
        &self.arrivals
    }

    /// Records that somebody comes who has seen more of the lobby than there is; whether nobody has before.
    pub(super) fn is_first_ahead(&mut self) -> bool {
        !std::mem::replace(&mut self.has_seen_more, true)
    }

    /// Records that a person was let in.
    pub(super) fn note_arrival(&mut self, player: PlayerId, arrival: Arrival, now: Instant) {
        self.arrivals.note(player, arrival, now);
    }

    /// Ends a connection; returns whether the person is now gone. The end of a connection that was replaced changes
    /// nothing.
    pub(super) fn disconnect(&mut self, connection: ConnectionId, now: Instant) -> bool {
        if !self.is_current(connection) {
            return false;
        }
        self.connected.remove(&connection.player);
        self.gone.insert(
            connection.player,
            Gone {
                since: now,
                is_absent: false,
            },
        );
        self.note_empty(now);
        true
    }

    /// Forgets a person who is no longer in the lobby.
    pub(super) fn forget(&mut self, player: PlayerId, now: Instant) {
        self.connected.remove(&player);
        self.gone.remove(&player);
        self.arrivals.forget(player);
        self.note_empty(now);
    }

    /// Takes one change that is due; `None` if there are no more. Whether a person holds a seat is asked each time,
    /// because seats change hands while people are gone.
    pub(super) fn take_due(
        &mut self,
        now: Instant,
        is_seated: impl Fn(PlayerId) -> bool,
    ) -> Option<Due> {
        let abandon_after = self.grace_periods.abandon_after;
        if self
            .empty_since
            .is_some_and(|since| since + abandon_after <= now)
        {
            self.empty_since = None;
            return Some(Due::Abandoned);
        }
        let due = self.gone.iter().find_map(|(player, gone)| {
            let (at, due) = self.due_of(*player, *gone, is_seated(*player))?;
            (at <= now).then_some(due)
        })?;
        match due {
            Due::Absent(player) => {
                if let Some(gone) = self.gone.get_mut(&player) {
                    gone.is_absent = true;
                }
            }
            Due::Lost(player) => drop(self.gone.remove(&player)),
            Due::Abandoned => {}
        }
        Some(due)
    }

    /// When the next change will be due.
    pub(super) fn next_due(&self, is_seated: impl Fn(PlayerId) -> bool) -> Option<Instant> {
        let abandon_after = self.grace_periods.abandon_after;
        let due_of = |(player, gone): (&PlayerId, &Gone)| {
            let due = self.due_of(*player, *gone, is_seated(*player));
            due.map(|(at, _)| at)
        };
        let gone = self.gone.iter().filter_map(due_of);
        gone.chain(self.empty_since.map(|since| since + abandon_after))
            .min()
    }

    /// The next change of a person who is gone, and when it is due; an absence does not count while nobody is connected.
    fn due_of(&self, player: PlayerId, gone: Gone, is_seated: bool) -> Option<(Instant, Due)> {
        if self.connected.is_empty() {
            return None;
        }
        let (grace, away) = (
            self.grace_periods.grace,
            Duration::from_millis(WATCHER_AWAY_MS_MAX),
        );
        match (gone.is_absent, is_seated) {
            (false, true) => Some((gone.since + grace, Due::Absent(player))),
            (false, false) => Some((gone.since + grace.min(away), Due::Absent(player))),
            (true, false) => Some((gone.since + away, Due::Lost(player))),
            (true, true) => None,
        }
    }

    /// How long until a bot holds the seat of a person who is gone, in milliseconds; `None` if the person is connected,
    /// or the bot has it already. While nobody is connected it is the time from the return of the first.
    pub(super) fn bot_in_ms(&self, player: PlayerId, now: Instant) -> Option<u32> {
        let gone = self.gone.get(&player).filter(|it| !it.is_absent)?;
        let left = (gone.since + self.grace_periods.grace).saturating_duration_since(now);
        u32::try_from(left.as_millis()).ok()
    }

    /// Moves everything that is due by a time that does not count.
    pub(super) fn postpone(&mut self, by: Duration) {
        for gone in self.gone.values_mut() {
            gone.since += by;
        }
        self.empty_since = self.empty_since.map(|since| since + by);
    }

    /// The latest connection of every person who is connected.
    pub(super) fn connections(&self) -> Vec<ConnectionId> {
        let connection = |(player, epoch): (&PlayerId, &u64)| ConnectionId {
            player: *player,
            epoch: *epoch,
        };
        self.connected.iter().map(connection).collect()
    }

    /// Whether a person is connected.
    pub(super) fn is_connected(&self, player: PlayerId) -> bool {
        self.connected.contains_key(&player)
    }

    /// Whether this is the person's latest connection.
    pub(super) fn is_current(&self, connection: ConnectionId) -> bool {
        self.connected.get(&connection.player) == Some(&connection.epoch)
    }

    fn note_empty(&mut self, now: Instant) {
        if self.connected.is_empty() && self.empty_since.is_none() {
            self.empty_since = Some(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRACE_PERIODS: GracePeriods = GracePeriods {
        grace: Duration::from_secs(60),
        abandon_after: Duration::from_secs(600),
    };

    fn due_at(presence: &mut Presence, now: Instant) -> Vec<Due> {
        std::iter::from_fn(|| presence.take_due(now, |_| true)).collect()
    }

    fn next_due(presence: &Presence) -> Option<Instant> {
        presence.next_due(|_| true)
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_is_gone_from_a_seat_is_absent_after_the_grace_time_and_keeps_it() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let (one, two) = (PlayerId(1), PlayerId(2));
        let mut presence = Presence::new(GRACE_PERIODS, std::iter::empty(), Arc::default(), start);
        presence.connect(one, start);
        let connection = presence.connect(two, start);
        assert_eq!(next_due(&presence), None);
        assert!(presence.disconnect(connection, after(10)));
        assert_eq!(next_due(&presence), Some(after(70)));
        assert_eq!(due_at(&mut presence, after(69)), []);
        assert_eq!(due_at(&mut presence, after(70)), [Due::Absent(two)]);
        assert_eq!(next_due(&presence), None);
        assert_eq!(due_at(&mut presence, after(9_000)), []);
        // The seat has gone to somebody else.
        assert_eq!(presence.next_due(|_| false), Some(after(70)));
        assert_eq!(
            presence.take_due(after(9_000), |_| false),
            Some(Due::Lost(two))
        );
        assert_eq!(presence.next_due(|_| false), None);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_is_gone_without_a_seat_is_lost_after_a_minute_while_somebody_is_there() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        for (grace, absent_at) in [(5, 5), (600, 60)] {
            let grace_periods = GracePeriods {
                grace: Duration::from_secs(grace),
                ..GRACE_PERIODS
            };
            let mut presence =
                Presence::new(grace_periods, std::iter::empty(), Arc::default(), start);
            let host = presence.connect(PlayerId(1), start);
            let watcher = presence.connect(PlayerId(2), start);
            presence.disconnect(watcher, start);
            let mut due = |at| presence.take_due(after(at), |_| false);
            assert_eq!(due(absent_at - 1), None);
            assert_eq!(due(absent_at), Some(Due::Absent(PlayerId(2))));
            assert_eq!(due(59), None);
            assert_eq!(due(60), Some(Due::Lost(PlayerId(2))));
            assert_eq!(due(600), None);
            // While nobody is there, nobody needs the place.
            presence.disconnect(host, after(600));
            assert_eq!(presence.take_due(after(1_100), |_| false), None);
            presence.connect(PlayerId(3), after(1_100));
            let mut due = |at| presence.take_due(after(at), |_| false);
            assert_eq!(due(1_100 + absent_at - 1), None);
            assert_eq!(due(1_160), Some(Due::Absent(PlayerId(1))));
            assert_eq!(due(1_160), Some(Due::Lost(PlayerId(1))));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_return_calls_everything_off() {
        let start = Instant::now();
        let mut presence = Presence::new(
            GRACE_PERIODS,
            std::iter::once(PlayerId(1)),
            Arc::default(),
            start,
        );
        assert_eq!(
            next_due(&presence),
            Some(start + GRACE_PERIODS.abandon_after)
        );
        presence.connect(PlayerId(1), start);
        assert_eq!(next_due(&presence), None);
        assert_eq!(
            due_at(&mut presence, start + GRACE_PERIODS.abandon_after),
            []
        );
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_connected_for_long_means_abandoned_once() {
        let start = Instant::now();
        let mut presence = Presence::new(GRACE_PERIODS, std::iter::empty(), Arc::default(), start);
        let connection = presence.connect(PlayerId(1), start);
        let left = start + Duration::from_secs(5);
        presence.disconnect(connection, left);
        let end = left + GRACE_PERIODS.abandon_after;
        let moment = Duration::from_millis(1);
        assert_eq!(due_at(&mut presence, end - moment), []);
        assert_eq!(due_at(&mut presence, end), [Due::Abandoned]);
        assert_eq!(due_at(&mut presence, end + GRACE_PERIODS.abandon_after), []);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_is_missed_before_the_first_is_back() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let known = [1, 2, 3].map(PlayerId);
        let mut presence = Presence::new(GRACE_PERIODS, known.into_iter(), Arc::default(), start);
        assert_eq!(due_at(&mut presence, after(300)), []);
        presence.connect(PlayerId(1), after(300));
        assert_eq!(next_due(&presence), Some(after(360)));
        presence.connect(PlayerId(2), after(310));
        assert_eq!(due_at(&mut presence, after(359)), []);
        assert_eq!(
            due_at(&mut presence, after(360)),
            [Due::Absent(PlayerId(3))]
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_late_word_of_an_earlier_connection_changes_nothing() {
        let start = Instant::now();
        let mut presence = Presence::new(GRACE_PERIODS, std::iter::empty(), Arc::default(), start);
        let old = presence.connect(PlayerId(1), start);
        let new = presence.connect(PlayerId(1), start);
        assert!(!presence.disconnect(old, start));
        assert!(
            presence.is_connected(PlayerId(1))
                && presence.is_current(new)
                && !presence.is_current(old)
        );
        presence.forget(PlayerId(1), start);
        assert!(!presence.disconnect(new, start));
        assert_eq!(
            next_due(&presence),
            Some(start + GRACE_PERIODS.abandon_after)
        );
    }
}
