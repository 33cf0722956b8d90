//! GitLab's code quality report.

use std::io::{self, Write};

use serde_json::{Value as Json, json};
use yardstick_diagnostics::{Diagnostic, Severity};

use crate::{errors::find_rule, fingerprint, report::Report};

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut issues = Vec::new();
    for (file, finding) in report.findings() {
        let pointer = finding.path.pointer();
        let description = if finding.keyword.is_empty() {
            finding.diagnostic.message.clone()
        } else {
            format!("{}: {}", finding.path, finding.diagnostic.message)
        };
        issues.push(issue(report, &finding.diagnostic, &file.name, &pointer, &description));
    }
    for problem in report.failures().filter(|problem| !problem.message.is_empty()) {
        issues.push(issue(report, problem, "", "", &problem.message));
    }
    writeln!(out, "{:#}", Json::Array(issues))
}

fn issue(
    report: &Report,
    problem: &Diagnostic,
    file: &str,
    pointer: &str,
    description: &str,
) -> Json {
    let place = problem.labels.first().map(|label| label.span);
    let path = place.map_or_else(|| file.to_owned(), |span| report.file_name(span));
    let line = place.map_or(1, |span| report.range(span).start.line);
    let name = find_rule(problem.code).map_or(problem.code, |rule| rule.name);
    json!({
        "description": description,
        "check_name": format!("{}/{name}", problem.code),
        "fingerprint": fingerprint::hex(&[problem.code, pointer, &path, description]),
        "severity": if problem.severity == Severity::Error { "major" } else { "minor" },
        "location": { "path": path.trim_start_matches("./"), "lines": { "begin": line } },
    })
}
