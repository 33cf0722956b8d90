//! A rule of the author: a description and a function.

use yardstick_starlark::{Result, Thread, Value};
use yardstick_template::{fragment::Fragment, structs::Struct, tree::Yaml};

use super::Message;

/// A description and a function that says whether a value is valid.
#[derive(Debug)]
pub struct Custom {
    /// What a valid value is.
    pub description: String,
    /// Called with the value, and with the context if it needs two arguments; valid is what it answers with
    /// `True`.
    pub function: Value,
    /// What to say instead of the usual words.
    pub message: Option<Message>,
    /// Whether the function may also answer `None` (valid), or a pair of something that is true and a reason.
    pub lenient: bool,
}

/// Where a value is: the second argument of functions that take two.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The map or array that holds the node; nothing for the document.
    pub(crate) parent: Option<&'a Yaml>,
    /// What the document holds.
    pub(crate) root: &'a Yaml,
}

impl Context<'_> {
    /// The context as code sees it: `ctx.parent`, `ctx.root`.
    pub(crate) fn to_struct(self) -> Value {
        let parent = self.parent.map_or(Value::None, Fragment::of_yaml);
        let root = Fragment::of_yaml(self.root);
        Value::host(Struct::new(vec![("parent".into(), parent), ("root".into(), root)]))
    }
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
    /// A pair that starts with something that is true, where only `True` counts.
    Pair,
    /// Something that is no answer; its type if Python would take it for true.
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
            // With one argument the call would fail.
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
                // Any value may say whether all is well: `g["s3"] or g["azure"], "one is needed"`.
                [ok, _] if ok.truth() && self.lenient => Answer::Valid,
                [ok, _] if ok.truth() => Answer::Pair,
                [_, reason] => Answer::False(Some(reason.to_text().to_lossy().into_owned())),
                _ => Answer::Other(None),
            },
            other => Answer::Other(other.truth().then(|| other.type_name().to_owned())),
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
