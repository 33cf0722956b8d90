//! A schema as a whole: what other crates ask of it.

use std::rc::Rc;

use yardstick_diagnostics::{Diagnostic, Report, Result, Sources};
use yardstick_starlark::Thread;
use yardstick_template::tree::{Document, Position, Yaml};

use crate::{
    Proposals,
    conform::{Conformed, Mismatch, conform},
    infer, openapi,
    place::{Node, NodeKind},
    recover,
    types::{Declaration, Type},
    validate::{self, Judged},
};

/// What the data values of a library may be.
#[derive(Clone, Debug)]
pub struct Schema {
    root: Rc<Declaration>,
}

impl Default for Schema {
    fn default() -> Self {
        Self::anything()
    }
}

impl Schema {
    /// The schema in force where none is written: everything is allowed, nothing has a default.
    pub fn anything() -> Self {
        let root = Declaration {
            position: Position::UNKNOWN,
            type_: Type::Any,
            default: Yaml::Null,
            documentation: None,
            validation: None,
        };
        Self { root: Rc::new(root) }
    }

    /// Reads what `document` declares.
    pub fn new(document: &Document, sources: &Sources) -> Result<Self> {
        Ok(Self { root: Rc::new(infer::document(document, sources)?) })
    }

    /// What the document declares.
    pub fn root(&self) -> &Declaration {
        &self.root
    }

    /// The document of all defaults.
    pub fn defaults(&self) -> Document {
        Document::new(self.root.default.clone(), self.root.position)
    }

    /// Fills in what `document` lacks and says what in it does not fit, in document order.
    pub fn assign(&self, document: &mut Document, sources: &Sources) -> Vec<Mismatch> {
        let conformed = self.conform(document, sources);
        if let Some(value) = conformed.value {
            document.value = value;
        }
        conformed.mismatches
    }

    /// What in `document` does not fit, in document order.
    pub fn check(&self, document: &Document, sources: &Sources) -> Vec<Mismatch> {
        self.conform(document, sources).mismatches
    }

    fn conform(&self, document: &Document, sources: &Sources) -> Conformed {
        let node = Node { position: document.position, kind: NodeKind::Document };
        conform(&self.root.type_, self.root.position, &document.value, node, sources)
    }

    /// Puts the nodes of `document` that do not fit back to what they held in `previous`.
    pub fn restore(&self, document: &mut Document, previous: &Document, mismatches: &[Mismatch]) {
        document.value =
            recover::restored(&self.root, &document.value, &previous.value, mismatches);
    }

    /// Checks all rules: those of the schema, and those that `@assert/validate` attached to nodes.
    pub fn validate(
        &self,
        thread: &mut Thread,
        document: &Document,
        sources: &Sources,
    ) -> Result<()> {
        self.validate_as(thread, document, sources, Proposals::default()).map(drop)
    }

    /// The same in the ways that `proposals` ask for.
    pub fn validate_as(
        &self,
        thread: &mut Thread,
        document: &Document,
        sources: &Sources,
        proposals: Proposals,
    ) -> Result<Judged> {
        validate::document(thread, &self.root, document, sources, proposals)
    }

    /// The schema as an `OpenAPI` v3 document.
    pub fn to_openapi(&self, options: openapi::Options) -> Document {
        Document::new(openapi::export(&self.root, options), Position::UNKNOWN)
    }
}

/// Checks the rules written on output documents, each with its number if there are several.
pub fn validate_output<'a>(
    thread: &mut Thread,
    documents: impl IntoIterator<Item = (Option<usize>, &'a Document)>,
    sources: &Sources,
    proposals: Proposals,
) -> Result<Judged> {
    validate::documents(thread, documents, sources, proposals)
}

/// The report about data values that do not fit their schema.
pub fn invalid_values(mismatches: Vec<Mismatch>) -> Box<Diagnostic> {
    let failures = mismatches.into_iter().map(|mismatch| mismatch.failure).collect();
    let report = Report::new("One or more data values were invalid", failures);
    Box::new(Diagnostic::report("YS0502", report))
}
