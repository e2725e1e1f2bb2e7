//! From a position back to those that lead to it: which pieces the waiting side may have moved, and how the position
//! before it is numbered in its own frame.
//!
//! A link joins two frames. The last move of a piece leads back to the same lions seen from the other side; each possible
//! last move of the waiting lion leads to another frame. Positions in which their mover could have taken the lion are
//! left out: they are decided by that. All pieces step one square, so nothing is ever uncovered: the waiting side's
//! pieces attack the lion now exactly as before, but for the piece that moved.

mod square_map;

use super::change::{changes, released};
use super::frame::{FRAMES, Frame, Frames, SLOTS, is_in_domain};
use super::geometry::{SQUARES, reach_of_lion};
use super::index::{Index, Pairs, widen};
use super::pair::{CHICKS, Family, SMALL};
use super::threat::{CATCH, Threat};
use square_map::{SquareMap, targets};

/// The way back from the positions of one frame to those of another.
#[derive(Debug)]
pub struct Link {
    /// The frame of the positions after the move.
    pub source: usize,
    /// The frame of the positions before it.
    pub target: usize,
    /// Not 0 for each family's pairs that no such move can have led to.
    blocked: [Vec<u8>; 3],
    /// Each pair as the target's frame has it.
    mapped: [Vec<u16>; 3],
    moved: Moved,
}

/// The piece that moved.
#[derive(Debug)]
enum Moved {
    /// A piece of each family.
    Pieces([MovesBack; 3]),
    /// The lion; it left this slot of the target's frame free.
    Lion { arrival: usize },
}

/// The moves back of a family, by the pair after the move.
#[derive(Debug)]
struct MovesBack {
    starts: Vec<u32>,
    list: Vec<MoveBack>,
}

/// One move back.
#[derive(Clone, Copy, Debug)]
struct MoveBack {
    /// The pair before, in the target's frame.
    before: u16,
    /// The slots, in the source's frame, that have to be free now.
    needs: u16,
    /// Where a captured piece of another family may have stood, in the target's frame; `SLOTS` if none may have.
    arrival: u8,
}

/// The positions before a capture.
#[derive(Debug)]
pub struct Releases {
    /// For giraffes or elephants and each slot, the pair before; [`NONE`] if nothing was held.
    small: Vec<[u16; SLOTS]>,
    /// The same for chicks: as a chick and as a hen.
    chicks: Vec<[[u16; 2]; SLOTS]>,
}

/// No pair.
const NONE: u16 = u16::MAX;

/// The tables of all ways back.
#[derive(Debug)]
pub struct Links {
    /// The links by target.
    to: Vec<Vec<Link>>,
    releases: Releases,
}

impl Links {
    /// The tables.
    pub fn new(frames: &Frames) -> Self {
        let mut to: Vec<Vec<Link>> = (0..FRAMES).map(|_| Vec::new()).collect();
        for source in 0..FRAMES {
            for link in links_of(frames, source) {
                to[link.target].push(link);
            }
        }
        Self {
            to,
            releases: Releases::new(),
        }
    }

    /// The links that lead back to a frame.
    pub fn to(&self, target: usize) -> &[Link] {
        &self.to[target]
    }

    /// Calls `visit` with each position of the link's target that leads to this one, and its number there.
    #[inline]
    pub fn visit(
        &self,
        link: &Link,
        index: &Index,
        pairs: Pairs,
        mut visit: impl FnMut(u32, Pairs),
    ) {
        let blocked = [
            link.blocked[0][pairs.giraffes],
            link.blocked[1][pairs.elephants],
            link.blocked[2][pairs.chicks],
        ];
        let back = Back {
            index,
            releases: &self.releases,
            taken: index.taken(pairs),
            mapped: Pairs {
                giraffes: link.mapped[0][pairs.giraffes].into(),
                elephants: link.mapped[1][pairs.elephants].into(),
                chicks: link.mapped[2][pairs.chicks].into(),
            },
        };
        match &link.moved {
            Moved::Lion { arrival } => {
                if blocked[0] | blocked[1] | blocked[2] == 0 {
                    back.lion(*arrival, &mut visit);
                }
            }
            Moved::Pieces(steps) => {
                if blocked[1] | blocked[2] == 0 {
                    back.giraffes(steps[0].of(pairs.giraffes), &mut visit);
                }
                if blocked[0] | blocked[2] == 0 {
                    back.elephants(steps[1].of(pairs.elephants), &mut visit);
                }
                if blocked[0] | blocked[1] == 0 {
                    back.chicks(steps[2].of(pairs.chicks), &mut visit);
                }
            }
        }
    }
}

