//! `@overlay/match`: its arguments, and the nodes that they select.

use yardstick_diagnostics::codes;

use yardstick_starlark::{Text, Value};
use yardstick_template::{
    engine_type,
    tree::{Annotations, NodeKind},
};

use super::Counts;
use crate::{
    annotation::{MATCH, names, unknown_keyword},
    engine::Documents,
    failure::{Failure, Result},
};

/// The arguments of `@overlay/match` on one node. Only the names have been checked.
#[derive(Debug)]
pub(crate) struct MatchArguments<'a> {
    by: Option<&'a Value>,
    /// Whether the node has the annotation at all.
    written: bool,
    /// The arguments about the number of matches, with inherited defaults.
    pub(crate) counts: Counts,
}

/// Which nodes an overlay node selects.
#[derive(Clone, Debug)]
pub(crate) enum Rule<'a> {
    /// None.
    Nothing,
    /// All.
    Everything,
    /// The map item with the same key.
    SameKey,
    /// Those with the same value under a key.
    MapKey(&'a Text),
    /// Those that a matcher or function selects.
    By(&'a Value),
}

impl<'a> MatchArguments<'a> {
    /// Reads the annotation of a node of `kind`; `documents` says whether documents are matched.
    pub(crate) fn read(
        annotations: &'a Annotations,
        kind: NodeKind,
        documents: Documents,
        inherited: &Counts,
    ) -> Result<Self> {
        let annotation = annotations.get(names::MATCH);
        let optional = kind == NodeKind::MapItem
            || (documents, kind) == (Documents::TheOne, NodeKind::Document);
        let keywords = match annotation {
            Some(annotation) if optional || !annotation.keywords.is_empty() => {
                &annotation.keywords[..]
            }
            None if optional || kind == NodeKind::ArrayItem => &[],
            _ => {
                return Err(Failure::new(
                    codes::OVERLAY_ARGUMENTS,
                    format!(
                        "Expected '{MATCH}' annotation to have at least one keyword argument (by=..., expects=...)"
                    ),
                )
                .note(match kind {
                    NodeKind::ArrayItem => "say which items it is about: `#@overlay/match by=\"name\"`",
                    _ => "say which documents it is about: `#@overlay/match by=overlay.all, expects=\"1+\"` or `#@overlay/match by=overlay.subset({\"kind\": \"Deployment\"})`",
                }));
            }
        };
        let (mut by, mut counts) = (None, Counts::default());
        for (name, value) in keywords {
            match name.as_bytes() {
                b"by" => by = Some(value),
                b"expects" => counts.expects = Some(value.clone()),
                b"missing_ok" => counts.missing_ok = Some(value.clone()),
                b"when" => counts.when = Some(value.clone()),
                _ => return Err(unknown_keyword(names::MATCH, name)),
            }
        }
        Ok(Self { by, written: annotation.is_some(), counts: counts.or(inherited) })
    }

    /// Returns which nodes are selected.
    pub(crate) fn rule(&self, kind: NodeKind, documents: Documents) -> Result<Rule<'a>> {
        let fail = |message: String| Err(Failure::new(codes::OVERLAY_ARGUMENTS, message));
        match (kind, self.by) {
            (NodeKind::Document, _) if documents == Documents::TheOne => Ok(Rule::Everything),
            (NodeKind::ArrayItem, _) if !self.written => Ok(Rule::Nothing),
            (NodeKind::MapItem, None) => Ok(Rule::SameKey),
            (NodeKind::Document, None) => fail(format!(
                "Expected '{MATCH}' annotation keyword argument 'by'  to be specified"
            )),
            (NodeKind::ArrayItem, None) => {
                fail(format!("Expected '{MATCH}' annotation keyword argument 'by' to be specified"))
            }
            (_, Some(by)) if by.is_callable() => Ok(Rule::By(by)),
            (NodeKind::MapItem | NodeKind::ArrayItem, Some(Value::Str(key))) => {
                Ok(Rule::MapKey(key))
            }
            (NodeKind::Document, Some(other)) => {
                let message = format!(
                    "Expected '{MATCH}' annotation keyword argument 'by' to be function, but was {}",
                    engine_type(other)
                );
                let note = "documents are found by what they hold: by=overlay.subset({\"kind\": \"Deployment\"}), or by=overlay.all";
                Err(Failure::new(codes::OVERLAY_ARGUMENTS, message)
                    .map(|problem| problem.note(note)))
            }
            (_, Some(other)) => {
                let message = format!(
                    "Expected '{MATCH}' annotation keyword argument 'by' to be either string (for map key) or function, but was {}",
                    engine_type(other)
                );
                let note = match other {
                    Value::Int(at) => format!("the item at a place is by=overlay.index({at})"),
                    Value::Dict(_) => "write by=overlay.subset({...})".to_owned(),
                    _ => "write by=\"name\" for the key that items share, or a matcher such as overlay.subset({...})".to_owned(),
                };
                Err(Failure::new(codes::OVERLAY_ARGUMENTS, message).note(note))
            }
        }
    }
}
