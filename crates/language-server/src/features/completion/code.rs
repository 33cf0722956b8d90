//! Completes names in template code: data values, modules, names that the file defines and loads.

use std::sync::Arc;

use lsp_types::{CompletionItem, CompletionItemKind, ParameterLabel};
use yardstick_starlark::hints::signatures;
use yardstick_world::{EntryKind, World, paths};

use super::{Suggestion, members};
use crate::{
    Analysis, FileView, Step, Text, Topic,
    features::{
        chain_at,
        code::{Code as FileCode, Meaning},
        names,
        rename::is_name,
        typed_code::{Code, definitions},
        vocabulary,
    },
    group::directory_of,
};

/// Suggestions in code.
pub(super) fn complete(
    analysis: &Analysis,
    file: &FileView,
    code: &Code<'_>,
    offset: usize,
) -> Vec<CompletionItem> {
    let in_quotes =
        loads(analysis, file, code, offset).or_else(|| libraries(analysis, file, code, offset));
    if let Some(found) = in_quotes {
        return found;
    }
    // Treat an empty name as one too.
    let typed = format!("{}x", code.before);
    let Some(chain) = chain_at(&typed, code.before.len()) else { return Vec::new() };
    let start = code.start + chain.span.0;
    let (_, before) = chain.names.split_last().expect("a chain has a name");
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let is_member = code.before[..chain.span.0].ends_with('.');
    let all = |found: Vec<Suggestion>| -> Vec<CompletionItem> {
        found.into_iter().map(|one| one.item(file, start, offset)).collect()
    };
    match before.as_slice() {
        [] if !is_member => return all(globals(analysis, file, code, offset)),
        ["data", "values", path @ ..] => {
            if let Some(found) = data_values(analysis, file, path) {
                return in_place(file, code, found, (start, offset));
            }
        }
        [module] => {
            if let Some(found) = members(analysis, file, module) {
                return all(found);
            }
        }
        _ => {}
    }
    match members::after_dot(analysis, file, code, start) {
        Some(found) => in_place(file, code, found, (start, offset)),
        None => all(members::methods(None)),
    }
}

/// Suggests keys for the range between two offsets. A key that is not a name needs brackets, which replace the dot.
fn in_place(
    file: &FileView,
    code: &Code<'_>,
    found: Vec<Suggestion>,
    (start, end): (usize, usize),
) -> Vec<CompletionItem> {
    let before = &code.before[..start - code.start];
    let quote = before.chars().next_back().filter(|c| ['"', '\''].contains(c));
    let item = |one: Suggestion| match (quote, &one.text) {
        // Inside brackets, every key is a string.
        (Some(_), _) => Suggestion { text: None, filter: None, ..one }.item(file, start, end),
        (None, Some(_)) if before.ends_with('.') => one.item(file, start - 1, end),
        _ => one.item(file, start, end),
    };
    found.into_iter().map(item).collect()
}

/// The keys below the data value at `path`; `None` if it is not declared.
fn data_values(analysis: &Analysis, file: &FileView, path: &[&str]) -> Option<Vec<Suggestion>> {
    let step = |name: &&str| match name.parse() {
        Ok(number) => Step::Item(number),
        Err(_) => Step::Key((*name).to_owned()),
    };
    let path: Vec<Step> = path.iter().map(step).collect();
    members::below(&analysis.snapshots(&file.path), &path)
}

/// The members of the module `word`.
fn members(analysis: &Analysis, file: &FileView, word: &str) -> Option<Vec<Suggestion>> {
    let defined = definitions(&file.text, &file.path);
    let loaded = match defined.iter().find(|one| one.name == word) {
        Some(one) => Some(one.loaded.as_ref()?),
        None => None,
    };
    let name = match loaded {
        Some((module, symbol)) if module.starts_with("@ytt:") => symbol.as_str(),
        Some(_) => return None,
        None => word,
    };
    let module = vocabulary::modules().iter().find(|module| module.name == name)?;
    let member = |member: &String| {
        let about = analysis.explanation(Topic::Function, &format!("{name}.{member}"));
        let is_field = name == "data" && member == "values";
        let kind = if is_field { CompletionItemKind::FIELD } else { CompletionItemKind::FUNCTION };
        let params = signatures::params(&format!("{name}.{member}"));
        let detail = match params {
            Some(params) => format!("{name}.{member}({})", params.join(", ")),
            None => format!("@ytt:{name}"),
        };
        // List first what nearly every template reads.
        let order = if is_field { format!("!{member}") } else { member.clone() };
        Suggestion::new(member, kind)
            .detail(detail)
            .documentation(about.map(|one| one.about.clone()))
            .order(order)
    };
    Some(module.members.iter().map(member).collect())
}

