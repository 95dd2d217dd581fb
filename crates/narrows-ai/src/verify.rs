//! Certificates: a proof of a position's value that anybody can check.
//!
//! Nothing here searches, and nothing here comes from a solver: only the rules of `narrows-core` are used.
//!
//! # What a certificate says
//! It is about a position of either game (of Narrows: without the exchange), and lists positions that are
//! **lost** for the player to move, each as the stones of that player and of the other, in the least of its
//! images. (In Narrows, which side is Black plays no part in what is legal and who is linked, so every one of
//! the board's symmetries applies. In Black Narrows there is one set of stones.) The list proves itself: after
//! every move in a listed position the game is over and the player who moved has lost, or the other player has
//! a move that wins at once or leads to a listed position again. Moves add stones in the one game and take
//! stones off in the other, so by induction from the last positions of games back to the first every listed
//! position is lost. A position is then won if a move wins at once or leads to a listed position; that move is
//! named.
//!
//! # Format
//! | bytes | |
//! |---|---|
//! | 8 | `NRWPROOF` |
//! | 1 | version, 2 |
//! | 1 | the game: 1 is Black Narrows, 2 is Narrows |
//! | 2 | columns, rows |
//! | … | the position: in Black Narrows a number for its stones, in Narrows two, for those of the side to move and of the other side; point (column, row) is bit `row * columns + column` |
//! | … | the claim: 0 if the position is lost, else a number one more than the winning move: in Black Narrows the point's index of that kind, in Narrows 64 times that of the first point and that of the second |
//! | … | the number of lost positions, then each in ascending order as the position is written, the first number as the difference to the one before |
//! | 8 | the FNV-1a checksum (64 bits, Fowler, Noll, Vo) of all bytes before, least byte first |
//!
//! Numbers are in base 128, least digit first, with bit 7 set on all digits but the last (LEB128). Every step
//! of the checksum is a bijection of the state and of the byte, so that a single changed byte is always
//! noticed; whatever it misses has to stand the check of the proof itself.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use narrows_core::any::Concrete;
use narrows_core::geometry::SizeError;
use narrows_core::narrows::{Color, Move, Pie};
use narrows_core::{AnyMove, AnyPosition, Bitboard, BlackNarrows, Grid, Narrows, Point, Size};
use narrows_core::{Symmetry, black_narrows, narrows};

use crate::value::Value;

pub(crate) const MAGIC: &[u8; 8] = b"NRWPROOF";
pub(crate) const VERSION: u8 = 2;
/// Magic, version, game.
const HEADER: usize = 8 + 1 + 1;
const CHECKSUM: usize = 8;

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The position; in Narrows with the side to move as Black, without the exchange.
    pub position: AnyPosition,
    /// Its value for the player to move: a win or a loss, never unknown.
    pub value: Value,
    /// A winning move, if the value is a win.
    pub winning_move: Option<AnyMove>,
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
    /// Another program wrote it.
    #[error("certificates of version {0} are unknown here; this program reads version {VERSION}")]
    Version(u8),
    /// Some byte was changed.
    #[error("the checksum is wrong: the certificate was damaged or changed")]
    Checksum,
    /// The game is none.
    #[error("the certificate is about a game with number {0}; 1 and 2 are known")]
    Game(u8),
    /// The size is none.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A position in the certificate is none of the game, or of a finished game of Narrows.
    #[error("the certificate has a position that is none: {0}")]
    Position(String),
    /// The board has more than 64 points, or a position has stones outside of it.
    #[error("the certificate is about more than 64 points, or a stone lies outside the board")]
    Outside,
    /// The list of lost positions is not in the order of the format, or not of least images.
    #[error("lost position {0} is out of order or not the least of its images")]
    Order(usize),
    /// The proof has a gap.
    #[error("the proof has a gap: in {position} the move {play} has no listed answer")]
    Gap {
        /// The position that is said to be lost.
        position: String,
        /// The move after which no answer is listed.
        play: String,
    },
    /// The list does not contain what the claim needs.
    #[error("the proof does not contain what it claims of {0}")]
    Claim(String),
}

