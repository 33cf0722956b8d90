//! The module `@ytt:spelling`: finds similar words, for custom rules.

use yardstick_diagnostics::spelling::nearest;
use yardstick_starlark::{Args, Error, NativeModule, Result, Thread, Value};

/// Returns the module `@ytt:spelling`.
pub fn module() -> Value {
    let members = vec![("nearest".into(), Value::native("spelling.nearest", nearest_of_list))];
    Value::host(NativeModule::new("spelling", members))
}

/// `spelling.nearest(word, words)`: returns the word that was probably meant, or an empty string.
fn nearest_of_list(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [word, words] = args.exactly::<2>()?;
    let text = |value: &Value| match value {
        Value::Str(text) => Ok(text.to_lossy().into_owned()),
        other => Err(Error::new(format!("expected a string, but was {}", other.type_name()))),
    };
    let word = text(word)?;
    let words = match words {
        Value::Str(_) => return Err(Error::new("expected a list of strings, but was string")),
        other => other.try_iterate()?.map(|word| text(&word)).collect::<Result<Vec<_>>>()?,
    };
    let near = nearest(&word, words.iter().map(String::as_str));
    Ok(Value::from(near.unwrap_or_default()))
}
