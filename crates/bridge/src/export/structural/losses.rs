//! Reports what a structural schema cannot express.

use yardstick_schema::{
    Allowed, Choice, Declaration, MapType, Type,
    rules::kubernetes::{Shape, only_pattern},
};
use yardstick_template::{
    convert::display_key,
    tree::{Kind, MapItem, Yaml},
};

use super::{
    super::{
        Export,
        keys::{FUNCTION_OF_KEYS, tell_of_names},
        rules::{REFUSED_DEFAULT, are_kept},
    },
    rules,
};

/// Reports what is not checked about values of a node, without the nodes below it.
pub(super) fn tell(declared: &Declaration, rules: &rules::Exported, export: Export<'_>) {
    Losses { export }.node(declared, rules);
}

/// Reports unnamed keys in the default `held` of a map. In data values, a given map is merged into it.
pub(super) fn tell_of_default(map: &MapType, held: Option<&Yaml>, export: Export<'_>) {
    let Some(Yaml::Map(held)) = held.filter(|_| export.options.validations) else { return };
    let is_merged = |item: &&MapItem| {
        let is_named = map.defaults.position_of(&item.key).is_some();
        let Some(declared) = map.known(&item.key).filter(|_| !is_named) else { return false };
        let is_map = matches!(item.value, Yaml::Map(_));
        is_map || export.describer.need(declared, &item.value).is_some()
    };
    for item in held.items().iter().filter(is_merged) {
        export.losses.below(&display_key(&item.key), || {
            export
                .losses
                .lose("what is given is merged into the default here, but not in Kubernetes");
        });
    }
}

#[derive(Clone, Copy)]
struct Losses<'a> {
    export: Export<'a>,
}

impl Losses<'_> {
    fn lose(self, reason: &str) {
        self.export.losses.lose(reason);
    }

    fn node(self, declared: &Declaration, rules: &rules::Exported) {
        let shape = Shape::of(&declared.type_);
        for rule in &rules.words {
            self.lose(&format!("a rule is only described: {rule}"));
        }
        for loss in &rules.losses {
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
            Shape::Untyped if declared.refuses_null() && self.export.options.validations => {
                self.lose("a node without a type takes null in Kubernetes");
            }
            Shape::Map(None) | Shape::Array(None) => {
                self.lose("alternatives cannot be told apart: what is inside is not checked");
            }
            Shape::Map(Some(map)) => self.map(map),
            _ => {}
        }
    }

    /// Reports only the types, because all alternatives are scalars.
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
        tell_of_names(map, self.export.losses);
        if let Some(pattern) = only_pattern(map) {
            if matches!(pattern.allowed, Allowed::Function(_)) {
                let losses = self.export.losses;
                losses.below(&pattern.listed(), || losses.lose(FUNCTION_OF_KEYS));
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
