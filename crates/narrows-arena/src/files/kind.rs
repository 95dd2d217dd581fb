//! The kinds of files that this project writes, told by their first bytes.

/// A kind of file.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    name: &'static str,
    recognizes: fn(&[u8]) -> bool,
}

/// A file is told by this many bytes at most.
pub const HEAD_BYTES: usize = 4096;

impl Kind {
    /// A proof that `narrows verify` checks.
    pub const CERTIFICATE: Self = Self {
        name: "a certificate",
        recognizes: |head| head.starts_with(b"NRWPROOF"),
    };
    /// Proven results of a solver, a database.
    pub const STORE: Self = Self {
        name: "a store of proven results",
        recognizes: |head| head.starts_with(b"redb"),
    };
    /// The games of the arena, JSON Lines.
    pub const RESULTS: Self = Self {
        name: "a results file of the arena",
        recognizes: |head| head.starts_with(b"{\"format\":\"narrows-arena-"),
    };
    /// Games as PGN: a record of one game, or those of the arena.
    pub const PGN: Self = Self {
        name: "a PGN file of Narrows or Black Narrows",
        recognizes: is_pgn,
    };
    /// A report of the arena, an HTML page.
    pub const REPORT: Self = Self {
        name: "an HTML report of the arena",
        recognizes: is_report,
    };
    /// Solved positions, JSON Lines.
    pub const SOLVED_POSITIONS: Self = Self {
        name: "a file of solved positions",
        recognizes: |head| head.starts_with(b"{\"position\":\""),
    };
    /// Balanced openings, text.
    pub const OPENINGS: Self = Self {
        name: "a file of balanced openings",
        recognizes: crate::balanced::is_ours,
    };

    /// The kind in words, with its article.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Whether a file that begins like this is one. Nothing is: an empty file holds nothing to lose.
    #[must_use]
    pub fn recognizes(self, head: &[u8]) -> bool {
        head.is_empty() || (self.recognizes)(head)
    }
}

/// Tags from the first byte on, one of which names a game of ours or its author.
fn is_pgn(head: &[u8]) -> bool {
    head.starts_with(b"[") && (contains(head, b"Narrows\"]") || contains(head, b"\"Mark Steere\""))
}

/// A page whose title, generator or footer names the program.
fn is_report(head: &[u8]) -> bool {
    let begins = b"<!doctype html>";
    let page = head
        .get(..begins.len())
        .is_some_and(|found| found.eq_ignore_ascii_case(begins));
    page && contains(head, b"<meta name=\"generator\" content=\"narrows")
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
