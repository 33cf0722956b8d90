//! The rendered form of a file, for the request `yardstick/preview`.

use lsp_types::{Position, TextDocumentIdentifier, request::Request};
use serde::{Deserialize, Serialize};

use crate::{Analysis, group::Group};

/// The request for a preview.
#[derive(Debug)]
pub enum PreviewRequest {}

impl Request for PreviewRequest {
    type Params = PreviewParams;
    type Result = Option<Preview>;
    const METHOD: &'static str = "yardstick/preview";
}

/// The file, and the position of the cursor.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewParams {
    /// The file.
    pub text_document: TextDocumentIdentifier,
    /// The cursor.
    #[serde(default)]
    pub position: Position,
    /// The target, if the file belongs to several.
    #[serde(default)]
    pub target: Option<String>,
}

/// The rendered form of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// The rendered text.
    pub text: String,
    /// Its language: `yaml` or `plaintext`.
    pub language_id: String,
    /// The target that was rendered, if the project file names some.
    pub target: Option<String>,
    /// All targets that render the file.
    pub targets: Vec<String>,
    /// Whether it comes from an earlier run, because the last one failed.
    pub is_stale: bool,
}

impl Analysis {
    /// Renders the file at `path`. If it has several documents, and each renders to exactly one, returns the one at
    /// the cursor.
    pub fn preview(&self, path: &str, position: Position, target: Option<&str>) -> Option<Preview> {
        let snapshots = self.snapshots(path);
        let name = |group: &Group| group.project.as_ref().map(|_| group.name());
        let targets: Vec<String> = snapshots.iter().filter_map(|(group, _)| name(group)).collect();
        let is_meant =
            |group: &Group| target.is_none_or(|target| name(group).as_deref() == Some(target));
        let (group, snapshot) = snapshots
            .iter()
            .rev()
            .filter(|(group, _)| is_meant(group))
            .max_by_key(|(_, snapshot)| snapshot.rendered.is_some())?;
        let own = group.name_of(path)?;
        let rendered = snapshot.rendered.as_ref()?;
        let file = rendered.iter().find(|file| file.path == own)?;
        let text = String::from_utf8_lossy(&file.contents).into_owned();
        let text = self.document_at(path, position, &text).unwrap_or(text);
        Some(Preview {
            text,
            language_id: if file.is_yaml { "yaml" } else { "plaintext" }.to_owned(),
            target: name(group),
            targets,
            is_stale: snapshot.is_stale,
        })
    }

    /// The document of `rendered` that corresponds to the one at `position`.
    fn document_at(&self, path: &str, position: Position, rendered: &str) -> Option<String> {
        let text = self.text(path)?;
        let is_marker = |number: &usize| text.line(*number).starts_with("---");
        let count = text.line_count();
        let line = (position.line as usize).min(count.saturating_sub(1));
        let own = (0..=line).filter(is_marker).count();
        let mut head = (0..count).take_while(|number| !is_marker(number));
        let has_first = head.any(|number| {
            let line = text.line(number).trim();
            !line.is_empty() && !line.starts_with('#')
        });
        let written = (0..count).filter(is_marker).count() + usize::from(has_first);
        let documents: Vec<&str> = rendered.split("---\n").collect();
        if written < 2 || documents.len() != written {
            return None;
        }
        let at = if has_first { own } else { own.saturating_sub(1) };
        documents.get(at).map(|text| (*text).to_owned())
    }
}
