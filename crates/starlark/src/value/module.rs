//! Modules as values: named collections of native functions.

use super::{Freezer, HostValue, Text, Value};
use crate::error::{Error, Result};

/// `<module "json">`: fields by name.
pub struct NativeModule {
    name: Text,
    members: Vec<(Text, Value)>,
}

impl NativeModule {
    /// A module called `name`.
    pub fn new(name: impl Into<Text>, members: Vec<(Text, Value)>) -> Self {
        Self { name: name.into(), members }
    }

    /// The member `name`.
    pub fn member(&self, name: &str) -> Option<&Value> {
        self.members.iter().find(|(member, _)| *member == name).map(|(_, value)| value)
    }
}

impl HostValue for NativeModule {
    fn type_name(&self) -> &'static str {
        "module"
    }

    fn attr(&self, name: &str) -> Result<Option<Value>> {
        Ok(self.member(name).cloned())
    }

    fn attr_names(&self) -> Vec<Text> {
        self.members.iter().map(|(name, _)| name.clone()).collect()
    }

    fn hash_key(&self) -> Result<u64> {
        Err(Error::new("unhashable: module"))
    }

    fn heap_bytes(&self) -> usize {
        self.members.capacity() * size_of::<(Text, Value)>()
    }

    fn repr(&self) -> String {
        format!("<module {}>", Value::Str(self.name.clone()).to_repr())
    }

    fn freeze(&self, freezer: &mut Freezer) {
        self.members.iter().for_each(|(_, value)| freezer.visit(value));
    }
}
