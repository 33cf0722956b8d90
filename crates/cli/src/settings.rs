//! What the project file says about reports: `diagnostics` and `notes`.
//!
//! All commands follow it, so all of them report what is wrong with it: `check` and the commands that build a project
//! with an error, the others with a warning beside whatever else they have to say.

use std::sync::Arc;

use yardstick_check::discover::{Config, Setting, unknown_setting};
use yardstick_diagnostics::{Diagnostic, SourceFile, Sources, codes};
use yardstick_world::{When, World};
use yardstick_yaml::{NodeRef, Tree};

use crate::{args::groups, commands, report_style::RequestedForm};

/// What the project file says about reports.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) diagnostics: Option<RequestedForm>,
    pub(crate) notes: Option<When>,
}

impl Settings {
    /// What the project file at `path` says. A file that cannot be used says nothing.
    pub(crate) fn of_project(path: &str, world: &dyn World) -> Self {
        let read = || {
            let tree = parse(path, world, &Sources::new())?;
            let word = |name: &str| {
                let (_, value) = entries(&tree)?.into_iter().find(|(key, _)| key.text() == name)?;
                value.is_scalar().then(|| value.text().to_owned())
            };
            Some(Self {
                diagnostics: word(groups::DIAGNOSTICS.spec.name)
                    .and_then(|word| RequestedForm::from_name(&word)),
                notes: word(groups::NOTES.spec.name).and_then(|word| When::from_name(&word)),
            })
        };
        read().unwrap_or_default()
    }

    /// What is wrong with the keys at the top of the project file at `path`: errors for these settings, warnings for
    /// keys that no command knows.
    pub(crate) fn mistakes(path: &str, world: &dyn World, sources: &Sources) -> Vec<Diagnostic> {
        let Some(tree) = parse(path, world, sources) else { return Vec::new() };
        let judge = |(key, value): (NodeRef<'_>, NodeRef<'_>)| {
            let own = [&groups::DIAGNOSTICS.spec, &groups::NOTES.spec];
            if let Some(flag) = own.into_iter().find(|flag| flag.name == key.text()) {
                let word = if value.is_scalar() { value.text() } else { "" };
                let expected = flag.kind.judge(word).err()?;
                let message = format!("`{}` must be {expected}", flag.name);
                let error = Diagnostic::error(codes::CONFIGURATION, message);
                let place = value.content_span();
                return Some(error.at(place).notes(flag.kind.suggestion(word)));
            }
            let name = key.text().to_owned();
            let flags = || commands::settings_of_configuration().map(|flag| flag.name);
            let mut known = flags().chain(Config::KEYS).chain(Config::OTHERS).chain(["<<"]);
            if known.any(|known| known == name) {
                return None;
            }
            let (key, at) = (key.content_span(), value.content_span());
            let setting = Setting { name, key, at, values: Vec::new(), is_map: false };
            Some(unknown_setting(&setting, flags()))
        };
        entries(&tree).into_iter().flatten().filter_map(judge).collect()
    }
}

fn parse(path: &str, world: &dyn World, sources: &Sources) -> Option<Tree> {
    let id = sources.add(SourceFile::new(path, world.read(path).ok()?));
    let options = yardstick_yaml::Options::default();
    yardstick_yaml::parse(Arc::clone(&sources.get(id)), id, &options).ok()
}

/// The keys at the top, with their values.
fn entries(tree: &Tree) -> Option<Vec<(NodeRef<'_>, NodeRef<'_>)>> {
    let root = tree.document(0)?.root().dereferenced();
    let pairs = || root.entries().map(|entry| (entry.key, entry.value.dereferenced())).collect();
    root.is_map().then(pairs)
}
