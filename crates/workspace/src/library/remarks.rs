//! Warns about code that runs but probably does not do what its author wanted: unused values, unreachable lines,
//! comparisons that are never true.

use yardstick_diagnostics::{Diagnostic, Excerpt, Fix, SourceFile, Sources, Span, codes};
use yardstick_starlark::{Remark, RemarkKind, Text};
use yardstick_template::{Discarded, tree::Kind};

use crate::values::ShownValues;

/// The maximum length of code that a message repeats, in bytes.
const MANY_BYTES: usize = 60;

/// Where code is written. This determines how its value can be used.
#[derive(Clone, Copy, PartialEq)]
enum Code {
    /// After `#@`.
    Line,
    /// Inside `(@ @)`.
    Piece,
    /// In a file of code.
    File,
}

/// A place in code.
struct Place {
    code: Code,
    /// The code there, if it is short.
    text: Option<String>,
}

impl Place {
    fn new(file: &SourceFile, span: Span) -> Self {
        let code = match file.excerpt(span.start) {
            Excerpt::Line => Code::Line,
            Excerpt::Between(_) => Code::Piece,
            Excerpt::Unnamed => Code::File,
        };
        let text = String::from_utf8_lossy(file.slice(span.start, span.end)).trim().to_owned();
        let is_short = text.len() <= MANY_BYTES && !text.contains('\n') && !text.is_empty();
        Self { code, text: is_short.then_some(text) }
    }

    /// The code, or `instead` if it is too long to be repeated.
    fn text_or<'t>(&'t self, instead: &'t str) -> &'t str {
        self.text.as_deref().unwrap_or(instead)
    }

    /// The code as written in the file.
    fn quoted(&self) -> String {
        match (&self.text, self.code) {
            (None, _) => "This value".to_owned(),
            (Some(text), Code::Line) => format!("'#@ {text}'"),
            (Some(text), Code::Piece) => format!("'(@ {text} @)'"),
            (Some(text), Code::File) => format!("'{text}'"),
        }
    }

    /// A hint how to use the value.
    fn use_it(&self) -> String {
        match self.code {
            Code::Line => format!(
                "write it after the key that it is the value of: `key: #@ {}`",
                self.text_or("...")
            ),
            Code::Piece => format!("write `(@= {} @)` to print it", self.text_or("...")),
            Code::File => "return it from a function, or assign it to a name".to_owned(),
        }
    }
}

/// The warnings for the `remarks` about a file; `values` are the data values of the run.
pub(super) fn warnings(
    remarks: &[Remark],
    values: &ShownValues,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let warning = |remark: &Remark| {
        let file = sources.get(remark.span.file);
        let place = Place::new(&file, remark.span);
        let warning = match &remark.kind {
            RemarkKind::Unused { in_mute_function, .. } => {
                Some(unused(&place, *in_mute_function, &file, remark.span))
            }
            RemarkKind::Unreachable { after_bare_return, has_code, .. } => {
                Some(unreachable(&place, *after_bare_return && !has_code))
            }
            RemarkKind::Overridden { .. } => Some(overridden(place.code)),
            RemarkKind::UsesNothing { method } => Some(uses_nothing(&place, method)),
            RemarkKind::DropsCopy { receiver } => Some(drops_copy(&place, receiver)),
            RemarkKind::ComparesText { path, text, literal } => {
                compared(path, &text.to_lossy(), *literal, values)
            }
        };
        warning.map(|warning| warning.at(remark.span))
    };
    remarks.iter().filter_map(warning).collect()
}

/// The warning about a call at `span` whose result is not used.
pub(crate) fn unused_call(span: Span, what: Discarded, sources: &Sources) -> Diagnostic {
    let file = sources.get(span.file);
    let place = Place::new(&file, span);
    let call = place.text_or("f()");
    let (message, note) = match what {
        Discarded::Nodes => (
            format!("The YAML that {} gives is not used", named(&place)),
            format!(
                "write `key: #@ {call}` to make it the value of a key; to add its keys to a map that has others, \
                 load(\"@ytt:template\", \"template\") and write `_: #@ template.replace({call})`"
            ),
        ),
        Discarded::Documents => (
            format!("The documents that {} gives are not used", named(&place)),
            format!(
                "load(\"@ytt:template\", \"template\") and write `--- #@ template.replace({call})`"
            ),
        ),
        Discarded::Text => {
            (format!("The text that {} gives is not used", named(&place)), place.use_it())
        }
    };
    let warning = Diagnostic::warning(codes::UNUSED_VALUE, message).note(note);
    let fix = print_fix(&place, &file, span).filter(|_| what == Discarded::Text);
    fix.into_iter().fold(warning, Diagnostic::fix).at(span)
}

