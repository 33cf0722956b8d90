//! Documents of files, and which of them are overlays.

use yardstick_template::tree::{Document, is_blank};

use crate::annotation::MATCH;

/// The documents of one file.
#[derive(Clone, Debug)]
pub struct FileDocuments {
    /// The caller's number for the file.
    pub file: u32,
    /// Its documents in order.
    pub documents: Vec<Document>,
}

/// A document that is an overlay, and where it was found.
#[derive(Clone, Debug)]
pub struct OverlayDocument {
    /// The caller's number for the file.
    pub file: u32,
    /// The file's path, as messages show it.
    pub name: String,
    /// The overlay.
    pub document: Document,
}

/// Whether a document is an overlay: it says what it matches.
pub fn is_overlay(document: &Document) -> bool {
    document.annotations.has(MATCH)
}

/// Parts what templates gave into documents to edit and overlays, both in the order of `files` (number, name,
/// documents). Documents without content are no longer there for overlays, nor are files without documents.
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
