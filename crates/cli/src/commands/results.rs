//! Warnings about results that are hardly what was wanted: files from which nothing comes.

use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_project::NAMES;
use yardstick_workspace::{InputFile, Kind};
use yardstick_world::World;

use crate::args::render::{Destination, RenderArgs};

/// More names than this are not listed.
const MOST: usize = 3;

/// What is doubtful about rendering `files` as `args` say.
pub(super) fn doubts(files: &[InputFile], args: &RenderArgs, world: &dyn World) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if files.is_empty() {
        let warning =
            Diagnostic::warning(codes::NOTHING_TO_CHECK, "Nothing to render: no files were given");
        return vec![match args.marks.is_empty() {
            true => warning.note("give files or directories with -f: `yardstick -f config`"),
            false => {
                Diagnostic::warning(codes::NOTHING_TO_CHECK, "Nothing to render: no file is left")
                    .note("--file-mark excludes all files that were given: use a narrower pattern")
            }
        }];
    }
    if matches!(args.destination, Destination::Files(_) | Destination::EmptiedDirectory(_)) {
        found.extend(left_out(files, world));
    }
    found.extend(files.iter().filter_map(|file| project_file(file, world)));
    let is_told = found.iter().any(|one| one.code == codes::NOTHING_RENDERED);
    let is_data = |file: &InputFile| file.kind() == Kind::Data && !file.is_kind_marked();
    if !is_told && files.iter().all(is_data) {
        found.push(nothing_rendered(files));
    }
    found
}

/// The project file, which `-f .` takes along.
fn project_file(file: &InputFile, world: &dyn World) -> Option<Diagnostic> {
    let path = file.path();
    if file.kind() != Kind::Yaml || !NAMES.contains(&path) {
        return None;
    }
    // Other programs may have files of this name.
    let is_ours = |line: &[u8]| line.starts_with(b"targets:") || line.starts_with(b"schemas:");
    file.bytes(world).ok()?.split(|byte| *byte == b'\n').find(|line| is_ours(line))?;
    let message = format!("{path} is the project file, and is rendered like a document");
    Some(Diagnostic::warning(codes::PROJECT_AS_DOCUMENT, message).note(
        "name the directory of the templates, as in `-f config`, or run `yardstick build`; --file-mark 'PATH:exclude=true' leaves a file out",
    ))
}

/// Files that are neither YAML nor templates by their names.
fn nothing_rendered(files: &[InputFile]) -> Diagnostic {
    let names: Vec<&str> = files.iter().take(MOST).map(InputFile::path).collect();
    let more = if files.len() > MOST { ", ..." } else { "" };
    let message = format!(
        "Nothing to render: {}{more} are neither YAML nor templates, judging by their names",
        names.join(", ")
    );
    let message = if files.len() == 1 {
        format!(
            "Nothing to render: {} is neither YAML nor a template, judging by its name",
            names[0]
        )
    } else {
        message
    };
    Diagnostic::warning(codes::NOTHING_RENDERED, message).note(format!(
        "YAML ends in .yml or .yaml, text templates in .txt: rename the file, or pass --file-mark '{}:type=yaml-template'",
        names[0]
    ))
}

/// Endings of files that people fill in with templates, but that are copied nowhere.
const FILLED_IN: [&str; 14] = [
    "cfg",
    "conf",
    "config",
    "css",
    "env",
    "html",
    "ini",
    "properties",
    "service",
    "sh",
    "sql",
    "toml",
    "tpl",
    "xml",
];

/// Files with pieces of code that are no templates by their names, and so are not written.
fn left_out(files: &[InputFile], world: &dyn World) -> Vec<Diagnostic> {
    let is_candidate = |file: &&InputFile| {
        let ending = file.path().rsplit_once('.').map_or("", |(_, ending)| ending);
        file.kind() == Kind::Data && !file.is_kind_marked() && FILLED_IN.contains(&ending)
    };
    let holds_code = |file: &&InputFile| {
        file.bytes(world).is_ok_and(|bytes| {
            let has = |mark: &[u8]| bytes.windows(mark.len()).any(|part| part == mark);
            has(b"(@") && has(b"@)")
        })
    };
    let warning = |file: &InputFile| {
        let path = file.path();
        let message = format!(
            "{path} contains '(@ @)' but is not rendered: its name does not mark it as a template"
        );
        Diagnostic::warning(codes::NOTHING_RENDERED, message)
            .note(format!("pass --file-mark '{path}:type=text-template', or call it {path}.txt"))
    };
    files.iter().filter(is_candidate).filter(holds_code).take(MOST).map(warning).collect()
}
