//! `@ytt:yaml`: values as YAML and back.

use std::sync::Arc;

use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_starlark::{Args, Error, Result, Thread, Value};
use yardstick_yaml::{Options, parse};

use super::args;
use crate::{
    compile, convert,
    fragment::{Content, Fragment},
    print,
    tree::{Document, Position},
};

pub(super) fn module() -> Value {
    super::of_functions("yaml", &[("encode", encode), ("decode", decode)])
}

fn encode(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let value = args::one(args)?;
    if let Some(fragment) = value.downcast::<Fragment>()
        && let Content::Documents(documents) = fragment.content()
    {
        return Ok(Value::str(print::yaml(documents.iter())));
    }
    let document = Document::new(convert::to_yaml(value)?, Position::UNKNOWN);
    Ok(Value::str(print::yaml([&document])))
}
