//! Infers a schema by example from samples: keys in all samples are always present, keys in some are optional.
//!
//! All documents are merged into one [`Sample`], which becomes a node of the model to write.

mod comments;
mod sample;
mod values;

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, FileId, SourceFile, Span, codes};
use yardstick_template::{
    plain_documents,
    tree::{Position, Yaml},
};
use yardstick_yaml::Options as YamlOptions;

pub(crate) use self::values::take_values;
use self::{comments::Comments, sample::Sample};
use crate::{
    import::{on_large_stack, refuse_own},
    model::{Model, Shape},
    write::write,
};

/// A file with samples, and its number in messages.
pub type Source = (FileId, Arc<SourceFile>);

/// Writes a data values schema that all documents of `sources` fit. The values of the first document become defaults,
/// and comments become descriptions.
pub fn infer(sources: &[Source]) -> Result<String, Vec<Diagnostic>> {
    on_large_stack(|| {
        let sample = read(sources)?;
        let root = sample.to_root();
        if !matches!(root.shape, Shape::Map(_) | Shape::Array(_)) {
            return Err(vec![unsuitable(sources)]);
        }
        Ok(write(&Model { root, functions: Vec::new(), uses: Vec::new(), shapes: Vec::new() }))
    })
}

/// The error for samples that are neither maps nor arrays. Other formats often look like one text to YAML.
fn unsuitable(sources: &[Source]) -> Diagnostic {
    let foreign = sources.iter().find_map(|(file, source)| {
        let ending = source.name().rsplit_once('.')?.1.to_ascii_lowercase();
        let format = match ending.as_str() {
            "toml" => "TOML",
            "ini" | "cfg" | "conf" | "properties" | "env" => "no YAML",
            "xml" => "XML",
            "csv" => "CSV",
            _ => return None,
        };
        Some((*file, source, format))
    });
    if let Some((file, source, format)) = foreign {
        let message = format!("{} is {format}: samples are YAML or JSON", source.name());
        return Diagnostic::error(codes::UNUSABLE_SCHEMA, message)
            .at(Span::at(file, 0))
            .note("write the values as YAML: `key: value`");
    }
    let message = "expected samples that are all maps, or all arrays";
    let error = Diagnostic::error(codes::UNUSABLE_SCHEMA, message);
    match sources {
        [(file, _)] => {
            error.at(Span::at(*file, 0)).note("a sample has keys with values: `key: value`")
        }
        _ => error,
    }
}

/// Merges all documents of `sources` into one sample.
pub(crate) fn read(sources: &[Source]) -> Result<Sample, Vec<Diagnostic>> {
    let mut sample = Sample::default();
    for (file, source) in sources {
        refuse_own(source)?;
        // Read them as data values are read: there, `yes` is a boolean.
        let tree = yardstick_yaml::parse(Arc::clone(source), *file, &YamlOptions::reference())
            .map_err(|problem| vec![*problem])?;
        let comments = Comments::new(&tree, source);
        for document in plain_documents(&tree) {
            if let Some(place) = unnamed(&document.value) {
                let message = "a key that is a map or an array cannot be declared";
                let problem = Diagnostic::error(codes::UNUSABLE_SCHEMA, message);
                return Err(vec![problem.at(place.span())]);
            }
            if !document.value.is_empty() {
                sample.take(&document.value, &comments);
            }
        }
    }
    if sample.is_unseen() {
        let names: Vec<&str> = sources.iter().map(|(_, source)| source.name()).collect();
        let message = match names.as_slice() {
            [one] => format!("{one} is empty: there is no value to infer a schema from"),
            _ => "there is no value to infer a schema from".to_owned(),
        };
        return Err(vec![Diagnostic::error(codes::UNUSABLE_SCHEMA, message)]);
    }
    Ok(sample)
}

/// The first item whose key is a map or an array: a schema has no name for it.
// As deep as the document, whose depth is bounded.
fn unnamed(value: &Yaml) -> Option<Position> {
    match value {
        Yaml::Map(map) => map.items().iter().find_map(|item| match item.key {
            Yaml::Map(_) | Yaml::Array(_) => Some(item.position),
            _ => unnamed(&item.value),
        }),
        Yaml::Array(array) => array.items.iter().find_map(|item| unnamed(&item.value)),
        _ => None,
    }
}
