//! The lost positions with one number of stones.

use narrows_core::Size;

use super::reader::Reader;
use super::{CertificateError, Certified};

/// Lost positions, ascending.
pub(super) struct Layer<G: Certified>(Vec<G::Listed>);

impl<G: Certified> Default for Layer<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: Certified> Layer<G> {
    /// Reads a layer of positions with so many stones; an empty one ends the list.
    pub(super) fn read(
        reader: &mut Reader<'_>,
        size: Size,
        stones: Option<usize>,
    ) -> Result<Self, CertificateError> {
        let count = reader.number()?;
        let mut positions: Vec<G::Listed> = Vec::new();
        // The number may be anybody's: memory is asked for as positions come.
        for number in 0..count {
            let before = positions.last().copied();
            let listed = G::read(reader, size, before)?;
            let listed = listed.ok_or(match before {
                Some(_) => CertificateError::Order(number),
                None => CertificateError::Outside,
            })?;
            let position = G::from_listed(size, listed).map_err(CertificateError::Position)?;
            if position.listed() != listed || stones != Some(G::stones(listed)) {
                return Err(CertificateError::Order(number));
            }
            let room = positions.try_reserve(1);
            room.map_err(|_| CertificateError::Memory)?;
            positions.push(listed);
        }
        Ok(Self(positions))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn positions(&self) -> &[G::Listed] {
        &self.0
    }

    pub(super) fn contains(&self, listed: G::Listed) -> bool {
        self.0.binary_search(&listed).is_ok()
    }
}
