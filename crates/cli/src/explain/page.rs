//! Renders explanations as text for a terminal, and as the page of all codes.

use std::fmt::Write as _;

use yardstick_diagnostics::codes::GROUPS;

use super::{Entry, Example, Kind, entries};

impl Entry {
    /// The explanation for a terminal.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("{}\n", self.title());
        for paragraph in self.summary().into_iter().chain([self.about.as_str()]) {
            let _ = writeln!(out, "\n{}", wrapped(paragraph));
        }
        let Some([wrong, right]) = &self.examples else { return out };
        for (word, example, known) in [("Wrong", wrong, None), ("Right", right, Some(wrong))] {
            let _ = writeln!(out, "\n{word}:");
            for (name, text) in changed(example, known) {
                let _ = writeln!(out, "\n    {name}");
                for line in text.lines() {
                    let _ = writeln!(out, "        {line}");
                }
            }
            let _ = writeln!(out, "\n    $ {}", example.command);
        }
        out
    }

    /// The explanation as a section of the page.
    fn section(&self) -> String {
        let mut out = format!("\n{}\n", self.about);
        let Some([wrong, right]) = &self.examples else { return out };
        for (word, example, known) in [("Wrong", wrong, None), ("Right", right, Some(wrong))] {
            let mut files = changed(example, known).peekable();
            let end = if files.peek().is_some() { ':' } else { '.' };
            let _ = writeln!(out, "\n{word}, with `{}`{end}", example.command);
            for (name, text) in files {
                let _ = match text.trim_end() {
                    "" => writeln!(out, "\n`{name}`"),
                    text => writeln!(out, "\n```yaml\n#! {name}\n{text}\n```"),
                };
            }
        }
        out
    }
}

/// The files of `example` that `known` does not have with the same content.
fn changed<'a>(
    example: &'a Example,
    known: Option<&'a Example>,
) -> impl Iterator<Item = &'a (String, String)> {
    let is_known =
        move |file: &(String, String)| known.is_some_and(|known| known.files.contains(file));
    example.files.iter().filter(move |file| !is_known(file))
}

/// Wraps a paragraph to lines of at most 100 characters.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if length > 0 && length + 1 + width > 100 {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += width;
    }
    out
}

/// The page of all codes, in Markdown.
pub fn page() -> String {
    let all = entries();
    let mut page = "# Error and warning codes\n\n\
        Every error and warning has a code, which stays the same in later versions. The `rich` and machine-readable reports print it, and\n\
        `yardstick explain CODE` prints the explanation on this page.\n"
        .to_owned();
    for group in GROUPS {
        let _ = write!(page, "\n## {}\n\n{}\n", group.title, group.summary);
        for code in group.codes {
            let _ = write!(page, "\n### {}\n\n`{}`: {}\n", code.id(), code.name(), code.summary());
            let is_it = |entry: &&Entry| entry.kind == Kind::Code && entry.name == code.id();
            if let Some(entry) = all.iter().find(is_it) {
                page.push_str(&entry.section());
            }
        }
    }
    page
}
