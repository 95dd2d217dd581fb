//! The solver of one job slot, for whatever position comes.

use std::any::Any;

use narrows_ai::budget::{Limits, Stop};
use narrows_ai::solver::{
    CertifyingSolver, ExactSolver, NamesProblems, Question, SharingSolver, Solvable,
};
use narrows_ai::value::Value;
use narrows_core::{AnyPosition, with_position};

/// A solver that keeps its table from job to job.
pub trait Mind: Send {
    /// Believes what others have proven. What is no fact is ignored: nothing rests on it.
    fn learn(&mut self, facts: &[u8]);

    /// What it has proven since the last call and others should know.
    fn take_facts(&mut self, most_bytes: usize) -> Vec<Vec<u8>>;

    /// The value of a position, within a number of nodes, and the nodes it took.
    fn solve(&mut self, position: &AnyPosition, nodes: Option<u64>, stop: Stop) -> (Value, u64);

    /// The certificate of a position's value; `None` if there is none of it, or it was stopped.
    fn prove(&mut self, position: &AnyPosition, stop: Stop) -> Option<Vec<u8>>;
}

struct Of<G: Solvable>(G::Solver);

/// A solver for the positions of one game and width, such as this one.
pub fn for_position(position: &AnyPosition, memory_bytes: usize, fact_nodes: u64) -> Box<dyn Mind> {
    fn of<G>(_: &G, memory_bytes: usize, fact_nodes: u64) -> Box<dyn Mind>
    where
        G: Solvable<Solver: SharingSolver + CertifyingSolver<G> + NamesProblems<G>>,
    {
        let mut solver = G::Solver::with_memory_at_most(memory_bytes);
        solver.share(fact_nodes);
        Box::new(Of::<G>(solver))
    }
    with_position!(position, position => of(position, memory_bytes, fact_nodes))
}

impl<G> Mind for Of<G>
where
    G: Solvable<Solver: SharingSolver + CertifyingSolver<G>>,
{
    fn learn(&mut self, facts: &[u8]) {
        let _ignored = self.0.learn(facts);
    }

    fn take_facts(&mut self, most_bytes: usize) -> Vec<Vec<u8>> {
        self.0.take_facts(most_bytes)
    }

    fn solve(&mut self, position: &AnyPosition, nodes: Option<u64>, stop: Stop) -> (Value, u64) {
        let Some(position) = concrete::<G>(position) else {
            return (Value::Unknown, 0);
        };
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        let answer = self.0.answer(position, Question::default(), &limits, stop);
        (answer.value, answer.nodes)
    }

    fn prove(&mut self, position: &AnyPosition, stop: Stop) -> Option<Vec<u8>> {
        let mut certificate = Vec::new();
        let position = concrete::<G>(position)?;
        let complete = self
            .0
            .certify(position, &Limits::default(), stop, &mut certificate);
        complete.unwrap_or(false).then_some(certificate)
    }
}

/// The position, if it is of this game and width.
fn concrete<G: 'static>(position: &AnyPosition) -> Option<&G> {
    with_position!(position, position => (position as &dyn Any).downcast_ref())
}

/// The name of the problem that a position poses; see [`NamesProblems`].
pub fn problem(position: &AnyPosition) -> String {
    fn of<G: Solvable<Solver: NamesProblems<G>>>(position: &G) -> String {
        G::Solver::problem(position)
    }
    with_position!(position, position => of(position))
}
