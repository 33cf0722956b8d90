//! One validation problem, before it becomes a message.

use std::sync::Arc;

use serde_json::Value as Json;
use yardstick_yaml::{NodeId, json::Path};

/// The direction of a limit on a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// `minimum`
    Least,
    /// `exclusiveMinimum`
    Above,
    /// `maximum`
    Most,
    /// `exclusiveMaximum`
    Below,
}

impl Bound {
    /// Returns the words for messages, such as `at least`.
    pub(super) fn word(self) -> &'static str {
        match self {
            Bound::Least => "at least",
            Bound::Above => "greater than",
            Bound::Most => "at most",
            Bound::Below => "less than",
        }
    }
}

/// The kind of problem.
#[derive(Clone, Debug)]
pub enum Kind {
    /// The value has none of these types.
    Type(Vec<&'static str>),
    /// The value is not in this list.
    Enum(Arc<Json>),
    /// The value is not this one.
    Const(Arc<Json>),
    /// The text has fewer characters than this.
    MinLength(u64),
    /// The text has more characters than this.
    MaxLength(u64),
    /// The text does not match this regular expression.
    Pattern(String),
    /// Matching this regular expression takes too long.
    PatternLimit(String),
    /// The text does not have this format.
    Format(String),
    /// The number is out of bounds.
    Bound(Bound, Json),
    /// The number is not a multiple of this one, given as written.
    MultipleOf(String),
    /// The array has fewer items than this.
    MinItems(u64),
    /// The array has more items than this.
    MaxItems(u64),
    /// The item equals an earlier item.
    Duplicate,
    /// An earlier item has the same value for this property.
    SameProperty(String),
    /// Too few items satisfy `contains`.
    ContainsLess {
        /// What the items must be, in words, if `contains` is simple enough.
        what: Option<String>,
        /// The required number.
        least: u64,
        /// The actual number.
        found: Option<usize>,
    },
    /// Too many items satisfy `contains`.
    ContainsMore {
        /// What the items must be, in words, if `contains` is simple enough.
        what: Option<String>,
        /// The allowed number.
        most: u64,
        /// The actual number.
        found: Option<usize>,
    },
    /// The array has more items than the schema allows.
    AdditionalItem {
        /// Whether the schema describes any items before it.
        after_prefix: bool,
    },
    /// No schema describes this item.
    UnevaluatedItem {
        /// The index of the item.
        index: usize,
        /// What is wrong with the item, if `unevaluatedItems` has a schema.
        inner: Vec<Problem>,
    },
    /// This required property is missing.
    Required(String),
    /// The second property is required because the first one is present.
    DependentRequired(String, String),
    /// The schema does not allow this property.
    AdditionalProperty(String),
    /// No schema that applies describes this property.
    UnevaluatedProperty {
        /// The name of the property.
        name: String,
        /// What is wrong with its value, if `unevaluatedProperties` has a schema.
        inner: Vec<Problem>,
    },
    /// The key violates `propertyNames`.
    PropertyName {
        /// The text of the key.
        name: String,
        /// What is wrong with the key.
        inner: Vec<Problem>,
    },
    /// The object has fewer properties than this.
    MinProperties(u64),
    /// The object has more properties than this.
    MaxProperties(u64),
    /// No branch of `anyOf` accepts the value. Holds the problems of each branch.
    AnyOf(Vec<Vec<Problem>>),
    /// No branch of `oneOf` accepts the value. Holds the problems of each branch.
    OneOf(Vec<Vec<Problem>>),
    /// These branches of `oneOf` accept the value, but only one may.
    OneOfMany(Vec<usize>),
    /// At most one of these groups of properties may be present.
    Exclusive(Vec<Vec<String>>),
    /// One of these groups of properties must be present.
    NeedsOne(Vec<Vec<String>>),
    /// The value satisfies the schema under `not`. Lists the properties that must not be present together; empty if
    /// `not` is about something else.
    Not(Vec<String>),
    /// The value satisfies the schema under `not`. Describes what the value must not be.
    NotValue(String),
    /// The schema is `false`: no value is allowed here.
    Never,
    /// The text does not conform to `contentEncoding` or `contentMediaType`.
    Content(String),
    /// Any other error, with the engine's message.
    Other(String),
}

/// A problem: what is wrong, which value is affected, and which rule it breaks.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The kind of problem.
    pub kind: Kind,
    /// The keyword that the value violates.
    pub keyword: String,
    /// The path of the affected value.
    pub path: Path,
    /// The node of the value as written: an alias is not resolved.
    pub node: NodeId,
    /// The key, if the value is a member of an object.
    pub key: Option<NodeId>,
    /// The object that the value is a member of, if known.
    pub object: Option<NodeId>,
    /// Whether the problem is about the key rather than the value.
    pub at_key: bool,
    /// The aliases on the path to the value, outermost first.
    pub aliases: Vec<NodeId>,
    /// Other nodes that are involved, each with a label.
    pub related: Vec<(NodeId, &'static str)>,
    /// The keyword's JSON pointer in its schema document.
    pub schema_pointer: String,
    /// The keyword's path from the root schema, through references.
    pub evaluation_pointer: String,
    /// The keyword's URL.
    pub schema_location: Option<String>,
}

impl Problem {
    /// Prepends `path`, the location of the checked value in the document, to the path of the problem.
    pub(crate) fn set_below(&mut self, path: &Path) {
        if path.0.is_empty() {
            return;
        }
        self.path.0.splice(0..0, path.0.iter().cloned());
        match &mut self.kind {
            Kind::AnyOf(branches) | Kind::OneOf(branches) => {
                branches.iter_mut().flatten().for_each(|inner| inner.set_below(path));
            }
            Kind::UnevaluatedProperty { inner, .. }
            | Kind::UnevaluatedItem { inner, .. }
            | Kind::PropertyName { inner, .. } => {
                for inner in inner.iter_mut() {
                    inner.set_below(path);
                }
            }
            _ => {}
        }
    }
}
