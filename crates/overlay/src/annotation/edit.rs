//! Edits the annotations of matched nodes: `@overlay/replace-ann`, `@overlay/merge-anns`, `@overlay/remove-anns`.
//!
//! Merging keeps the annotations of the left nodes. These three change annotations of other namespaces, such as
//! `@schema/validation`. They are mainly meant for schemas.

use yardstick_diagnostics::codes;

use std::rc::Rc;

use yardstick_starlark::{Dict, Value};
use yardstick_template::{
    engine_type,
    tree::{Annotation, Annotations, Earlier, Position},
};

use super::{arguments, names, unknown_keyword};
use crate::{
    engine::Engine,
    failure::{Failure, Result},
    node::Node,
};

/// Namespaces whose annotations belong to a file, not to the data that it describes.
const OWN: [&str; 5] = ["overlay", "yaml", "data", "template", "library"];

/// Annotations that a node can have only once: the later one replaces the earlier one.
const SINGLE: [&str; 6] = [
    "schema/desc",
    "schema/title",
    "schema/type",
    "schema/default",
    "schema/nullable",
    "schema/deprecated",
];

const EDITS: [&str; 3] = [names::REPLACE_ANN, names::MERGE_ANNS, names::REMOVE_ANNS];

/// How a node of an overlay changes the annotations of the nodes it matches.
#[derive(Debug, Default)]
pub(crate) struct AnnotationEdits<'a> {
    remove: Option<Removal<'a>>,
    take: Option<Take<'a>>,
}

/// How annotations of the overlay node are applied.
#[derive(Debug)]
enum Take<'a> {
    Replace(Selection<'a>),
    Merge(Selection<'a>),
}

#[derive(Debug)]
struct Removal<'a> {
    selection: Selection<'a>,
    via: Option<&'a Value>,
    missing_ok: bool,
}

/// Names of annotations, each `namespace/name` or `namespace/*`; an empty list means all.
#[derive(Debug)]
struct Selection<'a>(Vec<&'a str>);

impl<'a> Selection<'a> {
    fn read(annotation: &'a Annotation) -> Result<Self> {
        let read = |value: &'a Value| {
            let Some(name) = value.as_str() else {
                let (annotation, was) = (&annotation.name, engine_type(value));
                return Err(Failure::new(
                    codes::OVERLAY_ARGUMENTS,
                    format!(
                        "Expected '{annotation}' annotation argument to be string, but was {was}"
                    ),
                ));
            };
            match name.split_once('/') {
                Some((space, rest)) if !space.is_empty() && !rest.is_empty() => Ok(name),
                _ => Err(Failure::new(
                    codes::OVERLAY_ARGUMENTS,
                    format!(
                        "Expected '{}' annotation argument '{name}' to be in format 'namespace/name'",
                        annotation.name
                    ),
                )),
            }
        };
        annotation.positional.iter().map(read).collect::<Result<_>>().map(Self)
    }

    fn has(&self, annotation: &Annotation) -> bool {
        self.0.is_empty() || self.names(annotation)
    }

    fn names(&self, annotation: &Annotation) -> bool {
        self.0.iter().any(|name| covers(name, annotation))
    }
}

fn covers(name: &str, annotation: &Annotation) -> bool {
    match name.strip_suffix('*') {
        Some(space) if space.ends_with('/') => annotation.name.starts_with(space),
        _ => *name == *annotation.name,
    }
}

fn is_foreign(annotation: &Annotation) -> bool {
    let space = annotation.name.split_once('/').map_or(&*annotation.name, |(space, _)| space);
    !OWN.contains(&space)
}

/// Rejects annotations that edit annotations next to the operation called `operation`.
pub(crate) fn refuse_with(annotations: &Annotations, operation: &str) -> Result<()> {
    match EDITS.into_iter().find(|name| annotations.has(name)) {
        Some(found) => Err(Failure::new(
            codes::OVERLAY_ARGUMENTS,
            format!("Found @{found} together with @{operation}"),
        )),
        None => Ok(()),
    }
}

