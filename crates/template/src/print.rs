//! Prints evaluated trees, with the printers of the `yaml` crate.

use yardstick_diagnostics::{Diagnostic, Result, Sources, codes, limits};
use yardstick_yaml::print::{
    EmptyDocument, JsonError, JsonOptions, JsonPrinter, Printer, Scalar, YamlPrinter,
};

use yardstick_starlark::memory;

use crate::tree::{Document, Position, Yaml, is_blank};

/// Prints documents except blank ones. JSON cannot represent infinity, so such a document prints nothing as JSON, as
/// in the reference.
pub fn documents<P: Printer>(
    documents: &[Document],
    sources: &Sources,
    printer: &mut P,
) -> Result<()> {
    check_size(documents)?;
    for document in documents.iter().filter(|document| !is_blank(&document.value)) {
        let place = place::<P>(document.position, sources);
        printer.document(EmptyDocument::Print, place.as_deref());
        let Err((error, position)) = value(printer, &document.value, Some(sources)) else {
            continue;
        };
        match error.into() {
            JsonError::NotFinite(_) => printer.abandon_document(),
            error @ JsonError::KeyNotString => {
                let at = position.compact(sources);
                let message = format!("Printing map item on line {at} as JSON: {error}");
                let mut diagnostic = Diagnostic::error(codes::NOT_JSON, message);
                if let Some(span) = position.span() {
                    diagnostic = diagnostic.at(span);
                }
                return Err(Box::new(diagnostic));
            }
        }
    }
    Ok(())
}

/// Rejects documents whose text would not fit in memory. With shared parts, a tree can be much larger than it looks.
fn check_size(documents: &[Document]) -> Result<()> {
    let each = documents.iter().map(|document| document.value.extent().printed());
    let bytes = each.fold(0, u64::saturating_add);
    if bytes <= limits::OUTPUT_BYTES {
        return Ok(());
    }
    let message = format!(
        "The output would take about {bytes} bytes, more than the limit of {} bytes",
        limits::OUTPUT_BYTES
    );
    let error = Diagnostic::error(codes::OUTPUT_TOO_LARGE, message);
    let place = documents.iter().find_map(|document| document.position.span());
    Err(Box::new(match place {
        Some(span) => error.at(span),
        None => error,
    }))
}

/// Checks that there is memory for the text of `yaml`. Call it before creating the text.
pub fn reserve(yaml: &Yaml) -> yardstick_starlark::Result<()> {
    memory::reserve(usize::try_from(yaml.extent().printed()).unwrap_or(usize::MAX))
}

/// Prints documents as YAML, with `---` between them, except blank ones.
pub fn yaml<'a>(documents: impl IntoIterator<Item = &'a Document>) -> Vec<u8> {
    let mut printer = YamlPrinter::new();
    for document in documents.into_iter().filter(|document| !is_blank(&document.value)) {
        whole(&mut printer, &document.value);
    }
    printer.finish()
}

/// Returns one value as the text of a document.
pub fn to_yaml_text(yaml: &Yaml) -> String {
    let mut printer = YamlPrinter::new();
    whole(&mut printer, yaml);
    String::from_utf8_lossy(&printer.finish()).into_owned()
}

/// Returns one value as the text of a document that programs for YAML 1.1 read in the same way.
pub fn to_portable_text(yaml: &Yaml) -> String {
    let mut printer = YamlPrinter::new().with_dotted_floats();
    whole(&mut printer, yaml);
    String::from_utf8_lossy(&printer.finish()).into_owned()
}

fn whole(printer: &mut YamlPrinter, yaml: &Yaml) {
    printer.document(EmptyDocument::Print, None);
    let Ok(()) = value(printer, yaml, None).map_err(|(never, _)| never);
}

/// Returns one value as JSON.
pub fn to_json(yaml: &Yaml, options: JsonOptions) -> std::result::Result<Vec<u8>, JsonError> {
    let mut printer = JsonPrinter::new(options);
    printer.document(EmptyDocument::Print, None);
    value(&mut printer, yaml, None).map_err(|(error, _)| error)?;
    Ok(printer.finish())
}

/// Drives `printer` over a value. An error has the position of the item that cannot be printed.
fn value<P: Printer>(
    printer: &mut P,
    yaml: &Yaml,
    sources: Option<&Sources>,
) -> std::result::Result<(), (P::Error, Position)> {
    let place = |position| sources.and_then(|sources| place::<P>(position, sources));
    match yaml {
        Yaml::Map(map) => {
            printer.begin_map();
            for item in map.items() {
                let at = place(item.position);
                let refused = |error| (error, item.position);
                if let Some(key) = scalar(&item.key) {
                    printer.key(key, at.as_deref()).map_err(refused)?;
                } else {
                    printer.begin_key(at.as_deref()).map_err(refused)?;
                    value(printer, &item.key, sources)?;
                    printer.end_key();
                }
                value(printer, &item.value, sources)?;
            }
            printer.end_map();
            Ok(())
        }
        Yaml::Array(array) => {
            printer.begin_array();
            for item in &array.items {
                printer.item(place(item.position).as_deref());
                value(printer, &item.value, sources)?;
            }
            printer.end_array();
            Ok(())
        }
        leaf => printer
            .scalar(scalar(leaf).unwrap_or(Scalar::Null))
            .map_err(|error| (error, Position::UNKNOWN)),
    }
}

/// Returns the position as text, if the printer needs it and there is one.
fn place<P: Printer>(position: Position, sources: &Sources) -> Option<String> {
    (P::POSITIONS && position.span().is_some()).then(|| position.compact(sources))
}

/// Returns the scalar for printers; `None` for maps and arrays.
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
