//! Exports the keys of a map: named keys, required keys, and patterns.
//!
//! In a schema by example, a named key never belongs to a pattern, and the first matching pattern claims a key. The
//! keywords of JSON Schema all apply at once, so the exported patterns exclude the keys that they do not claim.

use yardstick_re2::{exact_end, portable, quoted, refuses_line_break_at_end};
use yardstick_schema::{Allowed, Declaration, KeyPattern, MapType};
use yardstick_template::{
    convert::{display_key, key_text},
    print,
    tree::Yaml,
};

use super::{
    losses::Losses,
    node::{Dialect, Part, Place, Writer},
    object::{Object, list},
    rules::ends_in_line_break,
};

impl Writer<'_> {
    pub(super) fn keys(&self, object: &mut Object, map: &MapType, held: Option<&Yaml>) {
        let mut properties = Object::with_capacity(map.values.len());
        for (key, value, held) in map.iter_held(held) {
            let value = self.below(key, || self.declaration(value, Place::filled(held)));
            properties.add_new(self.key(key), value);
        }
        let open = map.open.as_deref();
        for (key, value) in open.iter().flat_map(|open| open.optional()) {
            // A default of an enclosing node may contain the key.
            let place = Place::part(given_by_default(held, key));
            let value = self.below(key, || self.inner().declaration(value, place));
            properties.add_new(self.key(key), value);
        }
        let special = self.keys_of_default(map, held);
        for (key, value, _) in &special {
            properties.add_new(self.key(key), value.clone());
        }
        // Without patterns, other keys are rejected anyway.
        for removed in open.iter().flat_map(|open| &open.removed).filter(|_| has_patterns(map)) {
            properties.add_new(self.key(&removed.key), self.nothing());
        }
        object.add("properties", properties);
        let mut required = self.required(map, held);
        let is_needed = special.iter().filter(|(_, _, is_needed)| *is_needed);
        required.extend(is_needed.map(|(key, ..)| self.key(key)));
        if !required.is_empty() {
            object.add("required", list(required));
        }
        let (name, patterns) = match self.dialect {
            Dialect::OpenApi30 => ("x-ytt-patternProperties", self.described_patterns(map)),
            Dialect::JsonSchema => {
                let special: Vec<&Yaml> = special.iter().map(|(key, ..)| *key).collect();
                ("patternProperties", self.patterns(map, &special))
            }
        };
        if !patterns.is_empty() {
            object.add(name, patterns);
        }
        if self.dialect == Dialect::JsonSchema && refuses_line_breaks(map) {
            let refused = [("not", ends_in_line_break(false))].into_iter().collect::<Object>();
            object.add("propertyNames", refused);
        }
        self.counts(object, map, held);
        self.tell_losses(map);
    }

    fn below<T>(&self, key: &Yaml, go_on: impl FnOnce() -> T) -> T {
        self.export.losses.below(&key_text(key), go_on)
    }

    /// A key as JSON writes it. The reference writes it as it is.
    pub(super) fn key(&self, key: &Yaml) -> Yaml {
        match key {
            _ if !self.export.options.validations => key.clone(),
            Yaml::Text(text) if text.as_str().is_some() => key.clone(),
            _ => Yaml::text(&display_key(key)),
        }
    }

    /// Returns the schema that rejects everything.
    fn nothing(&self) -> Yaml {
        match self.dialect {
            Dialect::JsonSchema => Yaml::Bool(false),
            Dialect::OpenApi30 => {
                let mut nothing = Object::default();
                nothing.add("not", Object::default());
                nothing.into()
            }
        }
    }

    /// Returns the unnamed keys of a default that need a schema of their own, with that schema and whether the key is
    /// required. A given value is merged into the default, so it may need less, or more, than under other keys of the
    /// pattern. Keys without such a difference are omitted.
    fn keys_of_default<'y>(
        &self,
        map: &MapType,
        held: Option<&'y Yaml>,
    ) -> Vec<(&'y Yaml, Object, bool)> {
        let (Some(Yaml::Map(held)), Some(_)) = (held, &map.open) else { return Vec::new() };
        // It is unknown which keys a function claims.
        if patterns(map).iter().any(|one| matches!(one.allowed, Allowed::Function(_))) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for item in held.items() {
            let (key, value) = (&item.key, &item.value);
            let Some(declared) = map.known(key) else { continue };
            if map.has_named(key) {
                continue;
            }
            let write = |place| self.inner().declaration(declared, place);
            let own = self.below(key, || write(Place::part(Some(value))));
            let is_needed =
                self.has_rules() && self.export.describer.need(declared, value).is_some();
            let text = |object: Object| print::to_yaml_text(&object.into());
            if is_needed || text(own.clone()) != text(write(Place::absent())) {
                found.push((key, own, is_needed));
            }
        }
        found
    }

    /// Returns the required keys.
    fn required(&self, map: &MapType, held: Option<&Yaml>) -> Vec<Yaml> {
        let export = self.export;
        let is_annotated = |value: &Declaration| value.required.is_some();
        let is_required = |value: &Declaration, held: &Yaml| {
            let is_missing = matches!(held, Yaml::Null);
            self.part.is_verdict() && export.options.required
                || self.part == Part::Whole && is_annotated(value) && is_missing
                || self.has_rules() && export.describer.need(value, held).is_some()
        };
        let required = map.iter_held(held).filter(|(_, value, held)| is_required(value, held));
        let required = required.map(|(key, ..)| key);
        // Optional keys are present if a default around them contains them, and that value may be invalid.
        let others = map.open.iter().flat_map(|open| open.optional());
        let others = others.filter(|(key, value)| {
            let held = given_by_default(held, key).filter(|_| self.has_rules());
            held.is_some_and(|held| export.describer.need(value, held).is_some())
        });
        let others = others.map(|(key, _)| key);
        required.chain(others).map(|key| self.key(key)).collect()
    }

    /// Returns the schema of unnamed keys that `patternProperties` does not cover. `OpenAPI` 3.0 has no patterns: if
    /// some keys may have other names, all may.
    pub(super) fn other_keys(&self, map: &MapType) -> Yaml {
        let all = patterns(map);
        match self.dialect {
            Dialect::JsonSchema => {
                let unnamed = all.iter().filter(|pattern| expression(pattern).is_none());
                self.any_of(unnamed)
            }
            Dialect::OpenApi30 => self.any_of(all.iter()),
        }
    }

    /// Returns the schema for the values of several key patterns.
    fn any_of<'p>(&self, patterns: impl Iterator<Item = &'p KeyPattern>) -> Yaml {
        let one = |pattern: &KeyPattern| {
            let step = format!("<{}>", pattern.listed());
            self.export
                .losses
                .below(&step, || self.inner().declaration(&pattern.declaration, Place::absent()))
        };
        let mut all: Vec<Object> = patterns.map(one).collect();
        match all.len() {
            0 => Yaml::Bool(false),
            1 => all.remove(0).into(),
            _ => {
                let mut any = Object::default();
                any.add("anyOf", list(all));
                any.into()
            }
        }
    }

    /// Returns the patterns with a regular expression, each without the keys that it does not claim. A function
    /// before a pattern may claim its keys, too.
    fn patterns(&self, map: &MapType, special: &[&Yaml]) -> Object {
        let all = patterns(map);
        let mut object = Object::default();
        for (at, pattern) in all.iter().enumerate() {
            let Some(own) = expression(pattern) else { continue };
            let before = all[..at].iter().filter(|one| expression(one).is_none());
            let value = self.any_of(before.chain([pattern]));
            object.add_new(Yaml::text(&claimed(map, special, at, &own)), value);
        }
        object
    }

    /// Describes the patterns for readers, in formats without a keyword for them.
    fn described_patterns(&self, map: &MapType) -> Object {
        let mut object = Object::default();
        let all = patterns(map);
        let is_said = matches!(all, [only] if matches!(only.allowed, Allowed::Any));
        if is_said || self.part != Part::All {
            return object;
        }
        for pattern in all {
            let key = match &pattern.allowed {
                Allowed::Matching(expression) => Yaml::text(&expression.text()),
                Allowed::Any => Yaml::text(""),
                Allowed::Function(_) => pattern.key.clone(),
            };
            object.add_new(key, self.declaration(&pattern.declaration, Place::absent()));
        }
        object
    }

    /// What the export does not hold keys to.
    fn tell_losses(&self, map: &MapType) {
        let losses = self.export.losses;
        let is_said = |pattern: &KeyPattern| match pattern.allowed {
            Allowed::Matching(_) => {
                self.dialect == Dialect::JsonSchema && expression(pattern).is_some()
            }
            Allowed::Any | Allowed::Function(_) => true,
        };
        if !patterns(map).iter().all(is_said) {
            losses.widen();
        }
        if !self.part.is_verdict() || !self.export.options.validations {
            return;
        }
        tell_of_names(map, losses);
        for pattern in patterns(map) {
            let reason = match (&pattern.allowed, self.dialect) {
                (Allowed::Any, _) => continue,
                (Allowed::Function(_), _) => FUNCTION_OF_KEYS,
                (Allowed::Matching(_), Dialect::JsonSchema) if expression(pattern).is_some() => {
                    continue;
                }
                (Allowed::Matching(_), _) => {
                    "a pattern decides which keys there may be, the export allows all"
                }
            };
            losses.below(&pattern.listed(), || losses.lose(reason));
        }
    }
}

