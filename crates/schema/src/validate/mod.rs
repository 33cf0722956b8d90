//! Rules about values: what `@schema/validation` and `@assert/validate` ask for.
//!
//! An annotation is parsed into a [`Validation`] once; [`document`] walks the final values and runs
//! the validations of every node.

mod attached;
mod cel;
mod comparable;
mod formats;
mod judge;
mod parse;
pub(crate) mod path;
mod report;
pub(crate) mod rules;
mod string_defaults;
mod walk;
mod when;
mod written;

use std::rc::Rc;

use yardstick_starlark::Value;
use yardstick_template::tree::Position;

pub(crate) use attached::{Malformed, of_schema_node};
pub use cel::Cel;
pub(crate) use comparable::sequence;
pub(crate) use judge::{Judging, Subject};
pub(crate) use parse::misspelt;
pub(crate) use report::lines;
pub use rules::{
    Affix, Bound, Contains, Custom, Described, Format, Length, Message, MultipleOf, OneNotNull,
    OneOf, Pattern, Rule,
};
pub use string_defaults::spread as spread_string_rules;
pub(crate) use string_defaults::spread_in_part;
pub use walk::Judged;
pub(crate) use walk::{broken, document, documents};
pub(crate) use when::{Context, applies};
pub use written::{has_rules, take_rules_off};

/// The rules of one annotation.
#[derive(Debug)]
pub struct Validation {
    /// The annotation.
    pub position: Position,
    /// Whether null is refused; checked before everything else.
    pub not_null: bool,
    /// What a valid value is, said about null by the author.
    pub not_null_description: Option<String>,
    /// The rules, in the order they are tried.
    pub rules: Vec<Rule>,
    /// Where each rule is written, if not all of them with the annotation.
    pub places: Vec<Position>,
    /// Where it is written that null is refused.
    pub not_null_place: Position,
    /// A function that says whether the rules apply.
    pub when: Option<Value>,
    /// The same as its functions, for Kubernetes.
    pub cel: Vec<Cel>,
    /// The rules of the node's next annotation: `@schema/validation2` behind `@schema/validation`.
    pub next: Option<Rc<Validation>>,
}

impl Validation {
    /// The annotation of schemas.
    pub const SCHEMA: &'static str = "schema/validation";
    /// The annotation of schemas whose functions may answer in more ways.
    pub const LENIENT: &'static str = "schema/validate";
    /// The annotation for all strings below.
    pub const STRING_DEFAULTS: &'static str = "schema/validation-defaults-for-strings";
    /// The annotation of data values and of output.
    pub const ASSERT: &'static str = "assert/validate";

    /// This annotation and those behind it.
    pub fn all(&self) -> impl Iterator<Item = &Validation> {
        std::iter::successors(Some(self), |validation| validation.next.as_deref())
    }

    /// What one of its rules says, told as what holds always or, under a condition, sometimes.
    pub(crate) fn in_its_cases(&self, text: String) -> String {
        if self.when.is_some() { format!("{text} (in some cases)") } else { text }
    }

    /// What a value that is null breaks.
    pub(crate) fn not_null_text(&self) -> &str {
        self.not_null_description.as_deref().unwrap_or(rules::not_null().0)
    }
}
