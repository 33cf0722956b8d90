//! Renders exactly the output of `ys`.

use std::fmt::Write;

use serde_json::json;

use super::Rendered;
use crate::{Diagnostic, FileReport, RunReport, Severity, codes, safe};

/// Lines on standard error. With several files, each group has the name of its file as heading.
pub fn lines(report: &RunReport) -> Rendered {
    let mut err = String::new();
    for problem in failures(report) {
        let _ = writeln!(err, "{}", safe::text(&failure(report, problem)));
    }
    let has_lines = |file: &&FileReport| !file.ys.is_empty() || of_yaml(file).next().is_some();
    for file in report.files.iter().filter(has_lines) {
        if report.files.len() > 1 {
            let _ = writeln!(err, "{}:", safe::line(&file.name));
        }
        for problem in of_yaml(file) {
            let _ = writeln!(err, "Validation failed: {}", safe::text(&failure(report, problem)));
        }
        for line in &file.ys {
            let path = &line.path;
            if let Some((row, column)) =
                line.offset.and_then(|offset| position(report, file, offset))
            {
                let _ = write!(err, "[{row}:{column}] ");
            }
            let (path, message) = (safe::line(path), safe::text(&line.message));
            let _ = writeln!(err, ".{path}: {message}");
        }
    }
    Rendered { stdout: String::new(), stderr: err }
}

/// One array on standard output; nothing if everything is valid.
pub fn json(report: &RunReport) -> Rendered {
    let mut err = String::new();
    for problem in failures(report) {
        let _ = writeln!(err, "{}", json!({ "error": failure(report, problem) }));
    }
    let mut errors = Vec::new();
    for file in &report.files {
        for problem in of_yaml(file) {
            let _ = writeln!(err, "{}", json!({ "error": failure(report, problem) }));
        }
        for line in &file.ys {
            let mut error = json!({ "error": line.message, "path": line.path });
            if let Some(offset) = line.offset
                && let Some((row, column)) = position(report, file, offset)
            {
                // Lines count from 1 and columns from 0; the index counts characters.
                error["line"] = row.into();
                error["col"] = (column - 1).into();
                error["index"] = index(report, file, offset).into();
            }
            if report.files.len() > 1 {
                error["file"] = file.name.as_str().into();
            }
            error.sort_all_objects();
            errors.push(error);
        }
    }
    let stdout = if errors.is_empty() {
        String::new()
    } else {
        format!("{}\n", serde_json::Value::Array(errors))
    };
    Rendered { stdout, stderr: err }
}

/// The reasons why something could not be checked. `ys` has no warnings, and reports circular references as errors of
/// the documents.
fn failures(report: &RunReport) -> impl Iterator<Item = &Diagnostic> {
    let is_told = |problem: &&Diagnostic| {
        problem.severity == Severity::Error && problem.code != codes::REFERENCE_CYCLE
    };
    report.failures().map(|(_, problem)| problem).filter(is_told)
}

/// The YAML syntax errors of a file.
fn of_yaml(file: &FileReport) -> impl Iterator<Item = &Diagnostic> {
    file.findings.iter().filter(|problem| problem.code.is_of_yaml())
}

fn position(report: &RunReport, file: &FileReport, offset: u32) -> Option<(u32, u32)> {
    Some(report.sources.get(file.source?).line_column(offset))
}

fn index(report: &RunReport, file: &FileReport, offset: u32) -> usize {
    let Some(source) = file.source else { return 0 };
    let source = report.sources.get(source);
    source.slice(0, offset).iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

fn failure(report: &RunReport, problem: &Diagnostic) -> String {
    match problem.span() {
        Some(span) => {
            let start = report.range(span).start;
            format!(
                "{} at byte {} line {} column {}",
                problem.message, start.offset, start.line, start.column
            )
        }
        None => problem.message.clone(),
    }
}
