//! Fields as one table of a web page.

use std::fmt::Write;

use yardstick_template::print;

use super::{Field, Role};
use crate::{model::Declaration, rules::describer::RuleDescriber};

/// The page about the schema whose root is `root`: a heading and a table.
pub(crate) fn page(root: &Declaration, words: &RuleDescriber<'_>) -> String {
    let root = Field::root(root);
    let mut out = String::new();
    let title = root.title.as_deref().unwrap_or("Schema for \"data/values\"");
    let _ = writeln!(out, "<div class=\"data-values-title\">{}</div>", Escaped(title));
    if let Some(text) = root.description() {
        let _ = writeln!(out, "<div class=\"documentation\">{}</div>", Escaped(text));
    }
    out.push_str("<table class=\"data-values-fields\">\n<thead>\n");
    out.push_str("<tr><th>Name</th><th>Description</th><th>Details</th><th>Example</th></tr>\n");
    out.push_str("</thead>\n<tbody>\n");
    if root.fields().is_empty() && root.items().is_none() && root.alternatives().is_none() {
        row(&mut out, &root, words);
    }
    rows(&mut out, &root, words);
    out.push_str("</tbody>\n</table>\n");
    out
}

// As deep as the schema, whose depth is bounded.
fn rows(out: &mut String, field: &Field<'_>, words: &RuleDescriber<'_>) {
    let alternatives = field.alternatives().map_or_else(Vec::new, |(fields, _)| fields);
    for field in field.fields().iter().chain(&field.items()).chain(&alternatives) {
        row(out, field, words);
        rows(out, field, words);
    }
}

fn row(out: &mut String, field: &Field<'_>, words: &RuleDescriber<'_>) {
    let name = if field.path.is_empty() { "(document)" } else { &field.path };
    let _ = writeln!(out, "<tr class=\"datavalue\">");
    let _ = writeln!(out, "<td class=\"fieldname\">{}</td>", Escaped(name));
    let title = field.title.as_deref().unwrap_or_default();
    let _ = writeln!(out, "<td class=\"title\">{}</td>", Escaped(title));
    out.push_str("<td class=\"documentation\">");
    for (class, text) in details(field, words) {
        let _ = write!(out, "<p class=\"{class}\">{}</p>", Escaped(&text));
    }
    out.push_str("</td>\n<td class=\"example\">");
    for example in field.examples() {
        if let Some(text) = example.description.as_deref().filter(|text| !text.is_empty()) {
            let _ = write!(out, "<p class=\"example\">{}</p>", Escaped(text));
        }
        let value = print::to_yaml_text(&example.value);
        let _ = write!(out, "<pre class=\"examplevalue\">{}</pre>", Escaped(value.trim_end()));
    }
    out.push_str("</td>\n</tr>\n");
}

/// The facts about a field in words, each with the class of its paragraph.
fn details(field: &Field<'_>, words: &RuleDescriber<'_>) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    facts.extend(field.description().map(|text| ("text", text.to_owned())));
    let mut types = field.types();
    if field.is_nullable() {
        types.push("null".to_owned());
    }
    facts.push(("type", format!("Type: {}", types.join(" or "))));
    if let Some((alternatives, exclusive)) = field.alternatives() {
        let word = if exclusive { "Exactly one" } else { "At least one" };
        let paths: Vec<&str> = alternatives.iter().map(|one| one.path.as_str()).collect();
        facts.push(("alternatives", format!("{word} of: {}", paths.join(", "))));
    }
    let refused: Vec<String> = field.refused().iter().map(in_short).collect();
    if !refused.is_empty() {
        facts.push(("not", format!("Not: {}", refused.join(", "))));
    }
    match &field.role {
        Role::Optional => facts.push(("optional", "Optional".to_owned())),
        Role::Counted(count) => facts.push(("expects", format!("Expects: {count}"))),
        Role::Root | Role::Always | Role::Part => {}
    }
    if field.is_required() {
        facts.push(("required", "Required".to_owned()));
    }
    let default = field.default().map(print::to_yaml_text);
    facts.extend(default.map(|text| ("default", format!("Default: {}", text.trim_end()))));
    facts.extend(field.rules(words).into_iter().map(|rule| ("rule", format!("Must be: {rule}"))));
    let deprecated = field.deprecated();
    facts.extend(deprecated.map(|notice| ("deprecated", format!("Deprecated: {notice}"))));
    facts
}

/// A schema in a few words: its types, and the keys of a map.
fn in_short(field: &Field<'_>) -> String {
    let types = field.types().join(" or ");
    let keys: Vec<String> = field.fields().into_iter().filter_map(|field| field.name).collect();
    if keys.is_empty() { types } else { format!("{types} with {}", keys.join(", ")) }
}

/// Text of a page: what would be markup is not.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            other => f.write_char(other),
        })
    }
}
