//! The rendered form of a file: the request `yardstick/preview`.

use lsp_types::{Position, TextDocumentIdentifier, request::Request};
use serde::{Deserialize, Serialize};

use crate::Analysis;

/// The request for a preview.
#[derive(Debug)]
pub enum PreviewRequest {}

impl Request for PreviewRequest {
    type Params = PreviewParams;
    type Result = Option<Preview>;
    const METHOD: &'static str = "yardstick/preview";
}

/// Which file, and where the cursor is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewParams {
    /// The file.
    pub text_document: TextDocumentIdentifier,
    /// The cursor.
    #[serde(default)]
    pub position: Position,
    /// The target, where a file belongs to several.
    #[serde(default)]
    pub target: Option<String>,
}

/// What a file renders to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// The text.
    pub text: String,
    /// Its language: `yaml` or `plaintext`.
    pub language_id: String,
    /// The target that was rendered, if the project file names some.
    pub target: Option<String>,
    /// All targets that render the file.
    pub targets: Vec<String>,
    /// Whether it is from a run before the last change, because the last one failed.
    pub is_stale: bool,
}

impl Analysis {
    /// What the file at `path` renders to. Of a file with several documents, the one that the cursor is in, if each
    /// document renders to one.
    pub fn preview(&self, path: &str, position: Position, target: Option<&str>) -> Option<Preview> {
        let snapshots = self.snapshots(path);
        let name = |key: &str| key.split_once('#').map(|(_, name)| name.to_owned());
        let targets: Vec<String> =
            snapshots.iter().filter_map(|(group, _)| name(&group.key)).collect();
        let (group, snapshot) = snapshots
            .iter()
            .filter(|(group, _)| {
                target.is_none_or(|target| name(&group.key).as_deref() == Some(target))
            })
            .max_by_key(|(_, snapshot)| snapshot.rendered.is_some())?;
        let count = file.text.line_count();
        let own = (0..=line.min(count.saturating_sub(1))).filter(is_marker).count();
        let mut head = (0..count).take_while(|number| !is_marker(number));
        let has_first = head.any(|number| {
            let line = file.text.line(number).trim();
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
