//! An outside engine as a contestant.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use narrows_core::any::{AnyMove, AnyPosition};
use narrows_core::narrows::{Move, Pie};
use narrows_core::{Color, GameKind, Point};

use super::client::GtpClient;
use super::{Vertex, color_name, gtp_size_limit, vertex_name};
use crate::{Contestant, Fault, MatchLimits, NewGame, Reply, TimeControl, Turn};

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
    /// Whether it was told how time is kept.
    timed: bool,
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
            timed: false,
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
        self.client.knows(command, game.patience, &game.cancelled)
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
        } else if let (TimeControl::Game { .. }, Some(left)) = (self.time, turn.remaining)
            && self.timed
        {
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
        let timed = time_settings(game.time).filter(|_| !self.budget);
        self.timed = timed.is_some();
        if let Some(command) = timed {
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

/// What is to be told of the time, in whole seconds, which is all the protocol has; a time per move
/// is a byo-yomi period of one stone. `None` if it cannot be told: an engine that was told more would
/// lose on time, and one that was told nothing would take that for no time at all.
fn time_settings(time: TimeControl) -> Option<String> {
    let whole = |time: Duration| Some(time.as_secs()).filter(|&seconds| seconds > 0);
    match time {
        TimeControl::None => None,
        TimeControl::PerMove(time) => Some(format!("time_settings 0 {} 1", whole(time)?)),
        TimeControl::Game { base, .. } => Some(format!("time_settings {} 0 0", whole(base)?)),
    }
}

/// What should be known about an engine before it plays: starts it, asks what it knows, and ends it.
/// One that does not answer is left for the match to find out about.
///
/// # Errors
/// [`Fault::Crashed`] if it cannot be started.
pub(crate) fn check(
    command: &str,
    kind: GameKind,
    limits: &MatchLimits,
    pie: bool,
) -> Result<Vec<String>, Fault> {
    let mut client = GtpClient::start(command)?;
    let never = AtomicBool::new(false);
    let patience = limits.patience.min(LONGEST_CHECK);
    let mut knows = |name| client.knows(name, patience, &never);
    let mut warnings = Vec::new();
    if knows("protocol_version").is_err() {
        return Ok(warnings);
    }
    if !knows("narrows-budget").unwrap_or(true) {
        warnings.extend(untold(limits));
    }
    let exchanges = kind == GameKind::BlackNarrows || !pie || knows("narrows-swap").unwrap_or(true);
    if !exchanges {
        warnings.push(
            "it does not know the exchange of colors (narrows-swap) and forfeits where its opponent exchanges; \
             play with --no-pie"
                .to_owned(),
        );
    }
    Ok(warnings)
}

/// How long the check may wait for an answer.
const LONGEST_CHECK: Duration = Duration::from_secs(10);

/// What an engine that only speaks the protocol itself cannot be told of these limits.
fn untold(limits: &MatchLimits) -> Option<String> {
    let fraction = |time: Duration| time.subsec_nanos() > 0;
    match limits.time {
        TimeControl::None if limits.playouts.is_some() || limits.nodes.is_some() => Some(
            "it is told of no limit: GTP has no word for playouts or nodes; set its strength by its own options"
                .to_owned(),
        ),
        TimeControl::PerMove(time) if time.as_secs() == 0 => Some(format!(
            "it is not told of {} s a move: GTP counts whole seconds; set its time by its own options, or use \
             whole seconds, or a clock such as --clock 60",
            time.as_secs_f64()
        )),
        TimeControl::PerMove(time) if fraction(time) => Some(format!(
            "it is told of {} s a move instead of {}: GTP counts whole seconds",
            time.as_secs(),
            time.as_secs_f64()
        )),
        TimeControl::Game { base, .. } if base.as_secs() == 0 => Some(
            "it is not told of its clock: GTP counts whole seconds; use a longer one".to_owned(),
        ),
        TimeControl::Game { increment, .. } if !increment.is_zero() => Some(
            "it is not told of the increment, for which GTP has no word, and sees its clock jump".to_owned(),
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// GTP has whole seconds: half of one is not told, and never rounded up.
    #[test]
    fn times_are_never_rounded_up() {
        let of = |ms: u32| time_settings(TimeControl::PerMove(ms * MS));
        assert_eq!(of(500), None);
        assert_eq!(of(1000).as_deref(), Some("time_settings 0 1 1"));
        assert_eq!(of(2900).as_deref(), Some("time_settings 0 2 1"));
        let clock = |ms: u32| TimeControl::Game {
            base: ms * MS,
            increment: 300 * MS,
        };
        assert_eq!(
            time_settings(clock(90_500)).as_deref(),
            Some("time_settings 90 0 0")
        );
        assert_eq!(time_settings(clock(900)), None);
        assert_eq!(time_settings(TimeControl::None), None);
    }

    #[test]
    fn what_cannot_be_told_is_said() {
        let of = |time| {
            untold(&MatchLimits {
                time,
                ..MatchLimits::default()
            })
        };
        assert!(
            of(TimeControl::PerMove(500 * MS))
                .unwrap()
                .contains("0.5 s a move")
        );
        assert!(
            of(TimeControl::PerMove(1500 * MS))
                .unwrap()
                .contains("told of 1 s")
        );
        assert_eq!(of(TimeControl::PerMove(2000 * MS)), None);
        assert_eq!(of(TimeControl::None), None);
        let counted = MatchLimits {
            playouts: Some(10),
            ..MatchLimits::default()
        };
        assert!(untold(&counted).unwrap().contains("playouts"));
    }
}
