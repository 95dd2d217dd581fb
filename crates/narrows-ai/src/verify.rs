//! Certificates of Black Narrows: a proof of a position's value that anybody can check.
//!
//! Nothing here searches, and nothing here comes from a solver: only the rules of `narrows-core` are used.
//!
//! # What a certificate says
//! It lists positions that are **lost** for the player to move, each as the least of its symmetric images.
//! The list proves itself: for every listed position `P` and every placement `m`, some reply `r` either ends
//! the game or leads to a listed position again. Replies add stones, so by induction from the fullest
//! positions down every listed position is lost. A position is then won if a placement ends the game or
//! leads to a listed position; that placement is named.
//!
//! # Format
//! | bytes | |
//! |---|---|
//! | 8 | `NRWPROOF` |
//! | 1 | version, 1 |
//! | 2 | columns, rows |
//! | 8 | the stones of the position, bit `row * columns + column`, least byte first |
//! | 1 | the winning placement as an index of that kind, or 255: the position is lost |
//! | … | number of lost positions, then the sets of stones in ascending order as differences, each in base 128, least digit first, with bit 7 set on all digits but the last (LEB128) |
//! | 8 | the FNV-1a checksum (64 bits, Fowler, Noll, Vo) of all bytes before, least byte first |
//!
//! Every step of the checksum is a bijection of the state and of the byte, so that a single changed byte is
//! always noticed; whatever it misses has to stand the check of the proof itself.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use narrows_core::black_narrows::{Setup, SetupError};
use narrows_core::geometry::SizeError;
use narrows_core::{Bitboard, BlackNarrows, Game, Grid, Point, Size, Symmetry};

use crate::value::Value;

pub(crate) const MAGIC: &[u8; 8] = b"NRWPROOF";
pub(crate) const VERSION: u8 = 1;
pub(crate) const NO_MOVE: u8 = u8::MAX;
const HEADER: usize = 8 + 1 + 2 + 8 + 1;

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The position.
    pub position: BlackNarrows<1>,
    /// Its value for the player to move: a win or a loss, never unknown.
    pub value: Value,
    /// A winning placement, if the value is a win.
    pub winning_move: Option<Point>,
    /// How many lost positions the proof rests on.
    pub lost_positions: usize,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The file is something else.
    #[error("not a certificate: it does not begin with NRWPROOF")]
    Foreign,
    /// The file ends too soon or goes on after its end.
    #[error("the certificate is cut off or has something after its end")]
    Length,
    /// A newer program wrote it.
    #[error("certificates of version {0} are unknown here; this program reads version 1")]
    Version(u8),
    /// Some byte was changed.
    #[error("the checksum is wrong: the certificate was damaged or changed")]
    Checksum,
    /// The size is none.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A position in the certificate is not legal.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// The list of lost positions is not in the order of the format, or not of least images.
    #[error("lost position {0} is out of order or not the least of its images")]
    Order(usize),
    /// The proof has a gap.
    #[error("the proof has a gap: in {position} the placement {placement} has no listed answer")]
    Gap {
        /// The position that is said to be lost.
        position: String,
        /// The placement after which no reply is listed.
        placement: Point,
    },
    /// The list does not contain what the claim needs.
    #[error("the proof does not contain what it claims of {0}")]
    Claim(String),
}

/// Checks a certificate, and says what it proves.
///
/// # Errors
/// Any byte that is not as the writer left it, and any gap in the proof.
pub fn verify(bytes: &[u8]) -> Result<Verified, CertificateError> {
    if bytes.len() < MAGIC.len() || &bytes[..MAGIC.len()] != MAGIC {
        return Err(CertificateError::Foreign);
    }
    if bytes.len() < HEADER + 8 {
        return Err(CertificateError::Length);
    }
    if bytes[8] != VERSION {
        return Err(CertificateError::Version(bytes[8]));
    }
    let (body, sum) = bytes.split_at(bytes.len() - 8);
    if checksum(body).to_le_bytes() != sum {
        return Err(CertificateError::Checksum);
    }
    let size = Size::new(body[9], body[10])?;
    let mut stones = [0; 8];
    stones.copy_from_slice(&body[11..19]);
    let position = position(size, u64::from_le_bytes(stones))?;
    let lost = read_lost(&body[HEADER..], size)?;
    for &stones in &lost {
        check_lost(size, stones, &lost)?;
    }
    let (value, winning_move) = check_claim(&position, body[19], &lost)?;
    Ok(Verified {
        position,
        value,
        winning_move,
        lost_positions: lost.len(),
    })
}

