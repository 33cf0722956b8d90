//! `krm`: a function of the Kubernetes Resource Model, for kustomize and kpt.
//!
//! Standard input is a `ResourceList`: resources, and a configuration with templates and data values. Standard output
//! is the list that results from rendering both together.

use std::{fmt::Write as _, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result, SourceFile, Span, bail, codes};
use yardstick_project::text_of;
use yardstick_workspace::{Failure, Renderer};
use yardstick_yaml::{
    NodeId,
    json::{LoadOptions, Member, Type, View},
};

use crate::{
    args::{Command, Parsed, command::Statuses, groups},
    report::{Output, Session},
    status::ExitStatus,
};

pub(super) static COMMAND: Command = Command {
    path: &["krm"],
    aliases: &[],
    about: "Run as a KRM function for kustomize or kpt: read and write a ResourceList",
    details: "The functionConfig of the ResourceList says what to render with the resources:
  spec.files    templates and overlays, by name
  spec.paths    files and directories with more of them
  spec.values   data values
In a ConfigMap, keys of `data` that are file names (overlay.yml) contain files.
The key `values` contains data values as YAML. All other keys are data values.

Examples:
  yardstick krm < resources.yml                                by hand
  kpt fn eval --exec \"yardstick krm\" --fn-config team.yml      with kpt",
    operands: &[],
    groups: &[&groups::CLOCK, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Findings),
    run,
};

fn run(_: &Parsed, session: &Session) -> Result<Output> {
    let view = read(session)?;
    let root = view.tree().document(0).map(|document| document.root().dereferenced().id());
    let list = root.filter(|&root| view.node(root).is_map()).filter(|&root| {
        let kind = view.get(root, "kind");
        kind.is_some_and(|kind| view.node(kind).text() == "ResourceList")
    });
    let Some(list) = list else {
        bail!(
            codes::RESOURCE_LIST, "expected a ResourceList on standard input";
            note: "kustomize and kpt give one to functions; `yardstick -f -` renders plain documents"
        );
    };
    let mut renderer = Renderer::new().world(Arc::clone(&session.world));
    let items = view.get(list, "items").filter(|&items| view.node(items).is_sequence());
    for (at, item) in items.map(|items| view.node(items).items()).into_iter().flatten().enumerate()
    {
        // The names preserve the order.
        let path = format!("items/{at:06}.yml");
        renderer = renderer.file(path.as_str(), text_of(&view, item.id()));
        renderer = renderer.mark(format!("{path}:type=yaml-plain"));
    }
    let config = view.get(list, "functionConfig").filter(|&one| view.node(one).is_map());
    if let Some(config) = config {
        renderer = configure(renderer, &view, config)?;
    }
    let output = renderer.render().map_err(|failure| failed(&failure))?;
    let mut text = String::from("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n");
    let documents: Vec<String> =
        output.documents().into_iter().filter(|document| !document.trim().is_empty()).collect();
    text.push_str(if documents.is_empty() { "items: []\n" } else { "items:\n" });
    for document in documents {
        for (at, line) in document.lines().enumerate() {
            let start = if at == 0 { "- " } else { "  " };
            let _ = writeln!(
                text,
                "{}",
                if line.is_empty() { line.to_owned() } else { format!("{start}{line}") }
            );
        }
    }
    if let Some(config) = config {
        let written = text_of(&view, config);
        // A flow collection follows its key on the same line; a block is indented below it.
        let space = if written.starts_with(' ') { '\n' } else { ' ' };
        let _ = write!(text, "functionConfig:{space}{written}");
    }
    let mut answer = Output::text(text);
    for warning in output.warnings() {
        let _ = writeln!(answer.stderr, "{warning}");
    }
    Ok(answer)
}

fn read(session: &Session) -> Result<View> {
    let bytes = match session.world.stdin() {
        Some(Ok(bytes)) => bytes,
        Some(Err(error)) => {
            bail!(codes::RESOURCE_LIST, yardstick_world::describe("read", "standard input", &error))
        }
        None => Vec::new(),
    };
    let id = session.sources.add(SourceFile::new("<stdin>", bytes));
    let options = yardstick_yaml::Options::default();
    let tree = yardstick_yaml::parse(session.sources.get(id), id, &options)?;
    let (view, problems) = View::new(tree, LoadOptions { merge_keys: true, float_names: false });
    match problems.into_iter().find(yardstick_yaml::json::is_fatal) {
        Some(problem) => Err(Box::new(problem)),
        None => Ok(view),
    }
}

/// Adds the templates and data values of the configuration.
fn configure(mut renderer: Renderer, view: &View, config: NodeId) -> Result<Renderer> {
    let text = |id: NodeId| view.node(id).text().to_owned();
    let is_map = view.get(config, "kind").is_some_and(|kind| text(kind) == "ConfigMap");
    if is_map {
        let data = view.get(config, "data").filter(|&data| view.node(data).is_map());
        for Member { key, value } in data.map(|data| view.members(data)).into_iter().flatten() {
            renderer = match view.name(key) {
                "values" => renderer.data_values(text(value)),
                name if name.contains('.') && !name.ends_with('.') => {
                    renderer.file(name, text(value))
                }
                name => renderer.data_value(name, &text(value)),
            };
        }
        return Ok(renderer);
    }
    let Some(spec) = view.get(config, "spec") else { return Ok(renderer) };
    expect(view, spec, Type::Object, "`spec` must be a map")?;
    for Member { key, value } in view.members(spec) {
        let place = view.written(key).content_span();
        match view.name(key) {
            "files" => {
                expect(view, value, Type::Object, "`files` must be a map of names and texts")?;
                for Member { key, value } in view.members(value) {
                    expect(view, value, Type::String, "a file must be a text")?;
                    renderer = renderer.file(view.name(key), text(value));
                }
            }
            "paths" => {
                expect(view, value, Type::Array, "`paths` must be a list")?;
                for item in view.node(value).items() {
                    renderer = renderer.path(text(item.dereferenced().id()));
                }
            }
            "values" => {
                expect(view, value, Type::Object, "`values` must be a map")?;
                renderer = renderer.data_values(text_of(view, value));
            }
            other => {
                let hint =
                    yardstick_diagnostics::spelling::hint(other, ["files", "paths", "values"]);
                bail!(
                    codes::RESOURCE_LIST, "`spec` of the functionConfig has no key '{other}'";
                    at: place; notes: hint; note: "the keys are files, paths and values"
                );
            }
        }
    }
    Ok(renderer)
}

fn expect(view: &View, node: NodeId, kind: Type, message: &str) -> Result<()> {
    let place: Span = view.written(node).content_span();
    if view.type_of(node) != kind {
        bail!(codes::RESOURCE_LIST, message; at: place);
    }
    Ok(())
}

/// Converts a failure to an error of this command. Its places are in files that only the renderer knows.
fn failed(failure: &Failure) -> Box<Diagnostic> {
    let code = failure.diagnostic().code;
    Box::new(Diagnostic::error(code, failure.to_string().trim_end().to_owned()))
}
