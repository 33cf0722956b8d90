//! Renders reports in the layout of the reference: a heading, then for each node a frame with the found and the
//! expected value.

use std::{borrow::Cow, fmt::Write};

use crate::{
    Audience, BrokenRule, Failure, Nested, Place, Report, Secrecy, Sources, Span, Violation,
    render::reference::excerpt, secrets,
};

/// The maximum number of problems in one message.
const MOST_FRAMES: usize = 1_000;

/// Writes the report. It starts with a line break and ends with an empty line.
pub(super) fn report(out: &mut String, report: &Report, audience: Audience, sources: &Sources) {
    let _ = writeln!(out, "\n{}\n{}", report.summary, "=".repeat(report.summary.len()));
    let number = |failure: &Failure| number(&shown(failure, audience), sources).len();
    let width = report.failures.iter().map(number).max().unwrap_or(0);
    let (shown, others) = report.failures.split_at(report.failures.len().min(MOST_FRAMES));
    for failure in shown {
        frame(out, failure, width, audience, sources);
    }
    if !others.is_empty() {
        let _ = writeln!(out, "\n... and {} more", others.len());
    }
    for nested in &report.nested {
        match nested {
            Nested::Report(nested) => self::report(out, nested, audience, sources),
            Nested::Message(text) => out.push_str(text),
        }
        out.push_str(" \n");
    }
    out.push('\n');
}

/// The line number; `?` if there is none.
fn number(place: &Place, sources: &Sources) -> String {
    match place.span() {
        Some(span) => sources.get(span.file).line(span.start).to_string(),
        None => "?".to_owned(),
    }
}

/// The place to quote for a failure. A value that exists only in memory is shown itself.
fn shown(failure: &Failure, audience: Audience) -> Cow<'_, Place> {
    match &failure.place {
        memory @ Place::Memory { .. } => Cow::Borrowed(memory),
        place => place.seen(audience),
    }
}

fn frame(out: &mut String, failure: &Failure, width: usize, audience: Audience, sources: &Sources) {
    let place = &*shown(failure, audience);
    out.push('\n');
    if !failure.description.is_empty() {
        let _ = writeln!(out, "{}", failure.description);
    }
    if let Place::Memory { text, .. } = place {
        let _ = writeln!(out, "Data value calculated:");
        let _ = writeln!(out, "  {:width$} #\n  {:width$} # {text}\n  {:width$} #\n", "", "", "");
    } else {
        let name = place.span().map(|span| {
            let file = sources.get(span.file);
            let origin = file.origin().filter(|_| audience == Audience::People);
            origin.unwrap_or(file.name()).to_owned()
        });
        let _ = writeln!(out, "{}:\n  {:width$} |", name.unwrap_or_default(), "");
        lines(out, failure, (place, audience), width, sources);
        let _ = writeln!(out, "  {:width$} |\n", "");
    }
    for (name, statement) in [("found", &failure.found), ("expected", &failure.expected)] {
        match statement.as_ref().map(|statement| statement.render(audience, sources)) {
            Some(text) if !text.is_empty() => {
                let _ = writeln!(out, "  {:width$} = {name}: {text}", "");
            }
            _ => out.push('\n'),
        }
    }
    for hint in &failure.hints {
        let _ = writeln!(out, "  {:width$} = hint: {hint}", "");
    }
    if audience == Audience::People {
        extras(out, failure, width, sources);
    }
}

/// Adds the details that the reference does not print.
fn extras(out: &mut String, failure: &Failure, width: usize, sources: &Sources) {
    for hint in &failure.extra_hints {
        let _ = writeln!(out, "  {:width$} = hint: {hint}", "");
    }
    let path = failure.subject.as_ref().map(|subject| &subject.path);
    if let Some(path) = path.filter(|path| path.0.len() > 1) {
        let _ = writeln!(out, "  {:width$} = path: {path}", "");
    }
    let file = failure.place.span().map(|span| sources.get(span.file));
    if let Some(path) = file.as_ref().and_then(|file| file.path()) {
        let _ = writeln!(out, "  {:width$} = file: {path}", "");
    }
    if let Some(current) = &failure.current {
        let _ = writeln!(out, "  {:width$} = current: {current}", "");
    }
    if let Place::Memory { origin: Some(span), .. } = &failure.place {
        let _ = writeln!(out, "  {:width$} = calculated at: {}", "", excerpt(*span, sources));
    }
}

