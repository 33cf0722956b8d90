//! Quotes the source lines of a problem, with marks under the exact columns.
//!
//! The crate `annotate-snippets` draws them. It handles wide characters, tabs, long lines and several marks on one
//! line. Only the line above the excerpt is ours: it holds place, code and message on one line, where editors and
//! `grep` expect them.

use std::{borrow::Cow, ops::Range};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::{Diagnostic, Label, RunReport, Secrecy, Severity, Span, safe, secrets};

/// Width of an excerpt in columns. Longer lines are cut around the marks.
const WIDTH: usize = 120;

/// The maximum number of related places to quote, besides the place of the problem.
const MOST_RELATED: usize = 9;

/// One line of an excerpt.
struct Line {
    text: String,
    number: usize,
    marked: Range<usize>,
    /// The file name to print above the line; none for the first place, because the message names its file.
    path: Option<String>,
    label: String,
}

/// Draws the excerpt of `problem`: its place, and the related places if `with_related`.
pub(super) fn of(
    report: &RunReport,
    problem: &Diagnostic,
    with_related: bool,
    color: bool,
) -> String {
    let related = if with_related { MOST_RELATED } else { 0 };
    let lines: Vec<Line> = (problem.labels.iter().enumerate().take(1 + related))
        .map(|(at, label)| {
            // For a YAML syntax error, only the exact column matters.
            let is_point = at == 0 && problem.code.is_of_yaml();
            line(report, label, at > 0, is_point, problem)
        })
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let snippets = lines.iter().enumerate().map(|(at, line)| {
        let kind = if at == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let label = Some(line.label.as_str()).filter(|label| !label.is_empty());
        Snippet::source(line.text.as_str())
            .line_start(line.number)
            .path(line.path.as_deref())
            .annotation(kind.span(line.marked.clone()).label(label))
    });
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.term_width(WIDTH).render(&[Group::with_level(level).elements(snippets)])
}

fn line(
    report: &RunReport,
    label: &Label,
    is_related: bool,
    is_point: bool,
    problem: &Diagnostic,
) -> Line {
    let secrecy = problem.subject.as_ref().map_or(Secrecy::Open, |subject| subject.secrecy);
    let holds_values = problem.code.is_of_values();
    let Span { file, start, end } = label.span;
    let range = report.range(label.span);
    let file = report.sources.get(file);
    let number = range.start.line;
    let mut text: String =
        file.line_text(number).trim_end_matches('\r').chars().map(visible).collect();
    let byte = |text: &str, column: u32| {
        text.char_indices().nth(column as usize - 1).map_or(text.len(), |(at, _)| at)
    };
    let mut from = byte(&text, range.start.column);
    let is_one_line = range.end.line == number;
    let mut to = if is_one_line { byte(&text, range.end.column) } else { text.len() };
    // Some places only mark a start, such as an annotation or a document: extend the mark.
    if is_related && start == end {
        to = text.trim_end().len();
    } else if start == end && !is_point {
        to = from + started(&text[from..]);
    }
    if secrecy.is_kept() && (start < end || secrets::key_end(&text, to).is_some()) {
        (from, to) = secrets::mask(&mut text, from, to);
    } else if holds_values {
        (from, to) = secrets::mask_others(&mut text, from, to);
    }
    // Mask now: masking the finished report would shift the marks.
    let parts = [&text[..from], &text[from..to.max(from)], &text[to.max(from)..]]
        .map(secrets::without_passwords);
    if parts.iter().any(|part| matches!(part, Cow::Owned(_))) {
        (from, to) = (parts[0].len(), parts[0].len() + parts[1].len());
        text = parts.concat();
    }
    // Draw only the part of a long line around the mark, because a line may have many marks.
    if text.len() > 2 * WIDTH {
        let boundary =
            |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
        let start = boundary(from.saturating_sub(WIDTH / 2)).unwrap_or(0);
        let end = boundary(start + WIDTH).unwrap_or(text.len());
        text.truncate(end);
        text.drain(..start);
        (from, to) = (from - start, to.min(end).saturating_sub(start));
    }
    Line {
        text,
        number: number as usize,
        marked: from..to.max(from),
        path: is_related.then(|| safe::line(file.shown_name()).into_owned()),
        label: safe::line(&label.text).into_owned(),
    }
}

/// The length of the element that starts `text`: an annotation, a document marker or a word.
fn started(text: &str) -> usize {
    if text.starts_with("#@") || text.starts_with('@') || text.starts_with("(@") {
        return text.trim_end().len();
    }
    if text.starts_with("---") {
        return 3;
    }
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    if text.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        text.find(|c: char| !is_word(c)).unwrap_or(text.len())
    } else {
        0
    }
}

/// Replaces tabs and control characters, so that each takes one column, as it does in positions.
fn visible(c: char) -> char {
    if c == '\t' {
        ' '
    } else if c.is_control() {
        char::REPLACEMENT_CHARACTER
    } else {
        c
    }
}
