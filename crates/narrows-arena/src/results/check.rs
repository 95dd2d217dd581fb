//! Every stored game is played again by the rules when it is read: a results file proves nothing by
//! itself.

use narrows_core::any::AnyMove;
use narrows_core::{AnyPosition, Player};

use super::Pairings;
use crate::{Ending, GameRecord};

/// The referee keeps no more characters of what a player did.
const LONGEST_DETAIL: usize = 301;
/// No position of the largest board has more moves: each of 676 points, in four directions.
const MOST_LEGAL: u64 = 4 * 676;
/// More seconds than any game can have taken.
const MOST_SECONDS: f64 = 1e9;

/// Plays a game again by the rules, from the opening that the match has for it.
///
/// # Errors
/// What is wrong with it, if it cannot be a game of this match.
pub fn check(game: &GameRecord, pairings: &Pairings) -> Result<(), String> {
    let scheduled = pairings
        .schedule
        .game(game.game)
        .ok_or_else(|| format!("game {} is not one of this match", game.game))?;
    if (
        scheduled.pair,
        scheduled.opening,
        scheduled.first,
        scheduled.second,
    ) != (game.pair, game.opening, game.first, game.second)
    {
        return Err(format!(
            "game {} has other players, seats or another opening in this match",
            game.game
        ));
    }
    let opening = usize::try_from(game.opening)
        .ok()
        .and_then(|index| pairings.openings.get(index))
        .ok_or("its opening is not one of this match")?;
    if game.start != opening.start.to_string() {
        return Err(format!(
            "it starts from {:?}, this match's opening from {}",
            shortened(&game.start),
            opening.start
        ));
    }
    if game.opening_plies != opening.moves.len() || game.moves.len() < game.opening_plies {
        return Err(format!(
            "{} of its {} moves are said to be the opening's, which has {}",
            game.opening_plies,
            game.moves.len(),
            opening.moves.len()
        ));
    }
    let end = replay(game, &opening.start, &opening.moves)?;
    check_result(game, &end)?;
    check_figures(game)
}

/// Plays the moves, and gives the position after the last.
fn replay(
    game: &GameRecord,
    start: &AnyPosition,
    opening: &[AnyMove],
) -> Result<AnyPosition, String> {
    let mut position = start.clone();
    for (ply, word) in game.moves.iter().enumerate() {
        let bad = |problem: String| format!("move {}, {:?}: {problem}", ply + 1, shortened(word));
        let next = AnyMove::parse(start.kind(), word).map_err(|error| bad(error.to_string()))?;
        if opening.get(ply).is_some_and(|&expected| expected != next) {
            return Err(bad("the opening of this match has another one there".into()));
        }
        position
            .play(next)
            .map_err(|error| bad(error.to_string()))?;
    }
    Ok(position)
}

fn check_result(game: &GameRecord, end: &AnyPosition) -> Result<(), String> {
    let winner = if game.first_won {
        Player::First
    } else {
        Player::Second
    };
    match (end.outcome(), game.ending) {
        (Some(outcome), Ending::Played) if outcome.winner == winner => Ok(()),
        (Some(_), Ending::Played) => Err("by the rules the other player won it".into()),
        (None, Ending::Played) => Err("after its last move the game is not over".into()),
        (Some(_), _) => {
            Err("it was over by the rules, so nobody can have lost it otherwise".into())
        }
        (None, Ending::Resigned) if end.to_move() == winner => {
            Err("the player who resigned was not to move".into())
        }
        (None, _) => Ok(()),
    }
}

fn check_figures(game: &GameRecord) -> Result<(), String> {
    let seconds = game.seconds.iter().chain(&game.proven_seconds);
    for &value in seconds {
        if !(0.0..=MOST_SECONDS).contains(&value) {
            return Err(format!("{value} seconds are not a time of thought"));
        }
    }
    if game.detail.chars().nth(LONGEST_DETAIL).is_some() {
        return Err("it has more to say of its end than a referee writes".into());
    }
    // The player who lost otherwise than by a move had one position more to choose in.
    let positions = (game.moves.len() - game.opening_plies + 1) as u64;
    if game.legal_moves > positions * MOST_LEGAL {
        return Err(format!(
            "{} legal moves are too many for {positions} positions",
            game.legal_moves
        ));
    }
    match game.proven_ply {
        Some(ply) if ply < game.opening_plies || ply > game.moves.len() => Err(format!(
            "proven_ply is {ply}, the players chose from ply {} to {}",
            game.opening_plies,
            game.moves.len()
        )),
        _ => Ok(()),
    }
}

/// The beginning of a text that may be long.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
