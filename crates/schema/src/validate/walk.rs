//! Running the validations of all nodes of a document: parents before children, in document order.

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
    judge::{Broken, Judging, Subject},
    when::{self, Context},
};
use crate::{
    Proposals,
    model::{Declaration, Type},
    path,
    place::{self, Node, NodeKind},
    values::settle::MAX_DEPTH,
};

/// What is being done, at the head of messages about data values.
const VALUES: &str = "Validating final data values:";
/// The same about output.
const OUTPUT: &str = "Validating output documents:";

/// Nobody reads more notes than this below one error.
const MAX_NOTES: usize = 50;

/// What came of running rules, beside violations.
#[derive(Debug, Default)]
pub struct Judged {
    /// What is probably not meant.
    pub warnings: Vec<Diagnostic>,
}

/// Runs the validations that `root` declares for the nodes of `document`, and those written on the nodes.
pub(crate) fn document(
    thread: &mut Thread,
    root: &Declaration,
    document: &Document,
    sources: &Sources,
    proposals: Proposals,
) -> Result<Judged> {
    let mut walk = Walk::new(thread, sources, VALUES, proposals, &document.value);
    let node = Node { position: document.position, kind: NodeKind::Document };
    walk.node(Some(root), node, &document.value, &document.annotations, None)?;
    walk.finish()
}

/// Runs the validations written on the nodes of output documents.
pub(crate) fn documents<'a>(
    thread: &mut Thread,
    documents: impl IntoIterator<Item = (Option<usize>, &'a Document)>,
    sources: &Sources,
    proposals: Proposals,
) -> Result<Judged> {
    let mut walk = Walk::new(thread, sources, OUTPUT, proposals, &Yaml::Null);
    walk.documents(documents)?;
    walk.finish()
}

/// The rules written on the nodes of `documents` that they break, for code that asks.
pub(crate) fn broken<'a>(
    thread: &mut Thread,
    documents: impl IntoIterator<Item = (Option<usize>, &'a Document)>,
    sources: &Sources,
    proposals: Proposals,
) -> Result<Vec<Violation>> {
    let mut walk = Walk::new(thread, sources, "", proposals, &Yaml::Null);
    walk.documents(documents)?;
    Ok(walk.violations)
}

