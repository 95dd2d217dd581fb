//! Certificates of Narrows: a proof of a position's value that anybody can check.
//!
//! Nothing here searches, and nothing here comes from a solver: only the rules of `narrows-core` are used.
//!
//! # What a certificate says
//! It is about a position without the exchange, and lists positions that are **lost** for the side to move,
//! each as the stones of that side and of the other, in the least of its images. (Which side is Black plays no
//! part in what is legal and who is linked, so every one of the board's symmetries applies.) The list proves
//! itself: after every capture in a listed position the game is over and the side that captured has lost,
//! or the other side has a capture that wins at once or leads to a listed position again. Captures take
//! stones off, so by induction from the emptiest positions up every listed position is lost. A position is
//! then won if a capture wins at once or leads to a listed position; that capture is named.
//!
//! # Format
//! | bytes | |
//! |---|---|
//! | 8 | `NARPROOF` |
//! | 1 | version, 1 |
//! | 2 | columns, rows |
//! | 8, 8 | stones of the side to move, of the other side: bit `row * columns + column`, least byte first |
//! | 2 | the winning capture, from and to, as indexes of that kind, or 255 and 255: the position is lost |
//! | … | number of lost positions, then for each, in ascending order, the own stones as the difference to the position before, and the other side's stones; all in base 128, least digit first, with bit 7 set on all digits but the last (LEB128) |
//! | 8 | the FNV-1a checksum (64 bits, Fowler, Noll, Vo) of all bytes before, least byte first |
//!
//! Every step of the checksum is a bijection of the state and of the byte, so that a single changed byte is
//! always noticed; whatever it misses has to stand the check of the proof itself.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use narrows_core::geometry::SizeError;
use narrows_core::narrows::{Color, Move, Narrows, Pie, Setup, SetupError};
use narrows_core::{Bitboard, Game, Grid, Size, Symmetry};

use crate::value::Value;
use crate::verify::checksum;

pub(crate) const MAGIC: &[u8; 8] = b"NARPROOF";
pub(crate) const VERSION: u8 = 1;
pub(crate) const NO_MOVE: u8 = u8::MAX;
const HEADER: usize = 8 + 1 + 2 + 16 + 2;

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The position, the side to move as Black; no exchange.
    pub position: Narrows<1>,
    /// Its value for the side to move: a win or a loss, never unknown.
    pub value: Value,
    /// A winning capture, if the value is a win.
    pub winning_move: Option<Move>,
    /// How many lost positions the proof rests on.
    pub lost_positions: usize,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The file is something else.
    #[error("not a certificate of Narrows: it does not begin with NARPROOF")]
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
    /// A position in the certificate is none of an unfinished game.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// A position has stones outside the board.
    #[error("a stone of the certificate lies outside the board")]
    Outside,
    /// The list of lost positions is not in the order of the format, or not of least images.
    #[error("lost position {0} is out of order or not the least of its images")]
    Order(usize),
    /// The proof has a gap.
    #[error("the proof has a gap: in {position} the capture {capture} has no listed answer")]
    Gap {
        /// The position that is said to be lost.
        position: String,
        /// The capture after which no answer is listed.
        capture: Move,
    },
    /// The list does not contain what the claim needs.
    #[error("the proof does not contain what it claims of {0}")]
    Claim(String),
}

/// Stones of the side to move and of the other side, bit `row * columns + column`.
pub(crate) type Stones = (u64, u64);

/// Whether these are the first bytes of a certificate of Narrows.
#[must_use]
pub fn is_narrows(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Checks a certificate, and says what it proves.
///
/// # Errors
/// Any byte that is not as the writer left it, and any gap in the proof.
pub fn verify(bytes: &[u8]) -> Result<Verified, CertificateError> {
    if !is_narrows(bytes) {
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
    let word = |at: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&body[at..at + 8]);
        u64::from_le_bytes(word)
    };
    let position = position(size, (word(11), word(19)))?;
    let lost = read_lost(&body[HEADER..], size)?;
    for &stones in &lost {
        check_lost(size, stones, &lost)?;
    }
    let (value, winning_move) = check_claim(&position, (body[27], body[28]), &lost)?;
    Ok(Verified {
        position,
        value,
        winning_move,
        lost_positions: lost.len(),
    })
}

