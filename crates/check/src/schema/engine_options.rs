//! How the engine is set up: formats, keywords of our own, where references lead.

use std::sync::Arc;

use jsonschema::{Draft, PatternOptions, Retrieve, ValidationOptions};
use serde_json::json;
use url::Url;

use super::{
    Options, SchemaStore,
    rewrite::Rewrite,
    store::{Retriever, Used},
};
use crate::{
    engine::Yaml,
    rules::{
        exact::{EXACT, Exact},
        going_back::{GOING_BACK, GoingBack},
        lost::{LOST, Lost},
        number_format::{NUMBER_FORMAT, NumberFormat},
        property_names::{CompileAt, TYPED_NAMES, TypedNames},
    },
};

/// Steps a backtracking regular expression may take on one string.
const BACKTRACK_LIMIT: usize = 1_000_000;

/// Compiles subschemas on their own, given by URL or by JSON pointer in the schema at `base`.
pub(super) fn compile_at(
    store: Arc<SchemaStore>,
    rewrite: Rewrite,
    used: Used,
    how: Options,
    base: String,
    draft: Draft,
) -> CompileAt {
    Arc::new(move |target| {
        let inner =
            compile_at(Arc::clone(&store), rewrite, Arc::clone(&used), how, base.clone(), draft);
        let url = if target.is_empty() || target.starts_with('/') {
            let mut url = Url::parse(&base).ok()?;
            url.set_fragment(Some(target));
            url
        } else {
            Url::parse(target).ok()?
        };
        let contents = json!({ "$ref": url.as_str() });
        let options = options(&store, rewrite, &used, how, "yardstick:///part", &inner);
        options.with_draft(draft).build(&contents).ok()
    })
}

/// The options for a schema at `base`.
pub(super) fn options<'i>(
    store: &Arc<SchemaStore>,
    rewrite: Rewrite,
    used: &Used,
    options: Options,
    base: &str,
    compile_at: &CompileAt,
) -> ValidationOptions<'i, Arc<dyn Retrieve>, Yaml> {
    let compile_at = Arc::clone(compile_at);
    let mut out = jsonschema::options_for::<Yaml>()
        .with_base_uri(base)
        .with_retriever(Retriever { store: Arc::clone(store), rewrite, used: Arc::clone(used) })
        .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACK_LIMIT))
        .with_keyword(TYPED_NAMES, move |_, _, location| {
            Ok(Box::new(TypedNames::new(location.as_str().to_owned(), Arc::clone(&compile_at))))
        });
    out = out.with_keyword(EXACT, |_, value, _| Ok(Box::new(Exact::new(value))));
    out = out.with_keyword(GOING_BACK, |_, value, _| Ok(Box::new(GoingBack::new(value))));
    out = out.with_keyword(LOST, |_, url, _| Ok(Box::new(Lost::new(url))));
    if options.formats {
        out = out.with_format("byte", is_base64).with_keyword(NUMBER_FORMAT, |_, name, _| {
            let format = name.as_str().and_then(NumberFormat::from_name);
            Ok(Box::new(format.unwrap_or(NumberFormat::Float)))
        });
    }
    out.should_validate_formats(options.formats)
}

/// Whether `text` is base64 with padding, as `OpenAPI`'s `byte` wants it.
fn is_base64(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    text.len().is_multiple_of(4)
        && text.len() - body.len() <= 2
        && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/')
}
