//! Maps as objects: members by name.

use std::hash::{Hash, Hasher};

use jsonschema::json::Object as EngineObject;
use rustc_hash::FxHasher;

use super::{Type, Value, View, Yaml, view::Members};

/// Marks a name of `required` for which a null member counts as absent. No YAML key holds a NUL, and no
/// schema can ask for one by accident: the schema rewriter adds it.
pub const NULL_IS_ABSENT: char = '\0';

/// A property name prepared for lookups.
#[derive(Debug)]
pub struct Key {
    name: Box<str>,
    null_is_absent: bool,
}

impl Key {
    /// Prepares `key`, which may carry the [`NULL_IS_ABSENT`] mark.
    pub fn new(key: &str) -> Self {
        match key.strip_prefix(NULL_IS_ABSENT) {
            Some(name) => Self { name: name.into(), null_is_absent: true },
            None => Self { name: key.into(), null_is_absent: false },
        }
    }
}

/// Members of a wide map ordered by the hash of their names.
#[derive(Debug)]
pub(super) struct Index {
    entries: Vec<(u32, u32, u32)>,
}

/// Maps with more members than this get an index.
pub(super) const WIDE: usize = 16;

impl Index {
    /// The index of `members`, and the pairs of keys that have the same name: (later, earlier).
    pub(super) fn new(
        view: &View,
        members: impl Iterator<Item = (u32, u32)>,
    ) -> (Self, Vec<(u32, u32)>) {
        let mut entries: Vec<_> =
            members.map(|(key, value)| (hash(view.name_bytes(key)), key, value)).collect();
        // By name behind the hash: neither collisions nor one key written a thousand times cost more.
        entries.sort_unstable_by(|left, right| {
            let names = || view.name_bytes(left.1).cmp(view.name_bytes(right.1));
            left.0.cmp(&right.0).then_with(names).then_with(|| left.1.cmp(&right.1))
        });
        let mut repeated = Vec::new();
        let mut first = 0;
        for at in 1..entries.len() {
            if view.name_bytes(entries[at].1) == view.name_bytes(entries[first].1) {
                repeated.push((entries[at].1, entries[first].1));
            } else {
                first = at;
            }
        }
        (Self { entries }, repeated)
    }

    pub(super) fn get(&self, view: &View, name: &str) -> Option<(u32, u32)> {
        let name = name.as_bytes();
        let hash = hash(name);
        let at = self.entries.partition_point(|entry| {
            entry.0 < hash || (entry.0 == hash && view.name_bytes(entry.1) < name)
        });
        let &(_, key, value) = self.entries.get(at)?;
        (view.name_bytes(key) == name).then_some((key, value))
    }
}

fn hash(name: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

/// A map as an object.
#[derive(Clone, Copy, Debug)]
pub struct Object<'v> {
    view: &'v View,
    id: u32,
    /// Whether `$schema` is not a member here.
    hides_schema: bool,
}

impl<'v> Object<'v> {
    pub(super) fn new(view: &'v View, id: u32) -> Self {
        let hides_schema = !view.hidden_schema.is_empty() && view.hidden_schema.contains(&id);
        Self { view, id, hides_schema }
    }
}

impl<'v> EngineObject<'v, Yaml> for Object<'v> {
    type Node = Value<'v>;
    type MemberName = &'v str;
    type MembersIter = ObjectMembers<'v>;

    fn len(&self) -> usize {
        let written = match self.view.merged.get(&self.id) {
            Some(pairs) => pairs.len(),
            None => self.view.node(self.id).len(),
        };
        written - usize::from(self.hides_schema)
    }

    fn get(&self, key: &Key) -> Option<Value<'v>> {
        if self.hides_schema && &*key.name == "$schema" {
            return None;
        }
        let (_, value) = self.view.member(self.id, &key.name)?;
        if key.null_is_absent && self.view.type_of(value) == Type::Null {
            return None;
        }
        Some(Value::new(self.view, value))
    }

    fn members(&self) -> ObjectMembers<'v> {
        ObjectMembers {
            view: self.view,
            members: self.view.members(self.id),
            hides_schema: self.hides_schema,
        }
    }
}

/// The members of an object with their names.
#[derive(Clone, Debug)]
pub struct ObjectMembers<'v> {
    view: &'v View,
    members: Members<'v>,
    hides_schema: bool,
}

impl<'v> Iterator for ObjectMembers<'v> {
    type Item = (&'v str, Value<'v>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (key, value) = self.members.next()?;
            let name = self.view.name(key);
            if !(self.hides_schema && name == "$schema") {
                return Some((name, Value::new(self.view, value)));
            }
        }
    }
}
