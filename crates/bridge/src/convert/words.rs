//! Converts documentation: titles, descriptions, examples and comments.

use yardstick_yaml::json::Type;

use super::{Converter, values::coerce};
use crate::{
    conjunction::Conjunction,
    literal::Literal,
    model::{Node, Words},
};

impl Converter<'_> {
    /// Returns the documentation of `node`.
    pub(super) fn words(&mut self, conjunction: &Conjunction, node: &Node) -> Words {
        let view = self.view;
        let mut comments = Vec::new();
        if let Some(comment) = conjunction.text(view, "$comment") {
            comments.extend(comment.lines().map(str::to_owned));
        }
        if conjunction.is_set(view, "readOnly") {
            comments.push("read only".to_owned());
        }
        let is_password = conjunction.text(view, "format").as_deref() == Some("password");
        let text = |keyword: &str| conjunction.text(view, keyword).filter(|text| !text.is_empty());
        let is_deprecated = conjunction.is_set(view, "deprecated");
        let (description, notice) = match text("description") {
            Some(text) if is_deprecated => with_notice(text),
            text => (text, None),
        };
        Words {
            title: text("title"),
            description,
            secret: is_password
                || ["writeOnly", "x-ytt-secret"].iter().any(|word| conjunction.is_set(view, word)),
            deprecated: is_deprecated.then(|| notice.unwrap_or_else(|| "Deprecated.".to_owned())),
            examples: self.examples(conjunction, node),
            comments,
        }
    }

    fn examples(
        &mut self,
        conjunction: &Conjunction,
        node: &Node,
    ) -> Vec<(Option<String>, Literal)> {
        let view = self.view;
        let mut found = Vec::new();
        if let Some(value) = conjunction.first(view, "example") {
            found.push((conjunction.text(view, "x-example-description"), value));
        }
        for list in conjunction.all(view, "examples").collect::<Vec<_>>() {
            if view.node(list).is_sequence() {
                found.extend(view.node(list).items().map(|item| (None, item.id())));
            } else {
                self.losses.add(list, "`examples` is not a list: it is left out");
            }
        }
        for list in conjunction.all(view, "x-examples").collect::<Vec<_>>() {
            for item in view.node(list).items() {
                let id = item.dereferenced().id();
                if view.type_of(id) == Type::Object
                    && let Some(value) = view.get(id, "value")
                {
                    let description = view.get(id, "description");
                    let description = description.map(|text| view.node(text).text().to_owned());
                    found.push((description, value));
                }
            }
        }
        let mut examples = Vec::new();
        for (description, place) in found {
            match Literal::read(view, place).map(|value| coerce(&node.shape, value)) {
                Ok(value) if node.accepts(&value) => examples.push((description, value)),
                Ok(_) => self.losses.add(place, "the example is left out: it is not of the type"),
                Err(reason) => {
                    self.losses.add(place, format!("the example is left out: {reason}"));
                }
            }
        }
        examples
    }
}

/// Splits a description from its deprecation notice, which our own exports write as the last paragraph.
fn with_notice(text: String) -> (Option<String>, Option<String>) {
    let (before, last) = text.rsplit_once("\n\n").unwrap_or(("", &text));
    match last.strip_prefix("Deprecated: ") {
        Some(notice) => ((!before.is_empty()).then(|| before.to_owned()), Some(notice.to_owned())),
        None => (Some(text), None),
    }
}
