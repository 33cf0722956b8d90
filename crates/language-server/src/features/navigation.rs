//! Definitions, references and highlights of an element.

use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Position};

use super::names::{Index, Occurrence, Role, Symbol};
use crate::{Analysis, address};

/// The location of an occurrence, for the editor.
pub(super) fn location(index: &Index, one: &Occurrence) -> Option<Location> {
    let view = &index.files[one.file].view;
    let range = view.text.range(one.place.start as usize, one.place.end as usize);
    Some(Location { uri: address::from_path(&view.path)?, range })
}

impl Analysis {
    /// The element at `position`, with the index of files.
    pub(super) fn symbol(
        &self,
        path: &str,
        position: Position,
    ) -> Option<(Index, Symbol, std::ops::Range<u32>)> {
        let (_, offset) = self.at(path, position)?;
        let index = self.index(path);
        let file = index.file(path)?;
        let (symbol, place) = index.symbol_at(file, offset as u32)?;
        Some((index, symbol, place))
    }

    /// The places that declare the element at `position`.
    pub fn definition(&self, path: &str, position: Position) -> Vec<Location> {
        let Some((index, symbol, _)) = self.symbol(path, position) else { return Vec::new() };
        if let Symbol::File(path) = &symbol {
            return file_start(path).into_iter().collect();
        }
        let declared = |symbol: &Symbol| -> Vec<Location> {
            let all = index.occurrences(symbol);
            let own = all.iter().filter(|one| one.role == Role::Declares);
            own.filter_map(|one| location(&index, one)).collect()
        };
        let mut found = declared(&symbol);
        match symbol {
            // If a key has no declaration of its own, as below a key that allows any name, use that of the nearest key
            // above it.
            Symbol::Value(library, mut path) => {
                while found.is_empty() && path.pop().is_some() && !path.is_empty() {
                    found = declared(&Symbol::Value(library.clone(), path.clone()));
                }
            }
            // The file is not in the index.
            Symbol::Pointer(path, steps) if found.is_empty() => {
                found = self.pointed_at(&path, &steps);
            }
            _ => {}
        }
        found
    }

    /// The location of the part of a schema at `steps`.
    fn pointed_at(&self, path: &str, steps: &[String]) -> Vec<Location> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let Some(node) = super::names::follow(&file.yaml.tree, steps) else { return Vec::new() };
        let span = node.content_span();
        let range = file.text.range(span.start as usize, span.end as usize);
        address::from_path(path).map(|uri| Location { uri, range }).into_iter().collect()
    }

    /// All occurrences of the element at `position`.
    pub fn references(
        &self,
        path: &str,
        position: Position,
        with_declarations: bool,
    ) -> Vec<Location> {
        let Some((index, symbol, _)) = self.symbol(path, position) else { return Vec::new() };
        let all = index.occurrences(&symbol);
        let wanted = all.iter().filter(|one| with_declarations || one.role != Role::Declares);
        wanted.filter_map(|one| location(&index, one)).collect()
    }

    /// The occurrences of the element at `position` in the same file.
    pub fn highlights(&self, path: &str, position: Position) -> Vec<DocumentHighlight> {
        let Some((index, symbol, _)) = self.symbol(path, position) else { return Vec::new() };
        let Some(file) = index.file(path) else { return Vec::new() };
        let text = &index.files[file].view.text;
        let all = index.occurrences(&symbol).into_iter().filter(|one| one.file == file);
        all.map(|one| DocumentHighlight {
            range: text.range(one.place.start as usize, one.place.end as usize),
            kind: Some(match one.role {
                Role::Reads => DocumentHighlightKind::READ,
                Role::Declares | Role::Writes => DocumentHighlightKind::WRITE,
            }),
        })
        .collect()
    }
}

fn file_start(path: &str) -> Option<Location> {
    Some(Location { uri: address::from_path(path)?, range: lsp_types::Range::default() })
}
