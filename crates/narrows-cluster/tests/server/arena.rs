//! Matches on workers are those of one machine, whatever happens to the machines.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use async_nats::jetstream;
use narrows_arena::report::Report;
use narrows_arena::spec::PlayerSpec;
use narrows_arena::{GameRecord, Match, MatchPlan, Results, ResultsFile, Run, results};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::support::{PATIENCE, Process, Server, listen, publish_answer, runtime};

/// A match of a few seconds on two workers.
const MATCH: [&str; 13] = [
    "arena",
    "match",
    "black-narrows",
    "--size",
    "5x5",
    "--a",
    "level:2",
    "--b",
    "mcts:playouts=60",
    "--seed",
    "7",
    "--ack-wait",
    "1",
];

fn file(server: &Server) -> PathBuf {
    server.folder.0.join("results.jsonl")
}

fn start(server: &Server, command: &[&str], more: &[&str]) -> Process {
    let path = file(server).display().to_string();
    server.run(&[command, &["--json", "--out", &path], more].concat())
}

/// A match as one machine plays it.
fn on_one_machine(plan: &MatchPlan) -> Results {
    let entrants = plan.players.iter().map(|text| {
        let spec: PlayerSpec = text.parse().unwrap();
        spec.entrant(&plan.limits, true)
    });
    let game = Match::planned(plan, entrants.collect()).unwrap();
    let mut results = Results::new(plan.clone());
    game.play(&mut results.games, &AtomicBool::new(false), |_, _| {
        ControlFlow::Continue(())
    })
    .unwrap();
    results
}

/// Games by their numbers, without what a clock said.
fn by_number(games: &[GameRecord]) -> BTreeMap<u64, GameRecord> {
    let timeless = |game: &GameRecord| GameRecord {
        seconds: [0.0; 2],
        proven_seconds: None,
        ..game.clone()
    };
    let numbered: BTreeMap<_, _> = games
        .iter()
        .map(|game| (game.game, timeless(game)))
        .collect();
    assert_eq!(numbered.len(), games.len(), "a game is there twice");
    numbered
}

/// The file holds the match that one machine plays, of so many pairs.
fn check_file(path: &Path, pairs: u64) -> Results {
    let found = results::read(path).unwrap();
    assert_eq!((found.plan.seed, found.plan.pairs), (7, pairs));
    let expected = on_one_machine(&found.plan);
    assert_eq!(by_number(&found.games), by_number(&expected.games));
    assert_eq!(found.games.len() as u64, 2 * pairs);
    found
}

/// A report as one reads it: reading may round the last digit of a number.
fn report(results: Results) -> Value {
    let text = Report::new(results).json().to_string();
    serde_json::from_str(&text).unwrap()
}

/// Both games, with and without a file, and two players or more.
#[test]
fn matches_are_those_of_one_machine() {
    let server = Server::start();
    let _workers = [server.worker(), server.worker()];
    let (status, output, lines) = start(&server, &MATCH, &["--pairs", "12"]).end();
    assert!(status.success(), "{lines}");
    let found = check_file(&file(&server), 12);
    let expected = report(on_one_machine(&found.plan));
    let told: Value = serde_json::from_str(&output).unwrap();
    for part in ["pairings", "openings_played", "finished", "scheduled"] {
        assert_eq!(told[part], expected[part], "{part}");
    }
    assert!(
        found.runs[0]
            .command
            .starts_with("narrows-cluster arena match")
    );
    std::fs::remove_file(file(&server)).unwrap();
    let ladder = [
        "arena",
        "ladder",
        "narrows",
        "--size",
        "4x4",
        "--player",
        "level:1",
        "--player",
        "level:2",
        "--player",
        "mcts:playouts=20",
        "--seed",
        "7",
    ];
    start(&server, &ladder, &["--pairs", "3"]).ends_well();
    let found = results::read(&file(&server)).unwrap();
    assert_eq!(
        by_number(&found.games),
        by_number(&on_one_machine(&found.plan).games)
    );
    let self_play = [
        "arena",
        "self-play",
        "narrows",
        "--size",
        "4x3",
        "--player",
        "level:1",
        "--pairs",
        "2",
    ];
    let (status, output, lines) = server.run(&self_play).end();
    assert!(
        status.success() && output.contains("self-play"),
        "{output} {lines}"
    );
}

