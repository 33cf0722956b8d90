//! Arguments of annotations, in tables for the code that reads them and for editors that offer them.

/// An argument that an annotation takes by name.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// How it is written.
    pub example: &'static str,
    /// What it is for.
    pub about: &'static str,
}

/// An annotation with the arguments that it takes by name.
pub type Arguments = (&'static str, &'static [Argument]);

impl Argument {
    /// An argument for a table.
    pub const fn new(name: &'static str, example: &'static str, about: &'static str) -> Self {
        Self { name, example, about }
    }

    /// The names of the arguments of `annotation` in `table`.
    pub fn names(table: &[Arguments], annotation: &str) -> Vec<&'static str> {
        let found = table.iter().find(|(name, _)| *name == annotation);
        found.into_iter().flat_map(|(_, arguments)| *arguments).map(|one| one.name).collect()
    }
}
