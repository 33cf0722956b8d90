//! YAML fragments: parts of a tree as values for code.
//!
//! A fragment is a shared cell with a tree, and a path into it. Fragments taken from one another share the cell, so
//! that an overlay applied to a part is visible in the whole, while copies of the tree elsewhere stay unchanged (copy
//! on write).

use std::{cell::RefCell, rc::Rc};

use yardstick_starlark::{Error, HostRef, HostValue, Result, Text, Value, hints, memory::Charge};

use crate::{
    convert,
    tree::{Document, Yaml},
};

/// Methods of lists and dicts that modify them.
const CHANGES: [&str; 8] =
    ["append", "extend", "insert", "update", "pop", "remove", "clear", "setdefault"];

const UNCHANGED: &str = "YAML from a function cannot be changed: make a list with list(x) or a dict with dict(**x) first, or use overlay.apply of @ytt:overlay";

/// The content of a fragment.
#[derive(Clone, Debug, Default)]
pub enum Content {
    /// Nothing: all nodes of a function were skipped.
    #[default]
    Empty,
    /// A map or an array, or a scalar that an overlay was applied to.
    Value(Yaml),
    /// Documents.
    Documents(Rc<Vec<Document>>),
}

/// A part of a tree as a value: type `yamlfragment`.
#[derive(Clone, Debug)]
pub struct Fragment {
    root: Rc<Root>,
    /// The indexes of items from the root to this part.
    path: Vec<u32>,
}

/// The state that fragments share.
#[derive(Debug)]
struct Root {
    content: RefCell<Content>,
    /// The memory of the tree, if nothing else counts it.
    _charge: Charge,
}

impl Fragment {
    /// Creates a value for `content`, which belongs to something else.
    pub fn of(content: Content) -> Value {
        Self::built(content, Charge::new(0))
    }

    /// Creates a value for `content`, which was built for it and uses the memory in `charge`.
    pub(crate) fn built(content: Content, charge: Charge) -> Value {
        let root = Root { content: RefCell::new(content), _charge: charge };
        Value::host(Fragment { root: Rc::new(root), path: Vec::new() })
    }

    /// Converts a node to a value: a fragment for maps and arrays, otherwise the scalar.
    pub fn of_yaml(yaml: &Yaml) -> Value {
        convert::scalar_to_value(yaml).unwrap_or_else(|| Self::of(Content::Value(yaml.clone())))
    }

    /// Returns the current content.
    pub fn content(&self) -> Content {
        let root = self.root.content.borrow();
        if self.path.is_empty() {
            return root.clone();
        }
        let mut path = self.path.iter().map(|&at| at as usize);
        let mut here = match &*root {
            Content::Empty => return Content::Empty,
            Content::Value(yaml) => Some(yaml),
            Content::Documents(documents) => {
                path.next().and_then(|at| documents.get(at)).map(|document| &document.value)
            }
        };
        for at in path {
            here = here.and_then(|yaml| item(yaml, at));
        }
        here.map_or(Content::Empty, |yaml| Content::Value(yaml.clone()))
    }

    /// Replaces this part by `content`, for all fragments that share it.
    pub fn set_content(&self, content: Content) {
        let mut root = self.root.content.borrow_mut();
        if self.path.is_empty() {
            *root = content;
            return;
        }
        let Content::Value(new) = content else { return };
        let mut path = self.path.iter().map(|&at| at as usize);
        let mut here = match &mut *root {
            Content::Empty => return,
            Content::Value(yaml) => Some(yaml),
            Content::Documents(documents) => path
                .next()
                .and_then(|at| Rc::make_mut(documents).get_mut(at))
                .map(|document| &mut document.value),
        };
        for at in path {
            here = here.and_then(|yaml| item_mut(yaml, at));
        }
        if let Some(place) = here {
            *place = new;
        }
    }

    fn len(&self) -> usize {
        match self.content() {
            Content::Documents(documents) => documents.len(),
            Content::Value(Yaml::Map(map)) => map.len(),
            Content::Value(Yaml::Array(array)) => array.len(),
            Content::Empty | Content::Value(_) => 0,
        }
    }

    /// Returns the part with index `at`, which contains `yaml`.
    fn child(&self, at: usize, yaml: &Yaml) -> Value {
        convert::scalar_to_value(yaml).unwrap_or_else(|| {
            let mut path = self.path.clone();
            path.push(at as u32);
            Value::host(Fragment { root: Rc::clone(&self.root), path })
        })
    }

    /// Returns the part under `key`, if there is one.
    fn find(&self, key: &Value) -> Result<Option<Value>> {
        let at = |len: usize| match key {
            Value::Int(at) => Ok(usize::try_from(*at).ok().filter(|&at| at < len)),
            other => Err(Error::new(format!(
                "yamlfragment.Get: Expected array index to be an int64, but was {}",
                other.type_name()
            ))),
        };
        Ok(match self.content() {
            Content::Value(Yaml::Map(map)) => convert::scalar_to_yaml(key)
                .and_then(|key| map.position_of(&key))
                .map(|at| self.child(at, &map.items()[at].value)),
            Content::Value(Yaml::Array(array)) => {
                at(array.len())?.map(|at| self.child(at, &array.items[at].value))
            }
            Content::Documents(documents) => {
                at(documents.len())?.map(|at| self.child(at, &documents[at].value))
            }
            Content::Empty | Content::Value(_) => None,
        })
    }

