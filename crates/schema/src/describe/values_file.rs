//! Writes a values file to copy: every key with its default, and its documentation as comments.
//!
//! Optional keys are included as comments, so that users need not look anything up. The unchanged file results in
//! exactly the default values.

use yardstick_template::{
    print,
    tree::{Array, Map, MapItem, Yaml},
};

use super::{Field, Role, entry};
use crate::{RuleDescriber, model::Declaration};

/// Returns the values file for the schema with the root `root`.
pub(super) fn text(root: &Declaration, words: &RuleDescriber<'_>) -> String {
    let root = Field::root(root);
    let writer = Writer { words };
    let mut lines = Vec::new();
    let fields = root.fields();
    if fields.is_empty() {
        lines.extend(yaml_lines(&sample(&root)));
    } else {
        writer.fields(&fields, &mut lines);
    }
    lines.join("\n") + "\n"
}

struct Writer<'a, 'b> {
    words: &'a RuleDescriber<'b>,
}

impl Writer<'_, '_> {
    /// Writes the items of a map. Keys with comments get an empty line before them.
    fn fields(&self, fields: &[Field<'_>], out: &mut Vec<String>) {
        for field in fields {
            let comments = self.comments(field);
            if !comments.is_empty() && !out.is_empty() {
                out.push(String::new());
            }
            out.extend(comments);
            match field.role {
                // Any value here would replace the hidden one.
                _ if is_hidden(field) => out.push(comment(&format!("{}:", key(field)))),
                Role::Root | Role::Always | Role::Item | Role::Part => self.item(field, out),
                Role::Optional | Role::Counted(_) => {
                    let mut lines = Vec::new();
                    self.filled_item(field, &mut lines);
                    out.extend(lines.iter().map(|line| comment(line)));
                }
            }
        }
    }

    /// Writes the key with its default, and other possibilities as comments.
    fn item(&self, field: &Field<'_>, out: &mut Vec<String>) {
        let default = field.held;
        let fields = field.fields();
        if default.as_map().is_some() && !fields.is_empty() {
            return self.map(field, &fields, out);
        }
        if field.is_required(self.words) && matches!(default, Yaml::Null) {
            // Do not fill in a value: it would look like a default.
            out.push(format!("{}:", key(field)));
        } else {
            out.extend(with_key(field, default));
        }
        let shows_more =
            !fields.is_empty() || field.items().is_some_and(|item| is_worth_showing(&item));
        if default.is_empty() && shows_more {
            let mut lines = Vec::new();
            self.filled_item(field, &mut lines);
            out.extend(lines.iter().map(|line| comment(line)));
        } else if let Some((alternatives, _)) = field.alternatives() {
            for alternative in &alternatives {
                let mut lines = Vec::new();
                self.content(field, alternative, &mut lines);
                out.extend(lines.iter().map(|line| comment(line)));
            }
        }
    }

    fn map(&self, field: &Field<'_>, fields: &[Field<'_>], out: &mut Vec<String>) {
        let mut lines = Vec::new();
        self.fields(fields, &mut lines);
        let free: Vec<MapItem> = field.free_keys().filter(|_| !field.is_kept()).cloned().collect();
        let has_keys = !free.is_empty()
            || fields.iter().any(|field| field.role == Role::Always && !is_hidden(field));
        if !free.is_empty() {
            lines.extend(yaml_lines(&Map::new(free).into()));
        }
        // A map with only comments in it would be null.
        out.push(format!("{}:{}", key(field), if has_keys { "" } else { " {}" }));
        out.extend(lines.iter().map(|line| indented(line)));
    }

    /// Writes the key with everything that could be below it.
    fn filled_item(&self, field: &Field<'_>, out: &mut Vec<String>) {
        self.content(field, field, out);
    }

    /// Writes the key of `field` with everything that `content` could contain.
    fn content(&self, field: &Field<'_>, content: &Field<'_>, out: &mut Vec<String>) {
        let fields = content.fields();
        if !fields.is_empty() {
            out.push(format!("{}:", key(field)));
            let mut lines = Vec::new();
            self.fields(&fields, &mut lines);
            out.extend(lines.iter().map(|line| indented(line)));
        } else if let Some(item) = content.items() {
            out.push(format!("{}:", key(field)));
            let mut lines = Vec::new();
            let fields = item.fields();
            if fields.is_empty() {
                lines.extend(yaml_lines(&sample(&item)));
            } else {
                self.fields(&fields, &mut lines);
            }
            let mut is_first = true;
            for line in lines {
                // The dash belongs to the first line of content.
                let mark = if is_first && !line.is_empty() && !line.starts_with('#') {
                    is_first = false;
                    "- "
                } else {
                    "  "
                };
                out.push(format!("{mark}{line}").trim_end().to_owned());
            }
            if is_first {
                out.push("- {}".to_owned());
            }
        } else {
            out.extend(with_key(field, &sample(content)));
        }
    }

