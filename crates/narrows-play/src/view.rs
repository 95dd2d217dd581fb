//! Everything there is to draw.

use narrows_core::any::Stone;
use narrows_core::narrows::Move;
use narrows_core::{AnyMove, AnyPosition, ByPlayer, Color, GameKind, Player, Point, Size};

use crate::message::Purpose;
use crate::seat::Seat;
use crate::session::{Manner, Session};
use crate::words;

/// A dot on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dot {
    /// Red: a placement here is illegal.
    Illegal,
    /// Red: a placement here would be illegal after the stone that waits for Confirm.
    IllegalAfter,
    /// Green: the chosen stone can capture this one.
    Target,
    /// Blue: one of the empty points that link the winner's groups.
    Link,
}

/// What is drawn at a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointView {
    /// The stone on it.
    pub stone: Option<Stone>,
    /// A dot on it.
    pub dot: Option<Dot>,
    /// Whether its stone was placed or moved last: a white ring, in Narrows a yellow dot.
    pub is_last: bool,
    /// Whether a move that waits for Confirm ends here: a translucent stone, in Narrows a dashed outline.
    pub is_waiting: bool,
    /// Whether its stone is the one chosen to move.
    pub is_chosen: bool,
    /// Whether the hint is about it.
    pub is_hint: bool,
    /// Whether a tap on it chooses a stone or makes a move.
    pub is_active: bool,
}

/// How a status is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The game goes on.
    Plain,
    /// A level is thinking.
    Thinking,
    /// A move was refused, with the reason.
    Refused,
    /// Something went wrong.
    Trouble,
    /// The position is one of the past.
    LookingBack,
    /// The one person at the board won.
    Won,
    /// The one person at the board lost.
    Lost,
    /// The game is over, between two people or two levels.
    Over,
}

/// The message below the counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Who won, without a full stop; empty while the game goes on.
    pub headline: String,
    /// Sentences.
    pub text: String,
    /// How they are meant.
    pub tone: Tone,
}

/// What is shown of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerView {
    /// `Black` or `White`, `First` or `Second`.
    pub title: &'static str,
    /// The player's color (Narrows).
    pub color: Option<Color>,
    /// Who it is.
    pub seat: Seat,
    /// Whether it is the player's turn in the position on the screen.
    pub is_to_move: bool,
    /// Whether the player has won there.
    pub has_won: bool,
    /// What the level here makes of the game: `proven win`, `searching, 54 %`.
    pub verdict: Option<String>,
}

/// Which controls do something now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one for each button")]
pub struct Buttons {
    /// Confirm.
    pub confirm: bool,
    /// Undo.
    pub undo: bool,
    /// Hint.
    pub hint: bool,
    /// Stop, while a level is thinking.
    pub stop: bool,
    /// Go on, after Stop.
    pub go_on: bool,
    /// Take over Black, or stay White.
    pub exchange: bool,
    /// Step back, and to the first position.
    pub back: bool,
    /// Step forward, and to the last position.
    pub forward: bool,
}

/// Everything there is to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Which game.
    pub kind: GameKind,
    /// The size of the board.
    pub size: Size,
    /// The number of moves before the position on the screen.
    pub ply: usize,
    /// The number of moves of the game.
    pub plies: usize,
    /// The points, row by row from a1: see [`View::point`].
    pub points: Vec<PointView>,
    /// The line above the board.
    pub counts: String,
    /// What goes on.
    pub status: Status,
    /// The players.
    pub players: ByPlayer<PlayerView>,
    /// Which controls do something now.
    pub buttons: Buttons,
    /// The move that led to the position on the screen.
    pub last: Option<AnyMove>,
    /// The move that waits for Confirm.
    pub waiting: Option<AnyMove>,
    /// The stone chosen to move (Narrows).
    pub chosen: Option<Point>,
    /// The move that level 6 would make, once asked for.
    pub hint: Option<AnyMove>,
}

/// The place of a point in [`View::points`].
fn index(point: Point, size: Size) -> usize {
    usize::from(point.row.index()) * usize::from(size.columns()) + usize::from(point.column.index())
}

