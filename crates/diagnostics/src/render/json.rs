//! Renders all data of a report as JSON.

use serde_json::{Value as Json, json};

use crate::{Diagnostic, FileReport, Position, RunReport, Severity, Span};

/// One document for the whole run.
pub fn report(report: &RunReport) -> String {
    let is_warning = |(_, problem): &(_, &Diagnostic)| problem.severity == Severity::Warning;
    let failures: Vec<Json> = report
        .failures()
        .map(|(file, problem)| failure(report, file.as_deref(), problem))
        .collect();
    let is_doubt = |(_, finding): &(_, &Diagnostic)| finding.severity == Severity::Warning;
    let doubts = report.findings().filter(is_doubt).count();
    let mut document = json!({
        "version": 1,
        "summary": {
            "files": report.files.len(),
            "skipped": report.files.iter().filter(|file| file.is_skipped()).count(),
            "documents": report.files.iter().map(checked).sum::<usize>(),
            "errors": report.files.iter().map(FileReport::errors).sum::<usize>(),
            "omitted": report.files.iter().map(FileReport::omitted).sum::<usize>(),
            "failures": report.failures().filter(|one| !is_warning(one)).count(),
            "warnings": report.failures().filter(is_warning).count() + doubts,
        },
        "results": report.files.iter().flat_map(|file| results(report, file)).collect::<Json>(),
        "failures": failures,
    });
    // Only `check` measures its duration.
    if !report.duration.is_zero() {
        document["summary"]["duration_ms"] = (report.duration.as_millis() as u64).into();
    }
    format!("{document:#}\n")
}

/// The number of documents of `file` that were checked.
fn checked(file: &FileReport) -> usize {
    file.documents.iter().filter(|verdict| verdict.document > 0).count()
}

/// One result per document with findings. A file without findings is one result.
fn results(report: &RunReport, file: &FileReport) -> Vec<Json> {
    let result = |document: usize, count: usize, errors: Vec<Json>| {
        let mut result = json!({
            "file": file.name,
            "schema": file.schema.as_deref(),
            "document": number(document),
            "valid": count == 0 && file.failure.is_none(),
            "errorCount": count,
            "errors": errors,
        });
        if file.is_skipped() {
            result["valid"] = Json::Null;
            result["skipped"] = "no schema applies".into();
        }
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
pub(super) fn number(document: usize) -> Json {
    if document == 0 { Json::Null } else { document.into() }
}

fn severity(problem: &Diagnostic) -> &'static str {
    if problem.severity == Severity::Error { "error" } else { "warning" }
}

/// All data of one finding.
pub(super) fn finding(report: &RunReport, problem: &Diagnostic) -> Json {
    let path = problem.subject.as_ref().map(|subject| subject.path.to_string());
    let key = problem.subject.as_ref().and_then(|subject| subject.key);
    let rule = problem.rule();
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
        "code": problem.code.id(),
        "severity": severity(problem),
        "keyword": problem.keyword(),
        "message": problem.message,
        "path": path.unwrap_or_else(|| ".".to_owned()),
        "pointer": problem.pointer(),
        "schemaPath": rule.map_or("", |rule| &rule.pointer),
        "schemaLocation": rule.and_then(|rule| rule.location.as_deref()),
        "range": problem.span().map(|span| range(report, span)),
        "keyRange": key.map(|span| range(report, span)),
        "related": related,
        "hints": problem.notes,
    });
    if !problem.context.is_empty() {
        out["context"] = problem.context.clone().into();
    }
    if let Some(fix) = &problem.fix {
        out["fix"] = json!({
            "range": range(report, fix.span),
            "replacement": fix.replacement,
            "description": fix.description,
        });
    }
    if !problem.branches().is_empty() {
        let branches = problem.branches().iter().map(|branch| {
            let errors: Vec<Json> =
                branch.problems.iter().map(|inner| finding(report, inner)).collect();
            json!({ "branch": branch.number, "errors": errors })
        });
        out["branches"] = branches.collect();
    }
    out
}

/// The entry for something that could not be checked.
pub(super) fn failure(report: &RunReport, file: Option<&str>, problem: &Diagnostic) -> Json {
    let mut out = json!({
        "file": file,
        "document": null,
        "code": problem.code.id(),
        "severity": severity(problem),
        "message": problem.message,
        "range": problem.span().map(|span| range(report, span)),
        "hints": problem.notes,
    });
    if !problem.context.is_empty() {
        out["context"] = problem.context.clone().into();
    }
    out
}

fn range(report: &RunReport, span: Span) -> Json {
    let range = report.range(span);
    let position =
        |at: Position| json!({ "line": at.line, "column": at.column, "offset": at.offset });
    json!({ "start": position(range.start), "end": position(range.end) })
}
