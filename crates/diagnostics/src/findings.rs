//! Splits a diagnostic into findings: one per problem, each with its own place.
//!
//! The reference reports many values in one error, and failed code together with its call stack. Reports that list
//! problems by file and line need them one by one: what is wrong, where, which declaration or call is involved, and a
//! hint.

use crate::{
    Audience, BrokenRule, Code, Detail, Diagnostic, EvaluationError, Failure, Nested, Place,
    Report, Role, Violation, codes,
};

/// The maximum number of calls shown of a stack, besides the innermost one.
const MANY_CALLS: usize = 8;

/// Splits `problem` and its further problems into findings. Notes about the whole go to the first finding.
pub fn findings(problem: &Diagnostic) -> Vec<Diagnostic> {
    let mut found = match &problem.detail {
        Detail::Message => vec![plain(problem)],
        Detail::Evaluation(errors) => {
            let told = errors.iter().filter(|error| !error.is_echo);
            told.flat_map(|error| evaluation(problem, error)).collect()
        }
        Detail::Report(report) => of_report(problem, report),
        Detail::Violations(violations) => {
            violations.iter().flat_map(|one| of_violation(problem, one)).collect()
        }
    };
    if !matches!(problem.detail, Detail::Message)
        && let Some(first) = found.first_mut()
    {
        let own = problem.notes.iter().filter(|note| !first.notes.contains(note));
        let own: Vec<String> = own.cloned().collect();
        first.notes.extend(own);
    }
    found.extend(problem.further.iter().flat_map(findings));
    found
}

/// The problem itself, without the further ones and the prefix of the reference.
fn plain(problem: &Diagnostic) -> Diagnostic {
    Diagnostic { further: Vec::new(), prefix: None, ..problem.clone() }
}

/// One of several findings in `problem`, with the context of the whole.
fn part_of(problem: &Diagnostic, code: Code, message: impl Into<String>) -> Diagnostic {
    Diagnostic {
        context: problem.context.clone(),
        severity: problem.severity,
        ..Diagnostic::error(code, message)
    }
}

fn evaluation(problem: &Diagnostic, error: &EvaluationError) -> Vec<Diagnostic> {
    let mut calls = error.frames.iter();
    // Wrong arguments are a mistake in the call, not in the called function.
    if error.called.is_some() && error.frames.len() > 1 {
        calls.next();
    }
    let place = error.exact.or(error.span).or_else(|| calls.next().map(|frame| frame.span));
    let declared = |finding: Diagnostic| {
        error
            .called
            .into_iter()
            .fold(finding, |finding, span| finding.label(span, "the function is declared here"))
    };
    let called = |finding: Diagnostic| {
        calls.clone().take(MANY_CALLS).fold(declared(finding), |finding, frame| {
            finding.label(frame.span, format!("called here, in {}", frame.function))
        })
    };
    let notes = || error.hint.iter().chain(&error.notes).cloned();
    let Some(cause) = &error.cause else {
        let finding = part_of(problem, problem.code, error.message.clone());
        let finding = finding.at(place);
        return vec![called(finding).notes(notes())];
    };
    let doing = error.message.trim_end_matches([':', ' ']);
    let context: Vec<String> =
        problem.context.iter().map(String::as_str).chain(Some(doing)).map(str::to_owned).collect();
    let causes = findings(cause).into_iter().map(|mut finding| {
        let said = context.iter().filter(|doing| !doing.is_empty()).cloned();
        finding.context.splice(0..0, said);
        let text = if finding.labels.is_empty() { "" } else { "reached from here" };
        let finding = place.into_iter().fold(finding, |one, span| one.label(span, text));
        called(finding).notes(notes())
    });
    causes.collect()
}

fn of_report(problem: &Diagnostic, report: &Report) -> Vec<Diagnostic> {
    let failures = report.failures.iter().map(|failure| of_failure(problem, failure));
    let mut found: Vec<Diagnostic> = failures.collect();
    // The heading of a report about a schema describes the problem. The heading of one about values is generic.
    if problem.code == codes::SCHEMA_BY_EXAMPLE {
        let what = report.summary.strip_prefix("Invalid schema - ").unwrap_or_default();
        for finding in found.iter_mut().filter(|_| !what.is_empty()) {
            finding.message = match finding.message.as_str() {
                "" => what.to_owned(),
                message => format!("{what}: {message}"),
            };
        }
    }
    for nested in &report.nested {
        match nested {
            Nested::Report(nested) => found.extend(of_report(problem, nested)),
            Nested::Message(text) => found.push(part_of(problem, problem.code, text.trim())),
        }
    }
    found
}

