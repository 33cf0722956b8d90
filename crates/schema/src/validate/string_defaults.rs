//! `@schema/validation-defaults-for-strings`: rules for all strings below a node.
//!
//! The rules are copied to the scalars of the same document before other documents are overlaid, so they do not
//! affect what other documents declare. Whether a scalar is a string is known only when the merged document is read.
//! Schemas in the arguments of annotations (`@schema/any-of` and similar) get the rules of their node when they are
//! read ([`spread_in_part`]).

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, Result, Sources, codes};
use yardstick_template::tree::{Annotation, Annotations, Document, Yaml};

use super::{Validation, attached::parse, parse::Reading};
use crate::values::settle::MAX_DEPTH;

/// Annotations whose arguments are schemas.
const COMBINATIONS: [&str; 3] = ["schema/any-of", "schema/one-of", "schema/all-of"];

/// Copies the string rules of a schema document to its scalars.
pub fn spread(document: &mut Document, sources: &Sources) -> Result<()> {
    let document_has = document.annotations.has(Validation::STRING_DEFAULTS);
    if !document_has && !is_written(&document.value, MAX_DEPTH) {
        return Ok(());
    }
    let mut spreading = Spreading { sources, error: None };
    spreading.node(&mut document.annotations, &mut document.value, None, MAX_DEPTH);
    spreading.error.map_or(Ok(()), Err)
}

/// Copies string rules in a schema that is part of a node with `annotations`.
pub(crate) fn spread_in_part(
    part: &mut Document,
    annotations: &Annotations,
    sources: &Sources,
) -> Result<()> {
    let outer = annotations.get(Validation::STRING_DEFAULTS);
    if outer.is_none() {
        return spread(part, sources);
    }
    let mut spreading = Spreading { sources, error: None };
    spreading.node(&mut part.annotations, &mut part.value, outer, MAX_DEPTH);
    spreading.error.map_or(Ok(()), Err)
}

fn is_written(value: &Yaml, depth: usize) -> bool {
    let Some(below) = depth.checked_sub(1) else { return false };
    let here = |annotations: &Annotations, value: &Yaml| {
        (!annotations.is_empty() && annotations.has(Validation::STRING_DEFAULTS))
            || is_written(value, below)
    };
    match value {
        Yaml::Map(map) => map.items().iter().any(|item| here(&item.annotations, &item.value)),
        Yaml::Array(array) => array.items.iter().any(|item| here(&item.annotations, &item.value)),
        _ => false,
    }
}

struct Spreading<'a> {
    sources: &'a Sources,
    /// The first error.
    error: Option<Box<Diagnostic>>,
}

impl Spreading<'_> {
    fn node(
        &mut self,
        annotations: &mut Annotations,
        value: &mut Yaml,
        outer: Option<&Annotation>,
        depth: usize,
    ) {
        // Deeper schemas are rejected when they are read.
        let Some(below) = depth.checked_sub(1) else { return };
        let own = annotations.get(Validation::STRING_DEFAULTS).cloned();
        if let Some(own) = &own
            && let Err(malformed) = parse(own, Reading::Strict, false, self.sources)
        {
            let error = malformed.into_diagnostic(codes::SCHEMA_ANNOTATION);
            self.error.get_or_insert_with(|| Box::new(error));
        }
        let rules = own.as_ref().or(outer);
        let is_combined = COMBINATIONS.iter().any(|name| annotations.has(name));
        match (rules, &*value) {
            // Keep the rules, because the parts need them.
            (Some(rules), _) if is_combined => annotations.set(rules.clone()),
            (_, Yaml::Map(_) | Yaml::Array(_)) => {
                annotations.retain(|one| &*one.name != Validation::STRING_DEFAULTS);
            }
            (Some(rules), _) => annotations.set(rules.clone()),
            (None, _) => {}
        }
        match value {
            Yaml::Map(map) => {
                for item in Rc::make_mut(map).values_mut() {
                    self.node(&mut item.annotations, &mut item.value, rules, below);
                }
            }
            Yaml::Array(array) => {
                for item in &mut Rc::make_mut(array).items {
                    self.node(&mut item.annotations, &mut item.value, rules, below);
                }
            }
            _ => {}
        }
    }
}
