//! Known answers of Black Narrows, made by programs that share no code with this project: the files are
//! those of the core's tests.

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::book::{BoardResult, result_of};
use narrows_ai::solver::{Answer, BlackNarrowsSolver, ExactSolver, Question};
use narrows_ai::value::Value;
use narrows_core::{BlackNarrows, Point};

const BOARDS: &str = include_str!("../../../narrows-core/tests/data/black-narrows-boards.jsonl");

/// The text or number after `"name": `.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let start = line.find(&format!("\"{name}\": "))? + name.len() + 4;
    let rest = line[start..].trim_start_matches('"');
    Some(&rest[..rest.find(['"', ',', '}'])?])
}

/// Checks what the book or a search says of a position.
fn check(
    answer: impl FnOnce(&BlackNarrows<1>, Question) -> Answer<Point>,
    position: &BlackNarrows<1>,
    line: &str,
) {
    let nimber: Option<u32> = field(line, "nimber").map(|n| n.parse().unwrap());
    let question = Question {
        all: nimber.is_some(),
        nimber: nimber.is_some(),
    };
    let answer = answer(position, question);
    assert_eq!(Some(answer.value.name()), field(line, "outcome"), "{line}");
    assert_eq!(answer.nimber, nimber, "{line}");
}

#[test]
fn empty_boards_have_their_values_with_and_without_the_book() {
    let mut solver = BlackNarrowsSolver::new(8 << 20).unwrap();
    let mut looked_up = 0;
    for line in BOARDS.lines() {
        let size = field(line, "size").unwrap().parse().unwrap();
        let position = BlackNarrows::start(size).unwrap();
        let search = |position: &BlackNarrows<1>, question| {
            solver.answer(position, question, &Limits::default(), NEVER)
        };
        check(search, &position, line);
        if BlackNarrowsSolver::look_up(&position, Question::default()).is_some() {
            let read = |position: &BlackNarrows<1>, question| {
                BlackNarrowsSolver::look_up(position, question).expect("all of a solved board")
            };
            check(read, &position, line);
            looked_up += 1;
        }
    }
    assert!(looked_up > 10, "{looked_up}");
}

#[test]
fn the_book_is_what_the_solver_finds() {
    for size in ["3x3", "2x5", "5x3", "3x5", "4x4", "5x4", "2x9", "5x5"] {
        let size = size.parse().unwrap();
        let position = BlackNarrows::<1>::start(size).unwrap();
        let result = result_of::<BlackNarrows<1>>(size).expect("a solved board");
        let mut solver = BlackNarrowsSolver::new(4 << 20).unwrap();
        let question = Question {
            all: true,
            nimber: true,
        };
        let answer = solver.answer(&position, question, &Limits::default(), NEVER);
        assert_eq!(
            (result.value, &result.best),
            (answer.value, &answer.best),
            "{size}"
        );
        assert_eq!(
            Some(&result),
            BoardResult::new(size, &answer).as_ref(),
            "{size}"
        );
        assert!(result.complete, "{size}");
        let book = BlackNarrowsSolver::look_up(&position, question).expect("the whole answer");
        assert_eq!((book.nodes, book.moves), (0, answer.moves), "{size}");
    }
}

#[test]
fn the_answer_is_the_same_for_any_number_of_threads() {
    for size in ["5x4", "5x5", "9x3"] {
        let position = BlackNarrows::<1>::start(size.parse().unwrap()).unwrap();
        let mut answers = Vec::new();
        for threads in [1, 2, 3] {
            let mut solver = BlackNarrowsSolver::new(4 << 20).unwrap();
            let question = Question {
                all: true,
                nimber: true,
            };
            let limits = Limits {
                threads,
                ..Limits::default()
            };
            let answer = solver.answer(&position, question, &limits, NEVER);
            assert_ne!(answer.value, Value::Unknown);
            answers.push((answer.value, answer.best, answer.moves, answer.nimber));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{size}");
    }
}

#[test]
fn a_table_of_one_bucket_gives_the_same_answers() {
    let position = BlackNarrows::<1>::start("4x4".parse().unwrap()).unwrap();
    let mut solver = BlackNarrowsSolver::new(64).unwrap();
    let question = Question {
        all: true,
        nimber: true,
    };
    let answer = solver.answer(&position, question, &Limits::default(), NEVER);
    assert_eq!((answer.value, answer.nimber), (Value::Loss, Some(0)));
    assert_eq!(solver.table_bytes(), 64);
}
