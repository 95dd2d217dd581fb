//! Files: nothing is lost, nothing waits, nothing is read without a bound.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use narrows_arena::files::{FileError, Input, Kind, Target, open_continued};
use tempfile::TempDir;

const OURS: &[u8] = b"NRWPROOF and so on";
const NEW: &[u8] = b"NRWPROOF, another one";

/// A folder, and a path in it.
fn scratch(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

fn write(path: &Path) -> Result<(), FileError> {
    Target::new(path, Kind::CERTIFICATE, false)?.write(NEW)
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().mode() & 0o7777
}

/// Makes a node of the file system that is no regular file.
fn make_node(path: &Path, how: &[&str]) -> bool {
    let (kind, numbers) = how.split_first().unwrap();
    let made = Command::new("mknod")
        .arg(path)
        .arg(kind)
        .args(numbers)
        .status();
    made.is_ok_and(|status| status.success())
}

#[test]
fn a_new_file_gets_the_usual_mode() {
    let (folder, path) = scratch("new");
    write(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), NEW);
    let (_other, usual) = scratch("usual");
    fs::write(&usual, "").unwrap();
    assert_eq!(mode(&path), mode(&usual));
    assert_eq!(names(&folder), ["new"]);
}

#[test]
fn a_file_of_its_kind_is_replaced_and_keeps_its_mode() {
    let (folder, path) = scratch("old");
    for bytes in [OURS, b""] {
        fs::write(&path, bytes).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        write(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), NEW);
        assert_eq!(mode(&path), 0o600);
    }
    assert_eq!(names(&folder), ["old"]);
}

