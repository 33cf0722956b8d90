//! Structs: immutable named fields, accessed as `s.field` or `s["field"]`.
//!
//! Templates get data values as structs. Values of some modules (URLs, IP addresses) are structs too, but cannot be
//! converted to YAML: code must ask for their text.
//!
//! Code reads a small part of large data values, so a struct made of a map gets its fields when they are first needed.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use yardstick_starlark::{About, Error, Freezer, HostRef, HostValue, Result, Text, Value, hints};

use crate::tree::Map;

/// The number of fields from which an index is worthwhile.
const INDEXED: usize = 12;

/// Methods of dicts, which structs do not have.
const DICT_METHODS: [&str; 8] =
    ["items", "keys", "values", "get", "has_key", "pop", "update", "setdefault"];

const NO_METHODS: &str = "a struct has no methods: `for key in x:` goes over its fields, x[key] reads one, getattr(x, \"name\", None) reads one that may be missing";

const NO_FIELDS: &str = "it has no fields; data.values is empty where no data values are declared, and while schema files and their rules run";

/// Named values in order.
pub struct Struct {
    fields: OnceCell<Box<Fields>>,
    origin: Origin,
}

// Keep it small, because every map of data values becomes one.
const _: () = assert!(size_of::<Struct>() <= 32);

/// What a struct is made of.
enum Origin {
    /// Fields that code gave.
    Code,
    /// A map, each item of which is a field, and the function that makes the fields.
    Map(Rc<Map>, fn(&Map) -> Vec<(Text, Value)>),
    /// Fields of a struct with another type name.
    Opaque(Rc<Opaque>),
}

/// The fields of a struct.
#[derive(Default)]
struct Fields {
    all: Box<[(Text, Value)]>,
    /// The index of the fields, if there are many.
    index: Option<Box<FxHashMap<Text, u32>>>,
}

/// The type of a struct that cannot be converted to YAML.
struct Opaque {
    type_name: &'static str,
    /// The reason why it cannot be converted to YAML.
    refusal: &'static str,
}

impl Fields {
    #[allow(clippy::mutable_key_type, reason = "what texts mutate, their charge, is not hashed")]
    fn new(all: Vec<(Text, Value)>) -> Self {
        let index = (all.len() >= INDEXED).then(|| {
            let numbered = all.iter().enumerate();
            Box::new(numbered.map(|(at, (name, _))| (name.clone(), at as u32)).collect())
        });
        Self { all: all.into(), index }
    }

    fn position(&self, name: &[u8]) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(name).map(|&at| at as usize),
            None => self.all.iter().position(|(field, _)| field.as_bytes() == name),
        }
    }
}

impl Struct {
    /// Creates a struct with `fields` in order. For equal names, the last one wins.
    pub fn new(fields: Vec<(Text, Value)>) -> Self {
        Self { fields: Box::new(Fields::new(fields)).into(), origin: Origin::Code }
    }

    /// Creates a struct of another type that cannot be converted to YAML, for the given reason.
    pub fn opaque(
        type_name: &'static str,
        fields: Vec<(Text, Value)>,
        refusal: &'static str,
    ) -> Self {
        let origin = Origin::Opaque(Rc::new(Opaque { type_name, refusal }));
        Self { origin, ..Self::new(fields) }
    }

    /// Creates a struct whose fields `convert` makes of the items of `map`, one for each, when they are needed.
    pub(crate) fn of_map(map: Rc<Map>, convert: fn(&Map) -> Vec<(Text, Value)>) -> Self {
        Self { fields: OnceCell::new(), origin: Origin::Map(map, convert) }
    }

    fn known(&self) -> &Fields {
        self.fields.get_or_init(|| {
            Box::new(Fields::new(match &self.origin {
                Origin::Map(map, convert) => convert(map),
                Origin::Code | Origin::Opaque(_) => Vec::new(),
            }))
        })
    }

    /// The number of fields.
    fn count(&self) -> usize {
        match &self.origin {
            Origin::Map(map, _) => map.len(),
            Origin::Code | Origin::Opaque(_) => self.fields().len(),
        }
    }

    fn as_opaque(&self) -> Option<&Opaque> {
        match &self.origin {
            Origin::Opaque(opaque) => Some(opaque),
            Origin::Code | Origin::Map(..) => None,
        }
    }

    /// Returns the fields in order.
    pub fn fields(&self) -> &[(Text, Value)] {
        &self.known().all
    }

    /// Returns the value of a field.
    pub fn get(&self, name: &[u8]) -> Option<&Value> {
        let fields = self.known();
        fields.position(name).map(|at| &fields.all[at].1)
    }

