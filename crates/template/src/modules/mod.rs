//! The modules that templates load as `@ytt:<name>`, one file or folder each.
//!
//! A module is built when it is loaded, so unused ones cost nothing. `data` and `template` depend on the file that
//! loads them; all others are the same for every file.

pub mod args;
pub mod base64;
pub mod data;
mod digest;
pub mod ip;
pub mod json;
pub mod math;
mod module;
pub mod regexp;
mod structs;
pub mod toml;
pub mod url;
mod version;
pub mod yaml;

use std::{cell::Cell, rc::Rc};

use yardstick_starlark::{Args, NativeModule, Result, Thread, Value, meter};

/// Returns the module called `name`, if it does not depend on the file that loads it.
///
/// `math` prints a warning on first use. To get one warning per run, keep the module for the whole run, or pass a
/// shared flag to [`math::module`].
pub fn standard(name: &str) -> Option<Value> {
    Some(match name {
        "base64" => base64::module(),
        "ip" => ip::module(),
        "json" => json::module(),
        "math" => math::module(&Rc::new(Cell::new(false))),
        "md5" => digest::md5(),
        "module" => module::module(),
        "regexp" => regexp::module(),
        "sha256" => digest::sha256(),
        "struct" => structs::module(),
        "toml" => toml::module(),
        "url" => url::module(),
        "version" => version::module(),
        "yaml" => yaml::module(),
        _ => return None,
    })
}

/// The names of the standard modules.
pub const STANDARD: [&str; 13] = [
    "base64", "ip", "json", "math", "md5", "module", "regexp", "sha256", "struct", "toml", "url",
    "version", "yaml",
];

/// The names of the modules that are created for each run, because they depend on its files, values or schemas.
pub const OF_A_RUN: [&str; 7] =
    ["assert", "data", "library", "overlay", "schema", "spelling", "template"];

/// The implementation of a module function.
type Body = fn(&mut Thread, &Args<'_>) -> Result<Value>;

/// The minimum number of steps per call.
const CALL_STEPS: usize = 16;

/// Counts the work of a call by the sizes of its text arguments, because all of them are read.
fn work(args: &Args<'_>) -> Result<()> {
    meter::work(CALL_STEPS)?;
    let keywords = args.keywords.iter().map(|(_, value)| value);
    args.positional.iter().chain(keywords).try_for_each(|value| match value {
        Value::Str(text) => meter::scan(text.len()),
        _ => Ok(()),
    })
}

/// Creates the module `name` with `functions`, whose errors are prefixed with `name.function: `.
fn of_functions(name: &str, functions: &[(&'static str, Body)]) -> Value {
    let members = functions
        .iter()
        .map(|&(function, body)| {
            let native = Value::native(format!("{name}.{function}"), move |thread, args| {
                work(&args)?;
                body(thread, &args)
            });
            (function.into(), native)
        })
        .collect();
    Value::host(NativeModule::new(name, members))
}