#[test]
fn a_file_of_another_kind_is_replaced_only_by_force() {
    let (folder, path) = scratch("notes");
    for bytes in [&b"notes"[..], b"\n", b"\x89PNG\r\n", b"redb", b"NRWPROO"] {
        fs::write(&path, bytes).unwrap();
        let error = Target::new(&path, Kind::CERTIFICATE, false).unwrap_err();
        assert!(error.is_wrong_input());
        let told = error.to_string();
        assert!(told.contains("notes") && told.contains("--force"), "{told}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    let forced = Target::new(&path, Kind::CERTIFICATE, true).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"NRWPROO", "only tried");
    forced.write(NEW).unwrap();
    assert_eq!(fs::read(&path).unwrap(), NEW);
    assert_eq!(names(&folder), ["notes"]);
}

/// Somebody else may have written there during the search.
#[test]
fn what_came_after_the_trial_is_kept_too() {
    let (_folder, path) = scratch("late");
    let target = Target::new(&path, Kind::CERTIFICATE, false).unwrap();
    assert!(!path.exists(), "only tried");
    fs::write(&path, "notes").unwrap();
    assert!(matches!(target.write(NEW), Err(FileError::InTheWay { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"notes");
}

#[test]
fn what_is_not_finished_is_not_there() {
    let (folder, path) = scratch("half");
    let target = Target::new(&path, Kind::CERTIFICATE, false).unwrap();
    let mut sink = target.create().unwrap();
    sink.write_all(NEW).unwrap();
    drop(sink);
    assert_eq!(names(&folder), [""; 0]);
}

#[test]
fn links_are_followed() {
    let (folder, target) = scratch("target");
    fs::create_dir(folder.path().join("inner")).unwrap();
    let link = folder.path().join("inner/link");
    // One that leads nowhere yet, by way of another.
    symlink("../middle", &link).unwrap();
    symlink("target", folder.path().join("middle")).unwrap();
    for _ in 0..2 {
        write(&link).unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), NEW);
        fs::write(&target, OURS).unwrap();
    }
    let round = folder.path().join("round");
    symlink("round", &round).unwrap();
    assert!(write(&round).is_err());
    // A hard link stays one.
    let other = folder.path().join("other");
    fs::hard_link(&target, &other).unwrap();
    write(&target).unwrap();
    assert_eq!(fs::read(&other).unwrap(), NEW);
    assert_eq!(
        names(&folder),
        ["inner", "middle", "other", "round", "target"]
    );
}

#[test]
fn a_fifo_is_written_through() {
    let (_folder, path) = scratch("fifo");
    assert!(make_node(&path, &["p"]));
    // The trial does not wait for a reader.
    let target = Target::new(&path, Kind::CERTIFICATE, false).unwrap();
    let reader = std::thread::spawn({
        let path = path.clone();
        move || fs::read(path).unwrap()
    });
    target.write(NEW).unwrap();
    assert_eq!(reader.join().unwrap(), NEW);
    assert!(path.metadata().unwrap().file_type().is_fifo());
}

#[test]
fn devices_are_written_through_and_never_replaced() {
    let (_folder, path) = scratch("full");
    // A copy of /dev/full, which only the superuser can make, and not in every container.
    if !make_node(&path, &["c", "1", "7"]) || fs::File::open(&path).is_err() {
        return;
    }
    let error = write(&path).unwrap_err();
    assert!(!error.is_wrong_input());
    assert!(error.to_string().contains("No space left"), "{error}");
    assert!(path.metadata().unwrap().file_type().is_char_device());
    let (_folder, zero) = scratch("zero");
    assert!(make_node(&zero, &["c", "1", "5"]));
    write(&zero).unwrap();
    assert!(zero.metadata().unwrap().file_type().is_char_device());
    // Reading it would never end.
    let mut input = Input::open(&zero).unwrap();
    assert!(input.expect(Kind::CERTIFICATE).is_err());
    let all = Input::open(&zero).unwrap().read_all("a record", 1 << 20);
    assert!(matches!(all, Err(FileError::TooLong { .. })));
    assert!(open_continued(&zero, Kind::RESULTS).is_err());
}

#[test]
fn a_path_that_cannot_be_written_is_found_by_the_trial() {
    let (folder, path) = scratch("no/such/folder");
    let error = Target::new(&path, Kind::CERTIFICATE, false).unwrap_err();
    assert!(!error.is_wrong_input(), "{error}");
    let error = Target::new(folder.path(), Kind::CERTIFICATE, false).unwrap_err();
    assert!(error.to_string().contains("directory"), "{error}");
    let beyond = folder.path().join("file/below");
    fs::write(folder.path().join("file"), OURS).unwrap();
    assert!(Target::new(&beyond, Kind::CERTIFICATE, false).is_err());
    let long = folder.path().join("x".repeat(999));
    assert!(Target::new(&long, Kind::CERTIFICATE, false).is_err());
}

/// Where the folder takes no new file, the file itself is written. (The superuser may do everything.)
#[test]
fn a_folder_that_takes_no_files() {
    let (folder, path) = scratch("old");
    fs::write(&path, OURS).unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).unwrap();
    write(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), NEW);
    let is_superuser = fs::write(folder.path().join("new"), "").is_ok();
    let new = Target::new(&folder.path().join("newer"), Kind::CERTIFICATE, false);
    assert_eq!(new.is_ok(), is_superuser);
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn standard_streams_have_several_names() {
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let target = Target::new(Path::new(name), Kind::REPORT, false).unwrap();
        assert!(target.is_stdout(), "{name}");
    }
    let (_folder, path) = scratch("-");
    assert!(!Target::new(&path, Kind::REPORT, false).unwrap().is_stdout());
}

#[test]
fn reading_is_bounded_and_looks_first() {
    let (folder, path) = scratch("input");
    fs::write(&path, OURS).unwrap();
    let length = OURS.len() as u64;
    let read = |most| Input::open(&path).unwrap().read_all("a certificate", most);
    assert_eq!(read(length).unwrap(), OURS);
    let error = read(length - 1).unwrap_err();
    assert!(error.is_wrong_input(), "{error}");
    let mut input = Input::open(&path).unwrap();
    input.expect(Kind::CERTIFICATE).unwrap();
    let mut begin = [0; 5];
    input.read_exact(&mut begin).unwrap();
    assert_eq!(&begin, b"NRWPR");
    assert_eq!(input.read_all("a certificate", length).unwrap(), &OURS[5..]);
    for bytes in [&b""[..], b"NRW", b"notes"] {
        fs::write(&path, bytes).unwrap();
        assert!(
            Input::open(&path)
                .unwrap()
                .expect(Kind::CERTIFICATE)
                .is_err()
        );
    }
    fs::write(&path, b"one\ntwo\xff\n").unwrap();
    let text = Input::open(&path).unwrap().read_text("a record", 100);
    assert!(text.unwrap_err().to_string().contains("line 2"));
    assert!(Input::open(folder.path()).is_err());
    assert!(Input::open(&folder.path().join("none")).is_err());
}

#[test]
fn only_our_own_files_are_continued() {
    let (folder, path) = scratch("games");
    let ours = "{\"format\":\"narrows-arena-1\"}\n";
    for text in [ours, ""] {
        fs::write(&path, text).unwrap();
        let mut file = open_continued(&path, Kind::RESULTS).unwrap();
        file.write_all(b"more\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{text}more\n"));
    }
    for text in ["notes", "notes\n", "\n", "{\"format\":\"other\"}\n"] {
        fs::write(&path, text).unwrap();
        let error = open_continued(&path, Kind::RESULTS).unwrap_err();
        assert!(error.is_wrong_input(), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let fifo = folder.path().join("fifo");
    assert!(make_node(&fifo, &["p"]));
    assert!(open_continued(&fifo, Kind::RESULTS).is_err());
    assert!(open_continued(folder.path(), Kind::RESULTS).is_err());
    open_continued(&folder.path().join("new"), Kind::RESULTS).unwrap();
}

#[test]
fn kinds_are_told_apart() {
    let heads: [(&[u8], Kind); 6] = [
        (OURS, Kind::CERTIFICATE),
        (b"redb\x1a\x0a", Kind::STORE),
        (b"{\"format\":\"narrows-arena-2\",", Kind::RESULTS),
        (b"[Game \"Black Narrows\"]\n[Author", Kind::PGN),
        (
            b"<!DOCTYPE html>\n<html><head><meta name=\"generator\" content=\"narrows 0.1.0\">",
            Kind::REPORT,
        ),
        (
            b"{\"position\":\"5/5\",\"legal\":10",
            Kind::SOLVED_POSITIONS,
        ),
    ];
    for (head, own) in heads {
        for (_, kind) in heads {
            let is_own = kind.name() == own.name();
            assert_eq!(
                kind.recognizes(head),
                is_own,
                "{} {}",
                own.name(),
                kind.name()
            );
        }
    }
    for foreign in [
        &b"[Event \"Chess\"]\n[White \"A\"]"[..],
        b"<!DOCTYPE html><title>Mine</title>",
        b"[1, 2]",
    ] {
        assert!(heads.iter().all(|(_, kind)| !kind.recognizes(foreign)));
    }
}
