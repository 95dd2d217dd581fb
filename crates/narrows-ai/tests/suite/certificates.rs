//! Certificates of both games: written by the solvers, checked by the rules alone, and forged.
#![allow(
    clippy::print_stderr,
    reason = "the sizes are worth reading in the log"
)]

use std::io::{self, Read};

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::{CertifyingSolver, ExactSolver as _, Question, Solvable};
use narrows_ai::value::Value;
use narrows_ai::verify::{CertificateError, Verified, verify};
use narrows_core::any::Concrete;
use narrows_core::narrows::{Color, Pie};
use narrows_core::{BlackNarrows, Game, Grid, Narrows, Point, Size, narrows};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::certificate_parts::Parts;
use crate::support::{random_position, wins_by_recursion};

pub(super) fn size(text: &str) -> Size {
    text.parse().unwrap()
}

pub(super) fn empty(text: &str) -> BlackNarrows<1> {
    BlackNarrows::start(size(text)).unwrap()
}

pub(super) fn full(text: &str) -> Narrows<1> {
    Narrows::start(size(text), Pie::Off).unwrap()
}

/// What the solver writes, if it is complete.
pub(super) fn certificate<G: Solvable<Solver: CertifyingSolver<G>>>(
    position: &G,
    nodes: Option<u64>,
) -> Option<Vec<u8>> {
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let mut solver = G::Solver::with_memory(32 << 20).unwrap();
    let mut bytes = Vec::new();
    let complete = solver.certify(position, &limits, NEVER, &mut bytes);
    complete.unwrap().then_some(bytes)
}

pub(super) fn check(bytes: &[u8]) -> Result<Verified, CertificateError> {
    verify(bytes)
}

/// What the rules say of a certificate of a position: first of all, that it is about that position.
fn proven<G: Solvable<Solver: CertifyingSolver<G>> + Concrete>(position: &G) -> Verified {
    let bytes = certificate(position, None).expect("no limit");
    let verified = check(&bytes).unwrap();
    assert_eq!(
        verified.winning_move.is_some(),
        verified.value == Value::Win
    );
    assert_eq!(verified.position, position.clone().wrap());
    assert_eq!(verified.bytes, bytes.len() as u64);
    if verified.position.size().points() <= 64 {
        let listed: usize = Parts::new(&bytes).layers.iter().map(Vec::len).sum();
        assert_eq!(verified.lost_positions, listed as u64);
    }
    eprintln!(
        "{position:?}: {} positions, {} bytes",
        verified.lost_positions, verified.bytes
    );
    verified
}

#[test]
fn first_positions_are_certified() {
    for (text, value) in [
        ("2x2", Value::Loss),
        ("3x3", Value::Win),
        ("4x4", Value::Loss),
        ("3x5", Value::Win),
        ("4x5", Value::Loss),
        ("5x5", Value::Win),
    ] {
        let position = empty(text);
        let verified = proven(&position);
        assert_eq!(verified.value, value, "{text}");
    }
    for text in ["2x2", "3x2", "5x2", "3x4", "4x4", "10x2", "5x4"] {
        let position = full(text);
        let verified = proven(&position);
        assert_eq!(verified.value, Value::Win, "{text}");
    }
}

#[test]
fn larger_boards_are_certified() {
    assert_eq!(proven(&empty("6x5")).value, Value::Win);
    assert_eq!(proven(&full("6x4")).value, Value::Win);
}

/// After a random beginning, with so few moves left that recursion decides.
fn random_positions_are_certified<G: Solvable<Solver: CertifyingSolver<G>> + Concrete>(
    start: &G,
    moves: usize,
) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    for _ in 0..20 {
        let position = random_position(start, moves, &mut random);
        let value = Value::of_mover(wins_by_recursion(&position));
        assert_eq!(proven(&position).value, value, "{position:?}");
    }
}

