//! Selects the schema to import: the whole of a JSON Schema, a component of an `OpenAPI` document, or one version of
//! a custom resource definition.

mod crd;
mod keywords;

use yardstick_diagnostics::{Diagnostic, codes, spelling};
use yardstick_yaml::{
    NodeId, NodeRef,
    json::{Type, View},
};

use crate::references;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A JSON Schema of any draft.
    JsonSchema,
    /// An `OpenAPI` document, 2.0 to 3.1.
    OpenApi,
    /// A custom resource definition of Kubernetes.
    Crd,
}

impl Format {
    /// The names of the formats on the command line.
    pub const NAMES: [&str; 3] = ["json-schema", "openapi", "crd"];

    /// Returns the format called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "json-schema" => Format::JsonSchema,
            "openapi" => Format::OpenApi,
            "crd" => Format::Crd,
            _ => return None,
        })
    }
}

/// How to read the schemas of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Manner {
    /// Whether the file was exported from a schema by example. Then all keys are always present, and lengths are in
    /// bytes.
    pub(crate) own: bool,
    /// Whether objects allow no undeclared keys by default.
    pub(crate) closed: bool,
}

/// The schema to import.
pub(crate) struct Selected {
    pub(crate) node: NodeId,
    pub(crate) manner: Manner,
    /// Which one it is, if there were several.
    pub(crate) choice: Option<crd::Choice>,
}

/// Selects the schema: its node, and how to read it.
pub(crate) fn select(
    view: &View,
    format: Option<Format>,
    name: Option<&str>,
) -> Result<Selected, Box<Diagnostic>> {
    let roots = documents(view);
    let source = view.tree().source().name();
    let empty = || unusable(format!("{source} is empty: there is no schema in it"));
    let first = *roots.first().ok_or_else(empty)?;
    let definitions: Vec<NodeId> =
        roots.iter().copied().filter(|&root| crd::is_definition(view, root)).collect();
    let format = format
        .unwrap_or_else(|| if definitions.is_empty() { guess(view, first) } else { Format::Crd });
    if let Format::Crd = format {
        let definitions = if definitions.is_empty() { vec![first] } else { definitions };
        let (node, choice) = crd::choose(view, &definitions, name)?;
        return Ok(Selected { node, manner: Manner { own: false, closed: true }, choice });
    }
    let is_schema = match view.type_of(view.node(first).id()) {
        Type::Object => true,
        Type::True | Type::False => format == Format::JsonSchema,
        _ => false,
    };
    if !is_schema {
        let found = view.type_of(view.node(first).id()).with_article();
        return Err(at(view, first, format!("expected a schema, found {found}")));
    }
    let manner = Manner { own: format == Format::OpenApi && is_export(view, first), closed: false };
    let node = match (name, format) {
        (Some(name), _) if name.starts_with('#') => references::follow(view, first, &name[1..])
            .ok_or_else(|| {
                let problem = at(view, first, format!("there is nothing at {name}"));
                Box::new(problem.notes(references::near(view, first, &name[1..])))
            })?,
        (name, Format::OpenApi) => component(view, first, name)?,
        (name, _) => json_schema(view, first, name)?,
    };
    if format == Format::JsonSchema && !keywords::has_any(view, node) {
        let problem = at(view, node, "this is not a schema: it has no JSON Schema keyword".into());
        let remedy = "`yardstick schema infer` makes a schema from sample values";
        return Err(Box::new(problem.note(remedy)));
    }
    Ok(Selected { node, manner, choice: None })
}

/// Returns the format of a file, if it is a schema.
pub(crate) fn detect(view: &View) -> Option<Format> {
    let roots = documents(view);
    if roots.iter().any(|&root| crd::is_definition(view, root)) {
        return Some(Format::Crd);
    }
    let first = *roots.first()?;
    let format = guess(view, first);
    let is_object = view.type_of(view.node(first).id()) == Type::Object;
    let is_schema = format == Format::OpenApi || keywords::has_any(view, first);
    (is_object && is_schema).then_some(format)
}

/// Whether the first document declares that it is a JSON Schema, or describes an object like one.
pub(crate) fn is_json_schema(view: &View) -> bool {
    let Some(root) = view.tree().documents().next().map(|document| document.root().id()) else {
        return false;
    };
    let describes = |properties: NodeId| {
        let properties = view.node(properties);
        properties.is_map()
            && !properties.is_empty()
            && properties.entries().all(|entry| {
                let type_ = view.type_of(entry.value.dereferenced().id());
                matches!(type_, Type::Object | Type::True | Type::False)
            })
    };
    text(view, root, "$schema").is_some_and(|url| url.contains("json-schema.org"))
        || text(view, root, "type") == Some("object")
            && member(view, root, "properties").is_some_and(describes)
}

