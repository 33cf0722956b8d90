//! From a schema file to a validator.

use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::{Draft, PatternOptions, Registry, Resource, ValidationOptions, Validator};
use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use url::Url;
use yardstick_diagnostics::{Diagnostic, FileId, Severity, SourceFile, Span};
use yardstick_yaml::{
    NodeId,
    json::{LoadOptions, Type, View},
};

use super::{
    Cycle, Dialect, Library, SchemaFile, cycles, library::Retriever, lint, problems,
    references::Atlas, rewrite::Rewrite, suspicion,
};
use crate::{
    engine::{Value, Yaml},
    read,
    rules::{
        number_format::{NUMBER_FORMAT, NumberFormat},
        property_names::{CompileAt, TYPED_NAMES, TypedNames},
    },
    threads,
};

/// Steps a backtracking regular expression may take on one string.
const BACKTRACK_LIMIT: usize = 1_000_000;

/// How schemas are compiled.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The rules for schemas that name none.
    pub dialect: Dialect,
    /// Whether `format` is checked.
    pub formats: bool,
    /// Whether all that is probably not meant is reported, not only what makes a schema useless.
    pub lint: bool,
    /// Whether warnings count as errors; formats nobody knows are allowed, and remain warnings.
    pub strict: bool,
    /// Whether a schema that is null accepts null, as `ys` has it, instead of being a mistake.
    pub null_schema: bool,
}

/// A compiled schema.
pub struct Schema {
    /// What messages call it.
    pub name: String,
    /// Its file.
    pub file: Arc<SchemaFile>,
    /// References that lead back to themselves.
    pub cycles: Vec<Cycle>,
    /// What is probably not meant.
    pub warnings: Vec<Diagnostic>,
    library: Arc<Library>,
    validator: Validator<Yaml>,
    compile_at: CompileAt,
    /// Subschemas compiled on their own, to say more about errors.
    parts: Mutex<FxHashMap<String, Option<Arc<Validator<Yaml>>>>>,
    atlas: Atlas,
    base: String,
    entry: &'static str,
    /// What the reference names inside the file.
    fragment: Option<String>,
    declares_itself: bool,
}

impl Schema {
    /// Compiles the schema file at `url`; errors are at their place in the schema file.
    pub fn compile(
        library: &Arc<Library>,
        url: &str,
        name: &str,
        options: Options,
    ) -> Result<Schema, Vec<Diagnostic>> {
        let file = library.load(url, Some(name)).map_err(|problem| vec![*problem])?;
        let atlas = Atlas::new(vec![Arc::clone(&file)]);
        let fragment =
            url.split_once('#').map(|(_, fragment)| fragment).filter(|it| !it.is_empty());
        let root = match fragment {
            Some(fragment) => Some(inside(&file, &atlas, fragment)?),
            None => file.root(),
        };
        // A file without a document accepts everything; a written null is a mistake.
        let contents = match root {
            Some(root) if file.view.type_of(root) != Type::Null => {
                library.rewrite().schema(&file.view, root)
            }
            Some(root) if !file.view.node(root).is_absent() && options.null_schema => {
                json!({ "type": "null" })
            }
            Some(root) if !file.view.node(root).is_absent() => {
                let problem = Diagnostic::error("YS200", "schema is null")
                    .at(file.view.node(root).span())
                    .note("the schema that accepts only null is `type: null`");
                return Err(vec![problem]);
            }
            _ => json!({}),
        };
        let mut compiler = Compiler::new(library, &file, &atlas, options, &contents);
        compiler.root = root;
        compiler.fragment = fragment.map(str::to_owned);
        let (validator, review) = compiler.build_and_review(&file);
        let validator = match validator {
            Ok(validator) if review.errors.is_empty() => validator,
            Ok(_) => return Err(review.errors),
            Err(problem) => {
                let draft = compiler.draft();
                return Err(problems::explain(library, &file, root, draft, &problem));
            }
        };
        // Compiling may have loaded more files.
        let loaded = library.loaded();
        let atlas = if loaded.len() == 1 { atlas } else { Atlas::new(loaded) };
        Ok(Schema {
            name: name.to_owned(),
            cycles: cycles::find(&atlas),
            warnings: review.warnings,
            library: Arc::clone(library),
            validator,
            compile_at: compiler.compile_at(),
            parts: Mutex::default(),
            atlas,
            base: compiler.base.clone(),
            entry: if compiler.is_entered() { "/$ref" } else { "" },
            fragment: compiler.fragment.clone(),
            declares_itself: contents.pointer("/properties/$schema").is_some(),
            file,
        })
    }

