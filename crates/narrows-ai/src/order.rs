//! Sorting short lists with little code.
//!
//! The standard library's sorts are some ten kilobytes of code for each type and order. They were a sixth of the
//! engine that a browser downloads, and no list of moves is long enough to need them.

/// Sorts a short list by a key and keeps the order of equals: insertion with binary search (D. Knuth, "The Art of
/// Computer Programming", volume 3, 5.2.1).
pub(crate) fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let (sorted, rest) = list.split_at(end);
        let next = key(&rest[0]);
        let at = sorted.partition_point(|item| key(item) <= next);
        list[at..=end].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// As the stable sort of the standard library.
    #[test]
    fn sorts_and_keeps_the_order_of_equals() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for length in 0..200_u32 {
            let mut list: Vec<(u32, u32)> = (0..length)
                .map(|at| (random.random_range(0..length / 2 + 1), at))
                .collect();
            let mut expected = list.clone();
            expected.sort_by_key(|item| item.0);
            sort_by_key(&mut list, |item| item.0);
            assert_eq!(list, expected, "seed 1, length {length}");
        }
    }
}
