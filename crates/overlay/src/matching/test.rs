//! Tests a matcher on one node.

use std::{borrow::Cow, rc::Rc};

use yardstick_starlark::{Error, Result, Text, Thread, Value, hints};
use yardstick_template::{
    convert, expect_bool,
    fragment::{Content, Fragment},
    tree::{Kind, Yaml},
};

use super::{Matcher, subset};

/// The place of a node among its siblings, which is the first argument of matchers.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    At(usize),
    Key(&'a Yaml),
    Value(&'a Value),
}

/// The value of one of the two nodes that a matcher compares: from a tree, or from code.
pub(crate) enum Side<'a> {
    Yaml(&'a Yaml),
    /// A node passed to code as a fragment of `from`.
    Lent {
        from: &'a Yaml,
        value: Value,
    },
    Value(Value),
}

/// A left node that may match, and the overlay node.
pub(crate) struct Candidate<'a> {
    place: Place<'a>,
    left: Side<'a>,
    right: Side<'a>,
}

/// A matcher of the module, or a function of the user.
#[derive(Clone, Copy)]
pub(crate) enum Operand<'a> {
    Matcher(&'a Matcher),
    Function(&'a Value),
}

impl<'a> Operand<'a> {
    pub(crate) fn of(value: &'a Value) -> Self {
        value.downcast::<Matcher>().map_or(Operand::Function(value), Operand::Matcher)
    }

    /// Whether it matches `candidate`.
    pub(crate) fn test(self, thread: &mut Thread, candidate: &mut Candidate<'_>) -> Result<bool> {
        let matcher = match self {
            Operand::Matcher(matcher) => matcher,
            Operand::Function(function) => {
                let returned = thread.call(function, &candidate.arguments(), &[])?;
                return expect_bool(&returned).map_err(Error::new);
            }
        };
        matcher.test(thread, candidate).map_err(|error| {
            let caught = error.is_catchable();
            if caught { error.without_frames().prefixed(matcher.name()) } else { error }
        })
    }
}

impl Matcher {
    fn test(&self, thread: &mut Thread, candidate: &mut Candidate<'_>) -> Result<bool> {
        match self {
            Matcher::All => Ok(true),
            Matcher::Index(index) => candidate.index().map(|at| at == Some(*index)),
            Matcher::MapKey(key) => candidate.same_under(key),
            Matcher::Subset(pattern) => {
                let left = candidate.left.yaml()?;
                Ok(subset::holds(&left, &pattern.converted()?.yaml))
            }
            Matcher::And(operands) => {
                for operand in operands.iter() {
                    if !operand.test(thread, candidate)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Matcher::Or(operands) => {
                for operand in operands.iter() {
                    if operand.test(thread, candidate)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Matcher::Not(operands) => {
                for operand in operands.iter() {
                    if operand.test(thread, candidate)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }
}

impl<'a> Candidate<'a> {
    pub(crate) fn new(place: Place<'a>, left: Side<'a>, right: Side<'a>) -> Self {
        Self { place, left, right }
    }

    /// Returns the arguments for a function call.
    fn arguments(&mut self) -> [Value; 3] {
        let place = match self.place {
            Place::At(at) => Value::from(at),
            Place::Key(key) => Fragment::of_yaml(key),
            Place::Value(value) => value.clone(),
        };
        [place, self.left.lend(), self.right.lend()]
    }

    /// Returns the index, if the place is an integer that can be one.
    fn index(&self) -> Result<Option<i64>> {
        match self.place {
            Place::At(at) => Ok(i64::try_from(at).ok()),
            Place::Key(Yaml::Int(at)) | Place::Value(Value::Int(at)) => Ok(Some(*at)),
            Place::Key(Yaml::UInt(_)) | Place::Value(Value::BigInt(_)) => Ok(None),
            Place::Key(_) | Place::Value(_) => Err(Error::new("expected starlark.Int")),
        }
    }

    fn same_under(&self, key: &Text) -> Result<bool> {
        let (left, right) = (self.left.under(key)?, self.right.under(key)?);
        Ok(left.same_scalar(&right))
    }

    /// Returns the value of the left node if code changed it.
    pub(crate) fn changed_left(self) -> Option<Yaml> {
        let Side::Lent { from, value } = self.left else { return None };
        let Content::Value(now) = value.downcast::<Fragment>()?.content() else { return None };
        (!same_object(from, &now)).then_some(now)
    }
}

fn same_object(a: &Yaml, b: &Yaml) -> bool {
    match (a, b) {
        (Yaml::Map(a), Yaml::Map(b)) => Rc::ptr_eq(a, b),
        (Yaml::Array(a), Yaml::Array(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

impl Side<'_> {
    /// Returns the value for code. Later calls see the changes of earlier ones.
    fn lend(&mut self) -> Value {
        match self {
            Side::Lent { value, .. } | Side::Value(value) => value.clone(),
            Side::Yaml(yaml) => {
                let (from, value) = (*yaml, Fragment::of_yaml(yaml));
                if matches!(value, Value::Host(_)) {
                    *self = Side::Lent { from, value: value.clone() };
                }
                value
            }
        }
    }

    fn yaml(&self) -> Result<Cow<'_, Yaml>> {
        match self {
            Side::Yaml(yaml) => Ok(Cow::Borrowed(yaml)),
            Side::Lent { value, .. } | Side::Value(value) => {
                convert::to_yaml(value).map(Cow::Owned)
            }
        }
    }

    /// Returns the value under `key`. Only nodes have one, not dicts of code.
    fn under(&self, key: &Text) -> Result<Cow<'_, Yaml>> {
        if let Side::Value(value) = self
            && value.downcast::<Fragment>().is_none()
            && convert::scalar_to_yaml(value).is_none()
        {
            return Err(not_map(convert::host_type(value)));
        }
        let key = Yaml::Text(key.clone());
        let missing = || {
            let name = convert::display_key(&key);
            let keys = self.yaml().ok().and_then(|yaml| {
                let keys =
                    yaml.as_map()?.items().iter().map(|item| convert::display_key(&item.key));
                let keys: Vec<String> = keys.collect();
                hints::choose(&name, "the item has", keys.iter().map(String::as_str))
            });
            Error::new(format!("Expected to find map item with key '{name}', but did not"))
                .note(keys.map(|keys| format!("by=\"{name}\": {keys}")))
        };
        match self.yaml()? {
            Cow::Borrowed(Yaml::Map(map)) => {
                map.get(&key).map(|item| Cow::Borrowed(&item.value)).ok_or_else(missing)
            }
            Cow::Owned(Yaml::Map(map)) => {
                map.get(&key).map(|item| Cow::Owned(item.value.clone())).ok_or_else(missing)
            }
            other => Err(not_map(other.kind().name())),
        }
    }
}

fn not_map(was: &str) -> Error {
    debug_assert_ne!(was, Kind::Map.name());
    let note = if was == Kind::Array.name() {
        "by=\"key\" chooses among the items of an array: write the annotation above the item (`- ...`), not above the key of the array"
    } else {
        "by=\"key\" compares a key of maps, and the items are plain values: write by=lambda index, left, right: left == \"text\", or by=overlay.index(0)"
    };
    let note = Some(note.to_owned());
    Error::new(format!("Expected value to be map, but was {was}")).note(note)
}
