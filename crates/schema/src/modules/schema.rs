//! The module `@ytt:schema`: lets templates check any value against a schema.

use std::{rc::Rc, sync::Arc};

use yardstick_diagnostics::{BrokenRule, Detail, Diagnostic, Sources, Violation, codes};
use yardstick_starlark::{Args, Error, NativeModule, Result, Text, Thread, Value};
use yardstick_template::{
    convert,
    fragment::{Content, Fragment},
    structs::Struct,
    tree::{Document, Position},
};

use crate::{
    Mismatch, Proposals, Schema, invalid_values, path, spread_string_rules, values::integers,
};

/// Exports a schema as an `OpenAPI` document. The exporter is in another crate.
pub type Exporter = fn(&Schema, &mut Thread) -> Document;

/// Returns the module. Reports show positions from `sources`; rules follow `proposals`; `openapi` implements the
/// function of that name.
pub fn module(sources: &Arc<Sources>, proposals: Proposals, openapi: Exporter) -> Value {
    let sources = Arc::clone(sources);
    let new = Value::native("schema.new", move |thread, args| {
        let mut document = document(thread, one(&args)?)?;
        spread_string_rules(&mut document, &sources).map_err(failed)?;
        let schema = Schema::new(thread, &document, &sources).map_err(failed)?;
        Ok(object(&Rc::new(SchemaObject {
            schema,
            sources: Arc::clone(&sources),
            proposals,
            openapi,
        })))
    });
    Value::host(NativeModule::new("schema", vec![("new".into(), new)]))
}

/// A schema that template code uses.
struct SchemaObject {
    schema: Schema,
    sources: Arc<Sources>,
    proposals: Proposals,
    openapi: Exporter,
}

/// Returns the functions of a schema.
fn object(held: &Rc<SchemaObject>) -> Value {
    let method =
        |name: &'static str, run: fn(&SchemaObject, &mut Thread, &Args<'_>) -> Result<Value>| {
            let held = Rc::clone(held);
            (Text::from(name), Value::native(name, move |thread, args| run(&held, thread, &args)))
        };
    let methods = vec![
        method("apply", SchemaObject::apply),
        method("check", SchemaObject::check),
        method("defaults", SchemaObject::defaults),
        method("openapi", SchemaObject::openapi),
    ];
    let refusal = "@ytt:schema.schema does not encode (did you mean to call apply()?)";
    Value::host(Struct::opaque("@ytt:schema.schema", methods, refusal))
}

impl SchemaObject {
    /// `apply(value)`: returns the value with defaults filled in, or an error if it does not fit or violates rules.
    fn apply(&self, thread: &mut Thread, args: &Args<'_>) -> Result<Value> {
        let mut document = document(thread, one(args)?)?;
        let given = document.value.clone();
        let mut mismatches = self.fill(thread, &mut document);
        if !mismatches.is_empty() {
            // A value from code has no line number that would show where the error is.
            for mismatch in &mut mismatches {
                let path = path::name(&given, &mismatch.path, "");
                let description = &mut mismatch.failure.description;
                *description = match description.as_str() {
                    "" => format!("{path} does not fit"),
                    said => format!("{path}: {said}"),
                };
            }
            return Err(failed(invalid_values(mismatches)));
        }
        let violations = self.violations(thread, &document)?;
        if !violations.is_empty() {
            let heading = "Validating value:";
            return Err(failed(Box::new(Diagnostic::violations(
                codes::BROKEN_RULE,
                heading,
                violations,
            ))));
        }
        Ok(Fragment::of_yaml(&document.value))
    }

