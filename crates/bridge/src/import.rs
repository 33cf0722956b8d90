//! From the bytes of a file to the text of a schema by example.

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, FileId, SourceFile, codes};
use yardstick_yaml::{
    NodeId, Options as YamlOptions,
    json::{LoadOptions, View},
};

use crate::{
    convert::Converter,
    model::{Key, Node, Shape},
    select::{Format, select},
    write::write,
};

/// Stack of the thread that converts: conditions and values are walked by recursion, to a fixed depth.
const STACK: usize = 64 << 20;
/// How many values without a default are named.
const NAMED: usize = 5;

/// What to import.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What the file is; told from its content unless given.
    pub format: Option<Format>,
    /// Which schema of the file: a component, a definition, a version, or a pointer (`#/...`).
    pub name: Option<String>,
}

/// A schema by example, and what was lost on the way to it.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The document.
    pub text: String,
    /// What has no counterpart (`YS1310`), and what is worth knowing (`YS1311`).
    pub warnings: Vec<Diagnostic>,
}

/// Reads a JSON Schema, `OpenAPI` document or custom resource definition, in JSON or YAML, and writes it
/// as a schema of data values.
pub fn import(
    source: Arc<SourceFile>,
    file: FileId,
    options: &Options,
) -> Result<Imported, Vec<Diagnostic>> {
    let work = || convert(source, file, options);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let joined = thread.ok().and_then(|thread| thread.join().ok());
        joined.unwrap_or_else(|| {
            Err(vec![Diagnostic::error(codes::UNUSABLE_SCHEMA, "there is no thread to work on")])
        })
    })
}

fn convert(
    source: Arc<SourceFile>,
    file: FileId,
    options: &Options,
) -> Result<Imported, Vec<Diagnostic>> {
    let tree = yardstick_yaml::parse(source, file, &YamlOptions::yaml12())
        .map_err(|problem| vec![*problem])?;
    let (view, problems) = View::new(tree, LoadOptions::default());
    if !problems.is_empty() {
        return Err(problems);
    }
    let one = |problem: Box<Diagnostic>| vec![*problem];
    let (schema, manner) = select(&view, options.format, options.name.as_deref()).map_err(one)?;
    let mut converter = Converter::new(&view, schema, manner);
    let model = converter.model(schema).map_err(one)?;
    let span = |id: NodeId| view.written(id).content_span();
    let Some(model) = model else {
        let problem =
            Diagnostic::error(codes::UNUSABLE_SCHEMA, "no value fits the schema").at(span(schema));
        return Err(vec![problem]);
    };
    let (lengths, first_length) = converter.lengths;
    let untyped = std::mem::take(&mut converter.untyped);
    let doubtful = std::mem::take(&mut converter.doubtful);
    let mut warnings = converter.losses.finish();
    let mut worth = |message: String, place| {
        let problem = Diagnostic::warning(codes::WORTH_KNOWING, message);
        warnings.push(match place {
            Some(place) => problem.at(place),
            None => problem,
        });
    };
    for place in doubtful {
        worth(
            "the default breaks rules of its own schema, or may break them".to_owned(),
            Some(span(place)),
        );
    }
    if let Some(&first) = untyped.first() {
        let message = match untyped.len() {
            1 => "a schema has no `type`: it is taken for what its keywords are about".to_owned(),
            count => {
                format!("{count} schemas have no `type`: taken for what their keywords are about")
            }
        };
        worth(message, Some(span(first)));
    }
    if lengths > 0 {
        let plural = if lengths == 1 { " is" } else { "s are" };
        let message =
            format!("{lengths} length{plural} counted in characters there, in bytes here");
        worth(message, first_length);
    }
    if let Some(message) = missing(&model.root) {
        worth(message, None);
    }
    Ok(Imported { text: write(&model), warnings })
}

/// Says which values have to be given, if any.
fn missing(root: &Node) -> Option<String> {
    let mut names = Vec::new();
    let mut left = vec![(String::new(), root)];
    while let Some((path, node)) = left.pop() {
        if node.required {
            names.push(path);
            continue;
        }
        let Shape::Map(map) = &node.shape else { continue };
        if node.nullable {
            continue;
        }
        let named = map.items.iter().rev().filter(|item| item.kind == Key::Named);
        left.extend(named.map(|item| {
            let dot = if path.is_empty() { "" } else { "." };
            (format!("{path}{dot}{}", item.key), &item.node)
        }));
    }
    let count = names.len();
    let more = if count > NAMED { ", ..." } else { "" };
    names.truncate(NAMED);
    let names = names.join(", ");
    match count {
        0 => None,
        1 => Some(format!("a value has to be given, for there is no default: {names}")),
        _ => Some(format!(
            "{count} values have to be given, for there are no defaults: {names}{more}"
        )),
    }
}
