//! Command lines, and errors in them that fit on one line.

use std::ffi::OsString;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::failure::Failure;
use crate::output;

/// Reads the command line of this process; `None` after help or the version was printed.
///
/// # Errors
/// [`Failure::Usage`] if it is wrong; how printing fails.
pub fn parse<P: Parser>() -> Result<Option<P>, Failure> {
    parse_from(std::env::args_os())
}

fn parse_from<P: Parser>(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Option<P>, Failure> {
    let matches = command::<P>().try_get_matches_from(arguments);
    match matches.and_then(|matches| P::from_arg_matches(&matches)) {
        Ok(line) => Ok(Some(line)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                output::text(&error.render().to_string())?;
                Ok(None)
            }
            ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                Err(Failure::usage("missing command; --help lists them"))
            }
            _ => {
                Err(Failure::usage(refused_value(&error).unwrap_or_else(|| {
                    one_line(&error, P::command().get_name())
                })))
            }
        },
    }
}

/// The definition of a command line as it is read.
#[must_use]
pub fn command<P: Parser>() -> clap::Command {
    with_negative_numbers(P::command())
}

/// Takes `-1` for a value, so that its parser can say what is wrong with it.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let takes_values = arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_values)
        })
        .mut_subcommands(with_negative_numbers)
}

/// `--threads 0: REASON`, if one of our parsers refused a value.
fn refused_value(error: &clap::Error) -> Option<String> {
    use std::error::Error as _;
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let reason = error.source()?;
    let option = text(ContextKind::InvalidArg)?;
    let value = text(ContextKind::InvalidValue)?;
    // `--threads <N>`, or `<GAME>` for what is not an option.
    Some(match option.split_once(' ') {
        Some((name, _)) => format!("{name} {value}: {reason}"),
        None => format!("{value:?}: {reason}"),
    })
}

/// What clap says, without the usage that follows it, on one line.
fn one_line(error: &clap::Error, program: &str) -> String {
    let rendered = error.render().to_string();
    let told = rendered
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        // How to pass what looks like an option as a value is beside the point.
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass"));
    let joined = told.collect::<Vec<_>>().join(" ");
    let message = joined.strip_prefix("error: ").unwrap_or(&joined);
    format!("{message} (see {program} --help)")
}
