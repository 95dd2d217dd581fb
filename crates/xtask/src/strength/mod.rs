//! `cargo xtask strength`: is this tree stronger than the last release?
//!
//! Both programs play each other over the Go Text Protocol in `narrows arena match`, one thread each, board after
//! board in rounds of a few pairs. Every board has its own log-likelihood ratio; the boards are independent, so the
//! ratio of all games is their sum, and the sequential test ends when that leaves Wald's bounds.

mod opponent;
mod options;
mod score;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use crate::metadata::Metadata;
use crate::shell::Cmd;
use crate::{Result, program};
use opponent::Opponent;
use options::{Asked, Options};
use score::{Score, Verdict};

/// The boards that are played: the usual one of each game, and one of more than 64 points.
const BOARDS: [(&str, &str); 4] = [
    ("black-narrows", "8x8"),
    ("narrows", "8x7"),
    ("black-narrows", "10x10"),
    ("narrows", "10x9"),
];

/// Pairs of games of a board before the next one has its turn: some 20 seconds on two cores.
const ROUND: u64 = 10;

/// Plays the match and says yes (0), no (3) or undecided (4).
///
/// # Errors
/// If a program cannot be built or a match breaks off.
pub fn main(args: &[String]) -> Result<ExitCode> {
    let options = match Options::read(args) {
        Ok(Asked::Help) => {
            print!("{}", options::HELP);
            return Ok(ExitCode::SUCCESS);
        }
        Ok(Asked::Play(options)) => options,
        Err(problem) => {
            eprintln!("xtask strength: {problem}");
            return Ok(ExitCode::from(2));
        }
    };
    let opponent = Opponent::of(&options)?;
    let boards = compete(&options, &program::build()?, &opponent)?;
    Ok(Score::verdict(&boards).exit_code())
}

/// A pair on every board against itself, by playouts instead of time: shows that the match works, not who is stronger.
///
/// # Errors
/// If a match breaks off, or counts anything but its one pair.
pub fn check() -> Result {
    let words = ["--pairs", "1", "--playouts", "8"].map(str::to_owned);
    let Asked::Play(options) = Options::read(&words)? else {
        return Err("the options of the check ask for help".into());
    };
    let program = program::build()?;
    let opponent = Opponent {
        name: "itself".to_owned(),
        program: program.clone(),
    };
    for (score, (game, size)) in compete(&options, &program, &opponent)?.iter().zip(BOARDS) {
        if score.pairs.iter().sum::<u64>() != 1 || score.forfeits != [0, 0] {
            return Err(format!("{game} {size}: {}", score.line()).into());
        }
    }
    Ok(())
}

/// Plays until the test is decided, the pairs are played or the time is up.
fn compete(options: &Options, program: &Path, opponent: &Opponent) -> Result<Vec<Score>> {
    println!(
        "Is this tree stronger than {}? {}",
        opponent.name,
        options.terms()
    );
    let folder = folder()?;
    let start = Instant::now();
    let matches = BOARDS.map(|(game, size)| Match {
        game,
        size,
        results: folder.join(format!("{game}-{size}.jsonl")),
    });
    for of in &matches {
        // What an earlier tree played says nothing about this one.
        let _none = fs::remove_file(&of.results);
    }
    let mut scores = vec![Score::default(); matches.len()];
    let mut pairs = 0;
    while pairs < options.pairs {
        pairs = (pairs + ROUND).min(options.pairs);
        for (of, score) in matches.iter().zip(&mut scores) {
            if start.elapsed() < options.longest {
                *score = of.play(options, program, opponent, pairs)?;
                println!("{:13} {:5} {}", of.game, of.size, score.line());
            }
        }
        if Score::verdict(&scores) != Verdict::Undecided || start.elapsed() >= options.longest {
            break;
        }
    }
    println!(
        "{}, {:.0} min",
        Score::conclusion(&scores, options),
        start.elapsed().as_secs_f64() / 60.0
    );
    Ok(scores)
}

/// Where programs and results are kept.
fn folder() -> Result<PathBuf> {
    let folder = Metadata::load()?.target().join("strength");
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// One board of the match.
struct Match {
    game: &'static str,
    size: &'static str,
    results: PathBuf,
}

impl Match {
    /// Plays on until so many pairs are played in all.
    fn play(
        &self,
        options: &Options,
        program: &Path,
        opponent: &Opponent,
        pairs: u64,
    ) -> Result<Score> {
        let games_at_once = std::thread::available_parallelism().map_or(1, usize::from);
        let [elo0, elo1] = options.elo;
        let printed = Cmd::new(program)
            .args(["arena", "match", self.game, "--size", self.size])
            .args([
                "--a",
                &self.player(program),
                "--b",
                &self.player(&opponent.program),
            ])
            .args(options.bound())
            .args(["--pairs", &pairs.to_string()])
            .args(["--concurrency", &games_at_once.to_string()])
            // Out of reach of one board: all boards together decide.
            .arg(format!("--sprt={elo0},{elo1},1e-12,1e-12"))
            .arg("--out")
            .arg(&self.results)
            .arg("--json")
            .read()?;
        Score::read(&printed)
    }

    /// A program as a player of the arena.
    fn player(&self, program: &Path) -> String {
        let engine = Cmd::new(program)
            .args(["gtp", self.game, "--size", self.size])
            .args(["--player", "level:6,threads=1"]);
        format!("gtp:{engine}")
    }
}
