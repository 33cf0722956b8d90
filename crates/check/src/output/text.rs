//! Findings for people: place, message, the line with a mark under it, what may help.

use std::io::{self, Write};

use yardstick_diagnostics::{Diagnostic, Label, Severity};

use crate::{errors::Finding, report::Report};

/// Longest part of a line that is shown.
const WIDTH: usize = 120;

struct Style {
    bold: &'static str,
    error: &'static str,
    warning: &'static str,
    faint: &'static str,
    reset: &'static str,
}

const PLAIN: Style = Style { bold: "", error: "", warning: "", faint: "", reset: "" };
const COLOURS: Style = Style {
    bold: "\x1b[1m",
    error: "\x1b[1;31m",
    warning: "\x1b[1;33m",
    faint: "\x1b[2m",
    reset: "\x1b[0m",
};

fn style(colours: bool) -> &'static Style {
    if colours { &COLOURS } else { &PLAIN }
}

/// All findings, and how many there are.
pub(super) fn findings(report: &Report, colours: bool, out: &mut dyn Write) -> io::Result<()> {
    let style = style(colours);
    for file in &report.files {
        for finding in &file.findings {
            self::finding(report, finding, style, 0, out)?;
        }
        if let Some(more) = super::not_shown(file) {
            writeln!(out, "{}: {more}", file.name)?;
        }
    }
    let errors: usize = report.files.iter().map(crate::report::FileReport::errors).sum();
    if errors > 0 {
        let plural =
            |count, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let bad = report.files.iter().filter(|file| !file.is_valid()).count();
        let files = plural(report.files.len(), "file");
        let stopped = if report.fail_fast { "; stopped there (--fail-fast)" } else { "" };
        writeln!(out, "{} in {bad} of {files}{stopped}", plural(errors, "error"))?;
    }
    Ok(())
}

/// What is wrong with schemas and unreadable files.
pub(super) fn failures(report: &Report, colours: bool, err: &mut dyn Write) -> io::Result<()> {
    let style = style(colours);
    for (file, problem) in report.failures() {
        diagnostic(report, problem, "", file.as_deref(), style, 0, err)?;
    }
    Ok(())
}

fn finding(
    report: &Report,
    finding: &Finding,
    style: &Style,
    indent: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    // Problems of YAML itself have no path.
    let path =
        if finding.keyword.is_empty() { String::new() } else { format!("{}: ", finding.path) };
    diagnostic(report, &finding.diagnostic, &path, None, style, indent, out)?;
    for branch in &finding.branches {
        writeln!(out, "{:indent$}  branch {}:", "", branch.number)?;
        if branch.findings.is_empty() {
            writeln!(out, "{:indent$}    matches", "")?;
        }
        for inner in &branch.findings {
            self::finding(report, inner, style, indent + 4, out)?;
        }
    }
    Ok(())
}

fn diagnostic(
    report: &Report,
    problem: &Diagnostic,
    path: &str,
    file: Option<&str>,
    style: &Style,
    indent: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (colour, word) = match problem.severity {
        Severity::Error => (style.error, "error"),
        Severity::Warning => (style.warning, "warning"),
    };
    let (bold, reset) = (style.bold, style.reset);
    let place = match problem.labels.first() {
        Some(label) => {
            let start = report.range(label.span).start;
            format!("{}:{}:{}: ", report.file_name(label.span), start.line, start.column)
        }
        None => file.map_or_else(String::new, |file| format!("{file}: ")),
    };
    let message = &problem.message;
    writeln!(
        out,
        "{:indent$}{bold}{place}{reset}{colour}{word}[{}]{reset}: {path}{bold}{message}{reset}",
        "", problem.code
    )?;
    let mut labels = problem.labels.iter();
    if let Some(label) = labels.next() {
        excerpt(report, label, style, indent, out)?;
    }
    for label in labels {
        let start = report.range(label.span).start;
        let name = report.file_name(label.span);
        writeln!(
            out,
            "{:indent$}  note: {name}:{}:{}: {}",
            "", start.line, start.column, label.text
        )?;
    }
    for note in &problem.notes {
        writeln!(out, "{:indent$}  help: {note}", "")?;
    }
    Ok(())
}

/// The line of `label` with its columns marked; of a long line the part around them.
fn excerpt(
    report: &Report,
    label: &Label,
    style: &Style,
    indent: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
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
    let (faint, colour, reset) = (style.faint, style.error, style.reset);
    writeln!(out, "{:indent$}{faint} {margin} |{reset}", "")?;
    writeln!(out, "{:indent$}{faint} {number} |{reset} {shown}", "")?;
    let before = " ".repeat(column - from);
    writeln!(
        out,
        "{:indent$}{faint} {margin} |{reset} {before}{colour}{}{reset}",
        "",
        "^".repeat(marks)
    )
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
