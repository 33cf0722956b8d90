//! Checks the defaults and examples of a schema against the schema itself.

use jsonschema::Validator;
use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

use super::{Schema, walk};
use crate::{
    engine::{
        Value, Yaml,
        budget::{self, SharedBudget},
    },
    errors,
};

/// A schema with its own defaults and examples.
pub(super) struct Given {
    /// The JSON pointer of the schema.
    pub(super) pointer: String,
    /// The values, each with its name in messages.
    pub(super) values: Vec<(&'static str, NodeId)>,
}

/// Returns all schemas below `root` that have defaults or examples.
pub(super) fn given(view: &View, root: NodeId) -> Vec<Given> {
    let mut found = Vec::new();
    walk::each_with_pointer(view, root, &mut |schema, pointer| {
        let mut values = Vec::new();
        if let Some(default) = view.get(schema, "default") {
            values.push(("default", default));
        }
        if let Some(examples) =
            view.get(schema, "examples").filter(|&id| view.type_of(id) == Type::Array)
        {
            values.extend(view.node(examples).items().map(|item| ("example", item.id())));
        }
        // A schema without other keywords accepts everything.
        if !values.is_empty() && view.member_count(schema) > 1 {
            found.push(Given { pointer: pointer.to_owned(), values });
        }
    });
    found
}

/// Warns about values of `given` that `validator`, compiled from the same schema, rejects.
pub(super) fn warn(
    schema: &Schema,
    given: &Given,
    validator: &Validator<Yaml>,
    purse: &SharedBudget,
    warnings: &mut Vec<Diagnostic>,
) {
    let view = &schema.file.view;
    for &(what, node) in &given.values {
        // Skip values that take too long to check.
        let is_valid = || validator.is_valid(Value::new(view, node));
        let is_valid = budget::within(purse.steps(1), is_valid);
        purse.pay(1);
        if is_valid.unwrap_or(true) {
            continue;
        }
        let why = || errors::first(view, node, schema, validator);
        let why = budget::within(purse.steps(1), why).ok().flatten();
        purse.pay(1);
        let message = match why {
            Some(why) => format!("the {what} breaks its own schema: {why}"),
            None => format!("the {what} breaks its own schema"),
        };
        let warning = Diagnostic::warning(codes::INVALID_EXAMPLE, message);
        warnings.push(warning.at(view.written(node).content_span()));
    }
}
