//! `fmt`: formats YAML files.
//!
//! With `-f` it prints files as the reference does: block style, aliases resolved, scalars in normalized form. With
//! files as arguments it changes only the layout and keeps everything else as written, so that it suits files that
//! people edit.

use yardstick_diagnostics::{Diagnostic, Result, bail, codes, safe};
use yardstick_project::Project;
use yardstick_workspace::{Kind, SymlinkRules, inputs, output::Change};
use yardstick_world::{Instant, paths, unreadable};
use yardstick_yaml::fmt::{format, tidy};

use super::{build, diff, schema::loading};
use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Switch},
        groups::{self, FILE, STRICT},
    },
    report::{Output, Session},
    status::ExitStatus,
};

static WRITE: Flag<Switch> = Flag::switch("write", "Rewrite FILES whose layout differs").short('w');
static CHECK: Flag<Switch> =
    Flag::switch("check", "List FILES whose layout differs; exit with status 1 if there are any");
static DIFF: Flag<Switch> = Flag::switch("diff", "Show what would change in FILES");
static DEBUG: Flag<Switch> = Flag::switch("debug", "Print the duration to standard error");

static FORMATTING: Group = Group {
    heading: "Input",
    flags: &[&FILE.spec, &WRITE.spec, &CHECK.spec, &DIFF.spec, &STRICT.spec, &DEBUG.spec],
};

pub(super) static COMMAND: Command = Command {
    path: &["fmt"],
    aliases: &[],
    about: "Format YAML files",
    details: "Examples:
  yardstick fmt -w config              rewrite all YAML files below config
  yardstick fmt --check config         in CI: fail if a file is not formatted
  yardstick fmt -w                     all inputs of the project
  yardstick fmt -f config              print files as ytt does",
    operands: &[Operand {
        name: "FILES",
        help: "Files and directories. Comments, quotes, anchors and brackets are kept as they are written",
        is_required: false,
        is_repeated: true,
    }],
    groups: &[&FORMATTING, &groups::CLOCK, &groups::GENERAL],
    statuses: Statuses::REFERENCE,
    run,
};

const NO_FILES: &str = "Nothing to format: no files were given";
const USAGE: &str = "name them: `yardstick fmt FILES` prints them in the usual layout, `yardstick fmt -w FILES` rewrites them, `yardstick fmt --check FILES` lists those that differ";

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let started = Instant::now();
    let given = &parsed.given;
    let asks = [&WRITE, &CHECK, &DIFF].into_iter().any(|flag| given.is_on(flag));
    let mut output = match (parsed.operands.is_empty(), asks) {
        (true, false) if given.all(&FILE).is_empty() => {
            // The reference prints nothing and succeeds.
            let warning = Diagnostic::warning(codes::NOTHING_TO_CHECK, NO_FILES).note(USAGE);
            Output::default().warn(vec![warning])
        }
        (true, false) => print(parsed, session)?,
        (true, true) => match build::find_if_any(given, session)? {
            Some(project) => straighten(parsed, &of_project(&project, session)?, session)?,
            None => bail!(
                codes::NOTHING_TO_CHECK, NO_FILES;
                note: USAGE
            ),
        },
        (false, _) if !given.all(&FILE).is_empty() => bail!(
            codes::EXTRA_ARGUMENT, "files are given in two ways: with -f and without";
            note: "omit -f to format files; use -f alone to print them as ytt does"
        ),
        (false, _) => straighten(parsed, &parsed.operands, session)?,
    };
    if given.is_on(&DEBUG) {
        output.stderr = format!("total: {:?}\n", started.elapsed());
    }
    Ok(output)
}

fn options(parsed: &Parsed) -> yardstick_yaml::Options {
    let strict = parsed.given.is_on(&STRICT);
    yardstick_yaml::Options { strict, ..yardstick_yaml::Options::reference() }
}

/// Prints all YAML files, one after the other.
fn print(parsed: &Parsed, session: &Session) -> Result<Output> {
    let world = &*session.world;
    let files = inputs::resolve(world, &parsed.given.all(&FILE), &SymlinkRules::default())?;
    let mut output = Output::default();
    for file in files.iter().filter(|file| file.kind() == Kind::Yaml) {
        let (id, source) = file.source_file(world, &session.sources)?;
        let tree = yardstick_yaml::parse(source, id, &options(parsed))?;
        output.stdout.push(format(&tree));
    }
    Ok(output)
}

