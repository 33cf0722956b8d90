//! The matchers of `@ytt:overlay` as data, so that nodes can be looked up in an index.

use std::{cell::OnceCell, rc::Rc};

use yardstick_starlark::{Args, Error, Freezer, HostValue, Result, Text, Thread, Value};
use yardstick_template::{convert, tree::Yaml};

use super::{
    path_index::Step,
    subset,
    test::{Candidate, Operand, Place, Side},
};

/// A matcher of the module. Code can call it like any function of three arguments.
pub(crate) enum Matcher {
    /// Every node.
    All,
    /// The node at this index.
    Index(i64),
    /// Nodes with the same value under a key as the overlay node.
    MapKey(Text),
    /// Nodes that contain everything in a pattern.
    Subset(Pattern),
    /// Nodes that all operands match.
    And(Operands),
    /// Nodes that at least one operand matches.
    Or(Operands),
    /// Nodes that the operand does not match.
    Not(Operands),
}

/// The maximum nesting of matchers. Each level is a native call.
const MAX_NESTING: u32 = 100;

/// The matchers or functions that a matcher combines.
pub(crate) struct Operands {
    all: Box<[Value]>,
    nesting: u32,
}

impl Operands {
    pub(crate) fn new(all: &[Value]) -> Result<Self> {
        let nesting = |operand: &Value| match operand.downcast::<Matcher>() {
            Some(Matcher::And(inner) | Matcher::Or(inner) | Matcher::Not(inner)) => inner.nesting,
            _ => 0,
        };
        let nesting = all.iter().map(nesting).max().unwrap_or(0) + 1;
        if nesting > MAX_NESTING {
            return Err(Error::new(format!(
                "matchers are nested deeper than {MAX_NESTING} levels"
            )));
        }
        Ok(Self { all: all.into(), nesting })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Operand<'_>> {
        self.all.iter().map(Operand::of)
    }
}

/// The argument of `overlay.subset`, converted on first use.
pub(crate) struct Pattern {
    value: Value,
    converted: OnceCell<Result<Converted>>,
}

/// A pattern as nodes.
pub(crate) struct Converted {
    pub(crate) yaml: Yaml,
    pub(crate) leaves: Vec<(Rc<[Step]>, Yaml)>,
}

impl Pattern {
    pub(crate) fn new(value: Value) -> Self {
        Self { value, converted: OnceCell::new() }
    }

    pub(crate) fn converted(&self) -> Result<&Converted> {
        let convert = || {
            let yaml = convert::to_yaml(&self.value)?;
            Ok(Converted { leaves: subset::leaves(&yaml), yaml })
        };
        self.converted.get_or_init(convert).as_ref().map_err(Error::clone)
    }
}

impl Matcher {
    /// Returns the name for messages.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Matcher::All => "overlay.all",
            Matcher::Index(_) => "overlay.index_matcher",
            Matcher::MapKey(_) => "overlay.map_key_matcher",
            Matcher::Subset(_) => "overlay.subset_matcher",
            Matcher::And(_) => "overlay.and_op",
            Matcher::Or(_) => "overlay.or_op",
            Matcher::Not(_) => "overlay.not_op",
        }
    }
}

/// A matcher looks like a native function.
impl HostValue for Matcher {
    fn type_name(&self) -> &'static str {
        "builtin_function_or_method"
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, thread: &mut Thread, args: Args<'_>) -> Result<Value> {
        let [place, left, right] = args.positional else {
            let note = match self {
                Matcher::All => "it is given as it is: write by=overlay.all, without parentheses",
                _ => "a matcher is given as it is: remove the second pair of parentheses",
            };
            return Err(Error::new(format!("{}: expected exactly 3 arguments", self.name()))
                .note(Some(note.to_owned())));
        };
        let (left, right) = (Side::Value(left.clone()), Side::Value(right.clone()));
        let mut candidate = Candidate::new(Place::Value(place), left, right);
        Operand::Matcher(self).test(thread, &mut candidate).map(Value::Bool)
    }

    fn repr(&self) -> String {
        format!("<built-in function {}>", self.name())
    }

    fn freeze(&self, freezer: &mut Freezer) {
        match self {
            Matcher::And(operands) | Matcher::Or(operands) | Matcher::Not(operands) => {
                operands.all.iter().for_each(|operand| freezer.visit(operand));
            }
            Matcher::Subset(pattern) => freezer.visit(&pattern.value),
            Matcher::All | Matcher::Index(_) | Matcher::MapKey(_) => {}
        }
    }
}
