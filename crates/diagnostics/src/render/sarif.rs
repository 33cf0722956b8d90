//! Renders SARIF 2.1.0, the format of code scanning services.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::fingerprint::Fingerprints;
use crate::{Code, Diagnostic, RunReport, Severity, Span};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The report as a SARIF log.
pub fn report(report: &RunReport) -> String {
    let mut rules: Vec<Code> = Vec::new();
    let mut fingerprints = Fingerprints::default();
    let mut results = Vec::new();
    for (file, finding) in report.findings() {
        let rule = rule_index(&mut rules, finding.code);
        let mut result = result(report, finding, rule);
        identify(&mut result, &fingerprints.of_finding(&file.name, finding));
        results.push(result);
    }
    for (file, problem) in report.failures() {
        let rule = rule_index(&mut rules, problem.code);
        let mut result = failure(report, file.as_deref(), problem, rule);
        identify(&mut result, &fingerprints.of_failure(&file.unwrap_or_default(), problem));
        results.push(result);
    }
    let rules: Vec<Json> = rules
        .into_iter()
        .map(|rule| {
            json!({
                "id": rule.id(),
                "name": rule.name(),
                "shortDescription": { "text": rule.summary() },
            })
        })
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "yardstick",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn rule_index(rules: &mut Vec<Code>, code: Code) -> usize {
    rules.iter().position(|known| *known == code).unwrap_or_else(|| {
        rules.push(code);
        rules.len() - 1
    })
}

fn identify(result: &mut Json, fingerprint: &str) {
    result["partialFingerprints"] = json!({ "yardstick/v1": fingerprint });
}

fn result(report: &RunReport, problem: &Diagnostic, rule: usize) -> Json {
    let pointer = problem.pointer();
    let mut location = json!({ "logicalLocations": [{ "fullyQualifiedName": pointer }] });
    if let Some(span) = problem.span() {
        location["physicalLocation"] = physical(report, span);
    }
    let mut out = base(problem, rule);
    out["locations"] = json!([location]);
    let related: Vec<Json> = problem
        .labels
        .iter()
        .skip(1)
        .enumerate()
        .map(|(at, label)| {
            json!({
                "id": at,
                "physicalLocation": physical(report, label.span),
                "message": { "text": label.text },
            })
        })
        .collect();
    if !related.is_empty() {
        out["relatedLocations"] = related.into();
    }
    out
}

fn failure(report: &RunReport, file: Option<&str>, problem: &Diagnostic, rule: usize) -> Json {
    let mut out = base(problem, rule);
    let place = match (problem.span(), file) {
        (Some(span), _) => Some(physical(report, span)),
        (None, Some(file)) => Some(json!({ "artifactLocation": artifact(file) })),
        (None, None) => None,
    };
    if let Some(place) = place {
        out["locations"] = json!([{ "physicalLocation": place }]);
    }
    out
}

fn base(problem: &Diagnostic, rule: usize) -> Json {
    let text = problem.message_with_help();
    let level = if problem.severity == Severity::Error { "error" } else { "warning" };
    json!({ "ruleId": problem.code.id(), "level": level, "message": { "text": text }, "ruleIndex": rule })
}

fn physical(report: &RunReport, span: Span) -> Json {
    let range = report.range(span);
    json!({
        "artifactLocation": artifact(&report.file_name(span)),
        "region": {
            "startLine": range.start.line,
            "startColumn": range.start.column,
            "endLine": range.end.line,
            "endColumn": range.end.column,
        },
    })
}

/// The location of a file. A relative path is relative to the root of the sources; a URL stays as it is.
fn artifact(name: &str) -> Json {
    if name.contains("://") {
        return json!({ "uri": name });
    }
    // Only platforms with a file system can turn an absolute path into a URL.
    #[cfg(not(target_family = "wasm"))]
    if let Ok(url) = url::Url::from_file_path(name) {
        return json!({ "uri": url.as_str() });
    }
    json!({ "uri": percent(name.trim_start_matches("./")), "uriBaseId": "%SRCROOT%" })
}

fn percent(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'/'
            | b'-'
            | b'_'
            | b'.'
            | b'~'
            | b'@'
            | b'+' => {
                out.push(byte as char);
            }
            b'\\' => out.push('/'),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}
