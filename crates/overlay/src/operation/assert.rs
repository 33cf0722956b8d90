//! `@overlay/assert`: check matched nodes, then merge what is below them.

use yardstick_starlark::Value;
use yardstick_template::{fragment::Fragment, tree::Yaml};

use crate::{
    annotation::{
        arguments::{self, assert_via, child_defaults},
        edit::AnnotationEdits,
        names,
    },
    engine::Engine,
    explain,
    failure::{FUNCTION, Failure, MISFIT, Result},
    matching::{Counts, subset},
    node::Node,
    siblings::Siblings,
};

pub(super) fn run<S: Siblings>(
    engine: &mut Engine<'_>,
    left: &mut S,
    right: &S::Node,
    defaults: &Counts,
) -> Result<()> {
    let below = child_defaults(right.annotations(), defaults)?;
    let matching = engine.match_arguments(right, defaults)?;
    let via = assert_via(right.annotations())?;
    let edits = AnnotationEdits::read(right.annotations())?;
    let Some(found) = engine.matches(left, right, &matching)? else { return Ok(()) };
    for at in found {
        left.edit(at, |node| {
            let position = node.position();
            check(engine, via, node.value(), right.value()).map_err(|failure| {
                explain::left_value(failure, node.value(), position, engine.sources)
            })?;
            engine.apply(node.value_mut(), right.value(), &below, position)?;
            edits.apply(engine, node, right, position)
        })?;
    }
    Ok(())
}

fn check(engine: &mut Engine<'_>, via: Option<&Value>, left: &Yaml, right: &Yaml) -> Result<()> {
    let Some(via) = via else {
        return subset::compare(left, right).map_err(|why| {
            Failure::new(MISFIT, format!("Expected objects to equal, but did not: {why}"))
        });
    };
    let via = arguments::function(names::ASSERT, via)?;
    let values = [Fragment::of_yaml(left), Fragment::of_yaml(right)];
    let fail = |message: String| Err(Failure::new(MISFIT, message));
    match engine.thread.call(via, &values, &[])? {
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
                FUNCTION,
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
