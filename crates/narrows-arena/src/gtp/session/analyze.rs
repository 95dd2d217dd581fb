//! The analyze commands: verdicts of the solver, the nimber, the principal variation, win rates.

use std::time::Duration;

use crate::Turn;
use narrows_ai::budget::Limits;
use narrows_ai::evaluation::Evaluate;
use narrows_ai::mcts::{Report, Search};
use narrows_ai::solver::{Answer, AnySolver, Question};
use narrows_ai::value::Value;
use narrows_core::any::Concrete;
use narrows_core::narrows::Move;
use narrows_core::{AnyMove, AnyPosition, Color, GameKind, Point, with_position};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::Board;
use crate::gtp::vertex_name;

/// How long an analysis takes if nobody set a limit; it can be interrupted.
const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// Memory of an analysis.
const MEMORY: usize = 256 << 20;

/// `gogui-analyze_commands`: type, label, command.
pub fn commands(kind: GameKind) -> String {
    let mut lines = vec![
        "gfx/Solver verdicts/narrows-verdicts",
        "string/Solve/narrows-solve",
        "gfx/Principal variation/narrows-principal_variation",
        "gfx/Win rates/narrows-win_rates",
        "gfx/Board/gogui-rules_board_gfx",
        "plist/Legal moves/gogui-rules_legal_moves",
    ];
    match kind {
        GameKind::BlackNarrows => lines.insert(2, "string/Nimber/narrows-nimber"),
        GameKind::Narrows => lines.push("none/Exchange colors/narrows-swap"),
    }
    lines.join("\n")
}

/// The solver of the analyze commands, made when it is first needed; it keeps what it has proven.
#[derive(Default)]
pub struct Analyst(Option<AnySolver>);

impl Analyst {
    fn solve(&mut self, turn: &Turn, question: Question) -> Answer<AnyMove> {
        let limits = Limits {
            nodes: turn.nodes,
            memory_bytes: MEMORY,
            ..Limits::default()
        };
        self.0
            .get_or_insert_with(|| AnySolver::with_memory_at_most(MEMORY))
            .solve(&turn.position, question, &limits, &stopper(turn))
    }
}

/// Answers an analyze command.
pub fn answer(
    name: &str,
    board: &Board,
    turn: &Turn,
    analyst: &mut Analyst,
) -> Result<String, String> {
    if board.position().is_over() {
        return Err("the game is over".into());
    }
    match name {
        "narrows-verdicts" => Ok(verdicts(
            board,
            &analyst.solve(
                turn,
                Question {
                    all: true,
                    nimber: false,
                },
            ),
        )),
        "narrows-solve" => {
            let answer = analyst.solve(turn, Question::default());
            let best = list(&answer.best);
            Ok(match answer.value {
                Value::Win => format!("the side to move wins with {best} ({} nodes)", answer.nodes),
                Value::Loss => format!("the side to move loses ({} nodes)", answer.nodes),
                Value::Unknown => format!("unknown after {} nodes", answer.nodes),
            })
        }
        "narrows-nimber" => match analyst
            .solve(
                turn,
                Question {
                    all: false,
                    nimber: true,
                },
            )
            .nimber
        {
            Some(nimber) => Ok(format!("*{nimber}")),
            None => Err("unknown: the time is up".into()),
        },
        "narrows-principal_variation" => {
            let report = search(turn);
            Ok(variation(board, &report))
        }
        "narrows-win_rates" => Ok(win_rates(board, &search(turn))),
        _ => Err("unknown command".into()),
    }
}