struct Walk<'a, 'd> {
    thread: &'a mut Thread,
    sources: &'a Sources,
    /// What is being done.
    heading: &'static str,
    proposals: Proposals,
    /// What the document holds.
    root: &'d Yaml,
    /// The document's number where there are several.
    prefix: String,
    /// Numbers of items from the document to the node under way.
    path: Vec<u32>,
    violations: Vec<Violation>,
    notes: Vec<String>,
    warnings: Vec<Diagnostic>,
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
            violations: Vec::new(),
            notes: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Documents without a schema, each with its number if it has one.
    fn documents(
        &mut self,
        documents: impl IntoIterator<Item = (Option<usize>, &'d Document)>,
    ) -> Result<()> {
        for (number, document) in documents {
            self.root = &document.value;
            self.prefix = number.map_or_else(String::new, |number| format!("[{number}]"));
            let node = Node { position: document.position, kind: NodeKind::Document };
            self.node(None, node, &document.value, &document.annotations, None)?;
        }
        Ok(())
    }

    fn finish(self) -> Result<Judged> {
        if self.violations.is_empty() {
            return Ok(Judged { warnings: self.warnings });
        }
        let diagnostic = Diagnostic::violations(codes::BROKEN_RULE, self.heading, self.violations);
        Err(Box::new(diagnostic.notes(self.notes)))
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
            (value, declaration.and_then(|declaration| declaration.required))
        {
            let rule = BrokenRule {
                must_be: "a value".to_owned(),
                by: place::of(by),
                found: NotNull::FOUND.to_owned(),
                message: None,
            };
            let from = place::of(node.position);
            let path = self.name();
            if self.notes.len() < MAX_NOTES {
                self.notes.push(not_given(&path));
            }
            self.violations.push(Violation { path, from, rules: vec![rule] });
            return Ok(());
        }
        let type_ = declaration.map(|declaration| declaration.type_.of_value(value));
        if self.proposals.leaf_first {
            self.children(type_, value)?;
        }
        if let Some(declaration) = declaration {
            self.validate(&declaration.validations, node.position, value, parent)?;
            if let Some(chosen) = declaration.type_.chosen(value) {
                self.validate(&chosen.validations, node.position, value, parent)?;
            }
        }
        if !annotations.is_empty() {
            let written = of_value_node(annotations, self.sources).map_err(|malformed| {
                let message = format!("{}\n{}", self.heading, malformed.message);
                Box::new(Malformed { message, ..malformed }.into_diagnostic(codes::RULE_ANNOTATION))
            })?;
            self.validate(&written, node.position, value, parent)?;
        }
        if self.proposals.leaf_first {
            return Ok(());
        }
        self.children(type_, value)
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
                for (at, item) in map.items().iter().enumerate() {
                    // Most maps are in the order of their schema.
                    let declaration =
                        type_.and_then(|type_| match type_.defaults.items().get(at) {
                            Some(same) if same.key.same_scalar(&item.key) => type_.values.get(at),
                            _ => {
                                let found = type_.find(self.thread, &item.key).unwrap_or(None);
                                found.and_then(|slot| type_.declaration(slot))
                            }
                        });
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
    fn validate(
        &mut self,
        validations: &[Validation],
        position: Position,
        yaml: &Yaml,
        parent: Option<&Yaml>,
    ) -> Result<()> {
        let mut broken = Vec::new();
        for validation in validations {
            broken.append(&mut self.broken_rules(validation, yaml, parent)?);
        }
        self.report(broken, position, yaml);
        Ok(())
    }

    fn broken_rules(
        &mut self,
        validation: &Validation,
        yaml: &Yaml,
        parent: Option<&Yaml>,
    ) -> Result<Vec<Broken>> {
        if matches!(yaml, Yaml::Null) && validation.not_null.is_none() {
            return Ok(Vec::new());
        }
        let value: Value = Fragment::of_yaml(yaml);
        if let Some(condition) = &validation.when {
            let context = Context { parent, root: self.root };
            match when::applies(self.thread, condition, &value, context, self.sources) {
                Ok(true) => {}
                Ok(false) => return Ok(Vec::new()),
                Err(error) if self.proposals.when_errors_skip && error.is_catchable() => {
                    let message = format!("rules of {} were not run", self.name());
                    let warning =
                        Diagnostic::warning(codes::RULE_SKIPPED, message).note(error.message());
                    let place = validation.position.span().into_iter();
                    self.warnings.push(place.fold(warning, Diagnostic::at));
                    return Ok(Vec::new());
                }
                Err(error) => return Err(self.abort(validation, &error)),
            }
        }
        let here = Here { root: self.root, path: &self.path, prefix: &self.prefix };
        let by = place::of(validation.position);
        let judging = Judging { proposals: self.proposals, sources: self.sources };
        validation
            .broken_rules(self.thread, &value, &by, &here, judging)
            .map_err(|error| self.abort(validation, &error))
    }

    /// Adds what is said about the node at `position`, and about parts of it.
    fn report(&mut self, broken: Vec<Broken>, position: Position, yaml: &Yaml) {
        if broken.is_empty() {
            return;
        }
        let name = self.name();
        let first = self.violations.len();
        for Broken { at, rule, note } in broken {
            let inner = at.as_deref().unwrap_or_default();
            let path = path::below(&name, inner);
            let from = path::position_below(yaml, inner).unwrap_or(position);
            let known = self.violations[first..].iter_mut().find(|other| other.path == path);
            if let Some(known) = known {
                known.rules.push(rule);
            } else {
                let from = place::of(from);
                self.violations.push(Violation { path, from, rules: vec![rule] });
            }
            if self.notes.len() < MAX_NOTES {
                self.notes.extend(note.filter(|note| !self.notes.contains(note)));
            }
        }
    }

    fn name(&self) -> String {
        path::name(self.root, &self.path, &self.prefix)
    }

    /// A condition that failed, or a limit that was reached: nothing more can be said about the values.
    fn abort(&self, validation: &Validation, error: &Error) -> Box<Diagnostic> {
        let message = format!("{}\nValidating {}: {}", self.heading, self.name(), error.message());
        let notes = error.evaluation().notes.iter().cloned();
        Box::new(at(codes::RULE_FAILED, message, validation.position).notes(notes))
    }
}

/// What is said of a value that has to be given and was not.
pub(super) fn not_given(path: &str) -> String {
    format!(
        "{path} is required and was not given: write it into a values file, or pass --data-value {path}=..."
    )
}

/// The node under way.
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
        path::last(self.root, self.path)
    }
}

fn at(code: Code, message: String, position: Position) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error(code, message);
    Box::new(position.span().into_iter().fold(diagnostic, Diagnostic::at))
}
