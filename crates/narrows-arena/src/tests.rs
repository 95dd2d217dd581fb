//! Whole matches: players that fail in every way, matches that are cut and continued.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use narrows_core::any::{AnyMove, AnyPosition};
use narrows_core::narrows::Pie;
use narrows_core::{GameKind, Point};
use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::stats::{EloModel, Sprt};
use super::*;

const MS: Duration = Duration::from_millis(1);

/// A game as a results file has it, from the start of 4x3, for tests of what does not replay it.
pub(crate) fn record(game: u64) -> GameRecord {
    let (first, second) = if game.is_multiple_of(2) {
        (0, 1)
    } else {
        (1, 0)
    };
    GameRecord {
        game,
        pair: game / 2,
        opening: game / 2,
        first,
        second,
        first_won: game.is_multiple_of(3),
        ending: Ending::Played,
        detail: String::new(),
        start: "4/4/4".into(),
        moves: vec!["a1".into(), "b2".into()],
        opening_plies: 1,
        seconds: [0.25, 0.5],
        legal_moves: 12,
        proven_ply: Some(2),
        proven_seconds: None,
    }
}

/// Plays at random, or fails in some way at some ply.
struct Random(Xoshiro256PlusPlus);

impl Contestant for Random {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.0 = Xoshiro256PlusPlus::seed_from_u64(game.seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let moves = turn.position.legal_moves();
        Ok(moves[self.0.random_range(0..moves.len())].into())
    }
}

fn random() -> Entrant {
    let factory: Factory = Arc::new(|| Ok(Box::new(Random(Xoshiro256PlusPlus::seed_from_u64(0)))));
    Entrant::new("random", factory)
}

fn with(name: &str, player: fn(&Turn) -> Result<Reply, Fault>) -> Entrant {
    struct By(fn(&Turn) -> Result<Reply, Fault>);
    impl Contestant for By {
        fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
            (self.0)(turn)
        }
    }
    Entrant::new(name, Arc::new(move || Ok(Box::new(By(player)))))
}

fn duel(a: Entrant, b: Entrant, pairs: u64, limits: MatchLimits) -> Match {
    let start =
        AnyPosition::start(GameKind::BlackNarrows, "4x4".parse().unwrap(), Pie::On).unwrap();
    let openings = opening::random(&start, 2, 1, pairs as usize).unwrap();
    Match {
        limits,
        seed: 5,
        recover: true,
        ..Match::new(vec![a, b], openings, Schedule::duel(pairs))
    }
}

fn play(game: &Match) -> Vec<GameRecord> {
    let mut games = Vec::new();
    game.play(&mut games, &AtomicBool::new(false), |_, _| {
        ControlFlow::Continue(())
    })
    .unwrap();
    games.sort_by_key(|g| g.game);
    games
}

/// The time for a move where one player is late: its opponent never needs as much.
const IN_TIME: Duration = Duration::from_secs(1);

#[test]
fn failing_players_lose_and_the_match_ends() {
    for (entrant, ending, says) in [
        (
            with("crash", |_| panic!("on purpose")),
            Ending::Crashed,
            "on purpose",
        ),
        (
            with("nonsense", |_| {
                Ok(AnyMove::Place(Point::from_indices(20, 20).unwrap()).into())
            }),
            Ending::Nonsense,
            "not on a board",
        ),
        (
            with("fault", |_| Err(Fault::Crashed("no license".into()))),
            Ending::Crashed,
            "no license",
        ),
        (
            with("late", |turn| {
                while turn.since.elapsed() <= IN_TIME {
                    thread::sleep(MS);
                }
                Ok(turn.position.legal_moves()[0].into())
            }),
            Ending::Time,
            "exceeded its time",
        ),
        (
            with("hang", |turn| {
                while !turn.is_cancelled() {
                    thread::sleep(MS);
                }
                Ok(turn.position.legal_moves()[0].into())
            }),
            Ending::Hung,
            "no answer",
        ),
        (
            with("resign", |_| {
                Ok(Reply {
                    chosen: None,
                    proven: None,
                    playouts: 0,
                    nodes: 0,
                })
            }),
            Ending::Resigned,
            "",
        ),
    ] {
        // Nobody is held to the clock but who is to fail by it.
        let pairs = if matches!(ending, Ending::Hung | Ending::Time) {
            1
        } else {
            3
        };
        let limits = MatchLimits {
            time: match ending {
                Ending::Time => TimeControl::PerMove(IN_TIME),
                _ => TimeControl::None,
            },
            margin: Duration::ZERO,
            patience: match ending {
                Ending::Hung => IN_TIME,
                _ => 60 * IN_TIME,
            },
            ..MatchLimits::default()
        };
        let name = entrant.name.clone();
        let games = play(&duel(entrant, random(), pairs, limits));
        assert_eq!(games.len() as u64, 2 * pairs, "{name}");
        for game in &games {
            assert_eq!(game.ending, ending, "{name}: {game:?}");
            assert_eq!(game.first_won, game.first == 1, "{name}");
            assert!(game.detail.contains(says), "{name}: {}", game.detail);
        }
    }
}

