//! Reads `@schema/any-of`, `@schema/one-of`, `@schema/all-of` and `@schema/not`: schemas made of other schemas.
//!
//! The arguments are schemas: fragments, documents or plain values, which are read as examples.

use yardstick_diagnostics::{Report, Role, Statement};
use yardstick_starlark::{Text, Value};
use yardstick_template::{
    convert,
    fragment::{Content, Fragment},
    tree::{Annotation, Annotations, Document, Map, Position, Yaml},
};

use super::{
    Declared, Inference,
    error::{AuthorError, Result, found_by, invalid, misread, misuse},
    too_deep,
};
use crate::{
    model::{Choice, Declaration, Discriminator, Except, Type},
    place::{self, Node, NodeKind},
    validate,
    values::{conform::conform, settle::settled},
};

const ANY_OF: &str = "schema/any-of";
const ONE_OF: &str = "schema/one-of";
const ALL_OF: &str = "schema/all-of";
const NOT: &str = "schema/not";

/// Returns the combination that a node declares. Only one makes sense at a time.
pub(super) fn requested<'a>(
    inference: &Inference<'_>,
    declared: &Declared<'a>,
) -> Result<Option<&'a Annotation>> {
    let names = [ANY_OF, ONE_OF, ALL_OF, "schema/ref", "schema/type"];
    let mut given = names.iter().filter_map(|name| declared.annotations.get(name));
    let first = given.next();
    if let (Some(first), Some(second)) = (first, given.next()) {
        let description = format!("@{} and @{} cannot be combined", first.name, second.name);
        let mut failure = misuse(declared, first, description, inference.sources);
        failure.annotations.extend(second.position.span());
        return Err(invalid(failure));
    }
    Ok(first.filter(|annotation| [ANY_OF, ONE_OF, ALL_OF].contains(&&*annotation.name)))
}

