//! `@ytt:toml`: encodes maps as TOML, and decodes them.

mod decode;
mod encode;

use yardstick_starlark::{Args, Result, Thread, Value};

use super::args;
use crate::{convert, print};

/// Builds the module `toml`.
pub fn module() -> Value {
    super::of_functions(
        "toml",
        &[("encode", encode), ("decode", |_, args| decode::decode(args::one_string(args)?))],
    )
}

fn encode(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    const DEFAULT_INDENT: usize = 2;
    let value = args::one(args)?;
    args::known_keywords(args, &["indent"])?;
    let yaml = convert::to_yaml(value)?;
    let indent = match args::indent(args)? {
        0 => DEFAULT_INDENT,
        blanks => blanks,
    };
    print::reserve(&yaml)?;
    encode::encode(&yaml, indent).map(Value::str)
}
