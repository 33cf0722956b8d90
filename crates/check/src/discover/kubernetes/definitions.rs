//! Resource schemas inside larger files: custom resource definitions, and the `OpenAPI` description of the Kubernetes
//! API.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

use super::Resource;
use crate::schema::{SchemaFile, SchemaStore, rewrite::literal};

/// The schema of one version of one kind of resource.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) api_version: String,
    pub(super) kind: String,
    file: Arc<SchemaFile>,
    /// The file's name in messages.
    pub(super) name: String,
    schema: Where,
}

#[derive(Debug)]
enum Where {
    /// The `openAPIV3Schema` of a custom resource definition.
    Custom(NodeId),
    /// A JSON pointer to a schema in the `OpenAPI` description.
    Pointer(String),
}

impl Definition {
    /// Returns the schema as (URL, name) if it is the schema of `resource`.
    pub(super) fn schema_of(
        &self,
        store: &SchemaStore,
        resource: &Resource,
    ) -> Option<(String, String)> {
        if resource.kind != self.kind || resource.api_version != self.api_version {
            return None;
        }
        let Self { api_version, kind, name, .. } = self;
        match &self.schema {
            Where::Pointer(pointer) => {
                Some((format!("{}#{pointer}", self.file.url), format!("{name}#{pointer}")))
            }
            Where::Custom(node) => {
                let url = format!("yardstick:///crd/{api_version}/{kind}?{}", self.file.url);
                let name = format!("{name} ({kind} {api_version})");
                let mut schema = literal(&self.file.view, *node);
                close(&mut schema, true);
                store.provide(&url, &name, &schema).ok()?;
                Some((url, name))
            }
        }
    }
}

/// Converts the schema of a custom resource to JSON Schema in place. Translates the keywords that `OpenAPI` 3.0 and
/// Kubernetes add, and forbids undeclared fields, as the API server does with strict field validation.
fn close(schema: &mut Json, is_root: bool) {
    let Json::Object(members) = schema else { return };
    for value in members.values_mut() {
        close_below(value);
    }
    let is_on = |members: &Map<String, Json>, name: &str| members.get(name) == Some(&json!(true));
    let keeps_unknown = is_on(members, "x-kubernetes-preserve-unknown-fields");
    if is_on(members, "x-kubernetes-int-or-string") {
        members.insert("type".to_owned(), json!(["integer", "string"]));
    }
    for (bound, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
        match members.get(exclusive) {
            Some(Json::Bool(true)) => {
                if let Some(limit) = members.shift_remove(bound) {
                    members.insert(exclusive.to_owned(), limit);
                }
            }
            Some(Json::Bool(false)) => {
                members.shift_remove(exclusive);
            }
            _ => {}
        }
    }
    if is_on(members, "nullable") {
        if let Some(Json::Array(values)) = members.get_mut("enum") {
            values.push(Json::Null);
        }
        if let Some(kind) = members.get_mut("type") {
            let mut kinds = match kind.take() {
                Json::Array(kinds) => kinds,
                one => vec![one],
            };
            kinds.push(json!("null"));
            *kind = Json::Array(kinds);
        }
    }
    let is_embedded = is_on(members, "x-kubernetes-embedded-resource");
    if let Some(Json::Object(properties)) = members.get_mut("properties") {
        if is_root || is_embedded {
            for (name, schema) in [
                ("apiVersion", json!({ "type": "string" })),
                ("kind", json!({ "type": "string" })),
                ("metadata", json!({ "type": "object" })),
            ] {
                properties.entry(name.to_owned()).or_insert(schema);
            }
        }
        if !keeps_unknown && !members.contains_key("additionalProperties") {
            members.insert("additionalProperties".to_owned(), json!(false));
        }
    }
}

/// Converts the schemas inside the value of a keyword. Skips branches of unions: they only add to the fields declared
/// around them, so they must not forbid others.
fn close_below(value: &mut Json) {
    match value {
        Json::Object(members)
            if members.contains_key("type") || members.contains_key("properties") =>
        {
            close(value, false);
        }
        Json::Object(members) => {
            let is_table = members.values().all(|member| member.is_object() || member.is_boolean());
            if is_table {
                members.values_mut().for_each(|member| close(member, false));
            }
        }
        _ => {}
    }
}

