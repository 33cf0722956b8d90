//! From the `OpenAPI` 3.0 document of a schema by example to its relatives: JSON Schema, `OpenAPI` 3.1, and
//! the structural schemas of Kubernetes.

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, FileId, SourceFile};
use yardstick_yaml::Options as YamlOptions;

use crate::{literal::Literal, losses::UNUSABLE, text::json_lines, write::literal};

mod json_schema;

/// What to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// JSON Schema 2020-12, as JSON.
    #[default]
    JsonSchema,
    /// `OpenAPI` 3.0.
    OpenApi30,
    /// `OpenAPI` 3.1.
    OpenApi31,
    /// The schema of a version of a custom resource, with the data values as its `spec`.
    Crd,
}

impl Target {
    /// The names on the command line.
    pub const NAMES: [&str; 4] = ["json-schema", "openapi-v3", "openapi-v3.1", "crd"];

    /// The target called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "json-schema" => Target::JsonSchema,
            "openapi-v3" => Target::OpenApi30,
            "openapi-v3.1" => Target::OpenApi31,
            "crd" => Target::Crd,
            _ => return None,
        })
    }
}

/// Writes the schema of `document`, an `OpenAPI` document that was exported from a schema by example, in
/// other words. For [`Target::Crd`] its schema has to be structural already.
pub fn export(document: &[u8], target: Target) -> Result<String, Box<Diagnostic>> {
    let unusable = |message: &str| Box::new(Diagnostic::error(UNUSABLE, message));
    if target == Target::OpenApi30 {
        return Ok(String::from_utf8_lossy(document).into_owned());
    }
    let source = Arc::new(SourceFile::new("openapi", document));
    let tree = yardstick_yaml::parse(source, FileId(0), &YamlOptions::reference())?;
    let root = tree.document(0).ok_or_else(|| unusable("there is no schema"))?.root();
    let document = Literal::of_printed(root);
    let schema = document
        .get("components")
        .and_then(|components| components.get("schemas"))
        .and_then(|schemas| schemas.get("dataValues"))
        .ok_or_else(|| unusable("there is no schema of data values"))?;
    let mut text = String::new();
    match target {
        Target::JsonSchema => {
            let dialect = "https://json-schema.org/draft/2020-12/schema";
            let dialect = ("$schema".to_owned(), Literal::Text(dialect.to_owned()));
            let mut members = vec![dialect];
            if let Literal::Map(said) = json_schema::convert(schema) {
                members.extend(said);
            }
            json_lines(&mut text, 0, &Literal::Map(members));
            text.push('\n');
        }
        Target::OpenApi30 | Target::OpenApi31 => {
            let version = Literal::Text("3.1.0".to_owned());
            let document = with(&document, &["openapi"], version);
            let place = ["components", "schemas", "dataValues"];
            literal(&mut text, 0, &with(&document, &place, json_schema::convert(schema)));
        }
        Target::Crd => literal(&mut text, 0, &resource(schema.clone())),
    }
    Ok(text)
}

/// `document` with another value at the end of `path`.
fn with(document: &Literal, path: &[&str], value: Literal) -> Literal {
    let ([first, rest @ ..], Literal::Map(members)) = (path, document) else { return value };
    let mut members = members.clone();
    for (key, inner) in &mut members {
        if key == first {
            *inner = with(inner, rest, value.clone());
        }
    }
    Literal::Map(members)
}

/// Applies `change` to each schema that `schema` holds under `keyword`, however that holds them.
fn below(
    keyword: &str,
    value: &Literal,
    mut change: impl FnMut(&str, &Literal) -> Literal,
) -> Literal {
    match (keyword, value) {
        ("properties" | "patternProperties" | "x-ytt-patternProperties", Literal::Map(members)) => {
            let member = |(key, value): &(String, Literal)| (key.clone(), change(key, value));
            Literal::Map(members.iter().map(member).collect())
        }
        ("anyOf" | "oneOf", Literal::List(items)) => {
            Literal::List(items.iter().map(|item| change("", item)).collect())
        }
        ("items" | "not" | "additionalProperties", Literal::Map(_)) => change("*", value),
        _ => value.clone(),
    }
}

/// The schema of a resource with `spec`.
fn resource(spec: Literal) -> Literal {
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
