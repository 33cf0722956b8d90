//! Hints for code that refers to missing files, libraries and data values.

use yardstick_diagnostics::{About, Detail, Diagnostic, EvaluationError, Sources, codes, spelling};
use yardstick_template::{
    modules,
    tree::{MapItem, Yaml},
};
use yardstick_world::nearby::same_stem;

use super::{
    environment::FileEnvironment,
    run::LibraryRun,
    tree::{DirectoryId, FileTree},
};

/// The maximum number of names in a list.
const MOST: usize = 8;

/// A suggestion for the file `path`, which is not among the input files.
pub(super) fn near_file(environment: &FileEnvironment, path: &str) -> Option<String> {
    if let Some(name) = path.trim_start_matches('@').strip_prefix("ytt")
        && let Some(name) = name.strip_prefix([':', '/'])
    {
        return Some(format!("built-in modules are loaded with '@' and ':': \"@ytt:{name}\""));
    }
    if let Some(rest) = path.strip_prefix('@')
        && !rest.contains(':')
    {
        let (library, file) = rest.rsplit_once('/').unwrap_or((rest, "file.star"));
        return Some(format!("a file of a library is loaded with ':': \"@{library}:{file}\""));
    }
    if modules::STANDARD.contains(&path) || modules::OF_A_RUN.contains(&path) {
        return Some(format!("the built-in module is \"@ytt:{path}\""));
    }
    let project = &environment.run.project;
    let tree = &project.tree;
    let at_root = tree.path(environment.root);
    let here = tree.path(environment.directory);
    let below = |full: &str, base: &str| match base {
        "" => Some(full.to_owned()),
        _ => full.strip_prefix(base)?.strip_prefix('/').map(str::to_owned),
    };
    // Files as this file can name them: downwards, or from the root.
    let all: Vec<String> = tree
        .walk(environment.root)
        .into_iter()
        .filter_map(|at| {
            let full = project.file(at.file).path();
            below(full, here).or_else(|| below(full, at_root).map(|path| format!("/{path}")))
        })
        .collect();
    let base = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let wanted = base(path);
    if let Some(elsewhere) = all.iter().find(|one| base(one) == wanted) {
        return Some(format!("there is \"{elsewhere}\""));
    }
    let names: Vec<String> = all.iter().map(|one| base(one)).collect();
    let near = same_stem(&wanted, names.iter().map(String::as_str))
        .or_else(|| spelling::nearest(&wanted, names.iter().map(String::as_str)));
    if let Some(near) = near
        && let Some(path) = all.iter().find(|one| base(one) == near)
    {
        return Some(format!("there is \"{path}\""));
    }
    let world = &*project.session.world;
    let plain = path.trim_start_matches('/');
    if world.is_readable(plain) {
        return Some(format!("the file is not among the input files: add -f {plain}"));
    }
    (all.len() <= MOST).then(|| format!("the input files are {}", all.join(", ")))
}

/// A suggestion for the directory `path`, which does not exist below `start`.
pub(super) fn near_directory(tree: &FileTree, start: DirectoryId, path: &str) -> String {
    let base = tree.path(start).to_owned();
    let mut names: Vec<String> = tree
        .walk(start)
        .into_iter()
        .map(|at| tree.path(at.directory))
        .filter_map(|full| full.strip_prefix(&base).map(|rest| rest.trim_start_matches('/')))
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    names.dedup();
    if names.is_empty() {
        return "there are no directories among the input files beside this file: data.list() lists all files"
            .to_owned();
    }
    let near = spelling::hint(path.trim_end_matches('/'), names.iter().map(String::as_str));
    near.unwrap_or_else(|| {
        names.truncate(MOST);
        format!("the directories are {}", names.join(", "))
    })
}

/// A suggestion for the library `name` beside files of `directory`.
pub(super) fn near_library(tree: &FileTree, directory: DirectoryId, name: &str) -> String {
    let libraries = tree.libraries(directory);
    if libraries.is_empty() {
        return format!(
            "put the library's files into the directory _ytt_lib/{name} beside this file, and give it with -f"
        );
    }
    match spelling::nearest(name, libraries.iter().map(String::as_str)) {
        Some(near) => format!("{} (it is in _ytt_lib/{near})", spelling::did_you_mean(near)),
        None => format!("_ytt_lib holds {}", libraries.join(", ")),
    }
}

/// Adds the existing names to an `error` about a data value that does not exist.
pub(super) fn about_values(mut error: Box<Diagnostic>, run: &LibraryRun) -> Box<Diagnostic> {
    let sources = &run.project.session.sources;
    if let Detail::Evaluation(errors) = &mut error.detail {
        for error in errors {
            if let Some(note) = undefined_value(error, run, sources) {
                error.notes = vec![note];
                continue;
            }
            let Some(Missing { note, is_whole }) = missing_value(error, run, sources) else {
                continue;
            };
            if is_whole {
                error.notes.clear();
            }
            error.notes.push(note);
        }
    }
    error
}

