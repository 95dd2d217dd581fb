//! Where things are on the screen, for drawing and for the mouse alike.

use narrows_core::{Point, Size};
use ratatui::layout::Rect;

/// The panel beside the board: players and moves.
const PANEL_MIN: u16 = 22;
const PANEL_MAX: u16 = 32;

/// A screen of so many rows always has two for messages.
const ROOM_FOR_MESSAGES: u16 = 20;

/// Row numbers left of the board, and right of it where there is room.
const LABEL: u16 = 3;

/// How far apart the points are, and how much board lies around the outer ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Columns of the screen from one point to the next.
    pub dx: u16,
    /// Rows of the screen from one point to the next.
    pub dy: u16,
    /// Columns of board left and right of the outer points.
    pub pad_x: u16,
    /// Rows of board above and below the outer points.
    pub pad_y: u16,
}

/// From the roomiest to the smallest.
const SCALES: [Scale; 5] = [
    Scale {
        dx: 8,
        dy: 4,
        pad_x: 4,
        pad_y: 2,
    },
    Scale {
        dx: 6,
        dy: 3,
        pad_x: 3,
        pad_y: 1,
    },
    Scale {
        dx: 4,
        dy: 2,
        pad_x: 3,
        pad_y: 1,
    },
    Scale {
        dx: 4,
        dy: 2,
        pad_x: 2,
        pad_y: 0,
    },
    SMALLEST,
];

const SMALLEST: Scale = Scale {
    dx: 2,
    dy: 1,
    pad_x: 1,
    pad_y: 0,
};

/// The first column and the first row (from the top) that are shown of a board that does not fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scroll {
    /// Columns left of the window.
    pub columns: u16,
    /// Rows above the window.
    pub rows: u16,
}

/// Where things are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The line above the board.
    pub title: Rect,
    /// The colored board.
    pub board: Rect,
    /// The place of the first point shown, at the top left.
    pub origin: (u16, u16),
    /// The scale.
    pub scale: Scale,
    /// What is shown of the board.
    pub scroll: Scroll,
    /// The number of columns and rows of points that are shown.
    pub shown: (u16, u16),
    /// The rows of the letters, below the board and perhaps above it.
    pub letters: [Option<u16>; 2],
    /// The screen columns of the numbers, left of the board and perhaps right of it.
    pub numbers: [Option<u16>; 2],
    /// Players and moves, where there is room.
    pub panel: Option<Rect>,
    /// What goes on: one row, or as many as there are.
    pub status: Rect,
    /// What the keys do.
    pub keys: Rect,
    size: Size,
}

impl Layout {
    /// Lays out a board; `None` if the screen is too small for anything.
    pub fn new(area: Rect, size: Size, scroll: Scroll) -> Option<Self> {
        let (columns, rows) = (u16::from(size.columns()), u16::from(size.rows()));
        // Title, keys and the letters below the board take a row each; messages may need a second one.
        let status_rows = if area.height >= ROOM_FOR_MESSAGES {
            2
        } else {
            1
        };
        let body = area.height.checked_sub(3 + status_rows)?;
        let width = |scale: Scale| LABEL + span(columns, scale.dx) + 2 * scale.pad_x;
        let height = |scale: Scale| span(rows, scale.dy) + 2 * scale.pad_y;
        let gap = 2;
        let fits =
            |scale: &Scale| height(*scale) <= body && width(*scale) + gap + PANEL_MIN <= area.width;
        let scale = SCALES.into_iter().find(fits).unwrap_or(SMALLEST);
        let has_panel = width(scale) + gap + PANEL_MIN <= area.width;

        let across = area.width.saturating_sub(LABEL + 2 * scale.pad_x);
        let shown = (
            columns.min((across + scale.dx).saturating_sub(1) / scale.dx),
            rows.min(
                (body.saturating_sub(2 * scale.pad_y) + scale.dy).saturating_sub(1) / scale.dy,
            ),
        );
        if shown.0 < columns.min(4) || shown.1 < rows.min(4) || area.width < 24 {
            return None;
        }
        let scroll = Scroll {
            columns: scroll.columns.min(columns - shown.0),
            rows: scroll.rows.min(rows - shown.1),
        };

        let board_width = span(shown.0, scale.dx) + 2 * scale.pad_x;
        let board_height = span(shown.1, scale.dy) + 2 * scale.pad_y;
        let mut spare = body - board_height;
        let mut take = |wanted: u16| {
            let taken = wanted.min(spare);
            spare -= taken;
            taken
        };
        let upper_letters = take(1);
        let more_status = take(1);
        let below_title = take(1);
        let above_status = take(1);
        let top = area.y + spare / 2;

        let panel_width = if has_panel {
            (area.width - LABEL - board_width - gap).min(PANEL_MAX)
        } else {
            0
        };
        let used = LABEL + board_width + if has_panel { gap + panel_width } else { 0 };
        let right_numbers = has_panel && area.width - used >= LABEL;
        let used = used + if right_numbers { LABEL } else { 0 };
        let left = area.x + (area.width - used) / 2;
        let board = Rect::new(
            left + LABEL,
            top + 1 + below_title + upper_letters,
            board_width,
            board_height,
        );
        let panel = has_panel.then(|| {
            let x = board.right() + gap + if right_numbers { LABEL } else { 0 };
            Rect::new(x, board.y, panel_width, board_height)
        });
        Some(Self {
            title: Rect::new(left, top, used, 1),
            board,
            origin: (board.x + scale.pad_x, board.y + scale.pad_y),
            scale,
            scroll,
            shown,
            letters: [
                Some(board.bottom()),
                (upper_letters > 0).then(|| board.y - 1),
            ],
            numbers: [Some(left), right_numbers.then(|| board.right())],
            panel,
            status: Rect::new(
                left,
                board.bottom() + 1 + above_status,
                area.right() - left,
                status_rows + more_status,
            ),
            keys: Rect::new(area.x, area.bottom() - 1, area.width, 1),
            size,
        })
    }

