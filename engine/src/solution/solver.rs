//! The solver: from the positions that end at once back to all others, one distance after the other.
//!
//! One byte a position. It first counts the moves that are not known to lose; when the last of them is found to lose, or
//! one is found to win, it holds the distance instead. The positions of one distance are the work of the next: each
//! position that leads to a lost one is won, and each that leads to a won one has a move less. What is still counting in
//! the end is a draw.
//!
//! The work of a distance is cut by the frame of the positions that it changes, so no two workers write the same bytes,
//! the result does not depend on the workers, and the bytes of a frame (12 MB) stay in the processor's cache.

use super::forward::{Forward, RowView};
use super::frame::{FRAMES, Frames};
use super::index::{Index, Pairs, SLICE, widen};
use super::link::Links;

/// The byte of a decided position is its distance plus this; a smaller byte is a count of moves.
const DECIDED: u8 = 64;
/// The byte of a position that is won at once.
const WON_AT_ONCE: u8 = DECIDED + 1;
/// Positions before one that are looked up together, so that the processor waits for many of them at a time.
const BATCH: usize = 512;
/// Positions of one distance that are worth more than one worker.
const SHARED_MIN: usize = 20_000;

/// A piece of work that runs beside others.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Whoever runs the jobs: the engine starts no threads itself.
pub trait Workers {
    /// Runs every job and returns when all have ended.
    fn run(&self, jobs: Vec<Job<'_>>);
}

/// One job after the other.
#[derive(Clone, Copy, Debug)]
pub struct InTurn;

impl Workers for InTurn {
    fn run(&self, jobs: Vec<Job<'_>>) {
        for job in jobs {
            job();
        }
    }
}

/// The distances of all positions.
#[derive(Debug)]
pub struct Solution {
    slices: Vec<Vec<u8>>,
}

/// The tables that the solver works with; the table on disk needs some of them too.
#[derive(Debug)]
pub struct Tables {
    /// The frames.
    pub frames: Frames,
    /// The numbers within a frame.
    pub index: Index,
    /// The positions that are decided without looking further, by frame.
    pub forward: Vec<Forward>,
}

/// How far the solver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The positions that are over within so many plies are decided.
    pub plies: u8,
    /// How many they are.
    pub decided: usize,
    /// How many of them need no more work.
    finished: usize,
}

/// A frame at work.
struct Slice {
    values: Vec<u8>,
    /// How many positions are decided.
    decided: usize,
    /// The positions that were decided last.
    fresh: Vec<u32>,
}

/// Positions that are decided by going back, one after the other.
const DECIDED_LATER: usize = 113_376_794;
/// The first look at all positions takes about as long as going back from so many.
const FIRST_LOOK: usize = DECIDED_LATER / 5;

impl Progress {
    /// The part of the work that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        let [done, all] = [self.finished, DECIDED_LATER]
            .map(|it| u32::try_from(it + FIRST_LOOK).unwrap_or(u32::MAX));
        f64::from(done) / f64::from(all)
    }
}

impl Tables {
    /// The tables of the whole domain.
    pub fn new() -> Self {
        let frames = Frames::new();
        let forward = frames.all().iter().map(Forward::new).collect();
        Self {
            frames,
            index: Index::new(),
            forward,
        }
    }
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

impl Solution {
    /// Solves everything. `progress` is told after every distance.
    pub fn solve(tables: &Tables, workers: &dyn Workers, progress: &dyn Fn(Progress)) -> Self {
        let links = Links::new(&tables.frames);
        let mut slices: Vec<Slice> = (0..FRAMES).map(|_| Slice::new()).collect();
        let jobs = slices.iter_mut().zip(&tables.forward);
        let jobs = jobs.map(|(slice, forward)| -> Job<'_> {
            Box::new(move || slice.begin(&tables.index, forward))
        });
        workers.run(jobs.collect());
        let mut distance = DECIDED + 2;
        let mut finished = 0;
        loop {
            let lists: Vec<Vec<u32>> = slices.iter_mut().map(Slice::take_fresh).collect();
            let found: usize = lists.iter().map(Vec::len).sum();
            if found == 0 {
                break;
            }
            progress(Progress {
                plies: distance - DECIDED,
                decided: slices.iter().map(|it| it.decided).sum(),
                finished,
            });
            finished += found;
            distance += 1;
            let level = Level {
                tables,
                links: &links,
                lists: &lists,
                distance,
            };
            let alone = found < SHARED_MIN;
            level.run(&mut slices, if alone { &InTurn } else { workers });
        }
        let slices = slices.into_iter().map(|it| it.values).collect();
        Self { slices }
    }

    #[cfg(test)]
    pub(super) const fn of(slices: Vec<Vec<u8>>) -> Self {
        Self { slices }
    }

    /// The score of a position by frame and number: plies to the win, or to the loss below 0, or 0 for a draw.
    pub fn score(&self, frame: usize, number: usize) -> i16 {
        score(self.slices[frame][number])
    }

    /// The bytes of a frame.
    pub fn values(&self, frame: usize) -> &[u8] {
        &self.slices[frame]
    }
}

/// The score that a byte of the solution stands for.
pub const fn score(value: u8) -> i16 {
    if value < DECIDED {
        return 0;
    }
    let plies = value - DECIDED;
    let plies = i16::from_le_bytes([plies, 0]);
    if plies % 2 == 1 { plies } else { -plies }
}

impl Slice {
    const fn new() -> Self {
        Self {
            values: Vec::new(),
            decided: 0,
            fresh: Vec::new(),
        }
    }