/// A position whose last move is taken back.
struct Back<'a> {
    index: &'a Index,
    releases: &'a Releases,
    /// Its slots that are taken.
    taken: u16,
    /// It, seen in the frame of the positions before.
    mapped: Pairs,
}

impl Back<'_> {
    #[inline]
    fn lion(&self, arrival: usize, visit: &mut impl FnMut(u32, Pairs)) {
        visit(self.index.number(self.mapped), self.mapped);
        self.release_giraffe(self.mapped, arrival, visit);
        self.release_elephant(self.mapped, arrival, visit);
        self.release_chick(self.mapped, arrival, visit);
    }

    #[inline]
    fn giraffes(&self, steps: &[MoveBack], visit: &mut impl FnMut(u32, Pairs)) {
        for step in steps.iter().filter(|it| self.taken & it.needs == 0) {
            let giraffes = step.before.into();
            let before = Pairs {
                giraffes,
                ..self.mapped
            };
            visit(self.index.number(before), before);
            let arrival = usize::from(step.arrival);
            if arrival < SLOTS {
                self.release_elephant(before, arrival, visit);
                self.release_chick(before, arrival, visit);
            }
        }
    }

    #[inline]
    fn elephants(&self, steps: &[MoveBack], visit: &mut impl FnMut(u32, Pairs)) {
        for step in steps.iter().filter(|it| self.taken & it.needs == 0) {
            let elephants = step.before.into();
            let before = Pairs {
                elephants,
                ..self.mapped
            };
            visit(self.index.number(before), before);
            let arrival = usize::from(step.arrival);
            if arrival < SLOTS {
                self.release_giraffe(before, arrival, visit);
                self.release_chick(before, arrival, visit);
            }
        }
    }

    #[inline]
    fn chicks(&self, steps: &[MoveBack], visit: &mut impl FnMut(u32, Pairs)) {
        let (first, ranks) = self.index.row(self.mapped.giraffes, self.mapped.elephants);
        for step in steps.iter().filter(|it| self.taken & it.needs == 0) {
            let chicks = usize::from(step.before);
            let before = Pairs {
                chicks,
                ..self.mapped
            };
            visit(first + u32::from(ranks[chicks]), before);
            let arrival = usize::from(step.arrival);
            if arrival < SLOTS {
                self.release_giraffe(before, arrival, visit);
                self.release_elephant(before, arrival, visit);
            }
        }
    }

    #[inline]
    fn release_giraffe(&self, after: Pairs, arrival: usize, visit: &mut impl FnMut(u32, Pairs)) {
        let giraffes = self.releases.small[after.giraffes][arrival];
        if giraffes != NONE {
            let giraffes = giraffes.into();
            let before = Pairs { giraffes, ..after };
            visit(self.index.number(before), before);
        }
    }

    #[inline]
    fn release_elephant(&self, after: Pairs, arrival: usize, visit: &mut impl FnMut(u32, Pairs)) {
        let elephants = self.releases.small[after.elephants][arrival];
        if elephants != NONE {
            let elephants = elephants.into();
            let before = Pairs { elephants, ..after };
            visit(self.index.number(before), before);
        }
    }

    #[inline]
    fn release_chick(&self, after: Pairs, arrival: usize, visit: &mut impl FnMut(u32, Pairs)) {
        let released = self.releases.chicks[after.chicks][arrival];
        if released[0] == NONE {
            return;
        }
        let (first, ranks) = self.index.row(after.giraffes, after.elephants);
        for chicks in released.map(usize::from) {
            visit(first + u32::from(ranks[chicks]), Pairs { chicks, ..after });
        }
    }
}