/// The loss if a function decides about keys.
pub(super) const FUNCTION_OF_KEYS: &str =
    "a function decides which keys there may be, the export allows all";

/// Reports named keys that are not strings and become strings in the export.
pub(super) fn tell_of_names(map: &MapType, losses: &Losses) {
    let removed = map.open.iter().flat_map(|open| open.removed.iter().map(|one| &one.key));
    let names = map.named().map(|(key, _)| key).chain(removed);
    for key in names.filter(|key| !matches!(key, Yaml::Text(_))) {
        losses.below(&display_key(key), || {
            losses.lose("the key is not a string here, but it is one in the export");
        });
    }
}

/// Returns the value under `key` of a default that is a map.
fn given_by_default<'y>(held: Option<&'y Yaml>, key: &Yaml) -> Option<&'y Yaml> {
    held?.as_map()?.get(key).map(|item| &item.value)
}

/// The patterns that can claim a key: what follows one for all keys claims none.
pub(super) fn patterns(map: &MapType) -> &[KeyPattern] {
    let all = map.open.as_deref().map_or(&[][..], |open| &open.patterns);
    let last = all.iter().position(|pattern| matches!(pattern.allowed, Allowed::Any));
    last.map_or(all, |last| &all[..=last])
}

fn has_patterns(map: &MapType) -> bool {
    !patterns(map).is_empty()
}

