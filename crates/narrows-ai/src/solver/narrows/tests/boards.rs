//! Fast boards of every layout against slow ones.

use super::slow::SlowBoard;
use super::*;
use crate::solver::narrows::board::Board;
use crate::solver::narrows::key::{Numbering, numbers};
use crate::solver::narrows::links::Standing;
use crate::solver::narrows::position::{Eight, Layout, Rows};
use crate::solver::narrows::set::{Set, Words};
use crate::solver::narrows::table::Key;
use crate::solver::narrows::water::{EnemyWater, MoverWater};

/// Returns the number of captures of which no look is needed to see that the enemy links next.
fn agrees<L: Layout>(slow: &SlowBoard) -> usize {
    let size = slow.size();
    let board = Board::<L>::new(size.columns().into(), size.rows().into());
    let given = slow.given(Exchange::Off);
    let pair = board.pair(&given);
    assert_eq!(board.compact(pair.own), given.stones.own);
    let linked = slow.is_linked(true);
    assert_eq!(board.is_linked(pair.own, pair.other), linked, "{slow:?}");
    let mut captures = Vec::new();
    let point = |set: L::Set| board.point_of(set).unwrap();
    board.for_each_capture(pair, |from, to| {
        assert_eq!(
            (board.set_of(point(from)), board.set_of(point(to))),
            (from, to)
        );
        let (from, to) = (point(from), point(to));
        captures.push(Move::Capture { from, to });
    });
    captures.sort_unstable();
    let mut expected: Vec<_> = slow
        .captures()
        .into_iter()
        .map(|c| slow.capture(c))
        .collect();
    expected.sort_unstable();
    assert_eq!(captures, expected, "{slow:?}");
    let links_next = slow
        .captures()
        .iter()
        .any(|&(from, to)| slow.after(from, to).is_linked(false));
    let standing = match (linked, links_next) {
        (true, _) => Standing::Linked,
        (_, true) => Standing::LinksNext,
        _ => Standing::Apart,
    };
    assert_eq!(board.standing(pair.own, pair.other), standing, "{slow:?}");
    let (enemies, movers) = (EnemyWater::new(&board, pair), MoverWater::new(&board, pair));
    let parries = enemies.parries();
    let mut left_out = 0;
    board.for_each_capture(pair, |from, to| {
        let child = pair.after(from, to);
        let enemy = board.standing(child.own, child.other);
        assert_eq!(enemies.enemy_after(from, to), enemy, "{slow:?}");
        // What is left out cannot keep the enemy from linking.
        let may_parry = !(parries.targets(from) & to).is_empty();
        assert!(may_parry || enemy != Standing::Apart, "{slow:?}");
        left_out += usize::from(!may_parry);
        let (standing, parts) = board.survey(child.other, child.own);
        let (found, count) = movers.mover_after(to, child);
        assert_eq!(found, standing, "{slow:?}");
        assert!(count == parts || (count > parts && parts > 5), "{slow:?}");
    });
    let least = board.canonical(pair);
    assert_eq!(board.canonical(least), least);
    assert_eq!(least.stones(), pair.stones());
    for image in images(slow) {
        let pair = board.pair(&image.given(Exchange::Off));
        assert_eq!(board.canonical(pair), least, "{slow:?}");
    }
    if L::Key::WORDS == 0 {
        let numbering = Numbering::new(board.columns(), board.rows(), board.row_bits());
        assert!(L::key(&numbering, least).number() < numbers(board.points()));
    }
    left_out
}

/// All images of a position under the symmetries of its board.
fn images(board: &SlowBoard) -> Vec<SlowBoard> {
    let (columns, rows) = (board.columns, board.points.len() / board.columns);
    let turned = |from: &SlowBoard, old: &dyn Fn(usize, usize) -> (usize, usize)| {
        let mut image = from.clone();
        for (index, point) in image.points.iter_mut().enumerate() {
            let (column, row) = old(index % columns, index / columns);
            *point = from.points[row * columns + column];
        }
        image
    };
    let mut all = vec![board.clone()];
    all.push(turned(board, &|column, row| (columns - 1 - column, row)));
    for index in 0..all.len() {
        all.push(turned(&all[index], &|column, row| (column, rows - 1 - row)));
    }
    if columns == rows {
        for index in 0..all.len() {
            all.push(turned(&all[index], &|column, row| (row, column)));
        }
    }
    all
}

