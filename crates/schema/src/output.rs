//! Checks output documents against schemas. They are checked like data values, but printed unchanged.

use yardstick_diagnostics::{Diagnostic, Failure, Report, Result, Sources, codes};
use yardstick_starlark::{Thread, Value};
use yardstick_template::tree::{Annotations, Document};

use crate::{
    Mismatch, MismatchKind, Proposals, Schema, modules, path, spread_string_rules,
    validate::{self, take_rules_off},
};

/// The annotation that applies a schema to a document.
const APPLY: &str = "schema/apply";

/// An output document, and the schema that applies to it.
#[derive(Debug)]
pub struct HeldDocument {
    /// Its number, if there are several documents.
    number: Option<usize>,
    /// The document with the defaults of the schema filled in.
    document: Document,
    schema: Schema,
    /// The type errors.
    failures: Vec<Failure>,
}

impl HeldDocument {
    /// Checks the types of `document` against `schema`.
    pub fn new(
        thread: &mut Thread,
        schema: &Schema,
        document: &Document,
        number: Option<usize>,
        sources: &Sources,
    ) -> Self {
        let mut filled = document.clone();
        // The rules of the document itself have been checked.
        take_rules_off(&mut filled);
        let mut mismatches = schema.assign(thread, &mut filled, sources);
        mismatches.extend(schema.check_counts(thread, &filled, sources));
        let prefix = number.map_or_else(String::new, |number| format!("[{number}]"));
        let named = |mismatch: Mismatch| {
            let name = path::name(&document.value, &mismatch.path, &prefix);
            let description = match (mismatch.kind, mismatch.failure.description) {
                (MismatchKind::UndeclaredKey, _) => format!("{name} is not declared in the schema"),
                (_, said) if said.is_empty() => format!("{name} does not fit the schema"),
                (_, said) => format!("{name}: {said}"),
            };
            Failure { description, ..mismatch.failure }
        };
        let failures = mismatches.into_iter().map(named).collect();
        Self { number, document: filled, schema: schema.clone(), failures }
    }
}

/// Reports what is wrong with `documents`: all type errors, or if there are none, all violated rules.
pub fn check_held(
    thread: &mut Thread,
    documents: Vec<HeldDocument>,
    sources: &Sources,
    proposals: Proposals,
) -> Result<Vec<Diagnostic>> {
    let (fitting, misfits): (Vec<_>, Vec<_>) =
        documents.into_iter().partition(|held| held.failures.is_empty());
    if !misfits.is_empty() {
        let failures = misfits.into_iter().flat_map(|held| held.failures).collect();
        let summary = "One or more output documents do not fit their schema";
        let error = Diagnostic::report(codes::OUTPUT_SCHEMA, Report::new(summary, failures));
        return Err(Box::new(error.within("Validating output documents")));
    }
    let proposals = fitting.iter().fold(proposals, |all, held| all.and(held.schema.proposals()));
    let documents =
        fitting.iter().map(|held| (held.number, Some(held.schema.root()), &held.document));
    validate::documents(thread, documents, sources, proposals)
}

/// Whether `annotations` apply a schema to a document.
pub fn is_held(annotations: &Annotations) -> bool {
    annotations.has(APPLY)
}

/// Removes the annotations that apply schemas to a document.
pub fn take_schemas_off(document: &mut Document) {
    document.annotations.retain(|annotation| &*annotation.name != APPLY);
}

/// Returns the schemas that `annotations` apply to a document.
pub fn applied_schemas(
    thread: &mut Thread,
    annotations: &Annotations,
    sources: &Sources,
) -> Result<Vec<Schema>> {
    let Some(annotation) = annotations.get(APPLY) else { return Ok(Vec::new()) };
    let refuse = |reason: String| {
        let place = annotation.position.compact(sources);
        let message = format!("Invalid @{APPLY} annotation - {reason} (by {place})");
        let error = Diagnostic::error(codes::SCHEMA_ANNOTATION, message);
        Box::new(error.at(annotation.position.span()))
    };
    if annotation.positional.is_empty() || !annotation.keywords.is_empty() {
        return Err(refuse("expected one or more schemas".to_owned()));
    }
    let mut schemas = Vec::new();
    for value in &annotation.positional {
        if value.is_callable() {
            let name = value.to_repr();
            return Err(refuse(format!("expected a schema, but was {name}; call the function")));
        }
        schemas.push(of_value(thread, value, sources).map_err(|error| match error {
            Unread::Value(reason) => refuse(reason),
            Unread::Schema(error) => error,
        })?);
    }
    Ok(schemas)
}

enum Unread {
    Value(String),
    Schema(Box<Diagnostic>),
}

fn of_value(
    thread: &mut Thread,
    value: &Value,
    sources: &Sources,
) -> std::result::Result<Schema, Unread> {
    let mut document = modules::schema::document(thread, value)
        .map_err(|error| Unread::Value(error.message().to_owned()))?;
    spread_string_rules(&mut document, sources).map_err(Unread::Schema)?;
    Schema::new(thread, &document, sources).map_err(Unread::Schema)
}