    /// The place of a point on the screen, if it is shown.
    pub fn place(&self, point: Point) -> Option<(u16, u16)> {
        let column = u16::from(point.column.index()).checked_sub(self.scroll.columns)?;
        let from_top = u16::from(self.size.rows() - 1 - point.row.index());
        let row = from_top.checked_sub(self.scroll.rows)?;
        let is_shown = column < self.shown.0 && row < self.shown.1;
        is_shown.then(|| {
            (
                self.origin.0 + column * self.scale.dx,
                self.origin.1 + row * self.scale.dy,
            )
        })
    }

    /// The point that a place of the screen belongs to: the nearest one, if the place is on the board.
    pub fn point(&self, x: u16, y: u16) -> Option<Point> {
        let near = |place: u16, origin: u16, step: u16, shown: u16| {
            let index = place.saturating_add(step / 2).checked_sub(origin)? / step;
            (index < shown).then_some(index)
        };
        let column = near(x, self.origin.0, self.scale.dx, self.shown.0)?;
        let row = near(y, self.origin.1, self.scale.dy, self.shown.1)?;
        let from_top = u8::try_from(row + self.scroll.rows).ok()?;
        Point::from_indices(
            u8::try_from(column + self.scroll.columns).ok()?,
            (self.size.rows() - 1).checked_sub(from_top)?,
        )
    }

    /// The points that are shown.
    pub fn points(&self) -> impl Iterator<Item = (Point, (u16, u16))> {
        self.size
            .iter()
            .filter_map(|point| Some((point, self.place(point)?)))
    }

    /// The scroll that shows a point, as little as possible from the one at hand.
    pub fn scroll_to(&self, point: Point) -> Scroll {
        let into = |start: u16, shown: u16, index: u16| {
            start.clamp((index + 1).saturating_sub(shown), index)
        };
        let from_top = u16::from(self.size.rows() - 1 - point.row.index());
        Scroll {
            columns: into(
                self.scroll.columns,
                self.shown.0,
                point.column.index().into(),
            ),
            rows: into(self.scroll.rows, self.shown.1, from_top),
        }
    }
}

/// The screen columns or rows from the first of some points to the last.
const fn span(points: u16, step: u16) -> u16 {
    (points - 1) * step + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(width: u16, height: u16, size: &str) -> Option<Layout> {
        let area = Rect::new(0, 0, width, height);
        Layout::new(area, size.parse().unwrap(), Scroll::default())
    }

    #[test]
    fn sixteen_by_sixteen_fits_the_old_terminal() {
        let layout = layout(80, 24, "16x16").unwrap();
        assert_eq!(layout.shown, (16, 16));
        assert!(layout.panel.is_some());
    }

    #[test]
    fn nothing_lies_outside_and_places_map_back() {
        for (width, height) in [(80, 24), (120, 40), (200, 60), (40, 12), (30, 10), (60, 20)] {
            for size in [
                "2x2", "8x8", "8x7", "1x4", "26x1", "1x26", "16x16", "26x26", "13x9",
            ] {
                let Some(layout) = layout(width, height, size) else {
                    continue;
                };
                let area = Rect::new(0, 0, width, height);
                let rects = [layout.title, layout.board, layout.status, layout.keys];
                for rect in rects.into_iter().chain(layout.panel) {
                    assert_eq!(rect.intersection(area), rect, "{width}x{height} {size}");
                }
                assert!(layout.status.y < layout.keys.y, "{width}x{height} {size}");
                assert!(layout.points().count() > 0);
                for (point, (x, y)) in layout.points() {
                    assert!(layout.board.contains((x, y).into()));
                    assert_eq!(layout.point(x, y), Some(point));
                }
            }
        }
    }

    #[test]
    fn scrolling_follows_a_point() {
        let layout = layout(80, 24, "26x26").unwrap();
        assert!(layout.shown.1 < 26);
        for point in "26x26".parse::<Size>().unwrap().iter() {
            let scroll = layout.scroll_to(point);
            let area = Rect::new(0, 0, 80, 24);
            let scrolled = Layout::new(area, "26x26".parse().unwrap(), scroll).unwrap();
            assert!(scrolled.place(point).is_some(), "{point}");
        }
    }

    #[test]
    fn a_tiny_screen_shows_nothing() {
        assert_eq!(layout(10, 5, "8x8"), None);
        assert_eq!(layout(0, 0, "8x8"), None);
    }
}
