//! Who is linked, what can be captured, and which capture links.
#![allow(
    clippy::cast_possible_truncation,
    reason = "numbers of points of a board, or of fewer things"
)]

use super::board::Board;
use super::position::{Layout, Pair};
use super::set::Set;

/// How one side stands, seen before its own move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// All its stones are linked.
    Linked,
    /// Not linked, but one capture links it.
    LinksNext,
    /// No single capture of its own links it.
    Apart,
}

impl<L: Layout> Board<L> {
    /// Whether all of `own` is linked over empty points and its own stones.
    pub(crate) fn is_linked(&self, own: L::Set, other: L::Set) -> bool {
        (own & !self.flood(own.lowest(), self.full() & !other)).is_empty()
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self, pair: Pair<L::Set>) -> bool {
        self.is_linked(pair.own, pair.other) || self.is_linked(pair.other, pair.own)
    }

    /// How the side `own` stands if it is its turn, and into how many parts it is split (exact up
    /// to five; above that a lower bound).
    ///
    /// Its stones lie in the components of the points that `other` leaves. A capture adds one
    /// point to them and takes its stone off another, so it links exactly if its target is beside
    /// every component that holds an own stone, the one that only held the capturing stone
    /// excepted. A point has four neighbors, so with six components nothing can link.
    #[inline]
    pub(crate) fn survey(&self, own: L::Set, other: L::Set) -> (Standing, u32) {
        let within = self.full() & !other;
        let alone = own & !self.beside(within);
        let alone_count = alone.len();
        if alone_count > 5 {
            return (Standing::Apart, alone_count + u32::from(own != alone));
        }
        // For each component: its own stones, and the enemy stones beside it.
        let mut parts = [(L::Set::default(), L::Set::default()); 5];
        let mut count = 0;
        let mut beside_all = other;
        let mut rest = own;
        while !rest.is_empty() {
            if count == 5 {
                return (Standing::Apart, 5 + (rest & alone).len().max(1));
            }
            let part = self.flood(rest.lowest(), within);
            if (rest & !part).is_empty() && count == 0 {
                return (Standing::Linked, 1);
            }
            parts[count] = (own & part, self.beside(part) & other);
            beside_all = beside_all & parts[count].1;
            rest = rest & !part;
            count += 1;
        }
        if count == 0 {
            return (Standing::Linked, 1);
        }
        let links = self.links_next(own, other, beside_all, &parts[..count]);
        let standing = if links {
            Standing::LinksNext
        } else {
            Standing::Apart
        };
        (standing, count as u32)
    }

    /// Whether a capture of `own` links its parts: for each its stones, and the enemies beside it; `beside_all` are those
    /// beside each. (Found as parts come: over a list just written, wide vectors wait for the writes, a seventh of all
    /// time with AVX-512.)
    #[inline(always)]
    pub(super) fn links_next(
        &self,
        own: L::Set,
        other: L::Set,
        beside_all: L::Set,
        parts: &[(L::Set, L::Set)],
    ) -> bool {
        let stones = own | other;
        let mut targets = beside_all & other;
        while !targets.is_empty() {
            if !(self.seen_from(targets.first(), stones) & own).is_empty() {
                return true;
            }
            targets = targets.without_lowest();
        }
        for (skipped, part) in parts.iter().enumerate() {
            if !part.0.without_lowest().is_empty() {
                continue;
            }
            let mut targets = self.seen_from(part.0.first(), stones) & other;
            for (index, other_part) in parts.iter().enumerate() {
                if index != skipped {
                    targets = targets & other_part.1;
                }
            }
            if !targets.is_empty() {
                return true;
            }
        }
        false
    }

    /// How the side `own` stands if it is its turn.
    #[inline]
    pub(crate) fn standing(&self, own: L::Set, other: L::Set) -> Standing {
        self.survey(own, other).0
    }

    /// Calls `each` with every capture of the side to move as (from, to) bits.
    #[inline(always)]
    pub(crate) fn for_each_capture(&self, pair: Pair<L::Set>, each: impl FnMut(L::Set, L::Set)) {
        self.for_each_capture_among(pair, |_| pair.other, each);
    }

    /// The same for captures of those stones that `targets` has for each capturing one.
    #[inline(always)]
    pub(super) fn for_each_capture_among(
        &self,
        pair: Pair<L::Set>,
        targets_of: impl Fn(L::Set) -> L::Set,
        mut each: impl FnMut(L::Set, L::Set),
    ) {
        let stones = pair.own | pair.other;
        let mut own = pair.own;
        while !own.is_empty() {
            let from = own.lowest();
            let mut targets = self.seen_from(own.first(), stones) & pair.other & targets_of(from);
            while !targets.is_empty() {
                let to = targets.lowest();
                each(from, to);
                targets = targets ^ to;
            }
            own = own ^ from;
        }
    }
}
