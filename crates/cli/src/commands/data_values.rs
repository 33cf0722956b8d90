//! Schemas of data values where a YAML Schema is expected: they are converted in memory, and used.

use std::sync::Arc;

use yardstick_bridge::export::{Options, Target};
use yardstick_check::schema::SchemaStore;
use yardstick_diagnostics::{Diagnostic, Result};
use yardstick_workspace::Renderer;

use crate::report::Session;

/// Puts the schemas of data values among `references` into `library` as JSON Schemas. The answer is what they
/// cannot say as such.
pub(super) fn convert(
    library: &SchemaStore,
    references: &[String],
    session: &Session,
) -> Result<Vec<Diagnostic>> {
    let mut warnings = Vec::new();
    for reference in references {
        let path = reference.split('#').next().unwrap_or(reference);
        // What cannot be read is reported by whoever needs it.
        let Ok(text) = session.world.read(path) else { continue };
        if !is_by_example(&text) {
            continue;
        }
        let renderer = Renderer::new().world(Arc::clone(&session.world)).file(path, text);
        let exported = renderer.export(Target::JsonSchema, &Options::default());
        let exported = exported.map_err(|failure| {
            Box::new(Diagnostic::error(failure.diagnostic().code, failure.to_string()))
        })?;
        library.put(&library.url_of(path, ""), path, exported.to_text())?;
        warnings.extend(exported.warnings);
    }
    Ok(warnings)
}

/// Whether a document of `text` is marked as a schema of data values.
fn is_by_example(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| {
        let Some(comment) = line.strip_prefix(b"#@") else { return false };
        comment.trim_ascii_start().starts_with(b"data/values-schema")
    })
}