    /// Returns why it cannot be converted to YAML, if that is so.
    pub fn refusal(&self) -> Option<&'static str> {
        self.as_opaque().map(|opaque| opaque.refusal)
    }
}

impl HostValue for Struct {
    fn type_name(&self) -> &str {
        self.as_opaque().map_or("struct", |opaque| opaque.type_name)
    }

    fn attr(&self, name: &str) -> Result<Option<Value>> {
        Ok(self.get(name.as_bytes()).cloned())
    }

    /// Returns a field. One place in the code usually sees structs of the same shape, so the last index is tried
    /// first.
    fn attr_again(&self, name: &Text, hint: &Cell<usize>) -> Result<Option<Value>> {
        let fields = self.known();
        if let Some((field, value)) = fields.all.get(hint.get())
            && field == name
        {
            return Ok(Some(value.clone()));
        }
        let found = fields.position(name.as_bytes());
        hint.set(found.unwrap_or_default());
        Ok(found.map(|at| fields.all[at].1.clone()))
    }

    fn attr_names(&self) -> Vec<Text> {
        // Nearly all keys are texts, and need no fields.
        if let (None, Origin::Map(map, _)) = (self.fields.get(), &self.origin)
            && let Some(names) =
                map.items().iter().map(|item| item.key.as_text().cloned()).collect()
        {
            return names;
        }
        self.fields().iter().map(|(name, _)| name.clone()).collect()
    }

    fn missing_attr(&self, name: &str) -> Option<String> {
        if self.count() == 0 {
            return Some(NO_FIELDS.to_owned());
        }
        if DICT_METHODS.contains(&name) {
            return Some(NO_METHODS.to_owned());
        }
        let names: Vec<_> = self.fields().iter().map(|(name, _)| name.to_lossy()).collect();
        if let Some(whole) = names.iter().find(|field| goes_on_after(field, name)) {
            return Some(format!("the field is called \"{whole}\": write x[\"{whole}\"]"));
        }
        let choice = hints::choose(name, "its fields are", names.iter().map(|name| &**name))?;
        Some(format!(
            "{choice}; for a field that may be missing write getattr(x, \"{name}\", None)"
        ))
    }

    fn index(&self, key: &Value) -> Result<Value> {
        let found = match key {
            Value::Str(name) => self.get(name.as_bytes()),
            _ => None,
        };
        found.cloned().ok_or_else(|| {
            let note = match key {
                Value::Str(name) => self.missing_attr(&name.to_lossy()),
                _ => Some("fields are read by their names: x[\"name\"], or x.name".to_owned()),
            };
            let message = format!("key {} not in {}", key.to_repr(), self.type_name());
            let error = Error::new(message).note(note);
            match key {
                Value::Str(name) => error.about(About::Missing(name.to_string())),
                _ => error,
            }
        })
    }

    fn iterate(&self) -> Option<Box<dyn Iterator<Item = Value>>> {
        Some(Box::new(self.attr_names().into_iter().map(Value::Str)))
    }

    fn contains(&self, key: &Value) -> Result<Option<bool>> {
        Ok(Some(matches!(key, Value::Str(name) if self.get(name.as_bytes()).is_some())))
    }

    fn len(&self) -> Option<usize> {
        Some(self.count())
    }

    fn truth(&self) -> bool {
        self.count() > 0
    }

    /// Structs are equal only to themselves.
    fn equals(&self, _: &HostRef) -> Result<Option<bool>> {
        Ok(None)
    }

    fn mapping(&self) -> Option<Vec<(Value, Value)>> {
        Some(self.fields().iter().map(|(name, v)| (Value::Str(name.clone()), v.clone())).collect())
    }

    fn heap_bytes(&self) -> usize {
        // Fields that are not known yet will take the same room. An index has about as many entries again.
        let fields = self.count();
        let indexed = if fields >= INDEXED { fields } else { 0 };
        (fields + indexed) * size_of::<(Text, Value)>()
    }

    fn repr(&self) -> String {
        "struct(...)".to_owned()
    }

    /// Does nothing: the contents of a struct stay mutable, even for files that load it, as in the reference.
    fn freeze(&self, _: &mut Freezer) {}
}

/// Whether `field` starts with `name` and continues with a character that cannot be part of a name after a dot:
/// `app.name`, `app-name`.
fn goes_on_after(field: &str, name: &str) -> bool {
    let rest = field.strip_prefix(name).and_then(|rest| rest.chars().next());
    rest.is_some_and(|sign| !(sign.is_alphanumeric() || sign == '_'))
}
