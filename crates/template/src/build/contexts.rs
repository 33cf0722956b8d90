//! What is being built: one context for each file or function that builds.

use std::rc::Rc;

use yardstick_starlark::{
    Error, Text, Value,
    memory::{Charge, Growth},
};

use super::builder::Builder;
use crate::{fragment::Content, tree::Annotations};

/// What a file, or a function whose body holds nodes or text, is building.
#[derive(Debug, Default)]
pub(crate) struct Context {
    /// Nodes built so far.
    pub(crate) nodes: Builder,
    /// Text being collected, innermost last: a text template, or templated strings of nodes.
    pub(crate) texts: Vec<Vec<u8>>,
    /// Whether the whole result is text.
    pub(crate) is_text: bool,
    /// What was evaluated for the node started next.
    pub(crate) next: Next,
    /// The memory of the texts.
    weight: Growth,
}

/// What is evaluated before a node is started, while code may well build other nodes.
#[derive(Debug, Default)]
pub(crate) struct Next {
    pub(crate) annotations: Option<Annotations>,
    pub(crate) key: Option<Text>,
}

impl Context {
    /// A context whose result is text.
    pub(crate) fn text() -> Self {
        Context { texts: vec![Vec::new()], is_text: true, ..Context::default() }
    }

    /// Adds text to what is being collected.
    pub(crate) fn push_text(&mut self, text: &[u8]) -> Result<(), Error> {
        self.weight.add(text.len())?;
        if let Some(current) = self.texts.last_mut() {
            current.extend_from_slice(text);
        }
        Ok(())
    }

    /// Adds a printed value, which must be a string.
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

    /// The text collected last.
    pub(crate) fn end_text(&mut self) -> Text {
        let text = self.texts.pop().unwrap_or_default();
        self.weight.remove_items::<u8>(text.len());
        Text::from(text)
    }

    /// What was built.
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
    /// As a value of code.
    pub(crate) fn into_value(self) -> Value {
        match self {
            Built::Text(text) => Value::Str(text),
            Built::Nodes(content, charge) => crate::fragment::Fragment::built(content, charge),
        }
    }

    /// The documents of a file.
    pub(crate) fn into_documents(self) -> Vec<crate::tree::Document> {
        match self {
            Built::Nodes(Content::Documents(documents), _) => {
                Rc::try_unwrap(documents).unwrap_or_else(|shared| (*shared).clone())
            }
            _ => Vec::new(),
        }
    }
}
