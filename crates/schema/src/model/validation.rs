//! The rules that the annotations of a node declare.

use std::ops::Deref;

use yardstick_starlark::Value;
use yardstick_template::tree::Position;

use crate::rules::Rule;

/// The rules of one annotation. A node has one entry for each of its annotations: `@schema/validation`,
/// `@schema/validation2`.
#[derive(Debug)]
pub struct Validation {
    /// The position of the annotation.
    pub position: Position,
    /// Whether null is rejected. Checked before everything else.
    pub not_null: Option<NotNull>,
    /// The rules, in the order in which they are checked.
    pub rules: Vec<PlacedRule>,
    /// A function that decides whether the rules apply.
    pub when: Option<Value>,
    /// CEL expressions for Kubernetes with the meaning of its functions.
    pub cel: Vec<Cel>,
    /// Whether to skip values that contain invalid ones. True for annotations that the reference does not have.
    pub waits_for_children: bool,
}

/// The rules of a node, one entry for each annotation. Most nodes have none, so an empty one is small.
#[derive(Debug, Default)]
pub struct Validations(Option<Box<Several>>);

type Several = Vec<Validation>;

impl Validations {
    /// Adds the rules of one more annotation.
    pub(crate) fn push(&mut self, validation: Validation) {
        self.0.get_or_insert_default().push(validation);
    }
}

impl From<Vec<Validation>> for Validations {
    fn from(all: Vec<Validation>) -> Self {
        Self((!all.is_empty()).then(|| Box::new(all)))
    }
}

impl Deref for Validations {
    type Target = [Validation];

    fn deref(&self) -> &[Validation] {
        self.0.as_ref().map_or(&[], |all| all)
    }
}

/// A rule with its position. An annotation may be merged from several.
#[derive(Debug)]
pub struct PlacedRule {
    /// The rule.
    pub rule: Rule,
    /// The position of the rule.
    pub position: Position,
}

/// `not_null=True`: the only rule that applies to null.
#[derive(Debug)]
pub struct NotNull {
    /// The author's description of a valid value.
    pub description: Option<String>,
    /// The position of the rule.
    pub position: Position,
}

impl NotNull {
    /// Describes the invalid value.
    pub(crate) const FOUND: &'static str = "value is null";

    /// Describes a valid value.
    pub fn must_be(&self) -> &str {
        self.description.as_deref().unwrap_or("not null")
    }
}

impl Validation {
    /// The annotation for schemas.
    pub const SCHEMA: &'static str = "schema/validation";
    /// The annotation for schemas whose functions may return more kinds of results.
    pub const LENIENT: &'static str = "schema/validate";
    /// The annotation for all strings below a node.
    pub const STRING_DEFAULTS: &'static str = "schema/validation-defaults-for-strings";
    /// The annotation for data values and output.
    pub const ASSERT: &'static str = "assert/validate";

    /// Whether its rules always apply, not only under a condition.
    pub fn is_unconditional(&self) -> bool {
        self.when.is_none()
    }

    /// Returns `text`, the description of one of its rules. Says so if the rules apply only under a condition.
    pub fn in_its_cases(&self, text: impl Into<String>) -> String {
        let text = text.into();
        if self.is_unconditional() { text } else { format!("{text} (in some cases)") }
    }
}

/// A CEL rule for Kubernetes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cel {
    /// The expression.
    pub rule: String,
    /// Describes a valid value. `None` if the annotation has no function with a description.
    pub message: Option<String>,
}
