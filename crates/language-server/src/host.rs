//! The parts that the surrounding program provides to the server, because only that program has them.

use yardstick_diagnostics::{bail, codes};

use crate::{
    group::ReadTarget,
    lone::{self, MakeChecker},
};

/// The kind of topic that can be explained.
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
    /// The kind of its topic.
    pub topic: Topic,
    /// The name of its topic.
    pub name: String,
    /// The explanation.
    pub about: String,
    /// An example of its use, if there is one.
    pub example: Option<String>,
}

/// The parts that the surrounding program provides.
#[derive(Clone, Copy)]
pub struct Host {
    /// Reads the settings of a target in a project file.
    pub read_target: ReadTarget,
    /// Creates a checker with the settings of a configuration.
    pub checker: MakeChecker,
    /// Returns all explanations.
    pub explanations: fn() -> Vec<Explanation>,
}

impl Default for Host {
    /// A host without targets, settings of `check` and explanations.
    fn default() -> Self {
        let read_target: ReadTarget = |target| {
            let message = format!("the target '{}' cannot be read here", target.name);
            bail!(codes::PROJECT_FILE, message)
        };
        let checker: MakeChecker = |world, _, config| Ok(lone::plain(world, config));
        Self { read_target, checker, explanations: Vec::new }
    }
}
