//! Reads the comments of plain YAML as descriptions of keys.
//!
//! The lines directly above a key, with the same indentation, describe it. If there are none, the comment on the line
//! of the key does. Helm charts mark the first line of a description with `--`.

use rustc_hash::FxHashMap;
use yardstick_diagnostics::SourceFile;
use yardstick_template::tree::MapItem;
use yardstick_yaml::{Owner, Tree};

/// The descriptions in a file, by the offset of the key.
pub(super) struct Comments {
    by_key: FxHashMap<u32, String>,
}

/// The comments of a key.
#[derive(Default)]
struct Found<'t> {
    /// The comments above the key, with their lines, down to the line of the key.
    above: Vec<(u32, &'t str)>,
    beside: Option<&'t str>,
}

impl Comments {
    /// Collects the descriptions in `tree`.
    pub(super) fn new(tree: &Tree, source: &SourceFile) -> Self {
        let column = |offset: u32| {
            let before = source.slice(0, offset);
            before.iter().rev().take_while(|byte| **byte != b'\n').count()
        };
        let mut found: FxHashMap<u32, Found<'_>> = FxHashMap::default();
        for attached in &tree.attach_comments().comments {
            let Owner::MapItem(key) = attached.owner else { continue };
            let key = tree.node(key);
            let text = tree.comment_text(&attached.comment);
            // Annotations of templates are not descriptions.
            if text.starts_with('@') || !attached.through.is_empty() {
                continue;
            }
            let of_key = found.entry(key.start()).or_default();
            let line = key.line();
            if attached.same_line {
                of_key.beside = Some(text);
            } else if column(attached.comment.start.saturating_sub(1)) == column(key.start()) {
                let is_next = of_key.above.last().is_none_or(|(last, _)| last + 1 == attached.line);
                if !is_next {
                    // A comment before an empty line is about something else.
                    of_key.above.clear();
                }
                of_key.above.push((attached.line, text));
            }
            if of_key.above.last().is_some_and(|(last, _)| *last >= line) {
                of_key.above.clear();
            }
        }
        let lines = found.into_iter().filter_map(|(start, found)| {
            let line = tree.line(start);
            let is_near = found.above.last().is_some_and(|(last, _)| last + 1 == line);
            let above: Vec<&str> = found.above.iter().map(|(_, text)| *text).collect();
            let text = if is_near { described(&above) } else { None };
            text.or_else(|| described(&[found.beside?])).map(|text| (start, text))
        });
        Self { by_key: lines.collect() }
    }

    /// Returns the description of a map item.
    pub(super) fn of(&self, item: &MapItem) -> Option<&str> {
        let start = item.position.span()?.start;
        self.by_key.get(&start).map(String::as_str)
    }
}

/// Joins comment lines to a description.
fn described(lines: &[&str]) -> Option<String> {
    let lines: Vec<&str> = lines.iter().map(|line| content(line)).collect();
    let marked = lines.iter().rposition(|line| *line == "--" || line.starts_with("-- "));
    let lines = match marked {
        Some(at) => &lines[at..],
        None => &lines,
    };
    let mut text: Vec<&str> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let line = if at == 0 && marked.is_some() {
            without_type(line.trim_start_matches('-').trim_start())
        } else {
            line
        };
        // Other marks of documentation tools only affect the layout of pages.
        if !line.starts_with('@') {
            text.push(line);
        }
    }
    let text = text.join("\n");
    let text = text.trim();
    (text.chars().any(char::is_alphanumeric)).then(|| text.to_owned())
}

/// Returns a comment without its leading marks: more `#`, the `!` of templates, and a space.
fn content(comment: &str) -> &str {
    let text = comment.trim_start_matches('#');
    let text = text.strip_prefix('!').unwrap_or(text);
    text.strip_prefix(' ').unwrap_or(text).trim_end()
}

/// Removes the type from a Helm description such as `(int) How many`. The value already shows it.
fn without_type(text: &str) -> &str {
    let rest = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    match rest {
        Some((word, rest)) if word.chars().all(|c| c.is_alphanumeric() || c == '/') => {
            rest.trim_start()
        }
        _ => text,
    }
}
