//! Schema and data values from their layers.

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, Result, Sources};
use yardstick_overlay::{Overlayer, plain_merge};
use yardstick_schema::{Deprecation, Judged, Proposals, Schema, invalid_values_and};
use yardstick_starlark::Thread;
use yardstick_template::tree::{Document, Map, Position};

use super::{Layer, Merge, arrays, lenient, replacing, wanted};

/// The schema that `layers` and then `given` declare; nothing is declared where there are none.
pub(crate) fn build_schema(
    thread: &mut Thread,
    sources: &Arc<Sources>,
    layers: Vec<Layer>,
    given: Vec<Layer>,
) -> Result<Option<Schema>> {
    let mut merged: Option<(Document, Schema)> = None;
    let mut overlayer = Overlayer::new(thread, sources);
    for layer in layers.into_iter().chain(given) {
        let mut layer = layer;
        yardstick_schema::spread_string_rules(&mut layer.document, sources)?;
        // Each document has to make sense by itself.
        let alone = Schema::new(overlayer.thread(), &layer.document, sources)?;
        merged = Some(match merged {
            None => (layer.document, alone),
            Some((left, _)) => {
                let document = overlayer.exact(left, &layer.document)?;
                let schema = Schema::new(overlayer.thread(), &document, sources)?;
                (document, schema)
            }
        });
    }
    Ok(merged.map(|(_, schema)| schema))
}

/// Final data values with the schema they were held to.
#[derive(Debug)]
pub(crate) struct Computed {
    pub(crate) document: Document,
    /// What is probably not meant in the layers.
    pub(crate) warnings: Vec<Diagnostic>,
    schema: Schema,
}

impl Computed {
    /// Runs the rules of the schema and of the values.
    pub(crate) fn validate(
        &self,
        thread: &mut Thread,
        sources: &Sources,
        proposals: Proposals,
    ) -> Result<Judged> {
        self.schema.validate_as(thread, &self.document, sources, proposals)
    }

    /// The deprecated values that were given.
    pub(crate) fn deprecations(&self, thread: &mut Thread) -> Vec<Deprecation> {
        self.schema.deprecations(thread, &self.document)
    }
}

/// Lays `layers` (documents of files) and then `given` (flags and what callers of libraries give)
/// over the defaults. Everything that does not fit the schema is reported together, and with it the
/// layers that cannot be laid over what is left.
pub(crate) fn compute(
    thread: &mut Thread,
    sources: &Arc<Sources>,
    schema: Option<Schema>,
    layers: Vec<Layer>,
    given: Vec<Layer>,
    proposals: Proposals,
) -> Result<Computed> {
    let mut overlayer = Overlayer::new(thread, sources);
    let has_schema = schema.is_some();
    let mut current = schema.as_ref().map(Schema::defaults);
    let schema = schema.unwrap_or_else(Schema::anything);
    let mut misfits = Vec::new();
    let mut refused = Vec::new();
    let from_files = layers.into_iter().map(|layer| (layer, true));
    // Documents for libraries are in files too.
    let given = given.into_iter().map(|layer| {
        let is_file = layer.reference.is_some();
        (layer, is_file)
    });
    for (layer, is_file) in from_files.chain(given) {
        let mut right = match layer.merge {
            Merge::Plain => plain_merge(layer.document),
            // Where the schema leaves keys open, it decides about all of them.
            Merge::Overlay if has_schema && (is_file || schema.has_open_keys()) => {
                let mut document = lenient::allow_new_keys(layer.document);
                if is_file && proposals.arrays_replace {
                    arrays::replace(&mut document);
                }
                document
            }
            Merge::Overlay => layer.document,
        };
        let previous = current.clone();
        let laid = match current {
            None => Ok(right),
            Some(left) => {
                let thread = overlayer.thread();
                schema.mark_replaced(thread, &left.value, &mut right.value, replacing::mark);
                overlayer.exact(left, &right).map_err(|error| {
                    wanted::explain(error, overlayer.thread(), &schema, &right, sources)
                })
            }
        };
        let mut next = match laid {
            Ok(next) => next,
            // What is wrong with the values before it is told first; the layer itself is left out.
            Err(error) if !misfits.is_empty() => {
                refused.push(error);
                current = previous;
                continue;
            }
            Err(error) => return Err(error),
        };
        let found = schema.assign(overlayer.thread(), &mut next, sources);
        if let (Some(previous), false) = (&previous, found.is_empty()) {
            schema.restore(overlayer.thread(), &mut next, previous, &found);
        }
        misfits.extend(found);
        current = Some(next);
    }
    let mut document = current.unwrap_or_else(|| Document::new(Map::default(), Position::UNKNOWN));
    misfits.extend(schema.check_counts(overlayer.thread(), &document, sources));
    if !misfits.is_empty() {
        return Err(invalid_values_and(misfits, &refused, sources));
    }
    // Annotations of overlays have done their work.
    yardstick_overlay::strip(&mut document);
    Ok(Computed { document, warnings: overlayer.into_warnings(), schema })
}
