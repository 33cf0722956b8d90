//! The host of template programs: runs the statements that build nodes and text.

use std::{any::Any, cell::RefCell, rc::Rc, sync::Arc};

use yardstick_diagnostics::Span;
use yardstick_starlark::{
    Branches, Dialect, Error, Host, Module, OperandValue, Options as Language, Result, Text,
    Thread, Value,
};

use super::Environment;
use crate::{
    build::contexts::Context,
    compile::unit::{AnnotationName, Statement, Unit},
    convert,
    fragment::{Content, Fragment},
    replace::Replaced,
    tree::{Annotation, Annotations, NodeKind, Yaml},
};

/// The state that all programs of a run share: the results under construction, and what the running file can load.
pub struct TemplateHost {
    /// One context for each active file and building function, innermost last.
    contexts: RefCell<Vec<Context>>,
    /// The environments of the active files, innermost last.
    environments: RefCell<Vec<Rc<dyn Environment>>>,
    /// Receives the lines that programs print.
    print: Printed,
    /// Called for values that are not used.
    unused: Option<Unused>,
    /// The dialect and the predefined names of all programs.
    language: Language,
}

/// Receives a printed line.
type Printed = Box<dyn Fn(&str)>;

/// Receives the position of a call whose value is not used, and the kind of that value.
type Unused = Box<dyn Fn(Span, Discarded)>;

/// The unused value of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discarded {
    /// YAML nodes that a function built.
    Nodes,
    /// Documents, such as those of a library.
    Documents,
    /// Text.
    Text,
}

impl TemplateHost {
    /// Creates a host that passes printed lines to `print`.
    pub fn new(print: impl Fn(&str) + 'static) -> Self {
        Self {
            contexts: RefCell::default(),
            environments: RefCell::default(),
            print: Box::new(print),
            unused: None,
            language: Language::new(Dialect::template()),
        }
    }

    /// Records the branches of all templates that are compiled from now on.
    #[must_use]
    pub fn noting(mut self, branches: Option<Arc<Branches>>) -> Self {
        self.language.branches = branches;
        self
    }

    /// Calls `unused` for calls whose value is not used.
    #[must_use]
    pub fn telling(mut self, unused: impl Fn(Span, Discarded) + 'static) -> Self {
        self.unused = Some(Box::new(unused));
        self
    }

    /// Returns the template language, for compiling templates.
    pub fn language(&self) -> &Language {
        &self.language
    }

    pub(super) fn begin(&self, context: Context, environment: Rc<dyn Environment>) {
        self.contexts.borrow_mut().push(context);
        self.environments.borrow_mut().push(environment);
    }

    pub(super) fn end(&self) -> Context {
        self.environments.borrow_mut().pop();
        self.contexts.borrow_mut().pop().unwrap_or_default()
    }

    /// Runs `change` on the innermost context.
    pub(crate) fn with_context<T>(&self, change: impl FnOnce(&mut Context) -> T) -> Option<T> {
        self.contexts.borrow_mut().last_mut().map(change)
    }

    fn run(&self, unit: &Unit, statement: &Statement, operands: &[OperandValue]) -> Result<()> {
        let mut contexts = self.contexts.borrow_mut();
        let Some(context) = contexts.last_mut() else { return Ok(()) };
        match statement {
            Statement::Annotate(node) => {
                let names = &unit.nodes[*node as usize].annotations;
                context.next.annotations = Some(annotations(names, operands));
                Ok(())
            }
            Statement::Start(node) => {
                let source = &unit.nodes[*node as usize];
                let annotations = match context.next.annotations.take() {
                    Some(evaluated) => evaluated,
                    None if source.annotations.is_empty() && operands.is_empty() => {
                        Annotations::NONE
                    }
                    None => annotations(&source.annotations, operands),
                };
                let templated = context.next.key.take().map(Yaml::Text);
                let key = templated.as_ref().unwrap_or(&source.key);
                context.nodes.start(unit, *node, key, annotations)
            }
            Statement::Set => match operands.first() {
                Some(OperandValue::Value(value)) => set(context, value.clone()),
                _ => Ok(()),
            },
            Statement::MapItems { node, items } => context.nodes.map_items(unit, *node, items),
            Statement::ArrayItems { node, items } => context.nodes.array_items(unit, *node, items),
            Statement::BeginText => {
                context.texts.push(Vec::new());
                Ok(())
            }
            Statement::Text(text) => context.push_text(text.as_bytes()),
            Statement::Print => match operands.first() {
                Some(OperandValue::Value(value)) => context.print(value),
                _ => Ok(()),
            },
            Statement::EndTextAsKey => {
                context.next.key = Some(context.end_text());
                Ok(())
            }
            Statement::EndTextAsValue => {
                let text = context.end_text();
                context.nodes.set(Yaml::Text(text));
                Ok(())
            }
        }
    }
}

/// Creates the annotations called `names` with their evaluated arguments.
fn annotations(names: &[AnnotationName], operands: &[OperandValue]) -> Annotations {
    let all = names.iter().zip(operands).map(|(name, operand)| {
        let (positional, keywords) = match operand {
            OperandValue::Arguments { positional, keywords } => {
                (positional.clone(), keywords.clone())
            }
            OperandValue::Value(value) => (vec![value.clone()], Vec::new()),
        };
        Annotation {
            name: Rc::clone(&name.name),
            positional,
            keywords,
            position: name.position,
            earlier: None,
        }
    });
    Annotations::new(all.collect())
}

/// Sets the value of the node started last.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::inline_always, reason = "a call would cost as much as what it does for a text")]
fn set(context: &mut Context, value: Value) -> Result<()> {
    // Most values are texts and numbers, which need not be copied.
    let value = match value {
        Value::Str(text) => Yaml::Text(text),
        Value::Int(int) => Yaml::Int(int),
        other => return set_other(context, &other),
    };
    context.nodes.set(value);
    Ok(())
}

