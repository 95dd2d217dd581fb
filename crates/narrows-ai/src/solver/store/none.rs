//! Stands for files of results where the feature `store` is off: there are none.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::RangeInclusive;

/// A file of results, which cannot be.
#[derive(Debug)]
pub(super) struct Store<R>(Infallible, PhantomData<R>);

impl<R> Store<R> {
    /// Whether a result is worth its place.
    pub(super) fn wants(&self, _work: u64) -> bool {
        match self.0 {}
    }

    /// Takes a result.
    pub(super) fn add(&self, _group: u16, _key: &[u8], _result: R) {
        match self.0 {}
    }

    /// Calls `each` with every result of some groups.
    pub(super) fn read(
        &self,
        _groups: RangeInclusive<u16>,
        _each: impl FnMut(&[u8], R),
    ) -> Result<u64, Infallible> {
        match self.0 {}
    }
}

/// A key as a number, which cannot be asked for.
pub(super) fn number(_key: &[u8]) -> u128 {
    0
}
