//! Files of one match from several machines, put together.

use std::collections::HashMap;

use super::{Results, ResultsError};
use crate::GameRecord;

/// Puts results of one match together: those of the same seed by the numbers of their games, those
/// of other seeds one after the other, as further pairs.
///
/// # Errors
/// [`ResultsError::Merge`] if they are not of one match, or two of them have different games under
/// one number; [`ResultsError::Plan`] if together they are too long.
pub fn merge(files: Vec<(String, Results)>) -> Result<Results, ResultsError> {
    let mut by_seed: Vec<(String, Results)> = Vec::new();
    for (name, next) in files {
        if let Some((first, earlier)) = by_seed.first() {
            let mut aligned = next.plan.clone();
            aligned.seed = earlier.plan.seed;
            if let Some((what, old, new)) = earlier.plan.difference(&aligned) {
                return Err(ResultsError::Merge(format!(
                    "{first} and {name} are not of one match: {what} is {old} in one and {new} in the other"
                )));
            }
        }
        match by_seed
            .iter_mut()
            .find(|(_, earlier)| earlier.plan.seed == next.plan.seed)
        {
            Some((first, earlier)) => unite(first, earlier, &name, next)?,
            None => by_seed.push((name, next)),
        }
    }
    let mut parts = by_seed.into_iter().map(|(_, results)| results);
    let mut whole = parts
        .next()
        .ok_or_else(|| ResultsError::Merge("no file was given".into()))?;
    for part in parts {
        append(&mut whole, part)?;
    }
    Ok(whole)
}

/// Adds the games of another file of the same match and seed.
fn unite(first: &str, whole: &mut Results, name: &str, other: Results) -> Result<(), ResultsError> {
    let known: HashMap<u64, usize> = (0..)
        .zip(&whole.games)
        .map(|(place, game)| (game.game, place))
        .collect();
    for game in other.games {
        match known.get(&game.game) {
            None => whole.games.push(game),
            // Times differ from machine to machine; the game is the same.
            Some(&place) if same(&whole.games[place], &game) => {}
            Some(_) => {
                return Err(ResultsError::Merge(format!(
                    "{first} and {name} have different games under number {}; play each with --share or a seed of its own",
                    game.game
                )));
            }
        }
    }
    whole.plan.pairs = whole.plan.pairs.max(other.plan.pairs);
    whole.runs.extend(other.runs);
    Ok(())
}

fn same(a: &GameRecord, b: &GameRecord) -> bool {
    (&a.moves, a.first_won, a.ending) == (&b.moves, b.first_won, b.ending)
}

/// Adds the games of a match with another seed as further pairs.
fn append(whole: &mut Results, other: Results) -> Result<(), ResultsError> {
    let pairings = whole.plan.pairings()?.schedule.pairings().len() as u64;
    let pairs = whole.plan.pairs;
    whole.games.extend(other.games.into_iter().map(|mut game| {
        game.game += 2 * pairings * pairs;
        game.pair += pairings * pairs;
        game.opening += pairs;
        game
    }));
    whole.plan.pairs += other.plan.pairs;
    if whole.plan.pairs > crate::plan::MOST_PAIRS {
        return Err(crate::plan::PlanError::Pairs(whole.plan.pairs).into());
    }
    whole.runs.extend(other.runs);
    whole.seeds.extend(other.seeds);
    Ok(())
}
