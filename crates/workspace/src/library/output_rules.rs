//! Rules written on output documents as `@assert/validate`: run on what is about to be printed.

use yardstick_diagnostics::Result;
use yardstick_schema::{has_rules, take_rules_off, validate_output};
use yardstick_starlark::Thread;
use yardstick_template::{
    plain_documents,
    tree::{Document, is_blank},
};

use super::{Content, Project, RenderedFile, Settings};

/// Runs the rules of all documents. Where there are several, messages number them as they are printed.
pub(super) fn check(
    thread: &mut Thread,
    project: &Project,
    files: &[RenderedFile],
    settings: Settings,
) -> Result<()> {
    if settings.disable_output_validation || !project.has_rules() {
        return Ok(());
    }
    let holds_rules = |file: &RenderedFile| match &file.content {
        Content::Documents(documents) => documents.iter().any(has_rules),
        Content::Plain(_) | Content::Text(_) => false,
    };
    if !files.iter().any(holds_rules) {
        return Ok(());
    }
    let is_printed = |document: &&Document| !is_blank(&document.value);
    let mut ruled = Vec::new();
    let mut count = 0;
    for file in files {
        match &file.content {
            Content::Documents(documents) => {
                for document in documents.iter().filter(is_printed) {
                    if has_rules(document) {
                        ruled.push((count, document));
                    }
                    count += 1;
                }
            }
            Content::Plain(tree) => {
                count += plain_documents(tree).iter().filter(is_printed).count();
            }
            Content::Text(_) => {}
        }
    }
    let numbered = ruled.into_iter().map(|(at, document)| ((count > 1).then_some(at), document));
    let judged = validate_output(thread, numbered, &project.sources, settings.proposals)?;
    project.warn(judged.warnings);
    Ok(())
}

/// Takes off rules that were run, or were not to be run, so that whoever gets the documents does not
/// run them again.
pub(super) fn done(project: &Project, documents: &mut [Document]) {
    if project.has_rules() {
        documents.iter_mut().filter(|document| has_rules(document)).for_each(take_rules_off);
    }
}