#[test]
fn positions_of_games_are_certified() {
    for text in ["5x4", "4x6", "9x3", "2x12", "3x18"] {
        random_positions_are_certified(&empty(text), 8);
    }
    random_positions_are_certified(&full("5x4"), 7);
    random_positions_are_certified(&full("4x6"), 6);
}

/// Few stones thrown on boards of more than 64 points.
#[test]
fn positions_of_narrows_on_any_board_are_certified() {
    fn check<const W: usize>(columns: u8, rows: u8)
    where
        Narrows<W>: Solvable<Solver: CertifyingSolver<Narrows<W>>>,
    {
        let size = Size::new(columns, rows).unwrap();
        let grid = Grid::<W>::new(size);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(columns.into());
        let mut count = 0;
        while count < 20 {
            let mut stones: [Vec<Point>; 2] = Default::default();
            for side in 0..10 {
                let point = grid.point(random.random_range(0..size.points() as u32) as usize);
                if !stones.iter().any(|side| side.contains(&point)) {
                    stones[side % 2].push(point);
                }
            }
            let [black, white] = stones;
            let setup = narrows::Setup {
                size,
                black,
                white,
                to_move: Color::Black,
                exchange_offered: false,
                second_has_black: false,
            };
            let Ok(position) = setup.into_position::<W>(Pie::Off) else {
                continue;
            };
            count += 1;
            // The check by the rules is what tells the value.
            proven(&position);
        }
    }
    // On larger boards so few stones are nearly always linked.
    check::<3>(9, 8);
    check::<3>(22, 3);
    check::<3>(4, 20);
}

/// The sides are those of the question, whoever is to move and whoever plays Black.
#[test]
fn certificates_are_about_the_position_that_was_asked() {
    for (line, pie) in [
        ("bb1wb/wb2w/bwwbb/1wwbw b -", Pie::Off),
        ("bb1wb/wb2w/bwwbb/1wwbw w -", Pie::Off),
        ("bb1wb/wb2w/bwwbb/1wwbw b - 2", Pie::On),
        ("bb1wb/wb2w/bwwbb/1wwbw w - 2", Pie::On),
    ] {
        let setup: narrows::Setup = line.parse().unwrap();
        let position = setup.into_position::<1>(pie).unwrap();
        assert_eq!(proven(&position).position.to_string(), line);
    }
}

/// A game played by chance until so few placements are legal that recursion decides, on a board of more than 64 points.
fn near_its_end<const W: usize>(size: Size, random: &mut Xoshiro256PlusPlus) -> BlackNarrows<W> {
    let mut position = BlackNarrows::<W>::start(size).unwrap();
    loop {
        let moves = position.legal_moves();
        if moves.len() <= 11 {
            return position;
        }
        position.play_unchecked(moves[random.random_range(0..moves.len())]);
    }
}

#[test]
fn positions_of_black_narrows_on_any_board_are_certified() {
    fn check<const W: usize>(text: &str)
    where
        BlackNarrows<W>: Solvable<Solver: CertifyingSolver<BlackNarrows<W>>> + Concrete,
    {
        let size = size(text);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(size.points() as u64);
        for _ in 0..12 {
            let position = near_its_end::<W>(size, &mut random);
            let value = Value::of_mover(wins_by_recursion(&position));
            assert_eq!(proven(&position).value, value, "{position:?}");
        }
    }
    check::<3>("9x9");
    check::<3>("13x13");
    check::<11>("26x3");
    check::<11>("19x19");
}

/// A position too large to search may still end with the next move.
#[test]
fn a_placement_that_ends_the_game_is_proof_enough_on_any_board() {
    let mut position = BlackNarrows::<11>::start(size("20x20")).unwrap();
    for play in ["a1", "a4", "c1", "b2"] {
        position.play_unchecked(play.parse().unwrap());
    }
    let verified = proven(&position);
    assert_eq!((verified.value, verified.lost_positions), (Value::Win, 0));
    assert_eq!(
        certificate(&BlackNarrows::<11>::start(size("20x20")).unwrap(), None),
        None
    );
}

