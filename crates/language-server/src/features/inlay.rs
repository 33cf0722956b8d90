//! Inlay hints: the current data values beside the code that uses them, and their types where a schema says more than
//! its example.

use std::sync::Arc;

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, Range};
use yardstick_diagnostics::Secrecy;

use super::{hover::declared, uses::uses};
use crate::{Analysis, Group, Snapshot, Step, Text};

/// The maximum length of a shown value.
const LONGEST: usize = 40;

impl Analysis {
    /// Hints in `range` of a file.
    pub fn inlay_hints(&self, path: &str, range: Range) -> Vec<InlayHint> {
        let Some(text) = self.text(path) else { return Vec::new() };
        let (from, to) = (text.offset(range.start), text.offset(range.end));
        let found: Vec<_> = uses(text.as_str())
            .into_iter()
            .filter(|one| from <= one.span.1 && one.span.0 <= to)
            .collect();
        let declares = text.as_str().contains("@data/values-schema");
        if found.is_empty() && !declares {
            return Vec::new();
        }
        let snapshots = self.snapshots(path);
        let mut hints = Vec::new();
        if declares {
            hints.extend(types(&snapshots, path, &text, (from, to)));
        }
        for one in found {
            let steps: Vec<Step> =
                one.path.split('.').map(|name| Step::Key(name.to_owned())).collect();
            let mut values: Vec<&str> = Vec::new();
            for (_, snapshot) in &snapshots {
                let node = snapshot.schema.as_ref().and_then(|schema| declared(schema, &steps));
                let is_secret = match node {
                    Some(node) => node.is_secret,
                    None => Secrecy::of_keys(one.path.split('.')).is_kept(),
                };
                let value = snapshot.values.get(&one.path).filter(|_| !is_secret);
                if let Some(value) = value.filter(|value| !values.contains(&value.as_str())) {
                    values.push(value);
                }
            }
            let label = values.join(" | ");
            if label.is_empty() || label.contains('\n') || label.chars().count() > LONGEST {
                continue;
            }
            hints.push(InlayHint {
                position: text.position(one.span.1),
                label: InlayHintLabel::String(format!("= {label}")),
                kind: Some(InlayHintKind::TYPE),
                text_edits: None,
                tooltip: Some(InlayHintTooltip::String(format!("The value of {} now", one.path))),
                padding_left: Some(true),
                padding_right: None,
                data: None,
            });
        }
        hints
    }
}

/// The types that the file at `path` declares, where the example does not show all of them.
fn types(
    snapshots: &[(Arc<Group>, Arc<Snapshot>)],
    path: &str,
    text: &Text,
    (from, to): (usize, usize),
) -> Vec<InlayHint> {
    let mut hints: Vec<InlayHint> = Vec::new();
    for (group, snapshot) in snapshots {
        // If the schema cannot be read now, its places belong to an earlier text.
        let Some(schema) = snapshot.schema.as_ref().filter(|_| !snapshot.has_old_schema) else {
            continue;
        };
        schema.walk(&mut |node| {
            let is_plain = !node.type_.contains(" or ") && node.type_ != "any";
            let Some(span) = node.declared.filter(|_| node.name.is_some() && !is_plain) else {
                return;
            };
            let Some(file) = snapshot.schema_sources.find(span.file) else { return };
            if group.absolute(file.shown_name()) != path || file.bytes() != text.as_str().as_bytes()
            {
                return;
            }
            let start = span.start as usize;
            let (_, line_end) = text.line_span(text.line_of(start));
            let key = &text.as_str()[start..line_end];
            let end = start + key.find(':').unwrap_or(key.len());
            let position = text.position(end);
            if start < from || end > to || hints.iter().any(|known| known.position == position) {
                return;
            }
            hints.push(InlayHint {
                position,
                label: InlayHintLabel::String(format!(": {}", node.type_)),
                kind: Some(InlayHintKind::TYPE),
                text_edits: None,
                tooltip: Some(InlayHintTooltip::String(format!("The type of {}", node.path))),
                padding_left: None,
                padding_right: None,
                data: None,
            });
        });
    }
    hints
}
