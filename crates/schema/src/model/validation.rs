//! The rules that the annotations of a node ask for.

use yardstick_starlark::Value;
use yardstick_template::tree::Position;

use crate::rules::Rule;

/// The rules of one annotation. A node has one for each of its annotations: `@schema/validation`,
/// `@schema/validation2`.
#[derive(Debug)]
pub struct Validation {
    /// The annotation.
    pub position: Position,
    /// Whether null is refused; checked before everything else.
    pub not_null: Option<NotNull>,
    /// The rules, in the order they are tried.
    pub rules: Vec<PlacedRule>,
    /// A function that says whether the rules apply.
    pub when: Option<Value>,
    /// What its functions ask for, in the expressions of Kubernetes.
    pub cel: Vec<Cel>,
    /// Whether it is not tried on values that hold broken ones: an annotation that the reference does not know.
    pub waits_for_children: bool,
}

/// A rule, and where it is written: an annotation may be made of several.
#[derive(Debug)]
pub struct PlacedRule {
    /// The rule.
    pub rule: Rule,
    /// Where it is written.
    pub position: Position,
}

/// `not_null=True`: the only rule that null breaks.
#[derive(Debug)]
pub struct NotNull {
    /// What a valid value is, in the words of the author.
    pub description: Option<String>,
    /// Where it is written.
    pub position: Position,
}

impl NotNull {
    /// What is wrong with null.
    pub(crate) const FOUND: &'static str = "value is null";

    /// What a valid value is.
    pub fn must_be(&self) -> &str {
        self.description.as_deref().unwrap_or("not null")
    }
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

    /// Whether its rules hold always, not only under a condition.
    pub fn is_unconditional(&self) -> bool {
        self.when.is_none()
    }

    /// `text`, what one of its rules asks for; marked if the rules apply only under a condition.
    pub fn in_its_cases(&self, text: impl Into<String>) -> String {
        let text = text.into();
        if self.is_unconditional() { text } else { format!("{text} (in some cases)") }
    }
}

/// A rule for Kubernetes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cel {
    /// The expression.
    pub rule: String,
    /// What a valid value is; nothing where the annotation has no function that would say it.
    pub message: Option<String>,
}
