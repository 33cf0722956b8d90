//! `@ytt:regexp`: finds and replaces by regular expression.

use std::rc::Rc;

use yardstick_re2::{Pattern, Replacement};
use yardstick_starlark::{
    Args, Error, Result, Text, Thread, Value,
    memory::{self, Growth},
    meter,
};

use super::args;

/// Builds the module `regexp`.
pub fn module() -> Value {
    super::of_functions(
        "regexp",
        &[
            ("match", matches),
            ("replace", replace),
            ("is_valid", |_, args| {
                Ok(Value::Bool(args::one_string(args).is_ok_and(|text| compile(text).is_ok())))
            }),
        ],
    )
}

fn matches(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let (pattern, text) = args::two(args)?;
    let (pattern, text) = (args::string(pattern)?, args::string(text)?);
    let pattern = compile(pattern)?;
    meter::work(pattern.work_on(text.len()))?;
    Ok(Value::Bool(pattern.is_match(text.as_bytes())))
}

fn replace(thread: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let [pattern, text, replacement] = args.positional else {
        return Err(Error::arguments("expected exactly 3 arguments"));
    };
    let pattern = compile(args::string(pattern)?)?;
    let text = args::string(text)?;
    meter::work(pattern.work_on(text.len()))?;
    let mut growth = Growth::of_value();
    growth.add(text.len())?;
    let replaced: Result<Option<Vec<u8>>> = if replacement.is_callable() {
        pattern.replace(text.as_bytes(), |found, out| {
            let result = thread.call(replacement, &[Value::str(found.text())], &[])?;
            let result = args::string(&result)?;
            growth.add(result.len())?;
            out.extend_from_slice(result.as_bytes());
            Ok(())
        })
    } else {
        let written = args::string(replacement)?.as_bytes();
        let references = memchr::memchr_iter(b'$', written).count();
        let replacement = Replacement::parse(written);
        pattern.replace(text.as_bytes(), |found, out| {
            let before = out.len();
            // Every reference expands to at most the whole match.
            memory::check_live(references.saturating_mul(found.text().len()) + written.len())?;
            found.expand(&replacement, out);
            growth.add(out.len() - before)
        })
    };
    Ok(Value::Str(replaced?.map_or_else(|| text.clone(), Text::from)))
}

fn compile(pattern: &Text) -> Result<Rc<Pattern>> {
    meter::work(Pattern::work(pattern.as_bytes()))?;
    Pattern::of(pattern.as_bytes())
        .map_err(|fault| Error::new(fault.to_string()).note(fault.hint().map(str::to_owned)))
}