/// kill -9 of workers, of the coordinator and of the server in the middle: no game is lost, and none is there twice.
#[test]
fn kills_change_no_game() {
    let seed = 20_261_201;
    eprintln!("seed {seed}");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut server = Server::start();
    let answers = listen(&server, "narrows.results.>");
    let mut workers = [server.worker(), server.worker()];
    let pairs = ["--pairs", "150"];
    let mut coordinator = start(&server, &MATCH, &pairs);
    for kill in 0..12 {
        for _ in 0..random.random_range(1..4) {
            answers.recv_timeout(PATIENCE).unwrap();
        }
        assert!(coordinator.is_running());
        match kill % 4 {
            0 => {
                coordinator.kill();
                coordinator = start(&server, &MATCH, &pairs);
            }
            1 => server.kill_and_restart(),
            _ => {
                let victim = random.random_range(0..2);
                server.kill_worker(&mut workers[victim]);
            }
        }
    }
    coordinator.ends_well();
    let found = check_file(&file(&server), 150);
    assert_eq!(found.runs.len(), 4);
}

/// Without a file the server keeps the games until the match is over.
#[test]
fn an_interrupted_match_resumes() {
    let server = Server::start();
    let worker = server.worker();
    let answers = listen(&server, "narrows.results.>");
    let command = [&MATCH[..], &["--pairs", "40", "--json"]].concat();
    let coordinator = server.run(&command);
    for _ in 0..5 {
        answers.recv_timeout(PATIENCE).unwrap();
    }
    coordinator.interrupt();
    let (status, output, lines) = coordinator.end();
    assert_eq!(status.code(), Some(130), "{lines}");
    assert!(
        output.starts_with('{') && lines.contains("resumes from there"),
        "{output} {lines}"
    );
    worker.interrupt();
    worker.end();
    // A file that comes later gets the games that are on the server.
    let path = file(&server).display().to_string();
    let again = server.run(&[&command[..], &["--out", &path]].concat());
    let line = again.says("resumes with ");
    let facts: u64 = line
        .split("with ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..40).contains(&facts), "{line}");
    let _worker = server.worker();
    again.ends_well();
    check_file(&file(&server), 40);
}

/// A file that one machine began is continued by many, and made longer.
#[test]
fn a_file_of_one_machine_is_continued() {
    let server = Server::start();
    let _worker = server.worker();
    start(&server, &MATCH, &["--pairs", "6"]).ends_well();
    let plan = results::read(&file(&server)).unwrap().plan;
    std::fs::remove_file(file(&server)).unwrap();
    let run = Run::now(plan.pairs, "narrows arena match".into(), 1);
    let (mut kept, _) = ResultsFile::open(&file(&server), &plan, run).unwrap();
    let games = on_one_machine(&plan).games;
    // The second game of a pair is missing, and a pair in the middle.
    for game in games.iter().filter(|game| ![1, 4, 5].contains(&game.game)) {
        kept.append(game).unwrap();
    }
    drop(kept);
    start(&server, &MATCH, &["--pairs", "9"]).ends_well();
    check_file(&file(&server), 9);
    // What is complete takes no worker.
    start(&server, &MATCH, &["--pairs", "9"]).ends_well();
    assert_eq!(results::read(&file(&server)).unwrap().runs.len(), 3);
}

/// The test ends the match, and says what it says on one machine.
#[test]
fn a_decided_test_ends_the_match() {
    let server = Server::start();
    let _workers = [server.worker(), server.worker()];
    let command = [
        "arena",
        "match",
        "black-narrows",
        "--size",
        "5x5",
        "--a",
        "level:3",
        "--b",
        "level:1",
        "--seed",
        "7",
        "--sprt",
        "0,150",
    ];
    let (status, output, lines) = start(&server, &command, &[]).end();
    assert!(status.success(), "{lines}");
    let found = results::read(&file(&server)).unwrap();
    assert_eq!(found.plan.pairs, 10_000);
    assert!(found.games.len() < 1000, "{}", found.games.len());
    let told: Value = serde_json::from_str(&output).unwrap();
    let expected = report(on_one_machine(&found.plan));
    assert!(told["sprt"].is_object(), "{told}");
    assert_eq!(told["sprt"], expected["sprt"]);
    let again = start(&server, &command, &[]);
    let (status, output, lines) = again.end();
    assert!(status.success(), "{lines}");
    let told_again: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(told_again["sprt"], expected["sprt"]);
}

/// An engine that resigns as soon as it is asked, with the lines of its worker's file.
fn engines(server: &Server) -> String {
    let script = server.folder.0.join("resigns.sh");
    let text = "while read -r command rest; do\n\
                case $command in\n\
                protocol_version) echo '= 2';;\n\
                known_command) echo '= false';;\n\
                genmove) echo '= resign';;\n\
                *) echo '=';;\n\
                esac\necho\n\
                [ \"$command\" = quit ] && exit\ndone\n";
    std::fs::write(&script, text).unwrap();
    let path = server.folder.0.join("engines");
    let lines = format!("# ours\nquitter = sh {}\n", script.display());
    std::fs::write(&path, lines).unwrap();
    path.display().to_string()
}

/// Only the names in the worker's own file run; a command line is refused by whoever sees it.
#[test]
fn engines_are_named_by_their_workers() {
    let server = Server::start();
    let path = engines(&server);
    let without = server.worker();
    let command = [
        "arena",
        "match",
        "black-narrows",
        "--size",
        "4x4",
        "--a",
        "engine:quitter",
        "--b",
        "level:1",
        "--pairs",
        "3",
        "--json",
    ];
    let coordinator = server.run(&command);
    without.says("engine:quitter is not in the file of this worker's --engines");
    let with = server.run(&["worker", "--threads", "1", "--engines", &path]);
    with.says("joined run");
    let (status, output, lines) = coordinator.end();
    assert!(status.success(), "{lines}");
    assert!(output.contains("\"resigned\""), "{output}");

    let mark = server.folder.0.join("mark");
    let touch = format!("gtp:touch {}", mark.display());
    let refused = server.run(&["arena", "match", "narrows", "--a", &touch, "--b", "level:1"]);
    let (status, _, lines) = refused.end();
    assert_eq!(status.code(), Some(2), "{lines}");
    assert!(
        lines.contains("no message carries a command line"),
        "{lines}"
    );
    // Somebody who writes to the bucket by hand gets no further.
    let plan = json!({
        "mode": "match", "game": "black-narrows", "size": "4x4", "pie": true, "players": [touch, "level:1"],
        "pairs": 1, "openings": "start", "seed": 1, "limits": {"time": "None", "margin": {"secs": 0, "nanos": 0},
        "patience": {"secs": 9, "nanos": 0}, "playouts": null, "nodes": null},
    });
    let run = json!({
        "protocol": 1, "version": env!("CARGO_PKG_VERSION"), "id": "forged", "ack_wait": 30.0,
        "task": {"arena": {"plan": plan, "own_patience": true}},
    });
    runtime().block_on(async {
        let js = jetstream::new(server.client().await);
        let runs = js.get_key_value("narrows_runs").await.unwrap();
        runs.put("forged", run.to_string().into()).await.unwrap();
    });
    with.says("not joined run forged: a player comes with a command line");
    assert!(!mark.exists());
}

/// Files of engines that are none, and matches that cannot be, are refused in a line.
#[test]
fn what_cannot_be_played_is_refused_in_a_line() {
    let server = Server::start();
    let path = server.folder.0.join("engines");
    std::fs::write(&path, "a b = c\n").unwrap();
    let path = path.display().to_string();
    for (args, says) in [
        (&["worker", "--engines", &path][..], "line 1: a name has"),
        (
            &[
                "arena", "match", "narrows", "--a", "level:7", "--b", "level:1",
            ],
            "1 to 6",
        ),
        (
            &[
                "arena",
                "match",
                "narrows",
                "--a",
                "engine:a b",
                "--b",
                "level:1",
            ],
            "cannot name",
        ),
        (
            &[
                "arena", "match", "narrows", "--a", "level:1", "--b", "level:1", "--out", "-",
            ],
            "--out -",
        ),
        (
            &[
                "arena", "match", "narrows", "--a", "level:1", "--b", "level:1", "--audit", "1",
            ],
            "--audit",
        ),
        (
            &[
                "arena",
                "match",
                "narrows",
                "--a",
                "level:1",
                "--b",
                "level:1",
                "--least-speed",
                "x",
            ],
            "--least-speed x",
        ),
        (
            &[
                "arena", "match", "narrows", "--a", "level:1", "--b", "level:1", "--share", "1/2",
            ],
            "--share",
        ),
    ] {
        let (status, output, lines) = server.run(args).end();
        assert_eq!(status.code(), Some(2), "{lines}");
        assert!(output.is_empty() && lines.contains(says), "{lines}");
        assert_eq!(lines.lines().count(), 1, "{lines}");
    }
}

/// Games that break the rules are refused with their worker's name; the pair is played again by somebody else.
#[test]
fn games_against_the_rules_are_refused() {
    let server = Server::start();
    let jobs = listen(&server, "narrows.jobs.>");
    let coordinator = start(&server, &MATCH, &["--pairs", "4"]);
    let job = jobs.recv_timeout(PATIENCE).unwrap();
    let tokens: Vec<_> = job.subject.split('.').collect();
    let (run, id) = (tokens[2].to_owned(), tokens[3].to_owned());
    assert_eq!(id, "g0");
    let plan = results::read(&file(&server)).unwrap().plan;
    let games = on_one_machine(&plan).games;
    let mut lied = games[..2].to_vec();
    lied[1].first_won = !lied[1].first_won;
    let mut illegal = games[..2].to_vec();
    illegal[0].moves.push("a1".into());
    for outcome in [
        json!({"played": {"games": lied}}),
        json!({"played": {"games": &games[2..4]}}),
        json!({"played": {"games": [illegal[0], {"game": "x"}]}}),
    ] {
        publish_answer(&server, &run, "liar", &id, &outcome);
    }
    coordinator
        .says("job g0 failed at worker liar (1): game 1: by the rules the other player won it");
    coordinator.says("(2): games [2, 3] are not those of pair 0");
    coordinator.says("refused an answer of worker liar: it cannot be read");
    let _worker = server.worker();
    coordinator.ends_well();
    check_file(&file(&server), 4);
}

/// A pair that nobody could play is tried again by the same command, and nothing else.
#[test]
fn a_match_without_a_pair_fails_and_resumes() {
    let server = Server::start();
    let jobs = listen(&server, "narrows.jobs.>");
    let coordinator = start(&server, &MATCH, &["--pairs", "3"]);
    let job = jobs.recv_timeout(PATIENCE).unwrap();
    let tokens: Vec<_> = job.subject.split('.').collect();
    let failed = json!({"failed": {"text": "out of luck"}});
    for _ in 0..3 {
        publish_answer(&server, tokens[2], "clumsy", tokens[3], &failed);
    }
    coordinator.says("is set aside after 3 failures");
    let _worker = server.worker();
    let (status, _, lines) = coordinator.end();
    assert_eq!(status.code(), Some(1), "{lines}");
    assert!(
        lines.contains("1 pair of games could not be played"),
        "{lines}"
    );
    let again = start(&server, &MATCH, &["--pairs", "3"]);
    again.ends_well();
    check_file(&file(&server), 3);
}

/// Where time has an influence, only workers play that are fast enough, and both sides say so.
#[test]
fn a_clock_wants_fast_workers() {
    let server = Server::start();
    let worker = server.worker();
    worker.says("nodes a second");
    let clocked = |least: &str| {
        let players = [
            "--a",
            "level:1",
            "--b",
            "level:2",
            "--time",
            "5",
            "--pairs",
            "2",
            "--least-speed",
            least,
        ];
        server.run(
            &[
                &["arena", "match", "black-narrows", "--size", "4x4"],
                &players[..],
            ]
            .concat(),
        )
    };
    let coordinator = clocked("1e12");
    coordinator.says("at least 1000000000000 nodes a second");
    worker.says("it wants 1000000000000 nodes a second");
    coordinator.interrupt();
    assert_eq!(coordinator.end().0.code(), Some(130));
    // The same match with another calibration is the same run, and goes on.
    let (status, output, lines) = clocked("1").end();
    assert!(
        status.success() && output.contains("4 of 4"),
        "{output} {lines}"
    );
}
