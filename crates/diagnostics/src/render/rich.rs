//! Findings for people: place, message, the line with a mark under it, what may help.

use std::fmt::Write;

use super::style::Style;
use crate::{Diagnostic, FileReport, Label, RunReport, Severity};

/// Longest part of a line that is shown.
const WIDTH: usize = 120;

/// All findings, and how many there are.
pub fn findings(report: &RunReport, color: bool) -> String {
    let mut out = String::new();
    let style = Style::new(color);
    for file in &report.files {
        for finding in &file.findings {
            self::finding(report, finding, style, 0, &mut out);
        }
        if let Some(more) = file.not_shown() {
            let _ = writeln!(out, "{}: {more}", file.name);
        }
    }
    let errors: usize = report.files.iter().map(FileReport::errors).sum();
    if errors > 0 {
        let bad = report.files.iter().filter(|file| !file.is_valid()).count();
        let files = plural(report.files.len(), "file");
        let stopped = if report.fail_fast { "; stopped there (--fail-fast)" } else { "" };
        let _ = writeln!(out, "{} in {bad} of {files}{stopped}", plural(errors, "error"));
    }
    out
}

/// Everything, for a command that does not list files: problems without a place, then findings by file, then how
/// many there are.
pub fn all(report: &RunReport, color: bool) -> String {
    let mut out = failures(report, color);
    let style = Style::new(color);
    for (_, finding) in report.findings() {
        self::finding(report, finding, style, 0, &mut out);
    }
    let problems =
        || report.findings().map(|(_, one)| one).chain(report.failures().map(|(_, one)| one));
    let count = |severity| problems().filter(|one| one.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let counts = [(errors, "error"), (warnings, "warning")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, word)| plural(count, word)).collect();
    if !counts.is_empty() {
        let _ = write!(out, "{}", counts.join(", "));
        if !report.files.is_empty() {
            let _ = write!(out, " in {}", plural(report.files.len(), "file"));
        }
        out.push('\n');
    }
    out
}

fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// What is wrong with schemas and unreadable files.
pub fn failures(report: &RunReport, color: bool) -> String {
    let mut out = String::new();
    let style = Style::new(color);
    for (file, problem) in report.failures() {
        diagnostic(report, problem, file.as_deref(), style, 0, &mut out);
    }
    out
}

fn finding(
    report: &RunReport,
    finding: &Diagnostic,
    style: &Style,
    indent: usize,
    out: &mut String,
) {
    diagnostic(report, finding, None, style, indent, out);
    for branch in finding.branches() {
        let _ = writeln!(out, "{:indent$}  branch {}:", "", branch.number);
        if branch.problems.is_empty() {
            let _ = writeln!(out, "{:indent$}    matches", "");
        }
        for inner in &branch.problems {
            self::finding(report, inner, style, indent + 4, out);
        }
    }
}

fn diagnostic(
    report: &RunReport,
    problem: &Diagnostic,
    file: Option<&str>,
    style: &Style,
    indent: usize,
    out: &mut String,
) {
    let (color, word) = match problem.severity {
        Severity::Error => (style.error, "error"),
        Severity::Warning => (style.warning, "warning"),
    };
    let (bold, reset) = (style.bold, style.reset);
    let place = report.place(problem).or_else(|| file.map(str::to_owned));
    let place = place.map_or_else(String::new, |place| format!("{place}: "));
    let path = problem.path().map_or_else(String::new, |path| format!("{path}: "));
    let message = &problem.message;
    let _ = writeln!(
        out,
        "{:indent$}{bold}{place}{reset}{color}{word}[{}]{reset}: {path}{bold}{message}{reset}",
        "", problem.code
    );
    let mut labels = problem.labels.iter();
    if let Some(label) = labels.next() {
        excerpt(report, label, style, indent, out);
    }
    for label in labels {
        let place = report.place_of(label.span);
        let _ = writeln!(out, "{:indent$}  note: {place}: {}", "", label.text);
    }
    for note in &problem.notes {
        let _ = writeln!(out, "{:indent$}  help: {note}", "");
    }
}

/// The line of `label` with its columns marked; of a long line the part around them.
fn excerpt(report: &RunReport, label: &Label, style: &Style, indent: usize, out: &mut String) {
    let range = report.range(label.span);
    let text = report.sources.get(label.span.file).line_text(range.start.line);
    let text: Vec<char> = text.trim_end_matches('\r').chars().map(visible).collect();
    let column = (range.start.column as usize - 1).min(text.len());
    let end = if range.end.line == range.start.line {
        (range.end.column as usize - 1).min(text.len())
    } else {
        text.len()
    };
    let from = column.saturating_sub(WIDTH / 2);
    let to = text.len().min(from + WIDTH);
    let shown: String = text[from..to].iter().collect();
    let marks = end.min(to).saturating_sub(column).max(1);
    let number = range.start.line.to_string();
    let margin = " ".repeat(number.len());
    let (faint, color, reset) = (style.faint, style.error, style.reset);
    let _ = writeln!(out, "{:indent$}{faint} {margin} |{reset}", "");
    let _ = writeln!(out, "{:indent$}{faint} {number} |{reset} {shown}", "");
    let before = " ".repeat(column - from);
    let marks = "^".repeat(marks);
    let _ = writeln!(out, "{:indent$}{faint} {margin} |{reset} {before}{color}{marks}{reset}", "");
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
