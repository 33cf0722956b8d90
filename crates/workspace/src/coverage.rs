//! Measures coverage: which data values a run sets, and which branches of templates it takes.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use yardstick_schema::Schema;
use yardstick_starlark::{Branch, Branches};
use yardstick_template::tree::{Document, Yaml};

/// The coverage of one or more runs. The values are those of the project itself, not of its libraries.
#[derive(Debug, Default)]
pub struct Coverage {
    branches: Arc<Branches>,
    values: Mutex<Values>,
}

#[derive(Debug, Default)]
struct Values {
    declared: BTreeSet<String>,
    set: BTreeSet<String>,
}

impl Coverage {
    /// The branches of templates, and whether they were taken.
    pub fn taken(&self) -> Vec<Branch> {
        self.branches.all()
    }

    /// The path of each data value that the schema declares, and whether it was set. An array is one value.
    pub fn values(&self) -> Vec<(String, bool)> {
        let values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let known = values.declared.iter();
        known.map(|path| (path.clone(), values.set.contains(path))).collect()
    }

    pub(crate) fn branches(&self) -> &Arc<Branches> {
        &self.branches
    }

    /// Records which data values `schema` declares and `documents` set.
    pub(crate) fn note<'d>(
        &self,
        schema: Option<&Schema>,
        documents: impl Iterator<Item = &'d Document>,
    ) {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(schema) = schema {
            walk(&schema.defaults().value, String::new(), &mut |path, is_leaf| {
                if is_leaf {
                    values.declared.insert(path);
                }
            });
        }
        for document in documents {
            walk(&document.value, String::new(), &mut |path, _| {
                values.set.insert(path);
            });
        }
    }
}

/// Visits every path in `value`, and passes whether it is a leaf.
fn walk(value: &Yaml, path: String, seen: &mut dyn FnMut(String, bool)) {
    let Yaml::Map(map) = value else {
        seen(path, true);
        return;
    };
    for item in map.items() {
        let key = item.key.as_text().map_or_else(String::new, ToString::to_string);
        let inner = if path.is_empty() { key } else { format!("{path}.{key}") };
        walk(&item.value, inner, seen);
    }
    if !path.is_empty() {
        seen(path, map.items().is_empty());
    }
}
