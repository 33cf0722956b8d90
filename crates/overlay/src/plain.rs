//! Overlays made of plain YAML and of command line flags.

use std::rc::Rc;

use yardstick_starlark::Text;
use yardstick_template::tree::{Annotation, Annotations, Document, Map, MapItem, Position, Yaml};

use crate::{annotation::names, depth::MAX_DEPTH};

/// The annotations that plain values get, made once and shared.
struct Plain {
    /// Matched by key or added.
    merge: Annotations,
    /// Matched by key and replaced, or added.
    replace: Annotations,
}

impl Plain {
    fn new() -> Self {
        let missing_ok = Annotation::unwritten(names::MATCH, &["missing_ok"]);
        let merge = Annotations::new(vec![missing_ok]);
        let mut replace = merge.clone();
        replace.set(Annotation::unwritten(names::REPLACE, &["or_add"]));
        Self { merge, replace }
    }

    fn of(&self, value: &Yaml) -> Annotations {
        if matches!(value, Yaml::Map(_)) { self.merge.clone() } else { self.replace.clone() }
    }

    fn annotate(&self, value: &mut Yaml, depth: usize) {
        let Yaml::Map(map) = value else { return };
        if depth > MAX_DEPTH {
            return;
        }
        for item in Rc::make_mut(map).values_mut() {
            self.annotate(&mut item.value, depth + 1);
            item.annotations = self.of(&item.value);
        }
    }
}

/// A document of plain YAML as an overlay: maps are merged, all else is replaced, what is missing is added.
#[must_use]
pub fn plain_merge(mut document: Document) -> Document {
    let plain = Plain::new();
    plain.annotate(&mut document.value, 0);
    document.annotations = match document.value {
        // Nothing was given, so nothing is replaced.
        Yaml::Null => plain.merge.clone(),
        ref value => plain.of(value),
    };
    document
}

/// One value given by the path of its keys, as an overlay that replaces what is there or adds it.
pub fn value_at_path(path: &[Text], value: Yaml, position: Position) -> Document {
    let plain = Plain::new();
    let mut annotations = plain.replace;
    let mut value = value;
    for key in path.iter().rev() {
        let key = Yaml::Text(key.clone());
        value = Map::new(vec![MapItem { key, value, position, annotations }]).into();
        annotations = plain.merge.clone();
    }
    Document { value, position, annotations: plain.merge }
}
