//! The initial content of a new project.

use std::{collections::HashSet, sync::Arc};

use yardstick_bridge::{Options, import, infer, is_json_schema};
use yardstick_diagnostics::{Diagnostic, FileId, Result, SourceFile, bail, codes};
use yardstick_workspace::{InputFile, SymlinkRules, inputs};
use yardstick_world::paths;

use super::Files;
use crate::{
    commands::schema::{infer::refuse_other, loading},
    report::Session,
};

/// The parts of a project that depend on existing files.
#[derive(Default)]
pub(super) struct Start {
    /// The files of `config`.
    config: Files,
    /// Data values for production. Development has none of its own.
    prod: &'static str,
    /// Whether it is the example project, which gets more explanation.
    is_example: bool,
    /// Warnings about what the conversion lost.
    pub(super) warnings: Vec<Diagnostic>,
}

/// Files that all projects share.
const COMMON: [(&str, &str); 5] = [
    ("yardstick.yaml", include_str!("../../../new/yardstick.yaml")),
    ("README.md", include_str!("../../../new/README.md")),
    ("overlays/prod.yml", include_str!("../../../new/overlay.yml")),
    (".github/workflows/configuration.yml", include_str!("../../../new/ci.yml")),
    (".vscode/settings.json", include_str!("../../../new/editor.json")),
];

const VALUES_TEMPLATE: &str = include_str!("../../../new/values-template.yml");
const RENDERS: &str = include_str!("../../../new/test-renders.yml");

impl Start {
    /// A small example application.
    pub(super) fn example() -> Self {
        let config = [
            ("schema.yml", include_str!("../../../new/schema.yml")),
            ("app.yml", include_str!("../../../new/app.yml")),
        ];
        Self {
            config: config.map(|(path, text)| (path.to_owned(), text.into())).into(),
            prod: include_str!("../../../new/prod.yml"),
            is_example: true,
            ..Self::default()
        }
    }

    /// Starts from the files at `path`: a values file, a chart, or templates.
    pub(super) fn read(path: &str, session: &Session) -> Result<Self> {
        let world = &*session.world;
        if let Err(error) = world.kind(path) {
            return Err(loading::unreadable(path, &error, world));
        }
        if !world.is_directory(path) {
            let (number, source) = loading::source(path, session)?;
            if is_json_schema(source, number) {
                let (schema, warnings) = imported(path, None, session)?;
                return Ok(Self::of_values(schema, warnings));
            }
            let schema = schema_of(&[path.to_owned()], session)?;
            return Ok(Self::of_values(schema, Vec::new()));
        }
        let inside =
            |name: &str| Some(paths::join(path, name)).filter(|path| world.is_readable(path));
        if inside("Chart.yaml").is_some() {
            let values = inside("values.yaml");
            let (schema, warnings) = match (inside("values.schema.json"), values) {
                (Some(schema), values) => imported(&schema, values.as_deref(), session)?,
                (None, Some(values)) => (schema_of(&[values], session)?, Vec::new()),
                (None, None) => bail!(
                    codes::UNREADABLE_FILE, "the chart {path} has no values.yaml and no values.schema.json";
                    note: "nothing to build a schema from"
                ),
            };
            return Ok(Self::of_values(schema, warnings));
        }
        let files = inputs::resolve(world, &[path], &SymlinkRules::default())?;
        // Secrets, repositories and files that can be generated again do not belong in a new project.
        let (files, left_out): (Vec<InputFile>, Vec<InputFile>) = {
            let below = world.files_below(path, false).unwrap_or_default();
            let below: HashSet<String> = below.iter().map(|path| paths::clean(path)).collect();
            let is_kept = |file: &InputFile| {
                let full = paths::clean(&paths::join(path, file.path()));
                below.contains(&full) && !file.path().split('/').any(|name| name == MODULES)
            };
            files.into_iter().partition(is_kept)
        };
        if files.is_empty() {
            bail!(codes::UNREADABLE_FILE, "there are no files in {path}");
        }
        let warnings = told(path, &left_out).into_iter().collect();
        let mut config = Vec::new();
        for file in &files {
            let (_, source) = file.source_file(world, &session.sources)?;
            let bytes = source.bytes().to_vec();
            config.push((file.path().to_owned(), bytes));
        }
        Ok(Self { config, warnings, ..Self::default() })
    }

