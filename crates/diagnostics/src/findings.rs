//! A diagnostic taken apart: one finding for each problem, each with its own place.
//!
//! The reference tells of many values in one error, and of failed code with the calls that led to it. Reports that
//! list problems by file and line want them one by one: what is wrong, where, which declaration or call takes part,
//! and what may help.

use crate::{
    BrokenRule, Detail, Diagnostic, EvaluationError, Failure, Nested, Place, Report, Role,
    Statement, Violation, render::Extent,
};

/// Calls that are shown of a stack, beside the innermost one.
const MANY_CALLS: usize = 8;

/// What `problem` consists of, one by one. Notes of the whole go to the first finding.
pub fn findings(problem: &Diagnostic) -> Vec<Diagnostic> {
    let mut found = match &problem.detail {
        Detail::Message => vec![plain(problem)],
        Detail::Evaluation(errors) => {
            errors.iter().flat_map(|error| evaluation(problem, error)).collect()
        }
        Detail::Report(report) => of_report(problem, report),
        Detail::Violations(violations) => {
            violations.iter().flat_map(|one| of_violation(problem, one)).collect()
        }
    };
    if !matches!(problem.detail, Detail::Message)
        && let Some(first) = found.first_mut()
    {
        let told = std::mem::take(&mut first.notes);
        let own = problem.notes.iter().filter(|note| !told.contains(note)).cloned();
        first.notes = told.iter().cloned().chain(own).collect();
    }
    found
}

/// A problem with nothing in it but the message, in which the line of YAML problems is said twice.
fn plain(problem: &Diagnostic) -> Diagnostic {
    let mut finding = problem.clone();
    if problem.code.is_of_yaml() && problem.span().is_some() {
        finding.message = without_line(&problem.message).to_owned();
    }
    finding
}

/// `yaml: line 3: found x` as `found x`.
fn without_line(message: &str) -> &str {
    let Some(rest) = message.strip_prefix("yaml: ") else { return message };
    match rest.strip_prefix("line ").and_then(|rest| rest.split_once(": ")) {
        Some((line, rest)) if line.bytes().all(|c| c.is_ascii_digit()) => rest,
        _ => rest,
    }
}

/// The same problem without what makes it one of many.
fn part_of(problem: &Diagnostic, message: impl Into<String>) -> Diagnostic {
    Diagnostic {
        context: problem.context.clone(),
        severity: problem.severity,
        ..Diagnostic::error(problem.code, message)
    }
}

fn evaluation(problem: &Diagnostic, error: &EvaluationError) -> Vec<Diagnostic> {
    let mut calls = error.frames.iter();
    let place = error.span.or_else(|| calls.next().map(|frame| frame.span));
    let called = |finding: Diagnostic| {
        calls.clone().take(MANY_CALLS).fold(finding, |finding, frame| {
            finding.label(frame.span, format!("called here, in {}", frame.function))
        })
    };
    let notes = || error.hint.iter().chain(&error.notes).cloned();
    let Some(cause) = &error.cause else {
        let finding = part_of(problem, error.message.clone());
        let finding = place.into_iter().fold(finding, Diagnostic::at);
        return vec![called(finding).notes(notes())];
    };
    let doing = error.message.trim_end_matches([':', ' ']);
    let mut causes = findings(cause);
    for finding in &mut causes {
        let context = problem
            .context
            .iter()
            .cloned()
            .chain(Some(doing).filter(|doing| !doing.is_empty()).map(str::to_owned));
        finding.context.splice(0..0, context);
        let text = if finding.labels.is_empty() { "" } else { "asked for here" };
        let outer = std::mem::replace(finding, Diagnostic::error(problem.code, ""));
        let outer = place.into_iter().fold(outer, |outer, span| outer.label(span, text));
        *finding = called(outer).notes(notes());
    }
    causes
}

fn of_report(problem: &Diagnostic, report: &Report) -> Vec<Diagnostic> {
    let failures = report.failures.iter().map(|failure| of_failure(problem, failure));
    let mut found: Vec<Diagnostic> = failures.collect();
    for nested in &report.nested {
        match nested {
            Nested::Report(nested) => found.extend(of_report(problem, nested)),
            Nested::Message(text) => found.push(part_of(problem, text.trim())),
        }
    }
    found
}

fn of_failure(problem: &Diagnostic, failure: &Failure) -> Diagnostic {
    let mut finding = part_of(problem, failure.headline());
    finding = at(finding, &failure.place);
    for statement in [&failure.found, &failure.expected].into_iter().flatten() {
        finding = from(finding, statement);
    }
    for span in &failure.annotations {
        finding = finding.label(*span, "annotated here");
    }
    let hints = failure.hints.iter().chain(&failure.extra_hints).cloned();
    finding.notes(hints).notes(calculated(&failure.place))
}

/// The place of a value, or of the code that made it.
fn at(finding: Diagnostic, place: &Place) -> Diagnostic {
    match &*place.seen(Extent::Full) {
        Place::At(span) | Place::Unquoted(span) => finding.at(*span),
        _ => finding,
    }
}

/// What code handed over is shown, since it stands in no file.
fn calculated(place: &Place) -> Option<String> {
    match place {
        Place::Memory { text, .. } => Some(format!("the value was calculated: {text}")),
        _ => None,
    }
}

/// The place that a statement comes from.
fn from(finding: Diagnostic, statement: &Statement) -> Diagnostic {
    let Some((role, place)) = &statement.origin else { return finding };
    let Some(span) = place.seen(Extent::Full).span() else { return finding };
    let text = match role {
        Role::At => "it is here",
        Role::By => "demanded here",
        Role::From => "declared here",
    };
    finding.label(span, text)
}

fn of_violation(problem: &Diagnostic, violation: &Violation) -> Vec<Diagnostic> {
    violation.rules.iter().map(|rule| of_rule(problem, violation, rule)).collect()
}

fn of_rule(problem: &Diagnostic, violation: &Violation, rule: &BrokenRule) -> Diagnostic {
    let name = &violation.path;
    let message = match (&rule.message, rule.found.trim()) {
        (Some(message), _) => format!("{name}: {message}"),
        (None, "") => format!("{name} must be {}", rule.must_be),
        (None, found) => format!("{name} must be {}, found: {found}", rule.must_be),
    };
    let mut finding = at(part_of(problem, message), &violation.from);
    finding.context.clear();
    let by = rule.by.seen(Extent::Full).span();
    match by.filter(|span| finding.span() != Some(*span)) {
        Some(span) => finding.label(span, "the rule is declared here"),
        None => finding,
    }
}
