//! Compares the keys of maps: added keys, removed keys, and key patterns.

use yardstick_template::{
    convert::display_key,
    tree::{Kind, Yaml},
};

use super::{Aspect, Effect, Filled, Here, Walk, What, kinds, need, reason, renames};
use crate::{
    Need,
    model::{Allowed, Count, Declaration, KeyPattern, MapType, Type},
    path,
};

impl Walk<'_> {
    /// Compares the keys of two maps. Each map comes with its value if the user gives none.
    pub(super) fn keys(&mut self, old: (&MapType, &Yaml), new: (&MapType, &Yaml)) {
        let ((old, old_held), (new, new_held)) = (old, new);
        let mut gone = Vec::new();
        for (key, before) in old.named() {
            match find(new, key) {
                Some((after, is_optional)) => self.below(piece_of(key), |walk| {
                    let before = here(old, old_held, key, before);
                    let after = here(new, new_held, key, after);
                    walk.key(before, is_among(old, key), after, is_optional);
                }),
                None => gone.push((key, before)),
            }
        }
        let mut fresh: Vec<_> = new.named().filter(|(key, _)| find(old, key).is_none()).collect();
        // A pattern or a `@schema/removed` annotation already explains what happened to the key.
        let is_explained = |key: &Yaml| {
            let open = new.open.as_ref();
            new.known(key).is_some() || open.is_some_and(|open| open.removed(key).is_some())
        };
        let unexplained: Vec<_> =
            gone.iter().copied().filter(|(key, _)| !is_explained(key)).collect();
        for (from, to) in renames::find(self, &unexplained, &fresh) {
            gone.retain(|(key, _)| !key.same_scalar(from.0));
            fresh.retain(|(key, _)| !key.same_scalar(to.0));
            let (was_optional, is_optional) = (is_among(old, from.0), is_among(new, to.0));
            let mut path = self.path.clone();
            path.push(piece_of(to.0));
            self.below(piece_of(from.0), |walk| {
                walk.push(What::Renamed { to: path }, Effect::Breaking);
            });
            let before = here(old, old_held, from.0, from.1);
            let after = here(new, new_held, to.0, to.1);
            self.below(piece_of(to.0), |walk| walk.key(before, was_optional, after, is_optional));
        }
        for (key, before) in gone {
            self.below(piece_of(key), |walk| walk.removed(new, key, before));
        }
        for (key, after) in fresh {
            let is_optional = is_among(new, key);
            let after = here(new, new_held, key, after);
            self.below(piece_of(key), |walk| walk.added(old, key, after, is_optional));
        }
        self.patterns(old, new);
    }

    /// Compares a key that exists in both maps.
    fn key(&mut self, old: Here<'_>, was_optional: bool, new: Here<'_>, is_optional: bool) {
        if was_optional != is_optional {
            let need = need(self.new_thread, new).filter(|_| !is_optional);
            let effect = Effect::breaking_unless(need.is_none());
            let (was, is) = (Yaml::Bool(was_optional), Yaml::Bool(is_optional));
            self.changed(Aspect::Optional, Some(was), Some(is), effect);
            self.because(need.and_then(|need| reason(&need, new)));
        }
        let filled = if was_optional || is_optional { Filled::Never } else { Filled::Always };
        self.node(old, new, filled);
    }

    fn removed(&mut self, new: &MapType, key: &Yaml, before: &Declaration) {
        // A pattern of the new map may accept the key.
        let is_taken = new.known(key).is_some_and(|other| other.type_.covers(&before.type_));
        let removed = new.open.as_ref().and_then(|open| open.removed(key));
        let what = What::Removed {
            type_: kinds::name(before),
            remedy: removed.map(|removed| removed.remedy.clone()),
        };
        self.push(what, Effect::breaking_unless(is_taken));
    }

    fn added(&mut self, old: &MapType, key: &Yaml, after: Here<'_>, is_optional: bool) {
        // A pattern of the old map may have accepted the key. Values given then are checked against the new type now.
        let type_ = &after.declared.type_;
        let fits = old.known(key).is_none_or(|other| type_.covers(&other.type_));
        let need = Need::of(self.new_thread, after.declared, after.held);
        let need = need.filter(|_| !is_optional);
        let required = need.is_some();
        let default = (!required && !is_optional).then(|| after.shown());
        let what = What::Added { type_: kinds::name(after.declared), default, required };
        self.push(what, Effect::breaking_unless(fits && !required));
        self.because(need.and_then(|need| reason(&need, after)));
        if !is_optional {
            self.needed_below(after);
        }
    }

    /// Reports required keys inside a new map.
    fn needed_below(&mut self, above: Here<'_>) {
        // A map that is null has no required keys.
        if matches!(above.held, Yaml::Null) {
            return;
        }
        let Some(Type::Map(map)) = kinds::collection(&above.declared.type_, Kind::Map) else {
            return;
        };
        for (key, value) in map.iter() {
            let value = here(map, above.held, key, value);
            self.below(piece_of(key), |walk| {
                if let Some(need) = need(walk.new_thread, value) {
                    let type_ = kinds::name(value.declared);
                    let what = What::Added { type_, default: None, required: true };
                    walk.push(what, Effect::Breaking);
                    walk.because(reason(&need, value));
                }
                walk.needed_below(value);
            });
        }
    }

    fn patterns(&mut self, old: &MapType, new: &MapType) {
        let (before, after) = (patterns(old), patterns(new));
        for &pattern in &before {
            let piece = piece(pattern);
            match after.iter().find(|other| self::piece(other) == piece) {
                Some(same) => self.below(piece, |walk| {
                    walk.count(&pattern.expects, &same.expects);
                    let (old, new) = (&pattern.declaration, &same.declaration);
                    walk.node(Here::own(old), Here::own(new), Filled::Never);
                }),
                None => self.below(piece, |walk| {
                    let is_taken = after.iter().any(|other| {
                        other.allowed.allows_all(&pattern.allowed)
                            && other.declaration.type_.covers(&pattern.declaration.type_)
                    });
                    let type_ = kinds::name(&pattern.declaration);
                    let effect = Effect::breaking_unless(is_taken);
                    walk.push(What::Removed { type_, remedy: None }, effect);
                }),
            }
        }
        for &pattern in &after {
            let piece = piece(pattern);
            if before.iter().any(|other| self::piece(other) == piece) {
                continue;
            }
            // The pattern may claim keys that another pattern claimed before.
            let fits = before
                .iter()
                .all(|other| pattern.declaration.type_.covers(&other.declaration.type_));
            let required = !pattern.expects.covers(&Count::Exactly(0));
            let type_ = kinds::name(&pattern.declaration);
            self.below(piece, |walk| {
                let effect = Effect::breaking_unless(fits && !required);
                walk.push(What::Added { type_, default: None, required }, effect);
            });
        }
    }

    fn count(&mut self, old: &Count, new: &Count) {
        let (was, is) = (old.describe(), new.describe());
        if was != is {
            let effect = Effect::breaking_unless(new.covers(old));
            self.changed(Aspect::Expects, Some(Yaml::text(&was)), Some(Yaml::text(&is)), effect);
        }
    }
}

