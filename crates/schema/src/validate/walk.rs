//! Running the validations of all nodes of a document: parents before children, in document order.

use yardstick_diagnostics::{BrokenRule, Code, Diagnostic, Result, Sources, Violation};
use yardstick_starlark::{Error, Thread, Value};
use yardstick_template::{
    fragment::Fragment,
    tree::{Annotations, Document, Position, Yaml},
};

use super::{
    Validation, path,
    when::{self, Context},
};
use crate::{
    place::{self, Node, NodeKind},
    positions::MAX_DEPTH,
    types::{Declaration, Type},
};

/// What is being done, at the head of its messages.
const VALIDATING: &str = "Validating final data values:";

/// Runs the validations that `root` declares for the nodes of `document`, and those written on the nodes.
pub(crate) fn document(
    thread: &mut Thread,
    root: &Declaration,
    document: &Document,
    sources: &Sources,
) -> Result<()> {
    let mut walk =
        Walk { thread, sources, root: &document.value, path: Vec::new(), violations: Vec::new() };
    let node = Node { position: document.position, kind: NodeKind::Document };
    walk.node(Some(root), node, &document.value, &document.annotations, None)?;
    if walk.violations.is_empty() {
        return Ok(());
    }
    Err(Box::new(Diagnostic::violations("YS0510", VALIDATING, walk.violations)))
}

struct Walk<'a> {
    thread: &'a mut Thread,
    sources: &'a Sources,
    /// What the document holds.
    root: &'a Yaml,
    /// Numbers of items from the document to the node under way.
    path: Vec<u32>,
    violations: Vec<Violation>,
}

impl Walk<'_> {
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
            let found = super::rules::not_null().1.to_owned();
            let rule = BrokenRule { must_be: "a value".to_owned(), by: place::of(by), found };
            self.violate(node.position, vec![rule]);
            return Ok(());
        }
        if let Some(validation) =
            declaration.and_then(|declaration| declaration.validation.as_ref())
        {
            self.validate(validation, node.position, value, parent)?;
        }
        if let Some(chosen) = declaration.and_then(|declaration| declaration.type_.chosen(value))
            && let Some(validation) = &chosen.validation
        {
            self.validate(validation, node.position, value, parent)?;
        }
        if !annotations.is_empty()
            && let Some(annotation) = annotations.get(Validation::ASSERT)
        {
            let validation = Validation::parse(annotation, self.sources).map_err(|reason| {
                at("YS0511", format!("{VALIDATING}\n{reason}"), annotation.position)
            })?;
            self.validate(&validation, node.position, value, parent)?;
        }
        self.children(declaration.map(|declaration| declaration.type_.of_value(value)), value)
    }

    fn children(&mut self, type_: Option<&Type>, value: &Yaml) -> Result<()> {
        if self.path.len() >= MAX_DEPTH {
            let message = format!("{VALIDATING}\nValues are nested deeper than {MAX_DEPTH} levels");
            return Err(Box::new(Diagnostic::error("YS0513", message)));
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

    fn validate(
        &mut self,
        validation: &Validation,
        position: Position,
        yaml: &Yaml,
        parent: Option<&Yaml>,
    ) -> Result<()> {
        if matches!(yaml, Yaml::Null) && !validation.not_null {
            return Ok(());
        }
        let value: Value = Fragment::of_yaml(yaml);
        if let Some(condition) = &validation.when {
            let context = Context { parent, root: self.root };
            match when::applies(self.thread, condition, &value, context) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) => return Err(self.abort(validation, &error)),
            }
        }
        match validation.broken_rules(self.thread, &value) {
            Ok(rules) if rules.is_empty() => Ok(()),
            Ok(rules) => {
                self.violate(position, rules);
                Ok(())
            }
            Err(error) => Err(self.abort(validation, &error)),
        }
    }

    fn violate(&mut self, position: Position, rules: Vec<BrokenRule>) {
        let path = path::name(self.root, &self.path);
        self.violations.push(Violation { path, from: place::of(position), rules });
    }

    /// A condition that failed, or a limit that was reached: nothing more can be said about the values.
    fn abort(&self, validation: &Validation, error: &Error) -> Box<Diagnostic> {
        let path = path::name(self.root, &self.path);
        let message = format!("{VALIDATING}\nValidating {path}: {}", error.message());
        at("YS0512", message, validation.position)
    }
}

fn at(code: Code, message: String, position: Position) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error(code, message);
    Box::new(position.span().into_iter().fold(diagnostic, Diagnostic::at))
}
