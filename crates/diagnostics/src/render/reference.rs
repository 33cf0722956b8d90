//! The text of the reference tool, to the letter, for scripts that read it.

use std::fmt::Write;

use crate::{
    Detail, Diagnostic, EvaluationError, Excerpt, SourceFile, Sources, Span,
    render::{Extent, fold, report},
};

/// The whole message, ready to follow `<program>: Error: `, without a final newline.
pub fn message(diagnostic: &Diagnostic, sources: &Sources) -> String {
    message_for(Extent::Reference, diagnostic, sources)
}

/// The same for whoever reads it.
pub fn message_for(extent: Extent, diagnostic: &Diagnostic, sources: &Sources) -> String {
    fold::causes(&chain_for(extent, diagnostic, sources))
}

/// The message as one chain of causes, not yet broken over lines; bulk output wants it like this.
pub fn chain(diagnostic: &Diagnostic, sources: &Sources) -> String {
    chain_for(Extent::Reference, diagnostic, sources)
}

fn chain_for(extent: Extent, diagnostic: &Diagnostic, sources: &Sources) -> String {
    let mut out = String::new();
    for doing in &diagnostic.context {
        out.push_str(doing);
        out.push_str(": ");
    }
    out.push_str(&diagnostic.message);
    match &diagnostic.detail {
        Detail::Message => {}
        Detail::Evaluation(errors) => {
            for error in errors {
                out.push_str("\n- ");
                evaluation(&mut out, error, extent, sources);
            }
        }
        Detail::Report(details) => report::report(&mut out, details, extent, sources),
        Detail::Violations(violations) => report::violations(&mut out, violations, extent, sources),
    }
    out
}

/// How many calls of a stack are shown at most.
const MANY_CALLS: usize = 60;

/// What an error says, with what caused it and without the calls that led to it: what code gets to see
/// that catches it.
pub fn error_text(error: &EvaluationError, sources: &Sources) -> String {
    text_for(Extent::Reference, error, sources)
}

fn text_for(extent: Extent, error: &EvaluationError, sources: &Sources) -> String {
    let mut text = error.message.clone();
    if let Some(cause) = &error.cause {
        text.push_str(": ");
        text.push_str(&chain_for(extent, cause, sources));
    }
    text
}

fn evaluation(out: &mut String, error: &EvaluationError, extent: Extent, sources: &Sources) {
    let text = text_for(extent, error, sources);
    let (first, rest) = text.split_once('\n').map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
    out.push_str(first);
    if let Some(hint) = &error.hint {
        let _ = write!(out, " (hint: {hint})");
    }
    if let Some(span) = error.span {
        let _ = write!(out, "\n    {}", excerpt(span, sources));
    }
    // Nobody reads thousands of calls; the innermost and the outermost ones tell the story.
    let calls = error.frames.len();
    for (at, frame) in error.frames.iter().enumerate() {
        if calls > MANY_CALLS && at == MANY_CALLS / 2 {
            let _ = write!(out, "\n    ... {} more calls", calls - MANY_CALLS);
        }
        if calls <= MANY_CALLS || at < MANY_CALLS / 2 || at >= calls - MANY_CALLS / 2 {
            let _ =
                write!(out, "\n    in {}\n      {}", frame.function, excerpt(frame.span, sources));
        }
    }
    if let Some(rest) = rest {
        out.push_str("\n\n    reason:");
        for line in rest.split('\n') {
            let _ = write!(out, "\n     {line}");
        }
    }
}

/// A place as messages quote it: `file:line | source line`, or what else the file's kind asks for.
pub fn excerpt(span: Span, sources: &Sources) -> String {
    let file = sources.get(span.file);
    let line = file.line(span.start);
    let text = || file.line_text(line).trim_end_matches('\r').to_owned();
    match file.excerpt(span.start) {
        Excerpt::Line => format!("{}:{line} | {}", file.name(), text()),
        Excerpt::Unnamed => format!("{line} | {}", text()),
        Excerpt::CodePiece => format!("{}:{line} | {}", file.name(), code_piece(&file, span.start)),
    }
}

/// The part of a `(@ ... @)` piece around `offset` that stands on the same line.
fn code_piece(file: &SourceFile, offset: u32) -> String {
    let bytes = file.bytes();
    let offset = (offset as usize).min(bytes.len());
    let line = bytes[..offset].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let start = memchr::memmem::rfind(&bytes[line..offset], b"(@").map_or(line, |at| line + at + 2);
    let start = start + usize::from(bytes.get(start) == Some(&b'-'));
    let rest = &bytes[start..];
    let end = memchr::memmem::find(rest, b"@)").unwrap_or(rest.len());
    let end = end.min(memchr::memchr(b'\n', rest).unwrap_or(rest.len()));
    let piece = rest[..end].strip_suffix(b"-").unwrap_or(&rest[..end]);
    String::from_utf8_lossy(piece).into_owned()
}
