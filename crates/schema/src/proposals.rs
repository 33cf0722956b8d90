//! Optional behavior from proposals that differs from the released behavior. It is enabled by name.
//!
//! Users enable it with a flag, and the author of a schema enables it in the schema.

use yardstick_diagnostics::{Diagnostic, Result, codes, spelling};

/// The proposals that are enabled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Proposals {
    /// A rule passes if its function returns `None`.
    pub none_passes: bool,
    /// If a condition fails with an error, its rules do not apply.
    pub when_errors_skip: bool,
    /// If a rule returns `False`, the report names its function.
    pub name_false_functions: bool,
    /// Violations of children are listed before those of their parents.
    pub leaf_first: bool,
    /// Arrays in data values documents replace existing ones.
    pub arrays_replace: bool,
    /// For a value that is not allowed, the report suggests the one that was probably meant.
    pub suggest_values: bool,
}

impl Proposals {
    /// The names, sorted.
    pub const NAMES: [&'static str; 6] = [
        "arrays-replace",
        "leaf-first",
        "name-false-functions",
        "none-passes",
        "suggest-values",
        "when-errors-skip",
    ];

    /// Combines these proposals with `others`.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self {
            none_passes: self.none_passes || others.none_passes,
            when_errors_skip: self.when_errors_skip || others.when_errors_skip,
            name_false_functions: self.name_false_functions || others.name_false_functions,
            leaf_first: self.leaf_first || others.leaf_first,
            arrays_replace: self.arrays_replace || others.arrays_replace,
            suggest_values: self.suggest_values || others.suggest_values,
        }
    }

    /// Returns the proposals with these names.
    pub fn named(names: &[impl AsRef<str>]) -> Result<Self> {
        let mut proposals = Self::default();
        for name in names.iter().map(AsRef::as_ref) {
            match name {
                "none-passes" => proposals.none_passes = true,
                "when-errors-skip" => proposals.when_errors_skip = true,
                "name-false-functions" => proposals.name_false_functions = true,
                "leaf-first" => proposals.leaf_first = true,
                "suggest-values" => proposals.suggest_values = true,
                "arrays-replace" => proposals.arrays_replace = true,
                other => return Err(unknown(other)),
            }
        }
        Ok(proposals)
    }
}

fn unknown(name: &str) -> Box<Diagnostic> {
    let known = Proposals::NAMES.join(", ");
    let error = Diagnostic::error(
        codes::UNKNOWN_PROPOSAL,
        format!("Unknown proposal '{name}' (known: {known})"),
    );
    Box::new(error.notes(spelling::hint(name, Proposals::NAMES)))
}
