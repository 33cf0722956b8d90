//! Merge conflicts that Git left in a file. They break every format, so each reader looks for them here.

use std::ops::Range;

/// What to do about a conflict.
pub const HELP: &str = "a merge conflict is not resolved: keep one side and remove the lines with <<<<<<<, ======= and >>>>>>>";

/// Whether Git writes such a line around the two sides of a conflict.
pub fn is_mark(line: &str) -> bool {
    line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ")
}

/// Finds the line with which Git marks the start of a merge conflict.
pub fn find(bytes: &[u8]) -> Option<Range<usize>> {
    let mut start = 0;
    let mut opened = None;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b"<<<<<<< ") && opened.is_none() {
            opened = Some(start..start + line.trim_ascii_end().len());
        }
        let is_between = line.trim_ascii_end() == b"=======" || line.starts_with(b">>>>>>> ");
        if is_between && opened.is_some() {
            return opened;
        }
        start += line.len();
    }
    None
}