/// Stones of the player to move and of the other, bit `row * columns + column`; in Black Narrows all stones and
/// none.
pub(crate) type Stones = [u64; 2];

/// A position of which there can be a certificate.
pub(crate) trait Certified: Concrete + ToString {
    /// The number of the game.
    const GAME: u8;
    /// How many of the sets of [`Stones`] it has.
    const SETS: usize;

    /// The position with these stones, all of them on a board of at most 64 points.
    fn with_stones(size: Size, stones: Stones) -> Result<Self, String>;

    /// The stones.
    fn stones_of(&self) -> Stones;

    /// The number of a move that is no exchange.
    fn number_of(grid: &Grid<1>, play: Self::Move) -> Option<u64>;
}

impl Certified for BlackNarrows<1> {
    const GAME: u8 = 1;
    const SETS: usize = 1;

    fn with_stones(size: Size, [stones, _]: Stones) -> Result<Self, String> {
        let grid = Grid::<1>::new(size);
        let stones = grid.points(Bitboard::from_words([stones])).collect();
        let setup = black_narrows::Setup { size, stones };
        setup
            .try_into()
            .map_err(|error: black_narrows::SetupError| error.to_string())
    }

    fn stones_of(&self) -> Stones {
        [self.stones().words()[0], 0]
    }

    fn number_of(grid: &Grid<1>, play: Point) -> Option<u64> {
        Some(grid.index(play) as u64)
    }
}

impl Certified for Narrows<1> {
    const GAME: u8 = 2;
    const SETS: usize = 2;

    fn with_stones(size: Size, [own, other]: Stones) -> Result<Self, String> {
        let grid = Grid::<1>::new(size);
        let points = |stones: u64| grid.points(Bitboard::from_words([stones])).collect();
        let setup = narrows::Setup {
            size,
            black: points(own),
            white: points(other),
            to_move: Color::Black,
            exchange_offered: false,
            second_has_black: false,
        };
        setup
            .into_position(Pie::Off)
            .map_err(|error| error.to_string())
    }

    fn stones_of(&self) -> Stones {
        let to_move = self.color_to_move();
        [to_move, to_move.other()].map(|color| self.stones(color).words()[0])
    }

    fn number_of(grid: &Grid<1>, play: Move) -> Option<u64> {
        match play {
            Move::Capture { from, to } => Some((64 * grid.index(from) + grid.index(to)) as u64),
            Move::Swap => None,
        }
    }
}

