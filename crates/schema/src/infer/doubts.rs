//! What in a schema is probably not meant.

use yardstick_diagnostics::{Diagnostic, codes};

use crate::validate::Validation;

/// Arguments that could be read in two ways.
pub(super) fn ambiguous_pairs(validations: &[Validation]) -> impl Iterator<Item = Diagnostic> {
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
        Some(placed.position.span().into_iter().fold(doubt, Diagnostic::at))
    })
}
