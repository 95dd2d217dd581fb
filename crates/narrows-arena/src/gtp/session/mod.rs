//! The engine: one command in, one answer out.
//!
//! Besides version 2 of the protocol it speaks the `gogui-rules_*` extension, which lets GoGui show
//! and referee other games than Go, and GoGui's analyze commands.

mod allowance;
mod analyze;
mod board;
mod interruption;
#[cfg(test)]
mod tests;
mod text;

use std::time::{Duration, Instant};

use crate::gtp::{GtpCommand, Vertex, gtp_size_limit, parse_color, vertex_name};
use crate::spec::PlayerSpec;
use crate::{Contestant, NewGame, TimeControl, Turn};
use narrows_core::narrows::Move;
use narrows_core::{AnyMove, AnyPosition, Color, GameKind, Pie, Size};

use allowance::Allowance;
use analyze::Analyst;
use board::Board;

pub use interruption::Interruption;

/// How an engine is started.
#[derive(Clone, Debug)]
pub struct GtpSetup {
    /// The game.
    pub kind: GameKind,
    /// The size it starts with, which may be a rectangle.
    pub size: Size,
    /// Whether Narrows is played with the exchange of colors.
    pub pie: Pie,
    /// Who answers `genmove`.
    pub player: PlayerSpec,
    /// Playouts a move, for every command that searches.
    pub playouts: Option<u64>,
    /// Time a move, until the controller says otherwise.
    pub time: Option<Duration>,
    /// Seed of everything random.
    pub seed: u64,
    /// Whether it thinks in the opponent's time.
    pub ponder: bool,
}

/// A GTP engine for one game.
pub struct GtpSession {
    setup: GtpSetup,
    board: Board,
    player: Box<dyn Contestant>,
    allowance: Allowance,
    seed: u64,
    /// Narrows: the rest of a move whose stone `genmove` has chosen.
    planned: Option<Move>,
    /// The color that the last move was generated for, as long as the board has not been set up otherwise.
    generated: Option<Color>,
    analyst: Analyst,
    interruption: Interruption,
    /// Whether the controller has said `quit`.
    pub over: bool,
}

impl std::fmt::Debug for GtpSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GtpSession")
            .field("seed", &self.seed)
            .field("over", &self.over)
            .finish_non_exhaustive()
    }
}

