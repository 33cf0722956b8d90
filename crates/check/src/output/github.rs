//! Annotations of GitHub workflows: `::error file=...::message`.

use std::io::{self, Write};

use yardstick_diagnostics::{Diagnostic, Severity};

use crate::report::Report;

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for file in &report.files {
        for finding in &file.findings {
            let (title, path) = if finding.keyword.is_empty() {
                (finding.diagnostic.code, String::new())
            } else {
                (finding.keyword.as_str(), format!("{}: ", finding.path))
            };
            annotation(report, &finding.diagnostic, &file.name, title, &path, out)?;
        }
        if let Some(more) = super::not_shown(file) {
            writeln!(out, "::notice file={}::{}", property(&file.name), message(&more))?;
        }
    }
    for (file, problem) in report.failures() {
        annotation(report, problem, &file.unwrap_or_default(), problem.code, "", out)?;
    }
    Ok(())
}

fn annotation(
    report: &Report,
    problem: &Diagnostic,
    file: &str,
    title: &str,
    path: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let level = if problem.severity == Severity::Error { "error" } else { "warning" };
    write!(out, "::{level} ")?;
    match problem.labels.first() {
        Some(label) => {
            let range = report.range(label.span);
            let file = property(&report.file_name(label.span));
            write!(
                out,
                "file={file},line={},endLine={},col={},endColumn={},",
                range.start.line, range.end.line, range.start.column, range.end.column
            )?;
        }
        None if !file.is_empty() => write!(out, "file={},", property(file))?,
        None => {}
    }
    let mut text = format!("{path}{}", problem.message);
    for note in &problem.notes {
        text.push_str("\nhelp: ");
        text.push_str(note);
    }
    writeln!(out, "title={}::{}", property(&format!("yardstick({title})")), message(&text))
}

/// A message must stay on one line.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// In a property, separators are escaped too.
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
