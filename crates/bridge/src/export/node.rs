//! Exports a node as a schema object of `OpenAPI` 3.0 or JSON Schema. `OpenAPI` 3.1 uses the latter.
//!
//! The schema describes values as users give them: keys with a default are optional. `keys` writes maps, `choice`
//! writes alternatives, and `rules` writes rules.

use std::borrow::Cow;

use yardstick_schema::{
    Declaration, Documentation, Example, Type,
    rules::{Ruled, Values},
};
use yardstick_template::tree::{Kind, Yaml};

use super::{
    Export,
    definitions::Definitions,
    object::{Object, list},
    rules,
};

/// The dialect of a schema object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Null and exclusive bounds are booleans, and there is a single example.
    OpenApi30,
    /// Null is a type, exclusive bounds are numbers, examples are a list, and keys may have patterns.
    JsonSchema,
}

/// Returns the schema object of a node. Its keys have the order that readers of the format expect.
pub(super) fn declaration(declared: &Declaration, dialect: Dialect, export: Export<'_>) -> Object {
    let writer = Writer { dialect, export, part: Part::All, inlined: 0 };
    let place = Place { is_root: true, ..Place::filled(&declared.default) };
    writer.declaration(declared, place)
}

/// How much of a schema to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    All,
    /// Everything that is checked, without documentation and defaults.
    Verdict,
    /// Types, and the required keys that identify an alternative.
    Whole,
    /// Types only.
    Types,
}

impl Part {
    /// Whether it includes rules.
    pub(super) fn is_verdict(self) -> bool {
        matches!(self, Part::All | Part::Verdict)
    }
}

/// The context of a node.
#[derive(Clone, Copy)]
pub(super) struct Place<'y> {
    /// The value of the node if the user gives none.
    pub(super) held: Option<&'y Yaml>,
    /// Which default to show.
    default: Shown,
    /// Whether the node is the root of the document.
    is_root: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// The value of the node if the user gives none.
    Held,
    /// The node's own default: what an author would start from.
    Own,
    Nothing,
}

impl<'y> Place<'y> {
    /// A node that has a value even if the user gives none.
    pub(super) fn filled(held: &'y Yaml) -> Self {
        Self { held: Some(held), default: Shown::Held, is_root: false }
    }

    /// An item of an array.
    pub(super) fn item() -> Self {
        Self { held: None, default: Shown::Own, is_root: false }
    }

    /// A node that exists only if the user gives it.
    pub(super) fn absent() -> Self {
        Self { held: None, default: Shown::Nothing, is_root: false }
    }

    /// A part of another node.
    pub(super) fn part(held: Option<&'y Yaml>) -> Self {
        Self { held, default: Shown::Nothing, is_root: false }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    pub(super) dialect: Dialect,
    pub(super) export: Export<'a>,
    pub(super) part: Part,
    /// The number of shapes around this node that are written inline.
    pub(super) inlined: usize,
}

impl Writer<'_> {
    pub(super) fn declaration(&self, declared: &Declaration, place: Place<'_>) -> Object {
        let words = declared.documentation.as_deref().filter(|_| self.part == Part::All);
        let type_ = declared.type_.not_null();
        // If an alternative requires a value, null does not select it.
        let is_asked = self.part == Part::Whole && declared.required.is_some();
        let not_null = self.has_rules() && rules::refuses_null(declared, self.export) || is_asked;
        // The definition of a shape already includes null.
        let accepts_null = match type_ {
            Type::Ref(_) => matches!(declared.type_, Type::Nullable(_)),
            _ => declared.type_.accepts_null(),
        };
        let nullable = accepts_null && !not_null;
        let mut object = Object::default();
        if let Some(words) = words.filter(|words| !words.title.is_empty()) {
            object.add("title", &*words.title);
        }
        self.name(&mut object, declared, type_, nullable, place);
        if nullable && self.dialect == Dialect::OpenApi30 {
            object.add("nullable", true);
        }
        if let Some(words) = words {
            self.words(&mut object, declared, words);
        }
        self.content(&mut object, type_, place.held);
        self.refused(&mut object, &declared.type_, place.held);
        self.default(&mut object, declared, place);
        if self.has_rules() {
            self.rules(&mut object, declared, type_, nullable, place.held);
            if not_null && matches!(type_, Type::Any | Type::Ref(_)) {
                object.and([("not", Object::null().into())]);
            }
        }
        let is_text = matches!(type_, Type::Scalar(Kind::Text));
        let is_hidden =
            words.is_some_and(|words| words.secret) && self.dialect == Dialect::OpenApi30;
        if is_hidden && is_text && !object.has("format") {
            object.add("format", "password");
        }
        object
    }

