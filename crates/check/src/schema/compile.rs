//! Compiles a schema file to a validator.

use std::sync::{Arc, Mutex, OnceLock};

use jsonschema::{Draft, Registry, Resource, ValidationError, Validator};
use rustc_hash::FxHashSet;
use serde_json::{Value as Json, json};
use url::Url;
use yardstick_diagnostics::{Diagnostic, Severity, codes};
use yardstick_yaml::{NodeId, json::Type};

use super::{
    Cycle, Dialect, Schema, SchemaFile, SchemaStore, cycles, described, draft3,
    engine_options::{compile_at, options},
    examples, later_words, patterns, problems,
    reached::{LeftOut, unreached},
    references::Atlas,
    review::{Review, Subject, review},
    rewrite::Rewrite,
    store::{Retriever, Used},
};
use crate::{
    engine::{STACK, Yaml, budget::SharedBudget},
    rules::property_names::CompileAt,
};

/// Options for compiling schemas.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The dialect of schemas that do not name one.
    pub dialect: Dialect,
    /// Whether `format` is checked.
    pub formats: bool,
    /// Whether to report everything that is probably a mistake, not only what makes a schema useless.
    pub lint: bool,
    /// Whether warnings count as errors. Unknown formats are allowed, so they remain warnings.
    pub strict: bool,
    /// Whether a null schema accepts null, as in `ys`, instead of being an error.
    pub null_schema: bool,
    /// Whether a broken reference to the network affects only the documents that reach it.
    pub defers: bool,
}

impl Default for Options {
    fn default() -> Self {
        let dialect = Dialect::default();
        Self {
            dialect,
            formats: true,
            lint: false,
            strict: false,
            null_schema: false,
            defers: true,
        }
    }
}

impl Schema {
    /// Compiles the schema at `url`. Errors point into the schema file.
    pub fn compile(
        store: &Arc<SchemaStore>,
        url: &str,
        name: &str,
        options: Options,
    ) -> Result<Schema, Vec<Diagnostic>> {
        let file = store.load(url, Some(name)).map_err(|problem| vec![*problem])?;
        let mut atlas = Atlas::new(vec![Arc::clone(&file)]);
        let own = Own { is_alone: atlas.is_alone(), is_static: !atlas.has_other_references };
        // Load the referenced files before the engine follows the references: the engine has no limits.
        add_referred(store, &mut atlas);
        let ways = cycles::find(&atlas);
        let patterns = || patterns::problem(&atlas);
        let patterns_of_meta_schema = || patterns::problem(&own_meta_schemas(store, &file));
        let problem = ways.problem(&atlas).or_else(patterns).or_else(patterns_of_meta_schema);
        if let Some(problem) = problem {
            return Err(vec![problem]);
        }
        let mut rewrite = Rewrite {
            counts_visits: ways.are_many(),
            // Translate patterns in any case: the engine must not see patterns that are too large for it.
            translates_patterns: true,
            // A meta-schema of the user's own may ask for annotations.
            keeps_notes: draft(file.root_text("$schema"), options.dialect).is_none(),
            ..store.rewrite()
        };
        loop {
            let part = Part::new(&file, &atlas, url)?;
            let is_large = file.view.tree().node_count() >= LARGE;
            let left_out = match part.root {
                Some(root) if is_large && !options.lint && part.fragment.is_none() => {
                    unreached(&atlas, root)
                }
                _ => LeftOut::default(),
            };
            let contents = contents(store, rewrite, &file, part.root, &left_out, options)?;
            let schema = Contents { rewrite, own, part, left_out: &left_out, json: &contents };
            let compiler = Compiler::new(store, &file, schema, options);
            let (validator, review) = compiler.build_and_review(&file);
            let problem = match validator {
                Ok(validator) if review.errors.is_empty() => {
                    let known = (atlas, ways.cycles);
                    return Ok(compiler.finish(file, known, name, validator, review.warnings));
                }
                Ok(_) => return Err(all_problems(review.errors, review.warnings)),
                Err(problem) => problem,
            };
            let used = Atlas::new(with_used(&file, &compiler.used));
            if options.defers
                && (store.give_up(used.references.iter()) || store.give_up_lists(&used))
            {
                continue;
            }
            if !rewrite.keeps_notes {
                // A reference may lead into an annotation. Say about the schema as it is written what is wrong.
                rewrite.keeps_notes = true;
                continue;
            }
            let (root, draft) = (compiler.part.root, compiler.draft);
            let mut errors = problems::explain(store, &file, root, draft, &used, &problem);
            errors.extend(review.errors);
            return Err(all_problems(errors, review.warnings));
        }
    }
}
/// Returns all problems without duplicates, errors first.
fn all_problems(errors: Vec<Diagnostic>, warnings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = Vec::new();
    for problem in errors.into_iter().chain(warnings) {
        let is_same = |known: &Diagnostic| {
            known.code == problem.code
                && known.span() == problem.span()
                && (known.message == problem.message || problem.code == codes::UNRESOLVED_REFERENCE)
        };
        if !all.iter().any(is_same) {
            all.push(problem);
        }
    }
    all
}