/// Quotes the lines of the annotations and of the node, with dots in place of omitted lines.
fn lines(
    out: &mut String,
    failure: &Failure,
    (place, audience): (&Place, Audience),
    width: usize,
    sources: &Sources,
) {
    let line = |span: Span| sources.get(span.file).line(span.start);
    // The reference quotes every line, so likely secrets are masked only for people. It does not know declared
    // secrets, so those are always masked.
    let secrecy = failure.secrecy();
    let hides =
        secrecy == Secrecy::Declared || secrecy == Secrecy::Likely && audience == Audience::People;
    let text = |span: Span| {
        let file = sources.get(span.file);
        let value = failure.exact.value.filter(|value| hides && value.file == span.file);
        if let Some(value) = value {
            return file.masked_line(line(span), value.start, value.end);
        }
        let mut text = file.line_text(line(span));
        if audience == Audience::People && failure.subject.is_some() {
            secrets::mask_others(&mut text, 0, 0);
        }
        text
    };
    let mut annotations = failure.annotations.clone();
    annotations.sort_by_key(|span| line(*span));
    let mut above: Option<Span> = None;
    for span in annotations.into_iter().chain(place.span()) {
        if let Some(above) = above
            && (above.file != span.file || line(above).abs_diff(line(span)) > 1)
        {
            let _ = writeln!(out, "  {:width$} | ...", "");
        }
        let quoted = if *place == Place::Unquoted(span) { String::new() } else { text(span) };
        let quoted = quoted.trim_end_matches('\r');
        let _ = writeln!(out, "  {:>width$} | {quoted}", line(span));
        above = Some(span);
    }
    if place.span().is_none() {
        let _ = writeln!(out, "  {:>width$} | ", "?");
    }
}

/// Lists the values that break rules. The text starts with a line break and ends with an empty line.
pub(super) fn violations(
    out: &mut String,
    violations: &[Violation],
    audience: Audience,
    sources: &Sources,
) {
    out.push('\n');
    for violation in violations {
        let from = violation.from.compact_for(audience, sources);
        let _ = writeln!(out, "  {}\n    from: {from}", violation.path);
        broken_rules(out, &violation.rules, audience, sources);
        if let (Audience::People, Some(value)) = (audience, &violation.value) {
            let _ = writeln!(out, "      value: {value}");
        }
        let file = violation.from.span().map(|span| sources.get(span.file));
        if let (Audience::People, Some(path)) =
            (audience, file.as_ref().and_then(|file| file.path()))
        {
            let _ = writeln!(out, "      file: {path}");
        }
        out.push('\n');
    }
}

