//! JSON Schema keywords for a rule, for values of one kind.

use yardstick_template::tree::{Array, ArrayItem, Map, MapItem, Yaml};

use super::Keywords;

/// Keywords that express a rule.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// They hold for a value if and only if the rule does, apart from the loss.
    pub keywords: Keywords,
    /// What they do not distinguish.
    pub loss: Option<Loss>,
}

/// What keywords do not distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Bytes and characters of a text.
    Bytes,
    /// Texts in a format that only this project knows, and other texts.
    Unchecked,
    /// Decimal fractions and the nearest binary fractions.
    Fractions,
}

impl Loss {
    /// Describes the loss.
    pub fn reason(self) -> &'static str {
        match self {
            Loss::Bytes => {
                "the rule counts bytes and the export counts characters, which differ if text is not ASCII"
            }
            Loss::Unchecked => "the export names the format, but only Yardstick checks it",
            Loss::Fractions => {
                "the rule is exact; programs that compute with binary fractions refuse some multiples"
            }
        }
    }
}

impl Said {
    /// Expresses the rule completely.
    pub fn all(keywords: Keywords) -> Self {
        Self { keywords, loss: None }
    }

    /// No value of the kind satisfies the rule.
    pub fn never() -> Self {
        Self::all(vec![("not", Map::default().into())])
    }

    /// Every value of the kind satisfies the rule.
    pub fn always() -> Self {
        Self::default()
    }

    /// Restricts the keywords to integers, among numbers of all kinds.
    pub(super) fn for_integers(mut self) -> Self {
        self.keywords.insert(0, ("type", "integer".into()));
        self
    }

    pub(super) fn but_for(self, loss: Loss) -> Self {
        Self { loss: Some(loss), ..self }
    }
}

/// Returns a schema with these keywords.
pub(crate) fn schema(keywords: impl IntoIterator<Item = (&'static str, Yaml)>) -> Yaml {
    Map::new(keywords.into_iter().map(|(key, value)| MapItem::new(key, value)).collect()).into()
}

pub(crate) fn list(values: impl IntoIterator<Item = Yaml>) -> Yaml {
    Array::new(values.into_iter().map(ArrayItem::new).collect()).into()
}
