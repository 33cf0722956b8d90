//! Rules in words, for readers of a schema.
//!
//! A function may document itself: called without arguments it may answer with a string. Only documentation
//! asks; a run that checks values never does.

use std::cell::RefCell;

use yardstick_starlark::{Thread, Value};
use yardstick_template::tree::Yaml;

use crate::{Need, model::Declaration, rules::Rule};

/// Says what rules ask for.
pub struct RuleDescriber<'a> {
    /// Where functions run.
    thread: RefCell<&'a mut Thread>,
    /// Whether functions are asked about themselves.
    asks: bool,
}

impl<'a> RuleDescriber<'a> {
    /// Descriptions as their authors wrote them.
    pub fn written(thread: &'a mut Thread) -> Self {
        Self { thread: RefCell::new(thread), asks: false }
    }

    /// What functions say about themselves, and descriptions where they say nothing.
    pub fn asking(thread: &'a mut Thread) -> Self {
        Self { thread: RefCell::new(thread), asks: true }
    }

    /// Why a value of `declared` must be given, where it holds `held` if nothing is given.
    pub fn need(&self, declared: &Declaration, held: &Yaml) -> Option<Need> {
        Need::of(&mut self.thread.borrow_mut(), declared, held)
    }

    /// What a valid value is.
    pub fn describe(&self, rule: &Rule) -> String {
        self.said(rule).unwrap_or_else(|| rule.must_be())
    }

    /// What a valid value is, for readers of documentation.
    pub(crate) fn in_words(&self, rule: &Rule) -> String {
        self.said(rule).unwrap_or_else(|| rule.in_words())
    }

    fn said(&self, rule: &Rule) -> Option<String> {
        match rule {
            Rule::Custom(custom) => self.ask(&custom.function),
            Rule::Named(_) => None,
        }
    }

    /// What a function says when it is called without arguments. Most cannot be called so, which is fine.
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
