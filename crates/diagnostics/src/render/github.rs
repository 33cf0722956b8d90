//! Renders annotations for GitHub workflows: `::error file=...::message`.

use std::fmt::Write;

use crate::{Diagnostic, RunReport, Severity, safe};

/// The report as workflow commands, one per line.
pub fn report(report: &RunReport) -> String {
    let mut out = String::new();
    for file in &report.files {
        for finding in &file.findings {
            let (title, path) = match finding.path() {
                Some(path) => (finding.keyword(), format!("{path}: ")),
                None => (finding.code.id(), String::new()),
            };
            annotation(report, finding, &file.name, title, &path, &mut out);
        }
        if let Some(more) = file.not_shown() {
            let _ = writeln!(out, "::notice file={}::{}", property(&file.name), message(&more));
        }
    }
    for (file, problem) in report.failures() {
        annotation(report, problem, &file.unwrap_or_default(), problem.code.id(), "", &mut out);
    }
    out
}

fn annotation(
    report: &RunReport,
    problem: &Diagnostic,
    file: &str,
    title: &str,
    path: &str,
    out: &mut String,
) {
    let level = if problem.severity == Severity::Error { "error" } else { "warning" };
    let _ = write!(out, "::{level} ");
    match problem.span() {
        Some(span) => {
            let range = report.range(span);
            let file = property(&report.file_name(span));
            let _ = write!(
                out,
                "file={file},line={},endLine={},col={},endColumn={},",
                range.start.line, range.end.line, range.start.column, range.end.column
            );
        }
        None if !file.is_empty() => {
            let _ = write!(out, "file={},", property(file));
        }
        None => {}
    }
    let title = property(&format!("yardstick({title})"));
    let text = message(&format!("{path}{}", problem.message_with_help()));
    let _ = writeln!(out, "title={title}::{text}");
}

/// Escapes line breaks, because a message must stay on one line.
fn message(text: &str) -> String {
    safe::controls(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property, where separators need escapes too.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(message("100%: a,b\r\nc"), "100%25: a,b%0D%0Ac");
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
    }
}
