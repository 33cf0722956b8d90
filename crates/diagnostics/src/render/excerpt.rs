//! The lines that a problem is about, with marks under the exact columns.
//!
//! The crate `annotate-snippets` draws them: it knows how wide characters are, what to do with tabs and long lines, and
//! how several marks share a line. The line with place, code and message above them is ours: it has everything
//! that editors and `grep` look for, in one line.

use std::{borrow::Cow, ops::Range};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::{Diagnostic, Label, RunReport, Secrecy, Severity, Span, safe, secrets};

/// Columns that are used; longer lines are cut around the marks.
const WIDTH: usize = 120;

/// Places that are shown with their lines, beside the first.
const MOST_RELATED: usize = 9;

/// What is drawn of one place.
struct Line {
    text: String,
    number: usize,
    marked: Range<usize>,
    /// Named before the line, except for the first place, which the message names.
    path: Option<String>,
    label: String,
}

/// The excerpt of `problem`: its place, and those that take part if `with_related`.
pub(super) fn of(
    report: &RunReport,
    problem: &Diagnostic,
    with_related: bool,
    color: bool,
) -> String {
    let related = if with_related { MOST_RELATED } else { 0 };
    let lines: Vec<Line> = (problem.labels.iter().enumerate().take(1 + related))
        .map(|(at, label)| {
            // Where a text stops being YAML, the exact column is what matters.
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
    // Of a place that is only a start, the rest of the line is shown: an annotation, a document.
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
    // Masking the whole report later does not move the marks.
    let parts = [&text[..from], &text[from..to.max(from)], &text[to.max(from)..]]
        .map(secrets::without_passwords);
    if parts.iter().any(|part| matches!(part, Cow::Owned(_))) {
        (from, to) = (parts[0].len(), parts[0].len() + parts[1].len());
        text = parts.concat();
    }
    // Of a long line only the part around the mark is drawn: there may be many marks on it.
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

/// How much of `text` belongs to what starts there: an annotation, the mark of a document, a word.
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

/// Tabs and control characters take one column, like in positions.
fn visible(c: char) -> char {
    if c == '\t' {
        ' '
    } else if c.is_control() {
        char::REPLACEMENT_CHARACTER
    } else {
        c
    }
}
