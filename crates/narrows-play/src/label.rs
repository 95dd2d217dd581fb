//! What a screen reader says on request.

use narrows_core::any::Stone;
use narrows_core::{GameKind, Point};

use crate::session::Session;
use crate::view::{Dot, Status, View};
use crate::words;

impl Session {
    /// A point as it names itself to a screen reader: `c3, stone, placed last`.
    #[must_use]
    pub fn label(&self, view: &View, point: Point) -> String {
        let at = view.point(point);
        let mut parts = vec![point.to_string()];
        let holds = match (at.is_waiting, at.stone, view.kind) {
            (true, ..) => "waits for Confirm",
            (_, None, _) => "empty",
            (_, Some(_), GameKind::BlackNarrows) => "stone",
            (_, Some(Stone::Black), _) => "black stone",
            (_, Some(Stone::White), _) => "white stone",
        };
        parts.push(holds.into());
        let mut add = |is_so: bool, words: &str| {
            if is_so {
                parts.push(words.into());
            }
        };
        match view.kind {
            GameKind::BlackNarrows => add(at.is_last, "placed last"),
            GameKind::Narrows => add(at.is_last, "moved last"),
        }
        add(at.dot == Some(Dot::Illegal), "illegal here");
        add(at.dot == Some(Dot::IllegalAfter), "would be illegal here");
        add(at.is_chosen, "chosen");
        add(at.dot == Some(Dot::Target), "can be captured");
        add(at.dot == Some(Dot::Link), "links the winner");
        add(at.is_hint, "hint");
        parts.join(", ")
    }

    /// Whose turn it is, the counts, the last move and the result, in sentences: what a key of the screen reader
    /// repeats.
    #[must_use]
    pub fn summary(&self) -> String {
        let Status { headline, text, .. } = self.status();
        let headline = if headline.is_empty() {
            headline
        } else {
            format!("{headline}. ")
        };
        format!(
            "{headline}{text} {}.",
            words::counts(self).replace(" · ", ", ")
        )
    }
}
