//! Kubernetes resources: the schema follows from `apiVersion` and `kind`.
//!
//! Schemas come from several places: files named after the resource, in the layouts people have, and custom
//! resource definitions as they are. Nothing is read before a resource asks for it.

mod definitions;
mod names;

use std::sync::OnceLock;

use yardstick_diagnostics::{Diagnostic, Span, codes, spelling};
use yardstick_world::paths;
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

use self::{definitions::Definition, names::Template};
use crate::schema::SchemaStore;

/// Where schemas of resources are, in the order they are asked.
#[derive(Debug, Default)]
pub struct Kubernetes {
    places: Vec<Place>,
    /// The version that templates name: `v1.30.0`, or `master`.
    version: String,
}

#[derive(Debug)]
struct Place {
    location: String,
    kind: OnceLock<Kind>,
}

impl Place {
    /// The definitions that were read from it.
    fn definitions(&self) -> &[Definition] {
        match self.kind.get() {
            Some(Kind::Names(_, found)) => found.get().map_or(&[], Vec::as_slice),
            Some(Kind::Definitions(definitions)) => definitions,
            None => &[],
        }
    }
}

/// Whether the file at `path` holds definitions of resources rather than being a schema.
pub(crate) fn holds_definitions(path: &str, store: &SchemaStore) -> bool {
    let marks = ["CustomResourceDefinition"];
    store.mentions(path, &marks) && !definitions::in_file(path, store).is_empty()
}

/// What a location turns out to be.
#[derive(Debug)]
enum Kind {
    /// Paths by name, with definitions that are next to them, looked for when names do not help.
    Names(Vec<Template>, OnceLock<Vec<Definition>>),
    /// The definitions of one file.
    Definitions(Vec<Definition>),
}

/// A resource, as its document says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resource {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) name: String,
}

impl Resource {
    /// What the value `id` says it is.
    pub(crate) fn of(view: &View, id: NodeId) -> Option<Self> {
        // A file without documents has no nodes.
        if view.tree().node_count() == 0 {
            return None;
        }
        let root = view.node(id);
        let text = |map: NodeId, name: &str| {
            let value = view.node(map).is_map().then(|| view.get(map, name)).flatten()?;
            (view.type_of(value) == Type::String).then(|| view.node(value).text().to_owned())
        };
        let api_version = text(root.id(), "apiVersion")?;
        let kind = text(root.id(), "kind")?;
        let metadata = root.is_map().then(|| view.get(root.id(), "metadata")).flatten();
        let metadata = metadata.map(|id| view.node(id).id());
        let name = metadata.and_then(|id| text(id, "name").or_else(|| text(id, "generateName")));
        Some(Self { api_version, kind, name: name.unwrap_or_default() })
    }

    /// Whether it is only a list of others.
    pub(crate) fn is_list(&self) -> bool {
        self.api_version == "v1" && self.kind == "List"
    }

    /// How messages name it: `Deployment apps/v1 'web'`.
    pub(crate) fn shown(&self) -> String {
        let Self { api_version, kind, name } = self;
        if name.is_empty() {
            format!("{kind} {api_version}")
        } else {
            format!("{kind} {api_version} '{name}'")
        }
    }
}

/// What is wrong with the map at `root`, which is no resource: it lacks the names that tell its schema.
pub(super) fn not_a_resource(view: &View, root: NodeId, document: usize) -> Option<Diagnostic> {
    if view.tree().node_count() == 0 || !view.node(root).is_map() {
        return None;
    }
    let root = view.node(root).id();
    let is_text = |id: NodeId| view.type_of(id) == Type::String;
    let lacking = ["apiVersion", "kind"].into_iter();
    let lacking: Vec<&str> =
        lacking.filter(|name| !view.get(root, name).is_some_and(is_text)).collect();
    let near = lacking.iter().filter_map(|name| {
        let mut members = view.members(root);
        let is_near =
            |key: &str| key.eq_ignore_ascii_case(name) || spelling::nearest(key, [*name]).is_some();
        let member = members
            .find(|member| view.name(member.key) != *name && is_near(view.name(member.key)))?;
        let note = format!("write `{name}` instead of `{}`", view.name(member.key));
        Some((view.written(member.key).content_span(), note))
    });
    let near: Vec<(Span, String)> = near.collect();
    let start = view.node(root).content_span().start;
    let place = near.first().map_or_else(|| view.tree().span(start, start), |(span, _)| *span);
    let message = format!("No schema: document {document} has no {}", lacking.join(" and no "));
    let problem = Diagnostic::error(codes::NO_SCHEMA, message).at(place);
    Some(if near.is_empty() {
        problem.note("`apiVersion` and `kind` tell the schema of a document; skip documents without them: --missing-schema skip")
    } else {
        problem.notes(near.into_iter().map(|(_, note)| note))
    })
}

