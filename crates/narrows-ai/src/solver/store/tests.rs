//! Files that are kept, cut off, damaged and somebody else's.

use std::path::PathBuf;
use std::vec::Vec;

use super::*;

/// The group with short keys.
const SHORT: u16 = 7;

/// Sets of numbers below 24.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Set(u32);

impl Kept for Set {
    const FORMAT: &'static str = "sets, 1";
    const BYTES: usize = 3;

    fn key_bytes(group: u16) -> usize {
        if group == SHORT { 2 } else { 16 }
    }

    fn to_bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < 1 << 24).then_some(Self(bits))
    }
}

#[derive(Clone, Copy, Debug)]
struct Other;

impl Kept for Other {
    const FORMAT: &'static str = "others, 1";
    const BYTES: usize = 1;

    fn key_bytes(_group: u16) -> usize {
        16
    }

    fn to_bits(self) -> u32 {
        0
    }

    fn from_bits(_bits: u32) -> Option<Self> {
        Some(Self)
    }
}

/// A file of its own for one test, removed at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let name = format!("narrows-store-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _absent = std::fs::remove_file(&path);
        Self(path)
    }

    fn open(&self) -> Result<Store<Set>, StoreError> {
        Store::open(&self.0, |_, _| ())
    }

    /// A file with so many results, and its bytes.
    fn filled(&self, results: u32) -> Vec<u8> {
        let store = self.open().unwrap();
        for number in 0..results {
            let key = u128::from(number) << 64 | 5;
            store.add(3, &key.to_le_bytes(), Set(number % 1000));
        }
        store.finish().unwrap();
        drop(store);
        std::fs::read(&self.0).unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _gone = std::fs::remove_file(&self.0);
    }
}

fn all(store: &Store<Set>) -> Vec<(u128, Set)> {
    let mut found = Vec::new();
    let each = |key: &[u8], set| found.push((number(key), set));
    store.read(0..=u16::MAX, each).unwrap();
    found
}

#[test]
fn results_are_kept_in_their_groups() {
    let file = File::new("kept");
    // An empty file is as good as none.
    std::fs::write(&file.0, "").unwrap();
    let store = file.open().unwrap();
    store.add(0, &[0xff; 16], Set(2));
    store.add(SHORT, &7_u128.to_le_bytes(), Set(1));
    store.add(SHORT, &0xffff_u128.to_le_bytes(), Set(0xff_ffff));
    store.add(0, &7_u128.to_le_bytes(), Set(4));
    store.finish().unwrap();
    assert!(matches!(file.open(), Err(StoreError::InUse)));
    drop(store);
    let store = file.open().unwrap();
    store.add(u16::MAX, &0_u128.to_le_bytes(), Set(9));
    store.add(0, &7_u128.to_le_bytes(), Set(8));
    store.finish().unwrap();
    let long = [(u128::MAX, Set(2)), (7, Set(4)), (7, Set(8))];
    let short = [(7, Set(1)), (0xffff, Set(0xff_ffff))];
    let expected = [&long[..], &short, &[(0, Set(9))]].concat();
    assert_eq!(all(&store), expected);
    let mut found = Vec::new();
    let bytes = store.read(SHORT..=SHORT, |key, set| found.push((number(key), set)));
    assert_eq!((bytes.unwrap(), &found[..]), (2 * 5 + 8, &short[..]));
}

/// What is not finished is lost only from the last block on.
#[test]
fn blocks_are_written_as_they_fill() {
    let file = File::new("blocks");
    let store = file.open().unwrap();
    for number in 0..100_000_u128 {
        store.add(0, &number.to_le_bytes(), Set(3));
    }
    drop(store);
    let fit = |kib: usize| ((kib << 10) - CHECK_BYTES - PAGE_BYTES) / 19;
    let doubled: usize = [4, 8, 16, 32, 64, 128, 256].into_iter().map(fit).sum();
    let written = all(&file.open().unwrap()).len();
    assert_eq!(written, doubled + (100_000 - doubled) / fit(512) * fit(512));
    // A page of redb holds each block, so that little space is lost.
    assert!(file.0.metadata().unwrap().len() < 4 << 20);
}