impl Inference<'_> {
    /// Returns the type of a combination.
    pub(super) fn combined(
        &mut self,
        declared: &Declared<'_>,
        annotation: &Annotation,
    ) -> Result<Type> {
        if &*annotation.name == ALL_OF {
            return self.all_of(declared, annotation);
        }
        let mut alternatives = self.schemas(declared, annotation)?;
        let exclusive = &*annotation.name == ONE_OF;
        let by = match annotation.keywords.iter().find(|(name, _)| *name == "by") {
            Some((_, key)) => {
                Some(self.discriminator(declared, annotation, key, &mut alternatives)?)
            }
            None => Discriminator::of(&alternatives),
        };
        let position = annotation.position;
        Ok(Type::Choice(Box::new(Choice { position, exclusive, alternatives, by })))
    }

    /// Checks that the arguments of a combination are schemas.
    pub(super) fn check_arguments(
        &mut self,
        declared: &Declared<'_>,
        annotation: &Annotation,
    ) -> Result<()> {
        self.schemas(declared, annotation).map(drop)
    }

    /// Returns the value of a node as the default of a choice. It must fit one of the alternatives.
    pub(super) fn chosen_default(&mut self, declared: &Declared<'_>, type_: &Type) -> Result<Yaml> {
        let position = declared.node.position;
        let mut value = settled(declared.value, position).ok_or_else(|| too_deep(position))?;
        let conformed = conform(self.thread, type_, position, &value, declared.node, self.sources);
        if conformed.mismatches.is_empty() {
            conformed.lacking.fill(&mut value);
            return Ok(value);
        }
        let annotation = [ANY_OF, ONE_OF].iter().find_map(|name| declared.annotations.get(name));
        let annotation = annotation.and_then(|annotation| annotation.position.span());
        let failures = conformed.mismatches.into_iter().map(|mismatch| {
            let mut failure = mismatch.failure;
            failure.annotations.extend(annotation);
            failure
        });
        let summary = "Invalid schema - value is not of the declared type";
        Err(Report::new(summary, failures.collect()).into())
    }

    /// Returns the type without what `@schema/not` excludes.
    pub(super) fn without(&mut self, declared: &Declared<'_>, inner: Type) -> Result<Type> {
        let Some(annotation) = declared.annotations.get(NOT) else { return Ok(inner) };
        let refused = self.schemas(declared, annotation)?;
        Ok(Type::Except(Box::new(Except { position: annotation.position, inner, refused })))
    }

    /// Checks that `@schema/not` does not exclude the default.
    pub(super) fn check_not_refused(
        &self,
        declared: &Declared<'_>,
        type_: &Type,
        default: &Yaml,
    ) -> Result<()> {
        let annotation = declared.annotations.get(NOT);
        match (type_, annotation) {
            (Type::Except(except), Some(annotation)) if except.refuses(default) => {
                let kind = default.kind().name();
                let failure = misuse(declared, annotation, "", self.sources)
                    .found(Statement::from(kind, Role::At, place::of(declared.node.position)))
                    .expected(found_by("not what @schema/not declares", annotation))
                    .hint("the value is the default of the node; @schema/default sets another.");
                let summary = "Invalid schema - @schema/not refuses the default";
                Err(Report::new(summary, vec![failure]).into())
            }
            _ => Ok(()),
        }
    }

    /// Returns a map with the keys of all arguments and of the node itself.
    fn all_of(&mut self, declared: &Declared<'_>, annotation: &Annotation) -> Result<Type> {
        let mut documents = self.documents(declared, annotation)?;
        documents.push(Document::new(declared.value.clone(), declared.node.position));
        let mut merged = Map::default();
        for document in documents {
            let Yaml::Map(map) = &document.value else {
                let found = format!("{} as part of @{ALL_OF}", document.value.kind().name());
                return Err(self.refuse(declared, annotation, found, "maps only"));
            };
            for item in map.items() {
                if merged.position_of(&item.key).is_some() {
                    let key = convert::display_key(&item.key);
                    let found = format!("key \"{key}\" in two parts of @{ALL_OF}");
                    return Err(self.refuse(declared, annotation, found, "each key once"));
                }
                let mut item = item.clone();
                item.position = item.position.or(document.position);
                merged.push(item);
            }
        }
        self.infer(&Declared { value: &merged.into(), ..*declared })
    }

    /// Reads each argument of a combination as a schema.
    fn schemas(
        &mut self,
        declared: &Declared<'_>,
        annotation: &Annotation,
    ) -> Result<Vec<Declaration>> {
        let documents = self.documents(declared, annotation)?;
        self.depth += 1;
        let read = documents.iter().map(|document| {
            self.declare(Declared {
                node: Node { position: document.position, kind: NodeKind::Document },
                value: &document.value,
                annotations: &document.annotations,
            })
        });
        let schemas = read.collect::<Result<Vec<_>>>()?;
        self.depth -= 1;
        Ok(schemas)
    }

    fn documents(&self, declared: &Declared<'_>, annotation: &Annotation) -> Result<Vec<Document>> {
        let is_known = |name: &Text| &*annotation.name == ONE_OF && *name == "by";
        let unknown = annotation.keywords.iter().find(|(name, _)| !is_known(name));
        if annotation.positional.is_empty() || unknown.is_some() {
            let found = if unknown.is_none() { "missing value" } else { "keyword argument" };
            let found = format!("{found} in @{}", annotation.name);
            return Err(self.refuse(declared, annotation, found, "one or more schemas"));
        }
        let read = |argument| {
            let mut part = document(argument, annotation.position)
                .map_err(|found| self.refuse(declared, annotation, found, "one or more schemas"))?;
            validate::spread_in_part(&mut part, declared.annotations, self.sources)
                .map_err(AuthorError::Diagnostic)?;
            Ok(part)
        };
        annotation.positional.iter().map(read).collect()
    }

    pub(super) fn refuse(
        &self,
        declared: &Declared<'_>,
        annotation: &Annotation,
        found: impl Into<String>,
        expected: &str,
    ) -> AuthorError {
        invalid(
            misread(declared, annotation, self.sources)
                .found(found_by(found, annotation))
                .expected(Statement::new(expected)),
        )
    }
}

/// Returns an argument as a document. Its position is that of its first item, or else that of the annotation.
pub(super) fn document(
    argument: &Value,
    position: Position,
) -> std::result::Result<Document, String> {
    if let Some(fragment) = argument.downcast::<Fragment>()
        && let Content::Documents(documents) = fragment.content()
    {
        return match documents.as_slice() {
            [only] => Ok(only.clone()),
            several => Err(format!("{} documents in one argument", several.len())),
        };
    }
    let value = convert::to_yaml(argument).map_err(|error| error.message().to_owned())?;
    let first = match &value {
        Yaml::Map(map) => map.items().first().map(|item| item.position),
        Yaml::Array(array) => array.items.first().map(|item| item.position),
        _ => None,
    };
    let position = first.filter(|first| place::of(*first).span().is_some()).unwrap_or(position);
    Ok(Document { value, position, annotations: Annotations::NONE })
}
