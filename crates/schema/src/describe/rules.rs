//! Describes rules in words, for readers of a schema.
//!
//! A function may document itself: called without arguments, it may return a string. Only documentation calls it this
//! way; checking values never does.

use std::cell::RefCell;

use yardstick_starlark::{Thread, Value};
use yardstick_template::tree::Yaml;

use crate::{Need, model::Declaration, rules::Rule};

/// Describes what rules check.
pub struct RuleDescriber<'a> {
    /// The thread that runs functions.
    thread: RefCell<&'a mut Thread>,
    /// Whether to call functions for their descriptions.
    asks: bool,
}

impl<'a> RuleDescriber<'a> {
    /// Uses the descriptions that the authors wrote.
    pub fn written(thread: &'a mut Thread) -> Self {
        Self { thread: RefCell::new(thread), asks: false }
    }

    /// Calls functions for their descriptions. Uses the written descriptions if they return none.
    pub fn asking(thread: &'a mut Thread) -> Self {
        Self { thread: RefCell::new(thread), asks: true }
    }

    /// Returns why users must give a value for `declared`, which has the value `held` if they give none.
    pub fn need(&self, declared: &Declaration, held: &Yaml) -> Option<Need> {
        Need::of(&mut self.thread.borrow_mut(), declared, held)
    }

    /// Describes a valid value.
    pub fn describe(&self, rule: &Rule) -> String {
        self.said(rule).unwrap_or_else(|| rule.must_be())
    }

    /// Describes a valid value, for documentation.
    pub(crate) fn in_words(&self, rule: &Rule) -> String {
        self.said(rule).unwrap_or_else(|| rule.in_words())
    }

    fn said(&self, rule: &Rule) -> Option<String> {
        match rule {
            Rule::Custom(custom) => self.ask(&custom.function),
            Rule::Named(_) => None,
        }
    }

    /// Calls a function without arguments to get its description. Most functions do not support that, which is fine.
    fn ask(&self, function: &Value) -> Option<String> {
        if !self.asks || !matches!(function, Value::Function(_)) {
            return None;
        }
        match self.thread.borrow_mut().call(function, &[], &[]) {
            Ok(Value::Str(text)) if !text.is_empty() => Some(text.to_lossy().into_owned()),
            _ => None,
        }
    }
}
