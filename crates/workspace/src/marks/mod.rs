//! File marks: settings for files that override what their names imply.
//!
//! A mark is `path:key=value`. Marks apply in order, each to all files whose original path matches its pattern. A mark
//! that matches nothing is a mistake.

mod pattern;

use yardstick_diagnostics::{Code, Diagnostic, Result, bail, codes, spelling};

use crate::{InputFile, Kind};
use pattern::Pattern;

/// The keys of a mark.
const KEYS: [&str; 5] = ["path", "exclude", "type", "for-output", "exclusive-for-output"];

/// The possible types of a file.
const TYPES: [&str; 6] =
    ["yaml-template", "yaml-plain", "text-template", "text-plain", "starlark", "data"];

/// The effect of a mark.
enum Effect<'a> {
    Path(&'a str),
    Exclude,
    Kind { kind: Kind, template: bool },
    ForOutput,
    ExclusivelyForOutput,
}

/// Applies `marks` to `files`.
pub fn apply(files: &mut Vec<InputFile>, marks: &[impl AsRef<str>]) -> Result<()> {
    // The numbers of the files that are exclusively for output.
    let mut exclusive = Vec::new();
    for mark in marks {
        apply_one(files, mark.as_ref(), &mut exclusive)?;
    }
    if !exclusive.is_empty() {
        for file in files {
            let is_meant = exclusive.contains(&file.order());
            // Only the caller of a library decides about the library's documents.
            if is_meant || !file.is_private() {
                file.mark_for_output(is_meant);
            }
        }
    }
    Ok(())
}

fn apply_one(files: &mut Vec<InputFile>, mark: &str, exclusive: &mut Vec<usize>) -> Result<()> {
    let Some((path, assignment)) = mark.split_once(':') else {
        let example = match mark.split_once('=') {
            Some((path, value)) if KEYS.contains(&path) => format!("PATH:{path}={value}"),
            Some((path, value)) => format!("{path}:type={value}"),
            None => format!("{mark}:type=text-template"),
        };
        bail!(
            codes::FILE_MARK, "Expected file mark '{mark}' to be in format path:key=value";
            note: format!("write {example}; the keys are {}", KEYS.join(", "))
        );
    };
    let Some((key, value)) = assignment.split_once('=') else {
        bail!(
            codes::FILE_MARK,
            "Expected file mark '{mark}' key-value portion to be in format key=value";
            note: match path.rsplit_once('=').filter(|(_, key)| KEYS.contains(key)) {
                // The colon and the equals sign are swapped.
                Some((path, key)) => format!("write {path}:{key}={assignment}"),
                None => format!("write the key with a value, such as {path}:exclude=true or {path}:type=text-plain; the keys are {}", KEYS.join(", ")),
            }
        );
    };
    let pattern = Pattern::new(path);
    let matching: Vec<usize> =
        (0..files.len()).filter(|&at| pattern.matches(files[at].original_path())).collect();
    if matching.is_empty() {
        let message =
            format!("Expected file mark '{mark}' to match at least one file by path, but did not");
        let error = Diagnostic::error(codes::UNUSED_FILE_MARK, message);
        return Err(Box::new(error.notes(near_paths(path, files))));
    }
    let effect = effect(mark, key, value)?;
    if matches!(effect, Effect::Exclude) {
        let mut at = 0;
        files.retain(|_| {
            at += 1;
            matching.binary_search(&(at - 1)).is_err()
        });
        return Ok(());
    }
    for at in matching {
        let file = &mut files[at];
        match effect {
            Effect::Path(path) => file.mark_path(path),
            Effect::Kind { kind, template } => file.mark_kind(kind, template),
            Effect::ForOutput => file.mark_for_output(true),
            Effect::ExclusivelyForOutput => exclusive.push(file.order()),
            Effect::Exclude => {}
        }
    }
    Ok(())
}

/// Suggests existing files for `path`, which matches none.
fn near_paths(path: &str, files: &[InputFile]) -> Option<String> {
    let names = || files.iter().map(InputFile::original_path);
    let base = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    // Marks match the path below the `-f` argument.
    if let Some(same) = names().find(|name| base(name) == base(path)) {
        return Some(format!(
            "the file is called '{same}' here; '**/{}' matches it anywhere",
            base(path)
        ));
    }
    spelling::hint(path, names()).or_else(|| {
        let some: Vec<&str> = names().take(8).collect();
        let more = if files.len() > some.len() { ", ..." } else { "" };
        (!some.is_empty()).then(|| format!("the files are {}{more}", some.join(", ")))
    })
}

