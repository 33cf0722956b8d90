//! Renders single errors and warnings for a terminal or a script: the text of the reference and, for people, exact
//! places and hints.

use super::{reference, style::Style};
use crate::{Audience, Diagnostic, Label, Sources, Span, codes, safe, secrets::remove_passwords};

/// Settings for printing errors and warnings.
#[derive(Clone, Copy, Debug)]
pub struct Console<'a> {
    /// The program name at the start of each error.
    pub program: &'a str,
    /// Whether the stream supports colors.
    pub color: bool,
    /// Whether people read the output: if so, places and notes are added.
    pub notes: bool,
}

impl Console<'_> {
    /// An error as text.
    pub fn error(self, error: &Diagnostic, sources: &Sources) -> String {
        let style = Style::new(self.color);
        let audience = if self.notes { Audience::People } else { Audience::Scripts };
        let message = reference::message_for(audience, error, sources);
        let message = safe::text(&message);
        let mut text =
            format!("{}: {}Error:{} {message}\n", self.program, style.error, style.reset);
        if self.notes {
            if error.code.is_of_yaml() || error.code == codes::NOT_PLAIN_YAML {
                for label in &error.labels {
                    note(&mut text, style, &place_in_yaml(label, sources));
                }
            }
            notes(&mut text, style, error);
            for further in &error.further {
                text.push_str(&self.error(further, sources));
            }
        }
        remove_passwords(text)
    }

    /// A warning as one line of text with its place, then its hints.
    pub fn warning(self, warning: &Diagnostic, sources: &Sources) -> String {
        let style = Style::new(self.color);
        let message = reference::chain(warning, sources);
        let message = safe::text(&message);
        let mut text = format!("{}Warning:{} {message}", style.warning, style.reset);
        let place = warning.span().map(|span| {
            let file = sources.get(span.file);
            format!("{}:{}", file.name(), file.line(span.start))
        });
        if let Some(place) = place.filter(|place| !message.contains(place.as_str())) {
            text.extend([" at ", &place]);
        }
        for note in warning.notes_with_causes() {
            text.extend(["; ", &*safe::text(note)]);
        }
        text.push('\n');
        remove_passwords(text)
    }
}

fn notes(text: &mut String, style: &Style, diagnostic: &Diagnostic) {
    for one in diagnostic.notes_with_causes() {
        note(text, style, one);
    }
}

fn note(text: &mut String, style: &Style, note: &str) {
    text.extend(["  ", style.bold, "note:", style.reset, " ", &*safe::text(note), "\n"]);
}

/// The place, with line and column, where the text stops being YAML or where the faulty construct started. The
/// reference reports a nearby line or none at all.
fn place_in_yaml(label: &Label, sources: &Sources) -> String {
    let place = quoted(label.span, sources);
    if label.text.is_empty() { format!("at {place}") } else { format!("{}: {place}", label.text) }
}

/// Quotes the line of a place, with a mark below the column.
fn quoted(span: Span, sources: &Sources) -> String {
    let file = sources.get(span.file);
    let (line, column) = file.line_column(span.start);
    let place = match file.origin() {
        Some(origin) => format!("{origin}, line {line}, column {column}"),
        None => format!("{}:{line}:{column}", file.path().unwrap_or(file.name())),
    };
    let text = file.line_text(line);
    let text = text.trim_end();
    if text.is_empty() {
        return place;
    }
    // Keep tabs, so that the mark is in the same column as the marked text.
    let blank = |c| if c == '\t' { c } else { ' ' };
    let before = text.chars().chain(std::iter::repeat(' ')).take(column as usize - 1);
    let indent: String = before.map(blank).collect();
    format!("{place}\n      {text}\n      {indent}^")
}
