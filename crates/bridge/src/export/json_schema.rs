//! JSON Schema 2020-12, which is also what `OpenAPI` 3.1 speaks.

use super::below;
use crate::literal::Literal;

/// `schema` in the words of JSON Schema.
pub(super) fn convert(schema: &Literal) -> Literal {
    let Literal::Map(members) = schema else { return schema.clone() };
    let is_set = |name: &str| schema.get(name) == Some(&Literal::Bool(true));
    let nullable = is_set("nullable");
    let null = || Literal::Text("null".to_owned());
    let mut said: Vec<(String, Literal)> = Vec::new();
    for (key, value) in members {
        let (key, value) = match key.as_str() {
            // Said together with others; and without a type, null is as welcome as everything else.
            "nullable"
            | "x-example-description"
            | "x-examples"
            | "exclusiveMinimum"
            | "exclusiveMaximum" => continue,
            "type" if nullable => ("type", Literal::List(vec![value.clone(), null()])),
            "format" if *value == Literal::Text("float".to_owned()) => continue,
            "example" => ("examples", Literal::List(examples(value, schema.get("x-examples")))),
            // Here a bound that is not reached is a keyword of its own.
            "minimum" if is_set("exclusiveMinimum") => ("exclusiveMinimum", value.clone()),
            "maximum" if is_set("exclusiveMaximum") => ("exclusiveMaximum", value.clone()),
            "additionalProperties" => ("additionalProperties", others(value, schema)),
            "x-ytt-patternProperties" => ("patternProperties", patterns(value)),
            "anyOf" | "oneOf" => {
                let mut value = below(key, value, |_, inner| convert(inner));
                if let (Literal::List(items), true, Some(_)) =
                    (&mut value, nullable, schema.get("default"))
                {
                    items.push(Literal::Map(vec![("type".to_owned(), null())]));
                }
                (key.as_str(), value)
            }
            "properties" => ("properties", below(key, value, |_, inner| with_default(inner))),
            key => (key, below(key, value, |_, inner| convert(inner))),
        };
        said.push((key.to_owned(), value));
    }
    Literal::Map(said)
}

/// `schema` for a key that is always there: a map has a default too, unless something in it has to be given.
fn with_default(schema: &Literal) -> Literal {
    let mut said = convert(schema);
    let is_map = schema.get("type") == Some(&Literal::Text("object".to_owned()));
    if let Literal::Map(members) = &mut said
        && is_map
        && schema.get("required").is_none()
    {
        let nullable = schema.get("nullable") == Some(&Literal::Bool(true));
        let default = if nullable { Literal::Null } else { Literal::Map(Vec::new()) };
        members.push(("default".to_owned(), default));
    }
    said
}

fn examples(first: &Literal, others: Option<&Literal>) -> Vec<Literal> {
    let mut all = vec![first.clone()];
    if let Some(Literal::List(others)) = others {
        all.extend(others.iter().filter_map(|example| example.get("value").cloned()));
    }
    all
}

/// What keys without a name hold: where there are patterns, what the one for all keys says.
fn others(value: &Literal, schema: &Literal) -> Literal {
    match schema.get("x-ytt-patternProperties") {
        Some(patterns) => patterns.get("").map_or(Literal::Bool(false), convert),
        None => below("additionalProperties", value, |_, inner| convert(inner)),
    }
}

fn patterns(value: &Literal) -> Literal {
    let mut patterns = below("patternProperties", value, |_, inner| convert(inner));
    if let Literal::Map(members) = &mut patterns {
        members.retain(|(expression, _)| !expression.is_empty());
    }
    patterns
}