impl View {
    /// What is drawn at a point of the board; nothing beside it.
    #[must_use]
    pub fn point(&self, point: Point) -> PointView {
        let on_board = self.size.contains(point);
        let found = on_board.then(|| self.points.get(index(point, self.size)));
        found.flatten().copied().unwrap_or_default()
    }

    /// The points with some property, in ascending order of their number.
    pub fn points_where(&self, has: impl Fn(&PointView) -> bool) -> impl Iterator<Item = usize> {
        let points = self.points.iter().enumerate();
        points.filter_map(move |(number, point)| has(point).then_some(number))
    }
}

impl Session {
    /// Everything there is to draw.
    #[must_use]
    pub fn view(&self) -> View {
        let after = self.waiting.as_ref();
        self.view_with(after.map(|waiting| (waiting.play, &waiting.after)))
    }

    /// The same as if a placement waited for Confirm, where one is legal now: the terminal shows the stone
    /// under its cursor.
    #[must_use]
    pub fn view_considering(&self, point: Point) -> View {
        let mut after = self.position().clone();
        let can_wait = self.waiting.is_none() && self.is_persons_turn();
        let play = AnyMove::from(point);
        if can_wait && after.play(play).is_ok() {
            self.view_with(Some((play, &after)))
        } else {
            self.view()
        }
    }

    fn view_with(&self, waiting: Option<(AnyMove, &AnyPosition)>) -> View {
        let position = self.shown_position();
        let ply = self.shown_ply();
        View {
            kind: position.kind(),
            size: position.size(),
            ply,
            plies: self.history.plies(),
            points: self.points(waiting),
            counts: words::counts(self),
            status: self.status(),
            players: ByPlayer {
                first: self.player_view(Player::First),
                second: self.player_view(Player::Second),
            },
            buttons: self.buttons(),
            last: self.history.last_move(ply),
            waiting: waiting.map(|(play, _)| play),
            chosen: self.chosen,
            hint: self.hint,
        }
    }

    fn points(&self, waiting: Option<(AnyMove, &AnyPosition)>) -> Vec<PointView> {
        let position = self.shown_position();
        let size = position.size();
        let mut points = vec![PointView::default(); size.points()];
        for point in size.iter() {
            points[index(point, size)].stone = position.stone_at(point);
        }
        let mut mark = |point: Point, set: &dyn Fn(&mut PointView)| {
            if let Some(view) = points.get_mut(index(point, size)) {
                set(view);
            }
        };
        if let Some((_, after)) = waiting.filter(|_| self.marking) {
            for point in after.dead_points().unwrap_or_default() {
                mark(point, &|view| view.dot = Some(Dot::IllegalAfter));
            }
        }
        if self.marking {
            for point in position.dead_points().unwrap_or_default() {
                mark(point, &|view| view.dot = Some(Dot::Illegal));
            }
        }
        for point in position.linking_points() {
            mark(point, &|view| view.dot = Some(Dot::Link));
        }
        if waiting.is_none() {
            for point in self.targets() {
                mark(point, &|view| view.dot = Some(Dot::Target));
            }
        }
        // After an exchange the stone moved last is still the one of the move before.
        let moves = &self.record().moves()[..self.shown_ply()];
        if let Some(last) = moves.iter().rev().find_map(|play| play.destination()) {
            mark(last, &|view| view.is_last = true);
        }
        if let Some(end) = waiting.and_then(|(play, _)| play.destination()) {
            mark(end, &|view| view.is_waiting = true);
        }
        if let Some(chosen) = self.chosen {
            mark(chosen, &|view| view.is_chosen = true);
        }
        for point in self.hint.into_iter().flat_map(ends) {
            mark(point, &|view| view.is_hint = true);
        }
        for point in self.active_points() {
            mark(point, &|view| view.is_active = true);
        }
        points
    }

    /// The points that answer to a tap.
    fn active_points(&self) -> Vec<Point> {
        if !self.is_persons_turn() {
            return Vec::new();
        }
        let mut points = self.targets();
        let moves = self.position().legal_moves();
        points.extend(moves.into_iter().filter_map(|play| match play {
            AnyMove::Place(point) => Some(point),
            AnyMove::Narrows(Move::Capture { from, .. }) => Some(from),
            AnyMove::Narrows(Move::Swap) => None,
        }));
        points
    }

