//! Certificates: a proof of a position's value that anybody can check.
//!
//! Nothing here searches, and nothing here comes from a solver: only the rules of `narrows-core` are used.
//!
//! # What a certificate says
//! It is about a position of either game (of Narrows: without the exchange), and lists positions that are
//! **lost** for the player to move, each as the least of its images. (In Narrows, which side is Black plays no
//! part in what is legal and who is linked, so every one of the board's symmetries applies.) The list proves
//! itself: after every move in a listed position the game is over and the player who moved has lost, or the
//! other player has a move that wins at once or leads to a listed position again. Moves add stones in the one
//! game and take stones off in the other, so by induction from the last positions of games back to the first
//! every listed position is lost. A position is then won if a move wins at once or leads to a listed position;
//! that move is named.
//!
//! The list comes in layers of equal numbers of stones: first the position on which the claim rests, then those
//! after two more plies, and so on. An answer to a position is in the next layer, so neither who writes nor who
//! checks needs more than two layers at a time.
//!
//! # Format
//! | bytes | |
//! |---|---|
//! | 8 | `NRWPROOF` |
//! | 1 | version, 4 |
//! | 1 | the game: 1 is Black Narrows, 2 is Narrows |
//! | 2 | columns, rows |
//! | … | the position |
//! | 1 | the sides: in Narrows 1 if White is to move, plus 2 if the second player plays Black; else 0 |
//! | … | the claim: 0 if the position is lost, else a number one more than the winning move: in Black Narrows the point's index, in Narrows the first point's index times the number of points, and the second's |
//! | … | for each layer the number of its positions, at least 1, then these in ascending order |
//! | 1 | 0, for no further layer |
//! | 4 | the CRC-32 of all bytes before, least byte first |
//!
//! Numbers are in base 128, least digit first, with bit 7 set on all digits but the last (LEB128), in the
//! shortest form. A set of points is the number whose bit `row * columns + column` stands for a point. A position
//! of Black Narrows is the set of its stones; of Narrows the set of the stones of the side to move, then the
//! other side's stones as a set of the points that are left, numbered in their order. Each position of a layer is
//! written as the difference to the one before: of the first set, and, in Narrows, if that is 0, of the
//! second.
//!
//! # Example
//! ```
//! use narrows_ai::budget::{Limits, NEVER};
//! use narrows_ai::solver::{BlackNarrowsSolver, CertifyingSolver, ExactSolver};
//! use narrows_ai::value::Value;
//! use narrows_ai::verify::verify;
//! use narrows_core::BlackNarrows;
//!
//! let start = BlackNarrows::<1>::start("3x3".parse()?)?;
//! let mut solver = <BlackNarrowsSolver as ExactSolver<BlackNarrows<1>>>::with_memory(1 << 20)?;
//! let mut certificate = Vec::new();
//! assert!(solver.certify(&start, &Limits::default(), NEVER, &mut certificate)?);
//! // Whoever has these bytes needs neither the solver nor trust in it.
//! let proven = verify(&certificate[..])?;
//! assert_eq!((proven.value, proven.position.to_string()), (Value::Win, "3/3/3".into()));
//! *certificate.last_mut().unwrap() ^= 1;
//! assert!(verify(&certificate[..]).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod black_narrows;
mod error;
mod layer;
mod narrows;
pub(crate) mod numbers;
mod reader;

use std::io::Read;

use narrows_core::any::Concrete;
use narrows_core::{AnyMove, AnyPosition, Game, GameKind, Pie, Size, with_position};

pub use error::CertificateError;
use layer::Layer;
use reader::Reader;

use crate::value::Value;

pub(crate) const MAGIC: &[u8; 8] = b"NRWPROOF";
pub(crate) const VERSION: u8 = 4;

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The position as it was asked; in Narrows without the exchange.
    pub position: AnyPosition,
    /// Its value for the player to move: a win or a loss, never unknown.
    pub value: Value,
    /// A winning move, if the value is a win.
    pub winning_move: Option<AnyMove>,
    /// How many lost positions the proof rests on.
    pub lost_positions: u64,
    /// The length of the certificate.
    pub bytes: u64,
}

