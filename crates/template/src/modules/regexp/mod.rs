//! `@ytt:regexp`: finding and replacing by pattern.

mod class;
mod escape;
mod expand;
mod fault;
mod pattern;
mod search;

use yardstick_starlark::{Args, Error, Result, Thread, Value};

use self::expand::Template;
pub use self::search::Search;
use super::args;

/// Builds the module `regexp`.
pub fn module() -> Value {
    super::of_functions(
        "regexp",
        &[
            ("match", matches),
            ("replace", replace),
            ("is_valid", |_, args| {
                Ok(Value::Bool(args::one_string(args).is_ok_and(|text| Search::of(text).is_ok())))
            }),
        ],
    )
}

fn matches(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let (pattern, text) = args::two(args)?;
    let (pattern, text) = (args::string(pattern)?, args::string(text)?);
    Ok(Value::Bool(Search::of(pattern)?.is_match(text)))
}

fn replace(thread: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let [pattern, text, replacement] = args.positional else {
        return Err(Error::new("expected exactly 3 arguments"));
    };
    let search = Search::of(args::string(pattern)?)?;
    let text = args::string(text)?;
    let replaced = if replacement.is_callable() {
        search.replace(text, |captures, out| {
            let found = Value::str(&captures[0]);
            let result = thread.call(replacement, &[found], &[])?;
            out.extend_from_slice(args::string(&result)?.as_bytes());
            Ok(())
        })
    } else {
        let template = Template::parse(args::string(replacement)?.as_bytes());
        search.replace(text, |captures, out| {
            template.expand(captures, &search.names, out);
            Ok(())
        })
    };
    replaced.map(Value::Str)
}