    /// Takes the positions that were decided last, whose predecessors come next.
    fn take_fresh(&mut self) -> Vec<u32> {
        self.decided += self.fresh.len();
        std::mem::take(&mut self.fresh)
    }

    /// Decides what needs no look ahead and counts the moves of the rest.
    fn begin(&mut self, index: &Index, forward: &Forward) {
        self.values = Vec::with_capacity(SLICE);
        let mut view = RowView::new();
        for row in index.rows() {
            let chicks = index.chicks(row.taken);
            forward.view(row, &mut view);
            if Forward::is_won(&view) {
                self.values
                    .resize(self.values.len() + chicks.len(), WON_AT_ONCE);
                self.decided += chicks.len();
                continue;
            }
            for it in chicks {
                let value = match forward.count(&view, usize::from(*it)) {
                    None => {
                        self.decided += 1;
                        WON_AT_ONCE
                    }
                    Some(0) => {
                        self.fresh.push(Index::in_row(row, *it).pack());
                        DECIDED + 2
                    }
                    Some(count) => count,
                };
                self.values.push(value);
            }
        }
    }

    /// The positions of this batch lead to lost ones.
    fn win(&mut self, batch: &[(u32, u32)], distance: u8) {
        for (number, packed) in batch {
            let value = &mut self.values[widen(*number)];
            if *value < DECIDED {
                *value = distance;
                self.fresh.push(*packed);
            }
        }
    }

    /// The positions of this batch lead to won ones.
    fn count_down(&mut self, batch: &[(u32, u32)], distance: u8) {
        for (number, packed) in batch {
            let value = &mut self.values[widen(*number)];
            if *value < DECIDED {
                *value -= 1;
                if *value == 0 {
                    *value = distance;
                    self.fresh.push(*packed);
                }
            }
        }
    }

    /// Brings the bytes of a batch into the cache: the loads do not wait for each other.
    fn touch(&self, batch: &[(u32, u32)]) {
        let sum = batch
            .iter()
            .fold(0_u8, |sum, it| sum ^ self.values[widen(it.0)]);
        std::hint::black_box(sum);
    }
}

/// The work of one distance.
struct Level<'a> {
    tables: &'a Tables,
    links: &'a Links,
    /// The positions that were decided last, by frame.
    lists: &'a [Vec<u32>],
    /// The byte of the positions that are decided now.
    distance: u8,
}

impl Level<'_> {
    fn run(&self, slices: &mut [Slice], workers: &dyn Workers) {
        let mut jobs: Vec<(usize, Job<'_>)> = slices
            .iter_mut()
            .enumerate()
            .map(|(target, slice)| -> (usize, Job<'_>) {
                (
                    self.work(target),
                    Box::new(move || self.go_back(target, slice)),
                )
            })
            .collect();
        // The long ones first, so that no worker is left with one in the end.
        jobs.sort_by_key(|it| std::cmp::Reverse(it.0));
        workers.run(jobs.into_iter().map(|it| it.1).collect());
    }

    fn work(&self, target: usize) -> usize {
        let links = self.links.to(target).iter();
        links.map(|it| self.lists[it.source].len()).sum()
    }

    fn go_back(&self, target: usize, slice: &mut Slice) {
        let mut batch = Vec::with_capacity(2 * BATCH);
        for link in self.links.to(target) {
            for packed in &self.lists[link.source] {
                let pairs = Pairs::unpack(*packed);
                self.links
                    .visit(link, &self.tables.index, pairs, |number, before| {
                        batch.push((number, before.pack()));
                    });
                if batch.len() >= BATCH {
                    self.decide(slice, &mut batch);
                }
            }
        }
        self.decide(slice, &mut batch);
    }

    fn decide(&self, slice: &mut Slice, batch: &mut Vec<(u32, u32)>) {
        slice.touch(batch);
        if self.distance % 2 == 1 {
            slice.win(batch, self.distance);
        } else {
            slice.count_down(batch, self.distance);
        }
        batch.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slice() -> Slice {
        Slice {
            values: vec![1, 2, DECIDED + 5, WON_AT_ONCE],
            decided: 2,
            fresh: Vec::new(),
        }
    }

    /// All four positions, each with another word.
    const ALL: [(u32, u32); 4] = [(0, 10), (1, 11), (2, 12), (3, 13)];

    #[test]
    fn what_leads_to_a_loss_is_won_once() {
        let mut slice = slice();
        slice.win(&ALL, DECIDED + 7);
        slice.win(&ALL, DECIDED + 9);
        let won = DECIDED + 7;
        assert_eq!(slice.values, [won, won, DECIDED + 5, WON_AT_ONCE]);
        assert_eq!(slice.take_fresh(), [10, 11]);
        assert_eq!((slice.decided, slice.fresh.len()), (4, 0));
    }

    #[test]
    fn what_leads_to_wins_alone_is_lost_with_the_last_of_them() {
        let mut slice = slice();
        slice.count_down(&ALL, DECIDED + 8);
        assert_eq!(slice.values, [DECIDED + 8, 1, DECIDED + 5, WON_AT_ONCE]);
        assert_eq!(slice.take_fresh(), [10]);
        slice.count_down(&ALL, DECIDED + 10);
        assert_eq!(slice.values[..2], [DECIDED + 8, DECIDED + 10]);
        assert_eq!(slice.take_fresh(), [11]);
    }

    #[test]
    fn a_byte_is_a_win_a_loss_or_a_draw() {
        let scores = [0, 63, WON_AT_ONCE, DECIDED + 2, DECIDED + 173].map(score);
        assert_eq!(scores, [0, 0, 1, -2, 173]);
    }
}
