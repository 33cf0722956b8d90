//! Finds the problems of a schema file that do not require compiling it.

use std::{cell::LazyCell, sync::Arc};

use jsonschema::Draft;
use serde_json::Value as Json;
use yardstick_diagnostics::{Diagnostic, Severity, codes};
use yardstick_yaml::NodeId;

use super::{
    Options, SchemaFile, ignored::Ignored, lint, problems, reached::LeftOut, strange, suspicion,
    walk,
};

/// The problems that were found.
pub(super) struct Review {
    pub(super) errors: Vec<Diagnostic>,
    pub(super) warnings: Vec<Diagnostic>,
}

/// The schema to review.
pub(super) struct Subject<'a> {
    pub(super) file: &'a Arc<SchemaFile>,
    /// The node of the schema in the file.
    pub(super) root: Option<NodeId>,
    /// Definitions to ignore.
    pub(super) left_out: &'a LeftOut,
    /// The schema as JSON, without those definitions.
    pub(super) contents: &'a Json,
}

/// Reviews a schema. Checks it against the meta-schema of `meta`, if given. `draft` is the draft it is read with;
/// `None` if its dialect is unknown.
pub(super) fn review(
    subject: &Subject<'_>,
    meta: Option<Draft>,
    draft: Option<Draft>,
    is_known: bool,
    options: Options,
) -> Review {
    let &Subject { file, root, left_out, contents } = subject;
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    if let Some(draft) = meta
        && !problems::meta_validator(draft).is_valid(contents)
    {
        errors = problems::violations(file, root, Some(draft));
    }
    suspicion::warn_about_file(file, &mut warnings);
    if let Some(root) = root {
        // One walk for all: in a large schema it takes longer than what is done on the way.
        let view = &file.view;
        let (mut impossible, mut unknown, mut unheeded) = (Vec::new(), Vec::new(), Vec::new());
        let referred = LazyCell::new(|| strange::referred(view));
        let is_referred = |name: &str| referred.contains(name);
        let rules = draft.map(|draft| Ignored::of(file, draft));
        walk::each(view, root, left_out, &mut |schema| {
            lint::refuse(view, schema, &mut impossible);
            lint::warn(view, schema, &is_referred, options.lint, &mut unknown);
            if let Some(rules) = &rules {
                rules.warn(view, schema, &mut unheeded);
            }
        });
        if errors.is_empty() {
            errors = impossible;
        }
        if options.lint {
            errors.extend(problems::unresolved_inside(file));
        }
        suspicion::warn_about_keywords(file, root, &mut warnings);
        if !is_known {
            suspicion::warn_about_dialect(file, root, &mut warnings);
        }
        warnings.append(&mut unknown);
        warnings.append(&mut unheeded);
    }
    if !options.lint {
        fold(&mut warnings);
    }
    if options.strict {
        let counts = |warning: &&mut Diagnostic| warning.code != codes::UNKNOWN_FORMAT;
        for warning in warnings.iter_mut().filter(counts) {
            warning.severity = Severity::Error;
        }
    }
    Review { errors, warnings }
}

/// Returns the message without the keyword's name, so that all keywords that a draft does not have become one
/// warning.
fn statement(warning: &Diagnostic) -> &str {
    let text = warning.message.as_str();
    let rest = text.strip_prefix('\'').and_then(|rest| rest.split_once('\''));
    rest.filter(|_| warning.code == codes::IGNORED_KEYWORD).map_or(text, |(_, rest)| rest)
}

/// Merges equal warnings at several places into one. A user who checks documents only needs to know that there is
/// something; `schema check` lists every place.
fn fold(warnings: &mut Vec<Diagnostic>) {
    let mut kept: Vec<(Diagnostic, usize)> = Vec::new();
    for warning in warnings.drain(..) {
        let is_same = |(known, _): &&mut (Diagnostic, usize)| {
            known.code == warning.code
                && statement(known) == statement(&warning)
                && known.notes == warning.notes
        };
        match kept.iter_mut().find(is_same) {
            Some((_, more)) => *more += 1,
            None => kept.push((warning, 0)),
        }
    }
    warnings.extend(kept.into_iter().map(|(warning, more)| match more {
        0 => warning,
        1 => warning.note("the same in 1 other place; `yardstick schema check` shows all"),
        more => {
            warning.note(format!(
                "the same in {more} other places; `yardstick schema check` shows all"
            ))
        }
    }));
}
