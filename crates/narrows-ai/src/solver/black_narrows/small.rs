//! Exact nimbers of small hub components, for all sets of placements at once.
//!
//! A component with `k` live points is a graph on these points (dead groups are replaced by
//! cliques, L10) with a set of anchored points and, for every unsatisfied stone, the set of
//! points of which one must stay empty and reached. For `k <= 13` a truth table over all
//! `2^k` sets `T` of placements fits in at most 128 words, and every step is done for all `T`
//! together:
//!
//! * `reached(v)`: `v` is empty and either anchored or next to a reached point; the least
//!   fixed point, found by sweeps over the points that may have changed;
//! * `legal`: every stone, and every placed point that is not anchored, is next to a reached
//!   point;
//! * nimbers, value by value: the sets with nimber `v` are those legal sets with no smaller
//!   nimber and no option of nimber `v`, found from the largest sets down (the kernel of the
//!   option graph; removing the kernels one after the other is Sprague and Grundy's function).
//!
//! The loops are plain ones over whole tables, which the compiler makes vectors of; for x86-64 it does
//! so twice, and the processor that has AVX2 gets the wider ones.
//!
//! This costs a tenth of a microsecond for few points and some ten for 13, and replaces a whole
//! subtree. Whether the nimber is `x` takes only the kernels up to `x`, mostly one.
#![allow(
    clippy::cast_possible_truncation,
    reason = "numbers of points of a board, or of fewer things"
)]

/// The largest number of live points the truth tables serve.
pub(crate) const MAX_POINTS: usize = 13;

/// The words of the largest truth table.
const MOST_WORDS: usize = 1 << (MAX_POINTS - 6);

/// Kernels are found in blocks of so many words.
const BLOCK: usize = 8;

/// As many stones as a board can have cells. (A grid of 64 points with a live one has at most 43.)
pub(crate) const MAX_STONES: usize = 128;

/// A hub component as a graph on points numbered from 0.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// How many points there are, at most [`MAX_POINTS`].
    pub(crate) points: usize,
    /// The points next to the hub.
    pub(crate) anchored: u32,
    /// The neighbours of each point.
    pub(crate) adjacent: [u32; MAX_POINTS],
    /// For each unsatisfied stone, the points next to it.
    pub(crate) stones: [u32; MAX_STONES],
    /// How many entries of `stones` count.
    pub(crate) stone_count: usize,
}

/// `PLACED[i]`: bit `t` is set if `t` contains point `i`.
const PLACED: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// `LAYER[j]`: the subsets of six points with `j` members.
const LAYER: [u64; 7] = {
    let mut layers = [0u64; 7];
    let mut t = 0u32;
    while t < 64 {
        layers[t.count_ones() as usize] |= 1 << t;
        t += 1;
    }
    layers
};

/// `LAYERS[j][w]`: the same for sets of nine points, word `w` of a block.
const LAYERS: [[u64; BLOCK]; 10] = {
    let mut layers = [[0; BLOCK]; 10];
    let mut layer = 0;
    while layer < 10 {
        let mut w = 0usize;
        while w < BLOCK {
            let outside = w.count_ones() as usize;
            if layer >= outside && layer - outside < 7 {
                layers[layer][w] = LAYER[layer - outside];
            }
            w += 1;
        }
        layer += 1;
    }
    layers
};

/// A truth table, of which only the first words count.
type Table = [u64; MOST_WORDS];

/// Room to work in, so that no memory is cleared for each component.
#[derive(Debug)]
pub(crate) struct Tables {
    reached: [Table; MAX_POINTS],
    legal: Table,
    kernel: Table,
    next: Table,
}

impl Default for Tables {
    fn default() -> Self {
        Tables {
            reached: [[0; MOST_WORDS]; MAX_POINTS],
            legal: [0; MOST_WORDS],
            kernel: [0; MOST_WORDS],
            next: [0; MOST_WORDS],
        }
    }
}

