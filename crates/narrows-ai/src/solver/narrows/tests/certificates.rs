//! Certificates: written by the solver, checked by the rules alone, and forged.

use super::slow::SlowBoard;
use super::*;
use crate::value::Value;
use crate::verify::{CertificateError, checksum, verify};

fn prove(board: &SlowBoard) -> Option<Vec<u8>> {
    let given = board.given(Exchange::Off);
    NarrowsSolver::new(16 << 20)
        .unwrap()
        .prove(&given, &limits(None, 1), NEVER)
}

/// Every position after a first capture that goes on.
fn second_positions(columns: usize, rows: usize) -> Vec<(SlowBoard, Value)> {
    let start = SlowBoard::start(columns, rows);
    let answer = solve(
        &mut NarrowsSolver::new(1 << 20).unwrap(),
        &start.given(Exchange::Off),
        ALL_MOVES,
    );
    let child = |capture: (usize, usize)| {
        let known = answer
            .moves
            .iter()
            .find(|known| known.0 == start.capture(capture));
        let value = Value::of_mover(known.unwrap().1 == Value::Loss);
        (start.after(capture.0, capture.1), value)
    };
    start.captures().into_iter().map(child).collect()
}

#[test]
fn certificates_prove_what_the_solver_says() {
    for (columns, rows) in [(2, 2), (3, 2), (5, 2), (3, 4), (4, 4), (10, 2), (5, 4)] {
        let bytes = prove(&SlowBoard::start(columns, rows)).unwrap();
        let verified = verify(&bytes).unwrap();
        assert_eq!(verified.value, Value::Win);
        assert!(verified.winning_move.is_some());
    }
    for (position, value) in second_positions(4, 4) {
        let verified = verify(&prove(&position).unwrap()).unwrap();
        assert_eq!(verified.value, value);
    }
}

#[test]
fn no_certificate_for_a_finished_game_or_an_exchange() {
    let finished = SlowBoard {
        columns: 2,
        points: vec![Some(true), Some(false), None, None],
    };
    assert_eq!(prove(&finished), None);
    let start = SlowBoard::start(4, 3);
    for exchange in [Exchange::Pending, Exchange::Offered] {
        let given = start.given(exchange);
        let certificate =
            NarrowsSolver::new(1 << 20)
                .unwrap()
                .prove(&given, &limits(None, 1), NEVER);
        assert_eq!(certificate, None);
    }
    let given = SlowBoard::start(6, 4).given(Exchange::Off);
    let certificate =
        NarrowsSolver::new(1 << 20)
            .unwrap()
            .prove(&given, &limits(Some(10), 1), NEVER);
    assert_eq!(certificate, None);
}

#[test]
fn changed_bytes_are_refused() {
    let bytes = prove(&SlowBoard::start(4, 4)).unwrap();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(verify(&changed).is_err(), "byte {at}, bit {bit}");
        }
    }
    for length in 0..bytes.len() {
        assert!(verify(&bytes[..length]).is_err());
    }
}

/// Where the list of lost positions begins: after a header of 12 bytes and three numbers, for the stones of both
/// sides and the claim.
fn list_start(bytes: &[u8]) -> usize {
    let mut ends = (12..bytes.len()).filter(|&at| bytes[at] < 128);
    ends.nth(2).unwrap() + 1
}

/// Somebody who can compute the checksum cannot make a false proof either.
#[test]
fn false_proofs_with_a_right_checksum_are_refused() {
    let bytes = prove(&SlowBoard::start(4, 4)).unwrap();
    let (body, _) = bytes.split_at(bytes.len() - 8);
    let mut refused = 0;
    let list = list_start(body);
    for at in list..body.len() {
        let mut changed = body.to_vec();
        changed[at] ^= 1;
        let sum = checksum(&changed);
        changed.extend(sum.to_le_bytes());
        refused += usize::from(verify(&changed).is_err());
    }
    // A change may by chance turn a lost position into another one that is lost and not needed.
    assert!(refused > (body.len() - list) * 9 / 10, "{refused}");
    // A lost position claimed as it is, with the list emptied.
    let (lost, _) = second_positions(4, 4)
        .into_iter()
        .find(|p| p.1 == Value::Loss)
        .unwrap();
    let bytes = prove(&lost).unwrap();
    let mut emptied = bytes[..list_start(&bytes)].to_vec();
    emptied.push(0);
    let sum = checksum(&emptied);
    emptied.extend(sum.to_le_bytes());
    assert!(matches!(verify(&emptied), Err(CertificateError::Claim(_))));
}
