//! Hints for undefined names: usually a `load` is missing.

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Span, spelling};

use super::{Help, Place, habits};
use crate::{compile::Yields, modules};

/// The first words of annotations.
pub(crate) const NAMESPACES: [&str; 7] =
    ["data", "schema", "overlay", "library", "assert", "yaml", "template"];

/// The maximum number of undefined names for which the whole file is searched.
const MOST_SEARCHES: usize = 100;

/// The modules whose missing `load` was reported, the lines that are annotations, and the number of searches.
#[derive(Default)]
pub(super) struct Loads {
    told: FxHashSet<String>,
    lines: FxHashSet<u32>,
    searches: usize,
}

impl Loads {
    /// Whether the reason why all names of the line are undefined has been reported.
    pub(super) fn has_explained(&self, place: &Place<'_>) -> bool {
        self.lines.contains(&place.line_start)
    }

    /// Whether the file may be searched for one more name.
    pub(super) fn may_search(&mut self) -> bool {
        self.searches += 1;
        self.searches <= MOST_SEARCHES
    }
}

/// Returns a hint for an undefined name. `is_suggested` means that the message already suggests another, `may_search`
/// that the file may be searched.
pub(super) fn undefined(
    name: &str,
    place: &Place<'_>,
    loads: &mut Loads,
    is_suggested: bool,
    may_search: bool,
) -> Option<Help> {
    if let Some(help) = annotation_as_code(place) {
        // All names of the line are undefined for the same reason.
        return loads.lines.insert(place.line_start).then_some(help);
    }
    if let Some(help) = dashed(name, place) {
        return Some(help);
    }
    if modules::STANDARD.contains(&name) || modules::OF_A_RUN.contains(&name) {
        return loads.told.insert(name.to_owned()).then(|| missing_load(name, place));
    }
    let is_argument = place.annotation().is_some_and(|annotation| {
        let before = place.before().trim_end();
        before.ends_with(annotation) || before.ends_with(['=', '[', '(', ','])
    });
    if place.before().contains("lambda:") {
        return Some(Help::note(format!(
            "the function has no parameters: write `lambda {name}: ...`"
        )));
    }
    let before = place.before();
    for function in ["hasattr", "getattr"] {
        let is_its_name = before
            .rsplit_once(&format!("{function}("))
            .is_some_and(|(_, given)| given.contains(',') && !given.contains([')', '(']));
        if is_its_name {
            let note = format!("the name of a field is text: {function}(x, \"{name}\")");
            return Some(Help { is_certain: true, ..Help::note(note) });
        }
    }
    if place.annotation() == Some("schema/type") && is_argument {
        return Some(Help::note(
            "the type is that of the value below the annotation: remove it; for values of several types write one_of=[\"string\", \"int\"]",
        ));
    }
    // An argument is more likely a text or the name of a function of the file than a word of another language.
    if is_argument
        && !["TRUE", "FALSE", "NULL", "Null", "yes", "no"].contains(&name)
        && let Some(note) = in_annotation(name, place)
    {
        return Some(Help::note(note));
    }
    if let Some(instead) = habits::instead_of(name) {
        return Some(Help::note(instead));
    }
    if place.line.contains(&format!("// {name}")) {
        return Some(Help::note(
            "`//` divides; write a comment of code as `# ...` in .star files and as `#! ...` in templates",
        ));
    }
    if is_bare_key(name, place) {
        let quoted = format!("quote the key: \"{name}\"; keys and text in code are strings");
        return Some(Help::note(quoted));
    }
    if let Some(note) = in_annotation(name, place) {
        return Some(Help::note(note));
    }
    let is_code = |line: &&[u8]| line.trim_ascii_start().starts_with(b"#@");
    if place.yields == Yields::Text
        && place.source.bytes().split(|c| *c == b'\n').any(|line| is_code(&line))
    {
        return Some(Help::note(
            "this is a text template, where '#@' is text: write code as `(@ x = 1 @)` and values as `(@= x @)`",
        ));
    }
    if !is_suggested
        && may_search
        && let Some(near) = near_name(name, place)
    {
        return Some(Help::note(near));
    }
    (!is_suggested).then(|| Help::note(format!(
        "define it above (`{name} = ...` or `def {name}(...):`), load it from a file (load(\"file.star\", \"{name}\")), or quote it if it is text (\"{name}\")"
    )))
}

