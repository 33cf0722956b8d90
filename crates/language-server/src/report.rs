//! Converts diagnostics for editors: ranges, codes with links, related places, tags, fixes.

use std::collections::HashMap;

use lsp_types::{
    CodeDescription, Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity,
    DiagnosticTag, Location, NumberOrString, Range, Url,
};
use serde::{Deserialize, Serialize};
use yardstick_diagnostics::{Code, Diagnostic, FileId, Severity, Sources, Span, codes};

use crate::{
    address,
    text::{Encoding, Text},
};

/// The source name of diagnostics.
pub(crate) const SOURCE: &str = "yardstick";

/// A fix, as sent with its diagnostic to the editor and back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FixData {
    /// Describes the change.
    pub description: String,
    /// The URL of the file.
    pub uri: Url,
    /// The text to replace.
    pub range: Range,
    /// The new text.
    pub replacement: String,
}

/// Converts places of one run to ranges.
pub(crate) struct Places<'a> {
    sources: &'a Sources,
    /// Converts a name of the run to an absolute path.
    absolute: &'a dyn Fn(&str) -> String,
    encoding: Encoding,
    /// The URL of the documentation, if known.
    documentation: Option<&'a str>,
    texts: HashMap<FileId, Option<(String, Text)>>,
}

impl<'a> Places<'a> {
    /// A converter for places in `sources`.
    pub(crate) fn new(
        sources: &'a Sources,
        absolute: &'a dyn Fn(&str) -> String,
        encoding: Encoding,
        documentation: Option<&'a str>,
    ) -> Self {
        Self { sources, absolute, encoding, documentation, texts: HashMap::new() }
    }

    /// The file and range of `span`; `None` if it is in no file.
    pub(crate) fn range(&mut self, span: Span) -> Option<(String, Range)> {
        let file = self.sources.find(span.file)?;
        let (absolute, encoding) = (self.absolute, self.encoding);
        let known = self.texts.entry(span.file).or_insert_with(|| {
            if file.is_argument() || file.shown_name().is_empty() {
                return None;
            }
            let text = String::from_utf8_lossy(file.bytes());
            Some((absolute(file.shown_name()), Text::new(&*text, encoding)))
        });
        let (path, text) = known.as_ref()?;
        let (start, end) = (span.start as usize, span.end as usize);
        // For a text that was extracted from the file and rewritten, only its line is known.
        let line = file.line(span.start).saturating_sub(1) as usize;
        let is_own = text.line_of(start) == line || line >= text.line_count();
        let range = if is_own {
            let (start, end) = visible(text.as_str(), start, end);
            text.range(start, end)
        } else {
            let (start, end) = text.line_span(line);
            let indent =
                text.as_str()[start..end].len() - text.as_str()[start..end].trim_start().len();
            text.range(start + indent, end)
        };
        Some((path.clone(), range))
    }
}

/// Makes a range visible: an empty one is extended to the end of its word.
fn visible(text: &str, start: usize, end: usize) -> (usize, usize) {
    let mut start = start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    if end > start && text.is_char_boundary(end.min(text.len())) {
        // Exclude the final line break.
        let body = text[start..end.min(text.len())].trim_end();
        return (start, start + body.len().max(1).min(text.len() - start));
    }
    let is_word = |c: char| c.is_alphanumeric() || "_-./@".contains(c);
    let rest = &text[start..];
    let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    if word > 0 {
        return (start, start + word);
    }
    match rest.chars().next() {
        Some(c) if c != '\n' && c != '\r' => (start, start + c.len_utf8()),
        // At the end of a line, use the word before it. An empty line shows nothing.
        _ => {
            let start =
                if text[..start].ends_with('\n') { text[..start].trim_end().len() } else { start };
            let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
            let before = text[line..start].trim_end();
            let from = before.rfind(|c| !is_word(c)).map_or(line, |at| {
                line + at + before[at..].chars().next().map_or(1, char::len_utf8)
            });
            (from.min(start), start)
        }
    }
}

/// Converts `finding` for editors, with the path of its file. `fallback` is the file for problems without a place.
pub(crate) fn show(
    finding: &Diagnostic,
    places: &mut Places<'_>,
    fallback: Option<&str>,
) -> Option<(String, Shown)> {
    let own = finding.span().and_then(|span| places.range(span));
    let (path, range) = match own {
        Some(place) => place,
        None => (fallback?.to_owned(), Range::default()),
    };
    let related = finding.labels.iter().skip(1).filter_map(|label| {
        let (path, range) = places.range(label.span)?;
        let uri = address::from_path(&path)?;
        let message = label.text.clone();
        Some(DiagnosticRelatedInformation { location: Location { uri, range }, message })
    });
    let related: Vec<_> = related.collect();
    let fix = finding.fix.as_ref().and_then(|fix| {
        let (path, _) = places.range(fix.span)?;
        let (_, text) = places.texts.get(&fix.span.file)?.as_ref()?;
        let data = FixData {
            description: fix.description.clone(),
            uri: address::from_path(&path)?,
            range: text.range(fix.span.start as usize, fix.span.end as usize),
            replacement: fix.replacement.clone(),
        };
        serde_json::to_value(data).ok()
    });
    let shown = Shown {
        range,
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(finding.code.id().to_owned())),
        code_description: places
            .documentation
            .and_then(|base| Url::parse(base).ok()?.join(&finding.code.anchor()).ok())
            .map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message: message(finding),
        related_information: (!related.is_empty()).then_some(related),
        tags: tags(finding.code),
        data: fix,
    };
    Some((path, shown))
}

/// The message and the hints, one per line.
fn message(finding: &Diagnostic) -> String {
    finding.message_with_help().trim().to_owned()
}

fn tags(code: Code) -> Option<Vec<DiagnosticTag>> {
    let is_any = |all: &[Code]| all.contains(&code);
    if is_any(&[codes::DEPRECATED_VALUE, codes::DEPRECATED_VALUES]) {
        return Some(vec![DiagnosticTag::DEPRECATED]);
    }
    let without_effect = [
        codes::NO_EFFECT,
        codes::IGNORED_ARGUMENT,
        codes::UNUSED_LIBRARY_VALUES,
        codes::EXAMPLE_IGNORED,
    ];
    is_any(&without_effect).then(|| vec![DiagnosticTag::UNNECESSARY])
}
