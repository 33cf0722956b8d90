//! Finds overlays among the rendered documents and applies them to the others. Overlays are documents of ordinary
//! templates, so they are known only after rendering.

use yardstick_diagnostics::Result;
use yardstick_overlay::{Overlayer, is_overlay, part};
use yardstick_starlark::Thread;

use super::{FileIndex, Project, RenderedContent, RenderedFile};
use crate::repeated::repeated_keys;

/// Removes overlays from `files` (in file order) and applies them to the rest.
pub(super) fn apply(
    thread: &mut Thread,
    project: &Project,
    files: Vec<RenderedFile>,
) -> Result<Vec<RenderedFile>> {
    let holds_overlays = |file: &RenderedFile| match &file.content {
        RenderedContent::Documents(documents) => documents.iter().any(is_overlay),
        RenderedContent::Plain(_) | RenderedContent::Text(_) => false,
    };
    if !files.iter().any(holds_overlays) {
        return Ok(files);
    }
    let (left, right) = part(files.into_iter().map(|RenderedFile { file, content, .. }| {
        let documents = match content {
            RenderedContent::Documents(documents) => documents,
            RenderedContent::Plain(tree) => {
                let (documents, is_settled) = yardstick_template::settled_documents(&tree);
                if is_settled {
                    project.session.warn(repeated_keys(tree.nodes(), &project.session.sources));
                }
                documents
            }
            RenderedContent::Text(_) => Vec::new(),
        };
        (file.0, project.file(file).path().to_owned(), documents)
    }));
    let mut overlayer = Overlayer::new(thread, &project.session.sources);
    if project.session.traces_overlays {
        overlayer.trace();
    }
    let edited = overlayer.documents(left, &right);
    project.session.note_applied(overlayer.take_applied());
    let edited = edited?;
    project.session.warn(overlayer.into_warnings());
    Ok(edited
        .into_iter()
        .map(|file| RenderedFile {
            file: FileIndex(file.file),
            is_edited: true,
            content: RenderedContent::Documents(file.documents),
        })
        .collect())
}
