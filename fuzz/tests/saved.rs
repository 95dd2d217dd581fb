//! The saved inputs hold what the fuzz targets ask, on any toolchain.

use std::fs;
use std::path::Path;

use narrows_fuzz::TARGETS;

#[test]
fn saved_inputs_hold() {
    for (name, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("seeds")
            .join(name);
        let mut inputs: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.expect("an entry").path())
            .collect();
        inputs.sort();
        assert!(!inputs.is_empty(), "{name} has saved inputs");
        for input in inputs {
            // Shown if the target panics.
            println!("{}", input.display());
            target(&fs::read(&input).expect("a saved input"));
        }
    }
}

/// A million bytes of anything do no harm either, in a time one does not notice.
#[test]
fn a_megabyte_of_anything_does_no_harm() {
    let unit: &[&[u8]] = &[
        b"x",
        b"/",
        b"1/",
        b"9",
        b"a1 ",
        b"{",
        b"[Size \"8x8\"]\n",
        b"\xff\0",
        b"1. a1 b2\n",
    ];
    for unit in unit {
        let input: Vec<u8> = unit.iter().copied().cycle().take(1 << 20).collect();
        for (_, target) in TARGETS {
            target(&input);
        }
    }
}
