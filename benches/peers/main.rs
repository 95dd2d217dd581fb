//! Our level 6 against the search crates people would reach for, in one process and with the same
//! rules: only the search differs.
//!
//! * `cargo bench -p narrows --bench peers` plays the matches and prints the tables.
//!   (`cargo xtask bench peers` keeps them and puts them into BENCHMARKS.md.)
//! * `… -- --pairs 40 --milliseconds 100 --only treant --board 8x8` changes what is played.
//! * `… -- --pairs-against Iterative=12` plays another number of pairs against some of them.
//! * `… -- --verbose` also lists the games.
//! * `… -- --test` plays one pair of very fast games of each, to see that it all works.
//!
//! Every peer gets this project's move generation and its fast random playout, its own solver of
//! proven positions where it has one, and the same wall time a move on one thread. Seats are
//! exchanged, openings are random to two plies. Games are played one at a time, so that the players
//! do not compete for the processor. Nothing is judged on time: what each player really took is in
//! the table.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark reads the clock and prints"
)]

mod board_game_peer;
mod minimax_peer;
mod ours;
mod rates;
mod report;
mod treant_peer;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use narrows_arena::stats::{Comparison, PairCounts};
use narrows_arena::{Entrant, GameRecord, Match, MatchLimits, Schedule, TimeControl, opening};
use narrows_core::{AnyPosition, GameKind, Pie};

/// The boards of the tables.
const BOARDS: [(GameKind, &str); 4] = [
    (GameKind::BlackNarrows, "6x6"),
    (GameKind::BlackNarrows, "8x8"),
    (GameKind::Narrows, "6x5"),
    (GameKind::Narrows, "8x7"),
];

/// What to play.
struct Options {
    pairs: u64,
    /// Other numbers of pairs for peers whose names contain a text.
    pairs_against: Vec<(String, u64)>,
    time: Duration,
    rate_time: Duration,
    only: Option<String>,
    board: Option<String>,
    ours: Option<String>,
    verbose: bool,
}

impl Options {
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            pairs: 30,
            pairs_against: Vec::new(),
            time: Duration::from_millis(50),
            rate_time: Duration::from_secs(1),
            only: None,
            board: None,
            ours: None,
            verbose: false,
        };
        let mut arguments = arguments.peekable();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                // What cargo adds.
                "--bench" => {}
                "--test" => {
                    options.pairs = 1;
                    options.time = Duration::from_millis(1);
                    options.rate_time = Duration::from_millis(5);
                }
                "--verbose" => options.verbose = true,
                "--only" => options.only = Some(value()?),
                "--board" => options.board = Some(value()?),
                "--ours" => options.ours = Some(value()?),
                "--pairs" => {
                    options.pairs = value()?.parse().map_err(|e| format!("--pairs: {e}"))?
                }
                "--pairs-against" => options.pairs_against.push(pairs_against(&value()?)?),
                "--milliseconds" => {
                    let time = value()?
                        .parse()
                        .map_err(|e| format!("--milliseconds: {e}"))?;
                    options.time = Duration::from_millis(time);
                }
                other => return Err(format!("unknown option {other}")),
            }
        }
        Ok(options)
    }

    fn pairs(&self, peer: &str) -> u64 {
        let special =
            |(name, pairs): &(String, u64)| peer.contains(name.as_str()).then_some(*pairs);
        self.pairs_against
            .iter()
            .find_map(special)
            .unwrap_or(self.pairs)
    }

    fn wants(&self, peer: &str, size: &str) -> bool {
        self.only
            .as_ref()
            .is_none_or(|only| peer.contains(only.as_str()))
            && self.board.as_ref().is_none_or(|board| board == size)
    }
}

/// Reads `NAME=PAIRS`.
fn pairs_against(text: &str) -> Result<(String, u64), String> {
    let (name, pairs) = text
        .split_once('=')
        .ok_or(format!("--pairs-against {text}: NAME=PAIRS is wanted"))?;
    let pairs = pairs
        .parse()
        .map_err(|e| format!("--pairs-against {text}: {e}"))?;
    Ok((name.to_owned(), pairs))
}

