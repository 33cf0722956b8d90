//! Configures the engine: formats, our own keywords, and how references are resolved.

use std::sync::Arc;

use jsonschema::{Draft, PatternOptions, Retrieve, ValidationOptions};
use serde_json::json;
use url::Url;
use yardstick_diagnostics::limits;

use super::{
    Options, SchemaStore,
    rewrite::Rewrite,
    store::{Retriever, Used},
};
use crate::{
    engine::Yaml,
    rules::{
        backtracking::{self, BACKTRACKING},
        exact::{EXACT, Exact},
        formats::FORMATS,
        lost::{LOST, Lost},
        number_format::{NUMBER_FORMAT, NumberFormat},
        property_names::{CompileAt, TYPED_NAMES, TypedNames},
        unique_properties::{UNIQUE_PROPERTIES, UniqueProperties},
    },
};

/// The maximum number of steps that a backtracking regular expression may take on one string.
const BACKTRACK_LIMIT: usize = 1_000_000;

/// Returns a function that compiles subschemas, given by URL or by JSON pointer in the schema at `base`.
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

/// Returns the engine options for a schema at `base`.
pub(super) fn options<'i>(
    store: &Arc<SchemaStore>,
    rewrite: Rewrite,
    used: &Used,
    options: Options,
    base: &str,
    compile_at: &CompileAt,
) -> ValidationOptions<'i, Arc<dyn Retrieve>, Yaml> {
    let compile_at = Arc::clone(compile_at);
    let patterns = PatternOptions::fancy_regex()
        .backtrack_limit(BACKTRACK_LIMIT)
        .size_limit(limits::PATTERN_BYTES);
    let mut out = jsonschema::options_for::<Yaml>()
        .with_base_uri(base)
        .with_retriever(Retriever { store: Arc::clone(store), rewrite, used: Arc::clone(used) })
        .with_pattern_options(patterns)
        .with_keyword(TYPED_NAMES, move |_, _, location| {
            Ok(Box::new(TypedNames::new(location.as_str().to_owned(), Arc::clone(&compile_at))))
        });
    out = out.with_keyword(EXACT, |_, value, _| Ok(Box::new(Exact::new(value))));
    out = out.with_keyword(BACKTRACKING, |_, value, _| Ok(backtracking::keyword(value)));
    out = out.with_keyword(LOST, |_, url, _| Ok(Box::new(Lost::new(url))));
    out = out
        .with_keyword(UNIQUE_PROPERTIES, |_, names, _| Ok(Box::new(UniqueProperties::new(names))));
    if options.formats {
        for &(name, check) in FORMATS {
            out = out.with_format(name, check);
        }
        out = out.with_keyword(NUMBER_FORMAT, |_, name, _| {
            let format = name.as_str().and_then(NumberFormat::from_name);
            Ok(Box::new(format.unwrap_or(NumberFormat::Float)))
        });
    }
    out.should_validate_formats(options.formats)
}