/// The least image of a position, as the certificate lists it.
pub(crate) fn least(size: Size, (own, other): Stones) -> Stones {
    let sets = [own, other].map(|stones| Bitboard::<1>::from_words([stones]));
    let (_, [own, other]) = Symmetry::least_image(sets, size);
    (own.words()[0], other.words()[0])
}

/// The unfinished position with these stones, the side to move as Black.
fn position(size: Size, (own, other): Stones) -> Result<Narrows<1>, CertificateError> {
    if size.points() > 64 || size.points() < 64 && (own | other) >> size.points() != 0 {
        return Err(CertificateError::Outside);
    }
    let grid = Grid::<1>::new(size);
    let points = |stones: u64| grid.points(Bitboard::from_words([stones])).collect();
    let setup = Setup {
        size,
        black: points(own),
        white: points(other),
        to_move: Color::Black,
        exchange_offered: false,
    };
    Ok(setup.into_position(Pie::Off)?)
}

/// The stones of a position as the list has them.
fn stones_of(position: &Narrows<1>) -> Stones {
    let to_move = position.color_to_move();
    let stones = |color: Color| position.stones(color).words()[0];
    (stones(to_move), stones(to_move.other()))
}

fn read_lost(bytes: &[u8], size: Size) -> Result<Vec<Stones>, CertificateError> {
    let mut bytes = bytes.iter();
    let count = read_number(&mut bytes)?;
    let mut lost: Vec<Stones> = Vec::new();
    let mut last = 0_u64;
    for index in 0..count {
        let step = read_number(&mut bytes)?;
        let own = last.checked_add(step).ok_or(CertificateError::Length)?;
        let stones = (own, read_number(&mut bytes)?);
        let order = || CertificateError::Order(index as usize);
        if (own | stones.1)
            .checked_shr(size.points() as u32)
            .unwrap_or(0)
            != 0
        {
            return Err(order());
        }
        if least(size, stones) != stones || lost.last().is_some_and(|&before| before >= stones) {
            return Err(order());
        }
        lost.push(stones);
        last = own;
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

/// Every capture in a lost position loses.
fn check_lost(size: Size, stones: Stones, lost: &[Stones]) -> Result<(), CertificateError> {
    let lost_position = position(size, stones)?;
    let loser = lost_position.to_move();
    for capture in lost_position.legal_moves() {
        let mut after = lost_position.clone();
        after.play_unchecked(capture);
        let loses = match after.outcome() {
            Some(outcome) => outcome.winner != loser,
            None => after
                .legal_moves()
                .into_iter()
                .any(|reply| wins_by(&after, reply, lost)),
        };
        if !loses {
            return Err(CertificateError::Gap {
                position: lost_position.to_string(),
                capture,
            });
        }
    }
    Ok(())
}

/// Whether a legal capture wins at once or leads to a listed position.
fn wins_by(position: &Narrows<1>, capture: Move, lost: &[Stones]) -> bool {
    let mut after = position.clone();
    after.play_unchecked(capture);
    match after.outcome() {
        Some(outcome) => outcome.winner == position.to_move(),
        None => lost
            .binary_search(&least(after.size(), stones_of(&after)))
            .is_ok(),
    }
}

fn check_claim(
    position: &Narrows<1>,
    claim: (u8, u8),
    lost: &[Stones],
) -> Result<(Value, Option<Move>), CertificateError> {
    let false_claim = || CertificateError::Claim(position.to_string());
    if claim == (NO_MOVE, NO_MOVE) {
        let listed = least(position.size(), stones_of(position));
        return match lost.binary_search(&listed) {
            Ok(_) => Ok((Value::Loss, None)),
            Err(_) => Err(false_claim()),
        };
    }
    let grid = position.grid();
    let named = |play: &Move| match *play {
        Move::Capture { from, to } => {
            grid.index(from) == usize::from(claim.0) && grid.index(to) == usize::from(claim.1)
        }
        Move::Swap => false,
    };
    let capture = position.legal_moves().into_iter().find(named);
    match capture {
        Some(capture) if wins_by(position, capture, lost) => Ok((Value::Win, Some(capture))),
        _ => Err(false_claim()),
    }
}