    /// The validator.
    pub fn validator(&self) -> &Validator<Yaml> {
        &self.validator
    }

    /// Where its files come from.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Whether null satisfies it, which is what a file without a document is.
    pub fn accepts_null(&self) -> bool {
        let source = Arc::new(SourceFile::new("", "null"));
        read::parse(source, FileId(0)).is_ok_and(|tree| {
            let (view, _) = View::new(tree, LoadOptions::default());
            self.validator.is_valid(Value::new(&view, NodeId(0)))
        })
    }

    /// Whether a member `$schema` of the instance is checked like any other.
    pub fn declares_dollar_schema(&self) -> bool {
        self.declares_itself
    }

    /// How many items of the array `id` the subschema at `target` accepts; see [`Schema::at`].
    pub fn count_matches(&self, target: &str, view: &View, id: NodeId) -> Option<usize> {
        let validator = self.at(target)?;
        let items = view.node(id).items();
        Some(items.filter(|item| validator.is_valid(Value::new(view, item.id()))).count())
    }

    /// Its URL: its `$id`, or where it was read from.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Its URL with what of it is meant.
    pub fn location(&self) -> String {
        match &self.fragment {
            Some(fragment) => format!("{}#{fragment}", self.base),
            None => self.base.clone(),
        }
    }

    /// The validator of a subschema, given by its URL or its JSON pointer in the root file.
    pub fn at(&self, target: &str) -> Option<Arc<Validator<Yaml>>> {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let part = parts
            .entry(target.to_owned())
            .or_insert_with(|| (self.compile_at)(target).map(Arc::new));
        part.clone()
    }

    /// What the way to every error starts with: nothing, or the reference compilation started from.
    pub fn entry(&self) -> &'static str {
        self.entry
    }

    /// The schema node a keyword belongs to (`up` is 1) or the keyword's own value (`up` is 0). The keyword
    /// is given by its URL or, failing that, by its JSON pointer in the root file.
    pub fn node_of(
        &self,
        url: Option<&str>,
        pointer: &str,
        up: usize,
    ) -> Option<(Arc<SchemaFile>, NodeId)> {
        let mut target = url.map_or_else(|| format!("{}#{pointer}", self.base), str::to_owned);
        for _ in 0..up {
            target.truncate(target.rfind('/').filter(|&at| at > target.find('#').unwrap_or(0))?);
        }
        let (file, node) = self.atlas.resolve_url(&Url::parse(&target).ok()?)?;
        Some((Arc::clone(&self.atlas.files[file]), node))
    }

    /// The place of a keyword in its schema file; see [`Schema::node_of`].
    pub fn place_of(&self, url: Option<&str>, pointer: &str) -> Option<Span> {
        let (file, node) = self.node_of(url, pointer, 0)?;
        Some(file.view.node(node).content_span())
    }

    /// Whether it is a part of its file.
    pub fn is_part(&self) -> bool {
        self.fragment.is_some()
    }

    /// The schema as JSON, without the YAML rules compiled in. A part of a file is a reference to it.
    pub fn to_json(&self) -> Json {
        if self.is_part() {
            return json!({ "$ref": self.location() });
        }
        match self.file.root() {
            Some(root) => Rewrite { yaml_rules: false }.schema(&self.file.view, root),
            None => json!({}),
        }
    }
}

