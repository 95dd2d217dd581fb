//! Writes certificates: [`crate::verify`] has the format and the check.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::verify::{Certified, MAGIC, Stones, VERSION, checksum};

/// The certificate of a position on a board of so many columns and rows: the number of its winning move, or
/// `None` if it is lost, and the lost positions of the proof as least images.
pub(super) fn write<G: Certified>(
    (columns, rows): (u8, u8),
    stones: Stones,
    winning_move: Option<u64>,
    lost: &BTreeSet<Stones>,
) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, G::GAME, columns, rows]);
    put_stones::<G>(&mut bytes, stones);
    put(&mut bytes, winning_move.map_or(0, |play| play + 1));
    put(&mut bytes, lost.len() as u64);
    let mut before = 0;
    for &[own, other] in lost {
        put_stones::<G>(&mut bytes, [own - before, other]);
        before = own;
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn put_stones<G: Certified>(bytes: &mut Vec<u8>, stones: Stones) {
    for &set in &stones[..G::SETS] {
        put(bytes, set);
    }
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}
