//! Renders the output formats that JSON Schema defines: one result per document.

use std::collections::HashMap;

use serde_json::{Map, Value as Json, json};

use crate::{Diagnostic, FileReport, RunReport};

/// The result for one document.
struct Unit<'r> {
    file: &'r FileReport,
    /// The number of the document; 0 for the file as a whole.
    document: usize,
    /// The number of all errors, shown or not.
    errors: usize,
    /// The reason why the file could not be checked.
    failure: Option<String>,
}

impl Unit<'_> {
    fn is_valid(&self) -> bool {
        self.errors == 0 && self.failure.is_none()
    }

    fn findings(&self) -> &[Diagnostic] {
        self.file.findings_of(self.document)
    }
}

/// `{"valid": ...}`, with the reason if the schema could not decide.
pub fn flag(report: &RunReport) -> String {
    each(report, |unit| {
        let mut result = json!({ "valid": unit.is_valid() });
        if let Some(why) = &unit.failure {
            result["error"] = why.as_str().into();
        }
        result
    })
}

/// A flat list of errors.
pub fn basic(report: &RunReport) -> String {
    each(report, |unit| {
        let error = |keyword: &str, location: Option<&str>, instance: &str, message: &str| {
            let mut error = json!({ "keywordLocation": keyword });
            if let Some(location) = location {
                error["absoluteKeywordLocation"] = location.into();
            }
            error["instanceLocation"] = instance.into();
            error["error"] = message.into();
            error
        };
        let failure = unit.failure.iter().map(|why| error("", None, "", why));
        let findings = unit.findings().iter().map(|finding| {
            let rule = finding.rule();
            let evaluation = rule.map_or("", |rule| &rule.evaluation_pointer);
            let location = rule.and_then(|rule| rule.location.as_deref());
            error(evaluation, location, &finding.pointer(), &finding.message)
        });
        let errors: Vec<Json> = failure.chain(findings).collect();
        let mut result = json!({ "valid": unit.is_valid() });
        if !errors.is_empty() {
            result["errors"] = errors.into();
        }
        result
    })
}

/// Errors grouped by the schema that reports them.
pub fn hierarchical(report: &RunReport) -> String {
    each(report, |unit| {
        let mut root = node(unit.is_valid(), "", unit.file.schema_url.as_deref(), "");
        // Attribute problems without a schema to the document.
        let mut own = Map::new();
        if let Some(why) = &unit.failure {
            add(&mut own, "failure", why);
        }
        let mut details: Vec<Json> = Vec::new();
        let mut known: HashMap<(&str, String), usize> = HashMap::default();
        for finding in unit.findings() {
            let message = &finding.message;
            let Some((schema, location, keyword)) = subschema(finding) else {
                add(&mut own, finding.code.name(), message);
                continue;
            };
            let instance = finding.pointer();
            let at = *known.entry((schema, instance.clone())).or_insert_with(|| {
                let mut detail = node(false, schema, location, &instance);
                detail["errors"] = json!({});
                details.push(detail);
                details.len() - 1
            });
            if let Json::Object(errors) = &mut details[at]["errors"] {
                add(errors, keyword, message);
            }
        }
        if !own.is_empty() {
            root["errors"] = own.into();
        }
        if !details.is_empty() {
            root["details"] = details.into();
        }
        root
    })
}

fn node(valid: bool, evaluation: &str, schema: Option<&str>, instance: &str) -> Json {
    let mut node = json!({ "valid": valid, "evaluationPath": evaluation });
    if let Some(schema) = schema {
        node["schemaLocation"] = schema.into();
    }
    node["instanceLocation"] = instance.into();
    node
}

/// Adds the error of a keyword. One keyword may report several for one value, such as each missing property.
fn add(errors: &mut Map<String, Json>, keyword: &str, message: &str) {
    match errors.get_mut(keyword) {
        Some(Json::String(text)) => {
            text.push_str("; ");
            text.push_str(message);
        }
        _ => {
            errors.insert(keyword.to_owned(), message.into());
        }
    }
}

/// The path to the schema that reports a finding, its URL, and the keyword in it.
fn subschema(finding: &Diagnostic) -> Option<(&str, Option<&str>, &str)> {
    let rule = finding.rule().filter(|rule| !rule.keyword.is_empty())?;
    let location = rule.location.as_deref();
    match rule.evaluation_pointer.rsplit_once('/') {
        Some((schema, keyword)) if keyword == rule.keyword => {
            let location = location.map(|url| url.rsplit_once('/').map_or(url, |(url, _)| url));
            Some((schema, location, keyword))
        }
        // The schema `false` has no keywords.
        _ => Some((&rule.evaluation_pointer, location, "falseSchema")),
    }
}

/// The result of a single document, or a list of results with their files and documents.
fn each(report: &RunReport, result: impl Fn(&Unit<'_>) -> Json) -> String {
    let units: Vec<Unit<'_>> = report.files.iter().flat_map(|file| units(report, file)).collect();
    if let [unit] = units.as_slice() {
        return format!("{:#}\n", result(unit));
    }
    let mut results: Vec<Json> = Vec::with_capacity(units.len());
    for unit in &units {
        let mut result = result(unit);
        result["file"] = unit.file.name.as_str().into();
        if unit.document > 0 {
            result["document"] = unit.document.into();
        }
        results.push(result);
    }
    if units.is_empty() {
        // These are the reasons why nothing was checked.
        results.extend(report.failures().map(|(file, problem)| {
            let mut result = json!({ "valid": false, "error": report.in_one_line(problem) });
            if let Some(file) = file {
                result["file"] = file.into();
            }
            result
        }));
    }
    format!("{:#}\n", Json::Array(results))
}

fn units<'r>(report: &RunReport, file: &'r FileReport) -> Vec<Unit<'r>> {
    let unit = |document, errors, failure| Unit { file, document, errors, failure };
    let failure = file.failure.as_ref().map(|why| report.in_one_line(why.problem()));
    let verdicts = file.documents.iter();
    let mut units: Vec<_> =
        verdicts.map(|verdict| unit(verdict.document, verdict.errors, None)).collect();
    if failure.is_some() || units.is_empty() {
        units.push(unit(0, 0, failure));
    }
    units
}
