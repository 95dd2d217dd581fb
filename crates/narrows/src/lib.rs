#![doc = include_str!("../../../README.md")]

pub use narrows_ai as ai;
pub use narrows_core as core;

pub use narrows_core::*;
