//! Renaming: gives an element a new name at all its occurrences, in the notation of each place.

use std::collections::HashMap;

use lsp_types::{Position, PrepareRenameResponse, TextEdit, Url, WorkspaceEdit};
use yardstick_yaml::rewrite::is_safe_plain;

use super::{
    code::{Meaning, is_keyword},
    names::{Index, Occurrence, Symbol},
};
use crate::{Analysis, address};

impl Analysis {
    /// The range and name to rename at `position`.
    pub fn prepare_rename(&self, path: &str, position: Position) -> Option<PrepareRenameResponse> {
        let (index, symbol, place) = self.symbol(path, position)?;
        if matches!(symbol, Symbol::File(_)) {
            return None;
        }
        let file = index.file(path)?;
        let mut place = place;
        let mut placeholder = index.written(file, &place).to_owned();
        if matches!(symbol, Symbol::Pointer(..)) {
            let last = placeholder.rfind('/').map_or(0, |at| at + 1);
            place.start += last as u32;
            placeholder = placeholder[last..].to_owned();
        }
        let range = index.files[file].view.text.range(place.start as usize, place.end as usize);
        Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder })
    }

    /// The edits that rename the element at `position` to `new`, or the reason why that is not possible.
    pub fn rename(
        &self,
        path: &str,
        position: Position,
        new: &str,
    ) -> Result<Option<WorkspaceEdit>, String> {
        let Some((index, symbol, _)) = self.symbol(path, position) else {
            return Err("nothing to rename here".to_owned());
        };
        check(&index, &symbol, new)?;
        let mut changes: HashMap<Url, Vec<TextEdit>> = HashMap::new();
        for one in index.occurrences(&symbol) {
            let view = &index.files[one.file].view;
            let Some(uri) = address::from_path(&view.path) else { continue };
            let (start, end, text) = written(&index, &symbol, &one, new);
            let range = view.text.range(start as usize, end as usize);
            changes.entry(uri).or_default().push(TextEdit { range, new_text: text });
        }
        Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
    }
}

/// The start and end of the text to replace at an occurrence, and its replacement.
fn written(index: &Index, symbol: &Symbol, one: &Occurrence, new: &str) -> (u32, u32, String) {
    let (start, end) = (one.place.start, one.place.end);
    match symbol {
        // A field that is not a valid name needs brackets.
        Symbol::Value(..) => match one.dot {
            Some(dot) if !is_name(new) => (dot, end, format!("[\"{new}\"]")),
            _ => (start, end, new.to_owned()),
        },
        // The original name in a module of the standard library does not change.
        Symbol::Binding(file, binding) => {
            let known = &index.files[*file].code;
            let loaded =
                known.bindings[*binding].meanings.iter().find_map(|meaning| match *meaning {
                    Meaning::Loaded(load, item) => Some(&known.loads[load].items[item]),
                    _ => None,
                });
            match loaded {
                Some((from, place)) if *place == one.place && *file == one.file => {
                    (start - 1, end + 1, format!("{new}=\"{from}\""))
                }
                _ => (start, end, new.to_owned()),
            }
        }
        Symbol::Pointer(..)
            if index.written(one.file, &(start.saturating_sub(1)..start)) == "/" =>
        {
            (start, end, new.replace('~', "~0").replace('/', "~1"))
        }
        _ => (start, end, new.to_owned()),
    }
}

/// True if `text` is a valid name in code.
pub(super) fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && letters.all(|c| c.is_alphanumeric() || c == '_')
        && !is_keyword(text)
}

/// Checks that the element can have that name. If not, returns the reason.
fn check(index: &Index, symbol: &Symbol, new: &str) -> Result<(), String> {
    match symbol {
        Symbol::File(_) => Err("files are renamed in the file explorer".to_owned()),
        Symbol::Binding(..) if !is_name(new) => {
            Err(format!("'{new}' cannot be a name in code: use letters, digits and '_'"))
        }
        Symbol::Binding(file, binding) => {
            let known = &index.files[*file].code.bindings;
            let is_taken = known[*binding].is_global
                && known.iter().any(|one| one.is_global && one.name == new);
            if is_taken { Err(format!("the file already has a '{new}'")) } else { Ok(()) }
        }
        Symbol::Value(library, path) => {
            if !is_safe_plain(new) {
                return Err(format!(
                    "'{new}' cannot be a key without quotes: use letters, digits, blanks, '-', '_' and '.'"
                ));
            }
            let mut other = path.clone();
            let old = other.pop().unwrap_or_default();
            other.push(new.to_owned());
            let is_taken =
                old != new && !index.occurrences(&Symbol::Value(library.clone(), other)).is_empty();
            if is_taken {
                Err(format!("there is already a data value '{new}' next to it"))
            } else {
                Ok(())
            }
        }
        Symbol::Anchor(..) => {
            let fits = !new.is_empty()
                && !new.contains(|c: char| c.is_whitespace() || ",[]{}".contains(c));
            if fits { Ok(()) } else { Err(format!("'{new}' cannot be the name of an anchor")) }
        }
        Symbol::Pointer(..) => {
            if is_plain_key(new) {
                Ok(())
            } else {
                Err(format!("'{new}' cannot be a key without quotes"))
            }
        }
    }
}

/// True if a key can be written like this in YAML, code and pointers, and is then a string.
fn is_plain_key(text: &str) -> bool {
    is_safe_plain(text) && !text.contains([' ', '~', '+'])
}
