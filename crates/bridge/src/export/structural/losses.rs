//! What a structural schema cannot say.

use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_schema::{
    Declaration, MapType, Type,
    rules::kubernetes::{Shape, only_pattern},
};
use yardstick_template::convert::display_key;

use super::{super::Export, rules};

/// A warning for each part of the schema below `root` that values are not held to.
pub(in crate::export) fn losses(root: &Declaration, export: Export<'_>) -> Vec<Diagnostic> {
    let mut losses = Losses { export, path: String::new(), found: Vec::new() };
    losses.node(root);
    losses.found
}

struct Losses<'a> {
    export: Export<'a>,
    path: String,
    found: Vec<Diagnostic>,
}

impl Losses<'_> {
    fn lose(&mut self, reason: &str) {
        let path = if self.path.is_empty() { "the root" } else { &self.path };
        self.found.push(Diagnostic::warning(codes::LOSSY, format!("{path}: {reason}")));
    }

    fn below(&mut self, step: &str, declared: &Declaration) {
        let length = self.path.len();
        if length > 0 && !step.starts_with('[') {
            self.path.push('.');
        }
        self.path.push_str(step);
        self.node(declared);
        self.path.truncate(length);
    }

    fn node(&mut self, declared: &Declaration) {
        let shape = Shape::of(&declared.type_);
        for rule in rules::of(declared, self.export).words {
            self.lose(&format!("a rule is only described: {rule}"));
        }
        if refuses(&declared.type_) {
            self.lose("what @schema/not refuses is accepted");
        }
        match shape {
            Shape::Untyped if !matches!(declared.type_.not_null(), Type::Any) => {
                self.lose("values of several types cannot be told apart: anything is accepted");
            }
            Shape::Map(None) | Shape::Array(None) => {
                self.lose("alternatives cannot be told apart: what is inside is not checked");
            }
            Shape::Map(Some(map)) => self.map(map),
            Shape::Array(Some(item)) => self.below("[]", item),
            _ => {}
        }
    }

    fn map(&mut self, map: &MapType) {
        for (key, value) in map.named() {
            self.below(&display_key(key), value);
        }
        if let Some(pattern) = only_pattern(map) {
            self.below("*", &pattern.declaration);
        } else if map.open.as_ref().is_some_and(|open| !open.patterns.is_empty()) {
            self.lose("keys are either named or all alike: those without a name are not checked");
        }
    }
}

fn refuses(type_: &Type) -> bool {
    match type_ {
        Type::Nullable(inner) => refuses(inner),
        Type::Except(_) => true,
        _ => false,
    }
}