/// Returns the names of all custom resources that the file defines, each with its storage version.
pub(crate) fn resources(view: &View) -> Vec<String> {
    let roots = documents(view).into_iter();
    roots.filter(|&root| crd::is_definition(view, root)).map(|root| crd::name(view, root)).collect()
}

/// Returns the documents of a file. A Kubernetes list contains several.
fn documents(view: &View) -> Vec<NodeId> {
    let roots = view.tree().documents().map(|document| document.root().id());
    roots
        .flat_map(|root| {
            let items = match text(view, root, "kind") {
                Some("List" | "CustomResourceDefinitionList") => member(view, root, "items"),
                _ => None,
            };
            match items {
                Some(items) => view.node(items).items().map(NodeRef::id).collect(),
                None => vec![root],
            }
        })
        .collect()
}

fn unusable(message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::UNUSABLE_SCHEMA, message))
}

fn at(view: &View, id: NodeId, message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::UNUSABLE_SCHEMA, message).at(view.written(id).content_span()))
}

/// Returns the member `name` of an object.
fn member(view: &View, id: NodeId, name: &str) -> Option<NodeId> {
    let id = view.node(id).id();
    (view.type_of(id) == Type::Object).then(|| view.get(id, name))?
}

fn text<'v>(view: &'v View, id: NodeId, name: &str) -> Option<&'v str> {
    let value = view.node(member(view, id, name)?);
    (view.type_of(value.id()) == Type::String).then(|| value.text())
}

fn guess(view: &View, root: NodeId) -> Format {
    if ["openapi", "swagger"].iter().any(|name| member(view, root, name).is_some()) {
        Format::OpenApi
    } else {
        Format::JsonSchema
    }
}

/// Whether the document was exported from a schema by example.
fn is_export(view: &View, root: NodeId) -> bool {
    let info = member(view, root, "info");
    info.and_then(|info| text(view, info, "title"))
        == Some("Schema for data values, generated by ytt")
}

fn json_schema(view: &View, root: NodeId, name: Option<&str>) -> Result<NodeId, Box<Diagnostic>> {
    let Some(name) = name else { return Ok(root) };
    let definitions: Vec<NodeId> =
        ["$defs", "definitions"].iter().filter_map(|key| member(view, root, key)).collect();
    named(view, root, &definitions, name)
}

/// Selects one of the schemas below `components`: the named one, or the only one.
fn component(view: &View, root: NodeId, name: Option<&str>) -> Result<NodeId, Box<Diagnostic>> {
    let schemas = member(view, root, "components")
        .and_then(|components| member(view, components, "schemas"))
        .or_else(|| member(view, root, "definitions"))
        .filter(|&schemas| view.node(schemas).is_map())
        .ok_or_else(|| {
            at(
                view,
                root,
                "there are no schemas: neither components.schemas nor definitions".into(),
            )
        })?;
    if let Some(name) = name {
        return named(view, schemas, &[schemas], name);
    }
    if let Some(values) = member(view, schemas, "dataValues") {
        return Ok(values);
    }
    let mut members = view.members(schemas);
    match (members.next(), members.next()) {
        (Some(only), None) => Ok(only.value),
        (None, _) => Err(at(view, schemas, "there are no schemas".into())),
        _ => {
            let problem = at(view, schemas, "there are several schemas: choose one".into());
            Err(Box::new(problem.note(format!("--type NAME, one of {}", names(view, &[schemas])))))
        }
    }
}

/// Returns the member `name` of one of `holders`. The error suggests the most similar name.
fn named(
    view: &View,
    place: NodeId,
    holders: &[NodeId],
    name: &str,
) -> Result<NodeId, Box<Diagnostic>> {
    if let Some(found) = holders.iter().find_map(|&holder| member(view, holder, name)) {
        return Ok(found);
    }
    let mut problem = *at(view, place, format!("there is no schema called {name}"));
    let all = holders.iter().flat_map(|&holder| view.members(holder));
    let known: Vec<&str> = all.map(|member| view.name(member.key)).collect();
    if let Some(hint) = spelling::hint(name, known.iter().copied()) {
        problem = problem.note(hint);
    } else if !known.is_empty() {
        problem = problem.note(format!("there are {}", names(view, holders)));
    }
    Err(Box::new(problem))
}

/// Lists the first few names of members.
fn names(view: &View, holders: &[NodeId]) -> String {
    const SHOWN: usize = 20;
    let mut all = holders.iter().flat_map(|&holder| view.members(holder));
    let mut names: Vec<&str> =
        all.by_ref().take(SHOWN).map(|member| view.name(member.key)).collect();
    if all.next().is_some() {
        names.push("...");
    }
    names.join(", ")
}
