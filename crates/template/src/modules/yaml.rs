//! `@ytt:yaml`: encodes values as YAML, and decodes them.

use std::sync::Arc;

use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_starlark::{Args, Dict, Error, Result, Thread, Value, memory, meter};
use yardstick_yaml::{Kind, NodeRef, Options, Resolver, Scalar, mapping::spliced_entries};

use super::args;
use crate::{
    convert,
    fragment::{Content, Fragment},
    print,
    tree::{Document, Position},
};

/// The maximum memory for reading one byte of a document.
const NODE_BYTES: usize = 32;

pub(super) fn module() -> Value {
    super::of_functions(
        "yaml",
        &[
            ("encode", encode),
            ("decode", |_, args| decoded(args::one_string(args)?.as_bytes())),
            ("decodable", |_, args| {
                let text = args::one_string(args).ok();
                Ok(Value::Bool(text.is_some_and(|text| decodable(text.as_bytes()).is_ok())))
            }),
        ],
    )
}

/// Checks that `text` can be decoded. The error is the reason.
pub fn decodable(text: &[u8]) -> Result<()> {
    decoded(text).map(drop)
}

fn encode(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let value = args::one(args)?;
    if let Some(fragment) = value.downcast::<Fragment>()
        && let Content::Documents(documents) = fragment.content()
    {
        for document in documents.iter() {
            print::reserve(&document.value)?;
        }
        return Ok(Value::str(print::yaml(documents.iter())));
    }
    let yaml = convert::to_yaml(value)?;
    print::reserve(&yaml)?;
    let document = Document::new(yaml, Position::UNKNOWN);
    Ok(Value::str(print::yaml([&document])))
}

/// Returns the only document of a text. Comments have no effect in it.
fn decoded(text: &[u8]) -> Result<Value> {
    meter::work(text.len())?;
    // At most one node for every second byte, and its value.
    memory::check_live(text.len().saturating_mul(NODE_BYTES))?;
    let source = Arc::new(SourceFile::new("", text));
    let tree = yardstick_yaml::parse(source, FileId(u32::MAX), &Options::reference()).map_err(
        |problem| {
            let note = problem.notes.first().cloned();
            Error::new(problem.message_in_context()).note(note)
        },
    )?;
    let mut documents = tree.documents();
    match (documents.next(), documents.next()) {
        (Some(document), None) => value(document.root()),
        _ => Err(Error::new("Expected to find exactly one YAML document").note(Some(
            "split the text at '---' and decode each part: [yaml.decode(one) for one in x.split(\"\\n---\\n\")]"
                .to_owned(),
        ))),
    }
}

/// Converts a node to a value. The reader has limited the depth and the expansion of aliases.
fn value(node: NodeRef<'_>) -> Result<Value> {
    let node = node.dereferenced();
    match node.kind() {
        Kind::Scalar | Kind::Alias => Ok(scalar(node)),
        Kind::Sequence => Ok(Value::list(node.items().map(value).collect::<Result<_>>()?)),
        Kind::Map => {
            let dict = Dict::with_capacity(node.len());
            for entry in spliced_entries(node) {
                let key = key(entry.key)?;
                if dict.insert(key.clone(), value(entry.value)?)?.is_some() {
                    let key = key.to_text();
                    return Err(Error::new(format!("Unexpected duplicate key: {key}")));
                }
            }
            Ok(Value::Dict(dict))
        }
    }
}

/// Converts a key to a value. A list cannot be a key, a tuple can.
fn key(node: NodeRef<'_>) -> Result<Value> {
    let node = node.dereferenced();
    match node.kind() {
        Kind::Sequence => Ok(Value::tuple(node.items().map(key).collect::<Result<_>>()?)),
        _ => value(node),
    }
}

fn scalar(node: NodeRef<'_>) -> Value {
    match node.scalar(Resolver::Yaml11) {
        Scalar::Null => Value::None,
        Scalar::Bool(value) => Value::Bool(value),
        Scalar::Int(value) => Value::Int(value),
        Scalar::UInt(value) => Value::from(value),
        Scalar::Float(value) => Value::Float(value),
        Scalar::Str(text) | Scalar::Timestamp(text) => Value::from(text),
        Scalar::BigInt(text) => Value::from(text.as_ref()),
        Scalar::Binary(bytes) => Value::str(bytes),
    }
}