    fn player_view(&self, player: Player) -> PlayerView {
        let position = self.shown_position();
        let outcome = position.outcome();
        let color = self.color_of(player);
        PlayerView {
            title: match (color, player) {
                (Some(color), _) => words::color_name(color),
                (None, Player::First) => "First",
                (None, Player::Second) => "Second",
            },
            color,
            seat: self.seats[player],
            is_to_move: outcome.is_none() && position.to_move() == player,
            has_won: outcome.is_some_and(|outcome| outcome.winner == player),
            verdict: self.verdict_of(player),
        }
    }

    /// What the level of a player makes of the game: while it thinks, and of its last move.
    fn verdict_of(&self, player: Player) -> Option<String> {
        let level = self.seats[player].level()?;
        let is_to_move = self.position().to_move() == player;
        if let Some(thinking) = &self.thinking
            && thinking.purpose == Purpose::Move
        {
            let thought = thinking.thought.as_ref().filter(|_| is_to_move)?;
            return words::verdict(level, thought, true);
        }
        let (of, thought) = self.verdict.as_ref()?;
        // The player who moved last is the one who is not to move.
        (*of == level && !is_to_move).then(|| words::verdict(level, thought, false))?
    }

    fn buttons(&self) -> Buttons {
        let persons_turn = self.is_persons_turn();
        let thinking = self.thinking.is_some();
        Buttons {
            confirm: self.waiting.is_some() && persons_turn,
            undo: self.can_undo(),
            hint: persons_turn && !thinking,
            stop: thinking,
            go_on: self.is_stopped() && !thinking,
            exchange: self.exchange_is_open() && !thinking,
            back: self.shown_ply() > 0,
            forward: !self.is_at_end(),
        }
    }

    pub(crate) fn status(&self) -> Status {
        let plain = |tone, text: String| Status {
            headline: String::new(),
            text,
            tone,
        };
        if let Some(notice) = &self.notice {
            let tone = if notice.is_trouble {
                Tone::Trouble
            } else {
                Tone::Refused
            };
            return plain(tone, notice.text.clone());
        }
        if !self.is_at_end() {
            let text = match self.history.last_move(self.shown_ply()) {
                Some(play) => format!("Looking back: {}.", words::spaced(play)),
                None => "Looking back: the start.".into(),
            };
            return plain(Tone::LookingBack, text);
        }
        if let Some(result) = words::result(self, self.shown_ply()) {
            return Status {
                headline: result.headline,
                text: result.detail,
                tone: match result.won {
                    Some(true) => Tone::Won,
                    Some(false) => Tone::Lost,
                    None => Tone::Over,
                },
            };
        }
        if let Some(thinking) = &self.thinking {
            let position = self.position();
            let text = match thinking.purpose {
                Purpose::Hint => "Looking for a hint…".into(),
                Purpose::Move => {
                    let who = words::player_name(self, position.to_move(), position);
                    format!("{who} is thinking…")
                }
            };
            return plain(Tone::Thinking, text);
        }
        plain(Tone::Plain, self.turn_text())
    }

    /// The status while a person, or a level that was stopped, is to move.
    fn turn_text(&self) -> String {
        if self.is_stopped() {
            return match self.manner {
                Manner::Taps => "Stopped. Go on lets the computer move.".into(),
                Manner::Keys => "Stopped. Space lets the computer move.".into(),
            };
        }
        if self.waiting.is_some() || self.chosen.is_some() {
            return words::turn(self);
        }
        let rest = match (self.exchange_is_open(), self.manner) {
            (true, Manner::Taps) => "Exchange colors?".into(),
            (true, Manner::Keys) => "Exchange colors? x takes over Black.".into(),
            (false, _) => words::turn(self),
        };
        format!("{} {rest}", self.news).trim_start().into()
    }
}

/// The points that a move is about.
fn ends(play: AnyMove) -> impl Iterator<Item = Point> {
    let (from, to) = match play {
        AnyMove::Place(point) => (None, Some(point)),
        AnyMove::Narrows(Move::Capture { from, to }) => (Some(from), Some(to)),
        AnyMove::Narrows(Move::Swap) => (None, None),
    };
    from.into_iter().chain(to)
}