/// Returns the definitions in all YAML files below `directory`. Ignores files that cannot be read.
pub(super) fn in_directory(directory: &str, store: &SchemaStore) -> Vec<Definition> {
    let files = store.files_below(directory);
    let is_yaml = |path: &&String| {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        ["yaml", "yml"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    };
    files.iter().filter(is_yaml).flat_map(|path| in_file(path, store)).collect()
}

/// Returns the definitions in the file at `path`.
pub(super) fn in_file(path: &str, store: &SchemaStore) -> Vec<Definition> {
    let marks = ["CustomResourceDefinition", "x-kubernetes-group-version-kind"];
    if !path.contains("://") && !store.mentions(path, &marks) {
        return Vec::new();
    }
    let Ok(file) = store.load(&store.url_of(path, ""), Some(path)) else { return Vec::new() };
    let mut found = Vec::new();
    let roots: Vec<NodeId> =
        file.view.tree().documents().map(|document| document.root().dereferenced().id()).collect();
    for root in roots {
        custom(&file, root, path, &mut found);
    }
    if let Some(root) = file.root() {
        described(&file, root, path, &mut found);
    }
    found
}

fn get(view: &View, map: NodeId, key: &str) -> Option<NodeId> {
    let map = view.node(map);
    map.is_map().then(|| view.get(map.id(), key)).flatten().map(|id| view.node(id).id())
}

fn text(view: &View, map: NodeId, key: &str) -> Option<String> {
    let value = get(view, map, key)?;
    (view.type_of(value) == Type::String).then(|| view.node(value).text().to_owned())
}

/// Collects custom resource definitions: the value `root`, or the items of a list.
fn custom(file: &Arc<SchemaFile>, root: NodeId, name: &str, found: &mut Vec<Definition>) {
    let view = &file.view;
    match text(view, root, "kind").as_deref() {
        Some("List") => {
            let items = get(view, root, "items").map(|items| view.node(items));
            for item in items.iter().flat_map(|items| items.items()) {
                custom(file, item.dereferenced().id(), name, found);
            }
        }
        Some("CustomResourceDefinition") => {
            let Some(spec) = get(view, root, "spec") else { return };
            let kind = get(view, spec, "names").and_then(|names| text(view, names, "kind"));
            let (Some(group), Some(kind)) = (text(view, spec, "group"), kind) else { return };
            let versions = get(view, spec, "versions").map(|versions| view.node(versions));
            for version in versions.iter().flat_map(|versions| versions.items()) {
                let version = version.dereferenced().id();
                let schema = get(view, version, "schema")
                    .and_then(|schema| get(view, schema, "openAPIV3Schema"));
                let (Some(version), Some(schema)) = (text(view, version, "name"), schema) else {
                    continue;
                };
                found.push(Definition {
                    api_version: format!("{group}/{version}"),
                    kind: kind.clone(),
                    file: Arc::clone(file),
                    name: name.to_owned(),
                    schema: Where::Custom(schema),
                });
            }
        }
        _ => {}
    }
}

/// Collects the schemas of an `OpenAPI` description of the Kubernetes API. Each one states which resource it describes.
fn described(file: &Arc<SchemaFile>, root: NodeId, name: &str, found: &mut Vec<Definition>) {
    let view = &file.view;
    let components = || get(view, root, "components").and_then(|id| get(view, id, "schemas"));
    let (table, above) = match get(view, root, "definitions") {
        Some(table) => (table, "/definitions"),
        None => match components() {
            Some(table) => (table, "/components/schemas"),
            None => return,
        },
    };
    if view.type_of(table) != Type::Object {
        return;
    }
    for member in view.members(table) {
        let Some(kinds) = get(view, member.value, "x-kubernetes-group-version-kind") else {
            continue;
        };
        for kind in view.node(kinds).items() {
            let part = |key| text(view, kind.dereferenced().id(), key).unwrap_or_default();
            let (group, version) = (part("group"), part("version"));
            let api_version = if group.is_empty() { version } else { format!("{group}/{version}") };
            found.push(Definition {
                api_version,
                kind: part("kind"),
                file: Arc::clone(file),
                name: name.to_owned(),
                schema: Where::Pointer(format!("{above}/{}", view.name(member.key))),
            });
        }
    }
}
