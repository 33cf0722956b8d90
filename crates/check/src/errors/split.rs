//! Turns the engine's errors into problems. An error that groups several properties or items becomes one problem for
//! each, and each problem gets its nodes.

use std::{collections::VecDeque, sync::Arc};

use jsonschema::{
    JsonType, ValidationError,
    error::{TypeKind, ValidationErrorKind as Engine},
};
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use yardstick_yaml::{
    NodeId,
    json::{Member, Path, Repeated, Type, View, Walk, unescape},
};

use super::{
    problem::{Bound, Kind, Problem},
    words::value_words,
};
use crate::{
    engine::{NULL_IS_ABSENT, Value, budget, handle, whole},
    rules::{
        backtracking::{BACKTRACKING, GAVE_UP},
        exact::{self, EXACT},
        number_format::NUMBER_FORMAT,
        property_names::TYPED_NAMES,
        unique_properties::{Same, UNIQUE_PROPERTIES, UniqueProperties},
    },
    schema::{Schema, rewrite},
};

/// Turns the errors of one document into problems.
pub(crate) struct Splitter<'v> {
    view: &'v View,
    schema: &'v Schema,
    walk: Walk<'v>,
    /// The properties that require others, by keyword and object. Entries are removed as they are reported.
    triggers: FxHashMap<Asked, FxHashMap<String, VecDeque<String>>>,
}

/// The schema file and node of a `dependentRequired`, and the object that it is about.
type Asked = (String, NodeId, NodeId);

impl<'v> Splitter<'v> {
    pub(crate) fn new(view: &'v View, root: NodeId, schema: &'v Schema) -> Self {
        Self { view, schema, walk: Walk::new(view, root), triggers: FxHashMap::default() }
    }

    /// Returns the problems in `error`.
    pub(crate) fn split(&mut self, error: ValidationError<'_>) -> Vec<Problem> {
        // The compiled schema may start with a reference that we added. Remove it from the path.
        let evaluation = error.evaluation_path().as_str();
        let evaluation =
            evaluation.strip_prefix(self.schema.entry()).unwrap_or(evaluation).to_owned();
        let parts = error.into_parts();
        let reached = self.walk.to(parts.instance_path.as_str());
        let pointer = parts.schema_path.as_str();
        let keyword = last(pointer).to_owned();
        let location = match parts.absolute_keyword_location {
            Some(uri) => uri.as_str().to_owned(),
            None => format!("{}#{}", self.schema.base(), pointer.replace('%', "%25")),
        };
        let base = Problem {
            kind: Kind::Never,
            keyword,
            path: reached.path,
            node: reached.node,
            key: reached.key,
            object: None,
            at_key: false,
            aliases: reached.aliases,
            related: Vec::new(),
            schema_pointer: self.schema.written_location(pointer.to_owned()),
            evaluation_pointer: self.schema.written_location(evaluation),
            schema_location: Some(self.schema.written_location(location)),
        };
        self.kinds(base, parts.kind, &parts.instance)
    }

