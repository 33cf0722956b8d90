//! Shapes with a name: what a function declares, for any number of nodes, inside of itself too.

use std::{cell::OnceCell, fmt, rc::Rc};

use super::Declaration;

/// A declaration with a name. Nodes that refer to it share it; a shape that contains itself is a circle, and stays
/// in memory as long as the program runs.
pub struct Shape {
    /// The name of the function that declares it.
    pub name: String,
    /// What it declares; nothing while it is read.
    declaration: OnceCell<Declaration>,
}

impl Shape {
    /// A shape of which nothing but the name is known yet.
    pub(crate) fn new(name: String) -> Rc<Self> {
        Rc::new(Self { name, declaration: OnceCell::new() })
    }

    /// Says what it declares, once.
    pub(crate) fn declare(&self, declaration: Declaration) {
        // It is set once, by the code that makes the shape.
        let _ = self.declaration.set(declaration);
    }

    /// What it declares; nothing while it is read.
    pub fn declaration(&self) -> Option<&Declaration> {
        self.declaration.get()
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({})", self.name)
    }
}
