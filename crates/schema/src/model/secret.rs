//! Finds what `@schema/secret` marks: values that reports, exports and documentation must not show.

use yardstick_starlark::Thread;
use yardstick_template::tree::Yaml;

use super::{Declaration, Type};

impl Declaration {
    /// Whether its value is a secret.
    pub fn is_secret(&self) -> bool {
        self.documentation.as_ref().is_some_and(|words| words.secret)
    }

    /// Whether its default must not be shown, because it is or contains a secret.
    pub(crate) fn has_secret_default(&self) -> bool {
        // Maps have no default of their own: each key has its own.
        let is_map = matches!(self.type_.not_null(), Type::Map(_));
        self.is_secret() || !is_map && self.has_secret_in(&self.default)
    }

    /// Whether `value`, if the node had it, must not be shown because it contains a secret.
    // Recursion is safe because the depth of values is bounded.
    pub fn has_secret_in(&self, value: &Yaml) -> bool {
        if self.is_secret() {
            return true;
        }
        let chosen = self.type_.chosen(value);
        if chosen.is_some_and(|chosen| chosen.has_secret_in(value)) {
            return true;
        }
        match (self.type_.of_value(value), value) {
            (Type::Map(type_), Yaml::Map(map)) => map.items().iter().any(|item| {
                let declared = type_.known(&item.key);
                declared.is_some_and(|declared| declared.has_secret_in(&item.value))
            }),
            (Type::Array(declared), Yaml::Array(array)) => {
                array.items.iter().any(|item| declared.has_secret_in(&item.value))
            }
            _ => false,
        }
    }

    /// Whether the node at `path` (indexes of items in `value`), or a node above it, is a secret.
    pub(crate) fn is_secret_at(&self, thread: &mut Thread, value: &Yaml, path: &[u32]) -> bool {
        if self.is_secret() {
            return true;
        }
        let Some((&at, rest)) = path.split_first() else { return false };
        match (self.type_.of_value(value), value) {
            (Type::Map(type_), Yaml::Map(map)) => {
                let Some(item) = map.items().get(at as usize) else { return false };
                let slot = type_.find(thread, &item.key).unwrap_or(None);
                let declared = slot.and_then(|slot| type_.declaration(slot));
                declared.is_some_and(|declared| declared.is_secret_at(thread, &item.value, rest))
            }
            (Type::Array(declared), Yaml::Array(array)) => {
                let item = array.items.get(at as usize);
                item.is_some_and(|item| declared.is_secret_at(thread, &item.value, rest))
            }
            _ => false,
        }
    }
}

impl Type {
    /// Marks everything inside a secret as secret.
    pub(crate) fn keep_secret(&mut self) {
        match self {
            // Other nodes may refer to the same shape without being secret.
            Type::Any | Type::Scalar(_) | Type::Ref(_) => {}
            Type::Map(map) => {
                let open = map.open.iter_mut().flat_map(|open| open.declarations_mut());
                map.values.iter_mut().chain(open).for_each(Declaration::keep_secret);
            }
            Type::Array(item) => item.keep_secret(),
            Type::Nullable(inner) => inner.keep_secret(),
            Type::Union(union) => union.members.iter_mut().for_each(Type::keep_secret),
            Type::Choice(choice) => {
                choice.alternatives.iter_mut().for_each(Declaration::keep_secret);
            }
            Type::Except(except) => except.inner.keep_secret(),
        }
    }
}

impl Declaration {
    fn keep_secret(&mut self) {
        self.documentation.get_or_insert_default().secret = true;
        self.type_.keep_secret();
    }
}
