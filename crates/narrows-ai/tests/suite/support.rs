//! Slow, obvious code the fast code is held against, and small helpers.

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::level::{Engine, Level, Progress};
use narrows_core::{AnyPosition, Game, GameKind, Pie, Player};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Whether the player to move wins, by full recursion without any table.
pub fn wins_by_recursion<G: Game>(position: &G) -> bool {
    match position.mover_won() {
        Some(won) => won,
        None => position
            .legal_moves()
            .iter()
            .any(|&play| !wins_by_recursion(&position.played(play))),
    }
}

/// A position after random moves, with at most `most_moves` legal ones left and the game not over.
pub fn random_position<G: Game>(
    start: &G,
    most_moves: usize,
    random: &mut Xoshiro256PlusPlus,
) -> G {
    loop {
        let mut position = start.clone();
        while position.legal_moves().len() > most_moves {
            let moves = position.legal_moves();
            position.play_unchecked(moves[random.random_range(0..moves.len() as u32) as usize]);
        }
        if !position.is_over() {
            return position;
        }
    }
}

/// One game between two levels; says who won.
pub fn game(
    start: &AnyPosition,
    levels: [Level; 2],
    seed: u64,
    playouts_of_level_6: u64,
) -> Player {
    let mut engines = [Engine::new(levels[0], seed), Engine::new(levels[1], !seed)];
    let mut position = start.clone();
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        let engine = &mut engines[usize::from(position.to_move() == Player::Second)];
        let playouts = (engine.level() == Level::UNBEATABLE).then_some(playouts_of_level_6);
        let limits = Limits {
            playouts,
            memory_bytes: 32 << 20,
            ..Limits::default()
        };
        let choice = engine.choose(&position, &limits, NEVER, &|_: &Progress| {});
        let play = choice.play.expect("an unfinished game has a move");
        position.play(play).expect("levels play legal moves");
    }
}

/// The start of a game, after some random moves from a seed.
pub fn opening(kind: GameKind, size: &str, plies: usize, seed: u64) -> AnyPosition {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let mut position = AnyPosition::start(kind, size.parse().unwrap(), Pie::Off).unwrap();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position
                .play(moves[random.random_range(0..moves.len() as u32) as usize])
                .unwrap();
        }
        if !position.is_over() {
            return position;
        }
    }
}

/// Limits of so many playouts.
pub fn with_playouts(playouts: u64) -> Limits {
    Limits {
        playouts: Some(playouts),
        memory_bytes: 64 << 20,
        ..Limits::default()
    }
}
