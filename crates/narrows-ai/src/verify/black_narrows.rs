//! Positions of Black Narrows in certificates: the set of their stones.

use narrows_core::black_narrows::{Setup, SetupError};
use narrows_core::{Bitboard, BlackNarrows, Game, Grid, Point, Size, Symmetry};

use super::numbers::{difference, put, set_of, sum};
use super::reader::Reader;
use super::{CertificateError, Certified};

impl<const W: usize> Certified for BlackNarrows<W> {
    const GAME: u8 = 1;
    const ADDS_STONES: bool = true;
    type Listed = Bitboard<W>;

    fn listed(&self) -> Bitboard<W> {
        least(self.size(), self.stones())
    }

    fn as_it_is(&self) -> Bitboard<W> {
        self.stones()
    }

    fn listed_of(size: Size, stones: &[u64], _other: &[u64]) -> Bitboard<W> {
        least(size, set_of(stones))
    }

    fn from_listed(size: Size, listed: Bitboard<W>) -> Result<Self, String> {
        let stones = Grid::<W>::new(size).points(listed).collect();
        let setup = Setup { size, stones };
        setup
            .try_into()
            .map_err(|error: SetupError| error.to_string())
    }

    fn sides(&self) -> u8 {
        0
    }

    fn with_sides(&self, sides: u8) -> Option<Self> {
        (sides == 0).then(|| self.clone())
    }

    fn stones(listed: Bitboard<W>) -> usize {
        listed.len()
    }

    fn put(bytes: &mut Vec<u8>, _size: Size, listed: Bitboard<W>, before: Option<Bitboard<W>>) {
        let before = before.map_or([0; W], Bitboard::words);
        put(bytes, &difference(listed.words(), before));
    }

    fn read(
        reader: &mut Reader<'_>,
        size: Size,
        before: Option<Bitboard<W>>,
    ) -> Result<Option<Bitboard<W>>, CertificateError> {
        let words = reader.words::<W>()?;
        let before_words = before.map_or([0; W], Bitboard::words);
        let listed = sum(before_words, words).map(Bitboard::from_words);
        Ok(listed.filter(|&listed| {
            before != Some(listed) && listed.is_subset(Grid::<W>::new(size).full())
        }))
    }

    fn number_of(size: Size, play: Point) -> Option<u64> {
        Some(Grid::<W>::new(size).index(play) as u64)
    }
}

fn least<const W: usize>(size: Size, stones: Bitboard<W>) -> Bitboard<W> {
    let (_, [least]) = Symmetry::least_image([stones], size);
    least
}
