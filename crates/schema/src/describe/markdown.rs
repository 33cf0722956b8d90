//! Writes the fields of a schema as one Markdown page, with the same content as the web page, for repositories and
//! wikis.

use std::fmt::Write;

use super::{
    entry::{Entry, Presence, entries},
    html::{UNTITLED, is_short},
    prose::{Block, Inline},
    values_file,
};
use crate::{
    RuleDescriber,
    markdown::{Escaped, code, longest_run, one_line},
    model::Declaration,
};

/// Returns the page for the schema with the root `root`.
pub(crate) fn page(root: &Declaration, words: &RuleDescriber<'_>) -> String {
    let document = entries(root, words);
    let mut out = String::new();
    let title = document.title.as_deref().unwrap_or(UNTITLED);
    let _ = writeln!(out, "# {}\n", Escaped(&one_line(title)));
    body(&mut out, &document, "All values together must be");
    if document.below.is_empty() {
        let _ = writeln!(out, "The document is of type {}.\n", Escaped(&document.type_));
    }
    let all = document.walk();
    let required: Vec<&&Entry> = all.iter().filter(|entry| entry.must_be_given).collect();
    if !required.is_empty() {
        out.push_str("**Values that you must give:**\n\n");
        for entry in required {
            let _ = writeln!(out, "- {}", link(entry, &entry.path));
        }
        out.push('\n');
    }
    if !document.below.is_empty() {
        out.push_str("## Contents\n\n");
        contents(&mut out, &document.below, 0);
        out.push_str("- [Values file](#values-file)\n\n## Values\n\n");
    }
    for entry in all.into_iter().skip(1) {
        section(&mut out, entry);
    }
    out.push_str("## Values file\n\n");
    out.push_str(
        "All values with their defaults. Copy the file, then keep what you want to change.\n\n",
    );
    code_block(&mut out, &values_file::text(root, words), "yaml");
    while out.ends_with("\n\n") {
        out.pop();
    }
    out
}

// Recursion is safe because the depth of schemas is bounded.
fn contents(out: &mut String, entries: &[Entry], depth: usize) {
    for entry in entries {
        let mark = if entry.presence == Presence::Required { " (required)" } else { "" };
        let _ = writeln!(out, "{}- {}{mark}", "  ".repeat(depth), link(entry, &entry.name));
        contents(out, &entry.below, depth + 1);
    }
}

fn link(entry: &Entry, text: &str) -> String {
    format!("[{}](#{})", code(text), entry.anchor())
}

fn section(out: &mut String, entry: &Entry) {
    let (name, anchor) = (code(&entry.path), entry.anchor());
    let name = if entry.deprecated.is_some() { format!("~~{name}~~") } else { name };
    let _ = writeln!(out, "### <a id=\"{anchor}\"></a>{name}\n");
    if let Some(title) = &entry.title {
        let _ = writeln!(out, "**{}**\n", Escaped(&one_line(title)));
    }
    let mut facts = vec![format!("Type: {}", Escaped(&entry.type_))];
    match &entry.presence {
        Presence::Filled => {}
        Presence::Required => facts.push("**required**".to_owned()),
        Presence::Optional => facts.push("optional".to_owned()),
        Presence::Counted(count) => facts.push(format!("**keys: {}**", Escaped(count))),
    }
    if entry.is_secret {
        facts.push("secret".to_owned());
    }
    if let Some(default) = entry.default.as_ref().filter(|text| is_short(text)) {
        facts.push(format!("Default: {}", code(default)));
    }
    let _ = writeln!(out, "{}\n", facts.join(" · "));
    body(out, entry, "Must be");
}

/// Writes the text of an entry below its heading.
fn body(out: &mut String, entry: &Entry, rules: &str) {
    if let Some(notice) = &entry.deprecated {
        let dash = if notice.is_empty() { "" } else { ": " };
        let _ = write!(out, "> **Deprecated**{dash}");
        inlines(out, notice);
        out.push('\n');
    }
    blocks(out, &entry.description);
    if !entry.rules.is_empty() {
        let _ = writeln!(out, "{rules}:\n");
        for rule in &entry.rules {
            let _ = writeln!(out, "- {}", Escaped(&one_line(rule)));
        }
        out.push('\n');
    }
    for remark in &entry.remarks {
        let _ = writeln!(out, "{}\n", Escaped(&one_line(remark)));
    }
    if let Some(default) = entry.default.as_ref().filter(|text| !is_short(text)) {
        out.push_str("Default:\n\n");
        code_block(out, default, "yaml");
    }
    for sample in &entry.examples {
        let words = sample.description.as_deref().map(|text| format!(" ({})", one_line(text)));
        let _ = writeln!(out, "Example{}:\n", Escaped(&words.unwrap_or_default()));
        code_block(out, &sample.value, "yaml");
    }
}

fn blocks(out: &mut String, blocks: &[Block]) {
    for block in blocks {
        match block {
            Block::Paragraph(parts) => {
                inlines(out, parts);
                out.push('\n');
            }
            Block::List { is_numbered, items } => {
                for (at, item) in items.iter().enumerate() {
                    match is_numbered {
                        true => drop(write!(out, "{}. ", at + 1)),
                        false => out.push_str("- "),
                    }
                    inlines(out, item);
                }
                out.push('\n');
            }
            Block::Code(text) => code_block(out, text, ""),
        }
    }
}

fn inlines(out: &mut String, parts: &[Inline]) {
    for part in parts {
        let _ = match part {
            Inline::Text(text) => write!(out, "{}", Escaped(text)),
            Inline::Code(text) => write!(out, "{}", code(text)),
            Inline::Strong(text) => write!(out, "**{}**", Escaped(text)),
            Inline::Emphasis(text) => write!(out, "*{}*", Escaped(text)),
            Inline::Link { text, url } => {
                write!(out, "[{}](<{}>)", Escaped(text), url.replace(['<', '>'], ""))
            }
        };
    }
    out.push('\n');
}

fn code_block(out: &mut String, text: &str, language: &str) {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let _ = writeln!(out, "{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'));
}
