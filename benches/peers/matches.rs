//! One match: level 6 against a peer, until its interval is narrow enough.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use narrows_arena::opening::{self, Opening};
use narrows_arena::stats::{Comparison, PairCounts};
use narrows_arena::{Entrant, GameRecord, Match, MatchLimits, Schedule, TimeControl};
use narrows_core::AnyPosition;

use super::options::Options;
use super::ours;

/// Pairs between two looks at the interval.
const BATCH: usize = 10;

/// What a match came to.
#[derive(Default)]
pub struct Tally {
    counts: PairCounts,
    seconds: [f64; 2],
    moves: [usize; 2],
    /// Games that somebody forfeited.
    pub failures: u64,
}

impl Tally {
    pub fn comparison(&self) -> Comparison {
        Comparison::new(&self.counts)
    }

    /// Pairs lost, split and won.
    pub fn pairs(&self) -> [u64; 3] {
        let [lost, _, split, _, both] = self.counts.cells();
        [lost, split, both]
    }

    /// Seconds a move, ours and theirs.
    pub fn seconds_a_move(&self) -> [f64; 2] {
        [0, 1].map(|side| self.seconds[side] / self.moves[side].max(1) as f64)
    }

    fn is_precise(&self, precision: f64) -> bool {
        let expected = self.comparison().expected;
        let width = (expected.high - expected.value).max(expected.value - expected.low);
        width <= precision
    }

    /// Adds the games of whole pairs.
    fn add(&mut self, mut games: Vec<GameRecord>) {
        games.sort_by_key(|game| game.game);
        let won = |game: &GameRecord| u8::from(game.first_won == (game.first == 0));
        for pair in games.chunks_exact(2) {
            self.counts.add(won(&pair[0]) + won(&pair[1]));
        }
        for game in &games {
            let side = |seat: usize| usize::from((seat == 0) != (game.first == 0));
            for ply in game.opening_plies..game.moves.len() {
                self.moves[side(ply % 2)] += 1;
            }
            for seat in 0..2 {
                self.seconds[side(seat)] += game.seconds[seat];
            }
            self.failures += u64::from(!game.detail.is_empty());
        }
    }
}

/// Plays a match from a start against a peer.
pub fn play(start: &AnyPosition, peer: &Entrant, options: &Options) -> Tally {
    let openings = opening::random(start, 2, 20261129, options.pairs as usize)
        .unwrap_or_else(|error| panic!("{}: {error}", start.size()));
    let mut tally = Tally::default();
    for batch in openings.chunks(BATCH) {
        tally.add(play_batch(batch, peer, options));
        if tally.is_precise(options.precision) {
            break;
        }
    }
    tally
}

fn play_batch(openings: &[Opening], peer: &Entrant, options: &Options) -> Vec<GameRecord> {
    let ours = ours::entrant(options.ours.as_deref().unwrap_or("level:6"));
    let schedule = Schedule::duel(openings.len() as u64);
    let game = Match {
        limits: MatchLimits {
            time: TimeControl::PerMove(options.time),
            margin: Duration::from_secs(60),
            ..MatchLimits::default()
        },
        concurrency: thread::available_parallelism().map_or(1, usize::from),
        recover: true,
        ..Match::new(vec![ours, peer.clone()], openings.to_vec(), schedule)
    };
    let mut games = Vec::new();
    let played = game.play(&mut games, &AtomicBool::new(false), |_, _| {
        ControlFlow::Continue(())
    });
    if let Err(error) = played {
        panic!("{}: {error}", peer.name);
    }
    if options.verbose {
        for game in &games {
            eprintln!("{}", line(game));
        }
    }
    games
}

/// A game in a line: who won, and from where on we knew.
fn line(game: &GameRecord) -> String {
    format!(
        "game {}: {} in {} plies, proven from ply {:?}: {}",
        game.game,
        if game.first_won == (game.first == 0) {
            "won"
        } else {
            "lost"
        },
        game.moves.len(),
        game.proven_ply,
        game.moves.join(" ")
    )
}
