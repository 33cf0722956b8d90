//! Methods of strings. Positions and lengths count bytes.

mod case;
mod search;
mod split;

use super::{extension, method};
use crate::args::Args;
use crate::error::{Error, Result};
use crate::format;
use crate::value::{Method, StringView, Text, Value, View};
use crate::vm::Thread;
use crate::{memory, meter};

pub(super) const METHODS: &[Method] = &[
    method("capitalize", case::capitalize),
    method("codepoint_ords", codepoint_ords),
    method("codepoints", codepoints),
    method("count", search::count),
    method("elem_ords", elem_ords),
    method("elems", elems),
    method("endswith", search::endswith),
    method("find", search::find),
    method("format", format),
    method("index", search::index),
    method("isalnum", case::isalnum),
    method("isalpha", case::isalpha),
    method("isdigit", case::isdigit),
    method("islower", case::islower),
    method("isspace", case::isspace),
    method("istitle", case::istitle),
    method("isupper", case::isupper),
    method("join", join),
    method("lower", case::lower),
    method("lstrip", split::lstrip),
    method("partition", split::partition),
    extension("removeprefix", search::removeprefix),
    extension("removesuffix", search::removesuffix),
    method("replace", search::replace),
    method("rfind", search::rfind),
    method("rindex", search::rindex),
    method("rpartition", split::rpartition),
    method("rsplit", split::rsplit),
    method("rstrip", split::rstrip),
    method("split", split::split),
    method("splitlines", split::splitlines),
    method("startswith", search::startswith),
    method("strip", split::strip),
    method("title", case::title),
    method("upper", case::upper),
];

/// Returns the string that a method belongs to. Nearly all methods read all of it, so this counts the work.
fn receiver(value: &Value) -> Result<&Text> {
    match value {
        Value::Str(text) => {
            meter::scan(text.len())?;
            Ok(text)
        }
        _ => Err(Error::new("not a string")),
    }
}

/// Counts the work of preparing a search for `text`, which takes several passes over it.
fn sought(text: &Text) -> Result<()> {
    meter::scan(text.len().saturating_mul(8))
}

fn view(thread: &Thread, this: &Value, args: Args<'_>, view: View) -> Result<Value> {
    args.none()?;
    let early = !thread.dialect().is_some_and(|dialect| dialect.extensions);
    let Value::Str(text) = this else {
        return Err(Error::new("not a string"));
    };
    Ok(Value::host(StringView { text: text.clone(), view, early }))
}

fn elems(thread: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    view(thread, this, args, View::Elems)
}

fn elem_ords(thread: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    view(thread, this, args, View::ElemOrds)
}

fn codepoints(thread: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    view(thread, this, args, View::Codepoints)
}

fn codepoint_ords(thread: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    view(thread, this, args, View::CodepointOrds)
}

fn format(thread: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let text = receiver(this)?;
    format::format_braces(text, args.positional, args.keywords, thread.float_text()).map(Value::Str)
}

fn join(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let [iterable] = args.exactly()?;
    let separator = receiver(this)?.as_bytes();
    let items = iterable.iterate().ok_or_else(|| {
        Error::new(format!("for parameter 1: got {}, want iterable", iterable.type_name()))
            .note(crate::hints::wrong_type(iterable, "iterable"))
    })?;
    let mut out = Vec::new();
    for (at, item) in items.enumerate() {
        meter::work(1)?;
        let Value::Str(piece) = &item else {
            let kind = item.type_name();
            let note = "only texts are joined: write \", \".join([str(item) for item in items])";
            return Err(
                Error::new(format!("in list, want string, got {kind}")).note(Some(note.to_owned()))
            );
        };
        let more = piece.len() + separator.len();
        if more > out.capacity() - out.len() {
            memory::reserve((out.len() * 2).max(out.len() + more))?;
        }
        if at > 0 {
            out.extend_from_slice(separator);
        }
        out.extend_from_slice(piece.as_bytes());
    }
    Ok(Value::Str(out.into()))
}
