//! Warns about results that the user probably did not want, such as inputs that produce no output. The reference has
//! no such warnings.

use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_workspace::{InputFile, Kind, PRIVATE_LIBRARY};
use yardstick_world::World;

use crate::args::render::{Destination, RenderArgs};

/// The maximum number of names in a list.
const MOST: usize = 3;

/// Warnings about the result of rendering `files` with `args`.
pub(super) fn doubts(files: &[InputFile], args: &RenderArgs, world: &dyn World) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if files.is_empty() {
        let (what, note) = if args.marks.is_empty() {
            (
                "no files were given",
                "give files or directories with -f: `yardstick -f config`; standard input is read with -f -",
            )
        } else {
            let note = "--file-mark excludes all files that were given: use a narrower pattern";
            ("no file is left", note)
        };
        let message = format!("Nothing to render: {what}");
        return vec![Diagnostic::warning(codes::NOTHING_TO_CHECK, message).note(note)];
    }
    if matches!(args.destination, Destination::Files(_) | Destination::EmptiedDirectory(_)) {
        found.extend(left_out(files, world));
    }
    if matches!(args.destination, Destination::Stdout) {
        let of_tools = files.iter().filter(|_| files.len() > 1).filter_map(tool_file);
        found.extend(of_tools.take(MOST));
    }
    let is_told = found.iter().any(|one| one.code == codes::NOTHING_RENDERED);
    let is_data = |file: &InputFile| file.kind() == Kind::Data && !file.is_kind_marked();
    if !is_told && files.iter().all(is_data) {
        found.push(nothing_rendered(files));
    }
    found
}

/// Configuration files of tools, with the names of the tools.
const TOOLS: [(&str, &str); 3] = [
    ("yardstick.yaml", "the project file"),
    (".yardstick.yaml", "the configuration of `yardstick check`"),
    ("Chart.yaml", "for Helm"),
];

/// A warning for a file that is not meant to be printed. Inside a directory, such files may be intended.
fn tool_file(file: &InputFile) -> Option<Diagnostic> {
    let path = file.path();
    let name = path.rsplit('/').next().unwrap_or_default();
    let (_, what) = TOOLS.iter().find(|(known, _)| *known == name)?;
    let is_private = path.split('/').any(|piece| piece == PRIVATE_LIBRARY);
    if file.is_kind_marked() || is_private {
        return None;
    }
    let message = format!("{path} is {what}, and is printed as a document");
    Some(Diagnostic::warning(codes::TOOL_FILE, message).note(format!(
        "give less, such as `-f config`, or leave it out with --file-mark '{path}:exclude=true'"
    )))
}

/// The warning that no file is YAML or a template, judging by the names.
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

/// Extensions of files that people use as templates, but that are not copied to the output.
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

/// Warnings about files that contain template code but are not templates by name, and so are not written.
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
