//! Named shapes: a schema that a function declares, for use in any number of nodes, including inside itself.

use std::{cell::OnceCell, fmt, rc::Rc};

use super::Declaration;

/// A named declaration, shared by all nodes that refer to it. A recursive shape forms a reference cycle, so it stays
/// in memory as long as the program runs.
pub struct Shape {
    /// The name of the function that declares it.
    pub name: String,
    /// The declaration; empty while it is being read.
    declaration: OnceCell<Declaration>,
}

impl Shape {
    /// Creates a shape with only a name.
    pub(crate) fn new(name: String) -> Rc<Self> {
        Rc::new(Self { name, declaration: OnceCell::new() })
    }

    /// Sets the declaration, once.
    pub(crate) fn declare(&self, declaration: Declaration) {
        // The code that creates the shape sets it only once, so this cannot fail.
        let _ = self.declaration.set(declaration);
    }

    /// Returns the declaration; `None` while it is being read.
    pub fn declaration(&self) -> Option<&Declaration> {
        self.declaration.get()
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({})", self.name)
    }
}