/// Returns the file and those it refers to, without duplicates, ordered by URL. Does not use all files of the store:
/// with many schemas to check, each would be compared with all others.
fn with_used(file: &Arc<SchemaFile>, used: &Used) -> Vec<Arc<SchemaFile>> {
    let mut files = vec![Arc::clone(file)];
    files.extend(used.lock().unwrap_or_else(std::sync::PoisonError::into_inner).iter().cloned());
    files.sort_by(|left, right| left.url.cmp(&right.url));
    files.dedup_by(|left, right| Arc::ptr_eq(left, right));
    files
}

/// Adds all files that the files of `atlas` refer to and that can be read. The engine reports those that cannot.
fn add_referred(store: &SchemaStore, atlas: &mut Atlas) {
    let mut seen = FxHashSet::default();
    loop {
        let mut missing = atlas.missing();
        missing.retain(|url| seen.insert(url.clone()) && !store.is_official(url));
        if missing.is_empty() {
            return;
        }
        for url in missing {
            match store.load(&url, None) {
                Ok(file) if !atlas.has(&file) => atlas.add(file),
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }
}

/// Returns the unofficial meta-schemas that `file` names. The engine compiles them, too.
fn own_meta_schemas(store: &SchemaStore, file: &SchemaFile) -> Atlas {
    let mut atlas = Atlas::new(Vec::new());
    let mut next = file.root_text("$schema").map(str::to_owned);
    while let Some(url) = next.filter(|url| !store.is_official(url.trim_end_matches('#'))) {
        next = match store.load(&url, None) {
            Ok(file) if !atlas.has(&file) => {
                let next = file.root_text("$schema").map(str::to_owned);
                atlas.add(file);
                next
            }
            _ => None,
        };
    }
    add_referred(store, &mut atlas);
    atlas
}

/// The part of a file that is the schema.
struct Part {
    /// The node of the part; `None` if the file is empty.
    root: Option<NodeId>,
    /// The fragment of the URL; `None` for the whole file.
    fragment: Option<String>,
}

impl Part {
    fn new(file: &SchemaFile, atlas: &Atlas, url: &str) -> Result<Self, Vec<Diagnostic>> {
        let fragment = url.split_once('#').map(|(_, fragment)| fragment);
        let Some(fragment) = fragment.filter(|fragment| !fragment.is_empty()) else {
            return Ok(Self { root: file.root(), fragment: None });
        };
        let url = Url::parse(&format!("{}#{fragment}", base_url(file))).ok();
        let place = url.and_then(|url| atlas.resolve_url(&url)).ok_or_else(|| {
            let text = format!("Cannot resolve the schema: nothing at '#{fragment}'");
            let near = file
                .root()
                .and_then(|root| problems::near_pointer(&file.view, root, fragment))
                .map(yardstick_diagnostics::spelling::did_you_mean);
            vec![
                Diagnostic::error(codes::UNRESOLVED_REFERENCE, text)
                    .at(file.view.tree().span(0, 0))
                    .notes(near),
            ]
        })?;
        Ok(Self { root: Some(place.1), fragment: Some(fragment.to_owned()) })
    }
}

/// Returns the schema at `root` in the form that the engine compiles. A file without a document accepts everything;
/// an explicit null is an error.
fn contents(
    store: &SchemaStore,
    rewrite: Rewrite,
    file: &SchemaFile,
    root: Option<NodeId>,
    left_out: &LeftOut,
    options: Options,
) -> Result<Json, Vec<Diagnostic>> {
    let view = &file.view;
    let Some(root) = root else { return Ok(json!({})) };
    if view.type_of(root) != Type::Null {
        return Ok(store.contents(file, root, left_out, rewrite));
    }
    if view.node(root).is_absent() {
        return Ok(json!({}));
    }
    if options.null_schema {
        return Ok(json!({ "type": "null" }));
    }
    let problem = Diagnostic::error(codes::INVALID_SCHEMA, "schema is null")
        .at(view.node(root).span())
        .note("the schema that accepts only null is `type: null`");
    Err(vec![problem])
}

type Built = Result<Validator<Yaml>, ValidationError<'static>>;

/// Whether `$schema` may occur below the root of `file`. Looking for the word takes a tenth of the time of a walk.
fn may_name_inner(file: &SchemaFile) -> bool {
    let bytes = file.view.tree().source().bytes();
    let own = usize::from(file.root_text("$schema").is_some());
    // Text in double quotes can have any letter as a number, and break anywhere.
    let escapes = ["\\u", "\\U", "\\x", "\\\n", "\\\r"];
    memchr::memmem::find_iter(bytes, "$schema").nth(own).is_some()
        || escapes.iter().any(|escape| memchr::memmem::find(bytes, escape.as_bytes()).is_some())
}

/// Whether `$schema` occurs anywhere in `value`.
fn names_a_meta_schema(value: &Json) -> bool {
    match value {
        Json::Object(members) => {
            members.iter().any(|(name, value)| name == "$schema" || names_a_meta_schema(value))
        }
        Json::Array(items) => items.iter().any(names_a_meta_schema),
        _ => false,
    }
}

/// Returns the file's `$id`, resolved against its URL, or the URL if there is no `$id`.
pub(super) fn base_url(file: &SchemaFile) -> String {
    let id = file.root_text("$id").or_else(|| file.root_text("id"));
    id.and_then(|id| Url::parse(&file.url).ok()?.join(id).ok()).map_or_else(
        || file.url.clone(),
        |mut url| {
            url.set_fragment(None);
            url.into()
        },
    )
}

/// Schemas with more nodes than this are reviewed in parallel with compiling, and only the parts that references
/// reach.
const LARGE: usize = 20_000;

/// The engine's base URL for a schema without a URL. For other schemas, the engine stores the URL of every keyword,
/// which costs a large schema a third of its time and memory. We derive these URLs from JSON pointers instead.
const NAMELESS: &str = "json-schema:///";

/// What the engine gets to compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    /// The schema itself. The engine checks it against the meta-schema.
    Itself,
    /// A reference to the schema. The engine does not check referenced schemas against the meta-schema. The review
    /// does that, in parallel with compiling.
    Reference,
    /// A reference to a part of the file. The other parts stay available for its references.
    ReferenceToPart,
}

/// Properties of the schema's own file, without the files it refers to.
#[derive(Clone, Copy)]
struct Own {
    /// Whether it has no identifiers and no references to other files.
    is_alone: bool,
    /// Whether all references are static: each one leads to a single place.
    is_static: bool,
}

/// The part of a file to compile, and how.
struct Contents<'a> {
    rewrite: Rewrite,
    own: Own,
    part: Part,
    left_out: &'a LeftOut,
    json: &'a Json,
}

