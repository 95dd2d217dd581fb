//! Who plays whom, from which opening, in which seat.

/// All games of a match: every pairing plays every opening twice, with the seats exchanged.
///
/// Games are numbered from 0 opening by opening, so that a match that is cut short anywhere is
/// balanced up to the last opening; the two games of a pair follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    openings: u64,
}

/// One game of a [`Schedule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Number of the game.
    pub game: u64,
    /// Number of the pair of games it belongs to.
    pub pair: u64,
    /// Index of the pairing.
    pub pairing: usize,
    /// Index of the opening.
    pub opening: u64,
    /// Index of the player in the first seat.
    pub first: usize,
    /// Index of the player in the second seat.
    pub second: usize,
}

impl Schedule {
    /// One pairing of two players.
    #[must_use]
    pub fn duel(openings: u64) -> Self {
        Self {
            pairings: vec![(0, 1)],
            openings,
        }
    }

    /// Everybody against everybody.
    #[must_use]
    pub fn round_robin(players: usize, openings: u64) -> Self {
        let pairings = (0..players)
            .flat_map(|a| (a + 1..players).map(move |b| (a, b)))
            .collect();
        Self { pairings, openings }
    }

    /// The first player against each of the others.
    #[must_use]
    pub fn gauntlet(players: usize, openings: u64) -> Self {
        Self {
            pairings: (1..players).map(|b| (0, b)).collect(),
            openings,
        }
    }

    /// Each player against the next one of the list.
    #[must_use]
    pub fn ladder(players: usize, openings: u64) -> Self {
        Self {
            pairings: (1..players).map(|b| (b - 1, b)).collect(),
            openings,
        }
    }

    /// One player against itself.
    #[must_use]
    pub fn itself(openings: u64) -> Self {
        Self {
            pairings: vec![(0, 0)],
            openings,
        }
    }

    /// The pairings, as indexes of players.
    #[must_use]
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// Number of openings each pairing plays.
    #[must_use]
    pub fn openings(&self) -> u64 {
        self.openings
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.openings * self.pairings.len() as u64
    }

    /// A game by its number; `None` beyond the last.
    #[must_use]
    pub fn game(&self, game: u64) -> Option<ScheduledGame> {
        if game >= self.games() {
            return None;
        }
        let (pair, pairings) = (game / 2, self.pairings.len() as u64);
        let pairing = index_of(pair % pairings);
        let (a, b) = self.pairings[pairing];
        let (first, second) = if game.is_multiple_of(2) {
            (a, b)
        } else {
            (b, a)
        };
        Some(ScheduledGame {
            game,
            pair,
            pairing,
            opening: pair / pairings,
            first,
            second,
        })
    }
}

/// A number that counts what is in memory, as an index there.
pub(crate) fn index_of(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_each_seat_once_per_opening() {
        for schedule in [
            Schedule::duel(3),
            Schedule::round_robin(4, 3),
            Schedule::gauntlet(4, 3),
            Schedule::ladder(4, 3),
        ] {
            let games: Vec<_> = (0..).map_while(|g| schedule.game(g)).collect();
            assert_eq!(games.len() as u64, schedule.games());
            for pair in games.chunks(2) {
                assert_eq!(
                    (pair[0].first, pair[0].second),
                    (pair[1].second, pair[1].first)
                );
                assert_eq!(
                    (pair[0].pair, pair[0].opening),
                    (pair[1].pair, pair[1].opening)
                );
            }
            for (p, &(a, b)) in schedule.pairings().iter().enumerate() {
                for opening in 0..3 {
                    let seats: Vec<_> = games
                        .iter()
                        .filter(|g| g.pairing == p && g.opening == opening)
                        .map(|g| (g.first, g.second))
                        .collect();
                    assert_eq!(seats, [(a, b), (b, a)]);
                }
            }
        }
        assert_eq!(Schedule::round_robin(4, 1).pairings().len(), 6);
        assert_eq!(Schedule::duel(0).game(0), None);
    }
}
