//! Exports a schema by example to JSON Schema, `OpenAPI`, and the structural schemas of Kubernetes.
//!
//! Each writer walks over the [`Declaration`](yardstick_schema::Declaration)s of the schema and builds a document.
//! What it cannot express becomes a warning.

mod choice;
mod counts;
mod definitions;
mod discriminator;
mod document;
mod keys;
mod losses;
mod node;
mod object;
mod rules;
mod structural;

use std::cell::RefCell;

use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_schema::{RuleDescriber, Schema};
use yardstick_starlark::Thread;
use yardstick_template::{
    print,
    tree::{Document, Position},
};

use self::{definitions::Definitions, losses::Losses, node::Dialect, object::Object};
use crate::{literal::Literal, text::json_lines};

pub use structural::KEYWORDS as STRUCTURAL_KEYWORDS;

/// The format to export to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// JSON Schema 2020-12.
    #[default]
    JsonSchema,
    /// JSON Schema draft 7, which more tools support.
    JsonSchemaDraft7,
    /// An `OpenAPI` 3.0 document.
    OpenApi30,
    /// An `OpenAPI` 3.1 document.
    OpenApi31,
    /// An `OpenAPI` 3.0 document with a structural schema, as Kubernetes requires.
    Structural,
    /// The schema of one version of a custom resource, with the data values as its `spec`.
    Crd,
}

impl Target {
    /// Whether the target is a JSON Schema draft, which is written as JSON.
    pub fn is_json_schema(self) -> bool {
        matches!(self, Target::JsonSchema | Target::JsonSchemaDraft7)
    }
}

/// Options for an export.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether to export rules, as far as the target can express them.
    pub validations: bool,
    /// Whether to list the keys of a map that are always present as required.
    pub required: bool,
    /// Whether to export all examples, not only the first.
    pub all_examples: bool,
    /// Whether to run the functions of rules to get their descriptions.
    pub rule_words: bool,
    /// The title of an `OpenAPI` document.
    pub title: Option<String>,
    /// The version of an `OpenAPI` document.
    pub version: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            validations: true,
            required: false,
            all_examples: false,
            rule_words: false,
            title: None,
            version: None,
        }
    }
}

/// An exported schema.
#[derive(Debug)]
pub struct Exported {
    /// The requested format.
    pub target: Target,
    /// The document.
    pub document: Document,
    /// What the export does not check because the target cannot express it.
    pub warnings: Vec<Diagnostic>,
}

impl Exported {
    /// Returns the document as text in the usual form: JSON for JSON Schema, YAML for the others. Keys keep their
    /// order, unlike in the usual JSON printer.
    pub fn to_text(&self) -> String {
        let value = &self.document.value;
        if !self.target.is_json_schema() {
            return print::to_portable_text(value);
        }
        let mut text = String::new();
        json_lines(&mut text, 0, &Literal::of_yaml(value));
        text.push('\n');
        text
    }
}

/// Context for all parts of an export.
#[derive(Clone, Copy)]
struct Export<'a> {
    options: &'a Options,
    describer: &'a RuleDescriber<'a>,
    /// The losses so far.
    losses: &'a Losses,
    /// The section for definitions.
    definitions: Definitions,
    /// Alternatives that `OpenAPI` refers to by name.
    components: &'a RefCell<Object>,
    /// Whether named shapes have rules beyond their types.
    shapes_have_rules: bool,
}

/// Exports `schema`. Its functions run in `thread`.
pub fn export(schema: &Schema, thread: &mut Thread, target: Target, options: &Options) -> Exported {
    let describer = if options.rule_words {
        RuleDescriber::asking(thread)
    } else {
        RuleDescriber::written(thread)
    };
    // The trial run does not report losses.
    let (losses, ignored) = (Losses::default(), Losses::default());
    let components = RefCell::default();
    let definitions = match target {
        Target::JsonSchema => Definitions::Defs,
        Target::JsonSchemaDraft7 => Definitions::Draft7,
        _ => Definitions::Components,
    };
    let export = Export {
        options,
        describer: &describer,
        losses: &losses,
        definitions,
        components: &components,
        shapes_have_rules: false,
    };
    let root = schema.root();
    let node = |dialect| {
        let tried = Export { losses: &ignored, ..export };
        let shapes_have_rules = definitions::have_rules(schema, dialect, tried);
        let export = Export { shapes_have_rules, ..export };
        let root = node::declaration(root, dialect, export);
        let mut shapes = definitions::all(schema, dialect, export);
        shapes.extend(components.take());
        (root, shapes)
    };
    let value = match target {
        Target::JsonSchema => {
            document::json_schema(document::DRAFT_2020_12, node(Dialect::JsonSchema))
        }
        Target::JsonSchemaDraft7 => {
            document::json_schema(document::DRAFT_7, node(Dialect::JsonSchema))
        }
        Target::OpenApi30 => document::openapi("3.0.0", options, node(Dialect::OpenApi30)),
        Target::OpenApi31 => document::openapi("3.1.0", options, node(Dialect::JsonSchema)),
        Target::Structural => {
            let node = structural::declaration(root, export);
            document::openapi("3.0.0", options, (node, Object::default()))
        }
        Target::Crd => {
            let node = structural::declaration(root, export);
            document::resource(node)
        }
    };
    let document = Document::new(value, Position::UNKNOWN);
    // If the user excludes rules, do not warn about them.
    let mut warnings = if options.validations { losses.into_warnings() } else { Vec::new() };
    if matches!(target, Target::Structural | Target::Crd)
        && options.validations
        && structural::is_lenient(root)
    {
        warnings.push(Diagnostic::warning(codes::WORTH_KNOWING, structural::LENIENT));
    }
    Exported { target, document, warnings }
}

/// Exports the schema as an `OpenAPI` 3.0 document, for template code.
pub fn openapi(schema: &Schema, thread: &mut Thread) -> Document {
    export(schema, thread, Target::OpenApi30, &Options::default()).document
}
