//! Accepts data values schemas where a YAML Schema is expected: converts them in memory.

use std::sync::Arc;

use yardstick_bridge::export::{Options, Target};
use yardstick_check::schema::SchemaStore;
use yardstick_diagnostics::{
    Diagnostic, FileFailure, FileReport, Result, Severity, Sources, findings,
};
use yardstick_workspace::Renderer;

use crate::report::Session;

/// Converts the data values schemas among `references` to JSON Schemas and adds them to `library`. Returns warnings
/// about what JSON Schema cannot express.
pub(super) fn convert(
    library: &SchemaStore,
    references: &[String],
    session: &Session,
) -> Result<Vec<Diagnostic>> {
    let mut warnings = Vec::new();
    for reference in references {
        let path = reference.split('#').next().unwrap_or(reference);
        // Unreadable files are reported where they are used.
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

/// Checks the data values schema at `path`; `None` if the file is something else.
pub(super) fn review(
    path: &str,
    sources: &Arc<Sources>,
    is_strict: bool,
    session: &Session,
) -> Option<FileReport> {
    let text = session.world.read(path).ok().filter(|text| is_by_example(text))?;
    let mut report = FileReport { name: path.to_owned(), ..FileReport::default() };
    report.count(1, 0);
    let mut renderer = Renderer::new().world(Arc::clone(&session.world)).file(path, text);
    for (path, text) in code_beside(path, session) {
        renderer = renderer.file(path, text);
    }
    let found = renderer.review(sources);
    for mut finding in found.iter().flat_map(findings) {
        if is_strict {
            finding.severity = Severity::Error;
        }
        if finding.labels.is_empty() {
            report.failure = Some(FileFailure::Own(Box::new(finding)));
        } else {
            report.add(finding.in_document(1));
        }
    }
    report.findings.sort_by_key(|finding| finding.span().map_or(0, |span| span.start));
    Some(report)
}

/// The files next to a schema from which it may load code.
fn code_beside(path: &str, session: &Session) -> Vec<(String, Vec<u8>)> {
    let directory = path.rfind('/').map_or("", |end| &path[..=end]);
    let listed = session.world.list(if directory.is_empty() { "." } else { directory });
    let is_code = |name: &str| {
        [".star", ".lib.yml", ".lib.yaml", ".lib.txt"].iter().any(|end| name.ends_with(end))
    };
    let names = listed.into_iter().flatten().map(|entry| entry.name).filter(|name| is_code(name));
    let paths = names.map(|name| format!("{directory}{name}"));
    paths.filter_map(|path| session.world.read(&path).ok().map(|text| (path, text))).collect()
}

/// True if a document in `text` is marked as a data values schema.
fn is_by_example(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| {
        let Some(comment) = line.strip_prefix(b"#@") else { return false };
        comment.trim_ascii_start().starts_with(b"data/values-schema")
    })
}
