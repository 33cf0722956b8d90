//! The arguments of `@schema/validation` and `@assert/validate`.

use yardstick_diagnostics::Sources;
use yardstick_starlark::Value;
use yardstick_template::tree::Annotation;

use super::{
    Validation,
    rules::{Bound, Custom, Length, OneNotNull, OneOf, Rule},
};

/// The whole message about a malformed annotation.
type Malformed = String;

impl Validation {
    /// Reads the rules of `annotation`.
    pub(crate) fn parse(annotation: &Annotation, sources: &Sources) -> Result<Self, Malformed> {
        let place = annotation.position.compact(sources);
        Arguments { place: &place }
            .read(annotation)
            .map_err(|reason| format!("Invalid @{} annotation - {reason}", annotation.name))
    }
}

struct Arguments<'a> {
    /// Where the annotation stands.
    place: &'a str,
}

impl Arguments<'_> {
    fn read(&self, annotation: &Annotation) -> Result<Validation, String> {
        let place = self.place;
        if annotation.positional.is_empty() && annotation.keywords.is_empty() {
            return Err(format!(
                "expected annotation to have 2-tuple as argument(s), but found no arguments (by {place})"
            ));
        }
        let mut rules = Vec::new();
        for argument in &annotation.positional {
            rules.push(Rule::Custom(self.custom(argument)?));
        }
        let mut named = Vec::new();
        let (mut not_null, mut when) = (false, None);
        for (name, value) in &annotation.keywords {
            let name = name.to_lossy();
            match &*name {
                "when" if value.is_callable() => when = Some(value.clone()),
                "when" => return Err(self.expected("when", "a function", value)),
                "not_null" => match value {
                    Value::Bool(value) => not_null = *value,
                    other => return Err(self.expected("not_null", "a boolean", other)),
                },
                other => named.push(self.named(other, value)?),
            }
        }
        // Named rules are tried in an order of their own, whatever the annotation's.
        named.sort_by_key(order);
        rules.append(&mut named);
        Ok(Validation { position: annotation.position, not_null, rules, when })
    }

    /// `keyword argument "name" to be <what>, but was <type>`
    fn expected(&self, name: &str, what: &str, value: &Value) -> String {
        format!(
            "expected keyword argument \"{name}\" to be {what}, but was {} (at {})",
            value.type_name(),
            self.place
        )
    }

    fn named(&self, name: &str, value: &Value) -> Result<Rule, String> {
        let length = || Length::new(value).ok_or_else(|| self.expected(name, "a number", value));
        Ok(match name {
            "min_len" => Rule::MinLength(length()?),
            "max_len" => Rule::MaxLength(length()?),
            "min" => Rule::Min(Bound::new(value.clone())),
            "max" => Rule::Max(Bound::new(value.clone())),
            "one_not_null" => Rule::OneNotNull(match value {
                Value::Bool(true) => OneNotNull::all(),
                Value::Bool(false) => return Err("one_not_null= cannot be False".to_owned()),
                keys => OneNotNull::of(keys).ok_or_else(|| {
                    let type_name = keys.type_name();
                    format!("expected True or a sequence of keys, but was a '{type_name}'")
                })?,
            }),
            "one_of" => match OneOf::new(value) {
                Some(Ok(rule)) => Rule::OneOf(rule),
                Some(Err(error)) => return Err(format!("one_of= {error} (at {})", self.place)),
                None => {
                    let type_name = value.type_name();
                    return Err(format!(
                        "expected keyword argument one_of to be a sequence, but was {type_name}"
                    ));
                }
            },
            _ => return Err(format!("unknown keyword argument \"{name}\" (at {})", self.place)),
        })
    }

    fn custom(&self, argument: &Value) -> Result<Custom, String> {
        let place = self.place;
        let Value::Tuple(tuple) = argument else {
            return Err(format!(
                "expected annotation to have 2-tuple as argument(s), but found: {} (by {place})",
                argument.to_repr()
            ));
        };
        let [description, assertion] = &**tuple else {
            return Err(format!(
                "expected 2-tuple, but found tuple with length {} (by {place})",
                tuple.len()
            ));
        };
        let Value::Str(description) = description else {
            return Err(format!(
                "expected first item in the 2-tuple to be a string describing a valid value, but \
                 was {} (at {place})",
                description.type_name()
            ));
        };
        let description = description.to_lossy().into_owned();
        Ok(Custom { description, function: self.assertion(assertion)? })
    }

    /// The function of a rule: one, or the `check` of an object.
    fn assertion(&self, value: &Value) -> Result<Value, String> {
        let (place, type_name) = (self.place, value.type_name());
        let object = match value {
            callable if callable.is_callable() => return Ok(callable.clone()),
            Value::Host(host) => host.attr("check").ok().flatten(),
            Value::Str(_) | Value::List(_) | Value::Dict(_) | Value::Set(_) => None,
            _ => {
                return Err(format!(
                    "expected second item in the 2-tuple to be an assertion function, but was \
                     {type_name} (at {place})"
                ));
            }
        };
        match object {
            Some(check) if check.is_callable() => Ok(check),
            Some(other) => Err(format!(
                "expected struct with attribute check(), but was {} (at {place})",
                other.type_name()
            )),
            None => Err(format!(
                "expected second item in tuple to be an assertion function or assertion object, \
                 but was a {type_name} (at {place})"
            )),
        }
    }
}

/// The place of a named rule among the others.
fn order(rule: &Rule) -> usize {
    match rule {
        Rule::Custom(_) => 0,
        Rule::MinLength(_) => 1,
        Rule::MaxLength(_) => 2,
        Rule::Min(_) => 3,
        Rule::Max(_) => 4,
        Rule::OneNotNull(_) => 5,
        Rule::OneOf(_) => 6,
    }
}
