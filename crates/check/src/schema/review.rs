//! What can be said about a schema file without compiling it.

use jsonschema::Draft;
use serde_json::Value as Json;
use yardstick_diagnostics::{Diagnostic, Severity, codes};
use yardstick_yaml::NodeId;

use super::{Options, SchemaFile, lint, problems, suspicion};

/// What was found.
pub(super) struct Review {
    pub(super) errors: Vec<Diagnostic>,
    pub(super) warnings: Vec<Diagnostic>,
}

/// Looks through the schema at `root` of `file`, which compiles to `contents`. It is held against the
/// meta-schema of `meta`, if given; `is_known` says whether its dialect is.
pub(super) fn review(
    file: &SchemaFile,
    root: Option<NodeId>,
    contents: &Json,
    meta: Option<Draft>,
    is_known: bool,
    options: Options,
) -> Review {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    if let Some(draft) = meta
        && !problems::meta_validator(draft).is_valid(contents)
    {
        errors = problems::violations(file, root, Some(draft));
    }
    suspicion::warn_about_file(file, &mut warnings);
    if let Some(root) = root {
        if errors.is_empty() {
            lint::refuse(file, root, &mut errors);
        }
        suspicion::warn_about_keywords(file, root, &mut warnings);
        if !is_known {
            suspicion::warn_about_dialect(file, root, &mut warnings);
        }
        lint::warn(file, root, options.lint, &mut warnings);
    }
    if options.strict {
        let counts = |warning: &&mut Diagnostic| warning.code != codes::UNKNOWN_FORMAT;
        for warning in warnings.iter_mut().filter(counts) {
            warning.severity = Severity::Error;
        }
    }
    Review { errors, warnings }
}
