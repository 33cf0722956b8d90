//! JSON Lines: every line that is not blank is a document.

use super::{Places, fault::Problem, json};

/// Rewrites `text` as a stream of YAML documents. A line that is not valid JSON becomes null. Its index, from 0, and
/// the error are returned with the text.
pub(super) fn write(text: &str, places: &mut Places) -> (String, Vec<(usize, Problem)>) {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut problems = Vec::new();
    let (mut start, mut index) = (0, 0);
    for line in text.split_inclusive('\n') {
        let own = line.trim_end();
        if !own.is_empty() {
            out.push_str("--- ");
            let (written, tokens) = (out.len(), places.len());
            if let Err(problem) = json::append(own, start, &mut out, places) {
                out.truncate(written);
                places.truncate(tokens);
                out.push_str("null");
                problems.push((index, problem));
            }
            out.push('\n');
            index += 1;
        }
        start += line.len();
    }
    (out, problems)
}