struct Compiler<'a> {
    store: Arc<SchemaStore>,
    /// The rewrites to apply to the schema and those it refers to.
    rewrite: Rewrite,
    used: Used,
    options: Options,
    /// The base URL of the schema.
    base: String,
    part: Part,
    /// Definitions that are not in `contents`.
    left_out: &'a LeftOut,
    contents: &'a Json,
    /// The `$schema` of the file.
    schema_uri: Option<String>,
    /// The draft that `$schema` names, if it is an official one. The draft of the dialect if there is no `$schema`.
    draft: Option<Draft>,
    /// The draft that the engine uses: the same, or a later one; see [`later_words`].
    read_by: Option<Draft>,
    given: Given,
    /// Whether the schema can be compiled without its URL; see [`NAMELESS`].
    is_nameless: bool,
}

impl<'a> Compiler<'a> {
    fn new(
        store: &Arc<SchemaStore>,
        file: &SchemaFile,
        schema: Contents<'a>,
        options: Options,
    ) -> Self {
        let Contents { rewrite, own, part, left_out, json: contents } = schema;
        let schema_uri = file.root_text("$schema").map(str::to_owned);
        let draft = draft(schema_uri.as_deref(), options.dialect);
        // The engine checks parts with their own `$schema` again, which the review does not do. And the result of a
        // dynamic reference depends on where evaluation starts.
        let has_inner = |contents: &Json| {
            may_name_inner(file)
                && contents
                    .as_object()
                    .is_some_and(|members| members.values().any(names_a_meta_schema))
        };
        let given = if part.fragment.is_some() {
            Given::ReferenceToPart
        } else if contents.is_object() && draft.is_some() && own.is_static && !has_inner(contents) {
            Given::Reference
        } else {
            Given::Itself
        };
        Self {
            store: Arc::clone(store),
            rewrite: rewrite.for_file(file),
            used: Used::default(),
            options,
            base: base_url(file),
            part,
            left_out,
            contents,
            schema_uri,
            draft,
            read_by: later_words::draft_of(contents, draft),
            given,
            is_nameless: own.is_alone,
        }
    }

