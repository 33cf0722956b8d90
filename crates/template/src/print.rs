//! Evaluated trees to text, through the printers of the `yaml` crate.

use yardstick_diagnostics::Sources;
use yardstick_yaml::print::{
    EmptyDocument, JsonError, JsonOptions, JsonPrinter, PositionsPrinter, Scalar, YamlPrinter,
};

use crate::tree::{Document, Position, Yaml, is_blank};

/// Documents as YAML, `---` between them; blank ones are left out.
pub fn yaml<'a>(documents: impl IntoIterator<Item = &'a Document>) -> Vec<u8> {
    let mut printer = YamlPrinter::new();
    for document in documents {
        if !is_blank(&document.value) {
            yaml_document(&mut printer, &document.value);
        }
    }
    printer.finish()
}

/// Adds one document to what `printer` has printed.
pub fn yaml_document(printer: &mut YamlPrinter, value: &Yaml) {
    printer.document(EmptyDocument::Print);
    yaml_value(printer, value);
}

/// One value as the text of a document.
pub fn to_yaml_text(value: &Yaml) -> String {
    let mut printer = YamlPrinter::new();
    yaml_document(&mut printer, value);
    String::from_utf8_lossy(&printer.finish()).into_owned()
}

fn yaml_value(printer: &mut YamlPrinter, value: &Yaml) {
    match value {
        Yaml::Map(map) => {
            printer.begin_map();
            for item in map.items() {
                match scalar(&item.key) {
                    Some(key) => printer.key(key),
                    None => {
                        printer.begin_key();
                        yaml_value(printer, &item.key);
                        printer.end_key();
                    }
                }
                yaml_value(printer, &item.value);
            }
            printer.end_map();
        }
        Yaml::Array(array) => {
            printer.begin_array();
            for item in &array.items {
                printer.item();
                yaml_value(printer, &item.value);
            }
            printer.end_array();
        }
        leaf => printer.scalar(scalar(leaf).unwrap_or(Scalar::Null)),
    }
}

/// Documents as JSON, nothing between them. A document with an infinity in it prints nothing.
pub fn json<'a>(documents: impl IntoIterator<Item = &'a Document>) -> Result<Vec<u8>, JsonError> {
    let mut printer = JsonPrinter::new(JsonOptions::default());
    for document in documents.into_iter().filter(|document| !is_blank(&document.value)) {
        printer.document(EmptyDocument::Print);
        match json_value(&mut printer, &document.value) {
            Err(JsonError::NotFinite(_)) => printer.abandon_document(),
            other => other?,
        }
    }
    Ok(printer.finish())
}

/// One value as JSON.
pub fn to_json(value: &Yaml, options: JsonOptions) -> Result<Vec<u8>, JsonError> {
    let mut printer = JsonPrinter::new(options);
    printer.document(EmptyDocument::Print);
    json_value(&mut printer, value)?;
    Ok(printer.finish())
}

fn json_value(printer: &mut JsonPrinter, value: &Yaml) -> Result<(), JsonError> {
    match value {
        Yaml::Map(map) => {
            printer.begin_map();
            for item in map.items() {
                printer.key(scalar(&item.key).unwrap_or(Scalar::Null))?;
                json_value(printer, &item.value)?;
            }
            printer.end_map();
        }
        Yaml::Array(array) => {
            printer.begin_array();
            for item in &array.items {
                printer.item();
                json_value(printer, &item.value)?;
            }
            printer.end_array();
        }
        leaf => printer.scalar(scalar(leaf).unwrap_or(Scalar::Null))?,
    }
    Ok(())
}

/// Documents as rows of `position | node`.
pub fn positions<'a>(
    documents: impl IntoIterator<Item = &'a Document>,
    sources: &Sources,
) -> Vec<u8> {
    let mut printer = PositionsPrinter::new();
    for document in documents.into_iter().filter(|document| !is_blank(&document.value)) {
        let at = position(document.position, sources);
        printer.document(EmptyDocument::Print, at.as_deref());
        positions_value(&mut printer, &document.value, sources);
    }
    printer.finish()
}

fn positions_value(printer: &mut PositionsPrinter, value: &Yaml, sources: &Sources) {
    match value {
        Yaml::Map(map) => {
            printer.begin();
            for item in map.items() {
                let at = position(item.position, sources);
                match scalar(&item.key) {
                    Some(key) => printer.key(key, at.as_deref()),
                    None => {
                        printer.begin_key(at.as_deref());
                        positions_value(printer, &item.key, sources);
                        printer.end_key();
                    }
                }
                positions_value(printer, &item.value, sources);
            }
            printer.end();
        }
        Yaml::Array(array) => {
            printer.begin();
            for item in &array.items {
                printer.item(position(item.position, sources).as_deref());
                positions_value(printer, &item.value, sources);
            }
            printer.end();
        }
        leaf => printer.scalar(scalar(leaf).unwrap_or(Scalar::Null)),
    }
}

fn position(position: Position, sources: &Sources) -> Option<String> {
    position.span().map(|_| position.compact(sources))
}

/// The scalar as printers take it; nothing for maps and arrays.
fn scalar(value: &Yaml) -> Option<Scalar<'_>> {
    Some(match value {
        Yaml::Null => Scalar::Null,
        Yaml::Bool(value) => Scalar::Bool(*value),
        Yaml::Int(value) => Scalar::Int(*value),
        Yaml::UInt(value) => Scalar::UInt(*value),
        Yaml::Float(value) => Scalar::Float(*value),
        Yaml::Text(text) => Scalar::Str(text.as_bytes()),
        Yaml::Map(_) | Yaml::Array(_) => return None,
    })
}
