//! Finds the schema of a Kubernetes resource by its `apiVersion` and `kind`.
//!
//! Schemas can come from files named after the resource, in several common layouts, or from custom resource
//! definitions. Nothing is read until a resource needs it.

mod definitions;
mod names;

use std::sync::OnceLock;

use yardstick_diagnostics::{Diagnostic, Span, codes, some_of, spelling};
use yardstick_world::paths;
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

use self::{definitions::Definition, names::Template};
use crate::schema::SchemaStore;

/// Locations of Kubernetes schemas, in the order in which they are searched.
#[derive(Debug, Default)]
pub struct Kubernetes {
    places: Vec<Place>,
    /// The Kubernetes version to fill into location templates: `v1.30.0`, or `master`.
    version: String,
}

#[derive(Debug)]
struct Place {
    location: String,
    kind: OnceLock<Kind>,
    /// The files below it, once they were listed for a hint.
    files: OnceLock<Vec<String>>,
}

impl Place {
    /// Returns the definitions read from this location so far.
    fn definitions(&self) -> &[Definition] {
        match self.kind.get() {
            Some(Kind::Names(_, found)) => found.get().map_or(&[], Vec::as_slice),
            Some(Kind::Definitions(definitions)) => definitions,
            None => &[],
        }
    }
}

/// Whether the file at `path` contains resource definitions rather than a single schema.
pub(crate) fn holds_definitions(path: &str, store: &SchemaStore) -> bool {
    let marks = ["CustomResourceDefinition"];
    store.mentions(path, &marks) && !definitions::in_file(path, store).is_empty()
}

/// The kind of a schema location.
#[derive(Debug)]
enum Kind {
    /// Path templates for files named after resources. If no file matches, the definitions in the same directory are
    /// read and searched.
    Names(Vec<Template>, OnceLock<Vec<Definition>>),
    /// The definitions in one file.
    Definitions(Vec<Definition>),
}

/// The identity of a resource, as its document states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resource {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) name: String,
}

impl Resource {
    /// Reads the identity of the resource at node `id`. Returns `None` if the value is not a resource.
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

    /// Whether this is a `List`, which only wraps other resources.
    pub(crate) fn is_list(&self) -> bool {
        self.api_version == "v1" && self.kind == "List"
    }

    /// Returns the name for messages: `Deployment apps/v1 'web'`.
    pub(crate) fn shown(&self) -> String {
        let Self { api_version, kind, name } = self;
        if name.is_empty() {
            format!("{kind} {api_version}")
        } else {
            format!("{kind} {api_version} '{name}'")
        }
    }
}

/// Returns the error for a map that is not a resource because it lacks `apiVersion` or `kind`, which decide its
/// schema. Returns `None` if `root` is not a map.
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
    // A number or a list is there, but is no name.
    if let Some((name, value)) =
        lacking.iter().find_map(|name| Some((*name, view.get(root, name)?)))
    {
        let found = view.type_of(view.node(value).id()).with_article();
        let message =
            format!("No schema: `{name}` of document {document} must be a string, but is {found}");
        return Some(
            Diagnostic::error(codes::NO_SCHEMA, message).at(view.written(value).content_span()),
        );
    }
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
    /// Creates the list of `locations`: directories, files, URLs, and path templates in the syntax of kubeconform.
    pub fn new(locations: &[String], version: Option<&str>) -> Self {
        let version = match version {
            None => "master".to_owned(),
            Some(version) if version == "master" || version.starts_with('v') => version.to_owned(),
            Some(version) => format!("v{version}"),
        };
        let place = |location: &String| Place {
            location: location.clone(),
            kind: OnceLock::new(),
            files: OnceLock::new(),
        };
        Self { places: locations.iter().map(place).collect(), version }
    }

    /// Whether `path` is inside a directory of schemas and so is not a document. Relative paths start from `here`.
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

    /// Suggests what was probably meant by a `resource` without a schema: another version of the kind, or a kind with
    /// a similar name. Only searches definitions that have been read.
    pub(super) fn near(&self, store: &SchemaStore, resource: &Resource) -> Option<String> {
        let all: Vec<&Definition> = self.places.iter().flat_map(Place::definitions).collect();
        if all.is_empty() {
            return self.near_file(store, resource);
        }
        let kinds = || all.iter().map(|one| one.kind.as_str());
        let same = kinds().find(|kind| *kind == resource.kind);
        let kind = same.or_else(|| spelling::nearest(&resource.kind, kinds()))?;
        let of_kind = || all.iter().filter(|one| one.kind == kind);
        let near = of_kind().find(|one| one.api_version == resource.api_version);
        let near = near.or_else(|| of_kind().next())?;
        Some(format!("{} has {} {}", near.name, near.kind, near.api_version))
    }

    /// Names files of the directories that are for this kind in another version.
    fn near_file(&self, store: &SchemaStore, resource: &Resource) -> Option<String> {
        let start = resource.kind.to_ascii_lowercase();
        let is_for_kind = |path: &String| {
            let name = paths::base(path).to_ascii_lowercase();
            name.strip_prefix(&start).is_some_and(|rest| rest.starts_with(['-', '_', '.']))
        };
        self.places.iter().find_map(|place| {
            let directory = store.is_directory(&place.location).then_some(&place.location)?;
            // Many resources may lack a schema, so list the directory once.
            let all = place.files.get_or_init(|| store.files_below(directory));
            let mut files: Vec<&String> = all.iter().filter(|path| is_for_kind(path)).collect();
            files.sort();
            (!files.is_empty())
                .then(|| format!("for {} there is {}", resource.kind, some_of(&files, 3)))
        })
    }

    /// Returns the schema of `resource` as (URL, name).
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
            // A single template may be a URL. Over the network, the only way to test whether a file exists is to load
            // it.
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