    /// Creates the compiled schema for `validator`.
    fn finish(
        &self,
        file: Arc<SchemaFile>,
        (mut atlas, mut cycles): (Atlas, Vec<Cycle>),
        name: &str,
        validator: Validator<Yaml>,
        mut warnings: Vec<Diagnostic>,
    ) -> Schema {
        // Compiling may have loaded more files.
        let loaded = with_used(&file, &self.used);
        if !loaded.iter().all(|file| atlas.has(file)) {
            atlas = Atlas::new(loaded);
            cycles = cycles::find(&atlas).cycles;
        }
        if self.store.has_lists() {
            warnings.extend(problems::lists(&atlas, Severity::Warning).into_iter().take(1));
        }
        let mut schema = Schema {
            name: name.to_owned(),
            cycles,
            warnings,
            lost: problems::lost(&self.store, &atlas),
            reached: Mutex::default(),
            store: Arc::clone(&self.store),
            validator,
            compile_at: self.compile_at(),
            parts: Mutex::default(),
            atlas,
            entry: if self.given == Given::Itself { "" } else { "/$ref" },
            shared_location: OnceLock::new(),
            patterns: OnceLock::new(),
            for_names: OnceLock::new(),
            declares_itself: described::is_described(self.contents, "$schema"),
            base: self.base.clone(),
            fragment: self.part.fragment.clone(),
            file,
        };
        if self.options.lint {
            self.warn_about_values(&mut schema);
        }
        schema
    }