    /// Adds the documentation, except for the title, which comes first in the schema object.
    fn words(&self, object: &mut Object, declared: &Declaration, words: &Documentation) {
        if words.deprecated.is_some() {
            object.add("deprecated", true);
        }
        let description = self.description(words);
        if !description.is_empty() {
            object.add("description", &*description);
        }
        // A secret must not be shown, so it must not be read back either. Forms treat such fields as passwords. In
        // `OpenAPI` 3.0, `writeOnly` also means that the key may be absent in responses.
        if words.secret {
            match self.dialect {
                Dialect::JsonSchema => object.add("writeOnly", true),
                Dialect::OpenApi30 => object.add("x-ytt-secret", true),
            }
        } else {
            let all = words.examples.iter();
            let shown = all.filter(|example| !declared.has_secret_in(&example.value));
            self.examples(object, &shown.collect::<Vec<_>>());
        }
    }

    /// Returns the writer for the contents of a node, except for keys that are always present.
    pub(super) fn inner(&self) -> Self {
        match self.part {
            Part::Whole => Self { part: Part::Types, ..*self },
            _ => *self,
        }
    }

    pub(super) fn has_rules(&self) -> bool {
        self.export.options.validations && self.part.is_verdict()
    }

    /// Returns the description of a node, with its deprecation notice, which has no other place. The `OpenAPI` 3.0
    /// export omits the notice, as the reference does.
    fn description<'d>(&self, documentation: &'d Documentation) -> Cow<'d, str> {
        let mut text = Cow::Borrowed(documentation.description.as_str());
        // The keyword `deprecated` already says this.
        let is_more = |notice: &&str| !matches!(*notice, "" | "Deprecated.");
        let notice = documentation.deprecated.as_deref().filter(is_more);
        let is_said = self.export.options.validations && self.dialect == Dialect::JsonSchema;
        if let Some(notice) = notice.filter(|_| is_said) {
            let text = text.to_mut();
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str("Deprecated: ");
            text.push_str(notice);
        }
        text
    }

    fn examples(&self, object: &mut Object, examples: &[&Example]) {
        let [first, others @ ..] = examples else { return };
        // Without rules, the export has the same bytes as that of the reference, which does not have this annotation.
        if first.proposed && !self.export.options.validations {
            return;
        }
        let others = if self.export.options.all_examples { others } else { &[] };
        if examples.iter().any(|example| self.is_followed(&example.value)) {
            return;
        }
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
            object.add("x-examples", list(others.iter().map(|example| example_object(example))));
        }
    }

    /// Adds the default, unless the schema rejects it. The default of a map follows from its keys; JSON Schema shows
    /// it too.
    fn default(&self, object: &mut Object, declared: &Declaration, place: Place<'_>) {
        if self.part != Part::All {
            return;
        }
        let has_rules = self.export.options.validations;
        let is_map = matches!(declared.type_.not_null(), Type::Map(_));
        let is_shown =
            self.dialect == Dialect::JsonSchema && place.default == Shown::Held && !place.is_root;
        if is_map && !is_shown {
            return;
        }
        let mut shown = match place.default {
            Shown::Nothing => return,
            Shown::Held if has_rules => place.held.unwrap_or(&declared.default),
            Shown::Held | Shown::Own => &declared.default,
        };
        // Do not show a secret.
        if !is_map && declared.has_secret_in(shown) || declared.is_secret() {
            return;
        }
        if has_rules && self.export.describer.need(declared, shown).is_some() {
            return;
        }
        // The reference shows the default that the node itself declares.
        if self.dialect == Dialect::OpenApi30 && has_rules && !shown.same_scalar(&declared.default)
        {
            shown = &declared.default;
            if self.export.describer.need(declared, shown).is_some() {
                return;
            }
        }
        // An array item that is a shape has no default.
        let is_refused = declared.required.is_some() || !declared.type_.accepts_null();
        if matches!(shown, Yaml::Null) && is_refused {
            return;
        }
        if is_map {
            let is_null = matches!(shown, Yaml::Null);
            object.add("default", if is_null { Yaml::Null } else { Object::default().into() });
            return;
        }
        if self.is_followed(shown) {
            self.export.losses.lose(
                "the default has a key `$ref`, which readers of OpenAPI follow: it is left out",
            );
            return;
        }
        if has_rules && !rules::are_kept(declared, shown) {
            self.export.losses.lose(rules::REFUSED_DEFAULT);
            return;
        }
        object.add("default", shown.clone());
    }

    /// Whether readers of the format would find a reference in `value`.
    fn is_followed(&self, value: &Yaml) -> bool {
        let is_openapi = matches!(self.export.definitions, Definitions::Components);
        is_openapi && self.export.options.validations && has_reference(value)
    }

    /// Adds the keywords that name the type. They come first in the schema object.
    pub(super) fn name(
        &self,
        object: &mut Object,
        declared: &Declaration,
        type_: &Type,
        nullable: bool,
        place: Place<'_>,
    ) {
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
            Type::Union(union) if union.not_null().next().is_none() => match self.dialect {
                _ if !nullable => object.add("not", Object::default()),
                Dialect::JsonSchema => object.add("type", "null"),
                Dialect::OpenApi30 => object.extend(Object::null()),
            },
            Type::Union(union) => {
                let members = union.not_null();
                let all = members.map(|member| self.member(declared, member, place.held));
                object.add("anyOf", self.or_null(all.collect(), nullable));
            }
            Type::Ref(shape) => {
                self.shape(object, shape, nullable, place.held);
            }
            Type::Choice(choice) => self.choice(object, choice, nullable, place.held),
            Type::Any | Type::Nullable(_) | Type::Except(_) => {}
        }
    }

    /// Returns the alternatives with one more for null.
    pub(super) fn or_null(&self, mut all: Vec<Object>, nullable: bool) -> Yaml {
        if nullable {
            let mut null = Object::default();
            match self.dialect {
                Dialect::JsonSchema => null.add("type", "null"),
                Dialect::OpenApi30 => null = Object::null(),
            }
            all.push(null);
        }
        list(all)
    }

    /// Returns the schema of one type of a union, with the rules that apply to it.
    fn member(&self, declared: &Declaration, type_: &Type, held: Option<&Yaml>) -> Object {
        let mut object = Object::default();
        self.name(&mut object, declared, type_, false, Place::part(held));
        self.content(&mut object, type_, held);
        if self.has_rules() {
            let node = Ruled { type_, values: Values::Given(held) };
            let clauses = rules::clauses(declared, node, self.export);
            rules::add(&mut object, clauses, false, self.dialect);
        }
        object
    }

    /// Adds what `@schema/not` rejects, for a node that has the value `held` if the user gives none.
    fn refused(&self, object: &mut Object, type_: &Type, held: Option<&Yaml>) {
        match type_ {
            Type::Nullable(inner) => self.refused(object, inner, held),
            Type::Except(except) => {
                let types = Writer { part: Part::Types, ..*self };
                let losses = self.export.losses;
                // The given value is not the whole value: defaults are filled in first.
                let node = Ruled { type_: except.inner.not_null(), values: Values::Given(held) };
                let is_filled = !node.is_whole();
                let all = except.refused.iter().filter_map(|one| {
                    let write = || types.declaration(one, Place::absent());
                    let (written, is_wide) = losses.is_wide(write);
                    let is_wide = is_wide || is_filled && Kinds::of(&one.type_).has_collections();
                    if is_wide {
                        losses.lose("what @schema/not refuses is accepted");
                    }
                    (!is_wide).then_some(written)
                });
                let all: Vec<Object> = all.collect();
                if all.is_empty() {
                    return;
                }
                let mut refused = Object::default();
                refused.add("anyOf", list(all));
                object.and([("not", refused.into())]);
            }
            _ => {}
        }
    }

    /// Adds the schema of the contents of a map or array.
    fn content(&self, object: &mut Object, type_: &Type, held: Option<&Yaml>) {
        match type_ {
            Type::Array(item) => {
                let items = self
                    .export
                    .losses
                    .below("[]", || self.inner().declaration(item, Place::item()));
                object.add("items", items);
            }
            Type::Map(map) => self.keys(object, map, held),
            _ => {}
        }
    }

    /// Adds the rules.
    fn rules(
        &self,
        object: &mut Object,
        declared: &Declaration,
        type_: &Type,
        nullable: bool,
        held: Option<&Yaml>,
    ) {
        if declared.validations.is_empty() {
            return;
        }
        let kinds = Kinds::of(type_);
        let nodes = kinds.nodes(Values::Given(held));
        match type_ {
            Type::Scalar(_) | Type::Map(_) | Type::Array(_) => {
                let node = Ruled { type_, values: Values::Given(held) };
                let clauses = rules::clauses(declared, node, self.export);
                rules::add(object, clauses, nullable, self.dialect);
            }
            // Rules of a union are written with each type.
            Type::Union(_) => {}
            _ => self.rules_by_kind(object, declared, &nodes, nullable),
        }
        let words = rules::described(declared, &nodes, self.export);
        for text in &words {
            self.export.losses.lose(&format!("a rule is only described: {text}"));
        }
        if !words.is_empty() && self.part == Part::All {
            object.add("x-ytt-rules", list(words.iter().map(String::as_str)));
        }
    }

    /// Adds the rules for values of each kind.
    fn rules_by_kind(
        &self,
        object: &mut Object,
        declared: &Declaration,
        nodes: &[Ruled<'_>],
        nullable: bool,
    ) {
        let mut is_free = true;
        let mut branches = Vec::new();
        for &node in nodes {
            let clauses = rules::clauses(declared, node, self.export);
            is_free &= clauses.is_empty();
            let mut branch = Object::default();
            if let Some(name) = kind_name(node.type_) {
                branch.add("type", name);
            }
            rules::add(&mut branch, clauses, false, self.dialect);
            branches.push(branch);
        }
        if !is_free {
            object.and([("anyOf", self.or_null(branches, nullable))]);
        }
    }
}

