//! The board of the engine: a game that is played point by point.

use narrows_core::game::Illegal;
use narrows_core::narrows::Move;

use crate::gtp::vertex_name;
use narrows_core::{AnyMove, AnyPosition, Color, GameKind, Pie, Player, Point, Size};

/// One thing that `undo` takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Narrows: a stone was chosen.
    Choose(Point),
    /// A move was made; in Narrows its stone was chosen before.
    Play(AnyMove),
    /// The side that waits passed, which changes nothing.
    Pass,
}

/// A game in which a move of Narrows takes two points.
#[derive(Clone, Debug)]
pub struct Board {
    start: AnyPosition,
    position: AnyPosition,
    moves: Vec<AnyMove>,
    steps: Vec<Step>,
    chosen: Option<Point>,
}

impl Board {
    pub fn new(start: AnyPosition) -> Self {
        Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
            steps: Vec::new(),
            chosen: None,
        }
    }

    /// The start of the game on a board of some size.
    pub fn cleared(kind: GameKind, size: Size, pie: Pie) -> Result<Self, String> {
        AnyPosition::start(kind, size, pie)
            .map(Self::new)
            .map_err(|e| e.to_string())
    }

    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// Narrows: the stone that the side to move has chosen.
    pub fn chosen(&self) -> Option<Point> {
        self.chosen
    }

    /// GTP's color of the side to move: in Black Narrows black is the first player.
    pub fn color_to_move(&self) -> Color {
        self.position
            .color_to_move()
            .unwrap_or(color_of(self.position.to_move()))
    }

    /// GTP's color of the winner.
    pub fn winner(&self) -> Option<Color> {
        let outcome = self.position.outcome()?;
        Some(
            self.position
                .winning_color()
                .unwrap_or(color_of(outcome.winner)),
        )
    }

    /// The points that may be played now, in order; none when the game is over.
    pub fn legal_points(&self) -> Vec<Point> {
        let mut points: Vec<Point> = self
            .position
            .legal_moves()
            .into_iter()
            .filter_map(|legal| match (legal, self.chosen) {
                (AnyMove::Place(point), _) => Some(point),
                (AnyMove::Narrows(Move::Capture { from, .. }), None) => Some(from),
                (AnyMove::Narrows(Move::Capture { from, to }), Some(chosen)) => {
                    (from == chosen).then_some(to)
                }
                (AnyMove::Narrows(Move::Swap), _) => None,
            })
            .collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    fn check_turn(&self, color: Color) -> Result<(), String> {
        if self.position.is_over() {
            return Err("illegal move: the game is over".into());
        }
        if color != self.color_to_move() {
            return Err("illegal move: it is the other side's turn".into());
        }
        Ok(())
    }

    /// Plays a point; nothing changes if that is not legal.
    pub fn play(&mut self, color: Color, point: Point) -> Result<(), String> {
        self.check_turn(color)?;
        match (self.position.kind(), self.chosen) {
            (GameKind::BlackNarrows, _) => self.make(AnyMove::Place(point)),
            (GameKind::Narrows, None) => {
                if !self.legal_points().contains(&point) {
                    return Err(format!(
                        "illegal move: {} holds no stone of that side with a capture",
                        vertex_name(point)
                    ));
                }
                self.chosen = Some(point);
                self.steps.push(Step::Choose(point));
                Ok(())
            }
            (GameKind::Narrows, Some(from)) => {
                self.make(AnyMove::Narrows(Move::Capture { from, to: point }))
            }
        }
    }

    /// Makes a whole move.
    fn make(&mut self, whole: AnyMove) -> Result<(), String> {
        self.position
            .play(whole)
            .map_err(|error| format!("illegal move: {}", reason(&error.reason)))?;
        self.moves.push(whole);
        self.steps.push(Step::Play(whole));
        self.chosen = None;
        Ok(())
    }

    /// Exchanges colors by the pie rule.
    pub fn swap(&mut self) -> Result<(), String> {
        if self.chosen.is_some() {
            return Err("a stone has been chosen; undo that first".into());
        }
        self.make(AnyMove::Narrows(Move::Swap))
    }

    /// The side that waits passes.
    pub fn pass(&mut self, color: Color) -> Result<(), String> {
        if self.position.kind() == GameKind::Narrows
            && !self.position.is_over()
            && color != self.color_to_move()
        {
            self.steps.push(Step::Pass);
            Ok(())
        } else {
            Err("illegal move: there is no passing".into())
        }
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Result<(), String> {
        match self
            .steps
            .pop()
            .ok_or("cannot undo: nothing has been played")?
        {
            Step::Pass => {}
            Step::Choose(_) => self.chosen = None,
            Step::Play(undone) => {
                self.moves.pop();
                self.position = self.start.clone();
                for &earlier in &self.moves {
                    // It was legal when it was played.
                    let _legal = self.position.play(earlier);
                }
                if let AnyMove::Narrows(Move::Capture { from, .. }) = undone {
                    self.chosen = Some(from);
                }
            }
        }
        Ok(())
    }

    /// Stones that each side has lost, black's first.
    pub fn captured(&self) -> [usize; 2] {
        let count = |position: &AnyPosition, stone| {
            position
                .size()
                .iter()
                .filter(|&point| position.stone_at(point) == Some(stone))
                .count()
        };
        [
            narrows_core::any::Stone::Black,
            narrows_core::any::Stone::White,
        ]
        .map(|stone| count(&self.start, stone).saturating_sub(count(&self.position, stone)))
    }
}

/// Why a move is illegal, in the letters of the protocol, which skip I.
fn reason(illegal: &Illegal) -> String {
    let name = |point: &Point| vertex_name(*point);
    match illegal {
        Illegal::OffBoard { point, size } => {
            format!("{} is not on a board of {size}", name(point))
        }
        Illegal::Occupied(point) => format!("there is a stone on {} already", name(point)),
        Illegal::Separates(point) => format!(
            "a stone on {} would leave two stones without a path of empty points between them",
            name(point)
        ),
        Illegal::NotOwnStone(point) => {
            format!("{} does not hold a stone of the side to move", name(point))
        }
        Illegal::NotEnemyStone(point) => format!(
            "{} does not hold an enemy stone, and every move is a capture",
            name(point)
        ),
        Illegal::NotInLine { from, to } => format!(
            "{} and {} are neither in one row nor in one column",
            name(from),
            name(to)
        ),
        Illegal::Blocked { from, to } => {
            format!("there is a stone between {} and {}", name(from), name(to))
        }
        // The others name no point.
        other => other.to_string(),
    }
}

/// GTP's color of a player of Black Narrows.
fn color_of(player: Player) -> Color {
    match player {
        Player::First => Color::Black,
        Player::Second => Color::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Point {
        text.parse().unwrap()
    }

    #[test]
    fn a_move_of_narrows_is_two_points_and_two_undos() {
        let mut board = Board::cleared(GameKind::Narrows, "4x4".parse().unwrap(), Pie::On).unwrap();
        let start = board.position().clone();
        assert!(board.play(Color::White, at("a1")).is_err());
        assert!(board.play(Color::Black, at("a3")).is_err(), "a white stone");
        board.play(Color::Black, at("a4")).unwrap();
        assert_eq!(board.legal_points(), [at("a3"), at("b4")]);
        // GoGui sends a computer's move twice.
        assert!(board.play(Color::Black, at("a4")).is_err());
        board.pass(Color::White).unwrap();
        assert!(board.pass(Color::Black).is_err());
        board.play(Color::Black, at("a3")).unwrap();
        assert!(board.play(Color::Black, at("a3")).is_err());
        assert_eq!(board.color_to_move(), Color::White);
        assert_eq!(board.captured(), [0, 1]);
        board.swap().unwrap();
        assert_eq!(board.color_to_move(), Color::White);
        board.undo().unwrap();
        board.undo().unwrap();
        assert_eq!(board.chosen(), Some(at("a4")));
        board.undo().unwrap();
        board.undo().unwrap();
        assert_eq!((board.chosen(), board.position()), (None, &start));
        assert!(board.undo().is_err());
    }
}
