//! `JUnit` XML: a test suite for the run, a test case for each file.

use std::io::{self, Write};

use crate::report::{Failure, FileReport, Report};

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let failures =
        report.files.iter().filter(|file| file.failure.is_none() && !file.is_valid()).count();
    let mut errors = report.files.iter().filter(|file| file.failure.is_some()).count();
    let mut tests = report.files.len();
    // Without files there is nobody to blame but the schema or the configuration.
    let alone: Vec<_> =
        if report.files.is_empty() { report.failures().collect() } else { Vec::new() };
    tests += alone.len();
    errors += alone.len();
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        out,
        r#"<testsuites><testsuite name="yardstick" tests="{tests}" failures="{failures}" errors="{errors}" time="{:.3}">"#,
        report.duration.as_secs_f64()
    )?;
    for (file, problem) in alone {
        let failure = Some(Failure::Own(Box::new(problem.clone())));
        let name = file.unwrap_or_default();
        case(report, &FileReport { name, failure, ..FileReport::default() }, out)?;
    }
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
    if let Some(why) = &file.failure {
        let problem = why.problem();
        writeln!(
            out,
            r#"    <error message="{}" type="{}">{}</error>"#,
            escape(&problem.message),
            problem.code,
            escape(&report.in_one_line(problem))
        )?;
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
    if let Some(more) = super::not_shown(file) {
        writeln!(out, "    <system-out>{}</system-out>", escape(&more))?;
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
