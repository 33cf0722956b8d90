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
    let mut walk = Walk { printer, sources: Some(sources), documents, room: ROOM };
    let printed = documents.iter().filter(|document| !is_blank(&document.value));
    for (at, document) in printed.enumerate() {
        // The documents of one file are often alike.
        if at == 1 {
            walk.printer.expect_more(documents.len());
        }
        let place = place::<P>(document.position, sources);
        walk.printer.document(EmptyDocument::Print, place.as_deref());
        let (error, position) = match walk.value(&document.value) {
            Ok(()) => continue,
            Err(Stop::TooLarge(error)) => return Err(error),
            Err(Stop::Refused(error, position)) => (error, position),
        };
        match error.into() {
            JsonError::NotFinite(_) => walk.printer.abandon_document(),
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

/// How many bytes are printed before the size of the documents is measured. Measuring visits every node, and nearly all
/// documents are smaller.
const ROOM: u64 = 1 << 24;

/// Refuses documents whose text would not fit in memory: those that share their parts have no size of their own.
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
    let Ok(()) = one(printer, yaml);
}

/// Returns one value as JSON.
pub fn to_json(yaml: &Yaml, options: JsonOptions) -> std::result::Result<Vec<u8>, JsonError> {
    let mut printer = JsonPrinter::new(options);
    printer.document(EmptyDocument::Print, None);
    one(&mut printer, yaml)?;
    Ok(printer.finish())
}

/// Drives `printer` over a value whose size was looked at before.
fn one<P: Printer>(printer: &mut P, yaml: &Yaml) -> std::result::Result<(), P::Error> {
    let mut walk = Walk { printer, sources: None, documents: &[], room: u64::MAX };
    match walk.value(yaml) {
        Err(Stop::Refused(error, _)) => Err(error),
        Ok(()) | Err(Stop::TooLarge(_)) => Ok(()),
    }
}

/// Why printing ends early.
enum Stop<E> {
    /// Something has no text; it is in the item at this place.
    Refused(E, Position),
    TooLarge(Box<Diagnostic>),
}

/// Documents that are being printed.
struct Walk<'a, P> {
    printer: &'a mut P,
    sources: Option<&'a Sources>,
    documents: &'a [Document],
    /// Bytes until somebody has to ask how large the documents are.
    room: u64,
}

impl<P: Printer> Walk<'_, P> {
    fn place(&self, position: Position) -> Option<String> {
        self.sources.and_then(|sources| place::<P>(position, sources))
    }

    /// Drives the printer over a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::inline_always, reason = "a call would cost as much as what it does for a text")]
    fn value(&mut self, yaml: &Yaml) -> std::result::Result<(), Stop<P::Error>> {
        let refused = |error| Stop::Refused(error, Position::UNKNOWN);
        // Most values are texts: the printer need not ask what they are.
        if let Yaml::Text(text) = yaml {
            let text = text.as_bytes();
            self.take_room(text.len())?;
            return self.printer.scalar(Scalar::Str(text)).map_err(refused);
        }
        self.other_value(yaml)
    }

    /// Drives the printer over a value that is not text. A function of its own, which a text need not enter.
    #[inline(never)]
    fn other_value(&mut self, yaml: &Yaml) -> std::result::Result<(), Stop<P::Error>> {
        self.take_room(0)?;
        match yaml {
            Yaml::Map(map) => {
                self.printer.begin_map();
                for item in map.items() {
                    let at = self.place(item.position);
                    let refused = |error| Stop::Refused(error, item.position);
                    if let Yaml::Text(key) = &item.key {
                        let key = key.as_bytes();
                        self.take_room(key.len())?;
                        self.printer.key(Scalar::Str(key), at.as_deref()).map_err(refused)?;
                    } else if let Some(key) = scalar(&item.key) {
                        self.take_room(0)?;
                        self.printer.key(key, at.as_deref()).map_err(refused)?;
                    } else {
                        self.printer.begin_key(at.as_deref()).map_err(refused)?;
                        self.value(&item.key)?;
                        self.printer.end_key();
                    }
                    self.value(&item.value)?;
                }
                self.printer.end_map();
                Ok(())
            }
            Yaml::Array(array) => {
                self.printer.begin_array();
                for item in &array.items {
                    let at = self.place(item.position);
                    self.printer.item(at.as_deref());
                    self.value(&item.value)?;
                }
                self.printer.end_array();
                Ok(())
            }
            _ => {
                let Some(scalar) = scalar(yaml) else { return Ok(()) };
                let refused = |error| Stop::Refused(error, Position::UNKNOWN);
                self.printer.scalar(scalar).map_err(refused)
            }
        }
    }

    /// Notes that a node with a text of so many bytes is printed.
    #[inline]
    fn take_room(&mut self, text: usize) -> std::result::Result<(), Stop<P::Error>> {
        if let Some(room) = self.room.checked_sub(NODE_BYTES + text as u64) {
            self.room = room;
        } else {
            check_size(self.documents).map_err(Stop::TooLarge)?;
            self.room = u64::MAX;
        }
        Ok(())
    }
}

/// Bytes that a node counts besides those of its text.
const NODE_BYTES: u64 = 16;

/// The place as text, where the printer wants it and there is one.
fn place<P: Printer>(position: Position, sources: &Sources) -> Option<String> {
    (P::POSITIONS && position.span().is_some()).then(|| position.compact(sources))
}

/// The scalar as printers take it; nothing for maps and arrays.
#[inline]
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
