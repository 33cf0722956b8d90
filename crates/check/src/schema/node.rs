//! Schemas as nodes of their files, for walking a schema and a document in parallel.

use std::sync::Arc;

use serde_json::Value as Json;
use yardstick_yaml::NodeId;

use super::{Schema, SchemaFile, references::Place, rewrite::literal};

/// A value in a schema file.
#[derive(Clone, Debug)]
pub(crate) struct SchemaNode {
    file: Arc<SchemaFile>,
    place: Place,
}

impl SchemaNode {
    /// Returns the member called `name`.
    pub(crate) fn get(&self, name: &str) -> Option<Self> {
        let view = &self.file.view;
        let id =
            view.node(self.place.1).is_map().then(|| view.get(self.place.1, name)).flatten()?;
        Some(self.at(id))
    }

    /// Returns all members.
    pub(crate) fn members(&self) -> Vec<(String, Self)> {
        let view = &self.file.view;
        if !view.node(self.place.1).is_map() {
            return Vec::new();
        }
        let members = view.members(self.place.1);
        members.map(|one| (view.name(one.key).to_owned(), self.at(one.value))).collect()
    }

    /// Whether `other` is the same place.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.place == other.place
    }

    /// Its value.
    pub(crate) fn literal(&self) -> Json {
        literal(&self.file.view, self.place.1)
    }

    fn at(&self, id: NodeId) -> Self {
        let id = self.file.view.node(id).id();
        Self { file: Arc::clone(&self.file), place: (self.place.0, id) }
    }
}

impl Schema {
    /// Returns the root node of the schema.
    pub(crate) fn root_node(&self) -> Option<SchemaNode> {
        let url = url::Url::parse(&self.location()).ok()?;
        let place = self.atlas.resolve_url(&url)?;
        Some(SchemaNode { file: Arc::clone(&self.atlas.files[place.0]), place })
    }

    /// Returns `schemas` and all schemas that they always apply to the same value, through references and `allOf`.
    pub(crate) fn applied(&self, schemas: &[SchemaNode]) -> Vec<SchemaNode> {
        let mut found: Vec<SchemaNode> = Vec::new();
        let mut open: Vec<SchemaNode> = schemas.iter().rev().cloned().collect();
        while let Some(schema) = open.pop() {
            if found.iter().any(|known| known.place == schema.place) {
                continue;
            }
            if let Some(all) = schema.get("allOf") {
                let items = all.file.view.node(all.place.1).items();
                let items: Vec<SchemaNode> = items.map(|item| all.at(item.id())).collect();
                open.extend(items.into_iter().rev());
            }
            let reference = self.atlas.reference_at(schema.place);
            if let Some(place) = reference.and_then(|reference| self.atlas.resolve(reference)) {
                open.push(SchemaNode { file: Arc::clone(&self.atlas.files[place.0]), place });
            }
            found.push(schema);
        }
        found
    }
}
