//! `template.replace(x)`: replaces the node whose value it is by the items of `x`.

use std::rc::Rc;

use yardstick_starlark::{Error, HostValue, NativeModule, Result, Value};

use crate::{
    build::contexts::Context,
    convert,
    evaluate::TemplateHost,
    fragment::{Content, Fragment},
    structs::Struct,
    tree::{Document, NodeKind, Yaml},
};

/// The result of `template.replace`. Setting it as a value changes nothing.
pub(crate) struct Replaced;

impl HostValue for Replaced {
    fn type_name(&self) -> &'static str {
        "noop"
    }

    fn truth(&self) -> bool {
        false
    }

    fn repr(&self) -> String {
        "noop".to_owned()
    }
}

/// Returns the module `@ytt:template`.
pub fn module(host: &Rc<TemplateHost>, implicit_overrides: bool) -> Value {
    let host = Rc::clone(host);
    let replace = Value::native("template.replace", move |_, args| {
        let [value] = args.positional else {
            return Err(Error::arguments("expected exactly one argument"));
        };
        host.with_context(|context| replace(context, value, implicit_overrides))
            .unwrap_or(Ok(()))?;
        Ok(Value::host(Replaced))
    });
    Value::host(NativeModule::new("template", vec![("replace".into(), replace)]))
}

fn replace(context: &mut Context, value: &Value, implicit_overrides: bool) -> Result<()> {
    if context.is_text {
        return Err(Error::new("unsupported operation"));
    }
    // Values created by code get the position of the node that they replace.
    let position = context.nodes.last_position();
    let content = match value.downcast::<Fragment>() {
        Some(fragment) => fragment.content(),
        None if is_collection(value) => {
            Content::Value(convert::to_yaml(value)?.with_position(position))
        }
        None => {
            let note = match value {
                Value::Function(function) => Some(format!("call it: {}()", function.name())),
                _ => None,
            };
            return Err(mismatch(context, scalar_name(value), note));
        }
    };
    let written = value.downcast::<Fragment>().is_some();
    match (context.nodes.last_kind(), &content) {
        (Some(NodeKind::MapItem), Content::Value(Yaml::Map(map))) => {
            context.nodes.replace_with_map(map.items(), written, implicit_overrides)
        }
        (Some(NodeKind::ArrayItem), Content::Value(Yaml::Array(array))) => {
            context.nodes.replace_with_array(&array.items)
        }
        (Some(NodeKind::Document), Content::Documents(documents)) => {
            context.nodes.replace_with_documents(documents)
        }
        (Some(NodeKind::Document), Content::Value(Yaml::Array(array))) if !written => {
            let documents: Vec<Document> = array
                .items
                .iter()
                .map(|item| Document::new(item.value.clone(), position))
                .collect();
            context.nodes.replace_with_documents(&documents)
        }
        (_, content) => {
            let name = match content {
                Content::Empty => "null",
                Content::Documents(_) => "document set",
                Content::Value(Yaml::Map(_)) if written => "map",
                Content::Value(Yaml::Array(_)) if written => "array",
                Content::Value(_) => convert::host_type(value),
            };
            Err(mismatch(context, name, None))
        }
    }
}

fn is_collection(value: &Value) -> bool {
    match value {
        Value::List(_) | Value::Tuple(_) | Value::Set(_) | Value::Dict(_) => true,
        other => other.downcast::<Struct>().is_some(),
    }
}

/// Returns the name of a value for messages: scalars by kind, other values by the host's name.
fn scalar_name(value: &Value) -> &'static str {
    match value {
        Value::None => "null",
        Value::Bool(_) => "boolean",
        Value::Int(_) | Value::BigInt(_) => "integer",
        Value::Float(_) => "float",
        other => convert::host_type(other),
    }
}

fn mismatch(context: &Context, was: &str, note: Option<String>) -> Error {
    let wanted = match context.nodes.last_kind() {
        Some(NodeKind::Document) => "document set",
        Some(NodeKind::ArrayItem) => "array",
        Some(NodeKind::MapItem) | None => "map",
    };
    let kind = match context.nodes.last_kind() {
        Some(NodeKind::Document) => {
            "at `---` give it documents: what .eval() of a library gives, or a list"
        }
        Some(NodeKind::ArrayItem) => {
            "at `-` give it an array: its items take the place of this one"
        }
        Some(NodeKind::MapItem) | None => {
            "at a key give it a map: its items take the place of this one"
        }
    };
    Error::new(format!("expected value to be {wanted}, but was {was}"))
        .note(Some(note.unwrap_or_else(|| kind.to_owned())))
}