/// The node that `fragment` names in `file`.
fn inside(file: &SchemaFile, atlas: &Atlas, fragment: &str) -> Result<NodeId, Vec<Diagnostic>> {
    let url = Url::parse(&format!("{}#{fragment}", base_url(file))).ok();
    url.and_then(|url| atlas.resolve_url(&url)).map(|(_, node)| node).ok_or_else(|| {
        let text = format!("Cannot resolve the schema: nothing at '#{fragment}'");
        vec![Diagnostic::error("YS202", text).at(file.view.tree().span(0, 0))]
    })
}

type Built = Result<Validator<Yaml>, jsonschema::ValidationError<'static>>;

/// Whether `$schema` stands anywhere in `value`.
fn names_a_meta_schema(value: &Json) -> bool {
    match value {
        Json::Object(members) => {
            members.iter().any(|(name, value)| name == "$schema" || names_a_meta_schema(value))
        }
        Json::Array(items) => items.iter().any(names_a_meta_schema),
        _ => false,
    }
}

/// `$id` relative to the file's URL, or that URL.
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

/// Schemas with more nodes than this are reviewed while they are compiled.
const LARGE: usize = 20_000;

/// What the engine calls a schema without a URL. It spells out the URL of every keyword of other schemas,
/// which costs a large schema a third of its time and memory; ours follow from the pointers.
const NAMELESS: &str = "json-schema:///";

/// What can be said about a schema file without compiling it.
struct Review {
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

struct Compiler<'a> {
    library: Arc<Library>,
    /// The schema's URL.
    base: String,
    options: Options,
    /// The schema: the root of its file, or the part of it that was asked for.
    contents: &'a Json,
    root: Option<NodeId>,
    fragment: Option<String>,
    /// What `$schema` of the file says.
    schema_uri: Option<String>,
    /// Whether the schema can do without its URL.
    is_nameless: bool,
    /// Whether the engine is given a reference to the schema instead of the schema. It holds what it is
    /// given against the meta-schema, but not what that refers to, which leaves that to the review.
    by_reference: bool,
}

impl<'a> Compiler<'a> {
    fn new(
        library: &Arc<Library>,
        file: &SchemaFile,
        atlas: &Atlas,
        options: Options,
        contents: &'a Json,
    ) -> Self {
        let mut compiler = Self {
            library: Arc::clone(library),
            base: base_url(file),
            options,
            contents,
            root: file.root(),
            fragment: None,
            schema_uri: file.root_text("$schema").map(str::to_owned),
            is_nameless: atlas.is_alone(),
            by_reference: false,
        };
        // The engine looks again at parts with a `$schema` of their own, which the review does not; and
        // where references start from matters to dynamic ones.
        let has_inner = |contents: &Json| {
            contents.as_object().is_some_and(|members| members.values().any(names_a_meta_schema))
        };
        compiler.by_reference = contents.is_object()
            && compiler.draft().is_some()
            && !atlas.has_other_references
            && !has_inner(contents);
        compiler
    }

    /// Whether what is compiled is a reference to the schema.
    fn is_entered(&self) -> bool {
        self.by_reference || self.fragment.is_some()
    }

    /// The draft `$schema` names, if it is an official one; the dialect's if it names none.
    fn draft(&self) -> Option<Draft> {
        if self.schema_uri.is_none() {
            return Some(self.options.dialect.default_draft());
        }
        let draft = Draft::default().detect(&json!({ "$schema": self.schema_uri }));
        (draft != Draft::Unknown).then_some(draft)
    }

