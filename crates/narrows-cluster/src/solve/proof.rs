//! What a certificate needs of the upper tree: its lost positions, and the leaves whose certificates are the rest.

use std::collections::HashSet;

use narrows_core::any::Concrete;
use narrows_core::{AnyMove, AnyPosition, Game, with_position};

use super::tree::{After, Tree, after_moves};
use crate::worker::mind::problem;

/// The upper part of a proof.
#[derive(Debug, Default)]
pub struct Upper {
    /// The move that wins, if the position is won.
    pub winning_move: Option<AnyMove>,
    /// Lost positions, each of whose answers is here or in a part.
    pub lost: Vec<AnyPosition>,
    /// Positions whose certificates make the proof whole.
    pub parts: Vec<AnyPosition>,
}

/// Walks through a proven tree. Of positions that pose one problem each has to be proven by itself, for a certificate
/// knows symmetries and nothing else.
pub fn upper(tree: &Tree, root: &AnyPosition) -> Upper {
    let mut upper = Upper::default();
    let mut seen = HashSet::new();
    let mut waiting = vec![root.clone()];
    let mut is_root = true;
    while let Some(position) = waiting.pop() {
        if !seen.insert(canonical(&position)) {
            continue;
        }
        match step(tree, &position) {
            Step::Lost(after) => {
                upper.lost.push(position);
                waiting.extend(after);
            }
            Step::Won(play, after) => {
                if is_root {
                    upper.winning_move = Some(play);
                }
                waiting.extend(after);
            }
            Step::Part => upper.parts.push(position),
        }
        is_root = false;
    }
    upper
}

enum Step {
    /// Lost, with what may come after.
    Lost(Vec<AnyPosition>),
    /// Won by a move, and what comes after it.
    Won(AnyMove, Vec<AnyPosition>),
    /// A search found the value.
    Part,
}

fn step(tree: &Tree, position: &AnyPosition) -> Step {
    let value = |position: &AnyPosition| {
        let node = tree.node(tree.find(&problem(position))?);
        node.wins.map(|wins| (wins, node.by_job))
    };
    let after = after_moves(position).into_iter();
    let is = |after: &AnyPosition, wins| value(after).is_some_and(|(known, _)| known == wins);
    match value(position) {
        Some((false, false)) => {
            let after: Vec<_> = after.filter_map(|(_, after)| after.open()).collect();
            if after.iter().all(|after| is(after, true)) {
                return Step::Lost(after);
            }
        }
        Some((true, false)) => {
            for (play, after) in after {
                match after {
                    After::Over { mover_won: true } => return Step::Won(play, Vec::new()),
                    After::Open(after) if is(&after, false) => {
                        return Step::Won(play, vec![*after]);
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
    Step::Part
}

/// The line of a position's canonical image, as a token.
pub fn canonical(position: &AnyPosition) -> String {
    fn line<G: Game + Concrete>(position: &G) -> String {
        position.canonical().0.wrap().to_string()
    }
    with_position!(position, position => line(position)).replace(' ', "=")
}
