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

/// Returns the problem of a file that is laid out like a single JSON document, over several lines. Each of its lines
/// would be another error.
pub(super) fn laid_out(text: &str, problems: &[(usize, Problem)]) -> Option<Problem> {
    let line = |problem: &Problem| {
        let start = text.get(..problem.at)?.rfind('\n').map_or(0, |end| end + 1);
        Some((start, text[start..].lines().next().unwrap_or_default()))
    };
    let is_open = |line: &str| matches!(line.trim_end(), "{" | "[");
    let mut places = problems.iter().filter_map(|(_, problem)| line(problem));
    let (start, _) = places.find(|(_, line)| is_open(line))?;
    Some(Problem {
        help: Some(
            "write each on one line; a file with one document is JSON: --input json".to_owned(),
        ),
        ..Problem::new(start, "a document of JSON Lines does not end on its line")
    })
}