/// Returns the JSON Schema name of a type's kind.
fn kind_name(type_: &Type) -> Option<&'static str> {
    Some(match type_ {
        Type::Scalar(Kind::Float) => "number",
        Type::Scalar(kind) => kind.name(),
        Type::Map(_) => "object",
        Type::Array(_) => "array",
        _ => return None,
    })
}

/// The types that values of a node may have, one for each kind.
pub(super) struct Kinds<'a>(Vec<OneKind<'a>>);

enum OneKind<'a> {
    Declared(&'a Type),
    Whatever(Type),
}

impl<'a> Kinds<'a> {
    pub(super) fn of(type_: &'a Type) -> Self {
        let mut kinds = Vec::new();
        collect(type_, 0, &mut kinds);
        Self(kinds)
    }

    /// Whether no value fits both.
    pub(super) fn is_apart_from(&self, other: &Kinds<'_>) -> bool {
        let name = |kind: &OneKind<'_>| match kind_name(kind.type_()) {
            Some("integer") => Some("number"),
            name => name,
        };
        self.0
            .iter()
            .all(|own| name(own).is_some() && other.0.iter().all(|other| name(own) != name(other)))
    }

    /// Whether maps or arrays are among them.
    fn has_collections(&self) -> bool {
        let is_scalar = |kind: &OneKind<'_>| matches!(kind.type_(), Type::Scalar(_));
        !self.0.iter().all(is_scalar)
    }

    pub(super) fn nodes<'n>(&'n self, values: Values<'n>) -> Vec<Ruled<'n>> {
        self.0.iter().map(|kind| Ruled { type_: kind.type_(), values }).collect()
    }
}