    /// `check(value)`: returns everything that is wrong with the value, as structs.
    fn check(&self, thread: &mut Thread, args: &Args<'_>) -> Result<Value> {
        let given = document(thread, one(args)?)?;
        let mut document = given.clone();
        let mismatches = self.fill(thread, &mut document);
        if mismatches.is_empty() {
            let violations = self.violations(thread, &document)?;
            return Ok(Value::list(violations.iter().flat_map(violated).collect()));
        }
        let misfit = |mismatch: &Mismatch| {
            let failure = &mismatch.failure;
            let text = |statement: &Option<yardstick_diagnostics::Statement>| {
                statement.as_ref().map(|statement| statement.text.clone()).unwrap_or_default()
            };
            finding(
                &path::name(&given.value, &mismatch.path, ""),
                &failure.description,
                &text(&failure.found),
                &text(&failure.expected),
                &failure.hints,
            )
        };
        Ok(Value::list(mismatches.iter().map(misfit).collect()))
    }

    /// `defaults()`: returns the default value.
    fn defaults(&self, _: &mut Thread, args: &Args<'_>) -> Result<Value> {
        none(args)?;
        Ok(Fragment::of_yaml(&self.schema.defaults().value))
    }

    /// `openapi()`: returns the schema as an `OpenAPI` document.
    fn openapi(&self, thread: &mut Thread, args: &Args<'_>) -> Result<Value> {
        none(args)?;
        let document = (self.openapi)(&self.schema, thread);
        Ok(Fragment::of_yaml(&document.value))
    }

    fn fill(&self, thread: &mut Thread, document: &mut Document) -> Vec<Mismatch> {
        if let Some(restored) = integers::restored(&self.schema.root().type_, &document.value) {
            document.value = restored;
        }
        let mut mismatches = self.schema.assign(thread, document, &self.sources);
        mismatches.extend(self.schema.check_counts(thread, document, &self.sources));
        mismatches
    }

    fn violations(&self, thread: &mut Thread, document: &Document) -> Result<Vec<Violation>> {
        match self.schema.validate_as(thread, document, &self.sources, self.proposals) {
            Ok(_) => Ok(Vec::new()),
            Err(diagnostic) => match diagnostic.detail {
                Detail::Violations(violations) => Ok(violations),
                _ => Err(failed(diagnostic)),
            },
        }
    }
}

fn violated(violation: &Violation) -> Vec<Value> {
    let broken = |rule: &BrokenRule| finding(&violation.path, "", &rule.found, &rule.must_be, &[]);
    violation.rules.iter().map(broken).collect()
}

/// Creates a finding about a value, for template code.
fn finding(path: &str, description: &str, found: &str, expected: &str, hints: &[String]) -> Value {
    let hints = hints.iter().map(|hint| Value::str(hint.as_str())).collect();
    Value::host(Struct::new(vec![
        ("path".into(), Value::str(path)),
        ("description".into(), Value::str(description)),
        ("found".into(), Value::str(found)),
        ("expected".into(), Value::str(expected)),
        ("hints".into(), Value::list(hints)),
    ]))
}

fn failed(diagnostic: Box<Diagnostic>) -> Error {
    Error::caused("", diagnostic)
}

/// Converts a value of template code to a document. Parts without a position get the position of the call.
pub(crate) fn document(thread: &Thread, value: &Value) -> Result<Document> {
    let position =
        thread.current_span().map_or(Position::UNKNOWN, |span| Position::at(span.file, span.start));
    if let Some(fragment) = value.downcast::<Fragment>()
        && let Content::Documents(documents) = fragment.content()
    {
        return match documents.as_slice() {
            [only] => Ok(only.clone()),
            several => {
                let count = several.len();
                Err(Error::new(format!("expected one document, but found {count}")))
            }
        };
    }
    Ok(Document::new(convert::to_yaml_at(value, position)?, position))
}

fn one<'a>(args: &Args<'a>) -> Result<&'a Value> {
    match (args.positional, args.keywords) {
        ([value], []) => Ok(value),
        (positional, keywords) => Err(Error::argument_count(positional.len() + keywords.len(), 1)),
    }
}

fn none(args: &Args<'_>) -> Result<()> {
    match args.positional.len() + args.keywords.len() {
        0 => Ok(()),
        given => Err(Error::argument_count(given, 0)),
    }
}
