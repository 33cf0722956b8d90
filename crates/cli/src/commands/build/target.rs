//! A target as a run of rendering: its settings are the flags of the command line.

use std::{rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result, Sources, bail, codes, spelling};
use yardstick_project::{KEYS, Target, Word, Work};
use yardstick_workspace::{self as workspace, inputs, marks};
use yardstick_world::World;

use crate::{
    args::{
        self, Given,
        flag::{Group, Spec},
        groups,
        render::{Inputs, RenderArgs},
    },
    report,
};

/// The flags that a target may set. Others say where results go or ask questions.
static SETTINGS: [&Group; 5] = [
    &groups::INPUT,
    &groups::DATA_VALUES,
    &groups::VALIDATION,
    &groups::OUTPUT_VALIDATION,
    &groups::TEMPLATES,
];

fn settings() -> impl Iterator<Item = &'static Spec> {
    let of_groups = SETTINGS.iter().flat_map(|group| group.flags).copied();
    of_groups.filter(|flag| flag.name != groups::BULK_IN.spec.name)
}

/// What the target asks for.
pub(in crate::commands) fn arguments(target: &Target) -> Result<RenderArgs> {
    let mut given = Given::default();
    for (key, values) in &target.settings {
        let Some(flag) = settings().find(|flag| flag.name == key.text) else {
            return Err(unknown(key));
        };
        for value in values {
            args::take(flag, &value.text, &mut given)
                .map_err(|error| Box::new(about(*error, key).at(value.span)))?;
        }
    }
    let mut args = RenderArgs::new(&given);
    args.options.data_values.documents = target.set.iter().map(|word| word.text.clone()).collect();
    Ok(args)
}

/// A value is refused in words for command lines; here it is a key that has it.
fn about(error: Diagnostic, key: &Word) -> Diagnostic {
    let message = match error.message.rsplit_once("flag: ") {
        Some((_, expected)) => format!("`{}`: {expected}", key.text),
        None => error.message.clone(),
    };
    Diagnostic { code: codes::PROJECT_FILE, message, ..error }
}

fn unknown(key: &Word) -> Box<Diagnostic> {
    let known = settings().map(|flag| flag.name).chain(KEYS);
    let error =
        Diagnostic::error(codes::PROJECT_FILE, format!("a target has no key '{}'", key.text));
    let hint = spelling::hint(&key.text, known);
    let note = "the keys are files, values, set, output, matrix, variables, extends, and the flags of `yardstick help template`";
    Box::new(error.at(key.span).notes(hint).note(note))
}

/// Renders the target in `world`.
pub(super) fn render(
    target: &Target,
    world: Arc<dyn World>,
    sources: &Arc<Sources>,
) -> Result<Work> {
    let args = arguments(target)?;
    let Inputs::Files(paths) = &args.inputs else { return Ok(Work::default()) };
    if paths.is_empty() {
        bail!(codes::PROJECT_FILE, "the target '{}' has no files", target.name; note: "add `files: [DIRECTORY]` to it");
    }
    let mut files = inputs::resolve(&*world, paths, &args.links)?;
    marks::apply(&mut files, &args.marks)?;
    let mut session = workspace::Session::new(world, Arc::clone(sources));
    session.print = Rc::new(report::print_line);
    session.links = args.links.clone();
    session.limits.steps = args.max_steps.unwrap_or(session.limits.steps);
    let rendered = workspace::render(session, files, &args.options, workspace::Target::Files)?;
    Ok(Work { files: rendered.files, warnings: rendered.warnings })
}
