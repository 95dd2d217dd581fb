//! A search of one's own, written once for both games: every move is tried in random games to the end, and
//! the best plays against a player who moves at random.
//! `cargo run --release --example own_search -- narrows 6x5`
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use narrows::{AnyPosition, Game, GameKind, Pie, Player, with_position};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const PLAYOUTS: u32 = 50;

/// The move that wins most random games. `G` is one of the games on boards of some width.
fn best_move<G: Game>(position: &G, random: &mut impl Rng) -> Option<G::Move> {
    let mover = position.to_move();
    let wins = |&play: &G::Move| {
        let next = position.played(play);
        let wins = (0..PLAYOUTS).filter(|_| next.playout(random).winner == mover);
        wins.count()
    };
    position.legal_moves().into_iter().max_by_key(wins)
}

/// Plays a game; the search has the first player's moves. Says who won.
fn game<G: Game>(start: &G, random: &mut impl Rng) -> Player {
    let mut position = start.clone();
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        let play = match position.to_move() {
            Player::First => best_move(&position, random),
            Player::Second => {
                let moves = position.legal_moves();
                moves.get(random.random_range(0..moves.len())).copied()
            }
        };
        // Without an outcome there is a move, and it is legal.
        position.play_unchecked(play.expect("the game goes on"));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let kind: GameKind = arguments.next().unwrap_or("black-narrows".into()).parse()?;
    let size = kind.parse_size(&arguments.next().unwrap_or("6x6".into()))?;
    let start = AnyPosition::start(kind, size, Pie::Off)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    // The macro runs generic code on the concrete position type.
    let wins = with_position!(&start, start => {
        (0..20).filter(|_| game(start, &mut random) == Player::First).count()
    });
    println!("{kind} {size}: the search won {wins} of 20 games");
    Ok(())
}
