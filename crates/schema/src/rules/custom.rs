//! A rule of the author: a description and a function.

use yardstick_starlark::{Result, Thread, Value};

use super::Message;

/// A description and a function that says whether a value is valid.
#[derive(Debug)]
pub struct Custom {
    /// What a valid value is.
    pub description: String,
    /// Called with the value; valid is what it answers with `True`.
    pub function: Value,
    /// What to say instead of the usual words.
    pub message: Option<Message>,
    /// Whether the function may also answer `None` (valid), or a pair of a value that is true or not and a reason.
    pub lenient: bool,
}

/// What the function of a rule answered.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The value is valid.
    Valid,
    /// `False`, with a reason if it gave one.
    False(Option<String>),
    /// Nothing.
    None,
    /// Something that is no answer.
    Other,
}

impl Custom {
    pub(crate) fn ask(&self, thread: &mut Thread, value: &Value) -> Result<Answer> {
        let answer = thread.call(&self.function, std::slice::from_ref(value), &[])?;
        Ok(match &answer {
            Value::Bool(true) => Answer::Valid,
            Value::Bool(false) => Answer::False(None),
            Value::None if self.lenient => Answer::Valid,
            Value::None => Answer::None,
            Value::Tuple(pair) if self.lenient => match &**pair {
                // Any value may say whether all is well: `g["s3"] or g["azure"], "one is needed"`.
                [ok, _] if ok.truth() => Answer::Valid,
                [_, reason] => Answer::False(Some(reason.to_text().to_lossy().into_owned())),
                _ => Answer::Other,
            },
            _ => Answer::Other,
        })
    }

    /// The name of the function, unless it has none.
    pub(crate) fn function_name(&self) -> Option<String> {
        let name = match &self.function {
            Value::Function(function) => function.name(),
            Value::Builtin(builtin) => builtin.name(),
            _ => return None,
        };
        (*name != "lambda").then(|| name.to_string())
    }
}
