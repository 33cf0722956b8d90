//! Writes the fields of a schema as a self-contained web page: a navigation tree, a search, a section for each field,
//! and a values file to copy. The page also works without scripts, on a phone and on paper.

mod text;

use std::fmt::Write;

use self::text::{Escaped, blocks, code_block, inlines};
use super::{
    entry::{Entry, Presence, entries},
    prose::Inline,
    values_file,
};
use crate::{RuleDescriber, model::Declaration};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The title of a page if the author gave none.
pub(super) const UNTITLED: &str = "Data values";

/// Returns the page for the schema with the root `root`.
pub(crate) fn page(root: &Declaration, words: &RuleDescriber<'_>) -> String {
    let document = entries(root, words);
    let values = values_file::text(root, words);
    let title = document.title.as_deref().unwrap_or(UNTITLED);
    let mut out = String::new();
    head(&mut out, title);
    header(&mut out, title);
    out.push_str("<div class=\"columns\">\n");
    navigation(&mut out, &document);
    out.push_str("<main id=\"page:main\">\n");
    introduction(&mut out, &document, title);
    for entry in document.walk().into_iter().skip(1) {
        section(&mut out, entry);
    }
    out.push_str(
        "<p class=\"nothing\" id=\"page:nothing\" hidden>No value matches the search.</p>\n",
    );
    out.push_str("<section class=\"values-file\" id=\"page:values\">\n<h2>Values file</h2>\n");
    out.push_str("<p>All values with their defaults. Copy the file, then keep what you want to change.</p>\n");
    out.push_str("<div class=\"copyable\"><button type=\"button\" class=\"copy\">Copy</button>\n");
    let _ = writeln!(out, "<pre tabindex=\"0\"><code>{}</code></pre></div>", Escaped(&values));
    out.push_str("</section>\n</main>\n</div>\n");
    let _ = writeln!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>");
    out
}

fn head(out: &mut String, title: &str) {
    // The content security policy ensures that the page loads nothing.
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
    let _ = writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>",
        Escaped(title)
    );
}

fn header(out: &mut String, title: &str) {
    let _ = writeln!(
        out,
        "<a class=\"skip\" href=\"#page:main\">Skip to the values</a>\n<header>\n\
         <a class=\"brand\" href=\"#page:main\">{}</a>\n\
         <label class=\"search\"><span>Search</span>\
         <input id=\"page:search\" type=\"search\" placeholder=\"Search values\" autocomplete=\"off\" \
         spellcheck=\"false\"><output id=\"page:count\" aria-live=\"polite\"></output></label>\n\
         <button type=\"button\" id=\"page:theme\" aria-label=\"Switch between light and dark\">\
         <span aria-hidden=\"true\">\u{25d0}</span></button>\n</header>",
        Escaped(title)
    );
}

fn navigation(out: &mut String, document: &Entry) {
    out.push_str("<nav aria-label=\"Values\">\n<details class=\"tree\" id=\"page:tree\" open>\n<summary>Contents</summary>\n");
    tree(out, &document.below);
    out.push_str("<ul><li class=\"extra\"><a href=\"#page:values\">Values file</a></li></ul>\n</details>\n</nav>\n");
}

// Recursion is safe because the depth of schemas is bounded.
fn tree(out: &mut String, entries: &[Entry]) {
    if entries.is_empty() {
        return;
    }
    out.push_str("<ul>\n");
    for entry in entries {
        let anchor = entry.anchor();
        let _ = write!(out, "<li data-for=\"{}\">", Escaped(&anchor));
        let mut class = String::new();
        if entry.presence == Presence::Required {
            class.push_str(" required");
        }
        if entry.deprecated.is_some() {
            class.push_str(" deprecated");
        }
        let (link, name) = (Escaped(&anchor), Escaped(&entry.name));
        let link = format!("<a class=\"{}\" href=\"#{link}\">{name}</a>", class.trim_start());
        if entry.below.is_empty() {
            let _ = writeln!(out, "{link}</li>");
        } else {
            let _ = writeln!(out, "<details open><summary>{link}</summary>");
            tree(out, &entry.below);
            out.push_str("</details></li>\n");
        }
    }
    out.push_str("</ul>\n");
}

fn introduction(out: &mut String, document: &Entry, title: &str) {
    out.push_str("<section class=\"introduction\">\n");
    let _ = writeln!(out, "<h1 class=\"data-values-title\">{}</h1>", Escaped(title));
    if let Some(notice) = &document.deprecated {
        deprecated(out, notice);
    }
    blocks(out, &document.description);
    rules(out, document, "All values together must be");
    remarks(out, document);
    if document.below.is_empty() {
        let _ = writeln!(out, "<p>The document is of type {}.</p>", Escaped(&document.type_));
    }
    examples(out, document);
    let all = document.walk();
    let required: Vec<&&Entry> = all.iter().filter(|entry| entry.must_be_given).collect();
    if !required.is_empty() {
        out.push_str("<div class=\"must-be-given\"><h2>Values that you must give</h2>\n<ul>\n");
        for entry in required {
            let (anchor, path) = (entry.anchor(), Escaped(&entry.path));
            let _ =
                writeln!(out, "<li><a href=\"#{}\"><code>{path}</code></a></li>", Escaped(&anchor));
        }
        out.push_str("</ul></div>\n");
    }
    out.push_str("</section>\n");
}

