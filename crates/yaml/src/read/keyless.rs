//! Hints for lines that are not `key: value`.

use super::hints::Lines;

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns a hint for a line where a key was expected.
pub(super) fn no_key(lines: &Lines<'_>) -> String {
    let Some((number, before)) = lines.before() else {
        return format!("line {}: a key needs ': ' and a value after it", lines.number);
    };
    let text = before.trim();
    if let Some(item) = text.strip_prefix('-').filter(|rest| !rest.starts_with([' ', '-'])) {
        return format!("line {number}: write a space after '-' in `{text}`: `- {item}`");
    }
    if let Some((header, sign)) = block_above(lines, indent(before)) {
        return format!(
            "line {number}: indent the text below `{sign}` of line {header} deeper than its key"
        );
    }
    if text.contains(':') {
        return format!("line {}: a key needs ': ' and a value after it", lines.number);
    }
    format!(
        "line {number}: `{text}` is no `key: value`; if it goes on with the text above, indent it deeper than its key"
    )
}

/// Finds a line above that starts a block scalar, if the lines after it, up to the problem, are not indented enough
/// for it.
fn block_above<'t>(lines: &Lines<'t>, deep: usize) -> Option<(usize, &'t str)> {
    let mut above = lines.above.iter().enumerate().rev();
    let (at, line) = above.find(|(_, line)| {
        let is_text = line.trim().is_empty() || !line.contains(':');
        !(is_text && (line.trim().is_empty() || indent(line) >= deep))
    })?;
    let sign = line.rsplit(' ').next()?;
    let is_block = sign.starts_with(['|', '>']) && sign.len() <= 3 && line.contains(": ");
    (is_block && indent(line) >= deep).then_some((at + 1, sign))
}

/// Detects `#@ x = {` followed by lines without `#@`.
pub(super) fn code_over_lines(lines: &Lines<'_>) -> Option<String> {
    let near = lines.above.iter().enumerate().rev().take(6);
    let (at, code) = near.into_iter().find(|(_, line)| line.trim_start().starts_with("#@ "))?;
    let name = code.trim_start()[3..].trim().trim_end_matches(':');
    let is_name = name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_name && name != "else" && code.trim_end().ends_with(':') {
        return Some(format!(
            "line {}: YAML gets a name as a function: write `#@ def {name}():`, `#@ end` after it, and {name}() where it is used",
            at + 1
        ));
    }
    let opens = code.trim_end().ends_with(['{', '[', '(']);
    let below = lines.above.get(at + 1).copied().unwrap_or(lines.line);
    let is_code = below.trim_start().starts_with(['"', '\'', '{', '[', '(', '}', ']', ')']);
    (opens && is_code).then(|| {
        format!(
            "line {}: the code of line {} goes on, so the line starts with `#@` too: `#@ {}`",
            at + 2,
            at + 1,
            below.trim_start()
        )
    })
}

/// Describes where the anchor `name` is defined, which an alias uses where it is not known.
pub(super) fn unknown_anchor(text: &str, name: &str) -> String {
    let anchor = format!("&{name}");
    let is_anchor = |line: &&str| {
        line.match_indices(&anchor).any(|(at, _)| {
            let ends = line[at + anchor.len()..].chars().next();
            ends.is_none_or(|c| c.is_whitespace() || ",]}".contains(c))
        })
    };
    match text.lines().position(|line| is_anchor(&line)) {
        Some(at) => format!(
            "line {} has &{name}, but in another document or after its use: an anchor is known from its line to the end of its document",
            at + 1
        ),
        None => "`*` starts an alias: quote the text if none is meant".to_owned(),
    }
}
