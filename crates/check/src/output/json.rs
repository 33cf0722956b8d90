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
    let is_warning = |(_, problem): &(_, &Diagnostic)| problem.severity == Severity::Warning;
    let failures: Vec<Json> = report
        .failures()
        .map(|(file, problem)| failure(report, file.as_deref(), problem))
        .collect();
    let document = json!({
        "version": 1,
        "summary": {
            "files": report.files.len(),
            "documents": report.files.iter().map(checked).sum::<usize>(),
            "errors": report.files.iter().map(FileReport::errors).sum::<usize>(),
            "omitted": report.files.iter().map(FileReport::omitted).sum::<usize>(),
            "failures": report.failures().filter(|one| !is_warning(one)).count(),
            "warnings": report.failures().filter(is_warning).count(),
            "duration_ms": report.duration.as_millis() as u64,
        },
        "results": report.files.iter().flat_map(|file| results(report, file)).collect::<Json>(),
        "failures": failures,
    });
    writeln!(out, "{document:#}")
}

/// How many documents of `file` were looked at.
fn checked(file: &FileReport) -> usize {
    file.documents.iter().filter(|verdict| verdict.document > 0).count()
}

/// One result for each document with findings; a file without any is one result.
fn results(report: &Report, file: &FileReport) -> Vec<Json> {
    let result = |document: usize, count: usize, errors: Vec<Json>| {
        let mut result = json!({
            "file": file.name,
            "schema": file.schema,
            "document": number(document),
            "valid": count == 0 && file.failure.is_none(),
            "errorCount": count,
            "errors": errors,
        });
        if let Some(why) = &file.failure {
            result["failure"] = report.in_one_line(why.problem()).into();
        }
        result
    };
    let mut numbers: Vec<(usize, usize)> =
        file.documents.iter().map(|verdict| (verdict.document, verdict.errors)).collect();
    numbers.retain(|&(document, errors)| errors > 0 || !file.findings_of(document).is_empty());
    if numbers.is_empty() {
        return vec![result(0, 0, Vec::new())];
    }
    numbers
        .into_iter()
        .map(|(document, count)| {
            let findings = file.findings_of(document).iter();
            result(document, count, findings.map(|one| finding(report, one)).collect())
        })
        .collect()
}

/// The number of a document; null for the file as a whole.
fn number(document: usize) -> Json {
    if document == 0 { Json::Null } else { document.into() }
}

/// One finding per line, each with its file; then what could not be checked.
pub(super) fn lines(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for (file, one) in report.findings() {
        let mut line = json!({ "file": file.name, "document": number(one.document) });
        if let (Json::Object(line), Json::Object(rest)) = (&mut line, finding(report, one)) {
            line.extend(rest);
        }
        writeln!(out, "{line}")?;
    }
    for (file, problem) in report.failures() {
        writeln!(out, "{}", failure(report, file.as_deref(), problem))?;
    }
    Ok(())
}

fn severity(problem: &Diagnostic) -> &'static str {
    if problem.severity == Severity::Error { "error" } else { "warning" }
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
        "severity": severity(problem),
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

fn failure(report: &Report, file: Option<&str>, problem: &Diagnostic) -> Json {
    json!({
        "file": file,
        "document": null,
        "code": problem.code,
        "severity": severity(problem),
        "message": problem.message,
        "range": problem.labels.first().map(|label| range(report, label.span)),
        "hints": problem.notes,
    })
}

fn range(report: &Report, span: Span) -> Json {
    let range = report.range(span);
    let position = |at: crate::report::Position| json!({ "line": at.line, "column": at.column, "offset": at.offset });
    json!({ "start": position(range.start), "end": position(range.end) })
}
