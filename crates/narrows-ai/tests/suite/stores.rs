//! Solves that go on from a file of results, for both games.
#![cfg(feature = "store")]

use std::path::PathBuf;

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::{Answer, ExactSolver as _, Question, Solvable, StoreError, StoringSolver};
use narrows_ai::value::Value;
use narrows_core::{BlackNarrows, Narrows, Pie};

/// A file of its own for one test, removed at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let name = format!("narrows-stores-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _absent = std::fs::remove_file(&path);
        Self(path)
    }

    /// One process's share of a solve: at most so many nodes.
    fn solve<G: Solvable<Solver: StoringSolver>>(
        &self,
        position: &G,
        nodes: Option<u64>,
    ) -> Answer<G::Move> {
        let mut solver = solver::<G>();
        solver.attach(&self.0).unwrap();
        let answer = answer(&mut solver, position, nodes);
        solver.detach().unwrap();
        answer
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _gone = std::fs::remove_file(&self.0);
    }
}

fn solver<G: Solvable<Solver: StoringSolver>>() -> G::Solver {
    G::Solver::with_memory_at_most(8 << 20)
}

fn answer<G: Solvable<Solver: StoringSolver>>(
    solver: &mut G::Solver,
    position: &G,
    nodes: Option<u64>,
) -> Answer<G::Move> {
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    solver.answer(position, Question::default(), &limits, NEVER)
}

/// Stopped at half and continued, a solve costs what was left, and a little; nothing the last time. (In Narrows the
/// order of moves depends on what was searched before, so that the whole may take a few more or fewer in parts.)
fn check<G: Solvable<Solver: StoringSolver>>(name: &str, position: &G) {
    let file = File::new(name);
    let alone = answer(&mut solver::<G>(), position, None);
    assert_eq!(alone.value, Value::Win);
    assert_eq!(
        file.solve(position, Some(alone.nodes / 2)).value,
        Value::Unknown
    );
    let rest = file.solve(position, None);
    assert_eq!(rest.value, Value::Win);
    assert!(
        rest.nodes < alone.nodes * 3 / 5,
        "{} of {}",
        rest.nodes,
        alone.nodes
    );
    let known = file.solve(position, None);
    assert_eq!(known.value, Value::Win);
    // Narrows looks for the length of the game anew.
    assert!(known.nodes < alone.nodes / 10, "{}", known.nodes);
    let mut first = solver::<G>();
    first.attach(&file.0).unwrap();
    let second = solver::<G>().attach(&file.0);
    assert!(matches!(second, Err(StoreError::InUse)), "{second:?}");
}

#[test]
fn a_solve_goes_on_where_it_was_stopped() {
    let size = "7x4".parse().unwrap();
    check("black", &BlackNarrows::<1>::start(size).unwrap());
    check("white", &Narrows::<1>::start(size, Pie::Off).unwrap());
}

#[test]
fn the_games_do_not_share_a_file() {
    let file = File::new("games");
    let size = "4x4".parse().unwrap();
    file.solve(&BlackNarrows::<1>::start(size).unwrap(), None);
    let refused = solver::<Narrows<1>>().attach(&file.0).unwrap_err();
    assert!(matches!(refused, StoreError::Other { .. }), "{refused}");
    // It serves any number of boards of its own game.
    for size in ["5x3", "2x9", "4x4"] {
        let position = BlackNarrows::<1>::start(size.parse().unwrap()).unwrap();
        let alone = answer(&mut solver::<BlackNarrows<1>>(), &position, None);
        assert_eq!(file.solve(&position, None).value, alone.value, "{size}");
    }
}
