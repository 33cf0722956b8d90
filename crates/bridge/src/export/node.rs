//! The schema object of a node, in `OpenAPI` 3.0 and in JSON Schema 2020-12, which `OpenAPI` 3.1 shares.

use yardstick_schema::{Allowed, Declaration, Documentation, Example, KeyPattern, MapType, Type};
use yardstick_template::tree::{Kind, Yaml};

use super::{
    Export, definitions, discriminator,
    object::{Object, list},
    rules,
};

/// The words in which a schema object is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Null is a switch, exclusive bounds are switches, and there is one example.
    OpenApi30,
    /// Null is a type, exclusive bounds are numbers, examples are a list, keys may have patterns.
    JsonSchema,
}

/// The schema object of a node; its keys are in the order that readers of the format are used to.
pub(super) fn declaration(declared: &Declaration, dialect: Dialect, export: Export<'_>) -> Object {
    Writer { dialect, export }.declaration(declared)
}

#[derive(Clone, Copy)]
struct Writer<'a> {
    dialect: Dialect,
    export: Export<'a>,
}

impl Writer<'_> {
    fn declaration(self, declared: &Declaration) -> Object {
        let nothing = Documentation::default();
        let documentation = declared.documentation.as_deref().unwrap_or(&nothing);
        let type_ = declared.type_.not_null();
        let not_null = rules::refuses_null(declared, self.export);
        let nullable = declared.type_.accepts_null() && !not_null;
        let mut object = Object::default();
        if !documentation.title.is_empty() {
            object.add("title", &*documentation.title);
        }
        self.name(&mut object, type_, nullable);
        if nullable && self.dialect == Dialect::OpenApi30 {
            object.add("nullable", true);
        }
        if documentation.deprecated.is_some() {
            object.add("deprecated", true);
        }
        if !documentation.description.is_empty() {
            object.add("description", &*documentation.description);
        }
        // What must not be shown is not handed on either; forms treat such fields as passwords.
        if documentation.secret {
            object.add("writeOnly", true);
        } else {
            self.examples(&mut object, &documentation.examples);
        }
        self.content(&mut object, type_);
        self.refused(&mut object, &declared.type_);
        // A default that is refused is none; nor has an item of an array that is a shape one.
        let is_null = matches!(declared.default, Yaml::Null);
        let is_refused = is_null && (not_null || !declared.type_.accepts_null());
        let is_kept = declared.has_secret_default();
        if !matches!(type_, Type::Map(_)) && !is_missing(declared) && !is_refused && !is_kept {
            object.add("default", declared.default.clone());
        }
        object.extend(rules::of(declared, self.dialect, self.export));
        object
    }

    fn examples(self, object: &mut Object, examples: &[Example]) {
        let [first, others @ ..] = examples else { return };
        // Without rules the export has the bytes of the reference, which does not know this annotation.
        if first.proposed && !self.export.options.validations {
            return;
        }
        let others = if self.export.options.all_examples { others } else { &[] };
        if self.dialect == Dialect::JsonSchema {
            let all = std::iter::once(first).chain(others);
            object.add("examples", list(all.map(|example| example.value.clone())));
            return;
        }
        if let Some(description) = &first.description {
            object.add("x-example-description", description.as_str());
        }
        object.add("example", first.value.clone());
        if !others.is_empty() {
            object.add("x-examples", list(others.iter().map(example_object)));
        }
    }

    /// Adds what names the type: the first keys of its schema object.
    fn name(self, object: &mut Object, type_: &Type, nullable: bool) {
        let add_type = |object: &mut Object, name: &str| {
            if nullable && self.dialect == Dialect::JsonSchema {
                object.add("type", list([name, "null"]));
            } else {
                object.add("type", name);
            }
        };
        match type_ {
            Type::Scalar(Kind::Float) => {
                add_type(object, "number");
                if self.dialect == Dialect::OpenApi30 {
                    object.add("format", "float");
                }
            }
            Type::Scalar(kind) => add_type(object, kind.name()),
            Type::Map(map) => {
                add_type(object, "object");
                object.add("additionalProperties", self.other_keys(map));
            }
            Type::Array(_) => add_type(object, "array"),
            // Null alone is said elsewhere.
            Type::Union(union) if union.not_null().next().is_none() => {}
            Type::Union(union) => {
                object.add("anyOf", self.alternatives(union.not_null(), nullable));
            }
            Type::Choice(choice) => {
                let types = choice.alternatives.iter().map(|one| &one.type_);
                let alternatives = self.alternatives(types, nullable);
                discriminator::add(object, choice, alternatives, self.dialect);
            }
            Type::Ref(shape) => {
                definitions::refer(object, shape, nullable, self.dialect, self.export.place);
            }
            Type::Any | Type::Nullable(_) | Type::Except(_) => {}
        }
    }

    /// One object for each type, and one for null where it is a type.
    fn alternatives<'t>(self, types: impl Iterator<Item = &'t Type>, nullable: bool) -> Yaml {
        let mut all: Vec<Object> = types.map(|type_| self.alternative(type_)).collect();
        if nullable && self.dialect == Dialect::JsonSchema {
            let mut null = Object::default();
            null.add("type", "null");
            all.push(null);
        }
        list(all)
    }

    fn alternative(self, type_: &Type) -> Object {
        let nullable = type_.accepts_null();
        let mut object = Object::default();
        self.name(&mut object, type_.not_null(), nullable);
        if nullable && self.dialect == Dialect::OpenApi30 {
            object.add("nullable", true);
        }
        self.content(&mut object, type_.not_null());
        object
    }

    /// Adds what `@schema/not` refuses.
    fn refused(self, object: &mut Object, type_: &Type) {
        match type_ {
            Type::Nullable(inner) => self.refused(object, inner),
            Type::Except(except) => {
                let types = except.refused.iter().map(|one| &one.type_);
                let mut all = Object::default();
                all.add("anyOf", self.alternatives(types, false));
                object.add("not", all);
            }
            _ => {}
        }
    }

    /// Adds what a collection holds.
    fn content(self, object: &mut Object, type_: &Type) {
        match type_ {
            Type::Array(item) => object.add("items", self.declaration(item)),
            Type::Map(map) => self.keys(object, map),
            _ => {}
        }
    }

    fn keys(self, object: &mut Object, map: &MapType) {
        let mut properties = Object::default();
        for (key, value) in map.named() {
            properties.add(key.clone(), self.property(value));
        }
        object.add("properties", properties);
        let is_listed = |value| rules::is_listed(value, self.export);
        let required: Vec<Yaml> =
            map.iter().filter(|(_, value)| is_listed(value)).map(|(key, _)| key.clone()).collect();
        if !required.is_empty() {
            object.add("required", list(required));
        }
        let patterns = self.patterns(patterns(map));
        if !patterns.is_empty() {
            let key = match self.dialect {
                Dialect::OpenApi30 => "x-ytt-patternProperties",
                Dialect::JsonSchema => "patternProperties",
            };
            object.add(key, patterns);
        }
    }

    /// What a key with a name holds. A map has a default too in JSON Schema, unless something in it has to be
    /// given: `OpenAPI` exports of the reference do not say it.
    fn property(self, declared: &Declaration) -> Object {
        let mut object = self.declaration(declared);
        let is_map = matches!(declared.type_.not_null(), Type::Map(_));
        if self.dialect == Dialect::JsonSchema && is_map && !object.has("required") {
            let is_null =
                declared.type_.accepts_null() && !rules::refuses_null(declared, self.export);
            let default = if is_null { Yaml::Null } else { Object::default().into() };
            object.add("default", default);
        }
        object
    }

    /// What keys without a name hold. `OpenAPI` knows no patterns: where some keys may have other names, all
    /// may. JSON Schema knows expressions, but no functions.
    fn other_keys(self, map: &MapType) -> Yaml {
        let unbounded = |pattern: &&KeyPattern| !matches!(pattern.allowed, Allowed::Matching(_));
        match (self.dialect, patterns(map)) {
            (_, []) => Yaml::Bool(false),
            (_, [only]) if matches!(only.allowed, Allowed::Any) => {
                self.declaration(&only.declaration).into()
            }
            (Dialect::OpenApi30, _) => Yaml::Bool(true),
            (Dialect::JsonSchema, several) => match several.iter().find(unbounded) {
                Some(pattern) => self.declaration(&pattern.declaration).into(),
                None => Yaml::Bool(false),
            },
        }
    }

    /// The patterns of keys, where `additionalProperties` does not say it all.
    fn patterns(self, patterns: &[KeyPattern]) -> Object {
        let mut object = Object::default();
        if let [only] = patterns
            && matches!(only.allowed, Allowed::Any)
        {
            return object;
        }
        for pattern in patterns {
            let key = match (&pattern.allowed, self.dialect) {
                (Allowed::Matching(expression), _) => Yaml::text(&expression.text()),
                (_, Dialect::JsonSchema) => continue,
                (Allowed::Any, Dialect::OpenApi30) => Yaml::text(""),
                (Allowed::Function(_), Dialect::OpenApi30) => pattern.key.clone(),
            };
            object.add(key, self.declaration(&pattern.declaration));
        }
        object
    }
}

fn patterns(map: &MapType) -> &[KeyPattern] {
    map.open.as_deref().map_or(&[], |open| &open.patterns)
}

/// Whether a value has to be given, so that there is no default.
pub(super) fn is_missing(declared: &Declaration) -> bool {
    declared.required.is_some() && matches!(declared.default, Yaml::Null)
}

fn example_object(example: &Example) -> Object {
    let mut object = Object::default();
    object.add("description", example.description.as_deref().unwrap_or_default());
    object.add("value", example.value.clone());
    object
}
