//! `JUnit` XML: a test suite for the run, a test case for each file.

use std::io::{self, Write};

use crate::report::{FileReport, Report};

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let failures =
        report.files.iter().filter(|file| file.failure.is_none() && !file.is_valid()).count();
    let errors = report.files.iter().filter(|file| file.failure.is_some()).count();
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        out,
        r#"<testsuites><testsuite name="yardstick" tests="{}" failures="{failures}" errors="{errors}" time="{:.3}">"#,
        report.files.len(),
        report.duration.as_secs_f64()
    )?;
    for file in &report.files {
        case(report, file, out)?;
    }
    writeln!(out, "</testsuite></testsuites>")
}

fn case(report: &Report, file: &FileReport, out: &mut dyn Write) -> io::Result<()> {
    let name = escape(&file.name);
    let class = escape(file.schema.as_deref().unwrap_or("yardstick"));
    if file.failure.is_none() && file.findings.is_empty() {
        return writeln!(out, r#"  <testcase name="{name}" classname="{class}"/>"#);
    }
    writeln!(out, r#"  <testcase name="{name}" classname="{class}">"#)?;
    if let Some(problem) = &file.failure {
        let message = if problem.message.is_empty() { "invalid schema" } else { &problem.message };
        writeln!(out, r#"    <error message="{}" type="{}"/>"#, escape(message), problem.code)?;
    }
    for finding in &file.findings {
        let place = finding.span().map_or_else(String::new, |span| {
            let start = report.range(span).start;
            format!("{}:{}:{}: ", file.name, start.line, start.column)
        });
        let problem = &finding.diagnostic;
        let mut text = format!("{place}{}: {}", finding.path, problem.message);
        for note in &problem.notes {
            text.push_str("\nhelp: ");
            text.push_str(note);
        }
        writeln!(
            out,
            r#"    <failure message="{}" type="{}">{}</failure>"#,
            escape(&problem.message),
            problem.code,
            escape(&text)
        )?;
    }
    writeln!(out, "  </testcase>")
}

/// Text in XML 1.0, which has no place for most control characters.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn escapes() {
        assert_eq!(escape("a<b>&\"\u{1}\n"), "a&lt;b&gt;&amp;&quot;\u{FFFD}&#10;");
    }
}
