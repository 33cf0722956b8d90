//! Computes schema and data values from their layers.
//!
//! These rules define how data values are merged; [`compute`] refers to them by number.
//!
//! 1. Values start as the defaults of the schema; without a schema, as the first layer.
//! 2. Layers follow in a fixed order: documents of files, then those of flags or of the library's caller.
//! 3. A plain layer merges maps, replaces everything else, and may add keys.
//! 4. Any other layer is an overlay: it does what its annotations say. If there is a schema, it may name keys that do
//!    not exist, because the schema checks them afterwards and can suggest a key.
//! 5. Under the proposal `arrays-replace`, arrays in documents of files replace arrays; otherwise they are appended.
//! 6. If the schema has alternatives that cannot be merged, the new value replaces the old one.
//! 7. After each layer, the schema fills in missing values and reports misfits. A misfit is reset to its value before
//!    the layer, so that the next layer meets valid values. All misfits are reported together at the end.
//! 8. A layer that cannot be merged ends the run. After a misfit, that misfit may be the only cause of the failure, so
//!    the layer is skipped, and reported after the misfits.
//! 9. The number of items in a map is checked once, on the final values, because layers may add them one by one.

use std::{collections::VecDeque, rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result, Sources, Subject};
use yardstick_overlay::{Merger, plain_merge};
use yardstick_schema::{
    Deprecation, Mismatch, MismatchKind, Proposals, Schema, invalid_values_and, locate,
};
use yardstick_starlark::Thread;
use yardstick_template::tree::{Document, Map, Position};

use super::{Layer, Merge, ShownValues, adapt, dropped, hints, joined::joined, texts};

/// Builds the schema from `layers` and then `given`. Returns it with warnings about probable mistakes. No layers, no
/// schema. The merged document, which nobody needs any more, goes to `let_go`.
pub(crate) fn build_schema(
    thread: &mut Thread,
    sources: &Arc<Sources>,
    layers: Vec<Layer>,
    given: Vec<Layer>,
    let_go: impl FnOnce(Document),
) -> Result<(Option<Schema>, Vec<Diagnostic>)> {
    let mut merged: Option<(Document, Schema)> = None;
    let mut proposals = Proposals::default();
    let mut warnings = Vec::new();
    let mut merger = Merger::new(thread, sources);
    let mut errors = Vec::new();
    for mut layer in layers.into_iter().chain(given) {
        warnings.extend(dropped::foreign(&layer.document));
        warnings.extend(dropped::type_names(&layer.document));
        // Each document must be valid on its own.
        let alone = yardstick_schema::spread_string_rules(&mut layer.document, sources)
            .and_then(|()| Schema::new(merger.thread(), &layer.document, sources));
        let alone = match alone {
            Ok(alone) if errors.is_empty() => alone,
            Ok(_) => continue,
            Err(error) => {
                errors.push(*error);
                continue;
            }
        };
        // Merging keeps only the annotations of the first document.
        proposals = proposals.and(alone.proposals());
        merged = Some(match merged {
            None => (layer.document, alone),
            Some((left, before)) => {
                // Schemas share the values of their documents, which are edited in place if nobody else has them.
                drop((before, alone));
                warnings.extend(dropped::annotations(&left, &layer.document, sources));
                let document = merger.merge(left, &layer.document)?;
                let schema = Schema::new(merger.thread(), &document, sources)?;
                (document, schema)
            }
        });
    }
    warnings.extend(merger.into_warnings());
    if let Some(error) = Diagnostic::first_of(errors) {
        return Err(error);
    }
    let schema = merged.map(|(document, schema)| {
        let_go(document);
        schema.with_proposals(proposals)
    });
    Ok((schema, warnings))
}

/// Settings for computing data values.
#[derive(Clone, Copy)]
pub(crate) struct MergeOptions<'a> {
    pub(crate) proposals: Proposals,
    /// Whether to check rules even if some types do not match.
    pub(crate) rules: bool,
    /// Whether to look for more errors after the first; called only then.
    pub(crate) thorough: &'a dyn Fn() -> bool,
}

/// The final data values, with the schema they were checked against.
#[derive(Debug)]
pub(crate) struct Computed {
    pub(crate) document: Document,
    /// Warnings about probable mistakes in the layers.
    pub(crate) warnings: Vec<Diagnostic>,
    schema: Rc<Schema>,
}

impl Computed {
    /// The values as code sees them.
    pub(crate) fn shown(&self) -> ShownValues {
        ShownValues::new(&self.document.value, &self.schema)
    }

    /// Checks the rules of the schema and of the values.
    pub(crate) fn validate(
        &self,
        thread: &mut Thread,
        sources: &Sources,
        proposals: Proposals,
    ) -> Result<Vec<Diagnostic>> {
        self.schema.validate_as(thread, &self.document, sources, proposals)
    }

    /// The deprecated values that were set.
    pub(crate) fn deprecations(&self, thread: &mut Thread) -> Vec<Deprecation> {
        self.schema.deprecations(thread, &self.document)
    }
}

