//! Expands named shapes for readers: the fields of a shape are shown where a node refers to it.
//!
//! A shape may be recursive. Inside of itself, it is only named, because the list of fields would never end. If many
//! shapes contain each other, only a limited number are expanded.

use std::{cell::Cell, rc::Rc};

use crate::model::{Declaration, Shape, Type};

/// The maximum number of shapes to expand in one document, because shapes that contain each other multiply.
const MOST: usize = 1_000;

/// The shape that a node refers to, and the shapes around it.
pub(super) struct Opened<'a> {
    own: Option<&'a Shape>,
    /// Whether its fields are shown here.
    is_open: bool,
    around: Vec<&'a Shape>,
    left: Rc<Cell<usize>>,
}

impl<'a> Opened<'a> {
    /// Creates the state for the document.
    pub(super) fn root(declaration: &'a Declaration) -> Self {
        let outside = Opened {
            own: None,
            is_open: false,
            around: Vec::new(),
            left: Rc::new(Cell::new(MOST)),
        };
        outside.inside(declaration)
    }

    /// Creates the state for a node inside of this one, which `declaration` declares.
    pub(super) fn inside(&self, declaration: &'a Declaration) -> Self {
        let own = match declaration.type_.not_null() {
            Type::Ref(shape) => Some(&**shape),
            _ => None,
        };
        let mut around = self.around.clone();
        around.extend(self.own.filter(|_| self.is_open));
        let is_new = own.is_some_and(|own| !around.iter().any(|one| std::ptr::eq(*one, own)));
        let is_open = is_new && self.left.get() > 0;
        if is_open {
            self.left.set(self.left.get() - 1);
        }
        Self { own, is_open, around, left: Rc::clone(&self.left) }
    }

    /// Returns the declaration of the shape, if it is shown here.
    pub(super) fn shape(&self) -> Option<&'a Declaration> {
        self.own.filter(|_| self.is_open)?.declaration()
    }

    /// Returns the name of the shape.
    pub(super) fn name(&self) -> Option<&'a str> {
        self.own.map(|shape| shape.name.as_str())
    }
}
