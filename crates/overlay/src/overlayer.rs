//! Applies overlays to documents and to values of code.

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, Result, Sources, codes};
use yardstick_starlark::Thread;
use yardstick_template::{
    fragment::Content,
    tree::{Document, Position, Yaml},
};

use crate::{
    annotation::{names, spelling, strip},
    documents::{FileDocuments, OverlayDocument},
    engine::{Applied, Documents, Engine},
    failure::{self, Failure, for_all},
    matching::{Counts, Index, Strategy},
    node::FiledDocument,
    siblings::{Sequence, Siblings as _},
};

/// Applies overlays. It caches indexes of trees to speed up the next overlay.
pub struct Overlayer<'a> {
    engine: Engine<'a>,
    warnings: Vec<Diagnostic>,
}

impl<'a> Overlayer<'a> {
    /// Creates an overlayer. Functions in overlays run in `thread`; messages refer to positions in `sources`.
    pub fn new(thread: &'a mut Thread, sources: &'a Sources) -> Self {
        Self::with_strategy(thread, sources, Strategy::default())
    }

    /// Like [`new`](Self::new), but finds nodes with `strategy`.
    pub fn with_strategy(thread: &'a mut Thread, sources: &'a Sources, strategy: Strategy) -> Self {
        let engine = Engine::new(thread, sources, strategy, Documents::Matched);
        Self { engine, warnings: Vec::new() }
    }

    /// Records which nodes overlays are applied to, from now on.
    pub fn trace(&mut self) {
        self.engine.applied = Some(Vec::new());
    }

    /// Returns the recorded nodes that overlays were applied to.
    pub fn take_applied(&mut self) -> Vec<Applied> {
        self.engine.applied.take().unwrap_or_default()
    }

    /// Returns warnings about probable mistakes in the overlays so far.
    pub fn into_warnings(self) -> Vec<Diagnostic> {
        [self.warnings, self.engine.warnings].concat()
    }

    /// Applies overlays to the documents of `left`, one after the other. Documents stay in their files; a file stays
    /// even if its last document is removed. Messages start with `Overlaying (in following order: ...)`.
    pub fn documents(
        &mut self,
        left: Vec<FileDocuments>,
        right: &[OverlayDocument],
    ) -> Result<Vec<FileDocuments>> {
        if right.is_empty() {
            return Ok(left);
        }
        let files = left.first().zip(left.last()).map(|(first, last)| (first.file, last.file));
        let mut order: Vec<u32> = left.iter().map(|file| file.file).collect();
        let filed = left.into_iter().flat_map(|FileDocuments { file, documents }| {
            documents.into_iter().map(move |mut document| {
                document.settle();
                FiledDocument { document, file }
            })
        });
        let mut sequence =
            Sequence::new(filed.collect(), Index::default(), files.unwrap_or_default());
        let applied = for_all(right.iter().enumerate(), |(at, overlay)| {
            if at > 0 {
                settle(&mut sequence, &right[at - 1].document);
            }
            self.warnings.extend(spelling::unknown_annotations(&overlay.document));
            if files.is_none() {
                // If there is nothing to edit, added documents stay in the files of the overlays.
                sequence.set_files((overlay.file, overlay.file));
                if order.last() != Some(&overlay.file) {
                    order.push(overlay.file);
                }
            }
            let document = FiledDocument { document: overlay.document.clone(), file: overlay.file };
            self.engine.apply_node(&mut sequence, &document, &Counts::default())
        });
        applied
            .map_err(Failure::into_diagnostic)
            .map_err(|problem| Box::new(problem.all_within(&overlaying(right))))?;
        Ok(regroup(sequence.into_parts().0, &order))
    }