/// `EMPTY[i]`: the table "point `i` is empty".
static EMPTY: [Table; MAX_POINTS] = {
    let mut empty = [[!0; MOST_WORDS]; MAX_POINTS];
    let mut i = 0;
    while i < MAX_POINTS {
        let mut w = 0;
        while w < MOST_WORDS {
            if i < 6 {
                empty[i][w] = !PLACED[i];
            } else if w >> (i - 6) & 1 == 1 {
                empty[i][w] = 0;
            }
            w += 1;
        }
        i += 1;
    }
    empty
};

impl Graph {
    /// No points at all.
    pub(crate) fn new() -> Graph {
        Graph {
            points: 0,
            anchored: 0,
            adjacent: [0; MAX_POINTS],
            stones: [0; MAX_STONES],
            stone_count: 0,
        }
    }

    /// The nimber of the component.
    pub(crate) fn nimber(&self, tables: &mut Tables) -> u32 {
        self.nimber_up_to(u32::MAX, tables).unwrap_or_default()
    }

    /// The nimber of the component if it is at most `most`.
    pub(crate) fn nimber_up_to(&self, most: u32, tables: &mut Tables) -> Option<u32> {
        if self.points > 6 {
            return nimber_in_words(self, most, tables);
        }
        let mut legal = [!0];
        self.keep_legal(&mut legal, &mut [[0]; MAX_POINTS], &mut [0]);
        let [mut legal] = legal;
        for value in 0..=most.min(MAX_POINTS as u32) {
            let kernel = kernel_of_word(legal);
            if kernel & 1 == 1 {
                return Some(value);
            }
            legal &= !kernel;
        }
        None
    }

    /// Keeps the legal sets of placements of a truth table; the rest is room to work in.
    #[inline(always)]
    fn keep_legal<const N: usize>(
        &self,
        legal: &mut [u64],
        reached: &mut [[u64; N]; MAX_POINTS],
        next: &mut [u64; N],
    ) {
        let all = (1 << self.points) - 1;
        for placed in PLACED.iter().skip(self.points) {
            for word in legal.iter_mut() {
                *word &= !placed;
            }
        }
        self.reach(legal.len(), reached, next);
        for i in members(all & !self.anchored) {
            let near = Members::of(self.adjacent[i]);
            near.combine(reached, &EMPTY[i], legal, |legal, near, empty| {
                legal & (near | empty)
            });
        }
        for &stone in &self.stones[..self.stone_count] {
            let near = Members::of(stone);
            near.combine(reached, &EMPTY[0], legal, |legal, near, _| legal & near);
        }
    }

    /// For every point the first words of the truth table of "empty and reached".
    #[inline(always)]
    fn reach<const N: usize>(
        &self,
        words: usize,
        reached: &mut [[u64; N]; MAX_POINTS],
        next: &mut [u64; N],
    ) {
        let all = (1 << self.points) - 1;
        for i in members(all & self.anchored) {
            reached[i][..words].copy_from_slice(&EMPTY[i][..words]);
        }
        let inner = all & !self.anchored;
        for i in members(inner) {
            reached[i][..words].fill(0);
        }
        // Points that may be reached in more cases than noted so far, once through and again.
        let mut waiting = inner;
        while waiting != 0 {
            for i in members(waiting) {
                waiting &= !(1 << i);
                let next = &mut next[..words];
                let near = Members::of(self.adjacent[i]);
                near.combine(reached, &EMPTY[i], next, |_, near, empty| near & empty);
                let before = &mut reached[i][..words];
                let changed = next
                    .iter()
                    .zip(before.iter())
                    .fold(0, |c, (a, b)| c | (a ^ b));
                if changed != 0 {
                    before.copy_from_slice(next);
                    waiting |= self.adjacent[i] & inner;
                }
            }
        }
    }
}

