//! Custom rules: a description and a function.

use yardstick_starlark::{Result, Thread, Value};
use yardstick_template::{fragment::Fragment, structs::Struct, tree::Yaml};

use super::Message;

/// A description, and a function that decides whether a value is valid.
#[derive(Debug)]
pub struct Custom {
    /// Describes a valid value.
    pub description: String,
    /// Called with the value, and also with the context if it takes two arguments. The value is valid if the function
    /// returns `True`.
    pub function: Value,
    /// The author's message, which replaces the usual one.
    pub message: Option<Message>,
    /// Whether the function may also return `None` (valid), or a pair of a true value and a reason.
    pub lenient: bool,
}

/// The context of a value: the second argument of functions that take two.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The map or array that contains the node; `None` for the document.
    pub(crate) parent: Option<&'a Yaml>,
    /// The value of the document.
    pub(crate) root: &'a Yaml,
}

impl Context<'_> {
    /// Returns the context for template code: `ctx.parent`, `ctx.root`.
    pub(crate) fn to_struct(self) -> Value {
        let parent = self.parent.map_or(Value::None, Fragment::of_yaml);
        let root = Fragment::of_yaml(self.root);
        Value::host(Struct::new(vec![("parent".into(), parent), ("root".into(), root)]))
    }
}

/// The result of a rule's function.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The value is valid.
    Valid,
    /// `False`, with an optional reason.
    False(Option<String>),
    /// `None`.
    None,
    /// A pair that starts with a true value, although only `True` is accepted.
    Pair,
    /// Any other value. Holds its type if Python would treat it as true.
    Other(Option<String>),
}

impl Custom {
    pub(crate) fn ask(
        &self,
        thread: &mut Thread,
        value: &Value,
        context: Context<'_>,
    ) -> Result<Answer> {
        let answer = match &self.function {
            // The function requires two arguments, so a call with one would fail.
            Value::Function(function) if function.required_count() == 2 => {
                thread.call(&self.function, &[value.clone(), context.to_struct()], &[])?
            }
            function => thread.call(function, std::slice::from_ref(value), &[])?,
        };
        Ok(match &answer {
            Value::Bool(true) => Answer::Valid,
            Value::Bool(false) => Answer::False(None),
            Value::None if self.lenient => Answer::Valid,
            Value::None => Answer::None,
            Value::Tuple(pair) => match &**pair {
                // Any true value is accepted: `g["s3"] or g["azure"], "one is needed"`.
                [ok, _] if ok.truth() && self.lenient => Answer::Valid,
                [ok, _] if ok.truth() => Answer::Pair,
                [_, reason] => Answer::False(Some(reason.to_text().to_lossy().into_owned())),
                _ => Answer::Other(None),
            },
            other => Answer::Other(other.truth().then(|| other.type_name().to_owned())),
        })
    }

    /// Returns the name of the function, if it has one.
    pub(crate) fn function_name(&self) -> Option<String> {
        let name = match &self.function {
            Value::Function(function) => function.name(),
            Value::Builtin(builtin) => builtin.name(),
            _ => return None,
        };
        (*name != "lambda").then(|| name.to_string())
    }
}