    fn kinds(&mut self, base: Problem, kind: Engine, instance: &Json) -> Vec<Problem> {
        let one = |kind| vec![Problem { kind, ..base.clone() }];
        match kind {
            Engine::Type { kind } => one(Kind::Type(type_names(&kind))),
            Engine::Enum { options } => one(Kind::Enum(options)),
            Engine::Constant { expected_value } => one(Kind::Const(expected_value)),
            Engine::MinLength { limit } => one(Kind::MinLength(limit)),
            Engine::MaxLength { limit } => one(Kind::MaxLength(limit)),
            Engine::Pattern { pattern } => {
                let kind = Kind::Pattern(self.written(&base, &pattern));
                one(kind)
            }
            Engine::BacktrackLimitExceeded { error } => one(Kind::PatternLimit(error.to_string())),
            Engine::RegexEngineFailure { message } => one(Kind::PatternLimit(message)),
            Engine::Format { format } => one(Kind::Format(format)),
            Engine::Minimum { limit } => one(Kind::Bound(Bound::Least, limit)),
            Engine::ExclusiveMinimum { limit } => one(Kind::Bound(Bound::Above, limit)),
            Engine::Maximum { limit } => one(Kind::Bound(Bound::Most, limit)),
            Engine::ExclusiveMaximum { limit } => one(Kind::Bound(Bound::Below, limit)),
            Engine::MultipleOf { multiple_of } => one(Kind::MultipleOf(multiple_of.to_string())),
            Engine::MinItems { limit } => one(Kind::MinItems(limit)),
            Engine::MaxItems { limit } => one(Kind::MaxItems(limit)),
            Engine::MinProperties { limit } => one(Kind::MinProperties(limit)),
            Engine::MaxProperties { limit } => one(Kind::MaxProperties(limit)),
            Engine::UniqueItems => self.duplicates(&base),
            Engine::Contains => vec![self.contains(base)],
            Engine::AdditionalItems { limit } => self.additional_items(&base, limit),
            Engine::UnevaluatedItems { unexpected } => self.unevaluated_items(&base, &unexpected),
            Engine::Required { property } => vec![self.required(base, &property)],
            Engine::AdditionalProperties { unexpected } => unexpected
                .iter()
                .map(|name| self.member(&base, name, Kind::AdditionalProperty(name.clone())))
                .collect(),
            Engine::UnevaluatedProperties { unexpected } => {
                unexpected.iter().map(|name| self.unevaluated_property(&base, name)).collect()
            }
            Engine::PropertyNames { error } => vec![self.property_name(&base, *error)],
            Engine::AnyOf { context } => {
                let branches = self.branches(context);
                one(Kind::AnyOf(branches))
            }
            Engine::OneOfNotValid { context } => {
                let branches = self.branches(context);
                one(Kind::OneOf(branches))
            }
            Engine::OneOfMultipleValid { context } => {
                let matching: Vec<usize> =
                    (0..context.len()).filter(|&at| context[at].is_empty()).collect();
                match self.exclusive(&base, &matching) {
                    Some((groups, related)) => {
                        let kind = Kind::Exclusive(groups);
                        vec![Problem { kind, related, ..base }]
                    }
                    None => one(Kind::OneOfMany(matching)),
                }
            }
            Engine::Not { .. } => vec![self.not(base)],
            Engine::FalseSchema => match self.all_refused(&base) {
                Some(problems) => problems,
                None => vec![self.never(base)],
            },
            Engine::ContentEncoding { content_encoding } => one(Kind::Content(content_encoding)),
            Engine::ContentMediaType { content_media_type } => {
                one(Kind::Content(content_media_type))
            }
            Engine::FromUtf8 { error } => one(Kind::Other(error.to_string())),
            Engine::Custom { keyword, message } if keyword == TYPED_NAMES => {
                vec![self.typed_name(&base, &message)]
            }
            Engine::Custom { keyword, .. } if keyword == NUMBER_FORMAT => {
                vec![self.number_format(base)]
            }
            Engine::Custom { keyword, message } if keyword == EXACT => {
                vec![self.exact(base, &message)]
            }
            Engine::Custom { keyword, message } if keyword == BACKTRACKING => {
                vec![self.backtracking(base, &message)]
            }
            Engine::Custom { keyword, .. } if keyword == UNIQUE_PROPERTIES => {
                self.same_properties(&base)
            }
            Engine::Custom { message, .. } => one(Kind::Other(message)),
            Engine::Referencing(error) => one(Kind::Other(error.to_string())),
            #[allow(unreachable_patterns)]
            _ => one(Kind::Other(format!("does not satisfy {}: {instance}", base.keyword))),
        }
    }

    fn branches(&mut self, context: Vec<Vec<ValidationError<'static>>>) -> Vec<Vec<Problem>> {
        context
            .into_iter()
            .map(|errors| errors.into_iter().flat_map(|error| self.split(error)).collect())
            .collect()
    }