/// A player that cannot even be made loses too; one that fails once is made again.
#[test]
fn players_are_made_again() {
    let never: Factory = Arc::new(|| Err(Fault::Crashed("not installed".into())));
    let never = Entrant::new("never", never);
    let games = play(&duel(never, random(), 2, MatchLimits::default()));
    assert!(
        games
            .iter()
            .all(|g| g.ending == Ending::Crashed && g.first_won == (g.first == 1))
    );

    let made = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&made);
    struct Once(usize);
    impl Contestant for Once {
        fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
            assert!(self.0 > 0, "the first one breaks");
            Ok(turn.position.legal_moves()[0].into())
        }
    }
    let factory: Factory =
        Arc::new(move || Ok(Box::new(Once(counter.fetch_add(1, Ordering::Relaxed)))));
    let games = play(&duel(
        Entrant::new("once", factory),
        random(),
        3,
        MatchLimits::default(),
    ));
    assert_eq!(
        games.iter().filter(|g| g.ending == Ending::Crashed).count(),
        1
    );
    assert_eq!(made.load(Ordering::Relaxed), 2);
}

/// The same games whatever the number of threads, and when a match is continued.
#[test]
fn games_do_not_depend_on_threads_or_breaks() {
    let mut game = duel(random(), random(), 20, MatchLimits::default());
    let strip = |games: Vec<GameRecord>| -> Vec<_> {
        games
            .into_iter()
            .map(|g| (g.game, g.first_won, g.moves))
            .collect()
    };
    let whole = strip(play(&game));
    game.concurrency = 3;
    assert_eq!(strip(play(&game)), whole);

    let mut games = Vec::new();
    while games.len() < 40 {
        let mut left = 7;
        game.play(&mut games, &AtomicBool::new(false), |_, _| {
            left -= 1;
            if left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .unwrap();
    }
    games.sort_by_key(|g| g.game);
    assert_eq!(strip(games), whole);
}

#[test]
fn a_decided_test_ends_the_match() {
    let weak = with("resign", |_| {
        Ok(Reply {
            chosen: None,
            proven: None,
            playouts: 0,
            nodes: 0,
        })
    });
    let mut game = duel(random(), weak, 400, MatchLimits::default());
    let sprt = Sprt::new(EloModel::Logistic, 0.0, 50.0, 0.05, 0.05).unwrap();
    game.sprt = Some(sprt);
    let games = play(&game);
    assert!(games.len() < 200, "{}", games.len());
    let names = ["random".to_owned(), "resign".to_owned()];
    let summary = Summary::new(&names, &game.schedule, &games, Some(sprt), Forfeits::Apart);
    let test = summary.sprt.unwrap();
    assert_eq!(test.verdict, "H1 accepted");
    assert!(summary.pairings[0].comparison.is_significant());
    // Once decided it stays decided, and nothing more is played.
    let mut again = games.clone();
    game.play(&mut again, &AtomicBool::new(false), |_, _| {
        panic!("a game too many")
    })
    .unwrap();
    assert_eq!(again.len(), games.len());
}

/// Even if a player goes on thinking.
#[test]
fn a_stopped_match_ends_at_once() {
    static BEGUN: AtomicBool = AtomicBool::new(false);
    static MAY_ANSWER: AtomicBool = AtomicBool::new(false);
    static ANSWERED: AtomicBool = AtomicBool::new(false);
    fn wait_for(flag: &AtomicBool) {
        let since = Instant::now();
        while !flag.load(Ordering::SeqCst) && since.elapsed() < Duration::from_secs(60) {
            thread::sleep(MS);
        }
    }
    let slow = with("slow", |turn| {
        BEGUN.store(true, Ordering::SeqCst);
        wait_for(&MAY_ANSWER);
        ANSWERED.store(true, Ordering::SeqCst);
        Ok(turn.position.legal_moves()[0].into())
    });
    let game = duel(slow, random(), 3, MatchLimits::default());
    let stopped = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            wait_for(&BEGUN);
            stopped.store(true, Ordering::SeqCst);
        });
        let mut games = Vec::new();
        game.play(&mut games, &stopped, |_, _| ControlFlow::Continue(()))
            .unwrap();
        assert!(games.is_empty());
        assert!(!ANSWERED.load(Ordering::SeqCst));
    });
    MAY_ANSWER.store(true, Ordering::SeqCst);
}

