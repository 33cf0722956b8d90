//! Hover: describes the element under the cursor.

use std::{collections::BTreeSet, fmt::Write as _, sync::Arc};

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position, Range};
use yardstick_schema::{Outline, rules::registry::RULES};
use yardstick_starlark::hints::signatures;
use yardstick_workspace::annotation_arguments;
use yardstick_world::paths;

use super::{
    chain_at,
    code::Meaning,
    docs, json_schema,
    names::{Symbol, Thing},
    toml_context,
    typed_code::{Code, code_at, definitions},
    vocabulary, words,
};
use crate::{
    Analysis, Explanation, FileView, Snapshot, Step, Topic,
    address::is_toml,
    dotted,
    group::{Group, directory_of},
    yaml_path::{Located, locate},
};

impl Analysis {
    /// Describes the element at `position`.
    pub fn hover(&self, path: &str, position: Position) -> Option<Hover> {
        let (file, offset) = self.at(path, position)?;
        let found = self
            .hover_in_code(&file, offset)
            .or_else(|| self.hover_on_node(&file, offset))
            .or_else(|| self.hover_on_document(&file, offset));
        let overlaid = self.overlaid(&file, offset);
        let (text, (start, end)) = match (found, overlaid) {
            (Some((text, span)), Some((more, _))) => {
                (format!("{}\n\n{more}", text.trim_end()), span)
            }
            (found, overlaid) => found.or(overlaid)?,
        };
        Some(markdown(text, file.text.range(start, end)))
    }

    /// Describes annotations, data values in code, and functions of modules.
    fn hover_in_code(&self, file: &FileView, offset: usize) -> Option<(String, (usize, usize))> {
        let line = file.text.line_of(offset);
        let (start, _) = file.text.line_span(line);
        let text = file.text.line(line);
        if let Some((name, span)) = annotation_at(text, offset - start) {
            let text = explained(self.explanation(Topic::Annotation, &name)?);
            return Some((text, (start + span.0, start + span.1)));
        }
        // Names have a meaning only in code.
        let code = code_at(file, offset)?;
        let found = self.hover_on_chain(file, &code, text, offset - start);
        let found = found.map(|(text, span)| (text, (start + span.0, start + span.1)));
        found.or_else(|| self.hover_on_symbol(file, offset))
    }

    /// Describes a chain of names.
    fn hover_on_chain(
        &self,
        file: &FileView,
        code: &Code<'_>,
        line: &str,
        column: usize,
    ) -> Option<(String, (usize, usize))> {
        let chain = chain_at(line, column)?;
        let names: Vec<&str> = chain.names.iter().map(String::as_str).collect();
        if let ([name], true) = (names.as_slice(), code.is_annotation)
            && let Some(text) = argument(code, name)
        {
            return Some((text, chain.span));
        }
        let text = match names.as_slice() {
            ["data", "values", rest @ ..] => {
                let path: Vec<Step> = rest.iter().map(|&name| Step::Key(name.to_owned())).collect();
                self.data_value(&file.path, &path)
            }
            [name] => self.name_in_code(file, name),
            [module, member] => self.member(file, module, member),
            _ => None,
        };
        Some((text?, chain.span))
    }

