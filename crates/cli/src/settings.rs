//! The report settings in the project file: `diagnostics` and `notes`.
//!
//! All commands obey them, so all report mistakes in them: `check` and the commands that build a project with an
//! error, the others with a warning besides their other messages.

use std::sync::Arc;

use yardstick_check::discover::{Config, Setting, unknown_setting};
use yardstick_diagnostics::{Diagnostic, SourceFile, Sources, codes};
use yardstick_world::{When, World};
use yardstick_yaml::{NodeRef, Tree};

use crate::{args::groups, commands, report_style::RequestedForm};

/// The report settings of a project.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) diagnostics: Option<RequestedForm>,
    pub(crate) notes: Option<When>,
}

impl Settings {
    /// The settings in the project file at `path`; none if the file is unusable.
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

    /// Problems of the top-level keys in the project file at `path`: errors for these settings, warnings for unknown
    /// keys.
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

/// The top-level keys with their values.
fn entries(tree: &Tree) -> Option<Vec<(NodeRef<'_>, NodeRef<'_>)>> {
    let root = tree.document(0)?.root().dereferenced();
    let pairs = || root.entries().map(|entry| (entry.key, entry.value.dereferenced())).collect();
    root.is_map().then(pairs)
}
