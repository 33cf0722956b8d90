//! Separates the documents of files into overlays and documents to edit.

use yardstick_template::tree::{Document, is_blank};

use crate::annotation::MATCH;

/// The documents of one file.
#[derive(Clone, Debug)]
pub struct FileDocuments {
    /// The caller's number for the file.
    pub file: u32,
    /// Its documents, in order.
    pub documents: Vec<Document>,
}

/// An overlay document, and its file.
#[derive(Clone, Debug)]
pub struct OverlayDocument {
    /// The caller's number for the file.
    pub file: u32,
    /// The path of the file, for messages.
    pub name: String,
    /// The overlay.
    pub document: Document,
}

/// Whether a document is an overlay: it has an annotation that says what it matches.
pub fn is_overlay(document: &Document) -> bool {
    document.annotations.has(MATCH)
}

/// Separates the results of templates into documents to edit and overlays, both in the order of `files` (number,
/// name, documents). Overlays do not see blank documents or files without documents.
pub fn part(
    files: impl IntoIterator<Item = (u32, String, Vec<Document>)>,
) -> (Vec<FileDocuments>, Vec<OverlayDocument>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (file, name, documents) in files {
        let mut kept = Vec::with_capacity(documents.len());
        for document in documents {
            if is_overlay(&document) {
                right.push(OverlayDocument { file, name: name.clone(), document });
            } else if !is_blank(&document.value) {
                kept.push(document);
            }
        }
        if !kept.is_empty() {
            left.push(FileDocuments { file, documents: kept });
        }
    }
    (left, right)
}
