//! Documents a schema for its users: every field with its documentation.
//!
//! A [`Field`] holds the facts. [`fields`] lists them as data; [`entry`] describes them in words, which [`html`] and
//! [`markdown`] format; [`values_file`] creates a file for users to fill in.

mod entry;
mod fields;
mod html;
mod markdown;
mod opened;
pub(crate) mod outline;
mod prose;
pub(crate) mod rules;
mod title;
mod values_file;

use yardstick_template::{
    convert::display_key,
    tree::{Kind, MapItem, Yaml},
};

use self::opened::Opened;
pub(crate) use self::{fields::document, html::page as html, markdown::page as markdown};
use crate::{
    RuleDescriber,
    model::{Allowed, Declaration, Documentation, Example, RemovedKey, Type, Validation},
    path,
    rules::Rule,
};

/// The facts about a node that users of a schema need.
struct Field<'a> {
    /// The key; `None` for array items and the document.
    name: Option<String>,
    /// The key as written; also `None` for patterns, which match many keys.
    key: Option<&'a Yaml>,
    /// The path of the node: `a.b[]`.
    path: String,
    /// The title: the author's, or one derived from the key.
    title: Option<String>,
    declaration: &'a Declaration,
    /// The value if the user gives none. The default of a map determines everything in it.
    held: &'a Yaml,
    /// The role of the node in its parent.
    role: Role,
    /// The named shape that it refers to, and the shapes around it.
    opened: Opened<'a>,
}

/// The role of a node in its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Role {
    /// The document itself.
    Root,
    /// A key that is always present. Its value if the user gives none is its default.
    Always,
    /// An optional key.
    Optional,
    /// A pattern that expects this number of keys, at least one.
    Counted(String),
    /// The items of an array, which may be empty.
    Item,
    /// One of several alternatives, or an excluded schema.
    Part,
}

impl<'a> Field<'a> {
    fn root(declaration: &'a Declaration) -> Self {
        let title = own_title(declaration);
        let (path, role, opened) = (String::new(), Role::Root, Opened::root(declaration));
        let held = &declaration.default;
        Self { name: None, key: None, path, title, declaration, held, role, opened }
    }

