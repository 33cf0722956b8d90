//! What a structural schema cannot say.

use yardstick_schema::{
    Allowed, Declaration, MapType, Type,
    rules::kubernetes::{Shape, only_pattern},
};
use yardstick_template::convert::display_key;

use super::{super::Export, rules};

/// Tells each part of the schema below `root` that values are not held to.
pub(in crate::export) fn tell_losses(root: &Declaration, export: Export<'_>) {
    Losses { export }.node(root);
}

#[derive(Clone, Copy)]
struct Losses<'a> {
    export: Export<'a>,
}

impl Losses<'_> {
    fn lose(self, reason: &str) {
        self.export.losses.lose(reason);
    }

    fn below(self, step: &str, declared: &Declaration) {
        self.export.losses.below(step, || self.node(declared));
    }

    fn node(self, declared: &Declaration) {
        let shape = Shape::of(&declared.type_);
        let rules = rules::of(declared, self.export);
        for rule in rules.words {
            self.lose(&format!("a rule is only described: {rule}"));
        }
        for loss in rules.losses {
            self.lose(loss.reason());
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

    fn map(self, map: &MapType) {
        for (key, value) in map.named() {
            self.below(&display_key(key), value);
        }
        if let Some(pattern) = only_pattern(map) {
            self.below("*", &pattern.declaration);
            if matches!(pattern.allowed, Allowed::Function(_)) {
                let keys = pattern.listed();
                self.lose(&format!(
                    "a function decides which keys there may be, the export allows all: {keys}"
                ));
            }
            if map.open.as_ref().is_some_and(|open| !open.removed.is_empty()) {
                self.lose("keys that were removed are accepted");
            }
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
