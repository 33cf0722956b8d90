//! Checks the keys of a schema: they are names of data values, and names are strings.

use yardstick_diagnostics::{Diagnostic, Statement, codes};
use yardstick_template::tree::Yaml;

use super::{
    Declared, Inference,
    error::{Result, invalid},
};
use crate::place;

/// Rejects keys that cannot be names, and warns about keys that were probably not meant as names.
pub(super) fn check(
    declared: &Declared<'_>,
    key: &Yaml,
    inference: &mut Inference<'_>,
) -> Result<()> {
    match key {
        Yaml::Map(_) | Yaml::Array(_) => {
            let failure = declared
                .failure(inference.sources)
                .description("A name of a data value must be a string")
                .found(Statement::new(format!("{} as a key", key.kind().name())))
                .expected(Statement::new("string"));
            Err(invalid(failure))
        }
        Yaml::Bool(value) => {
            let position = declared.node.position;
            let word =
                place::word_at(position, inference.sources).unwrap_or_else(|| value.to_string());
            let message = format!("Key `{word}` is a boolean, not a name");
            let warning = Diagnostic::warning(codes::BOOLEAN_NAME, message)
                .note(format!("to make it a name, quote it: \"{word}\""));
            inference.warnings.push(warning.at(position.span()));
            Ok(())
        }
        _ => Ok(()),
    }
}
