//! Rendered documents as JSON values, for the expectations of test cases.

use std::sync::Arc;

use yardstick_diagnostics::{FileId, Result, SourceFile};
use yardstick_workspace::output::OutputFile;
use yardstick_yaml::{
    NodeId,
    json::{LoadOptions, View},
};

use crate::text_of;

/// A rendered YAML file.
pub(super) struct Documents {
    path: String,
    view: View,
}

/// A rendered document.
#[derive(Clone, Copy)]
pub(super) struct Document<'d> {
    pub(super) view: &'d View,
    pub(super) root: NodeId,
    path: &'d str,
    /// The number of the document in its file.
    number: usize,
}

impl Documents {
    pub(super) fn read(files: &[OutputFile]) -> Result<Vec<Self>> {
        let yaml = files.iter().filter(|file| file.is_yaml && !file.contents.is_empty());
        yaml.map(|file| {
            let source = Arc::new(SourceFile::new(file.path.clone(), file.contents.clone()));
            let options = yardstick_yaml::Options::default();
            let tree = yardstick_yaml::parse(source, FileId(0), &options)?;
            let (view, _) = View::new(tree, LoadOptions { merge_keys: false, float_names: false });
            Ok(Self { path: file.path.clone(), view })
        })
        .collect()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Document<'_>> {
        let documents = self.view.tree().documents();
        documents.enumerate().map(|(at, document)| Document {
            view: &self.view,
            root: document.root().dereferenced().id(),
            path: &self.path,
            number: at + 1,
        })
    }
}

impl Document<'_> {
    /// The text of the document.
    pub(super) fn text(&self) -> String {
        text_of(self.view, self.root)
    }

    /// The name in messages: `Deployment shop in app.yml`, or the number.
    pub(super) fn name(&self) -> String {
        let text = |id: NodeId, name: &str| {
            let value = self.view.get(id, name)?;
            Some(self.view.node(value).text().to_owned()).filter(|text| !text.is_empty())
        };
        let path = self.path;
        let is_map = self.view.node(self.root).is_map();
        let kind = is_map.then(|| text(self.root, "kind")).flatten();
        let metadata = is_map.then(|| self.view.get(self.root, "metadata")).flatten();
        let named = metadata
            .filter(|&metadata| self.view.node(metadata).is_map())
            .and_then(|metadata| text(metadata, "name"));
        match (kind, named) {
            (Some(kind), Some(name)) => format!("{kind} {name} in {path}"),
            (Some(kind), None) => format!("{kind} in {path}"),
            _ => format!("document {} of {path}", self.number),
        }
    }
}
