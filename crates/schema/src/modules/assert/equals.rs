//! `assert.equals(expected, actual)`: checks that two values have the same YAML.

use yardstick_starlark::{Args, Error, Result, Thread, Value};
use yardstick_template::{
    convert,
    fragment::{Content, Fragment},
    print,
    tree::is_blank,
};

use super::exactly;
use yardstick_template::engine_type;

pub(super) fn equals(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [expected, actual] = exactly::<2>(&args)?;
    let (wanted, was) = (encoded(expected)?, encoded(actual)?);
    if wanted == was {
        return Ok(Value::None);
    }
    Err(Error::new(format!(
        "Not equal:\n(expected type: {})\n{wanted}\n\n(was type: {})\n{was}",
        expected.type_name(),
        actual.type_name()
    )))
}

/// Returns the value as YAML. Null becomes the empty document.
fn encoded(value: &Value) -> Result<String> {
    if matches!(value, Value::Function(_) | Value::Builtin(_)) {
        let type_name = engine_type(value);
        return Err(Error::new(format!(
            "expected argument not to be a function, but was {type_name}"
        )));
    }
    if let Some(fragment) = value.downcast::<Fragment>()
        && let Content::Documents(documents) = fragment.content()
    {
        return Ok(String::from_utf8_lossy(&print::yaml(documents.iter())).into_owned());
    }
    let yaml = convert::to_yaml(value)?;
    Ok(if is_blank(&yaml) { String::new() } else { print::to_yaml_text(&yaml) })
}