fn named(place: &Place) -> String {
    place.text.as_ref().map_or_else(|| "this call".to_owned(), |text| format!("'{text}'"))
}

fn unused(place: &Place, in_mute_function: bool, file: &SourceFile, span: Span) -> Diagnostic {
    let prints = place.code == Code::Piece && !in_mute_function;
    let verb = if prints { "prints nothing" } else { "is computed, but not used" };
    let warning = Diagnostic::warning(codes::UNUSED_VALUE, format!("{} {verb}", place.quoted()));
    if in_mute_function {
        let note = format!(
            "a function gives its value with `return`: write `return {}`",
            place.text_or("...")
        );
        return warning.note(note).fix(Fix {
            span: Span::at(span.file, span.start),
            replacement: "return ".to_owned(),
            description: "return the value".to_owned(),
        });
    }
    let fix = print_fix(place, file, span);
    fix.into_iter().fold(warning.note(place.use_it()), Diagnostic::fix)
}

/// The fix that turns `(@ x @)` into `(@= x @)`.
fn print_fix(place: &Place, file: &SourceFile, span: Span) -> Option<Fix> {
    let before = file.slice(0, span.start).trim_ascii_end();
    let is_start = before.ends_with(b"(@") || before.ends_with(b"(@-");
    (place.code == Code::Piece && is_start).then(|| Fix {
        span: Span::at(span.file, before.len() as u32),
        replacement: "=".to_owned(),
        description: "print the value".to_owned(),
    })
}

fn unreachable(place: &Place, is_bare: bool) -> Diagnostic {
    let word = place.text_or("return").split(' ').next().unwrap_or_default().to_owned();
    let note = match (is_bare, place.code) {
        (true, Code::Line) => {
            "a function gives the YAML in it by itself: remove `return`".to_owned()
        }
        (true, Code::Piece) => {
            "a function gives the text in it by itself: remove `return`".to_owned()
        }
        _ => format!("remove it, or move it before `{word}`"),
    };
    let message = format!("What follows this `{word}` is never reached");
    Diagnostic::warning(codes::UNREACHABLE_CODE, message).note(note)
}

fn uses_nothing(place: &Place, method: &Text) -> Diagnostic {
    let message = format!("{method}() changes the value and gives None, which is used here");
    let call = place.text_or("the call");
    Diagnostic::warning(codes::UNUSED_VALUE, message)
        .note(format!("write `{call}` on a line of its own, and use the value it changed"))
}

fn drops_copy(place: &Place, receiver: &Text) -> Diagnostic {
    let call = place.text_or("...");
    let message =
        format!("The call gives a changed copy, which is not used: '{receiver}' stays as it is");
    Diagnostic::warning(codes::UNUSED_VALUE, message).note(format!("write `{receiver} = {call}`"))
}

fn overridden(code: Code) -> Diagnostic {
    let what = if code == Code::Piece { "text" } else { "YAML" };
    let message = format!("The {what} above this `return` is dropped");
    Diagnostic::warning(codes::UNREACHABLE_CODE, message).note(format!(
        "a function gives either the value of `return` or the {what} in it: keep one of them"
    ))
}

/// The warning about a comparison of a data value with text that its schema never allows.
fn compared(path: &[Text], text: &str, literal: Span, values: &ShownValues) -> Option<Diagnostic> {
    let names: Vec<_> = path.iter().map(Text::to_lossy).collect();
    let ["data", "values", keys @ ..] = &names.iter().map(|name| &**name).collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let declared = values.declared_kind(keys)?;
    let whole = names.join(".");
    let lower = text.to_lowercase();
    let (kind, literal_text, note) = match declared {
        Kind::Bool if ["true", "yes", "on"].contains(&lower.as_str()) => {
            ("a boolean", "True".to_owned(), format!("write `if {whole}:`, or compare with True"))
        }
        Kind::Bool if ["false", "no", "off"].contains(&lower.as_str()) => (
            "a boolean",
            "False".to_owned(),
            format!("write `if not {whole}:`, or compare with False"),
        ),
        Kind::Int | Kind::Float if text.parse::<f64>().is_ok() => {
            ("a number", text.to_owned(), format!("remove the quotes: {text}"))
        }
        _ => return None,
    };
    let message = format!("{whole} is {kind}: it is never equal to the text \"{text}\"");
    let fix = Fix {
        span: literal,
        replacement: literal_text,
        description: format!("compare with {kind}"),
    };
    Some(Diagnostic::warning(codes::IDLE_COMPARISON, message).note(note).fix(fix))
}