/// Lists the rules that a value breaks, each on one or two lines.
pub fn broken_rules(out: &mut String, rules: &[BrokenRule], audience: Audience, sources: &Sources) {
    for rule in rules {
        let by = rule.by.seen(audience).compact(sources);
        if let Some(message) = &rule.message {
            let _ = writeln!(out, "    - {message} (by: {by})");
            continue;
        }
        // If a rule has no description, print what it found. The reference prints nothing there.
        if rule.must_be.is_empty() && audience == Audience::People {
            let found = if rule.found.is_empty() { "not valid" } else { &rule.found };
            let _ = writeln!(out, "    - {} (by: {by})", found.trim_start());
            continue;
        }
        let _ = writeln!(out, "    - must be: {} (by: {by})", rule.must_be);
        if !rule.found.is_empty() {
            // A list starts on its own line.
            let blank = if rule.found.starts_with('\n') { "" } else { " " };
            let _ = writeln!(out, "      found:{blank}{}", rule.found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Role, SourceFile, Statement};

    fn sources() -> (Sources, impl Fn(u32) -> Span) {
        let sources = Sources::new();
        let file = sources.add(SourceFile::new("v.yml", "#@a\n\n\nk: 1\n---\n".as_bytes()));
        (sources, move |offset| Span::at(file, offset))
    }

    #[test]
    fn frames_show_annotations_then_the_node() {
        let (sources, at) = sources();
        let mut failure = Failure::at(Place::At(at(6)))
            .description("wrong")
            .found(Statement::new("integer"))
            .expected(Statement::from("string", Role::By, Place::Unknown))
            .hint("help");
        failure.annotations.push(at(0));
        let mut out = String::new();
        report(&mut out, &Report::new("Bad", vec![failure]), Audience::Scripts, &sources);
        assert_eq!(
            out,
            "\nBad\n===\n\nwrong\nv.yml:\n    |\n  1 | #@a\n    | ...\n  4 | k: 1\n    |\n\n    \
             = found: integer\n    = expected: string (by ?)\n    = hint: help\n\n"
        );
    }

    #[test]
    fn nested_reports_keep_their_headings() {
        let (sources, at) = sources();
        let inner = Report::new("Inner", vec![Failure::at(Place::At(at(11)))]);
        let outer = Report::around("Outer", Nested::Report(inner));
        let mut out = String::new();
        report(&mut out, &outer, Audience::Scripts, &sources);
        assert_eq!(
            out,
            "\nOuter\n=====\n\nInner\n=====\n\nv.yml:\n    |\n  5 | ---\n    |\n\n\n\n\n \n\n"
        );
    }

    #[test]
    fn nodes_without_a_line() {
        let (sources, at) = sources();
        let memory = Place::Memory { text: "a: 1".to_owned(), origin: Some(at(6)) };
        let failures =
            [Place::Unquoted(at(0)), Place::Computed(at(6)), memory].map(Failure::at).to_vec();
        let mut out = String::new();
        report(&mut out, &Report::new("Bad", failures), Audience::Scripts, &sources);
        assert_eq!(
            out,
            "\nBad\n===\n\nv.yml:\n    |\n  1 | \n    |\n\n\n\n\n:\n    |\n  ? | \n    |\n\n\n\n\n\
             Data value calculated:\n    #\n    # a: 1\n    #\n\n\n\n\n"
        );
    }

    #[test]
    fn people_are_told_more() {
        let (sources, at) = sources();
        let mut computed = Failure::at(Place::Computed(at(6)))
            .expected(Statement::from("string", Role::By, Place::Computed(at(0))))
            .extra_hint(Some("did you mean b?".to_owned()));
        computed.current = Some("{a: 1}".to_owned());
        let memory = Place::Memory { text: "a: 1".to_owned(), origin: Some(at(6)) };
        let mut out = String::new();
        let failures = vec![computed, Failure::at(memory)];
        report(&mut out, &Report::new("Bad", failures), Audience::People, &sources);
        assert_eq!(
            out,
            "\nBad\n===\n\nv.yml:\n    |\n  4 | k: 1\n    |\n\n\n    = expected: string (by v.yml:1)\n    \
             = hint: did you mean b?\n    = current: {a: 1}\n\nData value calculated:\n    #\n    # a: 1\n    \
             #\n\n\n\n    = calculated at: v.yml:4 | k: 1\n\n"
        );
    }

    #[test]
    fn violations_list_every_broken_rule() {
        let (sources, at) = sources();
        let rule = |found: &str| BrokenRule {
            must_be: "big".to_owned(),
            by: Place::At(at(0)),
            found: found.to_owned(),
            message: None,
            note: None,
            fix: None,
        };
        let rules = vec![rule("small"), rule("")];
        let violation = Violation::new("a.b".to_owned(), Place::At(at(6)), rules);
        let mut out = String::new();
        violations(&mut out, &[violation], Audience::Scripts, &sources);
        assert_eq!(
            out,
            "\n  a.b\n    from: v.yml:4\n    - must be: big (by: v.yml:1)\n      found: small\n    \
             - must be: big (by: v.yml:1)\n\n"
        );
    }
}