/// Every command, in the order of `list_commands`.
const COMMANDS: &[&str] = &[
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "gogui-rules_board",
    "gogui-rules_board_gfx",
    "gogui-rules_board_size",
    "gogui-rules_captured_count",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "narrows-budget",
    "narrows-nimber",
    "narrows-position",
    "narrows-principal_variation",
    "narrows-seed",
    "narrows-set",
    "narrows-solve",
    "narrows-swap",
    "narrows-verdicts",
    "narrows-wants_swap",
    "narrows-win_rates",
    "play",
    "protocol_version",
    "quit",
    "rectangular_boardsize",
    "reg_genmove",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// Commands that only Narrows has, and the one that only Black Narrows has.
const ONLY_NARROWS: &[&str] = &["narrows-swap", "narrows-wants_swap"];
const ONLY_BLACK_NARROWS: &[&str] = &["narrows-nimber"];

type Answer = Result<String, String>;

impl GtpSession {
    /// A session on the starting position. `interruption` ends its searches.
    ///
    /// # Errors
    /// A message if the protocol cannot name the points of the board, or the player cannot be made.
    pub fn new(setup: GtpSetup, interruption: Interruption) -> Result<Self, String> {
        let limit = gtp_size_limit();
        if setup.size.columns().max(setup.size.rows()) > limit {
            return Err(format!(
                "GTP names at most {limit} columns and rows, not {}",
                setup.size
            ));
        }
        let board = Board::cleared(setup.kind, setup.size, setup.pie)?;
        let player = setup.player.player().map_err(|fault| fault.to_string())?;
        let seed = setup.seed;
        let mut engine = Self {
            setup,
            board,
            player,
            allowance: Allowance::default(),
            seed,
            planned: None,
            generated: None,
            analyst: Analyst::default(),
            interruption,
            over: false,
        };
        engine.new_game()?;
        Ok(engine)
    }

    /// Answers a command, in the form of the protocol.
    pub fn answer(&mut self, command: &GtpCommand) -> String {
        let id = command.id.map(|id| id.to_string()).unwrap_or_default();
        match self.obey(command) {
            Ok(text) if text.is_empty() => format!("={id}\n\n"),
            Ok(text) => format!("={id} {text}\n\n"),
            Err(text) => format!("?{id} {text}\n\n"),
        }
    }

    /// Whether there is something to think about while no command comes: the last move was generated here, and the
    /// opponent is to move.
    #[must_use]
    pub fn may_ponder(&self) -> bool {
        let waits = |color| color != self.board.color_to_move();
        self.setup.ponder && self.generated.is_some_and(waits) && !self.board.position().is_over()
    }

    /// Thinks in the opponent's time, if it [may](Self::may_ponder), until `stop` says so or the result is proven.
    pub fn ponder(&mut self, stop: &(dyn Fn() -> bool + Sync)) {
        if self.may_ponder() {
            self.player.ponder(self.board.position(), stop);
        }
    }

    fn knows(&self, name: &str) -> bool {
        COMMANDS.contains(&name)
            && match self.setup.kind {
                GameKind::BlackNarrows => !ONLY_NARROWS.contains(&name),
                GameKind::Narrows => !ONLY_BLACK_NARROWS.contains(&name),
            }
    }

    fn obey(&mut self, command: &GtpCommand) -> Answer {
        if !self.knows(&command.name) {
            return Err("unknown command".into());
        }
        let words: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
        match command.name.as_str() {
            "protocol_version" => Ok("2".into()),
            "name" => Ok(format!("Narrows ({})", self.setup.kind.name())),
            "version" => Ok(env!("CARGO_PKG_VERSION").into()),
            "known_command" => Ok(words
                .first()
                .is_some_and(|name| self.knows(name))
                .to_string()),
            "list_commands" => {
                let known = COMMANDS.iter().copied().filter(|name| self.knows(name));
                Ok(known.collect::<Vec<_>>().join("\n"))
            }
            "quit" => {
                self.over = true;
                Ok(String::new())
            }
            "boardsize" => self.board_size(&words),
            "rectangular_boardsize" => self.rectangular_board_size(&words),
            "clear_board" => self.clear(self.board.start().size()),
            "komi" => match words.first().map(|word| word.parse::<f64>()) {
                Some(Ok(komi)) if komi.is_finite() => Ok(String::new()),
                _ => Err("komi not a float".into()),
            },
            "play" => self.play(&words),
            "genmove" => self.generate(&words),
            "reg_genmove" => self.generate_without_playing(&words),
            "undo" => {
                (self.planned, self.generated) = (None, None);
                self.board.undo().map(|()| String::new())
            }
            "showboard" => Ok(text::showboard(&self.board)),
            "final_score" => match self.board.winner() {
                Some(Color::Black) => Ok("B+1".into()),
                Some(Color::White) => Ok("W+1".into()),
                None => Err("cannot score: the game is not over".into()),
            },
            "time_settings" => self.allowance.time_settings(&words),
            "time_left" => self.allowance.time_left(&words),
            name => match name.strip_prefix("gogui-") {
                Some(rest) => self.gogui(rest),
                None => self.own(name, &words),
            },
        }
    }

    fn gogui(&self, name: &str) -> Answer {
        Ok(match name {
            "interrupt" => String::new(),
            "analyze_commands" => analyze::commands(self.setup.kind),
            "rules_game_id" => text::game_id(self.setup.kind).into(),
            "rules_board" => text::rules_board(&self.board),
            "rules_board_size" => text::side(&self.board).to_string(),
            "rules_legal_moves" => text::vertices(self.board.legal_points()),
            "rules_side_to_move" => crate::gtp::color_name(self.board.color_to_move()).into(),
            "rules_final_result" => text::final_result(&self.board),
            "rules_board_gfx" => text::board_gfx(&self.board),
            "rules_captured_count" => {
                let [black, white] = self.board.captured();
                format!("{black} {white}")
            }
            _ => return Err("unknown command".into()),
        })
    }

    /// The commands of this project.
    fn own(&mut self, name: &str, words: &[&str]) -> Answer {
        match name {
            "narrows-budget" => self.allowance.budget(words),
            "narrows-seed" => {
                self.seed = words
                    .first()
                    .and_then(|w| w.parse().ok())
                    .ok_or("syntax error: a number")?;
                self.new_game()?;
                Ok(String::new())
            }
            "narrows-set" => {
                self.setup.ponder = match words {
                    ["ponder", "on"] => true,
                    ["ponder", "off"] => false,
                    _ => return Err("syntax error: ponder on or ponder off".into()),
                };
                Ok(String::new())
            }
            "narrows-position" => {
                let position =
                    AnyPosition::parse(self.setup.kind, &words.join(" "), self.setup.pie)
                        .map_err(|error| error.to_string())?;
                if position.size() != self.board.start().size() {
                    return Err(format!("the board is {}", self.board.start().size()));
                }
                self.board = Board::new(position);
                self.new_game()?;
                Ok(String::new())
            }
            "narrows-swap" => {
                (self.planned, self.generated) = (None, None);
                self.board.swap().map(|()| String::new())
            }
            "narrows-wants_swap" => {
                if !self.board.position().exchange_is_offered() {
                    return Err("the exchange of colors is not on offer".into());
                }
                let chosen = self.think(self.board.color_to_move())?;
                let swaps = chosen == Some(AnyMove::Narrows(Move::Swap));
                self.planned = match chosen {
                    Some(AnyMove::Narrows(capture @ Move::Capture { .. })) => Some(capture),
                    _ => None,
                };
                Ok(swaps.to_string())
            }
            _ => {
                self.interruption.reset();
                let turn = self.turn(self.board.color_to_move());
                analyze::answer(name, &self.board, &turn, &mut self.analyst)
            }
        }
    }

    fn new_game(&mut self) -> Result<(), String> {
        (self.planned, self.generated) = (None, None);
        let game = NewGame {
            start: self.board.start().clone(),
            seed: self.seed,
            time: TimeControl::None,
            patience: Duration::from_secs(60),
            cancelled: self.interruption.flag(),
        };
        self.interruption.reset();
        self.player
            .new_game(&game)
            .map_err(|fault| fault.to_string())
    }

    fn clear(&mut self, size: Size) -> Answer {
        self.board = Board::cleared(self.setup.kind, size, self.setup.pie)?;
        self.new_game()?;
        Ok(String::new())
    }

    /// One number: the square, or the rectangle the engine was started with.
    fn board_size(&mut self, words: &[&str]) -> Answer {
        let side: u8 = match words {
            [side] => side.parse().map_err(|_| "boardsize not an integer")?,
            _ => return Err("boardsize not an integer".into()),
        };
        let own = self.setup.size;
        let size = if side == own.columns().max(own.rows()) {
            own
        } else if side > gtp_size_limit() {
            return Err("unacceptable size".into());
        } else {
            Size::new(side, side).map_err(|_| "unacceptable size")?
        };
        self.clear(size).map_err(|_| "unacceptable size".into())
    }

    fn rectangular_board_size(&mut self, words: &[&str]) -> Answer {
        let [columns, rows] = words else {
            return Err("boardsize not two integers".into());
        };
        let side = |word: &str| {
            word.parse()
                .ok()
                .filter(|&side: &u8| side <= gtp_size_limit())
        };
        let size = side(columns)
            .zip(side(rows))
            .and_then(|(c, r)| Size::new(c, r).ok());
        self.clear(size.ok_or("unacceptable size")?)
            .map_err(|_| "unacceptable size".into())
    }

    fn play(&mut self, words: &[&str]) -> Answer {
        let (color, vertex) = match words {
            [color, vertex] => (parse_color(color), vertex.parse()),
            _ => return Err("invalid color or coordinate".into()),
        };
        let color = color.ok_or("invalid color or coordinate")?;
        match vertex {
            Ok(Vertex::Point(point)) => self.board.play(color, point)?,
            Ok(Vertex::Pass) => self.board.pass(color)?,
            Ok(Vertex::Resign) => {
                return Err("illegal move: resigning is not played on the board".into());
            }
            Err(_) => return Err("invalid color or coordinate".into()),
        }
        self.planned = None;
        Ok(String::new())
    }

    fn color(words: &[&str]) -> Result<Color, String> {
        match words {
            [color] => parse_color(color).ok_or_else(|| "invalid color".into()),
            _ => Err("invalid color".into()),
        }
    }

    fn generate(&mut self, words: &[&str]) -> Answer {
        let color = Self::color(words)?;
        if self.board.position().is_over() {
            return Ok("resign".into());
        }
        if color != self.board.color_to_move() {
            // Between the two points of a move, GoGui asks the side that waits.
            self.board
                .pass(color)
                .map_err(|_| "illegal move: it is the other side's turn")?;
            return Ok("PASS".into());
        }
        let planned = self.plan(color)?;
        let point = match (planned, self.board.chosen()) {
            (AnyMove::Place(point), _) => point,
            (AnyMove::Narrows(Move::Capture { from, .. }), None) => from,
            (AnyMove::Narrows(Move::Capture { to, .. }), Some(_)) => to,
            (AnyMove::Narrows(Move::Swap), _) => return Err("no move was found".into()),
        };
        self.board.play(color, point)?;
        self.generated = Some(color);
        Ok(vertex_name(point))
    }

    fn generate_without_playing(&mut self, words: &[&str]) -> Answer {
        let before = (self.board.clone(), self.planned, self.generated);
        let answer = self.generate(words);
        (self.board, self.planned, self.generated) = before;
        answer
    }

    /// The move to make, or to finish if its stone was chosen already.
    fn plan(&mut self, color: Color) -> Result<AnyMove, String> {
        let chosen = self.board.chosen();
        let kept = self.planned.take().filter(|plan| match (plan, chosen) {
            (Move::Capture { from, .. }, Some(chosen)) => *from == chosen,
            // Planned while the exchange was considered.
            (Move::Capture { .. }, None) => true,
            (Move::Swap, _) => false,
        });
        let plan = match (kept, chosen) {
            (Some(plan), _) => AnyMove::Narrows(plan),
            (None, Some(from)) => {
                let turn = self.turn(color);
                analyze::best_capture(&self.board, from, &turn).ok_or("no move was found")?
            }
            (None, None) => match self.think(color)? {
                // GTP cannot say it; a controller that knows the exchange asks for it by its own command.
                Some(AnyMove::Narrows(Move::Swap)) => {
                    let turn = self.turn(color);
                    analyze::best_without_exchange(&self.board, &turn).ok_or("no move was found")?
                }
                Some(found) => found,
                None => return Err("no move was found".into()),
            },
        };
        if let (AnyMove::Narrows(capture), None) = (plan, chosen) {
            self.planned = Some(capture);
        }
        Ok(plan)
    }

    fn think(&mut self, color: Color) -> Result<Option<AnyMove>, String> {
        self.interruption.reset();
        let turn = self.turn(color);
        self.player
            .choose(&turn)
            .map(|reply| reply.chosen)
            .map_err(|fault| fault.to_string())
    }

    /// What a search is told.
    fn turn(&self, color: Color) -> Turn {
        let advised = self.allowance.advised(color).or(self.setup.time);
        Turn {
            position: self.board.position().clone(),
            start: self.board.start().clone(),
            moves: self.board.moves().to_vec(),
            playouts: self.allowance.playouts.or(self.setup.playouts),
            nodes: self.allowance.nodes,
            remaining: None,
            advised,
            patience: Duration::from_secs(600),
            since: Instant::now(),
            cancelled: self.interruption.flag(),
        }
    }
}

/// For tests and scripts: a list of answers.
#[cfg(test)]
pub fn converse(engine: &mut GtpSession, script: &[&str]) -> String {
    let mut answers = String::new();
    for line in script {
        if let Some(command) = crate::gtp::parse_command(line) {
            answers += &engine.answer(&command);
        }
    }
    answers
}
