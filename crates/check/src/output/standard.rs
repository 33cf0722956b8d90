//! The output formats JSON Schema itself describes.

use std::io::{self, Write};

use serde_json::{Value as Json, json};

use crate::{
    errors::Finding,
    report::{FileReport, Report},
};

/// `{"valid": ...}` and nothing else.
pub(super) fn flag(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    each(report, out, |file| json!({ "valid": file.is_valid() }))
}

/// A flat list of errors.
pub(super) fn basic(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    each(report, out, |file| {
        let errors: Vec<Json> = file
            .findings
            .iter()
            .map(|finding| {
                json!({
                    "keywordLocation": finding.evaluation_pointer,
                    "absoluteKeywordLocation": finding.schema_location,
                    "instanceLocation": finding.path.pointer(),
                    "error": finding.diagnostic.message,
                })
            })
            .collect();
        if errors.is_empty() {
            json!({ "valid": file.is_valid() })
        } else {
            json!({ "valid": false, "errors": errors })
        }
    })
}

/// Errors grouped by the schema they come from.
pub(super) fn hierarchical(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    each(report, out, |file| {
        let mut units: Vec<(String, String, Json)> = Vec::new();
        for finding in &file.findings {
            let (schema, keyword) = split(finding);
            let instance = finding.path.pointer();
            let known = units.iter_mut().find(|unit| unit.0 == schema && unit.1 == instance);
            let message = finding.diagnostic.message.as_str();
            if let Some(unit) = known {
                unit.2["errors"][keyword] = message.into();
            } else {
                let unit = json!({
                    "valid": false,
                    "evaluationPath": schema,
                    "schemaLocation": finding.schema_location,
                    "instanceLocation": instance,
                    "errors": { keyword: message },
                });
                units.push((schema, instance, unit));
            }
        }
        let mut root = json!({
            "valid": file.is_valid(),
            "evaluationPath": "",
            "schemaLocation": file.schema,
            "instanceLocation": "",
        });
        if !units.is_empty() {
            root["details"] = units.into_iter().map(|unit| unit.2).collect();
        }
        root
    })
}

fn split(finding: &Finding) -> (String, String) {
    match finding.evaluation_pointer.rsplit_once('/') {
        Some((schema, keyword)) => (schema.to_owned(), keyword.to_owned()),
        None => (String::new(), finding.keyword.clone()),
    }
}

/// The result of a single file, or a list of results with the files' names.
fn each(
    report: &Report,
    out: &mut dyn Write,
    result: impl Fn(&FileReport) -> Json,
) -> io::Result<()> {
    match report.files.as_slice() {
        [file] => writeln!(out, "{:#}", result(file)),
        files => {
            let results = files.iter().map(|file| {
                let mut result = result(file);
                result["file"] = file.name.as_str().into();
                result
            });
            writeln!(out, "{:#}", results.collect::<Json>())
        }
    }
}
