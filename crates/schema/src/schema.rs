//! A schema as a whole, with the operations for other crates.

use std::rc::Rc;

use yardstick_diagnostics::{
    Diagnostic, Nested, Report, Result, Sources, codes, render::reference,
};
use yardstick_starlark::Thread;
use yardstick_template::tree::{Annotations, Document, Position, Yaml};

use crate::{
    Outline, Proposals, RuleDescriber, describe,
    exact::{ExactPlaces, Part},
    infer::{self, Features, Inferred},
    model::{Declaration, Shape},
    place::{Node, NodeKind},
    validate,
    values::{
        alternatives,
        conform::{Conformed, Mismatch, MismatchKind, conform},
        counts,
        deprecation::{self, Deprecation},
        recover,
    },
};

/// The schema of a library's data values.
#[derive(Clone, Debug)]
pub struct Schema {
    root: Rc<Declaration>,
    features: Features,
    /// Probable mistakes in the schema.
    warnings: Rc<[Diagnostic]>,
    /// The proposals that its authors enable.
    proposals: Proposals,
    /// The shapes that nodes refer to.
    shapes: Rc<[Rc<Shape>]>,
}

impl Default for Schema {
    fn default() -> Self {
        Self::anything()
    }
}

impl Schema {
    /// Returns the schema that applies if there is none: everything is allowed, and nothing has a default.
    pub fn anything() -> Self {
        let root = Declaration::anything();
        Self {
            root: Rc::new(root),
            features: Features::default(),
            warnings: Rc::default(),
            proposals: Proposals::default(),
            shapes: Rc::default(),
        }
    }

    /// Reads the schema in `document`. Its functions run in `thread`.
    pub fn new(thread: &mut Thread, document: &Document, sources: &Sources) -> Result<Self> {
        let Inferred { root, features, warnings, proposals, shapes } =
            infer::document(thread, document, sources)?;
        let (root, warnings, shapes) = (Rc::new(root), warnings.into(), shapes.into());
        Ok(Self { root, features, warnings, proposals, shapes })
    }

    /// Returns the shapes that nodes refer to by name.
    pub fn shapes(&self) -> &[Rc<Shape>] {
        &self.shapes
    }

    /// Returns the proposals that its authors enable.
    pub fn proposals(&self) -> Proposals {
        self.proposals
    }

    /// Enables further `proposals`.
    #[must_use]
    pub fn with_proposals(self, proposals: Proposals) -> Self {
        Self { proposals: self.proposals.and(proposals), ..self }
    }

    /// Returns warnings about probable mistakes in the schema.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Calls `mark` for the items of `right` that replace those of `left`, because they belong to alternatives that
    /// cannot be merged.
    pub fn mark_replaced(
        &self,
        thread: &mut Thread,
        left: &Yaml,
        right: &mut Yaml,
        mut mark: impl FnMut(&mut Annotations),
    ) {
        if self.features.alternatives {
            alternatives::mark_replaced(thread, &self.root.type_, left, right, &mut mark);
        }
    }

    /// Returns the root declaration.
    pub fn root(&self) -> &Declaration {
        &self.root
    }

    /// Returns the document with all defaults.
    pub fn defaults(&self) -> Document {
        Document::new(self.root.default.clone(), self.root.position)
    }

    /// Fills in the defaults that `document` lacks, and returns the type errors in document order.
    pub fn assign(
        &self,
        thread: &mut Thread,
        document: &mut Document,
        sources: &Sources,
    ) -> Vec<Mismatch> {
        let Conformed { lacking, mismatches } = self.conform(thread, document, sources);
        lacking.fill(&mut document.value);
        mismatches
    }

    /// Returns the type errors of `document` in document order.
    pub fn check(
        &self,
        thread: &mut Thread,
        document: &Document,
        sources: &Sources,
    ) -> Vec<Mismatch> {
        self.conform(thread, document, sources).mismatches
    }

    /// Returns the maps of `document`, the final values, that have too many or too few items.
    pub fn check_counts(
        &self,
        thread: &mut Thread,
        document: &Document,
        sources: &Sources,
    ) -> Vec<Mismatch> {
        if !self.features.counted_keys {
            return Vec::new();
        }
        counts::check(thread, &self.root, document, sources)
    }

    /// Returns the deprecated nodes of `document`, the final values, that were given a value.
    pub fn deprecations(&self, thread: &mut Thread, document: &Document) -> Vec<Deprecation> {
        if !self.features.deprecated {
            return Vec::new();
        }
        deprecation::find(thread, &self.root, &self.shapes, document)
    }

