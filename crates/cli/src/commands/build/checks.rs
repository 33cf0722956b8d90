//! Checks the output of a target against Kubernetes schemas and against YAML Schemas by file pattern.
//!
//! Schemas are read through the world of the target, so that a target is out of date when its schema changes.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use yardstick_check::{
    checker::{Checker, Options},
    discover::{Config, Discovery, Kubernetes},
    missing::MissingSchema,
    schema::rewrite::Rewrite,
};
use yardstick_diagnostics::{Diagnostic, FileId, Result, Severity, SourceFile, Sources};
use yardstick_project::{Checks, Target, Work};
use yardstick_world::{World, paths};
use yardstick_yaml::json::{LoadOptions, View};

use crate::{args::Given, commands::schema::loading};

/// Fails with all problems of the documents. Documents without a schema pass.
pub(in crate::commands) fn check(
    target: &Target,
    work: &Work,
    world: &Arc<dyn World>,
    sources: &Arc<Sources>,
) -> Result<()> {
    let Some(checks) = &target.checks else { return Ok(()) };
    let given = Given::default();
    let store = loading::library_with(&given, world, Rewrite::default(), Arc::clone(sources))?;
    let places: Vec<String> = checks.kubernetes.iter().map(|word| word.text.clone()).collect();
    let version = checks.kubernetes_version.as_ref().map(|word| word.text.as_str());
    let discovery = Discovery {
        config: Some(config(checks, &**world)?),
        kubernetes: (!places.is_empty()).then(|| Kubernetes::new(&places, version)),
        ..Discovery::default()
    };
    let checker = Checker::new(store, discovery, Options::default());
    let output = target.output.as_ref().map_or("", |output| output.text.as_str());
    let mut problems = Vec::new();
    for file in work.files.iter().filter(|file| file.is_yaml) {
        let path = paths::join(output, &file.path);
        let bytes = file.contents.clone();
        let report = checker.check_as(&path, Some(&path), bytes, MissingSchema::Skip);
        problems.extend(report.failure.iter().filter_map(|failure| failure.own().cloned()));
        problems.extend(report.findings);
    }
    problems.extend(checker.schema_problems().into_iter().map(|one| one.problem));
    problems.retain(|problem| problem.severity == Severity::Error);
    Diagnostic::first_of(problems).map_or(Ok(()), Err)
}

/// The schemas by pattern as a configuration of `check`. The patterns match output files.
fn config(checks: &Checks, world: &dyn World) -> Result<Config> {
    let mut schemas = Map::new();
    for (schema, patterns) in &checks.schemas {
        let patterns: Vec<&str> = patterns.iter().map(|word| word.text.as_str()).collect();
        schemas.insert(schema.text.clone(), json!(patterns));
    }
    let text = json!({ "schemas": Json::Object(schemas) }).to_string();
    let name = yardstick_project::NAMES[0];
    let source = Arc::new(SourceFile::new(name, text.into_bytes()));
    let tree = yardstick_yaml::parse(source, FileId(0), &yardstick_yaml::Options::default())?;
    let (view, _) = View::new(tree, LoadOptions { merge_keys: false, float_names: false });
    Config::read(&view, name, world)
}
