#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub use narrows_ai as ai;
#[cfg(feature = "arena")]
pub use narrows_arena as arena;
pub use narrows_core as core;

pub use narrows_core::*;
