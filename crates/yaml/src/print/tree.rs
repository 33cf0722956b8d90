//! Prints a parsed tree as it stands: merge keys applied, of duplicate keys the last value in the first
//! place, aliases replaced by what they stand for.

use yardstick_diagnostics::{Diagnostic, Result};

use super::{EmptyDocument, JsonError, Printer, Scalar};
use crate::{
    mapping, resolve,
    tree::{Document, Items, Kind, NodeRef, Tree},
};

/// What is under way, outermost first. Nesting lives here, not on the machine's stack.
enum Frame<'t> {
    Map(mapping::Pairs<'t>),
    Array(Items<'t>),
    /// A key that is a collection is being printed; this is its value.
    Key(NodeRef<'t>),
}

/// Prints all documents of `tree`, empty ones left out.
pub fn print_documents(tree: &Tree, printer: &mut impl Printer) -> Result<()> {
    for document in tree.documents() {
        match print_document(document, printer) {
            Ok(()) => {}
            Err(Failure::Tree(error)) => return Err(error),
            // The reference prints nothing for such a document, and its users may count on that.
            Err(Failure::Json(JsonError::NotFinite(_), _)) => printer.abandon_document(),
            Err(Failure::Json(error @ JsonError::KeyNotString, key)) => {
                let place = position(tree, key.start());
                let message = format!("Printing map item on line {place} as JSON: {error}");
                return Err(Box::new(Diagnostic::error("YS0180", message).at(key.span())));
            }
        }
    }
    Ok(())
}

/// Why a document cannot be printed.
enum Failure<'t> {
    /// A scalar is not what its tag says, a merge key has no map.
    Tree(Box<Diagnostic>),
    /// JSON has no text for it.
    Json(JsonError, NodeRef<'t>),
}

impl From<Box<Diagnostic>> for Failure<'_> {
    fn from(error: Box<Diagnostic>) -> Self {
        Self::Tree(error)
    }
}

fn print_document<'t, P: Printer>(
    document: Document<'t>,
    printer: &mut P,
) -> std::result::Result<(), Failure<'t>> {
    let tree = document.tree();
    let place = |offset: u32| P::POSITIONS.then(|| position(tree, offset));
    printer.document(EmptyDocument::Skip, place(document.position()).as_deref());
    let mut stack: Vec<Frame<'t>> = Vec::new();
    let mut next = Some(document.root());
    loop {
        if let Some(node) = next.take() {
            let node = node.dereferenced();
            match node.kind() {
                Kind::Map => {
                    printer.begin_map();
                    stack.push(Frame::Map(mapping::pairs(node)?));
                }
                Kind::Sequence => {
                    printer.begin_array();
                    stack.push(Frame::Array(node.items()));
                }
                Kind::Scalar | Kind::Alias => {
                    let value = resolve::node(node)?;
                    printer
                        .scalar(Scalar::from(&value))
                        .map_err(|error| Failure::Json(error, node))?;
                }
            }
        }
        match stack.last_mut() {
            None => return Ok(()),
            Some(Frame::Map(pairs)) => match pairs.next() {
                None => {
                    printer.end_map();
                    stack.pop();
                }
                Some(pair) => {
                    let at = place(pair.key.start());
                    let key = pair.key.dereferenced();
                    let refused = |error| Failure::Json(error, pair.key);
                    if key.is_scalar() {
                        let name = resolve::node(key)?;
                        printer.key(Scalar::from(&name), at.as_deref()).map_err(refused)?;
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

/// `file:line` of the byte at `offset`.
fn position(tree: &Tree, offset: u32) -> String {
    format!("{}:{}", tree.source().name(), tree.line(offset))
}
