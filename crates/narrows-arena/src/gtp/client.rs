//! Talking to an outside engine: one command, one answer, each within bounds.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::process::{EngineProcess, Outputs};
use crate::Fault;

/// More output than this without the end of an answer is no answer: a list of all commands or a drawn
/// board has a few thousand bytes.
const LONGEST_ANSWER: u64 = 1 << 16;
/// Answers that wait to be read; an engine that says more has to wait.
const LONGEST_QUEUE: usize = 4;
/// How often a wait looks whether it was cancelled.
const GLANCE: Duration = Duration::from_millis(20);
/// Lines of standard error that are kept, and their length.
const LAST_LINES: usize = 3;
const LONGEST_LINE: u64 = 2000;

/// Splits a command line into words as a shell does. `None` if a quote is left open or there is no
/// word.
#[must_use]
pub fn split_command(line: &str) -> Option<Vec<String>> {
    shell_words::split(line)
        .ok()
        .filter(|words| !words.is_empty())
}

/// A running engine.
#[derive(Debug)]
pub struct GtpClient {
    process: EngineProcess,
    answers: Receiver<Result<String, String>>,
    last_words: Arc<Mutex<VecDeque<String>>>,
}

impl GtpClient {
    /// Starts an engine from a command line, see [`split_command`].
    ///
    /// # Errors
    /// [`Fault::Crashed`] if it cannot be started.
    pub fn start(command: &str) -> Result<Self, Fault> {
        let words = split_command(command).ok_or_else(|| {
            Fault::Crashed(format!("no command, or an open quote, in {command:?}"))
        })?;
        let (process, outputs) = EngineProcess::start(&words)
            .map_err(|error| Fault::Crashed(format!("cannot start {:?}: {error}", words[0])))?;
        let Outputs { answers, errors } = outputs;
        let (send, received) = sync_channel(LONGEST_QUEUE);
        if let Some(output) = answers {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                // The answers end with the process, or when nobody receives them.
                while let Some(answer) = read_answer(&mut output) {
                    let broken = answer.is_err();
                    if send.send(answer).is_err() || broken {
                        break;
                    }
                }
            });
        }
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(errors) = errors {
            let kept = Arc::clone(&last_words);
            thread::spawn(move || keep_last_lines(errors, &kept));
        }
        Ok(Self {
            process,
            answers: received,
            last_words,
        })
    }

    /// Sends a command and waits for its answer: `Ok(Ok(text))` for `=`, `Ok(Err(text))` for `?`.
    ///
    /// # Errors
    /// [`Fault`] if the engine does not answer in time, ends, or writes something else.
    pub fn ask(
        &mut self,
        command: &str,
        patience: Duration,
        cancelled: &AtomicBool,
    ) -> Result<Result<String, String>, Fault> {
        let since = Instant::now();
        match self.answers.try_recv() {
            Ok(Ok(_)) => {
                return Err(Fault::Nonsense(
                    "it answered without being asked".to_owned(),
                ));
            }
            Ok(Err(garbage)) => return Err(Fault::Nonsense(garbage)),
            Err(TryRecvError::Disconnected) => return Err(self.crashed()),
            Err(TryRecvError::Empty) => {}
        }
        if !self.process.send(command) {
            return Err(self.crashed());
        }
        loop {
            if cancelled.load(Ordering::Relaxed) {
                return Err(Fault::Cancelled);
            }
            let left = patience.saturating_sub(since.elapsed());
            if left.is_zero() {
                return Err(Fault::Hung(patience));
            }
            match self.answers.recv_timeout(left.min(GLANCE)) {
                Ok(Ok(answer)) => return Ok(interpret(&answer)),
                Ok(Err(garbage)) => return Err(Fault::Nonsense(garbage)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
            }
        }
    }

    /// Whether the engine knows a command; one that does not answer does not.
    pub fn knows(
        &mut self,
        command: &str,
        patience: Duration,
        cancelled: &AtomicBool,
    ) -> Result<bool, Fault> {
        let question = format!("known_command {command}");
        let answer = self.ask(&question, patience, cancelled)?;
        Ok(answer.is_ok_and(|answer| answer == "true"))
    }

    /// How the process ended, with the last line it wrote to standard error.
    fn crashed(&mut self) -> Fault {
        let status = self.process.ended();
        let how = status.map_or_else(|| "it closed its output".to_owned(), |s| s.to_string());
        let lines = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match lines.back() {
            Some(line) => Fault::Crashed(format!("{how}; its last words: {line}")),
            None => Fault::Crashed(how),
        }
    }
}

/// The next answer, without its closing blank line; lines before one are skipped, as GoGui does
/// with programs that chatter. `None` at the end; `Err` if there is no end to it.
fn read_answer(output: &mut impl BufRead) -> Option<Result<String, String>> {
    let mut answer = String::new();
    let mut output = output.take(LONGEST_ANSWER);
    loop {
        let mut line = Vec::new();
        if output.read_until(b'\n', &mut line).is_err() || line.is_empty() {
            if output.limit() == 0 {
                return Some(Err(format!(
                    "no answer within {LONGEST_ANSWER} bytes of output"
                )));
            }
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\r', '\n']);
        if answer.is_empty() {
            if line.starts_with(['=', '?']) {
                answer.push_str(line);
            }
        } else if line.is_empty() {
            return Some(Ok(answer));
        } else {
            answer.push('\n');
            answer.push_str(line);
        }
    }
}

fn interpret(answer: &str) -> Result<String, String> {
    let body = answer[1..]
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim()
        .to_owned();
    if answer.starts_with('=') {
        Ok(body)
    } else {
        Err(body)
    }
}

fn keep_last_lines(errors: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    loop {
        let mut line = Vec::new();
        match (&mut errors)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text: String = String::from_utf8_lossy(&line)
                    .trim()
                    .chars()
                    .filter(|c| !c.is_control())
                    .collect();
                if !text.is_empty() {
                    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.push_back(text);
                    if kept.len() > LAST_LINES {
                        kept.pop_front();
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines() {
        let words = |line| split_command(line);
        assert_eq!(
            words("a b  c"),
            Some(vec!["a".into(), "b".into(), "c".into()])
        );
        assert_eq!(
            words(r#"a "b c" 'd "e' f\ g "" "#).unwrap(),
            ["a", "b c", "d \"e", "f g", ""]
        );
        assert_eq!(words(r#"x "a\"b""#).unwrap(), ["x", "a\"b"]);
        for bad in ["", "  ", "a 'b", "a \"b"] {
            assert_eq!(words(bad), None, "{bad}");
        }
    }

    #[test]
    fn answers() {
        let read = |text: &str| read_answer(&mut text.as_bytes());
        assert_eq!(read("chatter\n= C3\n\n"), Some(Ok("= C3".to_owned())));
        assert_eq!(read("=12 a\r\nb\r\n\r\n"), Some(Ok("=12 a\nb".to_owned())));
        assert_eq!(read("= no end\n"), None);
        assert_eq!(read(""), None);
        assert!(read(&"x".repeat(1 << 17)).unwrap().is_err());
        assert!(read(&"= x\n".repeat(1 << 15)).unwrap().is_err());
        assert_eq!(interpret("=12 a b"), Ok("a b".to_owned()));
        assert_eq!(interpret("? no"), Err("no".to_owned()));
    }
}
