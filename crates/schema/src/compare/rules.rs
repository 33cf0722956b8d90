//! Compares rules: added, removed and changed ones.

use yardstick_template::tree::Yaml;

use super::{Aspect, Effect, Walk};
use crate::{model::Declaration, rules::Rule};

/// A rule of a node.
struct Listed<'a> {
    rule: &'a Rule,
    /// Whether it applies only under a condition.
    conditional: bool,
}

impl Listed<'_> {
    /// Returns what the rule checks, without the author's description. For a function, the description is all there
    /// is.
    fn meaning(&self) -> (String, bool) {
        (self.rule.meaning(), self.conditional)
    }

    fn text(&self) -> Yaml {
        let text = self.rule.must_be();
        let condition = if self.conditional { " (sometimes)" } else { "" };
        Yaml::text(&format!("{text}{condition}"))
    }

    fn is_like(&self, other: &Self) -> bool {
        let kind = |rule: &Rule| rule.named().map(|named| named.kind.name);
        self.rule.named().is_some() && kind(self.rule) == kind(other.rule)
    }
}

fn listed(declared: &Declaration) -> Vec<Listed<'_>> {
    let validations = declared.validations.iter();
    validations
        .flat_map(|validation| {
            let conditional = !validation.is_unconditional();
            validation.rules.iter().map(move |placed| Listed { rule: &placed.rule, conditional })
        })
        .collect()
}

impl Walk<'_> {
    /// Compares the rules of a node. Whether null is always rejected is part of the type, so it is not reported here.
    pub(super) fn rules(&mut self, old: &Declaration, new: &Declaration) {
        self.sometimes_null(old, new);
        let (all_old, all_new) = (listed(old), listed(new));
        let mut gone: Vec<&Listed<'_>> = all_old.iter().collect();
        let mut fresh = Vec::new();
        for rule in &all_new {
            match gone.iter().position(|old| old.meaning() == rule.meaning()) {
                None => fresh.push(rule),
                Some(at) => {
                    let same = gone.remove(at);
                    if same.rule.must_be() != rule.rule.must_be() {
                        let (was, is) = (same.text(), rule.text());
                        self.changed(Aspect::Rules, Some(was), Some(is), Effect::Docs);
                    }
                }
            }
        }
        for rule in fresh {
            // A conditional rule implies nothing if the condition is false.
            let is_implied = all_old
                .iter()
                .any(|old| (rule.conditional || !old.conditional) && old.rule.implies(rule.rule));
            let same_rule = |old: &&Listed<'_>| old.rule.meaning() == rule.rule.meaning();
            let before = gone
                .iter()
                .position(same_rule)
                .or_else(|| gone.iter().position(|old| old.is_like(rule)))
                .map(|at| gone.remove(at).text());
            let effect = Effect::breaking_unless(is_implied);
            self.changed(Aspect::Rules, before, Some(rule.text()), effect);
        }
        for rule in gone {
            self.changed(Aspect::Rules, Some(rule.text()), None, Effect::Compatible);
        }
    }

    /// Compares whether null is rejected under a condition.
    fn sometimes_null(&mut self, old: &Declaration, new: &Declaration) {
        let is_refused = |declared: &Declaration| {
            let mut conditional = declared.validations.iter().filter(|one| !one.is_unconditional());
            conditional.any(|validation| validation.not_null.is_some())
        };
        let text = |is_refused: bool| is_refused.then(|| Yaml::text("not null (sometimes)"));
        let (was_refused, is_refused) = (is_refused(old), is_refused(new));
        if was_refused != is_refused {
            let had_null = old.type_.accepts_null() && !old.refuses_null();
            let effect = Effect::breaking_unless(was_refused || !had_null);
            self.changed(Aspect::Rules, text(was_refused), text(is_refused), effect);
        }
    }
}
