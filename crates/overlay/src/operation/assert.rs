//! `@overlay/assert`: checks the matched nodes, then merges what is below them.

use yardstick_diagnostics::{Diagnostic, codes};

use yardstick_starlark::Value;
use yardstick_template::{fragment::Fragment, tree::Yaml};

use super::Task;
use crate::{
    annotation::{
        arguments::{self, assert_via},
        names,
    },
    engine::Engine,
    explain,
    failure::{Failure, Result},
    matching::subset,
    node::Node,
    siblings::Siblings,
};

impl<S: Siblings> Task<'_, '_, '_, S> {
    pub(super) fn assert(&mut self) -> Result<()> {
        let below = self.below()?;
        let matching = self.matching()?;
        let right = self.right;
        let via = assert_via(right.annotations())?;
        let edits = self.edits()?;
        let Some(found) = self.find(&matching)? else { return Ok(()) };
        if via.is_none() && right.value().is_empty() {
            let message = "@overlay/assert with an empty value asserts nothing";
            let warning = Diagnostic::warning(codes::IGNORED_ARGUMENT, message).note(
                "write what has to be there, or `via=lambda left, right: ...` with a function that tests it",
            );
            self.engine.warnings.push(warning.at(right.position().span()));
        }
        self.edit_each(found, &edits, |engine, node| {
            let position = node.position();
            check(engine, via, node.value(), right.value()).map_err(|failure| {
                explain::left_value(failure, node.value(), position, engine.sources)
            })?;
            engine.apply(node.value_mut(), right.value(), &below, position).map(drop)
        })
    }
}

fn check(engine: &mut Engine<'_>, via: Option<&Value>, left: &Yaml, right: &Yaml) -> Result<()> {
    let Some(via) = via else {
        return subset::compare(left, right).map_err(|why| {
            Failure::new(
                codes::OVERLAY_MISFIT,
                format!("Expected objects to equal, but did not: {why}"),
            )
        });
    };
    let via = arguments::function(names::ASSERT, via)?;
    let values = [Fragment::of_yaml(left), Fragment::of_yaml(right)];
    let fail = |message: String| Err(Failure::new(codes::OVERLAY_MISFIT, message));
    let returned = engine.thread.call(via, &values, &[]);
    match returned.map_err(|error| explain::two_parameters(error, via))? {
        Value::None | Value::Bool(true) => Ok(()),
        Value::Bool(false) => {
            fail("Expected via invocation to return true, but was false".to_owned())
        }
        returned => match items(&returned).as_deref() {
            Some([Value::Bool(true), Value::Str(_)]) => Ok(()),
            Some([Value::Bool(false), Value::Str(message)]) => fail(format!(
                "Expected via invocation to return true, but was false with message: {message}"
            )),
            _ => Err(Failure::new(
                codes::OVERLAY_FUNCTION,
                "Expected via invocation to return NoneType, Bool or Tuple(Bool,String), but returned neither of those",
            )),
        },
    }
}

fn items(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::List(list) => Some(list.to_vec()),
        Value::Tuple(tuple) => Some(tuple.to_vec()),
        _ => None,
    }
}
