//! Rules about values: what `@schema/validation` and `@assert/validate` ask for.
//!
//! An annotation is parsed into a [`Validation`] once; [`document`] walks the final values and runs
//! the validations of every node.

mod comparable;
mod parse;
pub(crate) mod path;
pub(crate) mod rules;
mod walk;
mod when;

use yardstick_diagnostics::BrokenRule;
use yardstick_starlark::{Error, Result, Thread, Value};
use yardstick_template::tree::Position;

pub(crate) use comparable::sequence;
pub use rules::{Bound, Custom, Length, OneNotNull, OneOf, Rule};
pub(crate) use walk::document;

use crate::place;

/// The rules of one annotation.
#[derive(Debug)]
pub struct Validation {
    /// The annotation.
    pub position: Position,
    /// Whether null is refused; checked before everything else.
    pub not_null: bool,
    /// The rules, in the order they are tried.
    pub rules: Vec<Rule>,
    /// A function that says whether the rules apply.
    pub when: Option<Value>,
}

impl Validation {
    /// The annotation of schemas.
    pub const SCHEMA: &'static str = "schema/validation";
    /// The annotation of data values.
    pub const ASSERT: &'static str = "assert/validate";

    /// Tries the rules on `value`. An error means that going on is impossible: a limit was reached.
    fn broken_rules(&self, thread: &mut Thread, value: &Value) -> Result<Vec<BrokenRule>> {
        let mut broken = Vec::new();
        let broken_rule = |must_be: String, found: String| BrokenRule {
            must_be,
            by: place::of(self.position),
            found,
        };
        // A value that is null breaks no rule but this one.
        if let Value::None = value {
            if self.not_null {
                let (must_be, found) = rules::not_null();
                broken.push(broken_rule(must_be.to_owned(), found.to_owned()));
            }
            return Ok(broken);
        }
        for rule in &self.rules {
            match rule.check(thread, value) {
                Ok(()) => {}
                Err(error) if error.is_catchable() => {
                    broken.push(broken_rule(rule.must_be(), reason(&error)));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(broken)
    }
}

/// What an error says about the value: its message without the words that merely say that it failed.
fn reason(error: &Error) -> String {
    let message = match error.message() {
        // `fail("")`
        "fail" => "",
        message => message.strip_prefix("fail: ").unwrap_or(message),
    };
    message.strip_prefix("check: ").unwrap_or(message).to_owned()
}
