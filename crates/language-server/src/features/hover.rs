//! Hover: what is known about the thing under the cursor.

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position, Range};
use yardstick_schema::Outline;

use super::{chain_at, words};
use crate::{
    Analysis, FileView, Step, Topic, dotted,
    yaml_path::{Located, locate},
};

impl Analysis {
    /// What is known about the thing at `position`.
    pub fn hover(&self, path: &str, position: Position) -> Option<Hover> {
        let (file, offset) = self.at(path, position)?;
        let found = self.hover_in_code(&file, offset).or_else(|| self.hover_on_node(&file, offset));
        let (text, (start, end)) = found?;
        Some(markdown(text, file.text.range(start, end)))
    }

    /// Annotations, data values in code, functions of modules.
    fn hover_in_code(&self, file: &FileView, offset: usize) -> Option<(String, (usize, usize))> {
        let line = file.text.line_of(offset);
        let (start, _) = file.text.line_span(line);
        let text = file.text.line(line);
        if let Some((name, span)) = annotation_at(text, offset - start) {
            let about = &self.explanation(Topic::Annotation, &name)?.about;
            return Some((format!("**{name}**\n\n{about}"), (start + span.0, start + span.1)));
        }
        let chain = chain_at(text, offset - start)?;
        let span = (start + chain.span.0, start + chain.span.1);
        let names: Vec<&str> = chain.names.iter().map(String::as_str).collect();
        if let ["data", "values", rest @ ..] = names.as_slice() {
            let path: Vec<Step> = rest.iter().map(|&name| Step::Key(name.to_owned())).collect();
            return Some((self.data_value(&file.path, &path)?, span));
        }
        let about = &self.explanation(Topic::Function, &chain.names.join("."))?.about;
        Some((format!("**{}**\n\n{about}", chain.names.join(".")), span))
    }

    /// Keys and values of files of data values and of schemas.
    fn hover_on_node(&self, file: &FileView, offset: usize) -> Option<(String, (usize, usize))> {
        let Located { path, span, .. } = locate(&file.yaml.tree, offset)?;
        if !self.holds_values(file) {
            return None;
        }
        Some((self.data_value(&file.path, &path)?, span))
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

    /// What is declared about a data value, in each group that declares it.
    fn data_value(&self, file: &str, path: &[Step]) -> Option<String> {
        let mut texts: Vec<String> = Vec::new();
        for (group, snapshot) in self.snapshots(file) {
            let Some(schema) = &snapshot.schema else { continue };
            let Some(node) = declared(schema, path) else { continue };
            let value = snapshot.values.get(&dotted(path)).map(String::as_str);
            let text = words::declared(self, &group, &snapshot, node, value);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        (!texts.is_empty()).then(|| texts.join("\n---\n\n"))
    }

    /// A path as people read it: from the directory of the project on.
    pub(crate) fn shown(&self, path: &str) -> String {
        let here = self.project_directory(path);
        let below = here.and_then(|here| path.strip_prefix(&format!("{here}/")).map(str::to_owned));
        below.unwrap_or_else(|| path.to_owned())
    }
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
