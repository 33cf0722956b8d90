//! Completes keys and values of documents that have a YAML Schema.

use std::fmt::Write as _;

use lsp_types::{CompletionItem, CompletionItemKind};
use yardstick_check::schema::SchemaStore;
use yardstick_yaml::rewrite;

use super::{
    Suggestion,
    values::{escaped, in_quotes, is_before_dash, value_in},
};
use crate::{
    Analysis, FileView, Step,
    address::{is_json, is_toml},
    features::{
        context::{Context, Typing},
        json_schema::{self, Property, SchemaDocs},
    },
};

/// The maximum depth to which required keys are filled in.
const DEEP: usize = 3;

/// The language of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notation {
    Yaml,
    Json,
    Toml,
}

/// The parameters for completing a key.
#[derive(Clone, Copy)]
struct Typed<'a> {
    context: &'a Context,
    notation: Notation,
    store: &'a SchemaStore,
    snippets: bool,
}

/// Suggestions from the schema of a document; none if there is no schema.
pub(super) fn complete(
    analysis: &Analysis,
    file: &FileView,
    context: &Context,
) -> Vec<CompletionItem> {
    let is_before = |offset: u32| file.text.line_of(offset as usize) < context.first_line.max(1);
    let mut documents = file.yaml.tree.documents().rev();
    let document =
        documents.find(|one| is_before(one.position())).map_or(0, yardstick_yaml::Document::index);
    let Some((store, root)) = analysis.schema_of(&file.path, document) else {
        return Vec::new();
    };
    let notation = match (is_json(&file.path), is_toml(&file.path)) {
        (true, _) => Notation::Json,
        (_, true) => Notation::Toml,
        _ => Notation::Yaml,
    };
    let typed = Typed { context, notation, store: &store, snippets: analysis.has_snippets() };
    let at = |path: &[Step]| json_schema::at(&store, root.clone(), path);
    let schemas = at(&context.path);
    let mut found: Vec<Suggestion> = Vec::new();
    if context.typing == Typing::Key {
        found.extend(typed.keys(json_schema::properties(&store, &schemas)));
    }
    if context.typing == Typing::Value || context.is_item {
        found.extend(typed.values(&json_schema::docs(&schemas, notation != Notation::Yaml)));
    }
    // Below the key of an array, indented or not, an item starts with a dash.
    if notation == Notation::Yaml && is_before_dash(context) {
        let own = if found.is_empty() { at(&below(&context.path, None)) } else { Vec::new() };
        let key = context.open_key.as_deref();
        let items = match key.filter(|_| own.is_empty()) {
            Some(key) => at(&below(&context.path, Some(key))),
            None => own,
        };
        let context = &Context { siblings: Vec::new(), ..context.clone() };
        let typed = Typed { context, ..typed };
        let mut of_item = typed.keys(json_schema::properties(&store, &items));
        of_item.extend(typed.values(&json_schema::docs(&items, false)));
        found.extend(of_item.into_iter().map(Suggestion::after_dash));
    }
    let mut items: Vec<CompletionItem> = Vec::new();
    for one in found {
        if !items.iter().any(|known| known.label == one.label) {
            items.push(one.item_in(file, context));
        }
    }
    items
}

/// The path to an item of the array at `path`, or at a key below it.
fn below(path: &[Step], key: Option<&str>) -> Vec<Step> {
    let key = key.map(|key| Step::Key(key.to_owned()));
    path.iter().cloned().chain(key).chain([Step::Item(0)]).collect()
}

