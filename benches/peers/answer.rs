//! Between the arena, which knows boards of every size, and a peer, which is made for one game and width.

use std::any::Any;

use narrows_arena::{Fault, Reply};
use narrows_core::any::Concrete;
use narrows_core::{AnyPosition, Game, with_position};

/// The position as the type that the peer was made for.
pub fn concrete<G: Concrete>(any: &AnyPosition) -> Result<G, Fault> {
    fn cast<F: Concrete, G: Concrete>(position: &F) -> Option<G> {
        (position as &dyn Any).downcast_ref::<G>().cloned()
    }
    with_position!(any, position => cast::<_, G>(position))
        .ok_or_else(|| Fault::Crashed("the peer was made for another game or width".to_owned()))
}

/// An answer that tells nothing but the move.
pub fn reply<G: Concrete>(chosen: Option<<G as Game>::Move>) -> Reply {
    Reply {
        chosen: chosen.map(G::wrap_move),
        proven: None,
        playouts: 0,
        nodes: 0,
    }
}