/// One line of the table.
pub struct Line {
    kind: GameKind,
    size: &'static str,
    peer: &'static str,
    pairs: [u64; 3],
    comparison: Comparison,
    /// Seconds a move, ours and theirs.
    seconds: [f64; 2],
    failures: u64,
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("peers: {error}");
            return ExitCode::from(2);
        }
    };
    let mut lines = Vec::new();
    for (kind, size) in BOARDS {
        for (name, entrant) in peers(kind, options.time) {
            if options.wants(name, size) {
                let line = play(kind, size, name, entrant, &options);
                eprintln!("{}", report::line(&line));
                lines.push(line);
            }
        }
    }
    let rates = if options.only.is_some() {
        Vec::new()
    } else {
        rates::measure(&options)
    };
    let text = report::tables(&lines, &rates, &options);
    println!("{text}");
    ExitCode::SUCCESS
}

/// All peers for a game.
fn peers(kind: GameKind, time: Duration) -> Vec<(&'static str, Entrant)> {
    let all = match kind {
        GameKind::BlackNarrows => vec![
            (
                "treant",
                treant_peer::factory::<narrows_core::BlackNarrows<1>>(time),
            ),
            (
                "minimax MonteCarloTreeSearch",
                minimax_peer::mcts::<narrows_core::BlackNarrows<1>>(time),
            ),
            (
                "minimax IterativeSearch",
                minimax_peer::iterative::<narrows_core::BlackNarrows<1>>(time),
            ),
            (
                "board-game MCTSBot",
                board_game_peer::factory::<narrows_core::BlackNarrows<1>>(time),
            ),
        ],
        GameKind::Narrows => vec![
            (
                "treant",
                treant_peer::factory::<narrows_core::Narrows<1>>(time),
            ),
            (
                "minimax MonteCarloTreeSearch",
                minimax_peer::mcts::<narrows_core::Narrows<1>>(time),
            ),
            (
                "minimax IterativeSearch",
                minimax_peer::iterative::<narrows_core::Narrows<1>>(time),
            ),
            (
                "board-game MCTSBot",
                board_game_peer::factory::<narrows_core::Narrows<1>>(time),
            ),
        ],
    };
    all.into_iter()
        .map(|(name, factory)| (name, Entrant::new(name, factory)))
        .collect()
}

fn play(
    kind: GameKind,
    size: &'static str,
    peer: &'static str,
    entrant: Entrant,
    options: &Options,
) -> Line {
    let start = size
        .parse()
        .map_err(|e| format!("{e}"))
        .and_then(|size| AnyPosition::start(kind, size, Pie::Off).map_err(|e| e.to_string()))
        .unwrap_or_else(|error| panic!("{size}: {error}"));
    let pairs = options.pairs(peer);
    let openings = opening::random(&start, 2, 20261129, pairs as usize)
        .unwrap_or_else(|error| panic!("{size}: {error}"));
    let ours = ours::entrant(options.ours.as_deref().unwrap_or("level:6"));
    let game = Match {
        limits: MatchLimits {
            time: TimeControl::PerMove(options.time),
            margin: Duration::from_secs(60),
            ..MatchLimits::default()
        },
        recover: true,
        ..Match::new(vec![ours, entrant], openings, Schedule::duel(pairs))
    };
    let mut games: Vec<GameRecord> = Vec::new();
    let played = game.play(&mut games, &AtomicBool::new(false), |_, _| {
        ControlFlow::Continue(())
    });
    if let Err(error) = played {
        panic!("{peer}: {error}");
    }
    if options.verbose {
        for game in &games {
            eprintln!("{}", report::game(game));
        }
    }
    summarise(kind, size, peer, &games)
}

fn summarise(kind: GameKind, size: &'static str, peer: &'static str, games: &[GameRecord]) -> Line {
    let mut ordered: Vec<_> = games.iter().collect();
    ordered.sort_by_key(|g| g.game);
    let won = |g: &GameRecord| u8::from(g.first_won == (g.first == 0));
    let mut counts = PairCounts::default();
    for pair in ordered.chunks_exact(2) {
        counts.add(won(pair[0]) + won(pair[1]));
    }
    let (mut seconds, mut moves) = ([0.0; 2], [0usize; 2]);
    for game in games {
        for ply in game.opening_plies..game.moves.len() {
            let seat = ply % 2;
            moves[usize::from((seat == 0) != (game.first == 0))] += 1;
        }
        for seat in 0..2 {
            seconds[usize::from((seat == 0) != (game.first == 0))] += game.seconds[seat];
        }
    }
    for side in 0..2 {
        seconds[side] /= moves[side].max(1) as f64;
    }
    let [lost, _, split, _, both] = counts.cells();
    Line {
        kind,
        size,
        peer,
        pairs: [lost, split, both],
        comparison: Comparison::new(&counts),
        seconds,
        failures: games.iter().filter(|g| !g.detail.is_empty()).count() as u64,
    }
}
