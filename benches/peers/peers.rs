//! The list of peers.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use minimax::Strategy as _;
use narrows_ai::evaluation::Evaluate;
use narrows_arena::Factory;
use narrows_core::any::Concrete;

use super::{board_game_peer, minimax_peer, reference, treant_peer};

/// A search to compare with.
pub struct Peer<G> {
    pub name: &'static str,
    /// What it has beside its search, as level 6 has a solver and an evaluation.
    pub has: &'static str,
    pub factory: Factory,
    pub rate: Option<Rate<G>>,
}

/// How the speed of a search is measured: what it counts, and one search of a position.
pub struct Rate<G> {
    pub counter: &'static AtomicU64,
    /// Positions whose moves were generated instead of playouts.
    pub nodes: bool,
    pub search: fn(&G, Duration),
}

impl<G> Rate<G> {
    fn playouts(counter: &'static AtomicU64, search: fn(&G, Duration)) -> Option<Self> {
        Some(Self {
            counter,
            nodes: false,
            search,
        })
    }
}

/// All peers for a game and width, with their time for a move.
pub fn all<G: Concrete + Evaluate>(time: Duration) -> Vec<Peer<G>> {
    vec![
        Peer {
            name: "treant, table",
            has: "proven positions, table",
            factory: treant_peer::with_table::<G>(time),
            rate: Rate::playouts(&treant_peer::PLAYOUTS, |position, time| {
                treant_peer::choose(position, time);
            }),
        },
        Peer {
            name: "treant, tree kept",
            has: "proven positions, tree kept",
            factory: treant_peer::with_tree::<G>(time),
            rate: None,
        },
        Peer {
            name: "minimax MonteCarloTreeSearch",
            has: "nothing more",
            factory: minimax_peer::mcts::<G>(time),
            rate: Rate::playouts(&minimax_peer::PLAYOUTS, |position, time| {
                let mut search = minimax_peer::new_mcts::<G>();
                search.set_timeout(time);
                search.choose_move(position);
            }),
        },
        Peer {
            name: "minimax IterativeSearch",
            has: "alpha-beta, mobility, table kept",
            factory: minimax_peer::iterative::<G>(time),
            rate: Some(Rate {
                counter: &minimax_peer::NODES,
                nodes: true,
                search: |position, time| {
                    let mut search = minimax_peer::new_iterative::<G>();
                    search.set_timeout(time);
                    search.choose_move(position);
                },
            }),
        },
        Peer {
            name: "board-game MCTSBot",
            has: "proven positions",
            factory: board_game_peer::factory::<G>(time),
            rate: Rate::playouts(&board_game_peer::PLAYOUTS, |position, time| {
                board_game_peer::choose(position, time, 1);
            }),
        },
        Peer {
            name: "reference UCT",
            has: "proven positions",
            factory: reference::factory::<G>(time),
            rate: Rate::playouts(&reference::PLAYOUTS, |position, time| {
                reference::choose(position, time, 1);
            }),
        },
    ]
}
