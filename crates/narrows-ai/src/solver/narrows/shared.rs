//! What all threads of a search share: board, table, limits.
#![allow(
    clippy::cast_possible_wrap,
    reason = "numbers of points of a board, or of fewer things"
)]

use super::board::Board;
use super::key::Numbering;
use super::links::Standing;
use super::meter::Meter;
use super::options::SearchOptions;
use super::position::{Layout, Pair};
use super::table::{Place, Table, WORK_BITS};

const WIN: u64 = 1 << WORK_BITS;
const LOSS: u64 = 2 << WORK_BITS;

/// Takes results beside the table.
#[derive(Clone, Copy)]
pub(crate) struct Sink<'a, K> {
    /// Whether it takes a result for which so many positions were expanded.
    pub(crate) wants: &'a (dyn Fn(u64) -> bool + Sync),
    /// Takes the key of a position, whether its mover wins, and the positions expanded for it.
    pub(crate) take: &'a (dyn Fn(K, bool, u64) + Sync),
}

/// What all threads of a search share.
pub(crate) struct Shared<'a, L: Layout> {
    pub(crate) board: &'a Board<L>,
    pub(crate) numbering: &'a Numbering,
    pub(crate) table: Table<'a, L::Key>,
    pub(crate) options: SearchOptions,
    pub(crate) meter: Meter<'a>,
    /// Where results go, beside the table.
    pub(crate) sink: Option<Sink<'a, L::Key>>,
}

impl<L: Layout> Shared<'_, L> {
    /// How promising a child looks for the side that makes it; the least comes first.
    pub(crate) fn rank(&self, child: Pair<L::Set>) -> i32 {
        let (standing, parts) = self.board.survey(child.other, child.own);
        rank(standing, parts)
    }

    /// The key of a position, the same for all its images.
    #[inline]
    pub(crate) fn key(&self, pair: Pair<L::Set>) -> L::Key {
        let image = if self.options.symmetry {
            self.board.canonical(pair)
        } else {
            pair
        };
        L::key(self.numbering, image)
    }

    /// The place of a position in the table.
    #[inline]
    pub(crate) fn place(&self, pair: Pair<L::Set>) -> Place<L::Key> {
        self.table.place(self.key(pair))
    }

    /// The stored value.
    #[inline]
    pub(crate) fn stored(&self, place: Place<L::Key>) -> Option<bool> {
        self.table.get(place).map(|data| data & WIN != 0)
    }

    /// The value that a look at the position or at the table gives at once.
    pub(crate) fn known(&self, pair: Pair<L::Set>) -> Option<bool> {
        if self.options.threats && self.board.standing(pair.own, pair.other) == Standing::LinksNext
        {
            return Some(true);
        }
        self.stored(self.place(pair))
    }

    /// Stores a value found by other means.
    pub(crate) fn remember(&self, pair: Pair<L::Set>, won: bool) {
        // Such a value must not be replaced soon.
        let work = u64::MAX;
        let made = self.table.put(self.place(pair), data::<L>(won, work));
        self.meter.settle(made.into(), 0);
        self.keep(pair, won, work);
    }

    /// Offers a result to those who keep it.
    pub(super) fn keep(&self, pair: Pair<L::Set>, won: bool, work: u64) {
        if let Some(sink) = self.sink.filter(|sink| (sink.wants)(work)) {
            let image = self.board.canonical(pair);
            (sink.take)(L::key(self.numbering, image), won, work);
        }
    }

    /// Nodes between two looks at the limits and the stop callback: about a millisecond. A node
    /// costs with the square of the points, for each capture is looked at.
    pub(super) fn poll_nodes(&self) -> u64 {
        let points = u64::from(self.board.points());
        (128 * 64 * 64 / (points * points)).clamp(1, 128)
    }
}

/// How promising a capture looks after which its side stands so, in so many parts; the least comes first.
///
/// Few own parts first, a capture that threatens to link before others. (The other side's
/// parts, its safe replies and the number of captures were tried as well: fewer nodes or none,
/// never less time.)
pub(super) fn rank(standing: Standing, parts: u32) -> i32 {
    let threat = i32::from(standing == Standing::LinksNext);
    8 * (parts as i32 - threat)
}

/// The data of a value that took so many expanded positions.
pub(crate) const fn data<L: Layout>(won: bool, work: u64) -> u64 {
    let value = if won { WIN } else { LOSS };
    value | Table::<L::Key>::work(work)
}