    /// Returns the type without null. For a reference, this is the type of the shape.
    fn type_(&self) -> &'a Type {
        match self.opened.shape() {
            Some(shape) => shape.type_.not_null(),
            None => self.declaration.type_.not_null(),
        }
    }

    fn documentation(&self) -> Option<&'a Documentation> {
        let own = self.declaration.documentation.as_deref();
        own.or_else(|| self.opened.shape().and_then(|shape| shape.documentation.as_deref()))
    }

    /// Returns the name of the shape that it refers to.
    fn shape(&self) -> Option<&'a str> {
        self.opened.name()
    }

    fn description(&self) -> Option<&'a str> {
        let text = self.documentation().map(|words| words.description.as_str());
        text.filter(|text| !text.is_empty())
    }

    fn deprecated(&self) -> Option<&'a str> {
        self.documentation().and_then(|words| words.deprecated.as_deref())
    }

    /// Returns the examples, without those that show a secret.
    fn examples(&self) -> Vec<&'a Example> {
        let all = self.documentation().map_or(&[][..], |words| &words.examples);
        all.iter().filter(|example| !self.declaration.has_secret_in(&example.value)).collect()
    }

    /// Returns the names of the types, without null.
    fn types(&self) -> Vec<String> {
        match self.type_() {
            Type::Union(union) => {
                union.not_null().map(|member| member.name().into_owned()).collect()
            }
            Type::Choice(choice) => {
                let mut names: Vec<String> = Vec::new();
                for alternative in &choice.alternatives {
                    let name = alternative.type_.name().into_owned();
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                names
            }
            other => vec![other.name().into_owned()],
        }
    }

    fn is_nullable(&self) -> bool {
        let type_ = &self.declaration.type_;
        let accepts_null = type_.accepts_null() && !self.declaration.refuses_null();
        accepts_null && !matches!(type_.not_null(), Type::Any)
    }

    /// Whether users must give a value, because the value would otherwise be invalid.
    fn is_required(&self, words: &RuleDescriber<'_>) -> bool {
        let is_filled_in = matches!(self.role, Role::Always);
        let declaration = self.declaration;
        let is_given = is_filled_in && !matches!(self.held, Yaml::Null);
        declaration.required.is_some() && !is_given
            || is_filled_in && words.need(declaration, self.held).is_some()
    }

    /// Returns the default. Maps and required values have none.
    fn default(&self, words: &RuleDescriber<'_>) -> Option<&'a Yaml> {
        let declaration = self.declaration;
        let is_map = match &declaration.type_ {
            Type::Ref(shape) => {
                shape.declaration().is_some_and(|shape| matches!(shape.type_, Type::Map(_)))
            }
            type_ => matches!(type_, Type::Map(_)),
        };
        let is_filled_in = matches!(self.role, Role::Root | Role::Always | Role::Item);
        let is_said_by_parts = is_map && self.free_keys().next().is_none();
        let is_shown =
            !is_said_by_parts && is_filled_in && !self.is_kept() && !self.is_required(words);
        is_shown.then_some(self.held)
    }

    /// Whether the value must not be shown: it is a secret, or it contains a secret and is not shown in parts.
    fn is_kept(&self) -> bool {
        let is_by_parts = matches!(self.type_(), Type::Map(_)) && self.free_keys().next().is_none();
        let declaration = self.declaration;
        declaration.is_secret() || !is_by_parts && declaration.has_secret_in(self.held)
    }

    /// Returns the items of a map value whose keys are not declared by name.
    fn free_keys(&self) -> impl Iterator<Item = &'a MapItem> + use<'a> {
        let named = match self.type_() {
            Type::Map(map) => Some(&map.defaults),
            _ => None,
        };
        let held = match self.held {
            Yaml::Map(map) => map.items(),
            _ => &[],
        };
        held.iter().filter(move |item| named.is_some_and(|named| named.get(&item.key).is_none()))
    }

    /// Describes the rules.
    fn rules(&self, words: &RuleDescriber<'_>) -> Vec<String> {
        self.rules_by(|rule| words.describe(rule))
    }

    /// Describes the rules with `describe`.
    fn rules_by(&self, describe: impl Fn(&Rule) -> String) -> Vec<String> {
        let of_annotation = |validation: &Validation| {
            let not_null = validation.not_null.iter().map(|rule| rule.must_be().to_owned());
            // Skip rules that every value satisfies.
            let rules = validation.rules.iter().filter(|placed| !placed.rule.is_idle());
            let rules = rules.map(|placed| describe(&placed.rule));
            let all = not_null.chain(rules).map(|text| validation.in_its_cases(text));
            all.collect::<Vec<_>>()
        };
        let of_shape = self.opened.shape().map_or(&[][..], |shape| &shape.validations[..]);
        self.declaration.validations.iter().chain(of_shape).flat_map(of_annotation).collect()
    }

    /// Returns the keys of a map.
    fn fields(&self) -> Vec<Field<'a>> {
        let Some(Type::Map(map)) = self.collection(Kind::Map) else { return Vec::new() };
        let named = map.iter().map(|(key, value)| {
            let held = map.held(Some(self.held), key);
            Field { held, ..self.key(key, value, Role::Always) }
        });
        let Some(open) = &map.open else { return named.collect() };
        let optional = open.optional().map(|(key, value)| self.key(key, value, Role::Optional));
        let patterns = open.patterns.iter().map(|pattern| {
            let name = match &pattern.allowed {
                Allowed::Any => "*".to_owned(),
                Allowed::Matching(expression) => format!("/{}/", expression.text()),
                Allowed::Function(_) => format!("<{}>", display_key(&pattern.key)),
            };
            let title = own_title(&pattern.declaration);
            let role = if pattern.expects.allows_none() {
                Role::Optional
            } else {
                Role::Counted(pattern.expects.describe())
            };
            let declaration = &pattern.declaration;
            let path = path::joined(&self.path, &name);
            let opened = self.opened.inside(declaration);
            let held = &declaration.default;
            Field { path, name: Some(name), key: None, title, declaration, held, role, opened }
        });
        named.chain(optional).chain(patterns).collect()
    }

    fn key(&self, key: &'a Yaml, declaration: &'a Declaration, role: Role) -> Field<'a> {
        let name = display_key(key);
        let title = own_title(declaration).or_else(|| title::of_key(&name));
        let path = path::with_key(&self.path, &name);
        let opened = self.opened.inside(declaration);
        let held = &declaration.default;
        Field { path, name: Some(name), key: Some(key), title, declaration, held, role, opened }
    }

    /// Returns the removed keys of a map.
    fn removed(&self) -> &'a [RemovedKey] {
        let Some(Type::Map(map)) = self.collection(Kind::Map) else { return &[] };
        map.open.as_ref().map_or(&[], |open| &open.removed)
    }

    /// Returns the items of an array.
    fn items(&self) -> Option<Field<'a>> {
        let Some(Type::Array(item)) = self.collection(Kind::Array) else { return None };
        let path = format!("{}[]", self.path);
        let title = own_title(item);
        let (role, opened) = (Role::Item, self.opened.inside(item));
        let (declaration, held) = (item, &item.default);
        Some(Field { name: None, key: None, path, title, declaration, held, role, opened })
    }

    /// Returns the alternatives, and whether a value must fit exactly one.
    fn alternatives(&self) -> Option<(Vec<Field<'a>>, bool)> {
        let Type::Choice(choice) = self.type_() else { return None };
        let alternatives = choice.alternatives.iter().enumerate();
        let fields =
            alternatives.map(|(at, one)| self.part(format!("{}<{}>", self.path, at + 1), one));
        Some((fields.collect(), choice.exclusive))
    }

    /// Returns the excluded schemas.
    fn refused(&self) -> Vec<Field<'a>> {
        let Type::Except(except) = &self.declaration.type_ else { return Vec::new() };
        except.refused.iter().map(|one| self.part(self.path.clone(), one)).collect()
    }

    fn part(&self, path: String, declaration: &'a Declaration) -> Field<'a> {
        let title = own_title(declaration);
        let opened = self.opened.inside(declaration);
        let (held, role) = (&declaration.default, Role::Part);
        Field { name: None, key: None, path, title, declaration, held, role, opened }
    }

    /// Returns the map or array type among its values.
    fn collection(&self, kind: Kind) -> Option<&'a Type> {
        let is_it = |type_: &&Type| match type_ {
            Type::Map(_) => kind == Kind::Map,
            Type::Array(_) => kind == Kind::Array,
            _ => false,
        };
        match self.type_() {
            Type::Union(union) => union.members.iter().find(is_it),
            other => Some(other).filter(is_it),
        }
    }
}

fn own_title(declaration: &Declaration) -> Option<String> {
    let title = declaration.documentation.as_ref().map(|words| words.title.clone());
    title.filter(|title| !title.is_empty())
}
