//! An outside engine as a player.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command as Process, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use narrows_core::any::{AnyMove, AnyPosition};
use narrows_core::narrows::{Move, Pie};
use narrows_core::{Color, GameKind, Point};

use super::{Vertex, color_name, gtp_size_limit, vertex_name};
use crate::{Contestant, Fault, NewGame, Reply, TimeControl, Turn};

/// An answer longer than this is not one.
const LONGEST_ANSWER: u64 = 1 << 20;
/// How often a wait looks whether it was cancelled.
const GLANCE: Duration = Duration::from_millis(20);
/// How long an engine may take to obey `quit`.
const FAREWELL: Duration = Duration::from_millis(300);

/// Splits a command line into words as a shell does: blanks separate, quotes of either kind keep
/// them together, a backslash outside single quotes takes the next character as it is. `None` if a
/// quote is left open or there is no word.
#[must_use]
pub fn split_command(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().push(chars.next()?),
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (quote.is_none() && !words.is_empty()).then_some(words)
}

/// A running engine.
#[derive(Debug)]
pub struct GtpClient {
    process: Child,
    input: Option<ChildStdin>,
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
        let mut process = Process::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Fault::Crashed(format!("cannot start {:?}: {error}", words[0])))?;
        let input = process.stdin.take();
        let (send, answers) = channel();
        if let Some(output) = process.stdout.take() {
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
        if let Some(errors) = process.stderr.take() {
            let kept = Arc::clone(&last_words);
            thread::spawn(move || keep_last_lines(errors, &kept));
        }
        Ok(Self {
            process,
            input,
            answers,
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
        let sent = self.input.as_mut().is_some_and(|input| {
            writeln!(input, "{command}")
                .and_then(|()| input.flush())
                .is_ok()
        });
        if !sent {
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

    /// How the process ended, with the last line it wrote to standard error.
    fn crashed(&mut self) -> Fault {
        // Its output is closed; give it a moment to be gone as well.
        let since = Instant::now();
        let mut status = None;
        while status.is_none() && since.elapsed() < FAREWELL {
            status = self.process.try_wait().ok().flatten();
            thread::sleep(Duration::from_millis(5));
        }
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

impl Drop for GtpClient {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // It may be gone already; then there is nobody to take leave of.
            let _ = writeln!(input, "quit");
        }
        let since = Instant::now();
        while since.elapsed() < FAREWELL {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
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
        match (&mut errors).take(2000).read_until(b'\n', &mut line) {
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
                    if kept.len() > 3 {
                        kept.pop_front();
                    }
                }
            }
        }
    }
}

/// An outside engine that speaks GTP, as a [`Contestant`].
#[derive(Debug)]
pub struct GtpPlayer {
    client: GtpClient,
    /// The position the engine is in; `None` before the first game.
    position: Option<AnyPosition>,
    moves: Vec<AnyMove>,
    time: TimeControl,
    budget: bool,
    exchange: bool,
}

impl GtpPlayer {
    /// Starts the engine.
    ///
    /// # Errors
    /// [`Fault::Crashed`] if it cannot be started.
    pub fn start(command: &str) -> Result<Self, Fault> {
        Ok(Self {
            client: GtpClient::start(command)?,
            position: None,
            moves: Vec::new(),
            time: TimeControl::None,
            budget: false,
            exchange: false,
        })
    }

    /// Sends a command that must succeed.
    fn must(
        &mut self,
        command: &str,
        patience: Duration,
        cancelled: &AtomicBool,
    ) -> Result<String, Fault> {
        self.client
            .ask(command, patience, cancelled)?
            .map_err(|refusal| Fault::Nonsense(format!("{command:?} was refused: {refusal}")))
    }

    fn knows(&mut self, command: &str, game: &NewGame) -> Result<bool, Fault> {
        let question = format!("known_command {command}");
        Ok(self
            .client
            .ask(&question, game.patience, &game.cancelled)?
            .is_ok_and(|a| a == "true"))
    }

    /// Brings the engine's board up to date with the moves played since its last one.
    fn catch_up(&mut self, turn: &Turn) -> Result<(), Fault> {
        for &next in &turn.moves[self.moves.len()..] {
            let Some(position) = self.position.as_mut() else {
                break;
            };
            let color = gtp_color(position);
            let mut updated = position.clone();
            updated.play(next).map_err(|error| {
                Fault::Nonsense(format!("the match has an illegal move: {error}"))
            })?;
            for command in commands_of(next, color) {
                if next == AnyMove::Narrows(Move::Swap) && !self.exchange {
                    return Err(Fault::Nonsense(
                        "it does not know the exchange of colors (narrows-swap); play without the pie rule"
                            .to_owned(),
                    ));
                }
                self.must(&command, turn.patience, &turn.cancelled)?;
            }
            self.position = Some(updated);
            self.moves.push(next);
        }
        Ok(())
    }

    fn tell_limits(&mut self, turn: &Turn, color: Color) -> Result<(), Fault> {
        if self.budget {
            let mut command = "narrows-budget".to_owned();
            for (name, value) in [("playouts", turn.playouts), ("nodes", turn.nodes)] {
                if let Some(value) = value {
                    command += &format!(" {name}={value}");
                }
            }
            if let Some(time) = turn.advised {
                command += &format!(" time={:.4}", time.as_secs_f64());
            }
            self.must(&command, turn.patience, &turn.cancelled)?;
        } else if let (TimeControl::Game { .. }, Some(left)) = (self.time, turn.remaining) {
            let command = format!("time_left {} {} 0", color_name(color), left.as_secs());
            // Optional in the protocol: an engine without clocks refuses it and may still be fast.
            let _ = self.client.ask(&command, turn.patience, &turn.cancelled)?;
        }
        Ok(())
    }

    /// Asks for a point. `None` if the engine resigns.
    fn generate(&mut self, color: Color, turn: &Turn) -> Result<Option<Point>, Fault> {
        let patience = turn.patience.saturating_sub(turn.since.elapsed());
        let answer = self.must(
            &format!("genmove {}", color_name(color)),
            patience,
            &turn.cancelled,
        )?;
        match answer.parse() {
            Ok(Vertex::Point(point)) => Ok(Some(point)),
            Ok(Vertex::Resign) => Ok(None),
            Ok(Vertex::Pass) => Err(Fault::Nonsense("it passed".to_owned())),
            Err(error) => Err(Fault::Nonsense(format!("{answer:?}: {error}"))),
        }
    }

    fn wants_exchange(&mut self, turn: &Turn) -> Result<bool, Fault> {
        if !self.exchange || !turn.position.exchange_is_offered() {
            return Ok(false);
        }
        let patience = turn.patience.saturating_sub(turn.since.elapsed());
        Ok(self.must("narrows-wants_swap", patience, &turn.cancelled)? == "true")
    }

    fn chosen(&mut self, turn: &Turn) -> Result<Option<AnyMove>, Fault> {
        let color = gtp_color(&turn.position);
        self.tell_limits(turn, color)?;
        if self.wants_exchange(turn)? {
            return Ok(Some(AnyMove::Narrows(Move::Swap)));
        }
        let Some(first) = self.generate(color, turn)? else {
            return Ok(None);
        };
        let chosen = match turn.position.kind() {
            GameKind::BlackNarrows => AnyMove::Place(first),
            GameKind::Narrows => {
                if !turn.position.legal_moves().iter().any(
                    |m| matches!(m, AnyMove::Narrows(Move::Capture { from, .. }) if *from == first),
                ) {
                    return Err(Fault::Nonsense(format!(
                        "it chose {first}, which has no capture"
                    )));
                }
                let Some(to) = self.generate(color, turn)? else {
                    return Ok(None);
                };
                AnyMove::Narrows(Move::Capture { from: first, to })
            }
        };
        let mut after = turn.position.clone();
        after
            .play(chosen)
            .map_err(|error| Fault::Nonsense(error.to_string()))?;
        self.position = Some(after);
        self.moves.push(chosen);
        Ok(Some(chosen))
    }
}

impl Contestant for GtpPlayer {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        let size = game.start.size();
        let side = size.columns().max(size.rows());
        if side > gtp_size_limit() {
            return Err(Fault::Nonsense(format!(
                "GTP cannot name the points of a board of {size}"
            )));
        }
        self.budget = self.knows("narrows-budget", game)?;
        self.exchange =
            self.knows("narrows-swap", game)? && self.knows("narrows-wants_swap", game)?;
        for command in [format!("boardsize {side}"), "clear_board".to_owned()] {
            self.must(&command, game.patience, &game.cancelled)?;
        }
        if self.knows("narrows-seed", game)? {
            self.must(
                &format!("narrows-seed {}", game.seed),
                game.patience,
                &game.cancelled,
            )?;
        }
        for command in start_commands(&game.start) {
            self.must(&command, game.patience, &game.cancelled)?;
        }
        if let Some(command) = time_settings(game.time) {
            let _ = self.client.ask(&command, game.patience, &game.cancelled)?;
        }
        self.time = game.time;
        self.moves.clear();
        self.position = Some(game.start.clone());
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        self.catch_up(turn)?;
        let chosen = self.chosen(turn)?;
        Ok(Reply {
            chosen,
            proven: None,
            playouts: 0,
            nodes: 0,
        })
    }
}

/// GTP's colour of the player to move.
fn gtp_color(position: &AnyPosition) -> Color {
    position
        .color_to_move()
        .unwrap_or(match position.to_move() {
            narrows_core::Player::First => Color::Black,
            narrows_core::Player::Second => Color::White,
        })
}

/// The commands that play a move on an engine's board.
fn commands_of(played: AnyMove, color: Color) -> Vec<String> {
    let play = |point| format!("play {} {}", color_name(color), vertex_name(point));
    match played {
        AnyMove::Place(point) => vec![play(point)],
        AnyMove::Narrows(Move::Capture { from, to }) => vec![play(from), play(to)],
        AnyMove::Narrows(Move::Swap) => vec!["narrows-swap".to_owned()],
    }
}

/// The commands that lead from the cleared board to `start`. Stones of Black Narrows may be placed
/// in any order (a part of a legal set of stones is legal); other boards of Narrows need an engine
/// that takes a position line.
fn start_commands(start: &AnyPosition) -> Vec<String> {
    let pie = if start.exchange_is_to_come() {
        Pie::On
    } else {
        Pie::Off
    };
    let cleared = AnyPosition::start(start.kind(), start.size(), pie);
    if cleared.is_ok_and(|cleared| cleared.to_string() == start.to_string()) {
        return Vec::new();
    }
    match start.kind() {
        GameKind::Narrows => vec![format!("narrows-position {}", start)],
        GameKind::BlackNarrows => (0..)
            .zip(
                start
                    .size()
                    .iter()
                    .filter(|&point| start.stone_at(point).is_some()),
            )
            .map(|(i, point)| {
                let color = if i % 2 == 0 {
                    Color::Black
                } else {
                    Color::White
                };
                format!("play {} {}", color_name(color), vertex_name(point))
            })
            .collect(),
    }
}

/// GTP counts whole seconds; a time per move is a byo-yomi period of one stone.
fn time_settings(time: TimeControl) -> Option<String> {
    let whole = |time: Duration| time.as_secs().max(1);
    match time {
        TimeControl::None => None,
        TimeControl::PerMove(time) => Some(format!("time_settings 0 {} 1", whole(time))),
        TimeControl::Game { base, .. } => Some(format!("time_settings {} 0 0", whole(base))),
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
        for bad in ["", "  ", "a 'b", "a \"b", "a\\"] {
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
        assert!(read(&"x".repeat(2 << 20)).unwrap().is_err());
        assert!(read(&"= x\n".repeat(1 << 19)).unwrap().is_err());
        assert_eq!(interpret("=12 a b"), Ok("a b".to_owned()));
        assert_eq!(interpret("? no"), Err("no".to_owned()));
    }
}
