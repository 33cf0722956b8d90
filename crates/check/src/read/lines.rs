//! JSON Lines: every line that is not blank is a document.

use super::{Places, Problem, json};

/// The documents of `text` as a stream of YAML documents.
pub(super) fn write(text: &str, places: &mut Places) -> Result<String, Problem> {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            out.push_str("--- ");
            json::append(line, start, &mut out, places)?;
            out.push('\n');
        }
        start += line.len();
    }
    Ok(out)
}
