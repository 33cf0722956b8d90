//! Symbols: the outline of a file, and the elements of a project by name.

use std::collections::HashSet;

use lsp_types::{DocumentSymbol, Location, OneOf, SymbolKind, WorkspaceSymbol};
use yardstick_yaml::{Document, Kind, NodeRef, Resolver, Scalar};

use super::code::{Code, Meaning};
use crate::{Analysis, FileView, address, group::templates_below};

/// The maximum number of symbols in one answer.
const MANY: usize = 300;

/// The maximum number of array items in an outline.
const MANY_ITEMS: usize = 500;

impl Analysis {
    /// The outline of a file: functions, documents, keys.
    pub fn document_symbols(&self, path: &str) -> Vec<DocumentSymbol> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let mut all = functions(&file, &self.code(&file));
        let is_yaml = super::code::Written::in_file(path)
            .is_none_or(|kind| kind == super::code::Written::Yaml);
        let tree = &file.yaml.tree;
        if is_yaml {
            let written = tree.documents().filter(|document| !document.root().is_absent());
            let documents: Vec<Document<'_>> = written.collect();
            if let [only] = documents.as_slice() {
                all.extend(children(&file, only.root()));
            } else {
                let numbered = documents.iter().enumerate();
                all.extend(numbered.map(|(at, document)| whole(&file, *document, at + 1)));
            }
        }
        all.sort_by_key(|one| one.range.start);
        all
    }

    /// Functions, data values and documents of open projects, and of the folders open in the editor, whose names
    /// contain the letters of `query` in order.
    pub fn workspace_symbols(&self, query: &str) -> Vec<WorkspaceSymbol> {
        let mut all: Vec<WorkspaceSymbol> = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        let opened = self.world().paths().into_iter();
        let others = self.roots().iter().flat_map(|root| templates_below(self.world(), root));
        for path in opened.chain(others) {
            if seen.contains(&path) || all.len() > MANY {
                continue;
            }
            let index = self.index(&path);
            for (number, known) in index.files.iter().enumerate() {
                if seen.contains(&known.view.path) {
                    continue;
                }
                seen.insert(known.view.path.clone());
                let Some(uri) = address::from_path(&known.view.path) else { continue };
                for one in functions(&known.view, &known.code) {
                    if fits(&one.name, query) && one.kind == SymbolKind::FUNCTION {
                        let place = Location { uri: uri.clone(), range: one.selection_range };
                        all.push(symbol(one.name, one.kind, place, None));
                    }
                }
                for document in known.view.yaml.tree.documents() {
                    if let Some(name) = resource(document.root()).filter(|name| fits(name, query)) {
                        let span = document.span();
                        let range = known.view.text.range(span.start as usize, span.start as usize);
                        all.push(symbol(
                            name,
                            SymbolKind::CLASS,
                            Location { uri: uri.clone(), range },
                            None,
                        ));
                    }
                }
                for (path, place) in index.declared_in(number) {
                    let name = path.join(".").replace(".[]", "[]");
                    if fits(&name, query) {
                        let range = known.view.text.range(place.start as usize, place.end as usize);
                        let place = Location { uri: uri.clone(), range };
                        all.push(symbol(name, SymbolKind::PROPERTY, place, Some("data value")));
                    }
                }
                if all.len() > MANY {
                    break;
                }
            }
        }
        all.sort_by_key(|one| (one.name.len(), one.name.clone()));
        all.truncate(MANY);
        all
    }
}

fn symbol(
    name: String,
    kind: SymbolKind,
    place: Location,
    inside: Option<&str>,
) -> WorkspaceSymbol {
    let container_name = inside.map(str::to_owned);
    WorkspaceSymbol {
        name,
        kind,
        tags: None,
        container_name,
        location: OneOf::Left(place),
        data: None,
    }
}

/// True if `name` contains the letters of `query` in order.
fn fits(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}

#[allow(deprecated)] // The protocol still has the field `deprecated`.
fn entry(
    file: &FileView,
    name: String,
    kind: SymbolKind,
    all: (usize, usize),
    own: (usize, usize),
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    let name = if name.is_empty() { "\"\"".to_owned() } else { name };
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: file.text.range(all.0, all.1.max(own.1)),
        selection_range: file.text.range(own.0, own.1),
        children: (!children.is_empty()).then_some(children),
    }
}