fn list(moves: &[AnyMove]) -> String {
    moves
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Ends an analysis: its time, or an interruption.
fn stopper(turn: &Turn) -> impl Fn() -> bool + Sync {
    let limit = turn.advised.unwrap_or(DEFAULT_TIME);
    move || turn.is_cancelled() || turn.since.elapsed() >= limit
}

/// A search of a position, seen from outside its concrete type.
struct Searched {
    moves: Vec<(AnyMove, u64, f64)>,
    line: Vec<AnyMove>,
    value: Value,
    expected: f64,
    playouts: u64,
}

fn search(turn: &Turn) -> Searched {
    fn run<G: Concrete + Evaluate>(position: &G, turn: &Turn) -> Report<G::Move> {
        let limits = Limits {
            playouts: turn.playouts,
            memory_bytes: MEMORY,
            ..Limits::default()
        };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
        let limit = turn.advised.unwrap_or(Duration::from_secs(1));
        let stop = || turn.is_cancelled() || turn.since.elapsed() >= limit;
        Search::<G>::default().search(position, &limits, &mut random, &stop)
    }
    fn seen<G: Concrete + Evaluate>(position: &G, turn: &Turn) -> Searched {
        let report = run(position, turn);
        Searched {
            moves: report
                .moves
                .iter()
                .map(|m| (G::wrap_move(m.play), m.visits, m.expected))
                .collect(),
            line: report
                .principal_variation
                .into_iter()
                .map(G::wrap_move)
                .collect(),
            value: report.value,
            expected: report.expected,
            playouts: report.playouts,
        }
    }
    with_position!(&turn.position, position => seen(position, turn))
}

/// The best capture of a stone that somebody chose.
pub fn best_capture(board: &Board, stone: Point, turn: &Turn) -> Option<AnyMove> {
    best_where(
        turn,
        |m| matches!(m, Move::Capture { from, .. } if from == stone),
    )
    .filter(|_| board.chosen() == Some(stone))
}

/// The best move where the best of all would be the exchange.
pub fn best_without_exchange(_: &Board, turn: &Turn) -> Option<AnyMove> {
    best_where(turn, |m| m != Move::Swap)
}

/// The most visited move of a search among those that fit; a proven one counts as it is proven.
fn best_where(turn: &Turn, fits: impl Fn(Move) -> bool) -> Option<AnyMove> {
    let searched = search(turn);
    searched
        .moves
        .into_iter()
        .filter(|(m, ..)| matches!(m, AnyMove::Narrows(m) if fits(*m)))
        .max_by(|a, b| {
            let rank = |m: &(AnyMove, u64, f64)| (m.2 >= 1.0, m.2 > 0.0, m.1);
            rank(a).cmp(&rank(b))
        })
        .map(|(m, ..)| m)
}

/// The point that stands for a move on the board, given what has been chosen: in Narrows the stones
/// to choose, and once one is chosen the points it captures.
fn point_of(board: &Board, m: AnyMove) -> Option<Point> {
    match (m, board.chosen()) {
        (AnyMove::Place(point), _) => Some(point),
        (AnyMove::Narrows(Move::Capture { from, .. }), None) => Some(from),
        (AnyMove::Narrows(Move::Capture { from, to }), Some(chosen)) => {
            (from == chosen).then_some(to)
        }
        (AnyMove::Narrows(Move::Swap), _) => None,
    }
}

/// Winning points green, losing points red, unknown ones unmarked.
fn verdicts(board: &Board, answer: &Answer<AnyMove>) -> String {
    let mut points: std::collections::BTreeMap<Point, Value> = std::collections::BTreeMap::new();
    for &(m, value) in &answer.moves {
        let Some(point) = point_of(board, m) else {
            continue;
        };
        let best = points.entry(point).or_insert(value);
        // A stone is worth its best capture.
        *best = match (*best, value) {
            (Value::Win, _) | (_, Value::Win) => Value::Win,
            (Value::Loss, Value::Loss) => Value::Loss,
            _ => Value::Unknown,
        };
    }
    let with = |wanted| {
        let names: Vec<_> = points
            .iter()
            .filter(|p| *p.1 == wanted)
            .map(|p| vertex_name(*p.0))
            .collect();
        names.join(" ")
    };
    let mut lines = Vec::new();
    for (color, value) in [("green", Value::Win), ("red", Value::Loss)] {
        let names = with(value);
        if !names.is_empty() {
            lines.push(format!("COLOR {color} {names}"));
        }
    }
    lines.push(format!(
        "TEXT {}, {} nodes",
        answer.value.name(),
        answer.nodes
    ));
    lines.join("\n")
}

fn win_rates(board: &Board, searched: &Searched) -> String {
    let mut points: std::collections::BTreeMap<Point, (u64, f64)> =
        std::collections::BTreeMap::new();
    for &(m, visits, expected) in &searched.moves {
        let Some(point) = point_of(board, m) else {
            continue;
        };
        if visits > 0 || expected >= 1.0 {
            let best = points.entry(point).or_insert((visits, expected));
            if visits > best.0 {
                *best = (visits, expected);
            }
        }
    }
    let mut lines: Vec<String> = Vec::new();
    let labels: Vec<String> = points
        .iter()
        .map(|(&point, &(_, expected))| format!("{} {:.0}", vertex_name(point), 100.0 * expected))
        .collect();
    if !labels.is_empty() {
        lines.push(format!("LABEL {}", labels.join(" ")));
    }
    lines.push(format!(
        "TEXT {:.1} % for the side to move, {}, {} playouts",
        100.0 * searched.expected,
        searched.value.name(),
        searched.playouts
    ));
    lines.join("\n")
}

/// The expected line as numbered stones; in Narrows both points of every move.
fn variation(board: &Board, searched: &Searched) -> String {
    let mut position: AnyPosition = board.position().clone();
    let mut stones = Vec::new();
    let mut chosen = board.chosen();
    for &m in &searched.line {
        let color = position
            .color_to_move()
            .unwrap_or(match position.to_move() {
                narrows_core::Player::First => Color::Black,
                narrows_core::Player::Second => Color::White,
            });
        let letter = if color == Color::Black { 'b' } else { 'w' };
        let mut stone = |point| stones.push(format!("{letter} {}", vertex_name(point)));
        match m {
            AnyMove::Place(point) => stone(point),
            AnyMove::Narrows(Move::Capture { from, to }) => {
                if chosen.take().is_none() {
                    stone(from);
                }
                stone(to);
            }
            AnyMove::Narrows(Move::Swap) => {}
        }
        if position.play(m).is_err() {
            break;
        }
    }
    let mut lines = Vec::new();
    if !stones.is_empty() {
        lines.push(format!("VAR {}", stones.join(" ")));
    }
    lines.push(format!(
        "TEXT {} ({} playouts)",
        list(&searched.line),
        searched.playouts
    ));
    lines.join("\n")
}
