//! Random histories: at most one owner at every moment, an owner soon after the faults, and journals in order.

use super::world::{Circumstances, World};

/// How many histories are tried with clocks that keep to the bound.
const HISTORIES: u64 = 1_000;
/// How many histories are tried with clocks that do not.
const WILD_HISTORIES: u64 = 200;
/// The length of the time with faults, in milliseconds.
const FAULTS_MS: u64 = 60_000;
/// The longest time without an owner after the last fault, in milliseconds: the age of a lease, the store's delay, and
/// the pauses of the slowest clock.
const OWNERLESS_MS_MAX: u64 = 20_000;
/// For how long the owner must stay the owner when nothing is wrong, in milliseconds.
const CALM_MS: u64 = 20_000;

/// Tries many histories with clocks of these rates; returns how often two nodes believed to own a shard, how many
/// records were acknowledged, and how many appends were refused.
fn try_all(histories: u64, rates: (u64, u64)) -> (u64, usize, u64) {
    let (mut overlaps, mut records, mut refusals) = (0, 0, 0);
    for seed in 0..histories {
        let faults_ms = FAULTS_MS;
        let mut world = World::new(seed, Circumstances { rates, faults_ms });
        world.run_until(FAULTS_MS);
        world.heal();
        world.run_until(FAULTS_MS + OWNERLESS_MS_MAX);
        let owners = |world: &World| (world.owners(0), world.owners(1));
        let settled = owners(&world);
        world.run_until(FAULTS_MS + OWNERLESS_MS_MAX + CALM_MS);
        if rates.0 > 667 {
            assert_eq!(world.overlaps, 0, "seed {seed}: two believed to own");
            assert_eq!((settled.0.len(), settled.1.len()), (1, 1), "seed {seed}");
            assert_eq!(owners(&world), settled, "seed {seed}: it changed");
        }
        overlaps += world.overlaps;
        records += world.acknowledged.iter().map(Vec::len).sum::<usize>();
        refusals += world.check_streams();
    }
    (overlaps, records, refusals)
}

#[test]
fn at_most_one_node_serves_and_soon_one_does_whatever_happens() {
    let (overlaps, records, refusals) = try_all(HISTORIES, (670, 1_500));
    assert_eq!(overlaps, 0, "two nodes believed to own a shard");
    assert!(
        records > 100_000 && refusals > 1_000,
        "{records} {refusals}"
    );
}

#[test]
fn two_who_believe_to_own_a_shard_cannot_both_write() {
    let (overlaps, records, _) = try_all(WILD_HISTORIES, (300, 1_500));
    assert!(overlaps > 20, "the bound of the clocks is not tried");
    assert!(records > 30_000, "{records}");
}
