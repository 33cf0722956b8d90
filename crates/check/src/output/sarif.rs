//! SARIF 2.1.0, for code scanning.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use serde_json::{Value as Json, json};
use yardstick_diagnostics::{Diagnostic, Severity, Span};

use crate::{
    errors::{Finding, Rule, find_rule},
    fingerprint,
    report::Report,
};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const HELP: &str = "https://json-schema.org/understanding-json-schema/reference";

pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut rules: Vec<&'static Rule> = Vec::new();
    let mut results = Vec::new();
    for (file, finding) in report.findings() {
        let rule = rule_index(&mut rules, finding.diagnostic.code);
        results.push(result(report, &file.name, finding, rule));
    }
    for problem in report.failures().filter(|problem| !problem.message.is_empty()) {
        let rule = rule_index(&mut rules, problem.code);
        results.push(failure(report, problem, rule));
    }
    let rules: Vec<Json> = rules
        .into_iter()
        .map(|rule| {
            json!({
                "id": rule.code,
                "name": rule.name,
                "shortDescription": { "text": rule.description },
                "helpUri": HELP,
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
                "informationUri": HELP,
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    writeln!(out, "{log:#}")
}

fn rule_index(rules: &mut Vec<&'static Rule>, code: &str) -> Option<usize> {
    let rule = find_rule(code)?;
    Some(rules.iter().position(|known| known.code == rule.code).unwrap_or_else(|| {
        rules.push(rule);
        rules.len() - 1
    }))
}

fn result(report: &Report, file: &str, finding: &Finding, rule: Option<usize>) -> Json {
    let problem = &finding.diagnostic;
    let pointer = finding.path.pointer();
    let mut location = json!({ "logicalLocations": [{ "fullyQualifiedName": pointer }] });
    if let Some(span) = finding.span() {
        location["physicalLocation"] = physical(report, span);
    }
    let mut out = base(problem, rule);
    out["locations"] = json!([location]);
    out["partialFingerprints"] =
        json!({ "yardstick/v1": fingerprint::hex(&[problem.code, &pointer, file]) });
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

fn failure(report: &Report, problem: &Diagnostic, rule: Option<usize>) -> Json {
    let mut out = base(problem, rule);
    if let Some(label) = problem.labels.first() {
        out["locations"] = json!([{ "physicalLocation": physical(report, label.span) }]);
    }
    out
}

fn base(problem: &Diagnostic, rule: Option<usize>) -> Json {
    let mut text = problem.message.clone();
    for note in &problem.notes {
        text.push_str("\nhelp: ");
        text.push_str(note);
    }
    let level = if problem.severity == Severity::Error { "error" } else { "warning" };
    let mut out = json!({ "ruleId": problem.code, "level": level, "message": { "text": text } });
    if let Some(rule) = rule {
        out["ruleIndex"] = rule.into();
    }
    out
}

fn physical(report: &Report, span: Span) -> Json {
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

/// A relative path is relative to the sources' root; what is a URL stays one.
fn artifact(name: &str) -> Json {
    if name.contains("://") {
        return json!({ "uri": name });
    }
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
