//! `@schema/definition data_values=True`: another name for the annotation of schema documents.

use yardstick_diagnostics::{Sources, Statement, spelling};
use yardstick_starlark::Value;

use super::{
    Declared,
    error::{Result, found_by, invalid, misuse},
};

const NAME: &str = "schema/definition";

/// There are only schemas of data values, and the annotation has to say that it means them.
pub(super) fn check(declared: &Declared<'_>, sources: &Sources) -> Result<()> {
    let Some(annotation) = declared.annotations.get(NAME) else { return Ok(()) };
    let mut means_values = false;
    let (mut found, mut near) = (None, None);
    for (name, value) in &annotation.keywords {
        match (&*name.to_lossy(), value) {
            ("data_values", Value::Bool(true)) => means_values = true,
            ("name", Value::Str(name)) if *name == "data/values" => means_values = true,
            (name, value) => {
                found = Some(format!("{name}={}", value.to_repr()));
                let known = spelling::nearest(name, ["data_values", "name"]);
                near = known.filter(|near| near != &name);
            }
        }
    }
    if means_values && found.is_none() {
        return Ok(());
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
