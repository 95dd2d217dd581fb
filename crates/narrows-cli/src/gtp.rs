//! `narrows gtp`: a Go Text Protocol engine.
//!
//! Version 2 of the protocol (G. Farneback, 2002), the `gogui-rules_*` extension that lets GoGui
//! show and referee other games than Go, and analyze commands. In Black Narrows `black` is the first
//! player and `white` the second. In Narrows they are the colors, and a move takes two commands:
//! the first `play` or `genmove` chooses the stone, the second captures.

use std::io::{BufRead, BufReader, Read as _, stdin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use narrows_ai::level::Level;
use narrows_arena::gtp::{GtpSession, GtpSetup, Interruption, parse_command};
use narrows_arena::limits;
use narrows_arena::spec::PlayerSpec;

use crate::args::GameArg;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use narrows_console::position::{pie, size_or_default};

/// A longer line is not a command.
const LONGEST_LINE: u64 = 1 << 16;
/// What arrives within this time of a command was sent along with it.
const SCRIPT: Duration = Duration::from_millis(50);

/// Arguments of `narrows gtp`.
#[derive(Args, Debug)]
pub struct GtpArgs {
    #[command(flatten)]
    game: GameArg,
    /// Board size as COLUMNSxROWS; `boardsize` accepts the longer side of a rectangle
    /// [default: 8x8 for Black Narrows, 8x7 for Narrows]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Who answers genmove: level:1 to level:6, mcts:NAME=VALUE,… or solver:NAME=VALUE,…
    #[arg(long, value_name = "SPEC", default_value = "level:6")]
    player: String,
    /// The level that answers genmove, short for --player level:L
    #[arg(long, value_name = "L", conflicts_with = "player", value_parser = limits::level)]
    level: Option<Level>,
    /// Seconds per move, until the controller sets the time
    #[arg(long, value_name = "SECONDS", value_parser = limits::seconds)]
    time: Option<Duration>,
    /// Playouts per move
    #[arg(long, value_name = "N", value_parser = limits::playouts)]
    playouts: Option<u64>,
    /// Random seed
    #[arg(long, value_name = "N", default_value = "0", value_parser = limits::seed)]
    seed: u64,
    /// Play Narrows without the pie rule (no exchange of colors after the first move)
    #[arg(long)]
    no_pie: bool,
    /// Level 6: think in the opponent's time too, until the next command; narrows-set ponder on|off turns it on or off
    #[arg(long)]
    ponder: bool,
}

impl GtpArgs {
    fn setup(&self) -> Result<GtpSetup, Failure> {
        let kind = self.game.game;
        let size = size_or_default(kind, self.size.as_deref())?;
        let player = match self.level {
            Some(level) => format!("level:{}", level.number()),
            None => self.player.clone(),
        };
        let player: PlayerSpec = player
            .parse()
            .map_err(|error| Failure::usage(format!("--player: {error}")))?;
        if matches!(player, PlayerSpec::Gtp { .. }) {
            return Err(Failure::usage(
                "--player: an engine cannot be another engine; start that one itself",
            ));
        }
        Ok(GtpSetup {
            kind,
            size,
            pie: pie(kind, self.no_pie)?,
            player,
            playouts: self.playouts,
            time: self.time,
            seed: self.seed,
            ponder: self.ponder,
        })
    }
}

/// Runs the command: answers until `quit` or the end of the input.
pub fn run(args: &GtpArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let listener = Listener::default();
    let mut engine =
        GtpSession::new(args.setup()?, listener.interruption.clone()).map_err(Failure::usage)?;
    let lines = read_lines(listener.clone());
    while !engine.over {
        let waiting = listener.ponder(&mut engine, &lines, interrupt);
        let heard = waiting.map_or_else(|| lines.recv_timeout(Duration::from_millis(100)), Ok);
        match heard {
            Ok(line) => match line.as_deref().map(parse_command) {
                Some(Some(command)) => {
                    listener.begin();
                    let answer = engine.answer(&command);
                    listener.end();
                    output::text(&answer)?;
                }
                Some(None) => {}
                None => output::text("? line too long\n\n")?,
            },
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if interrupt.is_raised() {
            return Err(Failure::interrupted());
        }
    }
    Ok(())
}

/// What is heard while the engine thinks.
///
/// Lines that were sent together with a command are a script and wait their turn: `genmove b` and
/// `quit` in one pipe give a whole move. What arrives while the engine is at work on a command is
/// meant for it.
#[derive(Clone, Debug, Default)]
struct Listener {
    interruption: Interruption,
    /// When the command began that is being answered.
    busy_since: Arc<Mutex<Option<Instant>>>,
    /// Whether the engine ponders; whatever is heard ends that.
    pondering: Arc<AtomicBool>,
}

impl Listener {
    fn set(&self, since: Option<Instant>) {
        *self
            .busy_since
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = since;
    }

    fn begin(&self) {
        self.set(Some(Instant::now()));
    }

    fn end(&self) {
        self.set(None);
    }

    fn is_at_work(&self) -> bool {
        let since = *self
            .busy_since
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        since.is_some_and(|since| since.elapsed() > SCRIPT)
    }

    /// Lets the engine ponder until a line comes, if it may. A line that came before is returned at once.
    fn ponder(
        &self,
        engine: &mut GtpSession,
        lines: &Receiver<Option<String>>,
        interrupt: &Interrupt,
    ) -> Option<Option<String>> {
        if !engine.may_ponder() {
            return None;
        }
        // First the flag, then the look: a line is either seen by the look or clears the flag after it.
        self.pondering.store(true, Ordering::SeqCst);
        match lines.try_recv() {
            Ok(line) => return Some(line),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => {}
        }
        engine.ponder(&|| !self.pondering.load(Ordering::SeqCst) || interrupt.is_raised());
        None
    }

    /// Something was heard, and can be read by now.
    fn end_pondering(&self) {
        self.pondering.store(false, Ordering::SeqCst);
    }

    /// A line, as it arrives.
    fn hear(&self, line: &str) {
        let name = parse_command(line).map(|command| command.name);
        match name.as_deref() {
            Some("quit") if self.is_at_work() => self.interruption.leave(),
            Some("gogui-interrupt") if self.is_at_work() => self.interruption.interrupt(),
            _ => {}
        }
    }

    /// The end of the input.
    fn hear_end(&self) {
        if self.is_at_work() {
            self.interruption.leave();
        }
    }
}

/// Reads standard input on a thread of its own, so that `quit`, the end of the input and an interrupt are
/// heard during a search. `None` is a line that is too long.
fn read_lines(listener: Listener) -> Receiver<Option<String>> {
    let (send, lines) = channel();
    std::thread::spawn(move || {
        pass_lines_on(&listener, send);
        listener.end_pondering();
    });
    lines
}

/// Reads to the end of the input; the channel is closed by then.
fn pass_lines_on(listener: &Listener, send: Sender<Option<String>>) {
    let mut input = BufReader::new(stdin());
    loop {
        let mut line = Vec::new();
        match (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return listener.hear_end(),
            Ok(_) => {}
        }
        let whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE;
        if !whole && !skip_line(&mut input) {
            let _ended = send.send(None);
            return listener.hear_end();
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        if text.trim() == "# interrupt" {
            listener.interruption.interrupt();
            listener.end_pondering();
            continue;
        }
        listener.hear(&text);
        if send.send(whole.then_some(text)).is_err() {
            return;
        }
        listener.end_pondering();
    }
}

/// Reads to the end of a line without keeping it; whether there is more after it.
fn skip_line(input: &mut impl BufRead) -> bool {
    loop {
        let Ok(buffer) = input.fill_buf() else {
            return false;
        };
        if buffer.is_empty() {
            return false;
        }
        let (length, found) = match buffer.iter().position(|&b| b == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), false),
        };
        input.consume(length);
        if found {
            return true;
        }
    }
}
