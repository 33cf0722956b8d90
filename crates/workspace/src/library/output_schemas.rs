//! Checks output documents against schemas, which `@schema/apply` on a document or `--output-schema` name.
//!
//! The annotation stays on documents of a library, so that overlays of its caller cannot bypass the schema.

use yardstick_diagnostics::{Detail, Diagnostic, Nested, Report, Result, Sources, Span, codes};
use yardstick_schema::{HeldDocument, Proposals, applied_schemas, check_held, is_held};
use yardstick_starlark::Thread;
use yardstick_template::{
    plain_documents,
    tree::{Document, is_blank},
};

use super::{Project, RenderedContent, RenderedFile};
use crate::{
    options::LibraryOptions,
    output_schema_flag::{CONVERTED, GivenSchema},
};

/// Checks documents against the schemas in their annotations.
pub(super) fn check(
    thread: &mut Thread,
    project: &Project,
    files: &[RenderedFile],
    options: LibraryOptions,
    proposals: Proposals,
) -> Result<()> {
    let asks = |file: &RenderedFile| match &file.content {
        RenderedContent::Documents(all) => all.iter().any(|one| is_held(&one.annotations)),
        RenderedContent::Plain(_) | RenderedContent::Text(_) => false,
    };
    if options.disable_output_validation || !project.has_rules() || !files.iter().any(asks) {
        return Ok(());
    }
    let sources = &project.session.sources;
    let mut held = Vec::new();
    for (number, document) in numbered(files) {
        for schema in applied_schemas(thread, &document.annotations, sources)? {
            held.push(HeldDocument::new(thread, &schema, &document, number, sources));
        }
    }
    let warnings = check_held(thread, held, sources, proposals)?;
    project.session.warn(warnings);
    Ok(())
}

/// Checks documents against the schemas of flags.
pub(crate) fn check_given(
    project: &Project,
    files: &[RenderedFile],
    schemas: &mut [GivenSchema],
    proposals: Proposals,
) -> Result<()> {
    let sources = &project.session.sources;
    let documents = numbered(files);
    for given in schemas {
        let chosen = documents.iter().filter(|(_, document)| given.selector.selects(document));
        let parts: Vec<(Option<usize>, Document)> =
            chosen.map(|(number, document)| (*number, given.part_of(document))).collect();
        let (schema, thread) = (&given.held_to.schema, &mut given.held_to.thread);
        let hold = |(number, part): &(Option<usize>, Document)| {
            HeldDocument::new(thread, schema, part, *number, sources)
        };
        let held: Vec<HeldDocument> = parts.iter().map(hold).collect();
        if held.is_empty() {
            let message = format!("No output document is held to '{}'", given.written);
            let warning = Diagnostic::warning(codes::OUTPUT_SCHEMA_UNUSED, message);
            project
                .session
                .warn([warning.note("check what it selects: --output-schema KEY=VALUE:PATH")]);
        }
        let warnings = check_held(thread, held, sources, proposals)
            .map_err(|error| without_converted(error, sources))?;
        project.session.warn(warnings);
    }
    Ok(())
}

/// Removes places in a converted schema from the error: that file exists only in memory.
fn without_converted(mut error: Box<Diagnostic>, sources: &Sources) -> Box<Diagnostic> {
    let is_converted = |span: Span| sources.get(span.file).name().ends_with(CONVERTED);
    if let Detail::Report(report) = &mut error.detail {
        forget(report, &is_converted);
    }
    error
}

fn forget(report: &mut Report, is_converted: &impl Fn(Span) -> bool) {
    for failure in &mut report.failures {
        if let Some(expected) = &mut failure.expected {
            let place = expected.origin.as_ref().and_then(|(_, place)| place.span());
            if place.is_some_and(is_converted) {
                expected.origin = None;
            }
        }
        failure.exact.declared = failure.exact.declared.filter(|span| !is_converted(*span));
    }
    for nested in &mut report.nested {
        if let Nested::Report(report) = nested {
            forget(report, is_converted);
        }
    }
}

/// All documents that are printed, with their numbers if there are several.
fn numbered(files: &[RenderedFile]) -> Vec<(Option<usize>, Document)> {
    let mut documents = Vec::new();
    for file in files {
        match &file.content {
            RenderedContent::Documents(all) => documents.extend(all.iter().cloned()),
            RenderedContent::Plain(tree) => documents.extend(plain_documents(tree)),
            RenderedContent::Text(_) => {}
        }
    }
    documents.retain(|document| !is_blank(&document.value));
    let several = documents.len() > 1;
    let number = |(at, document)| (Some(at).filter(|_| several), document);
    documents.into_iter().enumerate().map(number).collect()
}
