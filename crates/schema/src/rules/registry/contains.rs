//! `contains=`: a substring of a string, an element of an array, or a key of a map.

use yardstick_re2 as re2;
use yardstick_starlark::{Result, Value};
use yardstick_template::tree::{Kind, Yaml};

use crate::{
    model::Type,
    rules::{
        Argument, Keyword, Misfit, NamedRule, RuleKind, Ruled, Said, Values, comparable, fail,
        kubernetes::{Shape, literal, only_pattern, property, quoted},
        said::{list, schema},
        unsuitable,
        values::data,
    },
};

pub(super) const CONTAINS: RuleKind = RuleKind {
    name: "contains",
    aliases: &[],
    argument: Argument::One("any value"),
    meaning: "a string, array or map that contains it as a substring, an item or a key",
    example: "contains=\"@\"",
    read: |_, element| {
        Ok(Box::new(Contains { element: element.clone(), compared: comparable(element) }))
    },
    import,
};

/// Imports the keyword of the same name, if its schema allows a single value. `OpenAPI` 3.0 lacks the keyword, so the
/// form `not: {items: {not: ...}}` is recognized, too.
fn import(keyword: Keyword<'_>) -> Option<Yaml> {
    let only = |schema: &Yaml, name: &str| match schema.as_map()?.items() {
        [only] if only.key.as_text().is_some_and(|key| *key == *name) => Some(only.value.clone()),
        _ => None,
    };
    let wanted = match (keyword.name, keyword.kind) {
        ("contains", Kind::Array) => keyword.value.clone(),
        ("not", Kind::Array) => only(&only(keyword.value, "items")?, "not")?,
        _ => return None,
    };
    let Yaml::Array(values) = only(&wanted, "enum")? else { return None };
    let [value] = values.items.as_slice() else { return None };
    Some(value.value.clone())
}

/// What a valid value must contain.
#[derive(Debug)]
pub(super) struct Contains {
    element: Value,
    /// The element in comparable form.
    compared: Result<Value>,
}

impl Contains {
    fn repr(&self) -> String {
        self.compared.as_ref().unwrap_or(&self.element).to_repr()
    }
}

impl NamedRule for Contains {
    fn must_be(&self) -> String {
        format!("containing {}", self.repr())
    }

    fn check(&self, value: &Value) -> Result<()> {
        let wanted = self.compared.as_ref().map_err(Clone::clone)?;
        let found = match &comparable(value)? {
            Value::Str(text) => match wanted {
                Value::Str(part) => {
                    memchr::memmem::find(text.as_bytes(), part.as_bytes()).is_some()
                }
                _ => false,
            },
            Value::List(list) => {
                let mut found = false;
                for item in list.borrow().iter() {
                    if item.equals(wanted)? {
                        found = true;
                        break;
                    }
                }
                found
            }
            // A value that cannot be a key is not among the keys.
            Value::Dict(map) => map.get(wanted).is_ok_and(|value| value.is_some()),
            _ => return Err(unsuitable(value, "contents")),
        };
        if found { Ok(()) } else { Err(fail(format_args!("{} not found", self.repr()))) }
    }

    fn concerns(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Text | Kind::Array | Kind::Map)
    }

    fn misfit(&self, node: Ruled<'_>) -> Option<Misfit> {
        match node.type_ {
            Type::Map(map) => Misfit::key(&self.element, map),
            _ => None,
        }
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        let wanted = self.compared.as_ref().ok()?;
        match node.type_ {
            Type::Scalar(Kind::Text) => match wanted {
                Value::Str(part) => {
                    let expression = re2::quoted(part.as_str()?);
                    Some(Said::all(vec![("pattern", expression.as_str().into())]))
                }
                _ => Some(Said::never()),
            },
            Type::Scalar(_) => Some(Said::never()),
            Type::Array(_) if node.is_whole() => {
                let wanted = schema([("enum", list([data(wanted)?]))]);
                Some(Said::all(vec![("contains", wanted)]))
            }
            Type::Map(map) => match (wanted, node.values) {
                (Value::Str(key), Values::Given(held)) => {
                    let key = Yaml::text(key.as_str()?);
                    let is_held = matches!(held, Some(Yaml::Map(held)) if held.get(&key).is_some());
                    if is_held || map.defaults.position_of(&key).is_some() {
                        return Some(Said::always());
                    }
                    let is_declared = map.known(&key).is_some();
                    let is_open = map.open.as_ref().is_some_and(|open| !open.patterns.is_empty());
                    if !is_declared && !is_open {
                        return Some(Said::never());
                    }
                    let required = ("required", list([key.clone()]));
                    // `OpenAPI` readers expect required properties to be declared next to `required`.
                    let is_named = map.named().any(|(name, _)| name.same_scalar(&key));
                    let said =
                        if is_named { required } else { ("allOf", list([schema([required])])) };
                    Some(Said::all(vec![said]))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn cel(&self, node: Ruled<'_>) -> Option<String> {
        match (node.shape(), &self.element) {
            (Shape::Scalar(Kind::Text), Value::Str(part)) => {
                Some(format!("self.contains({})", quoted(part.as_str()?)))
            }
            (Shape::Array(Some(item)), element) => {
                let Type::Scalar(kind) = &item.type_ else { return None };
                Some(format!("{} in self", literal(element, *kind)?))
            }
            (Shape::Map(Some(map)), Value::Str(key)) => {
                let key = key.as_str()?;
                if only_pattern(map).is_some() {
                    return Some(format!("{} in self", quoted(key)));
                }
                Some(format!("has(self.{})", property(map, &Yaml::text(key))?))
            }
            _ => None,
        }
    }
}
