//! Loads only the schema of a project, to export it or to compare it with another one.

use yardstick_bridge::export::{Exported, Options as ExportOptions, Target, export};
use yardstick_diagnostics::{Diagnostic, Result, codes};
pub use yardstick_schema::compare::{Change, Effect, Summary, to_markdown};
use yardstick_schema::{
    Schema,
    compare::{self, Side},
};
use yardstick_template::print;
use yardstick_yaml::print::JsonOptions;

use crate::{
    InputFile, Session,
    inputs::PRIVATE_LIBRARY,
    options::{Options, SchemaFormat},
    pipeline::{Pipeline, no_schema},
};

/// A project of which only the schema is used.
pub struct ProjectSchema {
    schema: Schema,
    /// The pipeline in which functions of the schema run.
    pipeline: Pipeline,
}

impl ProjectSchema {
    /// Reads the schema of `files`, which are called `name`.
    pub fn new(session: Session, files: Vec<InputFile>, name: &str) -> Result<Self> {
        let library = files.iter().find_map(library_of);
        let mut pipeline = Pipeline::start(session, files, &Options::default())?;
        let with_schema = pipeline.schema();
        let found = with_schema.and_then(|found| {
            let message = format!("Expected a data values schema in {name}, but found none");
            found.schema.ok_or_else(|| match library {
                None => no_schema(message),
                Some(directory) => {
                    let error = Diagnostic::error(codes::NO_DATA_VALUES_SCHEMA, message);
                    Box::new(error.note(format!(
                        "a library has a schema of its own: name its directory, as in `-f {directory}`"
                    )))
                }
            })
        });
        match found {
            Ok(schema) => Ok(Self { schema, pipeline }),
            Err(error) => Err(pipeline.session.with_warnings(error)),
        }
    }

    /// Warnings about keys such as `n` and `on`, which have other names in all that is said about the schema.
    pub fn boolean_names(&mut self) -> Result<Vec<Diagnostic>> {
        let mut found = self.pipeline.session.take_warnings(false)?;
        found.retain(|one| one.code == codes::BOOLEAN_NAME);
        Ok(found)
    }

    /// Warnings about probable mistakes in the schema.
    pub fn review(&mut self) -> Result<Vec<Diagnostic>> {
        let mut found = self.pipeline.session.take_warnings(false)?;
        // The warning about a key that is not a name is more helpful than the one about a boolean.
        let names: Vec<u32> = found
            .iter()
            .filter(|one| one.code == codes::BOOLEAN_NAME)
            .filter_map(|one| one.span().map(|span| span.start))
            .collect();
        let is_told = |one: &Diagnostic| one.span().is_some_and(|span| names.contains(&span.start));
        found.retain(|one| one.code != codes::BOOLEAN_KEY || !is_told(one));
        found.extend(self.schema.review(&mut self.pipeline.thread));
        Ok(found)
    }

    /// Converts the schema to another language.
    pub fn export(&mut self, target: Target, options: &ExportOptions) -> Exported {
        export(&self.schema, &mut self.pipeline.thread, target, options)
    }

    /// Writes the schema in the requested format. Returns warnings about what the format cannot express.
    pub fn write(
        &mut self,
        format: SchemaFormat,
        options: &ExportOptions,
    ) -> (String, Vec<Diagnostic>) {
        let (schema, thread) = (&self.schema, &mut self.pipeline.thread);
        let text = match format {
            SchemaFormat::Export(target) => {
                let exported = export(schema, thread, target, options);
                return (exported.to_text(), exported.warnings);
            }
            SchemaFormat::Fields => print::to_yaml_text(&schema.to_fields(thread).value),
            SchemaFormat::Html => schema.to_html(thread),
            SchemaFormat::Markdown => schema.to_markdown(thread),
        };
        (text, Vec::new())
    }

    fn side(&mut self) -> Side<'_> {
        Side { schema: &self.schema, thread: &mut self.pipeline.thread }
    }
}

/// The directory of the library that contains `file`.
fn library_of(file: &InputFile) -> Option<String> {
    let path = file.original_path();
    let marker = format!("{PRIVATE_LIBRARY}/");
    let start = path.find(&marker)? + marker.len();
    let end = path[start..].find('/')?;
    Some(path[..start + end].to_owned())
}

/// The changes from one schema to another: breaking ones first, then by path.
pub fn changes(old: &mut ProjectSchema, new: &mut ProjectSchema) -> Vec<Change> {
    compare::compare(old.side(), new.side())
}

/// The changes as JSON.
pub fn to_json(changes: &[Change]) -> Result<Vec<u8>> {
    let options = JsonOptions { indent: 2, escape_html: false };
    let mut text = print::to_json(&Change::document(changes), options).map_err(|error| {
        Box::new(Diagnostic::error(codes::SCHEMA_DIFF_OUTPUT, error.to_string()))
    })?;
    text.push(b'\n');
    Ok(text)
}
