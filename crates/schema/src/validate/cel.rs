//! Reads `cel=`: the meaning of the functions of an annotation, as CEL expressions for Kubernetes.
//!
//! The expressions are copied into exports and never evaluated. One expression covers all functions of its
//! annotation; a list has one for each function, in order.

use yardstick_starlark::Value;

use crate::{model::Cel, rules::sequence};

/// Why an argument is invalid.
pub(super) enum Misread {
    /// It is neither a string nor a list of strings.
    Type,
    /// The number of expressions differs from the number of functions.
    Count(usize),
}

/// Reads the expressions in `given`. `descriptions` are those of the functions next to it.
pub(super) fn read(given: &Value, descriptions: &[&str]) -> Result<Vec<Cel>, Misread> {
    if let Value::Str(text) = given {
        let message = (!descriptions.is_empty()).then(|| descriptions.join(", "));
        return Ok(vec![Cel { rule: text.to_lossy().into_owned(), message }]);
    }
    let texts = sequence(given).ok_or(Misread::Type)?;
    if texts.len() != descriptions.len() {
        return Err(Misread::Count(texts.len()));
    }
    let pair = |(text, description): (&Value, &&str)| match text {
        Value::Str(text) => {
            Ok(Cel { rule: text.to_lossy().into_owned(), message: Some((*description).to_owned()) })
        }
        _ => Err(Misread::Type),
    };
    texts.iter().zip(descriptions).map(pair).collect()
}