#[test]
fn threads_write_at_once() {
    let file = File::new("threads");
    let store = file.open().unwrap();
    std::thread::scope(|scope| {
        for bit in 0..4 {
            let store = &store;
            scope.spawn(move || {
                for number in 0..6000_u128 {
                    store.add(bit & 1, &number.to_le_bytes(), Set(1 << bit));
                }
            });
        }
    });
    store.finish().unwrap();
    let mut found = all(&store);
    found.sort_unstable_by_key(|(number, set)| (set.0, *number));
    let each = (0..4).flat_map(|bit| (0..6000).map(move |number| (number, Set(1 << bit))));
    assert!(found.into_iter().eq(each));
}

#[test]
fn a_full_file_takes_less() {
    let file = File::new("full");
    let store = file.open().unwrap();
    for (bytes, least) in [
        (0, 1),
        (STEP_BYTES - 1, 1),
        (STEP_BYTES, 2),
        (5 * STEP_BYTES, 26),
    ] {
        store.kept_bytes.store(bytes, Relaxed);
        assert!(store.wants(least) && !store.wants(least - 1), "{bytes}");
    }
    store.kept_bytes.store(0, Relaxed);
    store.add(0, &1_u128.to_le_bytes(), Set(1));
    store.finish().unwrap();
    let bytes = store.kept_bytes.load(Relaxed);
    assert_eq!(bytes, 19 + 8);
    drop(store);
    assert_eq!(file.open().unwrap().kept_bytes.load(Relaxed), bytes);
}

/// Wherever the making of a file is cut short, the next one completes it.
#[test]
fn half_made_files_are_completed() {
    let file = File::new("half-made");
    let whole = new_file::empty_file(Set::FORMAT).unwrap();
    assert_eq!(new_file::empty_file(Set::FORMAT).unwrap(), whole);
    for length in [0, 4, 100, 4096, 5000, whole.len() - 1, whole.len()] {
        std::fs::write(&file.0, &whole[..length]).unwrap();
        let store = file.open().unwrap();
        assert_eq!(all(&store), []);
        store.add(0, &5_u128.to_le_bytes(), Set(6));
        store.finish().unwrap();
        assert_eq!(all(&store), [(5, Set(6))], "{length}");
    }
    let mut other = whole[..5000].to_vec();
    other[4999] ^= 1;
    for other in [&other[..], b"r"] {
        std::fs::write(&file.0, other).unwrap();
        assert!(file.open().is_err());
        assert_eq!(std::fs::read(&file.0).unwrap(), other);
    }
}

#[test]
fn files_of_others_are_refused_and_kept() {
    let file = File::new("foreign");
    for text in ["this is somebody's diary\n".repeat(500), "x".into()] {
        std::fs::write(&file.0, &text).unwrap();
        assert!(matches!(file.open(), Err(StoreError::Foreign(_))));
        assert_eq!(std::fs::read(&file.0).unwrap(), text.as_bytes());
    }
    std::fs::remove_file(&file.0).unwrap();
    drop(Store::<Other>::open(&file.0, |_, _| ()).unwrap());
    let error = file.open().unwrap_err();
    assert_eq!(error.to_string(), "it holds \"others, 1\", not \"sets, 1\"");
    std::fs::remove_file(&file.0).unwrap();
    drop(Database::create(&file.0).unwrap());
    assert!(matches!(file.open(), Err(StoreError::Foreign(_))));
    let directory = Store::<Set>::open(&std::env::temp_dir(), |_, _| ());
    assert!(
        matches!(directory, Err(StoreError::File(_))),
        "{directory:?}"
    );
    let device = Store::<Set>::open("/dev/null".as_ref(), |_, _| ());
    assert!(device.is_err(), "{device:?}");
    let nowhere = Store::<Set>::open(&file.0.join("in a file"), |_, _| ());
    assert!(matches!(nowhere, Err(StoreError::File(_))), "{nowhere:?}");
}

