//! Selects a schema from custom resource definitions. A file may contain several, and each may have several versions.

use std::fmt::Write;

use yardstick_diagnostics::{Diagnostic, spelling};
use yardstick_yaml::{
    NodeId, NodeRef,
    json::{Type, View},
};

use super::{at, member, text};
use crate::losses::pointer;

/// Whether the document at `root` is a custom resource definition.
pub(super) fn is_definition(view: &View, root: NodeId) -> bool {
    text(view, root, "kind") == Some("CustomResourceDefinition")
        || version_alone(view, root).is_some()
}

/// Returns the schema of a document that contains only the `schema` part of a version, as our own exports write it.
/// The data values are the `spec` of the resource.
fn version_alone(view: &View, root: NodeId) -> Option<NodeId> {
    let schema = member(view, root, "openAPIV3Schema")?;
    let spec = member(view, schema, "properties").and_then(|keys| member(view, keys, "spec"));
    Some(spec.unwrap_or(schema))
}

/// Returns the full name of a definition: `widgets.example.com`.
pub(super) fn name(view: &View, root: NodeId) -> String {
    let own = member(view, root, "metadata").and_then(|metadata| text(view, metadata, "name"));
    own.map_or_else(|| pointer(view, root), str::to_owned)
}

/// A message about which schema was selected, and a hint on how to select another.
pub(crate) type Choice = (String, Option<String>);

/// Finds the schema that `name` refers to: a definition (`Widget`, `widgets`, `widgets.example.com`), a version, or
/// both (`Widget/v1`). If there are others, says which one was selected and how to choose another version.
pub(super) fn choose(
    view: &View,
    definitions: &[NodeId],
    wanted: Option<&str>,
) -> Result<(NodeId, Option<Choice>), Box<Diagnostic>> {
    let (definition, version) = match (definitions, wanted) {
        ([only], Some(wanted)) => match find(view, definitions, wanted) {
            Some(found) => found,
            None => (*only, Some(wanted)),
        },
        ([only], None) => (*only, None),
        ([first, ..], None) => return Err(several(view, *first, definitions)),
        (_, Some(wanted)) => {
            find(view, definitions, wanted).ok_or_else(|| unknown(view, definitions, wanted))?
        }
        ([], None) => return Err(super::unusable("the file defines no custom resource")),
    };
    let (schema, taken, others) = of_version(view, definition, version)?;
    let mut choice = None;
    if definitions.len() > 1 || !others.is_empty() {
        let mut text = format!("took {}", name(view, definition));
        if let Some(taken) = taken {
            let _ = write!(text, ", version {taken}");
        }
        if !others.is_empty() {
            let _ = write!(text, " (also there: {})", others.join(", "));
        }
        let other = others.first().filter(|_| version.is_none());
        let hint = other.map(|other| match definitions {
            [_] => format!("choose with --type {other}"),
            _ => format!("choose with --type {}/{other}", name(view, definition)),
        });
        choice = Some((text, hint));
    }
    Ok((schema, choice))
}

/// Finds the definition that `wanted` names, and the version after a slash.
fn find<'n>(
    view: &View,
    definitions: &[NodeId],
    wanted: &'n str,
) -> Option<(NodeId, Option<&'n str>)> {
    let (own, version) = match wanted.split_once('/') {
        Some((own, version)) => (own, Some(version)),
        None => (wanted, None),
    };
    let found =
        definitions.iter().find(|&&root| names(view, root).iter().any(|name| name == own))?;
    Some((*found, version))
}

/// Returns all names of a definition.
fn names(view: &View, root: NodeId) -> Vec<String> {
    let mut names = vec![name(view, root)];
    let own = member(view, root, "spec").and_then(|spec| member(view, spec, "names"));
    if let Some(own) = own {
        let keys = ["kind", "plural", "singular"];
        names.extend(keys.iter().filter_map(|key| text(view, own, key)).map(str::to_owned));
    }
    names
}

fn list(view: &View, definitions: &[NodeId]) -> String {
    let names: Vec<String> = definitions.iter().map(|&root| name(view, root)).collect();
    names.join(", ")
}

fn several(view: &View, place: NodeId, definitions: &[NodeId]) -> Box<Diagnostic> {
    let count = definitions.len();
    let problem = at(view, place, format!("the file defines {count} custom resources: choose one"));
    Box::new(
        problem
            .note(format!("--type NAME, one of {}", list(view, definitions)))
            .note("--all --output DIRECTORY imports all of them, each into a file of its own"),
    )
}

fn unknown(view: &View, definitions: &[NodeId], wanted: &str) -> Box<Diagnostic> {
    let place = definitions.first().copied().unwrap_or(NodeId(0));
    let problem = at(view, place, format!("the file does not define a custom resource {wanted}"));
    let known: Vec<String> = definitions.iter().flat_map(|&root| names(view, root)).collect();
    let note = spelling::hint(wanted, known.iter().map(String::as_str));
    Box::new(
        problem.note(note.unwrap_or_else(|| format!("it defines {}", list(view, definitions)))),
    )
}

/// A schema, its version, and the names of the other versions.
type OfVersion<'v> = (NodeId, Option<&'v str>, Vec<&'v str>);

/// Returns the schema of a version: the one that is named, or the storage version.
fn of_version<'v>(
    view: &'v View,
    root: NodeId,
    wanted: Option<&str>,
) -> Result<OfVersion<'v>, Box<Diagnostic>> {
    if let Some(schema) = version_alone(view, root) {
        return Ok((schema, None, Vec::new()));
    }
    let spec = member(view, root, "spec")
        .ok_or_else(|| at(view, root, "the definition has no spec".into()))?;
    let schema_of = |holder: NodeId, key: &str| {
        member(view, holder, key).and_then(|schema| member(view, schema, "openAPIV3Schema"))
    };
    let versions: Vec<NodeId> = member(view, spec, "versions")
        .map(|versions| view.node(versions).items().map(NodeRef::id).collect())
        .unwrap_or_default();
    let called = |version: NodeId| text(view, version, "name");
    let stored = |&&version: &&NodeId| {
        member(view, version, "storage").is_some_and(|value| view.type_of(value) == Type::True)
    };
    let chosen = match wanted {
        Some(wanted) => {
            let found = versions.iter().find(|&&version| called(version) == Some(wanted));
            Some(*found.ok_or_else(|| {
                let problem = at(view, spec, format!("there is no version {wanted}"));
                let known: Vec<&str> = versions.iter().filter_map(|&one| called(one)).collect();
                Box::new(problem.note(format!("the versions are {}", known.join(", "))))
            })?)
        }
        None => versions.iter().find(stored).or_else(|| versions.first()).copied(),
    };
    let schema = chosen
        .and_then(|version| schema_of(version, "schema"))
        // The form before apiextensions.k8s.io/v1: one schema for all versions.
        .or_else(|| schema_of(spec, "validation"))
        .ok_or_else(|| {
            let place = chosen.unwrap_or(spec);
            at(view, place, format!("there is no openAPIV3Schema in {}", pointer(view, place)))
        })?;
    let others = versions.iter().filter(|&&one| Some(one) != chosen);
    Ok((schema, chosen.and_then(called), others.filter_map(|&one| called(one)).collect()))
}