    /// A schema with a template that prints the values, for a tool that reads them.
    fn of_values(schema: String, warnings: Vec<Diagnostic>) -> Self {
        let config = vec![
            ("schema.yml".to_owned(), schema.into_bytes()),
            ("values.yml".to_owned(), VALUES_TEMPLATE.into()),
        ];
        Self { config, warnings, ..Self::default() }
    }

    /// All files of the project.
    pub(super) fn files(self) -> Files {
        let mut files: Files =
            COMMON.map(|(path, text)| (path.to_owned(), text.into())).into_iter().collect();
        let mut add = |path: &str, text: &str| files.push((path.to_owned(), text.into()));
        if self.is_example {
            add("envs/dev.yml", include_str!("../../../new/dev.yml"));
            add("envs/prod.yml", self.prod);
            add("tests/prod/test.yml", include_str!("../../../new/test-prod.yml"));
            add("tests/image-without-tag/test.yml", include_str!("../../../new/test-image.yml"));
        } else {
            add("envs/dev.yml", "# Data values for development.\n{}\n");
            add("envs/prod.yml", "# Data values for production.\n{}\n");
            add("tests/dev/test.yml", &RENDERS.replace("TARGET", "dev"));
            add("tests/prod/test.yml", &RENDERS.replace("TARGET", "prod"));
        }
        let config = self.config.into_iter();
        files.extend(config.map(|(path, bytes)| (paths::join("config", &path), bytes)));
        files
    }
}

/// A directory that package managers fill.
const MODULES: &str = "node_modules";

/// A warning that names the omitted files; a directory is named once.
fn told(path: &str, left_out: &[InputFile]) -> Option<Diagnostic> {
    /// The maximum number of names in the list.
    const MOST: usize = 5;
    let mut names: Vec<&str> = Vec::new();
    for file in left_out {
        let hidden =
            file.path().split('/').position(|name| name.starts_with('.') || name == MODULES);
        let end =
            hidden.map(|at| file.path().split('/').take(at + 1).map(|name| name.len() + 1).sum());
        let name = &file.path()[..end.map_or(file.path().len(), |end: usize| end - 1)];
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = if names.len() > MOST { ", ..." } else { "" };
    let listed = names[..names.len().min(MOST)].join(", ");
    (!names.is_empty()).then(|| {
        let message = format!("Left out of the new project: {listed}{more}");
        Diagnostic::warning(codes::LEFT_OUT, message).note(format!(
            "hidden files, {MODULES} and what .gitignore names are not copied from {path}: copy what the templates need"
        ))
    })
}

/// Infers a schema from plain values.
fn schema_of(paths: &[String], session: &Session) -> Result<String> {
    let sources = paths.iter().map(|path| loading::source(path, session));
    let sources = sources.collect::<Result<Vec<_>>>()?;
    for (number, source) in &sources {
        refuse_other(*number, source)?;
        refuse_list(*number, source)?;
    }
    infer(&sources).map_err(first)
}

/// Rejects a list, because data values must be a map.
fn refuse_list(number: FileId, source: &Arc<SourceFile>) -> Result<()> {
    let options = yardstick_yaml::Options::reference();
    let tree = yardstick_yaml::parse(Arc::clone(source), number, &options)?;
    let list = tree.documents().map(yardstick_yaml::Document::root).find(|root| root.is_sequence());
    if let Some(list) = list {
        bail!(
            codes::UNUSABLE_SCHEMA, "{} is a list, and a file of values is a map", source.name();
            at: list.content_span(); note: "write a key above it, such as `items:`"
        );
    }
    Ok(())
}

/// Converts a JSON Schema to a schema, with values as defaults.
fn imported(
    schema: &str,
    values: Option<&str>,
    session: &Session,
) -> Result<(String, Vec<Diagnostic>)> {
    let (number, source) = loading::source(schema, session)?;
    let values = values.map(|path| loading::source(path, session)).transpose()?;
    let options = Options { values, ..Options::default() };
    let imported = import(source, number, &options).map_err(first)?;
    Ok((imported.text, imported.warnings))
}

fn first(problems: Vec<Diagnostic>) -> Box<Diagnostic> {
    Diagnostic::first_of(problems).unwrap_or_else(|| {
        Box::new(Diagnostic::error(codes::UNUSABLE_SCHEMA, "no schema can be made from this"))
    })
}
