//! The rules as a whole, against known answers, slow code and laws that hold everywhere.

mod annotations;
mod answers;
mod any_game;
mod black_narrows;
mod census;
mod narrows;
mod playouts;
mod random;
mod records;
#[cfg(feature = "serde")]
mod serialized;
mod slow;
mod symmetries;
mod texts;

use narrows_core::Point;

/// Calls a generic function with the narrowest board that holds a size.
#[macro_export]
macro_rules! by_width {
    ($size:expr, $function:ident($($argument:expr),*)) => {
        match $size.points() {
            ..=64 => $function::<1>($($argument),*),
            ..=192 => $function::<3>($($argument),*),
            ..=384 => $function::<6>($($argument),*),
            _ => $function::<11>($($argument),*),
        }
    };
}

/// The slow twin's name for a point.
fn cell_of(point: Point) -> slow::Cell {
    (point.column.index().into(), point.row.index().into())
}

/// Moves as they are written.
fn names(moves: &[impl std::fmt::Display]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
