//! From a schema by example to other schemas: JSON Schema, `OpenAPI`, and the structural schemas of Kubernetes.
//!
//! Every writer walks the [`Declaration`](yardstick_schema::Declaration)s of the schema and builds a document;
//! what it cannot say is a warning.

mod definitions;
mod discriminator;
mod document;
mod node;
mod object;
mod rules;
mod structural;

use yardstick_diagnostics::Diagnostic;
use yardstick_schema::{RuleDescriber, Schema};
use yardstick_starlark::Thread;
use yardstick_template::{
    print,
    tree::{Document, Position},
};

use self::{definitions::Place, node::Dialect, object::Object};
use crate::{literal::Literal, text::json_lines};

/// What to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// JSON Schema 2020-12.
    #[default]
    JsonSchema,
    /// JSON Schema draft 7.
    JsonSchemaDraft7,
    /// An `OpenAPI` 3.0 document.
    OpenApi30,
    /// An `OpenAPI` 3.1 document.
    OpenApi31,
    /// An `OpenAPI` 3.0 document whose schema is structural, as Kubernetes wants it.
    Structural,
    /// The schema of a version of a custom resource, with the data values as its `spec`.
    Crd,
}

impl Target {
    /// Whether the document is a JSON Schema of some draft, which is written as JSON.
    pub fn is_json_schema(self) -> bool {
        matches!(self, Target::JsonSchema | Target::JsonSchemaDraft7)
    }
}

/// What an export holds.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether rules are exported, as far as the target can express them.
    pub validations: bool,
    /// Whether the keys of a map that are always there are listed as required.
    pub required: bool,
    /// Whether examples after the first are exported too.
    pub all_examples: bool,
    /// Whether functions of rules are asked to document themselves.
    pub rule_words: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { validations: true, required: false, all_examples: false, rule_words: false }
    }
}

/// An exported schema.
#[derive(Debug)]
pub struct Exported {
    /// What was asked for.
    pub target: Target,
    /// The document.
    pub document: Document,
    /// What values are not held to, because the target cannot say it.
    pub warnings: Vec<Diagnostic>,
}

impl Exported {
    /// The document in the form its readers expect: JSON Schema is JSON, the others are YAML. Keys keep their
    /// order, which printers of documents do not do in JSON.
    pub fn to_text(&self) -> String {
        let value = &self.document.value;
        if !self.target.is_json_schema() {
            return print::to_yaml_text(value);
        }
        let mut text = String::new();
        json_lines(&mut text, 0, &Literal::of_yaml(value));
        text.push('\n');
        text
    }
}

/// What every part of an export needs to know.
#[derive(Clone, Copy)]
struct Export<'a> {
    options: Options,
    describer: &'a RuleDescriber<'a>,
    /// Where definitions are.
    place: Place,
}

/// Exports `schema`, whose functions run in `thread`.
pub fn export(schema: &Schema, thread: &mut Thread, target: Target, options: Options) -> Exported {
    let describer =
        if options.rule_words { RuleDescriber::asking(thread) } else { RuleDescriber::written() };
    let place = match target {
        Target::JsonSchema => Place::Defs,
        Target::JsonSchemaDraft7 => Place::Definitions,
        _ => Place::Components,
    };
    let export = Export { options, describer: &describer, place };
    let root = schema.root();
    let node = |dialect| {
        (node::declaration(root, dialect, export), definitions::all(schema, dialect, export))
    };
    let (value, warnings) = match target {
        Target::JsonSchema => {
            (document::json_schema(document::DRAFT_2020_12, node(Dialect::JsonSchema)), Vec::new())
        }
        Target::JsonSchemaDraft7 => {
            (document::json_schema(document::DRAFT_7, node(Dialect::JsonSchema)), Vec::new())
        }
        Target::OpenApi30 => (document::openapi("3.0.0", node(Dialect::OpenApi30)), Vec::new()),
        Target::OpenApi31 => (document::openapi("3.1.0", node(Dialect::JsonSchema)), Vec::new()),
        Target::Structural => {
            let node = structural::declaration(root, export);
            (
                document::openapi("3.0.0", (node, Object::default())),
                structural::losses(root, export),
            )
        }
        Target::Crd => {
            let node = structural::declaration(root, export);
            (document::resource(node), structural::losses(root, export))
        }
    };
    Exported { target, document: Document::new(value, Position::UNKNOWN), warnings }
}

/// The schema as an `OpenAPI` 3.0 document, for template code.
pub fn openapi(schema: &Schema, thread: &mut Thread) -> Document {
    export(schema, thread, Target::OpenApi30, Options::default()).document
}
