//! GitLab's code quality report.

use std::io::{self, Write};

use serde_json::{Value as Json, json};
use yardstick_diagnostics::{Diagnostic, Severity};

use crate::{errors::find_rule, fingerprint::Fingerprints, report::Report};

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut fingerprints = Fingerprints::default();
    let mut issues = Vec::new();
    for (file, finding) in report.findings() {
        let description = if finding.keyword.is_empty() {
            finding.diagnostic.message.clone()
        } else {
            format!("{}: {}", finding.path, finding.diagnostic.message)
        };
        let fingerprint = fingerprints.of_finding(&file.name, finding);
        issues.push(issue(report, &finding.diagnostic, &file.name, &description, &fingerprint));
    }
    for (file, problem) in report.failures() {
        let file = file.unwrap_or_default();
        let fingerprint = fingerprints.of_failure(&file, problem);
        issues.push(issue(report, problem, &file, &problem.message, &fingerprint));
    }
    writeln!(out, "{:#}", Json::Array(issues))
}

fn issue(
    report: &Report,
    problem: &Diagnostic,
    file: &str,
    description: &str,
    fingerprint: &str,
) -> Json {
    let place = problem.labels.first().map(|label| label.span);
    let path = place.map_or_else(|| file.to_owned(), |span| report.file_name(span));
    let line = place.map_or(1, |span| report.range(span).start.line);
    let name = find_rule(problem.code).map_or(problem.code, |rule| rule.name);
    json!({
        "description": description,
        "check_name": format!("{}/{name}", problem.code),
        "fingerprint": fingerprint,
        "severity": if problem.severity == Severity::Error { "major" } else { "minor" },
        "location": { "path": path.trim_start_matches("./"), "lines": { "begin": line } },
    })
}
