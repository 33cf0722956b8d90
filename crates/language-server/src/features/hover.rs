//! Hover: what is known about the thing under the cursor.

use std::{fmt::Write as _, sync::Arc};

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position, Range};
use yardstick_schema::{Outline, rules::registry::RULES};
use yardstick_world::paths;

use super::{
    chain_at, json_schema,
    typed_code::{code_at, definitions},
    vocabulary, words,
};
use crate::{
    Analysis, Explanation, FileView, Snapshot, Step, Topic, dotted,
    group::{Group, directory_of},
    yaml_path::{Located, locate},
};

impl Analysis {
    /// What is known about the thing at `position`.
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

    /// Annotations, data values in code, functions of modules.
    fn hover_in_code(&self, file: &FileView, offset: usize) -> Option<(String, (usize, usize))> {
        let line = file.text.line_of(offset);
        let (start, _) = file.text.line_span(line);
        let text = file.text.line(line);
        if let Some((name, span)) = annotation_at(text, offset - start) {
            let text = explained(self.explanation(Topic::Annotation, &name)?);
            return Some((text, (start + span.0, start + span.1)));
        }
        // Names mean something only in code.
        code_at(file, offset)?;
        let chain = chain_at(text, offset - start)?;
        let span = (start + chain.span.0, start + chain.span.1);
        let names: Vec<&str> = chain.names.iter().map(String::as_str).collect();
        let text = match names.as_slice() {
            ["data", "values", rest @ ..] => {
                let path: Vec<Step> = rest.iter().map(|&name| Step::Key(name.to_owned())).collect();
                self.data_value(&file.path, &path)
            }
            [name] => self.name_in_code(file, name),
            [module, member] => self.member(file, module, member),
            _ => None,
        };
        Some((text?, span))
    }

    /// A name that code defines or loads, or that the language has.
    fn name_in_code(&self, file: &FileView, name: &str) -> Option<String> {
        let defined = definitions(&file.text, &file.path);
        if let Some(one) = defined.iter().find(|one| one.name == name) {
            let mut text = format!("```starlark\n{}\n```\n", one.written);
            if let Some((module, symbol)) = &one.loaded {
                if let Some(module) = module.strip_prefix("@ytt:") {
                    let known = vocabulary::modules().iter().find(|one| one.name == module)?;
                    let members = known.members.join("`, `");
                    let _ = write!(text, "\nModule `@ytt:{module}`: `{members}`\n");
                } else {
                    let path = paths::join(&directory_of(&file.path), module);
                    let other = definitions(&self.text(&path)?, &path);
                    let target = other.iter().find(|one| one.name == *symbol)?;
                    let written = &target.written;
                    text = format!("```starlark\n{written}\n```\n\nLoaded from {module}\n");
                }
            }
            return Some(text);
        }
        let rule = RULES.iter().find(|rule| rule.name == name);
        if let Some(rule) = rule {
            return Some(format!("**{name}**\n\nAccepts {}: `{}`", rule.meaning, rule.example));
        }
        vocabulary::globals()
            .iter()
            .any(|global| global == name)
            .then(|| format!("```starlark\n{name}\n```\n\nA function of the language"))
    }

    /// A function of a module.
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
        is_known.then(|| format!("**{name}**\n\nIn the module `@ytt:{module}`"))
    }

    /// Keys and values of data values files and of schemas.
    fn hover_on_node(&self, file: &FileView, offset: usize) -> Option<(String, (usize, usize))> {
        let Located { path, span, .. } = locate(&file.yaml.tree, offset)?;
        if !self.holds_values(file) {
            return None;
        }
        Some((self.data_value(&file.path, &path)?, span))
    }

    /// Keys and values of documents that a YAML Schema applies to.
    fn hover_on_document(
        &self,
        file: &FileView,
        offset: usize,
    ) -> Option<(String, (usize, usize))> {
        let Located { path, span, document, .. } = locate(&file.yaml.tree, offset)?;
        let (store, root) = self.schema_of(&file.path, document)?;
        let schemas = json_schema::at(&store, root, &path);
        if schemas.is_empty() {
            return None;
        }
        Some((json_schema::said(&schemas, false).markdown(&dotted(&path)), span))
    }

    /// Whether the documents of a file are data values or their schema: it is annotated so, or given as values.
    pub(crate) fn holds_values(&self, file: &FileView) -> bool {
        file.text.as_str().contains("#@data/values") || self.is_values_file(&file.path)
    }

    /// Whether a file of plain values is given to a run.
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

    /// What is declared about a data value, and what it is in each run.
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

    /// A path as people read it: from the directory of the project on.
    pub(crate) fn shown(&self, path: &str) -> String {
        let here = self.project_directory(path);
        let below = here.and_then(|here| path.strip_prefix(&format!("{here}/")).map(str::to_owned));
        below.unwrap_or_else(|| path.to_owned())
    }
}

/// An explanation with its example.
fn explained(one: &Explanation) -> String {
    let mut text = format!("**{}**\n\n{}", one.name, one.about);
    if let Some(example) = &one.example {
        let _ = write!(text, "\n\n```yaml\n{example}\n```");
    }
    text
}

/// What `schema` declares at `path`.
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
