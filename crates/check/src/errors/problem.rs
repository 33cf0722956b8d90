//! One thing that is wrong with an instance, before it is put into words.

use std::sync::Arc;

use serde_json::Value as Json;
use yardstick_yaml::{NodeId, json::Path};

/// Which side of a limit a number must be on.
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
    /// `at least` and the like.
    pub(super) fn word(self) -> &'static str {
        match self {
            Bound::Least => "at least",
            Bound::Above => "greater than",
            Bound::Most => "at most",
            Bound::Below => "less than",
        }
    }
}

/// What is wrong.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Not of one of these types.
    Type(Vec<&'static str>),
    /// None of the values of that list.
    Enum(Arc<Json>),
    /// Not that value.
    Const(Arc<Json>),
    /// Fewer characters than that.
    MinLength(u64),
    /// More characters than that.
    MaxLength(u64),
    /// Does not match that expression.
    Pattern(String),
    /// The expression takes too long.
    PatternLimit(String),
    /// Not of that format.
    Format(String),
    /// The number is on the wrong side.
    Bound(Bound, Json),
    /// Not a multiple of the number that is written so.
    MultipleOf(String),
    /// Fewer items than that.
    MinItems(u64),
    /// More items than that.
    MaxItems(u64),
    /// Equal to an earlier item.
    Duplicate,
    /// An earlier item has the same value of that property.
    SameProperty(String),
    /// Too few items satisfy `contains`.
    ContainsLess {
        /// How many must.
        least: u64,
        /// How many do.
        found: Option<usize>,
    },
    /// Too many items satisfy `contains`.
    ContainsMore {
        /// How many may.
        most: u64,
        /// How many do.
        found: Option<usize>,
    },
    /// An item after those that are described; whether some are described before it.
    AdditionalItem {
        /// Whether the array has described items at all.
        after_prefix: bool,
    },
    /// An item nothing describes.
    UnevaluatedItem {
        /// Its place.
        index: usize,
        /// What is wrong with it, if a schema for such items says so.
        inner: Vec<Problem>,
    },
    /// The property is missing.
    Required(String),
    /// The second property must be there because the first is.
    DependentRequired(String, String),
    /// The property is not described.
    AdditionalProperty(String),
    /// The property is not described by any schema that applies.
    UnevaluatedProperty {
        /// Its name.
        name: String,
        /// What is wrong with its value, if a schema for such properties says so.
        inner: Vec<Problem>,
    },
    /// The key is not a good name.
    PropertyName {
        /// The key's text.
        name: String,
        /// What is wrong with it.
        inner: Vec<Problem>,
    },
    /// Fewer properties than that.
    MinProperties(u64),
    /// More properties than that.
    MaxProperties(u64),
    /// Satisfies no branch of `anyOf`.
    AnyOf(Vec<Vec<Problem>>),
    /// Satisfies no branch of `oneOf`.
    OneOf(Vec<Vec<Problem>>),
    /// Satisfies these branches of `oneOf` at once.
    OneOfMany(Vec<usize>),
    /// These groups of properties exclude each other.
    Exclusive(Vec<Vec<String>>),
    /// One of these groups of properties has to be there.
    NeedsOne(Vec<Vec<String>>),
    /// Satisfies what it must not: that these properties are there, or something else if there are none.
    Not(Vec<String>),
    /// `not`: what the value must not be, in words.
    NotValue(String),
    /// Nothing is allowed here.
    Never,
    /// The content is not what `contentEncoding` or `contentMediaType` says.
    Content(String),
    /// A rule the engine words itself.
    Other(String),
}

/// What is wrong, with what and by which rule.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What is wrong.
    pub kind: Kind,
    /// The keyword that says so.
    pub keyword: String,
    /// The value concerned.
    pub path: Path,
    /// Its node as it is written there: an alias is not followed.
    pub node: NodeId,
    /// Its key, if it is a member.
    pub key: Option<NodeId>,
    /// The object it is a member of, if that is known.
    pub object: Option<NodeId>,
    /// Whether the problem is with the key rather than the value.
    pub at_key: bool,
    /// Aliases followed on the way to it, the outermost first.
    pub aliases: Vec<NodeId>,
    /// Other nodes that take part, and how.
    pub related: Vec<(NodeId, &'static str)>,
    /// The keyword's place in its schema document.
    pub schema_pointer: String,
    /// The way to it through references.
    pub evaluation_pointer: String,
    /// The keyword's place as a URL.
    pub schema_location: Option<String>,
}

impl Problem {
    /// Says where the value lies that was looked at: `path` from the root of the document.
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
