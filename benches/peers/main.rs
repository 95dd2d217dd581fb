//! Our level 6 against the search crates people would reach for, in one process and with the same rules.
//!
//! * `cargo bench -p narrows --bench peers` plays the matches and prints the tables.
//!   (`cargo xtask bench peers` keeps them and puts them into BENCHMARKS.md.)
//! * `… -- --pairs 40 --precision 8 --milliseconds 100 --only treant --board 8x8` changes what is played.
//! * `… -- --verbose` also lists the games.
//! * `… -- --test` plays one pair of very fast games of each, to see that it all works.
//!
//! Every peer gets this project's move generation and its fast random playout, what it has itself to prove positions and to
//! keep between moves, the constants its author advises, and the same wall time a move on one thread. Seats are exchanged,
//! openings are random to two plies. There are as many games at a time as cores; in each, one player thinks. A match ends
//! after a batch of pairs when its interval is narrow enough. Nothing is judged on time: what each player really took is in
//! the table. The crate `mcts` is not here: `treant` is its successor, and it needs releases of `rand` and `crossbeam` that
//! nobody maintains.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark reads the clock and prints"
)]

mod answer;
mod board_game_peer;
mod matches;
mod minimax_peer;
mod options;
mod ours;
mod peers;
mod rates;
mod reference;
mod report;
mod treant_peer;

use std::process::ExitCode;

use narrows_ai::evaluation::Evaluate;
use narrows_arena::Entrant;
use narrows_core::any::Concrete;
use narrows_core::{AnyPosition, GameKind, Pie, with_position};

use options::Options;

/// The boards of the tables.
const BOARDS: [(GameKind, &str); 5] = [
    (GameKind::BlackNarrows, "8x8"),
    (GameKind::BlackNarrows, "10x10"),
    (GameKind::BlackNarrows, "13x13"),
    (GameKind::Narrows, "8x7"),
    (GameKind::Narrows, "10x9"),
];

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("peers: {error}");
            return ExitCode::from(2);
        }
    };
    let (mut lines, mut speeds) = (Vec::new(), Vec::new());
    for (kind, size) in BOARDS {
        let parsed = size.parse().unwrap_or_else(|e| panic!("{size}: {e}"));
        let start =
            AnyPosition::start(kind, parsed, Pie::Off).unwrap_or_else(|e| panic!("{size}: {e}"));
        lines.extend(with_position!(&start, position => play_all(position, size, &options)));
        if options.only.is_none() && options.board.is_none() {
            let measured = rates::measure(&start, options.rate_time);
            speeds.extend(measured.into_iter().map(|speed| (kind, size, speed)));
        }
    }
    println!("{}", report::tables(&lines, &speeds, &options));
    ExitCode::SUCCESS
}

/// The matches on one board.
fn play_all<G: Concrete + Evaluate>(
    start: &G,
    size: &'static str,
    options: &Options,
) -> Vec<report::Line> {
    let any = start.clone().wrap();
    let wanted = peers::all::<G>(options.time)
        .into_iter()
        .filter(|peer| options.wants(peer.name, size));
    let played = wanted.map(|peer| {
        let entrant = Entrant::new(peer.name, peer.factory);
        let line = report::Line {
            kind: any.kind(),
            size,
            peer: peer.name,
            has: peer.has,
            tally: matches::play(&any, &entrant, options),
        };
        eprintln!("{}", report::line(&line));
        line
    });
    played.collect()
}