fn section(out: &mut String, entry: &Entry) {
    let anchor = entry.anchor();
    let depth = entry_depth(entry);
    let class = if entry.deprecated.is_some() { "datavalue deprecated" } else { "datavalue" };
    let anchor = Escaped(&anchor);
    let _ = writeln!(out, "<section class=\"{class}\" id=\"{anchor}\" data-depth=\"{depth}\">");
    let level = (depth + 1).min(6);
    let above = entry.path.strip_suffix(&entry.name).unwrap_or_default();
    let _ = writeln!(
        out,
        "<h{level} class=\"fieldname\"><a href=\"#{anchor}\"><span class=\"above\">{}</span>\
         <span class=\"name\">{}</span></a></h{level}>",
        Breakable(above),
        Breakable(&entry.name)
    );
    if let Some(title) = &entry.title {
        let _ = writeln!(out, "<p class=\"title\">{}</p>", Escaped(title));
    }
    chips(out, entry);
    if let Some(notice) = &entry.deprecated {
        deprecated(out, notice);
    }
    blocks(out, &entry.description);
    rules(out, entry, "Must be");
    remarks(out, entry);
    if let Some(default) = entry.default.as_ref().filter(|text| !is_short(text)) {
        out.push_str("<p class=\"label\">Default</p>\n");
        code_block(out, default, "default");
    }
    examples(out, entry);
    out.push_str("</section>\n");
}

/// Returns the depth of a field, limited to the levels of headings.
fn entry_depth(entry: &Entry) -> usize {
    1 + entry.path.matches(['.', '[', '<']).count().min(5)
}

fn chips(out: &mut String, entry: &Entry) {
    out.push_str("<p class=\"chips\">");
    let mut chip = |class: &str, text: &str| {
        let _ = write!(out, "<span class=\"chip {class}\">{}</span> ", Escaped(text));
    };
    chip("type", &entry.type_);
    match &entry.presence {
        Presence::Filled => {}
        Presence::Required => chip("required", "required"),
        Presence::Optional => chip("optional", "optional"),
        Presence::Counted(count) => chip("required", &format!("keys: {count}")),
    }
    if entry.deprecated.is_some() {
        chip("deprecated", "deprecated");
    }
    if entry.is_secret {
        chip("secret", "secret");
    }
    if let Some(default) = entry.default.as_ref().filter(|text| is_short(text)) {
        let _ = write!(
            out,
            "<span class=\"chip default\">default <code>{}</code></span>",
            Escaped(default)
        );
    }
    out.push_str("</p>\n");
}

/// Whether a value is short enough for one line.
pub(super) fn is_short(text: &str) -> bool {
    !text.contains('\n') && text.chars().count() <= 60
}

fn rules(out: &mut String, entry: &Entry, label: &str) {
    if entry.rules.is_empty() {
        return;
    }
    let _ = writeln!(out, "<p class=\"label\">{label}</p>\n<ul class=\"rules\">");
    for rule in &entry.rules {
        let _ = writeln!(out, "<li>{}</li>", Escaped(rule));
    }
    out.push_str("</ul>\n");
}

fn remarks(out: &mut String, entry: &Entry) {
    for remark in &entry.remarks {
        let _ = writeln!(out, "<p class=\"remark\">{}</p>", Escaped(remark));
    }
}

fn deprecated(out: &mut String, notice: &[Inline]) {
    let dash = if notice.is_empty() { "" } else { ": " };
    let _ = write!(out, "<p class=\"notice\"><strong>Deprecated</strong>{dash}");
    inlines(out, notice);
    out.push_str("</p>\n");
}

fn examples(out: &mut String, entry: &Entry) {
    for (at, sample) in entry.examples.iter().enumerate() {
        let label = match entry.examples.len() {
            1 => "Example".to_owned(),
            _ => format!("Example {}", at + 1),
        };
        let words = sample.description.as_deref().map(|text| format!(": {text}"));
        let _ = writeln!(
            out,
            "<p class=\"label example\">{label}{}</p>",
            Escaped(&words.unwrap_or_default())
        );
        code_block(out, &sample.value, "examplevalue");
    }
}

/// A path that allows line breaks after its punctuation.
struct Breakable<'a>(&'a str);

impl std::fmt::Display for Breakable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for piece in self.0.split_inclusive(['.', '[', '/', '_', '-']) {
            write!(f, "{}<wbr>", Escaped(piece))?;
        }
        Ok(())
    }
}
