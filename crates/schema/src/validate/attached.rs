//! Collects the validations of a node from all its annotations, in the order of their numbers.

use yardstick_diagnostics::{Code, Diagnostic, Sources, codes};
use yardstick_template::tree::{Annotation, Annotations, Kind, Position};

use super::{
    Validation,
    parse::{Reading, help},
};
use crate::model::Type;

/// An invalid annotation: the complete message, the position, and hints.
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) message: String,
    pub(crate) position: Position,
    pub(crate) note: Option<String>,
}

impl Malformed {
    /// Returns the error as a diagnostic.
    pub(crate) fn into_diagnostic(self, code: Code) -> Diagnostic {
        let error = Diagnostic::error(code, self.message);
        let error = error.at(self.position.span());
        error.notes(self.note)
    }
}

/// Returns the number at the end of `name` if it starts with `base`; 0 if there is none.
fn number(name: &str, base: &str) -> Option<u32> {
    match name.strip_prefix(base)? {
        "" => Some(0),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok(),
        _ => None,
    }
}

/// Whether `name` is `base`, with or without a number.
pub(super) fn is_numbered(name: &str, base: &str) -> bool {
    number(name, base).is_some()
}

/// Returns the rules of a schema node with values of `type_`.
pub(crate) fn of_schema_node(
    annotations: &Annotations,
    type_: &Type,
    sources: &Sources,
) -> Result<Vec<Validation>, Malformed> {
    if annotations.is_empty() {
        return Ok(Vec::new());
    }
    let own = [(Validation::SCHEMA, Reading::Strict), (Validation::LENIENT, Reading::Lenient)];
    let validations = of(annotations, &own, type_.is_of_kind(Kind::Array), sources)?;
    let is_text = matches!(type_.not_null(), Type::Scalar(Kind::Text));
    match annotations.get(Validation::STRING_DEFAULTS) {
        Some(annotation) if is_text && validations.is_empty() => {
            Ok(vec![parse(annotation, Reading::Strict, false, sources)?])
        }
        _ => Ok(validations),
    }
}

/// Returns the rules attached to a node of data values or output.
pub(super) fn of_value_node(
    annotations: &Annotations,
    sources: &Sources,
) -> Result<Vec<Validation>, Malformed> {
    of(annotations, &[(Validation::ASSERT, Reading::Strict)], false, sources)
}

fn of(
    annotations: &Annotations,
    bases: &[(&str, Reading)],
    holds_arrays: bool,
    sources: &Sources,
) -> Result<Vec<Validation>, Malformed> {
    let mut found: Vec<(u32, Reading, &Annotation)> = Vec::new();
    for annotation in annotations {
        found.extend(bases.iter().find_map(|&(base, reading)| {
            number(&annotation.name, base).map(|number| (number, reading, annotation))
        }));
    }
    found.sort_by_key(|(number, reading, _)| (*number, *reading));
    let read = |(_, reading, own)| parse(own, reading, holds_arrays, sources);
    found.into_iter().map(read).collect()
}

pub(super) fn parse(
    annotation: &Annotation,
    reading: Reading,
    holds_arrays: bool,
    sources: &Sources,
) -> Result<Validation, Malformed> {
    Validation::parse(annotation, reading, holds_arrays, sources).map_err(|refused| Malformed {
        position: annotation.position,
        note: help(annotation, reading).or(refused.note.map(str::to_owned)),
        message: refused.message,
    })
}

/// Warnings about arguments of rules that could be read in two ways.
pub(crate) fn ambiguous_pairs(validations: &[Validation]) -> impl Iterator<Item = Diagnostic> {
    let rules = validations.iter().flat_map(|validation| &validation.rules);
    rules.filter_map(|placed| {
        let named = placed.rule.named().filter(|named| named.is_ambiguous)?;
        let name = named.kind.name;
        let (reading, remedy) = match &named.description {
            Some(words) => (
                format!("\"{words}\" is taken as the description"),
                "if it is the expression, put the description first".to_owned(),
            ),
            None => (
                "both are taken as values".to_owned(),
                format!(
                    "write a list if both are values; if one is a description, write \
                     (\"description\", assert.{name}(...))"
                ),
            ),
        };
        let message = format!("The pair given to {name}= can be read in two ways: {reading}");
        let doubt = Diagnostic::warning(codes::AMBIGUOUS_ARGUMENT, message).note(remedy);
        Some(doubt.at(placed.position.span()))
    })
}
