//! Structs: immutable named fields, read as `s.field` or `s["field"]`.
//!
//! Data values reach templates as structs. Values of some modules (URLs, IP addresses) are structs
//! too, but refuse to become YAML: their text has to be asked for.

use rustc_hash::FxHashMap;
use yardstick_starlark::{Error, Freezer, HostRef, HostValue, Result, Text, Value};

/// Number of fields from which an index pays.
const INDEXED: usize = 12;

/// Named values in order.
pub struct Struct {
    type_name: &'static str,
    fields: Vec<(Text, Value)>,
    index: FxHashMap<Text, u32>,
    /// Why it cannot become YAML.
    refusal: Option<&'static str>,
}

impl Struct {
    /// A struct with `fields` in order; of equal names the last counts.
    pub fn new(fields: Vec<(Text, Value)>) -> Self {
        Self::named("struct", fields, None)
    }

    /// A struct of another type that refuses to become YAML, for the reason given.
    pub fn opaque(
        type_name: &'static str,
        fields: Vec<(Text, Value)>,
        refusal: &'static str,
    ) -> Self {
        Self::named(type_name, fields, Some(refusal))
    }

    #[allow(clippy::mutable_key_type, reason = "what texts mutate, their charge, is not hashed")]
    fn named(
        type_name: &'static str,
        fields: Vec<(Text, Value)>,
        refusal: Option<&'static str>,
    ) -> Self {
        let index = if fields.len() < INDEXED {
            FxHashMap::default()
        } else {
            fields.iter().enumerate().map(|(at, (name, _))| (name.clone(), at as u32)).collect()
        };
        Self { type_name, fields, index, refusal }
    }

    /// The fields in order.
    pub fn fields(&self) -> &[(Text, Value)] {
        &self.fields
    }

    /// The value of a field.
    pub fn get(&self, name: &[u8]) -> Option<&Value> {
        if self.index.is_empty() {
            self.fields.iter().find(|(field, _)| field.as_bytes() == name).map(|(_, value)| value)
        } else {
            self.index.get(name).map(|&at| &self.fields[at as usize].1)
        }
    }

    /// Why it cannot become YAML, if it cannot.
    pub fn refusal(&self) -> Option<&'static str> {
        self.refusal
    }
}

impl HostValue for Struct {
    fn type_name(&self) -> &str {
        self.type_name
    }

    fn attr(&self, name: &str) -> Result<Option<Value>> {
        Ok(self.get(name.as_bytes()).cloned())
    }

    fn attr_names(&self) -> Vec<Text> {
        self.fields.iter().map(|(name, _)| name.clone()).collect()
    }

    fn index(&self, key: &Value) -> Result<Value> {
        let found = match key {
            Value::Str(name) => self.get(name.as_bytes()),
            _ => None,
        };
        found
            .cloned()
            .ok_or_else(|| Error::new(format!("key {} not in {}", key.to_repr(), self.type_name)))
    }

    fn iterate(&self) -> Option<Box<dyn Iterator<Item = Value>>> {
        Some(Box::new(self.attr_names().into_iter().map(Value::Str)))
    }

    fn contains(&self, key: &Value) -> Result<Option<bool>> {
        Ok(Some(matches!(key, Value::Str(name) if self.get(name.as_bytes()).is_some())))
    }

    fn len(&self) -> Option<usize> {
        Some(self.fields.len())
    }

    fn truth(&self) -> bool {
        !self.fields.is_empty()
    }

    /// Structs are equal only to themselves.
    fn equals(&self, _: &HostRef) -> Result<Option<bool>> {
        Ok(None)
    }

    fn mapping(&self) -> Option<Vec<(Value, Value)>> {
        Some(self.fields.iter().map(|(name, v)| (Value::Str(name.clone()), v.clone())).collect())
    }

    fn repr(&self) -> String {
        "struct(...)".to_owned()
    }

    fn freeze(&self, freezer: &mut Freezer) {
        self.fields.iter().for_each(|(_, value)| freezer.visit(value));
    }
}
