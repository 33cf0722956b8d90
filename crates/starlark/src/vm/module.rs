//! Evaluated modules: the frozen globals of a program that has finished.

use std::cell::RefCell;
use std::rc::Rc;

use crate::memory::drop_deep;
use crate::program::{Global, Program};
use crate::value::{Freezer, Text, Value};

/// The global variables of a module during and after its run. Its functions share them.
pub(crate) struct Globals {
    pub(crate) slots: RefCell<Vec<Option<Value>>>,
    pub(crate) program: Rc<Program>,
}

impl Globals {
    pub(crate) fn new(program: Rc<Program>) -> Self {
        Self { slots: RefCell::new(vec![None; program.globals.len()]), program }
    }
}

impl Drop for Globals {
    fn drop(&mut self) {
        drop_deep(std::mem::take(self.slots.get_mut()));
    }
}

/// A module that ran to its end. Its values can no longer be changed.
pub struct Module {
    globals: Rc<Globals>,
}

impl Module {
    /// Takes the globals of a finished run and freezes them.
    pub(crate) fn new(globals: Rc<Globals>) -> Self {
        Freezer::freeze(globals.slots.borrow().iter().flatten());
        Self { globals }
    }

    /// A module of native values.
    pub fn native(values: Vec<(Text, Value)>) -> Self {
        let (globals, slots) = values
            .into_iter()
            .map(|(name, value)| (Global { name, defined: true }, Some(value)))
            .unzip();
        let program = Rc::new(Program::native(globals));
        Self::new(Rc::new(Globals { slots: RefCell::new(slots), program }))
    }

    /// Returns the value that other modules can load as `name`. Excludes `_private` names and loaded ones.
    pub fn get(&self, name: &Text) -> Option<Value> {
        let number =
            self.globals.program.globals.iter().position(|g| g.is_exported() && g.name == *name)?;
        self.globals.slots.borrow()[number].clone()
    }

    /// Returns the names that other modules can load.
    pub fn names(&self) -> impl Iterator<Item = &Text> {
        self.globals
            .program
            .globals
            .iter()
            .filter(|global| global.is_exported())
            .map(|global| &global.name)
    }

    /// Returns the value of any global, including private and loaded ones.
    pub fn global(&self, name: &Text) -> Option<Value> {
        let number = self.globals.program.globals.iter().position(|g| g.name == *name)?;
        self.globals.slots.borrow()[number].clone()
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // Functions of a module reference its globals, which reference the functions: a cycle that nothing else
        // breaks. A function that was taken out of the module has further references.
        self.globals.break_cycles();
    }
}

impl Globals {
    /// Frees the values if only functions among them still reference this module.
    fn break_cycles(self: &Rc<Self>) {
        let mut held = 1;
        for value in self.slots.borrow().iter().flatten() {
            if let Value::Function(function) = value
                && Rc::ptr_eq(&function.globals, self)
            {
                if Rc::strong_count(function) > 1 {
                    return;
                }
                held += 1;
            }
        }
        if Rc::strong_count(self) == held {
            let values = std::mem::take(&mut *self.slots.borrow_mut());
            drop_deep(values);
        }
    }
}
