//! A schema as a whole: what other crates ask of it.

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

/// What the data values of a library may be.
#[derive(Clone, Debug)]
pub struct Schema {
    root: Rc<Declaration>,
    features: Features,
    /// What in it is probably not meant.
    warnings: Rc<[Diagnostic]>,
    /// What its authors ask for.
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
    /// The schema in force where none is written: everything is allowed, nothing has a default.
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

    /// Reads what `document` declares. Functions that the schema is given run in `thread`.
    pub fn new(thread: &mut Thread, document: &Document, sources: &Sources) -> Result<Self> {
        let Inferred { root, features, warnings, proposals, shapes } =
            infer::document(thread, document, sources)?;
        let (root, warnings, shapes) = (Rc::new(root), warnings.into(), shapes.into());
        Ok(Self { root, features, warnings, proposals, shapes })
    }

    /// The shapes that nodes refer to by name.
    pub fn shapes(&self) -> &[Rc<Shape>] {
        &self.shapes
    }

    /// The proposals that its authors ask for.
    pub fn proposals(&self) -> Proposals {
        self.proposals
    }

    /// Adds `proposals` to those that the schema asks for.
    #[must_use]
    pub fn with_proposals(self, proposals: Proposals) -> Self {
        Self { proposals: self.proposals.and(proposals), ..self }
    }

    /// What in it is probably not meant.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Calls `mark` for the items of `right` that take the place of those of `left`, because the schema
    /// knows alternatives that cannot be merged into each other.
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

    /// What the document declares.
    pub fn root(&self) -> &Declaration {
        &self.root
    }

    /// The document of all defaults.
    pub fn defaults(&self) -> Document {
        Document::new(self.root.default.clone(), self.root.position)
    }

    /// Fills in what `document` lacks and says what in it does not fit, in document order.
    pub fn assign(
        &self,
        thread: &mut Thread,
        document: &mut Document,
        sources: &Sources,
    ) -> Vec<Mismatch> {
        let conformed = self.conform(thread, document, sources);
        if let Some(value) = conformed.value {
            document.value = value;
        }
        conformed.mismatches
    }

    /// What in `document` does not fit, in document order.
    pub fn check(
        &self,
        thread: &mut Thread,
        document: &Document,
        sources: &Sources,
    ) -> Vec<Mismatch> {
        self.conform(thread, document, sources).mismatches
    }

    /// Which maps of `document`, the final values, have too many or too few items.
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

    /// The deprecated nodes of `document`, the final values, that were given a value.
    pub fn deprecations(&self, thread: &mut Thread, document: &Document) -> Vec<Deprecation> {
        if !self.features.deprecated {
            return Vec::new();
        }
        deprecation::find(thread, &self.root, &self.shapes, document)
    }

    fn conform(&self, thread: &mut Thread, document: &Document, sources: &Sources) -> Conformed {
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

    /// Puts the nodes of `document` that do not fit back to what they held in `previous`.
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

    /// Checks all rules, with the proposed behavior that the caller asks for. Returns warnings.
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

    /// The schema as a document that lists its fields. Functions of rules are asked, in `thread`, what they
    /// say about themselves.
    pub fn to_fields(&self, thread: &mut Thread) -> Document {
        let words = RuleDescriber::asking(thread);
        Document::new(describe::document(&self.root, &words), Position::UNKNOWN)
    }

    /// The schema as a web page that needs nothing but itself.
    pub fn to_html(&self, thread: &mut Thread) -> String {
        describe::html(&self.root, &RuleDescriber::asking(thread))
    }

    /// The schema as plain data.
    pub fn outline(&self, thread: &mut Thread) -> Outline {
        Outline::of(&self.root, &RuleDescriber::asking(thread))
    }

    /// The schema as a page of Markdown.
    pub fn to_markdown(&self, thread: &mut Thread) -> String {
        describe::markdown(&self.root, &RuleDescriber::asking(thread))
    }
}

/// Checks the rules written on output documents, each with its number if there are several.
pub fn validate_output<'a>(
    thread: &mut Thread,
    documents: impl IntoIterator<Item = (Option<usize>, &'a Document)>,
    sources: &Sources,
    proposals: Proposals,
) -> Result<Vec<Diagnostic>> {
    let documents = documents.into_iter().map(|(number, document)| (number, None, document));
    validate::documents(thread, documents, sources, proposals)
}

/// The report about data values that do not fit their schema.
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