impl MovesBack {
    #[inline]
    fn of(&self, after: usize) -> &[MoveBack] {
        let [start, end] = [self.starts[after], self.starts[after + 1]].map(widen);
        &self.list[start..end]
    }

    /// Where a pair of `family` may come from, through the map of a link.
    fn new(frame: &Frame, family: Family, square_map: &SquareMap<'_>) -> Self {
        let threat = Threat {
            frame,
            lions: frame.lions,
            side: 1,
        };
        let mut found: Vec<(usize, MoveBack)> = changes(frame, family, 1)
            .into_iter()
            .filter(|it| threat.of_pair(family, it.before) & CATCH == 0)
            .map(|it| {
                let arrival = if it.from.is_none() || it.takes {
                    SLOTS
                } else {
                    square_map.slot(it.to).unwrap_or(SLOTS)
                };
                let step = MoveBack {
                    before: square_map.pair(family, it.before),
                    needs: it.from.map_or(0, |slot| 1 << slot),
                    arrival: u8::try_from(arrival).unwrap_or(u8::MAX),
                };
                (it.after, step)
            })
            .collect();
        found.sort_by_key(|it| it.0);
        let starts = (0..=family.pairs())
            .map(|after| found.partition_point(|it| it.0 < after))
            .map(|it| u32::try_from(it).unwrap_or(u32::MAX))
            .collect();
        let list = found.into_iter().map(|it| it.1).collect();
        Self { starts, list }
    }
}

impl Releases {
    fn new() -> Self {
        let small = |pair, slot| {
            let before = released(Family::Giraffes, pair, slot, 0);
            before.first().map_or(NONE, |it| narrow(*it))
        };
        let chicks = |pair, slot| match released(Family::Chicks, pair, slot, 0)[..] {
            [chick, hen] => [narrow(chick), narrow(hen)],
            _ => [NONE; 2],
        };
        Self {
            small: (0..SMALL)
                .map(|pair| std::array::from_fn(|slot| small(pair, slot)))
                .collect(),
            chicks: (0..CHICKS)
                .map(|pair| std::array::from_fn(|slot| chicks(pair, slot)))
                .collect(),
        }
    }
}

fn narrow(pair: usize) -> u16 {
    u16::try_from(pair).unwrap_or(NONE)
}

fn links_of(frames: &Frames, source: usize) -> Vec<Link> {
    let frame = &frames.all()[source];
    let [own, enemy] = frame.lions;
    let mut links = Vec::new();
    links.extend(targets(frames, source, enemy).into_iter().map(|target| {
        let square_map = SquareMap::new(frames, source, target);
        let moved = Moved::Pieces(Family::ALL.map(|it| MovesBack::new(frame, it, &square_map)));
        link(&square_map, (source, target.frame), 0, moved)
    }));
    for from in (0..SQUARES).filter(|it| reach_of_lion(enemy) >> it & 1 == 1) {
        let Some(slot) = frame.slot(from).filter(|_| is_in_domain([own, from])) else {
            continue;
        };
        for target in targets(frames, source, from) {
            let square_map = SquareMap::new(frames, source, target);
            let arrival = square_map
                .target
                .slot(square_map.square(enemy))
                .unwrap_or(SLOTS);
            let ends = (source, target.frame);
            links.push(link(&square_map, ends, 1 << slot, Moved::Lion { arrival }));
        }
    }
    links
}

/// The link between the frames of a map, for a move that needs these slots.
fn link(square_map: &SquareMap<'_>, ends: (usize, usize), needs: u16, moved: Moved) -> Link {
    let threat = Threat {
        frame: square_map.source,
        lions: square_map.source.lions,
        side: 1,
    };
    let blocked = |family: Family, pair| {
        let stands = family.slots(pair).unwrap_or(!0) & needs != 0;
        threat.of_pair(family, pair) & CATCH | u8::from(stands)
    };
    Link {
        source: ends.0,
        target: ends.1,
        blocked: Family::ALL.map(|family| {
            (0..family.pairs())
                .map(|pair| blocked(family, pair))
                .collect()
        }),
        mapped: Family::ALL.map(|family| {
            (0..family.pairs())
                .map(|pair| square_map.pair(family, pair))
                .collect()
        }),
        moved,
    }
}