    /// Describes the value of a name: data values that passed through variables, parameters and loops, keys in quotes.
    fn hover_on_symbol(&self, file: &FileView, offset: usize) -> Option<(String, (usize, usize))> {
        // Read all files only if there is a name or a string.
        let text = file.text.as_str();
        let around = [text[..offset].chars().next_back(), text[offset..].chars().next()];
        let is_part = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '"' | '\'');
        around.iter().flatten().find(|c| is_part(c))?;
        let index = self.index(&file.path);
        let number = index.file(&file.path)?;
        let (symbol, place) = index.symbol_at(number, offset as u32)?;
        let span = (place.start as usize, place.end as usize);
        match symbol {
            Symbol::Value(library, path) => {
                let inside = paths::join(&library, "schema.yml");
                let file = if library.is_empty() { &file.path } else { &inside };
                Some((self.data_value(file, &steps(&path))?, span))
            }
            Symbol::Binding(of, binding) => {
                let known = &index.files[of];
                let binding_ = &known.code.bindings[binding];
                let what = match binding_.meanings.first()? {
                    Meaning::Parameter(..) => "Parameter",
                    Meaning::ItemOf(_) => "Item",
                    _ => "Variable",
                };
                let place = binding_.definitions.first()?;
                let line = known.view.text.line(known.view.text.line_of(place.start as usize));
                let line = line.trim().trim_start_matches("#@").trim();
                let mut text = format!("```starlark\n{line}\n```\n\n{what} `{}`", binding_.name);
                let stands_for = index.bound_things(of, binding).into_iter();
                let values: BTreeSet<String> = stands_for
                    .filter_map(|thing| match thing {
                        Thing::Value(_, path) if !path.is_empty() => {
                            let shown = path.join(".").replace(".[]", "[]");
                            Some(format!("`data.values.{shown}`"))
                        }
                        _ => None,
                    })
                    .collect();
                if !values.is_empty() {
                    let values: Vec<String> = values.into_iter().take(5).collect();
                    let _ = write!(text, ": {}", values.join(", "));
                }
                Some((text, span))
            }
            _ => None,
        }
    }

    /// Describes a name that code defines or loads, or that the language has.
    fn name_in_code(&self, file: &FileView, name: &str) -> Option<String> {
        let shown = |written: &str, said: Option<String>| {
            let said = said.map(|said| format!("\n{said}\n")).unwrap_or_default();
            format!("```starlark\n{written}\n```\n{said}")
        };
        let defined = definitions(&file.text, &file.path);
        if let Some(one) = defined.iter().find(|one| one.name == name) {
            let said = docs::of_function(&file.text, &file.path, one.span.0);
            let mut text = shown(&one.written, said.filter(|_| one.is_function));
            if let Some((module, symbol)) = &one.loaded {
                if let Some(module) = module.strip_prefix("@ytt:") {
                    let known = vocabulary::modules().iter().find(|one| one.name == module)?;
                    let members = known.members.join("`, `");
                    let _ = write!(text, "\nModule `@ytt:{module}`: `{members}`\n");
                } else {
                    let path = paths::join(&directory_of(&file.path), module);
                    let other = self.text(&path)?;
                    let all = definitions(&other, &path);
                    let target = all.iter().find(|one| one.name == *symbol)?;
                    let said = docs::of_function(&other, &path, target.span.0);
                    text = shown(&target.written, said.filter(|_| target.is_function));
                    let _ = write!(text, "\nLoaded from {module}\n");
                }
            } else if !one.is_function && !one.written.starts_with(name) {
                // For a loop variable, its value is more informative.
                return None;
            }
            return Some(text);
        }
        if !vocabulary::globals().iter().any(|global| global == name) {
            return None;
        }
        let params = signatures::params(name).map(|params| format!("({})", params.join(", ")));
        let about = self.explanation(Topic::Function, name);
        let about = about.map_or("A function of the language", |one| one.about.as_str());
        Some(shown(&format!("{name}{}", params.unwrap_or_default()), Some(about.to_owned())))
    }

    /// Describes a function of a module.
    fn member(&self, file: &FileView, module: &str, member: &str) -> Option<String> {
        let defined = definitions(&file.text, &file.path);
        let loaded = defined.iter().find(|one| one.name == module)?.loaded.as_ref()?;
        let module = loaded.0.strip_prefix("@ytt:")?;
        let name = format!("{module}.{member}");
        if let Some(found) = self.explanation(Topic::Function, &name) {
            return Some(explained(found));
        }
        let known = vocabulary::modules().iter().find(|one| one.name == module)?;
        let is_known = known.members.iter().any(|one| one == member);
        let params = signatures::params(&name).map(|params| format!("({})", params.join(", ")));
        let written = format!("{name}{}", params.unwrap_or_default());
        is_known.then(|| format!("```starlark\n{written}\n```\n\nIn the module `@ytt:{module}`"))
    }

    /// Describes keys and values of data values files and schemas.
    fn hover_on_node(&self, file: &FileView, offset: usize) -> Option<(String, (usize, usize))> {
        if is_toml(&file.path) || !self.holds_values(file) {
            return None;
        }
        let Located { path, span, .. } = locate(&file.yaml.tree, offset)?;
        Some((self.data_value(&file.path, &path)?, span))
    }

    /// Describes keys and values of documents that have a YAML Schema.
    fn hover_on_document(
        &self,
        file: &FileView,
        offset: usize,
    ) -> Option<(String, (usize, usize))> {
        let (path, span, document) = if is_toml(&file.path) {
            let (path, span) = toml_context::path_at(&file.text, offset)?;
            (path, span, 0)
        } else {
            let Located { path, span, document, .. } = locate(&file.yaml.tree, offset)?;
            (path, span, document)
        };
        let (store, root) = self.schema_of(&file.path, document)?;
        let url = root.file.url.split('#').next().unwrap_or_default().to_owned();
        let schemas = json_schema::at(&store, root, &path);
        if schemas.is_empty() {
            return None;
        }
        let mut text = json_schema::docs(&schemas, false).markdown(&dotted(&path));
        if url.contains("://") {
            let _ = write!(text, "\nSchema: [{}]({url})\n", paths::base(&url));
        }
        Some((text, span))
    }

    /// True if the documents of a file are data values or their schema, by annotation or as a values file.
    pub(crate) fn holds_values(&self, file: &FileView) -> bool {
        file.text.as_str().contains("#@data/values") || self.is_values_file(&file.path)
    }

    /// True if a run uses the file as plain values.
    pub(crate) fn is_values_file(&self, path: &str) -> bool {
        self.groups(path).iter().any(|group| {
            let given = &group.plan.options.data_values.values_files;
            given.iter().any(|word| {
                let word = word.strip_prefix('@').map_or(word.as_str(), |addressed| {
                    addressed.split_once(':').map_or(addressed, |(_, path)| path)
                });
                group.absolute(word) == path
            })
        })
    }

    /// Describes a declared data value, with its current value in each run.
    fn data_value(&self, file: &str, path: &[Step]) -> Option<String> {
        let snapshots = self.snapshots(file);
        let declares = |(group, snapshot): &(Arc<Group>, Arc<Snapshot>)| {
            let schema = snapshot.schema.clone()?;
            declared(&schema, path).is_some().then(|| (Arc::clone(group), Arc::clone(snapshot)))
        };
        let (group, snapshot) = snapshots.iter().find_map(declares)?;
        let node = declared(snapshot.schema.as_ref()?, path)?;
        let values: Vec<(String, String)> = snapshots
            .iter()
            .filter_map(|(group, one)| Some((group.name(), one.values.get(&dotted(path))?.clone())))
            .collect();
        Some(words::declared(&group, &snapshot, node, &values))
    }

    /// A path for display: relative to the project directory.
    pub(crate) fn shown(&self, path: &str) -> String {
        let here = self.project_directory(path);
        let below = here.and_then(|here| path.strip_prefix(&format!("{here}/")).map(str::to_owned));
        below.unwrap_or_else(|| path.to_owned())
    }
}

