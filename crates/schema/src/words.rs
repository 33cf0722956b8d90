//! Rules in words, for readers of a schema.
//!
//! A function may document itself: called without arguments it may answer with a string. Only documentation
//! asks; a run that checks values never does.

use std::cell::RefCell;

use yardstick_starlark::{Thread, Value};

use crate::rules::Rule;

/// Says what rules ask for.
pub(crate) struct Words<'a> {
    thread: RefCell<&'a mut Thread>,
    /// Whether functions are asked about themselves.
    asks: bool,
}

impl<'a> Words<'a> {
    /// Descriptions as their authors wrote them.
    pub(crate) fn written(thread: &'a mut Thread) -> Self {
        Self { thread: RefCell::new(thread), asks: false }
    }

    /// What functions say about themselves, and descriptions where they say nothing.
    pub(crate) fn asking(thread: &'a mut Thread) -> Self {
        Self { thread: RefCell::new(thread), asks: true }
    }

    /// What a valid value is.
    pub(crate) fn of(&self, rule: &Rule) -> String {
        match rule {
            Rule::Custom(custom) if self.asks => self.ask(&custom.function),
            _ => None,
        }
        .unwrap_or_else(|| rule.must_be())
    }

    /// What a function says when it is called without arguments. Most cannot be called so, which is fine.
    fn ask(&self, function: &Value) -> Option<String> {
        let Value::Function(_) = function else { return None };
        match self.thread.borrow_mut().call(function, &[], &[]) {
            Ok(Value::Str(text)) if !text.is_empty() => Some(text.to_lossy().into_owned()),
            _ => None,
        }
    }
}
