//! `one_of=` (`enum=`): one of the listed values.

use std::cell::Cell;

use yardstick_diagnostics::spelling;
use yardstick_starlark::{Result, Set, Value};
use yardstick_template::{
    convert,
    tree::{Array, ArrayItem, Yaml},
};

use crate::{
    model::Type,
    rules::{
        Argument, BadArgument, Keyword, Misfit, NamedRule, RuleKind, Ruled, Said, comparable, fail,
        said::list,
        sequence,
        values::{is_of_kind, list_repr, listed},
    },
};

pub(super) const ONE_OF: RuleKind = RuleKind {
    name: "one_of",
    aliases: &["enum"],
    argument: Argument::Values,
    meaning: "one of them",
    example: "one_of=[\"debug\", \"info\"]",
    read: OneOf::read,
    import,
};

fn import(keyword: Keyword<'_>) -> Option<Yaml> {
    match (keyword.name, keyword.value) {
        ("enum", list @ Yaml::Array(_)) => Some(list.clone()),
        ("const", value) => Some(Array::new(vec![ArrayItem::new(value.clone())]).into()),
        _ => None,
    }
}

/// Lists longer than this use an index.
const LONG: usize = 8;

/// The maximum number of string comparisons for suggestions. Thousands of wrong values and a long list must not take
/// quadratic time.
const MAX_COMPARISONS: usize = 200_000;

/// Longer strings are not typos.
const MAX_LENGTH: usize = 200;

/// A list of allowed values.
#[derive(Debug)]
struct OneOf {
    /// The allowed values in comparable form.
    allowed: Vec<Value>,
    /// The allowed values as a set, for long lists of hashable values.
    index: Option<Value>,
    /// The list for messages.
    text: String,
    /// The number of comparisons left.
    comparisons: Cell<usize>,
}

impl OneOf {
    /// Reads a sequence.
    fn read(name: &str, list: &Value) -> Result<Box<dyn NamedRule>, BadArgument> {
        let items = sequence(list).ok_or_else(|| {
            let was = list.type_name();
            BadArgument::Worded {
                annotation: format!(
                    "expected keyword argument {name} to be a sequence, but was {was}"
                ),
                function: format!("expected a sequence, but was a '{was}'"),
            }
        })?;
        let allowed = items.iter().map(comparable).collect::<Result<Vec<_>>>();
        let allowed = allowed.map_err(BadArgument::Incomparable)?;
        let index = if allowed.len() > LONG { Set::from_items(allowed.clone()).ok() } else { None };
        let index = index.map(Value::Set);
        let text = list_repr(list, &allowed);
        Ok(Box::new(Self { allowed, index, text, comparisons: Cell::new(MAX_COMPARISONS) }))
    }

    fn allows(&self, value: &Value) -> Result<bool> {
        if let Some(Value::Set(index)) = &self.index
            && let Ok(found) = index.contains(value)
        {
            return Ok(found);
        }
        for allowed in &self.allowed {
            if allowed.equals(value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl NamedRule for OneOf {
    fn must_be(&self) -> String {
        format!("one of {}", self.text)
    }

    fn check(&self, value: &Value) -> Result<()> {
        let is_text =
            |text| self.allowed.iter().any(|one| matches!(one, Value::Str(own) if own == text));
        // Most lists are short and of texts.
        if let (Value::Str(text), None) = (value, &self.index)
            && is_text(text)
        {
            return Ok(());
        }
        if self.allows(&comparable(value)?)? {
            Ok(())
        } else {
            Err(fail("not one of allowed values"))
        }
    }

    fn suggestion(&self, value: &Value) -> Option<&str> {
        let word = value.as_str().filter(|word| word.len() <= MAX_LENGTH)?;
        self.comparisons.set(self.comparisons.get().checked_sub(self.allowed.len())?);
        let short = |allowed: &&str| allowed.len() <= 2 * MAX_LENGTH;
        spelling::nearest(word, self.allowed.iter().filter_map(Value::as_str).filter(short))
    }

    fn allowed_values(&self) -> Option<Vec<Yaml>> {
        self.allowed.iter().map(|value| convert::to_yaml(value).ok()).collect()
    }

    fn misfit(&self, node: Ruled<'_>) -> Option<Misfit> {
        let Type::Scalar(kind) = node.type_ else { return None };
        let is_other = |value: &&Value| !matches!(value, Value::None) && !is_of_kind(value, *kind);
        let other = self.allowed.iter().find(is_other)?;
        let text = format!("lists {}, which is not of the type {}", other.to_repr(), kind.name());
        Some(Misfit { text, hint: None })
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        let choices = listed(&self.allowed, node)?;
        if choices.is_empty() {
            return Some(Said::never());
        }
        Some(Said::all(vec![("enum", list(choices))]))
    }

    fn implies(&self, other: &dyn NamedRule) -> bool {
        // All allowed values can be tried. No rule applies to null.
        let is_fine = |value: &Value| matches!(value, Value::None) || other.check(value).is_ok();
        self.allowed.iter().all(is_fine)
    }
}
