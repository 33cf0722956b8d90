//! Renders findings for people: place, message, source line with a mark, and hints.

use std::fmt::Write;

use super::{excerpt, style::Style};
use crate::{
    Diagnostic, FileReport, RunReport, Severity, counted, safe, secrets::remove_passwords,
};

/// Settings for showing findings.
#[derive(Clone, Copy)]
struct Appearance {
    color: bool,
    /// Whether to show related places with their lines, and the context.
    with_related: bool,
}

/// All findings, followed by their count.
pub fn findings(report: &RunReport, color: bool) -> String {
    let mut out = String::new();
    let look = Appearance { color, with_related: false };
    for file in &report.files {
        for finding in &file.findings {
            self::finding(report, finding, look, 0, &mut out);
        }
        if let Some(more) = file.not_shown() {
            let _ = writeln!(out, "{}: {more}", safe::line(&file.name));
        }
    }
    if report.files.iter().any(|file| file.errors() > 0) {
        let _ = writeln!(out, "{}", summary(report));
    }
    out
}

/// One line that sums up the files that were checked, the problems and the skipped files.
pub fn summary(report: &RunReport) -> String {
    let count = |test: fn(&FileReport) -> bool| report.files.iter().filter(|one| test(one)).count();
    let errors: usize = report.files.iter().map(FileReport::errors).sum();
    let bad = count(|file| file.errors() > 0);
    let unusable = count(|file| file.errors() == 0 && file.failure.is_some());
    let skipped = count(FileReport::is_skipped);
    let checked = report.files.len() - unusable - skipped;
    let mut out = match (errors, checked) {
        (0, 0) => "no file was checked".to_owned(),
        (0, 1) => "1 file is valid".to_owned(),
        (0, _) => format!("{checked} files are valid"),
        _ => format!("{} in {bad} of {}", counted(errors, "error"), counted(checked, "file")),
    };
    if unusable > 0 {
        let _ = write!(out, "; {} could not be checked", counted(unusable, "file"));
    }
    if skipped > 0 {
        let _ = write!(out, "; {} without a schema skipped", counted(skipped, "file"));
    }
    if report.fail_fast && errors > 0 {
        out.push_str("; stopped there (--fail-fast)");
    }
    out
}

/// The whole report, for a command that does not list files: problems without a place, then findings by file, then
/// their count.
pub fn all(report: &RunReport, color: bool) -> String {
    let mut out = String::new();
    let look = Appearance { color, with_related: true };
    for (file, problem) in report.failures() {
        diagnostic(report, problem, file.as_deref(), look, 0, &mut out);
    }
    for (_, finding) in report.findings() {
        self::finding(report, finding, look, 0, &mut out);
    }
    let problems =
        || report.findings().map(|(_, one)| one).chain(report.failures().map(|(_, one)| one));
    let count = |severity| problems().filter(|one| one.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let counts = [(errors, "error"), (warnings, "warning")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, word)| counted(count, word)).collect();
    if !counts.is_empty() {
        let _ = write!(out, "{}", counts.join(", "));
        if !report.files.is_empty() {
            let _ = write!(out, " in {}", counted(report.files.len(), "file"));
        }
        out.push('\n');
    }
    remove_passwords(out)
}

/// Problems of schemas, and files that could not be read.
pub fn failures(report: &RunReport, color: bool) -> String {
    let mut out = String::new();
    let look = Appearance { color, with_related: false };
    for (file, problem) in report.failures() {
        diagnostic(report, problem, file.as_deref(), look, 0, &mut out);
    }
    out
}

fn finding(
    report: &RunReport,
    finding: &Diagnostic,
    look: Appearance,
    indent: usize,
    out: &mut String,
) {
    diagnostic(report, finding, None, look, indent, out);
    for branch in finding.branches() {
        let _ = writeln!(out, "{:indent$}  branch {}:", "", branch.number);
        if branch.problems.is_empty() {
            let _ = writeln!(out, "{:indent$}    matches", "");
        }
        for inner in &branch.problems {
            self::finding(report, inner, look, indent + 4, out);
        }
    }
}

fn diagnostic(
    report: &RunReport,
    problem: &Diagnostic,
    file: Option<&str>,
    look: Appearance,
    indent: usize,
    out: &mut String,
) {
    let style = Style::new(look.color);
    let (color, word) = match problem.severity {
        Severity::Error => (style.error, "error"),
        Severity::Warning => (style.warning, "warning"),
    };
    let (bold, reset) = (style.bold, style.reset);
    let place = report.place(problem).or_else(|| file.map(str::to_owned));
    let place = place.map_or_else(String::new, |place| format!("{}: ", safe::line(&place)));
    let path = problem.path().map(std::string::ToString::to_string);
    let path = path.map_or_else(String::new, |path| format!("{}: ", safe::line(&path)));
    let message = safe::text(&problem.message);
    let (message, rest) = message.split_once('\n').unwrap_or((&message, ""));
    let _ = writeln!(
        out,
        "{:indent$}{bold}{place}{reset}{color}{word}[{}]{reset}: {path}{bold}{message}{reset}",
        "", problem.code
    );
    for line in rest.lines() {
        let _ = writeln!(out, "{:indent$}    {line}", "");
    }
    for line in excerpt::of(report, problem, look.with_related, look.color).lines() {
        let _ = writeln!(out, "{:indent$} {line}", "");
    }
    for label in problem.labels.iter().skip(1).filter(|_| !look.with_related) {
        let place = report.place_of(label.span);
        let _ = writeln!(
            out,
            "{:indent$}  note: {}: {}",
            "",
            safe::line(&place),
            safe::text(&label.text)
        );
    }
    for doing in in_short(&problem.context).iter().filter(|_| look.with_related) {
        let _ = writeln!(out, "{:indent$}  while: {}", "", safe::line(doing));
    }
    for note in &problem.notes {
        let _ = writeln!(out, "{:indent$}  help: {}", "", safe::text(note));
    }
    if let Some(fix) = problem.fix.as_ref().filter(|_| look.with_related) {
        let _ = writeln!(out, "{:indent$}  fix: {}", "", safe::text(&fix.in_one_line()));
    }
}
/// The context in short form. The reference lists each step into a document separately; this joins them on one line.
fn in_short(context: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut steps: Vec<(String, &str)> = Vec::new();
    let flush = |steps: &mut Vec<(String, &str)>, lines: &mut Vec<String>| {
        if let Some((_, place)) = steps.last() {
            let path: String = steps.iter().map(|(piece, _)| piece.as_str()).collect();
            let path = if path.is_empty() { "the document".to_owned() } else { path };
            lines.push(format!("Overlaying {path} ({place})"));
        }
        steps.clear();
    };
    for doing in context {
        if let Some(one) = step(doing) {
            steps.push(one);
        } else {
            flush(&mut steps, &mut lines);
            lines.push(doing.clone());
        }
    }
    flush(&mut steps, &mut lines);
    lines
}

/// A step of an overlay into a document, with its place.
fn step(doing: &str) -> Option<(String, &str)> {
    let (what, place) = doing.split_once(" on line ")?;
    let piece = match what {
        "Document" => String::new(),
        "Array item" => "[]".to_owned(),
        _ => format!(".{}", what.strip_prefix("Map item (key '")?.strip_suffix("')")?),
    };
    Some((piece, place))
}
