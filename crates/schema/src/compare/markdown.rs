//! Formats changes as Markdown, for pull requests.

use std::fmt::Write;

use super::{Change, Effect, Summary, What, json};
use crate::markdown::{Escaped, code, one_line};

/// Lists all changes under headings that state their effect.
pub fn page(changes: &[Change]) -> String {
    let mut out = format!("**Schema: {}**\n", Summary::of(changes));
    for effect in [Effect::Breaking, Effect::Compatible, Effect::Docs] {
        let mut found = changes.iter().filter(|change| change.effect == effect).peekable();
        if found.peek().is_none() {
            continue;
        }
        let heading = match effect {
            Effect::Breaking => "Breaking changes",
            Effect::Compatible => "Compatible changes",
            Effect::Docs => "Documentation",
        };
        let _ = writeln!(out, "\n### {heading}\n");
        for change in found {
            let _ = writeln!(out, "- {}", line(change));
        }
    }
    out
}

fn line(change: &Change) -> String {
    let name = code(&change.name());
    let mut line = match &change.what {
        What::Added { type_, default, required } => {
            let default = default.as_ref().map(|value| format!(", default {}", code(&json(value))));
            let required = if *required { ", **required**" } else { "" };
            format!("{name} added: {}{required}{}", Escaped(type_), default.unwrap_or_default())
        }
        What::Removed { remedy: None, .. } => format!("{name} removed"),
        What::Removed { remedy: Some(remedy), .. } => {
            format!("{name} removed: {}", Escaped(&one_line(remedy)))
        }
        What::Renamed { .. } => {
            format!("{name} renamed to {}", code(&change.new_name().unwrap_or_default()))
        }
        What::Changed { aspect, old, new } => {
            let show = |value| code(&one_line(&aspect.show(value)));
            let words = match (old, new) {
                (Some(old), Some(new)) => format!("from {} to {}", show(old), show(new)),
                (Some(old), None) => format!("{} removed", show(old)),
                (None, Some(new)) => format!("{} added", show(new)),
                (None, None) => "changed".to_owned(),
            };
            format!("{name} {}: {words}", aspect.name())
        }
    };
    if let Some(reason) = &change.reason {
        let _ = write!(line, " ({})", Escaped(&one_line(reason)));
    }
    line
}