/// The nimber of a component of more than six points, if it is at most `most`.
#[multiversion::multiversion(targets("x86_64+avx2"))]
fn nimber_in_words(graph: &Graph, most: u32, tables: &mut Tables) -> Option<u32> {
    let Tables {
        reached,
        legal,
        kernel,
        next,
    } = tables;
    let words = 1 << (graph.points - 6);
    legal[..words].fill(!0);
    // Kernels are found in whole blocks.
    legal[words..words.max(BLOCK)].fill(0);
    graph.keep_legal(&mut legal[..words], reached, next);
    let blocks = words.div_ceil(BLOCK);
    for value in 0..=most.min(MAX_POINTS as u32) {
        take_kernel(
            &mut legal.as_chunks_mut::<BLOCK>().0[..blocks],
            &mut kernel.as_chunks_mut::<BLOCK>().0[..blocks],
        );
        if kernel[0] & 1 == 1 {
            return Some(value);
        }
    }
    None
}

/// The members of a set of points.
#[inline(always)]
fn members(mut set: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let member = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        member
    })
}

/// The members of a set of points as a list.
struct Members {
    list: [u8; MAX_POINTS],
    count: usize,
}

impl Members {
    #[inline(always)]
    fn of(set: u32) -> Members {
        let mut list = [0; MAX_POINTS];
        let mut count = 0;
        for member in members(set) {
            list[count % MAX_POINTS] = member as u8;
            count += 1;
        }
        Members { list, count }
    }

    /// Combines each word of `out` with those of "some member is reached" and of `empty`.
    #[inline(always)]
    fn combine<const N: usize>(
        &self,
        reached: &[[u64; N]; MAX_POINTS],
        empty: &Table,
        out: &mut [u64],
        with: impl Fn(u64, u64, u64) -> u64,
    ) {
        let row = |i: usize| &reached[usize::from(self.list[i]) % MAX_POINTS][..];
        let words = out.iter_mut().zip(empty);
        match self.count {
            0 => words.for_each(|(out, empty)| *out = with(*out, 0, *empty)),
            1 => (words.zip(row(0))).for_each(|((out, empty), a)| *out = with(*out, *a, *empty)),
            2 => (words.zip(row(0)).zip(row(1)))
                .for_each(|(((out, empty), a), b)| *out = with(*out, a | b, *empty)),
            3 => (words.zip(row(0)).zip(row(1)).zip(row(2)))
                .for_each(|((((out, empty), a), b), c)| *out = with(*out, a | b | c, *empty)),
            _ => {
                let mut near = [0; N];
                let (near, pair) = (&mut near[..out.len()], row(0).iter().zip(row(1)));
                near.iter_mut()
                    .zip(pair)
                    .for_each(|(near, (a, b))| *near = a | b);
                for i in 2..self.count.min(MAX_POINTS) {
                    near.iter_mut().zip(row(i)).for_each(|(near, a)| *near |= a);
                }
                let words = out.iter_mut().zip(empty).zip(near);
                words.for_each(|((out, empty), near)| *out = with(*out, *near, *empty));
            }
        }
    }
}

/// Moves the members of `sets` none of whose options is in the kernel there, from the largest
/// sets down.
#[inline(always)]
fn take_kernel(sets: &mut [[u64; BLOCK]], kernel: &mut [[u64; BLOCK]]) {
    for n in (0..sets.len()).rev() {
        let mut blocked = [0; BLOCK];
        let mut bit = 1;
        while bit < sets.len() {
            if n & bit == 0 {
                for (blocked, kernel) in blocked.iter_mut().zip(&kernel[n | bit]) {
                    *blocked |= kernel;
                }
            }
            bit <<= 1;
        }
        kernel[n] = kernel_of_block(&sets[n], blocked);
        for (set, kernel) in sets[n].iter_mut().zip(&kernel[n]) {
            *set &= !kernel;
        }
    }
}

