//! Renders exactly the text of the reference tool, for scripts that parse it.

use std::fmt::Write;

use crate::{
    Audience, Detail, Diagnostic, EvaluationError, Excerpt, Sources, Span,
    render::{fold, report},
};

/// The whole message, ready to follow `<program>: Error: `, without a final newline.
pub fn message(diagnostic: &Diagnostic, sources: &Sources) -> String {
    message_for(Audience::Scripts, diagnostic, sources)
}

/// The message for a reader of `audience`.
pub(crate) fn message_for(
    audience: Audience,
    diagnostic: &Diagnostic,
    sources: &Sources,
) -> String {
    fold::causes(&chain_for(audience, diagnostic, sources))
}

/// The message as a chain of causes on one line. Bulk output needs it in this form.
pub fn chain(diagnostic: &Diagnostic, sources: &Sources) -> String {
    chain_for(Audience::Scripts, diagnostic, sources)
}

fn chain_for(audience: Audience, diagnostic: &Diagnostic, sources: &Sources) -> String {
    let mut out = diagnostic.message_in_context();
    match &diagnostic.detail {
        Detail::Message => {}
        Detail::Evaluation(errors) => {
            for error in errors {
                out.push_str("\n- ");
                evaluation(&mut out, error, audience, sources);
            }
        }
        Detail::Report(details) => report::report(&mut out, details, audience, sources),
        Detail::Violations(violations) => {
            report::violations(&mut out, violations, audience, sources);
        }
    }
    out
}

/// The maximum number of calls shown of a stack.
const MANY_CALLS: usize = 60;

/// The message of an error with its causes but without its call stack. Template code that catches the error sees this
/// text.
pub fn error_text(error: &EvaluationError, sources: &Sources) -> String {
    text_for(Audience::Scripts, error, sources)
}

fn text_for(audience: Audience, error: &EvaluationError, sources: &Sources) -> String {
    let mut text = error.message.clone();
    if let Some(cause) = &error.cause {
        text.push_str(": ");
        text.push_str(&chain_for(audience, cause, sources));
    }
    text
}

fn evaluation(out: &mut String, error: &EvaluationError, audience: Audience, sources: &Sources) {
    let text = text_for(audience, error, sources);
    let (first, rest) = text.split_once('\n').map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
    out.push_str(first);
    if let Some(hint) = &error.hint {
        let _ = write!(out, " (hint: {hint})");
    }
    let excerpt = |span| excerpt_for(audience, span, sources);
    if let Some(span) = error.span {
        let _ = write!(out, "\n    {}", excerpt(span));
    }
    // Show only the innermost and the outermost of thousands of calls.
    let calls = error.frames.len();
    for (at, frame) in error.frames.iter().enumerate() {
        if calls > MANY_CALLS && at == MANY_CALLS / 2 {
            let _ = write!(out, "\n    ... {} more calls", calls - MANY_CALLS);
        }
        if calls <= MANY_CALLS || at < MANY_CALLS / 2 || at >= calls - MANY_CALLS / 2 {
            let _ = write!(out, "\n    in {}\n      {}", frame.function, excerpt(frame.span));
        }
    }
    if let Some(rest) = rest {
        out.push_str("\n\n    reason:");
        for line in rest.split('\n') {
            let _ = write!(out, "\n     {line}");
        }
    }
}

/// Quotes a place: `file:line | source line`, or the form for the kind of file.
pub fn excerpt(span: Span, sources: &Sources) -> String {
    excerpt_for(Audience::Scripts, span, sources)
}

/// Quotes the line for a reader of `audience`. People see the name of every file.
fn excerpt_for(audience: Audience, span: Span, sources: &Sources) -> String {
    let file = sources.get(span.file);
    let line = file.line(span.start);
    let text = || file.line_text(line).trim_end_matches('\r').to_owned();
    match file.excerpt(span.start) {
        Excerpt::Unnamed if audience == Audience::Scripts => format!("{line} | {}", text()),
        Excerpt::Line | Excerpt::Unnamed => format!("{}:{line} | {}", file.name(), text()),
        Excerpt::Between(delimiters) => {
            format!("{}:{line} | {}", file.name(), delimiters.piece(&file, span.start))
        }
    }
}