/// FNV-1a, 64 bits.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The least image of a set of stones, as the certificate lists it.
pub(crate) fn least(size: Size, stones: u64) -> u64 {
    let (_, [least]) = Symmetry::least_image([Bitboard::<1>::from_words([stones])], size);
    least.words()[0]
}

fn position(size: Size, stones: u64) -> Result<BlackNarrows<1>, SetupError> {
    let grid: Grid<1> = BlackNarrows::<1>::start(size)?.grid();
    let set = Bitboard::from_words([stones]);
    if !set.is_subset(grid.full()) {
        // There is no point to name: the bit belongs to none.
        let last = grid.point(size.points() - 1);
        return Err(SetupError::OffBoard { point: last, size });
    }
    let stones = grid.points(set).collect();
    Setup { size, stones }.try_into()
}

fn read_lost(bytes: &[u8], size: Size) -> Result<Vec<u64>, CertificateError> {
    let mut bytes = bytes.iter();
    let count = read_number(&mut bytes)?;
    let mut lost = Vec::new();
    let mut last = 0u64;
    for at in 0..count {
        let step = read_number(&mut bytes)?;
        let index = lost.len();
        if at > 0 && step == 0 {
            return Err(CertificateError::Order(index));
        }
        last = last.checked_add(step).ok_or(CertificateError::Length)?;
        if size.points() < 64 && last >> size.points() != 0 || least(size, last) != last {
            return Err(CertificateError::Order(index));
        }
        lost.push(last);
    }
    if bytes.next().is_some() {
        return Err(CertificateError::Length);
    }
    Ok(lost)
}

fn read_number(bytes: &mut core::slice::Iter<'_, u8>) -> Result<u64, CertificateError> {
    let mut number = 0;
    for digit in 0..10 {
        let &byte = bytes.next().ok_or(CertificateError::Length)?;
        let bits = u64::from(byte & 127);
        if digit == 9 && bits > 1 {
            return Err(CertificateError::Length);
        }
        number |= bits << (7 * digit);
        if byte & 128 == 0 {
            return Ok(number);
        }
    }
    Err(CertificateError::Length)
}

/// Every placement in a lost position has an answer.
fn check_lost(size: Size, stones: u64, lost: &[u64]) -> Result<(), CertificateError> {
    let lost_position = position(size, stones)?;
    for placement in lost_position.legal_moves() {
        let mut after = lost_position.clone();
        after.play_unchecked(placement);
        let answered = after
            .legal_moves()
            .into_iter()
            .any(|reply| wins_by(&after, reply, lost));
        if !answered {
            return Err(CertificateError::Gap {
                position: lost_position.to_string(),
                placement,
            });
        }
    }
    Ok(())
}

/// Whether a legal placement ends the game or leads to a listed position.
fn wins_by(position: &BlackNarrows<1>, placement: Point, lost: &[u64]) -> bool {
    let index = position.grid().index(placement);
    let [stones] = position.stones().with(index).words();
    if lost.binary_search(&least(position.size(), stones)).is_ok() {
        return true;
    }
    let mut after = position.clone();
    after.play_unchecked(placement);
    after.is_over()
}

fn check_claim(
    position: &BlackNarrows<1>,
    claim: u8,
    lost: &[u64],
) -> Result<(Value, Option<Point>), CertificateError> {
    let false_claim = || CertificateError::Claim(position.to_string());
    if claim == NO_MOVE {
        let [stones] = position.stones().words();
        let listed = lost.binary_search(&least(position.size(), stones)).is_ok();
        return if listed || position.is_over() {
            Ok((Value::Loss, None))
        } else {
            Err(false_claim())
        };
    }
    if !position.live().contains(usize::from(claim).min(63)) || claim > 63 {
        return Err(false_claim());
    }
    let placement = position.grid().point(usize::from(claim));
    if wins_by(position, placement, lost) {
        Ok((Value::Win, Some(placement)))
    } else {
        Err(false_claim())
    }
}
