//! What a new project starts from.

use yardstick_bridge::{Options, import, infer};
use yardstick_diagnostics::{Diagnostic, Result, bail, codes};
use yardstick_workspace::{SymlinkRules, inputs};
use yardstick_world::paths;

use super::Files;
use crate::{commands::schema::loading, report::Session};

/// The parts that depend on what is there.
#[derive(Default)]
pub(super) struct Start {
    /// Files of `config`.
    config: Files,
    /// Data values for production; development has none of its own.
    prod: &'static str,
    /// Whether it is the example, about which more can be said.
    is_example: bool,
    /// What was lost on the way.
    pub(super) warnings: Vec<Diagnostic>,
}

/// Files that are the same for all.
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
    /// A small application.
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

    /// What is at `path`: a values file, a chart, or templates.
    pub(super) fn read(path: &str, session: &Session) -> Result<Self> {
        let world = &*session.world;
        if let Err(error) = world.kind(path) {
            return Err(loading::unreadable(path, &error, world));
        }
        if !world.is_directory(path) {
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
        if files.is_empty() {
            bail!(codes::UNREADABLE_FILE, "there are no files in {path}");
        }
        let mut config = Vec::new();
        for file in &files {
            let (_, source) = file.source_file(world, &session.sources)?;
            let bytes = source.bytes().to_vec();
            config.push((file.path().to_owned(), bytes));
        }
        Ok(Self { config, ..Self::default() })
    }

    /// A schema, and a template that prints the values, for a tool that reads them.
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

/// A schema made from plain values.
fn schema_of(paths: &[String], session: &Session) -> Result<String> {
    let sources = paths.iter().map(|path| loading::source(path, session));
    let sources = sources.collect::<Result<Vec<_>>>()?;
    infer(&sources).map_err(first)
}

/// A schema made from a JSON Schema, with values as defaults.
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
