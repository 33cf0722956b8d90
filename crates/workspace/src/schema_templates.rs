//! Documentation of a schema through templates of the user: `--schema-template`.
//!
//! The templates are a project of their own, beside the one that the schema belongs to. The fields of the
//! schema are its data values.

use std::{rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result};
use yardstick_starlark::Thread;
use yardstick_template::tree::Document;

use crate::{
    InputFile, Kind, SymlinkRules, inputs,
    library::{FileTree, Given, LibraryRun, Project, RenderedFile, prepare},
    options::SchemaFormat,
    values::{Layer, Merge},
};

/// Templates to come.
pub(crate) struct SchemaTemplates<'a> {
    /// The templates as they were named.
    pub(crate) values: &'a [String],
    /// Which links may be followed to them.
    pub(crate) links: &'a SymlinkRules,
}

impl SchemaTemplates<'_> {
    /// Renders the templates with `fields` as their data values, in the way in which `schema_run` found them.
    pub(crate) fn render(
        &self,
        thread: &mut Thread,
        schema_run: &LibraryRun,
        format: Option<SchemaFormat>,
        fields: Document,
    ) -> Result<(Rc<Project>, Vec<RenderedFile>)> {
        if !matches!(format, None | Some(SchemaFormat::Fields)) {
            let message =
                "--schema-template decides what is printed; -o cannot ask for another form";
            return Err(Box::new(Diagnostic::error("YS0230", message)));
        }
        let Project { world, sources, host, .. } = &*schema_run.project;
        let mut files = Vec::new();
        for value in self.values {
            files.extend(self.files(schema_run, value)?);
        }
        inputs::number(&mut files);
        let (world, sources) = (Arc::clone(world), Arc::clone(sources));
        let project = Rc::new(Project::new(world, sources, files, Rc::clone(host)));
        let run = LibraryRun::new(&project, schema_run.settings, FileTree::ROOT);
        let values = Layer {
            document: fields,
            merge: Merge::Plain,
            reference: None,
            after_library_module: false,
        };
        let given = Given { values: vec![values], ..Given::default() };
        let rendered = prepare(&run, thread, given)?.render(thread)?;
        Ok((project, rendered.files))
    }

    /// The files that `value` names. Whoever names a file means it to be a template, whatever its name.
    fn files(&self, run: &LibraryRun, value: &String) -> Result<Vec<InputFile>> {
        let world = &*run.project.world;
        let mut files = inputs::resolve(world, std::slice::from_ref(value), self.links)?;
        if inputs::is_directory(world, value) {
            let is_template = |file: &InputFile| {
                matches!(file.kind(), Kind::Yaml | Kind::Text) && file.is_for_output()
            };
            if !files.iter().any(is_template) {
                let message = format!("Expected templates in '{value}', but found none");
                return Err(Box::new(Diagnostic::error("YS0233", message).note(
                    "in a directory names decide (.yml, .txt); a file that is named is a template whatever its name",
                )));
            }
        } else {
            for file in files.iter_mut().filter(|file| file.kind() == Kind::Data) {
                file.mark_kind(Kind::Text, true);
            }
        }
        Ok(files)
    }
}