#[test]
fn no_certificate_where_there_is_nothing_to_prove_or_too_little_time() {
    assert_eq!(certificate(&full("6x4"), Some(10)), None);
    assert_eq!(certificate(&empty("6x5"), Some(10)), None);
    let mut offered = Narrows::<1>::start(size("4x3"), Pie::On).unwrap();
    assert_eq!(certificate(&offered, None), None);
    offered.play_unchecked(offered.legal_moves()[0]);
    assert_eq!(certificate(&offered, None), None);
    let mut finished = full("2x2");
    finished.play_unchecked(finished.legal_moves()[0]);
    assert!(finished.is_over());
    assert_eq!(certificate(&finished, None), None);
}

/// Who cannot place a stone has lost: nothing need be listed.
#[test]
fn a_finished_game_of_black_narrows_is_its_own_proof() {
    let mut position = empty("4x4");
    while !position.is_over() {
        position.play_unchecked(position.legal_moves()[0]);
    }
    let verified = proven(&position);
    assert_eq!((verified.value, verified.lost_positions), (Value::Loss, 0));
    let winning = Parts::new(&certificate(&position, None).unwrap());
    assert!(winning.changed(|parts| parts.claim = 1).is_err());
}

#[test]
fn every_changed_byte_is_noticed() {
    for bytes in [
        certificate(&empty("4x4"), None).unwrap(),
        certificate(&full("4x4"), None).unwrap(),
    ] {
        assert!(check(&bytes).is_ok());
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                assert!(check(&changed).is_err(), "byte {at}, bit {bit}");
            }
            assert!(check(&bytes[..at]).is_err(), "cut off at {at}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(check(&longer), Err(CertificateError::Length));
        let mut damaged = bytes.clone();
        *damaged.last_mut().unwrap() ^= 1;
        assert_eq!(check(&damaged), Err(CertificateError::Checksum));
    }
}

/// A source that counts what is taken.
struct Counted<R>(R, u64);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        self.1 += read as u64;
        Ok(read)
    }
}

#[test]
fn what_is_no_certificate_is_not_read_to_its_end() {
    for (beginning, error) in [
        (&b"something else"[..], CertificateError::Foreign),
        (b"NRWPROO", CertificateError::Foreign),
        (b"NRWPROOF\x03\x01\x04\x04", CertificateError::Version(3)),
        (b"NRWPROOF\x04\x07\x04\x04", CertificateError::Game(7)),
    ] {
        let mut source = Counted(beginning.chain(io::repeat(0)), 0);
        assert_eq!(verify(&mut source), Err(error));
        assert!(source.1 <= 1 << 16, "{}", source.1);
    }
    assert_eq!(check(b""), Err(CertificateError::Foreign));
    assert_eq!(check(b"NRWPROOF"), Err(CertificateError::Length));
    let mut no_end = Counted(
        (&b"NRWPROOF\x04\x01\x04\x04"[..]).chain(io::repeat(0xFF)),
        0,
    );
    assert_eq!(verify(&mut no_end), Err(CertificateError::Number));
    assert!(no_end.1 <= 1 << 16);
}

#[test]
fn a_source_that_fails_says_so() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    }
    let source = (&b"NRWPROOF\x04"[..]).chain(Broken);
    let error = CertificateError::Read(io::ErrorKind::PermissionDenied);
    assert_eq!(verify(source), Err(error));
}

/// A question to the solver, so that what it proves is what it says.
#[test]
fn certificates_say_what_the_solver_says() {
    for text in ["3x4", "4x4", "5x2"] {
        let start = full(text);
        for play in start.legal_moves() {
            let after = start.played(play);
            if after.is_over() {
                continue;
            }
            let mut solver = narrows_ai::solver::NarrowsSolver::new(1 << 20).unwrap();
            let answer = solver.answer(&after, Question::default(), &Limits::default(), NEVER);
            assert_eq!(proven(&after).value, answer.value, "{text} {play}");
        }
    }
}
