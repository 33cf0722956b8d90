//! Exports alternatives: `@schema/any-of` and `@schema/one-of`.
//!
//! In a schema by example, the type and keys of a value decide which alternative is meant, and then the rules of that
//! one apply. JSON Schema has no such order. Where the order matters, an alternative explicitly excludes the values
//! of the others.

use yardstick_schema::{Choice, Declaration};
use yardstick_template::{print, tree::Yaml};

use super::{
    discriminator,
    node::{Kinds, Part, Place, Writer},
    object::{Object, list},
};

/// The exported forms of an alternative.
struct Alternative {
    /// The complete schema.
    all: Object,
    /// Its types only.
    fits: Object,
    /// Its types and required keys: the values that are meant for it.
    types: Object,
    /// Whether the exported types allow more than the original.
    is_wide: bool,
    /// Whether the types are all that is checked, without further rules.
    is_free: bool,
    /// Whether no value fits both this and another alternative.
    is_apart: bool,
    accepts_null: bool,
}

impl Writer<'_> {
    /// Adds the alternatives to `object`, the schema of a node that has the value `held` if the user gives none.
    pub(super) fn choice(
        &self,
        object: &mut Object,
        choice: &Choice,
        nullable: bool,
        held: Option<&Yaml>,
    ) {
        // A given map is merged into the default if it fits the same alternative.
        let held = held.filter(|held| matches!(held, Yaml::Map(_)));
        let chosen = held.and_then(|held| {
            let chosen = choice.chosen(held)?;
            choice.alternatives.iter().position(|one| std::ptr::eq(one, chosen))
        });
        // Without a named key to select an alternative, values that fit several are rejected.
        let exclusive = choice.exclusive || choice.by.as_ref().is_some_and(|by| by.is_named);
        let mut alternatives: Vec<Alternative> = choice
            .alternatives
            .iter()
            .enumerate()
            .map(|(at, declared)| {
                let held = held.filter(|_| chosen == Some(at));
                self.alternative(choice, at, declared, held)
            })
            .collect();
        let merged = chosen.filter(|&at| !alternatives[at].is_apart);
        let Some(at) = merged else {
            if let Some(by) = &choice.by {
                let all = alternatives.iter().map(|one| &one.all);
                if let Some(told) = discriminator::of_components(self, by, all) {
                    return if nullable {
                        object.add("anyOf", self.or_null(vec![told], true));
                    } else {
                        object.extend(told);
                    };
                }
            }
            let (keyword, value) = self.one_of(exclusive, &alternatives, nullable, object);
            object.add(keyword, value);
            return;
        };
        let chosen = alternatives.remove(at);
        let mut others = Object::default();
        if !chosen.is_wide {
            others.add("not", chosen.fits.clone());
        }
        let (keyword, value) = self.one_of(exclusive, &alternatives, false, &mut others);
        others.add(keyword, value);
        object.add("anyOf", self.or_null(vec![chosen.all, others], nullable));
    }

    fn alternative(
        &self,
        choice: &Choice,
        at: usize,
        declared: &Declaration,
        held: Option<&Yaml>,
    ) -> Alternative {
        let place = Place::part(held);
        let kinds = Kinds::of(&declared.type_);
        let mut others = choice.alternatives.iter().enumerate().filter(|(other, _)| *other != at);
        let is_apart = others.all(|(_, other)| kinds.is_apart_from(&Kinds::of(&other.type_)));
        let part = |part| Writer { part, ..*self }.declaration(declared, place);
        let narrowed = |types: Object| match &choice.by {
            Some(by) => discriminator::narrowed(types, by, at),
            None => types,
        };
        let text = |object: &Object| print::to_yaml_text(&object.clone().into());
        let verdict = part(Part::Verdict);
        // If an alternative differs from all others, a value that violates its rules does not fit another one either.
        let ((fits, types), is_wide) = self.export.losses.is_wide(|| {
            if is_apart {
                (verdict.clone(), verdict.clone())
            } else {
                (narrowed(part(Part::Types)), narrowed(part(Part::Whole)))
            }
        });
        if !self.part.is_verdict() && text(&fits) != text(&types) {
            self.export.losses.lose("alternatives that differ only in required keys cannot be distinguished in the export");
        }
        let all = self.declaration(declared, place);
        Alternative {
            is_free: text(&types) == text(&verdict),
            all: match &choice.by {
                Some(by) if self.part.is_verdict() => {
                    discriminator::with_const(all, by, self.dialect)
                }
                Some(_) => narrowed(all),
                None => all,
            },
            fits,
            types,
            is_apart,
            is_wide,
            accepts_null: declared.type_.accepts_null(),
        }
    }

    /// Returns the keyword for the alternatives. Adds what it cannot express to `object`.
    fn one_of(
        &self,
        exclusive: bool,
        alternatives: &[Alternative],
        nullable: bool,
        object: &mut Object,
    ) -> (&'static str, Yaml) {
        let all = || alternatives.iter().map(|one| one.all.clone()).collect::<Vec<_>>();
        let is_null_told = !alternatives.iter().any(|one| nullable && one.accepts_null);
        if !exclusive {
            let all = (0..alternatives.len()).map(|at| after(alternatives, at)).collect();
            return ("anyOf", self.or_null(all, nullable));
        }
        let is_told = alternatives.iter().all(|one| one.is_free || one.is_apart);
        if alternatives.iter().any(|one| one.is_wide) {
            self.export.losses.lose("a value may fit several alternatives in the export");
            return ("anyOf", self.or_null(all(), nullable));
        }
        if is_told && is_null_told {
            return ("oneOf", self.or_null(all(), nullable));
        }
        let types = alternatives.iter().map(|one| one.types.clone());
        let exactly_one: Object = [("oneOf", list(types))].into_iter().collect();
        let exactly_one = if nullable {
            [("anyOf", self.or_null(vec![exactly_one], true))].into_iter().collect()
        } else {
            exactly_one
        };
        object.and_schema(exactly_one);
        ("anyOf", self.or_null(all(), nullable))
    }
}

/// Returns alternative `at`, restricted to values that do not fit an earlier alternative. Such values are meant for
/// that one, even if they violate its rules.
fn after(alternatives: &[Alternative], at: usize) -> Object {
    let own = &alternatives[at];
    let mut all = own.all.clone();
    let earlier =
        alternatives[..at].iter().filter(|one| !one.is_free && !one.is_apart && !one.is_wide);
    let earlier: Vec<Object> = earlier.map(|one| one.types.clone()).collect();
    if !earlier.is_empty() && !own.is_apart {
        let any: Object = [("anyOf", list(earlier))].into_iter().collect();
        all.and([("not", any.into())]);
    }
    all
}