/// A position of which there can be a certificate.
pub(crate) trait Certified: Game + ToString {
    /// The number of the game.
    const GAME: u8;
    /// Whether a move puts one stone on the board, or takes one off.
    const ADDS_STONES: bool;
    /// What the list holds of a position.
    type Listed: Copy + Ord + 'static;

    /// What the list holds of this position: the least of its images.
    fn listed(&self) -> Self::Listed;

    /// What the list would hold if this were the least image.
    fn as_it_is(&self) -> Self::Listed;

    /// What the list holds of a position with these stones of the side to move (all of them in Black Narrows) and of
    /// the other, in words.
    fn listed_of(size: Size, own: &[u64], other: &[u64]) -> Self::Listed;

    /// The position that is listed; a text that says why it is none.
    fn from_listed(size: Size, listed: Self::Listed) -> Result<Self, String>;

    /// What the stones of the side to move do not tell of this position: which side is which.
    fn sides(&self) -> u8;

    /// The same position with these sides; `None` if there are none such.
    fn with_sides(&self, sides: u8) -> Option<Self>;

    /// The number of stones.
    fn stones(listed: Self::Listed) -> usize;

    /// Appends a position to a certificate, as the difference to the one before.
    fn put(bytes: &mut Vec<u8>, size: Size, listed: Self::Listed, before: Option<Self::Listed>);

    /// Reads what was put; `None` if it is no set of points, or not after the one before.
    fn read(
        reader: &mut Reader<'_>,
        size: Size,
        before: Option<Self::Listed>,
    ) -> Result<Option<Self::Listed>, CertificateError>;

    /// The number of a move that is no exchange.
    fn number_of(size: Size, play: Self::Move) -> Option<u64>;
}

/// Checks a certificate to its end, and says what it proves.
///
/// # Errors
/// Any byte that is not as the writer left it, any gap in the proof, and a failure to read. Nothing is read
/// beyond what shows that something is no certificate.
pub fn verify(mut source: impl Read) -> Result<Verified, CertificateError> {
    let mut reader = Reader::new(&mut source);
    let (kind, size) = head(&mut reader)?;
    let start = AnyPosition::start(kind, size, Pie::Off)
        .map_err(|error| CertificateError::Position(error.to_string()))?;
    with_position!(start, start => check(&start, reader))
}

/// Reads what stands before the position: the game and the size.
fn head(reader: &mut Reader<'_>) -> Result<(GameKind, Size), CertificateError> {
    for &expected in MAGIC {
        match reader.byte() {
            Ok(byte) if byte == expected => {}
            Ok(_) | Err(CertificateError::Length) => return Err(CertificateError::Foreign),
            Err(error) => return Err(error),
        }
    }
    let version = reader.byte()?;
    if version != VERSION {
        return Err(CertificateError::Version(version));
    }
    let kind = match reader.byte()? {
        1 => GameKind::BlackNarrows,
        2 => GameKind::Narrows,
        other => return Err(CertificateError::Game(other)),
    };
    Ok((kind, Size::new(reader.byte()?, reader.byte()?)?))
}

/// The lost positions that a certificate of a position on a board of this size lists, by their number of stones: well
/// formed, in order, and not checked otherwise.
pub(crate) fn lost_positions<G: Certified>(
    mut source: impl Read,
    size: Size,
    mut each: impl FnMut(usize, &[G::Listed]),
) -> Result<(), CertificateError> {
    let mut reader = Reader::new(&mut source);
    let found = head(&mut reader)?;
    if found != (G::KIND, size) {
        let (kind, size) = found;
        let position = format!("one of {kind} on {size}");
        return Err(CertificateError::Position(position));
    }
    let claimed = G::read(&mut reader, size, None)?.ok_or(CertificateError::Outside)?;
    let _sides = reader.byte()?;
    let mut plies = usize::from(reader.number()? != 0);
    loop {
        let stones = after(G::stones(claimed), plies, G::ADDS_STONES);
        let layer = Layer::<G>::read(&mut reader, size, stones)?;
        let (Some(stones), false) = (stones, layer.is_empty()) else {
            break;
        };
        each(stones, layer.positions());
        plies += 2;
    }
    reader.end().map(|_| ())
}