/// Describes the argument or rule `name` of an annotation.
fn argument(code: &Code<'_>, name: &str) -> Option<String> {
    let annotation = code.before.split(' ').next().unwrap_or_default();
    let annotation = annotation.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_rule = annotation.starts_with("schema/validat") || annotation == "assert/validate";
    if let Some(rule) = RULES.iter().find(|rule| is_rule && rule.name == name) {
        return Some(format!("**{name}**\n\nAccepts {}: `{}`", rule.meaning, rule.example));
    }
    let mut known = annotation_arguments().filter(|(known, _)| *known == annotation);
    let one = known.find_map(|(_, all)| all.iter().find(|one| one.name == name))?;
    Some(format!("**{name}**\n\n{}: `{}`", one.about, one.example))
}

/// The path of a data value as steps.
pub(super) fn steps(path: &[String]) -> Vec<Step> {
    let step = |name: &String| match name.as_str() {
        "[]" => Step::Item(0),
        name => Step::Key(name.to_owned()),
    };
    path.iter().map(step).collect()
}

/// An explanation with its example.
fn explained(one: &Explanation) -> String {
    let mut text = format!("**{}**\n\n{}", one.name, one.about);
    if let Some(example) = &one.example {
        let _ = write!(text, "\n\n```yaml\n{example}\n```");
    }
    text
}

/// The declaration in `schema` at `path`.
pub(crate) fn declared<'o>(schema: &'o Outline, path: &[Step]) -> Option<&'o Outline> {
    path.iter().try_fold(schema, |node, step| match step {
        Step::Key(name) => node.key(name),
        Step::Item(_) => node.item(),
    })
}

/// The annotation at `column` of a line: `@schema/type` in `#@schema/type any=True`.
pub(crate) fn annotation_at(line: &str, column: usize) -> Option<(String, (usize, usize))> {
    let start = line.find("#@")? + 1;
    let rest = &line[start + 1..];
    let length = rest.find(|c: char| !c.is_alphanumeric() && !"/-_".contains(c));
    let end = start + 1 + length.unwrap_or(rest.len());
    let name = &line[start..end];
    (name.contains('/') && (start..=end).contains(&column)).then(|| (name.to_owned(), (start, end)))
}

fn markdown(text: String, range: Range) -> Hover {
    let value = MarkupContent { kind: MarkupKind::Markdown, value: text };
    Hover { contents: HoverContents::Markup(value), range: Some(range) }
}
