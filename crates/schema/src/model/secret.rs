//! What `@schema/secret` marks: values that reports, exports and documentation must not show.

use yardstick_starlark::Thread;
use yardstick_template::tree::Yaml;

use super::{Declaration, Type};

impl Declaration {
    /// Whether its value must not be shown.
    pub fn is_secret(&self) -> bool {
        self.documentation.as_ref().is_some_and(|words| words.secret)
    }

    /// Whether its default must not be shown: it is a secret, or holds one.
    pub fn has_secret_default(&self) -> bool {
        let is_array = matches!(&self.default, Yaml::Array(array) if !array.items.is_empty());
        self.is_secret() || is_array && self.type_.holds_secret()
    }

    /// Whether the node that the item numbers `path` lead to in `value`, or one above it, is a secret.
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
    /// Whether a value of this type holds a secret.
    fn holds_secret(&self) -> bool {
        let is_secret = |one: &Declaration| one.is_secret() || one.type_.holds_secret();
        match self {
            Type::Any | Type::Scalar(_) => false,
            // Not what is inside: a shape may hold itself.
            Type::Ref(shape) => shape.declaration().is_some_and(Declaration::is_secret),
            Type::Map(map) => {
                let open = map.open.iter().flat_map(|open| open.declarations());
                map.values.iter().chain(open).any(is_secret)
            }
            Type::Array(item) => is_secret(item),
            Type::Nullable(inner) => inner.holds_secret(),
            Type::Union(union) => union.members.iter().any(Type::holds_secret),
            Type::Choice(choice) => choice.alternatives.iter().any(is_secret),
            Type::Except(except) => except.inner.holds_secret(),
        }
    }

    /// Makes everything in a secret a secret.
    pub(crate) fn keep_secret(&mut self) {
        match self {
            // A shape belongs to others as well, which may not be secret.
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
