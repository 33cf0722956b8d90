//! From a schema by example to other schemas: JSON Schema, `OpenAPI`, and the structural schemas of Kubernetes.
//!
//! Every writer walks the [`Declaration`](yardstick_schema::Declaration)s of the schema and builds a document;
//! what it cannot say is a warning.

mod choice;
mod document;
mod keys;
mod losses;
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

use self::{losses::Losses, node::Dialect, object::Object};
use crate::{literal::Literal, text::json_lines};

/// What to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// JSON Schema 2020-12.
    #[default]
    JsonSchema,
    /// JSON Schema draft 7, which more tools know.
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
    /// The names on the command line of `schema export`.
    pub const NAMES: [&str; 5] =
        ["json-schema", "json-schema-draft7", "openapi-v3", "openapi-v3.1", "crd"];

    /// The target called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "json-schema" => Target::JsonSchema,
            "json-schema-draft7" => Target::JsonSchemaDraft7,
            "openapi-v3" => Target::OpenApi30,
            "openapi-v3.1" => Target::OpenApi31,
            "crd" => Target::Crd,
            _ => return None,
        })
    }
}

/// What an export holds.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether rules are exported, as far as the target can express them.
    pub validations: bool,
    /// Whether the keys of a map that are always there are listed as required.
    pub required: bool,
    /// Whether examples after the first are exported too.
    pub all_examples: bool,
    /// Whether functions of rules are asked to document themselves.
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
        if !matches!(self.target, Target::JsonSchema | Target::JsonSchemaDraft7) {
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
    options: &'a Options,
    describer: &'a RuleDescriber<'a>,
    /// What could not be said so far.
    losses: &'a Losses,
}

/// Exports `schema`, whose functions run in `thread`.
pub fn export(schema: &Schema, thread: &mut Thread, target: Target, options: &Options) -> Exported {
    let describer = match options.rule_words {
        true => RuleDescriber::asking(thread),
        false => RuleDescriber::written(thread),
    };
    let losses = Losses::default();
    let export = Export { options, describer: &describer, losses: &losses };
    let root = schema.root();
    let node = |dialect| node::declaration(root, dialect, export);
    let value = match target {
        Target::JsonSchema | Target::JsonSchemaDraft7 => {
            document::json_schema(target, node(Dialect::JsonSchema))
        }
        Target::OpenApi30 => document::openapi("3.0.0", options, node(Dialect::OpenApi30)),
        Target::OpenApi31 => document::openapi("3.1.0", options, node(Dialect::JsonSchema)),
        Target::Structural => {
            let node = structural::declaration(root, export);
            structural::tell_losses(root, export);
            document::openapi("3.0.0", options, node)
        }
        Target::Crd => {
            let node = structural::declaration(root, export);
            structural::tell_losses(root, export);
            document::resource(node)
        }
    };
    let document = Document::new(value, Position::UNKNOWN);
    // Who leaves rules out does not want to hear about them.
    let warnings = if options.validations { losses.into_warnings() } else { Vec::new() };
    Exported { target, document, warnings }
}

/// The schema as an `OpenAPI` 3.0 document, for template code.
pub fn openapi(schema: &Schema, thread: &mut Thread) -> Document {
    export(schema, thread, Target::OpenApi30, &Options::default()).document
}
