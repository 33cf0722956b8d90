//! Runs the validations of all nodes of a document: parents before children, in document order.
//!
//! With the proposal `leaf-first`, children come first, and a parent is skipped if something inside it is invalid.
//! Annotations that the reference does not have always wait for the children.

use yardstick_diagnostics::{
    BrokenRule, Code, Diagnostic, Result, Sources, Violation, bail, codes,
};
use yardstick_starlark::{Error, Thread, Value};
use yardstick_template::{
    fragment::Fragment,
    tree::{Annotations, Document, Position, Yaml},
};

use super::{
    NotNull, Validation,
    attached::{Malformed, of_value_node},
    giving,
    judge::{Broken, Judging, Subject},
    tally::{About, Tally},
    when,
};
use crate::{
    Proposals,
    model::{Declaration, Slot, Type},
    path,
    place::{self, Node, NodeKind},
    rules::Context,
    values::settle::MAX_DEPTH,
};

/// The heading of messages about data values.
const VALUES: &str = "Validating final data values:";
/// The heading of messages about output.
const OUTPUT: &str = "Validating output documents:";

/// Runs the validations that `root` declares for the nodes of `document`, and those attached to the nodes.
pub(crate) fn document(
    thread: &mut Thread,
    root: &Declaration,
    document: &Document,
    sources: &Sources,
    proposals: Proposals,
) -> Result<Vec<Diagnostic>> {
    let mut walk = Walk::new(thread, sources, VALUES, proposals, &document.value);
    let node = Node { position: document.position, kind: NodeKind::Document };
    walk.node(Some(root), node, &document.value, &document.annotations, None)?;
    walk.finish()
}

/// Runs the validations attached to the nodes of output documents, and those of the schema that applies to a
/// document.
pub(crate) fn documents<'a>(
    thread: &mut Thread,
    documents: impl IntoIterator<Item = (Option<usize>, Option<&'a Declaration>, &'a Document)>,
    sources: &Sources,
    proposals: Proposals,
) -> Result<Vec<Diagnostic>> {
    let mut walk = Walk::new(thread, sources, OUTPUT, proposals, &Yaml::Null);
    walk.documents(documents)?;
    walk.finish()
}

/// Returns the violations of rules attached to the nodes of `documents`, for template code.
pub(crate) fn broken<'a>(
    thread: &mut Thread,
    documents: impl IntoIterator<Item = (Option<usize>, &'a Document)>,
    sources: &Sources,
    proposals: Proposals,
) -> Result<Vec<Violation>> {
    let mut walk = Walk::new(thread, sources, "", proposals, &Yaml::Null);
    walk.documents(documents.into_iter().map(|(number, document)| (number, None, document)))?;
    walk.tally.into_violations()
}

struct Walk<'a, 'd> {
    thread: &'a mut Thread,
    sources: &'a Sources,
    /// The heading of messages.
    heading: &'static str,
    proposals: Proposals,
    /// The value of the document.
    root: &'d Yaml,
    /// The number of the document, if there are several.
    prefix: String,
    /// The indexes of items from the document to the current node.
    path: Vec<u32>,
    tally: Tally,
}

/// A node whose rules are checked.
#[derive(Clone, Copy)]
struct Tried<'a> {
    position: Position,
    yaml: &'a Yaml,
    parent: Option<&'a Yaml>,
    /// Its declaration.
    declaration: Option<&'a Declaration>,
    /// The declaration that has the rules: the same, or an alternative of it that was chosen.
    ruled_by: Option<&'a Declaration>,
}

