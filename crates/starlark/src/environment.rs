//! The predefined names of programs.

use rustc_hash::FxHashMap;

use crate::builtins;
use crate::dialect::Dialect;
use crate::value::{Text, Value};

/// The names and values that are visible in a program without loading anything.
#[derive(Clone, Default)]
pub struct Environment {
    values: FxHashMap<Text, Value>,
}

impl Environment {
    /// Creates an environment with the functions and constants of the language.
    pub fn new(dialect: &Dialect) -> Self {
        let mut environment = Self::default();
        environment.set("None", Value::None);
        environment.set("True", Value::Bool(true));
        environment.set("False", Value::Bool(false));
        builtins::define(&mut environment, dialect);
        environment
    }

    /// Adds or replaces a name.
    pub fn set(&mut self, name: &str, value: Value) {
        self.values.insert(name.into(), value);
    }

    /// Returns all names, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.values.keys().map(|name| name.to_lossy().into_owned()).collect();
        names.sort_unstable();
        names
    }

    /// Returns the value of a name.
    pub fn get(&self, name: &Text) -> Option<&Value> {
        self.values.get(name)
    }
}
