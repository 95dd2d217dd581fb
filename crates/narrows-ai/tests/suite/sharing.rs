//! Solvers that tell each other what they have proven, and proofs put together from parts.
#![cfg(feature = "store")]
#![allow(clippy::print_stderr, reason = "random tests print their seed")]

use std::collections::HashMap;

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::{
    Answer, AssemblyError, CertifyingSolver, ExactSolver as _, FactsError, NamesProblems, Question,
    SharingSolver, Solvable, assemble_certificate,
};
use narrows_ai::value::Value;
use narrows_ai::verify::verify;
use narrows_core::{AnyPosition, BlackNarrows, Narrows, Pie};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::support::{random_position, wins_by_recursion};

fn solver<G: Solvable>() -> G::Solver {
    G::Solver::with_memory_at_most(8 << 20)
}

fn solve<G: Solvable>(solver: &mut G::Solver, position: &G) -> Answer<G::Move> {
    solver.answer(position, Question::default(), &Limits::default(), NEVER)
}

/// What one solver has proven spares another the work, piece by piece; changed facts are refused whole.
fn facts_spare_work<G: Solvable<Solver: SharingSolver>>(start: &G) {
    let mut first = solver::<G>();
    first.share(4);
    let alone = solve(&mut first, start);
    let pieces = first.take_facts(500);
    assert!(pieces.len() > 3 && pieces.iter().all(|piece| piece.len() <= 500));
    assert!(first.take_facts(500).is_empty());
    let mut second = solver::<G>();
    for piece in &pieces {
        for at in 0..piece.len().min(64) {
            let mut changed = piece.clone();
            changed[at] ^= 0x40;
            assert!(second.learn(&changed).is_err(), "byte {at}");
        }
        assert_eq!(
            second.learn(&piece[..piece.len() - 1]),
            Err(FactsError::Damaged)
        );
        assert!(second.learn(piece).unwrap() > 0);
    }
    // (Narrows looks for the length of the game anew, which an answer tells and a verdict does not.)
    let most = alone.nodes / 4;
    assert_eq!(second.verdict(start, most), alone.value);
    assert_eq!(solver::<G>().verdict(start, most), Value::Unknown);
    assert_eq!(second.learn(b""), Err(FactsError::Damaged));
}

#[test]
fn facts_spare_others_the_work() {
    facts_spare_work(&BlackNarrows::<1>::start("6x4".parse().unwrap()).unwrap());
    facts_spare_work(&Narrows::<1>::start("6x4".parse().unwrap(), Pie::Off).unwrap());
}

/// Facts about one game mean nothing in the other, and a key that is no position of the board is refused.
#[test]
fn foreign_facts_are_refused() {
    let mut narrows = solver::<Narrows<1>>();
    narrows.share(1);
    let start = Narrows::<1>::start("4x3".parse().unwrap(), Pie::Off).unwrap();
    solve(&mut narrows, &start);
    let facts = narrows.take_facts(1 << 20).remove(0);
    let mut black = solver::<BlackNarrows<1>>();
    let learned = black.learn(&facts);
    assert!(learned.is_err(), "{learned:?}");
    let mut other = solver::<BlackNarrows<1>>();
    other.share(1);
    solve(
        &mut other,
        &BlackNarrows::<1>::start("4x4".parse().unwrap()).unwrap(),
    );
    let facts = other.take_facts(1 << 20).remove(0);
    let learned = narrows.learn(&facts);
    assert_eq!(learned, Err(FactsError::Foreign));
}

/// Positions that pose the same problem have the same value, and all images of a position do pose the same.
fn problems_have_one_value<G: Solvable<Solver: NamesProblems<G>>>(start: &G, seed: u64) {
    eprintln!("seed {seed}");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut values: HashMap<String, (bool, G)> = HashMap::new();
    let mut shared = 0;
    for _ in 0..400 {
        let position = random_position(start, 8, &mut random);
        let name = G::Solver::problem(&position);
        assert_eq!(name, G::Solver::problem(&position.canonical().0));
        let letters = |c: char| c.is_ascii_alphanumeric() || "/-_=".contains(c);
        assert!(name.chars().all(letters), "{name}");
        let wins = wins_by_recursion(&position);
        let known = values.entry(name).or_insert((wins, position.clone()));
        assert_eq!(known.0, wins, "{position:?} {:?}", known.1);
        shared += u32::from(known.1 != position);
    }
    assert!(shared > 0);
}

#[test]
fn one_problem_has_one_value() {
    problems_have_one_value(
        &BlackNarrows::<1>::start("4x3".parse().unwrap()).unwrap(),
        7,
    );
    let start = Narrows::<1>::start("4x3".parse().unwrap(), Pie::Off).unwrap();
    problems_have_one_value(&start, 8);
}

/// The certificate of a position from those of the positions after its moves.
fn parts_prove_the_whole<G>(start: &G)
where
    G: Solvable<Solver: CertifyingSolver<G>>,
{
    let mut solver = solver::<G>();
    let value = solve(&mut solver, start).value;
    let (mut parts, mut winning) = (Vec::new(), None);
    for play in start.legal_moves() {
        let after = start.played(play);
        let value = solve(&mut solver, &after).value;
        if value == Value::Loss {
            winning = Some(play);
        }
        let mut part = Vec::new();
        if !after.is_over()
            && solver
                .certify(&after, &Limits::default(), NEVER, &mut part)
                .unwrap()
        {
            parts.push((value, part));
        }
    }
    parts.retain(|part| winning.is_none() || part.0 == Value::Loss);
    let any: AnyPosition = start.clone().into();
    let lost = if winning.is_none() {
        vec![any.clone()]
    } else {
        Vec::new()
    };
    let play = winning.map(G::wrap_move);
    let mut whole = Vec::new();
    let pieces = parts.iter().map(|part| &part.1[..]);
    assemble_certificate(&any, play, &lost, pieces, &mut whole).unwrap();
    let verified = verify(&whole[..]).unwrap();
    assert_eq!((verified.value, verified.winning_move), (value, play));
    assert_eq!(verified.position.to_string(), any.to_string());
    // Without its parts it has a gap.
    let none = core::iter::empty::<&[u8]>();
    let mut short = Vec::new();
    assemble_certificate(&any, play, &lost, none, &mut short).unwrap();
    assert!(verify(&short[..]).is_err());
    let damaged = [&parts[0].1[..20]];
    let error = assemble_certificate(&any, play, &lost, damaged, &mut Vec::new());
    assert!(matches!(error, Err(AssemblyError::Part(_))));
}

#[test]
fn proofs_are_put_together_from_parts() {
    for size in ["5x4", "4x4", "7x2", "5x5"] {
        parts_prove_the_whole(&BlackNarrows::<1>::start(size.parse().unwrap()).unwrap());
    }
    for size in ["4x3", "4x4", "6x2"] {
        parts_prove_the_whole(&Narrows::<1>::start(size.parse().unwrap(), Pie::Off).unwrap());
    }
}
