//! Renders one JSON document per line.

use std::fmt::Write;

use serde_json::{Value as Json, json as object};

use super::json;
use crate::RunReport;

/// One line per finding, each with its file. The failures to check follow.
pub fn report(report: &RunReport) -> String {
    let mut out = String::new();
    for (file, one) in report.findings() {
        let mut line = object!({ "file": file.name, "document": json::number(one.document()) });
        if let (Json::Object(line), Json::Object(rest)) = (&mut line, json::finding(report, one)) {
            line.extend(rest);
        }
        let _ = writeln!(out, "{line}");
    }
    for (file, problem) in report.failures() {
        let _ = writeln!(out, "{}", json::failure(report, file.as_deref(), problem));
    }
    out
}
