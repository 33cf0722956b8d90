//! What the program around the server brings: things that it alone knows.

use yardstick_diagnostics::{Diagnostic, codes};

use crate::group::ReadTarget;

/// What can be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The code of an error or a warning.
    Code,
    /// An annotation: `@schema/type`.
    Annotation,
    /// A named rule of `@schema/validation`.
    Rule,
    /// A format of the rule `format`.
    Format,
    /// A function of a module: `json.encode`.
    Function,
}

/// An explanation.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What it is about.
    pub topic: Topic,
    /// Its name.
    pub name: String,
    /// What it means, as text.
    pub about: String,
    /// How it is written, where an example shows that.
    pub example: Option<String>,
}

/// What the program around the server brings.
#[derive(Clone, Copy)]
pub struct Host {
    /// Reads what a target of a project file asks for.
    pub read_target: ReadTarget,
    /// Everything that can be explained.
    pub explanations: fn() -> Vec<Explanation>,
}

impl Default for Host {
    /// A host that knows no targets and explains nothing.
    fn default() -> Self {
        let read_target: ReadTarget = |target| {
            let message = format!("the target '{}' cannot be read here", target.name);
            Err(Box::new(Diagnostic::error(codes::PROJECT_FILE, message)))
        };
        Self { read_target, explanations: Vec::new }
    }
}
