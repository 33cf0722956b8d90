//! YAML maps as JSON objects, with members found by name.

use jsonschema::json::Object as EngineObject;
use yardstick_yaml::{
    NodeId,
    json::{Members, Type, View},
};

use super::{Value, Yaml, budget};

/// Marks a name in `required` for which a null member counts as absent. The schema rewriter adds the mark. No YAML
/// key can contain a NUL, so no schema asks for such a name by accident.
pub(crate) const NULL_IS_ABSENT: char = '\0';

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

/// A map as an object.
#[derive(Clone, Copy, Debug)]
pub struct Object<'v> {
    view: &'v View,
    id: NodeId,
}

impl<'v> Object<'v> {
    pub(super) fn new(view: &'v View, id: NodeId) -> Self {
        Self { view, id }
    }
}

impl<'v> EngineObject<'v, Yaml> for Object<'v> {
    type Node = Value<'v>;
    type MemberName = &'v str;
    type MembersIter = ObjectMembers<'v>;

    fn len(&self) -> usize {
        self.view.member_count(self.id)
    }

    fn get(&self, key: &Key) -> Option<Value<'v>> {
        budget::count(1);
        let value = self.view.get(self.id, &key.name)?;
        if key.null_is_absent && self.view.type_of(value) == Type::Null {
            return None;
        }
        Some(Value::new(self.view, value))
    }

    fn members(&self) -> ObjectMembers<'v> {
        ObjectMembers { view: self.view, members: self.view.members(self.id) }
    }
}

/// The members of an object with their names.
#[derive(Clone, Debug)]
pub struct ObjectMembers<'v> {
    view: &'v View,
    members: Members<'v>,
}

impl<'v> Iterator for ObjectMembers<'v> {
    type Item = (&'v str, Value<'v>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        budget::ask();
        let member = self.members.next()?;
        budget::count(1);
        let name = self.view.name(member.key);
        budget::name(name.len());
        Some((name, Value::new(self.view, member.value)))
    }
}
