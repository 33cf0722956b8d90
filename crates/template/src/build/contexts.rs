//! Contexts: the results under construction, one for each file or building function.

use std::rc::Rc;

use yardstick_starlark::{
    Error, Text, Value,
    memory::{Charge, Growth},
};

use super::builder::Builder;
use crate::{fragment::Content, tree::Annotations};

/// The result under construction of a file, or of a function whose body contains nodes or text.
#[derive(Debug, Default)]
pub(crate) struct Context {
    /// The nodes built so far.
    pub(crate) nodes: Builder,
    /// Texts being collected, innermost last: a text template, or templated strings of nodes.
    pub(crate) texts: Vec<Vec<u8>>,
    /// Whether the whole result is text.
    pub(crate) is_text: bool,
    /// What was evaluated for the next node to start.
    pub(crate) next: Next,
    /// The memory of the texts.
    weight: Growth,
}

/// What is evaluated before a node is started. Meanwhile, code may build other nodes.
#[derive(Debug, Default)]
pub(crate) struct Next {
    pub(crate) annotations: Option<Annotations>,
    pub(crate) key: Option<Text>,
}

impl Next {
    /// Whether nothing was evaluated.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.annotations.is_none() && self.key.is_none()
    }
}

impl Context {
    /// Creates a context whose result is text.
    pub(crate) fn text() -> Self {
        Context { texts: vec![Vec::new()], is_text: true, ..Context::default() }
    }

    /// Appends to the current text.
    pub(crate) fn push_text(&mut self, text: &[u8]) -> Result<(), Error> {
        self.weight.add(text.len())?;
        if let Some(current) = self.texts.last_mut() {
            current.extend_from_slice(text);
        }
        Ok(())
    }

    /// Appends a printed value, which must be a string.
    pub(crate) fn print(&mut self, value: &Value) -> Result<(), Error> {
        match value {
            Value::Str(text) => self.push_text(text.as_bytes()),
            other => {
                let message = format!(
                    "cannot set non-string value ({}), consider using str(...) to convert to string",
                    crate::convert::host_type(other)
                );
                Err(Error::new(message).note(yardstick_starlark::hints::not_a_string(other)))
            }
        }
    }

    /// Ends the current text and returns it.
    pub(crate) fn end_text(&mut self) -> Text {
        let text = self.texts.pop().unwrap_or_default();
        self.weight.remove_items::<u8>(text.len());
        Text::from(text)
    }

    /// Returns the result.
    pub(crate) fn finish(mut self) -> Built {
        if self.is_text {
            return Built::Text(self.end_text());
        }
        let (content, charge) = self.nodes.finish();
        Built::Nodes(content, charge)
    }
}

/// The result of a context.
#[derive(Debug)]
pub(crate) enum Built {
    Text(Text),
    Nodes(Content, Charge),
}

impl Built {
    /// Returns the result as a value for code.
    pub(crate) fn into_value(self) -> Value {
        match self {
            Built::Text(text) => Value::Str(text),
            Built::Nodes(content, charge) => crate::fragment::Fragment::built(content, charge),
        }
    }

    /// Returns the documents of a file.
    pub(crate) fn into_documents(self) -> Vec<crate::tree::Document> {
        match self {
            Built::Nodes(Content::Documents(documents), _) => {
                Rc::try_unwrap(documents).unwrap_or_else(|shared| (*shared).clone())
            }
            _ => Vec::new(),
        }
    }
}