/// Formats each file separately: one that cannot be read does not stop the others.
fn straighten(parsed: &Parsed, operands: &[String], session: &Session) -> Result<Output> {
    let world = &*session.world;
    let given = &parsed.given;
    let mut output = Output::default();
    let mut changes = Vec::new();
    let files = yaml_files(parsed, operands, session)?;
    for path in files.iter().cloned() {
        let before = match world.read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                return Err(Box::new(unreadable(codes::UNREADABLE_FILE, world, &path, &error)));
            }
        };
        let source = yardstick_diagnostics::SourceFile::new(path.clone(), before.clone());
        let id = session.sources.add(source.with_yaml_lines());
        match yardstick_yaml::parse(session.sources.get(id), id, &options(parsed)) {
            Err(error) => output.diagnostics.push(*error),
            Ok(tree) => {
                let after = tidy(&tree).unwrap_or_else(|| before.clone());
                if !(given.is_on(&WRITE) || given.is_on(&CHECK) || given.is_on(&DIFF)) {
                    if files.len() > 1 {
                        let name = path.strip_prefix("./").unwrap_or(&path);
                        output.stdout.push(format!("# {}\n", safe::line(name)).into());
                    }
                    output.stdout.push(after);
                } else if after != before {
                    changes.push(Change { path, before: Some(before), after: Some(after) });
                }
            }
        }
    }
    if given.is_on(&DIFF) {
        output.stdout.extend(diff::run(&changes, &session.reporter).stdout);
    }
    for Change { path, after, .. } in &changes {
        if given.is_on(&WRITE) {
            loading::write(path, after.as_deref().unwrap_or_default(), world)?;
            output.stdout.push(format!("formatted: {}\n", safe::line(path)).into());
        } else if given.is_on(&CHECK) && !given.is_on(&DIFF) {
            output.stdout.push(format!("{}\n", safe::line(path)).into());
        }
    }
    if !changes.is_empty() && !given.is_on(&WRITE) {
        output.status = ExitStatus::Findings;
        let count = changes.len();
        let (noun, them) =
            if count == 1 { ("file differs", "it") } else { ("files differ", "them") };
        output.stderr = format!("{count} {noun} in layout: run `yardstick fmt -w` on {them}\n");
    }
    Ok(output)
}

/// The inputs of the project's targets, and the project file.
fn of_project(project: &Project, session: &Session) -> Result<Vec<String>> {
    let mut operands = vec![project.path.clone()];
    for target in project.targets()? {
        for path in build::target::arguments(&target)?.paths() {
            let place = paths::absolute(&project.directory, &path);
            let world = &*session.world;
            // An input that is named as a file may have any name, but only YAML can be formatted.
            if world.is_directory(&place) || (is_yaml(&place) && world.is_readable(&place)) {
                operands.push(place);
            }
        }
    }
    Ok(operands)
}

/// The YAML files that `operands` name, without duplicates. A file that is named is included whatever its extension.
/// Output of builds is skipped, unless it is named.
fn yaml_files(parsed: &Parsed, operands: &[String], session: &Session) -> Result<Vec<String>> {
    let world = &*session.world;
    let here = world.current_directory().unwrap_or_default();
    let outputs = if operands.iter().any(|operand| world.is_directory(operand)) {
        outputs(parsed, session)
    } else {
        Vec::new()
    };
    let mut paths = Vec::new();
    for operand in operands {
        if !world.is_directory(operand) {
            world
                .kind(operand)
                .map_err(|error| unreadable(codes::UNREADABLE_FILE, world, operand, &error))?;
            paths.push(operand.clone());
            continue;
        }
        match world.files_below(operand, false) {
            Ok(files) => {
                let named = paths::absolute(&here, operand);
                let apart: Vec<&String> =
                    outputs.iter().filter(|output| !paths::is_within(&named, output)).collect();
                let is_ours = |path: &String| {
                    let path = paths::absolute(&here, path);
                    apart.iter().any(|output| paths::is_within(&path, output))
                };
                let files = files.into_iter().filter(|path| is_yaml(path) && !is_ours(path));
                paths.extend(files);
            }
            Err(error) => {
                return Err(Box::new(unreadable(codes::UNREADABLE_FILE, world, operand, &error)));
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    paths.retain(|path| seen.insert(path.clone()));
    Ok(paths)
}

/// The output directories of the current project; none if there is no readable project.
fn outputs(parsed: &Parsed, session: &Session) -> Vec<String> {
    let project = build::find_if_any(&parsed.given, session).ok().flatten();
    let places = project.and_then(|project| build::places(&project).ok());
    let here = session.world.current_directory().unwrap_or_default();
    let outputs = places.into_iter().flat_map(|places| places.outputs);
    outputs.map(|output| paths::absolute(&here, &output)).collect()
}

fn is_yaml(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    extension.eq_ignore_ascii_case("yml") || extension.eq_ignore_ascii_case("yaml")
}