/// Functions and variables that a file defines for others.
fn functions(file: &FileView, code: &Code) -> Vec<DocumentSymbol> {
    let globals = code.bindings.iter().filter(|one| one.is_global);
    let found = globals.filter_map(|one| {
        let place = one.definitions.first()?;
        let own = (place.start as usize, place.end as usize);
        one.meanings.iter().find_map(|meaning| match *meaning {
            Meaning::Function(function) => {
                let function = &code.functions[function];
                // The range extends to its `end`.
                let blocks = code.blocks.iter();
                let block =
                    blocks.filter(|block| block.start <= place.start && place.end <= block.end);
                let end = block
                    .map(|block| block.end as usize)
                    .min()
                    .unwrap_or(function.place.end as usize);
                let all = (function.place.start as usize, end);
                Some(entry(file, one.name.clone(), SymbolKind::FUNCTION, all, own, Vec::new()))
            }
            Meaning::Assigned(value) => {
                let all = (own.0, code.exprs[value].place.end as usize);
                Some(entry(file, one.name.clone(), SymbolKind::VARIABLE, all, own, Vec::new()))
            }
            _ => None,
        })
    });
    found.collect()
}

fn whole(file: &FileView, document: Document<'_>, number: usize) -> DocumentSymbol {
    let span = document.span();
    let name = resource(document.root()).unwrap_or_else(|| format!("document {number}"));
    let start = span.start as usize;
    let head = file.text.line_span(file.text.line_of(start)).1.max(start);
    let below = children(file, document.root());
    entry(file, name, SymbolKind::MODULE, (start, span.end as usize), (start, head), below)
}

/// `Deployment shop`: the name of a Kubernetes document.
fn resource(root: NodeRef<'_>) -> Option<String> {
    let get = |node: NodeRef<'_>, key: &str| {
        node.entries().find(|entry| entry.key.text() == key).map(|entry| entry.value.id())
    };
    let tree = root.tree();
    let kind = tree.node(get(root, "kind")?).text().to_owned();
    let name = get(root, "metadata").and_then(|meta| get(tree.node(meta), "name"));
    let name = name.map(|name| tree.node(name).text()).unwrap_or_default();
    Some(format!("{kind} {name}").trim_end().to_owned())
}

fn children(file: &FileView, node: NodeRef<'_>) -> Vec<DocumentSymbol> {
    let mut all = Vec::new();
    for one in node.entries() {
        let span = one.key.content_span();
        let own = (span.start as usize, span.end as usize);
        let end = last(file, one.value, own.1);
        let below = children(file, one.value);
        all.push(entry(
            file,
            one.key.text().to_owned(),
            kind_of(one.value),
            (own.0, end),
            own,
            below,
        ));
    }
    for (number, item) in node.items().enumerate().take(MANY_ITEMS) {
        if item.is_scalar() {
            continue;
        }
        let start = item.indicator() as usize;
        // The names of items distinguish them.
        let named = item.entries().find(|one| matches!(one.key.text(), "name" | "id" | "key"));
        let name = named.map(|one| one.value.text()).filter(|name| !name.is_empty());
        let name = name.map_or_else(|| format!("[{number}]"), str::to_owned);
        let end = last(file, item, start + 1);
        all.push(entry(
            file,
            name,
            kind_of(item),
            (start, end),
            (start, start + 1),
            children(file, item),
        ));
    }
    all
}

fn last(file: &FileView, node: NodeRef<'_>, least: usize) -> usize {
    let (start, end) = (node.start() as usize, node.end() as usize);
    let text = file.text.as_str().get(start..end).unwrap_or_default();
    (start + text.trim_end().len()).max(least)
}

fn kind_of(node: NodeRef<'_>) -> SymbolKind {
    match node.kind() {
        Kind::Map => SymbolKind::OBJECT,
        Kind::Sequence => SymbolKind::ARRAY,
        Kind::Alias => SymbolKind::KEY,
        Kind::Scalar => match node.scalar(Resolver::Yaml11) {
            Scalar::Str(_) => SymbolKind::STRING,
            Scalar::Bool(_) => SymbolKind::BOOLEAN,
            Scalar::Null => SymbolKind::NULL,
            _ => SymbolKind::NUMBER,
        },
    }
}
