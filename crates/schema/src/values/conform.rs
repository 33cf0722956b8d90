//! Checks values against their types: finds type errors and missing values in one walk.
//!
//! The walk changes nothing, so that reports can name the path of each error. A map that still is the schema's own
//! default is recognized by its identity and skipped.

use std::rc::Rc;

use yardstick_diagnostics::{
    Failure, MASK, Place, Role, SchemaRule, Secrecy, Sources, Statement, Subject, spelling,
};
use yardstick_starlark::{Error, Thread};
use yardstick_template::{
    convert::display_key,
    tree::{Array, Kind, Map, Position, Yaml},
};

use crate::{
    model::{Declaration, Except, KeyPattern, MapType, RemovedKey, Slot, Type},
    path,
    place::{self, Node, NodeKind},
    remedy::Remedy,
    values::{fill::Lacking, one_line, quoting, rivals},
};

/// A node that does not fit its declaration.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The kind of mismatch.
    pub kind: MismatchKind,
    /// The indexes of items from the document to the node.
    pub path: Vec<u32>,
    /// The error to report.
    pub failure: Failure,
    /// What hints are chosen by.
    pub misfit: Misfit,
    /// What would fix it.
    pub(crate) remedy: Option<Remedy>,
}

/// What does not fit what, as far as hints are chosen by it.
#[derive(Clone, Debug)]
pub enum Misfit {
    /// A value of another kind.
    Kind {
        /// The kind of the value.
        found: Kind,
        /// The kind that is declared, if it is one.
        declared: Option<Kind>,
    },
    /// A key that is not declared.
    Key {
        /// The key.
        key: String,
        /// Those that are declared.
        declared: Vec<String>,
        /// Whether the report names the one that was probably meant.
        is_suggested: bool,
    },
    /// Anything else.
    Other,
}

impl Mismatch {
    /// Creates the mismatch for a node, reached from `root`, with its value.
    pub(crate) fn new(
        kind: MismatchKind,
        root: &Yaml,
        path: Vec<u32>,
        failure: Failure,
        value: &Yaml,
    ) -> Self {
        let way = path::way(root, &path);
        let secrecy = Secrecy::of_path(&way);
        let subject = Subject {
            rule: Some(SchemaRule::named(kind.keyword())),
            secrecy,
            path: way,
            ..Subject::default()
        };
        let current = (!secrecy.is_kept()).then(|| one_line::line(value));
        let mut failure = Failure { current, subject: Some(Box::new(subject)), ..failure };
        if secrecy.is_kept() {
            quoting::keep_back(&mut failure.extra_hints);
        }
        Self { kind, path, failure, misfit: Misfit::Other, remedy: None }
    }

    /// Hides the value in the report, because the schema marks it as a secret.
    pub(crate) fn keep_secret(&mut self) {
        let failure = &mut self.failure;
        if let Some(subject) = &mut failure.subject {
            subject.secrecy = Secrecy::Declared;
        }
        failure.current = None;
        quoting::keep_back(&mut failure.extra_hints);
        if let Place::Memory { text, .. } = &mut failure.place {
            let name = text.split_once(": ").map_or("-", |(name, _)| name);
            *text = format!("{name}: {MASK}");
        }
    }
}

/// The kind of mismatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MismatchKind {
    /// A map or array in place of something else.
    Structure,
    /// A scalar or null in place of something else.
    Scalar,
    /// A key that the map does not declare.
    UndeclaredKey,
    /// A key that has been removed.
    RemovedKey,
    /// More or fewer items than a key pattern expects.
    Count,
}

impl MismatchKind {
    /// Returns the part of the declaration that is violated.
    fn keyword(self) -> &'static str {
        match self {
            MismatchKind::Structure | MismatchKind::Scalar => "type",
            MismatchKind::UndeclaredKey => "key",
            MismatchKind::RemovedKey => "removed",
            MismatchKind::Count => "expects",
        }
    }
}

/// The defaults that a value lacks, and the mismatches.
pub(crate) struct Conformed<'t> {
    pub(crate) lacking: Lacking<'t>,
    pub(crate) mismatches: Vec<Mismatch>,
}

