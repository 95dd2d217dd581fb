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
use narrows_core::{BlackNarrows, Game, Grid, Narrows, Point, Size, black_narrows, narrows};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::support::{random_position, wins_by_recursion};

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn empty(text: &str) -> BlackNarrows<1> {
    BlackNarrows::start(size(text)).unwrap()
}

fn full(text: &str) -> Narrows<1> {
    Narrows::start(size(text), Pie::Off).unwrap()
}

/// What the solver writes, if it is complete.
fn certificate<G: Solvable<Solver: CertifyingSolver<G>>>(
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

fn check(bytes: &[u8]) -> Result<Verified, CertificateError> {
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

/// CRC-32 again, bit by bit, so that a forger's checksum is right.
fn with_checksum(mut body: Vec<u8>) -> Vec<u8> {
    let mut sum = u32::MAX;
    for &byte in &body {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 {
                sum >> 1 ^ 0xEDB8_8320
            } else {
                sum >> 1
            };
        }
    }
    body.extend((!sum).to_le_bytes());
    body
}

/// A certificate of a board of at most 64 points in its parts.
#[derive(Clone, Debug)]
struct Parts {
    header: Vec<u8>,
    /// The first position, with one set or two.
    position: Vec<u64>,
    /// Which side is which.
    sides: u64,
    claim: u64,
    /// Positions as they are written, as differences.
    layers: Vec<Vec<Vec<u64>>>,
}

impl Parts {
    fn new(bytes: &[u8]) -> Self {
        let (header, rest) = bytes.split_at(12);
        let sets = usize::from(header[9]);
        let mut rest = &rest[..rest.len() - 4];
        let mut number = || {
            let mut number = 0;
            for shift in (0..).step_by(7) {
                let (first, others) = rest.split_first().unwrap();
                rest = others;
                number |= u64::from(first & 127) << shift;
                if first & 128 == 0 {
                    break;
                }
            }
            number
        };
        let position = (0..sets).map(|_| number()).collect();
        let sides = number();
        let claim = number();
        let mut layers = Vec::new();
        loop {
            let count = number();
            if count == 0 {
                break;
            }
            let listed = |_| (0..sets).map(|_| number()).collect();
            layers.push((0..count).map(listed).collect());
        }
        Self {
            header: header.into(),
            position,
            sides,
            claim,
            layers,
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.header.clone();
        let mut put = |mut number: u64| {
            while number > 127 {
                bytes.push(number as u8 | 128);
                number >>= 7;
            }
            bytes.push(number as u8);
        };
        self.position.iter().for_each(|&set| put(set));
        put(self.sides);
        put(self.claim);
        for layer in &self.layers {
            put(layer.len() as u64);
            layer.iter().flatten().for_each(|&set| put(set));
        }
        put(0);
        with_checksum(bytes)
    }

    /// What a verifier says to this with a change.
    fn changed(&self, change: impl FnOnce(&mut Self)) -> Result<Verified, CertificateError> {
        let mut changed = self.clone();
        change(&mut changed);
        check(&changed.bytes())
    }
}

#[test]
fn forged_proofs_are_refused() {
    for bytes in [
        certificate(&empty("4x4"), None).unwrap(),
        certificate(&full("4x4"), None).unwrap(),
    ] {
        let good = Parts::new(&bytes);
        assert_eq!(good.bytes(), bytes);
        let last = good.layers.len() - 1;
        let claim = |result| matches!(result, Err(CertificateError::Claim(_)));
        let gap = |result| matches!(result, Err(CertificateError::Gap { .. }));
        let order = |result| matches!(result, Err(CertificateError::Order(_)));
        // Another claim: the other outcome, a move that is none.
        assert!(
            good.changed(|parts| parts.claim = u64::from(parts.claim == 0))
                .is_err()
        );
        assert!(claim(good.changed(|parts| {
            parts.claim = 1 << 40;
            parts.layers.clear();
        })));
        // No lost position at all.
        assert!(claim(good.changed(|parts| parts.layers.clear())));
        // A layer is missing, or twice there, or empty.
        assert!(gap(good.changed(|parts| parts.layers.truncate(1))));
        assert!(gap(good.changed(|parts| drop(parts.layers.pop()))));
        assert!(order(good.changed(|parts| {
            let again = parts.layers[0].clone();
            parts.layers.insert(0, again);
        })));
        // A position twice: the difference to the one before is nothing.
        for layer in 0..=last {
            let nothing = vec![0; good.position.len()];
            assert!(order(good.changed(|parts| {
                parts.layers[layer].insert(1, nothing.clone());
            })));
            assert!(order(
                good.changed(|parts| parts.layers[layer].push(nothing.clone()))
            ));
        }
        // Every position is needed. (The last one: what follows are differences.)
        for layer in 0..=last {
            let result = good.changed(|parts| drop(parts.layers[layer].pop()));
            assert!(result.is_err(), "layer {layer}: {result:?}");
        }
        // A stone beside the board.
        let outside = |result| matches!(result, Err(CertificateError::Outside));
        assert!(outside(good.changed(|parts| parts.position[0] |= 1 << 20)));
        assert!(
            good.changed(|parts| parts.layers[0][0][0] = 1 << 20)
                .is_err()
        );
        assert!(
            good.changed(|parts| parts.layers[0][0][0] = u64::MAX)
                .is_err()
        );
        // Another first position: another image, or one with another number of stones.
        for bit in 0..16 {
            let other = good.changed(|parts| parts.layers[0][0][0] = 1 << bit);
            assert!(other.is_err(), "{other:?}");
        }
        // Sides that are none; in Black Narrows there are none to tell apart.
        let sides = 4 >> (2 * usize::from(good.header[9] == 1));
        for sides in [sides, 5, 127] {
            let result = good.changed(|parts| parts.sides = sides);
            assert_eq!(result, Err(CertificateError::Sides));
        }
        // Any number changed: what is proven then, if anything, is the same.
        let original = check(&bytes).unwrap();
        for layer in 0..=last {
            for at in 0..good.layers[layer].len() {
                for bit in [0, 1, 4] {
                    let result = good.changed(|parts| parts.layers[layer][at][0] ^= 1 << bit);
                    if let Ok(found) = result {
                        assert_eq!(found.value, original.value);
                        assert_eq!(found.position, original.position);
                    }
                }
            }
        }
    }
}

#[test]
fn numbers_of_another_form_are_refused() {
    let bytes = certificate(&empty("4x4"), None).unwrap();
    let mut padded = bytes[..bytes.len() - 4].to_vec();
    // The first position has no stones: one byte, 0.
    assert_eq!(padded[12], 0);
    padded.splice(12..13, [128, 0]);
    assert_eq!(check(&with_checksum(padded)), Err(CertificateError::Number));
}

#[test]
fn positions_that_are_none_are_refused() {
    // Stones of Black Narrows that are not joined, and a finished game of Narrows.
    let size = size("3x3");
    let points = |text: &str| {
        text.split(' ')
            .map(|point| point.parse().unwrap())
            .collect()
    };
    let stones: Vec<Point> = points("b1 a2");
    let setup = black_narrows::Setup { size, stones };
    assert!(BlackNarrows::<1>::try_from(setup).is_ok());
    let mut parts = Parts::new(&certificate(&empty("3x3"), None).unwrap());
    parts.layers.clear();
    let invalid = |result| matches!(result, Err(CertificateError::Position(_)));
    // a1 is walled in by b1 and a2.
    parts.position = vec![0b1011];
    assert!(invalid(check(&parts.bytes())));
    let mut parts = Parts::new(&certificate(&full("4x4"), None).unwrap());
    parts.layers.clear();
    parts.position = vec![1, 1];
    assert!(invalid(check(&parts.bytes())));
    parts.header[10] = 0;
    assert!(matches!(
        check(&parts.bytes()),
        Err(CertificateError::Size(_))
    ));
    // An odd number of points.
    parts.header[10] = 3;
    parts.header[11] = 3;
    assert!(invalid(check(&parts.bytes())));
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
