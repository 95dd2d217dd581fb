//! The jobs of `arena`: pairs of games.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use narrows_arena::spec::PlayerSpec;
use narrows_arena::{Entrant, GameRecord, Match, MatchPlan, Seats};
use narrows_console::failure::one_line;

use super::{Craft, Done, Means};
use crate::output;
use crate::wire::{Outcome, Work};

/// A match with its players, who keep their seats from job to job.
pub struct Playing {
    plan: MatchPlan,
    players: Vec<PlayerSpec>,
    game: Match,
    seats: Seats,
}

impl Playing {
    /// A match with the engines of this worker.
    ///
    /// # Errors
    /// Why it cannot be played here.
    pub fn new(plan: &MatchPlan, own_patience: bool, means: &Means) -> Result<Self, String> {
        let players = plan.players.iter();
        let players = players.map(|text| player(text, &means.engines));
        let players: Vec<PlayerSpec> = players.collect::<Result<_, _>>()?;
        let asked: usize = players.iter().filter_map(PlayerSpec::memory_mib).sum();
        let most = means.table_bytes >> 20;
        if asked > most {
            return Err(format!(
                "its players ask for {asked} MiB, and --memory leaves {most} MiB for a job"
            ));
        }
        let entrants = players
            .iter()
            .zip(&plan.players)
            .map(|(spec, name)| Entrant {
                name: name.clone(),
                ..spec.entrant(&plan.limits, own_patience)
            });
        let game = Match::planned(plan, entrants.collect()).map_err(|error| error.to_string())?;
        Ok(Self {
            plan: plan.clone(),
            players,
            game,
            seats: Seats::default(),
        })
    }
}

/// A player by its text, which must not say what to run.
fn player(text: &str, engines: &BTreeMap<String, String>) -> Result<PlayerSpec, String> {
    let spec: PlayerSpec = text.parse().map_err(|error| format!("{error}"))?;
    if matches!(spec, PlayerSpec::Gtp { .. }) {
        return Err(
            "a player comes with a command line, and none is run that comes in a message".into(),
        );
    }
    spec.with_engines(engines)
        .ok_or_else(|| format!("{text} is not in the file of this worker's --engines"))
}

impl Craft for Playing {
    fn try_out(&self) -> Result<(), String> {
        for (spec, name) in self.players.iter().zip(&self.plan.players) {
            let checked = spec.check(self.plan.game, &self.plan.limits, self.plan.pie);
            for warning in checked.map_err(|fault| format!("{name}: {fault}"))? {
                output::note(&one_line(&format!("{name}: {warning}")));
            }
        }
        Ok(())
    }

    fn work(&mut self, work: &Work, stop: &AtomicBool) -> Result<Done, String> {
        let Work::Pair { pair } = work else {
            return Err("a job of another kind of run".to_owned());
        };
        let games = pair
            .checked_mul(2)
            .filter(|game| self.game.schedule.game(*game).is_some());
        let first = games.ok_or_else(|| format!("pair {pair} is not one of this match"))?;
        let mut play = |game| self.game.play_game(game, &mut self.seats, stop);
        let Some(one) = play(first) else {
            return Ok(Done::Stopped);
        };
        let Some(other) = play(first + 1) else {
            return Ok(Done::Stopped);
        };
        let games: Vec<GameRecord> = vec![one, other];
        Ok(Done::Outcome(Outcome::Played { games }))
    }
}
