//! What a structural schema cannot say.

use yardstick_schema::{
    Allowed, Choice, Declaration, MapType, Type,
    rules::kubernetes::{Shape, only_pattern},
};
use yardstick_template::{convert::display_key, tree::Kind};

use super::{
    super::{
        Export,
        rules::{REFUSED_DEFAULT, are_kept},
    },
    rules,
};

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
        let is_valid = || self.export.describer.need(declared, &declared.default).is_none();
        if self.export.options.validations && !are_kept(declared, &declared.default) && is_valid() {
            self.lose(REFUSED_DEFAULT);
        }
        if refuses(&declared.type_) {
            self.lose("what @schema/not refuses is accepted");
        }
        if let Type::Choice(choice) = declared.type_.not_null()
            && matches!(shape, Shape::Scalar(_) | Shape::IntOrString)
        {
            self.scalars(choice);
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

    /// Alternatives that are all scalars: of them only the types are told.
    fn scalars(self, choice: &Choice) {
        let has_rules = |one: &Declaration| !one.validations.is_empty() || refuses(&one.type_);
        if choice.alternatives.iter().any(has_rules) {
            self.lose("what is asked of a single alternative is not checked");
        }
        let overlap = |(at, one): (usize, &Declaration)| {
            let kinds = [Kind::Bool, Kind::Int, Kind::Float, Kind::Text, Kind::Null];
            choice.alternatives[..at].iter().any(|other| {
                let shares = |kind: &Kind| {
                    one.type_.accepts_scalar(*kind) && other.type_.accepts_scalar(*kind)
                };
                kinds.iter().any(shares)
            })
        };
        if choice.exclusive && choice.alternatives.iter().enumerate().any(overlap) {
            self.lose("a value may fit several alternatives in the export");
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
