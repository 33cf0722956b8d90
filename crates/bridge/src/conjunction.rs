//! Conjunctions: a schema combined with everything that its `$ref` and `allOf` add.
//!
//! Nothing is copied to combine schemas. A query for `properties`, for example, looks at all members. A schema that
//! is referenced a thousand times is a member once.

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_yaml::{
    NodeId, NodeRef,
    json::{Type, View},
};

use crate::{literal::Literal, references::References};

/// The maximum number of references to follow in one import.
const MAX_STEPS: usize = 2_000_000;

/// Keywords that do not restrict values.
const SILENT: [&str; 20] = [
    "$ref",
    "allOf",
    "title",
    "description",
    "default",
    "examples",
    "example",
    "deprecated",
    "$comment",
    "$schema",
    "$id",
    "id",
    "$anchor",
    "$dynamicAnchor",
    "$defs",
    "definitions",
    "readOnly",
    "writeOnly",
    "x-example-description",
    "x-examples",
];

/// Keywords for readers, which count beside a reference even where others do not.
const WORDS: [&str; 9] = [
    "title",
    "description",
    "default",
    "examples",
    "example",
    "deprecated",
    "$comment",
    "x-example-description",
    "x-examples",
];

/// Schemas of which a value has to keep all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conjunction {
    /// Schema objects without duplicates. A schema comes before those it refers to.
    pub(crate) members: Vec<NodeId>,
    /// Objects of which only the words count: references that stand alone.
    wording: Vec<NodeId>,
    /// A schema that nothing fits.
    pub(crate) never: Option<NodeId>,
    /// The last segment of the first reference.
    pub(crate) name: Option<String>,
}

impl Conjunction {
    /// Combines `schemas` with everything that they refer to.
    pub(crate) fn new(
        view: &View,
        references: &References<'_>,
        schemas: &[NodeId],
        steps: &mut usize,
    ) -> Result<Self, Box<Diagnostic>> {
        let mut this = Self::default();
        let mut seen = FxHashSet::default();
        let mut left: Vec<NodeId> = schemas.iter().rev().copied().collect();
        while let Some(schema) = left.pop() {
            *steps += 1;
            let node = view.node(schema);
            let id = node.id();
            let problem = |code, message: String| {
                Box::new(Diagnostic::error(code, message).at(view.written(schema).content_span()))
            };
            if *steps > MAX_STEPS {
                return Err(problem(
                    codes::SCHEMA_TOO_LARGE,
                    "there are too many references to follow".into(),
                ));
            }
            let is_alone;
            match view.type_of(id) {
                Type::False => {
                    this.never = Some(schema);
                    continue;
                }
                Type::Object if seen.insert(id) => {
                    is_alone = references.stand_alone && view.get(id, "$ref").is_some();
                    if is_alone { &mut this.wording } else { &mut this.members }.push(id);
                }
                Type::True | Type::Object => continue,
                other => {
                    let found = other.with_article();
                    let message = format!("a schema is an object or a boolean, found {found}");
                    return Err(problem(codes::UNUSABLE_SCHEMA, message));
                }
            }
            if let Some(all) = view.get(id, "allOf").filter(|_| !is_alone) {
                let all = view.node(all);
                left.extend(all.items().map(NodeRef::id).collect::<Vec<_>>().iter().rev());
            }
            if let Some(value) = view.get(id, "$ref")
                && view.type_of(value) == Type::String
            {
                let reference = view.node(value).text();
                left.push(references.resolve(value, reference)?);
                if this.name.is_none() {
                    let last = reference.rsplit(['/', '#']).next().unwrap_or_default();
                    this.name = Some(last.to_owned());
                }
            }
        }
        Ok(this)
    }

    /// What makes it the same as another one: members that say something about values that no other says.
    pub(crate) fn key(&self, view: &View) -> Vec<NodeId> {
        let has_more = |id: NodeId| {
            let is_more = |name: &str| name != "type" && !SILENT.contains(&name);
            view.members(id).any(|member| is_more(view.name(member.key)))
        };
        // A type beside a reference repeats, as a rule, that of what it refers to.
        let type_of = |id: NodeId| Literal::read(view, view.get(id, "type")?).ok();
        let says = |&&id: &&NodeId| {
            let is_said = |own: Literal| {
                let others = self.members.iter().filter(|&&other| other != id);
                others
                    .filter(|&&other| has_more(other))
                    .any(|&it| type_of(it).as_ref() == Some(&own))
            };
            has_more(id) || type_of(id).is_some_and(|own| !is_said(own))
        };
        let mut key: Vec<NodeId> = self.members.iter().filter(says).copied().collect();
        key.sort_unstable();
        key
    }

    /// Returns the values under `keyword` of all members, nearest member first.
    pub(crate) fn all<'a>(
        &'a self,
        view: &'a View,
        keyword: &'a str,
    ) -> impl Iterator<Item = NodeId> + 'a {
        let wording = if WORDS.contains(&keyword) { self.wording.as_slice() } else { &[] };
        wording.iter().chain(&self.members).filter_map(move |&id| view.get(id, keyword))
    }

    /// References that stand alone, and have keywords beside them that would hold values to something.
    pub(crate) fn ignored<'a>(&'a self, view: &'a View) -> impl Iterator<Item = NodeId> + 'a {
        let says = |&id: &NodeId| {
            let mut names = view.members(id).map(|member| view.name(member.key));
            names.any(|name| name == "allOf" || !SILENT.contains(&name) && name != "type")
        };
        self.wording.iter().copied().filter(says)
    }

    /// Returns the value under `keyword` of the nearest member that has it.
    pub(crate) fn first(&self, view: &View, keyword: &str) -> Option<NodeId> {
        self.all(view, keyword).next()
    }

    /// Returns the nearest text under `keyword`.
    pub(crate) fn text(&self, view: &View, keyword: &str) -> Option<String> {
        self.all(view, keyword)
            .map(|value| view.node(value))
            .find(|value| view.type_of(value.id()) == Type::String)
            .map(|value| value.text().to_owned())
    }

    /// Whether any member has `true` under `keyword`.
    pub(crate) fn is_set(&self, view: &View, keyword: &str) -> bool {
        self.all(view, keyword).any(|value| view.type_of(value) == Type::True)
    }

    /// Whether any member has `keyword`.
    pub(crate) fn has(&self, view: &View, keyword: &str) -> bool {
        self.first(view, keyword).is_some()
    }

    /// Returns the numbers under `keyword`.
    pub(crate) fn numbers<'a>(
        &'a self,
        view: &'a View,
        keyword: &'a str,
    ) -> impl Iterator<Item = Literal> + 'a {
        self.all(view, keyword)
            .filter_map(|value| Literal::read(view, value).ok())
            .filter(|value| value.number().is_some())
    }

    /// Returns the texts in the lists under `keyword`.
    pub(crate) fn texts<'a>(
        &'a self,
        view: &'a View,
        keyword: &'a str,
    ) -> impl Iterator<Item = &'a str> + 'a {
        self.all(view, keyword)
            .flat_map(|list| view.node(list).items())
            .map(yardstick_yaml::NodeRef::dereferenced)
            .filter(|item| view.type_of(item.id()) == Type::String)
            .map(yardstick_yaml::NodeRef::text)
    }
}
