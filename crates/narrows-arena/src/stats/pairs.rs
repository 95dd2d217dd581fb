//! Counts of pairs of games by their result.

/// How many pairs of games gave A how many points: the pentanomial counts of fishtest, cell `i`
/// holding the pairs that gave `i` half points (0 to 4).
///
/// Games without draws only fill the cells 0 (both lost), 2 (split) and 4 (both won); the others
/// exist so that the formulas can be checked against values published for chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PairCounts([u64; 5]);

impl PairCounts {
    /// Counts of games without draws: pairs with both games lost, with one each, with both won.
    #[must_use]
    pub const fn new(lost: u64, split: u64, won: u64) -> Self {
        Self([lost, 0, split, 0, won])
    }

    /// All five cells: pairs that gave 0, 1/2, 1, 3/2 and 2 points.
    #[must_use]
    pub const fn from_cells(cells: [u64; 5]) -> Self {
        Self(cells)
    }

    /// The five cells.
    #[must_use]
    pub const fn cells(&self) -> [u64; 5] {
        self.0
    }

    /// Adds a pair in which A won `wins` of the two games (more than 2 counts as 2).
    pub fn add(&mut self, wins: u8) {
        self.0[2 * usize::from(wins.min(2))] += 1;
    }

    /// Number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// A's points a game, from 0 to 1; one half if there is no pair.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        let quarters: u64 = (0..).zip(self.0).map(|(i, n)| i * n).sum();
        quarters as f64 / 4.0 / self.pairs() as f64
    }

    /// The same counts seen by the opponent.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut cells = self.0;
        cells.reverse();
        Self(cells)
    }

    /// Weighted cells `(score of a pair, weight)` with `prior[i]` added to cell `i`; empty cells
    /// are left out.
    pub(super) fn weighted(&self, prior: impl Fn(usize, u64) -> f64) -> Vec<(f64, f64)> {
        self.0
            .iter()
            .enumerate()
            .map(|(i, &n)| (i as f64 / 4.0, n as f64 + prior(i, n)))
            .filter(|&(_, weight)| weight > 0.0)
            .collect()
    }
}
