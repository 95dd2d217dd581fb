//! What every command that counts legal sets of stones takes and says.

use narrows_arena::limits::grouped;
use narrows_core::{GameKind, Size};
use serde::Serialize;

use crate::failure::Failure;
use crate::position;

/// The legal sets of stones on a board; its JSON is that of `narrows census`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// By number of stones, the empty set first.
    pub counts: Vec<u64>,
    /// All of them.
    pub total: u64,
}

impl Counted {
    /// The sums as text for people.
    #[must_use]
    pub fn text(&self, size: Size) -> String {
        let rows = self.counts.iter().enumerate();
        let mut lines = vec![
            format!("legal sets of stones on {size}"),
            "stones  sets".into(),
        ];
        lines.extend(rows.map(|(stones, &sets)| format!("{stones:>6}  {}", grouped(sets))));
        lines.push(format!(" total  {}", grouped(self.total)));
        lines.join("\n")
    }
}

/// The size of the board whose sets are counted.
///
/// # Errors
/// [`Failure::Usage`] if the game has no such sets, or no board of it has this size.
pub fn size(game: GameKind, text: &str) -> Result<Size, Failure> {
    if game != GameKind::BlackNarrows {
        return Err(Failure::usage(
            "census counts the legal sets of stones of black-narrows; narrows has no such sets",
        ));
    }
    position::size(game, text)
}
