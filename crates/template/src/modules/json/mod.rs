//! `@ytt:json`: values as JSON and back.

mod decode;
mod scan;

use yardstick_starlark::{Args, Error, Result, Thread, Value};
use yardstick_yaml::print::JsonOptions;

use super::args;
use crate::{convert, print};

/// Builds the module `json`.
pub fn module() -> Value {
    super::of_functions(
        "json",
        &[
            ("encode", encode),
            ("decode", |_, args| decode::decode(args::one_string(args)?.as_bytes())),
        ],
    )
}

fn encode(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let value = args::one(args)?;
    args::known_keywords(args, &["indent", "escape_html"])?;
    let yaml = convert::to_yaml(value)?;
    let options = JsonOptions {
        indent: args::indent(args)?,
        escape_html: args::flag(args, "escape_html", true)?,
    };
    print::to_json(&yaml, options).map(Value::str).map_err(|error| Error::new(error.to_string()))
}
