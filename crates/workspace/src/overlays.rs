//! Overlays among the rendered documents, laid over the others.

use yardstick_diagnostics::Result;
use yardstick_overlay::{Overlayer, is_overlay, part};
use yardstick_starlark::Thread;

use crate::library::{Content, Project, RenderedFile};

/// Takes overlays out of `files` (in file order) and applies them to the rest.
pub(crate) fn apply(
    thread: &mut Thread,
    project: &Project,
    files: Vec<RenderedFile>,
) -> Result<Vec<RenderedFile>> {
    let holds_overlays = |file: &RenderedFile| match &file.content {
        Content::Documents(documents) => documents.iter().any(is_overlay),
        Content::Plain(_) | Content::Text(_) => false,
    };
    if !files.iter().any(holds_overlays) {
        return Ok(files);
    }
    let (left, right) = part(files.into_iter().map(|RenderedFile { file, content, .. }| {
        let documents = match content {
            Content::Documents(documents) => documents,
            Content::Plain(tree) => yardstick_template::plain_documents(&tree),
            Content::Text(_) => Vec::new(),
        };
        (file as u32, project.files[file].path().to_owned(), documents)
    }));
    let mut overlayer = Overlayer::new(thread, &project.sources);
    let edited = overlayer.documents(left, &right)?;
    project.warn(overlayer.into_warnings());
    Ok(edited
        .into_iter()
        .map(|file| RenderedFile {
            file: file.file as usize,
            is_edited: true,
            content: Content::Documents(file.documents),
        })
        .collect())
}
