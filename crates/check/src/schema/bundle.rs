//! A schema with everything it refers to in one document.

use std::sync::Arc;

use jsonschema::ReferencingError;
use serde_json::Value as Json;
use yardstick_diagnostics::Diagnostic;

use super::{Library, Schema, compile, library::Retriever};

/// The schema with all documents it refers to embedded under `$defs` by their URL.
pub fn bundle(library: &Arc<Library>, schema: &Schema) -> Result<Json, Box<Diagnostic>> {
    // A part of a file is bundled as a reference to it, from outside.
    let base = if schema.is_part() {
        "yardstick:///bundle".to_owned()
    } else {
        compile::base_url(&schema.file)
    };
    jsonschema::options()
        .with_base_uri(base)
        .with_retriever(Retriever(Arc::clone(library)))
        .bundle(&schema.to_json())
        .map_err(|error: ReferencingError| {
            Box::new(Diagnostic::error("YS202", format!("Cannot resolve reference: {error}")))
        })
}