    /// Applies an overlay to a value of code, in place.
    pub(crate) fn content(&mut self, left: &mut Content, right: &Content) -> failure::Result<()> {
        match (left, right) {
            (Content::Documents(left), Content::Documents(right)) => {
                self.document_sets(left, right)
            }
            (left, Content::Documents(_)) => Err(misfit("document set", left)),
            (Content::Value(left), Content::Value(right)) => {
                self.engine.apply(left, right, &Counts::default(), Position::UNKNOWN).map(drop)
            }
            (left, Content::Value(Yaml::Map(_))) => Err(misfit("map", left)),
            (left, Content::Value(Yaml::Array(_))) => Err(misfit("array", left)),
            // A scalar on the right does not affect the contents of the left.
            (_, Content::Empty | Content::Value(_)) => Ok(()),
        }
    }

    fn document_sets(
        &mut self,
        left: &mut Rc<Vec<Document>>,
        right: &[Document],
    ) -> failure::Result<()> {
        let filed = |document: &Document| FiledDocument { document: document.clone(), file: 0 };
        let mut filed_left: Vec<FiledDocument> = left.iter().map(filed).collect();
        for left in &mut filed_left {
            left.document.settle();
        }
        let mut sequence = Sequence::new(filed_left, Index::default(), (0, 0));
        for (at, document) in right.iter().enumerate() {
            if at > 0 {
                settle(&mut sequence, &right[at - 1]);
            }
            self.engine.apply_node(&mut sequence, &filed(document), &Counts::default())?;
        }
        let (documents, _) = sequence.into_parts();
        *left = Rc::new(documents.into_iter().map(|filed| filed.document).collect());
        Ok(())
    }
}

/// Settles the values that code of the overlay `before` added to the documents.
fn settle(documents: &mut Sequence<FiledDocument>, before: &Document) {
    let by_code = [names::REPLACE, names::INSERT, names::APPEND]
        .iter()
        .any(|name| before.annotations.get(name).is_some_and(|own| own.keyword("via").is_some()));
    if by_code {
        for at in 0..documents.nodes().len() {
            documents.edit(at, |filed| filed.document.settle());
        }
    }
}

/// Removes the overlay annotations from a value of code.
pub(crate) fn strip_content(content: &mut Content) {
    match content {
        Content::Empty => {}
        Content::Value(value) => strip::strip_value(value),
        Content::Documents(documents) => Rc::make_mut(documents).iter_mut().for_each(strip::strip),
    }
}

fn misfit(wanted: &str, left: &Content) -> Failure {
    let was = match left {
        Content::Empty => "null",
        Content::Documents(_) => "document set",
        Content::Value(value) => value.kind().name(),
    };
    Failure::new(codes::OVERLAY_MISFIT, format!("Expected {wanted}, but was {was}"))
}

/// Describes what is being done, with all files that contain overlays.
fn overlaying(right: &[OverlayDocument]) -> String {
    let mut names: Vec<&str> = right.iter().map(|overlay| overlay.name.as_str()).collect();
    names.dedup();
    format!("Overlaying (in following order: {})", names.join(", "))
}

/// Groups the documents by file again, with files in `order`.
fn regroup(documents: Vec<FiledDocument>, order: &[u32]) -> Vec<FileDocuments> {
    let mut files: Vec<FileDocuments> =
        order.iter().map(|&file| FileDocuments { file, documents: Vec::new() }).collect();
    let mut at = 0;
    for FiledDocument { document, file } in documents {
        if files[at].file != file {
            at = files.iter().position(|other| other.file == file).unwrap_or(at);
        }
        files[at].documents.push(document);
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::siblings::Siblings;

    #[test]
    fn siblings_of_a_removed_document_stay() {
        let document = |text: &str, file| FiledDocument {
            document: Document::new(text, Position::UNKNOWN),
            file,
        };
        let mut sequence = Sequence::new(
            vec![document("a", 0), document("b", 1), document("c", 1)],
            Index::default(),
            (0, 1),
        );
        sequence.remove(&[1]);
        let files = regroup(sequence.into_parts().0, &[0, 1]);
        assert_eq!(files.iter().map(|file| file.documents.len()).collect::<Vec<_>>(), [1, 1]);
    }
}
