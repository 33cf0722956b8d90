//! Imports a schema: reads the bytes of a file and writes the text of a schema by example.

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, FileId, SourceFile, codes};
use yardstick_yaml::{
    NodeId, Options as YamlOptions,
    json::{LoadOptions, View},
};

use crate::{
    convert::Converter,
    infer::{self, Source},
    model::{Key, Node, Shape},
    select::{self, Format, Selected, select},
    write::write,
};

/// Stack size of the thread that converts. Conditions and values are walked recursively, to a limited depth.
const STACK: usize = 64 << 20;
/// The maximum number of values without a default to name in a message.
const NAMED: usize = 5;

/// Options for an import.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The format of the file. By default, the content decides.
    pub format: Option<Format>,
    /// Which schema of the file to import: a component, a definition, a version, or a pointer (`#/...`).
    pub name: Option<String>,
    /// A values file. Its values become defaults, and its comments become descriptions.
    pub values: Option<Source>,
}

/// An imported schema by example, and what the import lost.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The document.
    pub text: String,
    /// What has no counterpart (`YS1310`), and other remarks (`YS1311`).
    pub warnings: Vec<Diagnostic>,
}

/// Converts a JSON Schema, `OpenAPI` document or custom resource definition, in JSON or YAML, to a data values
/// schema.
pub fn import(
    source: Arc<SourceFile>,
    file: FileId,
    options: &Options,
) -> Result<Imported, Vec<Diagnostic>> {
    on_large_stack(|| convert(source, file, options))
}

/// Returns the names of the custom resources that a file defines.
pub fn resources(source: Arc<SourceFile>, file: FileId) -> Result<Vec<String>, Vec<Diagnostic>> {
    Ok(select::resources(&view(source, file)?))
}

/// Returns the format of a file, if it is a schema that can be imported.
pub fn detect(source: Arc<SourceFile>, file: FileId) -> Option<Format> {
    select::detect(&view(source, file).ok()?)
}

/// Whether a file is certainly a JSON Schema. Values files may have keys such as `type`, too.
pub fn is_json_schema(source: Arc<SourceFile>, file: FileId) -> bool {
    view(source, file).is_ok_and(|view| select::is_json_schema(&view))
}

/// Runs `work` on a thread with a stack large enough for recursion to the depth limit.
pub(crate) fn on_large_stack<T: Send>(
    work: impl FnOnce() -> Result<T, Vec<Diagnostic>> + Send,
) -> Result<T, Vec<Diagnostic>> {
    let bounded = || {
        yardstick_re2::bounded(work).unwrap_or_else(|| Err(vec![Diagnostic::patterns_too_large()]))
    };
    yardstick_world::on_large_stack(STACK, bounded).unwrap_or_else(|_| {
        Err(vec![Diagnostic::error(codes::UNUSABLE_SCHEMA, "could not start a worker thread")])
    })
}

/// Checks that `source` is not already a data values schema.
pub(crate) fn refuse_own(source: &SourceFile) -> Result<(), Vec<Diagnostic>> {
    const OWN: &[u8] = b"#@data/values-schema";
    if source.bytes().windows(OWN.len()).any(|part| part == OWN) {
        let message = format!("{} is a data values schema already", source.name());
        let note =
            "give it with -f; `yardstick new DIRECTORY --from PATH` takes the directory it is in";
        return Err(vec![Diagnostic::error(codes::UNUSABLE_SCHEMA, message).note(note)]);
    }
    Ok(())
}

fn view(source: Arc<SourceFile>, file: FileId) -> Result<View, Vec<Diagnostic>> {
    refuse_own(&source)?;
    let tree = yardstick_yaml::parse(source, file, &YamlOptions::yaml12())
        .map_err(|problem| vec![*problem])?;
    let (view, problems) = View::new(tree, LoadOptions::default());
    if problems.is_empty() { Ok(view) } else { Err(problems) }
}

fn convert(
    source: Arc<SourceFile>,
    file: FileId,
    options: &Options,
) -> Result<Imported, Vec<Diagnostic>> {
    let view = view(source, file)?;
    let one = |problem: Box<Diagnostic>| vec![*problem];
    let Selected { node: schema, manner, choice } =
        select(&view, options.format, options.name.as_deref()).map_err(one)?;
    let mut converter = Converter::new(&view, schema, manner);
    let model = converter.model(schema).map_err(one)?;
    let span = |id: NodeId| view.written(id).content_span();
    let Some(mut model) = model else {
        let problem = Diagnostic::error(codes::UNUSABLE_SCHEMA, "the schema accepts no value")
            .at(span(schema));
        return Err(vec![problem]);
    };
    let mut misfits = Vec::new();
    if let Some(values) = &options.values {
        let sample = infer::read(std::slice::from_ref(values))?;
        model.unfold_root();
        misfits = infer::take_values(&mut model.root, &sample);
    }
    let (lengths, first_length) = converter.lengths;
    let untyped = std::mem::take(&mut converter.untyped);
    let doubtful = std::mem::take(&mut converter.doubtful);
    let remarks = std::mem::take(&mut converter.remarks);
    let mut warnings = converter.losses.finish();
    if let Some((message, hint)) = choice {
        let problem = Diagnostic::warning(codes::WORTH_KNOWING, message);
        warnings.push(problem.notes(hint));
    }
    let mut worth = |message: String, place| {
        let problem = Diagnostic::warning(codes::WORTH_KNOWING, message);
        warnings.push(match place {
            Some(place) => problem.at(place),
            None => problem,
        });
    };
    if !misfits.is_empty() {
        let count = misfits.len();
        let names = some(misfits);
        worth(format!("{count} values do not fit the schema and are left out: {names}"), None);
    }
    if let Some(&first) = doubtful.first() {
        let message = match doubtful.len() {
            1 => "the defaults together may break a rule".to_owned(),
            count => format!("the defaults together may break a rule, in {count} places"),
        };
        worth(message, Some(span(first)));
    }
    if let Some(&first) = untyped.first() {
        let message = match untyped.len() {
            1 => "no `type` given: inferred from the other keywords".to_owned(),
            count => {
                format!("{count} schemas have no `type`: inferred from their other keywords")
            }
        };
        worth(message, Some(span(first)));
    }
    if lengths > 0 {
        let plural = if lengths == 1 { "" } else { "s" };
        let message = format!(
            "{lengths} length limit{plural}: JSON Schema counts characters, rules of data values \
             count bytes"
        );
        worth(message, first_length);
    }
    for (message, place) in remarks.messages() {
        worth(message, Some(span(place)));
    }
    let shape = model.document_shape().and_then(|number| model.shapes[number].1.as_ref());
    if let Some(message) = missing(shape.unwrap_or(&model.root)) {
        worth(message, None);
    }
    Ok(Imported { text: write(&model), warnings })
}

/// Returns a message about the values that users must give, if there are any.
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
    match count {
        0 => None,
        1 => Some(format!("required, no default: {}", some(names))),
        _ => Some(format!("{count} values are required and have no default: {}", some(names))),
    }
}

/// Lists the first few of `names`.
fn some(mut names: Vec<String>) -> String {
    let more = if names.len() > NAMED { ", ..." } else { "" };
    names.truncate(NAMED);
    names.join(", ") + more
}