impl Kubernetes {
    /// Schemas at `locations`: directories, files, URLs, and templates as kubeconform has them.
    pub fn new(locations: &[String], version: Option<&str>) -> Self {
        let version = match version {
            None => "master".to_owned(),
            Some(version) if version == "master" || version.starts_with('v') => version.to_owned(),
            Some(version) => format!("v{version}"),
        };
        let place = |location: &String| Place { location: location.clone(), kind: OnceLock::new() };
        Self { places: locations.iter().map(place).collect(), version }
    }

    /// Whether `path` is in a directory of schemas: it is no document then. `here` is where both start.
    pub(super) fn holds(&self, path: &str, here: &str) -> bool {
        let path = paths::absolute(here, path);
        let is_above = |place: &Place| {
            let directory = place.location.split("{{").next().unwrap_or_default();
            !directory.contains("://") && !directory.is_empty() && {
                let directory = paths::absolute(here, directory);
                directory != here && paths::is_within(&path, &directory)
            }
        };
        self.places.iter().any(is_above)
    }

    /// What may be meant by a `resource` without a schema: another version of its kind, or a kind with nearly its name.
    /// Only definitions that were read are asked.
    pub(super) fn near(&self, resource: &Resource) -> Option<String> {
        let all: Vec<&Definition> = self.places.iter().flat_map(Place::definitions).collect();
        let kinds = || all.iter().map(|one| one.kind.as_str());
        let same = kinds().find(|kind| *kind == resource.kind);
        let kind = same.or_else(|| spelling::nearest(&resource.kind, kinds()))?;
        let of_kind = || all.iter().filter(|one| one.kind == kind);
        let near = of_kind().find(|one| one.api_version == resource.api_version);
        let near = near.or_else(|| of_kind().next())?;
        Some(format!("{} has {} {}", near.name, near.kind, near.api_version))
    }

    /// The schema of `resource`: (URL, name).
    pub(super) fn find(
        &self,
        store: &SchemaStore,
        resource: &Resource,
    ) -> Option<(String, String)> {
        self.places.iter().find_map(|place| {
            let kind = place.kind.get_or_init(|| Kind::of(&place.location, store));
            let templates = match kind {
                Kind::Names(templates, _) => templates.as_slice(),
                Kind::Definitions(_) => &[],
            };
            let mut paths = templates.iter().map(|one| one.expand(resource, &self.version));
            // A lone template may lead to the network, where asking is reading.
            let named = if templates.len() == 1 && templates[0].is_remote() {
                paths.next().filter(|path| store.load(&store.url_of(path, ""), Some(path)).is_ok())
            } else {
                paths.find(|path| store.exists(path))
            };
            let named = named.map(|path| (store.url_of(&path, ""), path));
            named.or_else(|| {
                let definitions = match kind {
                    Kind::Names(_, found) => {
                        found.get_or_init(|| definitions::in_directory(&place.location, store))
                    }
                    Kind::Definitions(definitions) => definitions,
                };
                definitions.iter().find_map(|one| one.schema_of(store, resource))
            })
        })
    }
}

impl Kind {
    fn of(location: &str, store: &SchemaStore) -> Self {
        if location.contains("{{") {
            return Kind::Names(vec![Template::new(location)], OnceLock::from(Vec::new()));
        }
        if store.is_directory(location) {
            return Kind::Names(names::layouts(location), OnceLock::new());
        }
        if location.contains("://") && location.ends_with('/') {
            return Kind::Names(vec![names::remote(location)], OnceLock::from(Vec::new()));
        }
        Kind::Definitions(definitions::in_file(location, store))
    }
}
