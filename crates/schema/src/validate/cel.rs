//! `cel=`: what the functions of an annotation ask for, in the language of Kubernetes.
//!
//! It is copied into exports and never evaluated. One text speaks for all functions of its annotation; a list
//! has one text for each of them, in their order.

use yardstick_starlark::Value;

use crate::{model::Cel, rules::sequence};

/// Why an argument is not understood.
pub(super) enum Misread {
    /// It is neither a string nor a list of strings.
    Type,
    /// There are not as many texts as functions.
    Count(usize),
}

/// The rules of `given`, next to functions with these descriptions.
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
