//! The table alone: whole keys, growth, and several threads at the same entries.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Random;
use crate::solver::memory::Memory;
use crate::solver::narrows::key::numbers;
use crate::solver::narrows::position::Pair;
use crate::solver::narrows::set::Words;
use crate::solver::narrows::table::{Key, Table};

/// Keys below a bound, all of which a search might meet.
trait RandomKey: Key + Eq + core::hash::Hash {
    fn random(random: &mut Random, numbers: u128) -> Self;
}

impl RandomKey for u128 {
    fn random(random: &mut Random, numbers: u128) -> Self {
        (u128::from(random.next()) << 64 | u128::from(random.next())) % numbers
    }
}

impl<const N: usize> RandomKey for Pair<Words<N>> {
    /// Of 20,000 such keys many differ in one word alone.
    fn random(random: &mut Random, _numbers: u128) -> Self {
        let word = |number: usize, random: &mut Random| {
            if number == random.below(2 * N) {
                random.next()
            } else {
                7
            }
        };
        let words: Vec<u64> = (0..2 * N).map(|number| word(number, random)).collect();
        Self::from_words(|number| words[number])
    }
}

fn keeps_whole_keys<K: RandomKey>(numbers: u128, most_data: u64) {
    let (mut memory, mut larger) = (Memory::new(1 << 16).unwrap(), Memory::new(1 << 19).unwrap());
    let table = Table::<K>::new(numbers, memory.words());
    let mut random = Random(4);
    let mut stored = HashMap::new();
    let mut used = 0;
    for _ in 0..20_000 {
        let key = K::random(&mut random, numbers);
        let place = table.place(key);
        let data = 1 + random.next() % most_data;
        used += u64::from(table.put(place, data));
        assert_eq!(table.get(place), Some(data));
        stored.insert(key, data);
    }
    assert!(used <= table.capacity());
    let mut kept = HashMap::new();
    for (&key, &data) in &stored {
        if let Some(found) = table.get(table.place(key)) {
            assert_eq!(found, data, "{key:?}");
            kept.insert(key, data);
        }
    }
    assert_eq!(kept.len() as u64, used);
    assert!(kept.len() > stored.len().min(table.capacity() as usize) / 2);
    // A larger table takes over everything, and nothing else.
    let grown = Table::<K>::new(numbers, larger.words());
    let taken = grown.take_over(&table);
    for (&key, &data) in &stored {
        let found = grown.get(grown.place(key));
        assert!(found.is_none_or(|found| found == data), "{key:?}");
        if taken == used {
            assert_eq!(found, kept.get(&key).copied(), "{key:?}");
        }
    }
    // Few buckets of the larger one can be too full.
    assert!(taken + used / 20 >= used, "{taken} of {used}");
}

#[test]
fn tables_keep_whole_keys() {
    for points in [4, 30, 42, 64] {
        keeps_whole_keys::<u128>(numbers(points), 0xFFFF);
        keeps_whole_keys::<u128>(2 * numbers(points), 0xFFFF);
    }
    keeps_whole_keys::<Pair<Words<2>>>(numbers(128), 0xFF_FFFF);
    keeps_whole_keys::<Pair<Words<3>>>(numbers(192), 0xFF_FFFF);
    keeps_whole_keys::<Pair<Words<11>>>(numbers(676), 0xFF_FFFF);
}

#[test]
fn flagged_keys_are_apart() {
    fn check<K: RandomKey>(numbers: u128) {
        let mut random = Random(5);
        let mut seen = HashMap::new();
        for _ in 0..2_000 {
            let key = K::random(&mut random, numbers);
            for flag in [false, true] {
                let before = seen.insert(key.flagged(flag), (key, flag));
                assert!(before.is_none_or(|before| before == (key, flag)));
            }
        }
    }
    check::<u128>(numbers(64));
    // As in a position: no point of both sides, and both have stones.
    let mut seen = HashMap::new();
    let mut random = Random(6);
    for _ in 0..2_000 {
        let other = 1 + random.next() % 15;
        let key = Pair {
            own: Words([(random.next() % 16) & !other, 1]),
            other: Words([other, 2]),
        };
        for flag in [false, true] {
            let before = seen.insert(key.flagged(flag), (key, flag));
            assert!(before.is_none_or(|before| before == (key, flag)));
        }
    }
}