    fn conform(
        &self,
        thread: &mut Thread,
        document: &Document,
        sources: &Sources,
    ) -> Conformed<'_> {
        let node = Node { position: document.position, kind: NodeKind::Document };
        let (type_, position) = (&self.root.type_, self.root.position);
        let mut conformed = conform(thread, type_, position, &document.value, node, sources);
        for mismatch in &mut conformed.mismatches {
            if self.root.is_secret_at(thread, &document.value, &mismatch.path) {
                mismatch.keep_secret();
            }
        }
        conformed
    }

    /// Resets the nodes of `document` that do not fit to their values in `previous`.
    pub fn restore(
        &self,
        thread: &mut Thread,
        document: &mut Document,
        previous: &Document,
        mismatches: &[Mismatch],
    ) {
        document.value =
            recover::restored(thread, &self.root, &document.value, &previous.value, mismatches);
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

    /// Checks all rules with the given proposals enabled. Returns warnings.
    pub fn validate_as(
        &self,
        thread: &mut Thread,
        document: &Document,
        sources: &Sources,
        proposals: Proposals,
    ) -> Result<Vec<Diagnostic>> {
        let proposals = self.proposals.and(proposals);
        validate::document(thread, &self.root, document, sources, proposals)
    }

    /// Returns a document that lists the fields of the schema. Calls the functions of rules, in `thread`, for their
    /// descriptions.
    pub fn to_fields(&self, thread: &mut Thread) -> Document {
        let words = RuleDescriber::asking(thread);
        Document::new(describe::document(&self.root, &words), Position::UNKNOWN)
    }

    /// Returns the documentation as a self-contained web page.
    pub fn to_html(&self, thread: &mut Thread) -> String {
        describe::html(&self.root, &RuleDescriber::asking(thread))
    }

    /// Returns the schema as plain data.
    pub fn outline(&self, thread: &mut Thread) -> Outline {
        Outline::of(&self.root, &RuleDescriber::asking(thread))
    }

    /// Returns the documentation as a Markdown page.
    pub fn to_markdown(&self, thread: &mut Thread) -> String {
        describe::markdown(&self.root, &RuleDescriber::asking(thread))
    }
}

/// Checks the rules attached to output documents. Each has its number if there are several.
pub fn validate_output<'a>(
    thread: &mut Thread,
    documents: impl IntoIterator<Item = (Option<usize>, &'a Document)>,
    sources: &Sources,
    proposals: Proposals,
) -> Result<Vec<Diagnostic>> {
    let documents = documents.into_iter().map(|(number, document)| (number, None, document));
    validate::documents(thread, documents, sources, proposals)
}

/// Creates the report about data values that do not fit their schema.
pub fn invalid_values(mismatches: Vec<Mismatch>) -> Box<Diagnostic> {
    invalid_values_and(mismatches, &[], &Sources::new())
}

/// Finds the exact places of what does not fit, and what to write there instead.
pub fn locate(mismatches: &mut [Mismatch], sources: &Sources) {
    let mut places = ExactPlaces::new(sources);
    for mismatch in mismatches {
        let is_key =
            matches!(mismatch.kind, MismatchKind::UndeclaredKey | MismatchKind::RemovedKey);
        let failure = &mut mismatch.failure;
        let expected = failure.expected.as_ref().and_then(|expected| expected.origin.as_ref());
        let part = if is_key { Part::Key } else { Part::Value };
        failure.exact = places.of(&failure.place, part, expected.map(|(_, place)| place));
        // What to write instead of a secret shows the secret.
        let remedy = mismatch.remedy.take().filter(|_| is_key || !failure.secrecy().is_kept());
        failure.fix = remedy.and_then(|remedy| remedy.fix(&failure.exact, sources));
    }
}

/// The report about data values that do not fit, and the errors of values that were `refused` for other reasons.
pub fn invalid_values_and(
    mismatches: Vec<Mismatch>,
    refused: &[Box<Diagnostic>],
    sources: &Sources,
) -> Box<Diagnostic> {
    let removed = |mismatch: &Mismatch| mismatch.kind == MismatchKind::RemovedKey;
    let all_removed = mismatches.iter().all(removed);
    let verdict = if all_removed { "removed" } else { "invalid" };
    let summary = format!("One or more data values were {verdict}");
    let failures = mismatches.into_iter().map(|mismatch| mismatch.failure).collect();
    let mut report = Report::new(summary, failures);
    let said = refused
        .iter()
        .map(|error| Nested::Message(format!("\n{}", reference::message(error, sources))));
    report.nested.extend(said);
    let mut error = Diagnostic::report(codes::DATA_VALUES, report);
    for refused in refused {
        error.labels.extend(refused.labels.iter().cloned());
        error.notes.extend(refused.notes_with_causes().into_iter().map(str::to_owned));
    }
    Box::new(error)
}
