//! Values relative to the player to move.

/// What is known of a position for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The player to move wins.
    Win,
    /// The other player wins.
    Loss,
    /// Not decided.
    #[default]
    Unknown,
}