/// Checks what follows the size; `start` is any position on the board.
fn check<G: Certified + Concrete>(
    start: &G,
    mut reader: Reader<'_>,
) -> Result<Verified, CertificateError> {
    let size = start.size();
    let claimed = G::read(&mut reader, size, None)?.ok_or(CertificateError::Outside)?;
    let claimed = G::from_listed(size, claimed).map_err(CertificateError::Position)?;
    let asked = claimed.with_sides(reader.byte()?);
    let asked = asked.ok_or(CertificateError::Sides)?;
    let claim = reader.number()?;
    let stones = G::stones(claimed.as_it_is());
    let plies_before = usize::from(claim != 0);
    let mut layer = Layer::<G>::read(
        &mut reader,
        size,
        after(stones, plies_before, G::ADDS_STONES),
    )?;
    let (value, winning_move) = check_claim(&claimed, claim, &layer)?;
    let mut lost_positions = 0;
    for number in 0.. {
        let plies = plies_before + 2 * (number + 1);
        let next = if layer.is_empty() {
            Layer::default()
        } else {
            Layer::read(&mut reader, size, after(stones, plies, G::ADDS_STONES))?
        };
        for &listed in layer.positions() {
            let lost = G::from_listed(size, listed).map_err(CertificateError::Position)?;
            check_lost(&lost, &next)?;
        }
        lost_positions += layer.positions().len() as u64;
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    let bytes = reader.end()?;
    Ok(Verified {
        position: asked.wrap(),
        value,
        winning_move: winning_move.map(G::wrap_move),
        lost_positions,
        bytes,
    })
}

/// The stones after so many plies; `None` if there would be less than none.
fn after(stones: usize, plies: usize, adds: bool) -> Option<usize> {
    if adds {
        stones.checked_add(plies)
    } else {
        stones.checked_sub(plies)
    }
}

/// Every move in a lost position loses.
fn check_lost<G: Certified>(lost: &G, next: &Layer<G>) -> Result<(), CertificateError> {
    for play in lost.legal_moves() {
        let after = lost.played(play);
        let loses = after.mover_won().unwrap_or_else(|| {
            let mut replies = after.legal_moves().into_iter();
            replies.any(|reply| wins_by(&after, reply, next))
        });
        if !loses {
            return Err(CertificateError::Gap {
                position: lost.to_string(),
                play: play.to_string(),
            });
        }
    }
    Ok(())
}

/// Whether a legal move wins at once or leads to a listed position.
fn wins_by<G: Certified>(position: &G, play: G::Move, layer: &Layer<G>) -> bool {
    let after = position.played(play);
    match after.mover_won() {
        Some(mover_won) => !mover_won,
        None => layer.contains(after.listed()),
    }
}

fn check_claim<G: Certified>(
    position: &G,
    claim: u64,
    layer: &Layer<G>,
) -> Result<(Value, Option<G::Move>), CertificateError> {
    let false_claim = || CertificateError::Claim(position.to_string());
    let Some(claimed) = claim.checked_sub(1) else {
        let is_lost = position.mover_won() == Some(false) || layer.contains(position.listed());
        return is_lost
            .then_some((Value::Loss, None))
            .ok_or_else(false_claim);
    };
    let mut moves = position.legal_moves().into_iter();
    moves
        .find(|&play| G::number_of(position.size(), play) == Some(claimed))
        .filter(|&play| wins_by(position, play, layer))
        .map(|play| (Value::Win, Some(play)))
        .ok_or_else(false_claim)
}
