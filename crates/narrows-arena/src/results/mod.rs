//! The results file: JSON Lines, one game a line, safe against Ctrl-C, kill -9 and a full disk, and
//! believed only as far as the rules confirm it.
//!
//! The first line holds the [`MatchPlan`]; each run of the match adds a line on itself; every other
//! line is a game. Each line ends with a checksum. What is read is replayed by the rules.

mod check;
mod line;
mod merge;
mod run;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::GameRecord;
use super::files::{FileError, Kind, is_standard_stream, open_continued};
use super::plan::{MatchPlan, Pairings, PlanError};
pub use check::check;
pub use line::LineError;
pub use merge::merge;
pub use run::{Machine, Run};

/// The format's name and version, in the first line of the file.
const FORMAT: &str = "narrows-arena-2";
/// What every results file begins with.
const BEGINNING: &str = "{\"format\":\"narrows-arena-2\",";
/// What the lines after the first begin with.
const LATER: [&str; 2] = ["{\"run\":", "{\"game\":"];
/// A longer line is none of ours: the longest game on the largest board has some 10,000 bytes, a
/// list of openings may have more.
const LONGEST_LINE: u64 = 16 << 20;

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    plan: MatchPlan,
}

#[derive(Serialize, Deserialize)]
struct RunLine {
    run: Run,
}

/// Why a results file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// A device, a pipe or a folder.
    #[error("{}: not a regular file, and results are read back from where they are written", .0.display())]
    NotRegular(PathBuf),
    /// Another match is writing to the file.
    #[error("{}: another match is writing to it", .0.display())]
    Busy(PathBuf),
    /// The file is something else.
    #[error("{}: not a results file of the arena, so it is left as it is: {problem}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// How one can see that.
        problem: String,
    },
    /// The file is a results file, with a line that cannot be believed.
    #[error("{}: line {line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The file belongs to another match.
    #[error(
        "{}: it holds another match ({what} was {old}, now {new}); name a new file, or repeat the old command",
        path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// The first setting that differs.
        what: String,
        /// Its value in the file.
        old: String,
        /// Its value now.
        new: String,
    },
    /// The plan is not one of a match.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Files that do not go together.
    #[error("{0}")]
    Merge(String),
}

/// What a results file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The match, with as many pairs as its longest run.
    pub plan: MatchPlan,
    /// The seeds of the games: one, unless files were merged.
    pub seeds: Vec<u64>,
    /// The runs that played it, in order.
    pub runs: Vec<Run>,
    /// Its games, in the order in which they ended.
    pub games: Vec<GameRecord>,
    /// Bytes of a torn last line, which a kill or a full disk left behind and which do not count.
    pub torn_bytes: u64,
}

/// An open results file.
///
/// Every game is one line, written by one call and synced before the next game is reported, so that
/// a kill can tear only the last line. Opening the file again drops a torn line (its game is played
/// again) and gives back the games that are there.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    file: File,
}

impl ResultsFile {
    /// Opens or creates a results file for a match, and notes that `run` continues it.
    ///
    /// A match may be made longer: `plan.pairs` may be more than the file says.
    ///
    /// # Errors
    /// [`ResultsError`]; the file is unchanged then.
    pub fn open(path: &Path, plan: &MatchPlan, run: Run) -> Result<(Self, Results), ResultsError> {
        let io = |error| io_error(path, error);
        if path.exists() {
            check_regular(path)?;
        }
        let existed = path.exists();
        let file = open_continued(path, Kind::RESULTS).map_err(|error| match error {
            FileError::System { error, .. } => io(error),
            FileError::Foreign { .. } => ResultsError::Foreign {
                path: path.to_owned(),
                problem: "its first line is another one".into(),
            },
            other => ResultsError::Foreign {
                path: path.to_owned(),
                problem: other.to_string(),
            },
        })?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ResultsError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let mut store = Self {
            path: path.to_owned(),
            file,
        };
        let length = store.file.metadata().map_err(io)?.len();
        let held = read_from(path, &store.file)?;
        let is_new = held.is_none();
        let mut results = match held {
            Some(results) => results.continued_by(path, plan)?,
            None => Results::new(plan.clone()),
        };
        if results.torn_bytes > 0 {
            let whole = length - results.torn_bytes;
            store.file.set_len(whole).map_err(io)?;
            store.file.seek(SeekFrom::End(0)).map_err(io)?;
        }
        let begun = store.begin(is_new.then_some(plan), &run);
        if !existed {
            match &begun {
                Ok(()) => sync_folder(path),
                // Nothing of it is worth keeping; a name that cannot be removed is that of an empty file.
                Err(_) => drop(std::fs::remove_file(path)),
            }
        }
        begun?;
        results.runs.push(run);
        Ok((store, results))
    }

