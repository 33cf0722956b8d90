//! Names in template code: data values, modules, what the file defines and loads.

use lsp_types::{CompletionItem, CompletionItemKind};
use yardstick_schema::Outline;
use yardstick_starlark::{Text, Value};
use yardstick_world::{EntryKind, World, paths};

use super::Suggestion;
use crate::{
    Analysis, FileView, Step, Topic,
    features::{
        chain_at,
        hover::declared,
        rename::is_name,
        typed_code::{Code, definitions},
        vocabulary, words,
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
    if let Some(found) = loads(analysis, file, code, offset) {
        return found;
    }
    // A name that has not begun yet is one too.
    let typed = format!("{}x", code.before);
    let Some(chain) = chain_at(&typed, code.before.len()) else { return Vec::new() };
    let start = code.start + chain.span.0;
    let (_, before) = chain.names.split_last().expect("a chain has a name");
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let found = match before.as_slice() {
        [] => globals(analysis, file),
        ["data", "values", path @ ..] => {
            // A key that is no name is read with brackets, which take the place of the dot.
            let dot = code.before[..chain.span.0].rfind('.').map(|dot| code.start + dot);
            let start = |one: &Suggestion| match dot {
                Some(dot) if one.text.is_some() => dot,
                _ => start,
            };
            let all = data_values(analysis, file, path).into_iter();
            return all
                .map(|one| (start(&one), one))
                .map(|(at, one)| one.item(file, at, offset))
                .collect();
        }
        [module] => members(analysis, file, module),
        _ => methods(),
    };
    found.into_iter().map(|one| one.item(file, start, offset)).collect()
}

/// The keys of data values below `path`.
fn data_values(analysis: &Analysis, file: &FileView, path: &[&str]) -> Vec<Suggestion> {
    let path: Vec<Step> = path.iter().map(|&name| Step::Key(name.to_owned())).collect();
    let mut all: Vec<Suggestion> = Vec::new();
    for (group, snapshot) in analysis.snapshots(&file.path) {
        let Some(node) = snapshot.schema.as_ref().and_then(|schema| declared(schema, &path)) else {
            continue;
        };
        for (at, key) in node.all_keys().into_iter().filter(|key| !key.is_pattern).enumerate() {
            let Some(name) = key.name.as_deref() else { continue };
            if all.iter().any(|known| known.label == name) {
                continue;
            }
            let value = snapshot.values.get(&key.path);
            let values: Vec<_> =
                value.map(|value| (group.name(), value.clone())).into_iter().collect();
            let text = words::declared(&group, &snapshot, key, &values);
            let mut one = Suggestion::new(name, kind(key))
                .detail(key.type_.clone())
                .documentation(Some(text))
                .order(format!("{at:05}"));
            if !is_name(name) {
                one = one
                    .text(format!("[{}]", Value::Str(Text::from(name)).to_repr()))
                    .filter(Some(format!(".{name}")));
            }
            one.is_deprecated = key.deprecated.is_some();
            all.push(one);
        }
    }
    all
}

fn kind(key: &Outline) -> CompletionItemKind {
    if key.keys.is_empty() { CompletionItemKind::FIELD } else { CompletionItemKind::MODULE }
}

/// What can follow a dot after the name `word`.
fn members(analysis: &Analysis, file: &FileView, word: &str) -> Vec<Suggestion> {
    let defined = definitions(&file.text, &file.path);
    let loaded = defined.iter().find(|one| one.name == word).and_then(|one| one.loaded.clone());
    let name = match &loaded {
        Some((module, symbol)) if module.starts_with("@ytt:") => symbol.as_str(),
        Some(_) => return Vec::new(),
        None => word,
    };
    match vocabulary::modules().iter().find(|module| module.name == name) {
        Some(module) => module
            .members
            .iter()
            .map(|member| {
                let about = analysis.explanation(Topic::Function, &format!("{name}.{member}"));
                Suggestion::new(member, CompletionItemKind::FUNCTION)
                    .detail(format!("@ytt:{name}"))
                    .documentation(about.map(|one| one.about.clone()))
            })
            .collect(),
        None => methods(),
    }
}

/// Methods of whatever it may be.
fn methods() -> Vec<Suggestion> {
    let mut all: Vec<Suggestion> = Vec::new();
    for (of, name) in vocabulary::methods() {
        match all.iter_mut().find(|one| one.label == name) {
            Some(known) => {
                let detail = known.detail.get_or_insert_default();
                detail.push_str(", ");
                detail.push_str(of);
            }
            None => all.push(Suggestion::new(name, CompletionItemKind::METHOD).detail(of)),
        }
    }
    all
}

/// Names that can be used on their own.
fn globals(analysis: &Analysis, file: &FileView) -> Vec<Suggestion> {
    let mut all: Vec<Suggestion> = Vec::new();
    for one in definitions(&file.text, &file.path) {
        let kind = match (&one.loaded, one.is_function) {
            (Some(_), _) => CompletionItemKind::MODULE,
            (None, true) => CompletionItemKind::FUNCTION,
            (None, false) => CompletionItemKind::VARIABLE,
        };
        if !all.iter().any(|known| known.label == one.name) {
            all.push(
                Suggestion::new(&one.name, kind)
                    .detail(one.written)
                    .order(format!("0{}", one.name)),
            );
        }
    }
    for name in vocabulary::globals() {
        let about = analysis.explanation(Topic::Function, &name).map(|one| one.about.clone());
        let order = format!("1{name}");
        all.push(
            Suggestion::new(name, CompletionItemKind::FUNCTION).documentation(about).order(order),
        );
    }
    for word in vocabulary::KEYWORDS {
        all.push(Suggestion::new(word, CompletionItemKind::KEYWORD).order(format!("2{word}")));
    }
    all
}

/// Modules, files and symbols inside of `load(...)`.
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

/// What can be loaded from: modules, files next to this one, libraries.
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
    let libraries = paths::join(&directory, yardstick_workspace::PRIVATE_LIBRARY);
    for entry in analysis.world().list(&libraries).unwrap_or_default() {
        if entry.kind == EntryKind::Directory {
            all.push(Suggestion::new(format!("@{}:", entry.name), CompletionItemKind::FOLDER));
        }
    }
    all
}

/// What can be loaded from `module`.
fn symbols(analysis: &Analysis, file: &FileView, module: &str) -> Vec<Suggestion> {
    if let Some(name) = module.strip_prefix("@ytt:") {
        return vec![Suggestion::new(name, CompletionItemKind::MODULE)];
    }
    let path = paths::join(&directory_of(&file.path), module);
    let Some(text) = analysis.text(&path) else { return Vec::new() };
    let defined = definitions(&text, &path).into_iter().filter(|one| one.loaded.is_none());
    defined
        .map(|one| Suggestion::new(one.name, CompletionItemKind::FUNCTION).detail(one.written))
        .collect()
}