impl<'a> AnnotationEdits<'a> {
    pub(crate) fn read(annotations: &'a Annotations) -> Result<Self> {
        if annotations.is_empty() {
            return Ok(Self::default());
        }
        let plain = |name: &str| -> Result<Option<Selection<'a>>> {
            let Some(annotation) = annotations.get(name) else { return Ok(None) };
            if let Some((keyword, _)) = annotation.keywords.first() {
                return Err(unknown_keyword(name, keyword));
            }
            Selection::read(annotation).map(Some)
        };
        let take = match (plain(names::REPLACE_ANN)?, plain(names::MERGE_ANNS)?) {
            (Some(_), Some(_)) => {
                let (a, b) = (names::REPLACE_ANN, names::MERGE_ANNS);
                return Err(Failure::new(
                    codes::OVERLAY_ARGUMENTS,
                    format!("Expected only one of '{a}', '{b}'"),
                ));
            }
            (Some(selection), None) => Some(Take::Replace(selection)),
            (None, Some(selection)) => Some(Take::Merge(selection)),
            // Next to these, other annotations can only be meant for editing.
            (None, None) if annotations.has(names::NOOP) || annotations.has(names::REMOVE_ANNS) => {
                Some(Take::Replace(Selection(Vec::new())))
            }
            (None, None) => None,
        };
        let remove = annotations.get(names::REMOVE_ANNS).map(Removal::read).transpose()?;
        Ok(Self { remove, take })
    }

    /// Edits the annotations of a matched node that stays; `position` is its position before its value was edited.
    pub(crate) fn apply<N: Node>(
        &self,
        engine: &mut Engine<'_>,
        left: &mut N,
        right: &N,
        position: Position,
    ) -> Result<()> {
        if let Some(remove) = &self.remove {
            remove.apply::<N>(engine, left.annotations_mut(), position)?;
        }
        let theirs = || right.annotations().iter().filter(|annotation| is_foreign(annotation));
        match &self.take {
            None => {}
            Some(Take::Replace(selection)) => {
                let annotations = left.annotations_mut();
                // Remove the named annotations even if nothing replaces them.
                annotations
                    .retain(|annotation| !is_foreign(annotation) || !selection.names(annotation));
                theirs().filter(|a| selection.has(a)).for_each(|a| annotations.set(a.clone()));
            }
            Some(Take::Merge(selection)) => {
                let annotations = left.annotations_mut();
                theirs().filter(|a| selection.has(a)).for_each(|a| merge(annotations, a));
            }
        }
        Ok(())
    }

    /// Keeps annotations of `old` in the node that replaces it, if the overlay asks for that.
    pub(crate) fn apply_to_replacement<N: Node>(
        &self,
        engine: &mut Engine<'_>,
        old: &N,
        new: &mut N,
    ) -> Result<()> {
        let Some(Take::Merge(selection)) = &self.take else { return Ok(()) };
        let mut annotations = old.annotations().clone();
        annotations.retain(|annotation| is_foreign(annotation) && selection.has(annotation));
        if let Some(remove) = &self.remove {
            remove.apply::<N>(engine, &mut annotations, old.position())?;
        }
        for annotation in new.annotations() {
            if is_foreign(annotation) && selection.has(annotation) {
                merge(&mut annotations, annotation);
            } else {
                annotations.set(annotation.clone());
            }
        }
        *new.annotations_mut() = annotations;
        Ok(())
    }
}

/// Adds `annotation` to a set, or combines it with the one of the same name.
fn merge(annotations: &mut Annotations, annotation: &Annotation) {
    let combined = match annotations.get(&annotation.name) {
        Some(old) if !SINGLE.contains(&&*annotation.name) => combine(old, annotation),
        _ => annotation.clone(),
    };
    annotations.set(combined);
}

/// Combines two annotations: positional arguments are concatenated; named arguments replace the old ones, and new
/// ones come last.
fn combine(old: &Annotation, new: &Annotation) -> Annotation {
    let mut combined = old.clone();
    let kept = old.keywords.iter().map(|(name, _)| name);
    combined.earlier = Some(Rc::new(Earlier {
        positional: old.positional.len(),
        keywords: kept
            .filter(|name| !new.keywords.iter().any(|(other, _)| other == *name))
            .cloned()
            .collect(),
        position: old.position,
        earlier: old.earlier.clone(),
    }));
    combined.positional.extend(new.positional.iter().cloned());
    for (name, value) in &new.keywords {
        match combined.keywords.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value.clone(),
            None => combined.keywords.push((name.clone(), value.clone())),
        }
    }
    combined.position = new.position;
    combined
}

impl<'a> Removal<'a> {
    fn read(annotation: &'a Annotation) -> Result<Self> {
        let name = names::REMOVE_ANNS;
        let mut removal =
            Self { selection: Selection::read(annotation)?, via: None, missing_ok: false };
        for (keyword, value) in &annotation.keywords {
            match keyword.as_bytes() {
                b"via" => removal.via = Some(arguments::function(name, value)?),
                b"missing_ok" => removal.missing_ok = arguments::boolean(value)?,
                _ => return Err(unknown_keyword(name, keyword)),
            }
        }
        Ok(removal)
    }

    /// Removes the selected annotations of the node at `position`.
    fn apply<N: Node>(
        &self,
        engine: &mut Engine<'_>,
        annotations: &mut Annotations,
        position: Position,
    ) -> Result<()> {
        let missing = self
            .selection
            .0
            .iter()
            .find(|name| !annotations.iter().any(|a| is_foreign(a) && covers(name, a)));
        if let Some(name) = missing
            && !self.missing_ok
        {
            let place = N::KIND.at(position, engine.sources);
            let message = format!("Expected to find annotation '{name}' on {place}, but did not");
            return Err(Failure::new(codes::OVERLAY_MISFIT, message));
        }
        let mut gone = Vec::new();
        for annotation in &*annotations {
            if is_foreign(annotation)
                && self.selection.has(annotation)
                && self.decide(engine, annotation)?
            {
                gone.push(annotation.name.clone());
            }
        }
        annotations.retain(|annotation| !gone.contains(&annotation.name));
        Ok(())
    }

    /// Calls `via` to decide about one annotation.
    fn decide(&self, engine: &mut Engine<'_>, annotation: &Annotation) -> Result<bool> {
        let Some(via) = self.via else { return Ok(true) };
        let keywords = annotation.keywords.iter().map(|(k, v)| (Value::Str(k.clone()), v.clone()));
        let given = [
            Value::from(&*annotation.name),
            Value::list(annotation.positional.clone()),
            Value::Dict(Dict::from_entries(keywords)?),
        ];
        let answer = engine.thread.call(via, &given, &[])?;
        arguments::boolean(&answer)
    }
}
