//! Formats the declaration of a data value in Markdown.

use std::fmt::Write as _;

use yardstick_schema::Outline;

use crate::{Snapshot, group::Group};

/// Describes a declared data value: its type, default, description and rules. `values` are its current values, each
/// with the name of its run.
pub(super) fn declared(
    group: &Group,
    snapshot: &Snapshot,
    node: &Outline,
    values: &[(String, String)],
) -> String {
    let name = if node.path.is_empty() { "data values" } else { &node.path };
    let mut out = format!("```yaml\n{name}: {}\n```\n", node.type_);
    if let Some(why) = &node.deprecated {
        let dash = if why.is_empty() { "" } else { ": " };
        let _ = write!(out, "\n**Deprecated**{dash}{why}\n");
    }
    if let Some(title) = &node.title {
        let _ = write!(out, "\n**{title}**\n");
    }
    if let Some(text) = &node.description {
        let _ = write!(out, "\n{}\n", text.trim());
    }
    let mut facts = Vec::new();
    if node.is_required {
        facts.push("Required: a value must be given".to_owned());
    } else if node.is_optional {
        facts.push("Optional".to_owned());
    }
    if let Some(default) = &node.default {
        facts.push(format!("Default: {}", inline(default)));
    }
    if !node.allowed.is_empty() {
        let all: Vec<String> = node.allowed.iter().map(|one| inline(one)).collect();
        facts.push(format!("One of {}", all.join(", ")));
    }
    facts.extend(node.rules.iter().map(|rule| format!("Must be {rule}")));
    for (about, example) in &node.examples {
        let about = about.as_deref().filter(|text| !text.is_empty());
        let about = about.map_or_else(String::new, |text| format!(" ({text})"));
        facts.push(format!("Example{about}: {}", inline(example)));
    }
    if !node.is_secret && !values.is_empty() {
        let is_same = values.iter().all(|(_, value)| *value == values[0].1);
        let all: Vec<String> = if is_same {
            vec![inline(&values[0].1)]
        } else {
            values.iter().map(|(run, value)| format!("{} ({run})", inline(value))).collect()
        };
        facts.push(format!("Value now: {}", all.join(", ")));
    }
    if let Some(place) = place(group, snapshot, node) {
        facts.push(format!("Declared at {place}"));
    }
    if !facts.is_empty() {
        let _ = write!(out, "\n- {}\n", facts.join("\n- "));
    }
    out
}

/// The place of a declaration, as a link.
fn place(group: &Group, snapshot: &Snapshot, node: &Outline) -> Option<String> {
    let span = node.declared?;
    let file = snapshot.schema_sources.find(span.file)?;
    let path = group.absolute(file.shown_name());
    let line = file.line(span.start);
    let shown = path.strip_prefix(&format!("{}/", group.directory)).unwrap_or(&path);
    let link = crate::from_path(&path)?;
    Some(format!("[{shown}:{line}]({link}#L{line})"))
}

/// A value for a line of text; in a block if it is long.
pub(super) fn inline(value: &str) -> String {
    if value.contains('\n') {
        let indented = value.replace('\n', "\n  ");
        format!("\n  ```yaml\n  {indented}\n  ```")
    } else {
        let ticks = if value.contains('`') { "``" } else { "`" };
        format!("{ticks}{value}{ticks}")
    }
}