fn effect<'a>(mark: &str, key: &str, value: &'a str) -> Result<Effect<'a>> {
    let kind = |kind, template| Effect::Kind { kind, template };
    Ok(match (key, value) {
        ("path", path) => Effect::Path(path),
        ("exclude", "true") => Effect::Exclude,
        ("type", "yaml-template") => kind(Kind::Yaml, true),
        ("type", "yaml-plain") => kind(Kind::Yaml, false),
        ("type", "text-template") => kind(Kind::Text, true),
        ("type", "text-plain") => kind(Kind::Text, false),
        ("type", "starlark") => kind(Kind::Starlark, false),
        ("type", "data") => kind(Kind::Data, false),
        ("for-output", "true") => Effect::ForOutput,
        ("exclusive-for-output", "true") => Effect::ExclusivelyForOutput,
        ("exclude" | "type" | "for-output" | "exclusive-for-output", _) => {
            let message = format!("Unknown value in file mark '{mark}'");
            let known: &[&str] = if key == "type" { &TYPES } else { &["true"] };
            return Err(unknown(codes::FILE_MARK_VALUE, message, value, known));
        }
        _ => {
            let message = format!("Unknown key in file mark '{mark}'");
            return Err(unknown(codes::FILE_MARK_KEY, message, key, &KEYS));
        }
    })
}

fn unknown(code: Code, message: String, word: &str, known: &[&str]) -> Box<Diagnostic> {
    let error =
        Diagnostic::error(code, message).note(format!("expected one of: {}", known.join(", ")));
    let hint = spelling::hint(word, known.iter().copied());
    Box::new(error.notes(hint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SymlinkRules, inputs, world::Memory};

    fn files() -> Vec<InputFile> {
        let world = Memory::new()
            .with_file("c/a.yml", "")
            .with_file("c/b.lib.txt", "")
            .with_file("c/s/x.json", "");
        inputs::resolve(&world, &["c"], &SymlinkRules::default()).unwrap()
    }

    fn marked(marks: &[&str]) -> Vec<String> {
        let mut files = files();
        match apply(&mut files, marks) {
            Err(error) => vec![error.message],
            Ok(()) => files
                .iter()
                .map(|file| {
                    let flags = [
                        (file.is_template(), " template"),
                        (file.is_for_output(), " output"),
                        (file.is_library(), " library"),
                    ];
                    let flags: String =
                        flags.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
                    format!("{} {:?}{flags}", file.path(), file.kind())
                })
                .collect(),
        }
    }

    #[test]
    fn names_decide_without_marks() {
        assert_eq!(
            marked(&[]),
            ["a.yml Yaml template output", "b.lib.txt Text library", "s/x.json Data"]
        );
    }

    #[test]
    fn marks_change_kind_and_output() {
        assert_eq!(
            marked(&["a.yml:type=text-plain", "b*:type=text-template", "s/**/*:type=yaml-plain"]),
            ["a.yml Text output", "b.lib.txt Text template output library", "s/x.json Yaml output"]
        );
        assert_eq!(
            marked(&["a.yml:path=q/w.star", "*:exclusive-for-output=true", "*.txt:exclude=true"]),
            ["q/w.star Starlark output library", "s/x.json Data"]
        );
    }

    #[test]
    fn mistakes_in_marks() {
        for (marks, message) in [
            (&["a.yml"][..], "Expected file mark 'a.yml' to be in format path:key=value"),
            (
                &["a.yml:x"],
                "Expected file mark 'a.yml:x' key-value portion to be in format key=value",
            ),
            (&["a.yml:colour=red"], "Unknown key in file mark 'a.yml:colour=red'"),
            (&["a.yml:type=yaml"], "Unknown value in file mark 'a.yml:type=yaml'"),
            (
                &["a.yml:exclude=true", "a.yml:exclude=true"],
                "Expected file mark 'a.yml:exclude=true' to match at least one file by path, but did not",
            ),
        ] {
            assert_eq!(marked(marks), [message]);
        }
    }
}
