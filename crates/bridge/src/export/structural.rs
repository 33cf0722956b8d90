//! Structural schemas of Kubernetes: every node has one type, and much of JSON Schema is not allowed.

use super::below;
use crate::literal::Literal;

const OPEN: &str = "x-kubernetes-preserve-unknown-fields";

/// `schema`, which describes the value at `path`, as a structural schema.
pub(super) fn convert(schema: &Literal, path: &str, losses: &mut Vec<String>) -> Literal {
    let Literal::Map(members) = schema else { return schema.clone() };
    let mut said: Vec<(String, Literal)> = Vec::new();
    let mut lose = |what: &str| losses.push(format!("{path}: {what}"));
    let is_typed = schema.get("type").is_some();
    let has_keys = matches!(schema.get("properties"), Some(Literal::Map(keys)) if !keys.is_empty());
    if !is_typed {
        if is_int_or_string(schema) {
            said.push(("x-kubernetes-int-or-string".to_owned(), Literal::Bool(true)));
        } else {
            if schema.get("anyOf").or(schema.get("oneOf")).is_some() {
                lose("alternatives of several types are not allowed: anything is accepted");
            }
            said.push((OPEN.to_owned(), Literal::Bool(true)));
        }
    }
    let mut inner_losses = Vec::new();
    for (key, value) in members {
        let value = match key.as_str() {
            "deprecated" => {
                lose("`deprecated` is not allowed");
                continue;
            }
            "not" => {
                lose("`not` with a type is not allowed");
                continue;
            }
            "anyOf" | "oneOf" if !is_typed => continue,
            "format" if *value == Literal::Text("float".to_owned()) => continue,
            "uniqueItems" => {
                let is_scalar = schema.get("items").and_then(|items| items.get("type"));
                if matches!(is_scalar, Some(Literal::Text(name)) if name != "object" && name != "array")
                {
                    let set = Literal::Text("set".to_owned());
                    said.push(("x-kubernetes-list-type".to_owned(), set));
                } else {
                    lose("`uniqueItems` is not allowed");
                }
                continue;
            }
            "additionalProperties" if schema.get("x-ytt-patternProperties").is_some() => {
                lose("patterns of keys are not allowed: any key is accepted");
                said.push((OPEN.to_owned(), Literal::Bool(true)));
                continue;
            }
            // What is not declared is pruned.
            "additionalProperties" if *value == Literal::Bool(false) => continue,
            "additionalProperties" if has_keys => {
                lose("other keys beside named ones have no type");
                said.push((OPEN.to_owned(), Literal::Bool(true)));
                continue;
            }
            "properties" if !has_keys => continue,
            name if name.starts_with("x-ytt-") || name.starts_with("x-example") => {
                if name == "x-ytt-rules" || name == "x-ytt-format" {
                    lose("rules of your own have no counterpart");
                }
                continue;
            }
            name => below(name, value, |inner, schema| {
                let dot = if inner.is_empty() { "" } else { "." };
                convert(schema, &format!("{path}{dot}{inner}"), &mut inner_losses)
            }),
        };
        said.push((key.clone(), value));
    }
    losses.append(&mut inner_losses);
    Literal::Map(said)
}

fn is_int_or_string(schema: &Literal) -> bool {
    let Some(Literal::List(items)) = schema.get("anyOf") else { return false };
    let is = |item: &Literal, name: &str| {
        matches!((item, item.get("type")), (Literal::Map(members), Some(Literal::Text(found)))
            if members.len() == 1 && found == name)
    };
    items.len() == 2
        && ["integer", "string"].iter().all(|name| items.iter().any(|item| is(item, name)))
}

/// The schema of a resource with `spec`.
pub(super) fn resource(spec: Literal) -> Literal {
    let typed =
        |name: &str| Literal::Map(vec![("type".to_owned(), Literal::Text(name.to_owned()))]);
    let properties = vec![
        ("apiVersion".to_owned(), typed("string")),
        ("kind".to_owned(), typed("string")),
        ("metadata".to_owned(), typed("object")),
        ("spec".to_owned(), spec),
    ];
    let schema = vec![
        ("type".to_owned(), Literal::Text("object".to_owned())),
        ("properties".to_owned(), Literal::Map(properties)),
    ];
    Literal::Map(vec![("openAPIV3Schema".to_owned(), Literal::Map(schema))])
}