    fn build_and_review(&self, file: &Arc<SchemaFile>) -> (Built, Review) {
        let review = || self.review(file);
        if file.view.tree().node_count() < LARGE {
            return (self.build(), review());
        }
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(threads::STACK);
            let thread = thread.spawn_scoped(scope, review);
            let built = self.build();
            // Without a second thread there is still this one.
            let review = match thread.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok(review)) => review,
                _ => self.review(file),
            };
            (built, review)
        })
    }

    /// The meta-schema and lints.
    fn review(&self, file: &SchemaFile) -> Review {
        let (mut errors, mut warnings) = (Vec::new(), Vec::new());
        if let Some(draft) = self.draft().filter(|_| self.is_entered())
            && !problems::meta_validator(draft).is_valid(self.contents)
        {
            errors = problems::violations(file, self.root, Some(draft));
        }
        suspicion::warn_about_file(file, &mut warnings);
        if let Some(root) = self.root {
            if errors.is_empty() {
                lint::refuse(file, root, &mut errors);
            }
            suspicion::warn_about_keywords(file, root, &mut warnings);
            if self.draft().is_none() && self.custom_meta_schemas().is_none() {
                suspicion::warn_about_dialect(file, root, &mut warnings);
            }
            lint::warn(file, root, self.options.lint, &mut warnings);
        }
        if self.options.strict {
            let counts = |warning: &&mut Diagnostic| warning.code != lint::UNKNOWN_FORMAT;
            for warning in warnings.iter_mut().filter(counts) {
                warning.severity = Severity::Error;
            }
        }
        Review { errors, warnings }
    }

    fn build(&self) -> Built {
        let compile_at = self.compile_at();
        if let Some(fragment) = &self.fragment {
            // The file's other parts are there for references.
            let draft = self.draft().unwrap_or_else(|| self.options.dialect.default_draft());
            let entry = json!({ "$ref": format!("{}#{fragment}", self.base) });
            let options = options(&self.library, self.options, "yardstick:///entry", &compile_at);
            return options.with_draft(draft).build(&entry);
        }
        let url = if self.is_nameless { NAMELESS } else { &self.base };
        let options = |base: &str| options(&self.library, self.options, base, &compile_at);
        let Some(draft) = self.draft() else {
            // A meta-schema of one's own decides which vocabularies apply.
            if let Some(registry) = self.custom_meta_schemas() {
                return options(url).with_registry(&registry).build(self.contents);
            }
            let draft = self.options.dialect.default_draft();
            return options(url).with_draft(draft).build(self.contents);
        };
        if !self.by_reference {
            return options(url).with_draft(draft).build(self.contents);
        }
        let registry = Registry::new()
            .retriever(Retriever(Arc::clone(&self.library)))
            .draft(draft)
            .add(url, self.contents)?
            .prepare()?;
        let entry = json!({ "$ref": url });
        options("json-schema:///entry").with_draft(draft).with_registry(&registry).build(&entry)
    }

    /// The meta-schema `$schema` names, and those it is built on.
    fn custom_meta_schemas(&self) -> Option<Registry<'static>> {
        let mut registry = Registry::new().retriever(Retriever(Arc::clone(&self.library)));
        let mut url = self.schema_uri.clone()?;
        // Chains are short; a cycle of meta-schemas ends here.
        for _ in 0..8 {
            let file = self.library.load(&url, None).ok()?;
            let contents = Rewrite { yaml_rules: false }.schema(&file.view, file.root()?);
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
        let draft = self.draft().unwrap_or_else(|| self.options.dialect.default_draft());
        compile_at(Arc::clone(&self.library), self.options, self.base.clone(), draft)
    }
}

fn compile_at(library: Arc<Library>, how: Options, base: String, draft: Draft) -> CompileAt {
    Arc::new(move |target| {
        let inner = compile_at(Arc::clone(&library), how, base.clone(), draft);
        let url = if target.is_empty() || target.starts_with('/') {
            let mut url = Url::parse(&base).ok()?;
            url.set_fragment(Some(target));
            url
        } else {
            Url::parse(target).ok()?
        };
        let contents = json!({ "$ref": url.as_str() });
        let options = options(&library, how, "yardstick:///part", &inner);
        options.with_draft(draft).build(&contents).ok()
    })
}

fn options<'i>(
    library: &Arc<Library>,
    options: Options,
    base: &str,
    compile_at: &CompileAt,
) -> ValidationOptions<'i, Arc<dyn jsonschema::Retrieve>, Yaml> {
    let compile_at = Arc::clone(compile_at);
    let mut out = jsonschema::options_for::<Yaml>()
        .with_base_uri(base)
        .with_retriever(Retriever(Arc::clone(library)))
        .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACK_LIMIT))
        .with_keyword(TYPED_NAMES, move |_, _, location| {
            Ok(Box::new(TypedNames::new(location.as_str().to_owned(), Arc::clone(&compile_at))))
        });
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
