//! Loads the two schemas of a comparison. Each is a project with a data values schema, or a file with a JSON Schema,
//! an `OpenAPI` document or a custom resource definition, in its current state or from git.

use std::sync::Arc;

use yardstick_bridge::{Options, detect, import};
use yardstick_diagnostics::{Diagnostic, Result, codes};
use yardstick_workspace::{
    self as workspace, InputFile, SymlinkRules, inputs, project_schema::ProjectSchema,
};

use super::{git::Revision, loading};
use crate::report::{self, Session};

/// The annotation of a data values schema.
const DATA_VALUES: &[u8] = b"@data/values-schema";

/// A schema to compare.
pub(super) struct Side {
    pub(super) loaded: ProjectSchema,
    /// Warnings about parts that are not compared, and keys that are not the names that they look like.
    pub(super) warnings: Vec<Diagnostic>,
}

/// Loads one side: `which` is old or new, and `type_` selects a schema of a file that has several. Files of both sides
/// may have the same names, so errors name the side.
pub(super) fn load(
    which: &str,
    paths: &[String],
    type_: Option<&str>,
    session: &Session,
) -> Result<Side> {
    let name = paths.iter().map(|path| format!("'{path}'")).collect::<Vec<_>>().join(", ");
    load_named(which, &name, paths, type_, session)
        .map_err(|error| Box::new(error.within(format!("Reading the {which} schema ({name})"))))
}

fn load_named(
    which: &str,
    name: &str,
    paths: &[String],
    type_: Option<&str>,
    session: &Session,
) -> Result<Side> {
    let files = files(paths, session)?;
    let mut warning = None;
    let files = match files.as_slice() {
        [only] => {
            let content = only.bytes(&*session.world)?.to_vec();
            match imported(only.path(), &content, type_, session)? {
                Some((text, lost)) => {
                    warning = not_compared(which, lost);
                    vec![inputs::given(&format!("{}.schema.yml", only.path()), text.as_bytes())]
                }
                None => files,
            }
        }
        _ => files,
    };
    let mut loading =
        workspace::Session::new(Arc::clone(&session.world), Arc::clone(&session.sources));
    loading.print = report::printer(&session.world);
    loading.short_lived = true;
    let mut loaded = ProjectSchema::new(loading, files, name).map_err(|error| {
        let is_missing = error.code == codes::NO_DATA_VALUES_SCHEMA;
        let note = "JSON Schemas, OpenAPI documents and CRDs can be compared too";
        Box::new(if is_missing { error.note(note) } else { *error })
    })?;
    let warnings = warning.into_iter().chain(loaded.boolean_names()?).collect();
    Ok(Side { loaded, warnings })
}

/// The files of a side.
fn files(paths: &[String], session: &Session) -> Result<Vec<InputFile>> {
    let world = &*session.world;
    let mut all = Vec::new();
    for path in paths {
        let revision = Revision::parse(path).filter(|_| world.kind(path).is_err());
        if let Some(revision) = revision {
            let blobs = revision.files()?;
            all.extend(blobs.iter().map(|(path, bytes)| inputs::given(path, bytes)));
        } else {
            loading::check_readable(std::slice::from_ref(path), world)?;
            all.extend(inputs::resolve(world, &[path], &SymlinkRules::default())?);
        }
    }
    Ok(inputs::numbered(all))
}

/// Imports a file with another kind of schema. Returns the data values schema and what the import loses.
fn imported(
    name: &str,
    content: &[u8],
    type_: Option<&str>,
    session: &Session,
) -> Result<Option<(String, usize)>> {
    if content.windows(DATA_VALUES.len()).any(|part| part == DATA_VALUES) {
        return Ok(None);
    }
    let (number, source) = loading::add_source(name, content.to_vec(), session);
    if detect(Arc::clone(&source), number).is_none() {
        return Ok(None);
    }
    let options = Options { name: type_.map(str::to_owned), ..Options::default() };
    match import(source, number, &options) {
        Ok(imported) => {
            let is_lost = |warning: &&Diagnostic| warning.code == codes::LOSSY;
            Ok(Some((imported.text, imported.warnings.iter().filter(is_lost).count())))
        }
        Err(mut problems) => Err(Box::new(problems.swap_remove(0))),
    }
}

fn not_compared(which: &str, lost: usize) -> Option<Diagnostic> {
    let parts = if lost == 1 { "1 part".to_owned() } else { format!("{lost} parts") };
    (lost > 0).then(|| {
        let message = format!("{parts} of the {which} schema cannot be compared");
        let note = "`yardstick schema import` lists them";
        Diagnostic::warning(codes::LOSSY, message).note(note)
    })
}
