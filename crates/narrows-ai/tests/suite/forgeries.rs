//! Certificates that somebody has tampered with, and made the checksum right again.

use narrows_ai::verify::CertificateError;
use narrows_core::{BlackNarrows, Point, black_narrows};

use crate::certificate_parts::{Parts, with_checksum};
use crate::certificates::{certificate, check, empty, full, size};

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