/// Checks `value` of `node` against `type_`, which is declared at `declared`.
pub(crate) fn conform<'t>(
    thread: &mut Thread,
    type_: &'t Type,
    declared: Position,
    value: &Yaml,
    node: Node<'_>,
    sources: &Sources,
) -> Conformed<'t> {
    let mut walk = Walk {
        thread,
        sources,
        root: value,
        path: Vec::new(),
        slots: Vec::new(),
        lacking: Lacking::default(),
        mismatches: Vec::new(),
        comparisons: MAX_COMPARISONS,
    };
    walk.value(type_, declared, value, node);
    Conformed { lacking: walk.lacking, mismatches: walk.mismatches }
}

/// The maximum number of key comparisons for suggestions. Thousands of unknown keys in a wide map must not take
/// quadratic time.
const MAX_COMPARISONS: usize = 200_000;

/// Messages do not list the keys of maps with at least this many.
const TOO_MANY_TO_LIST: usize = 10;

/// Hints list more, but not a page of them.
const MOST_IN_HINT: usize = 100;

pub(super) struct Walk<'a, 't> {
    /// Runs the functions of key patterns.
    thread: &'a mut Thread,
    pub(super) sources: &'a Sources,
    /// The value that the walk started from.
    root: &'a Yaml,
    pub(super) path: Vec<u32>,
    /// The declared key of each item, for all maps from the root to the current node.
    slots: Vec<Option<Slot>>,
    /// What is missing so far.
    lacking: Lacking<'t>,
    pub(super) mismatches: Vec<Mismatch>,
    comparisons: usize,
}