impl OneKind<'_> {
    fn type_(&self) -> &Type {
        match self {
            OneKind::Declared(type_) => type_,
            OneKind::Whatever(type_) => type_,
        }
    }
}

/// The maximum number of shapes to follow that directly refer to each other.
pub(super) const MAX_SHAPES: usize = 8;

// Recursion is safe because the depth of types is bounded, and only a few shapes are followed.
fn collect<'a>(type_: &'a Type, depth: usize, kinds: &mut Vec<OneKind<'a>>) {
    match type_.not_null() {
        Type::Any => {
            let all = [Kind::Bool, Kind::Float, Kind::Text, Kind::Array, Kind::Map];
            kinds.extend(all.map(|kind| OneKind::Whatever(Type::anything_of(kind))));
        }
        Type::Union(union) => union.not_null().for_each(|member| collect(member, depth, kinds)),
        // It is unknown which of several types of the same kind a value has. For scalars, this does not matter.
        Type::Choice(choice) => {
            for alternative in &choice.alternatives {
                let mut inner = Vec::new();
                collect(&alternative.type_, depth, &mut inner);
                for kind in inner {
                    let name = kind_name(kind.type_());
                    match kinds.iter().position(|known| kind_name(known.type_()) == name) {
                        None => kinds.push(kind),
                        Some(at) if matches!(kind.type_(), Type::Map(_) | Type::Array(_)) => {
                            kinds[at] = OneKind::Declared(type_);
                        }
                        Some(_) => {}
                    }
                }
            }
        }
        Type::Scalar(Kind::Null) => {}
        Type::Ref(shape) if depth < MAX_SHAPES => match shape.declaration() {
            Some(declared) => collect(&declared.type_, depth + 1, kinds),
            None => kinds.push(OneKind::Declared(type_)),
        },
        other => kinds.push(OneKind::Declared(other)),
    }
}

/// Whether `value` contains a key `$ref`.
// Recursion is safe because the depth of values is bounded.
fn has_reference(value: &Yaml) -> bool {
    match value {
        Yaml::Map(map) => map.items().iter().any(|item| {
            item.key.as_text().is_some_and(|key| *key == "$ref") || has_reference(&item.value)
        }),
        Yaml::Array(array) => array.items.iter().any(|item| has_reference(&item.value)),
        _ => false,
    }
}

fn example_object(example: &Example) -> Object {
    let mut object = Object::default();
    object.add("description", example.description.as_deref().unwrap_or_default());
    object.add("value", example.value.clone());
    object
}