#[test]
fn blocks_that_do_not_fit_are_refused() {
    let file = File::new("check");
    let good = [[0; 16].as_slice(), &[1, 0, 0]].concat();
    let short = u64::from(SHORT) << GROUP_SHIFT;
    let blocks = [
        (0, 0, good.clone(), true),
        // The checksum of another number, no whole result, no whole number of short ones.
        (1, 0, good.clone(), false),
        (0, 0, good[1..].to_vec(), false),
        (short, short, good, false),
    ];
    for (number, checked, mut block, is_good) in blocks {
        let _absent = std::fs::remove_file(&file.0);
        let store = file.open().unwrap();
        block.extend(check(checked, &block).to_le_bytes());
        insert(&store, number, &block);
        drop(store);
        let found = file.open();
        assert_eq!(found.is_ok(), is_good);
        assert!(is_good || matches!(found, Err(StoreError::Damaged)));
    }
    std::fs::remove_file(&file.0).unwrap();
    let store = file.open().unwrap();
    insert(&store, 0, &[1; 7]);
    drop(store);
    assert!(matches!(file.open(), Err(StoreError::Damaged)));
}

fn insert(store: &Store<Set>, number: u64, block: &[u8]) {
    let write = store.database.begin_write().unwrap();
    write
        .open_table(BLOCKS)
        .unwrap()
        .insert(number, block)
        .unwrap();
    write.commit().unwrap();
}

/// A damaged file is refused, or it opens with what was in it: nothing false is read, and nothing panics.
#[test]
fn damaged_files_say_nothing_false() {
    let file = File::new("damaged");
    let good = file.filled(3000);
    let store = file.open().unwrap();
    let known = all(&store);
    drop(store);
    assert_eq!(known.len(), 3000);
    let mut refused = 0;
    let mut check = |bytes: &[u8], what: &str| {
        std::fs::write(&file.0, bytes).unwrap();
        match file.open() {
            Ok(store) => assert_eq!(all(&store), known, "{what}"),
            Err(_) => refused += 1,
        }
    };
    for part in 1..100 {
        let length = good.len() * part / 100;
        check(&good[..length], &format!("cut off after {length}"));
    }
    for step in 0..300 {
        let at = step * good.len() / 300 + step % 7;
        let mut bad = good.clone();
        bad[at] ^= 1 << (step % 8);
        check(&bad, &format!("byte {at}"));
    }
    // Every file that is cut off, and every change where results are.
    assert!(refused > 100, "{refused}");
}

/// From a damaged file every block that is whole is saved, and nothing else.
#[test]
fn what_is_intact_can_be_saved() {
    let (file, saved) = (File::new("salvage"), File::new("salvaged"));
    let good = file.filled(3000);
    let known = all(&file.open().unwrap());
    let check = |bytes: &[u8], least: usize, what: &str| {
        std::fs::write(&file.0, bytes).unwrap();
        let _absent = std::fs::remove_file(&saved.0);
        let found = intact::<Set>(&file.0);
        let Ok(found) = found else {
            assert_eq!(least, 0, "{what}: {found:?}");
            return;
        };
        assert_eq!(salvage::<Set>(&file.0, &saved.0).unwrap(), found, "{what}");
        let results = all(&saved.open().unwrap());
        assert!(
            results.iter().all(|result| known.contains(result)),
            "{what}"
        );
        assert!(results.len() >= least, "{what}: {} results", results.len());
        assert_eq!(std::fs::read(&file.0).unwrap(), bytes, "only read");
    };
    check(&good, 3000, "whole");
    for part in 1..20 {
        let length = good.len() * part / 20;
        check(&good[..length], 0, &format!("cut off after {length}"));
    }
    // The largest block has a third of the results.
    for step in 0..100 {
        let at = step * good.len() / 100 + step % 7;
        let mut bad = good.clone();
        bad[at] ^= 1 << (step % 8);
        let least = if at < 8192 { 0 } else { 1000 };
        check(&bad, least, &format!("byte {at}"));
    }
    check(b"redb and nothing else", 0, "foreign");
    check(b"", 0, "empty");
}