    fn missing(key: &Value) -> Error {
        Error::new(format!("key {} not in yamlfragment", key.to_repr()))
    }
}

fn item(yaml: &Yaml, at: usize) -> Option<&Yaml> {
    match yaml {
        Yaml::Map(map) => map.items().get(at).map(|item| &item.value),
        Yaml::Array(array) => array.items.get(at).map(|item| &item.value),
        _ => None,
    }
}

fn item_mut(yaml: &mut Yaml, at: usize) -> Option<&mut Yaml> {
    match yaml {
        Yaml::Map(map) => Rc::make_mut(map).values_mut().get_mut(at).map(|item| &mut item.value),
        Yaml::Array(array) => {
            Rc::make_mut(array).items_mut().get_mut(at).map(|item| &mut item.value)
        }
        _ => None,
    }
}

impl HostValue for Fragment {
    fn type_name(&self) -> &'static str {
        "yamlfragment"
    }

    /// Returns a key of a map: `v.enabled` is `v["enabled"]`. Fragments have no methods that could clash.
    fn attr(&self, name: &str) -> Result<Option<Value>> {
        Ok(match self.content() {
            Content::Value(Yaml::Map(map)) => {
                map.position_of(&Yaml::text(name)).map(|at| self.child(at, &map.items()[at].value))
            }
            _ => None,
        })
    }

    fn attr_names(&self) -> Vec<Text> {
        match self.content() {
            Content::Value(Yaml::Map(map)) => {
                map.items().iter().filter_map(|item| item.key.as_text().cloned()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn missing_attr(&self, name: &str) -> Option<String> {
        Some(match self.content() {
            _ if CHANGES.contains(&name) => UNCHANGED.to_owned(),
            Content::Value(Yaml::Map(map)) => {
                let keys = map.items().iter().filter_map(|item| item.key.as_text());
                let keys: Vec<_> = keys.map(|key| key.to_lossy()).collect();
                return hints::choose(name, "its keys are", keys.iter().map(|key| &**key));
            }
            Content::Value(Yaml::Array(_)) => {
                format!("it is an array: read an item with x[0], or [item.{name} for item in x]")
            }
            Content::Documents(_) => {
                format!("it holds documents: read the first one with x[0][\"{name}\"]")
            }
            _ => return None,
        })
    }

    fn index(&self, key: &Value) -> Result<Value> {
        self.find(key)?.ok_or_else(|| {
            let note = match (key, self.content()) {
                (Value::Str(name), Content::Value(Yaml::Map(map))) => {
                    let keys = map.items().iter().filter_map(|item| item.key.as_text());
                    let keys: Vec<_> = keys.map(|key| key.to_lossy()).collect();
                    hints::choose(&name.to_lossy(), "its keys are", keys.iter().map(|key| &**key))
                }
                _ => None,
            };
            Self::missing(key).note(note)
        })
    }

    fn set_index(&self, _: &Value, _: Value) -> Result<()> {
        Err(Error::new("yamlfragment.SetKey: Not implemented"))
    }

    fn slice(&self, _: &Value, _: &Value, _: &Value) -> Result<Value> {
        Err(Error::new("yamlfragment.Slice: Not implemented"))
    }

    fn iterate(&self) -> Option<Box<dyn Iterator<Item = Value>>> {
        let this = self.clone();
        Some(match self.content() {
            Content::Value(Yaml::Map(map)) => {
                Box::new((0..map.len()).map(move |at| Fragment::of_yaml(&map.items()[at].key)))
            }
            Content::Value(Yaml::Array(array)) => {
                Box::new((0..array.len()).map(move |at| this.child(at, &array.items[at].value)))
            }
            Content::Documents(documents) => {
                Box::new((0..documents.len()).map(move |at| this.child(at, &documents[at].value)))
            }
            Content::Empty | Content::Value(_) => Box::new(std::iter::empty()),
        })
    }

    fn contains(&self, key: &Value) -> Result<Option<bool>> {
        Ok(Some(self.find(key).is_ok_and(|found| found.is_some())))
    }

    fn len(&self) -> Option<usize> {
        Some(Fragment::len(self))
    }

    fn truth(&self) -> bool {
        Fragment::len(self) > 0
    }

    fn equals(&self, other: &HostRef) -> Result<Option<bool>> {
        if other.downcast::<Fragment>().is_some() {
            return Err(Error::new("yamlfragment.CompareSameType: Not implemented"));
        }
        Ok(Some(false))
    }

    fn mapping(&self) -> Option<Vec<(Value, Value)>> {
        match self.content() {
            Content::Empty => Some(Vec::new()),
            Content::Value(Yaml::Map(map)) => Some(
                map.items()
                    .iter()
                    .enumerate()
                    .map(|(at, item)| (Fragment::of_yaml(&item.key), self.child(at, &item.value)))
                    .collect(),
            ),
            _ => None,
        }
    }

    fn repr(&self) -> String {
        let what = match self.content() {
            Content::Empty => "<nil>",
            Content::Documents(_) => "*yamlmeta.DocumentSet",
            Content::Value(Yaml::Array(_)) => "*yamlmeta.Array",
            Content::Value(Yaml::Map(_)) => "*yamlmeta.Map",
            Content::Value(ref scalar) => {
                convert::scalar_to_value(scalar).map_or("", |value| convert::host_type(&value))
            }
        };
        format!("yamlfragment({what})")
    }
}
