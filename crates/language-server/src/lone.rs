//! A file by itself: held against a YAML Schema if it names one, or the configuration or a file name does.

use std::sync::Arc;

use yardstick_check::{
    checker::{Checker, Options},
    discover::{Config, Discovery},
    missing::MissingSchema,
    schema::{Network, SchemaStore, rewrite::Rewrite},
};
use yardstick_diagnostics::{Diagnostic, FileReport, Sources};
use yardstick_world::World;

use crate::{group::project_file, open_files::OpenFiles};

/// What checking a file found.
pub(crate) struct Checked {
    /// What is wrong.
    pub(crate) findings: Vec<Diagnostic>,
    /// The files that places refer to.
    pub(crate) sources: Arc<Sources>,
    /// Whether a schema applies.
    pub(crate) has_schema: bool,
}

/// A checker that finds schemas as the command `check` does, for the file at `path`. The network is not used.
pub(crate) fn checker(world: &OpenFiles, path: &str) -> Checker {
    let world: Arc<dyn World> = Arc::new(world.clone());
    let sources = Arc::new(Sources::new());
    let open = |rewrite| {
        SchemaStore::new(
            Arc::clone(&world),
            Arc::clone(&sources),
            Vec::new(),
            Network::default(),
            rewrite,
        )
        .allow_outside(true)
    };
    let store = open(Rewrite { yaml_rules: true, ..Rewrite::default() });
    let config = config(&world, &open(Rewrite::NONE), path);
    let discovery = Discovery { config, ..Discovery::default() };
    let options = Options { max_errors: 200, ..Options::default() };
    Checker::new(Arc::new(store), discovery, options)
}

fn config(world: &Arc<dyn World>, store: &SchemaStore, path: &str) -> Option<Config> {
    let file = project_file(&OpenFiles::new(Arc::clone(world)), path)?;
    let loaded = store.load_setting(&file, "configuration").ok()?;
    Config::read(&loaded.view, &file, &**world).ok()
}

/// Checks the file at `path`.
pub(crate) fn check(world: &OpenFiles, path: &str) -> Checked {
    let checker = checker(world, path);
    let sources = Arc::clone(checker.sources());
    let Ok(bytes) = world.read(path) else {
        return Checked { findings: Vec::new(), sources, has_schema: false };
    };
    let FileReport { findings, failure, schema, .. } =
        checker.check_as(path, Some(path), bytes, MissingSchema::Skip);
    let mut all = findings;
    all.extend(failure.map(|why| why.problem().clone()));
    for general in checker.schema_problems() {
        let is_known = all.iter().any(|one| one.message == general.problem.message);
        if !is_known {
            all.push(general.problem);
        }
    }
    Checked { findings: all, sources, has_schema: schema.is_some() }
}