/// Returns the node under `key` of `map`, which has the value `held` if the user gives none.
fn here<'d>(map: &'d MapType, held: &'d Yaml, key: &Yaml, declared: &'d Declaration) -> Here<'d> {
    match map.defaults.position_of(key) {
        Some(_) => Here { declared, held: map.held(Some(held), key) },
        None => Here::own(declared),
    }
}

/// Finds a named key. Returns its declaration and whether it is optional.
fn find<'a>(map: &'a MapType, key: &Yaml) -> Option<(&'a Declaration, bool)> {
    if let Some(at) = map.defaults.position_of(key) {
        return map.values.get(at).map(|value| (value, false));
    }
    optional(map).find(|(name, _)| name.same_scalar(key)).map(|(_, value)| (value, true))
}

fn optional(map: &MapType) -> impl Iterator<Item = (&Yaml, &Declaration)> {
    map.open.iter().flat_map(|open| open.optional())
}

/// Whether `key` is an optional key.
fn is_among(map: &MapType, key: &Yaml) -> bool {
    optional(map).any(|(name, _)| name.same_scalar(key))
}

/// Returns the patterns. If several have the same name, only the first can claim a key.
fn patterns(map: &MapType) -> Vec<&KeyPattern> {
    let mut found: Vec<&KeyPattern> = Vec::new();
    for pattern in map.open.iter().flat_map(|open| &open.patterns) {
        if found.iter().all(|other| piece(other) != piece(pattern)) {
            found.push(pattern);
        }
    }
    found
}

/// Returns a key as a path segment.
fn piece_of(key: &Yaml) -> String {
    let name = display_key(key);
    path::quoted(&name).unwrap_or(name)
}

/// Returns a pattern as a path segment. Patterns with the same name count as the same.
fn piece(pattern: &KeyPattern) -> String {
    match &pattern.allowed {
        Allowed::Any => "*".to_owned(),
        Allowed::Matching(expression) => format!("/{}/", expression.text()),
        Allowed::Function(_) => format!("<{}>", display_key(&pattern.key)),
    }
}

impl Count {
    /// Whether this accepts all numbers that `other` accepts. Answers yes only if that is certain.
    fn covers(&self, other: &Count) -> bool {
        match (self, other) {
            (_, Count::OneOf(counts)) => counts.iter().all(|count| self.covers(count)),
            (Count::OneOf(counts), _) => counts.iter().any(|count| count.covers(other)),
            (Count::Exactly(own), Count::Exactly(other)) => own == other,
            (Count::AtLeast(own), Count::Exactly(other) | Count::AtLeast(other)) => own <= other,
            _ => false,
        }
    }
}
