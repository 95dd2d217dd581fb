//! One certificate of many: a proof that was found in parts.
//!
//! The lost positions of a certificate prove themselves: after every move in one of them, some reply leads to another
//! one. That stays true of all lost positions of several certificates together. So the proof of a position consists of
//! the lost positions that a search above them passed through, and what the certificates of its leaves list.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::any::Any;
use std::io::{self, Read};

use narrows_core::any::Concrete;
use narrows_core::{AnyMove, AnyPosition, with_position};

use super::certificate::Certificate;
use crate::verify::{CertificateError, Certified, lost_positions};

/// Why a certificate cannot be put together.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AssemblyError {
    /// A part is no certificate of a position on the same board.
    #[error("a part of the proof is of no use: {0}")]
    Part(#[from] CertificateError),
    /// A lost position or the winning move is not of the same game and board.
    #[error("a position or the move is of another game or board")]
    Other,
    /// The certificate cannot be written.
    #[error("the certificate cannot be written: {0}")]
    Write(#[from] io::Error),
}

/// Writes the certificate of a position, won by `winning_move` or lost without one, from lost positions whose answers
/// are all among the lost positions of the parts or of this list.
///
/// Whether they are is left to [`verify`](crate::verify::verify). All lost positions are in memory at a time.
///
/// # Errors
/// [`AssemblyError`].
pub fn assemble_certificate(
    position: &AnyPosition,
    winning_move: Option<AnyMove>,
    lost: &[AnyPosition],
    parts: impl IntoIterator<Item = impl Read>,
    out: &mut dyn io::Write,
) -> Result<(), AssemblyError> {
    with_position!(position, position => assemble(position, winning_move, lost, parts, out))
}

fn assemble<G: Certified + Concrete>(
    position: &G,
    winning_move: Option<AnyMove>,
    lost: &[AnyPosition],
    parts: impl IntoIterator<Item = impl Read>,
    out: &mut dyn io::Write,
) -> Result<(), AssemblyError> {
    let size = position.size();
    let winning_move = match winning_move {
        Some(play) => Some(G::unwrap_move(play).ok_or(AssemblyError::Other)?),
        None => None,
    };
    let mut layers: BTreeMap<usize, BTreeSet<G::Listed>> = BTreeMap::new();
    for lost in lost {
        let listed = listed::<G>(position, lost).ok_or(AssemblyError::Other)?;
        layers.entry(G::stones(listed)).or_default().insert(listed);
    }
    for part in parts {
        lost_positions::<G>(part, size, |stones, listed| {
            layers.entry(stones).or_default().extend(listed);
        })?;
    }
    let mut layers: Vec<_> = layers.into_values().collect();
    if !G::ADDS_STONES {
        layers.reverse();
    }
    let mut certificate = Certificate::begin(out, position, winning_move)?;
    for layer in layers {
        let layer: Vec<_> = layer.into_iter().collect();
        certificate.layer::<G>(size, &layer)?;
    }
    Ok(certificate.end()?)
}

/// What a certificate lists of a position, if it is one of this game and board.
fn listed<G: Certified>(like: &G, position: &AnyPosition) -> Option<G::Listed> {
    fn any<G: Certified<Listed: Any>>(position: &G) -> Box<dyn Any> {
        Box::new(position.listed())
    }
    let is_alike = position.kind() == G::KIND && position.size() == like.size();
    let listed = is_alike.then(|| with_position!(position, position => any(position)))?;
    listed.downcast().ok().map(|listed| *listed)
}