/// Merges `layers` (documents of files) and then `given` (flags, and values from callers of libraries) with the
/// defaults.
pub(crate) fn compute(
    thread: &mut Thread,
    sources: &Arc<Sources>,
    schema: Option<Schema>,
    layers: Vec<Layer>,
    given: Vec<Layer>,
    options: MergeOptions<'_>,
) -> Result<Computed> {
    let MergeOptions { proposals, rules, thorough } = options;
    let mut merger = Merger::new(thread, sources);
    let has_schema = schema.is_some();
    // Rule 1.
    let mut current = schema.as_ref().map(Schema::defaults);
    let replaced = if has_schema || given.is_empty() {
        Vec::new()
    } else {
        texts::over_other_kinds(&layers, &given, sources)
    };
    let schema = schema.unwrap_or_else(Schema::anything);
    let mut misfits = Vec::new();
    let mut refused = Vec::new();
    // Rule 2. A document addressed to a library comes from a file, even if a caller passes it on.
    let from_files = layers.into_iter().map(|layer| (layer, true));
    let given = given.into_iter().map(|layer| {
        let is_file = layer.reference.is_some();
        (layer, is_file)
    });
    let mut left: VecDeque<(Layer, bool)> = from_files.chain(given).collect();
    // The number of layers to merge one by one, because they do not fit together.
    let mut singly = 0;
    while !left.is_empty() {
        if let (0, Some(before)) = (singly, &current)
            && let Some((document, merge, count)) =
                joined(left.iter().map(|(layer, _)| layer), before)
        {
            let mut right = if merge == Merge::Plain { plain_merge(document) } else { document };
            let (thread, mark) = (merger.thread(), adapt::replace_silently);
            schema.mark_replaced(thread, &before.value, &mut right.value, mark);
            let merged = merger.merge(before.clone(), &right).ok();
            let fitting = merged.and_then(|mut next| {
                let found = schema.assign(merger.thread(), &mut next, sources);
                found.is_empty().then_some(next)
            });
            match fitting {
                Some(next) => {
                    current = Some(next);
                    left.drain(..count);
                }
                None => singly = count,
            }
            continue;
        }
        singly = singly.saturating_sub(1);
        let Some((layer, is_file)) = left.pop_front() else { break };
        let mut right = match layer.merge {
            // Rule 3.
            Merge::Plain => plain_merge(layer.document),
            // Rules 4 and 5.
            Merge::Overlay if has_schema => {
                let mut document = adapt::allow_new_keys(layer.document);
                if is_file && proposals.arrays_replace {
                    adapt::replace_arrays(&mut document);
                }
                document
            }
            Merge::Overlay | Merge::Value => layer.document,
        };
        let previous = current.clone();
        let merged = match current {
            None => Ok(right.clone()),
            Some(left) => {
                // Rule 6.
                let (thread, mark) = (merger.thread(), adapt::replace_silently);
                schema.mark_replaced(thread, &left.value, &mut right.value, mark);
                match merger.merge(left, &right) {
                    Err(_) if has_schema && thorough() => {
                        // If merging fails, the schema reports all mistakes of the layer.
                        let found = schema.check(merger.thread(), &right, sources);
                        let is_shape = |one: &Mismatch| one.kind == MismatchKind::Structure;
                        if found.iter().any(is_shape) {
                            misfits.extend(found);
                            current = previous;
                            continue;
                        }
                        merger.merge(previous.clone().unwrap_or_else(|| schema.defaults()), &right)
                    }
                    merged => merged,
                }
                .map_err(|error| adapt::explain(error, merger.thread(), &schema, &right, sources))
            }
        };
        let mut next = match merged {
            Ok(next) => next,
            // Rule 8.
            Err(error) if !misfits.is_empty() => {
                refused.push(error);
                current = previous;
                continue;
            }
            Err(error) => return Err(error),
        };
        // What only the result holds from now on is completed in place.
        drop(right);
        // Rule 7.
        let found = schema.assign(merger.thread(), &mut next, sources);
        if let (Some(previous), false) = (&previous, found.is_empty()) {
            schema.restore(merger.thread(), &mut next, previous, &found);
        }
        misfits.extend(found);
        current = Some(next);
    }
    let mut document = current.unwrap_or_else(|| Document::new(Map::default(), Position::UNKNOWN));
    // Rule 9.
    misfits.extend(schema.check_counts(merger.thread(), &document, sources));
    if !misfits.is_empty() {
        let judged = rules
            .then(|| schema.validate_as(merger.thread(), &document, sources, proposals).err())
            .flatten();
        let broken = judged.and_then(|broken| unaffected(*broken, &misfits));
        locate(&mut misfits, sources);
        hints::explain(&mut misfits, has_schema.then(|| schema.defaults()).as_ref(), sources);
        let error = invalid_values_and(misfits, &refused, sources);
        return Err(Box::new(error.and(broken)));
    }
    // Annotations of overlays are no longer needed.
    yardstick_overlay::strip(&mut document);
    let mut warnings = merger.into_warnings();
    warnings.extend(replaced);
    Ok(Computed { document, warnings, schema: Rc::new(schema) })
}

/// Keeps the broken rules that are not affected by `misfits`. A misfit was reset to its earlier value, so its rules,
/// and those of the values that contain it, would check the wrong value.
fn unaffected(broken: Diagnostic, misfits: &[Mismatch]) -> Option<Diagnostic> {
    let path = |subject: &Option<Box<Subject>>| subject.as_ref().map(|one| one.path.0.clone());
    let wrong: Vec<_> = misfits.iter().filter_map(|misfit| path(&misfit.failure.subject)).collect();
    broken.retaining(|violation| {
        path(&violation.subject).is_some_and(|here| {
            !wrong.iter().any(|there| here.starts_with(there) || there.starts_with(&here))
        })
    })
}
