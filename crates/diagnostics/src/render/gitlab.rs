//! Renders the code quality report of GitLab.

use serde_json::{Value as Json, json};

use super::fingerprint::Fingerprints;
use crate::{Diagnostic, RunReport, Severity};

/// The report as a JSON array of issues.
pub fn report(report: &RunReport) -> String {
    let mut fingerprints = Fingerprints::default();
    let mut issues = Vec::new();
    for (file, finding) in report.findings() {
        let description = match finding.path() {
            Some(path) => format!("{path}: {}", finding.message),
            None => finding.message.clone(),
        };
        let fingerprint = fingerprints.of_finding(&file.name, finding);
        issues.push(issue(report, finding, &file.name, &description, &fingerprint));
    }
    for (file, problem) in report.failures() {
        let file = file.unwrap_or_default();
        let fingerprint = fingerprints.of_failure(&file, problem);
        issues.push(issue(report, problem, &file, &problem.message, &fingerprint));
    }
    format!("{:#}\n", Json::Array(issues))
}

fn issue(
    report: &RunReport,
    problem: &Diagnostic,
    file: &str,
    description: &str,
    fingerprint: &str,
) -> Json {
    let place = problem.span();
    let path = place.map_or_else(|| file.to_owned(), |span| report.file_name(span));
    let line = place.map_or(1, |span| report.range(span).start.line);
    let name = problem.code.name();
    json!({
        "description": description,
        "check_name": format!("{}/{name}", problem.code),
        "fingerprint": fingerprint,
        "severity": if problem.severity == Severity::Error { "major" } else { "minor" },
        "location": { "path": path.trim_start_matches("./"), "lines": { "begin": line } },
    })
}