/// A hint for `name` where `data.values.name` is meant.
fn undefined_value(error: &EvaluationError, run: &LibraryRun, sources: &Sources) -> Option<String> {
    let About::Undefined { name, is_explained: false } = &error.about else { return None };
    if modules::STANDARD.contains(&name.as_str()) || modules::OF_A_RUN.contains(&name.as_str()) {
        return None;
    }
    let values = run.values.borrow();
    let item = item_of(values.document(), name)?;
    let file = sources.get(error.span?.file);
    let line = file.line_text(file.line(error.span?.start));
    // In an annotation, the name is more likely a string that lacks its quotes.
    let is_annotation =
        line.split_once("#@").is_some_and(|(_, code)| code.starts_with(char::is_alphabetic));
    let place = item.position.compact(sources);
    (!is_annotation).then(|| {
        let is_loaded = memchr::memmem::find(file.bytes(), b"@ytt:data").is_some();
        let load = if is_loaded { "" } else { ", after load(\"@ytt:data\", \"data\")" };
        format!("it is a data value ({place}): write data.values.{name}{load}")
    })
}

/// A hint about a data value that does not exist.
struct Missing {
    note: String,
    /// Whether it replaces all other hints.
    is_whole: bool,
}

fn missing_value(error: &EvaluationError, run: &LibraryRun, sources: &Sources) -> Option<Missing> {
    let About::Missing(name) = &error.about else { return None };
    let span = error.frames.first()?.span;
    let file = sources.get(span.file);
    let line = file.line_text(file.line(span.start));
    let path = path_to(&line, name)?;
    let values = run.values.borrow();
    let mut here = values.document();
    let mut walked = "data.values".to_owned();
    for key in &path {
        let item = item_of(here, key)?;
        walked = format!("{walked}.{key}");
        if matches!(item.value, Yaml::Null) {
            let place = item.position.compact(sources);
            let note = format!("{walked} is null ({place}): test it first, as in `if {walked}:`");
            return Some(Missing { note, is_whole: true });
        }
        here = &item.value;
    }
    let items = here.as_map().map_or(&[][..], |map| map.items());
    if items.is_empty() && path.is_empty() {
        if matches!(values.document(), Yaml::Null) && declares_values(run) {
            let note = "data.values is empty while schemas and data values are read: compute it in a template, or in a function that a template calls";
            return Some(Missing { note: note.to_owned(), is_whole: true });
        }
        if run.project.session.has_warned(codes::UNKNOWN_ANNOTATION, "data/values-schema") {
            let note = "no data values are declared, because the schema is not read: see the warning about its annotation";
            return Some(Missing { note: note.to_owned(), is_whole: true });
        }
        if let Some(note) = undeclared_file(run, name) {
            return Some(Missing { note, is_whole: true });
        }
        let note = format!(
            "no data values are declared: write a schema, a file with `#@data/values-schema`, `---` and `{name}: ...`, and give it with -f"
        );
        return Some(Missing { note, is_whole: true });
    }
    let keys = items.iter().filter_map(|item| item.key.as_text()).map(|key| key.to_lossy());
    let keys: Vec<_> = keys.collect();
    let near = spelling::nearest(name, keys.iter().map(|key| &**key))?;
    let item = item_of(here, near)?;
    let is_name = near.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
    let whole = if is_name { format!("{walked}.{near}") } else { format!("{walked}[\"{near}\"]") };
    let note = format!("{whole} is declared at {}", item.position.compact(sources));
    Some(Missing { note, is_whole: false })
}

/// True if a file of the library declares data values.
fn declares_values(run: &LibraryRun) -> bool {
    let project = &run.project;
    project.tree.walk(run.root).into_iter().any(|at| {
        let bytes = project.bytes(at.file);
        bytes.is_ok_and(|bytes| memchr::memmem::find(bytes, b"#@data/values").is_some())
    })
}

/// A hint about a file that contains the data value `name` but is not read as data values.
fn undeclared_file(run: &LibraryRun, name: &str) -> Option<String> {
    let project = &run.project;
    project.tree.walk(run.root).into_iter().find_map(|at| {
        let bytes = project.bytes(at.file).ok()?;
        let path = project.file(at.file).path();
        let holds = |text: &str| memchr::memmem::find(bytes, text.as_bytes()).is_some();
        let ending = path.rsplit('.').next().unwrap_or_default();
        if ending == "json" && holds("\"properties\"") && holds(&format!("\"{name}\"")) {
            return Some(format!(
                "no data values are declared: {path} is a JSON Schema, of which `yardstick schema import {path}` makes a schema of data values; give that with -f"
            ));
        }
        let is_yaml = ["yml", "yaml"].contains(&ending);
        let key = format!("{name}:");
        let has_key = bytes.split(|c| *c == b'\n').any(|line| line.starts_with(key.as_bytes()));
        (is_yaml && has_key && !holds("#@")).then(|| {
            format!(
                "no data values are declared: {path} has the key '{name}', but is printed as a document; to declare its values, write `#@data/values-schema` and `---` at its top"
            )
        })
    })
}

pub(super) fn item_of<'y>(map: &'y Yaml, key: &str) -> Option<&'y MapItem> {
    map.as_map()?.items().iter().find(|item| item.key.as_text().is_some_and(|text| *text == key))
}

/// The keys between `data.values` and `name` in a line of code, if it is read there.
fn path_to(line: &str, name: &str) -> Option<Vec<String>> {
    line.match_indices("data.values").find_map(|(at, start)| {
        let rest = &line[at + start.len()..];
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || "._-[]\"'".contains(c)))
            .unwrap_or(rest.len());
        let keys: Vec<&str> =
            rest[..end].split(['.', '[', ']', '"', '\'']).filter(|key| !key.is_empty()).collect();
        let last = keys.iter().position(|key| *key == name)?;
        Some(keys[..last].iter().map(|key| (*key).to_owned()).collect())
    })
}
