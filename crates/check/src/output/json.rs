//! Everything a report holds, as JSON.

use std::io::{self, Write};

use serde_json::{Value as Json, json};
use yardstick_diagnostics::{Diagnostic, Severity, Span};

use crate::{
    errors::Finding,
    report::{FileReport, Report},
};

/// One document for the whole run.
pub(super) fn document(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut results = Vec::new();
    for file in &report.files {
        // One result for each document with findings; a file without any is one result.
        let mut numbers: Vec<usize> =
            file.findings.iter().map(|finding| finding.document).collect();
        numbers.dedup();
        if numbers.is_empty() {
            numbers.push(0);
        }
        for number in numbers {
            let of_document = |finding: &&Finding| finding.document == number;
            let errors: Vec<Json> =
                file.findings.iter().filter(of_document).map(|one| finding(report, one)).collect();
            results.push(json!({
                "file": file.name,
                "schema": file.schema,
                "document": if number == 0 { Json::Null } else { number.into() },
                "valid": errors.is_empty() && file.failure.is_none(),
                "errors": errors,
            }));
        }
    }
    let warnings =
        report.schemas.iter().filter(|problem| problem.severity == Severity::Warning).count();
    let failures: Vec<Json> = report
        .failures()
        .filter(|problem| !problem.message.is_empty())
        .map(|problem| failure(report, problem))
        .collect();
    let document = json!({
        "version": 1,
        "summary": {
            "files": report.files.len(),
            "documents": report.files.iter().map(|file| file.documents).sum::<usize>(),
            "errors": report.files.iter().map(FileReport::errors).sum::<usize>(),
            "warnings": warnings,
            "duration_ms": report.duration.as_millis() as u64,
        },
        "results": results,
        "failures": failures,
    });
    writeln!(out, "{document:#}")
}

/// One finding per line, each with its file.
pub(super) fn lines(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for (file, one) in report.findings() {
        let mut line = json!({ "file": file.name, "document": one.document });
        if let (Json::Object(line), Json::Object(rest)) = (&mut line, finding(report, one)) {
            line.extend(rest);
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn finding(report: &Report, finding: &Finding) -> Json {
    let problem = &finding.diagnostic;
    let related: Vec<Json> = problem
        .labels
        .iter()
        .skip(1)
        .map(|label| {
            json!({
                "file": report.file_name(label.span),
                "range": range(report, label.span),
                "message": label.text,
            })
        })
        .collect();
    let mut out = json!({
        "code": problem.code,
        "keyword": finding.keyword,
        "message": problem.message,
        "path": finding.path.to_string(),
        "pointer": finding.path.pointer(),
        "schemaPath": finding.schema_pointer,
        "schemaLocation": finding.schema_location,
        "range": finding.span().map(|span| range(report, span)),
        "keyRange": finding.key.map(|span| range(report, span)),
        "related": related,
        "hints": problem.notes,
    });
    if let Some(fix) = &problem.fix {
        out["fix"] = json!({
            "range": range(report, fix.span),
            "replacement": fix.replacement,
            "description": fix.description,
        });
    }
    if !finding.branches.is_empty() {
        let branches = finding.branches.iter().map(|branch| {
            let errors: Vec<Json> =
                branch.findings.iter().map(|inner| self::finding(report, inner)).collect();
            json!({ "branch": branch.number, "errors": errors })
        });
        out["branches"] = branches.collect();
    }
    out
}

fn failure(report: &Report, problem: &Diagnostic) -> Json {
    let place = problem.labels.first();
    json!({
        "code": problem.code,
        "severity": if problem.severity == Severity::Error { "error" } else { "warning" },
        "message": problem.message,
        "file": place.map(|label| report.file_name(label.span)),
        "range": place.map(|label| range(report, label.span)),
        "hints": problem.notes,
    })
}

fn range(report: &Report, span: Span) -> Json {
    let range = report.range(span);
    let position = |at: crate::report::Position| json!({ "line": at.line, "column": at.column, "offset": at.offset });
    json!({ "start": position(range.start), "end": position(range.end) })
}
