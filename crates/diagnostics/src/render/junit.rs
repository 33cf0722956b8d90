//! Renders `JUnit` XML: a test suite for the run and a test case for each file.

use std::fmt::Write;

use crate::{FileFailure, FileReport, RunReport, Severity, safe};

/// The report as XML.
pub fn report(report: &RunReport) -> String {
    let failures =
        report.files.iter().filter(|file| file.failure.is_none() && !file.is_valid()).count();
    let mut errors = report.files.iter().filter(|file| file.failure.is_some()).count();
    let mut tests = report.files.len();
    // If there are no files, the problem is in the schema or the configuration.
    let alone: Vec<_> =
        if report.files.is_empty() { report.failures().collect() } else { Vec::new() };
    tests += alone.len();
    errors += alone.len();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        r#"<testsuites><testsuite name="yardstick" tests="{tests}" failures="{failures}" errors="{errors}" time="{:.3}">"#,
        report.duration.as_secs_f64()
    );
    for (file, problem) in alone {
        let failure = Some(FileFailure::Own(Box::new(problem.clone())));
        let name = file.unwrap_or_default();
        case(report, &FileReport { name, failure, ..FileReport::default() }, &mut out);
    }
    for file in &report.files {
        case(report, file, &mut out);
    }
    out.push_str("</testsuite></testsuites>\n");
    out
}

fn case(report: &RunReport, file: &FileReport, out: &mut String) {
    let name = escape(&file.name);
    let class = escape(file.schema.as_deref().unwrap_or("yardstick"));
    if file.is_skipped() {
        let why = escape(file.excuse.as_deref().unwrap_or("no schema applies"));
        let _ = writeln!(
            out,
            r#"  <testcase name="{name}" classname="{class}"><skipped message="{why}"/></testcase>"#
        );
        return;
    }
    if file.failure.is_none() && file.findings.is_empty() {
        let _ = writeln!(out, r#"  <testcase name="{name}" classname="{class}"/>"#);
        return;
    }
    let _ = writeln!(out, r#"  <testcase name="{name}" classname="{class}">"#);
    if let Some(why) = &file.failure {
        let problem = why.problem();
        let _ = writeln!(
            out,
            r#"    <error message="{}" type="{}">{}</error>"#,
            escape(&problem.message),
            problem.code,
            escape(&report.in_one_line(problem))
        );
    }
    for problem in &file.findings {
        let place =
            problem.span().map_or_else(String::new, |span| format!("{}: ", report.place_of(span)));
        let text = match &problem.subject {
            Some(subject) => format!("{place}{}: {}", subject.path, problem.message_with_help()),
            None => format!("{place}{}", problem.message_with_help()),
        };
        // Warnings do not make a test fail.
        if problem.severity == Severity::Warning {
            let _ = writeln!(out, "    <system-out>{}</system-out>", escape(&text));
            continue;
        }
        let _ = writeln!(
            out,
            r#"    <failure message="{}" type="{}">{}</failure>"#,
            escape(&problem.message),
            problem.code,
            escape(&text)
        );
    }
    if let Some(more) = file.not_shown() {
        let _ = writeln!(out, "    <system-out>{}</system-out>", escape(&more));
    }
    out.push_str("  </testcase>\n");
}

/// Escapes text for XML 1.0, which cannot represent most control characters.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in safe::controls(text).chars() {
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
        assert_eq!(escape("a<b>&\"\u{1}\n"), "a&lt;b&gt;&amp;&quot;\\x01&#10;");
    }
}