/// Names that can be used on their own.
fn globals(
    analysis: &Analysis,
    file: &FileView,
    code: &Code<'_>,
    offset: usize,
) -> Vec<Suggestion> {
    let mut all: Vec<Suggestion> = Vec::new();
    let whole = members::with_ends(file.text.as_str().to_owned(), &file.path);
    let code_of_file = if whole.len() == file.text.as_str().len() {
        analysis.code(file)
    } else {
        let text = Text::new(whole, file.text.encoding());
        Arc::new(names::read(&FileView::new(&file.path, text)))
    };
    for name in parameters(&code_of_file, offset) {
        if !all.iter().any(|known| known.label == name) {
            let order = format!("0{name}");
            all.push(
                Suggestion::new(name, CompletionItemKind::VARIABLE)
                    .detail("parameter")
                    .order(order),
            );
        }
    }
    for name in arguments(analysis, file, code, offset) {
        let written = format!("{name}=");
        if !all.iter().any(|known| known.label == written) {
            let order = format!("00{name}");
            all.push(
                Suggestion::new(written, CompletionItemKind::VARIABLE)
                    .detail("argument")
                    .order(order),
            );
        }
    }
    for one in definitions(&file.text, &file.path) {
        let mut written = one.written;
        let kind = match (&one.loaded, one.is_function) {
            (Some((module, _)), _) if module.starts_with("@ytt:") => CompletionItemKind::MODULE,
            (Some((module, symbol)), _) => {
                let origin = exported(analysis, file, module);
                let origin = origin.into_iter().find(|known| known.label == *symbol);
                written = origin.as_ref().and_then(|one| one.detail.clone()).unwrap_or(written);
                origin.map_or(CompletionItemKind::FUNCTION, |one| one.kind)
            }
            (None, true) => CompletionItemKind::FUNCTION,
            (None, false) => CompletionItemKind::VARIABLE,
        };
        if !all.iter().any(|known| known.label == one.name) {
            let order = format!("0{}", one.name);
            all.push(Suggestion::new(&one.name, kind).detail(written).order(order));
        }
    }
    for name in vocabulary::globals() {
        let about = analysis.explanation(Topic::Function, &name).map(|one| one.about.clone());
        let order = format!("1{name}");
        let is_constant = matches!(name.as_str(), "True" | "False" | "None");
        let kind =
            if is_constant { CompletionItemKind::CONSTANT } else { CompletionItemKind::FUNCTION };
        let params = signatures::params(&name);
        let detail = params.map(|params| format!("{name}({})", params.join(", ")));
        let one = Suggestion::new(name, kind).documentation(about).order(order);
        all.push(Suggestion { detail, ..one });
    }
    for word in vocabulary::KEYWORDS {
        all.push(Suggestion::new(word, CompletionItemKind::KEYWORD).order(format!("2{word}")));
    }
    all
}

/// The parameters of the functions around `offset`.
fn parameters(code: &FileCode, offset: usize) -> Vec<String> {
    let offset = offset as u32;
    let mut all = Vec::new();
    for function in &code.functions {
        let start = function.place.start;
        let blocks = code.blocks.iter().filter(|block| block.start <= start && start < block.end);
        let block = blocks.min_by_key(|block| block.len());
        if block.is_some_and(|block| block.start <= offset && offset <= block.end) {
            let params = function.params.iter();
            all.extend(params.map(|(binding, _)| code.bindings[*binding].name.clone()));
        }
    }
    all
}

/// The keywords that the call around `offset` still accepts.
fn arguments(analysis: &Analysis, file: &FileView, code: &Code<'_>, offset: usize) -> Vec<String> {
    // A keyword is only possible at the start of an argument.
    let typed = code.before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
    if !typed.trim_end().ends_with(['(', ',']) {
        return Vec::new();
    }
    let position = file.text.position(offset);
    let Some(help) = analysis.signature_help(&file.path, position) else { return Vec::new() };
    let active = help.active_parameter.unwrap_or_default() as usize;
    let params = help.signatures.into_iter().filter_map(|one| one.parameters).flatten();
    params
        .skip(active)
        .filter_map(|one| match one.label {
            ParameterLabel::Simple(text) => Some(text),
            ParameterLabel::LabelOffsets(_) => None,
        })
        .filter_map(|text| text.split('=').next().map(str::to_owned))
        .filter(|name| is_name(name) && !code.before.contains(&format!("{name}=")))
        .collect()
}

