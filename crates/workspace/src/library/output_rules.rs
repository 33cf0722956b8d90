//! Checks the rules that output documents declare with `@assert/validate`, just before printing.
//!
//! The documents of a library are checked when it is evaluated, and again with all others after the overlays of its
//! caller have been applied.

use yardstick_diagnostics::Result;
use yardstick_schema::{Proposals, has_rules, take_rules_off, take_schemas_off, validate_output};
use yardstick_starlark::Thread;
use yardstick_template::{
    plain_documents,
    tree::{Document, is_blank},
};

use super::{Project, RenderedContent, RenderedFile};
use crate::options::LibraryOptions;

/// Checks the rules of all documents. If there are several, messages number them in printing order.
pub(super) fn check(
    thread: &mut Thread,
    project: &Project,
    files: &[RenderedFile],
    options: LibraryOptions,
    proposals: Proposals,
) -> Result<()> {
    if options.disable_output_validation || !project.has_rules() {
        return Ok(());
    }
    let holds_rules = |file: &RenderedFile| match &file.content {
        RenderedContent::Documents(documents) => documents.iter().any(has_rules),
        RenderedContent::Plain(_) | RenderedContent::Text(_) => false,
    };
    if !files.iter().any(holds_rules) {
        return Ok(());
    }
    let is_printed = |document: &&Document| !is_blank(&document.value);
    let mut ruled = Vec::new();
    let mut count = 0;
    for file in files {
        match &file.content {
            RenderedContent::Documents(documents) => {
                for document in documents.iter().filter(is_printed) {
                    if has_rules(document) {
                        ruled.push((count, document));
                    }
                    count += 1;
                }
            }
            RenderedContent::Plain(tree) => {
                count += plain_documents(tree).iter().filter(is_printed).count();
            }
            RenderedContent::Text(_) => {}
        }
    }
    let numbered = ruled.into_iter().map(|(at, document)| ((count > 1).then_some(at), document));
    let warnings = validate_output(thread, numbered, &project.session.sources, proposals)?;
    project.session.warn(warnings);
    Ok(())
}

/// Removes rules that are turned off, because otherwise the caller that gets the documents would check them. Other
/// rules stay, because overlays of the caller may change what they apply to.
pub(super) fn drop_rules(project: &Project, documents: &mut [Document]) {
    if project.has_rules() {
        documents.iter_mut().for_each(take_schemas_off);
        documents.iter_mut().filter(|document| has_rules(document)).for_each(take_rules_off);
    }
}