    /// Returns the comments of a key.
    fn comments(&self, field: &Field<'_>) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let title = super::own_title(field.declaration);
        if let Some(title) = title.filter(|title| field.name.as_ref() != Some(title)) {
            lines.push(title);
        }
        if let Some(text) = field.description() {
            lines.extend(text.trim().lines().map(|line| line.trim_end().to_owned()));
        }
        if field.is_required(self.words) {
            lines.push(format!("Required: {}.", entry::type_(field)));
        }
        match &field.role {
            Role::Optional if field.key.is_none() => {
                lines.push(format!("Any number of keys{}.", named(field)));
            }
            Role::Optional => lines.push("Optional.".to_owned()),
            Role::Counted(count) => lines.push(format!("Keys{}: {count}.", named(field))),
            Role::Root | Role::Always | Role::Item | Role::Part => {}
        }
        if field.declaration.is_secret() {
            lines.push("Secret: its default is not shown here.".to_owned());
        }
        if let Some(notice) = field.deprecated() {
            lines.push(format!("Deprecated: {notice}"));
        }
        for rule in field.rules_by(|rule| self.words.in_words(rule)) {
            lines.push(format!("Must be: {rule}"));
        }
        lines.iter().flat_map(|text| text.lines()).map(comment).collect()
    }
}

/// Describes the keys that a pattern matches, unless it matches all.
fn named(field: &Field<'_>) -> String {
    match field.name.as_deref() {
        None | Some("*") => String::new(),
        Some(name) => format!(" like {name}"),
    }
}

/// Whether an item has more to show than a value of its type.
fn is_worth_showing(item: &Field<'_>) -> bool {
    let default = item.held;
    let is_blank =
        default.is_empty() || default.as_text().is_some_and(yardstick_starlark::Text::is_empty);
    !item.fields().is_empty() || !is_blank || !item.examples().is_empty()
}

/// Whether its value is hidden, and it has no parts to show instead.
fn is_hidden(field: &Field<'_>) -> bool {
    let has_parts = field.held.as_map().is_some() && !field.fields().is_empty();
    field.is_kept() && !has_parts
}

/// Returns a value to show for a field without a default.
fn sample(field: &Field<'_>) -> Yaml {
    let default = field.held;
    match (field.examples().first(), default) {
        (Some(example), _) => example.value.clone(),
        (None, default) if !field.declaration.has_secret_in(default) => default.clone(),
        (None, Yaml::Text(_)) => Yaml::text(""),
        (None, Yaml::Array(_)) => Array::default().into(),
        (None, Yaml::Map(_)) => Map::default().into(),
        (None, _) => Yaml::Null,
    }
}

/// Formats a line as a comment.
fn comment(line: &str) -> String {
    format!("# {line}").trim_end().to_owned()
}

fn indented(line: &str) -> String {
    if line.is_empty() { String::new() } else { format!("  {line}") }
}

/// Returns the key as YAML. A pattern is not a key, so the comments describe it.
fn key(field: &Field<'_>) -> String {
    let Some(key) = field.key else { return "name".to_owned() };
    let item = Map::new(vec![MapItem::new(key.clone(), Yaml::Bool(true))]);
    let text = print::to_yaml_text(&item.into());
    let text = text.trim_end();
    text.strip_suffix(": true").unwrap_or(text).to_owned()
}

/// Writes the key with a value.
fn with_key(field: &Field<'_>, value: &Yaml) -> Vec<String> {
    let key = field.key.cloned().unwrap_or_else(|| Yaml::text("name"));
    yaml_lines(&Map::new(vec![MapItem::new(key, value.clone())]).into())
}

fn yaml_lines(value: &Yaml) -> Vec<String> {
    let text = print::to_yaml_text(value);
    text.strip_suffix('\n').unwrap_or(&text).split('\n').map(str::to_owned).collect()
}
