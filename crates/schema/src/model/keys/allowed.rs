//! `allowed=`: the keys that a pattern matches.

use std::{cell::RefCell, rc::Rc};

use rustc_hash::FxHashMap;
use yardstick_re2 as re2;
use yardstick_starlark::{Error, Result, Text, Thread, Value, meter};
use yardstick_template::{convert::display_key, fragment::Fragment, tree::Yaml};

/// The keys that a pattern matches.
#[derive(Debug)]
pub enum Allowed {
    /// Every key.
    Any,
    /// Keys that contain a match of a regular expression.
    Matching(Pattern),
    /// Keys for which a function of the key and the declared key returns `True`.
    Function(KeyFunction),
}

/// A function that is called once for each key, no matter how many sources give it.
#[derive(Debug)]
pub struct KeyFunction {
    function: Value,
    answers: RefCell<FxHashMap<Text, bool>>,
}

/// A regular expression.
#[derive(Debug)]
pub struct Pattern {
    text: Text,
    search: Rc<re2::Pattern>,
}

impl Pattern {
    /// Returns the expression as written.
    pub fn text(&self) -> String {
        self.text.to_lossy().into_owned()
    }

    /// Whether it matches `key`. Keys that are not text are matched in their YAML form.
    pub fn matches(&self, key: &Yaml) -> bool {
        match key {
            Yaml::Text(text) => self.search.is_match(text.as_bytes()),
            other => self.search.is_match(display_key(other).as_bytes()),
        }
    }
}

impl Allowed {
    /// Reads an argument: the word `any`, a regular expression, or a function.
    pub(crate) fn read(value: &Value) -> Result<Self> {
        match value {
            Value::Str(text) if *text == "any" => Ok(Allowed::Any),
            Value::Str(text) => {
                meter::work(re2::Pattern::work(text.as_bytes()))?;
                let search = re2::Pattern::of(text.as_bytes())
                    .map_err(|fault| Error::new(fault.to_string()))?;
                Ok(Allowed::Matching(Pattern { text: text.clone(), search }))
            }
            function if function.is_callable() => {
                let function = function.clone();
                Ok(Allowed::Function(KeyFunction { function, answers: RefCell::default() }))
            }
            other => Err(Error::new(format!("{} as allowed=", other.type_name()))),
        }
    }

    /// Matches keys with `expression`. Returns `None` if the expression is invalid.
    pub fn matching(expression: &str) -> Option<Self> {
        let search = re2::Pattern::of(expression.as_bytes()).ok()?;
        Some(Allowed::Matching(Pattern { text: expression.into(), search }))
    }

    /// Whether `key` matches.
    pub(crate) fn allows(&self, thread: &mut Thread, key: &Yaml, declared: &Yaml) -> Result<bool> {
        match self {
            Allowed::Any => Ok(true),
            Allowed::Matching(pattern) => Ok(pattern.matches(key)),
            Allowed::Function(function) => function.allows(thread, key, declared),
        }
    }
}

impl KeyFunction {
    fn allows(&self, thread: &mut Thread, key: &Yaml, declared: &Yaml) -> Result<bool> {
        let known = match key {
            Yaml::Text(text) => self.answers.borrow().get(text).copied(),
            _ => None,
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let arguments = [Fragment::of_yaml(key), Fragment::of_yaml(declared)];
        let wanted = match &self.function {
            Value::Function(function) => function.parameter_count().clamp(1, 2),
            _ => 1,
        };
        let answer = match thread.call(&self.function, &arguments[..wanted], &[])? {
            Value::Bool(answer) => answer,
            other => {
                let was = other.type_name();
                return Err(Error::new(format!("want allowed= to be bool, got {was}")));
            }
        };
        if let Yaml::Text(text) = key {
            self.answers.borrow_mut().insert(text.clone(), answer);
        }
        Ok(answer)
    }
}
