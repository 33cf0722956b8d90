//! `when=`: decides whether the rules of a node apply.

use yardstick_diagnostics::{Sources, render::reference::error_text};
use yardstick_starlark::{About, Error, Result, Thread, Value};

use crate::rules::Context;

/// Evaluates the condition.
pub(crate) fn applies(
    thread: &mut Thread,
    condition: &Value,
    value: &Value,
    context: Context<'_>,
    sources: &Sources,
) -> Result<bool> {
    let parameters = match condition {
        Value::Function(function) => function.parameter_count(),
        _ => 1,
    };
    let answer = match parameters {
        1 => thread.call(condition, std::slice::from_ref(value), &[]),
        2 => thread.call(condition, &[value.clone(), context.to_struct()], &[]),
        other => {
            return Err(Error::new(format!(
                "Failed to evaluate when=: function must accept 1 or 2 arguments ({other} given)"
            )));
        }
    };
    match answer {
        Ok(Value::Bool(applies)) => Ok(applies),
        Ok(other) => Err(Error::new(format!("want when= to be bool, got {}", other.type_name()))
            .note(Some("compare, or write bool(...) around the value".to_owned()))),
        Err(error) if error.is_catchable() => {
            let text = error_text(error.evaluation(), sources);
            let notes = error.evaluation().notes.iter().cloned();
            let is_missing = matches!(error.evaluation().about, About::Missing(_));
            let context = (parameters == 2 && is_missing)
                .then(|| "the second parameter has the fields parent and root, which are maps: ctx.parent[\"key\"]".to_owned());
            let failure = Error::new(format!("Failure evaluating when=: {text}"));
            Err(match context {
                Some(context) => failure.note(Some(context)),
                None => notes.fold(failure, |failure, note| failure.note(Some(note))),
            })
        }
        Err(error) => Err(error),
    }
}