/// Checks a certificate, and says what it proves.
///
/// # Errors
/// Any byte that is not as the writer left it, and any gap in the proof.
pub fn verify(bytes: &[u8]) -> Result<Verified, CertificateError> {
    if !bytes.starts_with(MAGIC) {
        return Err(CertificateError::Foreign);
    }
    if bytes.len() < HEADER + CHECKSUM {
        return Err(CertificateError::Length);
    }
    if bytes[8] != VERSION {
        return Err(CertificateError::Version(bytes[8]));
    }
    let (body, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    if checksum(body).to_le_bytes() != sum {
        return Err(CertificateError::Checksum);
    }
    match body[9] {
        BlackNarrows::<1>::GAME => check::<BlackNarrows<1>>(&body[HEADER..]),
        Narrows::<1>::GAME => check::<Narrows<1>>(&body[HEADER..]),
        other => Err(CertificateError::Game(other)),
    }
}

/// FNV-1a, 64 bits.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The least image of a position, as the certificate lists it.
pub(crate) fn least(size: Size, stones: Stones) -> Stones {
    let sets = stones.map(|set| Bitboard::<1>::from_words([set]));
    let (_, least) = Symmetry::least_image(sets, size);
    least.map(|set| set.words()[0])
}

/// Checks what follows the header.
fn check<G: Certified>(bytes: &[u8]) -> Result<Verified, CertificateError> {
    let mut bytes = Bytes(bytes.iter());
    let size = Size::new(bytes.byte()?, bytes.byte()?)?;
    let stones = bytes.stones(G::SETS)?;
    let claimed: G = position(size, stones)?;
    let claim = bytes.number()?;
    let lost = read_lost::<G>(&mut bytes, size)?;
    for &stones in &lost {
        check_lost(&position::<G>(size, stones)?, &lost)?;
    }
    let (value, winning_move) = check_claim(&claimed, claim, &lost)?;
    Ok(Verified {
        position: claimed.wrap(),
        value,
        winning_move: winning_move.map(G::wrap_move),
        lost_positions: lost.len(),
    })
}

/// Bytes being read.
struct Bytes<'a>(core::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn byte(&mut self) -> Result<u8, CertificateError> {
        self.0.next().copied().ok_or(CertificateError::Length)
    }

    fn number(&mut self) -> Result<u64, CertificateError> {
        let mut number = 0;
        for digit in 0..10 {
            let byte = self.byte()?;
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

    fn stones(&mut self, sets: usize) -> Result<Stones, CertificateError> {
        let mut stones = Stones::default();
        for set in &mut stones[..sets] {
            *set = self.number()?;
        }
        Ok(stones)
    }
}

/// Whether the board has at most 64 points, and the stones lie on it.
fn fit(size: Size, [own, other]: Stones) -> bool {
    match size.points() {
        64 => true,
        points => points < 64 && (own | other) >> points == 0,
    }
}

fn position<G: Certified>(size: Size, stones: Stones) -> Result<G, CertificateError> {
    if !fit(size, stones) {
        return Err(CertificateError::Outside);
    }
    G::with_stones(size, stones).map_err(CertificateError::Position)
}

fn read_lost<G: Certified>(
    bytes: &mut Bytes<'_>,
    size: Size,
) -> Result<Vec<Stones>, CertificateError> {
    let count = bytes.number()?;
    let mut lost: Vec<Stones> = Vec::new();
    for _ in 0..count {
        let mut stones = bytes.stones(G::SETS)?;
        let before = lost.last().copied();
        let first = before.map_or(0, |before| before[0]);
        stones[0] = stones[0]
            .checked_add(first)
            .ok_or(CertificateError::Length)?;
        if !fit(size, stones) {
            return Err(CertificateError::Outside);
        }
        if least(size, stones) != stones || before.is_some_and(|before| before >= stones) {
            return Err(CertificateError::Order(lost.len()));
        }
        lost.push(stones);
    }
    match bytes.byte() {
        Ok(_) => Err(CertificateError::Length),
        Err(_) => Ok(lost),
    }
}

/// Every move in a lost position loses.
fn check_lost<G: Certified>(lost_position: &G, lost: &[Stones]) -> Result<(), CertificateError> {
    for play in lost_position.legal_moves() {
        let after = lost_position.played(play);
        let loses = after.mover_won().unwrap_or_else(|| {
            let mut replies = after.legal_moves().into_iter();
            replies.any(|reply| wins_by(&after, reply, lost))
        });
        if !loses {
            return Err(CertificateError::Gap {
                position: lost_position.to_string(),
                play: play.to_string(),
            });
        }
    }
    Ok(())
}

/// Whether a legal move wins at once or leads to a listed position.
fn wins_by<G: Certified>(position: &G, play: G::Move, lost: &[Stones]) -> bool {
    let after = position.played(play);
    match after.mover_won() {
        Some(mover_won) => !mover_won,
        None => is_listed(&after, lost),
    }
}

fn is_listed<G: Certified>(position: &G, lost: &[Stones]) -> bool {
    let listed = least(position.size(), position.stones_of());
    lost.binary_search(&listed).is_ok()
}

fn check_claim<G: Certified>(
    position: &G,
    claim: u64,
    lost: &[Stones],
) -> Result<(Value, Option<G::Move>), CertificateError> {
    let false_claim = || CertificateError::Claim(position.to_string());
    let Some(claimed) = claim.checked_sub(1) else {
        let is_lost = position.mover_won() == Some(false) || is_listed(position, lost);
        return is_lost
            .then_some((Value::Loss, None))
            .ok_or_else(false_claim);
    };
    let grid = Grid::<1>::new(position.size());
    let mut moves = position.legal_moves().into_iter();
    moves
        .find(|&play| G::number_of(&grid, play) == Some(claimed))
        .filter(|&play| wins_by(position, play, lost))
        .map(|play| (Value::Win, Some(play)))
        .ok_or_else(false_claim)
}