/// What two threads may see of each other, step by step: a reader that began before a writer came, or while one was
/// there, turns away; so does a second writer.
#[test]
fn a_writer_is_noticed_at_every_step() {
    fn check<K: Key>(keys: [K; 2]) {
        let mut memory = Memory::new(Table::<K>::LEAST_BYTES).unwrap();
        let words = memory.words();
        let table = Table::<K>::new(2 * numbers(64), words);
        let [place, other] = keys.map(|key| table.place(key));
        assert_eq!(place.bucket, other.bucket, "keys of one bucket");
        table.put(place, 17);
        let bucket = table.bucket(place.bucket);
        let version = &bucket[0];
        let before = version.load(Ordering::SeqCst);
        assert_eq!(before % 2, 0);
        assert_eq!(Table::get_since(before, bucket, place.tag), Some(17));
        // Another thread writes, from beginning to end, while this one reads.
        table.put(other, 33);
        assert_eq!(Table::get_since(before, bucket, place.tag), None);
        assert_eq!(table.get(place), Some(17));
        // Or is at it when this one begins.
        let now = version.load(Ordering::SeqCst);
        version.store(now + 1, Ordering::SeqCst);
        let words = || {
            bucket
                .iter()
                .map(|word| word.load(Ordering::SeqCst))
                .collect::<Vec<_>>()
        };
        let seen = words();
        assert_eq!((table.get(place), table.get(other)), (None, None));
        assert_eq!(Table::get_since(now, bucket, place.tag), None);
        assert!(!table.put(place, 49));
        assert_eq!(words(), seen);
        version.store(now + 2, Ordering::SeqCst);
        assert_eq!((table.get(place), table.get(other)), (Some(17), Some(33)));
    }
    let numbers: Vec<u128> = (0..999).map(|at| at << 60 | at << 5).collect();
    check(of_one_bucket(&numbers));
    let pair = |bits: u64| Pair {
        own: Words([bits; 11]),
        other: Words([!bits; 11]),
    };
    check(of_one_bucket(&(0..999).map(pair).collect::<Vec<_>>()));
}

/// Two different keys of one bucket of the smallest table.
fn of_one_bucket<K: Key>(keys: &[K]) -> [K; 2] {
    let mut memory = Memory::new(Table::<K>::LEAST_BYTES).unwrap();
    let table = Table::<K>::new(2 * numbers(64), memory.words());
    let bucket = |key: K| table.place(key).bucket;
    let mut pairs = keys
        .iter()
        .flat_map(|&one| keys.iter().map(move |&other| [one, other]));
    pairs
        .find(|&[one, other]| one != other && bucket(one) == bucket(other))
        .expect("more keys than buckets")
}

/// Keys of one bucket whose words are mixed of two: what is read while it is half written looks
/// like another one of them, with the wrong data.
fn no_torn_entry<K: Key>(keys: &[K]) {
    let mut memory = Memory::new(0).unwrap();
    let mut large = Memory::new(Table::<K>::LEAST_BYTES).unwrap();
    let words = if K::WORDS == 0 {
        memory.words()
    } else {
        large.words()
    };
    let table = Table::<K>::new(2 * numbers(64), words);
    let data = |index: usize| 16 * (index as u64 + 1) + 1;
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let write = |seed| {
            let mut random = Random(seed);
            while !done.load(Ordering::Relaxed) {
                let index = random.below(keys.len());
                table.put(table.place(keys[index]), data(index));
            }
        };
        scope.spawn(move || write(1));
        scope.spawn(move || write(2));
        let mut random = Random(3);
        let mut found = 0;
        let mut tries = 0_u64;
        while found < 100_000 || tries < 2_000_000 {
            tries += 1;
            let index = random.below(keys.len());
            let Some(read) = table.get(table.place(keys[index])) else {
                continue;
            };
            found += 1;
            if read != data(index) {
                done.store(true, Ordering::Relaxed);
                panic!("torn: {:?} has {read}, not {}", keys[index], data(index));
            }
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn threads_never_read_half_an_entry() {
    // Every low part of a tag with every high part.
    let parts = [1_u128, 2, 3];
    let keys: Vec<u128> = parts
        .iter()
        .flat_map(|low| parts.map(|high| high << 60 | low << 5))
        .collect();
    no_torn_entry(&keys);
    // All sets of both sides: a word of the one and a word of the other.
    let keys: Vec<Pair<Words<11>>> = (0..16_u64)
        .map(|bits| {
            let side = |bit: u64| Words([bits >> bit & 1; 11]);
            let mut key = Pair {
                own: side(0),
                other: side(1),
            };
            key.own.0[10] = bits >> 2 & 1;
            key.other.0[10] = bits >> 3 & 1;
            key
        })
        .collect();
    let table_of_one = |key: &Pair<Words<11>>| key.hash() >> 58;
    let bucket = table_of_one(&keys[1]);
    let together: Vec<_> = keys
        .iter()
        .copied()
        .filter(|key| table_of_one(key) == bucket)
        .collect();
    no_torn_entry(if together.len() > 3 { &together } else { &keys });
}
