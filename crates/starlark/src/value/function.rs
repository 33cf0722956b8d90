//! Functions written in the language.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use yardstick_diagnostics::Span;

use super::{Text, Value};
use crate::compile::Proto;
use crate::memory::{Charge, OVERHEAD, drop_deep};
use crate::vm::Globals;

/// A variable shared between a function and the functions inside it.
pub(crate) type CellRef = Rc<RefCell<Option<Value>>>;

pub(crate) fn new_cell(value: Option<Value>) -> CellRef {
    Rc::new(RefCell::new(value))
}

/// A function: its code, and the values that it captured where it was defined.
pub struct Function {
    pub(crate) proto: Rc<Proto>,
    pub(crate) globals: Rc<Globals>,
    /// The defaults of the last parameters that may have one; `None` for required keyword-only parameters.
    pub(crate) defaults: Box<[Option<Value>]>,
    pub(crate) captures: Box<[CellRef]>,
    frozen: Cell<bool>,
    _charge: Charge,
}

impl Function {
    pub(crate) fn new(
        proto: Rc<Proto>,
        globals: Rc<Globals>,
        defaults: Box<[Option<Value>]>,
        captures: Box<[CellRef]>,
    ) -> Self {
        let cells = captures.len() * (OVERHEAD + size_of::<RefCell<Option<Value>>>());
        let held = size_of_val(&*defaults) + cells;
        let charge = Charge::new(OVERHEAD + size_of::<Self>() + held);
        Self { proto, globals, defaults, captures, frozen: Cell::new(false), _charge: charge }
    }

    /// Its name, or `lambda`.
    pub fn name(&self) -> &Text {
        &self.proto.name
    }

    /// Returns the number of parameters, including `*args` and `**kwargs`.
    pub fn parameter_count(&self) -> usize {
        self.proto.params.names.len()
    }

    /// Returns the minimum number of positional arguments.
    pub fn required_count(&self) -> usize {
        let params = &self.proto.params;
        let is_positional = |slot: &&u32| (**slot as usize) < params.positional;
        params.positional - params.optional.iter().filter(is_positional).count()
    }

    /// The names of its parameters.
    pub fn parameters(&self) -> &[Text] {
        &self.proto.params.names
    }

    /// Returns the position of its definition.
    pub fn span(&self) -> Span {
        self.proto.span
    }

    /// Marks it as being frozen. Returns whether this is the first request.
    pub(crate) fn start_freezing(&self) -> bool {
        !self.frozen.replace(true)
    }

    /// Whether it keeps values alive itself.
    pub(crate) fn holds_values(&self) -> bool {
        !self.captures.is_empty() || !self.defaults.is_empty()
    }

    /// Visits the values that it keeps alive itself. The globals of its module are frozen with the module.
    pub(crate) fn each_held(&self, mut visit: impl FnMut(&Value)) {
        self.defaults.iter().flatten().for_each(&mut visit);
        for cell in &self.captures {
            if let Some(value) = &*cell.borrow() {
                visit(value);
            }
        }
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        if self.holds_values() {
            drop_deep((std::mem::take(&mut self.captures), std::mem::take(&mut self.defaults)));
        }
    }
}