#[test]
fn games_of_another_match_are_refused() {
    let game = duel(random(), random(), 2, MatchLimits::default());
    let mut games = play(&game);
    games[0].first = 1;
    let error = game.play(&mut games, &AtomicBool::new(false), |_, _| {
        ControlFlow::Continue(())
    });
    assert_eq!(error, Err(MatchError::ForeignGame(0)));
    let broken = Match {
        schedule: Schedule::duel(9),
        ..duel(random(), random(), 2, MatchLimits::default())
    };
    let error = broken.play(&mut Vec::new(), &AtomicBool::new(false), |_, _| {
        ControlFlow::Continue(())
    });
    assert_eq!(error, Err(MatchError::Schedule));
}

/// Deterministic players repeat themselves, and the summary says so.
#[test]
fn repeated_games_are_counted() {
    let first = |turn: &Turn| Ok(turn.position.legal_moves()[0].into());
    let mut game = duel(
        with("a", first),
        with("b", first),
        2,
        MatchLimits::default(),
    );
    game.openings[1] = game.openings[0].clone();
    let games = play(&game);
    let names = ["a".to_owned(), "b".to_owned()];
    let summary = Summary::new(&names, &game.schedule, &games, None, Forfeits::Apart);
    assert_eq!(summary.repeated, 2);
    assert_eq!(summary.pairings[0].pairs, [0, 2, 0]);
    assert!(!summary.pairings[0].comparison.is_significant());
    assert_eq!(summary.self_play.games, 4);
    assert!(summary.self_play.branching > 1.0);
}

/// Games that are played one at a time, in any order and by players of any thread, are those of the whole match, and
/// the book they are entered into ends as the match does.
#[test]
fn single_games_are_those_of_the_match() {
    let game = duel(random(), random(), 6, MatchLimits::default());
    let whole = play(&game);
    let mut book = game.scorebook(&whole[..2]).unwrap();
    let stopped = AtomicBool::new(false);
    let mut seats = crate::Seats::default();
    for number in (2..12).rev() {
        assert!(!book.has(number) && !book.is_complete());
        if number % 3 == 0 {
            seats = crate::Seats::default();
        }
        let single = game.play_game(number, &mut seats, &stopped).unwrap();
        let expected = &whole[number as usize];
        assert_eq!(
            (&single.moves, single.first_won),
            (&expected.moves, expected.first_won)
        );
        assert_eq!(book.enter(&single), None);
    }
    assert!(book.is_complete());
    assert_eq!(
        (book.outlook().finished, book.outlook().finished_now),
        (12, 10)
    );
    assert_eq!(game.play_game(12, &mut seats, &stopped), None);
}
