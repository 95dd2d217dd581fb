//! Writes certificates: [`crate::verify`] has the format and the check.
//!
//! A proof is made layer by layer, as it is written: each position after a move in a lost one gets an answer in the
//! next layer. It is kept small by answering with a position that is there already where one can.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use std::io;

use narrows_core::Size;

use crate::checksum::Checksum;
use crate::verify::{Certified, MAGIC, VERSION, numbers};

/// The search for an answer was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoAnswer;

/// A solver that finds the positions of a proof.
pub(super) trait Prover<G: Certified> {
    /// A position in its own form, the same for all its images.
    type Node: Copy + Ord;

    /// The positions after the moves in a lost one that do not end the game. The other player wins each.
    fn after(&self, lost: Self::Node) -> Vec<Self::Node>;

    /// A lost position to which a move in a won one leads; `None` if a move wins at once or leads to one that is
    /// listed already.
    fn answer(
        &mut self,
        won: Self::Node,
        listed: &BTreeSet<Self::Node>,
    ) -> Result<Option<Self::Node>, NoAnswer>;

    /// What the certificate lists of a position.
    fn listed(&self, node: Self::Node) -> G::Listed;
}

/// Writes the certificate of a position, with its winning move if it is won. It rests on the lost position
/// `first`, or on none where the game ends at once. Tells whether it is complete.
pub(super) fn write<G: Certified, P: Prover<G>>(
    out: &mut dyn io::Write,
    position: &G,
    winning_move: Option<G::Move>,
    first: Option<P::Node>,
    prover: &mut P,
) -> io::Result<bool> {
    let size = position.size();
    let mut certificate = Certificate::begin(out, position, winning_move)?;
    let mut layer: BTreeSet<P::Node> = first.into_iter().collect();
    while !layer.is_empty() {
        let mut listed: Vec<_> = layer.iter().map(|&node| prover.listed(node)).collect();
        listed.sort_unstable();
        // Images of one position may be different nodes.
        listed.dedup();
        certificate.layer::<G>(size, &listed)?;
        match next_layer(prover, layer) {
            Ok(next) => layer = next,
            Err(NoAnswer) => return Ok(false),
        }
    }
    certificate.end()?;
    Ok(true)
}

/// Answers to all that may follow on the positions of a layer.
fn next_layer<G: Certified, P: Prover<G>>(
    prover: &mut P,
    layer: BTreeSet<P::Node>,
) -> Result<BTreeSet<P::Node>, NoAnswer> {
    let (mut next, mut answered) = (BTreeSet::new(), BTreeSet::new());
    for lost in layer {
        for won in prover.after(lost) {
            if answered.insert(won)
                && let Some(answer) = prover.answer(won, &next)?
            {
                next.insert(answer);
            }
        }
    }
    Ok(next)
}

/// A certificate being written.
pub(super) struct Certificate<'a> {
    out: &'a mut dyn io::Write,
    sum: Checksum,
}

/// So many bytes are written at a time.
const BLOCK: usize = 1 << 16;

impl<'a> Certificate<'a> {
    pub(super) fn begin<G: Certified>(
        out: &'a mut dyn io::Write,
        position: &G,
        winning_move: Option<G::Move>,
    ) -> io::Result<Self> {
        let size = position.size();
        let claim = winning_move.map(|play| G::number_of(size, play));
        let claim = claim.flatten().map_or(0, |number| number + 1);
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, G::GAME, size.columns(), size.rows()]);
        G::put(&mut bytes, size, position.as_it_is(), None);
        bytes.push(position.sides());
        numbers::put(&mut bytes, &[claim]);
        let mut certificate = Self {
            out,
            sum: Checksum::default(),
        };
        certificate.write(&bytes)?;
        Ok(certificate)
    }

    pub(super) fn layer<G: Certified>(
        &mut self,
        size: Size,
        listed: &[G::Listed],
    ) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(BLOCK);
        numbers::put(&mut bytes, &[listed.len() as u64]);
        let mut before = None;
        for &listed in listed {
            G::put(&mut bytes, size, listed, before);
            before = Some(listed);
            if bytes.len() > BLOCK - 1024 {
                self.write(&bytes)?;
                bytes.clear();
            }
        }
        self.write(&bytes)
    }

    pub(super) fn end(mut self) -> io::Result<()> {
        self.write(&[0])?;
        let sum = self.sum.value().to_le_bytes();
        self.out.write_all(&sum)?;
        self.out.flush()
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.out.write_all(bytes)
    }
}
