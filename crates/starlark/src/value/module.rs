//! Modules as values: named collections of native functions.

use std::cell::Cell;

use super::{Freezer, HostValue, Text, Value};
use crate::error::{Error, Result};

/// A module such as `<module "json">`, with fields by name.
pub struct NativeModule {
    name: Text,
    members: Vec<(Text, Value)>,
}

impl NativeModule {
    /// Creates a module called `name`.
    pub fn new(name: impl Into<Text>, members: Vec<(Text, Value)>) -> Self {
        Self { name: name.into(), members }
    }

    /// Returns the member `name`.
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

    fn attr_again(&self, name: &Text, _hint: &Cell<usize>) -> Result<Option<Value>> {
        let found = self.members.iter().find(|(member, _)| member == name);
        Ok(found.map(|(_, value)| value.clone()))
    }

    fn attr_names(&self) -> Vec<Text> {
        self.members.iter().map(|(name, _)| name.clone()).collect()
    }

    fn missing_attr(&self, name: &str) -> Option<String> {
        let path = self.name.to_lossy();
        if path == "data" && crate::spelling::suggestion(name, "", ["values"]).is_empty() {
            return Some(format!("data values are below data.values: data.values.{name}"));
        }
        let member = match name {
            "dumps" | "dump" | "stringify" | "marshal" | "b64encode" | "to_json" => "encode",
            "loads" | "load" | "parse" | "unmarshal" | "safe_load" | "b64decode" => "decode",
            _ => "",
        };
        if self.member(member).is_some() {
            return Some(format!("write {path}.{member}(...)"));
        }
        let members: Vec<_> = self.members.iter().map(|(name, _)| name.to_lossy()).collect();
        crate::hints::choose(name, "it has", members.iter().map(|name| &**name))
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