/// Suggests modules, files and symbols inside of `load(...)`.
fn loads(
    analysis: &Analysis,
    file: &FileView,
    code: &Code<'_>,
    offset: usize,
) -> Option<Vec<CompletionItem>> {
    let call = code.before.rfind("load(")?;
    let arguments = &code.before[call + "load(".len()..];
    if arguments.contains(')') {
        return None;
    }
    let quotes = arguments.matches(['"', '\'']).count();
    if quotes.is_multiple_of(2) {
        return Some(Vec::new());
    }
    let typed = &arguments[arguments.rfind(['"', '\''])? + 1..];
    let start = offset - typed.len();
    let found = if quotes == 1 {
        sources(analysis, file)
    } else {
        let module = arguments.trim_start().trim_start_matches(['"', '\'']);
        let module = &module[..module.find(['"', '\'']).unwrap_or(module.len())];
        symbols(analysis, file, module)
    };
    Some(found.into_iter().map(|one| one.item(file, start, offset)).collect())
}

/// The sources of a `load`: modules, files next to this one, libraries.
fn sources(analysis: &Analysis, file: &FileView) -> Vec<Suggestion> {
    let mut all: Vec<Suggestion> = vocabulary::modules()
        .iter()
        .map(|module| {
            Suggestion::new(format!("@ytt:{}", module.name), CompletionItemKind::MODULE)
                .detail(module.members.join(", "))
        })
        .collect();
    let directory = directory_of(&file.path);
    for (_, snapshot) in analysis.snapshots(&file.path) {
        for path in snapshot.files.iter().filter(|path| **path != file.path) {
            let is_loadable =
                crate::address::is_starlark(path) || paths::base(path).contains(".lib.");
            let Some(below) = path.strip_prefix(&format!("{directory}/")) else { continue };
            if is_loadable && !all.iter().any(|known| known.label == below) {
                all.push(Suggestion::new(below, CompletionItemKind::FILE));
            }
        }
    }
    let libraries = library_names(analysis, file).into_iter();
    all.extend(
        libraries.map(|name| Suggestion::new(format!("@{name}:"), CompletionItemKind::FOLDER)),
    );
    all
}

/// The names that can be loaded from `module`.
fn symbols(analysis: &Analysis, file: &FileView, module: &str) -> Vec<Suggestion> {
    match module.strip_prefix("@ytt:") {
        Some(name) => vec![Suggestion::new(name, CompletionItemKind::MODULE)],
        None => exported(analysis, file, module),
    }
}

/// The functions and variables of the file `module` that others can load.
fn exported(analysis: &Analysis, file: &FileView, module: &str) -> Vec<Suggestion> {
    let library = module.strip_prefix('@').and_then(|module| module.split_once(':'));
    let below = match library {
        Some((library, rest)) => {
            format!("{}/{library}/{}", yardstick_workspace::PRIVATE_LIBRARY, rest)
        }
        None => module.to_owned(),
    };
    let path = paths::join(&directory_of(&file.path), &below);
    let Some(view) = analysis.file(&path) else { return Vec::new() };
    let code = analysis.code(&view);
    let defined = definitions(&view.text, &path);
    let mut all = Vec::new();
    for one in code.bindings.iter().filter(|one| one.is_global && !one.name.starts_with('_')) {
        let kind = match one.meanings.first() {
            Some(Meaning::Loaded(..)) | None => continue,
            Some(Meaning::Function(_)) => CompletionItemKind::FUNCTION,
            Some(_) => CompletionItemKind::VARIABLE,
        };
        let written = defined.iter().find(|known| known.name == one.name);
        let written = written.map(|known| known.written.clone()).unwrap_or_default();
        all.push(Suggestion::new(&one.name, kind).detail(written));
    }
    all
}

/// Suggests libraries inside of `library.get("...")`.
fn libraries(
    analysis: &Analysis,
    file: &FileView,
    code: &Code<'_>,
    offset: usize,
) -> Option<Vec<CompletionItem>> {
    let (_, typed) = code.before.rsplit_once(['"', '\''])?;
    let before = &code.before[..code.before.len() - typed.len() - 1];
    if !before.trim_end().ends_with("library.get(") {
        return None;
    }
    let start = offset - typed.len();
    let names = library_names(analysis, file).into_iter();
    let all = names.map(|name| Suggestion::new(name, CompletionItemKind::FOLDER));
    Some(all.map(|one| one.item(file, start, offset)).collect())
}

/// The libraries next to a file.
pub(super) fn library_names(analysis: &Analysis, file: &FileView) -> Vec<String> {
    let directory = directory_of(&file.path);
    let libraries = paths::join(&directory, yardstick_workspace::PRIVATE_LIBRARY);
    let entries = analysis.world().list(&libraries).unwrap_or_default().into_iter();
    let below = entries.filter(|entry| entry.kind == EntryKind::Directory);
    below.map(|entry| entry.name).collect()
}