    /// Returns the properties that distinguish the branches in `matching`, with their keys, if these branches only
    /// test which properties are present.
    #[allow(clippy::type_complexity)]
    fn exclusive(
        &self,
        base: &Problem,
        matching: &[usize],
    ) -> Option<(Vec<Vec<String>>, Vec<(NodeId, &'static str)>)> {
        let (file, list) =
            self.schema.node_of(base.schema_location.as_deref(), &base.schema_pointer, 0)?;
        let branches: Vec<NodeId> =
            file.view.node(list).items().map(yardstick_yaml::NodeRef::id).collect();
        let object = self.view.node(base.node).id();
        if !self.view.node(object).is_map() {
            return None;
        }
        let names = |at: &usize| -> Option<Vec<String>> {
            let branch = *branches.get(*at)?;
            let required =
                file.view.node(branch).is_map().then(|| file.view.get(branch, "required"));
            let names = file.view.node(required.flatten()?).items();
            Some(names.map(|name| file.view.name(name.id()).to_owned()).collect())
        };
        let groups: Option<Vec<Vec<String>>> = matching.iter().map(names).collect();
        let mut groups = groups?;
        let shared: Vec<String> = groups
            .first()?
            .iter()
            .filter(|name| groups.iter().all(|group| group.contains(name)))
            .cloned()
            .collect();
        for group in &mut groups {
            group.retain(|name| !shared.contains(name));
        }
        if groups.iter().any(Vec::is_empty) {
            return None;
        }
        // In document order.
        let key_of = |name: &str| self.view.member(object, name).map(|member| member.key);
        groups.sort_by_key(|group| group.first().and_then(|name| key_of(name)));
        let keys = groups.iter().flatten().filter_map(|name| key_of(name));
        let related = keys.map(|key| (key, "given here")).collect();
        Some((groups, related))
    }

    /// Creates the problem for `not`: forbidden properties, a forbidden value, or anything else.
    fn not(&self, base: Problem) -> Problem {
        let object = self.view.node(base.node).id();
        let key_of = |name: &String| self.view.member(object, name).map(|member| member.key);
        let Some(mut names) = self.forbidden(&base) else {
            let kind = self.refused_value(&base).map_or(Kind::Not(Vec::new()), Kind::NotValue);
            return Problem { kind, ..base };
        };
        if let [name] = names.as_slice() {
            return self.member(&base, name, Kind::Not(names.clone()));
        }
        // In document order.
        names.sort_by_key(key_of);
        let keys = names.iter().filter(|_| names.len() > 1).filter_map(key_of);
        let related = keys.map(|key| (key, "given here")).collect();
        Problem { kind: Kind::Not(names), related, ..base }
    }

    /// Returns the properties that must not all be present, if `not` tests nothing else.
    fn forbidden(&self, base: &Problem) -> Option<Vec<String>> {
        let (file, schema) =
            self.schema.node_of(base.schema_location.as_deref(), &base.schema_pointer, 0)?;
        let view = &file.view;
        let is_map = view.node(schema).is_map() && self.view.node(base.node).is_map();
        let says_more =
            |name: &str| !matches!(name, "required" | "type" | "description" | "$comment");
        if !is_map || view.members(schema).any(|member| says_more(view.name(member.key))) {
            return None;
        }
        let names = view.node(view.get(schema, "required")?).items();
        Some(names.map(|name| view.name(name.id()).to_owned()).collect())
    }

    /// Describes the value that is forbidden, if `not` tests nothing else.
    fn refused_value(&self, base: &Problem) -> Option<String> {
        let (file, schema) =
            self.schema.node_of(base.schema_location.as_deref(), &base.schema_pointer, 0)?;
        value_words(&file.view, schema)
    }

    /// Returns the problem moved to the key of the member `name`.
    fn member(&self, base: &Problem, name: &str, kind: Kind) -> Problem {
        // One error of the engine may list any number of members, so count each one.
        budget::count(budget::PROBLEM);
        let object = self.view.node(base.node).id();
        let mut problem = Problem { kind, at_key: true, ..base.clone() };
        if let Some(Member { key, value }) = self.view.member(object, name) {
            if object != base.node {
                problem.aliases.push(base.node);
            }
            problem.path = base.path.property(name);
            problem.object = Some(object);
            problem.node = value;
            problem.key = Some(key);
        }
        problem
    }

    /// Returns the problem moved to the item at `index`, which is node `item`.
    fn item(&self, base: &Problem, index: usize, item: NodeId, kind: Kind) -> Problem {
        let mut problem = Problem { kind, path: base.path.item(index), ..base.clone() };
        if self.view.node(base.node).id() != base.node {
            problem.aliases.push(base.node);
        }
        problem.node = item;
        problem.key = None;
        problem
    }

    fn required(&mut self, mut base: Problem, property: &Json) -> Problem {
        let name = property.as_str().unwrap_or_default();
        if let Some((unmarked, pointer)) = rewrite::unmark(name, &base.schema_pointer) {
            base.schema_pointer = pointer;
            if let Some((_, pointer)) = rewrite::unmark(name, &base.evaluation_pointer) {
                base.evaluation_pointer = pointer;
            }
            if let Some(location) = &mut base.schema_location
                && let Some((_, unmarked)) = rewrite::unmark(name, location)
            {
                *location = unmarked;
            }
            return Problem { kind: Kind::Required(unmarked), ..base };
        }
        let name = name.trim_start_matches(NULL_IS_ABSENT).to_owned();
        if base.keyword == "required" {
            return Problem { kind: Kind::Required(name), ..base };
        }
        let kind = Kind::DependentRequired(self.trigger(&mut base, &name), name);
        Problem { kind, ..base }
    }

    /// Returns the property that makes `name` required. The engine does not say which one it is, but its errors come
    /// in the order of the entries in the schema.
    fn trigger(&mut self, base: &mut Problem, name: &str) -> String {
        // In some drafts, the engine puts the number of the entry in the URL (`#/dependentRequired/0`).
        if let Some(url) = &mut base.schema_location
            && let Some((keyword, number)) = url.rsplit_once('/')
            && number.parse::<usize>().is_ok()
        {
            *url = keyword.to_owned();
        }
        let url = base.schema_location.as_deref();
        let Some((file, table)) = self.schema.node_of(url, &base.schema_pointer, 0) else {
            return unescape(last(&base.schema_pointer));
        };
        let object = self.view.node(base.node).id();
        let place = (file.url.clone(), table, base.node);
        let known = self.triggers.get_mut(&place).and_then(|all| all.get_mut(name)?.pop_front());
        if let Some(trigger) = known {
            return trigger;
        }
        // Read the entries only once, no matter how many errors there are.
        let mut all: FxHashMap<String, VecDeque<String>> = FxHashMap::default();
        for Member { key, value } in file.view.members(table) {
            let trigger = file.view.name(key);
            if self.view.member(object, trigger).is_some() {
                let list = file.view.node(value);
                // In draft 3, a single name counts as a list of one.
                let one = list.is_scalar().then_some(list);
                for item in one.into_iter().chain(list.items()) {
                    let wanted = file.view.name(item.id()).to_owned();
                    all.entry(wanted).or_default().push_back(trigger.to_owned());
                }
            }
        }
        let first = all.get_mut(name).and_then(VecDeque::pop_front);
        self.triggers.insert(place, all);
        first.unwrap_or_else(|| unescape(last(&base.schema_pointer)))
    }

    fn duplicates(&self, base: &Problem) -> Vec<Problem> {
        let array = self.view.node(base.node);
        let index: FxHashMap<NodeId, usize> =
            array.items().enumerate().map(|(at, item)| (item.id(), at)).collect();
        let repeated = self.view.repeated_items(array.id()).into_iter();
        repeated
            .map(|Repeated { later, earlier }| {
                let mut problem = self.item(base, index[&later], later, Kind::Duplicate);
                problem.related.push((earlier, "first given here"));
                problem
            })
            .collect()
    }

    fn same_properties(&self, base: &Problem) -> Vec<Problem> {
        let place = self.schema.node_of(base.schema_location.as_deref(), &base.schema_pointer, 0);
        let names = place.map_or(Json::Null, |(file, id)| rewrite::literal(&file.view, id));
        let all = UniqueProperties::new(&names).all(self.view, self.view.node(base.node).id());
        let problem = |same: Same| {
            let mut problem =
                self.item(base, same.index, same.later, Kind::SameProperty(same.name));
            problem.related.push((same.earlier, "first given here"));
            problem
        };
        all.into_iter().map(problem).collect()
    }

    fn contains(&self, base: Problem) -> Problem {
        let url = base.schema_location.as_deref();
        let schema = self.schema.node_of(url, &base.schema_pointer, 1);
        let limit = |name| {
            schema.as_ref().and_then(|(file, id)| {
                let value = file.view.get(*id, name)?;
                file.view.node(value).text().parse::<f64>().ok().map(|limit| limit as u64)
            })
        };
        let keyword = url.unwrap_or(&base.schema_pointer);
        let target = keyword.rsplit_once('/').map(|(schema, _)| format!("{schema}/contains"));
        let found =
            target.and_then(|target| self.schema.count_matches(&target, self.view, base.node));
        let what = schema
            .as_ref()
            .and_then(|(file, id)| value_words(&file.view, file.view.get(*id, "contains")?));
        let (least, most) = (limit("minContains").unwrap_or(1), limit("maxContains"));
        let kind = match most {
            Some(most)
                if found.is_some_and(|found| found as u64 > most)
                    || base.keyword == "maxContains" =>
            {
                Kind::ContainsMore { what, most, found }
            }
            _ => Kind::ContainsLess { what, least, found },
        };
        Problem { kind, ..base }
    }

    fn additional_items(&self, base: &Problem, limit: usize) -> Vec<Problem> {
        let items = self.view.node(base.node).items().enumerate().skip(limit);
        let kind = Kind::AdditionalItem { after_prefix: limit > 0 };
        items.map(|(index, item)| self.item(base, index, item.id(), kind.clone())).collect()
    }

    /// Splits an `unevaluatedItems` error, in which the engine lists the handles of the items; see [`handle`].
    fn unevaluated_items(&self, base: &Problem, handles: &[String]) -> Vec<Problem> {
        let handles: Vec<NodeId> =
            handles.iter().filter_map(|handle| handle::from_text(handle)).collect();
        let mut left = handles.iter().peekable();
        let items = self.view.node(base.node).items().enumerate();
        items
            .filter_map(|(index, item)| {
                left.next_if_eq(&&item.dereferenced().id())?;
                let inner = self.inner(base, item.id(), &base.path.item(index));
                let kind = Kind::UnevaluatedItem { index, inner };
                Some(self.item(base, index, item.id(), kind))
            })
            .collect()
    }

    fn unevaluated_property(&self, base: &Problem, name: &str) -> Problem {
        let kind = Kind::UnevaluatedProperty { name: name.to_owned(), inner: Vec::new() };
        let mut problem = self.member(base, name, kind);
        let inner = self.inner(base, problem.node, &problem.path);
        if !inner.is_empty() {
            problem.at_key = false;
            problem.kind = Kind::UnevaluatedProperty { name: name.to_owned(), inner };
        }
        problem
    }

    /// Returns the problems that the schema of `unevaluated...` finds in `node`. Empty if that schema is just
    /// `false`.
    fn inner(&self, base: &Problem, node: NodeId, path: &Path) -> Vec<Problem> {
        let is_schema = self
            .schema
            .node_of(base.schema_location.as_deref(), &base.schema_pointer, 0)
            .is_some_and(|(file, id)| file.view.node(id).is_map());
        if is_schema { self.inner_at(base, node, path) } else { Vec::new() }
    }

    fn inner_at(&self, base: &Problem, node: NodeId, path: &Path) -> Vec<Problem> {
        let target = base.schema_location.as_deref().unwrap_or(&base.schema_pointer);
        let Some(validator) = self.schema.at(target) else { return Vec::new() };
        let mut inner = Splitter::new(self.view, node, self.schema);
        let has_parts = self.schema.patterns_for_names().needs_backtracking;
        let errors: Vec<_> = whole::within(self.view.node(node).id(), has_parts, || {
            validator.iter_errors(Value::new(self.view, node)).collect()
        });
        let mut problems: Vec<Problem> =
            errors.into_iter().flat_map(|error| inner.split(error)).collect();
        for problem in &mut problems {
            problem.path.0.splice(0..0, path.0.iter().cloned());
        }
        problems
    }

    fn property_name(&mut self, base: &Problem, error: ValidationError<'static>) -> Problem {
        let name = error.instance().as_str().unwrap_or_default().to_owned();
        let inner = self.split(error);
        let mut problem = self.member(base, &name, Kind::Never);
        "propertyNames".clone_into(&mut problem.keyword);
        problem.kind = Kind::PropertyName { name, inner };
        problem
    }

    /// Creates the problem for a typed property name. The engine passes the number of the key as a message; see the
    /// rule `property_names`.
    fn typed_name(&mut self, base: &Problem, handle: &str) -> Problem {
        let key = handle::from_text(handle).unwrap_or(NodeId(0));
        let name = self.view.name(key).to_owned();
        let mut problem = self.member(base, &name, Kind::Never);
        let inner = self.inner_at(base, key, &problem.path);
        "propertyNames".clone_into(&mut problem.keyword);
        problem.kind = Kind::PropertyName { name, inner };
        for pointer in [&mut problem.schema_pointer, &mut problem.evaluation_pointer] {
            *pointer = pointer.replace(TYPED_NAMES, "propertyNames");
        }
        problem.schema_location =
            problem.schema_location.map(|url| url.replace(TYPED_NAMES, "propertyNames"));
        problem
    }

    /// Returns the pattern as the author wrote it. The engine only knows its translation, `pattern`.
    fn written(&self, base: &Problem, pattern: &str) -> String {
        let place = self.schema.node_of(base.schema_location.as_deref(), &base.schema_pointer, 0);
        let own = place.filter(|(file, id)| file.view.type_of(*id) == Type::String);
        match own {
            Some((file, id)) => file.view.node(id).text().to_owned(),
            None => self.schema.written_pattern(pattern).unwrap_or(pattern).to_owned(),
        }
    }

    /// Creates the problem for a backtracking pattern that did not match or gave up.
    fn backtracking(&self, mut base: Problem, message: &str) -> Problem {
        for pointer in [&mut base.schema_pointer, &mut base.evaluation_pointer] {
            *pointer = pointer.replace(BACKTRACKING, "pattern");
        }
        base.schema_location = base.schema_location.map(|url| url.replace(BACKTRACKING, "pattern"));
        "pattern".clone_into(&mut base.keyword);
        let kind = if message == GAVE_UP {
            Kind::PatternLimit("it takes too long".to_owned())
        } else {
            Kind::Pattern(self.written(&base, ""))
        };
        Problem { kind, ..base }
    }

    /// Splits the error for an object that may have no members at all, because its schema declares none and allows no
    /// others. The engine rejects the object as a whole.
    fn all_refused(&self, base: &Problem) -> Option<Vec<Problem>> {
        let pointer = &base.schema_pointer;
        if !pointer.ends_with("/additionalProperties") || !self.view.node(base.node).is_map() {
            return None;
        }
        let (file, schema) = self.schema.node_of(base.schema_location.as_deref(), pointer, 1)?;
        let declares = |name| file.view.member(schema, name).is_some();
        if !file.view.node(schema).is_map()
            || declares("properties")
            || declares("patternProperties")
        {
            return None;
        }
        let members = self.view.members(self.view.node(base.node).id());
        let refused = members.map(|member| {
            let name = self.view.name(member.key).to_owned();
            self.member(base, &name, Kind::AdditionalProperty(name.clone()))
        });
        Some(refused.collect())
    }

    /// Creates the problem for a number format, which our own keyword checks.
    fn number_format(&self, mut base: Problem) -> Problem {
        for pointer in [&mut base.schema_pointer, &mut base.evaluation_pointer] {
            *pointer = pointer.replace(NUMBER_FORMAT, "format");
        }
        base.schema_location = base.schema_location.map(|url| url.replace(NUMBER_FORMAT, "format"));
        "format".clone_into(&mut base.keyword);
        let node = self.schema.node_of(base.schema_location.as_deref(), &base.schema_pointer, 0);
        let format = node.map(|(file, id)| file.view.node(id).text().to_owned());
        Problem { kind: Kind::Format(format.unwrap_or_default()), ..base }
    }

    /// Creates the problem for a `keyword` with a number that the engine cannot represent.
    fn exact(&self, mut base: Problem, keyword: &str) -> Problem {
        for pointer in [&mut base.schema_pointer, &mut base.evaluation_pointer] {
            *pointer = pointer.replace(EXACT, keyword);
        }
        base.schema_location = base.schema_location.map(|url| url.replace(EXACT, keyword));
        keyword.clone_into(&mut base.keyword);
        let node = self.schema.node_of(base.schema_location.as_deref(), &base.schema_pointer, 0);
        let value = node.map_or(Json::Null, |(file, id)| rewrite::exact_literal(&file.view, id));
        let kind = match keyword {
            "const" => Kind::Const(Arc::new(value)),
            "enum" => Kind::Enum(Arc::new(value)),
            "minimum" => Kind::Bound(Bound::Least, value),
            "maximum" => Kind::Bound(Bound::Most, value),
            "exclusiveMinimum" => Kind::Bound(Bound::Above, value),
            "multipleOf" => Kind::MultipleOf(exact::shown(&value)),
            _ => Kind::Bound(Bound::Below, value),
        };
        Problem { kind, ..base }
    }

    /// Creates the problem for the schema `false`. Under a property or after the described items, a more specific
    /// message applies.
    fn never(&self, base: Problem) -> Problem {
        let pointer = &base.schema_pointer;
        if pointer.ends_with("/items") || pointer.ends_with("/additionalItems") {
            let schema = self.schema.node_of(base.schema_location.as_deref(), pointer, 1);
            let after_prefix = schema.is_some_and(|(file, id)| {
                file.view.node(id).is_map() && file.view.member(id, "prefixItems").is_some()
            });
            return Problem { kind: Kind::AdditionalItem { after_prefix }, ..base };
        }
        let keyword = parent_keyword(pointer).unwrap_or(&base.keyword).to_owned();
        Problem { at_key: base.key.is_some(), kind: Kind::Never, keyword, ..base }
    }
}

/// Returns the keyword before the last two segments: `properties` of `/properties/a`.
fn parent_keyword(pointer: &str) -> Option<&str> {
    let (parent, _) = pointer.rsplit_once('/')?;
    let keyword = last(parent);
    crate::schema::find_keyword(keyword).is_some().then_some(keyword)
}

fn last(pointer: &str) -> &str {
    pointer.rsplit('/').next().unwrap_or_default()
}

fn type_names(kind: &TypeKind) -> Vec<&'static str> {
    let name = |kind: JsonType| match kind {
        JsonType::Array => "array",
        JsonType::Boolean => "boolean",
        JsonType::Integer => "integer",
        JsonType::Null => "null",
        JsonType::Number => "number",
        JsonType::Object => "object",
        JsonType::String => "string",
    };
    match kind {
        TypeKind::Single(kind) => vec![name(*kind)],
        TypeKind::Multiple(kinds) => kinds.iter().map(name).collect(),
    }
}

/// Returns the values of an `enum`.
pub(super) fn options(options: &Arc<Json>) -> &[Json] {
    options.as_array().map_or(&[], Vec::as_slice)
}