    fn build_and_review(&self, file: &Arc<SchemaFile>) -> (Built, Review) {
        let review = || self.review(file);
        if file.view.tree().node_count() < LARGE {
            return (self.build(), review());
        }
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let thread = thread.spawn_scoped(scope, review);
            let built = self.build();
            // If no second thread could be started, use this one.
            let review = match thread.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok(review)) => review,
                _ => self.review(file),
            };
            (built, review)
        })
    }

    fn review(&self, file: &Arc<SchemaFile>) -> Review {
        let meta = self.draft.filter(|_| self.given != Given::Itself);
        let is_known = self.draft.is_some() || self.custom_meta_schemas().is_some();
        let (left_out, contents) = (self.left_out, self.contents);
        let subject = Subject { file, root: self.part.root, left_out, contents };
        review(&subject, meta, self.draft, is_known, self.options)
    }

    fn build(&self) -> Built {
        let compile_at = self.compile_at();
        let options = |base: &str| {
            options(&self.store, self.rewrite, &self.used, self.options, base, &compile_at)
        };
        let url = if self.is_nameless { NAMELESS } else { &self.base };
        match (self.given, self.read_by) {
            (Given::ReferenceToPart, _) => {
                let fragment = self.part.fragment.as_deref().unwrap_or_default();
                let entry = json!({ "$ref": format!("{}#{fragment}", self.base) });
                options("yardstick:///entry").with_draft(self.some_draft()).build(&entry)
            }
            (Given::Reference, Some(draft)) => {
                let registry = Registry::new()
                    .retriever(self.retriever(self.rewrite))
                    .draft(draft)
                    .add(url, self.contents)?
                    .prepare()?;
                let entry = json!({ "$ref": url });
                let options = options("json-schema:///entry").with_draft(draft);
                options.with_registry(&registry).build(&entry)
            }
            // A custom meta-schema decides which vocabularies apply.
            (_, None) => match self.custom_meta_schemas() {
                Some(registry) => options(url).with_registry(&registry).build(self.contents),
                None => options(url).with_draft(self.some_draft()).build(self.contents),
            },
            (Given::Itself, Some(draft)) => options(url).with_draft(draft).build(self.contents),
        }
    }

    /// Warns about defaults and examples that the schema itself rejects. All parts share one registry: reading the
    /// schema again for each would take quadratic time.
    fn warn_about_values(&self, schema: &mut Schema) {
        let (Some(root), None) = (self.part.root, &self.part.fragment) else { return };
        let given = examples::given(&schema.file.view, root);
        if given.is_empty() || !schema.cycles.is_empty() {
            return;
        }
        let registry = Registry::new()
            .retriever(self.retriever(self.rewrite))
            .draft(self.some_draft())
            .add(self.base.as_str(), self.contents)
            .and_then(jsonschema::RegistryBuilder::prepare);
        let (Ok(registry), Ok(mut url)) = (registry, Url::parse(&self.base)) else { return };
        let compile_at = self.compile_at();
        let (mut warnings, purse) = (Vec::new(), SharedBudget::default());
        for one in &given {
            url.set_fragment(Some(&one.pointer));
            let entry = json!({ "$ref": url.as_str() });
            let part = options(
                &self.store,
                self.rewrite,
                &self.used,
                self.options,
                "yardstick:///part",
                &compile_at,
            );
            let part = part.with_draft(self.some_draft()).with_registry(&registry);
            if let Ok(validator) = part.build(&entry) {
                examples::warn(schema, one, &validator, &purse, &mut warnings);
            }
        }
        if self.options.strict {
            for warning in &mut warnings {
                warning.severity = Severity::Error;
            }
        }
        schema.warnings.extend(warnings);
    }

    /// Returns the draft, or the default of the dialect if `$schema` names no known draft.
    fn some_draft(&self) -> Draft {
        self.read_by.unwrap_or_else(|| self.options.dialect.default_draft())
    }

    /// Returns the meta-schema that `$schema` names, and those it is built on.
    fn custom_meta_schemas(&self) -> Option<Registry<'static>> {
        // Translate its patterns, so that none is too large for the engine.
        let rewrite = Rewrite { translates_patterns: true, ..Rewrite::NONE };
        let mut registry = Registry::new().retriever(self.retriever(rewrite));
        let mut url = self.schema_uri.clone()?;
        // Chains of meta-schemas are short. The limit stops cycles.
        for _ in 0..8 {
            let file = self.store.load(&url, None).ok()?;
            let contents = rewrite.schema(&file.view, file.root()?);
            let next = contents.get("$schema").and_then(Json::as_str).map(str::to_owned);
            let draft = Draft::default().detect(&contents);
            let resource = Resource::from_contents(contents);
            registry = registry.add(url.trim_end_matches('#'), resource).ok()?;
            match next {
                Some(next) if draft == Draft::Unknown && next != url => url = next,
                _ => break,
            }
        }
        registry.prepare().ok()
    }

    fn compile_at(&self) -> CompileAt {
        let store = Arc::clone(&self.store);
        let used = Arc::clone(&self.used);
        compile_at(store, self.rewrite, used, self.options, self.base.clone(), self.some_draft())
    }

    fn retriever(&self, rewrite: Rewrite) -> Retriever {
        Retriever { store: Arc::clone(&self.store), rewrite, used: Arc::clone(&self.used) }
    }
}

/// Returns the draft that `schema_uri` names, if it is an official one. Without `schema_uri`, returns the default of
/// the dialect.
fn draft(schema_uri: Option<&str>, dialect: Dialect) -> Option<Draft> {
    if schema_uri.is_none() {
        return Some(dialect.default_draft());
    }
    if schema_uri.is_some_and(draft3::is_named) {
        // Draft 3 is rewritten as draft 4.
        return Some(Draft::Draft4);
    }
    let draft = Draft::default().detect(&json!({ "$schema": schema_uri }));
    (draft != Draft::Unknown).then_some(draft)
}