/// `#@ data/values-schema`: an annotation that a space turned into code.
fn annotation_as_code(place: &Place<'_>) -> Option<Help> {
    if place.yields != Yields::Documents {
        return None;
    }
    let at = place.line.find("#@ ")?;
    let text = place.line[at + 3..].trim_start();
    let (namespace, rest) = text.split_once('/')?;
    if !NAMESPACES.contains(&namespace) || !rest.starts_with(|c: char| c.is_ascii_lowercase()) {
        return None;
    }
    let blanks = place.line[at + 2..].len() - text.len();
    let name = text.split(' ').next().unwrap_or_default();
    let space = place.span_in_line(at + 2, at + 2 + blanks);
    let note = format!("an annotation has no space after '#@': write `#@{name}`");
    Some(Help::note(note).fix(space, "", "make it an annotation"))
}

fn missing_load(name: &str, place: &Place<'_>) -> Help {
    let load = format!("load(\"@ytt:{name}\", \"{name}\")");
    let line = match place.yields {
        Yields::Documents => format!("#@ {load}"),
        Yields::Text => format!("(@ {load} @)"),
        Yields::Definitions => load,
    };
    let start = Span::at(place.span.file, 0);
    let note = format!("add this line at the top of {}: {line}", place.source.name());
    Help::note(note).fix(start, format!("{line}\n"), "load the module")
}

/// `data.values.db-conn`: a name with a dash.
fn dashed(name: &str, place: &Place<'_>) -> Option<Help> {
    let before = place.before().strip_suffix('-')?;
    let value = before.rsplit(|c: char| !(c.is_alphanumeric() || "._".contains(c))).next()?;
    let start = before.len() - value.len();
    let (of, first) = value.rsplit_once('.')?;
    let key = format!("{first}-{name}");
    let span = place.span_in_line(start, place.before().len() + name.len());
    let instead = format!("{of}[\"{key}\"]");
    let note = format!("'-' subtracts: write {instead} for the key '{key}'");
    Some(Help::note(note).fix(span, instead, "read it by key"))
}

/// Text without quotes in an annotation.
fn in_annotation(name: &str, place: &Place<'_>) -> Option<String> {
    let annotation = place.annotation()?;
    if place.before().ends_with("by=") {
        return Some(format!("quote the name of the key: by=\"{name}\""));
    }
    let argument = place.before().strip_suffix('=').map(|before| {
        let others = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        &before[others.len()..]
    });
    if let Some(argument @ ("format" | "regexp" | "matches" | "starts_with" | "ends_with")) =
        argument
    {
        return Some(format!("quote text: {argument}=\"{name}\""));
    }
    let is_rule = ["schema/valid", "assert/valid"].iter().any(|rule| annotation.starts_with(rule));
    let bytes = place.source.bytes();
    let header = format!("def {name}(");
    if let Some(at) = memchr::memmem::find(bytes, header.as_bytes()) {
        let line = place.source.line(at as u32);
        return Some(format!(
            "it is defined on line {line}, after its use: move the function above the document"
        ));
    }
    if is_rule {
        return Some(format!(
            "define the function above the document, `def {name}(value):`, or load it: load(\"rules.star\", \"{name}\"); text is quoted"
        ));
    }
    Some(format!("arguments of @{annotation} are code: quote text, as in \"{name}\""))
}

/// Whether a name is the key of a dict, as in `{kind: ...}`.
fn is_bare_key(name: &str, place: &Place<'_>) -> bool {
    let before = place.before().trim_end();
    let after = place.rest().strip_prefix(name).unwrap_or_default().trim_start();
    before.ends_with(['{', ',']) && after.starts_with(':') && place.line.contains('{')
}

/// Finds a name similar to `name` that the file defines: assigned, loaded, a function or a loop variable.
fn near_name(name: &str, place: &Place<'_>) -> Option<String> {
    let is_word = |word: &&str| {
        word.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && word.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let text = String::from_utf8_lossy(place.source.bytes());
    let defined = text.lines().flat_map(|line| {
        let code = match place.yields {
            Yields::Definitions => line,
            _ => line
                .split_once("#@ ")
                .or_else(|| line.split_once("(@ "))
                .map_or("", |(_, code)| code),
        };
        let code = code.trim();
        let function = code.strip_prefix("def ").and_then(|rest| rest.split('(').next());
        let variable = code.strip_prefix("for ").and_then(|rest| rest.split(" in ").next());
        let loaded = code.strip_prefix("load(").map_or("", |rest| rest);
        let assigned = code.split_once(" = ").map(|(left, _)| left);
        let names = [function, variable, assigned].into_iter().flatten();
        names
            .flat_map(|names| names.split(','))
            .chain(loaded.split('"').skip(3).step_by(2))
            .map(str::trim)
            .filter(is_word)
            .collect::<Vec<_>>()
    });
    let near = spelling::nearest(name, defined.filter(|one| *one != name))?;
    Some(spelling::did_you_mean(near))
}
