//! Inlay hints: what data values are at the moment, beside the code that uses them.

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, Range};
use yardstick_diagnostics::Secrecy;

use super::{hover::declared, uses::uses};
use crate::{Analysis, Step};

/// Longer values are not shown.
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
        if found.is_empty() {
            return Vec::new();
        }
        let snapshots = self.snapshots(path);
        let mut hints = Vec::new();
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
