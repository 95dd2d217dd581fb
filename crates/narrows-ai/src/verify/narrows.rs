//! Positions of Narrows in certificates: the stones of the side to move, and of the other.

use narrows_core::narrows::{Color, Move, Pie, Setup, SetupError};
use narrows_core::{Bitboard, Game, Grid, Narrows, Player, Size, Symmetry};

use super::numbers::{difference, put, set_of, sum};
use super::reader::Reader;
use super::{CertificateError, Certified};

impl<const W: usize> Certified for Narrows<W> {
    const GAME: u8 = 2;
    const ADDS_STONES: bool = false;
    type Listed = [Bitboard<W>; 2];

    fn listed(&self) -> Self::Listed {
        Symmetry::least_image(self.as_it_is(), self.size()).1
    }

    fn as_it_is(&self) -> Self::Listed {
        let to_move = self.color_to_move();
        [to_move, to_move.other()].map(|color| self.stones(color))
    }

    fn listed_of(size: Size, own: &[u64], other: &[u64]) -> Self::Listed {
        Symmetry::least_image([own, other].map(set_of), size).1
    }

    fn from_listed(size: Size, listed: Self::Listed) -> Result<Self, String> {
        position(size, listed, 0).map_err(|error| error.to_string())
    }

    fn sides(&self) -> u8 {
        let white = self.color_to_move() == Color::White;
        let exchanged = self.player_of(Color::Black) == Player::Second;
        u8::from(white) + 2 * u8::from(exchanged)
    }

    fn with_sides(&self, sides: u8) -> Option<Self> {
        if sides < 4 {
            position(self.size(), self.as_it_is(), sides).ok()
        } else {
            None
        }
    }

    fn stones([own, other]: Self::Listed) -> usize {
        own.len() + other.len()
    }

    fn put(bytes: &mut Vec<u8>, size: Size, listed: Self::Listed, before: Option<Self::Listed>) {
        let full = Grid::<W>::new(size).full();
        let [own, other] = listed;
        let [own_before, other_before] = before.unwrap_or_default();
        put(bytes, &difference(own.words(), own_before.words()));
        let packed = pack(other, full - own).words();
        if own == own_before {
            let packed_before = pack(other_before, full - own).words();
            put(bytes, &difference(packed, packed_before));
        } else {
            put(bytes, &packed);
        }
    }

    fn read(
        reader: &mut Reader<'_>,
        size: Size,
        before: Option<Self::Listed>,
    ) -> Result<Option<Self::Listed>, CertificateError> {
        let full = Grid::<W>::new(size).full();
        let [own_before, other_before] = before.unwrap_or_default();
        let own = sum(own_before.words(), reader.words()?).map(Bitboard::from_words);
        let mut packed = reader.words()?;
        let Some(own) = own.filter(|own: &Bitboard<W>| own.is_subset(full)) else {
            return Ok(None);
        };
        if own == own_before {
            let packed_before = pack(other_before, full - own).words();
            match sum(packed, packed_before) {
                Some(sum) => packed = sum,
                None => return Ok(None),
            }
        }
        let listed = unpack(Bitboard::from_words(packed), full - own).map(|other| [own, other]);
        Ok(listed.filter(|&listed| before != Some(listed)))
    }

    fn number_of(size: Size, play: Move) -> Option<u64> {
        match play {
            Move::Capture { from, to } => {
                let grid = Grid::<W>::new(size);
                Some((size.points() * grid.index(from) + grid.index(to)) as u64)
            }
            Move::Swap => None,
        }
    }
}

/// The position with these stones of the side to move and of the other.
fn position<const W: usize>(
    size: Size,
    [own, other]: [Bitboard<W>; 2],
    sides: u8,
) -> Result<Narrows<W>, SetupError> {
    let grid = Grid::<W>::new(size);
    let [own, other] = [own, other].map(|stones| grid.points(stones).collect());
    let (to_move, black, white) = if sides & 1 == 0 {
        (Color::Black, own, other)
    } else {
        (Color::White, other, own)
    };
    let setup = Setup {
        size,
        black,
        white,
        to_move,
        exchange_offered: false,
        second_has_black: sides & 2 != 0,
    };
    setup.into_position(Pie::Off)
}

/// A subset of some points, these numbered in their order.
fn pack<const W: usize>(set: Bitboard<W>, points: Bitboard<W>) -> Bitboard<W> {
    let inside = points.iter().enumerate();
    let packed = inside.filter(|&(_, point)| set.contains(point));
    packed.fold(Bitboard::EMPTY, |packed, (number, _)| packed.with(number))
}

/// What was packed; `None` if there are not so many points.
fn unpack<const W: usize>(packed: Bitboard<W>, points: Bitboard<W>) -> Option<Bitboard<W>> {
    let inside = points.iter().enumerate();
    let set = inside.filter(|&(number, _)| packed.contains(number));
    let set = set.fold(Bitboard::EMPTY, |set, (_, point)| set.with(point));
    (set.len() == packed.len()).then_some(set)
}
