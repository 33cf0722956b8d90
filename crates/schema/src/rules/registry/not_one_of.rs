//! `not_one_of=`: none of the listed values. Useful for reserved names and for defaults that users must change.

use yardstick_starlark::{Result, Value};
use yardstick_template::tree::Yaml;

use crate::rules::{
    Argument, BadArgument, Keyword, NamedRule, RuleKind, Ruled, Said, comparable, fail,
    kubernetes::{Shape, literal},
    of_type,
    said::{list, schema},
    sequence,
    values::{list_repr, listed},
};

pub(super) const NOT_ONE_OF: RuleKind = RuleKind {
    name: "not_one_of",
    aliases: &[],
    argument: Argument::Values,
    meaning: "none of them",
    example: "not_one_of=[\"admin\", \"root\"]",
    read: |_, argument| NotOneOf::read(argument),
    import,
};

/// Imports `not: {enum: [...]}`, which has the same meaning.
fn import(keyword: Keyword<'_>) -> Option<Yaml> {
    let ("not", Yaml::Map(map)) = (keyword.name, keyword.value) else { return None };
    let [only] = map.items() else { return None };
    let is_enum = only.key.as_text().is_some_and(|key| *key == "enum");
    is_enum.then(|| only.value.clone())
}

/// A list of values that are not allowed.
#[derive(Debug)]
struct NotOneOf {
    /// The values in comparable form.
    refused: Vec<Value>,
    /// The list for messages.
    text: String,
}

impl NotOneOf {
    fn read(list: &Value) -> Result<Box<dyn NamedRule>, BadArgument> {
        let items = sequence(list).ok_or(BadArgument::Expected("a sequence"))?;
        let refused = items.iter().map(comparable).collect::<Result<Vec<_>>>();
        let refused = refused.map_err(BadArgument::Incomparable)?;
        Ok(Box::new(Self { text: list_repr(list, &refused), refused }))
    }

    fn refuses(&self, value: &Value) -> Result<bool> {
        for refused in &self.refused {
            if refused.equals(value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the values that matter; null does not, because no rule applies to it.
    fn tried(&self) -> impl Iterator<Item = &Value> {
        self.refused.iter().filter(|value| !matches!(value, Value::None))
    }
}

impl NamedRule for NotOneOf {
    fn must_be(&self) -> String {
        format!("none of {}", self.text)
    }

    fn check(&self, value: &Value) -> Result<()> {
        if self.refuses(&comparable(value)?)? {
            Err(fail("one of the values that are not allowed"))
        } else {
            Ok(())
        }
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        let refused = listed(&self.refused, node)?;
        if refused.is_empty() {
            return Some(Said::always());
        }
        Some(Said::all(vec![("not", schema([("enum", list(refused))]))]))
    }

    fn cel(&self, node: Ruled<'_>) -> Option<String> {
        let Shape::Scalar(kind) = node.shape() else { return None };
        // A value of another kind is never equal, so it can be omitted.
        let refused: Vec<String> = self.tried().filter_map(|value| literal(value, kind)).collect();
        Some(format!("!(self in [{}])", refused.join(", ")))
    }

    fn implies(&self, other: &dyn NamedRule) -> bool {
        // A longer list excludes everything that a shorter one does.
        of_type::<Self>(other)
            .is_some_and(|other| other.tried().all(|value| self.refuses(value).unwrap_or(false)))
    }
}
