//! Arguments of annotations, in tables for the code that reads them and for editors that suggest them.

/// A named argument of an annotation.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// An example of its use.
    pub example: &'static str,
    /// Its description.
    pub about: &'static str,
}

/// An annotation with its named arguments.
pub type Arguments = (&'static str, &'static [Argument]);

impl Argument {
    /// Creates an entry for a table.
    pub const fn new(name: &'static str, example: &'static str, about: &'static str) -> Self {
        Self { name, example, about }
    }

    /// Returns the names of the arguments of `annotation` in `table`.
    pub fn names(table: &[Arguments], annotation: &str) -> Vec<&'static str> {
        let found = table.iter().find(|(name, _)| *name == annotation);
        found.into_iter().flat_map(|(_, arguments)| *arguments).map(|one| one.name).collect()
    }
}