    /// The lines before the games of a run: what the match is, if the file is new, and what the run is.
    fn begin(&mut self, plan: Option<&MatchPlan>, run: &Run) -> Result<(), ResultsError> {
        let mut text = Vec::new();
        if let Some(plan) = plan {
            let (format, plan) = (FORMAT.to_owned(), plan.clone());
            text.extend(self.line(&Header { format, plan })?);
        }
        text.extend(self.line(&RunLine { run: run.clone() })?);
        self.write(&text)
    }

    /// Appends a game and waits until it is on the disk.
    ///
    /// # Errors
    /// [`ResultsError::Io`]; the file has only whole lines then too, unless it cannot even be shortened.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), ResultsError> {
        let text = self.line(game)?;
        self.write(&text)
    }

    fn line(&self, value: &impl Serialize) -> Result<Vec<u8>, ResultsError> {
        line::write(value).map_err(|error| io_error(&self.path, error.into()))
    }

    /// Adds whole lines, or nothing.
    fn write(&mut self, lines: &[u8]) -> Result<(), ResultsError> {
        let io = |error| io_error(&self.path, error);
        let length = self.file.metadata().map_err(io)?.len();
        let written = self.file.write_all(lines);
        written
            .and_then(|()| self.file.sync_data())
            .map_err(|error| {
                // A full disk takes the beginning of a line; it can always give it back.
                let _torn = self.file.set_len(length);
                io(error)
            })
    }
}

/// Reads a results file, or standard input if the path is `-`, and replays its games.
///
/// # Errors
/// [`ResultsError`] if it is not one, or a line of it cannot be believed.
pub fn read(path: &Path) -> Result<Results, ResultsError> {
    let (path, found) = if is_standard_stream(path) {
        let name = Path::new("standard input");
        (name, read_from(name, io::stdin())?)
    } else {
        check_regular(path)?;
        let file = File::open(path).map_err(|error| io_error(path, error))?;
        (path, read_from(path, file)?)
    };
    found.ok_or_else(|| ResultsError::Foreign {
        path: path.to_owned(),
        problem: "it is empty".into(),
    })
}

impl Results {
    /// Nothing played yet.
    #[must_use]
    pub fn new(plan: MatchPlan) -> Self {
        Self {
            seeds: vec![plan.seed],
            plan,
            runs: Vec::new(),
            games: Vec::new(),
            torn_bytes: 0,
        }
    }

    /// These results for the plan of a new run, which may be longer.
    fn continued_by(mut self, path: &Path, plan: &MatchPlan) -> Result<Self, ResultsError> {
        let changed = self.plan.difference(plan).or_else(|| {
            let (old, new) = (self.plan.pairs, plan.pairs);
            (new < old).then(|| ("pairs".into(), old.to_string(), new.to_string()))
        });
        if let Some((what, old, new)) = changed {
            return Err(ResultsError::Changed {
                path: path.to_owned(),
                what,
                old,
                new,
            });
        }
        self.plan.pairs = plan.pairs;
        Ok(self)
    }
}

fn io_error(path: &Path, error: io::Error) -> ResultsError {
    ResultsError::Io {
        path: path.to_owned(),
        error,
    }
}

fn check_regular(path: &Path) -> Result<(), ResultsError> {
    let metadata = std::fs::metadata(path).map_err(|error| io_error(path, error))?;
    if metadata.is_file() {
        Ok(())
    } else {
        Err(ResultsError::NotRegular(path.to_owned()))
    }
}