impl Typed<'_> {
    fn keys(&self, all: Vec<Property>) -> Vec<Suggestion> {
        let context = self.context;
        let is_new =
            |one: &Property| one.name == context.typed || !context.siblings.contains(&one.name);
        let all = all.into_iter().filter(is_new).enumerate();
        all.map(|(at, one)| {
            let said = json_schema::docs(&one.schemas, self.notation != Notation::Yaml);
            let rank = match (said.is_deprecated, one.is_required) {
                (true, _) => 2,
                (false, true) => 0,
                (false, false) => 1,
            };
            let mut facts = vec![said.type_()];
            facts.extend(one.is_required.then(|| "required".to_owned()));
            let name = self.name(&one.name);
            let text = if context.has_colon { name } else { self.filled(&name, &one, &said) };
            let mut suggestion = Suggestion::new(&one.name, CompletionItemKind::PROPERTY)
                .detail(facts.join(", "))
                .documentation(Some(said.markdown(&one.name)))
                .text(text)
                .order(format!("{rank}{at:05}"));
            suggestion.is_snippet = self.snippets && !context.has_colon;
            suggestion.is_deprecated = said.is_deprecated;
            suggestion
        })
        .collect()
    }

    fn values(&self, said: &SchemaDocs) -> Vec<Suggestion> {
        let listed = said.values.iter().map(|one| (one, said.type_()));
        let default = said.default.iter().map(|one| (one, "default".to_owned()));
        let examples = said.examples.iter().map(|one| (one, "example".to_owned()));
        let mut found: Vec<Suggestion> = Vec::new();
        for (at, (value, detail)) in listed.chain(default).chain(examples).enumerate() {
            if found.iter().any(|known| known.label == *value) {
                continue;
            }
            let about = said.title.is_some() || said.description.is_some();
            let about = about.then(|| said.about());
            let one = Suggestion::new(value, CompletionItemKind::VALUE)
                .text(value_in(self.context, value))
                .detail(detail)
                .documentation(about);
            found.push(one.order(format!("{at:05}")));
        }
        // Compare text in quotes without the quotes.
        for one in found.iter_mut().filter(|_| self.context.quote.is_some()) {
            let text = serde_json::from_str::<String>(&one.label);
            one.filter = text.ok();
        }
        found
    }

    /// A key in the notation of the document.
    fn name(&self, name: &str) -> String {
        let plain = || match self.notation {
            Notation::Yaml => rewrite::key(name),
            Notation::Toml if is_bare(name) => name.to_owned(),
            Notation::Json | Notation::Toml => rewrite::quoted(name),
        };
        in_quotes(self.context, name).unwrap_or_else(plain)
    }

    /// A key with a placeholder for its value.
    fn filled(&self, name: &str, one: &Property, said: &SchemaDocs) -> String {
        let mut text = String::new();
        let mut next = 1;
        let name = if self.snippets { escaped(name) } else { name.to_owned() };
        match self.notation {
            Notation::Yaml if !self.context.is_flow => {
                self.block(&name, one, said, ("", DEEP), &mut next, &mut text);
            }
            Notation::Toml => {
                let _ = write!(text, "{name} = {}", self.flow(said, &mut next));
            }
            _ => {
                let _ = write!(text, "{name}: {}", self.flow(said, &mut next));
            }
        }
        text
    }

    fn block(
        &self,
        name: &str,
        one: &Property,
        said: &SchemaDocs,
        (indent, deep): (&str, usize),
        next: &mut usize,
        text: &mut String,
    ) {
        let _ = write!(text, "{indent}{name}:");
        match said.collection() {
            Some(_) if !self.snippets => {}
            Some("object") => {
                let mut below = json_schema::properties(self.store, &one.schemas);
                below.retain(|one| one.is_required && deep > 0);
                for one in &below {
                    let said = json_schema::docs(&one.schemas, false);
                    let (name, indent) = (escaped(&rewrite::key(&one.name)), format!("{indent}  "));
                    text.push('\n');
                    self.block(&name, one, &said, (&indent, deep - 1), next, text);
                }
                if below.is_empty() {
                    let _ = write!(text, "\n{indent}  {}", self.place("", next));
                }
            }
            Some(_) => {
                let items = json_schema::items(self.store, &one.schemas);
                let mut below = json_schema::properties(self.store, &items);
                below.retain(|one| one.is_required && deep > 0);
                let mut item = String::new();
                for (at, one) in below.iter().enumerate() {
                    let said = json_schema::docs(&one.schemas, false);
                    let name = escaped(&rewrite::key(&one.name));
                    let inside = format!("{indent}    ");
                    item.push_str(if at == 0 { "" } else { "\n" });
                    self.block(&name, one, &said, (&inside, deep - 1), next, &mut item);
                }
                if below.is_empty() {
                    item = self.place("", next);
                }
                let _ = write!(text, "\n{indent}  - {}", item.trim_start());
            }
            None => {
                let _ = write!(text, " {}", self.scalar(said, next));
            }
        }
    }

    /// A value in flow style, or on the same line.
    fn flow(&self, said: &SchemaDocs, next: &mut usize) -> String {
        match said.collection() {
            Some("object") if self.snippets => format!("{{{}\\}}", self.place("", next)),
            Some("object") => "{}".to_owned(),
            Some(_) => format!("[{}]", self.place("", next)),
            None => self.scalar(said, next),
        }
    }

    fn scalar(&self, said: &SchemaDocs, next: &mut usize) -> String {
        if !self.snippets || said.holds("object") || said.holds("array") {
            return self.place("", next);
        }
        match said.values.as_slice() {
            [] => self.place(said.default.as_deref().unwrap_or_default(), next),
            // Other types are possible too: null is only the one whose values can be listed.
            [null] if null == "null" && said.types.len() > 1 => self.place("", next),
            [only] => self.place(only, next),
            all if all.iter().any(|one| one.contains([',', '|'])) => self.place("", next),
            all => {
                let all: Vec<String> = all.iter().map(|one| escaped(one)).collect();
                *next += 1;
                format!("${{{}|{}|}}", *next - 1, all.join(","))
            }
        }
    }

    /// A placeholder with an initial text.
    fn place(&self, first: &str, next: &mut usize) -> String {
        if !self.snippets {
            return String::new();
        }
        *next += 1;
        match first {
            "" => format!("${}", *next - 1),
            first => format!("${{{}:{}}}", *next - 1, escaped(first)),
        }
    }
}

/// True if TOML allows the key without quotes.
fn is_bare(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_".contains(&c))
}