impl<'t> Walk<'_, 't> {
    pub(super) fn value(
        &mut self,
        type_: &'t Type,
        declared: Position,
        value: &Yaml,
        node: Node<'_>,
    ) {
        match (type_, value) {
            (Type::Any, _) | (Type::Nullable(_), Yaml::Null) => {}
            (Type::Nullable(inner), _) => self.value(inner, declared, value, node),
            (Type::Map(type_), Yaml::Map(map)) => self.map(type_, declared, map),
            (Type::Array(item), Yaml::Array(array)) => self.array(item, array),
            (Type::Choice(choice), _) => self.choice(choice, declared, value, node),
            (Type::Ref(shape), _) => {
                if let Some(shape) = shape.declaration() {
                    self.value(&shape.type_, shape.position, value, node);
                }
            }
            (Type::Except(except), _) => {
                let before = self.mismatches.len();
                self.value(&except.inner, declared, value, node);
                // If the value does not fit anyway, do not check the exclusions.
                if self.mismatches.len() == before && except.refuses(value) {
                    self.refused(except, value, node);
                }
            }
            (Type::Union(union), _) if union.member_for(value).is_some() => {
                self.value(type_.of_value(value), declared, value, node);
            }
            (_, Yaml::Map(_) | Yaml::Array(_)) => {
                self.mismatch(MismatchKind::Structure, type_, declared, value, node);
            }
            (_, scalar) => {
                if !type_.accepts_scalar(scalar.kind()) {
                    self.mismatch(MismatchKind::Scalar, type_, declared, value, node);
                }
            }
        }
    }

    /// Begins with the current collection.
    fn enter(&mut self) -> usize {
        self.lacking.enter(self.path.last().copied().unwrap_or_default())
    }

    fn map(&mut self, type_: &'t MapType, declared: Position, map: &Rc<Map>) {
        if Rc::ptr_eq(map, &type_.defaults) {
            return;
        }
        let (entered, first) = (self.enter(), self.slots.len());
        let known = self.find_slots(type_, declared, map);
        for (at, item) in map.items().iter().enumerate() {
            let slot = self.slots[first + at];
            let Some(declaration) = slot.and_then(|slot| type_.declaration(slot)) else { continue };
            let node = Node { position: item.position, kind: NodeKind::MapItem(&item.key) };
            self.path.push(at as u32);
            self.value(&declaration.type_, declaration.position, &item.value, node);
            self.path.pop();
        }
        self.slots.truncate(first);
        self.lacking.leave(entered, (known < type_.values.len()).then_some(type_));
    }

    /// Finds the declarations of a map's keys, and reports keys without one. Returns how many of the keys that are
    /// always present it has.
    fn find_slots(&mut self, type_: &MapType, declared: Position, map: &Map) -> usize {
        let mut known = 0;
        let before = self.mismatches.len();
        let slots = type_.places_in(map);
        for (at, (item, slot)) in map.items().iter().zip(slots).enumerate() {
            if let Some(slot) = slot {
                self.slots.push(Some(Slot::Named(slot as u32)));
                known += 1;
                continue;
            }
            let removed = type_.open.as_ref().and_then(|open| open.removed(&item.key));
            let found = match &type_.open {
                Some(open) if removed.is_none() => open.find(self.thread, &item.key),
                _ => Ok(None),
            };
            self.slots.push(found.as_ref().ok().copied().flatten());
            let node = Node { position: item.position, kind: NodeKind::MapItem(&item.key) };
            self.path.push(at as u32);
            let (kind, path) = (MismatchKind::UndeclaredKey, self.path.clone());
            self.path.pop();
            let (kind, failure, misfit, remedy) = match (found, removed) {
                (Ok(Some(_)), _) => continue,
                (_, Some(removed)) => {
                    let failure = self.removed(removed, &path, &item.value, node);
                    (MismatchKind::RemovedKey, failure, Misfit::Other, None)
                }
                (Ok(None), None) => {
                    let (failure, misfit, near) =
                        self.undeclared(type_, declared, &item.key, &item.value, node);
                    let near = near.filter(|near| !is_path(&item.key, near));
                    let beside = near.as_ref().filter(|near| is_beside(map, near, item.position));
                    let hint = beside.map(|near| {
                        format!(
                            "'{}' and '{near}' are both given: keep one",
                            display_key(&item.key)
                        )
                    });
                    let remedy = if beside.is_some() { None } else { near.map(Remedy::Key) };
                    (kind, failure.extra_hint(hint), misfit, remedy)
                }
                (Err(error), None) => {
                    let failure = self.undecided(&error, declared, &item.key, &item.value, node);
                    (kind, failure, Misfit::Other, None)
                }
            };
            let mismatch = Mismatch::new(kind, self.root, path, failure, &item.value);
            self.mismatches.push(Mismatch { misfit, remedy, ..mismatch });
        }
        if self.mismatches.len() > before + 1 {
            rivals::settle(&mut self.mismatches[before..], map);
        }
        known
    }

    /// Adds a mismatch for a node with its value.
    #[cold]
    pub(super) fn push(
        &mut self,
        kind: MismatchKind,
        path: Vec<u32>,
        failure: Failure,
        value: &Yaml,
        remedy: Option<Remedy>,
    ) {
        let mismatch = Mismatch::new(kind, self.root, path, failure, value);
        self.mismatches.push(Mismatch { remedy, ..mismatch });
    }

    /// Adds a value of another kind than is declared.
    #[cold]
    pub(super) fn push_kind(
        &mut self,
        kind: MismatchKind,
        declared: Option<Kind>,
        failure: Failure,
        value: &Yaml,
        remedy: Option<Remedy>,
    ) {
        let mismatch = Mismatch::new(kind, self.root, self.path.clone(), failure, value);
        let misfit = Misfit::Kind { found: value.kind(), declared };
        self.mismatches.push(Mismatch { misfit, remedy, ..mismatch });
    }

    fn array(&mut self, item_type: &'t Declaration, array: &Array) {
        let entered = self.enter();
        for (at, item) in array.items.iter().enumerate() {
            let node = Node { position: item.position, kind: NodeKind::ArrayItem };
            self.path.push(at as u32);
            self.value(&item_type.type_, item_type.position, &item.value, node);
            self.path.pop();
        }
        self.lacking.leave(entered, None);
    }

    #[cold]
    fn refused(&mut self, except: &Except, value: &Yaml, node: Node<'_>) {
        let annotation = place::of(except.position);
        let failure = Failure::at(node.place(value, self.sources))
            .found(Statement::new(value.kind().name()))
            .expected(Statement::from("not what @schema/not declares", Role::By, annotation));
        self.push_kind(MismatchKind::Structure, None, failure, value, None);
    }

    #[cold]
    fn mismatch(
        &mut self,
        kind: MismatchKind,
        type_: &Type,
        declared: Position,
        value: &Yaml,
        node: Node<'_>,
    ) {
        let failure = Failure::at(node.place(value, self.sources))
            .found(Statement::new(value.kind().name()))
            .expected(Statement::from(type_.name(), Role::By, place::of(declared)));
        let is_typed = matches!(value.kind(), Kind::Int | Kind::Float | Kind::Bool);
        let hint = (is_typed && type_.accepts_scalar(Kind::Text))
            .then(|| quoting::hint(node, self.sources))
            .flatten();
        let remedy = Remedy::kind(type_, value);
        self.push_kind(kind, type_.kind(), failure.extra_hint(hint), value, remedy);
    }

    /// Creates the error for an undeclared key, and returns the key that was probably meant.
    #[cold]
    fn undeclared(
        &mut self,
        type_: &MapType,
        declared: Position,
        key: &Yaml,
        value: &Yaml,
        node: Node<'_>,
    ) -> (Failure, Misfit, Option<String>) {
        let found = display_key(key);
        // The line of a key is the line of its item, no matter what the item contains.
        let place = match node.place(value, self.sources) {
            Place::Unquoted(_) => place::of(node.position),
            place => place,
        };
        let Declared { names, expected, hint, mut extra, mut near, mut is_suggested } =
            self.declared_keys(type_, &found);
        if near.as_ref() == Some(&found) {
            near = None;
            extra = Some(same_word(type_, key, &found));
            is_suggested = hint.is_some();
        }
        if let (Yaml::Bool(_), Some(word)) = (key, place::word_at(node.position, self.sources))
            && word != found
        {
            extra =
                Some(format!("YAML 1.1 reads the key `{word}` as {found}: quote it, \"{word}\""));
            near = type_.named().any(|(name, _)| display_key(name) == word).then_some(word);
            is_suggested = hint.is_some();
        }
        let mut failure = Failure::at(place)
            .description("Given data value is not declared in schema")
            .found(Statement::new(found.clone()))
            .expected(Statement::from(expected, Role::From, place::of(declared)));
        failure.hints.extend(hint.map(|near| format!("did you mean \"{near}\"?")));
        let on_flags = dotted(&names, key).map(|name| {
            format!(
                "a key with a dot is written \"{}\" on the command line",
                name.replace('.', "\\.")
            )
        });
        let misfit = Misfit::Key { key: found, declared: names, is_suggested };
        (failure.extra_hint(on_flags).extra_hint(extra), misfit, near)
    }

    /// Creates the error for a removed key.
    #[cold]
    fn removed(&self, removed: &RemovedKey, path: &[u32], value: &Yaml, node: Node<'_>) -> Failure {
        let declared = place::of(removed.position);
        Failure::at(node.place(value, self.sources))
            .description(removed.remedy.clone())
            .found(Statement::new(path::name(self.root, path, "")))
            .expected(Statement::from("not to be set", Role::By, declared))
    }

    /// Creates the error for a function that failed to decide whether a key is allowed.
    #[cold]
    fn undecided(
        &self,
        error: &Error,
        declared: Position,
        key: &Yaml,
        value: &Yaml,
        node: Node<'_>,
    ) -> Failure {
        Failure::at(node.place(value, self.sources))
            .description(format!("Failed to decide whether key is allowed: {}", error.message()))
            .found(Statement::new(display_key(key)))
            .expected(Statement::from("a key declared in map", Role::From, place::of(declared)))
    }

    /// Returns what users can write instead of `key`, and the most likely candidate.
    fn declared_keys(&mut self, type_: &MapType, key: &str) -> Declared {
        let declared = type_.values.len() + type_.open.as_ref().map_or(0, |open| open.len());
        let in_budget = declared <= self.comparisons;
        if !in_budget && declared >= TOO_MANY_TO_LIST {
            let expected = "a key declared in map".to_owned();
            return Declared { expected, ..Declared::default() };
        }
        self.comparisons = self.comparisons.saturating_sub(declared);
        let mut keys: Vec<String> = type_.named().map(|(key, _)| display_key(key)).collect();
        keys.sort_unstable();
        let near = spelling::nearest_as_reference(key, keys.iter().map(String::as_str));
        let hint = near.filter(|_| in_budget).map(str::to_owned);
        // Candidates that the reference does not find, such as transposed letters, and keys that it does not list.
        let near = match &hint {
            _ if !in_budget => None,
            Some(near) => Some(near.clone()),
            None => spelling::nearest(key, keys.iter().map(String::as_str)).map(str::to_owned),
        };
        let extra = if !in_budget || hint.is_some() {
            None
        } else {
            let is_open = keys.iter().any(|key| key == "_");
            let any = is_open.then(|| {
                "to allow any key, write `#@schema/any-key` above `_:` in the schema".to_owned()
            });
            any.or_else(|| near.as_ref().map(spelling::did_you_mean)).or_else(|| {
                (declared == 0).then(|| {
                    "the map has no keys in the schema: to allow any, write `#@schema/type any=True` above it there"
                        .to_owned()
                })
            }).or_else(|| {
                (TOO_MANY_TO_LIST..=MOST_IN_HINT)
                    .contains(&keys.len())
                    .then(|| format!("the keys are {}", keys.join(", ")))
            })
        };
        let names = keys.clone();
        let is_suggested = hint.is_some() || near.is_some() && !keys.iter().any(|key| key == "_");
        let patterns = type_.open.as_ref().map_or(&[][..], |open| &open.patterns);
        keys.extend(patterns.iter().map(KeyPattern::listed));
        let expected = match (keys.as_slice(), patterns) {
            ([_], [only]) => format!("a map item with a key {}", only.matching()),
            ([only], _) => format!("a map item with the key named \"{only}\""),
            ([_, ..], _) if declared < TOO_MANY_TO_LIST => {
                format!("one of {{ {} }}", keys.join(", "))
            }
            _ => "a key declared in map".to_owned(),
        };
        Declared { names, expected, hint, extra, near, is_suggested }
    }
}

