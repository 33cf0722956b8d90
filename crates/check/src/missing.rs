//! Documents that no schema applies to: an error, or left out and counted.

use yardstick_diagnostics::{Diagnostic, FileReport, codes};

/// What to do about a document without a schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingSchema {
    /// It is left out, and the summary counts it.
    Skip,
    /// The same, with a warning that names the files.
    Warn,
    /// It could not be checked, which is an error.
    #[default]
    Error,
}

impl MissingSchema {
    /// The names on the command line.
    pub const NAMES: [&str; 3] = ["skip", "warn", "error"];

    /// The policy called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "skip" => MissingSchema::Skip,
            "warn" => MissingSchema::Warn,
            "error" => MissingSchema::Error,
            _ => return None,
        })
    }

    /// What `asked` for means for a file. A file that was named is meant to be checked; one that merely lies
    /// in a directory may be anything.
    pub fn of(asked: Option<Self>, is_found: bool) -> Self {
        asked.unwrap_or(if is_found { MissingSchema::Warn } else { MissingSchema::Error })
    }
}

/// The documents of `files` that were left out, in one warning, unless they are left out in silence.
pub(crate) fn warning(files: &[FileReport], asked: Option<MissingSchema>) -> Option<Diagnostic> {
    const SHOWN: usize = 5;
    if MissingSchema::of(asked, true) != MissingSchema::Warn {
        return None;
    }
    let left_out: Vec<String> = files.iter().filter_map(FileReport::left_out).collect();
    let (first, more) = left_out.split_at(left_out.len().min(SHOWN));
    let names = first.join(", ");
    let message = match (left_out.len(), more.len()) {
        (0, _) => return None,
        (1, _) => format!("no schema applies to 1 file, which was not checked: {names}"),
        (count, 0) => {
            format!("no schema applies to {count} files, which were not checked: {names}")
        }
        (count, more) => format!(
            "no schema applies to {count} files, which were not checked: {names} and {more} more"
        ),
    };
    Some(Diagnostic::warning(codes::NO_SCHEMA, message))
}