/// The kernel of one block, of whose members some are blocked by others.
#[inline(always)]
fn kernel_of_block(sets: &[u64; BLOCK], mut blocked: [u64; BLOCK]) -> [u64; BLOCK] {
    let mut kernel = [0; BLOCK];
    for layer in LAYERS.iter().rev() {
        let mut free = [0; BLOCK];
        for w in 0..BLOCK {
            free[w] = sets[w] & layer[w] & !blocked[w];
            kernel[w] |= free[w];
        }
        for w in 0..BLOCK {
            blocked[w] |= options_into(free[w]);
        }
        for bit in [1, 2, 4] {
            for w in 0..BLOCK {
                blocked[w] |= if w & bit == 0 { free[w | bit] } else { 0 };
            }
        }
    }
    kernel
}

/// The kernel of one word.
#[inline(always)]
fn kernel_of_word(sets: u64) -> u64 {
    let mut kernel = 0;
    let mut blocked = 0;
    for layer in LAYER.iter().rev() {
        let free = sets & layer & !blocked;
        kernel |= free;
        blocked |= options_into(free);
    }
    kernel
}

/// The sets with one of the first six points less, which lead to these.
#[inline(always)]
fn options_into(sets: u64) -> u64 {
    ((sets & PLACED[0]) >> 1)
        | ((sets & PLACED[1]) >> 2)
        | ((sets & PLACED[2]) >> 4)
        | ((sets & PLACED[3]) >> 8)
        | ((sets & PLACED[4]) >> 16)
        | ((sets & PLACED[5]) >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;

    impl Graph {
        fn slow_legal(&self, placed: u32) -> bool {
            let mut reached = self.anchored & !placed;
            loop {
                let mut next = reached;
                for i in 0..self.points {
                    if reached >> i & 1 == 1 {
                        next |= self.adjacent[i] & !placed;
                    }
                }
                if next == reached {
                    break;
                }
                reached = next;
            }
            (0..self.points).all(|i| {
                placed >> i & 1 == 0
                    || self.anchored >> i & 1 == 1
                    || self.adjacent[i] & reached != 0
            }) && self.stones[..self.stone_count]
                .iter()
                .all(|s| s & reached != 0)
        }

        fn slow_nimber(&self, placed: u32, memo: &mut BTreeMap<u32, u32>) -> u32 {
            if let Some(&value) = memo.get(&placed) {
                return value;
            }
            let mut seen = 0u32;
            for i in 0..self.points {
                let next = placed | 1 << i;
                if next != placed && self.slow_legal(next) {
                    seen |= 1 << self.slow_nimber(next, memo);
                }
            }
            let value = seen.trailing_ones();
            memo.insert(placed, value);
            value
        }
    }

    #[test]
    fn truth_tables_agree_with_recursion() {
        let mut state = 0x0dd0_5eed_u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut tables = Tables::default();
        for round in 0..700 {
            let points = round % (MAX_POINTS + 1);
            let all = (1u32 << points) - 1;
            let mut graph = Graph {
                points,
                ..Graph::new()
            };
            // Every graph is made so that no placement at all is legal, as in the search.
            loop {
                graph.anchored = (next() as u32 | 1) & (next() as u32 | 1) & all;
                graph.adjacent = [0; MAX_POINTS];
                for i in 0..points {
                    for j in 0..i {
                        if next() % 4 == 0 || j + 1 == i {
                            graph.adjacent[i] |= 1 << j;
                            graph.adjacent[j] |= 1 << i;
                        }
                    }
                }
                graph.stone_count = if points == 0 {
                    0
                } else {
                    (next() % 4) as usize
                };
                for s in 0..graph.stone_count {
                    graph.stones[s] = next() as u32 & all;
                }
                if graph.slow_legal(0) {
                    break;
                }
            }
            let value = graph.slow_nimber(0, &mut BTreeMap::new());
            assert_eq!(graph.nimber(&mut tables), value, "{graph:?}");
            for most in 0..3 {
                let found = graph.nimber_up_to(most, &mut tables);
                assert_eq!(found, (value <= most).then_some(value), "{graph:?}");
            }
        }
    }
}