/// So that the file's name outlives a power cut as well; not every system can.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// A line with its end, if it has one; empty at the end of the file.
fn next_line(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// `None` if the file is empty.
fn read_from(path: &Path, file: impl Read) -> Result<Option<Results>, ResultsError> {
    let io = |error| io_error(path, error);
    let mut input = BufReader::new(file);
    let first = next_line(&mut input).map_err(io)?;
    if first.is_empty() {
        return Ok(None);
    }
    let plan = read_header(path, &first)?;
    let mut reader = Reader {
        path,
        pairings: plan.pairings()?,
        results: Results::new(plan),
        seen: HashSet::new(),
    };
    for number in 2.. {
        let line = next_line(&mut input).map_err(io)?;
        if line.is_empty() {
            break;
        }
        match line.split_last() {
            Some((b'\n', text)) => reader.line(number, text)?,
            _ => {
                reader.torn(number, &line)?;
                break;
            }
        }
    }
    Ok(Some(reader.results))
}

fn read_header(path: &Path, first: &[u8]) -> Result<MatchPlan, ResultsError> {
    let foreign = |problem: &str| ResultsError::Foreign {
        path: path.to_owned(),
        problem: problem.to_owned(),
    };
    if !first.starts_with(BEGINNING.as_bytes()) {
        let older = first.starts_with(b"{\"format\":\"narrows-arena-");
        return Err(foreign(if older {
            "another version of narrows wrote it"
        } else {
            "its first line is another one"
        }));
    }
    let Some((b'\n', text)) = first.split_last() else {
        return Err(foreign(
            "its only line has no end; delete it if a match was killed as it began",
        ));
    };
    let header: Header = line::read(text).map_err(|error| ResultsError::Line {
        path: path.to_owned(),
        line: 1,
        problem: error.to_string(),
    })?;
    Ok(header.plan)
}

/// A results file being read.
struct Reader<'a> {
    path: &'a Path,
    pairings: Pairings,
    results: Results,
    seen: HashSet<u64>,
}

impl Reader<'_> {
    fn bad(&self, line: usize, problem: impl ToString) -> ResultsError {
        ResultsError::Line {
            path: self.path.to_owned(),
            line,
            problem: problem.to_string(),
        }
    }

    fn line(&mut self, number: usize, text: &[u8]) -> Result<(), ResultsError> {
        if text.starts_with(LATER[0].as_bytes()) {
            let line: RunLine = line::read(text).map_err(|error| self.bad(number, error))?;
            return self.run(number, line.run);
        }
        let game: GameRecord = line::read(text).map_err(|error| self.bad(number, error))?;
        check(&game, &self.pairings).map_err(|problem| self.bad(number, problem))?;
        if !self.seen.insert(game.game) {
            return Err(self.bad(number, format!("game {} is there already", game.game)));
        }
        self.results.games.push(game);
        Ok(())
    }

    /// A run may have made the match longer.
    fn run(&mut self, number: usize, run: Run) -> Result<(), ResultsError> {
        if run.pairs < self.results.plan.pairs {
            return Err(self.bad(number, "a run with fewer pairs than the one before"));
        }
        if run.pairs > self.results.plan.pairs {
            self.results.plan.pairs = run.pairs;
            self.pairings = self
                .results
                .plan
                .pairings()
                .map_err(|error| self.bad(number, error))?;
        }
        self.results.runs.push(run);
        Ok(())
    }

    /// A last line without its end: dropped if it is the beginning of one of ours.
    fn torn(&mut self, number: usize, text: &[u8]) -> Result<(), ResultsError> {
        let ours = LATER.iter().any(|beginning| {
            let length = text.len().min(beginning.len());
            text[..length] == beginning.as_bytes()[..length]
        });
        if !ours || text.len() as u64 >= LONGEST_LINE {
            return Err(self.bad(number, "its last line is none of a match, and has no end"));
        }
        self.results.torn_bytes = text.len() as u64;
        Ok(())
    }
}