/// Whether `key` is `name`, a dot and more. Then a key below `name` is meant.
fn is_path(key: &Yaml, name: &str) -> bool {
    let rest = |key: &str| key.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    key.as_text().is_some_and(|key| rest(&key.to_lossy()))
}

/// Whether the file that contains the item at `position` also gives `key`. Then the item is not a misspelling of it.
fn is_beside(map: &Map, key: &str, position: Position) -> bool {
    let file = |position: Position| position.span().map(|span| span.file);
    let beside = map.get(&Yaml::text(key));
    beside.is_some_and(|beside| file(beside.position) == file(position))
}

/// Explains how `key` differs from a declared key that looks the same: one is text, the other is not.
fn same_word(type_: &MapType, key: &Yaml, found: &str) -> String {
    let declared = type_.named().map(|(name, _)| name).find(|name| display_key(name) == *found);
    let kind = |key: &Yaml| match key.kind() {
        Kind::Text => "text",
        Kind::Bool => "a boolean",
        Kind::Null => "null",
        _ => "a number",
    };
    let in_schema = declared.map_or("not text", kind);
    format!(
        "the key {found} of the schema is {in_schema}, this one is {}: give it in a values file, or quote it in the schema, \"{found}\": ...",
        kind(key)
    )
}

/// Returns the declared key with a dot in it that starts with `key`.
fn dotted<'a>(names: &'a [String], key: &Yaml) -> Option<&'a str> {
    let start = key.as_text()?.to_lossy();
    let continues =
        |name: &&str| name.strip_prefix(&*start).is_some_and(|rest| rest.starts_with('.'));
    names.iter().map(String::as_str).find(continues)
}

/// What one can write instead of a key.
#[derive(Default)]
struct Declared {
    /// The keys, unless there are very many.
    names: Vec<String>,
    /// The keys, as far as the reference lists them.
    expected: String,
    /// The most likely key, if the reference suggests it.
    hint: Option<String>,
    /// Another hint.
    extra: Option<String>,
    /// The most likely key.
    near: Option<String>,
    /// Whether the report names it.
    is_suggested: bool,
}
