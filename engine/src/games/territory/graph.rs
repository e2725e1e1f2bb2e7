//! The graph of a board: which territories are neighbors. It never changes during a match.
//!
//! Sets of territories are 64-bit masks, so that a search asks "which enemies touch this?" in one instruction.

use super::Territory;

/// The most territories on a board.
pub const TERRITORIES_MAX: usize = 64;

/// A set of territories as a bit mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct TerritorySet(pub u64);

impl TerritorySet {
    /// No territory.
    pub const EMPTY: Self = Self(0);

    /// The set of this territory alone.
    pub fn only(territory: Territory) -> Self {
        Self(1 << territory.0)
    }

    /// Whether the territory is in the set. Actions from the wire may name territories that no board has; no set
    /// contains those.
    pub fn contains(self, territory: Territory) -> bool {
        1_u64
            .checked_shl(territory.0.into())
            .is_some_and(|bit| self.0 & bit != 0)
    }

    /// This set with `territory` in it.
    #[must_use]
    pub fn with(self, territory: Territory) -> Self {
        Self(self.0 | 1 << territory.0)
    }

    /// This set without `territory`.
    #[must_use]
    pub fn without(self, territory: Territory) -> Self {
        Self(self.0 & !(1 << territory.0))
    }

    /// The intersection of both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// This set without the other.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The union of both sets.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The number of territories in the set, at most [`TERRITORIES_MAX`].
    pub fn len(self) -> u8 {
        u8::try_from(self.0.count_ones()).unwrap_or_else(|_| unreachable!("at most 64 bits"))
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The territory with the lowest index in the set.
    pub fn first(self) -> Option<Territory> {
        let index = u8::try_from(self.0.trailing_zeros());
        (self.0 != 0).then(|| Territory(index.unwrap_or_else(|_| unreachable!("at most 64 bits"))))
    }
}

impl FromIterator<Territory> for TerritorySet {
    fn from_iter<I: IntoIterator<Item = Territory>>(territories: I) -> Self {
        territories.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for TerritorySet {
    type Item = Territory;
    type IntoIter = Members;

    fn into_iter(self) -> Members {
        Members(self)
    }
}

/// The members of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Members(TerritorySet);

impl Iterator for Members {
    type Item = Territory;

    fn next(&mut self) -> Option<Territory> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }
}

/// A graph of neighboring territories.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// Each territory's neighbors in the order in which attacks are listed.
    neighbors: Vec<Vec<Territory>>,
    /// Each territory's neighbors as a set.
    touching: [u64; TERRITORIES_MAX],
}

impl Graph {
    /// A graph from each territory's neighbors, in the order in which attacks are to be listed.
    ///
    /// Returns `None` if there are more than [`TERRITORIES_MAX`] territories, if one is its own neighbor or named twice,
    /// or if a neighbor is missing or does not name the territory back.
    pub fn new(neighbors: Vec<Vec<Territory>>) -> Option<Self> {
        if neighbors.len() > TERRITORIES_MAX {
            return None;
        }
        let mut touching = [0; TERRITORIES_MAX];
        for (territory, list) in neighbors.iter().enumerate() {
            let mut set = TerritorySet::EMPTY;
            for other in list {
                let back = neighbors
                    .get(other.idx())?
                    .iter()
                    .any(|it| it.idx() == territory);
                if !back || other.idx() == territory || set.contains(*other) {
                    return None;
                }
                set = set.with(*other);
            }
            touching[territory] = set.0;
        }
        Some(Self {
            neighbors,
            touching,
        })
    }

    /// The number of territories.
    pub fn len(&self) -> usize {
        self.neighbors.len()
    }

    /// Whether there are no territories.
    pub fn is_empty(&self) -> bool {
        self.neighbors.is_empty()
    }

    /// A territory's neighbors in the order in which attacks are listed.
    pub fn neighbors(&self, territory: Territory) -> &[Territory] {
        self.neighbors
            .get(territory.idx())
            .map_or(&[], Vec::as_slice)
    }

    /// A territory's neighbors as a set.
    pub fn touching(&self, territory: Territory) -> TerritorySet {
        TerritorySet(self.touching[territory.idx()])
    }

    /// The territories of `within` that are connected to `start` through territories of `within`, `start` included.
    pub fn connected(&self, start: Territory, within: TerritorySet) -> TerritorySet {
        let mut reached = TerritorySet::only(start);
        let mut frontier = reached;
        while let Some(territory) = frontier.first() {
            let next = self.touching(territory).and(within).minus(reached);
            reached = reached.or(next);
            frontier = frontier.without(territory).or(next);
        }
        reached
    }

    /// The size of the largest connected part of a set of territories.
    pub fn largest_region(&self, territories: TerritorySet) -> u8 {
        let mut rest = territories;
        let mut largest = 0;
        while let Some(start) = rest.first() {
            let region = self.connected(start, rest);
            largest = largest.max(region.len());
            rest = rest.minus(region);
            if rest.len() <= largest {
                break;
            }
        }
        largest
    }

    /// All territories in index order.
    pub fn territories(&self) -> impl Iterator<Item = Territory> {
        (0..=u8::MAX).take(self.len()).map(Territory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_set_contains_a_territory_that_no_board_has() {
        let all = TerritorySet(u64::MAX);
        assert!(all.contains(Territory(0)) && all.contains(Territory(63)));
        for beyond in [64, 67, 128, 255] {
            assert!(!all.contains(Territory(beyond)), "{beyond}");
        }
    }
}
