//! Certificates of Black Narrows: written by the solver, checked by the rules alone. (Those of Narrows are
//! tested beside its solver.)
#![allow(
    clippy::print_stderr,
    reason = "the sizes are worth reading in the log"
)]

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::{BlackNarrowsSolver, CertifyingSolver as _, ExactSolver as _};
use narrows_ai::value::Value;
use narrows_ai::verify::{CertificateError, verify};
use narrows_core::black_narrows::Setup;
use narrows_core::{AnyPosition, BlackNarrows, Point, Size};

fn certificate(columns: u8, rows: u8, stones: u64) -> Vec<u8> {
    let position = position(columns, rows, stones).unwrap();
    let mut solver = BlackNarrowsSolver::new(32 << 20).unwrap();
    solver
        .certify(&position, &Limits::default(), NEVER)
        .expect("no limit")
}

fn position(columns: u8, rows: u8, stones: u64) -> Option<BlackNarrows<1>> {
    let size = Size::new(columns, rows).unwrap();
    let point = |at: u8| Point::from_indices(at % columns, at / columns).unwrap();
    let on = |at: &u8| stones >> at & 1 == 1;
    let stones = (0..columns * rows).filter(on).map(point).collect();
    Setup { size, stones }.try_into().ok()
}

#[test]
fn empty_boards_are_certified() {
    for (columns, rows, value) in [
        (2, 2, Value::Loss),
        (3, 3, Value::Win),
        (4, 4, Value::Loss),
        (3, 5, Value::Win),
        (4, 5, Value::Loss),
        (5, 5, Value::Win),
    ] {
        let bytes = certificate(columns, rows, 0);
        let verified = verify(&bytes).unwrap();
        assert_eq!(verified.value, value, "{columns}x{rows}");
        assert_eq!(verified.winning_move.is_some(), value == Value::Win);
        eprintln!(
            "{columns}x{rows}: {} positions, {} bytes",
            verified.lost_positions,
            bytes.len()
        );
    }
}

#[test]
fn six_by_five_is_certified() {
    let bytes = certificate(6, 5, 0);
    let verified = verify(&bytes).unwrap();
    assert_eq!(verified.value, Value::Win);
    eprintln!(
        "6x5: {} positions, {} bytes",
        verified.lost_positions,
        bytes.len()
    );
    assert!(bytes.len() < 1 << 20);
}

#[test]
fn every_changed_byte_is_noticed() {
    let bytes = certificate(4, 4, 0);
    assert!(verify(&bytes).is_ok());
    for at in 0..bytes.len() {
        for change in [1u8, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            assert!(verify(&changed).is_err(), "byte {at}");
        }
        assert!(verify(&bytes[..at]).is_err());
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(verify(&longer).is_err());
    assert_eq!(
        verify(b"anything else, really"),
        Err(CertificateError::Foreign)
    );
}

/// FNV-1a again, so that a forger's checksum is right.
fn with_checksum(mut body: Vec<u8>) -> Vec<u8> {
    let sum = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    body.extend(sum.to_le_bytes());
    body
}

#[test]
fn a_forged_proof_has_a_gap() {
    let good = certificate(4, 4, 0);
    // Claim another move, another root, or drop the last lost position, each with a right checksum.
    let body = good[..good.len() - 8].to_vec();
    assert_eq!(with_checksum(body.clone()), good);
    // The header is 12 bytes, then come the stones (none: one byte), the claim (lost: 0) and the list.
    let mut claim = body.clone();
    claim[13] = 1;
    assert!(matches!(
        verify(&with_checksum(claim)),
        Err(CertificateError::Claim(_))
    ));
    let mut root = body.clone();
    root[12] = 1;
    assert!(matches!(
        verify(&with_checksum(root)),
        Err(CertificateError::Claim(_))
    ));
    let mut fewer = body.clone();
    while fewer.last().is_some_and(|byte| byte & 128 == 0) && fewer.len() > body.len() - 1 {
        fewer.pop();
    }
    assert!(verify(&with_checksum(fewer)).is_err());
    // A list of the root alone proves nothing.
    let mut alone = good[..14].to_vec();
    alone.extend([1, 0]);
    assert!(matches!(
        verify(&with_checksum(alone)),
        Err(CertificateError::Gap { .. })
    ));
}

#[test]
fn positions_with_stones_are_certified() {
    let mut seed = 7u64;
    let mut solver = BlackNarrowsSolver::new(1 << 20).unwrap();
    for round in 0..60 {
        let (columns, rows) = [(5, 4), (4, 6), (9, 3), (2, 12), (3, 18)][round % 5];
        let mut stones = 0;
        for _ in 0..200 {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let next = stones | 1u64 << ((seed >> 33) % (u64::from(columns) * u64::from(rows)));
            if next.count_ones() <= u32::from(columns * rows) / 3
                && position(columns, rows, next).is_some()
            {
                stones = next;
            }
        }
        let position = position(columns, rows, stones).unwrap();
        let limits = Limits::default();
        let bytes = solver.certify(&position, &limits, NEVER).expect("no limit");
        let verified = verify(&bytes).unwrap();
        assert_eq!(
            verified.position,
            AnyPosition::BlackNarrows1(position.clone())
        );
        let value = solver
            .answer(&position, Default::default(), &limits, NEVER)
            .value;
        assert_eq!(verified.value, value);
    }
}
