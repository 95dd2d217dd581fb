//! Your own player in the arena: `cargo run --release -p narrows --features arena --example own_player`.
//!
//! It plays 20 pairs of games against level 2 on 6x6 Black Narrows (a game by Mark Steere,
//! marksteeregames.com) and prints what they show.
#![allow(clippy::print_stdout, reason = "an example talks")]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows::arena::{
    Contestant, Entrant, Fault, Forfeits, Match, Reply, Schedule, Summary, Turn, opening,
    spec::PlayerSpec,
};
use narrows::{AnyPosition, GameKind, Pie};

/// Leaves the opponent as few moves as it can.
struct Strangler;

impl Contestant for Strangler {
    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let replies = |&next: &_| {
            let mut after = turn.position.clone();
            after
                .play(next)
                .map_or(usize::MAX, |()| after.legal_moves().len())
        };
        let best = turn.position.legal_moves().into_iter().min_by_key(replies);
        best.map(Reply::from)
            .ok_or(Fault::Nonsense("no move".into()))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level: PlayerSpec = "level:2".parse()?;
    let start = AnyPosition::start(GameKind::BlackNarrows, "6x6".parse()?, Pie::On)?;
    let entrants = vec![
        Entrant::new("strangler", Arc::new(|| Ok(Box::new(Strangler)))),
        Entrant::new(level.to_string(), level.factory()),
    ];
    let openings = opening::random(&start, 2, 1, 20)?;
    let game = Match::new(entrants, openings, Schedule::duel(20));
    let mut games = Vec::new();
    game.play(&mut games, &AtomicBool::new(false), |_, _| {
        ControlFlow::Continue(())
    })?;
    let names = ["strangler".to_owned(), level.to_string()];
    let result = &Summary::new(&names, &game.schedule, &games, None, Forfeits::Apart).pairings[0];
    let elo = result.comparison.elo;
    println!(
        "{} to {}, Elo {:+.0} [{:+.0}, {:+.0}]",
        result.wins[0], result.wins[1], elo.value, elo.low, elo.high
    );
    Ok(())
}
