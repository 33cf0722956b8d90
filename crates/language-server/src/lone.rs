//! Checks a single file against a YAML Schema that the file itself, the configuration or the file name selects.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use yardstick_check::{
    checker::{Checker, Options},
    discover::{Choice, Config, Discovery},
    missing::MissingSchema,
    schema::{Network, SchemaStore, rewrite::Rewrite},
};
use yardstick_diagnostics::{Diagnostic, FileId, FileReport, Result, SourceFile, Sources};
use yardstick_world::{Stamp, World};
use yardstick_yaml::{
    json::{LoadOptions, View},
    parse_tolerantly,
};

use crate::{
    features::json_schema::SchemaNode,
    group::{directory_of, project_file},
    open_files::OpenFiles,
};

/// Creates a checker for the file at a path, with the configuration at another path, if there is one. The settings of
/// the configuration are flags of the command, so the command provides this function.
pub type MakeChecker = fn(&Arc<dyn World>, path: &str, config: Option<&str>) -> Result<Checker>;

/// The result of checking a file.
pub(crate) struct Checked {
    /// The problems.
    pub(crate) findings: Vec<Diagnostic>,
    /// The files that places refer to.
    pub(crate) sources: Arc<Sources>,
    /// Whether the file has a schema.
    pub(crate) has_schema: bool,
}

/// A schema, with the store that contains it.
pub(crate) type Rooted = (Arc<SchemaStore>, SchemaNode);

/// A cache of checkers. An entry is valid until one of its files changes.
#[derive(Default)]
pub(crate) struct Schemas(Mutex<HashMap<String, Known>>);

/// A checker, and the files that its store has read.
struct Known {
    checker: Arc<Checker>,
    files: HashMap<String, Option<Stamp>>,
}

/// The maximum number of checkers in the cache.
const MANY: usize = 20;

impl Schemas {
    /// The schema of a document in the file at `path`.
    pub(crate) fn of(
        &self,
        world: &OpenFiles,
        make: MakeChecker,
        path: &str,
        document: usize,
    ) -> Option<Rooted> {
        let config = project_file(world, path);
        // The project file has its own schema, and a configuration applies to the files below it.
        let key = match &config {
            Some(config) if config != path => config.clone(),
            _ => path.to_owned(),
        };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |(path, then): (&String, &Option<Stamp>)| world.stamp(path).ok() == *then;
        if all.len() > MANY || all.get(&key).is_some_and(|known| !known.files.iter().all(is_same)) {
            all.remove(&key);
            if all.len() > MANY {
                all.clear();
            }
        }
        let known = all.entry(key).or_insert_with(|| {
            let checker = Arc::new(checker(world, make, path));
            let files = config.iter().map(|path| (path.clone(), world.stamp(path).ok())).collect();
            Known { checker, files }
        });
        let found = root(world, &known.checker, path, document);
        for file in known.checker.store().loaded() {
            let Some(path) = file.url.strip_prefix("file://") else { continue };
            let path = path.split('#').next().unwrap_or_default();
            let path = crate::to_path(&lsp_types::Url::parse(&format!("file://{path}")).ok()?)?;
            known.files.entry(path).or_insert_with_key(|path| world.stamp(path).ok());
        }
        found
    }
}

fn root(world: &OpenFiles, checker: &Checker, path: &str, document: usize) -> Option<Rooted> {
    let store = checker.store();
    let text = world.read(path).ok()?;
    let source = Arc::new(SourceFile::new(path, text));
    let tree = parse_tolerantly(&source, FileId(0), &yardstick_yaml::Options::yaml12()).tree;
    let count = tree.documents().len();
    let (view, _) = View::new(tree, LoadOptions::default());
    let document = document.min(count.saturating_sub(1));
    let Choice::Schema { url, name, .. } =
        checker.discovery().choose(store, &view, document, Some(path)).ok()?
    else {
        return None;
    };
    let (address, fragment) = url.split_once('#').unwrap_or((&url, ""));
    let file = store.load(address, Some(&name)).ok()?;
    let mut node = SchemaNode { id: file.root()?, file };
    for piece in fragment.split('/').filter(|piece| !piece.is_empty()) {
        node = node.get(piece)?;
    }
    Some((Arc::clone(store), node))
}

/// A checker for the file at `path`. It finds schemas as the command `check` does, but without the network.
fn checker(world: &OpenFiles, make: MakeChecker, path: &str) -> Checker {
    let config = project_file(world, path);
    let here = directory_of(config.as_deref().unwrap_or(path));
    let world: Arc<dyn World> = Arc::new(world.seen_from(&here));
    let made = make(&world, path, config.as_deref());
    // A mistake in a configuration is reported in its file. Other files can still name their schemas.
    made.or_else(|_| make(&world, path, None)).unwrap_or_else(|_| plain(&world, None))
}

/// A checker that uses the schemas that a configuration assigns, but none of its other settings.
pub(crate) fn plain(world: &Arc<dyn World>, config: Option<&str>) -> Checker {
    let sources = Arc::new(Sources::new());
    let open = |rewrite| {
        let (world, sources) = (Arc::clone(world), Arc::clone(&sources));
        SchemaStore::new(world, sources, Vec::new(), Network::default(), rewrite)
            .allow_outside(true)
    };
    let store = open(Rewrite { yaml_rules: true, ..Rewrite::default() });
    let config = config.and_then(|file| {
        let loaded = open(Rewrite::NONE).load_setting(file, "configuration").ok()?;
        Config::read(&loaded.view, file, &**world).ok()
    });
    let discovery = Discovery { config, ..Discovery::default() };
    Checker::new(Arc::new(store), discovery, Options { max_errors: 200, ..Options::default() })
}

/// Checks the file at `path`.
pub(crate) fn check(world: &OpenFiles, make: MakeChecker, path: &str) -> Checked {
    let checker = checker(world, make, path);
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
