//! The table of JSON Schema keywords: what each one holds (subschemas, names, or data), and what it applies to.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// The kind of value under a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A schema.
    Schema,
    /// A list of schemas.
    Schemas,
    /// A schema, or a list of them (`items` up to 2019-09).
    SchemaOrSchemas,
    /// Schemas by name.
    SchemasByName,
    /// Lists of property names by name (`dependentRequired`).
    NamesByName,
    /// Schemas or lists of property names by name (`dependencies`).
    SchemasOrNamesByName,
    /// A list of property names.
    Names,
    /// Names of types.
    Types,
    /// Data: an instance value, which must not be read as a schema.
    Data,
    /// Text, a number or similar.
    Plain,
}

impl Holds {
    /// Whether there can be schemas in such a value.
    pub(super) fn has_schemas(self) -> bool {
        matches!(
            self,
            Holds::Schema
                | Holds::Schemas
                | Holds::SchemaOrSchemas
                | Holds::SchemasByName
                | Holds::SchemasOrNamesByName
        )
    }
}

/// What a subschema applies to, relative to the instance of the schema around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applies {
    /// The same value.
    InPlace,
    /// A property or item of the value.
    ToChild,
    /// The property names.
    ToNames,
    /// Nothing, unless a reference leads to it.
    Nowhere,
}

/// Everything known about a keyword.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    /// Its name.
    pub name: &'static str,
    /// The kind of value under it.
    pub holds: Holds,
    /// What its schemas apply to.
    pub applies: Applies,
}

impl Keyword {
    /// Whether the keyword restricts values, directly or through the schemas it holds.
    pub fn is_rule(&self) -> bool {
        let is_annotation = matches!(
            self.name,
            "$comment"
                | "contentEncoding"
                | "contentMediaType"
                | "default"
                | "deprecated"
                | "description"
                | "examples"
                | "readOnly"
                | "title"
                | "writeOnly"
        );
        let is_structure = matches!(
            self.name,
            "$anchor"
                | "$defs"
                | "$dynamicAnchor"
                | "$id"
                | "$recursiveAnchor"
                | "$schema"
                | "$vocabulary"
                | "contentSchema"
                | "definitions"
                | "id"
        );
        !is_annotation && !is_structure
    }
}

const fn keyword(name: &'static str, holds: Holds, applies: Applies) -> Keyword {
    Keyword { name, holds, applies }
}

use Applies::{InPlace, Nowhere, ToChild, ToNames};
use Holds::{
    Data, Names, NamesByName, Plain, Schema, SchemaOrSchemas, Schemas, SchemasByName,
    SchemasOrNamesByName, Types,
};

/// The keywords of all drafts.
pub(super) const KEYWORDS: &[Keyword] = &[
    keyword("$anchor", Plain, Nowhere),
    keyword("$comment", Plain, Nowhere),
    keyword("$defs", SchemasByName, Nowhere),
    keyword("$dynamicAnchor", Plain, Nowhere),
    keyword("$dynamicRef", Plain, InPlace),
    keyword("$id", Plain, Nowhere),
    keyword("$recursiveAnchor", Plain, Nowhere),
    keyword("$recursiveRef", Plain, InPlace),
    keyword("$ref", Plain, InPlace),
    keyword("$schema", Plain, Nowhere),
    keyword("$vocabulary", Plain, Nowhere),
    keyword("additionalItems", Schema, ToChild),
    keyword("additionalProperties", Schema, ToChild),
    keyword("allOf", Schemas, InPlace),
    keyword("anyOf", Schemas, InPlace),
    keyword("const", Data, Nowhere),
    keyword("contains", Schema, ToChild),
    keyword("contentEncoding", Plain, Nowhere),
    keyword("contentMediaType", Plain, Nowhere),
    keyword("contentSchema", Schema, Nowhere),
    keyword("default", Data, Nowhere),
    keyword("definitions", SchemasByName, Nowhere),
    keyword("dependencies", SchemasOrNamesByName, InPlace),
    keyword("dependentRequired", NamesByName, Nowhere),
    keyword("dependentSchemas", SchemasByName, InPlace),
    keyword("deprecated", Plain, Nowhere),
    keyword("description", Plain, Nowhere),
    keyword("else", Schema, InPlace),
    keyword("enum", Data, Nowhere),
    keyword("examples", Data, Nowhere),
    keyword("exclusiveMaximum", Plain, Nowhere),
    keyword("exclusiveMinimum", Plain, Nowhere),
    keyword("format", Plain, Nowhere),
    keyword("id", Plain, Nowhere),
    keyword("if", Schema, InPlace),
    keyword("items", SchemaOrSchemas, ToChild),
    keyword("maxContains", Plain, Nowhere),
    keyword("maxItems", Plain, Nowhere),
    keyword("maxLength", Plain, Nowhere),
    keyword("maxProperties", Plain, Nowhere),
    keyword("maximum", Plain, Nowhere),
    keyword("minContains", Plain, Nowhere),
    keyword("minItems", Plain, Nowhere),
    keyword("minLength", Plain, Nowhere),
    keyword("minProperties", Plain, Nowhere),
    keyword("minimum", Plain, Nowhere),
    keyword("multipleOf", Plain, Nowhere),
    keyword("not", Schema, InPlace),
    keyword("oneOf", Schemas, InPlace),
    keyword("pattern", Plain, Nowhere),
    keyword("patternProperties", SchemasByName, ToChild),
    keyword("prefixItems", Schemas, ToChild),
    keyword("properties", SchemasByName, ToChild),
    keyword("propertyNames", Schema, ToNames),
    keyword("readOnly", Plain, Nowhere),
    keyword("required", Names, Nowhere),
    keyword("then", Schema, InPlace),
    keyword("title", Plain, Nowhere),
    keyword("type", Types, Nowhere),
    keyword("unevaluatedItems", Schema, ToChild),
    keyword("unevaluatedProperties", Schema, ToChild),
    keyword("uniqueItemProperties", Names, Nowhere),
    keyword("uniqueItems", Plain, Nowhere),
    keyword("writeOnly", Plain, Nowhere),
];

/// Returns the entry for the keyword `name`. Must be fast: it is called for every key of a schema.
pub fn find(name: &str) -> Option<&'static Keyword> {
    static BY_NAME: LazyLock<FxHashMap<&str, &Keyword>> =
        LazyLock::new(|| KEYWORDS.iter().map(|keyword| (keyword.name, keyword)).collect());
    BY_NAME.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_in_order() {
        assert!(KEYWORDS.is_sorted_by_key(|keyword| keyword.name));
        assert!(find("$ref").is_some() && find("writeOnly").is_some() && find("foo").is_none());
    }
}