fn of_failure(problem: &Diagnostic, failure: &Failure) -> Diagnostic {
    let keyword =
        failure.subject.as_ref().and_then(|one| one.rule.as_ref()).map(|one| &*one.keyword);
    let (code, message) = match (keyword, &failure.found) {
        (Some("key"), Some(found)) => {
            (codes::UNDECLARED_KEY, format!("'{}' is not declared in the schema", found.text))
        }
        (Some("type"), _) => (codes::WRONG_TYPE, failure.headline()),
        _ => (problem.code, failure.headline()),
    };
    let mut finding = part_of(problem, code, message);
    // The order in which values are merged does not help to correct one of them.
    if problem.code == codes::DATA_VALUES {
        finding.context.clear();
    }
    let misused = failure.annotations.first().filter(|_| problem.code == codes::SCHEMA_BY_EXAMPLE);
    if let Some(annotation) = misused {
        finding = finding.at(*annotation);
        let node = failure.exact.wrong.or_else(|| failure.place.span());
        finding = node.into_iter().fold(finding, |one, span| one.label(span, "declared here"));
    } else {
        finding = match failure.exact.wrong {
            Some(span) => finding.at(span),
            None => at(finding, &failure.place),
        };
    }
    for (statement, is_expected) in [(&failure.found, false), (&failure.expected, true)] {
        let Some((role, place)) = statement.as_ref().and_then(|one| one.origin.as_ref()) else {
            continue;
        };
        let exact = failure.exact.declared.filter(|_| is_expected);
        let Some(span) = exact.or_else(|| place.seen(Audience::People).span()) else { continue };
        let text = match role {
            Role::At => "here",
            Role::By => "declared here",
            Role::From => "the map is declared here",
        };
        // An annotation and the node below it are both shown.
        if misused.is_none() {
            finding = finding.label(span, text);
        }
    }
    for span in failure.annotations.iter().filter(|span| misused != Some(span)) {
        finding = finding.label(*span, "annotated here");
    }
    if let (Some("key"), Some(expected)) = (keyword, &failure.expected) {
        finding = finding.note(format!("expected {}", expected.text));
    }
    let hints = failure.hints.iter().chain(&failure.extra_hints).cloned();
    finding.subject.clone_from(&failure.subject);
    finding.fix.clone_from(&failure.fix);
    finding.notes(hints).notes(calculated(&failure.place))
}

/// Sets the place of a value, or of the code that produced it.
fn at(finding: Diagnostic, place: &Place) -> Diagnostic {
    match &*place.seen(Audience::People) {
        Place::At(span) | Place::Unquoted(span) => finding.at(*span),
        _ => finding,
    }
}

/// Describes a value that code computed. It is in no file, so the value itself is shown.
fn calculated(place: &Place) -> Option<String> {
    match place {
        Place::Memory { text, .. } => Some(format!("the value was calculated: {text}")),
        _ => None,
    }
}

fn of_violation(problem: &Diagnostic, violation: &Violation) -> Vec<Diagnostic> {
    violation.rules.iter().map(|rule| of_rule(problem, violation, rule)).collect()
}

fn of_rule(problem: &Diagnostic, violation: &Violation, rule: &BrokenRule) -> Diagnostic {
    let found = rule.found.trim();
    let message = match (&rule.message, &violation.value) {
        (Some(message), _) => message.clone(),
        // The rule has no description: only the message of its function is available.
        (None, _) if rule.must_be.is_empty() && found.is_empty() => "is not valid".to_owned(),
        (None, _) if rule.must_be.is_empty() => found.to_owned(),
        (None, Some(value)) if found.is_empty() => {
            format!("must be {}, but is {value}", rule.must_be)
        }
        (None, Some(value)) => format!("must be {}, but is {value} ({found})", rule.must_be),
        (None, None) if found.is_empty() => format!("must be {}", rule.must_be),
        (None, None) => format!("must be {} ({found})", rule.must_be),
    };
    let mut finding = part_of(problem, problem.code, message);
    finding = match violation.exact.wrong {
        Some(span) => finding.at(span),
        None => at(finding, &violation.from),
    };
    finding.subject.clone_from(&violation.subject);
    // Without a place, the message has to name the value.
    if finding.subject.is_none() {
        finding.message = format!("{}: {}", violation.path, finding.message);
    }
    finding.fix.clone_from(&rule.fix);
    // The message already starts with the name of the value.
    let note = rule.note.as_deref();
    let note = note.map(|note| note.strip_prefix(&format!("{}: ", violation.path)).unwrap_or(note));
    finding.notes.extend(note.map(str::to_owned));
    let by = rule.by.seen(Audience::People).span();
    match by.filter(|span| {
        finding.span().map(|span| (span.file, span.start)) != Some((span.file, span.start))
    }) {
        Some(span) => finding.label(span, "the rule is declared here"),
        None => finding,
    }
}
