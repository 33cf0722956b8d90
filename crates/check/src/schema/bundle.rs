//! Bundles a schema and everything it refers to into one document.

use std::sync::Arc;

use jsonschema::ReferencingError;
use serde_json::Value as Json;
use yardstick_diagnostics::{Diagnostic, codes};

use super::{
    Schema, SchemaStore, compile,
    references::Atlas,
    rewrite::Rewrite,
    store::{Retriever, Used},
};

/// Returns the schema with all documents that it refers to embedded under `$defs`, by URL.
pub fn bundle(store: &Arc<SchemaStore>, schema: &Schema) -> Result<Json, Box<Diagnostic>> {
    // To bundle a part of a file, start from a reference to it.
    let base = if schema.is_part() {
        "yardstick:///bundle".to_owned()
    } else {
        compile::base_url(&schema.file)
    };
    let mut bundled = jsonschema::options()
        .with_base_uri(base.clone())
        .with_retriever(Retriever {
            store: Arc::clone(store),
            rewrite: Rewrite::NONE,
            used: Used::default(),
        })
        .bundle(&schema.to_json())
        .map_err(|error: ReferencingError| {
            Box::new(Diagnostic::error(
                codes::UNRESOLVED_REFERENCE,
                format!("Cannot resolve reference: {error}"),
            ))
        })?;
    complete(store, &base, &mut bundled)?;
    Ok(bundled)
}

/// Completes the embedded documents. The engine embeds only the part that a reference needs, under the name of the
/// whole document, where the reference then does not find it.
fn complete(store: &SchemaStore, base: &str, bundled: &mut Json) -> Result<(), Box<Diagnostic>> {
    let name = if bundled.get("$defs").is_some() { "$defs" } else { "definitions" };
    let Some(Json::Object(embedded)) = bundled.get_mut(name) else { return Ok(()) };
    let loaded = store.loaded();
    let is_file = |url: &&String| loaded.iter().any(|file| file.url == **url);
    let mut open: Vec<String> = embedded.keys().filter(is_file).cloned().collect();
    let mut done: Vec<String> = vec![base.to_owned()];
    while let Some(url) = open.pop() {
        if done.contains(&url) {
            continue;
        }
        done.push(url.clone());
        let file = store.load(&url, None)?;
        let Some(root) = file.root() else { continue };
        let mut whole = Rewrite::NONE.schema(&file.view, root);
        let Json::Object(members) = &mut whole else { continue };
        let known = embedded.get(&url).and_then(|part| part.get("$id")).cloned();
        match known {
            Some(id) => members.insert("$id".to_owned(), id),
            None if members.contains_key("$id") => None,
            None => members.insert("$id".to_owned(), url.as_str().into()),
        };
        embedded.insert(url, whole);
        let atlas = Atlas::new(vec![file]);
        for reference in atlas.references.iter().filter(|one| atlas.resolve(one).is_none()) {
            if let Ok(mut target) = reference.base.join(&reference.text) {
                target.set_fragment(None);
                let target = String::from(target);
                if !store.is_official(&target) && !embedded.contains_key(&target) {
                    open.push(target);
                }
            }
        }
    }
    Ok(())
}