/// The expression of a pattern, where other programs can read it.
pub(super) fn expression(pattern: &KeyPattern) -> Option<String> {
    match &pattern.allowed {
        Allowed::Matching(expression) => portable(&expression.text()),
        Allowed::Any | Allowed::Function(_) => None,
    }
}

/// Whether no key may end with a line break although the patterns would allow that in Python.
fn refuses_line_breaks(map: &MapType) -> bool {
    let all: Option<Vec<String>> = patterns(map).iter().map(expression).collect();
    let Some(all) = all else { return false };
    let removed = map.open.iter().flat_map(|open| open.removed.iter().map(|one| &one.key));
    let mut names = map.named().map(|(key, _)| key).chain(removed).map(display_key);
    !all.is_empty()
        && all.iter().all(|own| refuses_line_break_at_end(own))
        && !names.any(|name| name.ends_with('\n'))
}

/// The expression `own` of the pattern numbered `at`, for the keys that it gets: not those with a name or a schema
/// of their own, nor those of patterns before it.
pub(super) fn claimed(map: &MapType, special: &[&Yaml], at: usize, own: &str) -> String {
    let all = patterns(map);
    let Allowed::Matching(pattern) = &all[at].allowed else { return own.to_owned() };
    let removed = map.open.iter().flat_map(|open| open.removed.iter().map(|one| &one.key));
    let names: Vec<String> = map
        .named()
        .map(|(key, _)| key)
        .chain(removed)
        .chain(special.iter().copied())
        .filter(|key| pattern.matches(key))
        .map(|key| quoted(&display_key(key)))
        .collect();
    let mut ahead = String::new();
    if !names.is_empty() {
        ahead.extend(["(?!(?:", &names.join("|"), r")(?![\s\S]))"]);
    }
    for earlier in all[..at].iter().filter_map(expression) {
        if !are_apart(&earlier, own) {
            ahead.extend([r"(?![\s\S]*(?:", &exact_end(&earlier), "))"]);
        }
    }
    // A pattern that has a lookahead anyway, or shares the map with keys that end with a line break, checks the end
    // itself.
    let is_exact = !ahead.is_empty() || !refuses_line_breaks(map);
    let own = &if is_exact { exact_end(own) } else { own.to_owned() };
    match own.strip_prefix('^') {
        _ if ahead.is_empty() => own.clone(),
        Some(rest) if !own.contains('|') => format!("^{ahead}{rest}"),
        _ => format!(r"^{ahead}[\s\S]*(?:{own})"),
    }
}

/// Whether no key can match both expressions, because they start with different literal texts.
fn are_apart(one: &str, other: &str) -> bool {
    let start = |pattern: &str| -> Option<String> {
        let rest = pattern.strip_prefix('^').filter(|rest| !rest.contains('|'))?;
        let is_literal = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let text: String = rest.chars().take_while(is_literal).collect();
        // A character with a quantifier may be absent.
        let is_repeated = rest[text.len()..].starts_with(['*', '?', '{']);
        Some(if is_repeated { text[..text.len().saturating_sub(1)].to_owned() } else { text })
    };
    match (start(one), start(other)) {
        (Some(one), Some(other)) => !one.starts_with(&other) && !other.starts_with(&one),
        _ => false,
    }
}
