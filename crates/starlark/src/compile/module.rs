//! Variables of a module that its top-level code keeps in its own frame.
//!
//! Code finds a local variable much faster than a global one, and many fused instructions exist only for local ones. So
//! where a module has loops outside functions, its variables are local to its top-level code. At the end they move to
//! where functions and other modules look for them. A variable that a function of the module uses is there from the
//! start, because the function may run before. So is what the top-level code calls, which direct calls look for there.

use crate::resolve::{Resolved, Slot};
use crate::syntax::ExprId;
use crate::value::Text;

use super::code::RESULT;
use super::{FunctionCompiler, Op};

/// A variable of the module in the frame of its top-level code.
#[derive(Clone, Copy)]
pub(crate) struct Resident {
    /// Its number among the globals.
    pub(crate) global: u32,
    /// Whether the module itself defines it, rather than only loading it.
    pub(crate) defined: bool,
}

/// The variables in the frame, and where each global is.
#[derive(Default)]
pub(super) struct Residents {
    pub(super) variables: Vec<Resident>,
    /// The local variable for each global.
    locals: Vec<Option<u32>>,
}

impl Residents {
    /// Chooses the variables. `first` is the number of the first local variable that is free.
    pub(super) fn of(resolved: &Resolved, first: usize) -> Self {
        let mut residents = Self::default();
        // Without a loop, each statement runs once, and moving the variables would take longer than it saves.
        if !resolved.loops {
            return residents;
        }
        for (number, global) in resolved.globals.iter().enumerate() {
            let local = first + residents.variables.len();
            // Fused instructions reach only so many variables. Others would gain nothing.
            let fits = !global.shared && local < usize::from(RESULT);
            residents.locals.push(fits.then_some(local as u32));
            if fits {
                let resident = Resident { global: number as u32, defined: global.defined };
                residents.variables.push(resident);
            }
        }
        residents
    }

    /// Returns where the code finds what a name refers to.
    pub(super) fn locate(&self, slot: Slot) -> Slot {
        let local = match slot {
            Slot::Global(number) => self.locals.get(number as usize).copied().flatten(),
            _ => None,
        };
        local.map_or(slot, Slot::Local)
    }

    pub(super) fn names<'a>(&'a self, resolved: &'a Resolved) -> impl Iterator<Item = Text> + 'a {
        self.variables
            .iter()
            .map(|variable| resolved.globals[variable.global as usize].name.clone())
    }
}

impl FunctionCompiler<'_> {
    /// Copies what a `load` statement stored to where the code looks for it.
    pub(super) fn fetch_loaded(&mut self, targets: impl Iterator<Item = ExprId>) {
        for target in targets {
            let global = self.program.resolved.slots[target.0 as usize];
            if let (Slot::Global(number), Slot::Local(local)) = (global, self.slot(target)) {
                self.emit_for(Op::LoadGlobal(number), target);
                self.emit_for(Op::StoreLocal(local), target);
            }
        }
    }
}