/// Every layout that has room for the board.
fn agrees_in_all_layouts(slow: &SlowBoard) -> usize {
    let size = slow.size();
    if size.columns() <= 8 && size.rows() <= 8 {
        agrees::<Eight>(slow);
    }
    if size.points() <= 64 {
        agrees::<Rows<u64>>(slow);
    }
    if size.points() <= 128 {
        agrees::<Rows<Words<2>>>(slow);
    }
    if size.points() <= 192 {
        agrees::<Rows<Words<3>>>(slow);
    }
    agrees::<Rows<Words<11>>>(slow)
}

#[test]
fn boards_agree_with_the_slow_ones() {
    let mut random = Random(1);
    let mut left_out = 0;
    for slow in samples(&mut random) {
        left_out += agrees_in_all_layouts(&slow);
    }
    for (columns, rows) in [
        (8, 8),
        (8, 7),
        (7, 6),
        (6, 6),
        (5, 6),
        (10, 6),
        (12, 5),
        (26, 2),
        (9, 8),
        (8, 16),
        (13, 13),
        (19, 10),
        (20, 20),
        (26, 26),
    ] {
        for _ in 0..60 {
            let stones = random.below(2 * columns * rows);
            left_out += agrees_in_all_layouts(&thrown(columns, rows, stones, &mut random));
        }
    }
    assert!(left_out > 2000, "{left_out}");
}

/// Sets of several words do what a set of one word does, bit by bit.
#[test]
fn sets_of_several_words_agree_with_lists_of_points() {
    fn check<S: Set>(random: &mut Random) {
        let mut points: Vec<u32> = (0..random.below(20))
            .map(|_| random.below(S::BITS as usize) as u32)
            .collect();
        points.sort_unstable();
        points.dedup();
        let set_of = |points: &[u32]| {
            let bits = points.iter().filter(|point| **point < S::BITS);
            bits.fold(S::default(), |set, &point| set | S::bit(point))
        };
        let set = set_of(&points);
        assert_eq!(set.len() as usize, points.len());
        assert_eq!(set.is_empty(), points.is_empty());
        assert_eq!(set.first(), points.first().copied().unwrap_or(S::BITS));
        let (first, last) = (points.first().copied(), points.last().copied());
        assert_eq!(set.lowest(), set_of(first.as_slice()));
        assert_eq!(set.highest(), set_of(last.as_slice()));
        assert_eq!(set.without_lowest(), set_of(points.get(1..).unwrap_or(&[])));
        let moved = |by: i64| {
            let moved = points.iter().map(|&point| i64::from(point) + by);
            let kept: Vec<u32> = moved.filter_map(|point| point.try_into().ok()).collect();
            set_of(&kept)
        };
        let count = random.below(64) as u32;
        assert_eq!(set.up(count), moved(count.into()));
        assert_eq!(set.down(count), moved(-i64::from(count)));
        let at = random.below(S::BITS as usize) as u32;
        let word = points.iter().filter(|point| (at..at + 64).contains(point));
        let word = word.fold(0, |word, point| word | 1 << (point - at));
        assert_eq!(set.word_from(at), word);
        let inside = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        let put: Vec<u32> = inside(word).map(|bit| at + bit).collect();
        assert_eq!(S::from_word(word, at), set_of(&put));
        if let Some(last) = last {
            let bits = last + 1 + random.below((S::BITS - last) as usize) as u32;
            let turned: Vec<u32> = points.iter().map(|point| bits - 1 - point).collect();
            assert_eq!(set.reversed(bits), set_of(&turned));
        }
    }
    let mut random = Random(20);
    for _ in 0..2_000 {
        check::<u64>(&mut random);
        check::<Words<1>>(&mut random);
        check::<Words<2>>(&mut random);
        check::<Words<3>>(&mut random);
        check::<Words<11>>(&mut random);
    }
}
