//! The files of a command, looked at together.

use std::path::Path;

use narrows_arena::files::are_one;

use crate::failure::Failure;

/// The options that name files, each with the path that was given, if one was.
pub type Named<'a> = (&'a str, Option<&'a Path>);

/// Checks that what is written gets in the way of nothing else the command writes or reads.
///
/// # Errors
/// [`Failure::Usage`] if one of `written` leads to the file of another one, or of one of `others`.
pub fn check_apart(written: &[Named<'_>], others: &[Named<'_>]) -> Result<(), Failure> {
    let given = |named: &[Named<'_>]| -> Vec<(String, std::path::PathBuf)> {
        let path = |&(option, path): &Named<'_>| Some((option.to_owned(), path?.to_owned()));
        named.iter().filter_map(path).collect()
    };
    let mut earlier = given(others);
    for (option, path) in given(written) {
        if let Some((other, _)) = earlier.iter().find(|(_, other)| are_one(other, &path)) {
            return Err(Failure::usage(format!(
                "{option} {}: {other} names the same file; choose another name",
                path.display()
            )));
        }
        earlier.push((option, path));
    }
    Ok(())
}
