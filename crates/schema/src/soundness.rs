//! Checks whether a schema is sound: finds rules that no value can satisfy, defaults and examples that violate rules,
//! and key patterns that never match.
//!
//! None of this stops a run, so only `schema check` reports it.

use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_starlark::Thread;
use yardstick_template::tree::{Kind, Position, Yaml};

use crate::{
    Need, Schema,
    model::{Allowed, Declaration, MapType, Type},
    rules::{Named, Ruled},
};

impl Schema {
    /// Returns probable mistakes in the schema, in the order in which they are written.
    pub fn review(&self, thread: &mut Thread) -> Vec<Diagnostic> {
        let mut review = Review { thread, found: Vec::new() };
        review.node(self.root(), Some(&self.root().default));
        for shape in self.shapes() {
            if let Some(declared) = shape.declaration() {
                review.node(declared, Some(&declared.default));
            }
        }
        review.found
    }
}

struct Review<'a> {
    thread: &'a mut Thread,
    found: Vec<Diagnostic>,
}

impl Review<'_> {
    /// Checks a node that has the value `held` if the user gives none.
    // Recursion is safe because the depth of schemas is bounded.
    fn node(&mut self, declared: &Declaration, held: Option<&Yaml>) {
        let before = self.found.len();
        for placed in declared.validations.iter().flat_map(|validation| &validation.rules) {
            if let Some(named) = placed.rule.named() {
                self.rule(declared, named, placed.position);
            }
        }
        self.bounds(declared);
        self.not_null(declared);
        // If a rule can never be satisfied, do not report values that violate it as well.
        if self.found.len() == before {
            if let Some(held) = held.filter(|_| declared.required.is_none()) {
                self.default(declared, held);
            }
            self.examples(declared);
        }
        self.inside(&declared.type_, held);
    }

    fn inside(&mut self, type_: &Type, held: Option<&Yaml>) {
        match type_ {
            Type::Map(map) => self.map(map, held),
            Type::Array(item) => self.node(item, None),
            Type::Nullable(inner) => self.inside(inner, held),
            Type::Except(except) => self.inside(&except.inner, held),
            Type::Union(union) => {
                for member in &union.members {
                    self.inside(member, held);
                }
            }
            Type::Choice(choice) => {
                for alternative in &choice.alternatives {
                    self.node(alternative, None);
                }
            }
            Type::Any | Type::Scalar(_) | Type::Ref(_) => {}
        }
    }

    fn map(&mut self, map: &MapType, held: Option<&Yaml>) {
        for (_, value, held) in map.iter_held(held) {
            self.node(value, Some(held));
        }
        let Some(open) = map.open.as_deref() else { return };
        for (_, value) in open.optional() {
            self.node(value, None);
        }
        for (at, pattern) in open.patterns.iter().enumerate() {
            let position = pattern.declaration.position;
            let earlier = open.patterns[..at].iter().find(|earlier| match &earlier.allowed {
                Allowed::Any => true,
                Allowed::Matching(_) => earlier.listed() == pattern.listed(),
                Allowed::Function(_) => false,
            });
            let keys = pattern.listed();
            if let Some(earlier) = earlier {
                let earlier = earlier.listed();
                self.warn(
                    codes::UNREACHABLE_PATTERN,
                    format!("This pattern ({keys}) never matches: an earlier pattern ({earlier}) matches the same keys"),
                    "move the pattern that takes more keys to the end",
                    position,
                );
            } else if only_key(&pattern.allowed).is_some_and(|key| map.known(&key).is_some()) {
                self.warn(
                    codes::UNREACHABLE_PATTERN,
                    format!("No key gets here ({keys}): the only key it matches has its own item"),
                    "remove the pattern, or the item of that name",
                    position,
                );
            }
            self.node(&pattern.declaration, None);
        }
    }

    /// Reports a rule that no value of the node can satisfy.
    fn rule(&mut self, declared: &Declaration, named: &Named, position: Position) {
        const KINDS: [Kind; 6] =
            [Kind::Bool, Kind::Int, Kind::Float, Kind::Text, Kind::Map, Kind::Array];
        let (name, type_) = (named.kind.name, declared.type_.not_null());
        if matches!(type_, Type::Any | Type::Ref(_)) {
            return;
        }
        let mut kinds = KINDS.into_iter().filter(|kind| type_.is_of_kind(*kind)).peekable();
        if kinds.peek().is_some() && !kinds.clone().any(|kind| named.rule.concerns(kind)) {
            let kinds: Vec<&str> = kinds.map(Kind::name).collect();
            self.warn(
                codes::UNSUITABLE_RULE,
                format!("{name}= does not apply to {}: every value breaks it", kinds.join(" or ")),
                "remove the rule, or change the type of the value",
                position,
            );
        } else if let Some(misfit) = named.rule.misfit(Ruled::new(declared)) {
            let hint = misfit.hint.unwrap_or_else(|| "correct the argument of the rule".to_owned());
            self.warn(codes::UNSUITABLE_RULE, format!("{name}= {}", misfit.text), &hint, position);
        }
    }

    /// Reports two rules of the node that no value can satisfy together: `min=10, max=1`.
    fn bounds(&mut self, declared: &Declaration) {
        let rules = || declared.unconditional().flat_map(|validation| &validation.rules);
        for lower in rules() {
            let Some(low) = lower.rule.named() else { continue };
            let mut highs = rules().filter_map(|placed| placed.rule.named());
            if let Some(high) = highs.find(|high| low.rule.excludes(&*high.rule)) {
                let (low_name, high_name) = (low.kind.name, high.kind.name);
                let (low_words, high_words) = (low.rule.must_be(), high.rule.must_be());
                self.warn(
                    codes::UNSUITABLE_RULE,
                    format!("No value keeps both {low_name}= and {high_name}=: {low_words}, and {high_words}"),
                    "correct one of the two bounds",
                    lower.position,
                );
                return;
            }
        }
    }

    /// Reports `not_null=True` on a value that is never null.
    fn not_null(&mut self, declared: &Declaration) {
        let is_nullable = declared.type_.accepts_scalar(Kind::Null)
            || matches!(
                declared.type_,
                Type::Any | Type::Nullable(_) | Type::Ref(_) | Type::Choice(_)
            );
        let validation = declared.validations.iter().find(|one| one.not_null.is_some());
        if let Some(validation) = validation.filter(|_| !is_nullable) {
            self.warn(
                codes::UNSUITABLE_RULE,
                "not_null= changes nothing: the type of the value does not allow null".to_owned(),
                "remove the rule; to make users give a value write `#@schema/nullable` above the key as well",
                validation.position,
            );
        }
    }

    /// Reports a default that violates a rule. An empty default is fine: it means that users must give a value.
    fn default(&mut self, declared: &Declaration, held: &Yaml) {
        if is_empty(held) || matches!(held, Yaml::Map(_)) {
            return;
        }
        let Some(broken) = self.broken(declared, held) else { return };
        self.warn(
            codes::UNSOUND_VALUE,
            format!("The default breaks a rule: {broken}"),
            "until it is changed, users must give a value",
            declared.position,
        );
    }

    fn examples(&mut self, declared: &Declaration) {
        let Some(words) = declared.documentation.as_deref() else { return };
        for (at, example) in words.examples.iter().enumerate() {
            // Missing keys get their defaults, and rules about the map rely on them.
            if matches!(example.value, Yaml::Map(_) | Yaml::Null) {
                continue;
            }
            if let Some(broken) = self.broken(declared, &example.value) {
                self.warn(
                    codes::UNSOUND_VALUE,
                    format!("Example {} breaks a rule: {broken}", at + 1),
                    "give an example that users can copy",
                    declared.position,
                );
            }
        }
    }

    fn broken(&mut self, declared: &Declaration, value: &Yaml) -> Option<String> {
        Some(match Need::of(self.thread, declared, value)? {
            Need::Broken(rule) => format!("it must be {rule}"),
            Need::Inside(path) => format!("{path} is not valid"),
            Need::NoDefault => return None,
        })
    }

    fn warn(&mut self, code: codes::Code, message: String, note: &str, position: Position) {
        let warning = Diagnostic::warning(code, message).note(note);
        self.found.push(warning.at(position.span()));
    }
}

/// Whether a value is empty, so that it only shows its type.
fn is_empty(value: &Yaml) -> bool {
    match value {
        Yaml::Null | Yaml::Bool(false) | Yaml::Int(0) | Yaml::UInt(0) => true,
        Yaml::Float(value) => *value == 0.0,
        Yaml::Text(text) => text.is_empty(),
        Yaml::Array(array) => array.items.is_empty(),
        Yaml::Map(map) => map.is_empty(),
        Yaml::Bool(true) | Yaml::Int(_) | Yaml::UInt(_) => false,
    }
}

/// Returns the only matching key, if the expression is a plain word between anchors.
fn only_key(allowed: &Allowed) -> Option<Yaml> {
    let Allowed::Matching(expression) = allowed else { return None };
    let text = expression.text();
    let word = text.strip_prefix('^')?.strip_suffix('$')?;
    let is_plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    is_plain.then(|| Yaml::text(word))
}
