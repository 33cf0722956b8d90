//! Rewrites TOML as JSON.

use std::{borrow::Cow, ops::Range};

use serde_json::Value as Json;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{Places, fault::Problem, toml_fault};

/// Returns `text` as JSON. A comment `#:schema REF`, which editors read, becomes a YAML comment that names the
/// schema.
pub(super) fn write(text: &str, places: &mut Places) -> Result<String, Problem> {
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let (fault, help) = toml_fault::of(text, at, error.message());
        Problem { at, fault, help }
    })?;
    let mut out = String::with_capacity(text.len() * 2);
    if let Some((at, reference)) = schema_comment(text) {
        let comment = format!("# $schema: {reference}");
        places.push(&mut out, &comment, at, at + "#:schema ".len() + reference.len());
        out.push('\n');
    }
    let mut writer = Writer { out, places };
    writer.table(table.get_ref(), 0..text.len());
    Ok(writer.out)
}

/// Returns the schema that a comment at the start of the file names, with its position.
fn schema_comment(text: &str) -> Option<(usize, &str)> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if let Some(reference) = trimmed.strip_prefix("#:schema ") {
            let start = at + (line.len() - line.trim_start().len());
            return Some((start, reference.trim()));
        }
        if !trimmed.is_empty() && !trimmed.starts_with('#') {
            return None;
        }
        at += line.len();
    }
    None
}

struct Writer<'p> {
    out: String,
    places: &'p mut Places,
}

impl Writer<'_> {
    fn push(&mut self, token: &str, at: Range<usize>) {
        self.places.push(&mut self.out, token, at.start, at.end);
    }

    fn table(&mut self, table: &DeTable<'_>, at: Range<usize>) {
        self.push("{", at.start..at.start);
        let mut is_first = true;
        for (key, value) in table {
            if !std::mem::take(&mut is_first) {
                self.out.push(',');
            }
            let name: &Cow<'_, str> = key.get_ref();
            let quoted = Json::from(name.as_ref()).to_string();
            self.push(&quoted, key.span());
            self.out.push_str(": ");
            self.value(value);
        }
        self.push("}", at.end..at.end);
    }

    /// Writes one value. Recursion is safe because the TOML parser limits the depth.
    fn value(&mut self, value: &Spanned<DeValue<'_>>) {
        let at = value.span();
        match value.get_ref() {
            DeValue::String(text) => self.push(&Json::from(text.as_ref()).to_string(), at),
            DeValue::Boolean(value) => self.push(if *value { "true" } else { "false" }, at),
            DeValue::Integer(number) => {
                let digits = i128::from_str_radix(number.as_str(), number.radix());
                let token =
                    digits.map_or_else(|_| number.as_str().to_owned(), |one| one.to_string());
                self.push(&token, at);
            }
            DeValue::Float(number) => {
                let text = number.as_str();
                let token = match text.trim_start_matches(['+', '-']) {
                    "inf" if text.starts_with('-') => "-.inf".to_owned(),
                    "inf" => ".inf".to_owned(),
                    "nan" => ".nan".to_owned(),
                    _ => text.to_owned(),
                };
                self.push(&token, at);
            }
            DeValue::Datetime(moment) => self.push(&Json::from(moment.to_string()).to_string(), at),
            DeValue::Array(items) => {
                self.push("[", at.start..at.start);
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.out.push(',');
                    }
                    self.value(item);
                }
                self.push("]", at.end..at.end);
            }
            DeValue::Table(table) => self.table(table, at),
        }
    }
}
