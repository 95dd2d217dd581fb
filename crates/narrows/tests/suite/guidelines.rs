//! What the Rust API guidelines ask of types, as far as a compiler can tell.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use narrows::ai::{evaluation, level, solver, value, verify};
use narrows::{BlackNarrows, Color, GameKind, Narrows, NarrowsMove, Point, rules};

/// C-GOOD-ERR: errors can be boxed, sent to other threads and downcast.
fn is_error<E: Error + Send + Sync + 'static>() {}

/// C-SEND-SYNC.
fn goes_between_threads<T: Send + Sync + 'static>() {}

/// C-COMMON-TRAITS for small values.
fn is_value<T: Clone + Debug + Eq + Hash + Send + Sync + 'static>() {}

/// Text that comes back.
fn is_text<T: Display + FromStr<Err: Error>>() {}

#[test]
fn errors_are_errors() {
    is_error::<evaluation::ParameterError>();
    is_error::<level::ParseLevelError>();
    is_error::<solver::AssemblyError>();
    is_error::<solver::MemoryError>();
    is_error::<solver::narrows::LayersError>();
    is_error::<value::ParseValueError>();
    is_error::<verify::CertificateError>();
    is_error::<rules::PlayError<Point>>();
    is_error::<rules::any::AnySetupError>();
    is_error::<rules::any::ParseAnyMoveError>();
    is_error::<rules::black_narrows::SetupError>();
    is_error::<rules::game::GameSizeError>();
    is_error::<rules::game::ParseGameKindError>();
    is_error::<rules::geometry::ParsePointError>();
    is_error::<rules::geometry::SizeError>();
    is_error::<rules::narrows::ParseColorError>();
    is_error::<rules::narrows::ParseMoveError>();
    is_error::<rules::narrows::ParsePieError>();
    is_error::<rules::narrows::SetupError>();
    is_error::<rules::notation::BoardError>();
    is_error::<rules::player::ParsePlayerError>();
    is_error::<rules::record::ParseResultError>();
    is_error::<rules::record::RecordError>();
    is_error::<rules::record::TagError>();
    is_error::<rules::symmetry::ParseSymmetryError>();
}

#[test]
#[cfg(feature = "store")]
fn errors_of_the_store_are_errors() {
    is_error::<solver::FactsError>();
    is_error::<solver::StoreError>();
}

#[test]
#[cfg(feature = "arena")]
fn errors_of_the_arena_are_errors() {
    use narrows::arena;

    is_error::<arena::MatchError>();
    is_error::<arena::PlanError>();
    is_error::<arena::accuracy::AccuracyDataError>();
    is_error::<arena::files::FileError>();
    is_error::<arena::gtp::VertexError>();
    is_error::<arena::opening::OpeningError>();
    is_error::<arena::report::PlotError>();
    is_error::<arena::results::LineError>();
    is_error::<arena::results::ResultsError>();
    is_error::<arena::spec::SpecError>();
    is_error::<arena::stats::RatingError>();
    is_error::<arena::stats::SprtError>();
}

#[test]
fn values_have_the_usual_traits() {
    is_value::<BlackNarrows<1>>();
    is_value::<Narrows<11>>();
    is_value::<NarrowsMove>();
    is_value::<rules::AnyPosition>();
    is_value::<rules::AnyMove>();
    is_value::<rules::Bitboard<1>>();
    is_value::<rules::Outcome>();
    is_value::<level::Level>();
    goes_between_threads::<rules::Record>();
    goes_between_threads::<solver::BlackNarrowsSolver>();
    goes_between_threads::<solver::NarrowsSolver>();
    goes_between_threads::<solver::Monitor>();
}

#[test]
fn what_is_shown_can_be_read() {
    is_text::<Point>();
    is_text::<NarrowsMove>();
    is_text::<GameKind>();
    is_text::<Color>();
    is_text::<rules::Size>();
    is_text::<rules::Player>();
    is_text::<rules::Pie>();
    is_text::<rules::Symmetry>();
    is_text::<level::Level>();
    is_text::<value::Value>();
}
