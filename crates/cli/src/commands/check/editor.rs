//! `check` inside an editor: the same settings, for one file at a time.

use std::sync::Arc;

use yardstick_check::{
    batch::{Batch, Refusal},
    checker::Checker,
    schema::rewrite::Rewrite,
};
use yardstick_diagnostics::{Diagnostic, Result, codes, render::Format};
use yardstick_world::World;

use super::{own_schemas, project::Project, reading, settings};
use crate::{args::Given, commands::schema::loading};

/// A checker for the file at `path`, with the configuration at `config`. Schemas may be anywhere, because an editor
/// has no current directory. A catalog that was never downloaded is ignored.
pub(in crate::commands) fn checker_of_editor(
    world: &Arc<dyn World>,
    path: &str,
    config: Option<&str>,
) -> Result<Checker> {
    checker(world, path, config, true).or_else(|_| checker(world, path, config, false))
}

fn checker(
    world: &Arc<dyn World>,
    path: &str,
    config: Option<&str>,
    with_catalog: bool,
) -> Result<Checker> {
    let mut given = Given::default();
    loading::allow_outside(&mut given);
    let mut project = Project::default();
    let mut sources = Arc::default();
    if let Some(config) = config {
        let store = loading::library(&given, world, Rewrite::NONE)?;
        project = Project::load(Some(config), &mut given, &store, &**world)
            .map_err(|(_, problem)| problem)?;
        sources = Arc::clone(store.sources());
    }
    let (dialect, rewrite) = reading(&given);
    let library = loading::library_with(&given, world, rewrite, sources)?;
    let inputs = [path.to_owned()];
    let mut settings = settings(&given, Format::Text, &inputs, dialect, project);
    settings.catalog = settings.catalog.filter(|_| with_catalog);
    settings.own = own_schemas(&inputs, &library)?;
    let batch = Batch::new(world, library, settings).map_err(|refusal| match refusal {
        Refusal::Inputs(error) => loading::failed(&error),
        Refusal::NoInputs => super::no_files(&given),
        Refusal::Setting(report) => report.general.into_iter().next().map_or_else(
            || Box::new(Diagnostic::error(codes::CONFIGURATION, "a setting is of no use")),
            |one| Box::new(one.problem),
        ),
    })?;
    Ok(batch.into_checker())
}
