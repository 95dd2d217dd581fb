//! One search by one or more threads.

use super::board::Pair;
use super::search::{Shared, Stopped, Worker};

/// What the table or a look at the position says of it at once.
pub(crate) fn known<const EIGHT: bool>(shared: &Shared<'_, EIGHT>, pair: Pair) -> Option<bool> {
    Worker::new(shared).known(pair)
}

/// Stores a value found by other means.
pub(crate) fn remember<const EIGHT: bool>(shared: &Shared<'_, EIGHT>, pair: Pair, won: bool) {
    Worker::new(shared).remember(pair, won);
}

/// Whether the mover wins a position in which nobody is linked.
pub(crate) fn solve<const EIGHT: bool>(
    shared: &Shared<'_, EIGHT>,
    pair: Pair,
    threads: usize,
) -> Result<bool, Stopped> {
    let _ = threads;
    let mut worker = Worker::new(shared);
    let value = worker.solve(pair);
    worker.finish();
    value
}
