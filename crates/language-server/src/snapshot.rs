//! Keeps the results of a run over a group until the next run. Requests are answered from it without running anything.
//! If a text is temporarily unreadable, the earlier results stay available.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
};

use yardstick_diagnostics::{Diagnostic, Sources, findings};
use yardstick_schema::Outline;
use yardstick_template::{convert::display_key, print, tree::Yaml};
use yardstick_workspace::{InputFile, Session, inputs, marks, output::OutputFile, survey::survey};

use crate::{group::Group, open_files::OpenFiles, overlays::Overlays};

/// The known facts about a group.
#[derive(Default)]
pub struct Snapshot {
    /// The problems, one by one.
    pub findings: Vec<Diagnostic>,
    /// The files that places refer to.
    pub sources: Arc<Sources>,
    /// The outline of the data values schema.
    pub schema: Option<Arc<Outline>>,
    /// Whether the schema is that of an earlier run, because it cannot be read now. Nothing else was checked then.
    pub has_old_schema: bool,
    /// The sources of the run that read the schema. The places in the schema refer to them.
    pub schema_sources: Arc<Sources>,
    /// The data values by path: `db.port` has `5432`.
    pub values: Arc<BTreeMap<String, String>>,
    /// The nodes that overlays were applied to.
    pub overlays: Arc<Overlays>,
    /// The output files.
    pub rendered: Option<Arc<Vec<OutputFile>>>,
    /// Whether the output is that of an earlier run, because this one has none.
    pub is_stale: bool,
    /// The absolute paths of all files in the run.
    pub files: Arc<Vec<String>>,
}

impl Snapshot {
    /// Runs `group`. Results that are currently unknown are taken from `previous`.
    pub fn take(
        world: &OpenFiles,
        group: &Group,
        previous: Option<&Snapshot>,
        cancel: &Arc<AtomicBool>,
    ) -> Self {
        let sources = Arc::new(Sources::new());
        let world = Arc::new(world.seen_from(&group.directory));
        let plan = &group.plan;
        let files = inputs::resolve(&*world, &plan.inputs, &plan.links).and_then(|mut files| {
            marks::apply(&mut files, &plan.marks)?;
            Ok(files)
        });
        let mut snapshot = Self { sources: Arc::clone(&sources), ..Self::default() };
        let files = match files {
            Ok(files) => files,
            Err(error) => {
                snapshot.findings = findings(&error);
                snapshot.keep(previous);
                return snapshot;
            }
        };
        let names = files.iter().filter_map(InputFile::place);
        snapshot.files = Arc::new(names.map(|name| group.absolute(&name)).collect());
        let mut session = Session::new(world, Arc::clone(&sources));
        session.links = plan.links.clone();
        session.limits.cancel = Some(Arc::clone(cancel));
        session.limits.steps = plan.max_steps.unwrap_or(session.limits.steps);
        let found = survey(session, files, &plan.options);
        snapshot.findings = found.diagnostics.iter().flat_map(findings).collect();
        snapshot.schema = found.schema.map(Arc::new);
        snapshot.schema_sources = sources;
        if let Some(values) = found.values {
            let mut all = BTreeMap::new();
            list(&values, String::new(), &mut all);
            snapshot.values = Arc::new(all);
        } else if let Some(previous) = previous {
            snapshot.values = Arc::clone(&previous.values);
        }
        snapshot.overlays = match previous {
            Some(previous) if found.rendered.is_none() => Arc::clone(&previous.overlays),
            _ => Arc::new(Overlays::new(&found.overlays, &snapshot.sources, group)),
        };
        snapshot.rendered = found.rendered.map(Arc::new);
        snapshot.keep(previous);
        snapshot
    }

    /// Takes unknown results from `previous`.
    fn keep(&mut self, previous: Option<&Snapshot>) {
        let Some(previous) = previous else { return };
        if self.schema.is_none() && !self.findings.is_empty() {
            self.schema.clone_from(&previous.schema);
            self.has_old_schema = self.schema.is_some();
            self.schema_sources = Arc::clone(&previous.schema_sources);
        }
        if self.rendered.is_none() {
            self.rendered.clone_from(&previous.rendered);
            self.is_stale = true;
        }
        if self.files.is_empty() {
            self.files = Arc::clone(&previous.files);
        }
    }
}

/// The maximum length of a value to keep.
const LONGEST: usize = 200;

/// Lists every value below `value` with its path.
fn list(value: &Yaml, path: String, all: &mut BTreeMap<String, String>) {
    match value {
        Yaml::Map(map) => {
            for item in map.items() {
                let key = display_key(&item.key);
                let below = if path.is_empty() { key } else { format!("{path}.{key}") };
                list(&item.value, below, all);
            }
        }
        Yaml::Array(array) => {
            for (at, item) in array.items.iter().enumerate() {
                list(&item.value, format!("{path}[{at}]"), all);
            }
        }
        scalar => {
            let mut text = print::to_yaml_text(scalar).trim_end().to_owned();
            if text.len() > LONGEST {
                let cut = (0..=LONGEST).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
                text.truncate(cut);
                text.push('…');
            }
            all.insert(path, text);
        }
    }
}
