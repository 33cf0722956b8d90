//! A file by itself: held against a YAML Schema if it names one, or the configuration or a file name does.

use std::sync::Arc;

use yardstick_check::{
    checker::{Checker, Options},
    discover::{Choice, Config, Discovery},
    missing::MissingSchema,
    schema::{Network, SchemaStore, rewrite::Rewrite},
};
use yardstick_diagnostics::{Diagnostic, FileId, FileReport, SourceFile, Sources};
use yardstick_world::World;
use yardstick_yaml::{
    json::{LoadOptions, View},
    parse_tolerantly,
};

use crate::{features::json_schema::SchemaNode, group::project_file, open_files::OpenFiles};

/// What checking a file found.
pub(crate) struct Checked {
    /// What is wrong.
    pub(crate) findings: Vec<Diagnostic>,
    /// The files that places refer to.
    pub(crate) sources: Arc<Sources>,
    /// Whether a schema applies.
    pub(crate) has_schema: bool,
}

/// The root of the schema of a document of the file at `path`, with the store it is from.
pub(crate) fn schema_of(
    world: &OpenFiles,
    path: &str,
    document: usize,
) -> Option<(Arc<SchemaStore>, SchemaNode)> {
    let (store, discovery) = discovery(world, path);
    let text = world.read(path).ok()?;
    let source = Arc::new(SourceFile::new(path, text));
    let tree = parse_tolerantly(&source, FileId(0), &yardstick_yaml::Options::yaml12()).tree;
    let count = tree.documents().len();
    let (view, _) = View::new(tree, LoadOptions::default());
    let document = document.min(count.checked_sub(1)?);
    let Choice::Schema { url, name, .. } =
        discovery.choose(&store, &view, document, Some(path)).ok()?
    else {
        return None;
    };
    let (address, fragment) = url.split_once('#').unwrap_or((&url, ""));
    let file = store.load(address, Some(&name)).ok()?;
    let mut node = SchemaNode { id: file.root()?, file };
    for piece in fragment.split('/').filter(|piece| !piece.is_empty()) {
        node = node.get(piece)?;
    }
    Some((store, node))
}

/// A checker that finds schemas as the command `check` does, for the file at `path`. The network is not used.
pub(crate) fn checker(world: &OpenFiles, path: &str) -> Checker {
    let (store, discovery) = discovery(world, path);
    Checker::new(store, discovery, Options { max_errors: 200, ..Options::default() })
}

/// Where schemas are looked for.
fn discovery(world: &OpenFiles, path: &str) -> (Arc<SchemaStore>, Discovery) {
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
    (Arc::new(store), Discovery { config, ..Discovery::default() })
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
