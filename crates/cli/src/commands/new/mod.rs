//! `new`: creates a small working project, or one from existing files.

mod start;

use std::{fmt::Write as _, sync::Arc};

use yardstick_diagnostics::{FileId, Result, SourceFile, bail, codes, safe, shell_word};
use yardstick_workspace::{
    Renderer,
    options::{ExportOptions, ExportTarget},
};
use yardstick_world::{World, paths};
use yardstick_yaml::{Style, fmt::tidy, rewrite::in_style};

use self::start::Start;
use super::schema::loading;
use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Text},
        groups,
    },
    report::{Output, Session},
    status::ExitStatus,
};

static FROM: Flag<Text> = Flag::text(
    "from",
    "PATH",
    "Start from a values file, a JSON Schema, a Helm chart, or a directory of templates",
);

static NEW: Group = Group { heading: "Project", flags: &[&FROM.spec] };

pub(super) static COMMAND: Command = Command {
    path: &["new"],
    aliases: &[],
    about: "Create a project: schema, template, environments, overlay, tests, CI",
    details: "Examples:
  yardstick new shop                       a small project that works
  yardstick new shop --from values.yaml    with a schema made from these values
  yardstick new shop --from chart          the values of a Helm chart, checked
  yardstick new shop --from config         around existing templates",
    operands: &[Operand {
        name: "DIRECTORY",
        help: "A directory that does not exist yet, or is empty",
        is_required: true,
        is_repeated: false,
    }],
    groups: &[&NEW, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Findings),
    run,
};

/// Files by path in the project.
type Files = Vec<(String, Vec<u8>)>;

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    let world = &*session.world;
    let directory = &parsed.operands[0];
    check_empty(world, directory)?;
    let start = match parsed.given.text(&FROM) {
        Some(path) => Start::read(&path, session)?,
        None => Start::example(),
    };
    let name = name(world, directory);
    let warnings = start.warnings.clone();
    let mut files = start.files();
    for (_, bytes) in &mut files {
        if let Ok(text) = std::str::from_utf8(bytes)
            && text.contains(NAME)
        {
            // A name such as 123 or `on` needs quotes to be a string.
            let value = in_style(&name, Style::Plain);
            let text = text.replace(&format!("name: {NAME}"), &format!("name: {value}"));
            *bytes = text.replace(NAME, &name).into_bytes();
        }
    }
    for (path, bytes) in files.iter_mut().filter(|(path, _)| path == SCHEMA) {
        *bytes = tidied(path, bytes);
    }
    files.extend(schema_for_editors(&files));
    files.sort();
    let mut told = String::new();
    for (path, bytes) in &files {
        let path = paths::join(directory, path);
        loading::write(&path, bytes, world)?;
        let _ = writeln!(told, "created: {}", safe::line(&path));
    }
    let mut output = Output::text(told);
    let directory = shell_word(directory);
    output.stderr = format!(
        "next: cd {directory}, then `yardstick build`, `yardstick validate` and `yardstick test`\n"
    );
    Ok(output.warn(warnings))
}

/// The placeholder for the project name in the template files.
const NAME: &str = "NAME";

/// The schema, which may have been converted from existing files.
const SCHEMA: &str = "config/schema.yml";

/// Formats the file as `fmt` does.
fn tidied(path: &str, bytes: &[u8]) -> Vec<u8> {
    let source = Arc::new(SourceFile::new(path, bytes.to_vec()));
    let options = yardstick_yaml::Options::reference();
    let tree = yardstick_yaml::parse(source, FileId(0), &options);
    tree.ok().and_then(|tree| tidy(&tree)).unwrap_or_else(|| bytes.to_vec())
}

/// The name of the project: that of its directory, made valid as a Kubernetes name.
fn name(world: &dyn World, directory: &str) -> String {
    let here = world.current_directory().unwrap_or_default();
    let path = paths::absolute(&here, directory);
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = last.chars().map(plain).collect();
    match name.trim_matches('-') {
        "" => "app".to_owned(),
        name => name.to_owned(),
    }
}

fn check_empty(world: &dyn World, directory: &str) -> Result<()> {
    let is_free = match world.list(directory) {
        Ok(entries) => entries.is_empty(),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    };
    if !is_free && !world.is_directory(directory) {
        bail!(
            codes::NOT_EMPTY, "{directory} is a file, not a directory";
            note: "name a directory that is not there yet"
        );
    }
    if !is_free {
        bail!(
            codes::NOT_EMPTY, "{directory} already exists and is not empty";
            note: "name a directory that is not there yet"
        );
    }
    Ok(())
}

/// The schema of data values for editors; `None` if there is no schema.
fn schema_for_editors(files: &Files) -> Option<(String, Vec<u8>)> {
    let mut renderer = Renderer::new();
    for (path, bytes) in files {
        if let Some(path) = path.strip_prefix("config/") {
            renderer = renderer.file(path, bytes.clone());
        }
    }
    let exported =
        renderer.export(ExportTarget::JsonSchemaDraft7, &ExportOptions::default()).ok()?;
    Some(("values.schema.json".to_owned(), exported.to_text().into_bytes()))
}
