//! Hints for template code that does not compile: which `load` is missing, where an `end` belongs, and what people
//! who know Helm, Jinja, Python or JavaScript probably meant.
//!
//! The messages of the language say what was found and what was expected. The hints come from the text around the
//! error. They are computed only if code is rejected.

mod blocks;
mod habits;
mod names;
mod slips;
mod syntax;

pub(crate) use names::NAMESPACES;
use yardstick_diagnostics::{About, EvaluationError, Fix, SourceFile, Span};
use yardstick_starlark::syntax::{Fault, SourceError};

use crate::compile::Yields;

/// A hint for one error.
#[derive(Default)]
struct Help {
    notes: Vec<String>,
    fix: Option<Fix>,
    /// The position of the probable mistake, if it differs from that of the error.
    exact: Option<Span>,
    /// Whether nothing else can be meant.
    is_certain: bool,
}

impl Help {
    fn note(text: impl Into<String>) -> Self {
        Self { notes: vec![text.into()], ..Self::default() }
    }

    /// Sets the position of the probable mistake.
    fn at(self, span: Span) -> Self {
        Self { exact: Some(span), ..self }
    }

    /// Adds an edit that would fix the problem.
    fn fix(self, span: Span, replacement: impl Into<String>, description: &str) -> Self {
        let (replacement, description) = (replacement.into(), description.to_owned());
        Self { fix: Some(Fix { span, replacement, description }), ..self }
    }
}

/// The text around an error.
struct Place<'s> {
    source: &'s SourceFile,
    yields: Yields,
    span: Span,
    /// The complete line.
    line: String,
    /// The start of the line.
    line_start: u32,
}

impl<'s> Place<'s> {
    fn new(source: &'s SourceFile, yields: Yields, span: Span) -> Self {
        let line_number = source.line(span.start);
        let line = source.line_text(line_number).trim_end_matches(['\r', '\n']).to_owned();
        let before = &source.bytes()[..(span.start as usize).min(source.bytes().len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at as u32 + 1);
        Self { source, yields, span, line, line_start }
    }

    /// Returns the text before the error on its line.
    fn before(&self) -> &str {
        let at = (self.span.start - self.line_start) as usize;
        self.line.get(..at.min(self.line.len())).unwrap_or(&self.line)
    }

    /// Returns the rest of the line, from the error on.
    fn rest(&self) -> &str {
        let at = (self.span.start - self.line_start) as usize;
        self.line.get(at..).unwrap_or_default()
    }

    /// Returns the code of the line: the text after `#@` in a template, the whole line in a code file.
    fn code(&self) -> &str {
        match (self.yields, self.line.find("#@"), self.line.find("(@")) {
            (Yields::Documents, Some(at), _) => self.line[at + 2..].trim(),
            (Yields::Text, _, Some(at)) => {
                self.line[at + 2..].trim_start_matches(['-', '=']).trim()
            }
            _ => self.line.trim(),
        }
    }

    /// Returns the name of the annotation on the line, if the line is one.
    fn annotation(&self) -> Option<&str> {
        if self.yields != Yields::Documents {
            return None;
        }
        let at = self.line.find("#@")? + 2;
        let name = self.line[at..].split(' ').next().unwrap_or_default();
        (!name.is_empty()).then_some(name)
    }

    /// Returns a span of the line, from byte `from` to byte `to`.
    fn span_in_line(&self, from: usize, to: usize) -> Span {
        Span::new(self.span.file, self.line_start + from as u32, self.line_start + to as u32)
    }
}

/// Errors of code that cannot be read, with what may help, and the first change that would remove one.
pub(crate) fn explain(
    errors: Vec<SourceError>,
    source: &SourceFile,
    yields: Yields,
) -> (Vec<EvaluationError>, Option<Fix>) {
    let mut fix = None;
    let mut loads = names::Loads::default();
    let mut explain = |refused: SourceError| {
        let place = Place::new(source, yields, refused.span);
        let mut is_echo = false;
        let help = match &refused.fault {
            _ if refused.hint.is_some() => None,
            Fault::Undefined { name, near } => {
                is_echo = loads.has_explained(&place);
                let may_search = loads.may_search();
                let late = if may_search { slips::late_load(name, &place) } else { None };
                late.or_else(|| {
                    names::undefined(name, &place, &mut loads, !near.is_empty(), may_search)
                })
            }
            Fault::OpenBlock => Some(blocks::unclosed(&place)),
            fault => slips::unreadable(fault, &place).or_else(|| syntax::unreadable(fault, &place)),
        };
        let mut error = EvaluationError { is_echo, ..refused.into() };
        if let Some(help) = help {
            error.notes = help.notes;
            error.exact = help.exact;
            fix = fix.take().or(help.fix);
            if let About::Undefined { is_explained, .. } = &mut error.about {
                *is_explained = help.is_certain;
            }
        }
        error
    };
    let errors = errors.into_iter().map(&mut explain).collect();
    (errors, fix)
}
