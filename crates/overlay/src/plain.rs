//! Creates overlays from plain YAML and from command-line flags.

use std::rc::Rc;

use yardstick_starlark::Text;
use yardstick_template::tree::{Annotation, Annotations, Document, Map, MapItem, Position, Yaml};

use crate::{annotation::names, depth::MAX_DEPTH};

/// The annotations for plain values, created once and shared.
struct Plain {
    /// Match by key, or add.
    merge: Annotations,
    /// Match by key and replace, or add.
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

/// Turns a plain YAML document into an overlay: maps are merged, everything else is replaced, and missing values are
/// added.
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

/// Creates an overlay for one value at a path of keys. It replaces the existing value or adds it.
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
