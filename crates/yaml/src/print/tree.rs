//! Prints a parsed tree: applies merge keys, prints the last value of a duplicate key at the position of the first,
//! and replaces aliases by the nodes they refer to.

use yardstick_diagnostics::{Result, bail, codes};

use super::{
    EmptyDocument, JsonError, JsonOptions, JsonPrinter, Printer, Scalar, style::may_be_typed,
};
use crate::{
    Resolver,
    mapping::{ReferenceEntries, reference_entries},
    tree::{Document, Items, Kind, NodeRef, Style, Tree},
};

/// The nodes being printed, outermost first. An explicit stack, so that nesting does not use the machine's stack.
enum Frame<'t> {
    Map(ReferenceEntries<'t>),
    Array(Items<'t>),
    /// A complex key is being printed; this is its value.
    Key(NodeRef<'t>),
}

/// Prints all documents of `tree` except empty ones. Returns whether a map may have a duplicate key.
pub fn print_documents(tree: &Tree, printer: &mut impl Printer) -> Result<bool> {
    print_some(tree.documents(), printer)
}

/// Prints `documents` except empty ones. Returns whether a map may have a duplicate key.
pub fn print_some<'t>(
    documents: impl IntoIterator<Item = Document<'t>>,
    printer: &mut impl Printer,
) -> Result<bool> {
    let mut is_repeated = false;
    for document in documents {
        let tree = document.tree();
        let (error, key) = match print_document(document, printer) {
            Ok(repeated) => {
                is_repeated |= repeated;
                continue;
            }
            Err(failed) => failed,
        };
        match error.into() {
            // The reference prints nothing for such a document, and users may rely on that.
            JsonError::NotFinite(_) => printer.abandon_document(),
            error @ JsonError::KeyNotString => {
                let place = position(tree, key.start());
                bail!(
                    codes::NOT_JSON, "Printing map item on line {place} as JSON: {error}";
                    at: key.span()
                );
            }
        }
    }
    Ok(is_repeated)
}

/// Returns a single node as JSON on one line, which YAML reads as the same value. Returns `None` if JSON cannot
/// represent it.
pub fn node_as_json(node: NodeRef<'_>) -> Option<String> {
    let mut printer = JsonPrinter::new(JsonOptions::default());
    printer.document(EmptyDocument::Print, None);
    print_node(node, &mut printer).ok()?;
    String::from_utf8(printer.finish()).ok()
}

/// Prints one document. JSON may not be able to represent a node. Returns whether a key may be duplicated.
fn print_document<'t, P: Printer>(
    document: Document<'t>,
    printer: &mut P,
) -> std::result::Result<bool, (P::Error, NodeRef<'t>)> {
    let place = P::POSITIONS.then(|| position(document.tree(), document.position()));
    printer.document(EmptyDocument::Skip, place.as_deref());
    print_node(document.root(), printer)
}

/// Prints the value `node`.
fn print_node<'t, P: Printer>(
    node: NodeRef<'t>,
    printer: &mut P,
) -> std::result::Result<bool, (P::Error, NodeRef<'t>)> {
    let tree = node.tree();
    let mut is_repeated = false;
    let place = |offset: u32| P::POSITIONS.then(|| position(tree, offset));
    let mut stack: Vec<Frame<'t>> = Vec::new();
    let mut next = Some(node);
    loop {
        if let Some(node) = next.take() {
            if let Some(text) = node.word() {
                printer.word(text).map_err(|error| (error, node))?;
            } else {
                let node = node.dereferenced();
                match node.kind() {
                    Kind::Map => {
                        printer.begin_map();
                        let entries = reference_entries(node);
                        // What is merged in hides how many keys are written.
                        is_repeated |= entries.len() < node.len() || node.has_merge_key();
                        stack.push(Frame::Map(entries));
                    }
                    Kind::Sequence => {
                        printer.begin_array();
                        stack.push(Frame::Array(node.items()));
                    }
                    Kind::Scalar | Kind::Alias => {
                        with_scalar(node, |scalar| printer.scalar(scalar))
                            .map_err(|error| (error, node))?;
                    }
                }
            }
        }
        match stack.last_mut() {
            None => return Ok(is_repeated),
            Some(Frame::Map(pairs)) => match pairs.next() {
                None => {
                    printer.end_map();
                    stack.pop();
                }
                Some(pair) => {
                    let at = place(pair.key.start());
                    let refused = |error| (error, pair.key);
                    let key = pair.key.dereferenced();
                    if let Some(text) = pair.key.word() {
                        printer.word_key(text, at.as_deref()).map_err(refused)?;
                        next = Some(pair.value);
                    } else if key.is_scalar() {
                        with_scalar(key, |name| printer.key(name, at.as_deref()))
                            .map_err(refused)?;
                        next = Some(pair.value);
                    } else {
                        printer.begin_key(at.as_deref()).map_err(refused)?;
                        stack.push(Frame::Key(pair.value));
                        next = Some(key);
                    }
                }
            },
            Some(Frame::Array(items)) => match items.next() {
                None => {
                    printer.end_array();
                    stack.pop();
                }
                Some(item) => {
                    printer.item(place(item.indicator()).as_deref());
                    next = Some(item);
                }
            },
            Some(Frame::Key(value)) => {
                printer.end_key();
                next = Some(*value);
                stack.pop();
            }
        }
    }
}

/// Passes the value of a scalar to `print`. Most scalars are strings by their style or first letter, and need not be
/// resolved.
fn with_scalar<T>(node: NodeRef<'_>, print: impl FnOnce(Scalar<'_>) -> T) -> T {
    if !node.has_properties() {
        let text = node.text_bytes();
        if node.style() != Style::Plain || text.first().is_some_and(|&first| !may_be_typed(first)) {
            return print(Scalar::Str(text));
        }
    }
    print(Scalar::from(&node.scalar(Resolver::Yaml11)))
}

/// Returns `file:line` for the byte at `offset`.
fn position(tree: &Tree, offset: u32) -> String {
    format!("{}:{}", tree.source().name(), tree.line(offset))
}
