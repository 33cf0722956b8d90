//! What the program around the server brings: things that it alone knows.

use yardstick_diagnostics::{bail, codes};

use crate::{
    group::ReadTarget,
    lone::{self, MakeChecker},
};

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
    /// Makes a checker as the settings of a configuration say.
    pub checker: MakeChecker,
    /// Everything that can be explained.
    pub explanations: fn() -> Vec<Explanation>,
}

impl Default for Host {
    /// A host that knows no targets, no settings of `check`, and explains nothing.
    fn default() -> Self {
        let read_target: ReadTarget = |target| {
            let message = format!("the target '{}' cannot be read here", target.name);
            bail!(codes::PROJECT_FILE, message)
        };
        let checker: MakeChecker = |world, _, config| Ok(lone::plain(world, config));
        Self { read_target, checker, explanations: Vec::new }
    }
}
