//! Single cases of a lease, step by step.

use crate::cluster::lease::{Holder, Lease, SERVING_MS};
use crate::cluster::store::StoreAnswer;
use crate::cluster::tests::bucket::Bucket;

/// A lease of this node that it wants, in a script.
struct Script {
    lease: Lease,
    bucket: Bucket,
}

impl Script {
    fn new(bucket: Bucket, node: &str, start: u64) -> Self {
        let node = node.to_owned();
        let mut lease = Lease::new(Holder { node, start });
        lease.set_wanted(true, 0);
        Self { lease, bucket }
    }

    /// Asks at a moment for the next request, carries it out, and hands the answer over at another moment, or another
    /// answer in its place.
    fn step(&mut self, asked_ms: u64, answered_ms: u64, instead: Option<StoreAnswer>) {
        let numbered = self.lease.next(asked_ms).expect("it is time to ask");
        let answer = self.bucket.carry_out(asked_ms, 0, &numbered.request);
        let answer = instead.unwrap_or(answer);
        self.lease.answered(answered_ms, numbered.number, &answer);
    }

    /// Reads, and creates the entry.
    fn take(&mut self, at_ms: u64) {
        self.step(at_ms, at_ms, None);
        self.step(at_ms, at_ms, None);
    }

    fn serves(&self, now_ms: u64) -> bool {
        let epoch = self.lease.epoch(now_ms);
        assert_eq!(
            epoch.is_some(),
            self.lease.expires_ms(now_ms).is_some(),
            "both say it"
        );
        epoch.is_some()
    }
}

#[test]
fn time_counts_from_the_sending_of_a_good_renewal() {
    let mut script = Script::new(Bucket::new(0), "a", 1);
    script.step(100, 900, None);
    script.step(900, 1_700, None);
    assert_eq!(script.lease.expires_ms(1_700), Some(900 + SERVING_MS));
    assert!(!script.serves(900 + SERVING_MS));
    script.step(3_900, 4_000, None);
    assert_eq!(script.lease.expires_ms(4_000), Some(3_900 + SERVING_MS));
    assert_eq!(script.lease.epoch(4_000), Some(1), "it is the same epoch");
}

#[test]
fn an_unknown_result_extends_nothing_until_the_write_is_read() {
    let mut script = Script::new(Bucket::new(0), "a", 1);
    script.take(0);
    script.step(3_000, 4_000, Some(StoreAnswer::Unknown));
    assert_eq!(script.lease.expires_ms(4_000), Some(SERVING_MS));
    script.step(4_500, 4_500, None);
    assert_eq!(script.lease.expires_ms(4_500), Some(3_000 + SERVING_MS));
}

#[test]
fn an_old_write_that_is_read_takes_nothing_back() {
    let mut script = Script::new(Bucket::new(0), "a", 1);
    script.take(0);
    let past = StoreAnswer::Found(script.bucket.read(0, 0));
    script.step(3_000, 3_000, None);
    script.step(6_000, 7_000, Some(StoreAnswer::Unknown));
    script.step(7_500, 7_500, Some(past));
    assert_eq!(script.lease.expires_ms(7_500), Some(3_000 + SERVING_MS));
}

#[test]
fn whoever_wakes_late_serves_nothing_and_begins_another_epoch() {
    let mut script = Script::new(Bucket::new(0), "a", 1);
    script.take(0);
    let renewal = script.lease.next(3_000).unwrap();
    let answer = script.bucket.carry_out(3_000, 0, &renewal.request);
    assert!(!script.serves(60_000), "it was stopped for a minute");
    script.lease.answered(60_000, renewal.number, &answer);
    assert!(!script.serves(60_000), "the answer is old");
    script.step(60_000, 60_000, None);
    script.take(60_500);
    assert_eq!(script.lease.epoch(60_500), Some(3));
}

#[test]
fn a_lapse_that_nobody_looked_at_begins_another_epoch() {
    let mut script = Script::new(Bucket::new(0), "a", 1);
    script.take(0);
    script.step(9_000, 10_500, None);
    assert_eq!(script.lease.epoch(10_500), Some(2));
}

#[test]
fn an_owner_that_is_to_go_stops_at_once_and_gives_back() {
    let mut script = Script::new(Bucket::new(0), "a", 1);
    script.take(0);
    script.lease.set_wanted(false, 1_000);
    assert!(!script.serves(1_000) && !script.lease.is_given_back());
    script.step(1_000, 2_000, Some(StoreAnswer::Unknown));
    assert!(!script.lease.is_given_back(), "nobody knows");
    script.step(2_500, 2_500, None);
    assert!(script.lease.is_given_back());
    assert_eq!(script.lease.wakes_ms(), None);
    assert!(script.bucket.read(2_500, 0).is_none());
}

/// The request to remove the entry is on its way when the node is to own the shard again.
#[test]
fn what_was_given_up_is_not_served_by_again() {
    let mut script = Script::new(Bucket::new(0), "a", 1);
    script.take(0);
    script.lease.set_wanted(false, 1_000);
    let removal = script.lease.next(1_000).unwrap();
    script.lease.set_wanted(true, 1_100);
    let unknown = StoreAnswer::Unknown;
    script.lease.answered(2_000, removal.number, &unknown);
    script.step(2_500, 2_500, None);
    assert!(!script.serves(2_500), "the removal may still come");
    script.step(2_500, 2_600, None);
    assert!(
        script.serves(2_600),
        "it cannot remove what was written later"
    );
    let late = script.bucket.carry_out(2_700, 0, &removal.request);
    assert_eq!(late, StoreAnswer::Refused);
}

#[test]
fn a_new_process_takes_at_once_what_the_old_one_has_left() {
    let mut old = Script::new(Bucket::new(0), "a", 1);
    old.take(0);
    let mut new = Script::new(old.bucket, "a", 2);
    new.take(1_000);
    assert_eq!(new.lease.epoch(1_000), Some(2));
    let mut other = Script::new(new.bucket, "b", 9);
    other.step(1_000, 1_000, None);
    assert_eq!(other.lease.wakes_ms(), Some(2_000), "it looks again");
    assert!(!other.serves(1_000));
}