/// Sets a value that may have a content of its own.
#[inline(never)]
fn set_other(context: &mut Context, value: &Value) -> Result<()> {
    if value.downcast::<Replaced>().is_some() {
        return Ok(());
    }
    if let Some(fragment) = value.downcast::<Fragment>()
        && matches!(fragment.content(), Content::Documents(_))
    {
        let kind = context.nodes.last_kind().unwrap_or(NodeKind::MapItem);
        let note = "documents take the place of a document: load(\"@ytt:template\", \"template\") and write `--- #@ template.replace(...)`";
        return Err(Error::new(kind.refusal_of_documents()).note(Some(note.to_owned())));
    }
    let position = context.nodes.last_position();
    context.nodes.set(convert::to_yaml_at(value, position)?);
    Ok(())
}

impl Host for TemplateHost {
    fn load(
        &self,
        thread: &mut Thread,
        _unit: &Rc<dyn Any>,
        path: &Text,
        _span: Span,
    ) -> Result<Rc<Module>> {
        let environment = self.environments.borrow().last().cloned();
        match environment {
            Some(environment) => environment.load(thread, &path.to_lossy()),
            None => Err(Error::new(format!("cannot load {path}"))),
        }
    }

    fn print(&self, text: &Text) {
        (self.print)(&text.to_lossy());
    }

    fn discarded(&self, _unit: &Rc<dyn Any>, value: &Value, span: Span) {
        let Some(unused) = &self.unused else { return };
        let fragment = value.downcast::<Fragment>().map(Fragment::content);
        let what = match (fragment, value) {
            (Some(Content::Documents(_)), _) => Discarded::Documents,
            (Some(Content::Value(_)), _) => Discarded::Nodes,
            (None, Value::Str(text)) if !text.as_bytes().is_empty() => Discarded::Text,
            _ => return,
        };
        unused(span, what);
    }

    fn statement(
        &self,
        _thread: &mut Thread,
        unit: &Rc<dyn Any>,
        id: u32,
        operands: &[OperandValue],
    ) -> Result<()> {
        let Some(unit) = unit.downcast_ref::<Unit>() else { return Ok(()) };
        let statement = &unit.statements[id as usize];
        // Most nodes have neither annotations nor a templated key.
        if let (Statement::Start(node), []) = (statement, operands)
            && let Some(context) = self.contexts.borrow_mut().last_mut()
            && context.next.is_empty()
        {
            let key = &unit.nodes[*node as usize].key;
            return context.nodes.start(unit, *node, key, Annotations::NONE);
        }
        self.run(unit, statement, operands)
    }

    fn value_statement(
        &self,
        _thread: &mut Thread,
        unit: &Rc<dyn Any>,
        id: u32,
        value: Value,
    ) -> Result<()> {
        let Some(unit) = unit.downcast_ref::<Unit>() else { return Ok(()) };
        let statement = &unit.statements[id as usize];
        match (statement, self.contexts.borrow_mut().last_mut()) {
            (Statement::Set, Some(context)) => return set(context, value),
            (Statement::Print, Some(context)) => return context.print(&value),
            _ => {}
        }
        self.run(unit, statement, &[OperandValue::Value(value)])
    }

    fn simple_statements(
        &self,
        _thread: &mut Thread,
        unit: &Rc<dyn Any>,
        (first, second): (u32, u32),
        value: Value,
    ) -> Result<Option<Value>> {
        let Some(unit) = unit.downcast_ref::<Unit>() else { return Ok(Some(value)) };
        let (first, second) = (&unit.statements[first as usize], &unit.statements[second as usize]);
        match (first, second) {
            (Statement::Start(node), Statement::Set) => {
                let mut contexts = self.contexts.borrow_mut();
                let Some(context) = contexts.last_mut().filter(|context| context.next.is_empty())
                else {
                    return Ok(Some(value));
                };
                // The node gets its value at once.
                let value = match value {
                    Value::Int(int) => Yaml::Int(int),
                    Value::Str(text) => Yaml::Text(text),
                    other => return Ok(Some(other)),
                };
                let key = &unit.nodes[*node as usize].key;
                context.nodes.start_with(unit, *node, key, Annotations::NONE, Some(value))?;
            }
            // Other values cannot be printed.
            (_, Statement::Print) if matches!(value, Value::Str(_)) => {
                self.run(unit, first, &[])?;
                if let Some(context) = self.contexts.borrow_mut().last_mut() {
                    context.print(&value)?;
                }
            }
            _ => return Ok(Some(value)),
        }
        Ok(None)
    }

    fn enter_function(&self, _thread: &mut Thread, unit: &Rc<dyn Any>, first: u32) -> Result<()> {
        // A function in a templated string returns text, even if none of its text is reached.
        let is_text = unit.downcast_ref::<Unit>().is_some_and(|unit| {
            unit.is_text
                || matches!(unit.statements[first as usize], Statement::Text(_) | Statement::Print)
        });
        let context = if is_text { Context::text() } else { Context::default() };
        self.contexts.borrow_mut().push(context);
        Ok(())
    }

    fn leave_function(
        &self,
        _thread: &mut Thread,
        _unit: &Rc<dyn Any>,
        returned: Option<Value>,
    ) -> Result<Value> {
        let context = self.contexts.borrow_mut().pop().unwrap_or_default();
        match returned {
            Some(value) => Ok(value),
            None => Ok(context.finish().into_value()),
        }
    }

    fn abandon_function(&self, _thread: &mut Thread, _unit: &Rc<dyn Any>) {
        self.contexts.borrow_mut().pop();
    }
}
