//! `@ytt:version`: requires a minimum version.

use semver::Version;
use yardstick_starlark::{Args, Error, Result, Thread, Value};

use super::args;

/// The version of the template language that this project implements.
const LANGUAGE: Version = Version::new(0, 48, 0);

pub(super) fn module() -> Value {
    super::of_functions("version", &[("require_at_least", require_at_least)])
}

fn require_at_least(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let text = args::one_string(args)?.to_lossy();
    let wanted = Version::parse(&text).map_err(|_| {
        Error::new(format!("version string '{text}' must be a valid semver"))
            .note(Some("write three numbers: \"0.45.0\"".to_owned()))
    })?;
    // Build metadata does not affect which version is newer.
    if LANGUAGE.cmp_precedence(&wanted).is_lt() {
        return Err(Error::new(format!(
            "ytt version '{LANGUAGE}' does not meet the minimum required version '{text}'"
        )));
    }
    Ok(Value::None)
}
