//! What `ys` prints, to the letter.

use std::io::{self, Write};

use serde_json::json;
use yardstick_diagnostics::{Diagnostic, Severity};

use crate::{
    errors::CYCLE,
    report::{FileReport, Report},
};

/// Lines on standard error; with several files each group under its file's name.
pub(super) fn lines(report: &Report, err: &mut dyn Write) -> io::Result<()> {
    for problem in failures(report) {
        writeln!(err, "{}", failure(report, problem))?;
    }
    let has_lines = |file: &&FileReport| !file.ys.is_empty() || of_yaml(file).next().is_some();
    for file in report.files.iter().filter(has_lines) {
        if report.files.len() > 1 {
            writeln!(err, "{}:", file.name)?;
        }
        for problem in of_yaml(file) {
            writeln!(err, "Validation failed: {}", failure(report, problem))?;
        }
        for line in &file.ys {
            let path = &line.path;
            match line.offset.and_then(|offset| position(report, file, offset)) {
                Some((row, column)) => writeln!(err, "[{row}:{column}] .{path}: {}", line.message)?,
                None => writeln!(err, ".{path}: {}", line.message)?,
            }
        }
    }
    Ok(())
}

/// One array on standard output; nothing if all is valid.
pub(super) fn json(report: &Report, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<()> {
    for problem in failures(report) {
        writeln!(err, "{}", json!({ "error": failure(report, problem) }))?;
    }
    let mut errors = Vec::new();
    for file in &report.files {
        for problem in of_yaml(file) {
            writeln!(err, "{}", json!({ "error": failure(report, problem) }))?;
        }
        for line in &file.ys {
            let mut error = json!({ "error": line.message, "path": line.path });
            if let Some(offset) = line.offset
                && let Some((row, column)) = position(report, file, offset)
            {
                // Lines count from 1, columns from 0, the index is in characters.
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
    if errors.is_empty() { Ok(()) } else { writeln!(out, "{}", serde_json::Value::Array(errors)) }
}

/// Why something could not be checked. `ys` has no warnings, and tells circular references of documents.
fn failures(report: &Report) -> impl Iterator<Item = &Diagnostic> {
    let is_told =
        |problem: &&Diagnostic| problem.severity == Severity::Error && problem.code != CYCLE;
    report.failures().map(|(_, problem)| problem).filter(is_told)
}

/// Problems of YAML itself.
fn of_yaml(file: &FileReport) -> impl Iterator<Item = &Diagnostic> {
    let problems = file.findings.iter().map(|finding| &finding.diagnostic);
    problems.filter(|problem| problem.code.starts_with("YS10"))
}

fn position(report: &Report, file: &FileReport, offset: u32) -> Option<(u32, u32)> {
    Some(report.sources.get(file.source?).line_column(offset))
}

fn index(report: &Report, file: &FileReport, offset: u32) -> usize {
    let Some(source) = file.source else { return 0 };
    let source = report.sources.get(source);
    source.slice(0, offset).iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

fn failure(report: &Report, problem: &Diagnostic) -> String {
    match problem.labels.first() {
        Some(label) => {
            let start = report.range(label.span).start;
            format!(
                "{} at byte {} line {} column {}",
                problem.message, start.offset, start.line, start.column
            )
        }
        None => problem.message.clone(),
    }
}
