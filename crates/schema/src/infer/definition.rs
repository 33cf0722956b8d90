//! Reads `@schema/definition data_values=True`: another name for the annotation of schema documents. Both accept the
//! proposals that the schema's author enables: `proposals=["leaf-first"]`.

use yardstick_diagnostics::{Sources, Statement, spelling};
use yardstick_starlark::Value;
use yardstick_template::tree::{Annotation, Argument};

use super::{
    Declared,
    error::{AuthorError, Result, found_by, invalid, misuse},
};
use crate::{Proposals, rules::sequence, vocabulary::ARGUMENTS};

const NAME: &str = "schema/definition";
/// The usual annotation, which needs no argument.
const PLAIN: &str = "data/values-schema";

/// Checks that the annotation declares a data values schema, the only kind there is, and returns its proposals.
pub(super) fn read(declared: &Declared<'_>, sources: &Sources) -> Result<Proposals> {
    let mut proposals = Proposals::default();
    if let Some(annotation) = declared.annotations.get(PLAIN) {
        let wanted = annotation.keywords.iter().find(|(name, _)| *name == "proposals");
        if let Some((_, names)) = wanted {
            proposals =
                named(names).map_err(|found| unknown(declared, annotation, &found, sources))?;
        }
    }
    let Some(annotation) = declared.annotations.get(NAME) else { return Ok(proposals) };
    let mut means_values = declared.annotations.has(PLAIN);
    let (mut found, mut near) = (None, None);
    for (name, value) in &annotation.keywords {
        match (&*name.to_lossy(), value) {
            ("data_values", Value::Bool(true)) => means_values = true,
            ("name", Value::Str(name)) if *name == "data/values" => means_values = true,
            ("proposals", names) => {
                proposals =
                    named(names).map_err(|found| unknown(declared, annotation, &found, sources))?;
            }
            (name, value) => {
                found = Some(format!("{name}={}", value.to_repr()));
                let known = spelling::nearest(name, Argument::names(ARGUMENTS, NAME));
                near = known.filter(|near| near != &name);
            }
        }
    }
    if means_values && found.is_none() {
        return Ok(proposals);
    }
    let found = found.unwrap_or_else(|| "missing data_values=".to_owned());
    let description = "@schema/definition applies only to data values";
    Err(invalid(
        misuse(declared, annotation, description, sources)
            .found(found_by(found, annotation))
            .expected(Statement::new("data_values=True"))
            .extra_hint(near.map(|near| spelling::did_you_mean(format_args!("{near}=")))),
    ))
}

/// Reads the names of proposals: a string or a list of strings. The error describes what is not a proposal.
fn named(names: &Value) -> std::result::Result<Proposals, String> {
    let names = sequence(names).unwrap_or_else(|| vec![names.clone()]);
    let mut proposals = Proposals::default();
    for name in names {
        let one = name.as_str().and_then(|name| Proposals::named(&[name]).ok());
        proposals = proposals.and(one.ok_or_else(|| name.to_repr())?);
    }
    Ok(proposals)
}

fn unknown(
    declared: &Declared<'_>,
    annotation: &Annotation,
    found: &str,
    sources: &Sources,
) -> AuthorError {
    let word = found.trim_matches('"');
    let near = spelling::nearest(word, Proposals::NAMES);
    let expected = format!("one of {{ {} }}", Proposals::NAMES.join(", "));
    invalid(
        misuse(declared, annotation, format!("unknown proposal in @{}", annotation.name), sources)
            .found(found_by(found, annotation))
            .expected(Statement::new(expected))
            .extra_hint(near.map(spelling::did_you_mean)),
    )
}
