//! `use narrows::*;` compiles, and hides nothing.

// The crates whose names could be hidden, and the names of ours.
use core::fmt::Write as _;
use narrows::*;
use rand::SeedableRng as _;

#[test]
fn everything_can_be_imported_at_once() {
    let mut text = String::new();
    write!(text, "{}", GameKind::BlackNarrows).expect("a string");
    assert_eq!(text, "Black Narrows");
    let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
    let size: Size = GameKind::Narrows.default_size();
    let start = rules::narrows::Narrows::<1>::start(size, Pie::On).expect("a size of the game");
    let played: NarrowsMove = start.legal_moves()[0];
    assert!(matches!(AnyMove::from(played), AnyMove::Narrows(_)));
    let _: Outcome = start.playout(&mut random);
    // What is in signatures can be named without another dependency.
    let list: rules::smallvec::SmallVec<[NarrowsMove; 64]> = start.legal_moves();
    assert!(!list.is_empty());
    fn draw(random: &mut impl rules::rand::Rng) -> u64 {
        random.next_u64()
    }
    assert_ne!(draw(&mut random), draw(&mut random));
    assert_eq!(ai::budget::Limits::default().threads, 1);
}
