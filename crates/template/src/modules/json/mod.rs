//! `@ytt:json`: encodes values as JSON, and decodes them.

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
            ("decodable", |_, args| {
                let text = args::one_string(args).ok();
                Ok(Value::Bool(text.is_some_and(|text| decodable(text.as_bytes()).is_ok())))
            }),
        ],
    )
}

/// Checks that `text` can be decoded. The error is the reason.
pub fn decodable(text: &[u8]) -> Result<()> {
    decode::decode(text).map(drop)
}

fn encode(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let value = args::one(args)?;
    args::known_keywords(args, &["indent", "escape_html"])?;
    let yaml = convert::to_yaml(value)?;
    let options = JsonOptions {
        indent: args::indent(args)?,
        escape_html: args::flag(args, "escape_html", true)?,
    };
    print::reserve(&yaml)?;
    print::to_json(&yaml, options).map(Value::str).map_err(|error| Error::new(error.to_string()))
}
