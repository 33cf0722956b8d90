//! Warns about resources that occur twice in the output. Usually the second one is a patch in the style of kustomize
//! that lacks its `@overlay/match`.

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{Diagnostic, Place, Sources, Span, codes};
use yardstick_template::tree::{Document, Yaml};
use yardstick_yaml::NodeRef;

use super::{Project, RenderedContent, RenderedFile};

/// Output with more files than this is not searched.
const MANY_FILES: usize = 200;

/// The maximum number of warnings; further ones are only counted.
const MOST: usize = 3;

/// The identity of a resource. It includes the directory of the file, because each may be for another cluster.
#[derive(PartialEq, Eq, Hash)]
struct Resource {
    directory: String,
    version: String,
    kind: String,
    namespace: String,
    name: String,
}

/// A warning for each resource of `files` that another file already has.
pub(super) fn twins(project: &Project, files: &[RenderedFile]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    if files.len() < 2 || files.len() > MANY_FILES {
        return warnings;
    }
    let sources = &project.session.sources;
    let mut seen: FxHashMap<Resource, (usize, Span)> = FxHashMap::default();
    for (number, file) in files.iter().enumerate() {
        let path = project.file(file.file).path();
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        for (resource, span) in resources(&file.content, directory) {
            match seen.get(&resource) {
                Some((other, before)) if *other != number => {
                    warnings.push(twin(&resource, span, *before, sources));
                }
                Some(_) => {}
                None => {
                    seen.insert(resource, (number, span));
                }
            }
        }
    }
    let more = warnings.len().saturating_sub(MOST);
    warnings.truncate(MOST);
    if let Some(last) = warnings.last_mut()
        && more > 0
    {
        last.notes.push(format!("{more} more resources are in the output twice"));
    }
    warnings
}

fn resources(content: &RenderedContent, directory: &str) -> Vec<(Resource, Span)> {
    match content {
        RenderedContent::Plain(tree) => {
            let of = |root: NodeRef<'_>| {
                let text = |path: &[&str]| {
                    let node = path.iter().try_fold(root, |node, key| {
                        let mut entries = node.is_map().then(|| node.entries())?;
                        entries.find(|entry| entry.key.text() == *key).map(|entry| entry.value)
                    });
                    node.filter(|node| node.is_scalar()).map(|node| node.text().to_owned())
                };
                Some((resource(directory, text)?, root.content_span()))
            };
            tree.documents().filter_map(|document| of(document.root())).collect()
        }
        RenderedContent::Documents(documents) => {
            let of = |document: &Document| {
                let text = |path: &[&str]| {
                    let value = path.iter().try_fold(&document.value, |value, key| {
                        value.as_map()?.get(&Yaml::text(key)).map(|item| &item.value)
                    });
                    Some(value?.as_text()?.to_lossy().into_owned())
                };
                let position = document.value.as_map()?.items().first()?.position.span()?;
                Some((resource(directory, text)?, position))
            };
            documents.iter().filter_map(of).collect()
        }
        RenderedContent::Text(_) => Vec::new(),
    }
}

fn resource(directory: &str, text: impl Fn(&[&str]) -> Option<String>) -> Option<Resource> {
    Some(Resource {
        directory: directory.to_owned(),
        version: text(&["apiVersion"])?,
        kind: text(&["kind"])?,
        namespace: text(&["metadata", "namespace"]).unwrap_or_default(),
        name: text(&["metadata", "name"])?,
    })
}

fn twin(resource: &Resource, span: Span, before: Span, sources: &Sources) -> Diagnostic {
    let Resource { kind, name, .. } = resource;
    let place = Place::At(before).compact(sources);
    let message = format!("{kind} '{name}' is in the output twice");
    let (one, other) = (sources.get(before.file), sources.get(span.file));
    if (one.name(), one.path()) == (other.name(), other.path()) {
        return Diagnostic::warning(codes::RESOURCE_TWICE, message)
            .at(span)
            .note("the file is given twice: remove one of the flags");
    }
    Diagnostic::warning(codes::RESOURCE_TWICE, message)
        .at(span)
        .label(before, "the other one")
        .note(format!(
            "the other one is at {place}: to change it, load(\"@ytt:overlay\", \"overlay\") and write above this document `#@overlay/match by=overlay.subset({{\"kind\": \"{kind}\", \"metadata\": {{\"name\": \"{name}\"}}}})`"
        ))
}
