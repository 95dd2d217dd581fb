//! Why a certificate proves nothing.

use narrows_core::geometry::SizeError;

use super::VERSION;

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The file is something else.
    #[error("not a certificate: it does not begin with NRWPROOF")]
    Foreign,
    /// The file ends too soon or goes on after its end.
    #[error("the certificate is cut off or has something after its end")]
    Length,
    /// The file cannot be read.
    #[error("the certificate cannot be read: {0}")]
    Read(std::io::ErrorKind),
    /// Another program wrote it.
    #[error("this is a certificate of version {0}; this program reads version {VERSION}")]
    Version(u8),
    /// Some byte was changed.
    #[error("the checksum is wrong: the certificate was damaged or changed")]
    Checksum,
    /// The game is none.
    #[error("the certificate is about a game with number {0}; 1 and 2 are known")]
    Game(u8),
    /// The size is none.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A number is too large or not in its shortest form.
    #[error("the certificate has a malformed number")]
    Number,
    /// A position in the certificate is not one of the game, or is of a finished game of Narrows.
    #[error("the certificate has an invalid position: {0}")]
    Position(String),
    /// What should tell White from Black does not.
    #[error("the certificate does not say which side is which")]
    Sides,
    /// A position has stones outside the board.
    #[error("the certificate has a stone outside the board")]
    Outside,
    /// A layer of lost positions is not in the order of the format, or not of least images with its number of
    /// stones.
    #[error(
        "lost position {0} of a layer is duplicate, in the wrong layer, or not the least of its images"
    )]
    Order(u64),
    /// There is not enough memory for two layers.
    #[error("the certificate has more positions than this machine has memory for")]
    Memory,
    /// The proof has a gap.
    #[error("the proof has a gap: in {position} the move {play} has no listed answer")]
    Gap {
        /// The position that is said to be lost.
        position: String,
        /// The move after which no answer is listed.
        play: String,
    },
    /// The list does not contain what the claim needs.
    #[error("the proof does not contain what it claims about {0}")]
    Claim(String),
}