impl<'a, 'd> Walk<'a, 'd> {
    fn new(
        thread: &'a mut Thread,
        sources: &'a Sources,
        heading: &'static str,
        proposals: Proposals,
        root: &'d Yaml,
    ) -> Self {
        Self {
            thread,
            sources,
            heading,
            proposals,
            root,
            prefix: String::new(),
            path: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Checks documents, each with its number and its schema if it has one.
    fn documents(
        &mut self,
        documents: impl IntoIterator<Item = (Option<usize>, Option<&'d Declaration>, &'d Document)>,
    ) -> Result<()> {
        for (number, root, document) in documents {
            self.root = &document.value;
            self.prefix = number.map_or_else(String::new, |number| format!("[{number}]"));
            let node = Node { position: document.position, kind: NodeKind::Document };
            self.node(root, node, &document.value, &document.annotations, None)?;
        }
        Ok(())
    }

    fn finish(self) -> Result<Vec<Diagnostic>> {
        self.tally.finish(self.heading, self.sources)
    }

    fn node(
        &mut self,
        declaration: Option<&Declaration>,
        node: Node<'_>,
        value: &Yaml,
        annotations: &Annotations,
        parent: Option<&Yaml>,
    ) -> Result<()> {
        if let (Yaml::Null, Some(by)) =
            (value, declaration.and_then(|declaration| declaration.required.as_deref()))
        {
            let rule = BrokenRule {
                must_be: "a value".to_owned(),
                by: place::of(*by),
                found: NotNull::FOUND.to_owned(),
                message: None,
                note: Some(giving::required(&self.name(), declaration.map(|one| &one.type_))),
                fix: None,
            };
            let path = self.name();
            let way = path::way(self.root, &self.path);
            let about = About::new(declaration, node.position, value, way);
            self.tally.violations.push(about.violation(path, node.position, rule));
            return Ok(());
        }
        let is_choice = declaration.is_some_and(|one| one.type_.has_choice());
        if annotations.is_empty() && !is_choice {
            let (position, ruled_by) = (node.position, declaration);
            return self.usual(Tried { position, yaml: value, parent, declaration, ruled_by });
        }
        let chosen = declaration.map(|declaration| declaration.type_.all_chosen(value));
        let mut declared = declaration.into_iter().chain(chosen.iter().flatten().copied());
        if annotations.is_empty() && declared.all(|one| one.validations.is_empty()) {
            return self.children(declaration.map(|one| one.type_.of_value(value)), value);
        }
        let inside = declaration.map(|declaration| declaration.type_.of_value(value));
        let written = if annotations.is_empty() {
            Vec::new()
        } else {
            of_value_node(annotations, self.sources).map_err(|malformed| {
                let message = format!("{}\n{}", self.heading, malformed.message);
                Box::new(Malformed { message, ..malformed }.into_diagnostic(codes::RULE_ANNOTATION))
            })?
        };
        let groups = || {
            let declared = declaration.into_iter().chain(chosen.iter().flatten().copied());
            let declared = declared.map(|one| (Some(one), &one.validations[..]));
            declared.chain([(declaration, written.as_slice())])
        };
        if groups().all(|(_, group)| group.is_empty()) {
            return self.children(inside, value);
        }
        let tried = |ruled_by| {
            let position = node.position;
            Tried { position, yaml: value, parent, declaration, ruled_by }
        };
        let leaf_first = self.proposals.leaf_first;
        let waits = |validation: &&Validation| leaf_first || validation.waits_for_children;
        for (by, group) in groups() {
            self.validate(group.iter().filter(|one| !waits(one)), tried(by))?;
        }
        let before = self.tally.count();
        self.children(inside, value)?;
        if !groups().any(|(_, group)| group.iter().any(|one| waits(&one))) {
            return Ok(());
        }
        if !self.is_spoiled(before) {
            for (by, group) in groups() {
                self.validate(group.iter().filter(waits), tried(by))?;
            }
        }
        Ok(())
    }

    /// Whether the current node contains something invalid, found after the first `before`. Then it cannot be valid,
    /// and its rules may rely on its contents.
    fn is_spoiled(&mut self, before: usize) -> bool {
        let is_spoiled = self.tally.count() > before;
        if is_spoiled {
            let name = self.name();
            self.tally.note(format!(
                "the rules of {name} were not checked, because a value in it is not valid"
            ));
        }
        is_spoiled
    }

    /// Checks a node that has no rules but those of its declaration.
    fn usual(&mut self, tried: Tried<'_>) -> Result<()> {
        let Tried { declaration, yaml, .. } = tried;
        let rules = declaration.map_or(&[][..], |declaration| &declaration.validations[..]);
        let leaf_first = self.proposals.leaf_first;
        let waits = |validation: &&Validation| leaf_first || validation.waits_for_children;
        if !rules.is_empty() {
            self.validate(rules.iter().filter(|one| !waits(one)), tried)?;
        }
        let before = self.tally.count();
        if matches!(yaml, Yaml::Map(_) | Yaml::Array(_)) || self.path.len() >= MAX_DEPTH {
            self.children(declaration.map(|one| one.type_.of_value(yaml)), yaml)?;
        }
        if rules.iter().any(|one| waits(&one)) && !self.is_spoiled(before) {
            self.validate(rules.iter().filter(waits), tried)?;
        }
        Ok(())
    }

    /// Whether a child is a scalar without rules, as most are.
    fn is_free(
        &self,
        declaration: Option<&Declaration>,
        value: &Yaml,
        annotations: &Annotations,
    ) -> bool {
        let is_simple = |type_: &Type| match type_ {
            Type::Scalar(_) | Type::Any => true,
            Type::Nullable(inner) => {
                matches!(**inner, Type::Scalar(_) | Type::Map(_) | Type::Array(_))
            }
            _ => false,
        };
        let has_no_rules = |declared: &Declaration| {
            is_simple(&declared.type_)
                && declared.validations.is_empty()
                && declared.required.is_none()
        };
        !matches!(value, Yaml::Map(_) | Yaml::Array(_))
            && annotations.is_empty()
            && declaration.is_none_or(has_no_rules)
            && self.path.len() + 1 < MAX_DEPTH
    }

    fn children(&mut self, type_: Option<&Type>, value: &Yaml) -> Result<()> {
        if self.path.len() >= MAX_DEPTH {
            let heading = self.heading;
            bail!(
                codes::VALUES_TOO_DEEP,
                "{heading}\nValues are nested deeper than {MAX_DEPTH} levels"
            );
        }
        match value {
            Yaml::Map(map) => {
                let type_ = match type_ {
                    Some(Type::Map(type_)) => Some(type_),
                    _ => None,
                };
                let mut next = 0;
                for (at, item) in map.items().iter().enumerate() {
                    // Most keys are in the order of the schema.
                    let declaration =
                        type_.and_then(|type_| match type_.defaults.items().get(next) {
                            Some(same) if same.key.same_scalar(&item.key) => {
                                next += 1;
                                type_.values.get(next - 1)
                            }
                            _ => {
                                let found = type_.find(self.thread, &item.key).unwrap_or(None);
                                if let Some(Slot::Named(found)) = found {
                                    next = found as usize + 1;
                                }
                                found.and_then(|slot| type_.declaration(slot))
                            }
                        });
                    if self.is_free(declaration, &item.value, &item.annotations) {
                        continue;
                    }
                    let node = Node { position: item.position, kind: NodeKind::MapItem(&item.key) };
                    self.path.push(at as u32);
                    self.node(declaration, node, &item.value, &item.annotations, Some(value))?;
                    self.path.pop();
                }
            }
            Yaml::Array(array) => {
                let declaration = match type_ {
                    Some(Type::Array(item)) => Some(&**item),
                    _ => None,
                };
                for (at, item) in array.items.iter().enumerate() {
                    if self.is_free(declaration, &item.value, &item.annotations) {
                        continue;
                    }
                    let node = Node { position: item.position, kind: NodeKind::ArrayItem };
                    self.path.push(at as u32);
                    self.node(declaration, node, &item.value, &item.annotations, Some(value))?;
                    self.path.pop();
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Runs the rules of a node, annotation by annotation.
    fn validate<'v>(
        &mut self,
        validations: impl Iterator<Item = &'v Validation>,
        tried: Tried<'_>,
    ) -> Result<()> {
        let mut broken = Vec::new();
        for validation in validations {
            broken.append(&mut self.broken_rules(validation, tried)?);
        }
        if !broken.is_empty() {
            let name = self.name();
            let way = path::way(self.root, &self.path);
            let about = About::new(tried.declaration, tried.position, tried.yaml, way);
            self.tally.add(broken, &name, tried.position, tried.yaml, &about);
        }
        Ok(())
    }

    fn broken_rules(&mut self, validation: &Validation, tried: Tried<'_>) -> Result<Vec<Broken>> {
        if matches!(tried.yaml, Yaml::Null) && validation.not_null.is_none() {
            return Ok(Vec::new());
        }
        let value: Value = Fragment::of_yaml(tried.yaml);
        let context = Context { parent: tried.parent, root: self.root };
        if let Some(condition) = &validation.when {
            match when::applies(self.thread, condition, &value, context, self.sources) {
                Ok(true) => {}
                Ok(false) => return Ok(Vec::new()),
                Err(error) if self.proposals.when_errors_skip && error.is_catchable() => {
                    let message = format!("rules of {} were not run", self.name());
                    let warning =
                        Diagnostic::warning(codes::RULE_SKIPPED, message).note(error.message());
                    self.tally.warn(warning.at(validation.position.span()));
                    return Ok(Vec::new());
                }
                Err(error) if error.is_catchable() => {
                    let failed = self.failed(validation, &error);
                    self.tally.condition_failed(failed, place::of(validation.position));
                    return Ok(Vec::new());
                }
                Err(error) => return Err(self.failed(validation, &error)),
            }
        }
        let here = Here { root: self.root, path: &self.path, prefix: &self.prefix };
        let by = place::of(validation.position);
        let (proposals, sources) = (self.proposals, self.sources);
        let judging = Judging {
            proposals,
            sources,
            context,
            type_: tried.ruled_by.map(|declared| &declared.type_),
        };
        validation
            .broken_rules(self.thread, &value, &by, &here, judging)
            .map_err(|error| self.failed(validation, &error))
    }

    fn name(&self) -> String {
        path::name(self.root, &self.path, &self.prefix)
    }

    /// Reports a condition that failed, or a limit that was reached.
    fn failed(&self, validation: &Validation, error: &Error) -> Box<Diagnostic> {
        let message = format!("{}\nValidating {}: {}", self.heading, self.name(), error.message());
        let notes = error.evaluation().notes.iter().cloned();
        Box::new(at(codes::RULE_FAILED, message, validation.position).notes(notes))
    }
}

/// The current node.
struct Here<'a> {
    root: &'a Yaml,
    path: &'a [u32],
    prefix: &'a str,
}

impl Subject for Here<'_> {
    fn path(&self) -> String {
        path::name(self.root, self.path, self.prefix)
    }

    fn key(&self) -> String {
        match self.prefix {
            // The number of the document, if there are several.
            prefix if self.path.is_empty() && !prefix.is_empty() => {
                prefix.trim_matches(['[', ']']).to_owned()
            }
            _ => path::last(self.root, self.path),
        }
    }
}

fn at(code: Code, message: String, position: Position) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error(code, message);
    Box::new(diagnostic.at(position.span()))
}
