//! What holds for the library as a whole.

mod guidelines;
mod imports;
